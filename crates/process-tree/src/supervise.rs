//! The supervisor: runs one program under limits, and leaves nothing of it behind.
//!
//! The supervisor is a process of its own, started anew for each run, for four reasons. The
//! processes that it has waited for are then exactly those of this run, so that the system's sums
//! are the run's processor time and memory. It is small, and that matters because Linux starts the
//! peak of a program's memory with the peak of whoever started it. It can adopt the program's
//! orphans without taking anyone else's. And it ends the program when its own input ends, so that
//! nothing goes on running when its caller is killed.
//!
//! Its input is one line, a [`RunRequest`] as JSON, and then stays open for as long as the caller
//! lives. Its output is a [`RunReport`] as JSON.

use std::io::{self, BufRead, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::platform::{self, SAMPLE_INTERVAL, Tree};
use crate::run::{
    MAX_WAITING_FACTOR, OUTPUT_LIMIT, PROCESS_LIMIT, RunEnding, RunReport, RunRequest,
};
use crate::{ENDING_TIMEOUT, SupervisorError};

/// How many bytes of the standard error are kept.
const ERROR_OUTPUT_KEPT: usize = 2000;

/// How long the pipes are read after all processes have ended.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(1);

/// What happens while a program runs.
enum Event {
    /// It has written this to its standard output.
    Output(Vec<u8>),
    /// It has written this to its standard error.
    ErrorOutput(Vec<u8>),
    /// One of the two pipes is closed.
    Closed,
    /// It has ended.
    Ended(Instant),
    /// The caller is gone.
    Abandoned,
}

/// Reads a request from standard input, runs it, and writes the report to standard output.
///
/// This is all that a program does which was started as a [`Supervisor`](crate::Supervisor).
///
/// # Errors
/// If the request cannot be read, the program not be watched, or the report not be written.
pub fn supervise() -> Result<(), SupervisorError> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).map_err(SupervisorError::Request)?;
    let request = serde_json::from_str(&line)
        .map_err(|error| SupervisorError::Request(io::Error::from(error)))?;
    platform::prepare();
    let (sender, receiver) = sync_channel(16);
    let abandoned = sender.clone();
    thread::Builder::new()
        .spawn(move || {
            // Nothing more is ever written there: this returns when the caller has ended.
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            let _ = abandoned.send(Event::Abandoned);
        })
        .map_err(SupervisorError::Watch)?;
    if let Some(report) = run(&request, sender, &receiver).map_err(SupervisorError::Watch)? {
        let mut stdout = io::stdout().lock();
        serde_json::to_writer(&mut stdout, &report)
            .map_err(io::Error::from)
            .and_then(|()| stdout.flush())
            .map_err(SupervisorError::Report)?;
    }
    Ok(())
}

/// Runs the program. There is no report if the caller is gone.
fn run(
    request: &RunRequest,
    sender: SyncSender<Event>,
    receiver: &Receiver<Event>,
) -> io::Result<Option<RunReport>> {
    let not_started = |cause: String| Ok(Some(RunReport::of(RunEnding::NotStarted(cause))));
    let Some((program, arguments)) = request.command.split_first() else {
        return not_started("the command is empty".to_owned());
    };
    let mut command = Command::new(program);
    command.args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = Instant::now();
    let mut tree = match Tree::start(command) {
        Ok(tree) => tree,
        Err(error) => return not_started(error.to_string()),
    };
    let child = tree.program();
    if let Some(mut input) = child.stdin.take() {
        // A program that does not read its input, or closes it, may still be right.
        let _ = input.write_all(request.input.as_bytes());
    }
    let (output, error_output) = (child.stdout.take(), child.stderr.take());
    let watching = (|| {
        forward(output, Event::Output, sender.clone())?;
        forward(error_output, Event::ErrorOutput, sender.clone())?;
        tree.on_end(Box::new(move |at| {
            let _ = sender.send(Event::Ended(at));
        }))
    })();
    let mut seen = Seen::default();
    let outcome = match watching {
        Ok(()) => attend(&mut tree, request, started, receiver, &mut seen),
        Err(_) => Outcome::Abandoned,
    };
    let stopped = Instant::now();
    let usage = tree.end(stopped + ENDING_TIMEOUT);
    watching?;
    let (mut ending, wall, left_behind) = match outcome {
        Outcome::Abandoned => return Ok(None),
        Outcome::Stopped(ending) => (ending, stopped.saturating_duration_since(started), 0),
        Outcome::Ended(at) => {
            let ending = match usage.status {
                Some(Ok(code)) => RunEnding::Exited(code),
                Some(Err(signal)) => RunEnding::Signaled(signal),
                None => RunEnding::Lost("someone else waited for it".to_owned()),
            };
            (ending, at.saturating_duration_since(started), usage.left_behind)
        }
    };
    // All who could write have ended: what is still in the pipes ends soon.
    let closing = Instant::now() + CLOSING_TIMEOUT;
    while seen.open_pipes > 0 && !seen.is_above_output_limit() {
        match receiver.recv_timeout(closing.saturating_duration_since(Instant::now())) {
            Ok(event) => seen.add(event),
            Err(_) => break,
        }
    }
    let peak_memory = usage.peak_memory.map(|peak| peak.max(seen.peak_memory));
    if matches!(ending, RunEnding::Exited(_) | RunEnding::Signaled(_)) {
        if seen.is_above_output_limit() {
            ending = RunEnding::OutOfOutput;
        } else if peak_memory.is_some_and(|peak| peak > request.memory_limit) {
            ending = RunEnding::OutOfMemory;
        } else if usage.cpu.is_some_and(|cpu| cpu > request.time_limit) {
            ending = RunEnding::OutOfTime;
        }
    }
    Ok(Some(RunReport {
        ending,
        wall,
        cpu: usage.cpu,
        peak_memory,
        output: String::from_utf8_lossy(&seen.output).into_owned(),
        error_output: String::from_utf8_lossy(&seen.error_output).into_owned(),
        left_behind,
        not_ended: usage.not_ended,
    }))
}

/// Makes events of what a pipe holds. While their channel is full the program has to wait, as it
/// does when a pipe is full.
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

/// What was seen of a program while it ran.
struct Seen {
    output: Vec<u8>,
    /// The beginning of its standard error.
    error_output: Vec<u8>,
    /// How many bytes it wrote to its standard error.
    error_bytes: usize,
    open_pipes: usize,
    /// The most memory that all its processes had together in a sample.
    peak_memory: u64,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            output: Vec::new(),
            error_output: Vec::new(),
            error_bytes: 0,
            open_pipes: 2,
            peak_memory: 0,
        }
    }
}

impl Seen {
    fn add(&mut self, event: Event) {
        match event {
            Event::Output(bytes) => self.output.extend(bytes),
            Event::ErrorOutput(bytes) => {
                self.error_bytes += bytes.len();
                let room = ERROR_OUTPUT_KEPT.saturating_sub(self.error_output.len());
                self.error_output.extend(bytes.iter().take(room));
            }
            Event::Closed => self.open_pipes -= 1,
            Event::Ended(_) | Event::Abandoned => {}
        }
    }

    fn is_above_output_limit(&self) -> bool {
        self.output.len().max(self.error_bytes) > OUTPUT_LIMIT
    }
}

/// Why the supervisor no longer waits.
enum Outcome {
    /// The program has ended by itself.
    Ended(Instant),
    /// The program has to be ended.
    Stopped(RunEnding),
    /// The caller is gone, and so the program has to be ended too.
    Abandoned,
}

/// Waits until the program ends, or has to be ended.
fn attend(
    tree: &mut Tree,
    request: &RunRequest,
    started: Instant,
    receiver: &Receiver<Event>,
    seen: &mut Seen,
) -> Outcome {
    let mut deadline = started + request.time_limit;
    let mut next_sample = started + SAMPLE_INTERVAL;
    loop {
        let now = Instant::now();
        if now >= deadline {
            let most = request.time_limit.saturating_mul(MAX_WAITING_FACTOR - 1);
            deadline = started + request.time_limit + tree.waited_for_processor().min(most);
            if now < deadline {
                continue;
            }
            // Its end may have been noticed just in time, and wait in the channel.
            for event in receiver.try_iter() {
                match event {
                    Event::Ended(at) if at <= deadline => return Outcome::Ended(at),
                    event => seen.add(event),
                }
            }
            return Outcome::Stopped(RunEnding::OutOfTime);
        }
        if now >= next_sample {
            next_sample = now + SAMPLE_INTERVAL;
            if tree.has_ended() {
                return Outcome::Ended(now);
            }
            let sample = tree.sample();
            seen.peak_memory = seen.peak_memory.max(sample.memory);
            if sample.processes > PROCESS_LIMIT {
                return Outcome::Stopped(RunEnding::OutOfProcesses);
            }
            if sample.memory > request.memory_limit {
                return Outcome::Stopped(RunEnding::OutOfMemory);
            }
        }
        let wait = next_sample.min(deadline).saturating_duration_since(now);
        match receiver.recv_timeout(wait) {
            Ok(Event::Ended(at)) => return Outcome::Ended(at),
            Ok(Event::Abandoned) => return Outcome::Abandoned,
            Ok(event) => seen.add(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Outcome::Abandoned,
        }
        if seen.is_above_output_limit() {
            return Outcome::Stopped(RunEnding::OutOfOutput);
        }
    }
}
