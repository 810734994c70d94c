//! Solutions drawn evenly, and by their numbers, as the command's `enumerate` gives them.

use serde_json::{Value, json};
use sudoku_core::{Board, Candidates, Cell};
use sudoku_engines::counting::Solutions;
use sudoku_generator::{seeded_rng, uniform_below_u128};

use crate::error::{Answer, AnswerError};
use crate::memory::Memory;
use crate::position::Position;
use crate::request::Request;

use super::solve::MOST_SOLUTIONS;

/// Solutions of which each is drawn with the same chance, the same one maybe twice; none if the
/// board has none.
pub(super) fn sample(request: &Request, memory: &mut Memory) -> Answer {
    let number = request.amount("number", 1, MOST_SOLUTIONS)?;
    // The command draws for each line of a file by its number, and the first is that of number 1.
    let mut rng = seeded_rng(request.number("seed")?.unwrap_or(1), 1);
    let solutions = solutions(board(request)?, memory);
    let drawn =
        (0..number).map_while(|_| solutions.sample(&mut |end| uniform_below_u128(&mut rng, end)));
    let drawn: Value = drawn.map(|grid| grid.to_string()).collect();
    Ok(json!({ "solutions": drawn, "count": solutions.len().to_string() }))
}

/// The solution with this number, from 1.
pub(super) fn nth(request: &Request, memory: &mut Memory) -> Answer {
    let number: u128 =
        request.whole("number")?.ok_or_else(|| AnswerError::new("`number` is missing"))?;
    let place = number.checked_sub(1);
    let place = place.ok_or_else(|| AnswerError::new("`number` has to be 1 at least"))?;
    let solutions = solutions(board(request)?, memory);
    let count = solutions.len();
    let grid = solutions.get(place).ok_or_else(|| AnswerError::past_the_last(number, count))?;
    Ok(json!({ "solution": grid.to_string(), "count": count.to_string() }))
}

/// The board that is asked about. Marks that leave out what its clues allow are refused, because
/// counting without walking takes boards only.
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

/// The board's solutions, which are counted first if the last question was about another board.
fn solutions(board: Board, memory: &mut Memory) -> &Solutions {
    let kept = memory.solutions.take().filter(|kept| *kept.board() == board);
    memory.solutions.insert(kept.unwrap_or_else(|| Solutions::of(&board)))
}
