//! Systems other than Linux: the program is known, and where there are process groups, its group is
//! ended with it.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use super::{Event, Look, Sum};

/// How long it is from one look at the program to the next, and so how exact the clock's time is.
pub(super) const LOOK: Duration = Duration::from_millis(1);

/// Prepares this process.
pub(super) fn settle() {
    #[cfg(unix)]
    super::unix::settle();
}

pub(super) const fn adopt_orphans() {}

pub(super) const fn end_descendants(_deadline: Instant) {}

/// A program, and its process group where there are such.
pub(super) struct Family(Child);

impl Family {
    pub(super) fn begin(mut command: Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map(Self)
    }

    pub(super) const fn program(&mut self) -> &mut Child {
        &mut self.0
    }

    /// No word is sent: [`has_ended`](Self::has_ended) looks.
    pub(super) fn watch(&self, _sender: SyncSender<Event>) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(Some(_)))
    }

    /// Nothing is seen of memory and of other processes before they end.
    pub(super) fn look(&self) -> Look {
        Look::default()
    }

    /// Nothing is seen of that.
    pub(super) const fn kept_waiting(&self) -> Duration {
        Duration::ZERO
    }

    /// Ends what is left, and waits for the program.
    #[cfg(unix)]
    pub(super) fn end(mut self, _deadline: Instant) -> Sum {
        if let Ok(pid) = i32::try_from(self.0.id()) {
            let _ = super::unix::end_group(nix::unistd::Pid::from_raw(pid));
        }
        let status = self.0.wait().ok();
        let signal = std::os::unix::process::ExitStatusExt::signal;
        let status = status.and_then(|status| status.code().map(Ok).or(signal(&status).map(Err)));
        super::unix::sum(status)
    }

    /// Ends the program and waits for it.
    #[cfg(not(unix))]
    pub(super) fn end(mut self, _deadline: Instant) -> Sum {
        let _ = self.0.kill();
        let status = self.0.wait().ok().and_then(|status| status.code()).map(Ok);
        Sum { status, ..Sum::default() }
    }
}
