//! The scale of HoDoKu 2.3 with its default settings.
//!
//! HoDoKu differs from the other programs in three ways:
//!
//! - Singles come from queues that each change of the board fills ([`PathPolicy`]), so the order of
//!   the eliminations of a step decides which single comes next.
//! - Most techniques collect all steps and sort them.
//! - A step adds its score to the puzzle's score and has a minimum level.
//!
//! [`rows`] has one row for each technique. A row without a score is disabled by default.

use std::borrow::Cow;

mod rows;
mod search;
mod techniques;

use rows::{ROWS, SCORED};
pub use techniques::HodokuTechnique;

use super::{Entry, PathPolicy, RatingScale};
use crate::rating::ScoreRule;

/// The scale of HoDoKu 2.3: the sum of the steps' scores, and the level of the hardest step.
///
/// The level increases while the sum is above the cap of the level: 800 for Easy, 1000 for Medium,
/// 1600 for Hard, 1800 for Unfair. The last entry is brute force, which takes a digit of the
/// solution.
pub static HODOKU_2_3: RatingScale = RatingScale {
    name: "hodoku",
    title: "HoDoKu 2.3",
    entries: Cow::Borrowed(&TABLE),
    path_policy: PathPolicy { has_single_queues: true, fewest_clues: 10 },
};

/// The entries of the rows that have a score.
static TABLE: [Entry; SCORED] = {
    let mut table = [Entry { technique: &ROWS[0], rule: ScoreRule::Fixed(0.0) }; SCORED];
    let mut index = 0;
    while index < SCORED {
        if let Some((score, level)) = ROWS[index].score {
            let rule = ScoreRule::Score { score, level };
            table[index] = Entry { technique: &ROWS[index], rule };
        }
        index += 1;
    }
    table
};
