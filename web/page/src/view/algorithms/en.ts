/** The words of the algorithms in English. */

import { digitsOf } from '../../board';
import { en as page } from '../../text/en';
import type { Comment } from './program';
import type { Algorithm, Event, Mistake, Search } from './search';

const n = (count: number): string => count.toLocaleString('en');
const s = (count: number, one: string): string => `${n(count)} ${one}${count === 1 ? '' : 's'}`;
const { cell, house } = page;
const digits = (set: number): string => digitsOf(set).join(', ');

export const en = {
  n,
  intro:
    'See how a program solves a Sudoku, one line of code at a time. Choose an algorithm and a puzzle, and press Step or Play.',
  algorithm: 'Algorithm',
  names: {
    scan: 'Row by row',
    bitmask: 'Bit masks',
    mrv: 'Fewest first',
    board: 'Whole board',
    all: 'Side by side',
  } as Record<Algorithm | 'all', string>,
  what: {
    scan: 'Goes through the blanks row by row and writes the first digit that the row, column and box do not hold. If no digit fits, it returns to the blank before and tries the next digit there.',
    bitmask:
      'Makes the same search as “Row by row”, but keeps the free digits of each row, column and box as the bits of a number. One AND of three numbers replaces 27 looks at cells.',
    mrv: 'Writes a digit that has only one place in a row, column or box; if there is none, it takes the blank with the fewest candidates (“minimum remaining values”, MRV). It needs fewer steps for two reasons: a blank with one candidate is no guess, and a blank without candidates shows at once that an earlier guess is wrong. “Row by row” finds both only when it comes to that blank.',
    board:
      'Keeps the candidates of all 81 cells and asks every cell and every row, column and box the same question in one pass, which vector instructions run on many numbers at once. It guesses only when a pass changes nothing, on a copy of the board, so it never takes a digit back.',
    all: 'Four programs solve the same puzzle with one clock: at each tick, each program runs one marked line. A line is not a time: a pass of “Whole board” is one line, and works on all 81 cells. Compare the digits written, or guessed, and the backtracks.',
  } as Record<Algorithm | 'all', string>,
  /** The difference between the engine's strategy and the program. */
  engine: {
    scan: 'The engine’s strategy scan writes the same digits in the same order.',
    bitmask: 'The engine’s strategy bitmask writes the same digits in the same order.',
    mrv: 'The engine’s strategy mrv finds all singles of the board at once, and chooses between equal blanks by their neighbors, so its counts differ a little.',
    board:
      'The engine’s strategy board also removes locked candidates, holds the board in vector registers, and guesses where a digit goes in a band or stack.',
  } as Record<Algorithm, string>,
  puzzle: 'Puzzle',
  puzzles: {
    sample: 'Baekjoon 2580’s sample',
    straight: 'No backtracking',
    ten: 'Ten backtracks',
    hundreds: 'About 500 backtracks',
    worst: 'Worst for row order',
    two: 'Two solutions',
    mine: 'My board',
  },
  noBoard: 'Your board is empty or has a conflict: the programs need a puzzle without conflicts.',
  language: 'Programming language',
  code: 'Code',
  copyProgram: 'Copy the whole program',
  comments: {
    free: 'bit d: digit d is still free',
    lowest: 'the lowest bit',
    lost: 'a digit has no place',
    single: 'digits with one place',
    candidates: 'the candidates of each cell, bit d for digit d',
    pass: 'returns how many cells changed, or that there is no solution',
    lanes27: '27 lanes',
    lanes81: '81 lanes',
  } as Record<Comment, string>,

  mistake: 'Mistake',
  mistakes: {
    none: 'none',
    reset: 'not resetting the cell',
    early: 'no early return',
    twice: 'printing in the search',
  } as Record<Mistake, string>,
  mistakeWhat: {
    none: '',
    reset:
      'The digit stays on the board after the call fails. Later calls find a leftover digit on the board, so they reject digits that would fit.',
    early:
      'The result of the call is ignored. The search continues after the solution, takes every digit back, and prints the blanks.',
    twice:
      'The search prints each solution and does not stop. A puzzle with two solutions gives two boards; with one solution, the time after it is wasted.',
  } as Record<Mistake, string>,
  result: (boards: readonly ('right' | 'blank' | 'wrong')[], steps: number, solvedAt: number): string => {
    const kinds = { right: 'a correct board', blank: 'a board with blanks', wrong: 'a wrong board' };
    const printed =
      boards.length === 1
        ? `printed ${kinds[boards[0]!]}`
        : `printed ${boards.length > 99 ? 'a hundred boards or more' : s(boards.length, 'board')}`;
    const wasted =
      solvedAt > 0 && steps - solvedAt > 200
        ? ` It had the solution after ${s(solvedAt, 'line')}, and ran ${n(steps - solvedAt)} more.`
        : '';
    return `The program ran ${s(steps, 'line')} and ${printed}.${wasted} ${
      boards.length === 1 && boards[0] === 'right' ? 'The judge accepts it.' : 'The judge says “wrong answer”.'
    }`;
  },

  noMistake:
    'The search never backtracks on this puzzle, so the mistake changes nothing. Choose the puzzle “Ten backtracks”.',

  toStart: 'To the start',
  back: 'Back',
  step: 'Step',
  play: 'Play',
  pause: 'Pause',
  nextBack: 'Next backtrack',
  toEnd: 'To the end',
  speed: 'Speed',
  perSecond: (lines: number): string => `${n(lines)} lines/s`,
  noBack: 'The search does not backtrack from here: this is its end.',
  tick: (at: number): string => `Line ${n(at)}`,
  running: (at: number): string => `Running: line ${n(at)} …`,
  counts: (one: Search, isWhole: boolean): string =>
    [
      s(one.steps, 'line'),
      isWhole
        ? `${n(one.passes)} ${one.passes === 1 ? 'pass' : 'passes'}, ${n(one.placements)} ${one.placements === 1 ? 'guess' : 'guesses'}`
        : `${s(one.placements, 'digit')} written`,
      s(one.retreats, 'backtrack'),
      `depth ${one.depth}`,
    ].join(' · '),

  stack: 'Calls',
  frame: (at: number, where: string, digit: number): string => `fill(${at})  ${where}${digit ? ` = ${digit}` : ''}`,
  frameWhole: (at: number, where: string, digit: number): string =>
    `solve, depth ${at}  ${where}${digit ? ` = ${digit}` : ''}`,
  below: (count: number): string => `${s(count, 'more call')} below`,
  noCalls: 'No call is running.',
  tables: 'Free digits',
  tableNames: ['Rows', 'Columns', 'Boxes'],
  and: 'All three',
  tablesNote:
    'A filled square is a free digit: bit 1. The row, column and box of the current cell are marked. The digits that are free in all three are below.',
  tree: 'Search tree',
  treeNote: (shown: number, all: number): string =>
    `${all > shown ? `The last ${n(shown)} of ${s(all, 'branch').replace('branchs', 'branches')}` : `${n(all)} ${all === 1 ? 'branch' : 'branches'}`}. Down is deeper. A cross ends a branch that failed, a circle is a solution; the thick line is the current path.`,

  told: ((one: Search, isWhole: boolean) => {
    const at = one.cell >= 0 ? cell(one.cell) : '';
    const { digit } = one;
    const told: Record<Event, () => string> = {
      enter: () =>
        one.cell < 0 && one.depth > 0
          ? `Is a blank left? Call ${one.depth}.`
          : `Call ${one.depth}: the next blank is ${at || 'chosen below'}.`,
      done: () => 'No blank is left: the puzzle is solved.',
      print: () => 'The board is printed here, in the search.',
      try: () =>
        one.outcome ? `${digit} fits ${at}.` : `${digit} does not fit ${at}: its row, column or box holds it.`,
      place: () => (isWhole ? `Guess ${digit} in ${at}, on a copy of the board.` : `Write ${digit} in ${at}.`),
      call: () => `Call for the rest of the board, with ${digit} in ${at}.`,
      found: () => 'The call found the solution: return at once.',
      reset: () => `The call failed: take ${digit} back from ${at}.`,
      fail: () => (at ? `No digit is left for ${at}: return.` : 'No digit is left: return.'),
      look: () =>
        isWhole
          ? at
            ? `No pass helps: guess in ${at} (${digits(one.digits)}).`
            : 'Every cell is decided.'
          : at
            ? `Free in ${at}: ${digits(one.digits) || 'no digit'}.`
            : 'Choose a blank.',
      house: () => `Look at ${house(one.house)}: has a digit only one place?`,
      lost: () =>
        isWhole
          ? 'A cell has no candidate, or a digit has no place: return.'
          : `A digit has no place in ${house(one.house)}: this branch is lost.`,
      hidden: () => `${digits(one.digits)} has only one place in ${house(one.house)}: ${at}.`,
      fewest: () => `No digit has only one place. ${at} has the fewest candidates: ${digits(one.digits) || 'none'}.`,
      pass: () => (one.outcome < 0 ? 'The pass finds a contradiction.' : `The pass changes ${s(one.outcome, 'cell')}.`),
      end: () => 'The program ends.',
    };
    return one.steps === 0 ? 'Press Step.' : told[one.event]();
  }) as (one: Search, isWhole: boolean) => string,

  timing: 'How long does it take?',
  timingIntro:
    'The engine’s versions of the four algorithms solve the chosen puzzle in this browser. Each is warmed up and then timed in seven batches.',
  measure: 'Measure',
  more: 'Measure all strategies',
  head: ['Algorithm', 'Digits', 'Guesses', 'Median', 'Lowest to highest'],
  guesses: 'Guesses: the digits that the program tried while another option was still open.',
  tooShort: 'too short to time',
  unsteady: 'varies by more than 50%',
  atLeast: 'stopped after',
  single: 'fewer than five runs: too slow',
  chart: 'Time of one solve, logarithmic scale',
  budget: '80 ms: a C++ program at Baekjoon',
  budgetNote:
    'A C++ solution of Baekjoon 2580 from a blog takes 80 ms. That time contains the whole process on the judge’s machine: start, input, search and output. The bars contain only the search, on your machine. To compare the same parts, judge a program:',
  judge: 'Judge your own program',
  judgeIntro:
    'The command bench-harness runs a program as the judge does, on 60 puzzles, and compares it with these strategies. “cargo build --release -p bench-harness” builds it; docs/guides/judge.md explains it.',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser does not allow it.',
};

export type Lessons = typeof en;
