//! Systems other than Linux: the program is known, and where there are process groups, its group is
//! ended with it.

use std::io;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use super::{OnEnd, Sample, Usage};

/// The time from one look at the program to the next, and so how exact the time by the clock is.
pub(crate) const SAMPLE_INTERVAL: Duration = Duration::from_millis(1);

/// Prepares the supervisor's process.
pub(crate) fn prepare() {
    #[cfg(unix)]
    super::unix::prepare();
}

/// Nothing happens on this system.
pub const fn adopt_orphans() {}

/// Nothing happens on this system.
pub const fn end_descendants() {}

/// Nothing is seen of memory and of other processes before they end.
pub(crate) fn sample() -> Sample {
    Sample::default()
}

/// Nothing is seen of that.
pub(crate) const fn waited_for_processor() -> Duration {
    Duration::ZERO
}

/// A program, and its process group where there are such.
pub(crate) struct Tree(Child);

impl Tree {
    pub(crate) fn start(mut command: Command) -> io::Result<Self> {
        super::lead_group(&mut command).spawn().map(Self)
    }

    pub(crate) const fn program(&mut self) -> &mut Child {
        &mut self.0
    }

    /// Never calls back: one has to ask [`has_ended`](Self::has_ended).
    pub(crate) fn on_end(&self, _call: OnEnd) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(Some(_)))
    }

    /// Ends what is left, and waits for the program.
    pub(crate) fn end(mut self, _deadline: Instant) -> Usage {
        super::end_group(&mut self.0);
        let status = self.0.wait().ok();
        #[cfg(unix)]
        let usage = super::unix::usage(status.and_then(|status| {
            let signal = std::os::unix::process::ExitStatusExt::signal;
            status.code().map(Ok).or(signal(&status).map(Err))
        }));
        #[cfg(not(unix))]
        let usage =
            Usage { status: status.and_then(|status| status.code()).map(Ok), ..Usage::default() };
        usage
    }
}
