//! The engines: strategies and external programs, their timed calls, and the watchdog.

pub mod ask;
pub mod buffers;
pub mod external;
mod run;
pub mod serve;
pub mod watchdog;

use std::time::Duration;

use sudoku_core::Solver;
use sudoku_registry::Strategy;
use sudoku_variants::Ruled;

use crate::data::check::WrongAnswerError;
use crate::data::event::EngineAnswer;
use crate::data::puzzles::AnyPuzzle;
use ask::cross_check;
use buffers::Buffers;
use external::ExternalEngine;
pub use run::{EngineError, EngineRun};
use watchdog::Watchdog;

/// A strategy or an external engine that is to be verified and timed.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    pub name: &'a str,
    /// The engine of which this one is a build variant.
    pub base: Option<&'a str>,
    /// True if its first solution must be the lexicographically smallest.
    pub lexicographic: bool,
    /// True if it counts solutions by bands instead of enumerating them.
    pub counts_by_bands: bool,
    pub kind: EngineKind<'a>,
}

#[derive(Clone, Copy)]
pub enum EngineKind<'a> {
    Strategy(&'a dyn Solver),
    /// A strategy that solves variants.
    Variants(&'a dyn Solver<Ruled>),
    External(&'a ExternalEngine),
}

impl<'a> Engine<'a> {
    pub const fn new(name: &'a str, kind: EngineKind<'a>) -> Self {
        Self { name, base: None, lexicographic: false, counts_by_bands: false, kind }
    }

    /// Returns true if it solves variants (if `variants` is true) or classic puzzles (otherwise).
    pub const fn solves(&self, variants: bool) -> bool {
        match self.kind {
            EngineKind::Strategy(_) => !variants,
            EngineKind::Variants(_) => variants,
            EngineKind::External(_) => true,
        }
    }

    pub fn external(&self) -> Option<&'a ExternalEngine> {
        if let EngineKind::External(external) = self.kind { Some(external) } else { None }
    }

    /// Runs all puzzles in the buffers, or the one in `slot`, and reads the clock before the first
    /// and after the last. After the time `allowed`, a strategy is stopped, and an external engine
    /// is started again. External engines ignore `slot` and run all puzzles.
    pub fn run(
        &self,
        slot: Option<usize>,
        buffers: &mut Buffers,
        watchdog: &Watchdog,
        allowed: Duration,
    ) -> Result<EngineRun, EngineError> {
        match self.kind {
            EngineKind::Strategy(solver) => Ok(buffers.run(slot, solver, watchdog, allowed)?),
            EngineKind::Variants(solver) => Ok(buffers.run(slot, solver, watchdog, allowed)?),
            EngineKind::External(engine) => match engine.run(buffers, allowed) {
                Err(EngineError::Late(elapsed)) => {
                    engine.restart();
                    Ok(EngineRun { elapsed, raised: true, ..EngineRun::default() })
                }
                run => run,
            },
        }
    }

    /// Checks a strategy's answer to a puzzle by its other functions: see
    /// [`cross_check`](ask::cross_check). Answers of external engines remain unchanged.
    pub fn cross_check(
        &self,
        puzzle: &AnyPuzzle,
        answer: EngineAnswer,
        elapsed: Duration,
        watchdog: &Watchdog,
        limit: Duration,
    ) -> Result<EngineAnswer, WrongAnswerError> {
        match (self.kind, puzzle) {
            (EngineKind::Strategy(solver), AnyPuzzle::Board(board)) => {
                cross_check(solver, board, answer, elapsed, watchdog, limit)
            }
            (EngineKind::Variants(solver), AnyPuzzle::Variant(variant)) => {
                cross_check(solver, variant, answer, elapsed, watchdog, limit)
            }
            _ => Ok(answer),
        }
    }

    /// Makes the engine of a strategy.
    fn of<P>(
        strategy: &'static Strategy<P>,
        kind: fn(&'static dyn Solver<P>) -> EngineKind<'static>,
    ) -> Engine<'static> {
        let Strategy { name, base, lexicographic, counts_by_bands, solver, .. } = *strategy;
        Engine { name, base, lexicographic, counts_by_bands, kind: kind(solver) }
    }
}

impl<'a> From<&'a ExternalEngine> for Engine<'a> {
    fn from(external: &'a ExternalEngine) -> Self {
        Self::new(&external.command.name, EngineKind::External(external))
    }
}

impl From<&'static Strategy> for Engine<'static> {
    fn from(strategy: &'static Strategy) -> Self {
        Self::of(strategy, EngineKind::Strategy)
    }
}

impl From<&'static Strategy<Ruled>> for Engine<'static> {
    fn from(strategy: &'static Strategy<Ruled>) -> Self {
        Self::of(strategy, EngineKind::Variants)
    }
}
