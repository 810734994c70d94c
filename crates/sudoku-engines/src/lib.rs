//! Sudoku that just works, at the best speed there is: solve, check, count, list, in ones and in
//! millions.
//!
//! Each function asks the engine that suits it: one board goes through the processor's vector
//! registers as a whole, in well under a microsecond for most puzzles, and a batch goes through
//! them side by side, a board in each lane. Which instructions the processor has is found out at
//! run time, and everything works without any of them. The weak spot: the engines only say what is
//! true of a board, not how a person finds it, and among several solutions the first one is the
//! engine's choice; who wants the smallest, exact counters of placements or a search tree to follow
//! picks a strategy crate singly, such as `sudoku-bitmask` or `sudoku-mrv`.
//!
//! ```
//! use sudoku_engines::{Board, count_up_to, is_proper, solutions, solve};
//!
//! let puzzle: Board =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
//!         .parse()?;
//! let solution = solve(&puzzle).expect("the puzzle has a solution");
//! println!("{solution}");
//! assert!(is_proper(&puzzle));
//!
//! // The empty board has more solutions than anybody wants to wait for.
//! assert_eq!(count_up_to(&Board::EMPTY, 1000), 1000);
//! assert!(solutions(&Board::EMPTY).take(3).all(|grid| grid.is_valid()));
//! # Ok::<(), sudoku_engines::ReadError>(())
//! ```
//!
//! # Which function
//! | question | answer |
//! |---|---|
//! | a solution | [`solve`] |
//! | the solution, if there is no other | [`solve_proper`] |
//! | whether there is exactly one | [`is_proper`] |
//! | how many there are, up to a limit | [`count_up_to`] |
//! | how many there are, exactly | [`count`] |
//! | one after the other | [`solutions`] |
//! | many boards | [`solve_batch`], on all cores [`solve_all`] |
//! | any of these, but not longer than a second | [`with_time_limit`] |
//!
//! Each takes a [`Puzzle`]: a [`Board`], or [`Candidates`] where less is left than the clues leave.
//! They are short forms of what [`AutoSolver`] does as a [`Solver`], which also takes [`Limits`] on
//! solutions and steps and a stop flag, and says in a [`Report`] how a search ended; counts are
//! those of [`counting::BandCounting`]. Solutions by number, and drawn evenly, are in
//! [`counting::Solutions`].
//!
//! # Features
//! - `generator`, on unless turned off: the module [`generator`], puzzles made to order.
//! - `canonical`, on unless turned off: the module [`canonical`], the form that all symmetric
//!   boards share.
//! - `serde`: boards, grids and reports as data.

mod batch;
mod puzzle;
mod solutions;
mod time_limit;

#[cfg(feature = "canonical")]
pub use sudoku_canonical as canonical;
pub use sudoku_core::{
    self, BatchLengthError, Board, BoardError, BytesError, Candidates, CandidatesError, Cell,
    CellError, Contradiction, Digit, DigitError, DigitSet, Digits, Ending, EndingError, Grid,
    GridError, House, HouseKind, Limits, Outcome, ReadError, ReadErrorKind, Relabeling, Report,
    Solver, Symmetry,
};
pub use sudoku_count as counting;
#[cfg(feature = "generator")]
pub use sudoku_generator as generator;
pub use sudoku_simd::AutoSolver;

pub use crate::batch::{solve_all, solve_batch};
pub use crate::puzzle::Puzzle;
pub use crate::solutions::{Solutions, solutions};
pub use crate::time_limit::with_time_limit;

/// A solution of the puzzle, or `None` if it has none.
///
/// A proper puzzle has only the one. Of one with several it is the same one every time, on one
/// machine.
///
/// ```
/// use sudoku_engines::{Board, solve};
///
/// let puzzle = Board::try_from([
///     [8, 0, 0, 0, 0, 0, 0, 0, 0],
///     [0, 0, 3, 6, 0, 0, 0, 0, 0],
///     [0, 7, 0, 0, 9, 0, 2, 0, 0],
///     [0, 5, 0, 0, 0, 7, 0, 0, 0],
///     [0, 0, 0, 0, 4, 5, 7, 0, 0],
///     [0, 0, 0, 1, 0, 0, 0, 3, 0],
///     [0, 0, 1, 0, 0, 0, 0, 6, 8],
///     [0, 0, 8, 5, 0, 0, 0, 1, 0],
///     [0, 9, 0, 0, 0, 0, 4, 0, 0],
/// ])?;
/// let solution = solve(&puzzle).expect("the puzzle has a solution");
/// assert_eq!(<[[u8; 9]; 9]>::from(solution)[0], [8, 1, 2, 7, 5, 3, 6, 4, 9]);
/// # Ok::<(), sudoku_engines::BoardError>(())
/// ```
#[must_use]
pub fn solve<P: Puzzle>(puzzle: &P) -> Option<Grid> {
    P::engine().first_solution(puzzle)
}

/// The solution of a proper puzzle: `None` if there is no solution or more than one.
///
/// ```
/// use sudoku_engines::{Board, Grid, solve_proper};
///
/// let puzzle: Board =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///         .parse()?;
/// let solution =
///     "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// assert_eq!(solve_proper(&puzzle), Some(solution.parse()?));
/// assert_eq!(solve_proper(&Board::EMPTY), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve_proper<P: Puzzle>(puzzle: &P) -> Option<Grid> {
    let outcome = P::engine().solve(puzzle, &Limits::solutions(2));
    outcome.first.filter(|_| outcome.report.is_proper())
}

/// Whether the puzzle is proper: whether it has exactly one solution.
///
/// ```
/// use sudoku_engines::{Board, is_proper};
///
/// assert!(!is_proper(&Board::EMPTY));
/// ```
#[must_use]
pub fn is_proper<P: Puzzle>(puzzle: &P) -> bool {
    P::engine().is_proper(puzzle)
}

/// How many solutions the puzzle has, or `limit` if there are as many or more.
///
/// No grids are built: this is several times as fast as counting what [`solutions`] gives. With a
/// limit above 10,000 solutions of a board are not even walked to, as by [`count`], so that any
/// limit is soon reached: [`u64::MAX`] means as many or more.
///
/// ```
/// use sudoku_engines::{Board, count_up_to};
///
/// let board: Board = format!("123456789{}", ".".repeat(72)).parse()?;
/// assert_eq!(count_up_to(&board, 5000), 5000);
/// assert_eq!(count_up_to(&board, u64::MAX), 18_383_222_420_692_992);
/// # Ok::<(), sudoku_engines::ReadError>(())
/// ```
#[must_use]
pub fn count_up_to<P: Puzzle>(puzzle: &P, limit: u64) -> u64 {
    P::engine().count(puzzle, &Limits::solutions(limit)).solutions
}

/// How many solutions the board has, exactly, however many there are.
///
/// Up to a thousand are counted one by one, and where there are more by the module [`counting`],
/// which has limits, a stop flag and threads, a bound on the work, and solutions by number and
/// evenly drawn. Most boards take milliseconds, those of five to twelve clues up to some seconds.
///
/// ```
/// use sudoku_engines::{Board, count};
///
/// assert_eq!(count(&Board::EMPTY), 6_670_903_752_021_072_936_960);
/// ```
#[must_use]
pub fn count(board: &Board) -> u128 {
    let limits = counting::CountLimits::NONE;
    let few = Limits::solutions(counting::enumeration_budget(limits.solutions));
    let enumerated = Board::engine().count(board, &few);
    let joined = counting::count_after_enumeration(&enumerated, board, &limits);
    joined.map_or(enumerated.solutions.into(), |counted| counted.solutions)
}
