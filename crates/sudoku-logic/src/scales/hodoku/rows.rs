//! The registry of HoDoKu's techniques: one row for each, in the order of its scale.
//!
//! A row has all facts about a technique: the names of its steps, its score and level, the finder,
//! and how its search differs from that of others. To add a technique, follow the list in
//! `docs/development/adding-things.md`.

use std::ops::ControlFlow;

use crate::finders::hodoku::fish::{self, Fins, FishSearch, Shape};
use crate::finders::hodoku::placed;
use crate::finders::hodoku::simple_chains::{SimpleChainKind, chains};
use crate::finders::hodoku::sink::{HodokuSink, View};
use crate::finders::hodoku::tables::{self, Through};
use crate::finders::hodoku::{blossom, colors, rectangles, sets, single_digit, subsets};
use crate::finders::hodoku::{sue_de_coq, templates, wings};
use crate::finders::{ByBoard, Cache};
use crate::rating::HodokuLevel::{self, Easy, Extreme, Hard, Medium, Unfair};
use crate::state::Cells;
use crate::step::{Step, StepName, StepName as N};
use crate::track::Track;

use HodokuTechnique as T;

/// A technique of HoDoKu, searched for in one pass.
///
/// Subsets have a size of 2 to 4, locked subsets of 2 or 3, and fish of 2 to 7. Other sizes, and
/// tests and types that do not exist, find nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum HodokuTechnique {
    /// The last blank cell of a house.
    FullHouse,
    /// A cell with one candidate.
    NakedSingle,
    /// A digit with one place in a house.
    HiddenSingle,
    /// Naked subsets of this size that eliminate in a line and a box.
    LockedSubset(u8),
    /// Digits of a box that are confined to a line.
    Pointing,
    /// Digits of a line that are confined to a box.
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
    /// Kraken fish of type 1 or 2: fish of rows, columns and boxes, up to size 4, with one or two
    /// fins that start chains. In type 1 these lead to an elimination of the fish. In type 2 chains
    /// start from the places in a cover house too and lead to any conclusion.
    KrakenFish(u8),
    /// Remote pairs.
    RemotePair,
    /// Bivalue universal grave + 1.
    BugPlusOne,
    /// Skyscrapers.
    Skyscraper,
    /// Two-string kites.
    TwoStringKite,
    /// Pairs of two-string kites with the same cells in a box.
    DualTwoStringKite,
    /// Turbot fish.
    TurbotFish,
    /// Empty rectangles.
    EmptyRectangle,
    /// Pairs of empty rectangles in the same box.
    DualEmptyRectangle,
    /// W-Wings.
    WWing,
    /// XY-Wings.
    XyWing,
    /// XYZ-Wings.
    XyzWing,
    /// Rectangles of blank cells, of uniqueness test 1 to 6.
    UniquenessTest(u8),
    /// Rectangles of blank cells in which one digit is confined to two lines.
    HiddenRectangle,
    /// Rectangles with placed digits, of type 1 or 2.
    AvoidableRectangle(u8),
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
    /// Cells that all templates of a digit share.
    TemplateSet,
    /// Cells that no template of a digit uses.
    TemplateDelete,
    /// Forcing chains.
    ForcingChain,
    /// Forcing nets.
    ForcingNet,
    /// A digit of the solution.
    BruteForce,
}

/// A technique of HoDoKu with everything that the scale and the search have to know about it.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) technique: T,
    /// The possible names of its steps.
    pub(super) names: &'static [StepName],
    pub(super) score: u32,
    /// The minimum level of a puzzle with such a step.
    pub(super) level: HodokuLevel,
    /// True if HoDoKu's default settings do not use the technique.
    pub(super) is_off_by_default: bool,
    pub(super) finder: Finder,
    /// The function that takes the next step from a queue of singles, if there is such a queue.
    pub(super) next_in: Option<NextSingle>,
    /// The function that joins two fish with the same base to one step, if the pattern is a fish.
    pub(super) siamese: Option<Pairing>,
    /// True if a pattern has one digit, so that digits without a removable place are skipped.
    /// `View::removable` is computed only for such rows, and is zero for the others.
    pub(super) is_by_digit: bool,
    /// True if the finder also finds steps with names of other rows. Such steps are skipped.
    pub(super) finds_other_names: bool,
    pub(super) assumes_one_solution: bool,
    pub(super) is_last_resort: bool,
}

/// The function that takes the next step from a queue of singles.
type NextSingle = fn(&mut Track) -> Option<Step>;

/// The function that joins two steps to one.
type Pairing = fn(&[Step]) -> Vec<Step>;

/// The function that finds the steps of a row.
pub(super) type Finder = fn(FinderInput<'_>) -> ControlFlow<()>;

/// The input of a finder.
pub(super) struct FinderInput<'a> {
    pub(super) view: View<'a>,
    /// The size of the technique.
    pub(super) size: u8,
    pub(super) track: &'a Track,
    pub(super) cache: &'a mut Cache,
    pub(super) sink: &'a mut HodokuSink,
}

impl HodokuTechnique {
    /// Returns the number of houses, cells or digits of the pattern, or the number of its type.
    /// Returns 0 if the technique has neither.
    pub(super) const fn size(self) -> u8 {
        match self {
            T::LockedSubset(size)
            | T::NakedSubset(size)
            | T::HiddenSubset(size)
            | T::Fish(size)
            | T::FinnedFish(size)
            | T::SashimiFish(size)
            | T::FrankenFish(size)
            | T::FinnedFrankenFish(size)
            | T::MutantFish(size)
            | T::FinnedMutantFish(size)
            | T::KrakenFish(size)
            | T::UniquenessTest(size)
            | T::AvoidableRectangle(size) => size,
            _ => 0,
        }
    }
}

const fn row(technique: T, names: &'static [StepName], finder: Finder) -> Row {
    Row {
        technique,
        names,
        score: 0,
        level: Easy,
        is_off_by_default: false,
        finder,
        next_in: None,
        siamese: None,
        is_by_digit: false,
        finds_other_names: false,
        assumes_one_solution: false,
        is_last_resort: false,
    }
}

/// Makes the row of a fish; the names are those of sizes two to seven.
const fn fish(technique: T, names: &'static [StepName; 6], finder: Finder) -> Row {
    let name = std::slice::from_ref(&names[technique.size() as usize - 2]);
    Row { siamese: Some(fish::siamese), ..row(technique, name, finder).by_digit() }
}

/// Makes the row of a rectangle. One search finds the rectangles of all rows.
const fn rectangle(technique: T, names: &'static [StepName], finder: Finder) -> Row {
    row(technique, names, finder).with_one_solution().with_other_names()
}

impl Row {
    const fn scored(self, score: u32, level: HodokuLevel) -> Self {
        Self { score, level, ..self }
    }

    const fn off_by_default(self) -> Self {
        Self { is_off_by_default: true, ..self }
    }

    const fn with_queue(self, next_in: NextSingle) -> Self {
        Self { next_in: Some(next_in), ..self }
    }

    const fn by_digit(self) -> Self {
        Self { is_by_digit: true, ..self }
    }

    const fn with_other_names(self) -> Self {
        Self { finds_other_names: true, ..self }
    }

    const fn with_one_solution(self) -> Self {
        Self { assumes_one_solution: true, ..self }
    }

    const fn last_resort(self) -> Self {
        Self { is_last_resort: true, ..self }
    }
}

/// The techniques in the order of the scale.
pub(super) static ROWS: &[Row] = &[
    row(T::FullHouse, &[N::LastCell], |f| placed::full_houses(f.view, f.sink))
        .with_queue(next_full_house)
        .scored(4, Easy),
    row(T::NakedSingle, &[N::NakedSingle], |f| placed::naked_singles(f.view, f.sink))
        .with_queue(next_naked_single)
        .scored(4, Easy),
    row(T::HiddenSingle, &[N::HiddenSingle], |f| placed::hidden_singles(f.view, f.sink))
        .with_queue(next_hidden_single)
        .scored(14, Easy),
    row(T::LockedSubset(2), &[N::LockedPair], locked_subsets).scored(40, Medium),
    row(T::LockedSubset(3), &[N::LockedTriple], locked_subsets).scored(60, Medium),
    row(T::Pointing, &[N::Pointing], |f| {
        subsets::locked_candidates(f.view, true, &mut f.cache.failed, f.sink)
    })
    .scored(50, Medium),
    row(T::Claiming, &[N::Claiming], |f| {
        subsets::locked_candidates(f.view, false, &mut f.cache.failed, f.sink)
    })
    .scored(50, Medium),
    row(T::NakedSubset(2), &[N::NakedPair], naked_subsets).scored(60, Medium),
    row(T::NakedSubset(3), &[N::NakedTriple], naked_subsets).scored(80, Medium),
    row(T::HiddenSubset(2), &[N::HiddenPair], hidden_subsets).scored(70, Medium),
    row(T::HiddenSubset(3), &[N::HiddenTriple], hidden_subsets).scored(100, Medium),
    row(T::NakedSubset(4), &[N::NakedQuad], naked_subsets).scored(120, Hard),
    row(T::HiddenSubset(4), &[N::HiddenQuad], hidden_subsets).scored(150, Hard),
    fish(T::Fish(2), &fish::PLAIN, basic_fish).scored(140, Hard),
    fish(T::Fish(3), &fish::PLAIN, basic_fish).scored(150, Hard),
    fish(T::Fish(4), &fish::PLAIN, basic_fish).scored(160, Hard),
    fish(T::Fish(5), &fish::PLAIN, basic_fish).scored(470, Unfair).off_by_default(),
    fish(T::Fish(6), &fish::PLAIN, basic_fish).scored(470, Unfair).off_by_default(),
    fish(T::Fish(7), &fish::PLAIN, basic_fish).scored(470, Unfair).off_by_default(),
    row(T::RemotePair, &[N::RemotePair], |f| {
        chains(f.view, SimpleChainKind::Remote, &mut f.cache.chains, f.sink)
    })
    .scored(110, Hard),
    row(T::BugPlusOne, &[N::BugPlusOne], |f| wings::bug_plus_one(f.view, f.sink))
        .with_one_solution()
        .scored(100, Hard),
    row(T::Skyscraper, &[N::Skyscraper], |f| single_digit::skyscrapers(f.view, f.sink))
        .by_digit()
        .scored(130, Hard),
    row(T::DualTwoStringKite, &[N::DualTwoStringKite], |f| {
        single_digit::duals(f.view, single_digit::two_string_kites, f.sink)
    })
    .by_digit()
    .scored(150, Hard)
    .off_by_default(),
    row(T::TwoStringKite, &[N::TwoStringKite], |f| single_digit::two_string_kites(f.view, f.sink))
        .by_digit()
        .scored(150, Hard),
    row(T::TurbotFish, &[N::TurbotFish], |f| {
        chains(f.view, SimpleChainKind::Turbot, &mut f.cache.chains, f.sink)
    })
    .by_digit()
    .scored(120, Hard),
    row(T::DualEmptyRectangle, &[N::DualEmptyRectangle], |f| {
        single_digit::duals(f.view, single_digit::empty_rectangles, f.sink)
    })
    .by_digit()
    .scored(120, Hard)
    .off_by_default(),
    row(T::EmptyRectangle, &[N::EmptyRectangle], |f| {
        single_digit::empty_rectangles(f.view, f.sink)
    })
    .by_digit()
    .scored(120, Hard),
    row(T::WWing, &[N::WWing], |f| wings::w_wings(f.view, f.sink)).scored(150, Hard),
    row(T::XyWing, &[N::XyWing], |f| wings::xy_wings(f.view, false, f.sink)).scored(160, Hard),
    row(T::XyzWing, &[N::XyzWing], |f| wings::xy_wings(f.view, true, f.sink)).scored(180, Hard),
    rectangle(T::UniquenessTest(1), &[N::UniquenessTest1], unique_rectangles).scored(100, Hard),
    rectangle(T::UniquenessTest(2), &[N::UniquenessTest2], unique_rectangles).scored(100, Hard),
    rectangle(T::UniquenessTest(3), &[N::UniquenessTest3], unique_rectangles).scored(100, Hard),
    rectangle(T::UniquenessTest(4), &[N::UniquenessTest4], unique_rectangles).scored(100, Hard),
    rectangle(T::UniquenessTest(5), &[N::UniquenessTest5], unique_rectangles).scored(100, Hard),
    rectangle(T::UniquenessTest(6), &[N::UniquenessTest6], unique_rectangles).scored(100, Hard),
    rectangle(T::HiddenRectangle, &[N::HiddenRectangle], unique_rectangles).scored(100, Hard),
    rectangle(T::AvoidableRectangle(1), &[N::AvoidableRectangle1], avoidable_rectangles)
        .scored(100, Hard),
    rectangle(T::AvoidableRectangle(2), &[N::AvoidableRectangle2], avoidable_rectangles)
        .scored(100, Hard),
    fish(T::FinnedFish(2), &fish::FINNED, finned_fish).with_other_names().scored(130, Hard),
    fish(T::SashimiFish(2), &fish::SASHIMI, finned_fish).with_other_names().scored(150, Hard),
    fish(T::FinnedFish(3), &fish::FINNED, finned_fish).with_other_names().scored(200, Unfair),
    fish(T::SashimiFish(3), &fish::SASHIMI, finned_fish).with_other_names().scored(240, Unfair),
    fish(T::FinnedFish(4), &fish::FINNED, finned_fish).with_other_names().scored(250, Unfair),
    fish(T::SashimiFish(4), &fish::SASHIMI, finned_fish).with_other_names().scored(260, Unfair),
    fish(T::FinnedFish(5), &fish::FINNED, finned_fish)
        .with_other_names()
        .scored(470, Unfair)
        .off_by_default(),
    fish(T::SashimiFish(5), &fish::SASHIMI, finned_fish)
        .with_other_names()
        .scored(470, Unfair)
        .off_by_default(),
    fish(T::FinnedFish(6), &fish::FINNED, finned_fish)
        .with_other_names()
        .scored(470, Unfair)
        .off_by_default(),
    fish(T::SashimiFish(6), &fish::SASHIMI, finned_fish)
        .with_other_names()
        .scored(470, Unfair)
        .off_by_default(),
    fish(T::FinnedFish(7), &fish::FINNED, finned_fish)
        .with_other_names()
        .scored(470, Unfair)
        .off_by_default(),
    fish(T::SashimiFish(7), &fish::SASHIMI, finned_fish)
        .with_other_names()
        .scored(470, Unfair)
        .off_by_default(),
    row(T::SueDeCoq, &[N::SueDeCoq], sue_de_coqs).scored(250, Unfair),
    row(T::SimpleColors, &[N::SimpleColorsTrap, N::SimpleColorsWrap], |f| {
        colors::simple(f.view, f.sink)
    })
    .by_digit()
    .scored(150, Hard),
    row(T::MultiColors, &[N::MultiColors1, N::MultiColors2], |f| colors::multi(f.view, f.sink))
        .by_digit()
        .scored(200, Hard),
    row(T::XChain, &[N::XChain], |f| {
        chains(f.view, SimpleChainKind::X, &mut f.cache.chains, f.sink)
    })
    .by_digit()
    .scored(260, Unfair),
    row(T::XyChain, &[N::XyChain], |f| {
        chains(f.view, SimpleChainKind::Xy, &mut f.cache.chains, f.sink)
    })
    .scored(260, Unfair),
    row(T::NiceLoop, &[N::ContinuousNiceLoop, N::DiscontinuousNiceLoop, N::Aic], |f| {
        tables::nice_loops(f.view, Through::Candidates, false, f.sink)
    })
    .scored(280, Unfair),
    row(
        T::GroupedNiceLoop,
        &[N::GroupedContinuousNiceLoop, N::GroupedDiscontinuousNiceLoop, N::GroupedAic],
        // On a path, HoDoKu takes the best of all loops, grouped or not. A search for all steps
        // lists only grouped ones, as `NiceLoop` lists the others.
        |f| tables::nice_loops(f.view, Through::Groups, !f.sink.first_only, f.sink),
    )
    .scored(300, Unfair),
    row(T::AlsXz, &[N::AlsXz], |f| sets::als_xz(f.view, f.sink)).scored(300, Unfair),
    row(T::AlsXyWing, &[N::AlsXyWing], |f| sets::als_xy_wing(f.view, f.sink)).scored(320, Unfair),
    row(T::AlsChain, &[N::AlsChain], |f| sets::als_chain(f.view, f.sink)).scored(340, Unfair),
    row(T::DeathBlossom, &[N::DeathBlossom], |f| blossom::death_blossom(f.view, f.sink))
        .scored(360, Unfair)
        .off_by_default(),
    fish(T::FrankenFish(2), &fish::FRANKEN, franken_fish).scored(300, Unfair),
    fish(T::FrankenFish(3), &fish::FRANKEN, franken_fish).scored(350, Unfair),
    fish(T::FrankenFish(4), &fish::FRANKEN, franken_fish).scored(370, Unfair).off_by_default(),
    fish(T::FrankenFish(5), &fish::FRANKEN, franken_fish).scored(470, Extreme).off_by_default(),
    fish(T::FrankenFish(6), &fish::FRANKEN, franken_fish).scored(470, Extreme).off_by_default(),
    fish(T::FrankenFish(7), &fish::FRANKEN, franken_fish).scored(470, Extreme).off_by_default(),
    fish(T::FinnedFrankenFish(2), &fish::FINNED_FRANKEN, finned_franken_fish).scored(390, Unfair),
    fish(T::FinnedFrankenFish(3), &fish::FINNED_FRANKEN, finned_franken_fish).scored(410, Unfair),
    fish(T::FinnedFrankenFish(4), &fish::FINNED_FRANKEN, finned_franken_fish)
        .scored(430, Unfair)
        .off_by_default(),
    fish(T::FinnedFrankenFish(5), &fish::FINNED_FRANKEN, finned_franken_fish)
        .scored(470, Extreme)
        .off_by_default(),
    fish(T::FinnedFrankenFish(6), &fish::FINNED_FRANKEN, finned_franken_fish)
        .scored(470, Extreme)
        .off_by_default(),
    fish(T::FinnedFrankenFish(7), &fish::FINNED_FRANKEN, finned_franken_fish)
        .scored(470, Extreme)
        .off_by_default(),
    fish(T::MutantFish(2), &fish::MUTANT, mutant_fish).scored(450, Extreme).off_by_default(),
    fish(T::MutantFish(3), &fish::MUTANT, mutant_fish).scored(450, Extreme).off_by_default(),
    fish(T::MutantFish(4), &fish::MUTANT, mutant_fish).scored(450, Extreme).off_by_default(),
    fish(T::MutantFish(5), &fish::MUTANT, mutant_fish).scored(470, Extreme).off_by_default(),
    fish(T::MutantFish(6), &fish::MUTANT, mutant_fish).scored(470, Extreme).off_by_default(),
    fish(T::MutantFish(7), &fish::MUTANT, mutant_fish).scored(470, Extreme).off_by_default(),
    fish(T::FinnedMutantFish(2), &fish::FINNED_MUTANT, finned_mutant_fish)
        .scored(470, Extreme)
        .off_by_default(),
    fish(T::FinnedMutantFish(3), &fish::FINNED_MUTANT, finned_mutant_fish)
        .scored(470, Extreme)
        .off_by_default(),
    fish(T::FinnedMutantFish(4), &fish::FINNED_MUTANT, finned_mutant_fish)
        .scored(470, Extreme)
        .off_by_default(),
    fish(T::FinnedMutantFish(5), &fish::FINNED_MUTANT, finned_mutant_fish)
        .scored(470, Extreme)
        .off_by_default(),
    fish(T::FinnedMutantFish(6), &fish::FINNED_MUTANT, finned_mutant_fish)
        .scored(470, Extreme)
        .off_by_default(),
    fish(T::FinnedMutantFish(7), &fish::FINNED_MUTANT, finned_mutant_fish)
        .scored(470, Extreme)
        .off_by_default(),
    row(T::KrakenFish(1), &[N::KrakenFishOne], kraken_fish).scored(500, Extreme).off_by_default(),
    row(T::KrakenFish(2), &[N::KrakenFishTwo], kraken_fish).scored(500, Extreme).off_by_default(),
    row(T::ForcingChain, &[N::ForcingChainContradiction, N::ForcingChainVerity], |f| {
        tables::forcing(f.view, None, f.sink)
    })
    .scored(500, Extreme),
    row(T::ForcingNet, &[N::ForcingNetContradiction, N::ForcingNetVerity], |f| {
        tables::forcing(f.view, Some(f.track), f.sink)
    })
    .scored(700, Extreme),
    row(T::TemplateSet, &[N::TemplateSet], |f| templates::template_set(f.view, f.sink))
        .scored(10_000, Extreme)
        .off_by_default(),
    row(T::TemplateDelete, &[N::TemplateDelete], |f| templates::template_delete(f.view, f.sink))
        .scored(10_000, Extreme)
        .off_by_default(),
    row(T::BruteForce, &[N::BruteForce], |_| ControlFlow::Continue(()))
        .with_one_solution()
        .last_resort()
        .scored(10_000, Extreme),
];

fn next_full_house(track: &mut Track) -> Option<Step> {
    let (cell, digit, house) = track.full_house()?;
    Some(placed::single(N::LastCell, cell, digit, Some(house)))
}

fn next_naked_single(track: &mut Track) -> Option<Step> {
    let (cell, digit) = track.next_naked()?;
    Some(placed::single(N::NakedSingle, cell, digit, None))
}

fn next_hidden_single(track: &mut Track) -> Option<Step> {
    let (cell, digit, house) = track.next_hidden()?;
    Some(placed::single(N::HiddenSingle, cell, digit, Some(house)))
}

impl FinderInput<'_> {
    /// Searches where cells have changed since the last search without a result.
    fn where_changed(
        self,
        kind: ByBoard,
        search: impl Fn(View<'_>, u32, Cells, &mut HodokuSink) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Self { view, size, cache, sink, .. } = self;
        let changed = cache.failed.changed(kind, view.state);
        if changed != 0 {
            sink.has_met_any = false;
            search(view, u32::from(size), changed, sink)?;
            // Unwanted results count too, because they may be searched for next.
            if !sink.has_met_any {
                cache.failed.note_board(kind, view.state);
            }
        }
        ControlFlow::Continue(())
    }

    fn fish(self, shape: Shape, fins: Fins) -> ControlFlow<()> {
        let search = FishSearch { view: self.view, size: usize::from(self.size), shape, fins };
        search.find(&mut self.cache.failed, self.sink)
    }
}

fn locked_subsets(input: FinderInput<'_>) -> ControlFlow<()> {
    let kind = ByBoard::LockedSubset(input.size);
    input.where_changed(kind, |view, size, changed, sink| {
        subsets::naked(view, size, Some(true), changed, sink)
    })
}

fn naked_subsets(input: FinderInput<'_>) -> ControlFlow<()> {
    let kind = ByBoard::HodokuNaked(input.size);
    input.where_changed(kind, |view, size, changed, sink| {
        subsets::naked(view, size, Some(false), changed, sink)
    })
}

fn hidden_subsets(input: FinderInput<'_>) -> ControlFlow<()> {
    let kind = ByBoard::HodokuHidden(input.size);
    input.where_changed(kind, subsets::hidden)
}

fn unique_rectangles(input: FinderInput<'_>) -> ControlFlow<()> {
    input
        .where_changed(ByBoard::UniqueRectangles, |view, _, _, sink| rectangles::unique(view, sink))
}

fn avoidable_rectangles(input: FinderInput<'_>) -> ControlFlow<()> {
    input.where_changed(ByBoard::AvoidableRectangles, |view, _, _, sink| {
        rectangles::avoidable(view, sink)
    })
}

fn sue_de_coqs(input: FinderInput<'_>) -> ControlFlow<()> {
    input.where_changed(ByBoard::SueDeCoq, |view, _, changed, sink| {
        sue_de_coq::sue_de_coq(view, changed, sink)
    })
}

fn basic_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    input.fish(Shape::Basic, Fins::Without)
}

fn finned_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    input.fish(Shape::Basic, Fins::With)
}

fn franken_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    input.fish(Shape::Franken, Fins::Without)
}

fn finned_franken_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    input.fish(Shape::Franken, Fins::With)
}

fn mutant_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    input.fish(Shape::Mutant, Fins::Without)
}

fn finned_mutant_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    input.fish(Shape::Mutant, Fins::With)
}

fn kraken_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    tables::kraken(input.view, input.size == 2, input.sink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_technique_has_one_row_with_a_score() {
        for (number, row) in ROWS.iter().enumerate() {
            assert!(row.score > 0, "{:?}", row.technique);
            assert!(ROWS[..number].iter().all(|other| other.technique != row.technique));
            assert!(ROWS[..number].iter().all(|other| other.names != row.names));
        }
    }
}
