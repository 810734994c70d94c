// Tests days, levels, results and undo without a page.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const needed = createRequire(new URL('../package.json', import.meta.url));
const { build } = needed('esbuild');
const load = async (name) => {
  const entry = new URL(`../page/src/${name}.ts`, import.meta.url).pathname;
  const options = { entryPoints: [entry], bundle: true, format: 'esm', write: false, platform: 'node' };
  const { outputFiles } = await build(options);
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
};
const games = await load('games');
const board = await load('board');

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const result = (on, more = {}) => ({
  on,
  day: on,
  level: 'easy',
  rating: '1.2',
  seconds: 60,
  hints: 0,
  mistakes: 0,
  id: '',
  ...more,
});

test('the next day is right at the end of months and years, on leap days and when clocks change', () => {
  assert.equal(games.dayOf(new Date(2026, 0, 5, 23, 59)), '2026-01-05', 'the local date, just before midnight');
  for (const [day, next] of [
    ['2026-11-30', '2026-12-01'],
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
    ['2026-03-29', '2026-03-30'],
    ['2026-10-25', '2026-10-26'],
  ]) {
    assert.equal(games.dayAfter(day, 1), next);
    assert.equal(games.dayAfter(next, -1), day);
  }
});

test('a link names only days of the calendar', () => {
  for (const day of ['2026-11-26', '2028-02-29']) assert.ok(games.isDay(day), day);
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '26-11-26', '2026-11-26T', ''])
    assert.ok(!games.isDay(text), text);
});

test('a streak counts days in a row whose puzzle was solved on the day itself', () => {
  const days = ['2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01'].map((day) => result(day));
  assert.equal(games.streak(days, '2027-01-01'), 4);
  assert.equal(games.streak(days, '2027-01-02'), 4, 'today is still open');
  assert.equal(games.streak(days, '2027-01-03'), 0, 'yesterday was missed');
  assert.equal(games.streak([...days, result('2027-01-03')], '2027-01-03'), 1);
  assert.equal(
    games.streak([result('2027-01-01'), result('2027-01-01', { day: '2026-12-31' })], '2027-01-01'),
    1,
    'a puzzle that is solved on a later day does not count',
  );
  assert.equal(games.streak([result('2027-01-01', { day: '' })], '2027-01-01'), 0, 'another puzzle does not count');
  assert.equal(games.streak([], '2027-01-01'), 0);
});

test('the week shows seven days up to today', () => {
  const week = games.week([result('2026-12-30'), result('2027-01-01', { day: '2026-12-31' })], '2027-01-02');
  assert.deepEqual(
    week.map(({ day }) => day),
    ['2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'],
  );
  assert.deepEqual(
    week.map(({ isSolved }) => isSolved),
    [false, false, false, true, true, false, false],
  );
});

test('the statistics of each level', () => {
  const all = [
    result('2026-01-01'),
    result('2026-01-02', { seconds: 120, hints: 2 }),
    result('2026-01-03', { level: '', seconds: 10 }),
  ];
  assert.deepEqual(games.statistics(all), [
    { level: 'easy', count: 2, best: 60, mean: 90, withoutHints: 1 },
    { level: '', count: 1, best: 10, mean: 10, withoutHints: 1 },
  ]);
});

test('every day has a level and its own seed, and every rating has a level', () => {
  assert.equal(games.levelOf('2026-11-23'), 'easy', 'a Monday');
  assert.equal(games.levelOf('2026-11-29'), 'expert', 'a Sunday');
  const days = Array.from({ length: 400 }, (_, at) => games.dayAfter('2026-01-01', at));
  assert.equal(new Set(days.map(games.seedOf)).size, 400);
  const bounds = Object.values(games.LEVELS);
  for (let at = 1; at < bounds.length; at++) assert.ok(bounds[at][0] > bounds[at - 1][1]);
  assert.deepEqual(['1.0', '1.5', '1.7', '4.4', '4.5', '9.9', ''].map(games.levelFor), [
    'easy',
    'easy',
    'medium',
    'hard',
    'expert',
    'fiend',
    '',
  ]);
});

test('undo never removes the puzzle', () => {
  let state = board.reduce(board.START, { type: 'load', position: board.fromPuzzle(EASY) });
  state = board.reduce(board.reduce(state, { type: 'select', cell: 2 }), { type: 'digit', digit: 4 });
  for (let presses = 0; presses < 5; presses++) state = board.reduce(state, { type: 'undo' });
  assert.equal(board.line(state.position.values), EASY);
  state = board.reduce(state, { type: 'load', position: board.fromPuzzle(SOLVED) });
  assert.equal(board.reduce(state, { type: 'undo' }), state);
  assert.equal(board.reduce(state, { type: 'redo' }), state, 'redo does not replace the puzzle');
});

test('all singles are entered as one move', () => {
  const start = board.reduce(board.START, { type: 'load', position: board.fromPuzzle(EASY) });
  const done = board.reduce(start, { type: 'singles' });
  assert.equal(board.line(done.position.values), SOLVED, 'this puzzle needs nothing else');
  assert.equal(board.line(board.reduce(done, { type: 'undo' }).position.values), EASY);
  assert.equal(board.reduce(done, { type: 'singles' }), done);
  // Two equal clues share a row, so no single is entered.
  const broken = board.reduce(board.START, { type: 'load', position: board.fromPuzzle(`55${'.'.repeat(79)}`) });
  assert.equal(board.reduce(broken, { type: 'singles' }), broken);
});

test('when too many games are saved, finished games are removed first, then the oldest', async () => {
  /** Storage whose keys are its own properties, as in a browser. */
  const fake = () =>
    Object.create({
      getItem(key) {
        return this[key] ?? null;
      },
      setItem(key, value) {
        this[key] = value;
      },
      removeItem(key) {
        delete this[key];
      },
    });
  Object.assign(globalThis, { localStorage: fake(), sessionStorage: fake() });
  const storage = await load('storage');
  const keep = (at, isOver) => {
    storage.take();
    storage.keep({ at, seconds: 1, id: '', game: { ...games.NEW_GAME, isOver }, state: {} });
  };
  const times = () => storage.keptBoards().map(({ kept }) => kept.at);
  for (let at = 1; at <= 23; at++) keep(at, false);
  keep(24, true);
  keep(25, false);
  assert.deepEqual(times(), [25, ...Array.from({ length: 23 }, (_, at) => 23 - at)]);
  keep(26, true);
  assert.deepEqual(times().slice(-1), [2], 'the game of this tab stays');
  assert.equal(times()[0], 26);
});
