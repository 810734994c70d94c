//! The supervisor's side: runs one program, and kills everything that the program started.
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
use std::iter;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::ENDING_TIMEOUT;
use crate::piped::{read_on_thread, receive};
use crate::platform::{self, SAMPLE_INTERVAL};
use crate::run::{
    MAX_WAITING_FACTOR, OUTPUT_LIMIT, PROCESS_LIMIT, RunEnding, RunReport, RunRequest,
};

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
pub fn supervise() -> io::Result<()> {
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line)? == 0 {
        // The caller has ended before its request.
        return Ok(());
    }
    let request = serde_json::from_str(&line)?;
    platform::prepare();
    let (sender, ends) = sync_channel(16);
    let abandoned = sender.clone();
    thread::Builder::new().spawn(move || {
        // The caller writes nothing more, so this returns when the caller has ended.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        let _ = abandoned.send(Err(RunEnding::Lost("its caller has ended".to_owned())));
    })?;
    let report = serde_json::to_vec(&run(&request, sender, &ends))?;
    let mut stdout = io::stdout().lock();
    match stdout.write_all(&report).and(stdout.flush()) {
        // The caller has ended, so nothing can be reported.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
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
    let watching = (|| {
        if let Some(mut input) = child.stdin.take() {
            // A program may close its input without reading it and still be correct.
            let _ = input.write_all(request.input.as_bytes());
        }
        let outputs =
            [limited(child.stdout.take(), &sender)?, limited(child.stderr.take(), &sender)?];
        platform::on_end(&child, move |at| {
            let _ = sender.send(Ok(at));
        })?;
        io::Result::Ok(outputs)
    })();
    let mut peak_memory = 0;
    let end = match &watching {
        Ok(_) => attend(&mut child, request, started, ends, &mut peak_memory),
        Err(error) => Err(RunEnding::Lost(format!("it cannot be watched: {error}"))),
    };
    let stopped = Instant::now();
    let usage = platform::end_tree(&mut child, stopped + ENDING_TIMEOUT);
    // All writers have ended, so the pipes are soon at their end.
    let closing = Instant::now() + CLOSING_TIMEOUT;
    let all = |output| iter::from_fn(|| receive(&output, closing).ok()).flatten().collect();
    let outputs: [Vec<u8>; 2] = watching.map(|outputs| outputs.map(all)).unwrap_or_default();
    let peak_memory = usage.peak_memory.map(|peak| peak.max(peak_memory));
    let ending = match (&end, usage.status) {
        (Err(ending), _) => ending.clone(),
        (Ok(_), None) => RunEnding::Lost("another process waited for it".to_owned()),
        _ if outputs.iter().any(|it| it.len() > OUTPUT_LIMIT) => RunEnding::OutOfOutput,
        _ if peak_memory.is_some_and(|peak| peak > request.memory_limit) => RunEnding::OutOfMemory,
        _ if usage.cpu.is_some_and(|cpu| cpu > request.time_limit) => RunEnding::OutOfTime,
        (Ok(_), Some(Ok(code))) => RunEnding::Exited(code),
        (Ok(_), Some(Err(signal))) => RunEnding::Signaled(signal),
    };
    let [output, error_output] =
        outputs.map(|output| String::from_utf8_lossy(&output).into_owned());
    RunReport {
        ending,
        wall: end.as_ref().unwrap_or(&stopped).saturating_duration_since(started),
        cpu: usage.cpu,
        peak_memory,
        output,
        error_output,
        left_behind: if end.is_ok() { usage.left_behind } else { 0 },
        not_ended: usage.not_ended,
    }
}

/// Reads a pipe up to the limit on a program's output. Returns the receiver of its chunks.
fn limited(
    pipe: Option<impl Read + Send + 'static>,
    sender: &SyncSender<End>,
) -> io::Result<Receiver<Vec<u8>>> {
    let (chunks, output) = channel();
    let (sender, mut room) = (sender.clone(), OUTPUT_LIMIT + 1);
    read_on_thread(pipe.ok_or(io::ErrorKind::BrokenPipe)?, move |bytes| {
        let kept = &bytes[..room.min(bytes.len())];
        room -= kept.len();
        let is_held = chunks.send(kept.to_vec()).is_ok();
        if room == 0 {
            let _ = sender.send(Err(RunEnding::OutOfOutput));
        }
        is_held && room > 0
    })?;
    Ok(output)
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
