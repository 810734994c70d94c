//! The supervisor: runs one program under limits, and kills everything that the program started.
//!
//! Each run has a new supervisor process, for four reasons:
//!
//! - The supervisor waits only for the processes of this run, so the system's totals are the run's
//!   processor time and memory.
//! - It is small. On Linux a new program's peak memory starts at the peak of its parent.
//! - It adopts the orphans of this program and of no other.
//! - It kills the program when its own input ends, so nothing survives a killed caller.
//!
//! Its input is one line, a [`RunRequest`] as JSON, and stays open as long as the caller lives. Its
//! output is a [`RunReport`] as JSON.

use std::io::{self, BufRead, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::piped::read_on_thread;
use crate::platform::{self, SAMPLE_INTERVAL};
use crate::run::{
    MAX_WAITING_FACTOR, OUTPUT_LIMIT, PROCESS_LIMIT, RunEnding, RunReport, RunRequest,
};
use crate::{ENDING_TIMEOUT, SupervisorError};

/// The number of bytes of the standard error that are kept.
const ERROR_OUTPUT_KEPT: usize = 2000;

/// The mark in place of the bytes that are not kept.
const LEFT_OUT: &str = "\n…\n";

/// The time in which the pipes are read after all processes have ended.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(1);

/// The event that ends the wait: the program exited at this time, or has to be killed.
type End = Result<Instant, RunEnding>;

/// Reads a request from standard input, runs it, and writes the report to standard output.
///
/// A program that was started as a [`Supervisor`](crate::Supervisor) calls only this function.
///
/// # Errors
/// If the request cannot be read, the caller cannot be watched, or the report cannot be written.
pub fn supervise() -> Result<(), SupervisorError> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).map_err(SupervisorError::Report)?;
    let request = serde_json::from_str(&line).map_err(SupervisorError::not_json)?;
    platform::prepare();
    let (sender, ends) = sync_channel(16);
    let abandoned = sender.clone();
    thread::Builder::new()
        .spawn(move || {
            // The caller writes nothing more, so this returns when the caller has ended.
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            let _ = abandoned.send(Err(RunEnding::Lost("its caller has ended".to_owned())));
        })
        .map_err(SupervisorError::Start)?;
    let report = serde_json::to_vec(&run(&request, sender, &ends));
    let mut stdout = io::stdout().lock();
    match stdout.write_all(&report.map_err(SupervisorError::not_json)?).and(stdout.flush()) {
        // The caller has ended, so nothing can be reported.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(SupervisorError::Report),
    }
}

/// Runs the program.
fn run(request: &RunRequest, sender: SyncSender<End>, ends: &Receiver<End>) -> RunReport {
    let not_started = |cause: String| RunReport::of(RunEnding::NotStarted(cause));
    let Some((program, arguments)) = request.command.split_first() else {
        return not_started("the command is empty".to_owned());
    };
    let mut command = Command::new(program);
    command.args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = Instant::now();
    let mut child = match platform::lead_group(&mut command).spawn() {
        Ok(child) => child,
        Err(error) => return not_started(error.to_string()),
    };
    let (output, error_output) = (Written::default(), Written::default());
    // The threads that read the pipes hold the sender until the pipes end.
    let (reading, closed) = channel();
    let watching = (|| {
        if let Some(mut input) = child.stdin.take() {
            // A program may close its input without reading it and still be correct.
            let _ = input.write_all(request.input.as_bytes());
        }
        output.read_from(child.stdout.take(), &sender, &reading)?;
        error_output.read_from(child.stderr.take(), &sender, &reading)?;
        platform::on_end(&child, move |at| {
            let _ = sender.send(Ok(at));
        })
    })();
    drop(reading);
    let mut peak_memory = 0;
    let end = match watching {
        Ok(()) => attend(&mut child, request, started, ends, &mut peak_memory),
        Err(error) => Err(RunEnding::Lost(format!("it cannot be watched: {error}"))),
    };
    let stopped = Instant::now();
    let usage = platform::end_tree(&mut child, stopped + ENDING_TIMEOUT);
    // All writers have ended, so the pipes are soon at their end.
    let _ = closed.recv_timeout(CLOSING_TIMEOUT);
    let (output, error_output) = (output.lock(), error_output.lock());
    let peak_memory = usage.peak_memory.map(|peak| peak.max(peak_memory));
    let is_above_limit = |output: &[u8]| output.len() > OUTPUT_LIMIT;
    let ending = match (&end, usage.status) {
        (Err(ending), _) => ending.clone(),
        (Ok(_), None) => RunEnding::Lost("another process waited for it".to_owned()),
        _ if is_above_limit(&output) || is_above_limit(&error_output) => RunEnding::OutOfOutput,
        _ if peak_memory.is_some_and(|peak| peak > request.memory_limit) => RunEnding::OutOfMemory,
        _ if usage.cpu.is_some_and(|cpu| cpu > request.time_limit) => RunEnding::OutOfTime,
        (Ok(_), Some(Ok(code))) => RunEnding::Exited(code),
        (Ok(_), Some(Err(signal))) => RunEnding::Signaled(signal),
    };
    RunReport {
        ending,
        wall: end.as_ref().unwrap_or(&stopped).saturating_duration_since(started),
        cpu: usage.cpu,
        peak_memory,
        output: String::from_utf8_lossy(&output).into_owned(),
        error_output: both_ends(&error_output),
        left_behind: if end.is_ok() { usage.left_behind } else { 0 },
        not_ended: usage.not_ended,
    }
}

/// Returns the beginning and the end of a standard error. Some languages print the cause first,
/// others last.
fn both_ends(written: &[u8]) -> String {
    if written.len() <= ERROR_OUTPUT_KEPT {
        return String::from_utf8_lossy(written).into_owned();
    }
    let half = (ERROR_OUTPUT_KEPT - LEFT_OUT.len()) / 2;
    let (first, last) = (&written[..half], &written[written.len() - half..]);
    [first, LEFT_OUT.as_bytes(), last].map(String::from_utf8_lossy).concat()
}

/// The bytes that a program has written to one of its outputs.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the pipe up to the limit on a program's output.
    fn read_from(
        &self,
        pipe: Option<impl Read + Send + 'static>,
        sender: &SyncSender<End>,
        reading: &Sender<()>,
    ) -> io::Result<()> {
        let (written, sender, reading) = (self.clone(), sender.clone(), reading.clone());
        read_on_thread(pipe.ok_or(io::ErrorKind::BrokenPipe)?, move |bytes| {
            let _held = &reading;
            let mut written = written.lock();
            let room = OUTPUT_LIMIT + 1 - written.len();
            written.extend_from_slice(&bytes[..room.min(bytes.len())]);
            let is_enough = written.len() > OUTPUT_LIMIT;
            if is_enough {
                let _ = sender.send(Err(RunEnding::OutOfOutput));
            }
            !is_enough
        })
    }
}

/// Waits until the program exits or has to be killed.
fn attend(
    program: &mut Child,
    request: &RunRequest,
    started: Instant,
    ends: &Receiver<End>,
    peak_memory: &mut u64,
) -> End {
    let mut deadline = started + request.time_limit;
    let mut next_sample = started + SAMPLE_INTERVAL;
    loop {
        let now = Instant::now();
        if now >= deadline {
            let most = request.time_limit.saturating_mul(MAX_WAITING_FACTOR - 1);
            deadline = started + request.time_limit + platform::waited_for_processor().min(most);
            if now < deadline {
                continue;
            }
            // The program may have exited in time, with the event still in the channel.
            let is_in_time = |end: &End| end.as_ref().is_ok_and(|at| *at <= deadline);
            return ends.try_iter().find(is_in_time).unwrap_or(Err(RunEnding::OutOfTime));
        }
        if now >= next_sample {
            next_sample = now + SAMPLE_INTERVAL;
            if platform::has_ended(program) {
                return Ok(now);
            }
            let sample = platform::sample();
            *peak_memory = sample.memory.max(*peak_memory);
            if sample.processes > PROCESS_LIMIT {
                return Err(RunEnding::OutOfProcesses);
            }
            if sample.memory > request.memory_limit {
                return Err(RunEnding::OutOfMemory);
            }
        }
        let wait = next_sample.min(deadline).saturating_duration_since(now);
        if let Ok(end) = ends.recv_timeout(wait) {
            return end;
        }
    }
}
