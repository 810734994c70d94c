//! The queue of a batch: lanes take boards from it and write outcomes to it.

use sudoku_core::{Ending, Limits, Outcome, Report};

use crate::digits::SolvedCells;
use crate::puzzle::{Start, Starts};

/// The boards of a batch, the slots for their outcomes, and the progress.
pub(crate) struct Batch<'a> {
    starts: Starts<'a>,
    outcomes: &'a mut [Outcome],
    /// The first board that no lane has taken.
    next: usize,
    /// The boards to be searched one at a time.
    left: Vec<usize>,
}

/// The counters of the search of one board of a batch.
#[derive(Clone, Copy)]
pub(crate) struct SearchAccount {
    number: usize,
    solutions: u64,
    nodes: u64,
    guesses: u64,
}

impl SearchAccount {
    /// The counters of a lane without a board.
    pub(crate) const IDLE: Self = Self { number: 0, solutions: 0, nodes: 0, guesses: 0 };

    /// Returns true if no solution has been found yet.
    #[inline(always)]
    pub(crate) fn has_none(&self) -> bool {
        self.solutions == 0
    }

    /// Counts a node before it is searched, or returns the ending if a limit forbids it.
    #[inline(always)]
    pub(crate) fn node(&mut self, limits: &Limits<'_>) -> Result<(), Ending> {
        if self.nodes == limits.nodes {
            return Err(Ending::NodeLimit);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts a guess.
    #[inline(always)]
    pub(crate) fn guess(&mut self) {
        self.guesses += 1;
    }

    /// Counts a solution, or returns the ending if it was the last one wanted.
    #[inline(always)]
    pub(crate) fn solution(&mut self, limits: &Limits<'_>) -> Result<(), Ending> {
        self.solutions += 1;
        if self.solutions == limits.solutions { Err(Ending::SolutionLimit) } else { Ok(()) }
    }
}

impl<'a> Batch<'a> {
    /// Makes a batch. There must be as many slots as boards.
    pub(crate) fn new(starts: Starts<'a>, outcomes: &'a mut [Outcome]) -> Self {
        Self { starts, outcomes, next: 0, left: Vec::new() }
    }

    /// Takes the next board to search, with its first node counted. Returns `None` if no boards are
    /// left.
    #[inline(always)]
    pub(crate) fn begin(&mut self, limits: &Limits<'_>) -> Option<(SearchAccount, Start<'a>)> {
        while let Some(start) = self.starts.get(self.next) {
            let mut account = SearchAccount { number: self.next, ..SearchAccount::IDLE };
            self.next += 1;
            self.outcomes[account.number].first = None;
            if limits.solutions == 0 {
                self.end(&account, Ending::SolutionLimit);
            } else if let Err(ending) = account.node(limits) {
                self.end(&account, ending);
            } else {
                return Some((account, start));
            }
        }
        None
    }

    /// Returns true if no board is waiting.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.next == self.starts.len()
    }

    /// Keeps a board's first solution.
    ///
    /// Not inlined into the engines, so that it is compiled for every processor. A copy in the
    /// widest vectors would read data that was written in smaller pieces just before, and stall
    /// until all earlier writes are done.
    #[inline(never)]
    pub(crate) fn keep(&mut self, account: &SearchAccount, digits: &SolvedCells) {
        self.outcomes[account.number].first = digits.grid().copied();
    }

    /// Writes the report of a board's search.
    #[inline(always)]
    pub(crate) fn end(&mut self, account: &SearchAccount, ending: Ending) {
        self.outcomes[account.number].report = Report::new(ending)
            .with_solutions(account.solutions)
            .with_nodes(account.nodes)
            .with_guesses(account.guesses);
    }

    /// Gives up the search of a board in the lanes. [`finish`](Self::finish) searches it again,
    /// alone.
    pub(crate) fn leave(&mut self, account: &SearchAccount) {
        self.left.push(account.number);
    }

    /// Searches the boards that were left, by their numbers. Boards that were never started get the
    /// ending `Stopped`.
    pub(crate) fn finish(self, solve: impl Fn(usize) -> Outcome) {
        for number in self.left {
            self.outcomes[number] = solve(number);
        }
        for outcome in &mut self.outcomes[self.next..] {
            let report = Report::new(Ending::Stopped).with_guesses(0);
            *outcome = Outcome { report, first: None };
        }
    }
}
