//! How far a command is with its puzzles, on standard error if that is a terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cli_support::Progress;
use indicatif::HumanCount;

/// How long nothing is shown: what is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// A bar that appears once a job takes long enough to be waited for.
pub(crate) struct PuzzleProgress {
    bar: Progress,
    start: Instant,
    /// How much is done, in the unit of the bar.
    passed: Arc<AtomicU64>,
    /// How many attempts were made, where a puzzle may take several.
    attempts: Option<Arc<AtomicU64>>,
    /// How many puzzles are done and written.
    written: Arc<AtomicU64>,
}

impl PuzzleProgress {
    /// A bar for work of which `passed` says how much is done, of a total if that is known.
    pub(crate) fn new(is_wanted: bool, total: Option<u64>, passed: Arc<AtomicU64>) -> Self {
        let bar = if is_wanted { Progress::on_terminal(PATIENCE) } else { Progress::hidden() };
        let template = match total {
            Some(_) => "{percent:>3}% [{wide_bar}] {msg}{left}",
            None => "{elapsed} {msg}",
        };
        bar.begin(template, "", total);
        Self { bar, start: Instant::now(), passed, attempts: None, written: Arc::default() }
    }

    /// The same bar with the number of attempts.
    pub(crate) fn with_attempts(self, attempts: Arc<AtomicU64>) -> Self {
        Self { attempts: Some(attempts), ..self }
    }

    /// The same bar, which counts the puzzles here that are written.
    pub(crate) fn with_written(self, written: Arc<AtomicU64>) -> Self {
        Self { written, ..self }
    }

    /// So much is done, in the unit of the bar.
    pub(crate) fn reach(&self, passed: u64) {
        self.passed.store(passed, Ordering::Relaxed);
    }

    /// This many more puzzles are done and written, maybe none.
    pub(crate) fn advance(&mut self, puzzles: u64) {
        let done = self.written.fetch_add(puzzles, Ordering::Relaxed) + puzzles;
        // Without a puzzle there is nothing to show but attempts.
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

    /// Does something to the terminal with the bar out of the way.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.aside(work)
    }

    /// Writes text to standard error with the bar out of the way.
    pub(crate) fn eprint_message(&self, text: &str) {
        self.bar.eprint_message(text);
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish();
    }
}
