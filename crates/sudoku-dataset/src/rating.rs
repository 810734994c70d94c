//! Ratings by search effort.

use serde::Serialize;
use sudoku_core::Board;
use sudoku_generator::{DifficultyMeasure, Guesses, random_symmetry, seeded_rng};

use crate::split::Fingerprint;

/// The rating of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    /// The value on the scale, in whole hundredths.
    pub(crate) value: f64,
    /// The standard deviation of single measurements, in whole hundredths.
    pub(crate) spread: f64,
}

/// The settings of a rating. Only ratings with equal settings can be compared.
#[derive(Serialize)]
pub(crate) struct RatingSettings<'a> {
    scale: &'static str,
    strategy: &'a str,
    strategy_version: &'static str,
    /// The number of symmetric copies per puzzle over which the value is averaged.
    symmetries: u32,
}

/// The number of guesses that a strategy needs to prove that a puzzle is proper, averaged over
/// random symmetries: a single measurement depends on the orientation of the puzzle.
///
/// Canonical forms are rated, so that equivalent puzzles have the same rating in every data set.
pub(crate) struct SearchEffort<'a> {
    pub(crate) scale: Guesses<'a>,
    pub(crate) symmetries: u32,
}

impl<'a> SearchEffort<'a> {
    /// Returns the settings for the manifest.
    pub(crate) const fn settings(&self) -> RatingSettings<'a> {
        RatingSettings {
            scale: "search effort: guesses to prove that the puzzle is proper",
            strategy: self.scale.strategy,
            strategy_version: env!("CARGO_PKG_VERSION"),
            symmetries: self.symmetries,
        }
    }

    /// Rates the puzzle with this canonical form.
    pub(crate) fn rate(&self, form: &Board, fingerprint: Fingerprint) -> Rating {
        let mut rng = seeded_rng(fingerprint.seed(), 0);
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..self.symmetries {
            let (symmetry, relabeling) = random_symmetry(&mut rng);
            let board = relabeling.apply(&symmetry.apply(form));
            // Strategies that do not count guesses are refused earlier.
            let guesses = self.scale.rate(&board).unwrap_or(0) as f64;
            sum += guesses;
            squares += guesses * guesses;
        }
        let count = f64::from(self.symmetries);
        let value = sum / count;
        let spread = (squares / count - value * value).max(0.0).sqrt();
        let hundredths = |number: f64| (number * 100.0).round() / 100.0;
        Rating { value: hundredths(value), spread: hundredths(spread) }
    }
}
