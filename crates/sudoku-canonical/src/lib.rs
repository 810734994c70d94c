//! The canonical form of any puzzle: the same for all that are the same but for symmetry.
//!
//! Turning the board over, moving its lines about and renaming its digits makes 1.2 × 10¹² boards
//! of one; [`canonical`] finds the one of them that reads first, row by row with blanks before
//! digits (the "minlex" form), so that two boards are equivalent exactly if their forms are equal.
//! It puts the rows into place one by one, keeps every way to make the rows so far as small as can
//! be, and leaves open what does not matter yet, which also counts the automorphisms. The weak
//! spot: boards that are full and break the rules, or whose clues fill whole rows, take up to a few
//! milliseconds instead of microseconds.
//!
//! ```
//! use sudoku_canonical::canonical;
//! use sudoku_core::{Board, Relabeling, Symmetry};
//!
//! let puzzle: Board =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
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
//! The forms are compared row by row, so the smallest first row decides first, among the boards
//! with that the smallest second row, and so on. The search holds a list of *partial* symmetries,
//! each of which says whether the board is transposed, which rows are in place, what is known of
//! the order of the columns and what the digits are called. For each of the nine rows it tries
//! every row that may come next in every partial symmetry, and keeps those that make the smallest
//! row; what is left after the last row are the symmetries that make the canonical form. They are
//! as many as there are automorphisms.
//!
//! Three things keep the list short, also on boards that are almost blank:
//! - Columns of a stack whose cells in the rows so far are alike stay *tied*: which of them comes
//!   first is left open until a row tells them apart. So do stacks that are alike column by column.
//!   Only where tied columns hold different new digits is there a choice to branch on.
//! - Of rows of a band that are equal (blank ones, mostly), only one is tried, and its partial
//!   symmetry counts for all; so with bands whose rows are equal.
//! - Rows are tried in the order of a bound that their blanks give, and given up at the first cell
//!   that makes them larger than the best one seen.
//!
//! Complete grids that keep the rules have a search of their own, because with them all 18 lines
//! make the same first row, 123456789, in 1,296 ways each: what the second row can be is read off
//! the digits that minirows share, which leaves a handful of the 23,328 ways.
//!
//! # The worst case
//! Puzzles, grids and boards that are almost blank take a few microseconds. What takes long is a
//! first row without blanks on a board that is no grid: it can be made in 1,296 ways, and if all 18
//! lines are full, the list has 23,328 partial symmetries of 64 bytes until the second row. No
//! board was found that takes longer than those do, 3 ms.

mod grid;
mod mapping;
mod search;

use sudoku_core::{Board, Cell, Contradiction, Digit, Grid, Relabeling, Symmetry};
use thiserror::Error;

use crate::mapping::Mapping;

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

impl Canonical {
    /// What the mapping makes of the board.
    fn new(mapping: &Mapping, board: &Board, automorphisms: u32) -> Self {
        let (symmetry, relabeling) = mapping.parts();
        let form = relabeling.apply(&symmetry.apply(board));
        Self { form, automorphisms, symmetry, relabeling }
    }
}

/// The canonical form of the board: of all boards that symmetries and relabelings make of it the
/// one whose 81 cells read first, row by row, a blank before any digit.
///
/// Any board has one: puzzles with one solution, with many or with none, complete grids, and boards
/// whose clues contradict each other.
#[must_use]
pub fn canonical(board: &Board) -> Canonical {
    let views = mapping::both_views(board);
    let is_grid = board.clue_count() == 81 && board.is_consistent();
    let mappings = if is_grid { grid::mappings(&views) } else { Vec::new() };
    match mappings.first() {
        Some(mapping) => Canonical::new(mapping, board, mappings.len() as u32),
        None => {
            let (mapping, automorphisms) = search::mapping(&views);
            Canonical::new(&mapping, board, automorphisms)
        }
    }
}

/// The form of a puzzle that goes by its solution: the smallest of the boards that come of the
/// puzzle by those symmetries and relabelings that give the solution its canonical form.
///
/// For puzzles with one solution this too is equal exactly for equivalent puzzles, and it is what
/// many programs and lists of the field call canonical. It groups puzzles by their solutions, and
/// is found several times as fast as [`canonical`], if the solution is at hand; but it is another
/// board, and it says nothing of puzzles with several solutions, for which it depends on the one
/// given.
///
/// # Errors
/// If the solution breaks the rules or is not one of this puzzle.
///
/// ```
/// use sudoku_canonical::canonical_by_solution;
/// use sudoku_core::Board;
///
/// let puzzle: Board =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///         .parse()?;
/// let solution: Board =
///     "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
///         .parse()?;
/// let solution = solution.to_grid().expect("no cell is blank");
/// let canonical = canonical_by_solution(&puzzle, &solution)?;
/// let of_solution = sudoku_canonical::canonical(solution.as_board()).form;
/// assert!(of_solution.extends(&canonical.form));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn canonical_by_solution(
    puzzle: &Board,
    solution: &Grid,
) -> Result<Canonical, SolutionMismatchError> {
    if !solution.is_valid()
        && let Some(contradiction) = solution.as_board().contradictions().next()
    {
        return Err(SolutionMismatchError::Contradiction(contradiction));
    }
    if !solution.extends(puzzle) {
        for (cell, clue) in puzzle.clues() {
            match solution.as_board().get(cell) {
                Some(found) if found != clue => {
                    return Err(SolutionMismatchError::Clue { cell, clue, found });
                }
                _ => {}
            }
        }
    }
    let mappings = grid::mappings(&mapping::both_views(solution.as_board()));
    let views = mapping::both_views(puzzle);
    let mut best = grid::Best::new();
    for mapping in mappings {
        best.follow(mapping, &views[usize::from(mapping.transposed)], 0..9);
    }
    let mapping = best.mappings.first().unwrap_or(&Mapping::START);
    Ok(Canonical::new(mapping, puzzle, best.mappings.len() as u32))
}

/// Why a grid cannot be the solution that [`canonical_by_solution`] needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolutionMismatchError {
    /// It breaks the rules.
    #[error("the solution breaks the rules: {0}")]
    Contradiction(Contradiction),
    /// It has another digit where the puzzle has a clue.
    #[error("{cell}: the clue is {clue}, the solution has {found}")]
    Clue {
        /// The clue's cell.
        cell: Cell,
        /// The clue.
        clue: Digit,
        /// The solution's digit.
        found: Digit,
    },
}
