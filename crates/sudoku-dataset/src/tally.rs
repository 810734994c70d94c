//! What is counted of the puzzles of a split.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rating::Rating;

/// Counts and histograms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitTally {
    /// How many puzzles there are, their symmetric copies not counted.
    pub puzzles: u64,
    /// How many rows: puzzles and copies.
    pub rows: u64,
    /// For each number of clues, how many puzzles have it.
    pub clues: BTreeMap<usize, u64>,
    /// For each of 0, 1, 2, 4, 8 and so on, how many puzzles have a rating from it up to less than
    /// the next; empty if nothing is rated.
    pub ratings: BTreeMap<u64, u64>,
}

impl SplitTally {
    /// Counts a puzzle, with its clues and the rows that it makes.
    pub(crate) fn add(&mut self, clues: usize, rating: Option<Rating>, rows: u64) {
        self.puzzles += 1;
        self.rows += rows;
        *self.clues.entry(clues).or_default() += 1;
        if let Some(rating) = rating {
            let whole = rating.value as u64;
            let key = if whole == 0 { 0 } else { 1 << whole.ilog2() };
            *self.ratings.entry(key).or_default() += 1;
        }
    }

    /// Counts what another tally counted too.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.puzzles += other.puzzles;
        self.rows += other.rows;
        for (&clues, count) in &other.clues {
            *self.clues.entry(clues).or_default() += count;
        }
        for (&rating, count) in &other.ratings {
            *self.ratings.entry(rating).or_default() += count;
        }
    }
}
