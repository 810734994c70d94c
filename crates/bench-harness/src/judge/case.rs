//! The puzzles that programs are given, and the verdict on what became of them.

use std::cell::OnceCell;
use std::fmt;
use std::time::Duration;

use process_tree::{OUTPUT_LIMIT, PROCESS_LIMIT, RunEnding, RunReport};
use serde::Serialize;
use sudoku_core::{Board, Cell, Grid, Solver};

use super::form::{AnswerError, JudgeForm, smallest};
use super::report::bytes;
use crate::data::puzzles::{Place, Puzzle, PuzzleList};

/// What the judge says of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The answer is right, in time and in memory.
    Accepted,
    /// The output is not an answer to this puzzle.
    WrongAnswer,
    /// The processor's time was more than the limit, or the clock's without what it was kept waiting.
    TimeLimitExceeded,
    /// The resident memory was more than the limit.
    MemoryLimitExceeded,
    /// It wrote more than [`OUTPUT_LIMIT`] bytes to one of its outputs.
    OutputLimitExceeded,
    /// It ended with an exit code other than 0, by a signal, or had too many processes.
    RuntimeError,
    /// It could not be started at all: no verdict of the judge's.
    CannotBeStarted,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::TimeLimitExceeded => "time limit exceeded",
            Self::MemoryLimitExceeded => "memory limit exceeded",
            Self::OutputLimitExceeded => "output limit exceeded",
            Self::RuntimeError => "runtime error",
            Self::CannotBeStarted => "cannot be started",
        })
    }
}

/// One puzzle to be solved.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the list that it is from.
    pub list: String,
    /// Where it stands there.
    pub place: Place,
    /// The puzzle.
    pub puzzle: Board,
    smallest: OnceCell<Option<Grid>>,
}

impl Case {
    /// The puzzles of the lists that have a solution; the others, which no judge asks for, are given
    /// apart, each with its list's name.
    pub fn all<'a>(
        lists: &'a [PuzzleList],
        solver: &dyn Solver,
    ) -> (Vec<Self>, Vec<(&'a str, Place)>) {
        let (mut cases, mut unsolvable) = (Vec::new(), Vec::new());
        for list in lists {
            for &Puzzle { place, board, solutions, .. } in list.puzzles.iter() {
                let has_solution = match solutions {
                    Some(solutions) => solutions > 0,
                    None => solver.first_solution(&board).is_some(),
                };
                if has_solution {
                    let list = list.name.clone();
                    cases.push(Self { list, place, puzzle: board, smallest: OnceCell::new() });
                } else {
                    unsolvable.push((list.name.as_str(), place));
                }
            }
        }
        (cases, unsolvable)
    }

    /// What a program finds on its standard input.
    #[must_use]
    pub fn input(&self, form: JudgeForm) -> String {
        format!("{}\n", form.form().display(&self.puzzle))
    }

    /// Holds an output to the puzzle.
    ///
    /// # Errors
    /// Names the first place where it is not an answer.
    pub fn check(
        &self,
        output: &str,
        form: JudgeForm,
        solver: &dyn Solver,
    ) -> Result<(), AnswerError> {
        let grid = form.check(output, &self.puzzle)?;
        if form == JudgeForm::Boj2239
            && let Some(best) = self.smallest.get_or_init(|| smallest(&self.puzzle, solver))
            && let Some(cell) =
                Cell::all().find(|&cell| grid.as_board().get(cell) != best.as_board().get(cell))
        {
            return Err(AnswerError::Smaller(cell));
        }
        Ok(())
    }

    /// The verdict on a run, and what is to be said of it.
    #[must_use]
    pub fn judge(
        &self,
        run: &RunReport,
        form: JudgeForm,
        solver: &dyn Solver,
    ) -> (Verdict, Option<String>) {
        let (verdict, mut cause) = match &run.ending {
            RunEnding::NotStarted(cause) => (Verdict::CannotBeStarted, Some(cause.clone())),
            RunEnding::Lost(cause) => (Verdict::RuntimeError, Some(cause.clone())),
            RunEnding::OutOfTime => {
                let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
                let cpu = run.cpu.map(|cpu| format!(", {} on the processor", seconds(cpu)));
                let wall = seconds(run.wall);
                let cause = format!("{wall} by the clock{}", cpu.unwrap_or_default());
                (Verdict::TimeLimitExceeded, Some(cause))
            }
            RunEnding::OutOfMemory => (Verdict::MemoryLimitExceeded, run.peak_memory.map(bytes)),
            RunEnding::OutOfOutput => {
                (Verdict::OutputLimitExceeded, Some(format!("more than {OUTPUT_LIMIT} bytes")))
            }
            RunEnding::OutOfProcesses => (
                Verdict::RuntimeError,
                Some(format!("more than {PROCESS_LIMIT} processes at once")),
            ),
            RunEnding::Signaled(signal) => {
                (Verdict::RuntimeError, Some(format!("ended by signal {signal}")))
            }
            RunEnding::Exited(0) => match self.check(&run.output, form, solver) {
                Ok(()) => (Verdict::Accepted, None),
                Err(error) => (Verdict::WrongAnswer, Some(error.to_string())),
            },
            RunEnding::Exited(code) => (Verdict::RuntimeError, Some(format!("exit code {code}"))),
        };
        let mut add = |more: String| {
            cause = Some(cause.take().map_or(more.clone(), |cause| format!("{cause}; {more}")));
        };
        match run.left_behind {
            0 => {}
            1 => add("it left 1 process behind, which was ended".to_owned()),
            count => add(format!("it left {count} processes behind, which were ended")),
        }
        if run.not_ended > 0 {
            add(format!("{} of its processes could not be ended", run.not_ended));
        }
        if verdict != Verdict::Accepted
            && let Some(line) = run.error_output.lines().find(|line| !line.trim().is_empty())
        {
            // For a terminal, and of a program that may be hostile.
            let line: String = line.chars().take(120).filter(|found| !found.is_control()).collect();
            add(format!("it says: {line}"));
        }
        (verdict, cause)
    }
}
