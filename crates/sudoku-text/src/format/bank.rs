//! Records of the [Sudoku Exchange puzzle bank][bank]: 12 digits of the SHA-1 of the puzzle, the
//! puzzle as 81 digits, and its rating by Sukaku Explainer.
//!
//! [bank]: https://github.com/grantm/sudoku-exchange-puzzle-bank

use sha1_smol::Sha1;
use sudoku_core::{Board, ReadErrorKind};

use super::line::read_from;
use crate::entry::{FormatEntry, Reading};
use crate::line::FileLine;
use crate::puzzle::FileError;

pub(crate) const PUZZLE_BANK: FormatEntry = FormatEntry {
    name: "puzzle-bank",
    aliases: &[],
    about: "Records of the Sudoku Exchange puzzle bank: a hash, 81 digits and a rating",
    reading: Reading::Line(read),
    is_detected: true,
    marks: None,
    write,
    header: "",
    footer: "",
};

/// The start of the puzzle: after a hash of twelve digits and a space.
const START: usize = 13;

fn read(line: &FileLine<'_>) -> Result<Board, FileError> {
    let is_record_byte = |(at, byte): (usize, &u8)| match at {
        12 => *byte == b' ',
        _ => byte.is_ascii_hexdigit(),
    };
    let head = &line.bytes[..line.bytes.len().min(START)];
    match head.iter().enumerate().position(|pair| !is_record_byte(pair)) {
        Some(at) => Err(line.error(at, None, ReadErrorKind::UnexpectedByte(head[at]))),
        None => read_from(line, START),
    }
}

/// Leaves the rating blank, because it is unknown.
fn write(board: &Board, out: &mut Vec<u8>) {
    out.extend(format!("{} ", puzzle_hash(board)).bytes());
    out.extend(board.as_bytes().map(|digit| b'0' + digit));
    out.extend(b"     ");
}

/// Returns the hash of a puzzle in the Sudoku Exchange puzzle bank: 12 digits to base 16.
#[must_use]
pub fn puzzle_hash(puzzle: &Board) -> String {
    let text = puzzle.as_bytes().map(|digit| b'0' + digit);
    let [a, b, c, d, e, f, ..] = Sha1::from(text).digest().bytes();
    format!("{:012x}", u64::from_be_bytes([0, 0, a, b, c, d, e, f]))
}
