//! What Linux has in common with the other Unix systems.

use std::time::Duration;

use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::time::TimeVal;
use nix::unistd::setsid;

use super::tree::Usage;

/// Prepares the supervisor's process. It does without what the system refuses.
pub(super) fn prepare() {
    // A session of its own has no terminal: the supervisor is out of reach of the terminal's keys,
    // which are for its caller, and the program cannot open `/dev/tty`. The system refuses it to
    // the leader of a group, so a supervisor is not started as one.
    let _ = setsid();
    // The program inherits it: writing an image of a crashed program would count as its time.
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
}

/// The sums over all processes that were waited for.
pub(super) fn usage(status: Option<Result<i32, i32>>) -> Usage {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return Usage { status, ..Usage::default() };
    };
    let duration = |time: TimeVal| {
        // The type of a count of microseconds differs by system.
        let microseconds = u64::try_from(time.tv_usec()).unwrap_or(0);
        Duration::from_secs(time.tv_sec().unsigned_abs()) + Duration::from_micros(microseconds)
    };
    // Apple's systems count bytes, the others kilobytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    Usage {
        status,
        cpu: Some(duration(usage.user_time()) + duration(usage.system_time())),
        peak_memory: Some(usage.max_rss().unsigned_abs() * unit),
        ..Usage::default()
    }
}
