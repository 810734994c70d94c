//! Rating scales for rows of a data set.
//!
//! These ratings belong to the row as it is, while the guesses of a search are averaged over
//! symmetries. The reason: the programs that define the scales look at cells and digits in order,
//! so a symmetric copy may have another rating, and a second rating of the row must give the same
//! result.

use sudoku_core::{Board, Limits};
use sudoku_logic::{HODOKU_2_3, Rating, RatingScale, SE_1_2_1, SUKAKU_1_18, State};

use crate::steps::LeanStep;

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

/// The ratings of a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct HumanRatings(Vec<ScaleRating>);

/// A rating on a scale.
#[derive(Clone, Debug)]
struct ScaleRating {
    /// The name of the scale.
    scale: &'static str,
    rating: Rating,
    /// The steps of the solution, if they are requested.
    steps: Option<Vec<LeanStep>>,
}

impl HumanRatings {
    /// Rates a board, and keeps the steps if they are requested.
    ///
    /// # Errors
    /// The name of the scale that cannot rate the board, with the reason.
    pub(crate) fn of(
        board: &Board,
        scales: &[&'static DatasetScale],
        has_steps: bool,
    ) -> Result<Self, String> {
        let state = State::from(board);
        let rate = |scale: &&'static DatasetScale| {
            let name = scale.name();
            let mut path = scale.rating_scale.path(&state, &Limits::ALL);
            let steps = has_steps.then(|| path.by_ref().map(LeanStep::from).collect());
            let rating = path.rated().map_err(|error| format!("{name}: {error}"))?;
            Ok(ScaleRating { scale: name, rating, steps })
        };
        scales.iter().map(rate).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the rating on a scale, if it was requested.
    pub(crate) fn on(&self, scale: &DatasetScale) -> Option<Rating> {
        self.0.iter().find(|it| it.scale == scale.name()).map(|it| it.rating)
    }

    /// Returns the steps on a scale, if they were requested.
    pub(crate) fn steps_on(&self, scale: &DatasetScale) -> Option<&[LeanStep]> {
        self.0.iter().find(|it| it.scale == scale.name())?.steps.as_deref()
    }

    /// Enumerates the ratings, each with the name of its scale.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &Rating)> {
        self.0.iter().map(|it| (it.scale, &it.rating))
    }
}
