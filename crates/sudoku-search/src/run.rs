//! A running search: its limits, its counters, and its calls of the solver.

use std::ops::ControlFlow;

use sudoku_core::{Board, Ending, Grid, Limits, Outcome, PuzzleBatch, Report, Solver};

use crate::error::SearchError;

/// The result of a step of a search, or the reason why the search ends.
pub(crate) type Flow<T = ()> = ControlFlow<Ending, T>;

/// A running search.
pub(crate) struct Run<'a> {
    solver: &'a dyn Solver,
    limits: &'a Limits<'a>,
    found: &'a mut dyn FnMut(&Board) -> ControlFlow<()>,
    puzzles: u64,
    searches: u64,
}

impl<'a> Run<'a> {
    /// Proves that the puzzle is proper, runs the search with its solution, and reports why it
    /// ended.
    pub(crate) fn start(
        solver: &'a dyn Solver,
        puzzle: &Board,
        limits: &'a Limits<'a>,
        found: &'a mut dyn FnMut(&Board) -> ControlFlow<()>,
        search: impl FnOnce(&mut Self, &Grid) -> Flow,
    ) -> Result<Report, SearchError> {
        let mut run = Self { solver, limits, found, puzzles: 0, searches: 0 };
        if limits.solutions == 0 {
            return Ok(run.report(Ending::SolutionLimit));
        }
        let mut solution = None;
        let known = run.search(puzzle, 2, &mut |grid| {
            solution.get_or_insert(*grid);
            ControlFlow::Continue(())
        });
        let known = match known {
            ControlFlow::Continue(report) => report,
            ControlFlow::Break(ending) => return Ok(run.report(ending)),
        };
        let Some(solution) = solution else { return Err(SearchError::NoSolution) };
        if !known.is_proper() {
            return Err(SearchError::SeveralSolutions);
        }
        let ending = search(&mut run, &solution).break_value().unwrap_or(Ending::Exhausted);
        Ok(run.report(ending))
    }

    fn report(&self, ending: Ending) -> Report {
        Report::new(ending).with_solutions(self.puzzles).with_nodes(self.searches)
    }

    /// Counts searches before they run.
    pub(crate) fn count(&mut self, searches: u64) -> Flow {
        if searches > self.limits.nodes - self.searches {
            return ControlFlow::Break(Ending::NodeLimit);
        }
        self.searches += searches;
        self.look()
    }

    /// Ends the search if the stop flag is raised.
    pub(crate) fn look(&self) -> Flow {
        if self.limits.is_stopped() {
            return ControlFlow::Break(Ending::Stopped);
        }
        ControlFlow::Continue(())
    }

    /// Returns the limits of a call of the solver.
    fn limits(&self, solutions: u64) -> Limits<'a> {
        let limits = Limits::solutions(solutions);
        self.limits.stop.map_or(limits, |stop| limits.with_stop(stop))
    }

    /// Searches a board for up to `most` solutions.
    pub(crate) fn search(
        &mut self,
        board: &Board,
        most: u64,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Flow<Report> {
        self.count(1)?;
        let report = self.solver.search(board, &self.limits(most), found);
        match report.ending {
            Ending::Stopped => ControlFlow::Break(Ending::Stopped),
            _ => ControlFlow::Continue(report),
        }
    }

    /// Searches each board for two solutions, and writes the outcomes.
    pub(crate) fn search_all(&mut self, boards: &[Board], outcomes: &mut Vec<Outcome>) -> Flow {
        self.count(boards.len() as u64)?;
        self.solver.search_batch(PuzzleBatch::new(boards, outcomes), &self.limits(2));
        self.look()
    }

    /// Passes a puzzle to the caller. Breaks if no more puzzles are wanted.
    pub(crate) fn found(&mut self, puzzle: &Board) -> Flow {
        self.puzzles += 1;
        let answer = (self.found)(puzzle);
        if self.puzzles == self.limits.solutions {
            ControlFlow::Break(Ending::SolutionLimit)
        } else if answer.is_break() {
            ControlFlow::Break(Ending::Caller)
        } else {
            ControlFlow::Continue(())
        }
    }
}
