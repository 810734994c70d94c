//! The canonical form of any puzzle: the same for all that are the same but for symmetry.
//!
//! Turning the board over, moving its lines about and renaming its digits makes 1.2 × 10¹² boards of
//! one; [`canonical`] finds the one of them that reads first, row by row with blanks before digits
//! (the "minlex" form), so that two boards are equivalent exactly if their forms are equal. It puts
//! the rows into place one by one, keeps every way to make the rows so far as small as can be, and
//! leaves open what does not matter yet, which also counts the automorphisms. The weak spot: boards
//! of fifty clues and more that are not complete, where many lines make the same first row and
//! nothing is left open, take up to a few milliseconds instead of microseconds.
//!
//! ```
//! use sudoku_canonical::canonical;
//! use sudoku_core::{Board, Relabeling, Symmetry};
//!
//! let puzzle: Board =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let same = Symmetry::nth(1_234_567).expect("there are more of them").apply(&puzzle);
//! let same = Relabeling::nth(123_456).expect("there are more of them").apply(&same);
//!
//! let canonical = canonical(&puzzle);
//! assert_eq!(canonical.form, sudoku_canonical::canonical(&same).form);
//! assert_eq!(canonical.automorphisms, 1);
//! // The way there comes along.
//! assert_eq!(
//!     canonical.relabeling.apply(&canonical.symmetry.apply(&puzzle)),
//!     canonical.form,
//! );
//! # Ok::<(), sudoku_core::ReadError>(())
//! ```
//!
//! # How it works
//! The forms are compared row by row, so the smallest first row decides first, among the boards with
//! that the smallest second row, and so on. The search holds a list of *partial* symmetries, each of
//! which says whether the board is transposed, which rows are in place, what is known of the order
//! of the columns and what the digits are called. For each of the nine rows it tries every row that
//! may come next in every partial symmetry, and keeps those that make the smallest row; what is left
//! after the last row are the symmetries that make the canonical form. They are as many as there are
//! automorphisms.
//!
//! Three things keep the list short, also on boards that are almost blank:
//! - Columns of a stack whose cells in the rows so far are alike stay *tied*: which of them comes
//!   first is left open until a row tells them apart. So do stacks that are alike column by column.
//!   Only where tied columns hold different new digits is there a choice to branch on.
//! - Of rows of a band that are equal (blank ones, mostly), only one is tried, and its partial
//!   symmetry counts for all; so with bands whose rows are equal.
//! - A row is given up at the first cell that makes it larger than the best one seen.

mod search;

use sudoku_core::{Board, Relabeling, Symmetry};

/// A board's canonical form, and how the board becomes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The canonical form.
    pub form: Board,
    /// How many of the 3,359,232 geometric symmetries are automorphisms of the board: those that,
    /// with some relabeling, leave it as it is. At least 1, for the identity.
    pub automorphisms: u32,
    /// A symmetry that, followed by the relabeling, turns the board into the form. It is one of as
    /// many as there are automorphisms.
    pub symmetry: Symmetry,
    /// The relabeling that belongs to the symmetry. Digits that the board does not have take the
    /// digits that are left in ascending order.
    pub relabeling: Relabeling,
}

/// The canonical form of the board: of all boards that symmetries and relabelings make of it the one
/// whose 81 cells read first, row by row, a blank before any digit.
///
/// Any board has one: puzzles with one solution, with many or with none, complete grids, and boards
/// whose clues contradict each other.
#[must_use]
pub fn canonical(board: &Board) -> Canonical {
    search::canonical(board)
}
