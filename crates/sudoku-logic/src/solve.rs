//! The verbs of a profile: the next step, the whole path, the rating, everything there is.

use std::fmt;
use std::ops::ControlFlow;

use sudoku_core::Limits;

use crate::profile::{Entry, Profile};
use crate::rating::Tenths;
use crate::state::State;
use crate::step::Step;
use crate::technique::{AllSteps, FirstStep, Scratch, Search};

/// A step, and what it is worth on a profile's scale.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedStep {
    /// The step.
    pub step: Step,
    /// Its rating, as the scale computes it; [`Tenths`] is how it is printed.
    pub rating: f64,
}

impl Profile {
    /// The step that the scale takes next, or `None` if no technique applies, or the board is
    /// solved or broken.
    #[must_use]
    pub fn hint(&self, state: &State) -> Option<RatedStep> {
        if state.is_solved() || state.is_broken() {
            return None;
        }
        self.first(state, &mut Scratch::default(), &Limits::ALL)
    }

    /// The steps from the state to its end, one by one.
    ///
    /// It ends when the board is solved, when no technique applies, after `limits.steps` steps, or
    /// soon after the stop flag was raised.
    #[must_use]
    pub fn path<'a>(&'a self, state: &State, limits: &Limits<'a>) -> SolutionPath<'a> {
        SolutionPath {
            profile: self,
            state: *state,
            limits: *limits,
            scratch: Scratch::default(),
            taken: 0,
        }
    }

    /// Every step that any technique of the profile finds now; none of a solved or broken board.
    #[must_use]
    pub fn all_steps(&self, state: &State) -> Vec<RatedStep> {
        if state.is_solved() || state.is_broken() {
            return Vec::new();
        }
        let mut scratch = Scratch::default();
        let mut found = Vec::new();
        for Entry { technique, rule } in self.entries() {
            let mut steps = AllSteps::default();
            if technique
                .find(Search {
                    state,
                    rule,
                    limits: &Limits::ALL,
                    scratch: &mut scratch,
                    sink: &mut steps,
                })
                .is_continue()
            {
                found.extend(steps.0.into_iter().map(|step| {
                    let rating = rule.rate(&step);
                    RatedStep { step, rating }
                }));
            }
        }
        found
    }

    /// How hard the puzzle is.
    ///
    /// # Errors
    /// If it does not come to the solution: see [`RateError`].
    pub fn rate(&self, state: &State, limits: &Limits<'_>) -> Result<ExplainerRating, RateError> {
        let mut path = self.path(state, limits);
        let mut rating = ExplainerRating::default();
        for step in path.by_ref() {
            rating.add(&step);
        }
        path.end().map_or(Ok(rating), |reason| Err(RateError { reason, rating }))
    }

    fn first(
        &self,
        state: &State,
        scratch: &mut Scratch,
        limits: &Limits<'_>,
    ) -> Option<RatedStep> {
        for Entry { technique, rule } in self.entries() {
            if limits.is_stopped() {
                return None;
            }
            let mut first = FirstStep::default();
            if let ControlFlow::Break(()) = technique.find(Search {
                state,
                rule,
                limits,
                scratch: &mut *scratch,
                sink: &mut first,
            }) {
                return first.0.map(|step| {
                    let rating = rule.rate(&step);
                    RatedStep { step, rating }
                });
            }
        }
        None
    }
}

/// The steps of a solution, in the order in which a profile takes them.
pub struct SolutionPath<'a> {
    profile: &'a Profile,
    state: State,
    limits: Limits<'a>,
    scratch: Scratch,
    taken: u64,
}

impl SolutionPath<'_> {
    /// The state before the next step.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Why the path has ended before the solution; `None` if the board is solved.
    #[must_use]
    pub fn end(&self) -> Option<PathEnd> {
        if self.state.is_solved() && !self.state.is_broken() {
            None
        } else if self.limits.is_stopped() {
            Some(PathEnd::Stopped)
        } else if self.taken >= self.limits.steps {
            Some(PathEnd::StepLimit)
        } else if self.state.is_broken() {
            Some(PathEnd::Contradiction)
        } else {
            Some(PathEnd::Unfinished)
        }
    }
}

impl Iterator for SolutionPath<'_> {
    type Item = RatedStep;

    fn next(&mut self) -> Option<RatedStep> {
        if self.taken >= self.limits.steps || self.state.is_solved() || self.state.is_broken() {
            return None;
        }
        let next = self.profile.first(&self.state, &mut self.scratch, &self.limits)?;
        self.state.apply(&next.step.effect);
        self.taken += 1;
        Some(next)
    }
}

/// Why a path ended before the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathEnd {
    /// No technique of the profile applies.
    Unfinished,
    /// A cell or a house has no place for a digit: the puzzle has no solution, or the candidates
    /// were wrong, or a technique assumed one solution where there are several.
    Contradiction,
    /// As many steps were taken as the limits allow.
    StepLimit,
    /// The stop flag was raised.
    Stopped,
}

impl fmt::Display for PathEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Unfinished => "unfinished: no technique of this profile applies",
            Self::Contradiction => "a cell or a house has no place left for a digit",
            Self::StepLimit => "the limit of steps was reached",
            Self::Stopped => "stopped",
        })
    }
}

/// A puzzle could not be rated to the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateError {
    /// Why.
    pub reason: PathEnd,
    /// The rating of the steps until then.
    pub rating: ExplainerRating,
}

impl fmt::Display for RateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (so far {})", self.reason, self.rating)
    }
}

impl std::error::Error for RateError {}

/// A puzzle's rating on a scale that takes the hardest step: printed as `ER/EP/ED`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExplainerRating {
    /// The rating of the hardest step.
    pub er: f64,
    /// The rating of the hardest step up to the first that places a digit.
    pub ep: f64,
    /// The rating of the first step.
    pub ed: f64,
}

impl ExplainerRating {
    fn add(&mut self, step: &RatedStep) {
        self.er = self.er.max(step.rating);
        if self.ep == 0.0 {
            if self.ed == 0.0 {
                self.ed = self.er;
            }
            if step.step.effect.placement.is_some() {
                self.ep = self.er;
            }
        }
    }

    /// The three ratings as they are printed: ER, EP, ED.
    #[must_use]
    pub fn tenths(&self) -> [Tenths; 3] {
        [self.er, self.ep, self.ed].map(Tenths::new)
    }
}

impl fmt::Display for ExplainerRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [er, ep, ed] = self.tenths();
        write!(f, "{er}/{ep}/{ed}")
    }
}
