//! Rating scales for rows of a data set.
//!
//! These ratings belong to the row as it is, while the guesses of a search are averaged over
//! symmetries. The reason: the programs that define the scales look at cells and digits in order,
//! so a symmetric copy may have another rating, and a second rating of the row must give the same
//! result.

use std::slice;

use sudoku_core::{Board, Limits};
use sudoku_logic::{HODOKU_2_3, Rating, RatingScale, SE_1_2_1, SUKAKU_1_18, State};

/// A scale, with the suffix of its array files.
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
    /// All scales, in the order of their columns.
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
    /// The name of the scale that cannot rate the board, with the reason.
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

    /// Returns the rating on a scale, if it was requested.
    pub(crate) fn on(&self, scale: &DatasetScale) -> Option<Rating> {
        self.iter().find(|(name, _)| *name == scale.name()).map(|&(_, rating)| rating)
    }

    pub(crate) fn iter(&self) -> slice::Iter<'_, (&'static str, Rating)> {
        self.0.iter()
    }
}
