// Tests the board and the engine's messages without a page. Bundles the TypeScript that they need.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
const board = await load('board');
const { branches, linksOf, where, whole } = await load('draw/step');
const { along, route } = await load('draw/route');
const rules = await load('draw/rules');
const { mayHaveRules, puzzleLink, readAddressText, rulesText } = await load('share');

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const start = { ...board.START, position: board.fromPuzzle(EASY) };
const after = (state, ...actions) => actions.reduce(board.reduce, state);
const at = (state, cell) => after(state, { type: 'select', cell });
const digit = (number, mode) => ({ type: 'digit', digit: number, ...(mode && { mode }) });

test('a value removes its digit from the marks of its peers, except when the setting is off', () => {
  const filled = after(start, { type: 'fill' });
  // r1c3 may be 1, 2 or 4; r1c4 has 2 too.
  const value = after(at(filled, 2), digit(2));
  assert.equal(value.position.values[2], 2);
  assert.equal(value.position.corner[2], 0);
  assert.equal(value.position.corner[3] & board.bit(2), 0);
  const kept = after(at(filled, 2), { type: 'autoRemove', on: false }, digit(2));
  assert.notEqual(kept.position.corner[3] & board.bit(2), 0);
});

test('undo and redo go through all moves in order', () => {
  const states = [start];
  const actions = [
    { type: 'fill' },
    digit(4, 'colour'),
    { type: 'select', cell: 2 },
    digit(1),
    digit(2, 'centre'),
    { type: 'erase' },
    { type: 'step', place: [[3, 6]], remove: [[2, 4]] },
    { type: 'restart' },
    { type: 'unlock' },
    { type: 'lock' },
  ];
  for (const action of actions) {
    const next = board.reduce(states.at(-1), action);
    if (next.position !== states.at(-1).position) states.push(next);
  }
  assert.ok(states.length > 7);
  let state = states.at(-1);
  for (const before of states.slice(0, -1).reverse()) {
    state = board.reduce(state, { type: 'undo' });
    assert.deepEqual(state.position, before.position);
  }
  assert.equal(board.reduce(state, { type: 'undo' }), state);
  for (let moves = 1; moves < states.length; moves++) state = board.reduce(state, { type: 'redo' });
  assert.deepEqual(state.position, states.at(-1).position);
});

test('clues cannot be overwritten', () => {
  const tried = after(at(start, 0), digit(9), { type: 'erase' }, digit(3, 'corner'));
  assert.deepEqual(tried.position, start.position);
});

test('in several cells a digit is a mark, and is removed if all of them have it', () => {
  const both = after(at(start, 2), { type: 'select', cell: 3, how: 'extend' });
  const marked = after(both, digit(2));
  assert.deepEqual([marked.position.corner[2], marked.position.corner[3]], [2, 2]);
  assert.equal(after(marked, digit(2)).position.corner[2], 0);
});

test('while a digit is held, each tap writes it as one move', () => {
  const held = after(start, { type: 'hold', digit: 2 });
  assert.deepEqual([held.held, held.past.length], [2, 0]);
  const tapped = after(held, { type: 'tap', cell: 2 }, { type: 'tap', cell: 0 });
  assert.deepEqual([tapped.position.values[2], tapped.position.values[0], tapped.cursor], [2, 5, 0], 'a clue stays');
  assert.deepEqual(after(tapped, { type: 'undo' }).position, start.position);
  const marked = after(held, { type: 'mode', mode: 'corner' }, { type: 'tap', cell: 2 }, { type: 'tap', cell: 3 });
  assert.deepEqual([marked.position.corner[2], marked.position.corner[3]], [2, 2]);
  const erased = after(tapped, { type: 'hold', digit: board.ERASER }, { type: 'tap', cell: 2 });
  assert.deepEqual(erased.position, start.position);
  const put = after(held, { type: 'hold', digit: 2 }, { type: 'tap', cell: 2 });
  assert.deepEqual(
    [put.held, put.position, put.cursor],
    [0, start.position, 2],
    'choosing the held digit again releases it',
  );
});

test('a sole mark becomes a value, two marks do not', () => {
  const one = after(at(start, 2), digit(4, 'corner'));
  assert.equal(after(one, { type: 'promote', cell: 2 }).position.values[2], 4);
  const two = after(one, digit(2, 'corner'));
  assert.equal(after(two, { type: 'promote', cell: 2 }), two);
});

test('arrows wrap around, by cells and by boxes', () => {
  const move = (rows, columns, by) => ({ type: 'move', rows, columns, by });
  assert.equal(after(at(start, 0), move(-1, 0)).cursor, 72);
  assert.equal(after(at(start, 8), move(0, 1)).cursor, 0);
  assert.equal(after(at(start, 80), move(0, 1, 'box')).cursor, 74);
  const extended = after(at(start, 0), { type: 'move', rows: 0, columns: 1, extend: true });
  assert.deepEqual(extended.selected, [0, 1]);
});

test('marks are candidates only if every blank cell has some', () => {
  const one = after(at(start, 2), digit(1, 'corner'));
  assert.equal(board.hasAllMarks(one.position), false);
  assert.equal(board.candidates(one.position)[2], board.free(one.position.values, 2));
  const all = after(one, { type: 'fill' });
  const gone = after(at(all, 2), digit(1, 'corner'));
  assert.equal(board.candidates(gone.position)[2] & 1, 0);
});

test('a step that removes marks writes all other candidates', () => {
  const done = after(start, { type: 'step', place: [], remove: [[2, 1]] });
  assert.ok(board.hasAllMarks(done.position));
  assert.equal(done.position.corner[2], board.free(start.position.values, 2) & ~1);
});

test('digits of every script are read, and half a surrogate pair is not a digit', () => {
  assert.equal(board.plain('５.３\u00a0٧७๙𝟙\u3000０．ab²'), '5.3 7791 0.ab²');
  assert.equal(board.plain('\ud8005'), '\ufffd5');
  assert.equal(board.plain(EASY), EASY);
});

test('conflicts are found in each kind of house', () => {
  const values = board.parseLine(`5${'.'.repeat(7)}5${'.'.repeat(72)}`);
  assert.deepEqual([...board.conflicts(values)], [0, 8]);
  assert.deepEqual(board.clashes(values), [{ digit: 5, house: 0, cells: [0, 8] }]);
  assert.equal(board.conflicts(board.parseLine(EASY)).size, 0);
});

test('packed data is read back, and any other text is refused', () => {
  const state = after(at(after(start, { type: 'fill' }), 2), digit(7, 'centre'), digit(3, 'colour'), digit(1));
  assert.deepEqual(board.unpack(board.pack(state.position)), state.position);
  assert.equal(board.pack(start.position), `${EASY}~${EASY}`);
  assert.deepEqual(board.unpack(EASY), start.position);
  for (const bad of [
    '',
    '5',
    EASY.slice(1),
    `${EASY}~x`,
    `${EASY}~${EASY}~zz`,
    `${EASY}~${EASY}~~~~1`,
    'x'.repeat(81),
  ]) {
    assert.equal(board.unpack(bad), undefined, bad);
  }
});

test('a stored state is restored with its history, and invalid data is refused', () => {
  const state = after(at(start, 2), digit(1), { type: 'fill' }, { type: 'undo' });
  const back = board.restore(JSON.parse(JSON.stringify(board.store(state))));
  assert.deepEqual(back.position, state.position);
  assert.deepEqual(after(back, { type: 'undo' }).position, start.position);
  assert.ok(board.hasAllMarks(after(back, { type: 'redo' }).position));
  for (const bad of [null, 7, 'x', {}, { position: '?' }, { position: 3, past: [] }])
    assert.equal(board.restore(bad), undefined);
  assert.deepEqual(board.restore({ position: EASY, past: 'x', future: [9] }).past, []);
});

const claim = (cell, number, on) => ({ cells: [cell], digit: number, on });
const step = (marks, proof, eliminations = []) => ({
  placements: [],
  eliminations,
  explanation: {
    marks: { houses: [], covers: [], groups: [], candidates: [], links: [], legend: [], ...marks },
    proof,
  },
});
const line = (number, level, from, ...claims) => ({
  number: String(number),
  level,
  from: from.map(String),
  inner: [],
  words: { text: '', tokens: claims.map((of) => ({ kind: 'claim', text: '', claim: of })) },
});

test('a forcing chain is drawn branch by branch, and any other chain as a whole', () => {
  const [a, b, c, d] = [claim(0, 1, true), claim(1, 1, false), claim(9, 2, true), claim(1, 2, false)];
  const links = [
    { from: a, to: b, strong: false },
    { from: c, to: d, strong: false },
  ];
  const proof = [
    line(1, 0, [], a, c),
    line(2, 1, [], a),
    line(3, 1, [2], b),
    line(4, 1, [], c),
    line(5, 1, [4], d),
    line(6, 0, [3, 5]),
  ];
  const candidates = [
    [0, 1, 'true'],
    [1, 1, 'false'],
  ];
  const chain = step({ houses: [0], candidates, links }, proof, [[1, 1]]);
  const found = branches(chain.explanation);
  assert.deepEqual(
    found.map(({ lines }) => lines.map(({ number }) => number)),
    [
      ['2', '3'],
      ['4', '5'],
    ],
  );
  const first = whole(chain, found[0]);
  assert.deepEqual([...first.houses], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.equal(first.links.length, 1);
  assert.equal(first.nodes.map(({ letter }) => letter).join(''), 'ab');
  assert.equal(first.roles.get(11), 'out', 'each branch shows the removed candidate');
  assert.deepEqual(linksOf(proof[2], first), [0]);
  assert.equal(whole(chain).links.length, 2);
  assert.equal(where(chain).roles.size, 0, 'the first stage of a hint hides the result');
  assert.deepEqual(branches({ proof: proof.slice(1, 3) }), []);
});

test('a line of a proof has the links on the path between its claims', () => {
  const [a, b, c, d] = [claim(0, 1, true), claim(1, 1, false), claim(1, 2, true), claim(2, 2, false)];
  const links = [
    { from: a, to: b, strong: false },
    { from: b, to: c, strong: true },
    { from: c, to: d, strong: false },
  ];
  const overlay = whole(step({ links }, []));
  assert.deepEqual(linksOf(line(1, 0, [], c), overlay), [1], 'the links that lead to the only claim');
  assert.deepEqual(linksOf(line(1, 0, [], c, d), overlay), [2], 'that between two');
  assert.deepEqual(linksOf(line(1, 0, [], a, d), overlay), [0, 1, 2], 'all links on the path');
  assert.deepEqual(linksOf(line(1, 0, [], d, a), overlay), [], 'no path leads back');
});

test('both ends of a chain lead to a candidate that both exclude', () => {
  const [a, b, c, d] = [claim(0, 5, false), claim(0, 3, true), claim(4, 3, false), claim(4, 5, true)];
  const links = [
    { from: a, to: b, strong: true },
    { from: b, to: c, strong: false },
    { from: c, to: d, strong: true },
  ];
  const found = (eliminations, ...more) =>
    whole(step({ links: [...links, ...more] }, [], eliminations)).exclusions.map(({ end, cell, digit }) => [
      end.letter,
      cell,
      digit,
    ]);
  assert.deepEqual(found([[8, 5]]), [
    ['a', 8, 5],
    ['d', 8, 5],
  ]);
  assert.deepEqual(found([[8, 3]]), [], 'another digit');
  assert.deepEqual(found([[20, 5]]), [], 'a cell that sees only one end');
  assert.deepEqual(found([[8, 5]], { from: d, to: a, strong: false }), [], 'a ring has no ends');
});

test('a second finger undoes the selection and the entry of the first finger, but no later entry', () => {
  const held = after(start, { type: 'hold', digit: 1 });
  const tapped = after(held, { type: 'tap', cell: 2 });
  const revert = { type: 'revert', before: held, after: tapped };
  assert.deepEqual(after(tapped, revert), held);
  const later = after(tapped, { type: 'tap', cell: 3 });
  assert.equal(after(later, revert), later);
  const mode = after(tapped, { type: 'mode', mode: 'corner' });
  assert.equal(after(mode, revert).mode, 'corner', 'the mode does not change');
});

test('a link bends around a digit on its path, and its head keeps a distance to a digit at its end', () => {
  const [a, b] = [
    { x: 50, y: 50 },
    { x: 450, y: 50 },
  ];
  assert.ok(Math.abs(along(route(a, b, []), 0.5).y - 50) < 1e-9);
  const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  const inTheWay = { x: 250, y: 50, radius: 30 };
  assert.ok(far(along(route(a, b, [inTheWay]), 0.5), inTheWay) >= inTheWay.radius);
  const neighbour = { x: 422, y: 50, radius: 13 };
  assert.ok(far(route(a, b, [neighbour]).to, neighbour) >= neighbour.radius);
});

test('a terminated worker does not answer the questions to the next worker', async () => {
  const { Engine, Stopped } = await load('engine');
  const workers = [];
  const make = () => {
    const worker = { postMessage: () => undefined, terminate: () => undefined };
    workers.push(worker);
    return worker;
  };
  const engine = new Engine(make, () => undefined);
  const ended = engine.ask('check').catch((why) => why);
  engine.stop();
  assert.equal((await ended).constructor.name, Stopped.name);
  const answer = engine.ask('check');
  const [old, now] = workers;
  old.onmessage({ data: { id: 0, crash: 'late' } });
  old.onerror({ message: 'late', preventDefault: () => undefined });
  now.onmessage({ data: { id: 1, ok: 7 } });
  assert.equal(await answer, 7);
});

/** A rule of each kind. */
const RULES = [
  ...['diagonal-down', 'diagonal-up', 'windoku', 'disjoint-groups', 'asterisk', 'anti-knight', 'anti-king'],
  ...[
    'non-consecutive',
    'no-boxes',
    'house r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r4c1',
    'cage r5c5',
    'cage 10 r1c1 r1c2',
  ],
  ...['little-killer 7 r1c8 r2c9', 'arrow r4c4 / r4c5 r4c6', 'sum 3 r1c1 r1c2 / r3c3', 'thermometer r1c1 r1c2'],
  ...['whisper 5 r1c1 r1c2', 'renban r1c1', 'palindrome r1c1 r1c2', 'between r1c1 r1c2 r1c3', 'less r1c1 r1c2'],
  ...['difference 1 r1c1 r1c2', 'ratio 2 r1c1 r1c2', 'xv 10 r1c1 r1c2', `relation ${'1'.repeat(81)} r1c1 r1c2`],
  ...['differ r1c1 r1c2', 'digits 135 r1c1', 'odd r1c1', 'even r1c1', 'minimum r1c1', 'maximum r1c1'],
  ...['quadruple 123 r1c1 r1c2 r2c1 r2c2', 'clone r1c1 / r4c4'],
];

test('the page knows every kind of rule, and draws each kind that has cells', () => {
  const guide = readFileSync(new URL('../../docs/guides/variants.md', import.meta.url), 'utf8');
  const [, table] = /\| rule \| meaning \|\n\|---\|---\|\n(.*?)\n\n/s.exec(guide);
  const kinds = [...table.matchAll(/^\| `([a-z-]+)/gm)].map(([, kind]) => kind);
  assert.deepEqual([...new Set(RULES.map((rule) => rule.split(' ')[0]))].sort(), kinds.sort());
  for (const rule of RULES) assert.ok(mayHaveRules(rule), rule);

  globalThis.document = { createElementNS: () => ({ setAttribute() {}, append() {} }) };
  for (const rule of RULES) {
    const [read] = rules.readRules(rule);
    assert.ok(rules.ruleShapes([read]).length > 0 || read.cells.length === 0, rule);
  }
  delete globalThis.document;
  const [cage, arrow] = rules.readRules('cage 10 r1c1 r9c9; arrow r4c4 / r4c5 r4c6');
  assert.deepEqual([cage.kind, cage.value, cage.cells, cage.others], ['cage', '10', [0, 80], []]);
  assert.deepEqual([arrow.value, arrow.cells, arrow.others], ['', [30], [31, 32]]);
  assert.equal(rules.ruleText('arrow', '', [30, 31, 32]), arrow.text);
  assert.equal(rules.ruleText('whisper', '', [0, 1]), 'whisper 5 r1c1 r1c2');
  assert.equal(rules.ruleText('windoku', '', [0]), 'windoku');
});

test('texts without rules are recognized, and a link carries its rules', () => {
  for (const text of [
    EASY,
    `Puzzle 1: ${EASY}`,
    '1 2 3 | 4 5 6',
    'https://example.org/#id=abc',
    'Hidden single: r1c5=2',
  ])
    assert.ok(!mayHaveRules(text), text);
  globalThis.location = { href: 'https://example.org/' };
  const link = puzzleLink(board.fromPuzzle(EASY), '', '', 'cage 10 r1c1 r1c2; anti-king');
  assert.equal(link, `https://example.org/#rules=board_${EASY};_cage_10_r1c1_r1c2;_anti-king`);
  const text = rulesText(board.parseLine(EASY), 'cage 10 r1c1 r1c2; anti-king');
  assert.deepEqual(readAddressText(link.split('#')[1]), { kind: 'rules', text });
  assert.equal(rulesText(board.parseLine('.'.repeat(81)), 'anti-king'), 'anti-king');
  delete globalThis.location;
});
