//! The budget of a puzzle, and whether rows keep it.

use std::time::Duration;

use super::measured::{Measured, PuzzleOutcome};

/// The budget of one puzzle: what the reference program in C++ takes at the judge, process and all.
pub const BUDGET: Duration = Duration::from_millis(80);

/// The languages of the reference programs, and how long each takes at the judge, in milliseconds.
pub const REFERENCES: [(&str, f64); 3] =
    [("C++", BUDGET.as_millis() as f64), ("Java", 292.0), ("PyPy3", 1172.0)];

impl Measured {
    /// The time that is held against the budget, in nanoseconds: the slowest puzzle's, or the mean
    /// of a batch, in which puzzles have no times of their own.
    pub fn slowest(&self) -> Option<f64> {
        if self.workload.batch { self.mean() } else { self.worst().map(|worst| worst as f64) }
    }

    /// Whether the slowest puzzle keeps the budget; in a batch, whether the mean does and nothing
    /// timed out. `None` if nothing was timed.
    pub fn within_budget(&self) -> Option<bool> {
        let is_kept = |time| time <= BUDGET.as_nanos() as f64;
        self.longest_timeout.map(|_| false).or(self.slowest().map(is_kept))
    }

    /// How the strategy misses the budget that it promises on this set, if it does. A puzzle that
    /// was not run is a miss too: a promise that was not put to the test is not kept.
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
