//! Techniques: what each looks for, one family to a file.
//!
//! A technique hands every pattern that it finds to a [`StepSink`], in its own order; the sink ends
//! the search when it has what it wants. The order is part of a technique, because the scales that
//! people know take the first pattern that a program meets. What a pattern is worth is not: a
//! profile says that.

use std::ops::ControlFlow;

use crate::rating::Rule;
use crate::state::State;
use crate::step::Step;

mod aligned;
mod alphabet_wings;
mod bit_counts;
mod bug;
mod chains;
mod fish;
mod locking;
mod loops;
mod singles;
mod strong_links;
mod subsets;
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

/// A way to make progress.
pub trait Technique: Send + Sync {
    /// Hands the patterns of the state to the sink, in the technique's order, until it has enough.
    ///
    /// # Errors
    /// None: a break says that the sink has enough.
    fn find(
        &self,
        state: &State,
        rule: &Rule,
        scratch: &mut Scratch,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<()>;
}

/// Memory that techniques use again from search to search, so that they need no new one.
#[derive(Default)]
pub struct Scratch {
    chains: chains::ChainSpace,
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

/// Keeps the first of the steps with the least key.
#[derive(Debug)]
pub struct LeastStep<K, F> {
    key: F,
    best: Option<(K, Step)>,
}

impl<K: PartialOrd, F: Fn(&Step) -> K> LeastStep<K, F> {
    /// Keeps the first of the steps for which this is least.
    pub const fn by_key(key: F) -> Self {
        Self { key, best: None }
    }

    /// The step that was kept.
    pub fn into_step(self) -> Option<Step> {
        self.best.map(|(_, step)| step)
    }
}

impl<K: PartialOrd, F: Fn(&Step) -> K> StepSink for LeastStep<K, F> {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        let key = (self.key)(&step);
        if self.best.as_ref().is_none_or(|(best, _)| key < *best) {
            self.best = Some((key, step));
        }
        ControlFlow::Continue(())
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
