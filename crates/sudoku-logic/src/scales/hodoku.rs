//! The scale of HoDoKu 2.3 with its default settings.
//!
//! HoDoKu differs from the other programs in three ways:
//!
//! - Singles come from queues that each change of the board fills ([`PathPolicy`]), so the order of
//!   the eliminations of a step decides which single comes next.
//! - Most techniques collect all steps and sort them.
//! - A step adds its score to the puzzle's score and has a minimum level.
//!
//! The module `finders::hodoku` has one row for each technique, also for those that are off by
//! default.

use std::borrow::Cow;

use super::{OptionalEntry, PathPolicy, RatingScale};
use crate::finders::Entry;
use crate::finders::hodoku::ROWS;
use crate::rating::ScoreRule;

/// The scale of HoDoKu 2.3: the sum of the steps' scores, and the level of the hardest step.
///
/// The level increases while the sum is above the cap of the level: 800 for Easy, 1000 for Medium,
/// 1600 for Hard, 1800 for Unfair. The last entry is brute force, which takes a digit of the
/// solution. [`RatingScale::with`] adds techniques that HoDoKu's default settings do not use.
pub static HODOKU_2_3: RatingScale = RatingScale {
    name: "hodoku",
    title: "HoDoKu 2.3",
    entries: Cow::Borrowed(&TABLE),
    optional: &OPTIONAL,
    path_policy: PathPolicy { has_single_queues: true, fewest_clues: 10 },
};

/// The number of techniques that are off by default.
const OFF_COUNT: usize = {
    let (mut row, mut off) = (0, 0);
    while row < ROWS.len() {
        off += ROWS[row].is_off_by_default as usize;
        row += 1;
    }
    off
};

/// The entries of the techniques that are on by default.
static TABLE: [Entry; ROWS.len() - OFF_COUNT] = {
    let mut table = [entry(0); ROWS.len() - OFF_COUNT];
    let (mut row, mut on) = (0, 0);
    while row < ROWS.len() {
        if !ROWS[row].is_off_by_default {
            table[on] = entry(row);
            on += 1;
        }
        row += 1;
    }
    table
};

/// The entries of the techniques that are off by default.
static OPTIONAL: [OptionalEntry; OFF_COUNT] = {
    let mut table = [OptionalEntry { place: 0, entry: entry(0) }; OFF_COUNT];
    let (mut row, mut on) = (0, 0);
    while row < ROWS.len() {
        if ROWS[row].is_off_by_default {
            table[row - on] = OptionalEntry { place: on, entry: entry(row) };
        } else {
            on += 1;
        }
        row += 1;
    }
    table
};

/// Returns the entry of a row.
const fn entry(row: usize) -> Entry {
    let row = &ROWS[row];
    Entry { technique: row, rule: ScoreRule::Score { score: row.score, level: row.level } }
}
