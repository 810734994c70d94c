//! A bar on standard error that shows how far a job is, if a person is there to see it.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::eprint_message;

/// How often the bar is drawn in a second, at most: it may take no time from what it tells of.
const REDRAWS: u8 = 5;

/// The progress of a job. Nothing is drawn unless standard error is a terminal.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// Since when it has to be drawn; nothing if it never is.
    due: Option<Instant>,
}

impl Progress {
    /// A bar that is never seen.
    #[must_use]
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), due: None }
    }

    /// A bar on standard error, if that is a terminal and the job takes longer than this.
    #[must_use]
    pub fn on_terminal(patience: Duration) -> Self {
        let due = io::stderr().is_terminal().then(|| Instant::now() + patience);
        let progress = Self { due, ..Self::hidden() };
        progress.show_if_due();
        progress
    }

    /// Begins a job, or the next phase of one, of this number of parts if it is known.
    ///
    /// The template is one of indicatif's: `{prefix}` is the name of the phase, `{msg}` what
    /// [`Self::describe`] says, and `{left}` how long it will take, once that can be told:
    /// `, 12s left`.
    pub fn begin(&self, template: &str, name: &'static str, parts: Option<u64>) {
        if self.due.is_none() {
            return;
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.progress_chars("=> ").with_key("left", write_left));
        }
        self.bar.set_prefix(name);
        match parts {
            Some(parts) => self.bar.set_length(parts),
            None => self.bar.unset_length(),
        }
        self.bar.set_position(0);
    }

    /// Says what is being done.
    pub fn describe(&self, message: impl FnOnce() -> String) {
        if self.show_if_due() {
            self.bar.set_message(message());
        }
    }

    /// So many more parts are done.
    pub fn advance(&self, parts: u64) {
        if self.due.is_some() {
            self.show_if_due();
            self.bar.inc(parts);
        }
    }

    /// So many parts are done in all.
    pub fn reach(&self, parts: u64) {
        if self.due.is_some() {
            self.show_if_due();
            self.bar.set_position(parts);
        }
    }

    /// Whether the bar is drawn, which begins when the job has taken long enough.
    fn show_if_due(&self) -> bool {
        let is_due = self.due.is_some_and(|due| Instant::now() >= due);
        if is_due && self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(REDRAWS));
        }
        is_due
    }

    /// Does something to the terminal with the bar out of the way.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// Writes text to standard error with the bar out of the way.
    pub fn eprint_message(&self, text: &str) {
        self.aside(|| eprint_message(text));
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How long it will take. Where nothing is done yet nobody can tell.
fn write_left(state: &ProgressState, to: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        // What is written to is text in memory.
        let _ = write!(to, ", {:#} left", HumanDuration(state.eta()));
    }
}
