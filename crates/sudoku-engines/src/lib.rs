//! `sudoku-engines` is a library that solves, checks, counts and generates 9×9 Sudoku puzzles. It
//! solves a puzzle of 17 clues in 0.31 µs, or in 0.15 µs in a batch, on one core of a Zen 5
//! processor.
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
//! // The empty board has 6.7 · 10²¹ solutions: count and list only some of them.
//! assert_eq!(count_up_to(&Board::EMPTY, 1000), 1000);
//! assert!(solutions(&Board::EMPTY).take(3).all(|grid| grid.is_valid()));
//! # Ok::<(), sudoku_engines::ReadError>(())
//! ```
//!
//! [`solve`] holds one whole board in the processor's vector registers. A batch puts one board into
//! each lane of the registers. AVX-512 and AVX2 are detected at run time, and the library works on
//! every other processor too.
//!
//! # Which function do I need?
//! | task | function |
//! |---|---|
//! | find a solution | [`solve`] |
//! | find the solution, if it is unique | [`solve_proper`] |
//! | check if there is exactly one solution | [`is_proper`] |
//! | count solutions up to a limit | [`count_up_to`] |
//! | count all solutions | [`count`] |
//! | iterate over the solutions | [`solutions`] |
//! | compare an answer with the solution | [`Verdict`] |
//! | solve many boards, on one core | [`solve_batch`] |
//! | solve many boards, on all cores | [`solve_all`] |
//! | limit the time of a search | [`with_time_limit`] |
//! | draw random solutions, get a solution by its number | [`counting::Solutions`] |
//! | generate a puzzle | [`generate`] |
//! | generate puzzles with wanted clues, symmetry or difficulty | [`generator`] |
//! | compare puzzles up to symmetry | [`canonical`] |
//! | get a hint, rate a puzzle for people | [`logic`] |
//! | explain a hint in words | [`explain`] |
//!
//! The functions take a [`Puzzle`]: a [`Board`], or [`Candidates`] if you have excluded more
//! candidates than the clues do. They call [`AutoSolver`] through the trait [`Solver`]. Use the
//! trait directly to set [`Limits`] on solutions and nodes or a stop flag, and to get a [`Report`]
//! on how a search ended. High counts use [`counting::BandCounting`].
//!
//! # Features
//! | feature | default | contents |
//! |---|---|---|
//! | `generator` | yes | the module [`generator`]: puzzles by clues, pattern and difficulty |
//! | `canonical` | yes | the module [`canonical`]: one form for all equivalent boards |
//! | `logic` | no | the module [`logic`]: hints and ratings by human techniques |
//! | `explain` | no | the module [`explain`]: proofs of hints in words; includes `logic` |
//! | `serde` | no | boards, candidates and reports as serde data |
//!
//! # Which crate do I need?
//! | task | crate |
//! |---|---|
//! | solve, check, count, generate, rate, explain | `sudoku-engines` (this crate) |
//! | read and write files of puzzles | `sudoku-text` |
//! | find the lexicographically smallest solution, count placements | `sudoku-bitmask` |
//! | read and understand a solver with exact counters | `sudoku-scan`, `sudoku-mrv` |
//! | use only the board types, or write a solver | `sudoku-core` |
//!
//! # Speed
//! Microseconds per puzzle of 17 clues, from text to text, with proof of uniqueness, on one core of
//! a Zen 4 processor, which is older:
//!
//! | instruction set | one at a time | in a batch |
//! |---|--:|--:|
//! | AVX-512 | 0.470 | 0.275 |
//! | AVX2 | 0.597 | 0.371 |
//! | none of these (portable) | 0.865 | 0.807 |
//!
//! AMD EPYC (Zen 4), 24,579 puzzles. The repository's guide to external engines has the commands.
//!
//! # Limitations
//! - The engines find solutions, not the steps of a person. For steps, use the module [`logic`].
//! - If a puzzle has several solutions, the engine chooses which one it finds first.
//! - The engines count nodes of their search trees. They do not count placements.

#![warn(missing_debug_implementations)]

mod batch;
mod puzzle;
mod solutions;
mod time_limit;
mod verify;

#[cfg(feature = "canonical")]
pub use sudoku_canonical as canonical;
pub use sudoku_core::{
    self, Board, BoardError, BytesError, Candidates, CandidatesError, Cell, CellError,
    Contradiction, Digit, DigitError, DigitSet, Digits, Ending, EndingError, Grid, GridError,
    House, HouseKind, Limits, Outcome, PuzzleBatch, ReadError, ReadErrorKind, Relabeling, Report,
    Solver, Symmetry,
};
pub use sudoku_count as counting;
#[cfg(feature = "explain")]
pub use sudoku_explain as explain;
#[cfg(feature = "generator")]
pub use sudoku_generator as generator;
#[cfg(feature = "logic")]
pub use sudoku_logic as logic;
pub use sudoku_simd::AutoSolver;

pub use crate::batch::{solve_all, solve_batch};
pub use crate::puzzle::Puzzle;
pub use crate::solutions::{Solutions, solutions};
pub use crate::time_limit::with_time_limit;
pub use crate::verify::Verdict;

/// Returns a solution of the puzzle, or `None` if it has none.
///
/// If the puzzle has several solutions, the function returns the same one every time on the same
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

/// Returns the solution of a proper puzzle, or `None` if there is no solution or more than one.
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

/// Returns true if the puzzle is proper: if it has exactly one solution.
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

/// Returns the number of solutions, or `limit` if there are at least that many.
///
/// The function builds no grids, so it is several times as fast as counting the items of
/// [`solutions`]. With a limit above 10,000, it counts the solutions of a board without enumerating
/// them, like [`count`], so it reaches any limit quickly. A result of [`u64::MAX`] means at least
/// that many.
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

/// Returns the exact number of solutions of the board.
///
/// Up to 300 solutions are enumerated. Above that, the module [`counting`] counts them without
/// enumerating. That module also offers limits, a stop flag, threads and an estimate of the work.
/// Most boards take milliseconds. Boards with 5 to 12 clues take up to a few seconds.
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

/// Generates a minimal puzzle: it has exactly one solution, and several without any one clue.
///
/// The puzzle has 24 clues on average. To choose the clues, the symmetry or the difficulty, use
/// [`generator::PuzzleRequest`].
///
/// ```
/// use sudoku_engines::{generate, generator::seeded_rng, is_proper};
///
/// let puzzle = generate(&mut seeded_rng(2026, 0));
/// assert!(is_proper(&puzzle.board) && puzzle.solution.extends(&puzzle.board));
/// ```
#[cfg(feature = "generator")]
pub fn generate<R: generator::Rng + ?Sized>(rng: &mut R) -> generator::GeneratedPuzzle {
    generator::GeneratedPuzzle::draw(&AutoSolver::new(), rng)
}
