//! A limit on time, which the engines themselves do not look at.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Runs `work` with a stop flag that is raised when the time is over, and returns what it returns.
///
/// `work` hands the flag on, by [`Limits::with_stop`](sudoku_core::Limits::with_stop) or to
/// whatever else looks at such a flag. A search that was stopped so ends as
/// [`Ending::Stopped`](sudoku_core::Ending::Stopped), within a millisecond.
///
/// For the time of the call there is a second thread, which sleeps: it takes some tens of
/// microseconds to start and ends with `work`. So the limit belongs around many searches rather
/// than around each of them.
///
/// # Errors
/// If the system gives no thread. `work` is not run then, because nothing would end it.
///
/// # Panics
/// If `work` does.
///
/// ```
/// use std::time::Duration;
/// use sudoku_engines::{AutoSolver, Board, Ending, Limits, Solver, with_time_limit};
///
/// // There are 6,670,903,752,021,072,936,960 of them.
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
        // Closed when the work is done, or has panicked.
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
