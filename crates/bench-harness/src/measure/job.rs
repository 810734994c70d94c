//! What is to be measured.

use std::time::Duration;

use super::machine;
use crate::data::measurements::Measurements;
use crate::data::order::Order;
use crate::data::plan::Plan;
use crate::data::puzzles::PuzzleList;
use crate::data::workload::Workload;
use crate::engine::Engine;

/// What is to be done.
#[derive(Clone)]
pub struct Job<'j> {
    /// The strategies and external engines.
    pub engines: Vec<Engine<'j>>,
    /// The puzzles.
    pub lists: &'j [PuzzleList],
    /// What they are asked.
    pub workloads: Vec<Workload>,
    /// The time limit of a puzzle, or of a batch.
    pub limit: Duration,
    /// The time that all rows share; without it every puzzle is run.
    pub budget: Option<Duration>,
    /// How long each row is timed at least, if its share of the time allows it.
    pub enough: Duration,
    /// Whether to verify only.
    pub verify_only: bool,
    /// The order of the puzzles in a pass.
    pub order: Order,
    /// The seed of the random orders.
    pub seed: u64,
}

impl Job<'_> {
    /// A measurement of which nothing is done yet.
    pub fn begin(&self) -> Measurements {
        let environment = machine::environment(self.seed, self.limit);
        Measurements::new(environment, self.plan(), self.lists.to_vec())
    }

    /// What the rows depend on, for a file.
    pub fn plan(&self) -> Plan {
        let greeting =
            |it: &Engine<'_>| Some((it.name.to_owned(), it.external()?.greeting.clone()));
        Plan {
            strategies: self.engines.iter().map(|it| it.name.to_owned()).collect(),
            external: self.engines.iter().filter_map(greeting).collect(),
            workloads: self.workloads.clone(),
            order: self.order,
            symmetries: self.lists.first().map_or(0, |list| list.symmetries),
            budget_ms: self.budget.map(|budget| budget.as_millis() as u64),
            verify_only: self.verify_only,
        }
    }
}
