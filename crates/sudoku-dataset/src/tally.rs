//! What is counted of the puzzles of a split.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sudoku_core::Board;
use sudoku_logic::Rating as HumanRating;

use crate::rating::Rating;
use crate::scales::HumanRatings;

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
    /// For each scale of human logic and each of its ERs or levels, how many puzzles have it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scales: BTreeMap<String, BTreeMap<String, u64>>,
}

impl SplitTally {
    /// Counts a puzzle, with its clues, its ratings and the rows that it makes.
    pub(crate) fn add(
        &mut self,
        puzzle: &Board,
        human: &HumanRatings,
        rating: Option<Rating>,
        rows: u64,
    ) {
        self.puzzles += 1;
        self.rows += rows;
        let clues = puzzle.clue_count();
        for (scale, rating) in human.iter() {
            let of_scale = self.scales.entry((*scale).to_owned()).or_default();
            *of_scale.entry(class(rating)).or_default() += 1;
        }
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
        for (scale, classes) in &other.scales {
            let of_scale = self.scales.entry(scale.clone()).or_default();
            for (class, count) in classes {
                *of_scale.entry(class.clone()).or_default() += count;
            }
        }
    }
}

/// What puzzles are counted by: ER, or the level.
fn class(rating: &HumanRating) -> String {
    match rating {
        HumanRating::Explainer(rating) => rating.tenths()[0].to_string(),
        HumanRating::Hodoku(rating) => rating.level.name().to_owned(),
        // One of a kind that is not known here.
        rating => rating.to_string(),
    }
}
