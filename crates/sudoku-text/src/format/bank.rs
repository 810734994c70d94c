//! Records of the Sudoku Exchange puzzle bank: a hash, 81 digits and a rating.

use sudoku_core::{Board, ReadErrorKind};

use super::line::read_from;
use crate::entry::{FormatEntry, Reading};
use crate::line::FileLine;
use crate::puzzle::FileError;

pub(crate) const PUZZLE_BANK: FormatEntry = FormatEntry {
    name: "puzzle-bank",
    aliases: &[],
    about: "Records of a hash, 81 digits and a rating",
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

/// Writes zeros for the hash and the rating, which are unknown.
fn write(board: &Board, out: &mut Vec<u8>) {
    out.extend([b'0'; START - 1]);
    out.push(b' ');
    out.extend(board.as_bytes().map(|digit| b'0' + digit));
    out.extend(b"  0.0");
}
