//! 729 characters on each line, nine per cell: a digit if it is a candidate, otherwise a blank.

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, ReadErrorKind};

use crate::art::is_blank;
use crate::candidates::clues;
use crate::entry::{FormatEntry, MarksEntry, Reading};
use crate::line::{FileLine, is_end_of_cells};
use crate::puzzle::FileError;

pub(crate) const SUKAKU: FormatEntry = FormatEntry {
    name: "sukaku",
    aliases: &[],
    about: "729 characters per line, nine per cell: a digit for each candidate",
    reading: Reading::Line(read),
    is_detected: true,
    marks: Some(MarksEntry {
        read: |lines| read_marks(&lines[0]),
        write: Some(|marks, out| out.extend(marks.to_string().bytes())),
    }),
    write: |board, out| out.extend(Candidates::from(board).to_string().bytes()),
    header: "",
    footer: "",
};

fn read(line: &FileLine<'_>) -> Result<Board, FileError> {
    clues(&read_marks(line)?).map_err(|cell| line.needs_candidates(cell))
}

/// Reads the candidates. The character at the position of a digit must be that digit or a blank.
fn read_marks(line: &FileLine<'_>) -> Result<Candidates, FileError> {
    let mut sets = [DigitSet::EMPTY; 81];
    for place in 0..729 {
        let (cell, digit) = (Cell::new(place / 9), (place % 9) as u8 + 1);
        match line.bytes.get(place) {
            Some(&byte) if byte == b'0' + digit => {
                let set = &mut sets[place / 9];
                *set = Digit::new(digit).map_or(*set, |digit| set.with(digit));
            }
            Some(&byte) if byte == b'0' || is_blank(byte) => {}
            Some(&byte) if !is_end_of_cells(byte) => {
                return Err(line.error(place, cell, ReadErrorKind::UnexpectedByte(byte)));
            }
            _ => {
                let missing = ReadErrorKind::MissingCells((729 - place).div_ceil(9));
                return Err(line.error(place, cell, missing));
            }
        }
    }
    if let Some(&byte) = line.bytes.get(729)
        && !is_end_of_cells(byte)
    {
        return Err(line.error(729, None, ReadErrorKind::UnexpectedByte(byte)));
    }
    Ok(Candidates::new(sets))
}
