//! Nine rows of cells: with box art, or as in the two Baekjoon problems and SadMan's files. The
//! formats differ when written. When read, each is accepted in place of the others.

use sudoku_core::{Board, ReadError};

use super::line::LINE;
use crate::art::LineKind;
use crate::cells::{full_lines, read_cells};
use crate::entry::{FormatEntry, Reading};
use crate::line::FileLine;
use crate::puzzle::{FileError, FilePuzzle};
use crate::sections::without_sections;
use crate::size;

pub(crate) const GRID: FormatEntry = FormatEntry {
    is_detected: true,
    ..rows("grid", "Nine rows with box art in ASCII or Unicode", |board, out| {
        out.extend(format!("{board:#}").bytes());
    })
};

pub(crate) const SDK: FormatEntry = rows(
    "sdk",
    "Nine rows of nine characters, after header lines that begin with `#`",
    |board, out| {
        out.extend(board.to_line().chunks(9).collect::<Vec<_>>().join(&b'\n'));
    },
);

pub(crate) const BOJ2580: FormatEntry = rows(
    "boj2580",
    "Nine lines of nine digits with spaces between them; blanks are 0",
    |board, out| write_digits(board, " ", out),
);

pub(crate) const BOJ2239: FormatEntry =
    rows("boj2239", "Nine lines of nine digits; blanks are 0", |board, out| {
        write_digits(board, "", out);
    });

pub(crate) const SIMPLE_SUDOKU: FormatEntry =
    rows("ss", "Simple Sudoku's nine rows with box art", |board, out| {
        for (row, cells) in board.to_line().as_chunks::<9>().0.iter().enumerate() {
            out.extend(
                match row {
                    0 => "*-----------*\n",
                    3 | 6 => "|---+---+---|\n",
                    _ => "",
                }
                .bytes(),
            );
            for cells in cells.chunks(3) {
                out.push(b'|');
                out.extend(cells);
            }
            out.extend(b"|\n");
        }
        out.extend(b"*-----------*");
    });

/// Returns the entry of a format that is read like a grid and therefore detected as one.
const fn rows(
    name: &'static str,
    about: &'static str,
    write: fn(&Board, &mut Vec<u8>),
) -> FormatEntry {
    let reading = Reading::Rows(read);
    let (header, footer) = ("", "");
    FormatEntry {
        name,
        aliases: &[],
        about,
        reading,
        is_detected: false,
        marks: None,
        write,
        header,
        footer,
    }
}

fn read(lines: &[FileLine<'_>]) -> Result<FilePuzzle, FileError> {
    let text = lines.iter().map(|line| line.bytes).collect::<Vec<_>>().join(&b'\n');
    let before = lines.first().map_or(0, |line| line.number - 1);
    let text = without_sections(&text);
    let board = read_cells(&text).map_err(|error| match size::of_rows(lines) {
        Some(size) => FileError::OtherSize { line: before + 1, size },
        None if has_rules(lines) => {
            FileError::Variant { line: before + 1, rule: "drawn rules".into(), f_puzzles: None }
        }
        None => FileError::Puzzle(ReadError { line: error.line + before, ..error }),
    })?;
    let mut full = full_lines(&text);
    let line = full.next().map_or(1, |line| line.number + before);
    // In a file of rows, a whole puzzle on one line is an error.
    if full.next().is_none() {
        return Err(FileError::OtherFormat { line, format: LINE.name });
    }
    Ok(FilePuzzle { line, column: 1, board })
}

/// Returns true if the lines have Braille patterns, dashed lines or explanations of rules, as the
/// drawings of variants do.
fn has_rules(lines: &[FileLine<'_>]) -> bool {
    let is_sign = |char| matches!(char, '•' | '┊' | '\u{2800}'..='\u{28ff}');
    lines.iter().filter(|line| line.kind() != LineKind::Comment).any(|line| {
        let text = String::from_utf8_lossy(line.bytes);
        text.contains(is_sign)
    })
}

fn write_digits(board: &Board, gap: &str, out: &mut Vec<u8>) {
    for (row, digits) in board.as_bytes().as_chunks::<9>().0.iter().enumerate() {
        out.extend(if row == 0 { "" } else { "\n" }.bytes());
        let digits = digits.map(|digit| (b'0' + digit) as char).map(String::from);
        out.extend(digits.join(gap).bytes());
    }
}
