//! Reading and writing puzzles in every text format.

use serde_json::{Value, json};
use sudoku_core::{Board, Candidates};
#[cfg(feature = "whole")]
use sudoku_explain::Drawing;
#[cfg(feature = "whole")]
use sudoku_logic::State;
use sudoku_text::{Blocks, FileCandidates, FileFormat, FileHints};

use crate::error::{Answer, AnswerError};
use crate::position::Position;
use crate::request::Request;

/// The maximum number of puzzles and of errors in one reply.
const MOST_PUZZLES: usize = 1_000;
const MOST_COMPLAINTS: usize = 100;

pub(super) fn read(request: &Request) -> Answer {
    let text = request.needed("text")?;
    let format = request.text("format")?.map(format_of).transpose()?;
    let column = request.text("column")?.map(str::to_owned);
    let mut blocks = Blocks::with_hints(text.as_bytes(), &FileHints { format, column });
    let (mut puzzles, mut complaints, mut lines) = (Vec::new(), Vec::new(), 0);
    // Reading from memory does not fail.
    for block in blocks.by_ref().map_while(Result::ok) {
        for found in block.candidates() {
            lines += 1;
            match found {
                Ok(found) if puzzles.len() < MOST_PUZZLES => puzzles.push(puzzle(&found)),
                Err(error) if complaints.len() < MOST_COMPLAINTS => {
                    complaints.push(AnswerError::from(&error).object());
                }
                _ => {}
            }
        }
    }
    let more = lines > puzzles.len() + complaints.len();
    Ok(json!({
        "format": blocks.format().map(FileFormat::name),
        "puzzles": puzzles,
        "complaints": complaints,
        "lines": lines,
        "more": more,
    }))
}

/// Returns a puzzle, with its candidates if they exclude more than the clues do.
fn puzzle(found: &FileCandidates) -> Value {
    let marks = found.with_clues();
    let values: Board = *marks.values();
    let mut object = json!({ "puzzle": values.to_string(), "line": found.line });
    if *marks.givens() != values {
        object["givens"] = json!(marks.givens().to_string());
    }
    if marks.to_string() != Candidates::from(&values).to_string() {
        object["candidates"] = json!(marks.to_string());
    }
    object
}

pub(super) fn write(request: &Request) -> Answer {
    let position = Position::of(request)?;
    let name = request.text("format")?.unwrap_or("line");
    #[cfg(feature = "whole")]
    if name == "svg" {
        return Ok(json!({ "text": Drawing::new(&State::from(&position.marks)).svg() }));
    }
    let format = format_of(name)?;
    let mut text = format.header().as_bytes().to_vec();
    if position.has_marks || format.holds_candidates() {
        format.write_candidates(&position.marks, true, &mut text);
    } else {
        format.write(&position.values, true, &mut text);
    }
    text.extend(format.footer().as_bytes());
    Ok(json!({ "text": String::from_utf8_lossy(&text) }))
}

fn format_of(name: &str) -> Result<FileFormat, AnswerError> {
    name.parse().map_err(|error| AnswerError::new(format!("`{name}` is {error}")))
}
