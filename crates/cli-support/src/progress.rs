//! A progress bar on standard error, shown only at a terminal.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::eprint_message;

/// The maximum number of redraws per second. It is low so that the bar costs no time.
const REDRAWS: u8 = 5;

/// The progress of a job. Nothing is drawn unless standard error is a terminal.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// The time from which the bar is drawn, or `None` if it is never drawn.
    due: Option<Instant>,
}

impl Progress {
    /// Creates a bar that is never drawn.
    #[must_use]
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), due: None }
    }

    /// Creates a bar on standard error, if that is a terminal and the job takes longer than
    /// `patience`.
    #[must_use]
    pub fn on_terminal(patience: Duration) -> Self {
        let due = io::stderr().is_terminal().then(|| Instant::now() + patience);
        let progress = Self { due, ..Self::hidden() };
        progress.show_if_due();
        progress
    }

    /// Begins a job, or the next phase of one, with this number of parts if it is known.
    ///
    /// The template is in the syntax of indicatif: `{prefix}` is the name of the phase, `{msg}` the
    /// text of [`Self::describe`], and `{left}` the estimated time, once it is known: `, 12s left`.
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

    /// Sets the message of the bar.
    pub fn describe(&self, message: impl FnOnce() -> String) {
        if self.show_if_due() {
            self.bar.set_message(message());
        }
    }

    /// Adds finished parts.
    pub fn advance(&self, parts: u64) {
        if self.due.is_some() {
            self.show_if_due();
            self.bar.inc(parts);
        }
    }

    /// Sets the number of finished parts.
    pub fn reach(&self, parts: u64) {
        if self.due.is_some() {
            self.show_if_due();
            self.bar.set_position(parts);
        }
    }

    /// Returns true if the bar is drawn. Drawing begins when the job has taken long enough.
    fn show_if_due(&self) -> bool {
        let is_due = self.due.is_some_and(|due| Instant::now() >= due);
        if is_due && self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(REDRAWS));
        }
        is_due
    }

    /// Runs `work` while the bar is hidden.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// Writes text to standard error while the bar is hidden.
    pub fn eprint_message(&self, text: &str) {
        self.aside(|| eprint_message(text));
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Writes the estimated time left. It is unknown before the first part is finished.
fn write_left(state: &ProgressState, to: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        // The target is text in memory, so this cannot fail.
        let _ = write!(to, ", {:#} left", HumanDuration(state.eta()));
    }
}
