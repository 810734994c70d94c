//! A peer's process: lines from it and bytes to it, each within a time, and a sure end.
//!
//! Pipes are written and read without blocking, so that no peer can hold up the harness. Every
//! process leads a group of its own, and the group is ended with it.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use super::Lost;

/// The longest line that a peer has reason to write.
const LONGEST: usize = 1024;

/// What a person is shown of a line that was not expected.
pub(super) fn shown(line: &[u8]) -> String {
    const SHOWN: usize = 60;
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * SHOWN)]);
    let mut shown: String =
        text.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().count() > SHOWN {
        shown.push('…');
    }
    shown
}

/// A running peer. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    pipes: pipes::Pipes,
    /// What was read and not yet taken.
    read: VecDeque<u8>,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(program: &str, arguments: &[String]) -> Result<Self, Lost> {
        let pipes = pipes::Pipes::start(program, arguments).map_err(Lost::NotStarted)?;
        Ok(Self { pipes, read: VecDeque::new() })
    }

    /// Writes all of it.
    pub(super) fn write(&mut self, mut bytes: &[u8], wait: &Wait) -> Result<(), Lost> {
        while !bytes.is_empty() {
            match self.pipes.write(bytes, wait.until) {
                Ok(Some(count)) => bytes = &bytes[count..],
                Ok(None) => return Err(wait.over()),
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    return Err(self.ended());
                }
                Err(error) => return Err(Lost::Broken(error)),
            }
        }
        Ok(())
    }

    /// The next line, without its end.
    pub(super) fn line(&mut self, wait: &Wait) -> Result<Vec<u8>, Lost> {
        let mut searched = 0;
        loop {
            let end = self.read.iter().skip(searched).position(|&byte| byte == b'\n');
            if let Some(end) = end {
                let mut line: Vec<u8> = self.read.drain(..=searched + end).collect();
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Ok(line);
            }
            searched = self.read.len();
            if searched > LONGEST {
                return Err(wait.nonsense(self.read.make_contiguous()));
            }
            match self.pipes.read(&mut self.read, wait.until) {
                Ok(Some(0)) => return Err(self.ended()),
                Ok(Some(_)) => {}
                Ok(None) => return Err(wait.over()),
                Err(error) => return Err(Lost::Broken(error)),
            }
        }
    }

    /// What it has said before it was asked.
    pub(super) fn unasked(&mut self) -> Option<String> {
        let _ = self.pipes.read(&mut self.read, Instant::now());
        let is_silent = self.read.is_empty();
        (!is_silent).then(|| {
            let said = self.read.make_contiguous();
            shown(said.split(|&byte| byte == b'\n').next().unwrap_or_default())
        })
    }

    fn ended(&mut self) -> Lost {
        let rest = shown(self.read.make_contiguous());
        Lost::Ended { status: self.pipes.end(), rest }
    }
}

/// What is waited for, and until when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    awaited: &'static str,
    since: Instant,
    until: Instant,
}

impl Wait {
    /// Waits for this from now on.
    pub(super) fn new(awaited: &'static str, time: Duration) -> Self {
        let since = Instant::now();
        // A time beyond what the clock can tell is none; a year is the same to everyone.
        let year = Duration::from_secs(31_536_000);
        Self { awaited, since, until: since + time.min(year) }
    }

    /// This was said instead.
    pub(super) fn nonsense(&self, said: &[u8]) -> Lost {
        Lost::Nonsense { awaited: self.awaited, said: shown(said) }
    }

    fn over(&self) -> Lost {
        Lost::Silent { awaited: self.awaited, waited: self.until - self.since }
    }
}

#[cfg(unix)]
mod pipes {
    use std::collections::VecDeque;
    use std::io::{self, Read, Write};
    use std::os::fd::AsFd;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
    use std::time::{Duration, Instant};

    use nix::errno::Errno;
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    /// What is read at once, at most.
    const CHUNK: usize = 64 * 1024;

    /// How long a process whose input has ended is given to end by itself.
    const TO_END: Duration = Duration::from_secs(1);

    #[derive(Debug)]
    pub(super) struct Pipes {
        child: Child,
        /// Taken when the process is told to end.
        input: Option<ChildStdin>,
        output: ChildStdout,
        chunk: Vec<u8>,
        status: Option<ExitStatus>,
        is_over: bool,
    }

    impl Pipes {
        pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
            let mut child = Command::new(program)
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .process_group(0)
                .spawn()?;
            let (input, output) = (child.stdin.take(), child.stdout.take());
            let (Some(input), Some(output)) = (input, output) else {
                return Err(io::ErrorKind::BrokenPipe.into());
            };
            let pipes = Self {
                child,
                input: Some(input),
                output,
                chunk: vec![0; CHUNK],
                status: None,
                is_over: false,
            };
            fcntl(&pipes.output, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
            if let Some(input) = &pipes.input {
                fcntl(input, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
            }
            Ok(pipes)
        }

        /// Writes some of it; `None` if the time is over.
        pub(super) fn write(&mut self, bytes: &[u8], until: Instant) -> io::Result<Option<usize>> {
            let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
            loop {
                match input.write(bytes) {
                    Ok(count) => return Ok(Some(count)),
                    Err(error) if is_to_be_repeated(&error) => {}
                    Err(error) => return Err(error),
                }
                if !wait(input, PollFlags::POLLOUT, until)? {
                    return Ok(None);
                }
            }
        }

        /// Reads some; 0 bytes at the end of the output, `None` if the time is over.
        pub(super) fn read(
            &mut self,
            into: &mut VecDeque<u8>,
            until: Instant,
        ) -> io::Result<Option<usize>> {
            loop {
                match self.output.read(&mut self.chunk) {
                    Ok(count) => {
                        into.extend(&self.chunk[..count]);
                        return Ok(Some(count));
                    }
                    Err(error) if is_to_be_repeated(&error) => {}
                    Err(error) => return Err(error),
                }
                if !wait(&self.output, PollFlags::POLLIN, until)? {
                    return Ok(None);
                }
            }
        }

        /// Closes its input and waits a while for the end of its output, then ends it and its group.
        /// Its status, if its output came to an end.
        pub(super) fn end(&mut self) -> Option<ExitStatus> {
            if self.is_over {
                return self.status;
            }
            self.is_over = true;
            drop(self.input.take());
            let until = Instant::now() + TO_END;
            let mut rest = VecDeque::new();
            let mut has_ended = false;
            while !has_ended && Instant::now() < until {
                rest.clear();
                has_ended = matches!(self.read(&mut rest, until), Ok(Some(0)) | Err(_));
            }
            // As long as it is not waited for, no other process can have its number, which is that of
            // its group. This fails only if there is nothing left to end.
            if let Ok(pid) = i32::try_from(self.child.id()) {
                let _ = killpg(Pid::from_raw(pid), Signal::SIGKILL);
            }
            let status = self.child.wait().ok();
            self.status = status.filter(|_| has_ended);
            self.status
        }
    }

    impl Drop for Pipes {
        fn drop(&mut self) {
            self.end();
        }
    }

    fn is_to_be_repeated(error: &io::Error) -> bool {
        matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
    }

    /// Waits until the pipe is ready; `false` if the time is over.
    fn wait(pipe: &impl AsFd, ready: PollFlags, until: Instant) -> io::Result<bool> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
            match poll(&mut [PollFd::new(pipe.as_fd(), ready)], timeout) {
                Ok(0) | Err(Errno::EINTR) => {}
                Ok(_) => return Ok(true),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

#[cfg(not(unix))]
mod pipes {
    use std::collections::VecDeque;
    use std::io;
    use std::process::ExitStatus;
    use std::time::Instant;

    /// Elsewhere there are no pipes that can be waited for with a limit, and no process groups.
    #[derive(Debug)]
    pub(super) enum Pipes {}

    impl Pipes {
        pub(super) fn start(_: &str, _: &[String]) -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(super) fn write(&mut self, _: &[u8], _: Instant) -> io::Result<Option<usize>> {
            match *self {}
        }

        pub(super) fn read(
            &mut self,
            _: &mut VecDeque<u8>,
            _: Instant,
        ) -> io::Result<Option<usize>> {
            match *self {}
        }

        pub(super) fn end(&mut self) -> Option<ExitStatus> {
            match *self {}
        }
    }
}
