//! The progress of a command on puzzles, shown on standard error if that is a terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cli_support::Progress;
use indicatif::HumanCount;

/// The time before the bar appears; shorter runs need no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// A progress bar that appears if a job takes long.
pub(crate) struct PuzzleProgress {
    bar: Progress,
    start: Instant,
    /// The progress so far, in the unit of the bar.
    passed: Arc<AtomicU64>,
    /// The number of attempts, if a puzzle may need several.
    attempts: Option<Arc<AtomicU64>>,
    /// The number of puzzles done and written.
    written: Arc<AtomicU64>,
}

impl PuzzleProgress {
    /// Creates a bar. `passed` holds the progress, out of the total if that is known.
    pub(crate) fn new(is_wanted: bool, total: Option<u64>, passed: Arc<AtomicU64>) -> Self {
        let bar = if is_wanted { Progress::on_terminal(PATIENCE) } else { Progress::hidden() };
        let template = match total {
            Some(_) => "{percent:>3}% [{wide_bar}] {msg}{left}",
            None => "{elapsed} {msg}",
        };
        bar.begin(template, "", total);
        Self { bar, start: Instant::now(), passed, attempts: None, written: Arc::default() }
    }

    /// Returns the bar with a counter of attempts.
    pub(crate) fn with_attempts(self, attempts: Arc<AtomicU64>) -> Self {
        Self { attempts: Some(attempts), ..self }
    }

    /// Returns the bar with this counter of written puzzles.
    pub(crate) fn with_written(self, written: Arc<AtomicU64>) -> Self {
        Self { written, ..self }
    }

    /// Sets the progress, in the unit of the bar.
    pub(crate) fn reach(&self, passed: u64) {
        self.passed.store(passed, Ordering::Relaxed);
    }

    /// Counts written puzzles, possibly none, and updates the bar.
    pub(crate) fn advance(&mut self, puzzles: u64) {
        let done = self.written.fetch_add(puzzles, Ordering::Relaxed) + puzzles;
        // Without a puzzle, only attempts can be shown.
        if done == 0 && self.attempts.is_none() {
            return;
        }
        self.bar.reach(self.passed.load(Ordering::Relaxed));
        self.bar.describe(|| {
            let rate = HumanCount((done as f64 / self.start.elapsed().as_secs_f64()) as u64);
            let attempts = self.attempts.as_ref();
            match attempts.map(|attempts| HumanCount(attempts.load(Ordering::Relaxed))) {
                None => format!("{rate}/s"),
                Some(attempts) if done == 0 => format!("{attempts} attempts, none made yet"),
                Some(attempts) => format!("{rate}/s, {attempts} attempts"),
            }
        });
    }

    /// Runs `work` while the bar is hidden.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.aside(work)
    }

    /// Writes text to standard error while the bar is hidden.
    pub(crate) fn eprint_message(&self, text: &str) {
        self.bar.eprint_message(text);
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish();
    }
}
