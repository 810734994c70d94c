//! The scales of human logic, on which rows can be rated too.
//!
//! Unlike the guesses of a search, which are a mean over symmetries, these ratings are of the row
//! as it stands: the programs that define them look at cells and digits in order, so that a
//! symmetric copy may have another rating, and whoever rates a row again has to get the same.

use std::slice;

use sudoku_core::{Board, Limits};
use sudoku_logic::{HODOKU_2_3, Rating, RatingScale, SE_1_2_1, SUKAKU_1_18, State};

/// A scale, with the ending of the names of its arrays.
pub(crate) struct DatasetScale {
    pub(crate) rating_scale: &'static RatingScale,
    pub(crate) array: &'static str,
}

pub(crate) static SE: DatasetScale = DatasetScale { rating_scale: &SE_1_2_1, array: "-se.npy" };
pub(crate) static SUKAKU: DatasetScale =
    DatasetScale { rating_scale: &SUKAKU_1_18, array: "-sukaku.npy" };
pub(crate) static HODOKU: DatasetScale =
    DatasetScale { rating_scale: &HODOKU_2_3, array: "-hodoku.npy" };

impl DatasetScale {
    /// Every scale, in the order of their columns.
    pub(crate) const ALL: [&'static Self; 3] = [&SE, &SUKAKU, &HODOKU];

    pub(crate) fn name(&self) -> &'static str {
        self.rating_scale.name()
    }
}

/// The ratings of a row, each with the name of its scale.
#[derive(Clone, Debug, Default)]
pub(crate) struct HumanRatings(Vec<(&'static str, Rating)>);

impl HumanRatings {
    /// Rates a board.
    ///
    /// # Errors
    /// Says on which scale that failed, and why.
    pub(crate) fn of(board: &Board, scales: &[&'static DatasetScale]) -> Result<Self, String> {
        let state = State::from(board);
        let rate = |scale: &&'static DatasetScale| {
            let rating = scale.rating_scale.rate(&state, &Limits::ALL);
            rating
                .map(|rating| (scale.name(), rating))
                .map_err(|error| format!("{}: {error}", scale.name()))
        };
        scales.iter().map(rate).collect::<Result<_, _>>().map(Self)
    }

    /// The rating on a scale, if it was asked for.
    pub(crate) fn on(&self, scale: &DatasetScale) -> Option<Rating> {
        self.iter().find(|(name, _)| *name == scale.name()).map(|&(_, rating)| rating)
    }

    pub(crate) fn iter(&self) -> slice::Iter<'_, (&'static str, Rating)> {
        self.0.iter()
    }
}
