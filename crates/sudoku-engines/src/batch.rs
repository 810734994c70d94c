//! Searches of many boards at once.

use std::convert::Infallible;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use ordered_work::{WorkError, Workers};
use sudoku_core::{Limits, Outcome, PuzzleBatch};

use crate::puzzle::Puzzle;

/// The number of boards that a thread takes at a time: enough to fill all vector lanes, and few
/// enough that all threads end at about the same time.
const AT_ONCE: usize = 4096;

/// Searches each puzzle within the limits on this thread. Returns the outcomes in the order of the
/// puzzles.
///
/// From a few hundred puzzles on, this is faster than one call per puzzle, many times so for easy
/// puzzles. The limits on solutions and nodes apply to each puzzle, the stop flag to all of them.
///
/// With [`Limits::solutions(1)`](Limits::solutions) an outcome has a solution. With a limit of 2,
/// its report also tells if that is the only one. If a puzzle has several solutions, the first one
/// may depend on the number of puzzles.
///
/// ```
/// use sudoku_engines::{Board, Limits, solve_batch};
///
/// let text = "\
/// ..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
/// 98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";
/// let boards = text.lines().map(str::parse).collect::<Result<Vec<Board>, _>>()?;
/// for outcome in solve_batch(&boards, &Limits::solutions(2)) {
///     assert!(outcome.first.is_some() && outcome.report.is_proper());
/// }
/// # Ok::<(), sudoku_engines::ReadError>(())
/// ```
#[must_use]
pub fn solve_batch<P: Puzzle>(puzzles: &[P], limits: &Limits<'_>) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    P::engine().search_batch(PuzzleBatch::new(puzzles, &mut outcomes), limits);
    outcomes
}

/// Searches each puzzle within the limits on all cores. Returns the outcomes in the order of the
/// puzzles.
///
/// Limits and outcomes are those of [`solve_batch`]. A thread takes 4,096 puzzles at a time, so
/// this function is worthwhile from about 10,000 puzzles on. Up to 4,096 puzzles are searched on
/// this thread alone. All threads have ended when the function returns.
///
/// ```
/// use sudoku_engines::{Board, Limits, solve_all};
///
/// let puzzle: Board =
///     "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
///         .parse()?;
/// let outcomes = solve_all(&vec![puzzle; 10_000], &Limits::solutions(2));
/// assert!(outcomes.iter().all(|outcome| outcome.report.is_proper()));
/// # Ok::<(), sudoku_engines::ReadError>(())
/// ```
#[must_use]
pub fn solve_all<P: Puzzle>(puzzles: &[P], limits: &Limits<'_>) -> Vec<Outcome> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = cores.min(puzzles.len().div_ceil(AT_ONCE));
    if threads <= 1 {
        return solve_batch(puzzles, limits);
    }
    let mut outcomes = Vec::new();
    let chunks = PuzzleBatch::new(puzzles, &mut outcomes).chunks(AT_ONCE);
    let search = |chunk| P::engine().search_batch(chunk, limits);
    let searched =
        Workers::new(threads).in_order(chunks, search, &mut |()| Ok::<(), Infallible>(()));
    match searched {
        Ok(()) => outcomes,
        Err(WorkError::Panic(panic)) => resume_unwind(panic),
        // The system starts no thread.
        Err(_) => solve_batch(puzzles, limits),
    }
}
