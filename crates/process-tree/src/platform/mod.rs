//! The system-specific part: watches, counts and kills the processes of a program.
//!
//! Each system implements the same functions. They act on a program that leads its own process
//! group, and on the program's descendants.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;

use std::io;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

#[cfg(unix)]
use nix::sys::{
    resource::{Resource, UsageWho, getrusage, setrlimit},
    signal::{Signal, killpg},
    time::TimeVal,
};
#[cfg(unix)]
use nix::unistd::{Pid, setsid};

#[cfg(not(target_os = "linux"))]
use elsewhere as system;
#[cfg(target_os = "linux")]
use linux as system;
pub(crate) use system::{
    SAMPLE_INTERVAL, end_tree, has_ended, on_end, sample, waited_for_processor,
};
pub use system::{adopt_orphans, end_descendants};

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

/// Prepares the supervisor's process. Errors are ignored.
pub(crate) fn prepare() {
    #[cfg(unix)]
    {
        // A new session has no terminal. So Ctrl-C reaches only the caller, and the program cannot
        // open `/dev/tty`. `setsid` fails for the leader of a group, so a supervisor is not started
        // as one.
        let _ = setsid();
        // The program inherits the limit. Writing a core dump would count as the program's time.
        let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    }
    adopt_orphans();
}

/// Makes the program the leader of a new process group, on systems that have groups.
pub(crate) fn lead_group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

/// Starts a guard: a shell that kills the process group of a program when this process ends. The
/// shell waits for the end of its input, which only this process holds open. Returns `None` on
/// systems without groups.
pub(crate) fn start_guard(program: &Child) -> io::Result<Option<Child>> {
    if !cfg!(unix) {
        return Ok(None);
    }
    let mut guard = Command::new("sh");
    guard.args(["-c", "read -r _; kill -s KILL -- \"-$0\"", &program.id().to_string()]);
    guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // In its own group, Ctrl-C does not reach it.
    lead_group(&mut guard).spawn().map(Some)
}

/// Returns the processor time of the calling thread. Available on Unix.
#[must_use]
pub fn thread_time() -> Option<Duration> {
    #[cfg(unix)]
    return Some(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().ok()?.into());
    #[cfg(not(unix))]
    None
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
fn usage(status: Option<Result<i32, i32>>) -> Usage {
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
