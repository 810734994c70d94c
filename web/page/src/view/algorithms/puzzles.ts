/**
 * The prepared puzzles. `straight`, `ten` and `worst` come from the sets `judge` and `row-major` of `sudoku-corpus`.
 * `hundreds` comes from `sudoku generate --seed 500`.
 */

export const PUZZLES = {
  /** The sample of Baekjoon 2580. */
  sample: '.354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.',
  /** In row order, the search never takes back a digit. */
  straight: '..257.6196....925359126.84.214958..696..1.....58632.94426.9.7.....34..8238.721465',
  /** In row order, ten calls fail. */
  ten: '.2.6..9.83418792..8.62.5.17.624.......3.6..54.75..1.2.71..3..92..91..4.36...2....',
  /** In row order, 517 calls fail; in `mrv`, 17. */
  hundreds: '85..1...4...89.57...94.....5..34..8.7.2..6.....3.7.....1..5..48.........9.......1',
  /** In row order, the search writes six million digits. */
  worst: '..2.5.....49.......7..4.....9...7........1.4..3....6.9...2..7..8..96...12...1..3.',
  /** The first puzzle without one of its clues: two solutions. */
  two: '..257.6196....925359126.84.214958..696..1.....58632.9442..9.7.....34..8238.721465',
} as const;

export type Prepared = keyof typeof PUZZLES;
