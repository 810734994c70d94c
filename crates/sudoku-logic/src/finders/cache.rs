//! The only place where searches keep something for the next search.
//!
//! A path runs the same techniques on board after board, and a board usually differs from the one
//! before it in one candidate. So each part of the [`Cache`] stores a result together with the part
//! of the board that it depends on. A result is used again only where that part has not changed. So
//! the cache changes the time and not the steps:
//!
//! | part | result | used again |
//! |---|---|---|
//! | `failed` | a search finds nothing | for unchanged digits, and for unchanged cells |
//! | `templates` | the places of a digit that are in no template | for unchanged digits |
//! | `chains` | the implication graph, nested chains | for a board with the same candidates |
//!
//! A test compares searches with and without the cache on whole solution paths
//! (`tests/all/first.rs`).
//!
//! [`PathFacts`] is not a cache. It stores HoDoKu's queues of singles, and the solution.

use std::fmt;

use sudoku_core::Limits;

use super::explainer::NestedSpace;
use super::{FailedSearches, Templates};
use crate::solution::{Solutions, solutions};
use crate::state::State;
use crate::track::Track;

/// The memory that techniques keep between searches.
///
/// It belongs to one puzzle: use a new one for each puzzle.
#[derive(Default)]
pub struct Scratch {
    pub(crate) cache: Cache,
    pub(crate) path: PathFacts,
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scratch").finish_non_exhaustive()
    }
}

/// Results for boards that may occur again.
#[derive(Default)]
pub(crate) struct Cache {
    pub(crate) failed: FailedSearches,
    pub(crate) templates: Templates,
    pub(crate) chains: NestedSpace,
}

/// Facts that only a puzzle's solution path knows.
#[derive(Default)]
pub(crate) struct PathFacts {
    /// The board with HoDoKu's queues of singles, if the path has one.
    pub(crate) track: Option<Box<Track>>,
    /// The only solution, if it was searched for.
    pub(crate) solution: Option<[u8; 81]>,
}

impl PathFacts {
    /// Returns the solution of the board, if there is exactly one.
    pub(crate) fn solution(&mut self, state: &State, limits: &Limits<'_>) -> Option<[u8; 81]> {
        if self.solution.is_none()
            && let Solutions::One(solution) = solutions(state, limits)
        {
            self.solution = Some(solution);
        }
        self.solution
    }
}
