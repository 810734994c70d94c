//! A whole measurement, which follows from its records.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::environment::{Environment, differences};
use super::event::Event;
use super::measured::{Measured, PuzzleOutcome};
use super::plan::Plan;
use super::puzzles::PuzzleList;
use super::scheduling::{Scheduling, warning};
use super::workload::Mode;

/// A record of a measurement: an entry of its log, and a line of its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub enum Record {
    Run(Box<Run>),
    Set(PuzzleList),
    Row {
        row: usize,
        #[serde(flatten)]
        event: Event,
    },
    Scheduling(Scheduling),
    End {
        seconds: f64,
    },
}

/// The beginning of a run: the format of the file, the machine, the build and the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub format: String,
    pub version: u32,
    #[serde(flatten)]
    pub environment: Environment,
    #[serde(flatten)]
    pub plan: Plan,
}

#[derive(Clone, Debug)]
pub struct Measurements {
    /// The environment. For a resumed measurement, the one of its first run.
    pub environment: Environment,
    pub plan: Plan,
    pub lists: Vec<PuzzleList>,
    /// The rows: list by list, workload by workload, in the order of the engines.
    pub rows: Vec<Measured>,
    /// The scheduling of the harness's thread, in chronological order.
    pub scheduling: Vec<Scheduling>,
    pub finished: bool,
    /// The duration of the last run of a finished measurement, in seconds.
    pub seconds: f64,
}

impl Measurements {
    pub fn new(environment: Environment, plan: Plan) -> Self {
        let (lists, rows, scheduling) = (Vec::new(), Vec::new(), Vec::new());
        Self { environment, plan, lists, rows, scheduling, finished: false, seconds: 0.0 }
    }

    /// Applies a record. Refuses one that does not fit the measurement.
    pub fn apply(&mut self, record: &Record) -> Result<()> {
        match record {
            Record::Run(run) => {
                let mut names = differences(&self.environment, &run.environment);
                names.extend(differences(&self.plan, &run.plan));
                names.retain(|name| name != "date");
                ensure!(
                    names.is_empty(),
                    "this run differs from the file in: {}",
                    names.join(", ")
                );
            }
            Record::Set(list) => self.add_list(list.clone()),
            Record::Row { row, event } => {
                self.rows.get_mut(*row).context("the plan has no such row")?.apply(event)?;
            }
            Record::Scheduling(report) => self.scheduling.push(*report),
            Record::End { seconds } => (self.finished, self.seconds) = (true, *seconds),
        }
        Ok(())
    }

    /// Adds a list of puzzles, and its rows: workload by workload, in the order of the engines.
    pub fn add_list(&mut self, list: PuzzleList) {
        for &workload in &self.plan.workloads {
            for name in &self.plan.strategies {
                let list = (self.lists.len(), list.clone());
                self.rows.push(Measured::new(&self.plan, name, list, workload));
            }
        }
        self.lists.push(list);
    }

    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::from_iter(warning(&self.scheduling));
        let left = |row: &&Measured| row.count(PuzzleOutcome::NotRun) > 0 && row.lost.is_none();
        let (counted, others): (Vec<&Measured>, Vec<&Measured>) =
            self.rows.iter().filter(left).partition(|row| row.workload.mode == Mode::Count);
        if !counted.is_empty() {
            notes.push(
                "not run: boards with too many solutions to enumerate within the time limit"
                    .to_owned(),
            );
        }
        if let Some(budget) = self.plan.budget_ms.filter(|_| !others.is_empty()) {
            notes.push(format!(
                "not run: some puzzles, because all rows share {} s; --set or --file runs all",
                budget / 1000
            ));
        }
        notes
    }

    /// Returns notes about the results of a measurement from a file.
    pub fn file_notes(&self) -> Vec<String> {
        let unfinished = "the measurement is unfinished; continue it with `measure --resume`";
        let unfinished = (!self.finished).then(|| unfinished.to_owned());
        self.notes().into_iter().chain(unfinished).collect()
    }
}

/// Returns the rows of each table, which has one list and one workload.
pub fn tables(rows: &[Measured]) -> impl Iterator<Item = &[Measured]> {
    rows.chunk_by(|one, next| one.list_number == next.list_number && one.workload == next.workload)
}
