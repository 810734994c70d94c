//! Unix systems: pipes that do not block, and a process group that is ended with its leader.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::unistd::Pid;

use super::PipeError;
use crate::platform::end_group;

/// The most that is read at once, in bytes.
const CHUNK: usize = 64 * 1024;

/// How long a process whose input has ended may take to end by itself.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// A running program, whose standard input and output are pipes to this process.
///
/// The pipes do not block, so that the program cannot hold up its caller. It leads a process group
/// of its own, and the group is ended with it, at the latest when this is dropped.
#[derive(Debug)]
pub struct PipedProcess {
    child: Child,
    /// Taken when the process is told to end.
    input: Option<ChildStdin>,
    output: ChildStdout,
    chunk: Vec<u8>,
    status: Option<ExitStatus>,
    has_ended: bool,
}

impl PipedProcess {
    /// Starts a program, which is looked for as a shell does. What it writes to its standard error
    /// goes to `stderr`.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn start(program: &str, arguments: &[String], stderr: Stdio) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .process_group(0)
            .spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let chunk = vec![0; CHUNK];
        let process =
            Self { child, input: Some(input), output, chunk, status: None, has_ended: false };
        fcntl(&process.output, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        if let Some(input) = &process.input {
            fcntl(input, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        }
        Ok(process)
    }

    /// Writes all of it, until the deadline.
    ///
    /// # Errors
    /// If the program does not take all of it. How much it has taken is not known then.
    pub fn write_all(&mut self, mut bytes: &[u8], deadline: Instant) -> Result<(), PipeError> {
        let input = self.input.as_mut().ok_or(PipeError::Closed)?;
        while !bytes.is_empty() {
            match input.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if is_temporary(&error) => wait(input, PollFlags::POLLOUT, deadline)?,
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    return Err(PipeError::Closed);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Waits until the program writes something, until the deadline, and appends it. What is there
    /// already is read also after the deadline.
    ///
    /// # Errors
    /// If there is nothing.
    pub fn read(&mut self, into: &mut VecDeque<u8>, deadline: Instant) -> Result<(), PipeError> {
        loop {
            match self.output.read(&mut self.chunk) {
                Ok(0) => return Err(PipeError::Closed),
                Ok(count) => {
                    into.extend(&self.chunk[..count]);
                    return Ok(());
                }
                Err(error) if is_temporary(&error) => {
                    wait(&self.output, PollFlags::POLLIN, deadline)?;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// How long the program has had a processor, without what it has started. Linux, Android and
    /// FreeBSD tell it.
    #[must_use]
    pub fn processor_time(&self) -> Option<Duration> {
        #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
        {
            use nix::time::ClockId;
            let pid = Pid::from_raw(i32::try_from(self.child.id()).ok()?);
            Some(ClockId::pid_cpu_clock_id(pid).ok()?.now().ok()?.into())
        }
        #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
        None
    }

    /// Closes the program's input, waits up to a second for the end of its output, then ends it and
    /// its group. Returns its status if its output came to an end by itself.
    pub fn end(&mut self) -> Option<ExitStatus> {
        if self.has_ended {
            return self.status;
        }
        self.has_ended = true;
        drop(self.input.take());
        let deadline = Instant::now() + EXIT_TIMEOUT;
        let mut rest = VecDeque::new();
        let has_closed = loop {
            rest.clear();
            match self.read(&mut rest, deadline) {
                Ok(()) if Instant::now() < deadline => {}
                Ok(()) | Err(PipeError::TimedOut) => break false,
                Err(PipeError::Closed | PipeError::Broken(_)) => break true,
            }
        };
        // As long as it is not waited for, no other process can have its number, which is that of
        // its group. This fails only if there is nothing left to end.
        if let Ok(pid) = i32::try_from(self.child.id()) {
            let _ = end_group(Pid::from_raw(pid));
        }
        let status = self.child.wait().ok();
        self.status = status.filter(|_| has_closed);
        self.status
    }
}

impl Drop for PipedProcess {
    fn drop(&mut self) {
        self.end();
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// Waits until the pipe is ready.
fn wait(pipe: &impl AsFd, ready: PollFlags, deadline: Instant) -> Result<(), PipeError> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(PipeError::TimedOut);
        }
        let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
        match poll(&mut [PollFd::new(pipe.as_fd(), ready)], timeout) {
            Ok(0) | Err(Errno::EINTR) => {}
            Ok(_) => return Ok(()),
            Err(error) => return Err(io::Error::from(error).into()),
        }
    }
}
