//! The scale of HoDoKu 2.3 with its default settings.

use std::borrow::Cow;

mod techniques;

pub use techniques::HodokuTechnique;
use techniques::HodokuTechnique as T;

use super::{Entry, PathPolicy, RatingScale};
use crate::rating::HodokuLevel::{self, Easy, Extreme, Hard, Medium, Unfair};
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

const fn entry(technique: &'static T, score: u32, level: HodokuLevel) -> Entry {
    Entry { technique, rule: ScoreRule::Score { score, level } }
}

static TABLE: [Entry; 57] = [
    entry(&T::FullHouse, 4, Easy),
    entry(&T::NakedSingle, 4, Easy),
    entry(&T::HiddenSingle, 14, Easy),
    entry(&T::LockedSubset(2), 40, Medium),
    entry(&T::LockedSubset(3), 60, Medium),
    entry(&T::Pointing, 50, Medium),
    entry(&T::Claiming, 50, Medium),
    entry(&T::NakedSubset(2), 60, Medium),
    entry(&T::NakedSubset(3), 80, Medium),
    entry(&T::HiddenSubset(2), 70, Medium),
    entry(&T::HiddenSubset(3), 100, Medium),
    entry(&T::NakedSubset(4), 120, Hard),
    entry(&T::HiddenSubset(4), 150, Hard),
    entry(&T::Fish(2), 140, Hard),
    entry(&T::Fish(3), 150, Hard),
    entry(&T::Fish(4), 160, Hard),
    entry(&T::RemotePair, 110, Hard),
    entry(&T::BugPlusOne, 100, Hard),
    entry(&T::Skyscraper, 130, Hard),
    entry(&T::TwoStringKite, 150, Hard),
    entry(&T::TurbotFish, 120, Hard),
    entry(&T::EmptyRectangle, 120, Hard),
    entry(&T::WWing, 150, Hard),
    entry(&T::XyWing, 160, Hard),
    entry(&T::XyzWing, 180, Hard),
    entry(&T::UniquenessTest(1), 100, Hard),
    entry(&T::UniquenessTest(2), 100, Hard),
    entry(&T::UniquenessTest(3), 100, Hard),
    entry(&T::UniquenessTest(4), 100, Hard),
    entry(&T::UniquenessTest(5), 100, Hard),
    entry(&T::UniquenessTest(6), 100, Hard),
    entry(&T::HiddenRectangle, 100, Hard),
    entry(&T::AvoidableRectangle(1), 100, Hard),
    entry(&T::AvoidableRectangle(2), 100, Hard),
    entry(&T::FinnedFish(2), 130, Hard),
    entry(&T::SashimiFish(2), 150, Hard),
    entry(&T::FinnedFish(3), 200, Unfair),
    entry(&T::SashimiFish(3), 240, Unfair),
    entry(&T::FinnedFish(4), 250, Unfair),
    entry(&T::SashimiFish(4), 260, Unfair),
    entry(&T::SueDeCoq, 250, Unfair),
    entry(&T::SimpleColors, 150, Hard),
    entry(&T::MultiColors, 200, Hard),
    entry(&T::XChain, 260, Unfair),
    entry(&T::XyChain, 260, Unfair),
    entry(&T::NiceLoop, 280, Unfair),
    entry(&T::GroupedNiceLoop, 300, Unfair),
    entry(&T::AlsXz, 300, Unfair),
    entry(&T::AlsXyWing, 320, Unfair),
    entry(&T::AlsChain, 340, Unfair),
    entry(&T::FrankenFish(2), 300, Unfair),
    entry(&T::FrankenFish(3), 350, Unfair),
    entry(&T::FinnedFrankenFish(2), 390, Unfair),
    entry(&T::FinnedFrankenFish(3), 410, Unfair),
    entry(&T::ForcingChain, 500, Extreme),
    entry(&T::ForcingNet, 700, Extreme),
    entry(&T::BruteForce, 10_000, Extreme),
];
