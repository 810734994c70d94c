//! The verdict on a run, and on a program after all of its runs.

use std::time::Duration;

use process_tree::{OUTPUT_LIMIT, PROCESS_LIMIT, RunEnding, RunReport};
use serde::Serialize;
use sudoku_core::Solver;

use crate::case::Case;
use crate::format::JudgeFormat;

/// What the judge says of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// The answer is right, in time and in memory.
    #[strum(to_string = "accepted")]
    Accepted,
    /// The output is not an answer to this puzzle.
    #[strum(to_string = "wrong answer")]
    WrongAnswer,
    /// The processor time was above the limit, or the time by the clock was, without what the
    /// program had to wait for a processor.
    #[strum(to_string = "time limit exceeded")]
    TimeLimitExceeded,
    /// The resident memory was above the limit.
    #[strum(to_string = "memory limit exceeded")]
    MemoryLimitExceeded,
    /// It wrote more than [`OUTPUT_LIMIT`] bytes to one of its outputs.
    #[strum(to_string = "output limit exceeded")]
    OutputLimitExceeded,
    /// It ended with an exit code other than 0, by a signal, or had too many processes.
    #[strum(to_string = "runtime error")]
    RuntimeError,
    /// It could not be started at all, which is no verdict that a judge has.
    #[strum(to_string = "cannot be started")]
    CannotBeStarted,
}

/// What the judge says of one run: a program on one puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Why, and what else was seen, for people.
    pub cause: Option<String>,
    /// The time by the clock, in nanoseconds.
    pub wall_ns: u64,
    /// The processor time, in nanoseconds.
    pub cpu_ns: Option<u64>,
    /// The peak of resident memory, in bytes.
    pub peak_memory: Option<u64>,
    /// What it wrote to its standard output, if it was not accepted.
    #[serde(skip)]
    pub output: Option<String>,
}

impl Judgement {
    /// A judgement of which only the verdict is known.
    #[must_use]
    pub const fn of(verdict: Verdict) -> Self {
        Self { verdict, cause: None, wall_ns: 0, cpu_ns: None, peak_memory: None, output: None }
    }

    /// Judges a run of a program for this problem on this case.
    #[must_use]
    pub fn new(report: &RunReport, case: &Case, format: JudgeFormat, solver: &dyn Solver) -> Self {
        let (verdict, mut causes) = verdict(report, case, format, solver);
        match report.left_behind {
            0 => {}
            1 => causes.push("it left 1 process behind, which was ended".to_owned()),
            count => causes.push(format!("it left {count} processes behind, which were ended")),
        }
        if report.not_ended > 0 {
            causes.push(format!("{} of its processes could not be ended", report.not_ended));
        }
        if verdict != Verdict::Accepted
            && let Some(line) = telling_line(&report.error_output)
        {
            // This is shown on a terminal, and the program may be hostile.
            let line: String = line.chars().take(120).filter(|found| !found.is_control()).collect();
            causes.push(format!("it says: {line}"));
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

    /// Says something more of why.
    pub(crate) fn add(&mut self, cause: &str) {
        self.cause = Some(match &self.cause {
            Some(known) => format!("{known}; {cause}"),
            None => cause.to_owned(),
        });
    }
}

/// The line of an error output that says what is wrong: the first, but of a traceback of Python,
/// which begins with where it happened, the last.
fn telling_line(error_output: &str) -> Option<&str> {
    let mut lines = error_output.lines().filter(|line| !line.trim().is_empty());
    let is_traceback = error_output.lines().any(|line| line.starts_with("Traceback (most recent"));
    if is_traceback { lines.next_back() } else { lines.next() }
}

/// The verdict on a run, and its cause if there is one to tell.
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
            let cpu = report.cpu.map(|cpu| format!(", {} on the processor", seconds(cpu)));
            let wall = seconds(report.wall);
            let cause = format!("{wall} by the clock{}", cpu.unwrap_or_default());
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
            Err(error) => (Verdict::WrongAnswer, vec![error.to_string()]),
        },
        RunEnding::Exited(code) => (Verdict::RuntimeError, vec![format!("exit code {code}")]),
        other => (Verdict::RuntimeError, vec![format!("{other:?}")]),
    }
}

/// What the judge says of one program after all of its runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ProgramSummary {
    /// The verdict: that of the first run that failed.
    pub verdict: Verdict,
    /// How many runs were accepted.
    pub accepted: usize,
    /// On how many cases it was not run, because it had failed.
    pub not_run: usize,
    /// The longest time by the clock of an accepted run, in nanoseconds.
    pub worst_wall_ns: Option<u64>,
    /// The median time by the clock of the accepted runs, in nanoseconds.
    pub median_wall_ns: Option<f64>,
    /// The longest processor time of an accepted run, in nanoseconds.
    pub worst_cpu_ns: Option<u64>,
    /// The most memory of an accepted run, in bytes.
    pub peak_memory: Option<u64>,
    /// How many times its processor time it took by the clock, if that is too much for its work to
    /// be what was measured.
    #[serde(skip)]
    pub waited: Option<f64>,
}

impl ProgramSummary {
    /// Sums up the runs of a program that was to be run on this many cases.
    #[must_use]
    pub fn new<'a>(runs: impl IntoIterator<Item = &'a Judgement>, cases: usize) -> Self {
        let runs: Vec<&Judgement> = runs.into_iter().collect();
        let failed = runs.iter().find(|run| run.verdict != Verdict::Accepted);
        let accepted: Vec<&Judgement> =
            runs.iter().copied().filter(|run| run.verdict == Verdict::Accepted).collect();
        Self {
            verdict: failed.map_or(Verdict::Accepted, |run| run.verdict),
            accepted: accepted.len(),
            not_run: cases.saturating_sub(runs.len()),
            worst_wall_ns: accepted.iter().map(|run| run.wall_ns).max(),
            median_wall_ns: median(accepted.iter().map(|run| run.wall_ns).collect()),
            worst_cpu_ns: accepted.iter().filter_map(|run| run.cpu_ns).max(),
            peak_memory: accepted.iter().filter_map(|run| run.peak_memory).max(),
            waited: waited(&accepted),
        }
    }
}

/// How many times their processor time the runs took by the clock, if it is more than twice and, on
/// the mean, 2 ms more: a single run of 2 ms proves nothing.
fn waited(accepted: &[&Judgement]) -> Option<f64> {
    let times = accepted.iter().filter_map(|run| Some((run.wall_ns as f64, run.cpu_ns? as f64)));
    let (wall, cpu) = times.fold((0.0, 0.0), |(wall, cpu), time| (wall + time.0, cpu + time.1));
    let gap = (wall - cpu) / accepted.len().max(1) as f64;
    (wall > 2.0 * cpu && gap > 2e6).then_some(wall / cpu.max(1.0))
}

/// The middle value, or the mean of the two in the middle.
fn median(mut times: Vec<u64>) -> Option<f64> {
    times.sort_unstable();
    let (low, high) = (times.get(times.len().checked_sub(1)? / 2)?, times.get(times.len() / 2)?);
    Some((*low as f64 + *high as f64) / 2.0)
}

/// An amount of memory in the judge's units: a KB has 1024 bytes.
#[must_use]
pub fn memory_text(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format!("{} KB", bytes >> 10),
        _ => format!("{:.1} MB", bytes as f64 / f64::from(1 << 20)).replace(".0 ", " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![7]), Some(7.0));
        assert_eq!(median(vec![9, 1, 4]), Some(4.0));
        assert_eq!(median(vec![9, 1, 4, 7]), Some(5.5));
    }

    #[test]
    fn of_a_traceback_the_last_line_is_said() {
        let traceback = "Traceback (most recent call last):\n  File \"a.py\", line 2, in <module>\n    \
                         solve(board)\nIndexError: list index out of range\n\n";
        assert_eq!(telling_line(traceback), Some("IndexError: list index out of range"));
        assert_eq!(telling_line("\nno such thing\nmore"), Some("no such thing"));
        assert_eq!(telling_line(" \n"), None);
    }
}
