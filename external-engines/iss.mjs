// Interactive-Sudoku-Solver (https://github.com/sigh/Interactive-Sudoku-Solver, MIT) as an external engine for variants.
//
// Run `node iss.mjs PATH [VERSION]` with the path of a clone. docs/reference/line-protocol.md describes the protocol.

import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [path, version = 'unknown'] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(resolve(path, file)));
(await load('tests/helpers/test_env.js')).ensureGlobalEnvironment();
const { SimpleSolver } = await load('js/sandbox/simple_solver.js');

/** The constraint of each rule, with the arguments before its cells. */
const CONSTRAINTS = {
  'diagonal-down': 'Diagonal~-1',
  'diagonal-up': 'Diagonal~1',
  windoku: 'Windoku',
  'disjoint-groups': 'DisjointSets',
  asterisk: 'AllDifferent~R2C5~R3C3~R3C7~R5C2~R5C5~R5C8~R7C3~R7C7~R8C5',
  'anti-knight': 'AntiKnight',
  'anti-king': 'AntiKing',
  'non-consecutive': 'AntiConsecutive',
  thermometer: 'Thermo',
  arrow: 'Arrow',
  renban: 'Renban',
  palindrome: 'Palindrome',
  between: 'Between',
  differ: 'AllDifferent',
  // The sum 0 means any sum.
  cage: (sum = 0) => `Cage~${sum}`,
  'little-killer': (sum) => `Sum~${sum}`,
  whisper: (least) => `Whisper~${least}`,
  difference: (value) => ({ 1: 'WhiteDot' })[value],
  ratio: (value) => ({ 2: 'BlackDot' })[value],
  xv: (sum) => ({ 5: 'V', 10: 'X' })[sum],
};

/** Translates a rule in the text form of this project. */
function constraint(rule) {
  const [name, ...words] = rule.split(' ').filter((word) => word !== '/');
  if (name === 'board') {
    const digits = [...words[0]].map((digit, at) => [digit, `R${Math.floor(at / 9) + 1}C${(at % 9) + 1}`]);
    return digits.map(([digit, cell]) => (digit === '.' ? '' : `.~${cell}_${digit}`)).join('');
  }
  if (name === 'digits') {
    const [digits, ...cells] = words;
    return cells.map((cell) => `.~${[cell.toUpperCase(), ...digits].join('_')}`).join('');
  }
  const known = CONSTRAINTS[name];
  const hasValue = typeof known === 'function' && !words[0].startsWith('r');
  const head = typeof known === 'function' ? known(hasValue ? words.shift() : undefined) : known;
  if (head === undefined) throw new Error(`no constraint of ISS for the rule \`${rule}\``);
  return `.${[head, ...words.map((cell) => cell.toUpperCase())].join('~')}`;
}

/** Returns the number of solutions up to a limit, the guesses and the first solution. */
function answer(line, limit) {
  const solver = new SimpleSolver();
  const text = line.split('; ').map(constraint).join('');
  let solutions = 0;
  let first = '-';
  for (const solution of solver.solutions(text, limit)) {
    if (solutions === 0) first = solution.toString();
    solutions += 1;
  }
  return `${solutions} ${solver.latestStats().guesses} ${first}`;
}

const say = (text) => process.stdout.write(`${text}\n`);
say(`sudoku-peer 1\nversion ${version}\nlicence MIT\nready`);
let [puzzles, answers, left, limit] = [[], [], 0, 0];
for await (const line of createInterface({ input: process.stdin })) {
  if (left > 0) {
    puzzles.push(line);
    left -= 1;
    if (left === 0) say('loaded');
  } else if (line === 'go') {
    answers = puzzles.map((puzzle) => answer(puzzle, limit));
    say('done');
  } else if (line === 'answers') {
    say(answers.join('\n'));
  } else {
    const words = line.split(' ');
    limit = Number(words[1]);
    left = words[3] * words[4];
    puzzles = [];
  }
}
