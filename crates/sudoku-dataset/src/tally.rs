//! Counts of the puzzles of a split.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sudoku_core::Board;
use sudoku_logic::Rating as HumanRating;

use crate::measures::MeasureValues;
use crate::rating::Rating;
use crate::scales::HumanRatings;

/// Counts and histograms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitTally {
    /// The number of puzzles without their symmetric copies.
    pub puzzles: u64,
    /// The number of rows: puzzles and symmetric copies.
    pub rows: u64,
    /// The number of puzzles for each number of clues.
    pub clues: BTreeMap<usize, u64>,
    /// A histogram of ratings: the keys are 0, 1, 2, 4, 8 and so on, and each counts the puzzles
    /// with a rating from the key up to the next key. Empty if puzzles are not rated.
    pub ratings: BTreeMap<u64, u64>,
    /// The number of puzzles for each rating scale and each of its ERs or levels.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scales: BTreeMap<String, BTreeMap<String, u64>>,
    /// The number of puzzles for each measure and each of its values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub measures: BTreeMap<String, BTreeMap<usize, u64>>,
}

impl SplitTally {
    /// Counts a puzzle with its clues, ratings and rows.
    pub(crate) fn add(
        &mut self,
        puzzle: &Board,
        human: &HumanRatings,
        measures: &MeasureValues,
        rating: Option<Rating>,
        rows: u64,
    ) {
        self.puzzles += 1;
        self.rows += rows;
        let clues = puzzle.clue_count();
        for (scale, rating) in human.iter() {
            let of_scale = self.scales.entry(scale.to_owned()).or_default();
            *of_scale.entry(class(rating)).or_default() += 1;
        }
        for (name, value) in measures.iter() {
            *self.measures.entry(name.to_owned()).or_default().entry(value).or_default() += 1;
        }
        *self.clues.entry(clues).or_default() += 1;
        if let Some(rating) = rating {
            let whole = rating.value as u64;
            let key = if whole == 0 { 0 } else { 1 << whole.ilog2() };
            *self.ratings.entry(key).or_default() += 1;
        }
    }

    /// Adds the counts of another tally.
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
        for (measure, values) in &other.measures {
            let of_measure = self.measures.entry(measure.clone()).or_default();
            for (&value, count) in values {
                *of_measure.entry(value).or_default() += count;
            }
        }
    }
}

/// Returns the class of a rating: its ER or its level.
fn class(rating: &HumanRating) -> String {
    match rating {
        HumanRating::Explainer(rating) => rating.tenths()[0].to_string(),
        HumanRating::Hodoku(rating) => rating.level.name().to_owned(),
        // A kind of rating that is not known here.
        rating => rating.to_string(),
    }
}
