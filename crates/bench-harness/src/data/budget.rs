//! The time budget of a puzzle, and the check that rows meet it.

use std::time::Duration;

use super::measured::{Measured, PuzzleOutcome};

/// The time budget of one puzzle: the time of the C++ reference program at the judge, with the
/// start of its process.
pub const BUDGET: Duration = Duration::from_millis(80);

/// The languages of the reference programs, and their times at the judge, in milliseconds.
pub const REFERENCES: [(&str, f64); 3] =
    [("C++", BUDGET.as_millis() as f64), ("Java", 292.0), ("PyPy3", 1172.0)];

/// The times of the reference programs at the judge, and the judge's limit, in milliseconds.
pub const TIERS: [(&str, f64); 4] = [REFERENCES[0], REFERENCES[1], ("1 s", 1000.0), REFERENCES[2]];

impl Measured {
    /// Returns true if the slowest puzzle meets a limit in milliseconds. A wrong answer misses
    /// every limit. Returns `None` if puzzles that are not finished leave it open.
    pub fn meets(&self, limit_ms: f64) -> Option<bool> {
        let worst = self.slowest().map(|worst| worst / 1e6);
        let is_finished = self.count(PuzzleOutcome::Finished) == self.puzzle_outcomes.len();
        if !self.is_comparable() || worst.is_some_and(|worst| worst > limit_ms) {
            return Some(false);
        }
        (is_finished && worst.is_some()).then_some(true)
    }

    /// Returns the time that is compared with the budget, in nanoseconds: the time of the slowest
    /// puzzle, or the mean of a batch.
    pub fn slowest(&self) -> Option<f64> {
        if self.workload.batch { self.mean() } else { self.worst().map(|worst| worst as f64) }
    }

    /// Returns true if the slowest puzzle meets the budget. In a batch, the mean has to meet it,
    /// and no puzzle may time out. Returns `None` if nothing was timed.
    pub fn within_budget(&self) -> Option<bool> {
        let is_kept = |time| time <= BUDGET.as_nanos() as f64;
        self.longest_timeout.map(|_| false).or(self.slowest().map(is_kept))
    }

    /// Returns a message if the strategy misses the budget that it promises on this set. A puzzle
    /// that was not run is a miss too, because the promise was not tested.
    pub fn missed_promise(&self) -> Option<String> {
        let (timed_out, not_run) =
            (self.count(PuzzleOutcome::TimedOut), self.count(PuzzleOutcome::NotRun));
        let budget = BUDGET.as_millis();
        let missed = if !self.promises_budget() {
            return None;
        } else if self.within_budget() == Some(false) {
            let missed = match (timed_out, self.slowest()) {
                (0, Some(time)) => format!("{:.1} ms", time / 1e6),
                (1, _) => "1 puzzle timed out".to_owned(),
                (puzzles, _) => format!("{puzzles} puzzles timed out"),
            };
            format!("misses its budget of {budget} ms: {missed}")
        } else if not_run > 0 {
            let puzzles = if not_run == 1 { "puzzle was" } else { "puzzles were" };
            format!("promises a budget of {budget} ms, but {not_run} {puzzles} not run")
        } else {
            return None;
        };
        Some(format!("BUDGET: {} {missed}", self.label()))
    }
}
