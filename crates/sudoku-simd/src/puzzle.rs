//! The start of a search: a board, or the candidates of its cells.
//!
//! Both are converted to a set of digits for each cell, which is all that the engines hold. Vector
//! instructions read a board, because reading takes 10% of the time of an easy board. Candidates
//! are read cell by cell.

use sudoku_core::{Board, Candidates, Cell};

/// A puzzle that the engines search from: [`Board`] or [`Candidates`].
pub(crate) trait Puzzle: Sized {
    /// Returns the start of its search.
    fn start(&self) -> Start<'_>;
    /// Returns the starts of the searches of these puzzles.
    fn starts(puzzles: &[Self]) -> Starts<'_>;
}

/// The start of the search of one puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start<'a> {
    /// The digit of a clue, and all nine digits of a blank.
    Board(&'a Board),
    /// The candidates of each cell.
    Candidates(&'a Candidates),
}

/// The starts of the searches of a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Starts<'a> {
    /// Each as [`Start::Board`].
    Boards(&'a [Board]),
    /// Each as [`Start::Candidates`].
    Candidates(&'a [Candidates]),
}

impl<'a> Starts<'a> {
    /// Returns the number of puzzles.
    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Boards(boards) => boards.len(),
            Self::Candidates(candidates) => candidates.len(),
        }
    }

    /// Returns the start with this number, or `None` if the number is too large.
    #[inline(always)]
    pub(crate) fn get(self, number: usize) -> Option<Start<'a>> {
        match self {
            Self::Boards(boards) => boards.get(number).map(Start::Board),
            Self::Candidates(candidates) => candidates.get(number).map(Start::Candidates),
        }
    }
}

/// Returns the candidates of each cell: digit d is bit d − 1. Not inlined into the searches, which
/// need their registers.
#[cold]
#[inline(never)]
pub(crate) fn bits(candidates: &Candidates) -> [u16; 81] {
    let mut bits = [0; 81];
    for cell in Cell::all() {
        bits[cell.index()] = candidates.get(cell).bits();
    }
    bits
}

impl Puzzle for Board {
    #[inline]
    fn start(&self) -> Start<'_> {
        Start::Board(self)
    }

    #[inline]
    fn starts(puzzles: &[Self]) -> Starts<'_> {
        Starts::Boards(puzzles)
    }
}

impl Puzzle for Candidates {
    #[inline]
    fn start(&self) -> Start<'_> {
        Start::Candidates(self)
    }

    #[inline]
    fn starts(puzzles: &[Self]) -> Starts<'_> {
        Starts::Candidates(puzzles)
    }
}
