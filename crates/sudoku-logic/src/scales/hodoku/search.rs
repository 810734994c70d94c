//! The search for the steps of a technique, by its row.

use std::ops::ControlFlow;

use sudoku_core::Limits;

use super::rows::{FinderInput, HodokuTechnique, ROWS, Row};
use crate::finders::hodoku::placed;
use crate::finders::hodoku::sink::{HodokuOptions, HodokuSink, Removals, View};
use crate::finders::{Cache, Search, Technique, Templates};
use crate::state::{Cells, State};
use crate::step::{Step, StepName};
use crate::track::Track;

impl HodokuTechnique {
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
            && let Some(track) = &mut scratch.path.track
            && let Some(next_in) = self.next_in
        {
            return next_in(track).map_or(ControlFlow::Continue(()), |step| sink.take(step));
        }
        if self.is_last_resort {
            if first_only
                && let Some(solution) = scratch.path.solution(state, limits)
                && let Some(step) = placed::brute_force(state, &solution)
            {
                return sink.take(step);
            }
            return ControlFlow::Continue(());
        }
        let new;
        let track = match &scratch.path.track {
            Some(track) => &**track,
            None => {
                new = Track::new(state);
                &new
            }
        };
        // A search for the first step overlooks some fish, as HoDoKu does, so its cache is not
        // valid for a search for all steps.
        let mut fresh = None;
        let cache = match first_only {
            true => &mut scratch.cache,
            false => fresh.insert(Cache::default()),
        };
        let removable = self.removable(state, &mut cache.templates);
        let view = View { state, options: &HodokuOptions::DEFAULT, limits, removable: &removable };
        for (step, removals) in self.collect(view, track, cache, first_only, self.wanted()) {
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
            let found = self.collect(view, &track, &mut Cache::default(), false, wanted);
            found.into_iter().map(|(step, _)| step).collect()
        };
        let mut steps = all(self.wanted());
        if options.siamese_fish
            && let Some(siamese) = self.siamese
        {
            // Steps of other names form a pair too: a finned fish and a sashimi fish.
            let mut pairs =
                siamese(&if self.wanted().is_some() { all(None) } else { steps.clone() });
            pairs.retain(|step| self.wanted().is_none_or(|wanted| step.name == wanted));
            steps.extend(pairs);
        }
        steps
    }

    /// Returns the places of each digit that may be eliminated, if the technique looks at one digit
    /// at a time, as its row says with `by_digit`. Returns zero for other techniques.
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
        cache: &mut Cache,
        first_only: bool,
        wanted: Option<StepName>,
    ) -> Vec<(Step, Removals)> {
        let mut sink = HodokuSink { first_only, wanted, ..HodokuSink::default() };
        let input =
            FinderInput { view, size: self.technique.size(), track, cache, sink: &mut sink };
        // The sink records how the search ended.
        let _ = (self.finder)(input);
        sink.found
    }
}
