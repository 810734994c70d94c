// Tests puzzles with rules: reading, drawing, playing, checking and hints.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  cell,
  EASY,
  equalsSoon,
  findings,
  paste,
  pictures,
  root,
  SOLVED,
  says,
  saysSoon,
  values,
  valuesSoon,
  visit,
} from './visit.mjs';

/** Rules that the solution obeys. */
const RULES = 'cage 12 r1c1 r1c2 r1c3; thermometer r1c2 r1c3 r1c4 r1c5 r1c6';
const TEXT = `board ${EASY}\n${RULES.replaceAll('; ', '\n')}\n`;
const BLANK = '.'.repeat(81);

/** Waits for the list of rules, the last part that loads. */
const shown = (page) => page.locator('.variant-rules').waitFor();
const sums = (page) => page.locator('.drawing .sum').allTextContents();
const address = (page) => decodeURIComponent(new URL(page.url()).hash);
const side = (page, name) => page.locator('.side').getByRole('button', { name, exact: true });

test('rules are pasted, drawn and played, and a rule explains a mistake', () => {
  const modules = [];
  return visit(
    async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('.given').length > 16);
      assert.ok(
        !modules.some((url) => url.includes('variants-')),
        'a visit without variants does not load their module',
      );
      await paste(page, TEXT);
      await valuesSoon(page, EASY);
      await shown(page);
      assert.match(await says(page), /^Read a variant with 2 rules\.$/);
      assert.ok(modules.some((url) => url.includes('variants-')));
      assert.deepEqual(await sums(page), ['12']);
      assert.equal(address(page), `#rules=board ${EASY}; ${RULES}`.replaceAll(' ', '_'));
      assert.equal(await page.locator('.title-row h2').textContent(), 'Variant');
      assert.match(await cell(page, 0).getAttribute('aria-label'), /cage 12 r1c1 r1c2 r1c3$/);
      await page.locator('.variant-rules summary').click();
      assert.match(
        await page.locator('.variant-rules').textContent(),
        /The digits increase from the bulb \(thermometer/,
      );
      assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Enter', 'Hint', 'Check']);
      assert.deepEqual(await findings(page), []);
      await page.screenshot({ path: join(pictures, 'variant.png') });

      // 5 + 3 + 1 is not 12, and 1 is not greater than 3.
      await cell(page, 2).focus();
      await page.keyboard.press('1');
      await saysSoon(page, 'r1c1, r1c2, r1c3 add up to 9, not 12 (cage 12 r1c1 r1c2 r1c3)');
      assert.match(await cell(page, 0).getAttribute('aria-label'), /conflict/);
      await page.keyboard.press('Control+z');
      await page.waitForFunction(() => !document.querySelector('[aria-label*=conflict]'));
      await page.keyboard.press('4');
      const played = `534${EASY.slice(3)}`;
      await valuesSoon(page, played);

      // A reload keeps the entries and the rules.
      await page.reload();
      await valuesSoon(page, played);
      await shown(page);
      assert.deepEqual(await sums(page), ['12']);
      await page.keyboard.press('Control+z');
      await valuesSoon(page, EASY);
      await page.keyboard.press('Control+z');
      assert.equal(await values(page), EASY, 'undo never removes the puzzle');
    },
    { setup: (context) => context.on('request', (request) => modules.push(request.url())) },
  );
});

test('a variant is checked and solved, and its last digit ends the game', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      await page.getByRole('tab', { name: 'Check' }).click();
      await side(page, 'Check the puzzle').click();
      await page.locator('.result', { hasText: 'exactly one solution' }).waitFor();
      await side(page, 'Solve').click();
      await valuesSoon(page, SOLVED);

      // A digit fills the last blank cell. The board obeys the rule, so the game ends.
      await paste(page, `board ${SOLVED.slice(0, 80)}.; less r9c8 r9c9`);
      await valuesSoon(page, `${SOLVED.slice(0, 80)}.`);
      await cell(page, 80).focus();
      await page.keyboard.press('9');
      await page.locator('.end').waitFor();
      await saysSoon(page, 'Solved in');
      assert.equal(await page.locator('.end dt', { hasText: 'Hardest step' }).count(), 0);
      await page.reload();
      await valuesSoon(page, SOLVED);

      // This puzzle has rules and no clues. The check ignores the entry.
      await paste(page, 'anti-knight; anti-king; non-consecutive; digits 1 r5c3; digits 2 r6c7');
      await valuesSoon(page, BLANK);
      await cell(page, 0).focus();
      await page.keyboard.press('5');
      await page.getByRole('tab', { name: 'Check' }).click();
      await side(page, 'Check my entries').click();
      await page.locator('.result', { hasText: 'Wrong: r1c1.' }).waitFor();
      await side(page, 'Solve').click();
      await page.waitForFunction(() => document.querySelectorAll('.entry').length === 81);
      assert.ok((await values(page)).startsWith('483726159'));
    },
    { hash: `#rules=${`board ${EASY}; ${RULES}`.replaceAll(' ', '_')}` },
  ));

test('a link of f-puzzles is opened, and a message names unsupported rules', () => {
  const links = readFileSync(join(root, 'crates/sudoku-text/tests/data/links.txt'), 'utf8');
  const link = (name) => new RegExp(`^${name} (.*)$`, 'm').exec(links)[1];
  return visit(
    async (page) => {
      await valuesSoon(page, EASY);
      await shown(page);
      assert.match(address(page), /^#rules=board_.*;_cage_/);
      const served = page.url().split(/[?#]/)[0];
      await paste(page, link('f-puzzles-diagonal'));
      await page.waitForFunction(() => location.hash.includes('diagonal'));
      await paste(page, link('f-puzzles-regions'));
      await saysSoon(page, 'without boxes');
      await page.goto(`${served}#${link('f-puzzles-cages')}`);
      await page.waitForFunction(() => location.hash.includes('cage'));
      // After a classic puzzle is opened, the rules are gone.
      await paste(page, link('f-puzzles'));
      await page.waitForFunction(() => !location.hash.includes('rules'));
      await page.waitForFunction(() => !document.querySelector('.variant-rules'));
      assert.equal(await page.getByRole('tab').count(), 4);
    },
    { hash: link('f-puzzles-cages').replace(/^.*\?/, '?') },
  );
});

test('hints for a variant have reasons, in Korean too', () =>
  visit(
    async (page) => {
      await valuesSoon(page, BLANK);
      await shown(page);
      await page.keyboard.press('h');
      await page.locator('.result li').first().waitFor();
      assert.match(await page.locator('.result').textContent(), /4행 1열 = 1/);
      assert.deepEqual(await findings(page), []);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelectorAll('.entry').length === 1);
      // A digit that breaks a rule.
      await cell(page, 0).focus();
      await page.keyboard.press('9');
      await cell(page, 1).focus();
      await page.keyboard.press('8');
      await saysSoon(page, '(cage 4 r1c1 r1c2)');
    },
    { hash: '#rules=cage_4_r1c1_r1c2;_digits_1_r4c1', context: { locale: 'ko-KR' } },
  ));

test('rules are entered on the board', () =>
  visit(
    async (page) => {
      await valuesSoon(page, BLANK);
      await page.getByText('Rules of a variant').click();
      const kind = page.locator('.side').getByLabel('Kind');
      await kind.selectOption('arrow');
      await cell(page, 0).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      await side(page, 'Add the rule').click();
      await page.waitForFunction(() => location.hash === '#rules=arrow_r1c1_/_r1c2_r1c3');
      // Three cells cannot have this sum.
      await kind.selectOption('cage');
      await page.getByLabel('Value', { exact: true }).fill('99');
      await page.keyboard.press('Enter');
      await page.getByText('the sum 99 is impossible').waitFor();
      await page.getByLabel('Value', { exact: true }).fill('12');
      await side(page, 'Add the rule').click();
      await page.waitForFunction(() => location.hash.endsWith(';_cage_12_r1c1_r1c2_r1c3'));
      await equalsSoon(() => sums(page), ['12']);
      assert.deepEqual(await findings(page), []);
      await side(page, 'Remove: arrow r1c1 / r1c2 r1c3').click();
      await page.waitForFunction(() => location.hash === '#rules=cage_12_r1c1_r1c2_r1c3');
      await side(page, 'Remove: cage 12 r1c1 r1c2 r1c3').click();
      await page.waitForFunction(() => !document.querySelector('.drawing .sum'));
    },
    { hash: '#create' },
  ));
