//! The strategies: timing and traces of their searches.

use serde::Serialize;
use sudoku_core::Limits;
use sudoku_registry::find_available;

use crate::error::{Answer, AnswerError};
use crate::memory::Memory;
use crate::request::Request;
use crate::trace::{Trace, TraceReply};

/// The maximum number of repetitions of one solve in one call.
const MOST_TIMES: u64 = 1_000_000;

/// The reply of `run`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct RunReply {
    /// The number of digits that the search wrote, if the strategy counts them.
    placements: Option<u64>,
    /// The number of guesses, if the strategy counts them.
    guesses: Option<u64>,
    /// The number of nodes, in the unit of the strategy.
    nodes: u64,
    /// The number of solutions.
    solutions: u64,
    /// The first solution.
    solution: Option<String>,
    /// The reason why the search ended.
    ending: &'static str,
}

pub(super) fn run(request: &Request, _: &mut Memory) -> Answer<RunReply> {
    let board = request.puzzle()?;
    let times = request.amount("times", 1, MOST_TIMES)?;
    let limit = request.amount("limit", 1, u64::MAX)?;
    let nodes = request.amount("nodes", u64::MAX, u64::MAX)?;
    let strategy = find_available(request.needed("strategy")?)
        .map_err(|error| AnswerError::new(error.to_string()))?;
    let limits = Limits::solutions(limit).with_nodes(nodes);
    let mut outcome = strategy.solver.solve(&board, &limits);
    for _ in 1..times {
        outcome = strategy.solver.solve(std::hint::black_box(&board), &limits);
    }
    let report = outcome.report;
    Ok(RunReply {
        placements: report.placements,
        guesses: report.guesses,
        nodes: report.nodes,
        solutions: report.solutions,
        solution: outcome.first.map(|grid| grid.to_string()),
        ending: report.ending.name(),
    })
}

/// The maximum number of events in one reply, and the maximum number of events of a traced search.
const MOST_EVENTS: u64 = 100_000;
const MOST_IN_ALL: u64 = 2_000_000;

pub(super) fn trace(request: &Request, memory: &mut Memory) -> Answer<TraceReply> {
    let board = request.puzzle()?;
    let strategy = find_available(request.needed("strategy")?)
        .map_err(|error| AnswerError::new(error.to_string()))?;
    let limit = request.amount("limit", 1, u64::MAX)?;
    let most = request.amount("most", MOST_IN_ALL, 1_000_000_000)?;
    let from = request.number("from")?.unwrap_or(0);
    let number = request.amount("number", 1_000, MOST_EVENTS)?;
    let key = request.without(&["from", "number"]);
    let trace = match memory.trace.take() {
        Some((kept, trace)) if kept == key => trace,
        _ => Trace::new(strategy, &board, limit, most)?,
    };
    let answer = trace.window(from, number);
    memory.trace = Some((key, trace));
    Ok(answer)
}
