//! A program connected by pipes, with a deadline for every exchange.
//!
//! Not every system can wait for a pipe with a deadline. So each pipe has its own thread, and the
//! caller waits for the threads. The threads read the clock when the bytes pass, so the time to
//! wake another thread is not measured.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::platform::{GroupGuard, end_group, lead_group, may_have_ended};

/// The size of the read buffer, in bytes.
const CHUNK: usize = 64 * 1024;

/// The number of chunks that are buffered. With more, the program blocks.
const CHUNKS: usize = 16;

/// The time in which a process has to exit after its input has ended.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// A running program whose standard input and output are pipes to this process.
///
/// On Unix the program leads its own process group. The group is killed with the program, at the
/// latest when this value is dropped or this process ends.
#[derive(Debug)]
pub struct PipedProcess {
    child: Child,
    /// The queue of bytes to write. `None` after the process was ended or a write failed.
    input: Option<Sender<Vec<u8>>>,
    /// The start times of completed writes.
    written: Receiver<Instant>,
    /// The bytes that were read, each chunk with its time.
    output: Receiver<(Instant, Vec<u8>)>,
    /// The guard of the program's group, if it leads one.
    guard: Option<GroupGuard>,
    status: Option<ExitStatus>,
    has_ended: bool,
}

impl PipedProcess {
    /// Starts a program, which is searched for in `PATH`, with its arguments. Its standard error
    /// goes to `stderr`.
    ///
    /// # Errors
    /// If the command is empty, or the system cannot start the program or a thread.
    pub fn start(command: &[OsString], stderr: Stdio) -> io::Result<Self> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        // If this process is killed, only a guard that waits already can end the program.
        let guard = GroupGuard::start()?;
        let mut process = Self::spawn(lead_group(Command::new(program).args(arguments)), stderr)?;
        process.guard = guard;
        if let Some(guard) = &mut process.guard {
            guard.watch(&process.child)?;
        }
        Ok(process)
    }

    /// Starts a command as it is, without adding a process group.
    pub(crate) fn spawn(command: &mut Command, stderr: Stdio) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (input, to_write) = channel::<Vec<u8>>();
        let (began, written) = channel();
        let (sender, output) = sync_channel(CHUNKS);
        // Dropping this value ends the program, also if a thread cannot be started below.
        let process = Self {
            child,
            input: Some(input),
            written,
            output,
            guard: None,
            status: None,
            has_ended: false,
        };
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

    /// Writes all the bytes before the deadline. Returns the time when the write began.
    ///
    /// # Errors
    /// [`TimedOut`](io::ErrorKind::TimedOut) if the deadline passes, and
    /// [`BrokenPipe`](io::ErrorKind::BrokenPipe) if the program has closed its input. It is then
    /// unknown how many bytes it has read, and nothing more can be written.
    pub fn write_all(&mut self, bytes: &[u8], deadline: Instant) -> io::Result<Instant> {
        let input = self.input.take().ok_or(io::ErrorKind::BrokenPipe)?;
        input.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        let began = receive(&self.written, deadline)?;
        self.input = Some(input);
        Ok(began)
    }

    /// Waits until the program writes something or the deadline passes, and appends the bytes.
    /// Returns the time when they arrived. Bytes that arrived earlier are returned even if the
    /// deadline has passed.
    ///
    /// # Errors
    /// [`TimedOut`](io::ErrorKind::TimedOut) if the deadline passes, and
    /// [`BrokenPipe`](io::ErrorKind::BrokenPipe) if the program has closed its output.
    pub fn read(&mut self, into: &mut VecDeque<u8>, deadline: Instant) -> io::Result<Instant> {
        let (came, bytes) = receive(&self.output, deadline)?;
        into.extend(bytes);
        Ok(came)
    }

    /// Returns the processor time of the program, without its child processes. Available on Linux,
    /// Android and FreeBSD.
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

    /// Closes the program's input, waits up to a second for its end, then kills it and its group.
    /// Returns the exit status if the program closed its output and ended in that second. On Linux,
    /// a program that closes its output and goes on has no status. On other systems, such a program
    /// counts as ended.
    pub fn end(&mut self) -> Option<ExitStatus> {
        self.end_by(Instant::now() + EXIT_TIMEOUT)
    }

    /// Kills the program and its group.
    pub fn kill(&mut self) {
        self.end_by(Instant::now());
    }

    fn end_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        if self.has_ended {
            return self.status;
        }
        self.has_ended = true;
        self.input = None;
        let error = loop {
            match receive(&self.output, deadline) {
                Ok(_) if Instant::now() < deadline => {}
                rest => break rest.err(),
            }
        };
        let has_closed = error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        while has_closed && !may_have_ended(&self.child) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        let has_exited = has_closed && may_have_ended(&self.child);
        // Until the program is waited for, no other process or group can get its ID.
        end_group(&mut self.child);
        self.guard = None;
        self.status = self.child.wait().ok().filter(|_| has_exited);
        self.status
    }
}

impl Drop for PipedProcess {
    fn drop(&mut self) {
        self.end();
    }
}

/// Receives the next value before the deadline.
pub(crate) fn receive<T>(receiver: &Receiver<T>, deadline: Instant) -> io::Result<T> {
    let wait = deadline.saturating_duration_since(Instant::now());
    receiver.recv_timeout(wait).map_err(|error| match error {
        RecvTimeoutError::Timeout => io::ErrorKind::TimedOut.into(),
        RecvTimeoutError::Disconnected => io::ErrorKind::BrokenPipe.into(),
    })
}

/// Reads a pipe on a new thread and passes each chunk to `take`, until the pipe ends or `take`
/// returns `false`.
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
