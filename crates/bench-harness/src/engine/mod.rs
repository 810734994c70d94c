//! What is compared, how it is asked and timed, and who keeps its time limit.

pub mod ask;
pub mod buffers;
pub mod external;
pub mod lost;
pub mod run;
pub mod serve;
pub mod watchdog;

use std::time::Duration;

use sudoku_core::Solver;
use sudoku_logic::RatingScale;
use sudoku_registry::Strategy;

use crate::data::workload::Workload;
use buffers::Buffers;
use external::ExternalEngine;
use run::{EngineRun, RunError};
use watchdog::Watchdog;

/// The name of this project's rater in every table.
pub const RATER: &str = "sudoku-logic";

/// A strategy, a rater or an external engine that is to be verified and timed.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    /// The name in every table.
    pub name: &'a str,
    /// Whether its first solution has to be the lexicographically smallest.
    pub lexicographic: bool,
    /// Whether it counts solutions without walking to each of them.
    pub counts_by_bands: bool,
    /// What solves or rates.
    pub kind: EngineKind<'a>,
}

/// What solves or rates for an engine.
#[derive(Clone, Copy)]
pub enum EngineKind<'a> {
    /// A strategy, called as a function.
    Strategy(&'a dyn Solver),
    /// A scale of this project, called as a function; it rates.
    Rater(&'static RatingScale),
    /// Somebody else's program, in a process of its own.
    External(&'a ExternalEngine),
}

impl<'a> Engine<'a> {
    /// A strategy of which nothing more is known.
    pub fn new(name: &'a str, solver: &'a dyn Solver) -> Self {
        Self {
            name,
            lexicographic: false,
            counts_by_bands: false,
            kind: EngineKind::Strategy(solver),
        }
    }

    /// This project's rater on this scale.
    pub fn rater(scale: &'static RatingScale) -> Self {
        Self {
            name: RATER,
            lexicographic: false,
            counts_by_bands: false,
            kind: EngineKind::Rater(scale),
        }
    }

    /// The external engine, if it is one.
    pub fn external(&self) -> Option<&'a ExternalEngine> {
        if let EngineKind::External(external) = self.kind { Some(external) } else { None }
    }

    /// Has it run all puzzles in the buffers, or the one in this slot, and reads the clock before
    /// the first and after the last. It is stopped, or lost, after the time that it is allowed. An
    /// external engine knows nothing of slots, and runs all.
    ///
    /// # Errors
    /// If it fails or is lost.
    pub fn run(
        &self,
        slot: Option<usize>,
        buffers: &mut Buffers,
        workload: Workload,
        watchdog: &Watchdog,
        allowed: Duration,
    ) -> Result<EngineRun, RunError> {
        Ok(match (self.kind, slot) {
            (EngineKind::Strategy(solver), None) => {
                buffers.whole_passes(solver, workload, watchdog, allowed)?
            }
            (EngineKind::Strategy(solver), Some(at)) => {
                buffers.one(at, solver, workload, watchdog, allowed)?
            }
            (EngineKind::Rater(scale), slot) => {
                let slots = slot.map_or(0..buffers.lines().len(), |at| at..at + 1);
                buffers.rate(slots, scale, watchdog, allowed)?
            }
            (EngineKind::External(engine), _) => engine.run(buffers, workload, allowed)?,
        })
    }
}

impl<'a> From<&'a ExternalEngine> for Engine<'a> {
    fn from(external: &'a ExternalEngine) -> Self {
        let kind = EngineKind::External(external);
        Self { name: &external.name, lexicographic: false, counts_by_bands: false, kind }
    }
}

impl From<&'static Strategy> for Engine<'static> {
    fn from(strategy: &'static Strategy) -> Self {
        let Strategy { name, lexicographic, counts_by_bands, solver, .. } = *strategy;
        Self { name, lexicographic, counts_by_bands, kind: EngineKind::Strategy(solver) }
    }
}
