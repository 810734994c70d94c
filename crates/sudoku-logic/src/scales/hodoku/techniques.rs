//! The kinds of steps that HoDoKu searches for, and the function that finds each.

use std::ops::ControlFlow;

use sudoku_core::Limits;

use crate::finders::hodoku::fish::{self, Fins, Shape};
use crate::finders::hodoku::placed::{self, single};
use crate::finders::hodoku::simple_chains::{SimpleChainKind, chains};
use crate::finders::hodoku::sink::{HodokuOptions, Removals, Sink, View};
use crate::finders::hodoku::{
    blossom, colors, rectangles, sets, single_digit, subsets, sue_de_coq,
};
use crate::finders::hodoku::{tables, templates, wings};
use crate::finders::{Barren, ByBoard, Memory, Search, Technique, Templates};
use crate::state::{Cells, State};
use crate::step::{Step, StepName};
use crate::track::Track;

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

use HodokuTechnique as T;

/// A search limited to patterns with changed cells.
type ChangedSearch<'a> = &'a dyn Fn(Cells, &mut Sink) -> ControlFlow<()>;

impl Technique for HodokuTechnique {
    fn names(&self) -> &'static [StepName] {
        self.step_names()
    }

    fn find(&self, Search { state, limits, scratch, sink, .. }: Search<'_>) -> ControlFlow<()> {
        let first_only = sink.wants_first_only();
        if first_only
            && let Some(track) = &mut scratch.context.track
            && let Some(step) = self.next_in(track)
        {
            return step.map_or(ControlFlow::Continue(()), |step| sink.take(step));
        }
        if self.is_last_resort() {
            if first_only
                && let Some(solution) = scratch.context.solution(state, limits)
                && let Some(step) = placed::brute_force(state, &solution)
            {
                return sink.take(step);
            }
            return ControlFlow::Continue(());
        }
        let new;
        let track = match &scratch.context.track {
            Some(track) => &**track,
            None => {
                new = Track::new(state);
                &new
            }
        };
        // The record applies to paths, which overlook some fish, so it is not used here.
        let mut fresh = None;
        let memory = match first_only {
            true => &mut scratch.memory,
            false => fresh.insert(Memory::default()),
        };
        let loose = self.loose(state, &mut memory.templates);
        let view = View { state, options: &HodokuOptions::DEFAULT, limits, loose: &loose };
        for (step, removals) in self.collect(view, track, memory, first_only, self.wanted()) {
            sink.take_in_order(step, &removals.in_order())?;
        }
        ControlFlow::Continue(())
    }

    fn assumes_one_solution(&self) -> bool {
        self.is_rectangle() || matches!(self, T::BugPlusOne | T::BruteForce)
    }

    fn is_last_resort(&self) -> bool {
        *self == T::BruteForce
    }
}

impl HodokuTechnique {
    /// The techniques that HoDoKu's default settings disable, so that its scale has no score for
    /// them.
    pub const DISABLED_BY_DEFAULT: &'static [Self] = &[
        T::Fish(5),
        T::Fish(6),
        T::Fish(7),
        T::FinnedFish(5),
        T::FinnedFish(6),
        T::FinnedFish(7),
        T::SashimiFish(5),
        T::SashimiFish(6),
        T::SashimiFish(7),
        T::FrankenFish(4),
        T::FrankenFish(5),
        T::FrankenFish(6),
        T::FrankenFish(7),
        T::FinnedFrankenFish(4),
        T::FinnedFrankenFish(5),
        T::FinnedFrankenFish(6),
        T::FinnedFrankenFish(7),
        T::MutantFish(2),
        T::MutantFish(3),
        T::MutantFish(4),
        T::MutantFish(5),
        T::MutantFish(6),
        T::MutantFish(7),
        T::FinnedMutantFish(2),
        T::FinnedMutantFish(3),
        T::FinnedMutantFish(4),
        T::FinnedMutantFish(5),
        T::FinnedMutantFish(6),
        T::FinnedMutantFish(7),
        T::KrakenFish(1),
        T::KrakenFish(2),
        T::DeathBlossom,
        T::TemplateSet,
        T::TemplateDelete,
    ];

    /// Returns every step of this kind that the `options` allow; none for brute force.
    #[must_use]
    pub fn steps(self, state: &State, options: &HodokuOptions) -> Vec<Step> {
        let loose = self.loose(state, &mut Templates::default());
        let view = View { state, options, limits: &Limits::ALL, loose: &loose };
        let track = Track::new(state);
        let only = |found: Vec<(Step, Removals)>| found.into_iter().map(|(step, _)| step);
        let all = |wanted| self.collect(view, &track, &mut Memory::default(), false, wanted);
        let mut steps: Vec<Step> = only(all(self.wanted())).collect();
        if options.duals {
            let duals = match self {
                T::TwoStringKite | T::EmptyRectangle => single_digit::duals(&steps),
                // A finned and a sashimi fish form a pair too.
                T::FinnedFish(_) | T::SashimiFish(_) => {
                    let both: Vec<Step> = only(all(None)).collect();
                    let mut duals = fish::siamese(&both);
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

    /// Returns the places of each digit that may be eliminated, if the technique looks at one digit
    /// at a time.
    fn loose(self, state: &State, templates: &mut Templates) -> [Cells; 9] {
        let is_by_digit = matches!(
            self,
            T::Fish(_)
                | T::FinnedFish(_)
                | T::SashimiFish(_)
                | T::FrankenFish(_)
                | T::FinnedFrankenFish(_)
                | T::MutantFish(_)
                | T::FinnedMutantFish(_)
                | T::Skyscraper
                | T::TwoStringKite
                | T::TurbotFish
                | T::EmptyRectangle
                | T::SimpleColors
                | T::MultiColors
                | T::XChain
        );
        if is_by_digit { templates.all_loose(state) } else { [0; 9] }
    }

    /// Returns the next step that places a digit from the queues; `None` for other kinds of steps.
    fn next_in(self, track: &mut Track) -> Option<Option<Step>> {
        Some(match self {
            T::FullHouse => track
                .full_house()
                .map(|(cell, digit, index)| single(StepName::LastCell, cell, digit, Some(index))),
            T::NakedSingle => track
                .next_naked()
                .map(|(cell, digit)| single(StepName::NakedSingle, cell, digit, None)),
            T::HiddenSingle => track.next_hidden().map(|(cell, digit, index)| {
                single(StepName::HiddenSingle, cell, digit, Some(index))
            }),
            _ => return None,
        })
    }

    fn collect(
        self,
        view: View<'_>,
        track: &Track,
        memory: &mut Memory,
        first_only: bool,
        wanted: Option<StepName>,
    ) -> Vec<(Step, Removals)> {
        let mut sink = Sink { first_only, wanted, has_met_any: false, found: Vec::new() };
        if !self.has_known_size() {
            return sink.found;
        }
        // The sink records how the search ended.
        let (ControlFlow::Continue(()) | ControlFlow::Break(())) =
            self.search(view, track, memory, &mut sink);
        sink.found
    }

    /// Returns true if the scale has a name for this size; other sizes find nothing.
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
            T::UniquenessTest(number) => matches!(number, 1..=6),
            T::AvoidableRectangle(number) | T::KrakenFish(number) => matches!(number, 1 | 2),
            _ => true,
        }
    }

    const fn is_rectangle(self) -> bool {
        matches!(self, T::UniquenessTest(_) | T::HiddenRectangle | T::AvoidableRectangle(_))
    }

    /// Returns the possible names of its steps, except for pairs of two fish, kites or rectangles.
    fn step_names(self) -> &'static [StepName] {
        use StepName as N;
        let fish = |names: &'static [StepName; 6], size: u8| {
            let at = usize::from(size).wrapping_sub(2);
            names.get(at..=at).unwrap_or_default()
        };
        match self {
            T::FullHouse => &[N::LastCell],
            T::NakedSingle => &[N::NakedSingle],
            T::HiddenSingle => &[N::HiddenSingle],
            T::LockedSubset(2) => &[N::LockedPair],
            T::LockedSubset(_) => &[N::LockedTriple],
            T::Pointing => &[N::Pointing],
            T::Claiming => &[N::Claiming],
            T::NakedSubset(2) => &[N::NakedPair],
            T::NakedSubset(3) => &[N::NakedTriple],
            T::NakedSubset(_) => &[N::NakedQuad],
            T::HiddenSubset(2) => &[N::HiddenPair],
            T::HiddenSubset(3) => &[N::HiddenTriple],
            T::HiddenSubset(_) => &[N::HiddenQuad],
            T::Fish(size) => fish(&fish::PLAIN, size),
            T::FinnedFish(size) => fish(&fish::FINNED, size),
            T::SashimiFish(size) => fish(&fish::SASHIMI, size),
            T::FrankenFish(size) => fish(&fish::FRANKEN, size),
            T::FinnedFrankenFish(size) => fish(&fish::FINNED_FRANKEN, size),
            T::MutantFish(size) => fish(&fish::MUTANT, size),
            T::FinnedMutantFish(size) => fish(&fish::FINNED_MUTANT, size),
            T::KrakenFish(1) => &[N::KrakenFishOne],
            T::KrakenFish(_) => &[N::KrakenFishTwo],
            T::RemotePair => &[N::RemotePair],
            T::BugPlusOne => &[N::BugPlusOne],
            T::Skyscraper => &[N::Skyscraper],
            T::TwoStringKite => &[N::TwoStringKite],
            T::TurbotFish => &[N::TurbotFish],
            T::EmptyRectangle => &[N::EmptyRectangle],
            T::WWing => &[N::WWing],
            T::XyWing => &[N::XyWing],
            T::XyzWing => &[N::XyzWing],
            T::UniquenessTest(1) => &[N::UniquenessTest1],
            T::UniquenessTest(2) => &[N::UniquenessTest2],
            T::UniquenessTest(3) => &[N::UniquenessTest3],
            T::UniquenessTest(4) => &[N::UniquenessTest4],
            T::UniquenessTest(5) => &[N::UniquenessTest5],
            T::UniquenessTest(_) => &[N::UniquenessTest6],
            T::HiddenRectangle => &[N::HiddenRectangle],
            T::AvoidableRectangle(1) => &[N::AvoidableRectangle1],
            T::AvoidableRectangle(_) => &[N::AvoidableRectangle2],
            T::SueDeCoq => &[N::SueDeCoq],
            T::SimpleColors => &[N::SimpleColorsTrap, N::SimpleColorsWrap],
            T::MultiColors => &[N::MultiColors1, N::MultiColors2],
            T::XChain => &[N::XChain],
            T::XyChain => &[N::XyChain],
            T::NiceLoop => &[N::ContinuousNiceLoop, N::DiscontinuousNiceLoop, N::Aic],
            T::GroupedNiceLoop => {
                &[N::GroupedContinuousNiceLoop, N::GroupedDiscontinuousNiceLoop, N::GroupedAic]
            }
            T::AlsXz => &[N::AlsXz],
            T::AlsXyWing => &[N::AlsXyWing],
            T::AlsChain => &[N::AlsChain],
            T::DeathBlossom => &[N::DeathBlossom],
            T::TemplateSet => &[N::TemplateSet],
            T::TemplateDelete => &[N::TemplateDelete],
            T::ForcingChain => &[N::ForcingChainContradiction, N::ForcingChainVerity],
            T::ForcingNet => &[N::ForcingNetContradiction, N::ForcingNetVerity],
            T::BruteForce => &[N::BruteForce],
        }
    }

    /// Returns the name of this technique's steps, if the search also finds steps with other names.
    fn wanted(self) -> Option<StepName> {
        match self {
            T::FinnedFish(size) => fish::name_of(&fish::FINNED, size),
            T::SashimiFish(size) => fish::name_of(&fish::SASHIMI, size),
            _ if self.is_rectangle() => self.step_names().first().copied(),
            _ => None,
        }
    }

    fn search(
        self,
        view: View<'_>,
        track: &Track,
        memory: &mut Memory,
        sink: &mut Sink,
    ) -> ControlFlow<()> {
        // Searches where cells have changed since the last search without a result.
        let looked = |kind, barren: &mut Barren, sink: &mut Sink, look: ChangedSearch<'_>| {
            let changed = barren.changed(kind, view.state);
            if changed != 0 {
                sink.has_met_any = false;
                look(changed, sink)?;
                // Unwanted results count too, because they may be searched for next.
                if !sink.has_met_any {
                    barren.note_board(kind, view.state);
                }
            }
            ControlFlow::Continue(())
        };
        let mut fish = |size: u8, shape, fins| {
            let search = fish::FishSearch { view, size: usize::from(size), shape, fins };
            search.find(&mut memory.barren, sink)
        };
        match self {
            T::FullHouse => placed::full_houses(view, sink),
            T::NakedSingle => placed::naked_singles(view, sink),
            T::HiddenSingle => placed::hidden_singles(view, sink),
            T::DeathBlossom => blossom::death_blossom(view, sink),
            T::TemplateSet => templates::template_set(view, sink),
            T::TemplateDelete => templates::template_delete(view, sink),
            T::BruteForce => ControlFlow::Continue(()),
            T::LockedSubset(size) => {
                looked(ByBoard::LockedSubset(size), &mut memory.barren, sink, &|changed, sink| {
                    subsets::naked(view, u32::from(size), Some(true), changed, sink)
                })
            }
            T::Pointing => subsets::locked_candidates(view, true, &mut memory.barren, sink),
            T::Claiming => subsets::locked_candidates(view, false, &mut memory.barren, sink),
            T::NakedSubset(size) => {
                looked(ByBoard::HodokuNaked(size), &mut memory.barren, sink, &|changed, sink| {
                    subsets::naked(view, u32::from(size), Some(false), changed, sink)
                })
            }
            T::HiddenSubset(size) => {
                looked(ByBoard::HodokuHidden(size), &mut memory.barren, sink, &|changed, sink| {
                    subsets::hidden(view, u32::from(size), changed, sink)
                })
            }
            T::Fish(size) => fish(size, Shape::Basic, Fins::None),
            T::FinnedFish(size) | T::SashimiFish(size) => fish(size, Shape::Basic, Fins::Some),
            T::FrankenFish(size) => fish(size, Shape::Franken, Fins::None),
            T::FinnedFrankenFish(size) => fish(size, Shape::Franken, Fins::Some),
            T::MutantFish(size) => fish(size, Shape::Mutant, Fins::None),
            T::FinnedMutantFish(size) => fish(size, Shape::Mutant, Fins::Some),
            T::KrakenFish(kind) => tables::kraken(view, kind == 2, sink),
            T::RemotePair => chains(view, SimpleChainKind::Remote, &mut memory.chains, sink),
            T::BugPlusOne => wings::bug_plus_one(view, sink),
            T::Skyscraper => single_digit::skyscrapers(view, sink),
            T::TwoStringKite => single_digit::two_string_kites(view, sink),
            T::TurbotFish => chains(view, SimpleChainKind::Turbot, &mut memory.chains, sink),
            T::EmptyRectangle => single_digit::empty_rectangles(view, sink),
            T::WWing => wings::w_wings(view, sink),
            T::XyWing => wings::xy_wings(view, false, sink),
            T::XyzWing => wings::xy_wings(view, true, sink),
            T::UniquenessTest(_) | T::HiddenRectangle | T::AvoidableRectangle(_) => {
                let is_unique = !matches!(self, T::AvoidableRectangle(_));
                let kind = match is_unique {
                    true => ByBoard::UniqueRectangles,
                    false => ByBoard::AvoidableRectangles,
                };
                looked(kind, &mut memory.barren, sink, &|_, sink| match is_unique {
                    true => rectangles::unique(view, sink),
                    false => rectangles::avoidable(view, sink),
                })
            }
            T::SueDeCoq => looked(ByBoard::SueDeCoq, &mut memory.barren, sink, &|changed, sink| {
                sue_de_coq::sue_de_coq(view, changed, sink)
            }),
            T::SimpleColors => colors::simple(view, sink),
            T::MultiColors => colors::multi(view, sink),
            T::XChain => chains(view, SimpleChainKind::X, &mut memory.chains, sink),
            T::XyChain => chains(view, SimpleChainKind::Xy, &mut memory.chains, sink),
            T::NiceLoop => tables::nice_loops(view, tables::Through::Cells, false, sink),
            T::GroupedNiceLoop => {
                tables::nice_loops(view, tables::Through::Groups, !sink.first_only, sink)
            }
            T::AlsXz => sets::als_xz(view, sink),
            T::AlsXyWing => sets::als_xy_wing(view, sink),
            T::AlsChain => sets::als_chain(view, sink),
            T::ForcingChain => tables::forcing(view, None, sink),
            T::ForcingNet => tables::forcing(view, Some(track), sink),
        }
    }
}
