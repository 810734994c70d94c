//! A time limit for searches. The engines themselves do not read a clock.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Runs `work` with a stop flag that is raised after `time`, and returns the result of `work`.
///
/// `work` must pass the flag on, by [`Limits::with_stop`](sudoku_core::Limits::with_stop) or to
/// other code that checks such a flag. A stopped search ends as
/// [`Ending::Stopped`](sudoku_core::Ending::Stopped) within a millisecond.
///
/// During the call, a second thread sleeps until the time is over or `work` ends. Starting it takes
/// tens of microseconds, so put one time limit around many searches instead of one around each.
///
/// # Errors
/// Fails if the system cannot start a thread. `work` is then not run, because nothing could stop
/// it.
///
/// # Panics
/// Panics if `work` panics.
///
/// ```
/// use std::time::Duration;
/// use sudoku_engines::{AutoSolver, Board, Ending, Limits, Solver, with_time_limit};
///
/// // The empty board has 6,670,903,752,021,072,936,960 solutions.
/// let report = with_time_limit(Duration::from_millis(100), |stop| {
///     AutoSolver::new().count(&Board::EMPTY, &Limits::ALL.with_stop(stop))
/// })?;
/// assert_eq!(report.ending, Ending::Stopped);
/// assert!(report.solutions > 0);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn with_time_limit<T>(time: Duration, work: impl FnOnce(&AtomicBool) -> T) -> io::Result<T> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        // This end is closed when `work` returns or panics.
        let (_open, closed) = channel::<()>();
        let stop = &stop;
        thread::Builder::new().spawn_scoped(scope, move || {
            if closed.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        })?;
        Ok(work(stop))
    })
}
