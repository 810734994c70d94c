//! Runs one program under limits, and leaves nothing of it behind.
//!
//! The supervisor is a process of its own, started anew for each run (`bench-harness supervise`), for
//! four reasons. The processes that it has waited for are then exactly those of this run, so that the
//! system's sums are the run's processor time and memory. It is small, and that matters because Linux
//! starts the peak of a program with the peak of whoever started it. It can adopt the program's
//! orphans without taking anyone else's. And it ends the program when its own input ends, so that
//! nothing goes on running when the judge itself is killed, however that happens.
//!
//! Its input is one line, a [`Request`] as JSON, and then stays open for as long as the judge lives;
//! its output is a [`Run`] as JSON.
//!
//! What is ended and counted differs by system: see [`Run`].

#[cfg(target_os = "linux")]
#[path = "linux.rs"]
mod platform;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod platform;
#[cfg(unix)]
mod unix;

use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use platform::Family;

/// How many bytes a program may write to its standard output, and as many to its standard error.
/// An answer has 162; a stack trace of Java a thousand lines.
pub const OUTPUT_LIMIT: usize = 1 << 20;

/// How many processes of a program may be alive at once.
pub const PROCESS_LIMIT: usize = 64;

/// How many time limits a program may take by the clock that is kept waiting for a processor.
pub const PATIENT: u32 = 10;

/// How long the supervisor tries to end what will not end.
const PATIENCE: Duration = Duration::from_secs(5);

/// How much of what a program writes to its standard error is kept, in bytes.
const COMPLAINT: usize = 2000;

/// What is to be run.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Request {
    /// The program and its arguments; the program is looked for as a shell does.
    pub command: Vec<OsString>,
    /// What it finds on its standard input, which ends after it. At most 4096 bytes, which every
    /// system takes at once, whether the program reads them or not.
    pub input: String,
    /// The limit on the processor's time, and on the clock's. What a thread of the program was ready to
    /// run meanwhile without having a processor is added to the second, up to [`PATIENT`] limits in
    /// all: other work of the machine is not the program's fault.
    pub time_limit: Duration,
    /// The limit on resident memory, in bytes.
    pub memory_limit: u64,
}

/// What became of a program.
///
/// On Linux all of it is of the program and of every process that came of it, also of those that
/// left its group or session or outlived their parents. On other systems of the Unix kind the
/// processes of its group are ended, and the figures are those of the program and of the processes
/// that it waited for. On Windows only the program itself is ended, and processor time and memory are
/// not known.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Run {
    /// How it ended.
    pub ending: RunEnding,
    /// From before it was started to its end, by the clock.
    pub wall: Duration,
    /// The processor time, user and system, of all its processes that were waited for.
    pub cpu: Option<Duration>,
    /// The peak of its resident memory in bytes: that of its largest process, or, if that is more,
    /// what all of them had together at one of the looks that are taken every
    /// 5 ms. Memory that is reserved but was never touched does not count, or no
    /// Java machine would keep any limit. It is never less than what the supervisor itself has, about
    /// 3 MB.
    pub peak_memory: Option<u64>,
    /// What it wrote to its standard output, up to [`OUTPUT_LIMIT`] bytes.
    pub output: String,
    /// The beginning of what it wrote to its standard error.
    pub complaint: String,
    /// How many of its processes were still there when it had ended by itself.
    pub left_behind: usize,
    /// How many processes could not be ended.
    pub unending: usize,
}

/// How a run ended.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub enum RunEnding {
    /// The program could not be started, for this cause.
    NotStarted(String),
    /// It ended by itself with this exit code.
    Exited(i32),
    /// A signal with this number ended it that the supervisor had not sent.
    Signaled(i32),
    /// Its end was not seen: it ended or stopped its supervisor, or what is said here.
    Lost(String),
    /// It was ended when its time was up.
    OutOfTime,
    /// It was ended when it had more memory than it may.
    OutOfMemory,
    /// It was ended when it had written more than it may.
    OutOfOutput,
    /// It was ended when it had more processes than it may.
    OutOfProcesses,
}

impl Run {
    /// A run of which nothing is known but how it ended.
    #[must_use]
    pub const fn nothing(ending: RunEnding) -> Self {
        Self {
            ending,
            wall: Duration::ZERO,
            cpu: None,
            peak_memory: None,
            output: String::new(),
            complaint: String::new(),
            left_behind: 0,
            unending: 0,
        }
    }
}

/// One look at the living processes of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    /// How many there are.
    processes: usize,
    /// Their resident memory together, in bytes.
    memory: u64,
}

/// What is known when all processes have ended.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    /// The exit code of the program, or else the signal that ended it.
    status: Option<Result<i32, i32>>,
    cpu: Option<Duration>,
    peak_memory: Option<u64>,
    left_behind: usize,
    unending: usize,
}

/// What happens while a program runs.
enum Event {
    /// It has written this.
    Output(Vec<u8>),
    /// It has complained like this.
    Complaint(Vec<u8>),
    /// One of the two pipes is closed.
    Closed,
    /// It has ended.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "there one has to look"))]
    Ended(Instant),
    /// Whoever wanted to know is gone.
    Abandoned,
}

/// Reads a request from standard input, runs it, and writes what became of it to standard output.
///
/// # Errors
/// If the request cannot be read or the answer not written.
pub fn supervise() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let request: Request = serde_json::from_str(&line)?;
    platform::settle();
    let (sender, receiver) = sync_channel(16);
    let abandoned = sender.clone();
    thread::Builder::new().spawn(move || {
        // Nothing more is ever written there: this ends when the judge does.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        let _ = abandoned.send(Event::Abandoned);
    })?;
    if let Some(run) = run(&request, sender, &receiver)? {
        serde_json::to_writer(io::stdout().lock(), &run)?;
        io::stdout().flush()?;
    }
    Ok(())
}

/// Runs it. There is no answer if no one waits for it any more.
fn run(
    request: &Request,
    sender: SyncSender<Event>,
    receiver: &Receiver<Event>,
) -> io::Result<Option<Run>> {
    let Some((program, arguments)) = request.command.split_first() else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let mut command = Command::new(program);
    command.args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = Instant::now();
    let mut family = match Family::begin(command) {
        Ok(family) => family,
        Err(error) => return Ok(Some(Run::nothing(RunEnding::NotStarted(error.to_string())))),
    };
    let child = family.program();
    if let Some(mut input) = child.stdin.take() {
        // A program that does not read its input, or closes it, may still be right.
        let _ = input.write_all(request.input.as_bytes());
    }
    let (output, complaint) = (child.stdout.take(), child.stderr.take());
    let watching = (|| {
        forward(output, Event::Output, sender.clone())?;
        forward(complaint, Event::Complaint, sender.clone())?;
        family.watch(sender)
    })();
    let mut heard = Heard::default();
    let outcome = match watching {
        Ok(()) => attend(&mut family, request, started, receiver, &mut heard),
        Err(_) => Outcome::Abandoned,
    };
    let stopped = Instant::now();
    let sum = family.end(stopped + PATIENCE);
    watching?;
    let (mut ending, wall, left_behind) = match outcome {
        Outcome::Abandoned => return Ok(None),
        Outcome::Stopped(ending) => (ending, stopped.saturating_duration_since(started), 0),
        Outcome::Ended(at) => {
            let ending = match sum.status {
                Some(Ok(code)) => RunEnding::Exited(code),
                Some(Err(signal)) => RunEnding::Signaled(signal),
                None => RunEnding::Lost("someone else waited for it".to_owned()),
            };
            (ending, at.saturating_duration_since(started), sum.left_behind)
        }
    };
    // All who could write have ended: what is still in the pipes ends soon.
    let closing = Instant::now() + Duration::from_secs(1);
    while heard.open > 0 && !heard.is_too_much() {
        match receiver.recv_timeout(closing.saturating_duration_since(Instant::now())) {
            Ok(event) => heard.take(event),
            Err(_) => break,
        }
    }
    let peak_memory = sum.peak_memory.map(|peak| peak.max(heard.together));
    if matches!(ending, RunEnding::Exited(_) | RunEnding::Signaled(_)) {
        if heard.is_too_much() {
            ending = RunEnding::OutOfOutput;
        } else if peak_memory.is_some_and(|peak| peak > request.memory_limit) {
            ending = RunEnding::OutOfMemory;
        } else if sum.cpu.is_some_and(|cpu| cpu > request.time_limit) {
            ending = RunEnding::OutOfTime;
        }
    }
    Ok(Some(Run {
        ending,
        wall,
        cpu: sum.cpu,
        peak_memory,
        output: String::from_utf8_lossy(&heard.output).into_owned(),
        complaint: String::from_utf8_lossy(&heard.complaint).into_owned(),
        left_behind,
        unending: sum.unending,
    }))
}

/// Sends on what a pipe holds. A full channel holds the program up, as a full pipe does.
fn forward(
    pipe: Option<impl Read + Send + 'static>,
    event: fn(Vec<u8>) -> Event,
    sender: SyncSender<Event>,
) -> io::Result<()> {
    thread::Builder::new().spawn(move || {
        let mut buffer = [0; 8192];
        if let Some(mut pipe) = pipe {
            loop {
                match pipe.read(&mut buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Ok(0) | Err(_) => break,
                    Ok(count) => {
                        if sender.send(event(buffer[..count].to_vec())).is_err() {
                            return;
                        }
                    }
                }
            }
        }
        let _ = sender.send(Event::Closed);
    })?;
    Ok(())
}

/// What was heard of a program.
struct Heard {
    output: Vec<u8>,
    complaint: Vec<u8>,
    /// How much it complained altogether.
    complained: usize,
    /// How many pipes are open.
    open: usize,
    /// The most memory that all its processes had together.
    together: u64,
}

impl Default for Heard {
    fn default() -> Self {
        Self { output: Vec::new(), complaint: Vec::new(), complained: 0, open: 2, together: 0 }
    }
}

impl Heard {
    fn take(&mut self, event: Event) {
        match event {
            Event::Output(bytes) => self.output.extend(bytes),
            Event::Complaint(bytes) => {
                self.complained += bytes.len();
                let room = COMPLAINT.saturating_sub(self.complaint.len());
                self.complaint.extend(bytes.iter().take(room));
            }
            Event::Closed => self.open -= 1,
            Event::Ended(_) | Event::Abandoned => {}
        }
    }

    fn is_too_much(&self) -> bool {
        self.output.len().max(self.complained) > OUTPUT_LIMIT
    }
}

/// Why the supervisor no longer waits.
enum Outcome {
    Ended(Instant),
    Stopped(RunEnding),
    Abandoned,
}

/// Waits until the program ends, or must be ended.
fn attend(
    family: &mut Family,
    request: &Request,
    started: Instant,
    receiver: &Receiver<Event>,
    heard: &mut Heard,
) -> Outcome {
    let mut deadline = started + request.time_limit;
    let mut next_look = started + platform::LOOK;
    loop {
        let now = Instant::now();
        if now >= deadline {
            let waited = family.kept_waiting().min(request.time_limit.saturating_mul(PATIENT - 1));
            deadline = started + request.time_limit + waited;
            if now < deadline {
                continue;
            }
            // Its end may have been noticed just in time, and wait in the channel.
            for event in receiver.try_iter() {
                match event {
                    Event::Ended(at) if at <= deadline => return Outcome::Ended(at),
                    event => heard.take(event),
                }
            }
            return Outcome::Stopped(RunEnding::OutOfTime);
        }
        if now >= next_look {
            next_look = now + platform::LOOK;
            if family.has_ended() {
                return Outcome::Ended(now);
            }
            let look = family.look();
            heard.together = heard.together.max(look.memory);
            if look.processes > PROCESS_LIMIT {
                return Outcome::Stopped(RunEnding::OutOfProcesses);
            }
            if look.memory > request.memory_limit {
                return Outcome::Stopped(RunEnding::OutOfMemory);
            }
        }
        let patience = next_look.min(deadline).saturating_duration_since(now);
        match receiver.recv_timeout(patience) {
            Ok(Event::Ended(at)) => return Outcome::Ended(at),
            Ok(Event::Abandoned) => return Outcome::Abandoned,
            Ok(event) => heard.take(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Outcome::Abandoned,
        }
        if heard.is_too_much() {
            return Outcome::Stopped(RunEnding::OutOfOutput);
        }
    }
}

/// Makes this process the parent of the orphans of its descendants, where the system has that.
pub fn adopt_orphans() {
    platform::adopt_orphans();
}

/// Ends all that came of this process, where the system shows what that is.
pub fn end_descendants() {
    platform::end_descendants(Instant::now() + PATIENCE);
}
