//! The measurements of a process tree and the handling of its process group, for every system.

use std::process::{Child, Command};
use std::time::Duration;

/// The living processes of a tree at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    /// The number of processes.
    pub(crate) processes: usize,
    /// The sum of their resident memory, in bytes.
    pub(crate) memory: u64,
}

/// The measurements of a tree after all its processes have ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// The exit code of the program (`Ok`) or the signal that ended it (`Err`).
    pub(crate) status: Option<Result<i32, i32>>,
    /// The processor time of all processes that were waited for.
    pub(crate) cpu: Option<Duration>,
    /// The peak resident memory of the largest of these processes, in bytes.
    pub(crate) peak_memory: Option<u64>,
    /// The number of processes that were alive when the tree was killed.
    pub(crate) left_behind: usize,
    /// The number of processes that could not be killed.
    pub(crate) not_ended: usize,
}

/// Makes the program the leader of a new process group, on systems that have groups.
pub(crate) fn lead_group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

/// Kills a program and the process group that it leads, if any. A group is killed atomically, so a
/// fork bomb cannot escape. The call fails only if nothing is left to kill.
pub(crate) fn end_group(program: &mut Child) {
    #[cfg(unix)]
    let _ = nix::sys::signal::killpg(pid(program), nix::sys::signal::Signal::SIGKILL);
    // A program that leads no group is still running.
    let _ = program.kill();
}

/// Returns the process ID of a program.
#[cfg(unix)]
pub(crate) fn pid(program: &Child) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(program.id().cast_signed())
}
