//! What a search starts from: a board, or the candidates of its cells.
//!
//! Both come down to a set of digits for each cell, which is all that the engines hold. A board is
//! read by vector instructions, because reading is a tenth of the time of an easy one; candidates
//! are read cell by cell.

use sudoku_core::{Board, Candidates, Cell};

/// A puzzle that the engines search from: [`Board`] or [`Candidates`].
pub(crate) trait Puzzle: Sized {
    /// What its search starts from.
    fn start(&self) -> Start<'_>;
    /// What the searches of these start from.
    fn starts(puzzles: &[Self]) -> Starts<'_>;
}

/// What the search of one puzzle starts from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start<'a> {
    /// A digit for each clue, all nine for a blank.
    Board(&'a Board),
    /// The candidates of each cell.
    Candidates(&'a Candidates),
}

/// What the searches of a batch start from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Starts<'a> {
    /// See [`Start::Board`].
    Boards(&'a [Board]),
    /// See [`Start::Candidates`].
    Candidates(&'a [Candidates]),
}

impl<'a> Starts<'a> {
    /// How many there are.
    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Boards(boards) => boards.len(),
            Self::Candidates(candidates) => candidates.len(),
        }
    }

    /// The one with this number, if there are as many.
    #[inline(always)]
    pub(crate) fn get(self, number: usize) -> Option<Start<'a>> {
        match self {
            Self::Boards(boards) => boards.get(number).map(Start::Board),
            Self::Candidates(candidates) => candidates.get(number).map(Start::Candidates),
        }
    }
}

/// The candidates of each cell: digit d is bit d − 1. Apart from the searches, which need their
/// registers.
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
