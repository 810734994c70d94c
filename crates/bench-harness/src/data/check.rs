//! The check of answers.
//!
//! Answers are checked against the rules and the known answers, never against another strategy.
//! Without a known answer, the grids of all strategies serve as proofs: two different valid grids
//! prove two solutions, and a smaller grid proves that another one is not the smallest. One case
//! cannot be decided: two strategies contradict each other, and no grid proves either. Then both
//! are reported.

use cli_support::counted;
use sudoku_core::{Ending, Grid, Outcome};
use thiserror::Error;

use super::event::EngineAnswer;
use super::puzzles::{AnyPuzzle, Puzzle};
use super::workload::Mode;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongAnswerError {
    #[error("it panicked")]
    Panicked,
    #[error("its report and its grid contradict each other")]
    GridMissing,
    #[error("its grid breaks the rules")]
    InvalidGrid,
    #[error("its grid changes a clue")]
    ChangesClue,
    /// The grid is valid, so the known solution must be wrong as well.
    #[error("its grid is not the known solution")]
    NotTheSolution,
    /// The strategy promises the lexicographically smallest solution.
    #[error("its first solution is not the smallest: {0} is smaller")]
    NotTheSmallest(Grid),
    #[error("it found the same solution twice")]
    SameTwice,
    /// The expected number, up to the limit, is known or proven.
    #[error("it counts {} instead of {}", solutions(*reported), solutions(*expected))]
    WrongCount { reported: u64, expected: u64 },
    /// The grids do not prove either number.
    #[error("it counts {}, but another strategy counts {other}", solutions(*reported))]
    Disputed { reported: u64, other: u64 },
    #[error("it reports {}, but returned {handed_out}", solutions(*reported))]
    Miscounted { reported: u64, handed_out: u64 },
    #[error("its answer contradicts the ending `{0}`")]
    WrongEnding(Ending),
    #[error("it answers differently in another run")]
    Changed,
    #[error("its counters differ in another run")]
    Recounted,
    #[error("it ignored the stop flag in another run")]
    NeverEnded,
    /// This is about the 81 characters of an answer as text.
    #[error("the text it wrote is not its solution")]
    WrongText,
}

/// Formats a number of solutions, of which two can also be more.
fn solutions(count: u64) -> String {
    counted(count, "solution") + if count == 2 { " or more" } else { "" }
}

/// Checks a timely answer against the rules and the known answers.
pub fn check(answer: &EngineAnswer, puzzle: &Puzzle, mode: Mode) -> Result<(), WrongAnswerError> {
    let EngineAnswer { outcome: Outcome { report, first }, second, .. } = answer;
    // A count has no solution.
    if mode != Mode::Count && (report.solutions > 0) != first.is_some() {
        return Err(WrongAnswerError::GridMissing);
    }
    for grid in [first, second].into_iter().flatten() {
        let (is_valid, board) = match &puzzle.puzzle {
            AnyPuzzle::Board(board) => (grid.is_valid(), board),
            AnyPuzzle::Variant(puzzle) => {
                let rules = puzzle.rules();
                (rules.find_broken(grid.as_board()).is_none(), &rules.board)
            }
        };
        if !is_valid {
            return Err(WrongAnswerError::InvalidGrid);
        }
        if !grid.extends(board) {
            return Err(WrongAnswerError::ChangesClue);
        }
    }
    if second.is_some() && first == second {
        return Err(WrongAnswerError::SameTwice);
    }
    let reported = report.solutions;
    let known = puzzle.solutions.map(|solutions| solutions.min(mode.solutions()));
    if let Some(expected) = known.filter(|&known| known != reported) {
        return Err(WrongAnswerError::WrongCount { reported, expected });
    }
    if mode != Mode::Count && puzzle.solution.is_some() && *first != puzzle.solution {
        return Err(WrongAnswerError::NotTheSolution);
    }
    if reported > mode.solutions() {
        return Err(WrongAnswerError::WrongCount { reported, expected: mode.solutions() });
    }
    // The search ends at the limit of solutions or when the tree is exhausted.
    let is_limited = reported == mode.solutions();
    let expected = if is_limited { Ending::SolutionLimit } else { Ending::Exhausted };
    if report.ending == expected {
        Ok(())
    } else {
        Err(WrongAnswerError::WrongEnding(report.ending))
    }
}

/// The findings of all strategies about a puzzle. Only answers that passed [`check`] count.
#[derive(Clone, Copy, Debug, Default)]
pub struct CrossCheck {
    /// The smallest and the largest grid of all strategies.
    grids: Option<(Grid, Grid)>,
    /// The smallest and the largest count of all strategies, up to the mode's limit.
    claims: Option<(u64, u64)>,
}

impl CrossCheck {
    /// Adds an answer. Its grids are proofs. If it `is_ours`, its count is a claim, with which
    /// others are compared. An external engine returns no second grid. So its counts are checked
    /// against those of the strategies, but not the other way round.
    pub fn add(&mut self, answer: &EngineAnswer, mode: Mode, is_ours: bool) {
        for grid in [answer.outcome.first, answer.second].into_iter().flatten() {
            let (least, most) = self.grids.unwrap_or((grid, grid));
            self.grids = Some((least.min(grid), most.max(grid)));
        }
        if is_ours && mode != Mode::First {
            let claim = answer.outcome.report.solutions;
            let (least, most) = self.claims.unwrap_or((claim, claim));
            self.claims = Some((least.min(claim), most.max(claim)));
        }
    }

    pub fn check(
        &self,
        answer: &EngineAnswer,
        mode: Mode,
        lexicographic: bool,
    ) -> Result<(), WrongAnswerError> {
        let reported = answer.outcome.report.solutions;
        let proven = self.grids.map_or(0, |(least, most)| 1 + u64::from(least != most));
        let expected = proven.min(mode.solutions());
        if reported < expected {
            return Err(WrongAnswerError::WrongCount { reported, expected });
        }
        if mode != Mode::First
            && let Some((least, most)) = self.claims
            && let (least, most) = (least.min(reported), most.max(reported))
            && most > proven.max(least)
        {
            // Claims below the proven number were rejected above.
            let other = if reported == most { least.max(proven) } else { most };
            return Err(WrongAnswerError::Disputed { reported, other });
        }
        if lexicographic
            && let (Some(first), Some((least, _))) = (answer.outcome.first, self.grids)
            && least < first
        {
            return Err(WrongAnswerError::NotTheSmallest(least));
        }
        Ok(())
    }
}
