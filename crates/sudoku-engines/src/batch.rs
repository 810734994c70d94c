//! Many boards at once.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread;

use sudoku_core::{Limits, Outcome};

use crate::puzzle::Puzzle;

/// How many boards a thread takes at a time: enough to fill the vectors' lanes, and few enough that
/// all threads end at about the same time.
const AT_ONCE: usize = 4096;

/// Searches each of the puzzles within the limits, on this thread; the outcomes are in their order.
///
/// From some hundred on this is faster than one by one, many times for easy puzzles. The limits on
/// solutions and steps hold for each puzzle by itself, a stop flag for all together.
///
/// With [`Limits::solutions`] of 1 an outcome is a solution; with 2 it also says whether there is
/// another. Which solution comes first of a puzzle that has several may depend on how many puzzles
/// there are.
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
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    search(puzzles, limits, &mut outcomes);
    outcomes
}

/// Searches each of the puzzles within the limits, on all cores; the outcomes are in their order.
///
/// What [`solve_batch`] says about limits and outcomes holds here too. Worth it from some ten
/// thousand puzzles on: a thread takes 4,096 at a time, so that up to 4,096 are searched on this
/// thread alone. Returns when all threads that it started have ended.
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
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = cores.min(puzzles.len().div_ceil(AT_ONCE));
    let shares = Mutex::new(puzzles.chunks(AT_ONCE).zip(outcomes.chunks_mut(AT_ONCE)));
    let work = || {
        // No thread can panic while it holds the lock.
        while let Some((puzzles, outcomes)) = shares.lock().ok().and_then(|mut it| it.next()) {
            search(puzzles, limits, outcomes);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // A thread that the system does not give leaves its work to the others.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    outcomes
}

fn search<P: Puzzle>(puzzles: &[P], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
    // There are as many slots as puzzles, so that this cannot fail.
    let _ = P::engine().search_batch(puzzles, limits, outcomes);
}
