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

pub(crate) const fn adopt_orphans() {}

pub(crate) const fn end_descendants(_deadline: Instant) {}

/// A program, and its process group where there are such.
pub(crate) struct Tree(Child);

impl Tree {
    pub(crate) fn start(mut command: Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map(Self)
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

    /// Nothing is seen of memory and of other processes before they end.
    pub(crate) fn sample(&self) -> Sample {
        Sample::default()
    }

    /// Nothing is seen of that.
    pub(crate) const fn waited_for_processor(&self) -> Duration {
        Duration::ZERO
    }

    /// Ends what is left, and waits for the program.
    #[cfg(unix)]
    pub(crate) fn end(mut self, _deadline: Instant) -> Usage {
        if let Ok(pid) = i32::try_from(self.0.id()) {
            let _ = super::unix::end_group(nix::unistd::Pid::from_raw(pid));
        }
        let status = self.0.wait().ok();
        let signal = std::os::unix::process::ExitStatusExt::signal;
        let status = status.and_then(|status| status.code().map(Ok).or(signal(&status).map(Err)));
        super::unix::usage(status)
    }

    /// Ends the program and waits for it.
    #[cfg(not(unix))]
    pub(crate) fn end(mut self, _deadline: Instant) -> Usage {
        let _ = self.0.kill();
        let status = self.0.wait().ok().and_then(|status| status.code()).map(Ok);
        Usage { status, ..Usage::default() }
    }
}
