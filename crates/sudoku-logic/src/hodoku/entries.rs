//! The table of the scale: techniques in their order, with scores and levels.

use std::ops::ControlFlow;

use sudoku_core::Limits;

use super::HodokuLevel::{self, Easy, Extreme, Hard, Medium, Unfair};
use super::fish::{self, Fins, Search, Shape};
use super::simple_chains::{Kind, chains};
use super::sink::{HodokuOptions, Removals, Sink, View};
use super::track::Track;
use super::{blossom, colors, placed, rectangles, sets, single_digit, subsets, sue_de_coq};
use super::{tables, templates, wings};
use crate::state::State;
use crate::step::{Step, StepName};

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HodokuEntry {
    /// What is looked for.
    pub technique: HodokuTechnique,
    /// What a step adds to a puzzle's score.
    pub score: u32,
    /// The level of a puzzle that needs it.
    pub level: HodokuLevel,
}

/// What is looked for in one go.
///
/// Subsets have a size of 2 to 4, locked ones of 2 or 3, and fish of 2 to 7; of other sizes nothing
/// is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum HodokuTechnique {
    /// The last blank cell of a house.
    FullHouse,
    /// A cell with one candidate.
    NakedSingle,
    /// A digit with one place in a house.
    HiddenSingle,
    /// Naked subsets of this size that act in a line and a box.
    LockedSubset(u8),
    /// Digits of a box bound to a line.
    Pointing,
    /// Digits of a line bound to a box.
    Claiming,
    /// Naked subsets of this size that are not locked.
    NakedSubset(u8),
    /// Hidden subsets of this size.
    HiddenSubset(u8),
    /// Basic fish of this size.
    Fish(u8),
    /// Basic fish with fins.
    FinnedFish(u8),
    /// Basic fish with fins that lack a place without them.
    SashimiFish(u8),
    /// Fish with boxes.
    FrankenFish(u8),
    /// Fish with boxes and fins.
    FinnedFrankenFish(u8),
    /// Fish of any houses.
    MutantFish(u8),
    /// Fish of any houses with fins.
    FinnedMutantFish(u8),
    /// Remote pairs.
    RemotePair,
    /// Bivalue universal grave + 1.
    BugPlusOne,
    /// Skyscrapers.
    Skyscraper,
    /// Two-string kites.
    TwoStringKite,
    /// Turbot fish.
    TurbotFish,
    /// Empty rectangles.
    EmptyRectangle,
    /// W-Wings.
    WWing,
    /// XY-Wings.
    XyWing,
    /// XYZ-Wings.
    XyzWing,
    /// A kind of rectangle of blank cells.
    UniqueRectangle(StepName),
    /// A kind of rectangle with placed digits.
    AvoidableRectangle(StepName),
    /// Sue de Coq.
    SueDeCoq,
    /// Simple colors.
    SimpleColors,
    /// Multi-colors.
    MultiColors,
    /// X-Chains.
    XChain,
    /// XY-Chains.
    XyChain,
    /// Nice loops and AICs.
    NiceLoop,
    /// Nice loops and AICs through groups of cells.
    GroupedNiceLoop,
    /// Two almost locked sets.
    AlsXz,
    /// Three almost locked sets.
    AlsXyWing,
    /// Chains of almost locked sets.
    AlsChain,
    /// A cell with an almost locked set for each of its candidates.
    DeathBlossom,
    /// Cells that all ways to place a digit share.
    TemplateSet,
    /// Cells that no way to place a digit has.
    TemplateDelete,
    /// Forcing chains.
    ForcingChain,
    /// Forcing nets.
    ForcingNet,
    /// A digit of the solution.
    BruteForce,
}

use HodokuTechnique as T;

const fn entry(technique: HodokuTechnique, score: u32, level: HodokuLevel) -> HodokuEntry {
    HodokuEntry { technique, score, level }
}

const fn unique(name: StepName) -> HodokuEntry {
    entry(T::UniqueRectangle(name), 100, Hard)
}

const fn avoidable(name: StepName) -> HodokuEntry {
    entry(T::AvoidableRectangle(name), 100, Hard)
}

/// What the program looks for as it is set up at first, in its order.
pub(super) static TABLE: &[HodokuEntry] = &[
    entry(T::FullHouse, 4, Easy),
    entry(T::NakedSingle, 4, Easy),
    entry(T::HiddenSingle, 14, Easy),
    entry(T::LockedSubset(2), 40, Medium),
    entry(T::LockedSubset(3), 60, Medium),
    entry(T::Pointing, 50, Medium),
    entry(T::Claiming, 50, Medium),
    entry(T::NakedSubset(2), 60, Medium),
    entry(T::NakedSubset(3), 80, Medium),
    entry(T::HiddenSubset(2), 70, Medium),
    entry(T::HiddenSubset(3), 100, Medium),
    entry(T::NakedSubset(4), 120, Hard),
    entry(T::HiddenSubset(4), 150, Hard),
    entry(T::Fish(2), 140, Hard),
    entry(T::Fish(3), 150, Hard),
    entry(T::Fish(4), 160, Hard),
    entry(T::RemotePair, 110, Hard),
    entry(T::BugPlusOne, 100, Hard),
    entry(T::Skyscraper, 130, Hard),
    entry(T::TwoStringKite, 150, Hard),
    entry(T::TurbotFish, 120, Hard),
    entry(T::EmptyRectangle, 120, Hard),
    entry(T::WWing, 150, Hard),
    entry(T::XyWing, 160, Hard),
    entry(T::XyzWing, 180, Hard),
    unique(StepName::UniquenessTest1),
    unique(StepName::UniquenessTest2),
    unique(StepName::UniquenessTest3),
    unique(StepName::UniquenessTest4),
    unique(StepName::UniquenessTest5),
    unique(StepName::UniquenessTest6),
    unique(StepName::HiddenRectangle),
    avoidable(StepName::AvoidableRectangle1),
    avoidable(StepName::AvoidableRectangle2),
    entry(T::FinnedFish(2), 130, Hard),
    entry(T::SashimiFish(2), 150, Hard),
    entry(T::FinnedFish(3), 200, Unfair),
    entry(T::SashimiFish(3), 240, Unfair),
    entry(T::FinnedFish(4), 250, Unfair),
    entry(T::SashimiFish(4), 260, Unfair),
    entry(T::SueDeCoq, 250, Unfair),
    entry(T::SimpleColors, 150, Hard),
    entry(T::MultiColors, 200, Hard),
    entry(T::XChain, 260, Unfair),
    entry(T::XyChain, 260, Unfair),
    entry(T::NiceLoop, 280, Unfair),
    entry(T::GroupedNiceLoop, 300, Unfair),
    entry(T::AlsXz, 300, Unfair),
    entry(T::AlsXyWing, 320, Unfair),
    entry(T::AlsChain, 340, Unfair),
    entry(T::FrankenFish(2), 300, Unfair),
    entry(T::FrankenFish(3), 350, Unfair),
    entry(T::FinnedFrankenFish(2), 390, Unfair),
    entry(T::FinnedFrankenFish(3), 410, Unfair),
    entry(T::ForcingChain, 500, Extreme),
    entry(T::ForcingNet, 700, Extreme),
    entry(T::BruteForce, 10_000, Extreme),
];

impl HodokuTechnique {
    /// Every technique of the scale as the program is set up at first, in its order.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|entry| entry.technique)
    }

    /// Every step of this kind, as far as `options` go; brute force has none here.
    #[must_use]
    pub fn steps(self, state: &State, options: &HodokuOptions) -> Vec<Step> {
        let view = View { state, options, limits: &Limits::ALL };
        let track = Track::new(state);
        let only = |found: Vec<(Step, Removals)>| found.into_iter().map(|(step, _)| step);
        let mut steps: Vec<Step> = only(self.find(view, &track, false, self.wanted())).collect();
        if options.duals {
            let duals = match self {
                T::TwoStringKite | T::EmptyRectangle => single_digit::duals(&steps),
                // A finned and a sashimi fish make a pair, too.
                T::FinnedFish(_) | T::SashimiFish(_) => {
                    let all: Vec<Step> = only(self.find(view, &track, false, None)).collect();
                    let mut duals = fish::siamese(&all);
                    duals.retain(|step| Some(step.name) == self.wanted());
                    duals
                }
                T::Fish(_)
                | T::FrankenFish(_)
                | T::FinnedFrankenFish(_)
                | T::MutantFish(_)
                | T::FinnedMutantFish(_) => fish::siamese(&steps),
                _ => Vec::new(),
            };
            steps.extend(duals);
        }
        steps
    }

    /// The step of this kind that the program takes first.
    pub(super) fn first(self, view: View<'_>, track: &Track) -> Option<(Step, Removals)> {
        self.find(view, track, true, self.wanted()).pop()
    }

    fn find(
        self,
        view: View<'_>,
        track: &Track,
        first_only: bool,
        wanted: Option<StepName>,
    ) -> Vec<(Step, Removals)> {
        let mut sink = Sink { first_only, wanted, found: Vec::new() };
        if !self.has_known_size() {
            return sink.found;
        }
        // The sink has all there is to know about the end of the search.
        let (ControlFlow::Continue(()) | ControlFlow::Break(())) =
            self.search(view, track, &mut sink);
        sink.found
    }

    /// Whether the scale has a name for this size; of other sizes nothing is found.
    const fn has_known_size(self) -> bool {
        match self {
            T::LockedSubset(size) => matches!(size, 2 | 3),
            T::NakedSubset(size) | T::HiddenSubset(size) => matches!(size, 2..=4),
            T::Fish(size)
            | T::FinnedFish(size)
            | T::SashimiFish(size)
            | T::FrankenFish(size)
            | T::FinnedFrankenFish(size)
            | T::MutantFish(size)
            | T::FinnedMutantFish(size) => matches!(size, 2..=7),
            _ => true,
        }
    }

    /// Where a search finds steps of several names, the one that this technique is about.
    fn wanted(self) -> Option<StepName> {
        match self {
            T::FinnedFish(size) => fish::name_of(&fish::FINNED, size),
            T::SashimiFish(size) => fish::name_of(&fish::SASHIMI, size),
            T::UniqueRectangle(name) | T::AvoidableRectangle(name) => Some(name),
            _ => None,
        }
    }

    fn search(self, view: View<'_>, track: &Track, sink: &mut Sink) -> ControlFlow<()> {
        let fish = |size: u8, shape, fins| Search { view, size: usize::from(size), shape, fins };
        match self {
            T::FullHouse => placed::full_houses(view, sink),
            T::NakedSingle => placed::naked_singles(view, sink),
            T::HiddenSingle => placed::hidden_singles(view, sink),
            T::DeathBlossom => blossom::death_blossom(view, sink),
            T::TemplateSet => templates::template_set(view, sink),
            T::TemplateDelete => templates::template_delete(view, sink),
            T::BruteForce => ControlFlow::Continue(()),
            T::LockedSubset(size) => subsets::naked(view, u32::from(size), Some(true), sink),
            T::Pointing => subsets::locked_candidates(view, true, sink),
            T::Claiming => subsets::locked_candidates(view, false, sink),
            T::NakedSubset(size) => subsets::naked(view, u32::from(size), Some(false), sink),
            T::HiddenSubset(size) => subsets::hidden(view, u32::from(size), sink),
            T::Fish(size) => fish(size, Shape::Basic, Fins::None).find(sink),
            T::FinnedFish(size) | T::SashimiFish(size) => {
                fish(size, Shape::Basic, Fins::Some).find(sink)
            }
            T::FrankenFish(size) => fish(size, Shape::Franken, Fins::None).find(sink),
            T::FinnedFrankenFish(size) => fish(size, Shape::Franken, Fins::Some).find(sink),
            T::MutantFish(size) => fish(size, Shape::Mutant, Fins::None).find(sink),
            T::FinnedMutantFish(size) => fish(size, Shape::Mutant, Fins::Some).find(sink),
            T::RemotePair => chains(view, Kind::Remote, sink),
            T::BugPlusOne => wings::bug_plus_one(view, sink),
            T::Skyscraper => single_digit::skyscrapers(view, sink),
            T::TwoStringKite => single_digit::two_string_kites(view, sink),
            T::TurbotFish => chains(view, Kind::Turbot, sink),
            T::EmptyRectangle => single_digit::empty_rectangles(view, sink),
            T::WWing => wings::w_wings(view, sink),
            T::XyWing => wings::xy_wings(view, false, sink),
            T::XyzWing => wings::xy_wings(view, true, sink),
            T::UniqueRectangle(_) => rectangles::unique(view, sink),
            T::AvoidableRectangle(_) => rectangles::avoidable(view, sink),
            T::SueDeCoq => sue_de_coq::sue_de_coq(view, sink),
            T::SimpleColors => colors::simple(view, sink),
            T::MultiColors => colors::multi(view, sink),
            T::XChain => chains(view, Kind::X, sink),
            T::XyChain => chains(view, Kind::Xy, sink),
            T::NiceLoop => tables::nice_loops(view, false, false, sink),
            T::GroupedNiceLoop => tables::nice_loops(view, true, !sink.first_only, sink),
            T::AlsXz => sets::als_xz(view, sink),
            T::AlsXyWing => sets::als_xy_wing(view, sink),
            T::AlsChain => sets::als_chain(view, sink),
            T::ForcingChain => tables::forcing(view, None, sink),
            T::ForcingNet => tables::forcing(view, Some(track), sink),
        }
    }
}
