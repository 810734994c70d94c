//! Long calls: detached from the interpreter, on several threads, interruptible by Ctrl-C.
//!
//! The rows are split into parts first. Workers take the parts in order (`ordered-work`). The
//! caller's thread waits for them: every 20 ms it checks for signals and updates the progress bar.
//! Threads end with the call, so a process can fork between calls.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ordered_work::{Taker, WorkError, Workers};
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
    /// A panic.
    Panic(Box<dyn Any + Send>),
}

impl Failure {
    pub(crate) fn into_error(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Row(row, unreadable) => unreadable.at(py, Some(row)),
            Self::Single(unreadable) => unreadable.at(py, None),
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

/// Works on the parts, each with its number of rows. It is not generic, so the channels and threads
/// are compiled once for all functions.
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
    // A part writes its answers into its own rows, so it does not wait for its turn.
    let workers = Workers::new(threads).with_ahead(tasks.len());
    let stop = Arc::clone(&workers.stop);
    let done = AtomicUsize::new(0);
    let work = |(rows, task): (usize, Task<'_>)| {
        let result = task(&stop);
        done.fetch_add(rows, Ordering::Relaxed);
        result
    };
    let mut caller = Caller {
        bar: if options.progress { Bar::new(py, rows)? } else { Bar(None) },
        done: &done,
        end: options.time.and_then(|time| Instant::now().checked_add(time)),
        stop: &stop,
    };
    match py.detach(|| workers.in_order(tasks, work, &mut caller)) {
        Ok(()) => {
            caller.bar.show(py, done.load(Ordering::Relaxed))?;
            Ok(None)
        }
        Err(WorkError::Taker(CallEnd::Failure(failure))) => Ok(Some(failure)),
        Err(WorkError::Taker(CallEnd::Exception(error))) => Err(error),
        Err(WorkError::Panic(panic)) => Ok(Some(Failure::Panic(panic))),
        Err(WorkError::NoThread(error)) => Err(PyOSError::new_err(error.to_string())),
    }
}

/// The caller's thread: it looks for signals, updates the progress bar and keeps the time limit.
struct Caller<'a> {
    bar: Bar,
    /// The number of finished rows.
    done: &'a AtomicUsize,
    /// The end of the time limit.
    end: Option<Instant>,
    stop: &'a AtomicBool,
}

/// The reason why a call ends early.
enum CallEnd {
    Failure(Failure),
    /// The exception of a signal or of the progress bar.
    Exception(PyErr),
}

impl Taker<Result<(), Failure>> for Caller<'_> {
    type Error = CallEnd;

    fn take(&mut self, part: Result<(), Failure>) -> Result<(), CallEnd> {
        part.map_err(CallEnd::Failure)
    }

    fn look(&mut self) -> Result<(), CallEnd> {
        if self.end.is_some_and(|end| end <= Instant::now()) {
            self.stop.store(true, Ordering::Relaxed);
        }
        Python::attach(|py| {
            py.check_signals()?;
            self.bar.show(py, self.done.load(Ordering::Relaxed))
        })
        .map_err(CallEnd::Exception)
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
