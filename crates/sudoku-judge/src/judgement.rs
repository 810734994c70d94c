//! The verdict on a run, and on a program after all of its runs.

use std::time::Duration;

use process_tree::{OUTPUT_LIMIT, PROCESS_LIMIT, RunEnding, RunReport};
use serde::Serialize;
use sudoku_core::Solver;

use crate::case::Case;
use crate::format::JudgeFormat;

/// The verdict on a run or a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// The answer is right, within the limits on time and memory.
    #[strum(to_string = "accepted")]
    Accepted,
    /// The output is not a solution of the puzzle.
    #[strum(to_string = "wrong answer")]
    WrongAnswer,
    /// The processor time was above the limit, or the wall time without the time that the program
    /// waited for a processor.
    #[strum(to_string = "time limit exceeded")]
    TimeLimitExceeded,
    /// The resident memory was above the limit.
    #[strum(to_string = "memory limit exceeded")]
    MemoryLimitExceeded,
    /// The program wrote more than [`OUTPUT_LIMIT`] bytes to one of its outputs.
    #[strum(to_string = "output limit exceeded")]
    OutputLimitExceeded,
    /// The program ended with an exit code other than 0, by a signal, or had too many processes.
    #[strum(to_string = "runtime error")]
    RuntimeError,
    /// The program could not be started. (Baekjoon has no such verdict.)
    #[strum(to_string = "cannot be started")]
    CannotBeStarted,
}

/// The result of one run: a program on one puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason for the verdict and other observations, as text.
    pub cause: Option<String>,
    /// The wall time, in nanoseconds.
    pub wall_ns: u64,
    /// The processor time, in nanoseconds.
    pub cpu_ns: Option<u64>,
    /// The peak resident memory, in bytes.
    pub peak_memory: Option<u64>,
    /// The standard output, if the run was not accepted.
    #[serde(skip)]
    pub output: Option<String>,
}

impl Judgement {
    /// Judges a run of a program for this problem on this case.
    #[must_use]
    pub fn new(report: &RunReport, case: &Case, format: JudgeFormat, solver: &dyn Solver) -> Self {
        let (verdict, mut causes) = verdict(report, case, format, solver);
        if report.left_behind > 0 {
            causes.push(format!("{} of its processes had to be killed", report.left_behind));
        }
        if report.not_ended > 0 {
            causes.push(format!("{} of its processes could not be killed", report.not_ended));
        }
        if verdict != Verdict::Accepted
            && let Some(line) = telling_line(&report.error_output)
        {
            // The line is shown on a terminal, and the program may be hostile.
            let line: String = line.chars().take(120).filter(|found| !found.is_control()).collect();
            causes.push(format!("standard error: {line}"));
        }
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Self {
            verdict,
            cause: (!causes.is_empty()).then(|| causes.join("; ")),
            wall_ns: nanoseconds(report.wall),
            cpu_ns: report.cpu.map(nanoseconds),
            peak_memory: report.peak_memory,
            output: (verdict != Verdict::Accepted).then(|| report.output.clone()),
        }
    }
}

/// Returns the most informative line of an error output: the last line of a Python traceback, and
/// otherwise the first line.
fn telling_line(error_output: &str) -> Option<&str> {
    let mut lines = error_output.lines().filter(|line| !line.trim().is_empty());
    let is_traceback = error_output.lines().any(|line| line.starts_with("Traceback (most recent"));
    if is_traceback { lines.next_back() } else { lines.next() }
}

/// Returns the verdict on a run and the causes.
fn verdict(
    report: &RunReport,
    case: &Case,
    format: JudgeFormat,
    solver: &dyn Solver,
) -> (Verdict, Vec<String>) {
    match &report.ending {
        RunEnding::NotStarted(cause) => (Verdict::CannotBeStarted, vec![cause.clone()]),
        RunEnding::Lost(cause) => (Verdict::RuntimeError, vec![cause.clone()]),
        RunEnding::OutOfTime => {
            let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
            let cpu = report.cpu.map(|cpu| format!(", {} of processor time", seconds(cpu)));
            let wall = seconds(report.wall);
            let cause = format!("{wall} of wall time{}", cpu.unwrap_or_default());
            (Verdict::TimeLimitExceeded, vec![cause])
        }
        RunEnding::OutOfMemory => (
            Verdict::MemoryLimitExceeded,
            report.peak_memory.map(memory_text).into_iter().collect(),
        ),
        RunEnding::OutOfOutput => {
            (Verdict::OutputLimitExceeded, vec![format!("more than {OUTPUT_LIMIT} bytes")])
        }
        RunEnding::OutOfProcesses => {
            (Verdict::RuntimeError, vec![format!("more than {PROCESS_LIMIT} processes at once")])
        }
        RunEnding::Signaled(signal) => {
            (Verdict::RuntimeError, vec![format!("ended by signal {signal}")])
        }
        RunEnding::Exited(0) => match case.check(&report.output, format, solver) {
            Ok(()) => (Verdict::Accepted, Vec::new()),
            Err(mistake) => (Verdict::WrongAnswer, vec![mistake]),
        },
        RunEnding::Exited(code) => (Verdict::RuntimeError, vec![format!("exit code {code}")]),
    }
}

/// The result of one program after all its runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ProgramSummary {
    /// The verdict on the first run that failed, or `Accepted`.
    pub verdict: Verdict,
    /// The number of accepted runs.
    pub accepted: usize,
    /// The number of cases that were skipped after a failure.
    pub not_run: usize,
    /// The longest wall time of an accepted run, in nanoseconds.
    pub worst_wall_ns: Option<u64>,
    /// The median wall time of the accepted runs, in nanoseconds. For an even number of runs, it is
    /// the lower of the two middle values.
    pub median_wall_ns: Option<u64>,
    /// The longest processor time of an accepted run, in nanoseconds.
    pub worst_cpu_ns: Option<u64>,
    /// The largest peak memory of an accepted run, in bytes.
    pub peak_memory: Option<u64>,
    /// The ratio of wall time to processor time, if it is so large that the wall time does not
    /// measure the program's work.
    #[serde(skip)]
    pub waited: Option<f64>,
}

impl ProgramSummary {
    /// Summarizes the runs of a program on `cases` cases.
    #[must_use]
    pub fn new<'a>(runs: impl IntoIterator<Item = &'a Judgement>, cases: usize) -> Self {
        let runs: Vec<&Judgement> = runs.into_iter().collect();
        let failed = runs.iter().find(|run| run.verdict != Verdict::Accepted);
        let accepted: Vec<&Judgement> =
            runs.iter().copied().filter(|run| run.verdict == Verdict::Accepted).collect();
        let mut walls: Vec<u64> = accepted.iter().map(|run| run.wall_ns).collect();
        walls.sort_unstable();
        Self {
            verdict: failed.map_or(Verdict::Accepted, |run| run.verdict),
            accepted: accepted.len(),
            not_run: cases.saturating_sub(runs.len()),
            worst_wall_ns: walls.last().copied(),
            median_wall_ns: walls.get(walls.len().saturating_sub(1) / 2).copied(),
            worst_cpu_ns: accepted.iter().filter_map(|run| run.cpu_ns).max(),
            peak_memory: accepted.iter().filter_map(|run| run.peak_memory).max(),
            waited: waited(&accepted),
        }
    }
}

/// Returns the ratio of wall time to processor time if it is above 2 and the mean difference is
/// above 2 ms. A smaller difference proves nothing.
fn waited(accepted: &[&Judgement]) -> Option<f64> {
    let times = accepted.iter().filter_map(|run| Some((run.wall_ns as f64, run.cpu_ns? as f64)));
    let (wall, cpu) = times.fold((0.0, 0.0), |(wall, cpu), time| (wall + time.0, cpu + time.1));
    let gap = (wall - cpu) / accepted.len().max(1) as f64;
    (wall > 2.0 * cpu && gap > 2e6).then_some(wall / cpu.max(1.0))
}

/// Formats an amount of memory in the judge's units: a KB has 1024 bytes.
#[must_use]
pub fn memory_text(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format!("{} KB", bytes >> 10),
        _ => format!("{:.1} MB", bytes as f64 / f64::from(1 << 20)).replace(".0 ", " "),
    }
}
