//! Finders: the search for the patterns of each technique, one family per file.
//!
//! The files of this folder are those of Sudoku Explainer and its successor. Each begins with a
//! worked example:
//!
//! | file | technique | names of its steps |
//! |---|---|---|
//! | `singles` | [`NakedSingles`], [`HiddenSingles`] | naked single, hidden single, last cell |
//! | `locking` | [`LockedCandidates`] | pointing and claiming, also direct |
//! | `subsets` | [`NakedSubset`], [`HiddenSubset`] | pairs, triples and quads, also direct |
//! | `fish` | [`Fish`] | X-Wing, Swordfish, Jellyfish |
//! | `wings` | [`XyWings`] | XY-Wing, XYZ-Wing |
//! | `alphabet_wings` | [`AlphabetWings`] | WXYZ-Wing to TUVWXYZ-Wing |
//! | `strong_links` | [`StrongLinks`] | skyscraper, 2-string kite, strong links, rings of them |
//! | `unique_loops` | [`UniqueLoops`] | unique loop type 1 to 4 |
//! | `bug` | [`BivalueGrave`] | BUG type 1 to 4 |
//! | `aligned` | [`AlignedExclusion`] | aligned pair and triple exclusion |
//! | `chains` | [`CyclesAndChains`] | bidirectional cycles, forcing chain, forcing X-chain |
//! | `chains` | [`ImplicationChains`] | Nishio, cell and house forcing chains, dynamic ones |
//!
//! [`hodoku`] has the finders of HoDoKu. The other files help them: `cache` and `failed_searches`
//! keep results, `templates` tells which digits are worth a search, and `bit_counts` counts.
//!
//! A technique passes every pattern that it finds to a [`StepSink`], in its own order; the sink
//! ends the search when it has enough. The order is part of a technique, because the known scales
//! take the first pattern that a program finds. The score of a pattern is not part of it: a scale
//! assigns scores. If the programs take the pattern with the lowest score first
//! ([`Technique::is_lowest_rating_first`]), the scale sorts the steps. Only [`CyclesAndChains`]
//! uses ratings itself, because they limit the depth of its search.

use std::fmt;
use std::ops::ControlFlow;

use sudoku_core::{Cell, Digit, Limits};

use crate::state::State;
use crate::step::{Step, StepName};

mod aligned;
mod alphabet_wings;
mod bit_counts;
mod bug;
mod cache;
mod chains;
mod failed_searches;
mod fish;
pub(crate) mod hodoku;
mod locking;
mod singles;
mod strong_links;
mod subsets;
mod templates;
mod unique_loops;
mod wings;

pub use aligned::AlignedExclusion;
pub use alphabet_wings::AlphabetWings;
pub use bug::BivalueGrave;
pub use cache::Scratch;
pub use chains::{CyclesAndChains, ImplicationChains, Implications, Nesting};
pub use fish::Fish;
pub use locking::{LockedCandidates, LockedOrder};
pub use singles::{HiddenSingles, NakedSingles};
pub use strong_links::StrongLinks;
pub use subsets::{HiddenSubset, NakedSubset};
pub use unique_loops::{LoopRule, UniqueLoops};
pub use wings::{PeerOrder, XyWings};

pub(crate) use cache::{Cache, PathFacts};
pub(crate) use chains::NestedSpace;
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
