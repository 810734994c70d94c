//! Solutions: their number, the solutions themselves, and their common digits.

use std::ops::ControlFlow;

use serde::Serialize;
use sudoku_core::{Candidates, Cell, DigitSet, Ending, Grid, Limits, Solver};
#[cfg(feature = "whole")]
use sudoku_engines::counting;
use sudoku_engines::{AutoSolver, solutions};

use crate::error::{Answer, AnswerError};
use crate::memory::Memory;
use crate::position::Position;
use crate::request::Request;

const SOLVER: AutoSolver = AutoSolver::new();

/// The default solution limit for a board given by marks. Counting by bands supports clues only.
const MOST_OF_MARKS: u64 = 1_000_000;

/// The reply of `count`.
#[cfg(feature = "whole")]
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct CountReply {
    /// The number of solutions, as a string, because JavaScript would round it.
    count: String,
    /// False if there may be more.
    exact: bool,
    /// The estimated work of an exact count, if the count of a board without marks is not exact.
    terms: Option<u64>,
}

#[cfg(feature = "whole")]
pub(super) fn count(request: &Request, _: &mut Memory) -> Answer<CountReply> {
    let position = Position::of(request)?;
    let limit = request.number("limit")?;
    let (count, exact) = if position.has_marks {
        let limit = limit.unwrap_or(MOST_OF_MARKS);
        let report = SOLVER.count(&position.marks, &Limits::solutions(limit));
        (report.solutions.into(), report.ending == Ending::Exhausted)
    } else if let Some(limit) = limit {
        let report = SOLVER.count(&position.values, &Limits::solutions(limit));
        (report.solutions.into(), report.ending == Ending::Exhausted)
    } else {
        (sudoku_engines::count(&position.values), true)
    };
    let has_terms = !exact && !position.has_marks;
    let terms = has_terms.then(|| counting::estimated_work(&position.values));
    Ok(CountReply { count: count.to_string(), exact, terms })
}

/// The maximum number of solutions in one reply, and of solutions to skip.
pub(super) const MOST_SOLUTIONS: u64 = 10_000;
const MOST_SKIPPED: u64 = 10_000_000;

/// The reply of `enumerate`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct EnumerateReply {
    solutions: Vec<String>,
}

pub(super) fn enumerate(request: &Request, _: &mut Memory) -> Answer<EnumerateReply> {
    let position = Position::of(request)?;
    let skip = request.number("skip")?.unwrap_or(0);
    if skip > MOST_SKIPPED {
        let words =
            format!("`skip` is {skip}, and at most {MOST_SKIPPED} solutions are passed over");
        return Err(AnswerError::new(words));
    }
    let skip = skip as usize;
    let number = request.amount("number", 100, MOST_SOLUTIONS)? as usize;
    let part = |all: &mut dyn Iterator<Item = Grid>| {
        all.skip(skip).take(number).map(|grid| grid.to_string()).collect()
    };
    let solutions = if position.has_marks {
        part(&mut solutions(&position.marks))
    } else {
        part(&mut solutions(&position.values))
    };
    Ok(EnumerateReply { solutions })
}

/// The node limit of a search for one candidate.
const MOST_NODES: u64 = 1_000_000;

/// The reply of `marks`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct MarksReply {
    /// The candidates that occur in at least one solution.
    possible: String,
    /// The number of solutions, up to the limit.
    solutions: u64,
    /// True if the number of solutions is exact.
    exact: bool,
    /// True if every candidate was searched to the end.
    whole: bool,
}

/// Finds the candidates that occur in at least one solution. It searches once for each candidate
/// that no known solution contains, so it does not enumerate all solutions.
pub(super) fn marks(request: &Request, _: &mut Memory) -> Answer<MarksReply> {
    let Position { marks, .. } = Position::of(request)?;
    let limit = request.amount("limit", 1_000, MOST_OF_MARKS)?;
    let report = SOLVER.count(&marks, &Limits::solutions(limit));
    let mut possible = [DigitSet::EMPTY; 81];
    let mut whole = true;
    let nothing = report.solutions == 0;
    for cell in Cell::all().filter(|_| !nothing) {
        for digit in marks.get(cell) {
            if possible[cell.index()].contains(digit) {
                continue;
            }
            let mut with = marks.clone();
            with.eliminate(cell, DigitSet::ALL.without(digit));
            let limits = Limits::solutions(1).with_nodes(MOST_NODES);
            let search = SOLVER.search(&with, &limits, &mut |grid| {
                for (at, value) in Cell::all().zip(&mut possible) {
                    *value = grid.as_board().get(at).map_or(*value, |digit| value.with(digit));
                }
                ControlFlow::Continue(())
            });
            whole &= search.ending != Ending::NodeLimit;
        }
    }
    Ok(MarksReply {
        possible: Candidates::new(possible).to_string(),
        solutions: report.solutions,
        exact: report.ending == Ending::Exhausted,
        whole,
    })
}
