/** The words of the lessons in English. */

export const en = {
  intro:
    'Start with the rules. Each technique has a definition, an example with its proof, and exercises. A technique counts as learned after three exercises. A house is a row, a column or a box.',
  rules: 'The rules of Sudoku',
  rulesLine: 'Three sentences and a drawing, if you have never played.',
  rulesText: [
    'Fill every blank cell with a digit from 1 to 9.',
    'Each row, each column and each of the nine boxes of 3×3 cells holds every digit exactly once.',
    'Keep the printed digits (the clues): only one solution fits them, so you never have to guess.',
  ],
  rulesDrawing: (row: number, column: number): string =>
    `The tinted cells are the row, the column and the box of r${row}c${column}, the cell in row ${row} and column ${column}.`,
  rulesBoard: 'Board with a row, a column and a box',
  playEasy: 'Play an easy puzzle',
  firstLesson: 'First technique',
  all: 'All techniques',
  before: (title: string): string => `‹ ${title}`,
  after: (title: string): string => `${title} ›`,
  /** The progress of a technique. */
  solved: (count: number, of: number): string => (count >= of ? '✓ learned' : `${count} of ${of} solved`),
  learned: (count: number, of: number): string => `${count} of ${of} learned`,
  print: 'Print',
  printGroup: (level: string): string => `Print the techniques of the level ${level}`,
  example: 'Example',
  exampleBoard: (title: string): string => `Example: ${title}`,
  noExample: 'This technique is so rare that no puzzle with it is prepared.',
  play: 'Play a puzzle that needs it',
  looking: (count: number): string => `${count.toLocaleString('en')} puzzle${count === 1 ? '' : 's'} tried …`,
  exercise: 'Find it',
  exerciseBoard: (title: string): string => `Exercise: ${title}`,
  aim: {
    place: (title: string): string => `${title}: find a digit that it places. Select the cell and press the digit.`,
    remove: (title: string): string =>
      `${title}: find a candidate that it removes. Select the cell and press the digit. One candidate of the step is enough.`,
  },
  mode: 'Meaning of a digit',
  modes: { place: 'Place', remove: 'Remove' },
  marked: {
    place: (digit: number): string => `, you place ${digit}`,
    remove: (digit: number): string => `, you remove ${digit}`,
  },
  digits: 'Digits',
  check: 'Check',
  clear: 'Clear',
  showMe: 'Show me',
  next: 'Next exercise',
  making: 'Making an exercise …',
  nothing: 'Select a cell and press a digit first.',
  wrong: (claims: string): string => `${claims} contradicts the solution. Look again.`,
  unproved: (claims: string): string => `${claims}: true, but this technique does not prove it here.`,
  undecided: (claims: string): string =>
    `${claims}: true, but the first 1,000 steps of this technique do not prove it. There may be more steps.`,
  right: (rest: string): string => (rest === '' ? 'Right.' : `Right. The same step also proves ${rest}.`),
  shown: 'This is the step. The exercise does not count as solved.',
};

export type Lessons = typeof en;
