//! The start of a search: a board, or the candidates of its cells.
//!
//! Both are converted to a set of digits for each cell, which is all that the engines hold. Vector
//! instructions read a board, because reading takes 10% of the time of an easy board.

use sudoku_core::{Board, Candidates, DigitSet, House};

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
    /// The candidates of each cell, or no candidates if [`has_too_few_digits`] finds a
    /// contradiction.
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
            Self::Candidates(candidates) => candidates.get(number).map(Puzzle::start),
        }
    }
}

/// Returns the candidates of each cell: digit d is bit d − 1. Not inlined into the searches, which
/// need their registers.
#[cold]
#[inline(never)]
pub(crate) fn bits(candidates: &Candidates) -> [u16; 81] {
    candidates.sets().map(DigitSet::bits)
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
        // On an almost empty board, the search may find this contradiction very late.
        Start::Candidates(if has_too_few_digits(self) { &NO_CANDIDATES } else { self })
    }

    #[inline]
    fn starts(puzzles: &[Self]) -> Starts<'_> {
        Starts::Candidates(puzzles)
    }
}

/// A contradiction that every engine finds at once.
static NO_CANDIDATES: Candidates = Candidates::new([DigitSet::EMPTY; 81]);

/// The number of candidates above which a search may be very long. A board of 17 clues has about
/// 300 candidates after the eliminations of the clues.
const MANY: u16 = 450;

/// Returns true if the board has many candidates, and some cells of a house have fewer candidates
/// together than there are cells: see
/// [Hall's theorem](https://en.wikipedia.org/wiki/Hall%27s_marriage_theorem).
#[inline]
fn has_too_few_digits(candidates: &Candidates) -> bool {
    // Propagation finds the contradiction if two cells take part in it. This loop has no branches,
    // so that the compiler can use vector instructions.
    let (mut total, mut partial) = (0_u16, 0_u16);
    for bits in candidates.sets().map(DigitSet::bits) {
        total += bits.count_ones() as u16;
        partial += u16::from(bits != DigitSet::ALL.bits() && bits & bits.wrapping_sub(1) != 0);
    }
    total > MANY && partial >= 3 && are_too_few(candidates)
}

/// Returns true if this is so after the elimination of naked subsets: if as many cells of a house
/// as digits have only these digits, the other cells of the house lose them.
#[cold]
#[inline(never)]
fn are_too_few(candidates: &Candidates) -> bool {
    let mut sets = *candidates.sets();
    loop {
        let before = sets;
        for house in House::all() {
            // For each subset of the cells, the digits that are candidates of any of them.
            let mut digits = [DigitSet::EMPTY; 512];
            for subset in 1..512_usize {
                let cell = house.cells()[subset.trailing_zeros() as usize];
                digits[subset] = digits[subset & (subset - 1)] | sets[cell.index()];
                let count = subset.count_ones() as usize;
                if digits[subset].len() < count {
                    return true;
                }
                if digits[subset].len() == count {
                    let others = house.cells().iter().enumerate();
                    for (_, cell) in others.filter(|(place, _)| subset >> place & 1 == 0) {
                        sets[cell.index()] -= digits[subset];
                    }
                }
            }
        }
        if sets == before {
            return false;
        }
    }
}
