// Checks in Node which operations each module of the engine knows, and that two modules give the same answers.
//
// SUDOKU_PAGE is the folder of the built page.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';

const root = new URL('../..', import.meta.url).pathname;
const folder = process.env.SUDOKU_PAGE ?? join(root, 'target/web');

async function load(part) {
  const file = readdirSync(folder).find((name) => name.startsWith(`${part}-`) && name.endsWith('.wasm'));
  const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, file)), {});
  const engine = instance.exports;
  const exchange = (text, work) => {
    const bytes = Buffer.from(text);
    const at = engine.reserve(bytes.length) >>> 0;
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    const length = work(bytes.length) >>> 0;
    return Buffer.from(engine.memory.buffer, engine.reply() >>> 0, length).toString();
  };
  return {
    ask: (request) => JSON.parse(exchange(JSON.stringify(request), engine.call)),
    list: (task, lines) => exchange(lines, (bytes) => engine.list(task, bytes)),
  };
}
const first = await load('first');
const whole = await load('whole');
const variants = await load('variants');

const knows = (engine, op) => engine.ask({ op }).error?.words !== `there is no operation \`${op}\``;
const docs = readFileSync(join(root, 'docs/reference/page-engine.md'), 'utf8');
/** The rows of the table of operations: the name of the operation, and the symbol of its module. */
const rows = [...docs.matchAll(/^\| `([a-z_]+)` \| ([●◆]?) ?\| .+ \| .+ \|$/gm)].map(([, op, mark]) => [op, mark]);
const documented = rows.map(([op]) => op);

test('each module knows the documented operations and refuses all others', () => {
  assert.ok(documented.length > 15, documented.join());
  const ofFirst = rows
    .filter(([, mark]) => mark === '●')
    .map(([op]) => op)
    .sort();
  const page = readFileSync(join(root, 'web/page/src/engine.ts'), 'utf8');
  const asked = [.../const FIRST[^=]*= \[([^\]]*)\]/.exec(page)[1].matchAll(/'([a-z_]+)'/g)].map(([, op]) => op).sort();
  assert.deepEqual(asked, ofFirst, 'the page and the documentation agree on the small module');
  for (const [op, mark] of rows) {
    assert.equal(knows(whole, op), mark !== '◆', `the full module knows ${op} as documented`);
    assert.equal(knows(first, op), mark === '●', `the small module knows ${op} as documented`);
    assert.equal(knows(variants, op), mark === '◆', `the module for variants knows ${op} as documented`);
    assert.equal(op.startsWith('variant_'), mark === '◆', `the page asks the right module for ${op}`);
  }
  // The table and the types of the page list the same operations.
  const replies = readFileSync(join(root, 'web/page/src/replies.ts'), 'utf8');
  const tables = [...replies.matchAll(/^export type (?:First|Whole|Variant)Replies = \{(.*)\}/gm)]
    .map(([, ops]) => ops)
    .join();
  const typed = [...tables.matchAll(/([a-z_]+):/g)].map(([, op]) => op).sort();
  assert.deepEqual(typed, [...documented].sort());
  for (const engine of [first, whole, variants]) assert.ok(!knows(engine, 'nothing'));
  assert.match(first.list(1, '\n'), /^\{"error":\{"words":"there is no list operation 1",/);
});

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const OPEN = `${EASY.slice(0, 27)}${'.'.repeat(54)}`;

test('both modules give the same answers', () => {
  const lines = [EASY, OPEN, 'x', '', `55${'.'.repeat(79)}`, '.'.repeat(81)].join('\n');
  assert.equal(whole.list(0, lines), first.list(0, lines));
  const marks = whole.ask({ op: 'write', puzzle: EASY, format: 'candidates' }).ok.text;
  const requests = [
    { op: 'check', puzzle: EASY },
    { op: 'check', puzzle: OPEN },
    { op: 'marks', puzzle: OPEN, limit: 50 },
    { op: 'enumerate', puzzle: OPEN, skip: 3, number: 5 },
    { op: 'read', text: marks },
    { op: 'read', text: '12' },
    { op: 'write', puzzle: EASY, format: 'grid' },
    { op: 'check' },
  ];
  for (const request of requests) {
    assert.deepEqual(first.ask(request), whole.ask(request), JSON.stringify(request));
  }
});

test('only the full module knows the formats of web sites', () => {
  const digits = EASY.replaceAll('.', '0');
  for (const text of [
    `https://www.sudokuwiki.org/sudoku.htm?bd=${digits}`,
    `<table>${digits.replace(/.{9}/g, (row) => `<tr>${row.replace(/./g, '<td>$&</td>')}</tr>`)}</table>`,
    whole.ask({ op: 'write', puzzle: EASY, format: 'f-puzzles' }).ok.text,
  ]) {
    assert.equal(whole.ask({ op: 'read', text }).ok.puzzles[0]?.puzzle, EASY, text);
    // The page asks the full module if the small module finds no puzzle.
    assert.deepEqual(first.ask({ op: 'read', text }).ok.puzzles, [], text);
  }
  assert.match(first.ask({ op: 'write', puzzle: EASY, format: 'f-puzzles' }).error.words, /unknown format/);
});
