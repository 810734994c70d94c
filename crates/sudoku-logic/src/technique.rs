//! Techniques: what each looks for, one family to a file.
//!
//! A technique hands every pattern that it finds to a [`StepSink`], in its own order; the sink ends
//! the search when it has what it wants. The order is part of a technique, because the scales that
//! people know take the first pattern that a program meets. What a pattern is worth is not: a
//! profile says that.

use std::ops::ControlFlow;

use sudoku_core::Limits;

use crate::rating::ScoreRule;
use crate::solution::{Solutions, solutions};
use crate::state::State;
use crate::step::{Step, StepName};
use crate::track::Track;

mod aligned;
mod alphabet_wings;
mod barren;
mod bit_counts;
mod bug;
mod chains;
mod fish;
mod locking;
mod loops;
mod singles;
mod strong_links;
mod subsets;
mod templates;
mod wings;

pub use aligned::AlignedExclusion;
pub use alphabet_wings::AlphabetWings;
pub use bug::BivalueGrave;
pub use chains::{CyclesAndChains, ImplicationChains, Implications, Nesting};
pub use fish::Fish;
pub use locking::{LockedCandidates, LockedOrder};
pub use loops::{LoopSearch, UniqueLoops};
pub use singles::{HiddenSingles, NakedSingles};
pub use strong_links::StrongLinks;
pub use subsets::{HiddenSubset, NakedSubset};
pub use wings::{PeerOrder, XyWings};

pub(crate) use barren::{Barren, BarrenDigits, ByBoard, ByDigit};
pub(crate) use chains::{Graph, Links, NestedSpace, Reaches};
pub(crate) use templates::Templates;

/// A way to make progress.
pub trait Technique: Send + Sync {
    /// Hands the patterns of the state to the sink, in the technique's order, until it has enough.
    ///
    /// What a search found whose stop flag was raised counts for nothing: it may lack patterns
    /// that come before.
    ///
    /// # Errors
    /// None: a break says that the sink has enough.
    fn find(&self, search: Search<'_>) -> ControlFlow<()>;

    /// Whether the steps hold only for a puzzle with one solution.
    fn assumes_one_solution(&self) -> bool {
        false
    }

    /// Whether it is for boards on which nothing else is found. The verbs that look for all steps
    /// ask it only if the techniques before it have none, and then for one step.
    fn is_last_resort(&self) -> bool {
        false
    }

    /// What its steps can be called.
    fn names(&self) -> &'static [StepName];
}

/// What a technique is asked: where to look, and who takes what it finds.
pub struct Search<'a> {
    /// The board.
    pub state: &'a State,
    /// What a step is worth. Some techniques hand out the cheapest first.
    pub rule: &'a ScoreRule,
    /// The stop flag counts; how many steps are taken is not a technique's matter.
    pub limits: &'a Limits<'a>,
    /// Memory from searches before.
    pub scratch: &'a mut Scratch,
    /// Takes the steps.
    pub sink: &'a mut dyn StepSink,
}

/// What techniques keep from one search to the next.
///
/// It belongs to one puzzle: a new one for each.
#[derive(Default)]
pub struct Scratch {
    pub(crate) memory: Memory,
    pub(crate) context: PathContext,
}

/// Memory that is used again, so that no new one is needed, and results for boards that may come
/// up again.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) chains: NestedSpace,
    /// What need not be looked at again.
    pub(crate) barren: Barren,
    pub(crate) templates: Templates,
}

/// What only the path of a puzzle knows.
#[derive(Default)]
pub(crate) struct PathContext {
    /// The board with HoDoKu's queues of singles, if the path has one.
    pub(crate) track: Option<Box<Track>>,
    /// The candidates (cells and digits) that the last step takes away, in HoDoKu's order.
    pub(crate) removals: Vec<(usize, usize)>,
    /// The only solution, if it was looked for.
    pub(crate) solution: Option<[u8; 81]>,
}

impl PathContext {
    /// The only solution of the board, if there is exactly one.
    pub(crate) fn solution(&mut self, state: &State, limits: &Limits<'_>) -> Option<[u8; 81]> {
        if self.solution.is_none()
            && let Solutions::One(solution) = solutions(state, limits)
        {
            self.solution = Some(solution);
        }
        self.solution
    }
}

/// What takes the steps that a technique finds.
pub trait StepSink {
    /// Takes a step, and breaks if it wants no more.
    fn take(&mut self, step: Step) -> ControlFlow<()>;

    /// Whether only the first step is wanted, so that no other need be built.
    fn wants_first_only(&self) -> bool {
        false
    }
}

/// Keeps the first step.
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

/// Keeps all steps.
#[derive(Debug, Default)]
pub struct AllSteps(pub Vec<Step>);

impl StepSink for AllSteps {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        self.0.push(step);
        ControlFlow::Continue(())
    }
}
