//! The puzzles near a puzzle: some clues are removed, and others are added.

use std::ops::ControlFlow;

use sudoku_core::{Board, Cell, Digit, DigitSet, Limits, Report, Solver};

use crate::additions::{Additions, Effort};
use crate::error::SearchError;
use crate::run::{Flow, Run};

/// All proper puzzles that result from a puzzle by removing some clues and adding as many others as
/// wanted: a {-n+m} search.
///
/// A removed clue is not added again, but its cell may get another digit. So each neighbor differs
/// from the puzzle in exactly these numbers of clues, and it is found once. Neighbors may be
/// equivalent to each other: a [`FormSet`](crate::FormSet) finds such duplicates.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use sudoku_core::{Board, Limits};
/// use sudoku_mrv::Mrv;
/// use sudoku_search::Neighborhood;
///
/// let puzzle: Board =
///     "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
///         .parse()?;
/// let mut count = |neighborhood: Neighborhood| {
///     let found = &mut |_: &Board| ControlFlow::Continue(());
///     neighborhood.search(&Mrv, &puzzle, &Limits::ALL, found).map(|report| report.solutions)
/// };
/// let (all, minimal) = (Neighborhood::new(1, 1), Neighborhood::new(1, 1).only_minimal());
/// assert!(count(all)? > count(minimal)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Time
/// The search handles each set of removed clues by itself, so its time grows with the number of
/// these sets. Each added clue after the first multiplies the time, by up to some hundreds. For a
/// hard puzzle of 24 clues and a fast solver, {-1+1} takes milliseconds, and {-2+2} about half a
/// second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighborhood {
    remove: usize,
    add: usize,
    only_minimal: bool,
}

impl Neighborhood {
    /// Returns the neighborhood of the puzzles with this many clues removed and this many added.
    #[must_use]
    pub const fn new(remove: usize, add: usize) -> Self {
        Self { remove, add, only_minimal: false }
    }

    /// Returns the same neighborhood without the puzzles that stay proper without one of their
    /// clues.
    #[must_use]
    pub const fn only_minimal(self) -> Self {
        Self { only_minimal: true, ..self }
    }

    /// Passes every puzzle of the neighborhood to `found`, which may end the search.
    ///
    /// The puzzles come in the order of their removed clues and then of their added clues, by cells
    /// and digits. See [limits](crate#limits) for the limits and the report.
    ///
    /// # Errors
    /// Fails if the puzzle is not proper or is a complete grid, or if it cannot lose or get so many
    /// clues.
    pub fn search(
        &self,
        solver: &dyn Solver,
        puzzle: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Board) -> ControlFlow<()>,
    ) -> Result<Report, SearchError> {
        self.search_with(Effort::BEST, solver, puzzle, limits, found)
    }

    fn search_with(
        &self,
        effort: Effort,
        solver: &dyn Solver,
        puzzle: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Board) -> ControlFlow<()>,
    ) -> Result<Report, SearchError> {
        let Self { remove, add, only_minimal } = *self;
        let clues: Vec<(Cell, Digit)> = puzzle.clues().collect();
        if remove > clues.len() {
            return Err(SearchError::TooManyRemoved { remove, clues: clues.len() });
        }
        let blanks = Cell::COUNT - clues.len() + remove;
        if add > blanks {
            return Err(SearchError::TooManyAdded { add, blanks });
        }
        if clues.len() == Cell::COUNT && puzzle.is_consistent() {
            return Err(SearchError::CompleteGrid);
        }
        Run::start(solver, puzzle, limits, found, |run, _| {
            let mut additions = Additions::new(run, effort, only_minimal);
            if only_minimal && add == 1 && remove > 0 {
                additions.prepare(puzzle)?;
            }
            for_each_choice(&clues, remove, &mut |removed| {
                let mut rest = *puzzle;
                let mut allowed = [!DigitSet::EMPTY; Cell::COUNT];
                for &(cell, digit) in removed {
                    rest.set(cell, None);
                    allowed[cell.index()].remove(digit);
                }
                additions.search(&rest, &allowed, add)
            })
        })
    }
}

/// Calls a function for each choice of so many items, in lexicographic order.
fn for_each_choice<T: Copy>(
    items: &[T],
    count: usize,
    visit: &mut dyn FnMut(&[T]) -> Flow,
) -> Flow {
    fn choose<T: Copy>(
        items: &[T],
        count: usize,
        chosen: &mut Vec<T>,
        visit: &mut dyn FnMut(&[T]) -> Flow,
    ) -> Flow {
        if count == 0 {
            return visit(chosen);
        }
        for at in 0..(items.len() + 1).saturating_sub(count) {
            chosen.push(items[at]);
            choose(&items[at + 1..], count - 1, chosen, visit)?;
            chosen.pop();
        }
        ControlFlow::Continue(())
    }
    choose(items, count, &mut Vec::new(), visit)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests;
