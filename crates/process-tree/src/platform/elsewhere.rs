//! Systems other than Linux: kills the program and, on Unix, its process group.

use std::io;
use std::process::Child;
use std::time::{Duration, Instant};

use super::tree::{Sample, Usage, end_group, usage};

/// The time between two checks of the program. It limits the precision of the wall time.
pub(crate) const SAMPLE_INTERVAL: Duration = Duration::from_millis(1);

/// Does nothing on this system.
pub const fn adopt_orphans() {}

/// Does nothing on this system.
pub const fn end_descendants() {}

/// Returns an empty sample: memory and child processes cannot be observed while they run.
pub(crate) fn sample() -> Sample {
    Sample::default()
}

/// Returns zero: the waiting time is unknown on this system.
pub(crate) const fn waited_for_processor() -> Duration {
    Duration::ZERO
}

/// Does nothing on this system: use [`has_ended`].
pub(crate) fn on_end(
    _program: &Child,
    _call: impl FnOnce(Instant) + Send + 'static,
) -> io::Result<()> {
    Ok(())
}

/// Returns true: it is unknown on this system without waiting for the program.
pub(crate) const fn may_have_ended(_program: &Child) -> bool {
    true
}

/// Returns true if the program has ended.
pub(crate) fn has_ended(program: &mut Child) -> bool {
    matches!(program.try_wait(), Ok(Some(_)))
}

/// Kills a program and its process group, if it has one, and waits for the program.
pub(crate) fn end_tree(program: &mut Child, _deadline: Instant) -> Usage {
    end_group(program);
    let status = program.wait().ok();
    #[cfg(unix)]
    let signal = status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status));
    #[cfg(not(unix))]
    let signal = None;
    usage(status.and_then(|status| status.code()).map(Ok).or(signal.map(Err)))
}
