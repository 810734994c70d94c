//! The time budget of a puzzle, and the problems of rows.

use std::time::Duration;

use cli_support::counted;

use super::measured::{Measured, PuzzleOutcome};

/// The time budget of one puzzle: the time of the C++ reference program at the judge, with the
/// start of its process.
pub const BUDGET: Duration = Duration::from_millis(80);

/// The languages of the reference programs, and their times at the judge, in milliseconds.
pub const REFERENCES: [(&str, f64); 3] =
    [("C++", BUDGET.as_millis() as f64), ("Java", 292.0), ("PyPy3", 1172.0)];

/// The times of the reference programs at the judge, and the judge's limit, in milliseconds.
pub const LIMITS: [(&str, f64); 4] = [REFERENCES[0], REFERENCES[1], ("1 s", 1000.0), REFERENCES[2]];

/// The longest time per puzzle outside the timed part that gives no warning, in nanoseconds.
const MAY_TAKE_OUTSIDE: f64 = 1000.0;

impl Measured {
    /// Returns true if the slowest puzzle meets a limit in milliseconds. A wrong answer misses
    /// every limit. Returns `None` if puzzles that are not finished leave it open.
    pub fn meets(&self, limit_ms: f64) -> Option<bool> {
        let slowest = self.slowest().map(|slowest| slowest / 1e6);
        if !self.faults.is_empty() || slowest.is_some_and(|slowest| slowest > limit_ms) {
            return Some(false);
        }
        (self.is_whole() && slowest.is_some()).then_some(true)
    }

    /// Returns the time that is compared with limits, in nanoseconds: the time of the slowest
    /// puzzle, or the mean of a batch.
    fn slowest(&self) -> Option<f64> {
        if self.workload.batch { self.mean() } else { self.worst().map(|worst| worst as f64) }
    }

    /// Returns the cause if the strategy misses the budget that it promises on this set. A puzzle
    /// that timed out or was not run is a miss too, because the promise was not tested. Wrong
    /// answers have their own message.
    pub fn missed_promise(&self) -> Option<String> {
        let is_missed = self.meets(REFERENCES[0].1) == Some(false);
        let [timed_out, not_run] = [PuzzleOutcome::TimedOut, PuzzleOutcome::NotRun]
            .map(|outcome| counted(self.count(outcome) as u64, "puzzle"));
        if !self.promises_budget() || !self.faults.is_empty() {
            None
        } else if self.count(PuzzleOutcome::TimedOut) > 0 {
            Some(format!("{timed_out} timed out"))
        } else if let Some(slowest) = self.slowest().filter(|_| is_missed) {
            Some(format!("{:.1} ms", slowest / 1e6))
        } else {
            (self.count(PuzzleOutcome::NotRun) > 0).then(|| format!("{not_run} not run"))
        }
    }

    /// Returns a line for each kind of problem: wrong answers, a lost engine, a missed promise, and
    /// an external engine that works too much outside the timed part. It may take as long there as
    /// inside, and as long as reading and writing lines takes.
    pub fn problems(&self) -> Vec<String> {
        let label = self.label();
        let mut problems = Vec::new();
        if let Some((puzzle, cause)) = self.faulty_puzzles().next() {
            let answers = counted(self.faults.len() as u64, "wrong answer");
            problems.push(format!("WRONG: {label}: {answers}, first on {}: {cause}", puzzle.place));
        }
        problems.extend(self.lost.iter().map(|cause| format!("LOST: {label}: {cause}")));
        problems.extend(self.missed_promise().map(|cause| {
            format!("BUDGET: {label} misses its budget of {} ms: {cause}", BUDGET.as_millis())
        }));
        if let (Some(outside), Some(mean)) = (self.outside, self.mean())
            && outside > MAY_TAKE_OUTSIDE.max(mean)
        {
            problems.push(format!(
                "WARNING: {label} takes {:.1} µs per puzzle outside the timed part, but {:.1} µs inside",
                outside / 1e3,
                mean / 1e3
            ));
        }
        problems
    }
}
