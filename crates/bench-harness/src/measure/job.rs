//! The job: the engines, puzzles and options of a measurement.

use std::time::Duration;

use super::machine;
use crate::data::measurements::Measurements;
use crate::data::plan::Plan;
use crate::data::puzzles::PuzzleList;
use crate::data::workload::Workload;
use crate::engine::Engine;

#[derive(Clone)]
pub struct Job<'j> {
    /// The strategies and external engines.
    pub engines: Vec<Engine<'j>>,
    pub lists: &'j [PuzzleList],
    pub workloads: Vec<Workload>,
    /// The time limit of a puzzle, or of a batch.
    pub limit: Duration,
    /// The total time of all rows. `None` to run every puzzle.
    pub budget: Option<Duration>,
    /// The minimum time for which a row is timed, if its share of the total time allows it.
    pub enough: Duration,
    pub verify_only: bool,
    pub seed: u64,
}

impl Job<'_> {
    /// Returns the measurement of this job, without results.
    pub fn begin(&self) -> Measurements {
        let name = |it: &Engine<'_>| it.name.to_owned();
        let base = |it: &Engine<'_>| Some((name(it), it.base?.to_owned()));
        let external = || self.engines.iter().filter_map(|it| Some((name(it), it.external()?)));
        let plan = Plan {
            strategies: self.engines.iter().map(name).collect(),
            bases: self.engines.iter().filter_map(base).collect(),
            external: external().map(|(name, it)| (name, it.greeting.clone())).collect(),
            commands: external().map(|(name, it)| (name, it.command.to_string())).collect(),
            workloads: self.workloads.clone(),
            budget_ms: self.budget.map(|budget| budget.as_millis() as u64),
            verify_only: self.verify_only,
        };
        let mut begun = Measurements::new(machine::environment(self.seed, self.limit), plan);
        self.lists.iter().cloned().for_each(|list| begun.add_list(list));
        begun
    }
}
