//! Systems other than Linux: the program is known, and where there are process groups, its group is
//! ended with it.

use std::io;
use std::process::Child;
use std::time::{Duration, Instant};

use super::tree::{Sample, Usage, end_group};

/// The time from one look at the program to the next, and so how exact the time by the clock is.
pub(crate) const SAMPLE_INTERVAL: Duration = Duration::from_millis(1);

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

/// Never calls back: one has to ask [`has_ended`].
pub(crate) fn on_end(
    _program: &Child,
    _call: impl FnOnce(Instant) + Send + 'static,
) -> io::Result<()> {
    Ok(())
}

/// Whether the program has ended.
pub(crate) fn has_ended(program: &mut Child) -> bool {
    matches!(program.try_wait(), Ok(Some(_)))
}

/// Ends what is left of a program and of its process group, if it has one, and waits for it.
pub(crate) fn end_tree(program: &mut Child, _deadline: Instant) -> Usage {
    end_group(program);
    let status = program.wait().ok();
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
