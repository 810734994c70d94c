//! The depth of trial and error.

use std::ops::ControlFlow;

use sudoku_core::{Board, Cell, Limits, Solver};

use super::position::{ALL_DIGITS, Cells, DIGITS, Position};
use crate::error::SearchError;
use crate::run::{Flow, Run};

/// Returns the depth of trial and error that a puzzle needs, or `None` if a limit ended the search.
///
/// This is Denis Berthier's T&E-depth: the smallest n such that T&E(n) solves the puzzle.
/// - T&E(0) fills naked and hidden singles, and removes their digits from the peers (his theory
///   BRT). A contradiction is a cell without a candidate, or a house without a place for a digit.
/// - T&E(n) assumes each candidate in turn, and applies T&E(n − 1). If this leads to a
///   contradiction, the candidate is removed. Otherwise, even if it leads to the solution, the
///   result is forgotten. This repeats until it removes nothing more.
///
/// So there is no guess. Nearly all known puzzles have a depth of at most 2.
///
/// ```
/// use sudoku_core::{Board, Limits};
/// use sudoku_mrv::Mrv;
/// use sudoku_search::trial_depth;
///
/// let hard: Board =
///     "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
///         .parse()?;
/// assert_eq!(trial_depth(&Mrv, &hard, &Limits::ALL)?, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The source is Berthier's "Pattern-based constraint satisfaction and logic puzzles" (2012),
/// chapter 5. The result does not depend on the order of the candidates. A node of the
/// [limits](Limits) is one assumed candidate. Depth 1 takes less than a millisecond, depth 2 a few
/// milliseconds, and depth 3 up to a second.
///
/// # Errors
/// Fails if the puzzle is not proper.
pub fn trial_depth(
    solver: &dyn Solver,
    puzzle: &Board,
    limits: &Limits<'_>,
) -> Result<Option<usize>, SearchError> {
    let mut found = None;
    Run::start(solver, puzzle, limits, &mut |_| ControlFlow::Continue(()), |run, solution| {
        let solution = Position::of(solution.as_board());
        let mut trials = Trials { run, solution };
        let mut position = Position::of(puzzle);
        let mut depth = 0;
        trials.apply(&mut position, ALL_DIGITS, depth)?;
        while !position.is_solved() {
            depth += 1;
            trials.apply(&mut position, 0, depth)?;
        }
        found = Some(depth);
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// Trial and error on a puzzle with this solution.
struct Trials<'r, 'a> {
    run: &'r mut Run<'a>,
    solution: Position,
}

impl Trials<'_, '_> {
    /// Follows singles, and applies T&E of a depth. Returns false at a contradiction. Only the
    /// `changed` digits may have lost candidates since singles were last followed.
    fn apply(&mut self, position: &mut Position, changed: u16, depth: usize) -> Flow<bool> {
        if !position.follow_singles(changed) {
            return ControlFlow::Continue(false);
        }
        // Smaller depths take less time, and eliminate some of the candidates.
        for depth in 1..=depth {
            if !self.try_all(position, depth)? {
                return ControlFlow::Continue(false);
            }
        }
        ControlFlow::Continue(true)
    }

    /// Applies T&E of a depth from 1 up to a position from which smaller depths eliminate nothing.
    /// Returns false at a contradiction.
    fn try_all(&mut self, position: &mut Position, depth: usize) -> Flow<bool> {
        // The number of candidates that are not tried yet since the last elimination.
        let mut left = CANDIDATES;
        for candidate in (0..CANDIDATES).cycle() {
            if left == 0 || position.is_solved() {
                break;
            }
            left -= 1;
            let (digit, cell) = (candidate / Cell::COUNT, candidate % Cell::COUNT);
            let cell = Cells::one(cell / 27, cell % 27);
            let is_open = !position.digits[digit].and(cell).without(position.placed).is_empty();
            // With a right candidate in a right position, there is no contradiction.
            if !is_open || self.is_right(digit, cell) && self.permits_solution(position) {
                continue;
            }
            self.run.count(1)?;
            let mut trial = *position;
            let changed = trial.place(cell, digit);
            if !self.apply(&mut trial, changed, depth - 1)? {
                left = CANDIDATES;
                position.digits[digit] = position.digits[digit].without(cell);
                if !self.apply(position, 1 << digit, depth - 1)? {
                    return ControlFlow::Continue(false);
                }
            }
        }
        ControlFlow::Continue(true)
    }

    /// Returns true if the solution has the digit in the cell.
    fn is_right(&self, digit: usize, cell: Cells) -> bool {
        !self.solution.digits[digit].and(cell).is_empty()
    }

    /// Returns true if the solution has only candidates of the position.
    fn permits_solution(&self, position: &Position) -> bool {
        let mut digits = self.solution.digits.iter().zip(&position.digits);
        digits.all(|(right, possible)| right.without(*possible).is_empty())
    }
}

/// The number of candidates of an empty board.
const CANDIDATES: usize = Cell::COUNT * DIGITS;
