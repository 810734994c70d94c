//! `sudoku-scan` is the simplest Sudoku solver: row-major backtracking that reads the houses of a
//! cell before every choice.
//!
//! ```
//! use sudoku_scan::{Board, Limits, Scan, Solver};
//!
//! let puzzle: Board =
//!     ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476."
//!         .parse()?;
//! let outcome = Scan.solve(&puzzle, &Limits::solutions(1));
//! println!("{}", outcome.first.expect("the puzzle has a solution"));
//! assert_eq!(outcome.report.placements, Some(14));
//! # Ok::<(), sudoku_scan::ReadError>(())
//! ```
//! # How it works
//! The search goes through the board row by row. At each blank it reads the row, column and box of
//! the cell, and tries the digits that are missing from all three, in ascending order. If there is
//! no such digit, it returns to the previous blank. The board is the only state. This is the first
//! solver that most people write, for example in Java for Baekjoon 2580.
//!
//! # Order and counters
//! Solutions come in lexicographic order, so the first one is the smallest, as Baekjoon 2239
//! requires. The node limit counts placements: digits that no house of the cell holds when they are
//! tried. All nine digits are checked in one reading. A placement is a guess if a larger digit also
//! passes the check.
//!
//! # See each step
//! An observer receives every step of the search, for example to draw it. It can end the search.
//!
//! ```
//! use std::ops::ControlFlow;
//! use sudoku_scan::sudoku_core::{ObservableSolver, SearchStep};
//! use sudoku_scan::{Board, Limits, Scan};
//!
//! let mut placed = 0;
//! let ignore = &mut |_: &_| ControlFlow::Continue(());
//! Scan.search_observed(&Board::EMPTY, &Limits::ALL, ignore, &mut |step| {
//!     if let SearchStep::Place { cell, digit, .. } = step {
//!         println!("{cell} = {digit}");
//!         placed += 1;
//!     }
//!     if placed < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
//! });
//! assert_eq!(placed, 20);
//! ```
//!
//! # Limitations
//! - The order of the cells ignores the puzzle. A puzzle with an empty top whose solution starts
//!   with high digits takes tens of millions of placements, and each placement reads 21 cells.
//! - The strategy searches only from boards, and is not a `Solver<Candidates>`.

#![warn(missing_debug_implementations)]

use std::ops::ControlFlow;

pub use sudoku_core::{
    self, Board, Cell, Digit, DigitSet, Ending, Grid, House, Limits, Outcome, PuzzleBatch,
    ReadError, Report, Solver,
};
use sudoku_core::{Meter, ObservableSolver, Observer, SearchStep};

/// The scanning backtracker: see the [crate documentation](crate).
#[derive(Clone, Copy, Debug, Default)]
pub struct Scan;

impl Solver for Scan {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        run(board, limits, found, &mut ())
    }
}

impl ObservableSolver for Scan {
    fn search_observed(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
        mut observer: &mut dyn FnMut(SearchStep) -> ControlFlow<()>,
    ) -> Report {
        run(board, limits, found, &mut observer)
    }
}

/// Searches a board, and reports each step to the observer.
fn run<O: Observer>(
    board: &Board,
    limits: &Limits<'_>,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    observer: &mut O,
) -> Report {
    let mut guesses = 0;
    let report = Meter::run(limits, found, |meter| {
        if !board.is_consistent() {
            return ControlFlow::Continue(());
        }
        let cells = board.as_bytes().map(|digit| (1 << digit) & !1);
        let mut search = ScanSearch { cells, guesses: 0, meter, observer };
        let end = search.fill(0);
        guesses = search.guesses;
        end
    });
    report.with_placements(report.nodes).with_guesses(guesses)
}

struct ScanSearch<'s, 'a, O> {
    /// The board, each cell as the bit of its digit (bit 1 to 9), or 0 for a blank. The OR of the
    /// cells of a house is the set of its digits.
    cells: [u16; 81],
    guesses: u64,
    meter: &'s mut Meter<'a>,
    observer: &'s mut O,
}

impl<O: Observer> ScanSearch<'_, '_, O> {
    /// Fills the blanks from this cell on.
    fn fill(&mut self, from: usize) -> ControlFlow<Ending> {
        let Some(cell) = (from..81).find(|&cell| self.cells[cell] == 0) else {
            return self.solution();
        };
        let mut passing = !self.used(cell) & 0x3fe;
        self.observer.report(|| {
            let (cell, digits) = (Cell::new(cell)?, DigitSet::from_bits(passing >> 1)?);
            Some(SearchStep::Choose { cell, digits })
        })?;
        while passing != 0 {
            let digit = passing & passing.wrapping_neg();
            passing ^= digit;
            self.meter.node()?;
            self.guesses += u64::from(passing != 0);
            self.observer.report(|| {
                let (cell, digit) = (Cell::new(cell)?, Digit::new(digit.trailing_zeros() as u8)?);
                Some(SearchStep::Place { cell, digit, is_guess: passing != 0 })
            })?;
            self.cells[cell] = digit;
            self.fill(cell + 1)?;
        }
        self.cells[cell] = 0;
        self.observer.report(|| Some(SearchStep::Erase { cell: Cell::new(cell)? }))
    }

    /// Returns the digits in the cell's row, column and box.
    fn used(&self, cell: usize) -> u16 {
        let (row, column) = (cell / 9 * 9, cell % 9);
        let corner = cell / 27 * 27 + column / 3 * 3;
        let mut used = 0;
        for place in 0..9 {
            used |= self.cells[row + place] | self.cells[column + place * 9];
        }
        for place in 0..3 {
            let minirow = corner + place * 9;
            used |= self.cells[minirow] | self.cells[minirow + 1] | self.cells[minirow + 2];
        }
        used
    }

    fn solution(&mut self) -> ControlFlow<Ending> {
        let digits = self.cells.map(|bit| bit.trailing_zeros() as u8);
        match Grid::new(digits) {
            Ok(grid) => {
                self.observer.report(|| Some(SearchStep::Solution))?;
                self.meter.solution(&grid)
            }
            Err(_) => ControlFlow::Continue(()),
        }
    }
}
