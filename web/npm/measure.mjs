// Compares the package with three others from npm: `cargo xtask web`, then `node web/npm/measure.mjs`. Installs them
// into target/npm-peers and prints a table. The CPU time of this process depends less on other work than wall time.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const PEERS = ['sudoku-gen@1.0.2', 'sudoku-core@3.0.3', '@algorithm.ts/sudoku@4.0.3'];
const folder = join(import.meta.dirname, '../../target/npm-peers');
const own = join(import.meta.dirname, '../../target/npm');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--install-links', ...PEERS, own], { cwd: folder });
// A program in the folder imports the packages like a user's program.
writeFileSync(
  join(folder, 'peers.js'),
  `export { createEngine } from 'sudoku-engines';
   export { getSudoku } from 'sudoku-gen';
   export { generate, solve } from 'sudoku-core';
   export { SudokuCreator, SudokuSolver } from '@algorithm.ts/sudoku';`,
);
const { createEngine, getSudoku, generate, solve, SudokuCreator, SudokuSolver } = await import(
  join(folder, 'peers.js')
);

const SOLVED = 200;
const MADE = 20;
const engine = createEngine();
const puzzles = [];
for (let number = 0; number < SOLVED; number++) puzzles.push((await engine.generate({ seed: 1, number })).puzzle);
const answers = (await engine.solveAll(puzzles)).map(({ solution }) => solution);

const line = (board, shift = 0) => board.map((digit) => (digit === null || digit < 0 ? '.' : digit + shift)).join('');
const solver = new SudokuSolver({ childMatrixWidth: 3 });
const creator = new SudokuCreator({ childMatrixWidth: 3 });
/** Returns the CPU time of this process in microseconds. */
function spent() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Runs a task for each item, for at most ten seconds. */
const each = (things, one) => async () => {
  const found = [];
  const start = spent();
  for (const thing of things) {
    if (spent() - start > 1e7) break;
    found.push(await one(thing));
  }
  return found;
};
const solveEach = (one) => each(puzzles, one);
const many = (one) => each(Array(MADE).fill(), one);

const rows = [
  {
    title: '`sudoku-engines`, one by one',
    solve: solveEach(async (puzzle) => (await engine.ask('check', { puzzle })).solution),
    make: many(async () => (await engine.generate()).puzzle),
    source: `export { createEngine } from 'sudoku-engines'`,
    files: ['first.wasm', 'whole.wasm'],
  },
  {
    title: '`sudoku-engines`, `solveAll`',
    solve: async () => (await engine.solveAll(puzzles)).map(({ solution }) => solution),
  },
  {
    title: '`sudoku-engines`, rated 3 to 4 on the scale `se`',
    make: many(async () => (await engine.generate({ scale: 'se', difficulty: [3, 4] })).puzzle),
  },
  {
    title: '`sudoku-core` 3.0.3',
    solve: solveEach((puzzle) => {
      const { solved, board } = solve(Array.from(puzzle, (sign) => (sign === '.' ? null : Number(sign))));
      return solved ? line(board) : null;
    }),
    make: many(() => line(generate('hard'))),
    source: `export { generate, solve } from 'sudoku-core'`,
  },
  {
    title: '`@algorithm.ts/sudoku` 4.0.3',
    solve: solveEach((puzzle) => {
      const board = Array.from(puzzle, (sign) => (sign === '.' ? -1 : Number(sign) - 1));
      return solver.solve(board, board) ? line(board, 1) : null;
    }),
    make: many(() => line(creator.createSudoku(1).puzzle, 1)),
    source: `export { SudokuCreator, SudokuSolver } from '@algorithm.ts/sudoku'`,
  },
  {
    title: '`sudoku-gen` 1.0.2',
    make: many(() => getSudoku('expert').puzzle.replaceAll('-', '.')),
    source: `export { getSudoku } from 'sudoku-gen'`,
  },
];

/**
 * Returns the median CPU time per answer of five runs in microseconds, and the answers of that run. The first run is
 * only a warm-up, except if it takes more than five seconds.
 */
async function time(task) {
  const run = async () => {
    const start = spent();
    const found = await task();
    return [spent() - start, found];
  };
  const first = await run();
  const runs = first[0] > 5e6 ? [first] : [];
  if (runs.length === 0) while (runs.length < 5) runs.push(await run());
  const [all, found] = runs.sort(([a], [b]) => a - b)[runs.length >> 1];
  return [all / found.length, found];
}

const UNITS = ['µs', 'ms', 's'];
function shown(microseconds) {
  const unit = microseconds < 1e3 ? 0 : microseconds < 1e6 ? 1 : 2;
  return `${Number((microseconds / 1000 ** unit).toPrecision(2))} ${UNITS[unit]}`;
}

async function size({ source, files = [] }) {
  if (!source) return 'as above';
  const stdin = { contents: source, resolveDir: folder };
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', write: false });
  const packed = [outputFiles[0].contents, ...files.map((file) => readFileSync(join(own, file)))];
  return packed
    .map((bytes) => `${Number((gzipSync(bytes, { level: 9 }).length / 1000).toPrecision(3))} KB`)
    .join(' + ');
}

console.log(`Node ${process.version}, ${cpus()[0].model}\n`);
console.log('| package | solve one | solved | make one | made with one solution | size (gzip) |');
console.log('|---|--:|--:|--:|--:|--:|');
for (const row of rows) {
  const cells = ['–', '–', '–', '–'];
  if (row.solve) {
    const [each, found] = await time(row.solve);
    const right = found.filter((solution, at) => solution === answers[at]).length;
    cells.splice(0, 2, shown(each), `${right} of ${found.length}`);
  }
  if (row.make) {
    const [each, found] = await time(row.make);
    const proper = (await engine.solveAll(found)).filter((answer) => answer?.solutions === 1).length;
    cells.splice(2, 2, shown(each), `${proper} of ${found.length}`);
  }
  console.log(`| ${[row.title, ...cells, await size(row)].join(' | ')} |`);
}
