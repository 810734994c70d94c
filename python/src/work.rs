//! Long calls: detached from the interpreter, on several threads, interruptible by Ctrl-C.
//!
//! The rows are split into parts first. Worker threads take the parts in order. The caller's thread
//! waits for them: every 20 ms it checks for signals and updates the progress bar. Threads end with
//! the call, so a process can fork between calls.

use std::any::Any;
use std::iter::Enumerate;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{thread, vec};

use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::arguments::Whole;
use crate::errors::{Unreadable, defect};

/// The options that all functions share.
pub(crate) struct Options {
    pub(crate) threads: usize,
    /// True if an unreadable row is an error.
    pub(crate) strict: bool,
    pub(crate) progress: bool,
    /// The time limit of the call. Unfinished rows stay empty.
    pub(crate) time: Option<Duration>,
}

impl Options {
    /// Reads the arguments that all functions share.
    pub(crate) fn new(
        threads: Option<Whole<usize>>,
        errors: &str,
        progress: bool,
    ) -> PyResult<Self> {
        let strict = match errors {
            "null" => false,
            "raise" => true,
            _ => {
                let words = format!("errors must be \"null\" or \"raise\", not {errors:?}");
                return Err(PyValueError::new_err(words));
            }
        };
        let threads = threads.map_or_else(cores, |threads| threads.0);
        if threads == 0 {
            return Err(PyValueError::new_err("threads must be at least 1, or None for all cores"));
        }
        Ok(Self { threads, strict, progress, time: None })
    }

    /// Sets the time limit, in seconds.
    pub(crate) fn with_time(self, time: Option<f64>) -> PyResult<Self> {
        let Some(seconds) = time else { return Ok(self) };
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
        if time.is_none() {
            return Err(PyValueError::new_err(format!(
                "time must be a number of seconds from 1e-9 to 1e19, not {seconds:?}"
            )));
        }
        Ok(Self { time, ..self })
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The maximum number of threads. More would not be faster, and would keep the caller's thread from
/// checking for signals.
fn most_threads() -> usize {
    (4 * cores()).max(16)
}

/// The minimum memory for a puzzle or a grid before it becomes a Python object, in bytes.
const LEAST_OF_A_RESULT: usize = 200;

/// Returns an error if this number of results cannot fit into memory. A failed allocation would
/// abort the process.
pub(crate) fn check_memory(count: usize, what: &str) -> PyResult<()> {
    check_room(count, LEAST_OF_A_RESULT).map_err(|_| {
        no_memory(format!("not enough memory for {count} {what}: make them in several calls"))
    })
}

/// Returns an error if this number of results of this size cannot fit into memory.
pub(crate) fn check_room(count: usize, size: usize) -> PyResult<()> {
    let bytes = count.checked_mul(size);
    if bytes.is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok()) {
        return Ok(());
    }
    Err(no_memory(format!(
        "not enough memory for {count} results: pass the puzzles in several calls"
    )))
}

fn no_memory(words: String) -> PyErr {
    PyMemoryError::new_err(words)
}

/// The reason why work ended early.
pub(crate) enum Failure {
    /// A row that should have been readable.
    Row(usize, Unreadable),
    /// A single puzzle, which cannot be answered.
    Single(Unreadable),
    /// An argument that the puzzles do not allow.
    Argument(PyErr),
    /// A panic.
    Panic(Box<dyn Any + Send>),
}

impl Failure {
    pub(crate) fn into_error(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Row(row, unreadable) => unreadable.at(py, Some(row)),
            Self::Single(unreadable) => unreadable.at(py, None),
            Self::Argument(error) => error,
            Self::Panic(panic) => defect(&*panic),
        }
    }
}

/// Runs the work on each part of the rows.
///
/// Returns the failure of the first failed part, with any number of threads.
///
/// # Errors
/// If a signal arrives, or the system cannot start a thread.
pub(crate) fn run<P: Send>(
    py: Python<'_>,
    options: &Options,
    parts: Vec<(Range<usize>, P)>,
    work: impl Fn(Range<usize>, P, &AtomicBool) -> Result<(), Failure> + Send + Sync,
) -> PyResult<Option<Failure>> {
    let work = &work;
    let task = |(range, part): (Range<usize>, P)| -> (usize, Task<'_>) {
        (range.len(), Box::new(move |stop| work(range, part, stop)))
    };
    run_tasks(py, options, parts.into_iter().map(task).collect())
}

/// The work on a part. The flag stops it.
type Task<'a> = Box<dyn FnOnce(&AtomicBool) -> Result<(), Failure> + Send + 'a>;

/// Works on the parts, each with its number of rows. It is not generic, so it is compiled once for
/// all functions.
fn run_tasks(
    py: Python<'_>,
    options: &Options,
    tasks: Vec<(usize, Task<'_>)>,
) -> PyResult<Option<Failure>> {
    let rows = tasks.iter().map(|(rows, _)| rows).sum();
    if rows == 0 {
        return Ok(None);
    }
    let threads = options.threads.min(tasks.len()).min(most_threads());
    let mut bar = if options.progress { Bar::new(py, rows)? } else { Bar(None) };
    let end = options.time.and_then(|time| Instant::now().checked_add(time));
    let pool = Pool::new(tasks);
    let result = py.detach(|| {
        thread::scope(|scope| {
            pool.start(scope, threads)?;
            // An error stops the workers, and the scope waits for them.
            pool.wait(end, &mut bar).inspect_err(|_| pool.stop.store(true, Ordering::Relaxed))
        })
    });
    result?;
    let state = pool.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.failure {
        Some((_, failure)) => Ok(Some(failure)),
        None => bar.show(py, state.done).map(|()| None),
    }
}

/// The time between two checks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// Worker threads and their parts.
struct Pool<'a> {
    state: Mutex<PoolState<'a>>,
    /// Wakes the caller's thread when a worker ends.
    ended: Condvar,
    stop: AtomicBool,
}

struct PoolState<'a> {
    /// The parts that no worker has taken, each with its number of rows.
    tasks: Enumerate<vec::IntoIter<(usize, Task<'a>)>>,
    /// The parts that workers work on.
    taken: Vec<usize>,
    /// The number of workers that have not ended.
    workers: usize,
    /// The number of finished rows.
    done: usize,
    /// The first failed part and its failure.
    failure: Option<(usize, Failure)>,
}

impl<'a> Pool<'a> {
    fn new(tasks: Vec<(usize, Task<'a>)>) -> Self {
        let tasks = tasks.into_iter().enumerate();
        let state = PoolState { tasks, taken: Vec::new(), workers: 0, done: 0, failure: None };
        Self { state: Mutex::new(state), ended: Condvar::new(), stop: AtomicBool::new(false) }
    }

    fn state(&self) -> MutexGuard<'_, PoolState<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts up to this number of workers.
    ///
    /// # Errors
    /// If no worker starts.
    fn start<'s>(&'s self, scope: &'s thread::Scope<'s, '_>, threads: usize) -> PyResult<()> {
        for started in 0..threads {
            self.state().workers += 1;
            let worker = thread::Builder::new().spawn_scoped(scope, || self.work());
            if let Err(error) = worker {
                self.state().workers -= 1;
                // The workers that were started do the work.
                return if started == 0 {
                    Err(PyOSError::new_err(error.to_string()))
                } else {
                    Ok(())
                };
            }
        }
        Ok(())
    }

    /// Works on one part after the other.
    fn work(&self) {
        let mut state = self.state();
        while !self.stop.load(Ordering::Relaxed)
            && state.failure.is_none()
            && let Some((part, (rows, task))) = state.tasks.next()
        {
            state.taken.push(part);
            drop(state);
            let result = catch_unwind(AssertUnwindSafe(|| task(&self.stop)));
            state = self.state();
            state.taken.retain(|&it| it != part);
            state.done += rows;
            let failure = result.unwrap_or_else(|panic| Err(Failure::Panic(panic))).err();
            let is_first = state.failure.as_ref().is_none_or(|&(first, _)| part < first);
            if let Some(failure) = failure.filter(|_| is_first) {
                state.failure = Some((part, failure));
            }
            // A part before the failed one can still fail. The others stop.
            if let Some((first, _)) = &state.failure
                && state.taken.iter().all(|part| part > first)
            {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        state.workers -= 1;
        self.ended.notify_one();
    }

    /// Waits until all workers have ended. Meanwhile, it looks for signals, updates the progress
    /// bar, and stops the workers at the end of the time limit.
    ///
    /// # Errors
    /// The exception of a signal or of the progress bar.
    fn wait(&self, end: Option<Instant>, bar: &mut Bar) -> PyResult<()> {
        let mut state = self.state();
        while state.workers > 0 {
            let waited = self.ended.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            let done = state.done;
            drop(state);
            if end.is_some_and(|end| end <= Instant::now()) {
                self.stop.store(true, Ordering::Relaxed);
            }
            Python::attach(|py| {
                py.check_signals()?;
                bar.show(py, done)
            })?;
            state = self.state();
        }
        Ok(())
    }
}

/// A progress bar of tqdm, or nothing if tqdm is not installed.
struct Bar(Option<(Py<PyAny>, usize)>);

impl Bar {
    fn new(py: Python<'_>, rows: usize) -> PyResult<Self> {
        let Ok(tqdm) = py.import("tqdm.auto") else { return Ok(Self(None)) };
        let options = pyo3::types::PyDict::new(py);
        options.set_item("total", rows)?;
        options.set_item("unit", " puzzles")?;
        let bar = tqdm.getattr("tqdm")?.call((), Some(&options))?;
        Ok(Self(Some((bar.unbind(), 0))))
    }

    /// Shows the number of finished rows.
    fn show(&mut self, py: Python<'_>, done: usize) -> PyResult<()> {
        if let Self(Some((bar, shown))) = self {
            bar.call_method1(py, "update", (done - *shown,))?;
            *shown = done;
        }
        Ok(())
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Self(Some((bar, _))) = self {
            // A bar that cannot be closed stays on the screen, which is harmless.
            let _ = Python::attach(|py| bar.call_method0(py, "close"));
        }
    }
}
