//! Alternating turns of two programs of the line protocol.

use std::process::Stdio;
use std::time::Duration;

use process_tree::NamedCommand;

use crate::data::check::WrongAnswerError;
use crate::data::event::EngineAnswer;
use crate::data::order::shuffled;
use crate::data::puzzles::AnyPuzzle;
use crate::data::statistics::median;
use crate::data::workload::Workload;
use crate::engine::buffers::Buffers;
use crate::engine::external::ExternalEngine;
use crate::engine::{EngineError, EngineRun};

/// The index of the program before the change.
pub const BASE: usize = 0;
/// The index of the program after the change.
pub const HEAD: usize = 1;

/// The number of turns of each process, after one warm-up turn.
const TURNS: usize = 6;
/// The approximate length of a turn.
pub const TURN: Duration = Duration::from_millis(3);
/// The number of passes in a turn at which doubling stops.
const MOST_PASSES: u64 = 10_000;
/// The time limit of a turn, far above the length of any turn.
const LIMIT: Duration = Duration::from_secs(20);

/// Two programs that take turns on the same puzzles.
#[derive(Debug)]
pub struct Turns {
    programs: [NamedCommand; 2],
    /// The puzzles, each with the verified answers of both programs.
    pub puzzles: Vec<(AnyPuzzle, [EngineAnswer; 2])>,
    workload: Workload,
    /// The number of passes in a turn. Unknown before the first pair.
    passes: Option<u64>,
    /// The ratios of head's time to base's time, one for each pair of processes.
    pub ratios: Vec<f64>,
}

impl Turns {
    /// Creates the turns of a base and a head program, without ratios.
    pub fn new(
        programs: [NamedCommand; 2],
        puzzles: Vec<(AnyPuzzle, [EngineAnswer; 2])>,
        workload: Workload,
    ) -> Self {
        Self { programs, puzzles, workload, passes: None, ratios: Vec::new() }
    }

    /// Starts a pair of processes, lets them take turns, and adds the ratio of their median times.
    ///
    /// # Errors
    /// The index of the program that was lost or gave a wrong answer, and the cause.
    pub fn take(&mut self, buffers: &mut Buffers) -> Result<(), (usize, EngineError)> {
        let start = |side: usize| {
            let started = ExternalEngine::try_start(&self.programs[side], Stdio::null());
            started.map_err(|lost| (side, lost))
        };
        let engines = [start(BASE)?, start(HEAD)?];
        let pair = self.ratios.len();
        let mut run = |side: usize, passes: u64, seed: usize| {
            let order = self.fill(buffers, passes, seed as u64);
            let run = engines[side].run(buffers, LIMIT);
            let run = run.map_err(|lost| (side, lost))?;
            let is_same = |(slot, &at): (usize, &u32)| {
                let answer = buffers.answer(slot)?.outcome;
                let verified = &self.puzzles[at as usize].1[side].outcome;
                let is_same = answer.first == verified.first
                    && answer.report.solutions == verified.report.solutions;
                if is_same { Ok(()) } else { Err(WrongAnswerError::Changed) }
            };
            let checked = order.iter().enumerate().try_for_each(is_same);
            checked.map(|()| run).map_err(|wrong| (side, EngineError::Wrong(wrong)))
        };
        // Other work on the machine lengthens some of the runs.
        let mut is_short = |passes| {
            let runs = [run(BASE, passes, 0)?, run(BASE, passes, 0)?, run(BASE, passes, 0)?];
            Ok(runs.iter().any(|run| worked(run).unwrap_or(run.elapsed) < TURN * 2 / 3))
        };
        let mut passes = self.passes.unwrap_or(1);
        while self.passes.is_none() && passes < MOST_PASSES && is_short(passes)? {
            passes *= 2;
        }
        let mut turns = [Vec::new(), Vec::new()];
        for turn in 0..=TURNS {
            // The order may matter, so each program comes first equally often.
            let first = (pair + turn) % 2;
            for side in [first, 1 - first] {
                let run = run(side, passes, pair * (TURNS + 1) + turn)?;
                // The first turn is the warm-up.
                turns[side].extend((turn > 0).then_some(run));
            }
        }
        // Both programs use the same clock.
        let has_worked = turns.iter().flatten().all(|run| worked(run).is_some());
        let time = |run: &EngineRun| worked(run).filter(|_| has_worked).unwrap_or(run.elapsed);
        let [base, head] = turns.map(|turns| {
            let times: Vec<f64> = turns.iter().map(|run| time(run).as_nanos() as f64).collect();
            median(&times).unwrap_or(0.0)
        });
        self.passes = Some(passes);
        self.ratios.push(head.max(1.0) / base.max(1.0));
        Ok(())
    }

    /// Fills the buffers with this many passes, in orders that depend on the seed. Returns the
    /// order.
    fn fill(&self, buffers: &mut Buffers, passes: u64, seed: u64) -> Vec<u32> {
        let count = self.puzzles.len();
        let order: Vec<u32> = (0..passes).flat_map(|pass| shuffled(count, seed, pass)).collect();
        buffers.fill(self.workload, count, order.iter().map(|&at| &self.puzzles[at as usize].0));
        order
    }
}

/// Returns the processor time of a run. Returns `None` if it is unknown, or almost zero because the
/// program only started another one.
fn worked(run: &EngineRun) -> Option<Duration> {
    run.processor.filter(|&time| time * 20 > run.elapsed)
}
