//! A whole measurement: where, what and on which puzzles, and what the log says of it.

use super::environment::Environment;
use super::event::Event;
use super::measured::{Measured, PuzzleOutcome};
use super::pace::{Pace, warnings};
use super::plan::Plan;
use super::puzzles::PuzzleList;
use super::workload::Mode;

/// What is added to a measurement, bit by bit.
#[derive(Clone, Debug, PartialEq)]
pub enum LogEntry {
    /// What was found out about the row with this number.
    Row(usize, Event),
    /// How fast the machine was.
    Pace(Pace),
    /// The measurement is finished.
    End,
}

/// A measurement as far as it has come.
#[derive(Clone, Debug)]
pub struct Measurements {
    /// Where and how it was measured; of a resumed measurement, at its beginning.
    pub environment: Environment,
    /// What was to be done.
    pub plan: Plan,
    /// The puzzles.
    pub lists: Vec<PuzzleList>,
    /// The rows: list by list, workload by workload, in the order of the engines.
    pub rows: Vec<Measured>,
    /// How fast the machine was, in the order of time.
    pub paces: Vec<Pace>,
    /// Whether it was finished.
    pub finished: bool,
}

impl Measurements {
    /// A measurement of which nothing is done yet.
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

    /// Adds what the log says.
    pub fn apply(&mut self, entry: &LogEntry) {
        match entry {
            LogEntry::Row(row, event) => self.rows[*row].apply(event),
            LogEntry::Pace(pace) => self.paces.push(*pace),
            LogEntry::End => self.finished = true,
        }
    }

    /// What has to be said beside these figures.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = warnings(&self.paces);
        let left = |row: &&Measured| row.count(PuzzleOutcome::NotRun) > 0 && row.lost.is_none();
        let (counted, others): (Vec<&Measured>, Vec<&Measured>) =
            self.rows.iter().filter(left).partition(|row| row.workload.mode == Mode::Count);
        if !counted.is_empty() {
            notes.push(
                "not run: boards with more solutions than an engine that walks to each of them can \
                 be expected to find in the time limit"
                    .to_owned(),
            );
        }
        if let Some(budget) = self.plan.budget().filter(|_| !others.is_empty()) {
            notes.push(format!(
                "not run: puzzles for which a row's share of {} s was not enough; with --set or \
                 --file every puzzle is run",
                budget.as_secs()
            ));
        }
        notes
    }

    /// The same of a measurement that was read from a file.
    pub fn file_notes(&self) -> Vec<String> {
        let unfinished = "the measurement was not finished; `measure --resume` goes on with it";
        let unfinished = (!self.finished).then(|| unfinished.to_owned());
        self.notes().into_iter().chain(unfinished).collect()
    }
}
