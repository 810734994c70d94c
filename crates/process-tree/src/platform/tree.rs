//! What is known of a tree of processes, and the group that its program leads, as every system has
//! them.

use std::process::{Child, Command};
use std::time::Duration;

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

/// A program's number, as this system has it.
#[cfg(unix)]
pub(crate) fn pid(program: &Child) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(program.id().cast_signed())
}
