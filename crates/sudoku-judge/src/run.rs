//! Runs programs on cases, and judges each run.

use std::io;
use std::time::Duration;

use process_tree::{RunRequest, Supervisor};
use sudoku_core::Solver;

use crate::case::Case;
use crate::judgement::{Judgement, Verdict};
use crate::program::Program;

/// A judge: runs programs under limits and judges them.
#[derive(Clone)]
pub struct Judge<'a> {
    /// The command that starts the supervisor of a run.
    pub supervisor: Supervisor,
    /// The limit on a run's processor time and wall time.
    pub time_limit: Duration,
    /// The limit on a run's resident memory, in bytes.
    pub memory_limit: u64,
    /// If true, a program is not run on further cases after it has failed.
    pub stops_at_failure: bool,
    /// The solver that finds the smallest solution. The result does not depend on its order.
    pub solver: &'a dyn Solver,
}

impl Judge<'_> {
    /// Runs all programs on one case after the other. A temporary disturbance of the machine thus
    /// affects all programs alike. Each program first has one run that is not counted, because the
    /// first run reads the program from the disk.
    ///
    /// Returns the judgements of each program, in the order of the cases. Calls `next` with the
    /// program and the index of the case before each of them, also if the case is then skipped.
    ///
    /// # Errors
    /// If a supervisor cannot be started.
    pub fn run(
        &self,
        programs: &[Program],
        cases: &[Case],
        mut next: impl FnMut(&Program, usize),
    ) -> io::Result<Vec<Vec<Judgement>>> {
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
                next(program, at);
                if !(has_failed && self.stops_at_failure) {
                    judgements.push(self.run_once(program, case)?);
                }
            }
        }
        Ok(judgements)
    }

    /// Runs a program once on a case and judges the run.
    ///
    /// # Errors
    /// If a supervisor cannot be started.
    pub fn run_once(&self, program: &Program, case: &Case) -> io::Result<Judgement> {
        let report = self.supervisor.run(&RunRequest {
            command: program.command.clone(),
            input: case.input(program.format),
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
        })?;
        Ok(Judgement::new(&report, case, program.format, self.solver))
    }
}
