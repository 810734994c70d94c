// Tests the page in a browser.
//
// SUDOKU_COMMAND is the path of the command. If it is set, its solutions are compared with those of the page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import {
  address,
  cell,
  clues,
  copied,
  EASY,
  equalsSoon,
  findings,
  folder,
  keptSoon,
  middleOf,
  paste,
  pictures,
  pressAtOnce,
  root,
  SOLVED,
  says,
  saysSoon,
  touchScreen,
  values,
  valuesSoon,
  visit,
} from './visit.mjs';

// The rating of this puzzle takes one or two seconds on each scale.
const SLOW = '98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2';
const HARD = '...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...';
// On HoDoKu's scale, the second step of this puzzle is a net of a hundred links.
const TANGLED = '1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3..';

/** Returns the errors of the drawn links. Each link must run under the digits, with its head beside them. */
const linksOverDigits = (page) =>
  page.evaluate(() => {
    const wrong = [];
    const all = (what) => [...document.querySelectorAll(`.drawing ${what}`)];
    const heads = all('.head');
    if (heads.length !== all('path.link').length) wrong.push('a link without a head');
    const marks = all('.mark').filter((mark) => mark.getAttribute('visibility') === 'visible');
    for (const mark of [...marks, ...all('.given')]) {
      if (!(heads[0].compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING))
        wrong.push('a link over a digit');
    }
    for (const head of heads) {
      const [x, y] = /translate\(([-\d.e]+) ([-\d.e]+)\)/.exec(head.getAttribute('transform')).slice(1).map(Number);
      for (const mark of marks) {
        const { x: left, y: top, width, height } = mark.getBBox();
        if (Math.hypot(left + width / 2 - x, top + height / 2 - y) < 9)
          wrong.push(`a head under a ${mark.textContent}`);
      }
    }
    return wrong;
  });

test('digits, marks and undo by keyboard alone', () =>
  visit(
    async (page) => {
      const { keyboard } = page;
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'gridcell');
      await keyboard.press('5');
      await keyboard.press('ArrowRight');
      await keyboard.press('Shift+Digit3');
      await keyboard.press('Control+Digit4');
      assert.match(await cell(page, 1).getAttribute('aria-label'), /marks 3 4/);
      await keyboard.press('5');
      assert.match(await cell(page, 1).getAttribute('aria-label'), /5, conflict/);
      assert.ok((await page.locator('path.bad').count()) === 2, 'conflicts have a symbol, not only a color');
      await keyboard.press('Control+z');
      await keyboard.press('Control+z');
      assert.match(await cell(page, 1).getAttribute('aria-label'), /marks 3$/);
      await keyboard.press('Control+y');
      assert.match(await cell(page, 1).getAttribute('aria-label'), /marks 3 4/);
      await keyboard.press('ArrowUp');
      assert.equal(
        await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
        'row 9 column 2, blank',
      );
      assert.equal(await page.locator(".cells [tabindex='0']").count(), 1, 'the board is one tab stop');
      await keyboard.press('Control+ArrowRight');
      assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /column 5/);
    },
    { hash: `#${'.'.repeat(81)}` },
  ));

test('puzzles of any format are pasted, and invalid text gives a message', () =>
  visit(async (page) => {
    await paste(page, EASY);
    await valuesSoon(page, EASY);
    assert.equal(new URL(page.url()).hash, `#${EASY}`);
    const rows = EASY.match(/.{9}/g)
      .map((row) => row.replaceAll('.', '0').split('').join(' '))
      .join('\n');
    await paste(page, `${rows}\n`);
    await saysSoon(page, '(grid)');
    for (const rubbish of [
      'hello',
      '12',
      '<img src=x onerror=alert(1)>',
      '\0\uffff'.repeat(1000),
      `${EASY.slice(3)}`,
      '9'.repeat(100_000),
    ]) {
      await page.evaluate(() => {
        document.querySelector('output.says').textContent = '';
      });
      await paste(page, rubbish);
      await page.waitForFunction(() => document.querySelector('output.says').textContent !== '');
      if (!/read/.test(await says(page))) assert.match(await says(page), /No puzzle/);
      assert.equal((await values(page)).length, 81);
    }
    // Digits of other scripts, wide blanks, and half a surrogate pair before the digits.
    for (const [zero, blank] of [
      [0xff10, '．'],
      [0x0660, '.'],
      [0x0966, '０'],
    ]) {
      await paste(page, HARD);
      await valuesSoon(page, HARD);
      await paste(
        page,
        EASY.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))
          .replaceAll('.', blank)
          .match(/.{9}/g)
          .join('\u00a0\n'),
      );
      await valuesSoon(page, EASY);
    }
    for (const nothing of [' ', '\n'.repeat(1_000_000), `\ud800${EASY}`]) {
      await page.evaluate(() => {
        document.querySelector('output.says').textContent = '';
      });
      await paste(page, nothing);
      await saysSoon(page, 'No puzzle found in this text.');
      assert.doesNotMatch(await says(page), /JSON/);
    }
    // A link to the page at another address.
    await paste(page, ` https://example.org/sudoku/#${HARD}\n`);
    await valuesSoon(page, HARD);
    // An HTML table, a format that only the full module of the engine reads.
    await paste(
      page,
      `<table>${EASY.replace(/.{9}/g, (row) => `<tr>${row.replace(/./g, '<td>$&</td>')}</tr>`).replaceAll('.', '')}</table>`,
    );
    await valuesSoon(page, EASY);
    await paste(page, HARD);
    await valuesSoon(page, HARD);
    await paste(page, 'https://example.org/sudoku/#nonsense');
    await saysSoon(page, 'The link does not contain a valid puzzle');
    assert.equal(await values(page), HARD, 'the board is unchanged');
  }));

test('messages report proper puzzles, wrong entries and several solutions', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      await page.keyboard.press('k');
      await page.getByText('Proper: there is exactly one solution.').first().waitFor();
      await cell(page, 2).click();
      await page.keyboard.press('2');
      await page.getByRole('button', { name: 'Check my entries' }).click();
      await page.getByText('Wrong: r1c3.').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Solve', exact: true }).last().click();
      await valuesSoon(page, SOLVED);
      await cell(page, 0).click();
      await page.keyboard.press('Control+z');
      assert.equal((await values(page))[2], '2', 'undo restores the board before the solution');
      // The 6s and 7s of rows 1 and 4 are in the same two columns and the same two boxes, so they can be swapped.
      // Without these four clues, the puzzle has two solutions.
      const four = [3, 4, 30, 31];
      assert.deepEqual(
        four.map((at) => SOLVED[at]),
        ['6', '7', '7', '6'],
      );
      const unclear = SOLVED.split('')
        .map((digit, at) => (four.includes(at) ? '.' : digit))
        .join('');
      await paste(page, unclear);
      await valuesSoon(page, unclear);
      await cell(page, 3).click();
      await page.keyboard.press('k');
      await page.getByText('At least two solutions; they differ in r1c4, r1c5, r4c4, r4c5.').first().waitFor();
      const clashing = `55${'.'.repeat(79)}`;
      await paste(page, clashing);
      await valuesSoon(page, clashing);
      await page.keyboard.press('k');
      await page.getByText('Two 5s in row 1: r1c1, r1c2.').first().waitFor();
      const open = `${EASY.slice(0, 27)}${'.'.repeat(54)}`;
      await paste(page, open);
      await valuesSoon(page, open);
      await page.getByRole('button', { name: 'Count the solutions' }).click();
      await page
        .getByText(/^Exactly [\d,]+ solutions\.$/)
        .first()
        .waitFor();
    },
    { hash: `#${EASY}` },
  ));

test('a solution is picked at random or by its number, and the command picks the same one', () =>
  visit(
    async (page) => {
      const open = `${EASY.slice(0, 27)}${'.'.repeat(54)}`;
      const command = (...args) =>
        process.env.SUDOKU_COMMAND &&
        execFileSync(process.env.SUDOKU_COMMAND, ['enumerate', ...args], {
          input: `${open}\n`,
          encoding: 'utf8',
        }).trim();
      const told = async (pattern) => {
        const line = page.locator('.side .result p').filter({ hasText: pattern });
        await line.waitFor();
        return pattern.exec(await line.textContent());
      };
      const shown = async () => {
        const solution = await values(page);
        assert.match(solution, /^[1-9]{81}$/);
        assert.ok(
          [...open].every((digit, at) => digit === '.' || digit === solution[at]),
          'the solution has all clues',
        );
        return solution;
      };
      await valuesSoon(page, open);
      const several = page.getByRole('group', { name: 'Solutions' });
      await page.getByRole('tab', { name: 'Check' }).click();
      assert.equal(await several.count(), 0, 'the page offers solutions only after a check');
      await page.keyboard.press('k');
      await several.waitFor();
      assert.deepEqual(await findings(page), []);
      // The keyboard is enough, and the focus stays in the field.
      const seed = several.getByRole('textbox', { name: 'Seed' });
      await seed.focus();
      await page.keyboard.type('7');
      await page.keyboard.press('Enter');
      const [, count] = await told(
        /^Picked at random from ([\d,]+) solutions, all equally likely\. Seed 7 picks the same one again\./,
      );
      const drawn = await shown();
      if (process.env.SUDOKU_COMMAND) assert.equal(drawn, command('--sample', '1', '--seed', '7'));
      assert.ok(await seed.evaluate((field) => field === document.activeElement), 'the field keeps the focus');
      await page.screenshot({ path: join(pictures, 'drawn.png') });
      // The number has the commas that the page shows.
      const number = several.getByRole('textbox', { name: 'Number' });
      const show = several.getByRole('button', { name: 'Show' });
      await number.fill(count);
      await show.click();
      await told(new RegExp(`^Solution ${count} of ${count}\\.`));
      const last = await shown();
      if (process.env.SUDOKU_COMMAND) assert.equal(last, command('--nth', count.replaceAll(',', '')));
      const beyond = (BigInt(count.replaceAll(',', '')) + 1n).toLocaleString('en');
      await number.fill(beyond);
      await number.press('Enter');
      await told(new RegExp(`^There is no solution number ${beyond}\\. Enter a number from 1 to ${count}\\.`));
      for (const rubbish of ['', '0', '-1', 'x']) {
        await number.fill(rubbish);
        await show.click();
        await told(/^Enter a whole number, 1 or higher\.$/);
      }
      await seed.fill(String(2n ** 64n));
      const draw = several.getByRole('button', { name: 'Pick one at random' });
      await draw.click();
      await told(/^Enter a whole number from 0 to 18446744073709551615 as the seed\.$/);
      assert.equal(await values(page), last, 'a refused number does not change the board');
      // Without a seed, the page chooses a seed and shows it.
      await seed.fill('');
      await draw.click();
      const [, chosen] = await told(/Seed (\d+) picks the same one again\./);
      const again = await shown();
      if (process.env.SUDOKU_COMMAND) assert.equal(again, command('--sample', '1', '--seed', chosen));
      // Each solution is one step of undo. The solutions are offered until the clues change.
      await cell(page, 80).click();
      for (let moves = 0; moves < 3; moves++) await page.keyboard.press('Control+z');
      assert.equal(await values(page), open);
      assert.ok(await several.isVisible());
      await paste(page, EASY);
      await valuesSoon(page, EASY);
      assert.equal(await several.count(), 0, 'these clues have one solution');
      // This board takes longer to count. Stop ends the count immediately.
      const sparse = `${EASY.slice(0, 9)}${'.'.repeat(72)}`;
      await paste(page, sparse);
      await valuesSoon(page, sparse);
      await page.keyboard.press('k');
      await several.waitFor();
      await page.evaluate(() => {
        const button = (words) =>
          [...document.querySelectorAll('.side button')].find((one) => one.textContent === words);
        button('Pick one at random').click();
        button('Stop').click();
      });
      await saysSoon(page, 'Stopped.');
      assert.equal(await values(page), sparse);
      await draw.click();
      await told(/^Picked at random from [\d,]+ solutions/);
    },
    { hash: `#${EASY.slice(0, 27)}${'.'.repeat(54)}` },
  ));

test('hints alone solve a puzzle of SE 7, with the keyboard', () =>
  visit(
    async (page) => {
      await valuesSoon(page, HARD);
      await cell(page, 0).focus();
      const done = () =>
        page
          .locator('output.says')
          .textContent()
          .then((text) => text.includes('Solved'));
      let presses = 0;
      let chains = 0;
      for (let step = 0; step < 120 && !(await done()); step++) {
        await page.keyboard.press('h');
        presses += 1;
        await page.locator('.step-card h2').waitFor();
        const name = await page.locator('.step-card h2').textContent();
        if (/chain|wing/i.test(name)) {
          assert.equal(await page.locator('.link:not(.key)').count(), 0, 'the first stage of the hint shows no links');
          await page.keyboard.press('h');
          await page.keyboard.press('h');
          presses += 2;
          await page.locator('.proof li').first().waitFor();
          if (/chain/i.test(name)) {
            chains += 1;
            assert.ok((await page.locator('.link:not(.key)').count()) > 1, `${name} has links`);
            assert.ok((await page.locator('.letter').count()) > 1);
            assert.deepEqual(await linksOverDigits(page), [], `the links of ${name} cover no digit`);
            if (chains === 1) await page.screenshot({ path: join(pictures, 'hint-chain.png') });
          }
        }
        await page.keyboard.press('Enter');
        presses += 1;
        await page.locator('.step-card h2').waitFor({ state: 'detached' });
      }
      assert.ok(await done(), 'it is solved');
      assert.ok(chains > 0, 'the solution path contains a chain');
      assert.ok(presses < 250, `${presses} presses`);
    },
    { hash: `#${HARD}` },
  ));

test('digits and marks by touch', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      for (let at = 0; at < 81; at++) {
        if (EASY[at] !== '.') continue;
        await cell(page, at).tap();
        await page
          .locator('.digit')
          .nth(Number(SOLVED[at]) - 1)
          .tap();
        if (at > 17) break;
      }
      await page.waitForFunction(
        (row) =>
          [...document.querySelectorAll('.cells .cell')]
            .slice(0, 18)
            .every((one, at) => one.getAttribute('aria-label').includes(`, ${row[at]}`)),
        SOLVED,
      );
      // A finger that moves over cells selects them. A digit then writes a mark in each.
      await page.getByRole('tab', { name: 'Enter' }).tap();
      await page.getByRole('button', { name: 'Start over' }).tap();
      await valuesSoon(page, EASY);
      await page.evaluate(() => scrollTo(0, 0));
      const [from, to] = [await middleOf(cell(page, 2)), await middleOf(cell(page, 3))];
      const touch = await touchScreen(page);
      await touch('touchStart', from);
      // The finger moves slowly. After a fast flick, the browser treats the next tap as the end of the flick.
      for (let part = 1; part <= 6; part++) {
        await touch('touchMove', { ...from, x: from.x + ((to.x - from.x) * Math.min(part, 4)) / 4 });
        await page.waitForTimeout(40);
      }
      await touch('touchEnd');
      for (const at of [2, 3]) await cell(page, at).and(page.locator('[aria-selected=true]')).waitFor();
      await page.locator('.digit').nth(1).tap();
      await page.getByLabel('row 1 column 3, marks 2').waitFor();
      assert.equal(await page.locator('.tint.house').count(), 0, 'a selection of several cells highlights no peers');
      for (const control of await page.locator('button:visible, select:visible').all()) {
        const box = await control.boundingBox();
        assert.ok(box.height >= 44, `${await control.textContent()}: ${box.height} high`);
      }
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'no part is cut off at the side',
      );
      // The bars of the browser take 180 pixels of this phone's screen.
      await page.setViewportSize({ width: 390, height: 664 });
      const undo = await page.getByRole('button', { name: 'Undo' }).first().boundingBox();
      assert.ok(undo.y + undo.height <= 664, 'the button Undo is visible without scrolling');
    },
    { hash: `#${EASY}`, context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ));

test('with the setting of the menu, taps write the digit that was chosen first', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      const digit = (number) => page.locator('.digit').nth(number - 1);
      assert.equal(await page.locator('.digit[aria-pressed]').count(), 0, 'the setting is off by default');
      await page.getByRole('button', { name: 'Menu' }).tap();
      await page.getByLabel('Choose a digit first, then tap cells').tap();
      await page.keyboard.press('Escape');
      await digit(2).tap();
      await equalsSoon(() => page.locator('.digit[aria-pressed=true]').allTextContents(), ['2, 7 left7']);
      assert.equal(await values(page), EASY, 'choosing a digit writes nothing');
      assert.equal(
        await page.locator('.tint.same').count(),
        clues(EASY.replace(/[^2]/g, '.')),
        'the cells with the chosen digit are highlighted',
      );
      assert.deepEqual(await findings(page), []);
      await page.screenshot({ path: join(pictures, 'digit-first.png') });
      const [r1c3, r1c4, r2c2] = [2, 3, 10];
      const kept = EASY.split('').with(r2c2, '2').join('');
      await cell(page, r1c3).tap();
      await cell(page, r2c2).tap();
      await valuesSoon(page, kept.split('').with(r1c3, '2').join(''));
      await page.getByRole('button', { name: 'Erase' }).tap();
      await cell(page, r1c3).tap();
      await valuesSoon(page, kept);
      // Two fingers zoom. The entry of the first finger is undone, in storage too.
      await digit(4).tap();
      const [one, two] = [await middleOf(cell(page, r1c3)), await middleOf(cell(page, 60))];
      const touch = await touchScreen(page);
      await touch('touchStart', one);
      await page.getByLabel('row 1 column 3, 4').waitFor();
      await touch('touchStart', one, two);
      await page.getByLabel('row 1 column 3, blank').waitFor();
      await touch('touchEnd');
      await keptSoon(page, kept);
      // While a hint is shown, a tap selects a cell, and the keys write into the selected cell.
      await page.getByRole('tab', { name: 'Hint' }).tap();
      await cell(page, r1c4).tap();
      await cell(page, r1c4).and(page.locator('[aria-selected=true]')).waitFor();
      assert.equal(await values(page), kept);
      await page.getByRole('tab', { name: 'Enter' }).tap();
      await page.getByRole('tab', { name: 'Enter', selected: true }).waitFor();
      await page.keyboard.press('1');
      await valuesSoon(page, kept.split('').with(r1c4, '1').join(''));
      await page.reload();
      await page.waitForSelector('.cell');
      assert.equal(await page.locator('.digit[aria-pressed]').count(), 10, 'a reload keeps the setting');
    },
    { hash: `#${EASY}`, context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ));

test('a pinch that begins on a link of a hint keeps all entries', () =>
  visit(
    async (page) => {
      await valuesSoon(page, HARD);
      await cell(page, 4).tap();
      await page.locator('.digit').nth(1).tap();
      await valuesSoon(page, HARD.split('').with(4, '2').join(''));
      await cell(page, 0).focus();
      await page.keyboard.press('h');
      for (let step = 0; step < 60; step++) {
        await page.locator('.step-card h2').waitFor();
        if (/chain/i.test(await page.locator('.step-card h2').textContent())) break;
        await page.keyboard.press('Enter');
        await page.locator('.step-card h2').waitFor({ state: 'detached' });
        await page.keyboard.press('h');
      }
      await page.keyboard.press('h');
      await page.keyboard.press('h');
      await page.locator('path.link:not(.key)').first().waitFor();
      const before = await values(page);
      assert.notEqual(before, HARD);
      const link = await page.evaluate(() => {
        const one = document.querySelector('path.link:not(.key)');
        const { x, y } = one.getPointAtLength(one.getTotalLength() / 2).matrixTransform(one.getScreenCTM());
        return { x, y };
      });
      const touch = await touchScreen(page);
      await touch('touchStart', link);
      await touch('touchStart', link, { x: link.x > 190 ? 40 : 340, y: 200 });
      await touch('touchEnd');
      assert.equal(await values(page), before);
    },
    { hash: `#${HARD}`, context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ));

test('on a phone with a low screen, all controls of a move are visible', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      const isSeen = async (what, name) => {
        const { x, y, width, height } = await what.boundingBox();
        assert.ok(x >= 0 && x + width <= 360 && y + height <= 640 && height >= 44, `${name}: ${[x, y, width, height]}`);
        const { scroll, client } = await what.evaluate((one) => ({ scroll: one.scrollWidth, client: one.clientWidth }));
        assert.ok(scroll <= client + 1, `${name} is cut off: ${scroll} in ${client}`);
      };
      const seen = async () => {
        for (const one of await page.locator('header :is(button, a):visible, .digit:visible, .modes button').all())
          await isSeen(one, await one.textContent());
        for (const name of ['Undo', 'Redo', 'Fill candidates']) await isSeen(page.getByRole('button', { name }), name);
      };
      await seen();
      await page.getByRole('button', { name: 'Fill candidates' }).tap();
      await page.getByLabel('row 1 column 3, marks 1 2 4').waitFor();
      await page.getByRole('button', { name: 'Undo' }).tap();
      await page.getByLabel('row 1 column 3, blank').waitFor();
      await page.getByRole('button', { name: 'Redo' }).tap();
      await page.getByLabel('row 1 column 3, marks 1 2 4').waitFor();
      assert.equal(await page.evaluate(() => scrollY), 0);
      assert.deepEqual(await findings(page), []);
      await page.screenshot({ path: join(pictures, 'pad-low.png') });
      // A time above one hour takes more space.
      await keptSoon(page, EASY);
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) {
          const kept = JSON.parse(localStorage.getItem(key));
          if (key.startsWith('sudoku.board.')) localStorage.setItem(key, JSON.stringify({ ...kept, seconds: 37_000 }));
        }
        // Prevents the page from storing its own time during the reload.
        Storage.prototype.setItem = () => undefined;
      });
      await page.reload();
      await page.getByText('10:16:4').waitFor();
      await seen();
      await page.getByRole('tab', { name: 'Steps' }).tap();
      await page.getByRole('button', { name: 'Show all steps' }).tap();
      await page.locator('.steps li').first().waitFor();
      for (const one of await page.locator('.goes button').all()) await isSeen(one, await one.textContent());
    },
    { hash: `#${EASY}`, context: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } },
  ));

test('a pause hides the board and stops the time', () =>
  visit(
    async (page) => {
      await page.clock.install();
      await page.reload();
      await valuesSoon(page, EASY);
      await page.clock.runFor(5000);
      const pause = page.getByRole('button', { name: /^\d\d:\d\d\s*Pause$/ });
      await pause.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: /^Paused at \d\d:\d\d$/ });
      await dialog.waitFor();
      const seconds = (text) => {
        const [minutes, rest] = text.match(/\d\d/g).map(Number);
        return 60 * minutes + rest;
      };
      const paused = seconds(
        await dialog.getAttribute('aria-labelledby').then((id) => page.locator(`#${id}`).textContent()),
      );
      await page.clock.runFor(60_000);
      await page.keyboard.press('5');
      const shows = await page.evaluate(() => {
        const { x, y, width, height } = document.querySelector('.board').getBoundingClientRect();
        const covered = getComputedStyle(document.querySelector('dialog'), '::backdrop').backgroundColor;
        return { top: document.elementFromPoint(x + width / 3, y + height / 9).tagName, covered };
      });
      assert.deepEqual(
        shows,
        { top: 'DIALOG', covered: 'rgb(255, 255, 255)' },
        'the dialog covers the board completely',
      );
      assert.deepEqual(await findings(page), []);
      await page.screenshot({ path: join(pictures, 'paused.png') });
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal(await values(page), EASY, 'keys write nothing during the pause');
      // The shown time can be one second late.
      await page.clock.runFor(3000);
      const after = seconds(await page.locator('.clock').textContent());
      assert.ok(after >= paused + 2 && after < paused + 60, `the time goes on from ${paused} s: ${after} s`);
    },
    { hash: `#${EASY}` },
  ));

test('letter shortcuts work with keyboards of other alphabets', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      await cell(page, 2).click();
      // The events of a Korean keyboard, of a Russian keyboard, and of an input method that does not report the key.
      const press = (key, code, more = {}) =>
        page.evaluate(
          ([init]) =>
            document.activeElement.dispatchEvent(
              new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
            ),
          [{ key, code, ...more }],
        );
      await press('ㄹ', 'KeyF');
      await page.getByLabel('row 1 column 3, marks 1 2 4').waitFor();
      await press('я', 'KeyZ', { ctrlKey: true });
      await page.getByLabel('row 1 column 3, blank').waitFor();
      await press('Process', 'KeyX');
      await page.getByRole('button', { name: 'Corner', pressed: true }).waitFor();
      await press('٣', 'Digit3');
      await page.getByLabel('row 1 column 3, marks 3').waitFor();
      await press('ㅗ', 'KeyH');
      await page.locator('.step-card h2').waitFor();
    },
    { hash: `#${EASY}` },
  ));

test('hints alone solve a puzzle of SE 7, by touch', () =>
  visit(
    async (page) => {
      await valuesSoon(page, HARD);
      await page.getByRole('tab', { name: 'Hint' }).tap();
      const hint = page.locator('#hint-next');
      const strong = () => page.locator('.link.bold:not(.key)');
      const { y } = await hint.boundingBox();
      let taps = 0;
      let chains = 0;
      for (let step = 0; step < 120 && !(await says(page)).includes('Solved'); step++) {
        const box = await hint.boundingBox();
        assert.ok(Math.abs(box.y - y) < 1, `the button does not move: ${box.y} after ${y}`);
        await hint.tap();
        taps += 1;
        await page.locator('.step-card h2').waitFor();
        const name = await page.locator('.step-card h2').textContent();
        if (/chain/i.test(name)) {
          await hint.tap();
          await hint.tap();
          taps += 2;
          chains += 1;
          await page.locator('.proof li').first().waitFor();
          assert.ok(
            await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
            'only the proof scrolls',
          );
          if (chains === 1) {
            const line = page.locator('.proof li[tabindex]').nth(1);
            await line.tap();
            // The first tap highlights the link of the line, and the second tap ends that.
            await strong().first().waitFor({ state: 'attached' });
            await page.screenshot({ path: join(pictures, 'touch-chain.png') });
            await line.tap();
            await strong().first().waitFor({ state: 'detached' });
            const middle = await page.evaluate(() => {
              const links = [...document.querySelectorAll('path.link.strong:not(.key)')];
              const link = links.reduce((a, b) => (a.getTotalLength() > b.getTotalLength() ? a : b));
              const { x, y } = link.getPointAtLength(link.getTotalLength() / 2).matrixTransform(link.getScreenCTM());
              return { x, y };
            });
            await page.touchscreen.tap(middle.x, middle.y);
            await page.locator('.proof .on').first().waitFor();
            assert.equal(await strong().count(), 1, 'a tap on a link highlights the link and its line');
          }
        }
        const before = step === 0 && (await values(page));
        await page.locator('button', { hasText: 'Apply' }).tap();
        taps += 1;
        await page.locator('.step-card h2').waitFor({ state: 'detached' });
        if (before) {
          assert.notEqual(await values(page), before);
          await page.getByRole('button', { name: 'Undo' }).tap();
          await valuesSoon(page, before);
          assert.equal(
            await page.locator('#tab-hint').getAttribute('aria-selected'),
            'true',
            'undo works while the steps are shown',
          );
        }
      }
      assert.ok((await says(page)).includes('Solved'), 'it is solved');
      assert.ok(chains > 0, 'the solution path contains a chain');
      assert.ok(taps < 250, `${taps} taps`);
      assert.equal(await page.evaluate(() => scrollY), 0, 'the page did not scroll');
    },
    { hash: `#${HARD}`, context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ));

test('a step hides other highlights, and a large net shows only the links of the selected line', () =>
  visit(
    async (page) => {
      await page.evaluate(() => localStorage.setItem('sudoku.settings', JSON.stringify({ scale: 'hodoku' })));
      await page.reload();
      await page.waitForSelector('.cell');
      await valuesSoon(page, TANGLED);
      await cell(page, 0).click();
      await page.keyboard.press('f');
      assert.ok((await page.locator('.mark.same').count()) > 0);
      for (let step = 0; step < 2; step++) {
        if (step > 0) await page.keyboard.press('Enter');
        await page.locator('.step-card h2').waitFor({ state: 'detached' });
        await page.keyboard.press('h');
        await page.locator('.step-card h2').waitFor();
      }
      await page.keyboard.press('h');
      await page.keyboard.press('h');
      await page.getByText('Too many links').waitFor();
      assert.equal(await page.locator('.mark.same').count(), 0);
      const drawn = () =>
        page.evaluate(() =>
          ['link.bold', 'link:not(.bold)', 'letter'].map(
            (what) => document.querySelectorAll(`.drawing .${what}`).length,
          ),
        );
      assert.deepEqual(await drawn(), [0, 0, 0], 'the page draws no links of a net with a hundred links');
      const told = page.locator('.proof .on');
      await page.keyboard.press('n');
      const first = await told.textContent();
      await page.keyboard.press('n');
      assert.notEqual(await told.textContent(), first);
      assert.equal(await page.locator('.drawing .link').count(), 1);
      await page.keyboard.press('b');
      assert.equal(await told.textContent(), first);
      // This line follows from three others, so it has three links.
      await page.locator('.proof li', { hasText: '(18, 21, 22)' }).click();
      assert.deepEqual(await drawn(), [3, 0, 4]);
      assert.ok((await page.locator('.drawing .far').count()) > 20, 'other parts of the board are dimmed');
      assert.deepEqual(await findings(page), []);
      await page.screenshot({ path: join(pictures, 'net.png') });
    },
    { hash: `#${TANGLED}` },
  ));

test('the path previews each step, and Apply moves the board to it', () =>
  visit(
    async (page) => {
      await valuesSoon(page, HARD);
      await page.keyboard.press('p');
      await page.locator('.steps li').first().waitFor();
      const number = await page.locator('.steps li').count();
      assert.ok(number > 60);
      for (let steps = 0; steps < 12; steps++) await page.keyboard.press('ArrowDown');
      assert.match(await page.locator('.strip').textContent(), /Preview of step 13\. Your board is kept/);
      assert.equal(await page.locator('.steps [aria-selected=true]').count(), 1);
      await page.keyboard.press('5');
      assert.match(
        await page.locator('.strip').textContent(),
        /Preview of step 13/,
        'keys write nothing during a preview',
      );
      await page.getByText('7.1 (first value').waitFor();
      await page.screenshot({ path: join(pictures, 'path.png') });
      await page.keyboard.press('Enter');
      assert.ok(await page.locator('.strip').isHidden());
      assert.equal((await values(page)).replace(/\./g, '').length, clues(HARD) + 9);
      await cell(page, 0).focus();
      await page.keyboard.press('Control+z');
      assert.equal(await values(page), HARD, 'one undo restores the board');
    },
    { hash: `#${HARD}` },
  ));

test('the address of a made puzzle has its ID and recreates it', () =>
  visit(async (page, context) => {
    await page.getByRole('link', { name: 'Create' }).click();
    await page.getByText('More conditions').click();
    await page.getByRole('button', { name: 'Make a puzzle' }).click();
    await page.waitForFunction(() => location.hash.startsWith('#id='));
    const made = await values(page);
    assert.ok(made.replace(/\./g, '').length >= 17);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.waitForSelector('.cell');
    await valuesSoon(other, made);
    // In the background, the first page would be drawn only once a second.
    await other.close();
    // Almost no puzzle has this difficulty, so the search runs until it is stopped.
    await page
      .locator('label', { hasText: /^Difficulty/ })
      .locator('select')
      .selectOption('se');
    await page.getByLabel('Difficulty from').fill('11');
    await page.getByRole('button', { name: 'Make a puzzle' }).click();
    await page.getByText(/^Searching: \d+ attempts/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.make .note', { hasText: 'Stopped.' }).waitFor();
    await page
      .locator('label', { hasText: /^Difficulty/ })
      .locator('select')
      .selectOption('');
    // A puzzle of a level of HoDoKu. The rating of its path shows the same level.
    await page
      .locator('label', { hasText: /^Difficulty/ })
      .locator('select')
      .selectOption('hodoku');
    const before = page.url();
    await page
      .locator('label', { hasText: /^Level/ })
      .locator('select')
      .selectOption('Medium');
    await page.getByRole('button', { name: 'Make a puzzle' }).click();
    await page.waitForFunction((old) => location.href !== old, before);
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.getByRole('tab', { name: 'Steps' }).click();
    await page.getByRole('button', { name: 'Show all steps' }).click();
    await page.locator('.ratings dd', { hasText: /^medium, \d+ points$/ }).waitFor();
    await page.getByRole('link', { name: 'Create' }).click();
    await page
      .locator('label', { hasText: /^Difficulty/ })
      .locator('select')
      .selectOption('');
    // The page refuses a pattern that no puzzle can have, and gives the reason.
    await page.getByText('Pattern').first().click();
    await page.locator('.pattern button').first().click();
    await page.getByRole('button', { name: 'Make a puzzle' }).click();
    await page.locator('.make .note').waitFor();
    await page.waitForFunction(() =>
      /clue|puzzle|pattern/i.test(document.querySelector('.make .note')?.textContent ?? ''),
    );
  }));

test('the puzzle on the board becomes minimal, harder and easier', () =>
  visit(
    async (page) => {
      const press = (name) => page.getByRole('button', { name, exact: true }).click();
      const note = async (words) => {
        const shown = page.locator('.change .note', { hasText: words });
        await shown.waitFor();
        return (await shown.textContent()).match(/[\d.]*\d/g).map(Number);
      };
      await page.getByRole('link', { name: 'Create' }).click();
      await press('Make it minimal');
      const [before, after] = await note(/^Clues: \d+ → \d+\.$/);
      const minimal = await values(page);
      assert.deepEqual([before, after, after < before], [clues(EASY), clues(minimal), true]);
      assert.ok([...minimal].every((digit, at) => digit === '.' || digit === EASY[at]));
      await press('Make it minimal');
      await page.locator('.change .note', { hasText: 'Minimal:' }).waitFor();
      assert.equal(await values(page), minimal);
      await page.keyboard.press('Control+z');
      await valuesSoon(page, EASY);
      assert.equal(await page.locator('.change .note').count(), 0);
      await press('Make it harder');
      const harder = await note(/^Rating: SE /);
      assert.ok(harder[0] === 1.2 && harder[1] > 1.2, `${harder}`);
      const hard = await values(page);
      await press('Make it easier');
      const easier = await note(new RegExp(`^Rating: SE ${harder[1].toFixed(1)} `));
      assert.ok(easier[1] < harder[1], `${easier}`);
      assert.equal(clues(await values(page)), clues(hard) + 1);
      await press('Undo');
      await valuesSoon(page, hard);
      await press('Make it easier');
      await note(/^Rating/);
      await press('Play it');
      await page.locator('.pad').waitFor();
    },
    { hash: `#${EASY}` },
  ));

test('a change can be stopped, and does not overwrite a board that changed in the meantime', () =>
  visit(
    async (page) => {
      await page.getByRole('link', { name: 'Create' }).click();
      const harder = page.getByRole('button', { name: 'Make it harder' });
      await harder.click();
      const stop = page.getByRole('button', { name: 'Stop' });
      await stop.click();
      await page.locator('.change .note', { hasText: 'Stopped.' }).waitFor();
      await harder.click();
      await stop.waitFor();
      // A request for a new puzzle ends the change.
      await page.getByText('More conditions').click();
      const difficulty = page.locator('label', { hasText: /^Difficulty/ }).locator('select');
      await difficulty.selectOption('se');
      await page.getByLabel('Difficulty from').fill('11');
      await page.getByRole('button', { name: 'Make a puzzle' }).click();
      await page.locator('.change .note', { hasText: 'Stopped.' }).waitFor();
      await stop.click();
      await page.locator('.make .note', { hasText: 'Stopped.' }).waitFor();
      await harder.click();
      await cell(page, 2).focus();
      await page.keyboard.press('1');
      await stop.waitFor({ state: 'hidden' });
      assert.equal(await page.locator('.change .note').count(), 0);
      assert.equal(clues(await values(page)), clues(SLOW) + 1);
      await page.getByRole('link', { name: 'Create' }).click();
      const open = '12'.padEnd(81, '.');
      await paste(page, open);
      await valuesSoon(page, open);
      await harder.click();
      await page.locator('.change .note', { hasText: 'At least two solutions' }).waitFor();
    },
    { hash: `#${SLOW}` },
  ));

test('the page solves a dropped list, and sorts and saves the results', () =>
  visit(async (page) => {
    const lines = Array.from({ length: 3000 }, (_, at) =>
      at % 3 === 0 ? HARD : at % 3 === 1 ? EASY : at === 2 ? 'rubbish' : SOLVED,
    ).join('\n');
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'list.txt'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, lines);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('3,000 puzzles; 3,000 shown').first().waitFor();
    assert.match(await page.locator('[role=status]').textContent(), /1 line could not be read/);
    await page.getByRole('button', { name: /^Guesses/ }).click();
    await page.locator('th[aria-sort=descending]').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the results' }).click();
    const saved = readFileSync(await (await download).path(), 'utf8').split('\n');
    assert.equal(saved.length, 3002);
    assert.ok(saved.filter((line) => line.startsWith(EASY)).every((line) => line.startsWith(`${EASY},${SOLVED},1,`)));
    await page.getByLabel('Task').selectOption('1');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForFunction(() => /^[1-9][\d,]* of /.test(document.querySelector('[role=status]').textContent));
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.rows td.puzzle').first().waitFor();
    await page.screenshot({ path: join(pictures, 'lists.png') });
    await page.getByRole('button', { name: 'Try a sample' }).click();
    await page.getByLabel('Task').selectOption('0');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('4 puzzles; 4 shown').first().waitFor();
  }));

test('the results of a list contain none of the list before it', () =>
  visit(async (page) => {
    await page.evaluate(
      ([first, second]) => {
        for (const text of [first, second]) {
          const data = new DataTransfer();
          data.items.add(new File([text], 'list.txt'));
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
          const start = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Start');
          start.click();
          if (!start.disabled) throw new Error('the button Start is enabled while a list runs');
        }
      },
      [`${HARD}\n`.repeat(3000), `${EASY}\n`.repeat(1000)],
    );
    await page.getByText('1,000 puzzles; 1,000 shown').first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the results' }).click();
    const saved = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
    assert.equal(saved.length, 1000);
    assert.ok(saved.every((line) => line.startsWith(`${EASY},${SOLVED},1,`)));
  }));

test('a reload and a second tab keep the board', () =>
  visit(
    async (page, context) => {
      await valuesSoon(page, EASY);
      await cell(page, 2).click();
      await page.keyboard.press('4');
      await keptSoon(page, `534${EASY.slice(3)}`);
      await page.reload();
      await page.waitForSelector('.cell');
      assert.equal((await values(page))[2], '4');
      await page.keyboard.press('Control+z');
      assert.equal((await values(page))[2], '.', 'undo goes back to moves before the reload');
      await cell(page, 2).click();
      await page.keyboard.press('4');
      await keptSoon(page, `534${EASY.slice(3)}`);
      // A second tab continues with a copy, and no tab overwrites the other.
      const other = await context.newPage();
      await other.goto(address);
      await other.waitForSelector('.cell');
      await valuesSoon(other, `534${EASY.slice(3)}`);
      await cell(other, 3).click();
      await other.keyboard.press('6');
      await cell(page, 5).click();
      await page.keyboard.press('8');
      for (const kept of [`534.78${EASY.slice(6)}`, `53467.${EASY.slice(6)}`]) await keptSoon(page, kept);
      await page.reload();
      await other.reload();
      assert.equal((await values(page)).slice(0, 6), '534.78');
      assert.equal((await values(other)).slice(0, 6), '53467.');
    },
    { hash: `#${EASY}` },
  ));

test('a key just before a crash is kept, even with a long history', () =>
  visit(
    async (page, context) => {
      await valuesSoon(page, EASY);
      await cell(page, 2).click();
      const digits = Array.from({ length: 410 }, (_, moves) => String(1 + (moves % 9)));
      await pressAtOnce(page, digits);
      await page.keyboard.press('4');
      const session = await context.newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      // The command never returns, because it ends the process that receives it.
      session.send('Page.crash').catch(() => undefined);
      await crashed;
      const other = await context.newPage();
      await other.goto(address);
      await other.waitForSelector('.cell');
      await valuesSoon(other, `534${EASY.slice(3)}`);
      await other.keyboard.press('Control+z');
      assert.equal((await values(other))[2], '5', 'the history is kept');
    },
    { hash: `#${EASY}` },
  ));

test('the next tab has the board of a closed tab', () =>
  visit(
    async (page, context) => {
      await valuesSoon(page, EASY);
      await cell(page, 2).click();
      await page.keyboard.press('4');
      // The tab closes immediately, so the page must store the board before it ends.
      await page.close({ runBeforeUnload: true });
      const other = await context.newPage();
      await other.goto(address);
      await other.waitForSelector('.cell');
      await valuesSoon(other, `534${EASY.slice(3)}`);
    },
    { hash: `#${EASY}` },
  ));

test('an endless count blocks no other request, can be stopped, and keeps the board', () =>
  visit(
    async (page) => {
      // This count adds ten thousand million products, which takes at least some minutes.
      const endless = '1.........2.........3.........4.........5.........6.........7.........8.........9';
      await paste(page, endless);
      await valuesSoon(page, endless);
      const tab = (name) => page.getByRole('tab', { name }).click();
      const stop = page.getByRole('button', { name: 'Stop', exact: true });
      const start = async () => {
        await tab('Check');
        await page.getByRole('button', { name: 'Count the solutions' }).click();
        await page
          .getByText(/^At least [\d,]+ solutions; still counting after \d+ s …$/)
          .first()
          .waitFor();
        assert.ok(await stop.isVisible());
      };
      await start();
      // The time goes on even while the number does not change.
      await page
        .getByText(/; still counting after [2-9] s …$/)
        .first()
        .waitFor();
      await stop.click();
      await page
        .getByText(/^Stopped at [\d,]+ solutions\.$/)
        .first()
        .waitFor();
      assert.equal(await values(page), endless);
      // Another request ends the count.
      await start();
      await page.keyboard.press('k');
      await page
        .getByText(/^At least two solutions/)
        .first()
        .waitFor();
      // A move ends the count, so the next request is answered.
      await start();
      await cell(page, 1).click();
      await page.keyboard.press('5');
      assert.equal((await values(page))[1], '5');
      assert.ok(await stop.isHidden());
      await page.keyboard.press('k');
      await page
        .getByText(/^At least two solutions/)
        .first()
        .waitFor();
      // The page reloads during the count.
      await start();
      const moved = `15${endless.slice(2)}`;
      await keptSoon(page, moved);
      await page.reload();
      await page.waitForSelector('.cell');
      await valuesSoon(page, moved);
      await cell(page, 1).click();
      await page.keyboard.press('Control+z');
      assert.equal(await values(page), endless, 'undo works after the reload');
    },
    { hash: `#${EASY}` },
  ));

test('a repeated check does not end the rating of the path', () =>
  visit(
    async (page) => {
      await paste(page, SLOW);
      await valuesSoon(page, SLOW);
      await page.getByRole('tab', { name: 'Steps' }).click();
      await page.getByRole('button', { name: 'Show all steps' }).click();
      await page.locator('.ratings').waitFor();
      // At the second press, the first check still waits for the ratings.
      await page.keyboard.press('k');
      await page.keyboard.press('k');
      await page
        .getByText(/^Proper: there is exactly one/)
        .first()
        .waitFor();
      await page.getByRole('tab', { name: 'Steps' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.ratings dd').length === 3);
      const ratings = await page.locator('.ratings dd').allTextContents();
      assert.ok(
        ratings.every((text) => /\d/.test(text)),
        ratings.join(),
      );
    },
    { hash: `#${EASY}` },
  ));

test('a file of 100 MB without a puzzle gives a message, and a count can be stopped', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      const open = `${EASY.slice(0, 9)}${'.'.repeat(72)}`;
      await paste(page, open);
      await valuesSoon(page, open);
      await page.getByRole('tab', { name: 'Check' }).click();
      // Stops the count before it can end.
      await page.evaluate(() => {
        const button = (words) =>
          [...document.querySelectorAll('.side button')].find((one) => one.textContent === words);
        button('Count the solutions').click();
        button('Stop').click();
      });
      await page
        .getByText(/^Stopped at [\d,]+ solutions\.$/)
        .first()
        .waitFor();
      await page.evaluate(() => {
        const part = 'no puzzle at all '.repeat(1 << 16).slice(0, 1 << 20);
        const data = new DataTransfer();
        data.items.add(new File(new Array(100).fill(part), 'large.txt'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        // Measures how long the file blocks the page.
        window.longest = 0;
        let last = performance.now();
        setInterval(() => {
          window.longest = Math.max(window.longest, performance.now() - last);
          last = performance.now();
        }, 10);
      });
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByText('0 puzzles; 0 shown').first().waitFor();
      assert.match(await page.locator('[role=status]').textContent(), /could not be read/);
      const longest = await page.evaluate(() => window.longest);
      console.log(`100 MB without a puzzle: the page was blocked for at most ${longest.toFixed(0)} ms`);
      assert.ok(longest < 2000, `${longest} ms`);
    },
    { hash: `#${EASY}` },
  ));

test('old addresses are opened, and broken addresses give a message', () =>
  visit(
    async (page) => {
      await saysSoon(page, 'The link does not contain a valid puzzle');
      for (const hash of [EASY.replaceAll('.', '0'), `puzzle=${HARD}`, encodeURIComponent(EASY)]) {
        await page.evaluate((wanted) => {
          location.hash = wanted;
        }, hash);
        await valuesSoon(page, hash.includes(HARD) ? HARD : EASY);
      }
      for (const hash of ['id=NOPE', '%E0%A4%A', '<script>', EASY.slice(1)]) {
        await page.evaluate((wanted) => {
          document.querySelector('output.says').textContent = '';
          location.hash = wanted;
        }, hash);
        await saysSoon(page, 'The link does not contain a valid puzzle');
        assert.equal(await values(page), EASY, 'the board is unchanged');
      }
    },
    { hash: '#rubbish' },
  ));

test('addresses with a query are opened like those of other pages', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      // The page moves the puzzle behind #, because browsers do not send that part to the host.
      const visitAt = async (search) => {
        await page.goto(`${address}${search}`);
        await page.waitForSelector('.cell');
      };
      for (const [search, wanted] of [
        [`?puzzle=${HARD}`, HARD],
        [`?s=${EASY.replaceAll('.', '0')}&from=mail`, EASY],
        [`?${HARD}`, HARD],
      ]) {
        await visitAt(search);
        await valuesSoon(page, wanted);
        await page.waitForFunction((hash) => location.search === '' && location.hash === hash, `#${wanted}`);
      }
      // Tracking parameters of other sites give no message, and do not hide the board.
      await visitAt('?fbclid=IwAR1aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcdefghij&utm_id=120214567890123456');
      await page
        .getByRole('button', { name: /^Continue: / })
        .or(page.getByRole('button', { name: 'Start today’s puzzle' }))
        .first()
        .waitFor();
      await valuesSoon(page, HARD);
      assert.equal(await says(page), '');
      await visitAt('?id=080YM3R7YC&utm_source=a-long-newsletter');
      await saysSoon(page, 'The link contains the ID 080YM3R7YC.');
      await visitAt(`?puzzle=${HARD}`);
      await valuesSoon(page, HARD);
      await visitAt(`?puzzle=${EASY.slice(3)}`);
      await saysSoon(page, 'The link does not contain a valid puzzle. Your board is unchanged. line 1, column 79');
      assert.equal(await values(page), HARD);
      // The part behind # has priority.
      await visitAt(`?puzzle=${HARD}#${EASY}`);
      await valuesSoon(page, EASY);
      await paste(page, `https://example.org/sudoku?puzzle=${HARD}`);
      await valuesSoon(page, HARD);
    },
    { hash: `?puzzle=${EASY}` },
  ));

test('a copy of a tab is detected, and a reload does not count as a copy', () =>
  visit(
    async (page, context) => {
      await valuesSoon(page, EASY);
      await page.reload();
      await valuesSoon(page, EASY);
      // The last save of the former page arrives late.
      const name = await page.evaluate(() => {
        const tab = sessionStorage.getItem('sudoku.tab');
        const key = `sudoku.board.${tab}`;
        dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }));
        return tab;
      });
      assert.equal(await says(page), '');
      const copy = await context.newPage();
      await copy.addInitScript((tab) => {
        sessionStorage.setItem('sudoku.tab', tab);
        // The clock of the copy is one hour ahead. So the page does not take its save for a late one of the former page,
        // and the copy ignores all saves of the page.
        const { now } = Date;
        Date.now = () => now() + 3_600_000;
      }, name);
      await copy.goto(page.url());
      await valuesSoon(copy, EASY);
      await cell(copy, 2).click();
      await copy.keyboard.press('4');
      await saysSoon(page, 'This board is also open in another tab.');
      assert.notEqual(await page.evaluate(() => sessionStorage.getItem('sudoku.tab')), name);
    },
    { hash: `#${EASY}` },
  ));

test('a message says that the browser blocks storage', () =>
  visit(
    async (page) => {
      await cell(page, 0).click();
      await page.keyboard.press('1');
      await saysSoon(page, 'Your browser blocks storage. Copy the link to save your board.');
      assert.equal((await values(page))[0], '1');
    },
    {
      hash: `#${'.'.repeat(81)}`,
      setup: (context) =>
        context.addInitScript(() => {
          for (const name of ['localStorage', 'sessionStorage']) {
            Object.defineProperty(window, name, {
              get() {
                throw new DOMException('no', 'SecurityError');
              },
            });
          }
        }),
    },
  ));

test('a board is kept when other data fills the storage', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      await cell(page, 2).click();
      await page.keyboard.press('f');
      await page.evaluate(() => {
        for (let size = 1e6; size >= 1; size = Math.floor(size / 10)) {
          try {
            for (let at = 0; ; at++) localStorage.setItem(`other.${size}.${at}`, '1'.repeat(size));
          } catch {
            // A smaller value can still fit.
          }
        }
      });
      await page.keyboard.press('4');
      await keptSoon(page, `534${EASY.slice(3)}`);
      assert.equal(await says(page), '');
      for (let move = 0; move < 40; move++) await page.keyboard.press(String(1 + (move % 9)));
      await page.reload();
      await page.waitForSelector('.cell');
      assert.equal((await values(page))[2], '4');
    },
    { hash: `#${EASY}` },
  ));

test('the page works without a network after the first visit', () =>
  visit(
    async (page, context) => {
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => caches.keys().then((names) => names.length > 0));
      await page.reload();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await context.setOffline(true);
      await page.reload();
      await page.waitForSelector('.cell');
      await valuesSoon(page, EASY);
      await page.keyboard.press('k');
      await page.getByText('Proper: there is exactly one solution.').first().waitFor();
      await page.getByRole('button', { name: 'Menu' }).click();
      const license = await page.getByRole('link', { name: 'Licenses of libraries' }).getAttribute('href');
      assert.match(await page.evaluate((file) => fetch(file).then((reply) => reply.text()), license), /MIT|Copyright/);
    },
    { hash: `#${EASY}` },
  ));

test('the module for variants loads when storage is full', {
  skip: process.env.PAGE !== undefined,
}, async () => {
  const heard = {};
  const cache = {
    match: async () => undefined,
    put: async () => {
      throw new DOMException('', 'QuotaExceededError');
    },
  };
  runInNewContext(readFileSync(join(folder, 'sw.js'), 'utf8'), {
    URL,
    location: { origin: 'http://localhost' },
    caches: { open: async () => cache, match: cache.match },
    fetch: async () => new Response('module'),
    addEventListener: (name, listener) => {
      heard[name] = listener;
    },
  });
  const variants = readdirSync(folder).find((name) => /^variants-\w+\.wasm$/.test(name));
  let answer;
  heard.fetch({
    request: new Request(`http://localhost/${variants}`),
    respondWith: (reply) => {
      answer = reply;
    },
  });
  assert.equal(await (await answer).text(), 'module');
});

test('an open tab keeps working after a new version and when the host fails', {
  skip: process.env.PAGE !== undefined,
}, async () => {
  const host = mkdtempSync(join(tmpdir(), 'page-'));
  cpSync(folder, host, { recursive: true });
  const types = {
    '.css': 'text/css',
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
  };
  let fails = false;
  const served = createServer((request, response) => {
    const name = new URL(request.url, 'http://localhost').pathname.replace(/\/$/, '/index.html');
    const status = fails ? 503 : readdirSync(host).includes(name.slice(1)) ? 200 : 404;
    response.writeHead(status, {
      'content-type': types[extname(name)] ?? 'application/json',
      'cache-control': 'no-cache',
    });
    response.end(status === 200 ? readFileSync(join(host, name)) : '');
  });
  await new Promise((done) => served.listen(0, '127.0.0.1', done));
  try {
    await visit(
      async (page, context) => {
        await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
        // The next version has another worker, and other files that name it.
        const [, version] = /sudoku-([0-9a-f]{10})/.exec(readFileSync(join(host, 'sw.js'), 'utf8'));
        const old = readdirSync(host).find((name) => name.startsWith('worker-'));
        renameSync(join(host, old), join(host, 'worker-NEXT.js'));
        for (const name of readdirSync(host).filter((one) => one.endsWith('.js'))) {
          const text = readFileSync(join(host, name), 'utf8');
          writeFileSync(join(host, name), text.replaceAll(old, 'worker-NEXT.js').replaceAll(version, '0123456789'));
        }
        await page.evaluate(async () => {
          const changed = new Promise((done) =>
            navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
          );
          await (await navigator.serviceWorker.ready).update();
          await changed;
        });
        await page.waitForFunction(() => navigator.serviceWorker.controller.state === 'activated');
        assert.deepEqual(await page.evaluate(() => caches.keys()), [`sudoku-${version}`, 'sudoku-0123456789']);
        await valuesSoon(page, EASY);
        // A check needs a worker that this tab has not started yet.
        await page.keyboard.press('k');
        await page.getByText('Proper: there is exactly one solution.').first().waitFor();
        fails = true;
        const other = await context.newPage();
        await other.goto(`http://127.0.0.1:${served.address().port}/#${SOLVED}`);
        await valuesSoon(other, SOLVED);
      },
      { at: `http://127.0.0.1:${served.address().port}/`, hash: `#${EASY}` },
    );
  } finally {
    served.closeAllConnections();
    served.close();
    rmSync(host, { recursive: true });
  }
});

test('a key changes the screen within 50 ms', () =>
  visit(
    async (page) => {
      await valuesSoon(page, HARD);
      await cell(page, 0).focus();
      await page.keyboard.press('f');
      await page.evaluate(() => {
        window.times = [];
        addEventListener('keydown', () => performance.mark('key'), { capture: true });
        addEventListener('keydown', () =>
          queueMicrotask(() =>
            queueMicrotask(() => {
              // This call forces the layout, the last work before painting, so the measurement includes it.
              document.querySelector('.drawing').getBoundingClientRect();
              window.times.push(performance.measure('answer', 'key').duration);
            }),
          ),
        );
      });
      const keys = ['1', 'ArrowRight', '9', 'ArrowDown', '2', 'Control+z', 'Shift+Digit4', 'ArrowLeft', 'Delete', 'f'];
      for (let round = 0; round < 4; round++) for (const key of keys) await page.keyboard.press(key);
      const times = (await page.evaluate(() => window.times)).sort((a, b) => a - b);
      const [median, worst] = [times[Math.floor(times.length / 2)], times[Math.floor(times.length * 0.95)]];
      // A move of the cursor to another digit creates no elements.
      const cells = Array.from({ length: 81 }, (_, at) => at).filter((at) => HARD[at] !== '.');
      await cell(page, cells[0]).focus();
      await page.evaluate(() => {
        window.made = 0;
        new MutationObserver((all) => {
          for (const { addedNodes } of all) window.made += addedNodes.length;
        }).observe(document.querySelector('.board'), { childList: true, subtree: true });
      });
      for (const at of cells.slice(1, 9)) {
        await cell(page, at).focus();
        await page.waitForFunction((one) => document.querySelectorAll('.cells .cell')[one].tabIndex === 0, at);
      }
      assert.ok((await page.locator('.mark.same').count()) > 0, 'the digit of the cursor is highlighted');
      assert.equal(await page.evaluate(() => window.made), 0, 'number of new elements');
      console.log(`key to changed screen: median ${median.toFixed(2)} ms, 95th percentile ${worst.toFixed(2)} ms`);
      // An idle machine needs less than 5 ms. The limit is higher because the test machine has other work.
      assert.ok(median < 50, `${median} ms`);
    },
    { hash: `#${HARD}` },
  ));

test('the board of the page is the element, with its properties and events', () =>
  visit(
    async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('.given').length > 16);
      await page.evaluate(() => {
        window.told = [];
        for (const name of ['change', 'cellselect', 'solve']) {
          document.addEventListener(name, ({ target }) => window.told.push(`${target.localName} ${name}`));
        }
      });
      await cell(page, 0).click();
      await cell(page, 2).click();
      await page.keyboard.press('1');
      const board = await page.evaluate(() => {
        const { puzzle, values, selected, step } = document.querySelector('sudoku-board');
        return { puzzle, values, selected, step };
      });
      assert.deepEqual(board, { puzzle: EASY, values: EASY.replace('53.', '531'), selected: [2], step: null });
      const told = ['cellselect', 'cellselect', 'change'].map((name) => `sudoku-board ${name}`);
      assert.deepEqual(await page.evaluate(() => window.told), told);
    },
    { hash: `#${EASY}` },
  ));

test('a slow phone shows the board within the time limit', () =>
  visit(
    async (_, context) => {
      const phone = await context.newPage();
      const session = await context.newCDPSession(phone);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 60,
        downloadThroughput: 9e6 / 8,
        uploadThroughput: 9e6 / 8,
      });
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await phone.goto(address, { waitUntil: 'commit' });
      await phone.waitForSelector('.cell');
      const [drawn] = await phone.evaluate(() =>
        performance.getEntriesByName('drawn').map(({ startTime }) => startTime),
      );
      console.log(`first board at a quarter of the speed, 9 Mbit/s, 60 ms: ${Math.round(drawn)} ms`);
      // An idle machine needs less than a second. The limit is higher because the test machine has other work.
      assert.ok(drawn < 20_000, `${drawn} ms`);
    },
    { context: { viewport: { width: 390, height: 844 } } },
  ));

test('sharing and printing', () =>
  visit(
    async (page, context) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await valuesSoon(page, EASY);
      await cell(page, 2).click();
      await page.keyboard.press('4');
      await page.getByRole('button', { name: 'Share' }).click();
      const link = await copied(page, () =>
        page.getByRole('button', { name: 'Copy the link with my entries' }).click(),
      );
      await page.getByText('Copied.').waitFor();
      assert.deepEqual(await findings(page), []);
      const png = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as PNG' }).click();
      assert.equal(
        readFileSync(await (await png).path())
          .subarray(1, 4)
          .toString(),
        'PNG',
      );
      const svg = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as SVG' }).click();
      assert.match(readFileSync(await (await svg).path(), 'utf8'), /<svg.*class="given"/s);
      await page.getByRole('button', { name: 'Copy as text' }).click();
      await page.keyboard.press('Escape');
      await page.emulateMedia({ media: 'print' });
      assert.ok(await page.locator('.side').isHidden());
      await page.screenshot({ path: join(pictures, 'print.png') });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const colours = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color, getComputedStyle(document.querySelector('.given')).fill];
      });
      assert.deepEqual(
        colours,
        ['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)'],
        'black on white in every theme',
      );
      await page.emulateMedia({ media: null, colorScheme: null });
      await page.evaluate(() => {
        window.print = () => {
          window.printed = document.querySelectorAll('.sheet figure').length;
        };
      });
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('button', { name: 'Print a sheet' }).click();
      await page.waitForFunction(() => window.printed === 8);
      await page.emulateMedia({ media: 'print' });
      await page.screenshot({ path: join(pictures, 'print-sheet.png'), fullPage: true });
      const other = await context.newPage();
      await other.goto(link);
      await other.waitForSelector('.cell');
      await valuesSoon(other, `534${EASY.slice(3)}`);
    },
    { hash: `#${EASY}` },
  ));

test('the reason for the end of a path is in the language of the page', () =>
  visit(
    async (page) => {
      await page.getByRole('tab', { name: '풀이' }).click();
      await page.getByRole('button', { name: '풀이 보기' }).click();
      await page.getByText('풀이의 끝: 다 풀림.').waitFor();
    },
    { hash: `#${EASY}`, context: { locale: 'ko-KR' } },
  ));

test('every part is accessible in each language and theme, at three sizes', async (t) => {
  const sizes = { phone: [390, 844], tablet: [820, 1100], desk: [1200, 900] };
  for (const [size, [width, height]] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark']) {
      const locale = colorScheme === 'light' ? 'en-US' : 'ko-KR';
      const isKorean = locale === 'ko-KR';
      await t.test(`${size}, ${colorScheme}, ${locale}`, () =>
        visit(
          async (page) => {
            await page.waitForFunction(() => document.querySelectorAll('.given').length === 27);
            assert.equal(await page.evaluate(() => document.documentElement.lang), isKorean ? 'ko' : 'en');
            const picture = (name) => page.screenshot({ path: join(pictures, `${name}-${size}-${colorScheme}.png`) });
            const look = async (name) => {
              assert.deepEqual(await findings(page), [], `${name}, ${size}, ${colorScheme}`);
              assert.ok(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                `${name} fits ${size}`,
              );
              await picture(name);
            };
            await cell(page, 0).focus();
            await page.keyboard.press('f');
            await look('pad');
            if (size === 'tablet') {
              const [board, side] = [
                await page.locator('.board').boundingBox(),
                await page.locator('.side').boundingBox(),
              ];
              assert.ok(
                board.width >= 560 && side.y - board.y - board.height <= 36,
                'the panel is directly below the board',
              );
            }
            await page.keyboard.press('h');
            await page.locator('.step-card h2').waitFor();
            await page.keyboard.press('h');
            await page.keyboard.press('h');
            await page.locator('.proof > li').first().waitFor();
            await look('hint');
            // Each line of the explanation is in the language of the page.
            const lines = await page.locator('.proof > li').allTextContents();
            assert.ok(lines.length > 0);
            for (const line of lines) assert.equal(/[가-힣]/.test(line), isKorean, line);
            // The other parts are checked twice: in English on a phone by day, and in Korean on a desk at night.
            if ((size === 'phone' && !isKorean) || (size === 'desk' && isKorean)) {
              await page.keyboard.press('p');
              await page.locator('.steps li').nth(20).waitFor();
              for (let steps = 0; steps < 14; steps++) await page.keyboard.press('ArrowDown');
              await look('path');
              await page.getByRole('tab').last().click();
              await page.keyboard.press('k');
              await page.locator('.side .result p').first().waitFor();
              await look('check');
              for (const place of ['create', 'lists', 'algorithms']) {
                // On a phone, the first screen has the navigation.
                if (place === 'create' && size === 'phone') await page.locator('.home-link').click();
                await page.locator(`nav [data-place=${place}]`).click();
                await page.locator(`main.${place}`).waitFor();
                if (place === 'algorithms') {
                  await page.locator('.lessons').waitFor();
                  for (const algorithm of ['all', 'board', 'mrv', 'bitmask']) {
                    await page.locator(`[data-value=${algorithm}]`).click();
                    await pressAtOnce(page, Array(40).fill('ArrowRight'));
                    await look(`algorithm-${algorithm}`);
                  }
                  await page.locator('.lessons select').nth(1).selectOption('early');
                  await page.locator('.controls button').nth(3).click();
                }
                await look(`place-${place}`);
              }
              await page.getByRole('button', { name: isKorean ? '메뉴' : 'Menu' }).click();
              await look('menu');
            }
          },
          {
            hash: `#${HARD}`,
            context: {
              viewport: { width, height },
              colorScheme,
              locale,
              reducedMotion: 'reduce',
              hasTouch: size !== 'desk',
            },
          },
        ),
      );
    }
  }
});

test('the menu has help in both languages, about every part of the page', async () => {
  for (const [locale, menu, title] of [
    ['en-US', 'Menu', 'Help'],
    ['ko-KR', '메뉴', '도움말'],
  ]) {
    await visit(
      async (page) => {
        await page.getByRole('button', { name: menu }).click();
        await page.getByRole('heading', { name: title }).waitFor();
        const entries = page.locator('dialog details');
        assert.equal(await entries.count(), 10);
        for (const entry of await entries.all()) {
          assert.ok(await entry.locator('p').isHidden());
          await entry.locator('summary').press('Enter');
          assert.ok((await entry.locator('p').textContent()).length > 40);
          assert.ok(await entry.locator('p').isVisible());
        }
        // The help quotes the labels of buttons exactly.
        const named = (await entries.allTextContents()).join(' ').matchAll(/“([^”]+)”/g);
        const source = readFileSync(join(root, `web/page/src/text/${locale.slice(0, 2)}.ts`), 'utf8');
        for (const [, words] of named) assert.ok(words.startsWith('sudoku') || source.includes(`: '${words}'`), words);
        assert.ok(locale === 'en-US' || (await entries.first().evaluate((one) => /[가-힣]/.test(one.textContent))));
        assert.deepEqual(await findings(page), []);
      },
      { context: { locale } },
    );
  }
});

test("the page works with high contrast and the system's colors", () =>
  visit(
    async (page) => {
      await page.evaluate(() => localStorage.setItem('sudoku.settings', JSON.stringify({ theme: 'contrast' })));
      await page.reload();
      await page.waitForSelector('.cell');
      await page.keyboard.press('h');
      await page.locator('.step-card h2').waitFor();
      assert.deepEqual(await findings(page), []);
      await page.screenshot({ path: join(pictures, 'contrast.png') });
      await page.emulateMedia({ forcedColors: 'active' });
      await page.screenshot({ path: join(pictures, 'forced-colors.png') });
    },
    { hash: `#${HARD}` },
  ));
