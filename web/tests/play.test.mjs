// Tests games: the first screen, the course of a game, results and saved games.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  address,
  answered,
  cell,
  clues,
  code,
  copied,
  EASY,
  findings,
  hold,
  holding,
  pictures,
  release,
  SOLVED,
  says,
  saysSoon,
  values,
  valuesSoon,
  visit,
} from './visit.mjs';

const DAY = new Date(2026, 10, 26, 9);
const title = (page) => page.locator('.title-row h2');
const facts = (page) => page.locator('.facts');
const focused = (page) =>
  page.evaluate(() =>
    document.activeElement === document.body
      ? 'nothing'
      : `${document.activeElement.getAttribute('role') ?? document.activeElement.tagName} ${document.activeElement.textContent.slice(0, 20)}`,
  );
const kept = (page, name) => page.evaluate((key) => JSON.parse(localStorage.getItem(`sudoku.${key}`)), name);
/** Enters the solution, except for the last cells. */
async function solve(page, puzzle, solution, but = 0) {
  const blank = [...puzzle].flatMap((digit, at) => (digit === '.' ? [at] : []));
  for (const at of blank.slice(0, blank.length - but)) {
    await cell(page, at).focus();
    await page.keyboard.press(solution[at]);
  }
}
/** Makes the page solve the puzzle on the board. */
async function pressSolve(page) {
  await page.getByRole('tab', { name: 'Check' }).click();
  await page.locator('.side').getByRole('button', { name: 'Solve', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('.given, .entry').length === 81);
}
/** The solutions that `solutionOf` has requested, by puzzle. */
const solutions = new Map();
/** Returns the solution of a puzzle, which another visitor requests. */
async function solutionOf(puzzle) {
  if (!solutions.has(puzzle)) {
    await visit(
      async (page) => {
        await valuesSoon(page, puzzle);
        await pressSolve(page);
        solutions.set(puzzle, await values(page));
      },
      { hash: `#${puzzle}` },
    );
  }
  return solutions.get(puzzle);
}
/** Returns the puzzle of the first screen on a day. */
async function puzzleOf(day) {
  let puzzle = '';
  await visit(
    async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('.given').length > 16);
      puzzle = await values(page);
    },
    { setup: (context) => context.clock.setFixedTime(day) },
  );
  return puzzle;
}

test("the first screen has today's puzzle, the same for the same date", async () => {
  const [first, again, next] = [
    await puzzleOf(DAY),
    await puzzleOf(new Date(2026, 10, 26, 23, 59)),
    await puzzleOf(new Date(2026, 10, 27, 0, 1)),
  ];
  assert.equal(first, again);
  assert.notEqual(first, next);
  assert.ok(clues(first) >= 17);
});

test("today's puzzle is ready to play, and the layout does not jump", () =>
  visit(
    async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('.given').length > 16);
      assert.equal(await title(page).textContent(), 'Today’s puzzle');
      assert.match(await facts(page).textContent(), /^Medium · SE \d\.\d · Nov 26$/);
      assert.equal(new URL(page.url()).hash, '', 'the address is that of the first screen');
      assert.equal(await page.locator('.tabs').count(), 0);
      assert.deepEqual(await findings(page), []);
      const shift = await page.evaluate(
        () =>
          new Promise((done) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => done(sum), 200);
          }),
      );
      assert.ok(shift < 0.01, `layout shift ${shift}`);
      const puzzle = await values(page);
      const blank = puzzle.indexOf('.');
      // The first digit starts the game, and the pad replaces the cards.
      await cell(page, blank).focus();
      await page.keyboard.press('7');
      await page.locator('.tabs').waitFor();
      assert.equal((await values(page))[blank], '7');
      assert.equal(new URL(page.url()).hash, '#day=2026-11-26');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      assert.equal(await values(page), puzzle, 'undo never removes the puzzle');
    },
    { setup: (context) => context.clock.setFixedTime(DAY) },
  ));

test('on a phone in landscape, the board does not move when its puzzle arrives', () =>
  visit(
    async (page) => {
      const top = () => page.locator('.drawing').evaluate((one) => one.getBoundingClientRect().top);
      await page.locator('.home .card').first().waitFor();
      const before = await top();
      await release(page);
      await page.waitForFunction(() => document.querySelector('.facts').textContent.includes('SE'));
      assert.equal(await top(), before);
    },
    {
      context: { viewport: { width: 844, height: 390 } },
      setup: async (context) => {
        await context.clock.setFixedTime(DAY);
        await holding('generate')(context);
      },
    },
  ));

test('each level is one tap', () =>
  visit(
    async (page) => {
      const bounds = { easy: [1, 1.5], medium: [1.6, 2.8], hard: [3, 4.4], expert: [4.5, 6.9], fiend: [7, 12] };
      let before = '';
      for (const [level, [low, high]] of Object.entries(bounds)) {
        await page.locator(`[data-level=${level}]`).tap();
        await page.waitForFunction((old) => location.hash.startsWith('#id=') && location.hash !== old, before);
        before = new URL(page.url()).hash;
        assert.equal((await title(page).textContent()).toLowerCase(), level);
        const rating = Number(/SE (\d+\.\d)/.exec(await facts(page).textContent())[1]);
        assert.ok(rating >= low && rating <= high, `${level}: ${rating}`);
        assert.match(await focused(page), /^gridcell/);
        await page.locator('.home-link').tap();
        await page.locator('.levels').waitFor();
        assert.equal(new URL(page.url()).hash, '#play');
      }
    },
    { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ));

test('the time counts only while a puzzle is played', () =>
  visit(
    async (page) => {
      // Only the test moves the clock.
      await page.clock.pauseAt(new Date(2026, 10, 26, 10));
      const seconds = async () => Number(/:(\d\d)/.exec(await page.locator('.clock').textContent())[1]);
      const counts = async (what, isCounted) => {
        const before = await seconds();
        await page.clock.runFor(20_000);
        assert.equal((await seconds()) - before, isCounted ? 20 : 0, what);
      };
      await page.waitForFunction(() => document.querySelectorAll('.given').length > 16);
      await counts('the first screen', false);
      await page.getByRole('button', { name: 'Start today’s puzzle' }).click();
      await counts('a game', true);
      for (const place of ['Lists', 'Algorithms', 'Create', 'Learn']) {
        const before = await seconds();
        await page.getByRole('link', { name: place, exact: true }).first().click();
        await page.locator(`main.${place.toLowerCase()}`).waitFor();
        await page.clock.runFor(20_000);
        await page.getByRole('link', { name: 'Play', exact: true }).click();
        await page.locator('.levels').waitFor();
        assert.equal(await seconds(), before, place);
        await page.getByRole('button', { name: /^Continue: Today’s puzzle, \d+\/81, 00:\d\d$/ }).click();
      }
      await page.keyboard.press('h');
      await page.locator('.step-card h2').waitFor();
      await page.keyboard.press('h');
      await page.keyboard.press('h');
      await page.locator('.proof li').first().waitFor();
      await counts('a step with its explanation', false);
    },
    { setup: (context) => context.clock.install({ time: DAY }) },
  ));

test('the end of a game shows the result, shares it, and goes on', () =>
  visit(
    async (page, context) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await valuesSoon(page, EASY);
      await cell(page, 2).focus();
      await page.keyboard.press('2');
      // The mistake counts even if the page finds the solution later.
      await release(page);
      await answered(page);
      await page.keyboard.press('h');
      await page.keyboard.press('Control+z');
      await page.getByRole('tab', { name: 'Hint' }).click();
      await cell(page, 0).focus();
      await page.keyboard.press('h');
      await page.locator('.step-card h2').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Enter' }).click();
      await solve(page, EASY, SOLVED);
      const end = page.locator('.end');
      await end.waitFor();
      assert.match(await says(page), /^Solved in \d\d:/);
      assert.match(await focused(page), /^gridcell/, 'the focus stays on the board');
      assert.ok(await page.locator('.clock').isHidden(), 'a finished game has no pause');
      await end.getByText('Hidden single (SE 1.2)').waitFor();
      const row = async (name) => await end.locator('dt', { hasText: name }).locator('+ dd').textContent();
      assert.equal(await row('Hints'), '1');
      assert.equal(await row('Mistakes'), '1');
      const names = await end.locator('dt').allTextContents();
      assert.deepEqual(names, ['Hints', 'Mistakes', 'Hardest step'], "a visitor's own puzzle has no level");
      assert.deepEqual(await findings(page), []);
      await page.screenshot({ path: join(pictures, 'end.png') });
      const text = await copied(page, () => end.getByRole('button', { name: 'Share the result' }).click());
      await end.getByText('Copied.').waitFor();
      assert.match(text, /^Sudoku Workshop\nSolved in \d\d:\d\d with 1 hint\nhttp:.*#53\.\.7/);
      const download = page.waitForEvent('download');
      await page.evaluate(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          if (blob.type === 'image/svg+xml')
            void blob.text().then((text) => {
              window.drawn = text;
            });
          return make(blob);
        };
      });
      await end.getByRole('button', { name: 'Save a picture' }).click();
      const png = readFileSync(await (await download).path());
      const handle = await page.waitForFunction(() => window.drawn);
      const drawn = await handle.jsonValue();
      assert.match(drawn, new RegExp(`<title>${EASY.replaceAll('.', '\\.')}</title>`));
      assert.doesNotMatch(drawn, /class="entry"/, 'the picture shows no solution');
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [938, 942 + 96], 'the board with two lines below');
      assert.equal((await kept(page, 'results')).length, 1);
      // Undoing and entering the last digit again does not count as a second game.
      await page.keyboard.press('Control+z');
      await page.locator('.tabs').waitFor();
      assert.ok(await page.locator('.clock').isVisible());
      await page.keyboard.press('Control+y');
      assert.ok(await page.locator('.clock').isHidden());
      const last = EASY.lastIndexOf('.');
      await page.keyboard.press('Control+z');
      await cell(page, last).focus();
      await page.keyboard.press(SOLVED[last]);
      await saysSoon(page, 'Solved.');
      assert.equal((await kept(page, 'results')).length, 1);
      await page.locator('.home-link').click();
      await page.getByRole('rowheader', { name: 'Other' }).waitFor();
      const results = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      const saved = JSON.parse(readFileSync(await (await results).path(), 'utf8'));
      assert.equal(saved.results[0].hints, 1);
      await page.locator('[data-level=medium]').click();
      await page.waitForFunction(() => document.querySelector('.title-row h2').textContent === 'Medium');
      // A game that the page solves does not count as won.
      await page.getByRole('tab', { name: 'Check' }).click();
      await page.locator('.side').getByRole('button', { name: 'Solve', exact: true }).click();
      await page.getByText('Solved. Undo restores your board.').first().waitFor();
      assert.equal(await end.count(), 0);
      assert.equal((await kept(page, 'results')).length, 1);
    },
    { hash: `#${EASY}`, setup: holding('check') },
  ));

test("a link to a day's puzzle or to an ID opens it with its level, and its result counts for the day", async () => {
  const setup = (context) => context.clock.setFixedTime(DAY);
  const shared = {};
  await visit(
    async (page, context) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      for (const name of ['Start today’s puzzle', /^Hard/]) {
        await page.getByRole('button', { name }).click();
        await page.waitForFunction(
          (is) => document.querySelector('.title-row h2').textContent === is,
          name === 'Start today’s puzzle' ? 'Today’s puzzle' : 'Hard',
        );
        await page.getByRole('button', { name: 'Share' }).click();
        const copy = page.getByRole('button', { name: 'Copy the link', exact: true });
        shared[await title(page).textContent()] = [
          await copied(page, () => copy.click()),
          await facts(page).textContent(),
          await values(page),
        ];
        await page.keyboard.press('Escape');
        await page.locator('.home-link').click();
        await page.locator('.levels').waitFor();
      }
    },
    { setup },
  );
  for (const [name, [link, about, puzzle]] of Object.entries(shared)) {
    await visit(
      async (page) => {
        await valuesSoon(page, puzzle);
        await page.waitForFunction((text) => document.querySelector('.facts').textContent === text, about);
        assert.equal(await title(page).textContent(), name);
        await solve(page, puzzle, await solutionOf(puzzle));
        await page.locator('.end').waitFor();
        const [result] = await kept(page, 'results');
        assert.equal(result.day, name === 'Hard' ? '' : '2026-11-26');
        assert.ok(about.includes(`SE ${result.rating}`));
      },
      { hash: new URL(link).hash, setup },
    );
  }
});

test('Back leads from a game to the part of the page that opened it', () =>
  visit(async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('.given').length > 16);
    const ways = [
      () => page.getByRole('button', { name: 'Start today’s puzzle' }).click(),
      () => page.locator('[data-level=easy]').click(),
      () => cell(page, 0).click(),
    ];
    for (const go of ways) {
      await go();
      await page.locator('.tabs').waitFor();
      await page.goBack();
      await page.locator('.levels').waitFor();
      assert.equal(new URL(page.url()).hash, '');
    }
    await page.goForward();
    await page.locator('.tabs').waitFor();
    await page.goto(`${address}#learn`);
    await page.locator('[data-technique=xy-wing]').click();
    await page.getByRole('button', { name: 'Play a puzzle that needs it' }).click();
    await page.locator('.tabs').waitFor();
    await page.goBack();
    await page.locator('main.learn .meaning').waitFor();
  }));

test('a wrong last digit is reported, and the right digit ends the game', () =>
  visit(
    async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('.given').length > 16);
      await page.getByRole('button', { name: 'Start today’s puzzle' }).click();
      const puzzle = await values(page);
      const solution = await solutionOf(puzzle);
      await solve(page, puzzle, solution, 1);
      const last = puzzle.lastIndexOf('.');
      await cell(page, last).focus();
      await page.keyboard.press(solution[last] === '1' ? '2' : '1');
      assert.equal(await says(page), 'The board is full, but some digits are wrong.');
      await page.keyboard.press(solution[last]);
      await page.locator('.end').waitFor();
      assert.match(await says(page), /^Solved in \d\d:/);
      await page.locator('.home-link').click();
      await page.getByText(/^You solved today’s puzzle in \d\d:/).waitFor();
      assert.equal(await page.locator('.day.solved').count(), 1);
      assert.equal(await values(page), solution, 'the solved board stays');
    },
    { setup: (context) => context.clock.setFixedTime(DAY) },
  ));

test('a game counts for nothing after the page showed its solution', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      await pressSolve(page);
      await cell(page, 2).focus();
      await page.keyboard.press('Control+z');
      await valuesSoon(page, EASY);
      await page.locator('.clock').waitFor();
      await page.keyboard.press('4');
      const mine = await values(page);
      await page.locator('.home-link').click();
      await page.getByRole('button', { name: /^Continue: Your puzzle/ }).click();
      assert.equal(await values(page), mine, 'the game goes on');
      await pressSolve(page);
      await page.getByRole('tab', { name: 'Enter' }).click();
      await page.getByRole('button', { name: 'Start over' }).click();
      await valuesSoon(page, EASY);
      await solve(page, EASY, SOLVED);
      await saysSoon(page, 'Solved');
      assert.equal(await says(page), 'Solved.');
      assert.equal(await page.locator('.end').count(), 0);
      assert.equal(await kept(page, 'results'), null);
    },
    { hash: `#${EASY}` },
  ));

test('a puzzle that arrives late does not replace the current board', async () => {
  const ways = {
    continue: (page) => page.getByRole('button', { name: /^Continue/ }).click(),
    saved: (page) => page.locator('.saved .open').click(),
    link: (page) =>
      page.evaluate(
        (puzzle) => {
          location.hash = puzzle;
        },
        SOLVED.replace(/5/g, '.'),
      ),
    place: (page) => page.getByRole('link', { name: 'Learn', exact: true }).first().click(),
  };
  for (const [name, go] of Object.entries(ways)) {
    await visit(
      async (page) => {
        await valuesSoon(page, EASY);
        await release(page);
        await cell(page, 2).focus();
        await page.keyboard.press('4');
        await page.locator('.home-link').click();
        await page.locator('[data-level=easy]').click();
        await page.waitForFunction(() => location.hash.startsWith('#id='));
        await page.keyboard.press('f');
        await page.locator('.home-link').click();
        await page.locator('.saved li').waitFor();
        await hold(page);
        await page.locator('[data-level=medium]').click();
        await go(page);
        if (name === 'place') await page.locator('main.learn').waitFor();
        else await page.locator('.tabs').waitFor();
        const mine = await values(page);
        await release(page);
        await answered(page);
        assert.equal(await page.locator(name === 'place' ? 'main.learn' : 'main.play').count(), 1, name);
        if (name !== 'place') assert.equal(await values(page), mine, name);
      },
      { hash: `#${EASY}`, setup: holding('generate') },
    );
  }
});

test('only games that are started and not finished are saved', () =>
  visit(
    async (page, context) => {
      await valuesSoon(page, EASY);
      await cell(page, 2).focus();
      await page.keyboard.press('4');
      const mine = await values(page);
      await page.locator('.home-link').click();
      await page.locator('[data-level=easy]').click();
      await page.waitForFunction(() => location.hash.startsWith('#id='));
      await pressSolve(page);
      // Another tab has a finished game too.
      const other = await context.newPage();
      await other.goto(`${address}#${EASY}`);
      await valuesSoon(other, EASY);
      await pressSolve(other);
      await page.bringToFront();
      await page.locator('.home-link').click();
      await page.waitForFunction(() => document.querySelector('.title-row h2').textContent === 'Today’s puzzle');
      const saved = page.locator('.saved li');
      await saved.first().waitFor();
      assert.equal(await saved.count(), 1);
      await page.locator('.saved .open').click();
      await valuesSoon(page, mine);
      await page.locator('.home-link').click();
      await page.locator('.levels').waitFor();
      assert.equal(await saved.count(), 0, "today's puzzle is not saved before its start");
    },
    { hash: `#${EASY}` },
  ));

test('a solved puzzle of a day has a tick in the week, and the next one is offered', () =>
  visit(
    async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('.given').length > 16);
      await page.evaluate(() => {
        const result = (day) => ({
          on: day,
          day,
          level: 'easy',
          rating: '1.2',
          seconds: 61,
          hints: 0,
          mistakes: 0,
          id: '',
        });
        localStorage.setItem('sudoku.results', JSON.stringify(['2026-11-23', '2026-11-24', '2026-11-25'].map(result)));
      });
      await page.reload();
      await page.getByText('3 days in a row').waitFor();
      assert.equal(await page.locator('.day.solved').count(), 3);
      await page.getByRole('button', { name: 'Start today’s puzzle' }).click();
      await page.locator('.tabs').waitFor();
      const puzzle = await values(page);
      await solve(page, puzzle, await solutionOf(puzzle));
      await page.locator('.end').getByText('4 days in a row').waitFor();
      await page.locator('.home-link').click();
      await page.getByText(/^You solved today’s puzzle in \d\d:/).waitFor();
      assert.equal(await page.locator('.day.solved').count(), 4);
      // A press on a tick shows the end of that game. The page makes the puzzle again.
      for (const [name, level] of [
        [/November 26: solved/, 'Medium'],
        [/November 25: solved/, 'Easy'],
        [/November 26: solved/, 'Medium'],
      ]) {
        await page.getByRole('button', { name }).click();
        await page.locator('.end dd', { hasText: level }).waitFor();
        assert.equal(clues(await values(page)), 81);
        await page.locator('.home-link').click();
        await page.getByText(/^You solved today’s puzzle in \d\d:/).waitFor();
        assert.equal(await page.getByRole('button', { name: /^Continue/ }).count(), 0);
      }
      assert.equal((await kept(page, 'results')).length, 4);
      await page.getByRole('button', { name: /November 22: not solved/ }).click();
      await page.waitForFunction(() => document.querySelector('.title-row h2').textContent === 'Puzzle of the day');
      assert.match(await facts(page).textContent(), /^Expert · SE \d\.\d · Nov 22$/);
    },
    { setup: (context) => context.clock.setFixedTime(DAY) },
  ));

test('a game is saved with a name when another one starts, and can be opened again', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      await cell(page, 2).focus();
      await page.keyboard.press('4');
      const mine = await values(page);
      await page.locator('.home-link').click();
      await page.locator('[data-level=easy]').click();
      await page.waitForFunction(() => location.hash.startsWith('#id='));
      const other = await values(page);
      await page.keyboard.press('Control+z');
      assert.equal(await values(page), other, 'undo does not return to the previous puzzle');
      await page.keyboard.press('f');
      await page.locator('.home-link').click();
      const saved = page.locator('.saved li');
      await saved.first().waitFor();
      assert.equal(await saved.count(), 1);
      assert.equal(
        await saved
          .locator('.thumb-given')
          .getAttribute('d')
          .then((d) => d.split('M').length - 1),
        clues(EASY),
      );
      await saved.getByRole('textbox').fill('Breakfast');
      await saved.getByRole('textbox').press('Tab');
      assert.deepEqual(await findings(page), []);
      await page.reload();
      await page.getByRole('button', { name: 'Open Breakfast' }).click();
      await valuesSoon(page, mine);
      assert.equal(await title(page).textContent(), 'Breakfast');
      assert.match(await focused(page), /^gridcell/);
      await page.keyboard.press('Control+z');
      assert.equal(await values(page), EASY, 'its history is kept');
      await page.locator('.home-link').click();
      await page.getByRole('button', { name: /^Delete / }).click();
      assert.equal(await saved.count(), 0);
      assert.notEqual(await focused(page), 'nothing');
    },
    { hash: `#${EASY}` },
  ));

test('a file moves results and saved games to another browser', async () => {
  let file;
  await visit(
    async (page) => {
      const last = EASY.lastIndexOf('.');
      await valuesSoon(page, `${SOLVED.slice(0, last)}.${SOLVED.slice(last + 1)}`);
      await cell(page, last).focus();
      await page.keyboard.press(SOLVED[last]);
      await page.locator('.end').waitFor();
      await page.locator('.home-link').click();
      await page.locator('[data-level=medium]').click();
      await page.locator('.tabs').waitFor();
      await page.keyboard.press('f');
      await page.evaluate(() => localStorage.setItem('sudoku.learned', '{"x-wing":2,"naked-pair":1,"none":0}'));
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('dialog').getByRole('button', { name: 'Export' }).click();
      file = readFileSync(await (await saved).path(), 'utf8');
    },
    { hash: `#${EASY}~${SOLVED.slice(0, EASY.lastIndexOf('.'))}.${SOLVED.slice(EASY.lastIndexOf('.') + 1)}` },
  );
  await visit(async (page) => {
    const give = async (text) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('dialog').getByRole('button', { name: 'Import' }).click();
      await (await chooser).setFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    };
    await page.evaluate(() => localStorage.setItem('sudoku.learned', '{"x-wing":1,"naked-pair":3}'));
    await give(file);
    await saysSoon(page, 'Added 1 result and 1 game.');
    assert.deepEqual(await kept(page, 'learned'), { 'x-wing': 2, 'naked-pair': 3 });
    await page.getByRole('rowheader', { name: 'Other' }).waitFor();
    await page.getByRole('button', { name: 'Open Medium' }).waitFor();
    await give(file);
    await saysSoon(page, 'Added 0 results and 0 games.');
    // Invalid values in a file do not break the page.
    const strange = { on: '2026-02-01', seconds: 5, day: 'soon', level: 'evil', hints: -1 };
    await give(JSON.stringify({ results: [strange, 7, null], games: [{ at: 1, state: 7, game: { day: 1 } }, 5] }));
    await saysSoon(page, 'Added 1 result and 1 game.');
    // The message counts only the games that the page keeps.
    const games = Array.from({ length: 30 }, (_, at) => ({ at, state: at }));
    await give(JSON.stringify({ results: [], games }));
    await saysSoon(page, 'Added 0 results and 22 games.');
    await give('{"results": 1}');
    await saysSoon(page, 'No puzzle found');
    await page.reload();
    await page.getByRole('rowheader', { name: 'Other' }).waitFor();
    assert.equal((await kept(page, 'results')).length, 2);
  });
});

test('Back from the empty board opens the first screen', () =>
  visit(async (page) => {
    await page.getByRole('button', { name: 'Type it' }).click();
    await page.locator('.tabs').waitFor();
    assert.equal(await page.evaluate(() => location.hash), '#empty');
    await cell(page, 0).focus();
    await page.keyboard.press('7');
    await page.reload();
    await valuesSoon(page, `7${'.'.repeat(80)}`);
    await page.getByRole('button', { name: 'Keep as clues' }).click();
    assert.equal(await page.evaluate(() => location.hash), `#7${'.'.repeat(80)}`);
    await page.evaluate(() => history.back());
    await page.locator('.levels').waitFor();
    assert.equal(await page.evaluate(() => location.hash), '');
  }));

test('another app shares a puzzle with the page, and the host does not see it', () =>
  visit(async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    const asked = [];
    context.on('request', (request) => {
      if (!request.serviceWorker()) return;
      asked.push(request.method() + (request.postData() ?? ''));
    });
    // The policy of the page forbids forms, so the form is in another document.
    await context.route('**/favicon.ico', (route) => route.fulfill());
    const manifest = await page.evaluate(() => document.querySelector('link[rel=manifest]').href);
    for (const [name, text] of [
      ['text', `Look: https://www.sudokuwiki.org/sudoku.htm?bd=${EASY.replaceAll('.', '0')}`],
      ['text', EASY],
      ['file', EASY],
    ]) {
      await page.goto(manifest);
      await page.evaluate(
        ([name, text]) => {
          const form = document.createElement('form');
          Object.assign(form, { action: './', method: 'post', enctype: 'multipart/form-data' });
          const field = Object.assign(document.createElement('input'), { name, type: name });
          if (name === 'file') {
            const files = new DataTransfer();
            files.items.add(new File([text], 'a.txt', { type: 'text/plain' }));
            field.files = files.files;
          } else field.value = text;
          form.append(field);
          document.body.append(form);
          form.submit();
        },
        [name, text],
      );
      await page.waitForSelector('.cell');
      await valuesSoon(page, EASY);
      await page.evaluate(() => localStorage.clear());
    }
    assert.ok(!asked.some((request) => request.startsWith('POST')), asked.join());
  }));

test('a printed board has its name and a QR code that opens it', () =>
  visit(async (page) => {
    await page.evaluate(() => {
      window.print = () => {
        window.printed = true;
      };
    });
    await page.locator('[data-level=medium]').click();
    await page.locator('.tabs').waitFor();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Print this board' }).click();
    await page.waitForFunction(() => window.printed);
    await page.emulateMedia({ media: 'print' });
    assert.match(await page.locator('.sheet figcaption').textContent(), /^Medium · SE [12]\.\d · [0-9A-Z]+$/);
    assert.ok((await page.locator('.sheet .mark[visibility=visible]').count()) > 100, 'the print has the marks');
    await page.screenshot({ path: join(pictures, 'print-board.png') });
    assert.equal(await code(page), page.url());
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));

    // Entered digits that are not clues yet are printed as the puzzle.
    await page.locator('.home-link').click();
    await page.getByRole('button', { name: 'Type it' }).click();
    await cell(page, 0).focus();
    await page.keyboard.press('7');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Print this board' }).click();
    await page.locator('.code').waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    assert.equal(await code(page), `${address}#7${'.'.repeat(80)}`);
  }));

test('after Apply, the key for a hint works, and presses before the answer count', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      await release(page);
      await cell(page, 2).focus();
      await page.keyboard.press('h');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page
        .locator('.hint .note')
        .getByText(/^Applied/)
        .waitFor();
      assert.equal(await focused(page), 'BUTTON Hint', 'the focus is not in a list, which would consume the keys');
      await hold(page);
      await page.evaluate(() => {
        window.asked = 0;
      });
      for (let press = 0; press < 5; press++) await page.keyboard.press('h');
      await page.locator('.hint .note').getByText('Working').waitFor();
      assert.equal(await page.evaluate(() => window.asked), 1);
      await release(page);
      await page.locator('.step-card .proof li').first().waitFor();
      assert.equal(clues(await values(page)), clues(EASY) + 1, 'only the first step is applied');
    },
    { hash: `#${EASY}`, setup: holding('hint') },
  ));

test('a hint for the board before a move is not shown', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      await cell(page, 2).focus();
      await page.keyboard.press('h');
      await page.waitForFunction(() => window.asked > 0);
      await page.keyboard.press(SOLVED[2]);
      await release(page);
      await answered(page);
      assert.equal(await page.locator('.step-card h2').count(), 0);
    },
    { hash: `#${EASY}`, setup: holding('hint') },
  ));

test('mistakes are shown at once, on request, or never', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      const set = async (when) => {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByLabel('Show mistakes').selectOption(when);
        await page.keyboard.press('Escape');
        await cell(page, 2).focus();
      };
      // 2 is wrong in r1c3, but repeats no digit. 5 repeats a clue.
      await cell(page, 2).focus();
      await page.keyboard.press('2');
      assert.equal(await page.locator('.bad').count(), 0);
      await set('now');
      await page.locator('.bad').waitFor();
      await page.keyboard.press('4');
      await page.locator('.bad').waitFor({ state: 'detached' });
      await page.keyboard.press('5');
      assert.ok((await page.locator('.bad').count()) > 1);
      await set('never');
      await page.locator('.bad').first().waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Check' }).click();
      assert.ok(await page.getByRole('button', { name: 'Check my entries' }).isHidden());
    },
    { hash: `#${EASY}` },
  ));

test('the page highlights the places of a digit, enters singles, and fills in notes', () =>
  visit(
    async (page) => {
      await valuesSoon(page, EASY);
      const filter = page.getByRole('group', { name: 'Highlight the places of a digit' });
      await filter.getByRole('button', { name: '4' }).click();
      assert.equal(await filter.getByRole('button', { name: '4' }).getAttribute('aria-pressed'), 'true');
      assert.ok((await page.locator('.tint.may').count()) > 5);
      assert.equal(await page.locator('.tint.same').count(), clues(EASY.replace(/[^4]/g, '.')));
      assert.deepEqual(await findings(page), []);
      await cell(page, 0).focus();
      await page.keyboard.press('g');
      assert.equal(
        await filter.getByRole('button', { name: '5' }).getAttribute('aria-pressed'),
        'true',
        'G highlights the digit of the cell',
      );
      await page.keyboard.press('g');
      assert.equal(await page.locator('.tint.may').count(), 0);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByLabel('Start new puzzles with all candidates').check();
      await page.getByLabel('Highlight the digit of the cell everywhere').uncheck();
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('.tint.same').count(), 0);
      await page.locator('.home-link').click();
      await page.locator('[data-level=easy]').click();
      await page.waitForFunction(() => document.querySelectorAll('.mark[visibility=visible]').length > 60);
      await page.getByRole('button', { name: 'Enter all singles' }).click();
      await page.locator('.end').waitFor();
      assert.equal((await kept(page, 'results'))[0].hints, 1, 'singles entered by the page count as a hint');
    },
    { hash: `#${EASY}` },
  ));

test('the focus stays on a control after every change', () =>
  visit(async (page) => {
    const is = async (name) => assert.notEqual(await focused(page), 'nothing', name);
    await page.goto(`${address}#create`);
    await page.locator('main.create').waitFor();
    await page.getByText('More conditions').click();
    const difficulty = page.locator('label', { hasText: /^Difficulty/ }).locator('select');
    await difficulty.focus();
    await difficulty.selectOption('se');
    assert.ok(
      await difficulty.evaluate((one) => one === document.activeElement),
      'the list keeps the focus when its choice changes the form',
    );
    await page.getByText('Pattern').and(page.locator('summary')).press('Enter');
    await difficulty.focus();
    await difficulty.selectOption('');
    assert.ok(await page.locator('.pattern').isVisible(), 'the pattern stays open');
    await page.getByRole('button', { name: 'Make a puzzle' }).press('Enter');
    await page.getByRole('button', { name: 'Play it' }).waitFor();
    await is('made');
    await page.getByRole('button', { name: 'Play it' }).press('Enter');
    await is('played');
    await page.getByRole('tab', { name: 'Hint' }).press('Enter');
    await is('tab');
    const scale = page.locator('label', { hasText: /^Scale/ }).locator('select');
    await scale.focus();
    await scale.selectOption('hodoku');
    await is('scale');
    await page.locator('#hint-next').press('Enter');
    await page.locator('.step-card h2').waitFor();
    await is('hint');
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await is('closed');
    await page.getByRole('tab', { name: 'Steps' }).press('Enter');
    await page.getByRole('button', { name: 'Show all steps' }).press('Enter');
    await page.locator('.steps li').first().waitFor();
    await is('path');
    await page.getByRole('link', { name: 'Learn' }).first().press('Enter');
    await page.locator('[data-technique=x-wing]').press('Enter');
    await page.locator('.exercise .mark').first().waitFor();
    await is('learn');
    await page.getByRole('button', { name: 'Show me' }).press('Enter');
    await is('exercise');
    await page.locator('.home-link').press('Enter');
    await page.locator('.levels').waitFor();
    await is('home');
    await page.locator('[data-level=hard]').press('Enter');
    await page.waitForFunction(() => document.querySelector('.title-row h2').textContent === 'Hard');
    await is('level');
  }));

test('a sheet has puzzles of the same kind as the board, with their levels', () =>
  visit(async (page) => {
    await page.evaluate(() => {
      window.print = () => {
        window.captions = [...document.querySelectorAll('.sheet .puzzles figcaption')].map((one) => one.textContent);
      };
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function send(message, ...more) {
        if (message.op === 'generate') window.asked = message.args;
        return post.call(this, message, ...more);
      };
    });
    const sheet = async (count) => {
      await page.evaluate(() => {
        window.captions = undefined;
      });
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByLabel('Puzzles on the sheet').selectOption(count);
      await page.getByRole('button', { name: 'Print a sheet' }).click();
      await page.waitForFunction(() => window.captions);
      return page.evaluate(() => {
        dispatchEvent(new Event('afterprint'));
        return window.captions;
      });
    };
    await page.locator('[data-level=medium]').click();
    await page.locator('.tabs').waitFor();
    const captions = await sheet('4');
    for (const [at, caption] of captions.entries())
      assert.match(caption, new RegExp(`^${at + 1} · Medium · SE (1\\.[6-9]|2\\.\\d) · [0-9A-Z]+$`));
    assert.equal(captions.length, 4);
    await page.getByRole('link', { name: 'Learn', exact: true }).first().click();
    await page.locator('[data-technique=xy-wing]').click();
    await page.getByRole('button', { name: 'Play a puzzle that needs it' }).click();
    await page.locator('.tabs').waitFor();
    assert.equal((await sheet('2')).length, 2);
    assert.deepEqual(await page.evaluate(() => [window.asked.needs, window.asked.number]), [['xy-wing'], 1]);
  }));

test('a sheet shows its progress, and Stop or closing the dialog ends the search', () =>
  visit(async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('.given').length > 16);
    await page.evaluate(() => {
      window.print = () => {
        window.printed = true;
      };
      // No puzzle meets these conditions.
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function send(message, ...more) {
        if (message.op === 'generate') {
          window.requests = (window.requests ?? 0) + 1;
          Object.assign(message.args, { scale: 'se', difficulty: [11.9, 12] });
        }
        return post.call(this, message, ...more);
      };
      const { terminate } = Worker.prototype;
      Worker.prototype.terminate = function end() {
        window.terminated = (window.terminated ?? 0) + 1;
        terminate.call(this);
      };
    });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Print a sheet' }).click();
    await page.getByText('1 of 4 puzzles made …').waitFor();
    const stop = page.getByRole('button', { name: 'Stop' });
    await stop.press('Enter');
    await page.locator('dialog').getByText('Stopped.').waitFor();
    assert.equal(await page.evaluate(() => window.terminated), 1);
    assert.match(await focused(page), /^BUTTON Print a sheet/);
    await page.getByRole('button', { name: 'Print a sheet' }).press('Enter');
    await stop.waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    // Stop ended the first search, and Escape ends the second.
    await page.waitForFunction(() => window.terminated === 2);
    const requests = await page.evaluate(() => window.requests);
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => window.requests), requests, 'the search has ended');
    assert.equal(await page.evaluate(() => window.printed), undefined);
  }));

test('a puzzle of a level is made, without other conditions', () =>
  visit(
    async (page) => {
      await page.locator('main.create [data-level=hard]').click();
      assert.match(await focused(page), /^BUTTON Hard/, 'the pressed level keeps the focus');
      assert.equal(await page.locator('main.create [aria-pressed=true]').count(), 1);
      await page.getByRole('button', { name: 'Make a puzzle' }).click();
      await page
        .getByText(/Rating: SE [34]\.\d\./)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Play it' }).click();
      await page.locator('.tabs').waitFor();
      assert.equal(await title(page).textContent(), 'Hard');
    },
    { hash: '#create' },
  ));

test('a puzzle is made that needs a technique and no harder one', () =>
  visit(
    async (page) => {
      const needs = page.locator('label', { hasText: /^Requires/ }).locator('select');
      const hardest = page.getByLabel('and no harder technique');
      assert.ok(await hardest.isHidden());
      await needs.selectOption('X-Wing');
      assert.ok(await hardest.isChecked());
      await page.getByRole('button', { name: 'Make a puzzle' }).click();
      await page.getByText('Rating: SE 3.2.').first().waitFor();
      await page.getByRole('button', { name: 'Play it' }).click();
      await page.locator('.tabs').waitFor();
      assert.match(await page.locator('.facts').textContent(), /SE 3\.2/);
      await page.getByRole('link', { name: 'Create' }).click();
      // No puzzle of this level has the X-Wing as its hardest step.
      await page.locator('main.create [data-level=expert]').click();
      await page.getByRole('button', { name: 'Make a puzzle' }).click();
      await page.locator('.make .note', { hasText: /no such puzzle/ }).waitFor();
      await hardest.uncheck();
      await page.getByRole('button', { name: 'Make a puzzle' }).click();
      await page
        .getByText(/Rating: SE [456]\.\d\./)
        .first()
        .waitFor();
      await page.getByText('More conditions').and(page.locator('summary')).click();
      await page
        .locator('label', { hasText: /^Difficulty/ })
        .locator('select')
        .selectOption('guesses');
      assert.ok(await needs.isHidden(), 'the difficulty by guesses offers no techniques');
    },
    { hash: '#create' },
  ));

/** Returns the controls that the window or their panel cuts off, and the window if it scrolls sideways. */
const sticksOut = (page) =>
  page.evaluate(() => {
    const out = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
    for (const control of document.querySelectorAll('button, select, input, a')) {
      const frame = control.parentElement.closest('.panel, .card, dialog, header, main');
      if (!frame || control.closest('.scroll, .choices') || !control.checkVisibility()) continue;
      const [{ left, right }, { left: start, right: end }] = [control, frame].map((one) => one.getBoundingClientRect());
      if (left < start - 1 || right > end + 1) out.push(control.textContent || control.ariaLabel);
    }
    return out;
  });

test('the page can be installed, also in browsers without new color formats and on narrow screens', () =>
  visit(
    async (page, context) => {
      const session = await context.newCDPSession(page);
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      assert.deepEqual(
        installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
        [],
      );
      const manifest = await page.evaluate(async () => {
        const link = document.querySelector('link[rel=manifest]').href;
        const { icons, shortcuts } = await (await fetch(link)).json();
        return {
          icons: await Promise.all(icons.map(async ({ src }) => (await fetch(new URL(src, link))).status)),
          shortcuts: shortcuts.length,
        };
      });
      assert.deepEqual(manifest, { icons: [200, 200, 200, 200], shortcuts: 3 });
      const style = await page.evaluate(async () =>
        (await fetch(document.querySelector('link[rel=stylesheet]').href)).text(),
      );
      assert.doesNotMatch(style, /light-dark\(|color-mix\(|oklch\(/);
      // The last size is a laptop with a zoom of 200%.
      for (const [width, height] of [
        [320, 640],
        [640, 400],
      ]) {
        await page.setViewportSize({ width, height });
        for (const [hash, content] of [
          ['', '.week'],
          [`#${EASY}`, '.tabs'],
          ['#learn', '[data-technique=x-wing]'],
          ['#create', '.make .levels'],
          ['#algorithms', '.lessons'],
          ['#lists', 'main > *'],
        ]) {
          await page.goto(address + hash);
          await page.reload();
          await page.locator(content).first().waitFor();
          // This form has the long names of techniques.
          if (hash === '#create')
            await page.locator('.make option[value=X-Wing]').first().waitFor({ state: 'attached' });
          await page.evaluate(() => {
            for (const fold of document.querySelectorAll('main details')) fold.open = true;
          });
          const out = await sticksOut(page);
          assert.ok(out.length === 0, `${hash} at ${width} px: ${out}`);
        }
      }
    },
    { context: { viewport: { width: 320, height: 640 } } },
  ));

test('leaving the lesson ends the search for a puzzle that needs its technique', () =>
  visit(
    async (page) => {
      await release(page);
      // The first puzzles of this seed need no jellyfish.
      await page.evaluate(() => {
        crypto.getRandomValues = (numbers) => numbers.fill(1);
      });
      await page.getByRole('button', { name: 'Play a puzzle that needs it' }).click();
      await page.getByText(/puzzles tried/).waitFor();
      await hold(page);
      await page.getByRole('link', { name: 'Lists' }).click();
      await page.locator('main.lists').waitFor();
      const asked = await page.evaluate(() => window.asked);
      await release(page);
      await page.getByRole('link', { name: 'Learn' }).first().click();
      await page.locator('[data-technique=jellyfish]').click();
      await page.locator('.exercise .mark').first().waitFor();
      assert.equal(await page.getByText(/puzzles tried/).count(), 0);
      assert.equal(await page.evaluate(() => window.asked), asked);
    },
    { hash: '#learn=jellyfish', wait: '.meaning', setup: holding('generate') },
  ));

test('single-letter shortcuts work without a board and with every keyboard, and can be turned off', () =>
  visit(
    async (page) => {
      const at = page.locator('.tick-at');
      const start = await at.textContent();
      const type = (init) =>
        page.evaluate(
          (event) => void document.body.dispatchEvent(new KeyboardEvent('keydown', { ...event, bubbles: true })),
          init,
        );
      for (const key of [
        { key: 'n', code: 'KeyN' },
        { key: 'N', code: 'KeyN' },
        { key: 'ㅜ', code: 'KeyN' },
      ]) {
        await type(key);
        await page.waitForFunction((text) => document.querySelector('.tick-at').textContent !== text, start);
        await page.getByRole('button', { name: 'To the start' }).click();
        await page.waitForFunction((text) => document.querySelector('.tick-at').textContent === text, start);
      }
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByLabel('Single-letter shortcuts').uncheck();
      await page.keyboard.press('Escape');
      await type({ key: 'n', code: 'KeyN' });
      assert.equal(await at.textContent(), start);
      await type({ key: 'ArrowRight', code: 'ArrowRight' });
      assert.notEqual(await at.textContent(), start);
    },
    { hash: '#algorithms', wait: '.tick-at' },
  ));
