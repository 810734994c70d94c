//! How far a command is, on standard error if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long nothing is shown: what is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// A bar that appears once a job takes long enough to be waited for.
pub(crate) struct Progress {
    is_wanted: bool,
    start: Instant,
    /// How much there is to do, in the unit of `passed`.
    total: Option<u64>,
    passed: Arc<AtomicU64>,
    /// How many attempts were made, where a puzzle may take several.
    attempts: Option<Arc<AtomicU64>>,
    done: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// A bar for work of which `passed` says how much is done, of a total if that is known.
    pub(crate) fn new(is_wanted: bool, total: Option<u64>, passed: Arc<AtomicU64>) -> Self {
        let is_wanted = is_wanted && io::stderr().is_terminal();
        Self { is_wanted, start: Instant::now(), total, passed, attempts: None, done: 0, bar: None }
    }

    /// The same bar with the number of attempts.
    pub(crate) fn with_attempts(self, attempts: Arc<AtomicU64>) -> Self {
        Self { attempts: Some(attempts), ..self }
    }

    /// So many more puzzles are done, maybe none.
    pub(crate) fn advance(&mut self, puzzles: u64) {
        self.done += puzzles;
        let elapsed = self.start.elapsed();
        // Without a puzzle there is nothing to show but attempts.
        let is_empty = self.done == 0 && self.attempts.is_none();
        if !self.is_wanted || is_empty || elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| new_bar(self.total).with_elapsed(elapsed));
        let rate = self.done as f64 / elapsed.as_secs_f64();
        let attempts = self.attempts.as_ref().map(|attempts| attempts.load(Ordering::Relaxed));
        let attempts = attempts.map(|attempts| format!(", {} attempts", HumanCount(attempts)));
        let rate = HumanCount(rate as u64);
        bar.set_message(format!("{rate}/s{}", attempts.unwrap_or_default()));
        bar.set_position(self.passed.load(Ordering::Relaxed));
    }

    /// Does something to the terminal with the bar out of the way.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }

    /// Says something on standard error. If that is closed there is no one left to tell.
    pub(crate) fn say(&self, text: &[u8]) {
        self.aside(|| {
            let _ = io::stderr().write_all(text);
        });
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(5));
    let template = match total {
        Some(_) => "{percent:>3}% [{wide_bar}] {msg}, {eta} left",
        None => "{elapsed} {msg}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}
