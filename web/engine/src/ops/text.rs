//! Reading and writing puzzles in every text format.

use serde::Serialize;
use sudoku_core::{Board, Candidates};
#[cfg(feature = "whole")]
use sudoku_explain::Drawing;
#[cfg(feature = "whole")]
use sudoku_logic::State;
use sudoku_text::{Blocks, FileCandidates, FileFormat, FileHints};

use crate::error::{Answer, AnswerError};
use crate::memory::Memory;
use crate::position::Position;
use crate::request::Request;

/// The maximum number of puzzles and of errors in one reply.
const MOST_PUZZLES: usize = 1_000;
const MOST_COMPLAINTS: usize = 100;

/// The reply of `read`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct ReadReply {
    /// The name of the format of the text.
    format: Option<&'static str>,
    /// The first puzzles.
    puzzles: Vec<ReadPuzzle>,
    /// The first errors.
    complaints: Vec<AnswerError>,
    /// The number of puzzles in the text, readable or not.
    lines: usize,
    /// True if the text has more puzzles or errors than the reply.
    more: bool,
}

/// A puzzle in a text.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ReadPuzzle {
    /// The digits.
    puzzle: String,
    /// The number of its line in the text, from 1.
    line: usize,
    /// The clues, if some of the digits are not clues.
    givens: Option<String>,
    /// The candidates, if they exclude more than the digits do.
    candidates: Option<String>,
}

pub(super) fn read(request: &Request, _: &mut Memory) -> Answer<ReadReply> {
    let text = request.needed("text")?;
    let format = request.text("format")?.map(format_of).transpose()?;
    let column = request.text("column")?.map(str::to_owned);
    let hints = FileHints { format, column, ..FileHints::default() };
    let mut blocks = Blocks::with_hints(text.as_bytes(), &hints);
    let (mut puzzles, mut complaints, mut lines) = (Vec::new(), Vec::new(), 0);
    // Reading from memory does not fail.
    for block in blocks.by_ref().map_while(Result::ok) {
        for found in block.candidates() {
            lines += 1;
            match found {
                Ok(found) if puzzles.len() < MOST_PUZZLES => puzzles.push(puzzle(&found)),
                Err(error) if complaints.len() < MOST_COMPLAINTS => {
                    complaints.push(AnswerError::from(&error));
                }
                _ => {}
            }
        }
    }
    let more = lines > puzzles.len() + complaints.len();
    let format = blocks.format().map(FileFormat::name);
    Ok(ReadReply { format, puzzles, complaints, lines, more })
}

fn puzzle(found: &FileCandidates) -> ReadPuzzle {
    let marks = found.with_clues();
    let values: Board = *marks.values();
    let givens = (*marks.givens() != values).then(|| marks.givens().to_string());
    let candidates = marks.to_string();
    let says_more = candidates != Candidates::from(&values).to_string();
    ReadPuzzle {
        puzzle: values.to_string(),
        line: found.line,
        givens,
        candidates: says_more.then_some(candidates),
    }
}

/// The reply of `write`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct WriteReply {
    text: String,
}

pub(super) fn write(request: &Request, _: &mut Memory) -> Answer<WriteReply> {
    let position = Position::of(request)?;
    let name = request.text("format")?.unwrap_or("line");
    #[cfg(feature = "whole")]
    if name == "svg" {
        return Ok(WriteReply { text: Drawing::new(&State::from(&position.marks)).svg() });
    }
    let format = format_of(name)?;
    let mut text = format.header().as_bytes().to_vec();
    if position.has_marks || format.holds_candidates() {
        format.write_candidates(&position.marks, true, &mut text);
    } else {
        format.write(&position.values, true, &mut text);
    }
    text.extend(format.footer().as_bytes());
    let text = String::from_utf8(text).map_err(|error| AnswerError::new(error.to_string()))?;
    Ok(WriteReply { text })
}

fn format_of(name: &str) -> Result<FileFormat, AnswerError> {
    name.parse().map_err(|error| AnswerError::new(format!("`{name}` is {error}")))
}
