//! Answers to puzzles, compared with the solution.

use sudoku_core::{Board, Cell, Grid, Limits, Outcome, PuzzleBatch, Solver};
use sudoku_simd::AutoSolver;

/// The comparison of an answer with its puzzle.
///
/// ```
/// use sudoku_engines::{Board, Verdict};
///
/// let puzzle: Board =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///         .parse()?;
/// let answer: Board =
///     "534.7....62.195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///         .parse()?;
/// let verdict = Verdict::of(&puzzle, &answer);
/// assert!(!verdict.is_correct && verdict.keeps_clues);
/// assert_eq!((verdict.cells_right, verdict.violations), (Some(1), 0));
/// assert_eq!(verdict.first_wrong.unwrap().to_string(), "r2c2");
/// # Ok::<(), sudoku_engines::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// True if the answer is complete, obeys the rules and keeps the clues. Each solution of a
    /// puzzle with several solutions is correct.
    pub is_correct: bool,
    /// True if every clue is in its cell.
    pub keeps_clues: bool,
    /// The number of cells without a clue that have the digit of the solution. `None` if the puzzle
    /// does not have exactly one solution, unless the answer is correct.
    pub cells_right: Option<u8>,
    /// The number of houses in which a digit occurs more than once, added over all digits.
    pub violations: u8,
    /// The first cell with a digit that differs from the solution. `None` if the puzzle does not
    /// have exactly one solution.
    pub first_wrong: Option<Cell>,
}

impl Verdict {
    /// Compares a complete or partial answer with the puzzle.
    #[must_use]
    pub fn of(puzzle: &Board, answer: &Board) -> Self {
        if solves(answer, puzzle) {
            return Self::correct(puzzle);
        }
        Self::wrong(puzzle, answer, &AutoSolver::new().solve(puzzle, &Limits::solutions(2)))
    }

    /// Compares the answer of each pair with the puzzle before it. Solves the puzzles in batches.
    #[must_use]
    pub fn of_all(pairs: &[(Board, Board)]) -> Vec<Self> {
        let right: Vec<bool> =
            pairs.iter().map(|(puzzle, answer)| solves(answer, puzzle)).collect();
        let open = pairs.iter().zip(&right).filter(|&(_, is_right)| !is_right);
        let open: Vec<Board> = open.map(|((puzzle, _), _)| *puzzle).collect();
        let mut outcomes = Vec::new();
        let batch = PuzzleBatch::new(&open, &mut outcomes);
        AutoSolver::new().search_batch(batch, &Limits::solutions(2));
        let mut outcomes = outcomes.iter();
        let verdict = |((puzzle, answer), &is_right): (&(Board, Board), &bool)| {
            let outcome = if is_right { None } else { outcomes.next() };
            outcome.map_or_else(
                || Self::correct(puzzle),
                |outcome| Self::wrong(puzzle, answer, outcome),
            )
        };
        pairs.iter().zip(&right).map(verdict).collect()
    }

    fn correct(puzzle: &Board) -> Self {
        Self {
            is_correct: true,
            keeps_clues: true,
            cells_right: Some(81 - puzzle.clue_count() as u8),
            violations: 0,
            first_wrong: None,
        }
    }

    /// Compares an answer that does not solve the puzzle.
    fn wrong(puzzle: &Board, answer: &Board, outcome: &Outcome) -> Self {
        let solution = outcome.first.filter(|_| outcome.report.is_proper());
        let right = |grid: &Grid| {
            let is_right = |cell: &Cell| {
                puzzle.get(*cell).is_none()
                    && answer.as_bytes()[cell.index()] == grid.as_bytes()[cell.index()]
            };
            Cell::all().filter(is_right).count() as u8
        };
        let wrong = |grid: &Grid| {
            Cell::all().find(|cell| {
                let digit = answer.as_bytes()[cell.index()];
                digit != 0 && digit != grid.as_bytes()[cell.index()]
            })
        };
        Self {
            is_correct: false,
            keeps_clues: answer.extends(puzzle),
            cells_right: solution.as_ref().map(right),
            violations: violations(answer),
            first_wrong: solution.as_ref().and_then(wrong),
        }
    }
}

fn solves(answer: &Board, puzzle: &Board) -> bool {
    answer.extends(puzzle) && answer.to_grid().is_some_and(|grid| grid.is_valid())
}

/// Returns the number of houses in which a digit occurs more than once, added over all digits.
fn violations(board: &Board) -> u8 {
    let (mut seen, mut repeated) = ([0_u16; 27], [0_u16; 27]);
    for (cell, digit) in board.clues() {
        let bit = 1 << digit.get();
        for house in cell.houses() {
            repeated[house.index()] |= seen[house.index()] & bit;
            seen[house.index()] |= bit;
        }
    }
    repeated.iter().map(|digits| digits.count_ones() as u8).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    /// Returns answers with 0 to 80 changed or emptied cells.
    fn answers() -> Vec<Board> {
        let mut answers = vec![board(SOLUTION), board(PUZZLE), Board::EMPTY];
        for step in 1..81_usize {
            let mut digits = *board(SOLUTION).as_bytes();
            for at in (0..81).step_by(step) {
                digits[(at * 7 + step) % 81] = (step % 10) as u8;
            }
            answers.push(Board::new(digits).unwrap());
        }
        answers
    }

    #[test]
    fn a_verdict_is_that_of_its_definition() {
        let (puzzle, solution) = (board(PUZZLE), board(SOLUTION));
        for answer in answers() {
            let verdict = Verdict::of(&puzzle, &answer);
            assert_eq!(verdict.is_correct, answer == solution);
            assert_eq!(
                verdict.keeps_clues,
                puzzle.clues().all(|(cell, digit)| answer.get(cell) == Some(digit))
            );
            let blanks = || Cell::all().filter(|&cell| puzzle.get(cell).is_none());
            let right = blanks().filter(|&cell| answer.get(cell) == solution.get(cell)).count();
            assert_eq!(verdict.cells_right, Some(right as u8));
            let broken: HashSet<_> =
                answer.contradictions().map(|it| (it.house, it.digit)).collect();
            assert_eq!(usize::from(verdict.violations), broken.len());
            let differs = |&(cell, digit): &(Cell, _)| solution.get(cell) != Some(digit);
            assert_eq!(verdict.first_wrong, answer.clues().find(differs).map(|(cell, _)| cell));
        }
    }

    #[test]
    fn a_puzzle_with_several_solutions_has_several_correct_answers() {
        let solution = board(SOLUTION);
        assert_eq!(Verdict::of(&Board::EMPTY, &solution).cells_right, Some(81));
        let verdict = Verdict::of(&Board::EMPTY, &board(PUZZLE));
        assert_eq!(
            (verdict.is_correct, verdict.cells_right, verdict.first_wrong),
            (false, None, None)
        );
        let broken = board(&format!("11{}", ".".repeat(79)));
        let verdict = Verdict::of(&broken, &solution);
        assert_eq!((verdict.keeps_clues, verdict.cells_right), (false, None));
    }

    #[test]
    fn a_batch_gives_the_same_verdicts() {
        let puzzle = |at| if at % 5 == 4 { Board::EMPTY } else { board(PUZZLE) };
        let pairs = answers().into_iter().enumerate().map(|(at, answer)| (puzzle(at), answer));
        let pairs: Vec<(Board, Board)> = pairs.collect();
        let alone = pairs.iter().map(|(puzzle, answer)| Verdict::of(puzzle, answer));
        assert_eq!(Verdict::of_all(&pairs), alone.collect::<Vec<_>>());
    }
}
