//! The engines: strategies and external programs, their timed calls, and the watchdog.

pub mod ask;
pub mod buffers;
pub mod external;
pub mod serve;
pub mod watchdog;

use std::time::Duration;

use sudoku_core::Solver;
use sudoku_registry::Strategy;
use thiserror::Error;

use crate::data::check::WrongAnswerError;
use crate::data::workload::Workload;
use buffers::Buffers;
use external::ExternalEngine;
use watchdog::Watchdog;

/// A strategy or an external engine that is to be verified and timed.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    /// The name in every table.
    pub name: &'a str,
    /// The engine of which this one is a build variant.
    pub base: Option<&'a str>,
    /// True if its first solution must be the lexicographically smallest.
    pub lexicographic: bool,
    /// True if it counts solutions by bands instead of enumerating them.
    pub counts_by_bands: bool,
    /// The code that solves.
    pub kind: EngineKind<'a>,
}

/// The code that solves for an engine.
#[derive(Clone, Copy)]
pub enum EngineKind<'a> {
    /// A strategy, called as a function.
    Strategy(&'a dyn Solver),
    /// An external program in its own process.
    External(&'a ExternalEngine),
}

impl<'a> Engine<'a> {
    /// Creates an engine without further properties.
    pub const fn new(name: &'a str, kind: EngineKind<'a>) -> Self {
        Self { name, base: None, lexicographic: false, counts_by_bands: false, kind }
    }

    /// Returns the external engine, if it is one.
    pub fn external(&self) -> Option<&'a ExternalEngine> {
        if let EngineKind::External(external) = self.kind { Some(external) } else { None }
    }

    /// Runs all puzzles in the buffers, or the one in `slot`, and reads the clock before the first
    /// and after the last. After the time `allowed`, a strategy is stopped, and an external engine
    /// is started again. External engines ignore `slot` and run all puzzles.
    ///
    /// # Errors
    /// If the engine fails or is lost.
    pub fn run(
        &self,
        slot: Option<usize>,
        buffers: &mut Buffers,
        workload: Workload,
        watchdog: &Watchdog,
        allowed: Duration,
    ) -> Result<EngineRun, EngineError> {
        Ok(match (self.kind, slot) {
            (EngineKind::Strategy(solver), None) => {
                buffers.whole_passes(solver, workload, watchdog, allowed)?
            }
            (EngineKind::Strategy(solver), Some(at)) => {
                buffers.one(at, solver, workload, watchdog, allowed)?
            }
            (EngineKind::External(engine), _) => match engine.run(buffers, workload, allowed) {
                Err(EngineError::Late(elapsed)) => {
                    engine.restart();
                    EngineRun { elapsed, raised: true, ..EngineRun::default() }
                }
                run => run?,
            },
        })
    }
}

impl<'a> From<&'a ExternalEngine> for Engine<'a> {
    fn from(external: &'a ExternalEngine) -> Self {
        Self::new(&external.command.name, EngineKind::External(external))
    }
}

impl From<&'static Strategy> for Engine<'static> {
    fn from(strategy: &'static Strategy) -> Self {
        let Strategy { name, base, lexicographic, counts_by_bands, solver, .. } = *strategy;
        Self { name, base, lexicographic, counts_by_bands, kind: EngineKind::Strategy(solver) }
    }
}

/// A run of all puzzles in the buffers.
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineRun {
    /// The time by the harness's clock. For an external engine, the time from `go` to `done`.
    pub elapsed: Duration,
    /// True if the run was stopped at its time limit, so some puzzles have no answer.
    pub raised: bool,
    /// The processor time of an external engine, if known. `gate` uses it on busy machines.
    pub processor: Option<Duration>,
    /// The time to send the puzzles to an external engine and to read its answers. An honest engine
    /// needs less than a microsecond for each puzzle.
    pub outside: Option<Duration>,
}

/// The error of a run without answers. After all errors but the first two, an external engine is
/// lost: its process is killed, and the other engines continue.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The strategy panicked, or gave a wrong answer in a timed run.
    #[error(transparent)]
    Wrong(#[from] WrongAnswerError),
    /// The program did not solve the puzzles within this time. It can be started again.
    #[error("no `done` within {:.1} s", .0.as_secs_f64())]
    Late(Duration),
    /// The program cannot be started, ended, closed its output, or broke the protocol. The text
    /// describes it.
    #[error("{0}")]
    Failed(String),
}

/// The error for a name that an engine cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name `{0}` must have 1 to 32 characters: letters, digits and `-_.+`")]
pub struct NameError(String);

/// Checks that a name fits tables and is one word of a command line.
///
/// # Errors
/// If it is empty or too long, or has other characters.
pub fn check_name(name: &str) -> Result<(), NameError> {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    let is_good = (1..=32).contains(&name.len()) && name.bytes().all(is_fit);
    if is_good { Ok(()) } else { Err(NameError(name.to_owned())) }
}
