//! A bar on standard error that shows how far the job is, if a person is there to see it.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The progress of a job. Nothing is drawn unless standard error is a terminal.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar on standard error, if that is a terminal.
    #[must_use]
    pub fn on_terminal() -> Self {
        if !std::io::stderr().is_terminal() {
            return Self::hidden();
        }
        // Drawn rarely and only between turns: what is drawn is taken from no one's time.
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
        Self(Some(bar))
    }

    /// No bar.
    #[must_use]
    pub const fn hidden() -> Self {
        Self(None)
    }

    /// Begins a phase of so many parts.
    pub fn phase(&self, name: &'static str, parts: usize) {
        if let Some(bar) = &self.0 {
            let template = "{elapsed:>4} {prefix} [{bar:30}] {percent:>3}% {msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.set_prefix(name);
            bar.set_length(parts as u64);
            bar.set_position(0);
        }
    }

    /// Says what is being run.
    pub fn at(&self, label: impl FnOnce() -> String) {
        if let Some(bar) = &self.0 {
            bar.set_message(label());
        }
    }

    /// So many more parts are done.
    pub fn advance(&self, parts: usize) {
        if let Some(bar) = &self.0 {
            bar.inc(parts as u64);
        }
    }

    /// So many parts are done in all.
    pub fn reach(&self, parts: usize) {
        if let Some(bar) = &self.0 {
            bar.set_position(parts as u64);
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
