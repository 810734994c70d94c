//! All minimal puzzles within a puzzle.

use std::ops::ControlFlow;

use sudoku_core::{Board, Cell, Grid, Limits, Report, Solver};

use crate::bits::{CellBits, bit, board_of, cells, clues, difference};
use crate::error::SearchError;
use crate::run::{Flow, Run};

/// Passes all minimal puzzles whose clues are among the clues of the puzzle to `found`, which may
/// end the search.
///
/// A puzzle is minimal if it is proper, and not proper as soon as one of its clues is removed. A
/// puzzle that is minimal itself is the only result. The number of results grows fast with the
/// number of clues that can be removed: a complete grid has more minimal puzzles than any search
/// can list. See [limits](crate#limits) for the limits and the report.
///
/// The puzzles come in the order of their patterns: for the first cell in which two patterns
/// differ, the blank comes before the clue.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use sudoku_core::{Board, Limits};
/// use sudoku_mrv::Mrv;
/// use sudoku_search::minimal_puzzles;
///
/// let puzzle: Board =
///     "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
///         .parse()?;
/// let mut all = Vec::new();
/// minimal_puzzles(&Mrv, &puzzle, &Limits::ALL, &mut |minimal| {
///     all.push(*minimal);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(all, [puzzle]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Method
/// The search decides the clues one by one. First it leaves the clue out, if the puzzle stays
/// proper. Then it keeps the clue, if it can be needed. A clue is needed exactly if some
/// *unavoidable set* has no other clue: a set of cells in which another valid grid differs from the
/// solution. So the search stores one such set for each kept clue, its witness. Each solution that
/// the solver finds gives another unavoidable set, and most decisions need only the known sets.
///
/// # Errors
/// Fails if the puzzle is not proper.
pub fn minimal_puzzles(
    solver: &dyn Solver,
    puzzle: &Board,
    limits: &Limits<'_>,
    found: &mut dyn FnMut(&Board) -> ControlFlow<()>,
) -> Result<Report, SearchError> {
    Run::start(solver, puzzle, limits, found, |run, solution| {
        let all = clues(puzzle);
        let items: Vec<Cell> = cells(all).collect();
        let mut minimals = Minimals { run, solution, all, sets: Vec::new(), oldest: 0 };
        minimals.decide(&items, 0, all, &[0; Cell::COUNT])
    })
}

/// The number of unavoidable sets that the search remembers. The oldest are forgotten.
const REMEMBERED: usize = 1 << 12;

struct Minimals<'r, 'a> {
    run: &'r mut Run<'a>,
    solution: &'r Grid,
    /// The clues of the puzzle.
    all: CellBits,
    /// Unavoidable sets, each without its cells that are no clues.
    sets: Vec<CellBits>,
    /// The index of the set that is forgotten next.
    oldest: usize,
}

impl Minimals<'_, '_> {
    /// Decides the clues in `items`. `kept` clues are decided, and `left` are those and the items.
    /// Each kept clue has a witness: a set with no other kept clue.
    fn decide(
        &mut self,
        items: &[Cell],
        kept: CellBits,
        left: CellBits,
        witnesses: &[CellBits; Cell::COUNT],
    ) -> Flow {
        let Some((&item, items)) = items.split_first() else {
            return self.run.found(&board_of(self.solution, kept));
        };
        if self.is_proper(left & !bit(item))? {
            self.decide(items, kept, left & !bit(item), witnesses)?;
        }
        let (kept, mut witnesses) = (kept | bit(item), *witnesses);
        for cell in cells(kept) {
            let witness = &mut witnesses[cell.index()];
            if *witness & kept != bit(cell) {
                match self.witness(kept, cell)? {
                    Some(set) => *witness = set,
                    None => return ControlFlow::Continue(()),
                }
            }
        }
        self.decide(items, kept, left, &witnesses)
    }

    /// Returns true if these clues make a proper puzzle.
    fn is_proper(&mut self, clues: CellBits) -> Flow<bool> {
        if self.sets.iter().any(|set| set & clues == 0) {
            return ControlFlow::Continue(false);
        }
        let other = self.other_solution(&board_of(self.solution, clues), 2)?;
        ControlFlow::Continue(other.is_none())
    }

    /// Returns an unavoidable set in which the clue is the only one of the kept clues, if there is
    /// one.
    fn witness(&mut self, kept: CellBits, cell: Cell) -> Flow<Option<CellBits>> {
        let known = self.sets.iter().find(|&set| set & kept == bit(cell));
        if let Some(&set) = known {
            return ControlFlow::Continue(Some(set));
        }
        let mut board = board_of(self.solution, kept & !bit(cell));
        let right = self.solution.as_board().get(cell);
        for digit in board.candidates(cell).iter().filter(|&digit| Some(digit) != right) {
            board.set(cell, Some(digit));
            if let Some(set) = self.other_solution(&board, 1)? {
                return ControlFlow::Continue(Some(set));
            }
        }
        ControlFlow::Continue(None)
    }

    /// Searches a board for a grid that is not the solution, and remembers the clues in which it
    /// differs. The grid is among the first `most` grids that the board has.
    fn other_solution(&mut self, board: &Board, most: u64) -> Flow<Option<CellBits>> {
        let mut set = 0;
        self.run.search(board, most, &mut |grid| {
            set = difference(grid, self.solution);
            if set == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        if set == 0 {
            return ControlFlow::Continue(None);
        }
        let set = set & self.all;
        if self.sets.len() < REMEMBERED {
            self.sets.push(set);
        } else {
            self.sets[self.oldest] = set;
            self.oldest = (self.oldest + 1) % REMEMBERED;
        }
        ControlFlow::Continue(Some(set))
    }
}
