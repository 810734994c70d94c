//! The scales of Sudoku Explainer 1.2.1 and of its successor SukakuExplainer 1.18.

use super::{Entry, Profile};
use crate::rating::Rule::{self, ByStep, Fixed};
use crate::step::{Evidence, Step, StepName};
use crate::technique::{
    Fish, HiddenSingles, HiddenSubset, LockedCandidates, LockedOrder, NakedSingles, NakedSubset,
    PeerOrder, Technique, XyWings,
};

/// The classic scale, that of ratings in most lists of hard puzzles.
pub static SE_1_2_1: Profile = Profile::of("Sudoku Explainer 1.2.1", &CLASSIC);

/// The scale of SukakuExplainer 1.18 as it is set up at first, with one thread.
pub static SUKAKU_1_18: Profile = Profile::of("SukakuExplainer 1.18", &SUKAKU);

const fn entry(technique: &'static dyn Technique, rule: Rule) -> Entry {
    Entry { technique, rule }
}

const fn locked(is_direct: bool, order: LockedOrder) -> LockedCandidates {
    LockedCandidates { is_direct, order }
}

const fn hidden(size: u8, is_direct: bool) -> HiddenSubset {
    HiddenSubset { size, is_direct }
}

const fn wing(is_xyz: bool, order: PeerOrder) -> XyWings {
    XyWings { is_xyz, order }
}

use LockedOrder::{DigitsFirst, HousesFirst};
use PeerOrder::{Ascending, ByHouse};

static CLASSIC: [Entry; 17] = [
    entry(&HiddenSingles, ByStep(hidden_single)),
    entry(&locked(true, HousesFirst), ByStep(direct_locking)),
    entry(&hidden(2, true), Fixed(2.0)),
    entry(&NakedSingles, Fixed(2.3)),
    entry(&hidden(3, true), Fixed(2.5)),
    entry(&locked(false, HousesFirst), ByStep(locking)),
    entry(&NakedSubset { size: 2 }, Fixed(3.0)),
    entry(&Fish { size: 2 }, Fixed(3.2)),
    entry(&hidden(2, false), Fixed(3.4)),
    entry(&NakedSubset { size: 3 }, Fixed(3.6)),
    entry(&Fish { size: 3 }, Fixed(3.8)),
    entry(&hidden(3, false), Fixed(4.0)),
    entry(&wing(false, ByHouse), Fixed(4.2)),
    entry(&wing(true, ByHouse), Fixed(4.4)),
    entry(&NakedSubset { size: 4 }, Fixed(5.0)),
    entry(&Fish { size: 4 }, Fixed(5.2)),
    entry(&hidden(4, false), Fixed(5.4)),
];

static SUKAKU: [Entry; 17] = [
    entry(&HiddenSingles, ByStep(hidden_single)),
    entry(&locked(true, DigitsFirst), ByStep(direct_locking)),
    entry(&hidden(2, true), Fixed(2.0)),
    entry(&NakedSingles, Fixed(2.3)),
    entry(&hidden(3, true), Fixed(2.5)),
    entry(&locked(false, DigitsFirst), ByStep(locking)),
    entry(&NakedSubset { size: 2 }, Fixed(3.0)),
    entry(&Fish { size: 2 }, Fixed(3.2)),
    entry(&hidden(2, false), Fixed(3.4)),
    entry(&NakedSubset { size: 3 }, Fixed(3.6)),
    entry(&Fish { size: 3 }, Fixed(3.8)),
    entry(&hidden(3, false), Fixed(4.0)),
    entry(&wing(false, Ascending), Fixed(4.2)),
    entry(&wing(true, Ascending), Fixed(4.4)),
    entry(&NakedSubset { size: 4 }, Fixed(5.0)),
    entry(&Fish { size: 4 }, Fixed(5.2)),
    entry(&hidden(4, false), Fixed(5.4)),
];

fn hidden_single(step: &Step) -> f64 {
    match (step.name, &step.evidence) {
        (StepName::LastCell, _) => 1.0,
        (_, Evidence::Single { house: Some(house) })
            if house.kind() == sudoku_core::HouseKind::Box =>
        {
            1.2
        }
        _ => 1.5,
    }
}

const fn direct_locking(step: &Step) -> f64 {
    if matches!(step.name, StepName::DirectPointing) { 1.7 } else { 1.9 }
}

const fn locking(step: &Step) -> f64 {
    if matches!(step.name, StepName::Pointing) { 2.6 } else { 2.8 }
}
