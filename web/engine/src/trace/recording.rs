//! A recorded search with access to any event. The search runs once and keeps snapshots, because
//! ten million events would need too much memory.

use serde_json::{Value, json};
use sudoku_core::Board;

use super::constrained::Constrained;
use super::row_major::RowMajor;
use super::search::{Event, Tally};

/// A strategy that can be traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Traced {
    /// `scan` and `bitmask`.
    RowMajor,
    /// `mrv`.
    Constrained,
}

impl Traced {
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        match name {
            "scan" | "bitmask" => Some(Self::RowMajor),
            "mrv" => Some(Self::Constrained),
            _ => None,
        }
    }
}

/// A search in progress, with its totals.
#[derive(Clone)]
struct Course {
    search: Search,
    /// The solution limit.
    limit: u64,
    tally: Tally,
}

#[derive(Clone)]
enum Search {
    RowMajor(Box<RowMajor>),
    Constrained(Box<Constrained>),
}

impl Course {
    fn next(&mut self) -> Option<Event> {
        if self.tally.solutions >= self.limit {
            return None;
        }
        let event = match &mut self.search {
            Search::RowMajor(search) => search.next(),
            Search::Constrained(search) => search.next(),
        }?;
        self.tally.add(event);
        Some(event)
    }

    /// The current board and the totals.
    fn snapshot(&self) -> Value {
        let mut object = match &self.search {
            Search::RowMajor(search) => {
                json!({ "puzzle": search.board.to_string(), "depth": search.depth() })
            }
            Search::Constrained(search) => {
                let (board, candidates) = search.shown();
                json!({
                    "puzzle": board.to_string(),
                    "candidates": candidates.to_string(),
                    "depth": search.depth(),
                })
            }
        };
        add_tally(&mut object, &self.tally);
        object
    }
}

fn add_tally(object: &mut Value, tally: &Tally) {
    object["placements"] = json!(tally.placements);
    object["guesses"] = json!(tally.guesses);
    object["retreats"] = json!(tally.retreats);
    object["solutions"] = json!(tally.solutions);
}

/// The maximum number of snapshots.
const SNAPSHOTS: usize = 256;

/// A search that ran to its end or to the event limit.
pub(crate) struct Recording {
    /// The snapshots of the search at regular distances.
    snapshots: Vec<Course>,
    every: u64,
    total: u64,
    tally: Tally,
    is_finished: bool,
}

impl Recording {
    /// Runs the search to the solution limit or the event limit.
    pub(crate) fn new(strategy: Traced, board: &Board, limit: u64, most: u64) -> Self {
        let search = match strategy {
            Traced::RowMajor => Search::RowMajor(RowMajor::new(board).into()),
            Traced::Constrained => Search::Constrained(Constrained::new(board).into()),
        };
        let mut course = Course { search, limit, tally: Tally::default() };
        let (mut snapshots, mut every, mut total) = (vec![course.clone()], 64, 0);
        let is_finished = loop {
            if total >= most && course.clone().next().is_some() {
                break false;
            }
            if course.next().is_none() {
                break true;
            }
            total += 1;
            if total % every == 0 {
                if snapshots.len() == SNAPSHOTS {
                    let mut number = 0;
                    snapshots.retain(|_| {
                        number += 1;
                        number % 2 == 1
                    });
                    every *= 2;
                }
                if total % every == 0 {
                    snapshots.push(course.clone());
                }
            }
        };
        Self { snapshots, every, total, tally: course.tally, is_finished }
    }

    /// Returns a range of events, the board before the first of them, and the totals of the search.
    pub(crate) fn window(&self, from: u64, number: u64) -> Value {
        let from = from.min(self.total);
        let nearest = (from / self.every).min(self.snapshots.len() as u64 - 1);
        let mut course = self.snapshots[nearest as usize].clone();
        for _ in nearest * self.every..from {
            course.next();
        }
        let snapshot = course.snapshot();
        let number = number.min(self.total - from);
        let events = (0..number).map_while(|_| course.next()).map(Event::to_json);
        let mut object = json!({
            "from": from,
            "snapshot": snapshot,
            "events": events.collect::<Value>(),
            "total": self.total,
            "finished": self.is_finished,
        });
        add_tally(&mut object, &self.tally);
        object
    }
}
