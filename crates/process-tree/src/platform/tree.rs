//! The parts that do not depend on the system: the measurements of a tree, and the process group.

use std::process::Child;
use std::time::Duration;

#[cfg(unix)]
use nix::sys::{
    resource::{UsageWho, getrusage},
    signal::{Signal, killpg},
    time::TimeVal,
};
#[cfg(unix)]
use nix::unistd::Pid;

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

/// Kills a program and the process group that it leads, if any. A group is killed atomically, so a
/// fork bomb cannot escape. The call fails only if nothing is left to kill.
pub(crate) fn end_group(program: &mut Child) {
    #[cfg(unix)]
    let _ = killpg(pid(program), Signal::SIGKILL);
    // A program that leads no group is still running.
    let _ = program.kill();
}

/// Returns the process ID of a program.
#[cfg(unix)]
pub(crate) fn pid(program: &Child) -> Pid {
    Pid::from_raw(program.id().cast_signed())
}

/// Returns the time and memory of all processes that were waited for, if the system knows them.
pub(super) fn usage(status: Option<Result<i32, i32>>) -> Usage {
    #[cfg(unix)]
    if let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) {
        // The type of a count of microseconds differs by system.
        let duration = |time: TimeVal| {
            Duration::from_secs(time.tv_sec().unsigned_abs())
                + Duration::from_micros(u64::try_from(time.tv_usec()).unwrap_or(0))
        };
        // `ru_maxrss` is in bytes on Apple's systems and in kilobytes elsewhere.
        let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
        return Usage {
            status,
            cpu: Some(duration(usage.user_time()) + duration(usage.system_time())),
            peak_memory: Some(usage.max_rss().unsigned_abs() * unit),
            ..Usage::default()
        };
    }
    Usage { status, ..Usage::default() }
}
