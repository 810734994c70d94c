//! Whether an answer is right.
//!
//! The oracle is the rules of the puzzle and known answers, never another strategy. Where nothing
//! is known beforehand, answers are cross-checked by what others found: two different valid grids
//! prove two solutions whoever found them, and a smaller grid proves that another is not the
//! smallest. Only a claim that no grid backs and another strategy contradicts cannot be decided;
//! both are named.

use sudoku_core::{Ending, Grid, Outcome};
use thiserror::Error;

use super::event::EngineAnswer;
use super::puzzles::Puzzle;
use super::rating::PuzzleRating;
use super::workload::Mode;

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongAnswerError {
    /// The strategy panicked.
    #[error("it panicked")]
    Panicked,
    /// It reports a solution but gives no grid, or the other way round.
    #[error("its report and its grid contradict each other")]
    GridMissing,
    /// The grid has a digit twice in a house.
    #[error("its grid breaks the rules")]
    InvalidGrid,
    /// The grid changes a clue.
    #[error("its grid changes a clue")]
    ChangesClue,
    /// The grid is valid, but the puzzle's only solution is known to be another: the known answer
    /// must be wrong as well.
    #[error("its grid is not the known solution")]
    NotTheSolution,
    /// The strategy promises the lexicographically smallest solution, and this one is smaller.
    #[error("its first solution is not the smallest: {0} is smaller")]
    NotTheSmallest(Grid),
    /// The same solution twice.
    #[error("it found the same solution twice")]
    SameTwice,
    /// The number of solutions (up to the limit) is not what is known or proven.
    #[error("it counts {}, there {}", solutions(*reported), are(*expected))]
    WrongCount {
        /// What the engine reports.
        reported: u64,
        /// What is known or proven.
        expected: u64,
    },
    /// More solutions than grids that anyone found, and a strategy that disagrees.
    #[error("it counts {}, another strategy {other}", solutions(*reported))]
    Disputed {
        /// What this engine reports.
        reported: u64,
        /// What another reports.
        other: u64,
    },
    /// The report does not have as many solutions as were handed out.
    #[error("it reports {} and handed out {handed_out}", solutions(*reported))]
    Miscounted {
        /// What the engine reports.
        reported: u64,
        /// How many grids it handed out.
        handed_out: u64,
    },
    /// The search ended in a way that its answer rules out.
    #[error("its search cannot have ended as `{0}`")]
    WrongEnding(Ending),
    /// A later run of the same search gave another answer.
    #[error("it answers differently in another run")]
    Changed,
    /// A later run of the same search gave the same answer with other counters.
    #[error("it counts its work differently in another run")]
    Recounted,
    /// It ignored the stop flag in a later run, after it had finished in the first.
    #[error("it ignored the stop flag in another run")]
    NeverEnded,
    /// The 81 characters written are not those of the solution.
    #[error("the text it wrote is not its solution")]
    WrongText,
    /// It rates the puzzle otherwise than this project does. Who is right is not said.
    #[error("it rates it {theirs}, sudoku-logic {ours}")]
    OtherRating {
        /// The engine's rating.
        theirs: PuzzleRating,
        /// This project's.
        ours: PuzzleRating,
    },
    /// The batch verb refused boards and slots of equal number.
    #[error("its batch verb refused the batch")]
    BatchRefused,
}

/// A count that was limited to two.
fn solutions(count: u64) -> String {
    match count {
        1 => "1 solution".to_owned(),
        2 => "2 solutions or more".to_owned(),
        count => format!("{count} solutions"),
    }
}

fn are(count: u64) -> String {
    match count {
        1 => "is 1".to_owned(),
        2 => "are 2 or more".to_owned(),
        count => format!("are {count}"),
    }
}

/// Checks an answer that was given in time against the rules and against what is known. Of a rating
/// nothing is known.
///
/// # Errors
/// Names the first fault.
pub fn check(answer: &EngineAnswer, puzzle: &Puzzle, mode: Mode) -> Result<(), WrongAnswerError> {
    if mode.scale().is_some() {
        return Ok(());
    }
    let EngineAnswer { outcome: Outcome { report, first }, second, .. } = answer;
    // A count shows no solution.
    if mode != Mode::Count && (report.solutions > 0) != first.is_some() {
        return Err(WrongAnswerError::GridMissing);
    }
    for grid in [first, second].into_iter().flatten() {
        if !grid.is_valid() {
            return Err(WrongAnswerError::InvalidGrid);
        }
        if !grid.extends(&puzzle.board) {
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
    // It ends on the limit of solutions if it found as many, else with nothing left.
    let is_limited = reported == mode.solutions();
    let expected = if is_limited { Ending::SolutionLimit } else { Ending::Exhausted };
    if report.ending == expected {
        Ok(())
    } else {
        Err(WrongAnswerError::WrongEnding(report.ending))
    }
}

/// What all strategies together found out about a puzzle. Only answers that passed [`check`] count.
#[derive(Clone, Copy, Debug, Default)]
pub struct CrossCheck {
    /// The smallest and, if there are two, the largest grid that anyone found.
    grids: Option<(Grid, Grid)>,
    /// The smallest and the largest count, up to the mode's limit, that anyone reports.
    claims: Option<(u64, u64)>,
    /// This project's rating.
    rating: Option<PuzzleRating>,
}

impl CrossCheck {
    /// Adds what an answer proves: its grids.
    pub fn add_grids(&mut self, answer: &EngineAnswer) {
        for grid in [answer.outcome.first, answer.second].into_iter().flatten() {
            let (least, most) = self.grids.unwrap_or((grid, grid));
            self.grids = Some((least.min(grid), most.max(grid)));
        }
    }

    /// Adds an answer, with what it claims.
    pub fn add(&mut self, answer: &EngineAnswer, mode: Mode) {
        self.add_grids(answer);
        if mode != Mode::First {
            let claim = answer.outcome.report.solutions;
            let (least, most) = self.claims.unwrap_or((claim, claim));
            self.claims = Some((least.min(claim), most.max(claim)));
        }
    }

    /// Adds this project's rating, which those of others are compared with.
    pub fn add_rating(&mut self, answer: &EngineAnswer) {
        self.rating = answer.rating;
    }

    /// Checks an answer against everything that was found.
    ///
    /// # Errors
    /// Names the first fault.
    pub fn check(
        &self,
        answer: &EngineAnswer,
        mode: Mode,
        lexicographic: bool,
    ) -> Result<(), WrongAnswerError> {
        if let (Some(theirs), Some(ours)) = (answer.rating, self.rating)
            && theirs != ours
        {
            return Err(WrongAnswerError::OtherRating { theirs, ours });
        }
        let reported = answer.outcome.report.solutions;
        let proven = self.grids.map_or(0, |(least, most)| 1 + u64::from(least != most));
        if reported < proven.min(mode.solutions()) {
            return Err(WrongAnswerError::WrongCount {
                reported,
                expected: proven.min(mode.solutions()),
            });
        }
        if mode != Mode::First
            && let Some((least, most)) = self.claims
            && let (least, most) = (least.min(reported), most.max(reported))
            && most > proven.max(least)
        {
            // The lower claims that proof rules out were dealt with above.
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
