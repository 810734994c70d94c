//! A technique of HoDoKu as a row of the list, and the search for its steps.

use std::ops::ControlFlow;

use sudoku_core::Limits;

use super::placed;
use super::sink::{HodokuOptions, HodokuSink, Removals, View};
use crate::finders::{ByBoard, Cache, Search, Technique, Templates};
use crate::rating::HodokuLevel;
use crate::state::{Cells, State};
use crate::step::{Step, StepName};
use crate::track::Track;

/// A technique of HoDoKu with everything that the scale and the search have to know about it.
#[derive(Debug)]
pub(crate) struct Row {
    /// The possible names of its steps.
    pub(crate) names: &'static [StepName],
    pub(crate) score: u32,
    /// The minimum level of a puzzle with such a step.
    pub(crate) level: HodokuLevel,
    /// True if HoDoKu's default settings do not use the technique.
    pub(crate) is_off_by_default: bool,
    /// The number of cells, digits or houses of the pattern; 0 if the finder needs none.
    size: u8,
    finder: Finder,
    /// The function that takes the next step from a queue of singles, if there is such a queue.
    next_in: Option<NextSingle>,
    /// The function that joins two fish with the same base to one step, if the pattern is a fish.
    siamese: Option<Pairing>,
    /// True if a pattern has one digit, so that digits without a removable place are skipped.
    /// `View::removable` is computed only for such rows, and is zero for the others.
    is_by_digit: bool,
    /// True if the finder also finds steps with names of other rows. Such steps are skipped.
    finds_other_names: bool,
    assumes_one_solution: bool,
    is_last_resort: bool,
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
    /// The size of the pattern, from the row.
    pub(super) size: u8,
    pub(super) track: &'a Track,
    pub(super) cache: &'a mut Cache,
    pub(super) sink: &'a mut HodokuSink,
}

/// Makes the row of a technique. The methods of [`Row`] add the facts that differ.
pub(super) const fn row(names: &'static [StepName], finder: Finder) -> Row {
    Row {
        names,
        score: 0,
        level: HodokuLevel::Easy,
        is_off_by_default: false,
        size: 0,
        finder,
        next_in: None,
        siamese: None,
        is_by_digit: false,
        finds_other_names: false,
        assumes_one_solution: false,
        is_last_resort: false,
    }
}

impl Row {
    /// Sets the number of cells, digits or houses of the pattern.
    pub(super) const fn of_size(self, size: u8) -> Self {
        Self { size, ..self }
    }

    /// Sets the function that joins two fish with the same base to one step.
    pub(super) const fn with_pairs(self, siamese: Pairing) -> Self {
        Self { siamese: Some(siamese), ..self }
    }

    /// Sets the score of a step, and the minimum level of a puzzle with such a step.
    pub(super) const fn scored(self, score: u32, level: HodokuLevel) -> Self {
        Self { score, level, ..self }
    }

    /// Marks a technique that HoDoKu's default settings do not use.
    pub(super) const fn off_by_default(self) -> Self {
        Self { is_off_by_default: true, ..self }
    }

    /// Sets the function that takes the next step from a queue of singles.
    pub(super) const fn with_queue(self, next_in: NextSingle) -> Self {
        Self { next_in: Some(next_in), ..self }
    }

    /// Marks a pattern of one digit. [`View::removable`] is zero for other rows.
    pub(super) const fn by_digit(self) -> Self {
        Self { is_by_digit: true, ..self }
    }

    /// Marks a finder that also finds steps with names of other rows.
    pub(super) const fn with_other_names(self) -> Self {
        Self { finds_other_names: true, ..self }
    }

    /// Marks a technique that is valid only for a puzzle with one solution.
    pub(super) const fn with_one_solution(self) -> Self {
        Self { assumes_one_solution: true, ..self }
    }

    /// Marks a last resort, which is used if no other technique finds a step.
    pub(super) const fn last_resort(self) -> Self {
        Self { is_last_resort: true, ..self }
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
    /// Returns every step that the `options` allow; none for brute force.
    pub(super) fn steps(&self, state: &State, options: &HodokuOptions) -> Vec<Step> {
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
        let input = FinderInput { view, size: self.size, track, cache, sink: &mut sink };
        // The sink records how the search ended.
        let _ = (self.finder)(input);
        sink.found
    }
}

impl FinderInput<'_> {
    /// Searches where cells have changed since the last search without a result.
    pub(super) fn where_changed(
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
}
