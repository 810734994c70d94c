//! Runs programs on cases, and judges each run.

use std::time::Duration;

use process_tree::{RunRequest, Supervisor, SupervisorError};
use sudoku_core::Solver;

use crate::case::Case;
use crate::format::JudgeFormat;
use crate::judgement::{Judgement, Verdict};
use crate::program::Program;

/// Who runs programs and judges them, under which limits.
#[derive(Clone)]
pub struct Judge<'a> {
    /// How a run is supervised.
    pub supervisor: Supervisor,
    /// The limit on a run's time, on the processor and by the clock.
    pub time_limit: Duration,
    /// The limit on a run's resident memory, in bytes.
    pub memory_limit: u64,
    /// Whether a program is not run any more after it has failed.
    pub stops_at_failure: bool,
    /// Says which solution is the smallest. Any solver will do: it is asked for nothing that
    /// depends on its order.
    pub solver: &'a dyn Solver,
}

/// What a judge tells while it works.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum JudgeEvent<'a> {
    /// A program is run on the case with this index.
    Running(&'a Program, usize),
    /// A program is done with a case, on which it was perhaps not run because it had failed.
    Done,
}

impl Judge<'_> {
    /// Runs the programs in turn on one case after the other, so that what disturbs the machine for
    /// a while disturbs all of them alike. Before that each of them is run once uncounted, because
    /// the first run reads the program from the disk.
    ///
    /// A program that fails on the first case is tried as one for the other problem, so that it can
    /// be told if that was meant.
    ///
    /// Returns the judgements of each program, in the order of the cases.
    ///
    /// # Errors
    /// If there can be no supervisor.
    pub fn run(
        &self,
        programs: &[Program],
        cases: &[Case],
        mut tell: impl FnMut(JudgeEvent<'_>),
    ) -> Result<Vec<Vec<Judgement>>, SupervisorError> {
        let mut judgements = vec![Vec::new(); programs.len()];
        if let Some(first) = cases.first() {
            for program in programs {
                self.run_once(program, first)?;
            }
        }
        for (at, case) in cases.iter().enumerate() {
            for (program, judgements) in programs.iter().zip(&mut judgements) {
                let has_failed =
                    judgements.iter().any(|run: &Judgement| run.verdict != Verdict::Accepted);
                if !(has_failed && self.stops_at_failure) {
                    tell(JudgeEvent::Running(program, at));
                    let mut judgement = self.run_once(program, case)?;
                    if at == 0
                        && judgement.verdict != Verdict::Accepted
                        && let Some(other) = self.other_format(program, case)?
                    {
                        judgement.add(&format!("it is accepted as a program for {other}"));
                    }
                    judgements.push(judgement);
                }
                tell(JudgeEvent::Done);
            }
        }
        Ok(judgements)
    }

    /// The other problem that a failed program is for, if it is.
    fn other_format(
        &self,
        program: &Program,
        case: &Case,
    ) -> Result<Option<JudgeFormat>, SupervisorError> {
        for &format in JudgeFormat::ALL.iter().filter(|&&format| format != program.format) {
            let other = Program { format, ..program.clone() };
            if self.run_once(&other, case)?.verdict == Verdict::Accepted {
                return Ok(Some(format));
            }
        }
        Ok(None)
    }

    /// Runs a program once, on this case, and judges that.
    ///
    /// # Errors
    /// If there can be no supervisor.
    pub fn run_once(&self, program: &Program, case: &Case) -> Result<Judgement, SupervisorError> {
        let report = self.supervisor.run(&RunRequest {
            command: program.command.clone(),
            input: case.input(program.format),
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
        })?;
        Ok(Judgement::new(&report, case, program.format, self.solver))
    }
}
