//! How far a count may go, how far it is, and what it comes to.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sudoku_core::Ending;

/// How far a count may go.
///
/// ```
/// use sudoku_count::CountLimits;
///
/// let limits = CountLimits { solutions: 1_000_000, ..CountLimits::NONE };
/// # assert_eq!(limits.threads.get(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CountLimits<'a> {
    /// How many solutions to count at most.
    pub solutions: u128,
    /// How many terms to add at most: [`estimated_work`](crate::estimated_work) says beforehand about how many a
    /// board takes. It ends a count that is about to go above it.
    pub terms: u64,
    /// A flag that ends the count soon after another thread has raised it.
    pub stop: Option<&'a AtomicBool>,
    /// How many threads to work on, with the one that asks.
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

/// How many solutions were counted, and why no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// How many there are, or at least this many if the count ended before.
    pub solutions: u128,
    /// [`Ending::Exhausted`] if the number is exact; [`Ending::SolutionLimit`] if there are as many
    /// as the limit or more; [`Ending::NodeLimit`] if it would have taken more terms than the
    /// limit; [`Ending::Stopped`].
    pub ending: Ending,
    /// How many terms were added: products of a way to go on in the second band and one in the
    /// third.
    pub terms: u64,
}

impl Count {
    /// The number, if it is exact.
    #[must_use]
    pub fn exact(&self) -> Option<u128> {
        (self.ending == Ending::Exhausted).then_some(self.solutions)
    }
}

/// Where a sum stands, for all threads that work on it.
pub(crate) struct Progress<'a> {
    pub(crate) limits: &'a CountLimits<'a>,
    /// The batch of the first stack's states that is to be taken next, by number.
    pub(crate) next: AtomicUsize,
    terms: AtomicU64,
    /// What has been found, and why no more is to be looked for.
    found: Mutex<(u128, Option<Ending>)>,
    /// Whether no more is to be looked for.
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

    /// Adds solutions; breaks if that is as many as are wanted, by this thread or another.
    pub(crate) fn add(&self, solutions: u128) -> ControlFlow<()> {
        let mut found = self.found();
        found.0 = found.0.saturating_add(solutions);
        if found.0 >= self.limits.solutions {
            *found = (self.limits.solutions, Some(Ending::SolutionLimit));
            self.ended.store(true, Ordering::Relaxed);
        }
        if found.1.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Breaks if so many more terms are too many.
    pub(crate) fn add_terms(&self, terms: u64) -> ControlFlow<()> {
        let before = self.terms.fetch_add(terms, Ordering::Relaxed);
        if before.saturating_add(terms) > self.limits.terms {
            self.terms.fetch_sub(terms, Ordering::Relaxed);
            return self.end(Ending::NodeLimit);
        }
        ControlFlow::Continue(())
    }

    /// Breaks if the stop flag is raised, or another thread has ended the count.
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

    /// Ends the count for this reason, unless it has ended before.
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
