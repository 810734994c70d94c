//! The techniques of HoDoKu as values, and the search for the steps of one.

use std::ops::ControlFlow;

use super::rows::{FinderInput, ROWS, Row};
use crate::finders::hodoku::placed;
use crate::finders::hodoku::sink::{HodokuOptions, Removals, Sink, View};
use crate::finders::{Memory, Search, Technique, Templates};
use crate::state::{Cells, State};
use crate::step::{Step, StepName};
use crate::track::Track;
use sudoku_core::Limits;

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

impl HodokuTechnique {
    /// The techniques that HoDoKu's default settings disable, so that its scale has no score for
    /// them.
    pub const DISABLED_BY_DEFAULT: &'static [Self] = &super::rows::DISABLED;

    /// Returns every step of this kind that the `options` allow; none for brute force.
    #[must_use]
    pub fn steps(self, state: &State, options: &HodokuOptions) -> Vec<Step> {
        self.row().map_or_else(Vec::new, |row| row.steps(state, options))
    }

    /// Returns the row of the technique; `None` for a size or a type that does not exist.
    fn row(self) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.technique == self)
    }
}

impl Technique for HodokuTechnique {
    fn names(&self) -> &'static [StepName] {
        self.row().map_or(&[], Technique::names)
    }

    fn find(&self, search: Search<'_>) -> ControlFlow<()> {
        self.row().map_or(ControlFlow::Continue(()), |row| row.find(search))
    }

    fn assumes_one_solution(&self) -> bool {
        self.row().is_some_and(Technique::assumes_one_solution)
    }

    fn is_last_resort(&self) -> bool {
        self.row().is_some_and(Technique::is_last_resort)
    }
}

impl Technique for Row {
    fn names(&self) -> &'static [StepName] {
        self.names
    }

    fn find(&self, Search { state, limits, scratch, sink, .. }: Search<'_>) -> ControlFlow<()> {
        let first_only = sink.wants_first_only();
        if first_only
            && let Some(track) = &mut scratch.context.track
            && let Some(next_in) = self.next_in
        {
            return next_in(track).map_or(ControlFlow::Continue(()), |step| sink.take(step));
        }
        if self.is_last_resort {
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
        let removable = self.removable(state, &mut memory.templates);
        let view = View { state, options: &HodokuOptions::DEFAULT, limits, removable: &removable };
        for (step, removals) in self.collect(view, track, memory, first_only, self.wanted()) {
            sink.take_in_order(step, &removals.in_order())?;
        }
        ControlFlow::Continue(())
    }

    fn assumes_one_solution(&self) -> bool {
        self.assumes_one_solution
    }

    fn is_last_resort(&self) -> bool {
        self.is_last_resort
    }
}

impl Row {
    fn steps(&self, state: &State, options: &HodokuOptions) -> Vec<Step> {
        let removable = self.removable(state, &mut Templates::default());
        let view = View { state, options, limits: &Limits::ALL, removable: &removable };
        let track = Track::new(state);
        let all = |wanted| -> Vec<Step> {
            let found = self.collect(view, &track, &mut Memory::default(), false, wanted);
            found.into_iter().map(|(step, _)| step).collect()
        };
        let mut steps = all(self.wanted());
        if options.duals
            && let Some(duals) = self.duals
        {
            // Steps of other names form a pair too: a finned fish and a sashimi fish.
            let mut pairs = duals(&if self.wanted().is_some() { all(None) } else { steps.clone() });
            pairs.retain(|step| self.wanted().is_none_or(|wanted| step.name == wanted));
            steps.extend(pairs);
        }
        steps
    }

    /// Returns the places of each digit that may be eliminated, if the technique looks at one digit
    /// at a time.
    fn removable(&self, state: &State, templates: &mut Templates) -> [Cells; 9] {
        if self.is_by_digit { templates.all_removable(state) } else { [0; 9] }
    }

    /// Returns the name of the steps to keep, if the search also finds steps with other names.
    fn wanted(&self) -> Option<StepName> {
        self.finds_other_names.then(|| self.names[0])
    }

    fn collect(
        &self,
        view: View<'_>,
        track: &Track,
        memory: &mut Memory,
        first_only: bool,
        wanted: Option<StepName>,
    ) -> Vec<(Step, Removals)> {
        let mut sink = Sink { first_only, wanted, has_met_any: false, found: Vec::new() };
        let input = FinderInput { view, size: self.size, track, memory, sink: &mut sink };
        // The sink records how the search ended.
        let _ = (self.finder)(input);
        sink.found
    }
}
