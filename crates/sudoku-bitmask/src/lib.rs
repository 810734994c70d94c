//! `sudoku-bitmask` is a Sudoku solver by row-major backtracking, with a bit mask of free digits
//! for each row, column and box.
//!
//! ```
//! use sudoku_bitmask::{Bitmask, Board, Limits, Solver};
//!
//! let puzzle: Board =
//!     ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476."
//!         .parse()?;
//! let outcome = Bitmask.solve(&puzzle, &Limits::solutions(1));
//! println!("{}", outcome.first.expect("the puzzle has a solution"));
//! assert_eq!(outcome.report.placements, Some(14));
//! # Ok::<(), sudoku_bitmask::ReadError>(())
//! ```
//!
//! # How it works
//! The blanks are listed once, row by row. The free digits of a blank are the AND of the masks of
//! its three houses, and are tried in ascending order. Placing a digit clears its bit in the three
//! masks, and removing the digit sets the bit again. The C++ solutions of Baekjoon 2580 and 2239
//! use this method with arrays of flags instead of masks. The search tree is exactly that of the
//! crate `sudoku-scan`.
//!
//! # Order and counters
//! Solutions come in lexicographic order, so the first one is the smallest, as Baekjoon 2239
//! requires. The node limit counts placements: digits tried that no house of the cell holds. A
//! placement is a guess if a larger digit is free in the cell.
//!
//! # Limitations
//! - The order of the cells ignores the puzzle, so sparse puzzles can take tens of millions of
//!   placements and more.
//! - The strategy searches only from boards, and is not a `Solver<Candidates>`.

#![warn(missing_debug_implementations)]

use std::ops::ControlFlow;

pub use sudoku_core::{
    self, Board, Cell, Digit, DigitSet, Ending, Grid, House, Limits, Outcome, PuzzleBatch,
    ReadError, Report, Solver,
};
use sudoku_core::{Meter, ObservableSolver, Observer, SearchStep};

/// The backtracker with masks: see the [crate documentation](crate).
#[derive(Clone, Copy, Debug, Default)]
pub struct Bitmask;

impl Solver for Bitmask {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        run(board, limits, found, &mut ())
    }
}

impl ObservableSolver for Bitmask {
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
        let mut search = BitmaskSearch::new(board, meter, observer);
        let end = search.fill(0);
        guesses = search.guesses;
        end
    });
    report.with_placements(report.nodes).with_guesses(guesses)
}

/// Bits 1 to 9, one for each digit.
const ALL_DIGITS: u16 = 0x3fe;

struct BitmaskSearch<'s, 'a, O> {
    /// For each house, the digits that it does not hold yet: bit `d` for digit `d`.
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    blanks: Vec<Cell>,
    digits: [u8; 81],
    guesses: u64,
    meter: &'s mut Meter<'a>,
    observer: &'s mut O,
}

impl<'s, 'a, O: Observer> BitmaskSearch<'s, 'a, O> {
    fn new(board: &Board, meter: &'s mut Meter<'a>, observer: &'s mut O) -> Self {
        let mut search = Self {
            rows: [ALL_DIGITS; 9],
            columns: [ALL_DIGITS; 9],
            boxes: [ALL_DIGITS; 9],
            blanks: Vec::with_capacity(81),
            digits: *board.as_bytes(),
            guesses: 0,
            meter,
            observer,
        };
        for cell in Cell::all() {
            match board.get(cell) {
                Some(digit) => search.flip(cell, 1 << digit.get()),
                None => search.blanks.push(cell),
            }
        }
        search
    }

    /// Fills the blanks of the list from this index on.
    fn fill(&mut self, index: usize) -> ControlFlow<Ending> {
        let Some(&cell) = self.blanks.get(index) else {
            return self.solution();
        };
        let mut free =
            self.rows[cell.row()] & self.columns[cell.column()] & self.boxes[cell.box_index()];
        self.observer.report(|| {
            Some(SearchStep::Choose { cell, digits: DigitSet::from_bits(free >> 1)? })
        })?;
        while free != 0 {
            let digit = free & free.wrapping_neg();
            free ^= digit;
            self.meter.node()?;
            self.guesses += u64::from(free != 0);
            self.observer.report(|| {
                let digit = Digit::new(digit.trailing_zeros() as u8)?;
                Some(SearchStep::Place { cell, digit, is_guess: free != 0 })
            })?;
            self.digits[cell.index()] = digit.trailing_zeros() as u8;
            self.flip(cell, digit);
            self.fill(index + 1)?;
            self.flip(cell, digit);
        }
        self.observer.report(|| Some(SearchStep::Erase { cell }))
    }

    /// Flips a digit's bit in the masks of the cell's houses.
    fn flip(&mut self, cell: Cell, digit: u16) {
        self.rows[cell.row()] ^= digit;
        self.columns[cell.column()] ^= digit;
        self.boxes[cell.box_index()] ^= digit;
    }

    fn solution(&mut self) -> ControlFlow<Ending> {
        match Grid::new(self.digits) {
            Ok(grid) => {
                self.observer.report(|| Some(SearchStep::Solution))?;
                self.meter.solution(&grid)
            }
            Err(_) => ControlFlow::Continue(()),
        }
    }
}
