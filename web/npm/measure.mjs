// Compares the package with three others from npm: `cargo xtask web`, then `node web/npm/measure.mjs`. It installs them
// into target/npm-peers, and prints a table. Times are CPU times of this process, so that other work matters less.
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
// A program of the folder imports the packages as a user does.
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
const each = (one) => async () => {
  const found = [];
  for (const puzzle of puzzles) found.push(await one(puzzle));
  return found;
};
const many = (one) => async () => {
  const found = [];
  for (let number = 0; number < MADE; number++) found.push(await one());
  return found;
};

const rows = [
  {
    title: '`sudoku-engines`, lists',
    solve: async () => (await engine.solveAll(puzzles)).map(({ solution }) => solution),
  },
  {
    title: '`sudoku-engines`',
    solve: each(async (puzzle) => (await engine.ask('check', { puzzle })).solution),
    make: many(async () => (await engine.generate()).puzzle),
    source: `export { createEngine } from 'sudoku-engines'`,
    files: ['first.wasm', 'whole.wasm'],
  },
  {
    title: '`sudoku-core` 3.0.3',
    solve: each((puzzle) => {
      const { solved, board } = solve(Array.from(puzzle, (sign) => (sign === '.' ? null : Number(sign))));
      return solved ? line(board) : null;
    }),
    make: many(() => line(generate('expert'))),
    source: `export { generate, solve } from 'sudoku-core'`,
  },
  {
    title: '`@algorithm.ts/sudoku` 4.0.3',
    solve: each((puzzle) => {
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
 * The median CPU time of five runs in microseconds, and what the last run found. The first run only warms up, unless
 * it takes more than five seconds.
 */
async function time(task) {
  const run = async () => {
    const start = process.cpuUsage();
    const found = await task();
    const { user, system } = process.cpuUsage(start);
    return [user + system, found];
  };
  const first = await run();
  if (first[0] > 5e6) return first;
  const runs = [];
  while (runs.length < 5) runs.push(await run());
  return runs.sort(([a], [b]) => a - b)[2];
}

const shown = (microseconds) =>
  microseconds < 1000
    ? `${Number(microseconds.toPrecision(2))} µs`
    : `${Number((microseconds / 1000).toPrecision(2))} ms`;

async function size({ source, files = [] }) {
  if (!source) return '';
  const stdin = { contents: source, resolveDir: folder };
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', write: false });
  const packed = [outputFiles[0].contents, ...files.map((file) => readFileSync(join(own, file)))];
  return packed
    .map((bytes) => `${Number((gzipSync(bytes, { level: 9 }).length / 1000).toPrecision(3))} KB`)
    .join(' + ');
}

console.log(`Node ${process.version}, ${cpus()[0].model}\n`);
console.log('| package | solve one | solved | make one | with one solution | size (gzip) |');
console.log('|---|--:|--:|--:|--:|--:|');
for (const row of rows) {
  const cells = ['–', '–', '–', '–'];
  if (row.solve) {
    const [all, found] = await time(row.solve);
    const right = found.filter((solution, at) => solution === answers[at]).length;
    cells.splice(0, 2, shown(all / puzzles.length), `${right} of ${puzzles.length}`);
  }
  if (row.make) {
    const [all, found] = await time(row.make);
    const proper = (await engine.solveAll(found)).filter((answer) => answer?.solutions === 1).length;
    cells.splice(2, 2, shown(all / MADE), `${proper} of ${MADE}`);
  }
  console.log(`| ${[row.title, ...cells, await size(row)].join(' | ')} |`);
}
