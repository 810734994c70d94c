//! A program that is written to and read from, with a deadline for every exchange.
//!
//! Not every system can wait for a pipe with a deadline, so a thread stands at each end of the
//! pipes, and the caller waits for the threads. They look at the clock where the bytes pass: the
//! way between threads is in nobody's time.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::platform::{end_group, lead_group};

/// The most that is read at once, in bytes.
const CHUNK: usize = 64 * 1024;

/// How many chunks wait to be taken; the program has to wait when there are more.
const CHUNKS: usize = 16;

/// How long a process whose input has ended may take to end by itself.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Why a program cannot be written to or read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PipeError {
    /// The deadline came first.
    #[error("the program did not answer in time")]
    TimedOut,
    /// The program has closed its end of the pipe, or has ended.
    #[error("the program has closed the pipe")]
    Closed,
}

impl From<RecvTimeoutError> for PipeError {
    fn from(error: RecvTimeoutError) -> Self {
        match error {
            RecvTimeoutError::Timeout => Self::TimedOut,
            RecvTimeoutError::Disconnected => Self::Closed,
        }
    }
}

/// A running program, whose standard input and output are pipes to this process.
///
/// It leads a process group of its own where there are such, and the group is ended with it, at the
/// latest when this is dropped.
#[derive(Debug)]
pub struct PipedProcess {
    child: Child,
    /// What is to be written; nothing once the process is told to end, or does not take it.
    input: Option<Sender<Vec<u8>>>,
    /// When the writing began of what was written.
    written: Receiver<Instant>,
    /// What was read, and when.
    output: Receiver<(Instant, Vec<u8>)>,
    status: Option<ExitStatus>,
    has_ended: bool,
}

impl PipedProcess {
    /// Starts a program, which is looked for as a shell does. What it writes to its standard error
    /// goes to `stderr`.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn start<I>(program: impl AsRef<OsStr>, arguments: I, stderr: Stdio) -> io::Result<Self>
    where
        I: IntoIterator<Item: AsRef<OsStr>>,
    {
        Self::spawn(lead_group(Command::new(program).args(arguments)), stderr)
    }

    /// Starts a program that makes a group of its own, if it is to have one.
    pub(crate) fn spawn(command: &mut Command, stderr: Stdio) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (input, to_write) = channel::<Vec<u8>>();
        let (began, written) = channel();
        let (sender, output) = sync_channel(CHUNKS);
        // From here on the program ends with this, also if there can be no thread.
        let process =
            Self { child, input: Some(input), written, output, status: None, has_ended: false };
        let mut stdin = stdin.ok_or(io::ErrorKind::BrokenPipe)?;
        thread::Builder::new().spawn(move || {
            for bytes in to_write {
                let start = Instant::now();
                if stdin.write_all(&bytes).is_err() || began.send(start).is_err() {
                    break;
                }
            }
        })?;
        read_on_thread(stdout.ok_or(io::ErrorKind::BrokenPipe)?, move |bytes| {
            sender.send((Instant::now(), bytes.to_vec())).is_ok()
        })?;
        Ok(process)
    }

    /// Writes all of it, until the deadline; says when that began.
    ///
    /// # Errors
    /// If the program does not take all of it. How much it has taken is not known then, and nothing
    /// more can be written.
    pub fn write_all(&mut self, bytes: &[u8], deadline: Instant) -> Result<Instant, PipeError> {
        let input = self.input.take().ok_or(PipeError::Closed)?;
        input.send(bytes.to_vec()).map_err(|_| PipeError::Closed)?;
        let began = self.written.recv_timeout(until(deadline))?;
        self.input = Some(input);
        Ok(began)
    }

    /// Waits until the program writes something, until the deadline, and appends it; says when it
    /// came. What was read already is taken also after the deadline.
    ///
    /// # Errors
    /// If there is nothing.
    pub fn read(
        &mut self,
        into: &mut VecDeque<u8>,
        deadline: Instant,
    ) -> Result<Instant, PipeError> {
        let (came, bytes) = self.output.recv_timeout(until(deadline))?;
        into.extend(bytes);
        Ok(came)
    }

    /// How long the program has had a processor, without what it has started. Linux, Android and
    /// FreeBSD tell it.
    #[must_use]
    pub fn processor_time(&self) -> Option<Duration> {
        #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
        {
            let clock = nix::time::ClockId::pid_cpu_clock_id(crate::platform::pid(&self.child));
            Some(clock.ok()?.now().ok()?.into())
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
        self.input = None;
        let deadline = Instant::now() + EXIT_TIMEOUT;
        let mut has_closed = false;
        while !has_closed && Instant::now() < deadline {
            let rest = self.output.recv_timeout(until(deadline));
            has_closed = rest == Err(RecvTimeoutError::Disconnected);
        }
        // As long as it is not waited for, no other process can have its number, which is that of
        // its group, and no other group can.
        end_group(&mut self.child);
        self.status = self.child.wait().ok().filter(|_| has_closed);
        self.status
    }
}

impl Drop for PipedProcess {
    fn drop(&mut self) {
        self.end();
    }
}

fn until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// Hands over what is read from a pipe on a thread of its own, until the pipe ends or no more is
/// wanted.
pub(crate) fn read_on_thread(
    mut pipe: impl Read + Send + 'static,
    mut take: impl FnMut(&[u8]) -> bool + Send + 'static,
) -> io::Result<()> {
    thread::Builder::new().spawn(move || {
        let mut chunk = vec![0; CHUNK];
        loop {
            match pipe.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(count @ 1..) if take(&chunk[..count]) => {}
                _ => break,
            }
        }
    })?;
    Ok(())
}
