//! The system-specific part: watches, counts and kills the processes of a program.
//!
//! Each system implements the same functions. They act on a program that leads its own process
//! group, and on the program's descendants.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;
mod tree;

use std::io::{self, Write};
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
    SAMPLE_INTERVAL, end_tree, has_ended, may_have_ended, on_end, sample, waited_for_processor,
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

/// A shell that kills the process group of a program when this process ends. It waits for the end
/// of its input, which only this process holds open.
#[derive(Debug)]
pub(crate) struct GroupGuard(Child);

impl GroupGuard {
    /// Starts the guard. Returns `None` on systems without groups.
    pub(crate) fn start() -> io::Result<Option<Self>> {
        if !cfg!(unix) {
            return Ok(None);
        }
        let mut guard = Command::new("/bin/sh");
        guard.args(["-c", "read -r group; read -r _; kill -s KILL -- \"-$group\""]);
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // In its own group, Ctrl-C does not reach it.
        let started = lead_group(&mut guard).spawn();
        started.map(|guard| Some(Self(guard))).map_err(|error| {
            io::Error::new(error.kind(), format!("cannot start the guard /bin/sh: {error}"))
        })
    }

    /// Tells the guard which program leads the group.
    pub(crate) fn watch(&mut self, program: &Child) -> io::Result<()> {
        let mut input = self.0.stdin.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(format!("{}\n", program.id()).as_bytes())
    }
}

impl Drop for GroupGuard {
    fn drop(&mut self) {
        // The call fails only if the guard has ended.
        let _ = self.0.kill().and_then(|()| self.0.wait());
    }
}

/// Returns the processor time of the calling thread. Available on Unix.
#[must_use]
pub fn thread_time() -> Option<Duration> {
    #[cfg(unix)]
    return Some(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().ok()?.into());
    #[cfg(not(unix))]
    None
}
