//! A whole measurement: its environment, plan, puzzles and results.

use super::environment::Environment;
use super::event::Event;
use super::measured::{Measured, PuzzleOutcome};
use super::pace::{Pace, warnings};
use super::plan::Plan;
use super::puzzles::PuzzleList;
use super::workload::Mode;

/// An entry of the log of a measurement.
#[derive(Clone, Debug, PartialEq)]
pub enum LogEntry {
    /// An event of the row with this number.
    Row(usize, Event),
    /// The speed of the machine.
    Pace(Pace),
    /// The end of a finished measurement.
    End,
}

/// A measurement, finished or not.
#[derive(Clone, Debug)]
pub struct Measurements {
    /// The environment. For a resumed measurement, the one of its first run.
    pub environment: Environment,
    /// The plan.
    pub plan: Plan,
    /// The puzzles.
    pub lists: Vec<PuzzleList>,
    /// The rows: list by list, workload by workload, in the order of the engines.
    pub rows: Vec<Measured>,
    /// The speeds of the machine, in chronological order.
    pub paces: Vec<Pace>,
    /// True if the measurement is finished.
    pub finished: bool,
}

impl Measurements {
    /// Creates a measurement without results.
    pub fn new(environment: Environment, plan: Plan, lists: Vec<PuzzleList>) -> Self {
        let (rows, paces) = (Vec::new(), Vec::new());
        let mut new = Self { environment, plan, lists: Vec::new(), rows, paces, finished: false };
        lists.into_iter().for_each(|list| new.add_list(list));
        new
    }

    /// Adds a list of puzzles, and its rows: workload by workload, in the order of the engines.
    pub fn add_list(&mut self, list: PuzzleList) {
        let list = PuzzleList { symmetries: self.plan.symmetries, ..list };
        for &workload in &self.plan.workloads {
            for name in &self.plan.strategies {
                let list = (self.lists.len(), list.clone());
                self.rows.push(Measured::new(&self.plan, name, list, workload));
            }
        }
        self.lists.push(list);
    }

    /// Applies an entry of the log.
    pub fn apply(&mut self, entry: &LogEntry) {
        match entry {
            LogEntry::Row(row, event) => self.rows[*row].apply(event),
            LogEntry::Pace(pace) => self.paces.push(*pace),
            LogEntry::End => self.finished = true,
        }
    }

    /// Returns notes about the results.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = warnings(&self.paces);
        let left = |row: &&Measured| row.count(PuzzleOutcome::NotRun) > 0 && row.lost.is_none();
        let (counted, others): (Vec<&Measured>, Vec<&Measured>) =
            self.rows.iter().filter(left).partition(|row| row.workload.mode == Mode::Count);
        if !counted.is_empty() {
            notes.push(
                "not run: boards with too many solutions to enumerate within the time limit"
                    .to_owned(),
            );
        }
        if let Some(budget) = self.plan.budget().filter(|_| !others.is_empty()) {
            notes.push(format!(
                "not run: some puzzles, because all rows share {} s; use --set or --file to run \
                 every puzzle",
                budget.as_secs()
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
