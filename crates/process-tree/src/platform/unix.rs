//! The parts that Linux shares with the other Unix systems.

use std::time::Duration;

use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::time::TimeVal;
use nix::unistd::setsid;

use super::tree::Usage;

/// Prepares the supervisor's process. Errors are ignored.
pub(super) fn prepare() {
    // A new session has no terminal. So Ctrl-C reaches only the caller, and the program cannot open
    // `/dev/tty`. `setsid` fails for the leader of a group, so a supervisor is not started as one.
    let _ = setsid();
    // The program inherits the limit. Writing a core dump would count as the program's time.
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
}

/// Returns the time and memory of all processes that were waited for.
pub(super) fn usage(status: Option<Result<i32, i32>>) -> Usage {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return Usage { status, ..Usage::default() };
    };
    let duration = |time: TimeVal| {
        // The type of a count of microseconds differs by system.
        let microseconds = u64::try_from(time.tv_usec()).unwrap_or(0);
        Duration::from_secs(time.tv_sec().unsigned_abs()) + Duration::from_micros(microseconds)
    };
    // `ru_maxrss` is in bytes on Apple's systems and in kilobytes elsewhere.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    Usage {
        status,
        cpu: Some(duration(usage.user_time()) + duration(usage.system_time())),
        peak_memory: Some(usage.max_rss().unsigned_abs() * unit),
        ..Usage::default()
    }
}
