//! The system-specific part: watches, counts and kills the processes of a program.
//!
//! Each system implements the same functions. They act on a program that leads its own process
//! group, and on the program's descendants.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;
mod tree;

use std::io;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

#[cfg(unix)]
use nix::sys::resource::{Resource, setrlimit};
#[cfg(unix)]
use nix::unistd::setsid;

#[cfg(not(target_os = "linux"))]
use elsewhere as system;
#[cfg(target_os = "linux")]
use linux as system;
pub(crate) use system::{
    SAMPLE_INTERVAL, end_tree, has_ended, is_zombie, on_end, sample, waited_for_processor,
};
pub use system::{adopt_orphans, end_descendants};
pub(crate) use tree::end_group;
#[cfg(unix)]
pub(crate) use tree::pid;

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
    let mut guard = Command::new("/bin/sh");
    guard.args(["-c", "read -r _; kill -s KILL -- \"-$0\"", &program.id().to_string()]);
    guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // In its own group, Ctrl-C does not reach it.
    let started = lead_group(&mut guard).spawn();
    started.map(Some).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot start the guard /bin/sh: {error}"))
    })
}

/// Returns the processor time of the calling thread. Available on Unix.
#[must_use]
pub fn thread_time() -> Option<Duration> {
    #[cfg(unix)]
    return Some(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().ok()?.into());
    #[cfg(not(unix))]
    None
}
