// Compares the strategy `weighted` with Interactive-Sudoku-Solver (ISS) on every second puzzle of the collections of
// ISS.
//
// Run `node compare-iss.mjs PATH [COLLECTION…]` with the path of a clone; the default is all collections. The script
// writes a collection into the folder target/iss, as JSON of f-puzzles. `bench-harness` measures these files.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [path, ...names] = process.argv.slice(2);
if (path === undefined) throw new Error('expected the path of a clone of Interactive-Sudoku-Solver');
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const load = (file) => import(pathToFileURL(resolve(path, file)));
(await load('tests/helpers/test_env.js')).ensureGlobalEnvironment();
const collections = await load('data/collections.js');
const { CellGeometry } = await load('js/cell_geometry.js');
const { SudokuParser } = await load('js/sudoku_parser.js');
const geometry = CellGeometry.fromShapeSpec('9x9');

/** Returns the row and the column of a cell, from 1. */
const place = (cell) => cell.match(/\d+/g).map(Number);

/** Adds an item to a list of f-puzzles. */
const add = (puzzle, field, item) => (puzzle[field] ??= []).push(item);

/** The translation of each type of constraint into the JSON of f-puzzles. */
const TRANSLATIONS = {
  Given(puzzle, { cell, values }) {
    const [row, column] = place(cell);
    const entry = puzzle.grid[row - 1][column - 1];
    if (Object.keys(entry).length > 0) throw new Error('a cell with two lists of digits');
    Object.assign(entry, values.length === 1 ? { value: values[0], given: true } : { givenPencilMarks: values });
  },
  Diagonal: (puzzle, { direction }) => (puzzle[direction > 0 ? 'diagonal+' : 'diagonal-'] = true),
  AntiKing: (puzzle) => (puzzle.antiking = true),
  Thermo: (puzzle, { cells }) => add(puzzle, 'thermometer', { lines: [cells] }),
  Renban: (puzzle, { cells }) => add(puzzle, 'renban', { lines: [cells] }),
  Cage(puzzle, { cells, sum }) {
    if (new Set(cells).size < cells.length) throw new Error('a cage with a repeated cell');
    // The sum 0 means any sum.
    add(puzzle, 'killercage', sum === 0 ? { cells } : { cells, value: String(sum) });
  },
  LittleKiller(puzzle, constraint) {
    if (!(constraint.value > 0)) throw new Error('a little killer without a sum');
    const [[row, column], [nextRow, nextColumn]] = constraint.getCells(geometry).map(place);
    const [down, right] = [nextRow - row, nextColumn - column];
    const direction = (down > 0 ? 'D' : 'U') + (right > 0 ? 'R' : 'L');
    const cell = `R${row - down}C${column - right}`;
    add(puzzle, 'littlekillersum', { cell, direction, value: String(constraint.value) });
  },
};

/** Returns a puzzle of ISS as the JSON of f-puzzles. */
function translate(input) {
  const puzzle = { size: 9, grid: Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => ({}))) };
  const translateAll = (constraint) => {
    const { type, constraints, shapeSpec } = constraint;
    if (type === 'Container') return constraints.forEach(translateAll);
    if (type === 'Shape' && shapeSpec === '9x9') return;
    if (!(type in TRANSLATIONS)) throw new Error(`a constraint \`${type}\``);
    TRANSLATIONS[type](puzzle, constraint);
  };
  translateAll(SudokuParser.parseText(input));
  return JSON.stringify(puzzle);
}

const known = Object.keys(collections).filter((name) => collections[name].configFor);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`no collection ${unknown.join(', ')}; ISS has ${known.join(', ')}`);
const folder = join(root, 'target/iss');
mkdirSync(folder, { recursive: true });
const files = (names.length > 0 ? names : known).map((name) => {
  const file = join(folder, `${name}.jsonl`);
  const lines = collections[name].map((entry, at) => {
    // The other puzzles of LITTLE_KILLER_SNIPES take minutes each.
    if (at % 2 === 1) return '';
    try {
      return `${translate(collections[name].configFor(entry).input)}\n`;
    } catch (error) {
      console.error(`left out: puzzle ${at + 1} of ${name}, because of ${error.message}`);
      return '';
    }
  });
  console.error(`${name}: ${lines.filter(Boolean).length} of ${lines.length} puzzles`);
  writeFileSync(file, lines.join(''));
  return `--file=${file}`;
});
const commit = spawnSync('git', ['-C', path, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim();
const words = ['node', join(root, 'external-engines/iss.mjs'), resolve(path), commit || 'unknown'];
const engine = words.map((word) => `'${word}'`).join(' ');
const harness = ['run', '--quiet', '--release', '--locked', '--package', 'bench-harness', '--'];
const options = ['--mode=unique', '--time-limit=2m', '--strategy=weighted', `--external=iss=${engine}`];
const { status } = spawnSync('cargo', [...harness, ...options, ...files], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 2;
