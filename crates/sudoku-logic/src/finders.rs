//! Finders: the search for the patterns of each technique, and the list of techniques of each
//! program.
//!
//! [`explainer`] has the techniques of Sudoku Explainer and its successor, and [`hodoku`] those of
//! HoDoKu. Each of the two files lists the techniques in the order of its programs, one row each:
//! the finder, the names and the score. The files of the two folders have the finders and the names
//! of their steps. A finder knows nothing of scores and of other techniques.
//!
//! The other files help finders: `cache` and `failed_searches` keep results, and `templates` tells
//! which digits are worth a search.
//!
//! A technique passes every pattern that it finds to a [`StepSink`], in its own order; the sink
//! ends the search when it has enough. The order is part of a technique, because the known scales
//! take the first pattern that a program finds. If the programs take the pattern with the lowest
//! score first ([`Technique::is_lowest_rating_first`]), its [`Entry`] sorts the steps. Only
//! [`explainer::CyclesAndChains`] uses ratings itself, because they limit the depth of its search.

use std::fmt;
use std::ops::ControlFlow;

use sudoku_core::{Cell, Digit, Limits};

use crate::named_techniques::NamedTechniques;
use crate::rating::ScoreRule;
use crate::state::State;
use crate::step::{Step, StepName};
use crate::tim_sort::sort_by;

mod cache;
pub(crate) mod explainer;
mod failed_searches;
pub(crate) mod hodoku;
mod templates;

pub use cache::Scratch;

pub(crate) use cache::{Cache, PathFacts};
pub(crate) use failed_searches::{ByBoard, ByDigit, FailedDigits, FailedSearches};
pub(crate) use templates::Templates;

/// A solving technique.
pub trait Technique: fmt::Debug + Send + Sync {
    /// Passes the patterns of the state to the sink, in the technique's order, until the sink
    /// breaks.
    ///
    /// The result of a search whose stop flag was raised must be discarded: it may lack patterns
    /// that come earlier.
    ///
    /// # Errors
    /// None: `Break` means that the sink has enough.
    fn find(&self, search: Search<'_>) -> ControlFlow<()>;

    /// Returns true if the steps are valid only for a puzzle with one solution.
    fn assumes_one_solution(&self) -> bool {
        false
    }

    /// Returns true if the technique is a last resort. Searches for all steps use it only if the
    /// techniques before it find nothing, and then for one step.
    fn is_last_resort(&self) -> bool {
        false
    }

    /// Returns true if a scale takes the step with the lowest rating first. The scale sorts the
    /// steps. For steps with the same rating, the order from [`find`](Self::find) decides.
    fn is_lowest_rating_first(&self) -> bool {
        false
    }

    /// Returns the possible names of its steps.
    fn names(&self) -> &'static [StepName];
}

/// The input of a search: the board, the limits, and the sink for the steps.
pub struct Search<'a> {
    /// The board.
    pub state: &'a State,
    /// The limits. Only the stop flag matters; techniques ignore the limit on steps.
    pub limits: &'a Limits<'a>,
    /// Results of earlier searches. They make a search faster and never change its steps.
    pub scratch: &'a mut Scratch,
    /// The sink for the steps.
    pub sink: &'a mut dyn StepSink,
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("state", self.state).finish_non_exhaustive()
    }
}

/// A receiver of the steps that a technique finds.
pub trait StepSink {
    /// Receives a step; returns `Break` to end the search.
    fn take(&mut self, step: Step) -> ControlFlow<()>;

    /// Receives a step with its eliminations in the order in which the original program makes them.
    /// A path with queues of singles needs this order; other receivers ignore it.
    fn take_in_order(&mut self, step: Step, order: &[(Cell, Digit)]) -> ControlFlow<()> {
        let _ = order;
        self.take(step)
    }

    /// Returns true if only the first step is wanted, so that the technique can skip the others.
    fn wants_first_only(&self) -> bool {
        false
    }
}

/// A sink that keeps the first step.
#[derive(Debug, Default)]
pub struct FirstStep(pub Option<Step>);

impl StepSink for FirstStep {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        self.0.get_or_insert(step);
        ControlFlow::Break(())
    }

    fn wants_first_only(&self) -> bool {
        true
    }
}

/// A sink that keeps all steps.
#[derive(Debug, Default)]
pub struct AllSteps(pub Vec<Step>);

impl StepSink for AllSteps {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        self.0.push(step);
        ControlFlow::Continue(())
    }
}

/// A technique with its score: an entry of a rating scale.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The technique.
    pub technique: &'static dyn Technique,
    /// The rule that scores its steps.
    pub rule: ScoreRule,
}

impl Entry {
    /// Returns true if the technique has one of these names.
    pub(crate) fn is_in(&self, techniques: &NamedTechniques) -> bool {
        self.technique.names().iter().any(|name| techniques.steps.contains(name))
    }

    /// Passes the steps of the technique to the sink, in the order of the scale.
    pub(crate) fn find(&self, search: Search<'_>) -> ControlFlow<()> {
        if !self.technique.is_lowest_rating_first() {
            return self.technique.find(search);
        }
        let mut all = AllSteps::default();
        let Search { state, limits, scratch, sink } = search;
        self.technique.find(Search { state, limits, scratch, sink: &mut all })?;
        let rated = all.0.into_iter().map(|step| (self.rule.rate(&step), step));
        let mut rated: Vec<(f64, Step)> = rated.collect();
        // The sort is stable, so steps with the same rating stay in the order of the technique.
        sort_by(&mut rated, |(one, _), (other, _)| one.total_cmp(other));
        rated.into_iter().try_for_each(|(_, step)| sink.take(step))
    }
}
