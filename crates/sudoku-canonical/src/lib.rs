//! `sudoku-canonical` is a library that computes the canonical (minlex) form of a Sudoku board. Two
//! boards are equivalent exactly if their canonical forms are equal.
//!
//! ```
//! use sudoku_canonical::canonical;
//! use sudoku_core::{Board, Relabeling, Symmetry};
//!
//! let puzzle: Board =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let same = Symmetry::nth(1_234_567).expect("the number is in range").apply(&puzzle);
//! let same = Relabeling::nth(123_456).expect("the number is in range").apply(&same);
//!
//! let canonical = canonical(&puzzle);
//! assert_eq!(canonical.form, sudoku_canonical::canonical(&same).form);
//! assert_eq!(canonical.automorphisms, 1);
//! // The result includes the mapping to the form.
//! assert_eq!(
//!     canonical.relabeling.apply(&canonical.symmetry.apply(&puzzle)),
//!     canonical.form,
//! );
//! # Ok::<(), sudoku_core::ReadError>(())
//! ```
//!
//! Transposing a board, permuting its lines and relabeling its digits makes up to 1.2 × 10¹²
//! equivalent boards. The canonical form is the smallest of them, read row by row with blanks
//! before digits. [`canonical`] also returns the mapping to the form and the number of
//! automorphisms.
//!
//! # How it works
//! The search compares the forms row by row: first it finds the smallest possible first row, then
//! the smallest second row after that, and so on. It keeps a list of *partial* symmetries. A
//! partial symmetry stores whether the board is transposed, which rows are placed, the known order
//! of the columns, and the labels of the digits. For each of the nine rows, the search tries every
//! row that may come next in every partial symmetry, and keeps those that make the smallest row.
//! After the last row, the list holds all symmetries that make the canonical form, as many as there
//! are automorphisms.
//!
//! Three rules keep the list short, even on boards that are almost blank:
//! - Columns of a stack with equal cells in all rows so far stay *tied*: their order is left open
//!   until a row distinguishes them. The same holds for stacks with equal columns. The search
//!   branches only if tied columns hold different new digits.
//! - If several rows of a band are equal (usually blank), the search tries only one of them. It
//!   multiplies the weight of its partial symmetry by their number. The same holds for bands with
//!   the same rows in any order.
//! - Rows are tried in the order of a lower bound that follows from their blanks. A row is
//!   abandoned at the first cell that makes it larger than the best row.
//!
//! Complete valid grids have a separate search. In a grid, all 18 lines can become the first row
//! 123456789, in 1,296 ways each. The digits that minirows share determine the possible second
//! rows, which leaves only a few of the 23,328 ways.
//!
//! # Limitations
//! Puzzles, grids and boards that are almost blank take a few microseconds. The slow case is a
//! board with full rows that is not a valid grid. A first row without blanks can be made in 1,296
//! ways. If all 18 lines are full, the list has 23,328 partial symmetries of 64 bytes until the
//! second row. Such boards take 3 ms, and no slower board is known.

#![warn(missing_debug_implementations)]

mod grid;
mod mapping;
mod search;

use core::fmt;

use sudoku_core::{Board, Cell, Contradiction, Digit, Grid, Relabeling, Symmetry};

use crate::mapping::Mapping;

/// The canonical form of a board, with a mapping to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The canonical form.
    pub form: Board,
    /// The number of automorphisms among the 3,359,232 geometric symmetries. An automorphism, with
    /// some relabeling, maps the board to itself. The number is at least 1, for the identity.
    pub automorphisms: u32,
    /// A symmetry that, followed by the relabeling, maps the board to the form. There are as many
    /// such symmetries as automorphisms.
    pub symmetry: Symmetry,
    /// The relabeling that belongs to the symmetry. Digits that are not on the board get the
    /// remaining labels in ascending order.
    pub relabeling: Relabeling,
}

impl Canonical {
    /// Applies the mapping to the board.
    fn new(mapping: &Mapping, board: &Board, automorphisms: u32) -> Self {
        let (symmetry, relabeling) = mapping.parts();
        let form = relabeling.apply(&symmetry.apply(board));
        Self { form, automorphisms, symmetry, relabeling }
    }
}

/// Returns the canonical form of the board: the smallest of all equivalent boards, read row by row
/// with blanks before digits.
///
/// Every board has one: puzzles with one solution, several or none, complete grids, and boards
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

/// Returns the canonical form of a puzzle by its solution. This is the smallest of the boards that
/// result from the puzzle by those symmetries and relabelings that map the solution to its
/// canonical form.
///
/// For puzzles with one solution, these forms too are equal exactly for equivalent puzzles. Many
/// programs and puzzle lists mean this form by "canonical". It groups puzzles by their solutions
/// and is several times as fast as [`canonical`] if you have the solution. It is usually another
/// board than the result of [`canonical`]. For a puzzle with several solutions, it depends on the
/// solution that you pass.
///
/// # Errors
/// Fails if the solution breaks the rules or does not extend the puzzle.
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

/// The reason why a grid cannot be used as the solution in [`canonical_by_solution`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionMismatchError {
    /// The grid breaks the rules.
    Contradiction(Contradiction),
    /// The grid has another digit in the cell of a clue.
    Clue {
        /// The cell of the clue.
        cell: Cell,
        /// The clue.
        clue: Digit,
        /// The solution's digit.
        found: Digit,
    },
}

impl fmt::Display for SolutionMismatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction(value) => write!(
                f,
                "the solution breaks the rules: {value}; pass a valid solution of this puzzle"
            ),
            Self::Clue { cell, clue, found } => write!(
                f,
                "{cell}: the clue is {clue}, but the solution has {found}; pass a solution of this \
                 puzzle"
            ),
        }
    }
}

impl core::error::Error for SolutionMismatchError {}
