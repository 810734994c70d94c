//! The verbs of a scale: the next step, the whole path, the rating, everything there is.

use std::fmt;
use std::ops::ControlFlow;

use sudoku_core::Limits;

use crate::rating::{Rating, ScoreRule, StepScore};
use crate::rating_scale::{Entry, RatingScale};
use crate::solution::{Solutions, solutions};
use crate::state::State;
use crate::step::{Evidence, LinkReason, Step};
use crate::technique::{FirstStep, Scratch, Search, StepSink};
use crate::track::Track;

/// A step, and what it is worth on a profile's scale.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedStep {
    /// The step.
    pub step: Step,
    /// What it is worth.
    pub score: StepScore,
}

impl RatingScale {
    /// The step that the scale takes next.
    ///
    /// # Errors
    /// Why there is none.
    pub fn hint(&self, state: &State, limits: &Limits<'_>) -> Result<RatedStep, NoStepError> {
        self.path(state, limits).advance()
    }

    /// The steps from the state to its end, one by one.
    ///
    /// A profile with techniques that assume one solution, as those of the known scales have, takes
    /// no step from a board that has none or several; [without them](Self::without_uniqueness) it
    /// goes as far as it comes. That holds for all four verbs.
    ///
    /// It ends when the board is solved, when no technique applies, after `limits.nodes` steps, or
    /// soon after the stop flag was raised: [`SolutionPath::end`] says which.
    #[must_use]
    pub fn path<'a>(&'a self, state: &State, limits: &Limits<'a>) -> SolutionPath<'a> {
        SolutionPath::new(self, state, limits)
    }

    /// Every step that any technique of the profile finds now, `limits.nodes` at most. Brute force
    /// is for boards on which nothing else is found, as for [`hint`](Self::hint).
    ///
    /// # Errors
    /// If the board is solved or broken, if the stop flag was raised, or if there is more to say of
    /// the steps than [`NoStepError::TooManyLinks`] allows, which happens on the hardest boards: there
    /// `limits.nodes` asks for the first of them, and [`Self::each_step`] hands out any number.
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

    /// Hands out the same steps one by one, as soon as each is found, until whoever takes them
    /// breaks: so there may be any number of them, however much there is to say of each.
    ///
    /// # Errors
    /// If the board is solved or broken, or if the stop flag was raised.
    pub fn each_step(
        &self,
        state: &State,
        limits: &Limits<'_>,
        take: &mut dyn FnMut(RatedStep) -> ControlFlow<()>,
    ) -> Result<(), NoStepError> {
        let mut scratch = start(self, state, limits)?;
        let mut left = limits.nodes;
        for Entry { technique, rule } in self.entries() {
            if left == 0 {
                break;
            }
            let is_resort = technique.is_last_resort();
            if is_resort && left < limits.nodes {
                continue;
            }
            let mut sink = Rated { rule, limits, left: &mut left, is_resort, take };
            let search = Search { state, rule, limits, scratch: &mut scratch, sink: &mut sink };
            let end = technique.find(search);
            if limits.is_stopped() {
                return Err(NoStepError::Stopped);
            }
            if end.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// How hard the puzzle is.
    ///
    /// # Errors
    /// If it does not come to the solution: see [`RatingError`].
    pub fn rate(&self, state: &State, limits: &Limits<'_>) -> Result<Rating, RatingError> {
        let mut path = self.path(state, limits);
        match path.end() {
            NoStepError::Solved => Ok(path.rating()),
            reason => Err(RatingError { reason, rating: path.rating().of_unsolved() }),
        }
    }

    fn first(
        &self,
        state: &State,
        scratch: &mut Scratch,
        limits: &Limits<'_>,
    ) -> Result<RatedStep, NoStepError> {
        for Entry { technique, rule } in self.entries() {
            let mut first = FirstStep::default();
            let search = Search { state, rule, limits, scratch, sink: &mut first };
            let end = technique.find(search);
            if limits.is_stopped() {
                return Err(NoStepError::Stopped);
            }
            if let (ControlFlow::Break(()), Some(step)) = (end, first.0) {
                let score = rule.score(&step);
                return Ok(RatedStep { step, score });
            }
        }
        Err(NoStepError::NoTechnique)
    }
}

/// How many links the chains of all steps together may have: they take some hundred megabytes,
/// which are given back in an eighth of a second when a search is stopped.
const MOST_LINKS: usize = 1_000_000;

/// Hands on the steps with what they are worth, until there are as many as wanted or the search is
/// to stop: a technique may have found all of its steps before it hands out the first.
struct Rated<'a> {
    rule: &'a ScoreRule,
    limits: &'a Limits<'a>,
    /// How many more are wanted.
    left: &'a mut u64,
    /// Whether it is a last resort, of which one step will do.
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

/// How many links a step's chains have, with those of the steps inside of them.
fn links_of(step: &Step) -> usize {
    let Evidence::Chains { branches, .. } = &step.evidence else { return 0 };
    let links = branches.iter().flat_map(|branch| &branch.links);
    let inside = links.map(|link| match &link.cause {
        LinkReason::Step(step) => 1 + links_of(step),
        _ => 1,
    });
    inside.sum()
}

/// The steps of a solution, in the order in which a profile takes them.
pub struct SolutionPath<'a> {
    scale: &'a RatingScale,
    state: State,
    limits: Limits<'a>,
    scratch: Scratch,
    taken: u64,
    rating: Rating,
    end: Option<NoStepError>,
}

impl<'a> SolutionPath<'a> {
    fn new(scale: &'a RatingScale, state: &State, limits: &Limits<'a>) -> Self {
        let (mut scratch, end) = match start(scale, state, limits) {
            Ok(scratch) => (scratch, None),
            Err(end) => (Scratch::default(), Some(end)),
        };
        scratch.context.track = scale.follows_queues.then(|| Box::new(Track::new(state)));
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

    /// The state before the next step.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// What the steps that were taken make of the puzzle.
    #[must_use]
    pub const fn rating(&self) -> Rating {
        self.rating
    }

    /// Why there are no more steps; takes those that are left first.
    pub fn end(&mut self) -> NoStepError {
        loop {
            if let Some(end) = self.end {
                return end;
            }
            self.next();
        }
    }

    fn advance(&mut self) -> Result<RatedStep, NoStepError> {
        if let Some(end) = self.end {
            return Err(end);
        }
        if self.taken >= self.limits.nodes {
            return Err(NoStepError::StepLimit);
        }
        let next = self.scale.first(&self.state, &mut self.scratch, &self.limits)?;
        let context = &mut self.scratch.context;
        if let Some(track) = &mut context.track {
            track.apply(&next.step.effect, &context.removals);
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

/// What a search of the profile starts with, or why it takes no step from this state, if that is
/// not for lack of techniques.
fn start(scale: &RatingScale, state: &State, limits: &Limits<'_>) -> Result<Scratch, NoStepError> {
    let mut scratch = Scratch::default();
    if let Some(end) = end_of_board(state) {
        return Err(end);
    }
    let clues = state.values.iter().filter(|&&value| value != 0).count();
    if scale.follows_queues && clues < FEWEST_CLUES && state.marked == 0 {
        return Err(NoStepError::TooFewClues);
    }
    if scale.assumes_one_solution() {
        match solutions(state, limits) {
            Solutions::None => return Err(NoStepError::NoSolution),
            Solutions::Several => return Err(NoStepError::SeveralSolutions),
            Solutions::Stopped => return Err(NoStepError::Stopped),
            Solutions::One(solution) => scratch.context.solution = Some(solution),
        }
    }
    Ok(scratch)
}

/// The fewest clues of a puzzle that HoDoKu looks at.
const FEWEST_CLUES: usize = 10;

fn end_of_board(state: &State) -> Option<NoStepError> {
    if state.is_broken() {
        Some(NoStepError::Contradiction)
    } else {
        state.is_solved().then_some(NoStepError::Solved)
    }
}

/// Why there are no more steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoStepError {
    /// The board is solved.
    Solved,
    /// No technique of the profile applies.
    NoTechnique,
    /// A cell or a house has no place for a digit, or a house a digit twice: the puzzle has no
    /// solution, or the candidates were wrong.
    Contradiction,
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions, and the profile has techniques for which it must have one.
    SeveralSolutions,
    /// The puzzle has fewer clues than HoDoKu looks at.
    TooFewClues,
    /// All steps on the board together have more than a million links.
    TooManyLinks,
    /// As many steps were taken as the limits allow.
    StepLimit,
    /// The stop flag was raised.
    Stopped,
}

impl fmt::Display for NoStepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Solved => "solved",
            Self::NoTechnique => "no technique of this scale applies",
            Self::Contradiction => {
                "a cell or a house has no place left for a digit, or a digit twice"
            }
            Self::NoSolution => "there is no solution",
            Self::SeveralSolutions => "there are several solutions",
            Self::TooFewClues => "there are fewer clues than this scale takes",
            Self::TooManyLinks => "there are too many steps: ask for the first of them",
            Self::StepLimit => "the limit of steps was reached",
            Self::Stopped => "stopped",
        })
    }
}

impl std::error::Error for NoStepError {}

/// A puzzle could not be rated to the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingError {
    /// Why.
    pub reason: NoStepError,
    /// The rating of the steps until then. On HoDoKu's scale a puzzle that is not solved is
    /// extreme.
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
    fn more_links_than_there_is_room_for_are_refused_unless_few_steps_are_wanted() {
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
