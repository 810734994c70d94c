//! The functions of a scale: the next step, the solution path, the rating, and all available steps.

use std::fmt;
use std::ops::ControlFlow;

use sudoku_core::{Cell, Digit, Limits};

use crate::finders::{Entry, Scratch, Search, StepSink};
use crate::rating::{Rating, ScoreRule, StepScore};
use crate::scales::RatingScale;
use crate::solution::{Solutions, solutions};
use crate::state::State;
use crate::step::{Evidence, LinkReason, Step};
use crate::track::Track;

/// A step and its score on a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedStep {
    /// The step.
    pub step: Step,
    /// The score of the step.
    pub score: StepScore,
}

impl RatingScale {
    /// Returns the step that the scale takes next.
    ///
    /// # Errors
    /// The reason why there is no step.
    pub fn hint(&self, state: &State, limits: &Limits<'_>) -> Result<RatedStep, NoStepError> {
        self.path(state, limits).advance()
    }

    /// Returns the solution path from this state, an iterator of steps.
    ///
    /// A scale with techniques that assume one solution, such as the known scales, takes no step
    /// from a board that has no solution or several. [Without these
    /// techniques](Self::without_uniqueness) it continues as far as possible. The same holds for
    /// [`hint`](Self::hint), [`rate`](Self::rate) and [`all_steps`](Self::all_steps).
    ///
    /// The path ends when the board is solved, when no technique applies, after `limits.nodes`
    /// steps, or soon after the stop flag was raised. [`SolutionPath::end`] returns the reason.
    #[must_use]
    pub fn path<'a>(&'a self, state: &State, limits: &Limits<'a>) -> SolutionPath<'a> {
        SolutionPath::new(self, state, limits)
    }

    /// Returns every step that any technique of the scale finds on this board, at most
    /// `limits.nodes`. Brute force is used only if no other technique finds a step, as in
    /// [`hint`](Self::hint).
    ///
    /// # Errors
    /// The board is solved or broken, the stop flag was raised, or the steps together have more
    /// links than [`NoStepError::TooManyLinks`] allows. The last occurs on the hardest boards: set
    /// `limits.nodes` to get only the first steps, or use [`Self::each_step`], which returns any
    /// number of them.
    pub fn all_steps(
        &self,
        state: &State,
        limits: &Limits<'_>,
    ) -> Result<Vec<RatedStep>, NoStepError> {
        self.all_steps_within(state, limits, MOST_LINKS)
    }

    fn all_steps_within(
        &self,
        state: &State,
        limits: &Limits<'_>,
        most: usize,
    ) -> Result<Vec<RatedStep>, NoStepError> {
        let (mut found, mut links) = (Vec::new(), 0);
        self.each_step(state, limits, &mut |step| {
            links += links_of(&step.step);
            found.push(step);
            if links > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        let is_cut = links > most && (found.len() as u64) < limits.nodes;
        if is_cut { Err(NoStepError::TooManyLinks) } else { Ok(found) }
    }

    /// Passes the same steps to `take` one by one, as soon as each is found, until `take` breaks.
    /// The number of steps and of their links is not limited.
    ///
    /// # Errors
    /// The board is solved or broken, or the stop flag was raised.
    pub fn each_step(
        &self,
        state: &State,
        limits: &Limits<'_>,
        take: &mut dyn FnMut(RatedStep) -> ControlFlow<()>,
    ) -> Result<(), NoStepError> {
        let mut scratch = start(self, state, limits)?;
        let mut left = limits.nodes;
        for entry @ Entry { technique, rule } in self.entries() {
            if left == 0 {
                break;
            }
            let is_resort = technique.is_last_resort();
            if is_resort && left < limits.nodes {
                continue;
            }
            let mut sink = Rated { rule, limits, left: &mut left, is_resort, take };
            let search = Search { state, limits, scratch: &mut scratch, sink: &mut sink };
            let end = entry.find(search);
            if limits.is_stopped() {
                return Err(NoStepError::Stopped);
            }
            if end.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Rates the puzzle.
    ///
    /// # Errors
    /// The path does not reach the solution: see [`RatingError`].
    pub fn rate(&self, state: &State, limits: &Limits<'_>) -> Result<Rating, RatingError> {
        self.path(state, limits).rated()
    }

    /// Returns the first step of the first technique that has one, and the order of its
    /// eliminations if the technique has such an order.
    fn first(
        &self,
        state: &State,
        scratch: &mut Scratch,
        limits: &Limits<'_>,
    ) -> Result<(RatedStep, Vec<(Cell, Digit)>), NoStepError> {
        for entry in self.entries() {
            let mut first = FirstInOrder::default();
            let search = Search { state, limits, scratch, sink: &mut first };
            let end = entry.find(search);
            if limits.is_stopped() {
                return Err(NoStepError::Stopped);
            }
            if let (ControlFlow::Break(()), Some((step, order))) = (end, first.0) {
                let score = entry.rule.score(&step);
                return Ok((RatedStep { step, score }, order));
            }
        }
        Err(NoStepError::NoTechnique)
    }
}

/// The maximum number of links of all steps together. They take some hundred megabytes, which are
/// freed in 0.13 s when a search is stopped.
const MOST_LINKS: usize = 1_000_000;

/// A sink that keeps the first step and the order of its eliminations.
#[derive(Default)]
struct FirstInOrder(Option<(Step, Vec<(Cell, Digit)>)>);

impl StepSink for FirstInOrder {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        self.take_in_order(step, &[])
    }

    fn take_in_order(&mut self, step: Step, order: &[(Cell, Digit)]) -> ControlFlow<()> {
        self.0.get_or_insert_with(|| (step, order.to_vec()));
        ControlFlow::Break(())
    }

    fn wants_first_only(&self) -> bool {
        true
    }
}

/// A sink that passes steps on with their scores until enough were found or the search is stopped.
/// A technique may find all of its steps before it reports the first.
struct Rated<'a> {
    rule: &'a ScoreRule,
    limits: &'a Limits<'a>,
    /// The number of steps still wanted.
    left: &'a mut u64,
    /// True if the technique is a last resort, so that one step is enough.
    is_resort: bool,
    take: &'a mut dyn FnMut(RatedStep) -> ControlFlow<()>,
}

impl StepSink for Rated<'_> {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        let score = self.rule.score(&step);
        *self.left = self.left.saturating_sub(1);
        (self.take)(RatedStep { step, score })?;
        let is_over = *self.left == 0 || self.limits.is_stopped();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants_first_only(&self) -> bool {
        self.is_resort
    }
}

/// Returns the number of links of a step's chains, including those of nested steps.
fn links_of(step: &Step) -> usize {
    let Evidence::Chains { branches, .. } = &step.evidence else { return 0 };
    let links = branches.iter().flat_map(|branch| &branch.links);
    let inside = links.map(|link| match &link.cause {
        LinkReason::Step(step) => 1 + links_of(step),
        _ => 1,
    });
    inside.sum()
}

/// The steps of a solution, in the order in which a scale takes them.
pub struct SolutionPath<'a> {
    scale: &'a RatingScale,
    state: State,
    limits: Limits<'a>,
    scratch: Scratch,
    taken: u64,
    rating: Rating,
    end: Option<NoStepError>,
}

impl fmt::Debug for SolutionPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scale, state, taken, rating, end, .. } = self;
        f.debug_struct("SolutionPath")
            .field("scale", &scale.name())
            .field("state", state)
            .field("taken", taken)
            .field("rating", rating)
            .field("end", end)
            .finish_non_exhaustive()
    }
}

impl<'a> SolutionPath<'a> {
    fn new(scale: &'a RatingScale, state: &State, limits: &Limits<'a>) -> Self {
        let (mut scratch, end) = match start(scale, state, limits) {
            Ok(scratch) => (scratch, None),
            Err(end) => (Scratch::default(), Some(end)),
        };
        let has_queues = scale.path_policy.has_single_queues;
        scratch.path.track = has_queues.then(|| Box::new(Track::new(state)));
        Self {
            scale,
            state: *state,
            limits: *limits,
            scratch,
            taken: 0,
            rating: Rating::of_none(scale.entries().iter().map(|entry| &entry.rule)),
            end,
        }
    }

    /// Returns the state before the next step.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the rating by the steps taken so far.
    #[must_use]
    pub const fn rating(&self) -> Rating {
        self.rating
    }

    /// Takes all remaining steps and returns the reason why there are no more.
    pub fn end(&mut self) -> NoStepError {
        loop {
            if let Some(end) = self.end {
                return end;
            }
            self.next();
        }
    }

    /// Takes all remaining steps and returns the rating of the puzzle.
    ///
    /// # Errors
    /// The path does not reach the solution: see [`RatingError`].
    pub fn rated(&mut self) -> Result<Rating, RatingError> {
        match self.end() {
            NoStepError::Solved => Ok(self.rating),
            // More steps might solve the puzzle.
            reason @ (NoStepError::StepLimit | NoStepError::Stopped) => {
                Err(RatingError { reason, rating: self.rating })
            }
            reason => Err(RatingError { reason, rating: self.rating.of_unsolved() }),
        }
    }

    fn advance(&mut self) -> Result<RatedStep, NoStepError> {
        if let Some(end) = self.end {
            return Err(end);
        }
        if self.taken >= self.limits.nodes {
            return Err(NoStepError::StepLimit);
        }
        let (next, order) = self.scale.first(&self.state, &mut self.scratch, &self.limits)?;
        if let Some(track) = &mut self.scratch.path.track {
            track.apply(&next.step.effect, &order);
        }
        self.state.apply(&next.step.effect);
        self.rating.add(&next.step, next.score);
        self.taken += 1;
        self.end = end_of_board(&self.state);
        Ok(next)
    }
}

impl Iterator for SolutionPath<'_> {
    type Item = RatedStep;

    fn next(&mut self) -> Option<RatedStep> {
        self.advance().map_err(|end| self.end = Some(end)).ok()
    }
}

/// Returns the memory for a search, or the reason why the scale takes no step from this state,
/// apart from a lack of techniques.
fn start(scale: &RatingScale, state: &State, limits: &Limits<'_>) -> Result<Scratch, NoStepError> {
    let mut scratch = Scratch::default();
    if let Some(end) = end_of_board(state) {
        return Err(end);
    }
    let clues = state.values.iter().filter(|&&digit| digit != 0).count();
    if clues < scale.path_policy.fewest_clues && state.marked == 0 {
        return Err(NoStepError::TooFewClues);
    }
    if scale.assumes_one_solution() {
        match solutions(state, limits) {
            Solutions::None => return Err(NoStepError::NoSolution),
            Solutions::Several => return Err(NoStepError::SeveralSolutions),
            Solutions::Stopped => return Err(NoStepError::Stopped),
            Solutions::One(solution) => scratch.path.solution = Some(solution),
        }
    }
    Ok(scratch)
}

fn end_of_board(state: &State) -> Option<NoStepError> {
    if state.is_broken() {
        Some(NoStepError::Contradiction)
    } else {
        state.is_solved().then_some(NoStepError::Solved)
    }
}

/// The reason why there are no more steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoStepError {
    /// The board is solved.
    Solved,
    /// No technique of the scale applies.
    NoTechnique,
    /// A cell has no candidate, or a house has no place for a digit or holds a digit twice: the
    /// puzzle has no solution, or the candidates were wrong.
    Contradiction,
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions, and the scale has techniques that assume one.
    SeveralSolutions,
    /// The puzzle has fewer clues than the program of the scale accepts.
    TooFewClues,
    /// The steps on the board together have more than a million links.
    TooManyLinks,
    /// The limit on steps was reached.
    StepLimit,
    /// The stop flag was raised.
    Stopped,
}

impl NoStepError {
    /// All reasons, in the order of their declaration.
    pub const ALL: [Self; 9] = [
        Self::Solved,
        Self::NoTechnique,
        Self::Contradiction,
        Self::NoSolution,
        Self::SeveralSolutions,
        Self::TooFewClues,
        Self::TooManyLinks,
        Self::StepLimit,
        Self::Stopped,
    ];

    /// Returns the reason in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::NoTechnique => "no technique of this scale applies",
            Self::Contradiction => {
                "a cell or a house has no place left for a digit, or a digit twice"
            }
            Self::NoSolution => "there is no solution",
            Self::SeveralSolutions => "there are several solutions",
            Self::TooFewClues => "the puzzle has fewer clues than this scale accepts",
            Self::TooManyLinks => "there are too many steps; request a limited number",
            Self::StepLimit => "the limit on steps was reached",
            Self::Stopped => "stopped",
        }
    }
}

impl fmt::Display for NoStepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl std::error::Error for NoStepError {}

/// The error for a puzzle that could not be rated completely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingError {
    /// The reason.
    pub reason: NoStepError,
    /// The rating by the steps taken so far. On HoDoKu's scale it is extreme if no further step
    /// exists, whatever the steps so far.
    pub rating: Rating,
}

impl fmt::Display for RatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (so far {})", self.reason, self.rating)
    }
}

impl std::error::Error for RatingError {}

#[cfg(test)]
mod tests {
    use sudoku_core::Board;

    use super::*;
    use crate::SE_1_2_1;

    #[test]
    fn the_list_of_reasons_has_all_in_their_order() {
        for (index, reason) in NoStepError::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, index);
        }
        assert_eq!(NoStepError::Stopped as usize + 1, NoStepError::ALL.len());
    }

    #[test]
    fn chains_with_too_many_links_are_refused_except_for_few_steps() {
        let puzzle =
            "..5...9.3...19456769..5.4.........7....6.12...6.93.8....35...8.57.8...341....3...";
        let board: Board = puzzle.parse().unwrap();
        // Cycles and chains of the simplest kind alone: of others there are tens of thousands.
        let scale = SE_1_2_1.only(|entry| matches!(entry.rule, ScoreRule::ByKindAndLength { .. }));
        let all = |steps: u64, most: usize| {
            scale.all_steps_within(&State::from(&board), &Limits::ALL.with_nodes(steps), most)
        };
        let every = all(u64::MAX, usize::MAX).map(|steps| steps.len()).unwrap();
        let links = all(u64::MAX, usize::MAX).unwrap().iter().map(|it| links_of(&it.step)).sum();
        assert!(every > 1 && links > 10, "{every} steps of {links} links");
        assert_eq!(all(u64::MAX, links).map(|steps| steps.len()), Ok(every));
        assert_eq!(all(u64::MAX, links - 1).err(), Some(NoStepError::TooManyLinks));
        assert_eq!(all(every as u64, links - 1).map(|steps| steps.len()), Ok(every));
        assert_eq!(all(1, 0).map(|steps| steps.len()), Ok(1));
    }
}
