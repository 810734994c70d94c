//! The limits of a count, its progress, and its result.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sudoku_core::Ending;

/// The limits of a count.
///
/// ```
/// use sudoku_count::CountLimits;
///
/// let limits = CountLimits { solutions: 1_000_000, ..CountLimits::NONE };
/// # assert_eq!(limits.threads.get(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CountLimits<'a> {
    /// The maximum number of solutions to count.
    pub solutions: u128,
    /// The maximum number of terms to add. [`estimated_work`](crate::estimated_work) estimates the
    /// number for a board. A count ends before it exceeds the limit.
    pub terms: u64,
    /// A flag that ends the count soon after another thread raises it.
    pub stop: Option<&'a AtomicBool>,
    /// The number of threads, including the calling one.
    pub threads: NonZero<usize>,
}

impl CountLimits<'_> {
    /// No limit, and one thread.
    pub const NONE: Self =
        Self { solutions: u128::MAX, terms: u64::MAX, stop: None, threads: NonZero::<usize>::MIN };
}

impl Default for CountLimits<'_> {
    /// No limit, and one thread.
    fn default() -> Self {
        Self::NONE
    }
}

/// The result of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The number of solutions, or a lower bound if the count ended early.
    pub solutions: u128,
    /// The reason for the end.
    ///
    /// [`Ending::Exhausted`]: the number is exact.
    /// [`Ending::SolutionLimit`]: there are at least as many solutions as the limit.
    /// [`Ending::NodeLimit`]: the count needs more terms than the limit. [`Ending::Stopped`]: the
    /// stop flag was raised.
    pub ending: Ending,
    /// The number of terms that were added. A term is a product of a number of the second band and
    /// one of the third.
    pub terms: u64,
}

impl Count {
    /// Returns the number of solutions if it is exact.
    #[must_use]
    pub fn exact(&self) -> Option<u128> {
        (self.ending == Ending::Exhausted).then_some(self.solutions)
    }
}

/// The state of a sum, shared by all threads that work on it.
pub(crate) struct Progress<'a> {
    pub(crate) limits: &'a CountLimits<'a>,
    /// The index of the next batch of the first stack's states.
    pub(crate) next: AtomicUsize,
    terms: AtomicU64,
    /// The number of solutions found, and the reason for an early end.
    found: Mutex<(u128, Option<Ending>)>,
    /// True if the count has ended early.
    ended: AtomicBool,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(limits: &'a CountLimits<'a>) -> Self {
        Self {
            limits,
            next: AtomicUsize::new(0),
            terms: AtomicU64::new(0),
            found: Mutex::new((0, None)),
            ended: AtomicBool::new(false),
        }
    }

    fn found(&self) -> MutexGuard<'_, (u128, Option<Ending>)> {
        // No thread can panic while it holds the lock.
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds solutions. Breaks if this or another thread has found as many as wanted.
    pub(crate) fn add(&self, solutions: u128) -> ControlFlow<()> {
        let mut found = self.found();
        found.0 = found.0.saturating_add(solutions);
        if found.0 >= self.limits.solutions {
            *found = (self.limits.solutions, Some(Ending::SolutionLimit));
            self.ended.store(true, Ordering::Relaxed);
        }
        if found.1.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Adds terms. Breaks if they exceed the limit.
    pub(crate) fn add_terms(&self, terms: u64) -> ControlFlow<()> {
        let before = self.terms.fetch_add(terms, Ordering::Relaxed);
        if before.saturating_add(terms) > self.limits.terms {
            self.terms.fetch_sub(terms, Ordering::Relaxed);
            return self.end(Ending::NodeLimit);
        }
        ControlFlow::Continue(())
    }

    /// Breaks if the stop flag is raised or another thread has ended the count.
    pub(crate) fn look(&self) -> ControlFlow<()> {
        if self.limits.stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return self.end(Ending::Stopped);
        }
        if self.ended.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Ends the count for this reason, unless it has already ended.
    fn end(&self, ending: Ending) -> ControlFlow<()> {
        self.found().1.get_or_insert(ending);
        self.ended.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    }

    pub(crate) fn ended(self) -> Count {
        let (solutions, ending) = *self.found();
        let terms = self.terms.load(Ordering::Relaxed);
        Count { solutions, ending: ending.unwrap_or(Ending::Exhausted), terms }
    }
}
