//! The job: the engines, puzzles and options of a measurement.

use std::time::Duration;

use super::machine;
use crate::data::measurements::Measurements;
use crate::data::plan::Plan;
use crate::data::puzzles::PuzzleList;
use crate::data::workload::Workload;
use crate::engine::Engine;

/// The job of a measurement.
#[derive(Clone)]
pub struct Job<'j> {
    /// The strategies and external engines.
    pub engines: Vec<Engine<'j>>,
    /// The puzzles.
    pub lists: &'j [PuzzleList],
    /// The workloads.
    pub workloads: Vec<Workload>,
    /// The time limit of a puzzle, or of a batch.
    pub limit: Duration,
    /// The total time of all rows. `None` to run every puzzle.
    pub budget: Option<Duration>,
    /// The minimum time for which a row is timed, if its share of the total time allows it.
    pub enough: Duration,
    /// True to check the answers without timing.
    pub verify_only: bool,
    /// The seed of the random orders.
    pub seed: u64,
}

impl Job<'_> {
    /// Returns the measurement of this job, without results.
    pub fn begin(&self) -> Measurements {
        let environment = machine::environment(self.seed, self.limit);
        let mut begun = Measurements::new(environment, self.plan());
        self.lists.iter().cloned().for_each(|list| begun.add_list(list));
        begun
    }

    /// Returns the plan for a measurement file.
    pub fn plan(&self) -> Plan {
        let greeting =
            |it: &Engine<'_>| Some((it.name.to_owned(), it.external()?.greeting.clone()));
        let base = |it: &Engine<'_>| Some((it.name.to_owned(), it.base?.to_owned()));
        Plan {
            strategies: self.engines.iter().map(|it| it.name.to_owned()).collect(),
            bases: self.engines.iter().filter_map(base).collect(),
            external: self.engines.iter().filter_map(greeting).collect(),
            workloads: self.workloads.clone(),
            budget_ms: self.budget.map(|budget| budget.as_millis() as u64),
            verify_only: self.verify_only,
        }
    }
}
