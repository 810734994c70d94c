//! Random solutions and solutions by number, the same as `sudoku enumerate` gives.

use serde::Serialize;
use sudoku_core::{Board, Candidates, Cell};
use sudoku_engines::counting::Solutions;
use sudoku_generator::{seeded_rng, uniform_below_u128};

use crate::error::{Answer, AnswerError};
use crate::memory::Memory;
use crate::position::Position;
use crate::request::Request;

use super::solve::MOST_SOLUTIONS;

/// The reply of `sample`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct SampleReply {
    solutions: Vec<String>,
    /// The number of all solutions, as a string, because JavaScript would round it.
    count: String,
}

/// Draws solutions with equal probability and with repetition. The list is empty if the board has
/// no solution.
pub(super) fn sample(request: &Request, memory: &mut Memory) -> Answer<SampleReply> {
    let number = request.amount("number", 1, MOST_SOLUTIONS)?;
    // The command uses the line number, which starts at 1.
    let mut rng = seeded_rng(request.number("seed")?.unwrap_or(1), 1);
    let solutions = solutions(board(request)?, memory);
    let drawn =
        (0..number).map_while(|_| solutions.sample(&mut |end| uniform_below_u128(&mut rng, end)));
    let drawn = drawn.map(|grid| grid.to_string()).collect();
    Ok(SampleReply { solutions: drawn, count: solutions.len().to_string() })
}

/// The reply of `nth`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct NthReply {
    solution: String,
    /// The number of all solutions, as a string, because JavaScript would round it.
    count: String,
}

/// Returns the solution with this number, counted from 1.
pub(super) fn nth(request: &Request, memory: &mut Memory) -> Answer<NthReply> {
    let number: u128 =
        request.whole("number")?.ok_or_else(|| AnswerError::new("`number` is missing"))?;
    let place = number.checked_sub(1);
    let place = place.ok_or_else(|| AnswerError::new("`number` has to be 1 at least"))?;
    let solutions = solutions(board(request)?, memory);
    let count = solutions.len();
    let grid = solutions.get(place).ok_or_else(|| AnswerError::past_the_last(number, count))?;
    Ok(NthReply { solution: grid.to_string(), count: count.to_string() })
}

/// Reads the board. Marks that exclude a candidate are refused, because counting by bands supports
/// clues only.
fn board(request: &Request) -> Result<Board, AnswerError> {
    let Position { values, marks, has_marks, .. } = Position::of(request)?;
    let left = Candidates::from(&values);
    if has_marks && Cell::all().any(|cell| marks.get(cell) != left.get(cell)) {
        let words =
            "solutions are drawn and numbered of clues, and these marks say more than clues";
        return Err(AnswerError::new(words));
    }
    Ok(values)
}

/// Returns the board's solutions. Counts them first if the last request was about another board.
fn solutions(board: Board, memory: &mut Memory) -> &Solutions {
    let kept = memory.solutions.take().filter(|kept| *kept.board() == board);
    memory.solutions.insert(kept.unwrap_or_else(|| Solutions::of(&board)))
}
