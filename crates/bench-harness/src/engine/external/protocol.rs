//! The harness's side of the line protocol. Its reference is `docs/reference/line-protocol.md`.

use std::time::{Duration, Instant};

use sudoku_core::{Board, Ending, Outcome, Report};

use super::process::{EngineProcess, Wait};
use crate::data::plan::Greeting;
use crate::data::workload::{Mode, Workload};
use crate::engine::buffers::Buffers;
use crate::engine::{EngineError, EngineRun};

/// The first line of every external engine: the protocol and its version.
pub(crate) const HELLO: &str = "sudoku-peer 1";

/// The time limit for the start and the greeting, and the fixed part of the limit for each untimed
/// step.
const PATIENCE: Duration = Duration::from_secs(10);
/// The additional time limit for each puzzle in untimed steps.
const PER_LINE: Duration = Duration::from_millis(1);

/// The maximum number of characters of a text in the greeting.
const LONGEST_FACT: usize = 48;

pub(super) fn greet(process: &mut EngineProcess) -> Result<Greeting, EngineError> {
    let wait = |awaited| Wait::new(awaited, PATIENCE);
    process.expect(HELLO, &wait("greeting `sudoku-peer 1`"))?;
    let version = fact(process, "version ", &wait("`version TEXT`"))?;
    let licence = fact(process, "licence ", &wait("`licence TEXT`"))?;
    process.expect("ready", &wait("`ready`"))?;
    Ok(Greeting { version, licence })
}

/// Reads a line of the greeting, and returns the text after this word.
fn fact(process: &mut EngineProcess, word: &str, wait: &Wait) -> Result<String, EngineError> {
    let line = process.line(wait)?;
    let fact = str::from_utf8(&line).ok().and_then(|line| line.strip_prefix(word)).map(str::trim);
    let is_fit = |fact: &&str| {
        (1..=LONGEST_FACT).contains(&fact.chars().count()) && !fact.contains(char::is_control)
    };
    fact.filter(is_fit).map(str::to_owned).ok_or_else(|| wait.nonsense(&line))
}

/// Returns the text of a block with the puzzles in the buffers.
fn block_text(buffers: &Buffers) -> Vec<u8> {
    let Buffers { workload: Workload { mode, batch, .. }, pass, .. } = *buffers;
    let manner = match mode {
        Mode::Count => "count",
        _ if batch => "batch",
        _ => "single",
    };
    let limit = mode.solutions();
    let passes = buffers.len() / pass;
    let mut text = format!("block {limit} {manner} {passes} {pass}\n").into_bytes();
    for line in buffers.lines() {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    text
}

/// Sends a block and reads its answers: see [`super::ExternalEngine::run`].
pub(super) fn solve(
    process: &mut EngineProcess,
    buffers: &mut Buffers,
    allowed: Duration,
) -> Result<EngineRun, EngineError> {
    let patience = PATIENCE + PER_LINE * u32::try_from(buffers.len()).unwrap_or(u32::MAX);
    let text = block_text(buffers);
    let start = Instant::now();
    let wait = Wait::new("`loaded`", patience);
    process.write(&text, &wait)?;
    process.expect("loaded", &wait)?;
    let loading = start.elapsed();
    let (elapsed, processor) = go(process, allowed)?;

    let start = Instant::now();
    let wait = Wait::new("answer `COUNT GUESSES SOLUTION`", patience);
    process.write(b"answers\n", &wait)?;
    for at in 0..buffers.len() {
        let line = process.line(&wait)?;
        let answer = read_answer(&line, buffers.workload.mode.solutions());
        buffers.set(at, answer.ok_or_else(|| wait.nonsense(&line))?);
    }
    let outside = Some(loading + start.elapsed());
    Ok(EngineRun { elapsed, raised: false, processor, outside })
}

/// Sends `go` and waits for `done`. Returns the wall time and, if known, the processor time. A line
/// that arrived before `go` is an error.
fn go(
    process: &mut EngineProcess,
    allowed: Duration,
) -> Result<(Duration, Option<Duration>), EngineError> {
    let processor_before = process.pipes.processor_time();
    let wait = Wait::new("`done`", allowed);
    let late = |error| if wait.is_over() { EngineError::Late(wait.time) } else { error };
    let began = process.write(b"go\n", &wait).map_err(late)?;
    let line = process.line(&wait).map_err(late)?;
    let elapsed = process
        .came
        .checked_duration_since(began)
        .ok_or_else(|| Wait::new("no output before `go`", Duration::ZERO).nonsense(&line))?;
    let counted = read_done(&line).ok_or_else(|| wait.nonsense(&line))?;
    let processor = process.pipes.processor_time().zip(processor_before);
    let processor = processor.map(|(after, before)| after.saturating_sub(before));
    Ok((elapsed, processor.or(counted)))
}

/// Parses `done`, with the nanoseconds of processor time that a build of this program adds. Returns
/// `None` for other lines.
fn read_done(line: &[u8]) -> Option<Option<Duration>> {
    match str::from_utf8(line).ok()?.strip_prefix("done")? {
        "" => Some(None),
        time => Some(Some(Duration::from_nanos(time.strip_prefix(' ')?.parse().ok()?))),
    }
}

/// Parses an answer without checking it. Returns `None` if the line is not an answer.
#[must_use]
pub fn read_answer(line: &[u8], limit: u64) -> Option<Outcome> {
    let mut words = str::from_utf8(line).ok()?.split(' ');
    let solutions: u64 = words.next()?.parse().ok()?;
    let guesses = match words.next()? {
        "-" => None,
        number => Some(number.parse().ok()?),
    };
    let first = match words.next()? {
        "-" => None,
        grid if grid.len() == 81 => Some(Board::from_text(grid).ok()?.to_grid()?),
        _ => return None,
    };
    if words.next().is_some() {
        return None;
    }
    let ending = if solutions == limit { Ending::SolutionLimit } else { Ending::Exhausted };
    let mut report = Report::new(ending).with_solutions(solutions);
    report.guesses = guesses;
    Some(Outcome { report, first })
}
