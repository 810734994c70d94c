// Tests the lessons in a browser. visit.mjs describes the environment variables.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  address,
  answered,
  equalsSoon,
  findings,
  hold,
  holding,
  middleOf,
  pictures,
  release,
  touchScreen,
  visit,
} from './visit.mjs';

const exercise = (page) => page.locator('.exercise');
const verdict = (page) => page.locator('.exercise .verdict');
const press = (page, name) => exercise(page).getByRole('button', { name, exact: true }).click();
/** Returns the labels of the cells of the exercise for a screen reader. */
const described = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.exercise .cell')].map((one) => one.getAttribute('aria-label')));
const blankOf = (cells) => cells.findIndex((words) => words.includes('marks'));
/** Waits for the board of an exercise. */
const ready = (page) => page.locator('.exercise .mark').first().waitFor();
const lesson = (name, work, options = {}) =>
  visit(
    async (page, context) => {
      await ready(page);
      await work(page, context);
    },
    { hash: `#learn=${name}`, wait: '.exercise .cell', ...options },
  );

/** Records the examples that the engine sends to the page, which contain the answers. */
const captureExamples = (context) =>
  context.addInitScript(() => {
    window.examples = [];
    const Original = Worker;
    window.Worker = class extends Original {
      constructor(...all) {
        super(...all);
        this.addEventListener('message', ({ data }) => {
          if (data.ok?.example) window.examples.push(data.ok.example);
        });
      }
    };
  });
const step = (page) => page.evaluate(() => window.examples.at(-1).step);

test('the list has the techniques of each scale by level, with their definitions', () =>
  visit(
    async (page) => {
      assert.equal(await page.locator('.techniques a').first().getAttribute('href'), '#learn=rules');
      const levels = () => page.locator('.level-row h3').allTextContents();
      assert.deepEqual(await levels(), ['Easy', 'Medium', 'Hard', 'Expert', 'Fiend']);
      assert.match(await page.locator('[data-technique=x-wing]').textContent(), /^X-WingAll places of a digit/);
      assert.match(await page.locator('.level-row').first().textContent(), /0 of \d+ learned/);
      await page.getByLabel('Scale').selectOption('hodoku');
      await page.locator('[data-technique=mutant-jellyfish]').waitFor();
      assert.deepEqual(await levels(), ['easy', 'medium', 'hard', 'unfair', 'extreme']);
      assert.equal(await page.evaluate(() => document.activeElement.tagName), 'SELECT');
      assert.deepEqual(await findings(page), []);
      await page.screenshot({ path: join(pictures, 'learn.png') });
    },
    { hash: '#learn', wait: '[data-technique=x-wing]' },
  ));

test('a link leads a new visitor from the first screen to the rules, and another one from there to a puzzle', () =>
  visit(async (page) => {
    await page.getByRole('link', { name: 'New to Sudoku? The rules' }).click();
    await page.getByRole('heading', { name: 'The rules of Sudoku' }).waitFor();
    assert.equal(await page.locator('.rules li').count(), 3);
    assert.equal(await page.locator('.lesson-part .tint.house, .lesson-part .tint.group').count(), 21);
    assert.deepEqual(await findings(page), []);
    await page.screenshot({ path: join(pictures, 'learn-rules.png') });
    await page.getByRole('button', { name: 'Play an easy puzzle' }).click();
    await page.locator('.tabs').waitFor();
  }));

test('a lesson shows an example, its proof and an exercise, and links lead on and back', () =>
  lesson('x-wing', async (page) => {
    assert.match(await page.title(), /^X-Wing – /);
    assert.match(await page.locator('.meaning').textContent(), /^All places of a digit in two parallel lines/);
    const example = page.locator('.lesson-part').first();
    assert.ok((await example.locator('.proof li').count()) > 1);
    assert.ok((await example.locator('.out').count()) > 0);
    assert.equal(await exercise(page).locator('.out').count(), 0, 'the exercise hides the step');
    await page.screenshot({ path: join(pictures, 'learn-lesson.png'), fullPage: true });
    await page.locator('.neighbours a').last().click();
    await page.waitForFunction(() => document.querySelector('main h2').textContent !== 'X-Wing');
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H2');
    const name = await page.evaluate(() => location.hash.slice('#learn='.length));
    await page.getByRole('link', { name: '‹ All techniques' }).press('Enter');
    await page.locator('.techniques').first().waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.technique), name);
    await page.goBack();
    await page.locator('.meaning').waitFor();
  }));

test('on a phone, the result of an exercise is in view below its board', () =>
  lesson(
    'naked-pair',
    async (page) => {
      const isInView = (what) =>
        page.locator(what).evaluate((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          // The navigation bar is at the bottom.
          return top >= 0 && bottom <= document.querySelector('header nav').getBoundingClientRect().top;
        });
      await page.getByRole('button', { name: 'Check' }).tap();
      await verdict(page).filter({ hasText: 'Select a cell' }).waitFor();
      assert.ok(await isInView('.exercise .verdict'));
      await press(page, 'Show me');
      await page.locator('.exercise .effect').waitFor();
      assert.ok(await isInView('.exercise .effect'));
      assert.ok(await isInView('.exercise .board'));
    },
    { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ));

test('an exercise is solved with the keyboard, its progress is kept, and a wrong answer is reported', () =>
  lesson(
    'naked-pair',
    async (page) => {
      await page.locator('.exercise .cell').first().focus();
      await page.keyboard.press('Enter');
      assert.equal(await verdict(page).textContent(), 'Select a cell and press a digit first.');
      const { eliminations } = await step(page);
      const go = async ([to, digit]) => {
        const at = await page.evaluate(() =>
          [...document.querySelectorAll('.exercise .cell')].indexOf(document.activeElement),
        );
        const times = async (key, count) => {
          for (let pressed = 0; pressed < count; pressed++) await page.keyboard.press(key);
        };
        const [rows, columns] = [Math.floor(to / 9) - Math.floor(at / 9), (to % 9) - (at % 9)];
        await times(rows < 0 ? 'ArrowUp' : 'ArrowDown', Math.abs(rows));
        await times(columns < 0 ? 'ArrowLeft' : 'ArrowRight', Math.abs(columns));
        await page.keyboard.press(`Digit${digit}`);
      };
      // The second press of a digit removes its mark.
      await go(eliminations[0]);
      assert.match((await described(page))[eliminations[0][0]], /, you remove \d$/);
      await go(eliminations[0]);
      assert.doesNotMatch((await described(page)).join(), /you remove/);
      // One candidate of each cell is right, so this answer is wrong.
      const blank = blankOf(await described(page));
      for (const digit of /marks ([\d ]+)/.exec((await described(page))[blank])[1].split(' ')) await go([blank, digit]);
      await page.keyboard.press('Enter');
      await page.getByText(/^r\dc\d≠\d contradicts the solution/).waitFor();
      await press(page, 'Clear');
      await page.locator('.exercise .cell[tabindex="0"]').focus();
      await go(eliminations[0]);
      await page.keyboard.press('Enter');
      await page.getByText(/^Right\./).waitFor();
      assert.ok((await exercise(page).locator('.proof li').count()) > 1, 'the proof is shown');
      assert.equal(await page.locator('.progress').textContent(), '1 of 3 solved');
      await page.screenshot({ path: join(pictures, 'learn-solved.png'), fullPage: true });
      await press(page, 'Next exercise');
      await page.waitForFunction(() => document.querySelector('.exercise .proof') === null);
      await press(page, 'Show me');
      await page.getByText('This is the step. The exercise does not count as solved.').waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Next exercise');
      await page.reload();
      await ready(page);
      assert.equal(await page.locator('.progress').textContent(), '1 of 3 solved');
      await page.getByRole('link', { name: '‹ All techniques' }).click();
      assert.match(await page.locator('[data-technique=naked-pair]').textContent(), /1 of 3 solved/);
    },
    { setup: captureExamples },
  ));

test('a lesson makes more exercises, and the answer to a technique that only places digits is a digit', () =>
  lesson(
    'hidden-single',
    async (page) => {
      for (let solved = 1; solved <= 4; solved++) {
        const {
          placements: [[at, digit]],
        } = await step(page);
        await page.locator('.exercise .cell').nth(at).click();
        await press(page, String(digit));
        await press(page, 'Check');
        await page.getByText(/^Right\./).waitFor();
        assert.equal(await page.locator('.progress').textContent(), solved < 3 ? `${solved} of 3 solved` : '✓ learned');
        await press(page, 'Next exercise');
        await page.waitForFunction(() => document.querySelector('.exercise .proof') === null);
      }
      assert.ok(await page.evaluate(() => new Set(window.examples.map(({ givens }) => givens)).size >= 5));
    },
    { setup: captureExamples },
  ));

test('while the page makes the next exercise, no button leads back to the previous one', () =>
  visit(
    async (page) => {
      await release(page);
      await ready(page);
      await hold(page);
      await press(page, 'Next exercise');
      await press(page, 'Show me');
      await press(page, 'Check');
      await release(page);
      await answered(page);
      assert.equal(await exercise(page).locator('.proof').count(), 0);
      await press(page, 'Check');
      assert.equal(await verdict(page).textContent(), 'Select a cell and press a digit first.');
    },
    { hash: '#learn=naked-pair', wait: 'main', setup: holding('lesson') },
  ));

test('a second finger undoes the selection of the first finger', () =>
  lesson(
    'naked-pair',
    async (page) => {
      await exercise(page).scrollIntoViewIfNeeded();
      const selected = () =>
        exercise(page)
          .locator('.cell')
          .evaluateAll((cells) => cells.flatMap((one, at) => (one.ariaSelected === 'true' ? [at] : [])));
      await exercise(page).locator('.cell').nth(40).tap();
      await equalsSoon(selected, [40]);
      const [first, second] = await Promise.all(
        [10, 30].map((at) => middleOf(exercise(page).locator('.cell').nth(at))),
      );
      const touch = await touchScreen(page);
      await touch('touchStart', first);
      await equalsSoon(selected, [10]);
      await touch('touchStart', first, second);
      await equalsSoon(selected, [40]);
      await touch('touchEnd');
      assert.deepEqual(await selected(), [40]);
    },
    { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ));

test('the rules write cells in the notation of their language', () =>
  visit(async (page) => assert.doesNotMatch(await page.locator('.lesson-part').textContent(), /r\dc\d/), {
    hash: '#learn=rules',
    wait: '.lesson-part .cell',
    context: { locale: 'ko-KR' },
  }));

test('lessons work in Korean at 320 pixels, pass the accessibility check, and keep the game', () =>
  lesson(
    'xy-wing',
    async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      assert.deepEqual(await findings(page), []);
      await page.screenshot({ path: join(pictures, 'learn-ko-320.png'), fullPage: true });
      await press(page, '보여 주기');
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      assert.deepEqual(await findings(page), []);
      assert.equal(await page.evaluate(() => localStorage.getItem('sudoku.learned')), null);
      await page.getByRole('link', { name: '‹ 모든 기법' }).click();
      await page.locator('.techniques').first().waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    },
    { context: { viewport: { width: 320, height: 640 }, locale: 'ko-KR' } },
  ));

test('a hint leads to the lesson on its technique, and an unknown technique is refused', () =>
  visit(async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('.given').length > 16);
    await page.getByRole('button', { name: 'Start today’s puzzle' }).click();
    await page.keyboard.press('h');
    await page.getByRole('button', { name: 'Show where to look' }).click();
    await page.getByRole('link', { name: /^Lesson: / }).click();
    await page.locator('.meaning').waitFor();
    await page.goto(`${address}#learn=no-such-one`);
    await page.getByText('no technique is called').waitFor();
    assert.equal(await page.locator('.meaning').count(), 0, 'the previous lesson is closed');
    await page.getByRole('link', { name: '‹ All techniques' }).click();
    await page.locator('[data-technique=x-wing]').waitFor();
  }));

test('a booklet is not printed after the visitor leaves the lessons', () =>
  visit(
    async (page) => {
      await page.evaluate(() => {
        window.print = () => {
          window.printed = true;
        };
      });
      await page.getByRole('button', { name: 'Print the techniques of the level Hard' }).click();
      await page.waitForFunction(() => window.asked === 1);
      await page.getByRole('link', { name: 'Create' }).click();
      await page.locator('main.create').waitFor();
      await release(page);
      await answered(page);
      assert.equal(await page.evaluate(() => window.asked), 1, 'the page asks for no other lesson');
      assert.equal(await page.evaluate(() => window.printed), undefined);
    },
    { hash: '#learn', wait: '[data-technique=x-wing]', setup: holding('lesson') },
  ));

test('a level is printed as a booklet with a page for each technique', () =>
  visit(
    async (page) => {
      await page.evaluate(() => {
        window.print = () => {
          window.pages = [...document.querySelectorAll('.lesson-page')].map((one) => [
            one.querySelector('h1').textContent,
            one.querySelectorAll('.board').length,
            one.querySelectorAll('.proof li').length,
          ]);
        };
      });
      for (const [level, wanted] of [
        ['Fiend', 'Cell forcing chains'],
        ['Hard', 'X-Wing'],
      ]) {
        await page.getByRole('button', { name: `Print the techniques of the level ${level}` }).click();
        await page.waitForFunction((title) => window.pages?.some(([name]) => name === title), wanted);
        const printed = await page.evaluate(() => window.pages);
        assert.ok(printed.length > 4, String(printed));
        for (const [title, boards, lines] of printed) assert.ok(boards === 1 && lines > 0, title);
        if (level === 'Fiend') await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      }
      await page.emulateMedia({ media: 'print' });
      await page.pdf({ path: join(pictures, 'learn-booklet.pdf') });
    },
    { hash: '#learn', wait: '[data-technique=x-wing]' },
  ));
