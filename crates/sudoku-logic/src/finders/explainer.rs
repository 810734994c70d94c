//! The techniques of Sudoku Explainer 1.2.1 and of its successor SukakuExplainer 1.18: one row for
//! each, in the order of the programs.
//!
//! A row has the finder and the rule that rates its steps. A finder has the options by which the
//! two programs differ:
//!
//! | option | Sudoku Explainer 1.2.1 | SukakuExplainer 1.18 |
//! |---|---|---|
//! | order of locked candidates | house by house | digit by digit |
//! | order of the peers of a cell | by house | ascending |
//! | search for unique loops | counts rejected cells | counts cells of the ring only |
//! | BUG | as published | corrected |
//! | only in this program | one nesting | strong links, letter wings, three nestings of chains |
//!
//! Each file of the folder has the finders of a family with the names of their steps, and begins
//! with a worked example.

use sudoku_core::HouseKind;

use super::{Entry, Technique};
use crate::rating::ScoreRule::{self, ByLength, Fixed};
use crate::step::{Evidence, Step, StepName};

mod aligned;
mod alphabet_wings;
mod bit_counts;
mod bug;
mod chains;
mod fish;
mod locking;
mod singles;
mod strong_links;
mod subsets;
mod unique_loops;
mod wings;

pub use aligned::AlignedExclusion;
pub use alphabet_wings::AlphabetWings;
pub use bug::BivalueGrave;
pub use chains::{CyclesAndChains, ImplicationChains, Implications, Nesting};
pub use fish::Fish;
pub use locking::{LockedCandidates, LockedOrder};
pub use singles::{HiddenSingles, NakedSingles};
pub use strong_links::StrongLinks;
pub use subsets::{HiddenSubset, NakedSubset};
pub use unique_loops::{LoopRule, UniqueLoops};
pub use wings::{PeerOrder, XyWings};

pub(crate) use chains::NestedSpace;

const fn entry(technique: &'static dyn Technique, rule: ScoreRule) -> Entry {
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

const fn aligned(size: u8, order: PeerOrder) -> AlignedExclusion {
    AlignedExclusion { size, order }
}

const fn chains(implications: Implications, order: LockedOrder) -> ImplicationChains {
    ImplicationChains { implications, order }
}

const fn nested(nesting: Nesting, order: LockedOrder) -> ImplicationChains {
    chains(Implications::Advanced(nesting), order)
}

const fn by_step(ratings: &'static [f64], rate: fn(&Step) -> f64) -> ScoreRule {
    ScoreRule::PerStep { ratings, rate }
}

const LOOP_RATINGS: &[f64] = &[4.5, 4.6, 4.7, 4.8, 4.9, 5.0, 5.1, 5.2, 5.3];

const GRAVE_RATINGS: &[f64] = &[5.6, 5.7, 5.8, 5.9, 6.0, 6.1, 6.2];

use LockedOrder::{DigitsFirst, HousesFirst};
use PeerOrder::{Ascending, ByHouse};

/// Defines the table of one program. The rows outside brackets are those of both programs; rows in
/// brackets belong to this program only, and are listed in order. A list has the name of the rows
/// near which this program has its own, such as `$pairs`.
macro_rules! table {
    (
        $locked:expr, $peers:expr, $loops:expr, $is_corrected:literal,
        [$($pairs:expr),*], [$($triples:expr),*], [$($quads:expr),*],
        [$($after_pairs:expr),*], [$($after_cycles:expr),*], [$($nested:expr),*],
    ) => {
        [
            entry(&HiddenSingles, by_step(&[1.0, 1.2, 1.5], hidden_single)),
            entry(&locked(true, $locked), by_step(&[1.7, 1.9], direct_locking)),
            entry(&hidden(2, true), Fixed(2.0)),
            entry(&NakedSingles, Fixed(2.3)),
            entry(&hidden(3, true), Fixed(2.5)),
            entry(&locked(false, $locked), by_step(&[2.6, 2.8], locking)),
            entry(&NakedSubset { size: 2 }, Fixed(3.0)),
            entry(&Fish { size: 2 }, Fixed(3.2)),
            entry(&hidden(2, false), Fixed(3.4)),
            entry(&NakedSubset { size: 3 }, Fixed(3.6)),
            entry(&Fish { size: 3 }, Fixed(3.8)),
            entry(&hidden(3, false), Fixed(4.0)),
            $($pairs,)*
            entry(&wing(false, $peers), Fixed(4.2)),
            entry(&wing(true, $peers), Fixed(4.4)),
            entry(&UniqueLoops { rule: $loops }, by_step(LOOP_RATINGS, unique_loop)),
            entry(&NakedSubset { size: 4 }, Fixed(5.0)),
            entry(&Fish { size: 4 }, Fixed(5.2)),
            entry(&hidden(4, false), Fixed(5.4)),
            $($triples,)*
            entry(&BivalueGrave { is_corrected: $is_corrected }, by_step(GRAVE_RATINGS, grave)),
            $($quads,)*
            entry(&aligned(2, $peers), Fixed(6.2)),
            $($after_pairs,)*
            entry(&CyclesAndChains { order: $peers }, CyclesAndChains::RULE),
            $($after_cycles,)*
            entry(&aligned(3, $peers), Fixed(7.5)),
            entry(&chains(Implications::Nishio, $locked), ByLength(7.5)),
            entry(&chains(Implications::Multiple, $locked), ByLength(8.0)),
            entry(&chains(Implications::Dynamic, $locked), ByLength(8.5)),
            entry(&nested(Nesting::Simple, $locked), ByLength(9.0)),
            entry(&nested(Nesting::Static, $locked), ByLength(9.5)),
            entry(&nested(Nesting::Multiple, $locked), ByLength(10.0)),
            entry(&nested(Nesting::Dynamic, $locked), ByLength(10.5)),
            $($nested,)*
        ]
    };
}

/// The table of Sudoku Explainer 1.2.1.
pub(crate) static CLASSIC: &[Entry] = &table![
    HousesFirst,
    ByHouse,
    LoopRule::Classic,
    false,
    [],
    [],
    [],
    [],
    [],
    [entry(&nested(Nesting::DynamicAndStatic, HousesFirst), ByLength(11.0))],
];

/// The table of SukakuExplainer 1.18.
pub(crate) static SUKAKU: &[Entry] = &table![
    DigitsFirst,
    Ascending,
    LoopRule::Corrected,
    true,
    [entry(&StrongLinks::TWO, by_step(&[4.0, 4.1, 4.2, 4.3], two_strong_links))],
    [
        entry(&StrongLinks::THREE, by_step(&[5.4, 5.5, 5.6, 5.7], three_strong_links)),
        entry(&AlphabetWings { size: 4 }, by_step(&[5.5, 5.6], wxyz_wing))
    ],
    [
        entry(&StrongLinks::FOUR, by_step(&[5.8, 5.9, 6.0, 6.1], four_strong_links)),
        entry(&AlphabetWings { size: 5 }, by_step(&[6.2, 6.3, 6.4], vwxyz_wing))
    ],
    [entry(&AlphabetWings { size: 6 }, Fixed(6.6))],
    [entry(&AlphabetWings { size: 7 }, Fixed(7.5))],
    [
        entry(&nested(Nesting::DynamicSimple, DigitsFirst), ByLength(10.5)),
        entry(&nested(Nesting::DynamicStatic, DigitsFirst), ByLength(10.5)),
        entry(&nested(Nesting::DynamicMultiple, DigitsFirst), ByLength(10.5))
    ],
];

fn hidden_single(step: &Step) -> f64 {
    match (step.name, &step.evidence) {
        (StepName::LAST_CELL, _) => 1.0,
        (_, Evidence::Single { house: Some(house) }) if house.kind() == HouseKind::Box => 1.2,
        _ => 1.5,
    }
}

fn direct_locking(step: &Step) -> f64 {
    if matches!(step.name, StepName::DIRECT_POINTING) { 1.7 } else { 1.9 }
}

fn locking(step: &Step) -> f64 {
    if matches!(step.name, StepName::POINTING) { 2.6 } else { 2.8 }
}

/// Rates a unique loop by its length, and in type 3 also by the size of the subset.
fn unique_loop(step: &Step) -> f64 {
    let Evidence::Loop { cells, support, .. } = &step.evidence else { return 0.0 };
    let length = match cells.len() {
        ..6 => 4.5,
        6..8 => 4.5 + 0.1,
        8..10 => 4.5 + 0.2,
        _ => 4.5 + 0.3 + 0.2,
    };
    match support {
        Some(support) if step.name == StepName::UNIQUE_LOOP_3 => {
            let size = if support.is_hidden { support.cells.len() } else { support.digits.len() };
            length + tenths_above_one(size)
        }
        _ => length,
    }
}

fn grave(step: &Step) -> f64 {
    let Evidence::Grave { support, .. } = &step.evidence else { return 0.0 };
    match (step.name, support) {
        (StepName::BIVALUE_GRAVE_1, _) => 5.6,
        (StepName::BIVALUE_GRAVE_3, Some(support)) => 5.7 + tenths_above_one(support.digits.len()),
        _ => 5.7,
    }
}

fn tenths_above_one(size: usize) -> f64 {
    (size as f64 - 1.0) * 0.1
}

fn two_strong_links(step: &Step) -> f64 {
    4.0 + added_by_houses(step)
}

fn three_strong_links(step: &Step) -> f64 {
    5.4 + added_by_houses(step)
}

fn four_strong_links(step: &Step) -> f64 {
    5.8 + added_by_houses(step)
}

/// Returns the addition for the houses of strong links: 0.1 each for a box and for crossing lines,
/// and more than both for a group.
fn added_by_houses(step: &Step) -> f64 {
    let Evidence::StrongLinks { links, .. } = &step.evidence else { return 0.0 };
    let has = |kind| links.iter().any(|link| link.house.kind() == kind);
    if links.iter().any(|link| link.is_grouped) {
        return 0.3;
    }
    let has_box = has(HouseKind::Box);
    match (has_box, has(HouseKind::Row) && has(HouseKind::Column)) {
        (false, false) => 0.0,
        (true, true) => 0.2,
        _ => 0.1,
    }
}

const fn wxyz_wing(step: &Step) -> f64 {
    if largest_cell(step) == 3 { 5.5 + 0.1 } else { 5.5 }
}

const fn vwxyz_wing(step: &Step) -> f64 {
    match largest_cell(step) {
        3 => 6.2 + 0.2,
        2 | 4 => 6.2 + 0.1,
        _ => 6.2,
    }
}

const fn largest_cell(step: &Step) -> usize {
    match step.evidence {
        Evidence::LetterWing { largest, .. } => largest,
        _ => 0,
    }
}
