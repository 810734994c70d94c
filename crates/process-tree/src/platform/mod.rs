//! What differs by system: how a program's processes are watched, counted and ended.
//!
//! Each system has the same functions, for a program that leads a group of its own and for all that
//! comes of it.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(unix)]
mod unix;

use std::process::{Child, Command};
use std::time::Duration;

#[cfg(not(target_os = "linux"))]
use elsewhere as system;
#[cfg(target_os = "linux")]
use linux as system;
pub(crate) use system::{
    SAMPLE_INTERVAL, end_tree, has_ended, on_end, sample, waited_for_processor,
};
pub use system::{adopt_orphans, end_descendants};
#[cfg(unix)]
pub(crate) use unix::pid;

/// The living processes of a tree at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    /// How many there are.
    pub(crate) processes: usize,
    /// Their resident memory together, in bytes.
    pub(crate) memory: u64,
}

/// What is known of a tree when all its processes have ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// The exit code of the program, or else the signal that ended it.
    pub(crate) status: Option<Result<i32, i32>>,
    /// The processor time of all processes that were waited for.
    pub(crate) cpu: Option<Duration>,
    /// The peak of the resident memory of the largest of them, in bytes.
    pub(crate) peak_memory: Option<u64>,
    /// How many processes were alive when the tree was ended.
    pub(crate) left_behind: usize,
    /// How many could not be ended.
    pub(crate) not_ended: usize,
}

/// Prepares the supervisor's process.
pub(crate) fn prepare() {
    #[cfg(unix)]
    unix::prepare();
    adopt_orphans();
}

/// Has the program lead a process group of its own, where there are such.
pub(crate) fn lead_group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

/// Ends a program, with the process group that it leads, if it does: at once, however fast it
/// multiplies. This fails only if there is nothing left to end.
pub(crate) fn end_group(program: &mut Child) {
    #[cfg(unix)]
    let _ = nix::sys::signal::killpg(pid(program), nix::sys::signal::Signal::SIGKILL);
    // One that leads no group is still there.
    let _ = program.kill();
}

/// How long the calling thread has had a processor, where the system tells it.
#[must_use]
pub fn thread_time() -> Option<Duration> {
    #[cfg(unix)]
    return Some(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().ok()?.into());
    #[cfg(not(unix))]
    None
}
