//! Reading of texts in memory: one puzzle, or all puzzles of a file.

use sudoku_core::box_art::is_space;
use sudoku_core::{Board, ReadError};

use crate::blocks::Blocks;
use crate::cells::{full_lines, read_cells};
use crate::format::FileFormat;
use crate::line_ends::LineEnds;
use crate::puzzle::{FileError, FilePuzzle};

/// Reads one puzzle of 81 cells. Also returns its format: [`FileFormat::Line`],
/// [`FileFormat::Boj2580`], [`FileFormat::Boj2239`], or [`FileFormat::Grid`] for any other rows.
///
/// Accepts everything that [`Board::from_text`] does, and also box art and blanks (`·`) in Unicode.
/// A second board to the right is ignored if it is a solution of the first.
///
/// # Errors
/// Those of [`Board::from_text`].
///
/// ```
/// use sudoku_text::{FileFormat, read};
///
/// let (board, format) = read("
///     ┌───────┬───────┬───────┐
///     │ 5 3 · │ · 7 · │ · · · │
///     │ 6 · · │ 1 9 5 │ · · · │
///     │ · 9 8 │ · · · │ · 6 · │
///     ├───────┼───────┼───────┤
///     │ 8 · · │ · 6 · │ · · 3 │
///     │ 4 · · │ 8 · 3 │ · · 1 │
///     │ 7 · · │ · 2 · │ · · 6 │
///     ├───────┼───────┼───────┤
///     │ · 6 · │ · · · │ 2 8 · │
///     │ · · · │ 4 1 9 │ · · 5 │
///     │ · · · │ · 8 · │ · 7 9 │
///     └───────┴───────┴───────┘
/// ")?;
/// assert_eq!((board.clue_count(), format), (30, FileFormat::Grid));
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
pub fn read(text: impl AsRef<[u8]>) -> Result<(Board, FileFormat), ReadError> {
    let text = text.as_ref();
    let read = |text: &[u8]| read_cells(text).map(|board| (board, format_of_cells(text)));
    read(text).or_else(|error| {
        let mut text = text.to_vec();
        LineEnds::Unknown.convert(&mut text, 0, true);
        read(&text).map_err(|_| error)
    })
}

/// Returns the format of a puzzle that was read as cells.
fn format_of_cells(text: &[u8]) -> FileFormat {
    let rows = || full_lines(text).map(|line| line.bytes.trim_ascii());
    let is_plain = |row: &[u8]| row.len() == 9 && row.iter().all(u8::is_ascii_digit);
    let is_spaced = |row: &[u8]| {
        let mut words = row.split(|&byte| is_space(byte)).filter(|word| !word.is_empty());
        words.all(|word| matches!(word, [b'0'..=b'9']))
    };
    if rows().nth(1).is_none() {
        FileFormat::Line
    } else if rows().all(is_plain) {
        FileFormat::Boj2239
    } else if rows().all(is_spaced) {
        FileFormat::Boj2580
    } else {
        FileFormat::Grid
    }
}

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFile {
    /// The readable puzzles, in the order of the file.
    pub puzzles: Vec<FilePuzzle>,
    /// The errors, in the order of the file.
    pub errors: Vec<FileError>,
}

/// Reads all puzzles of a text in memory. A text without any puzzle gives at least one error.
///
/// ```
/// use sudoku_text::read_puzzles;
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let file = read_puzzles(format!("{line}\n\n{line}5\n").as_bytes());
/// assert_eq!((file.puzzles.len(), file.puzzles[0].line), (1, 1));
/// assert_eq!(file.errors[0].to_string(), "line 3, column 82: 1 cell left over");
/// ```
#[must_use]
pub fn read_puzzles(text: &[u8]) -> PuzzleFile {
    let mut file = PuzzleFile::default();
    // Reading from memory cannot fail.
    for block in Blocks::new(text).map_while(Result::ok) {
        for puzzle in block.puzzles() {
            match puzzle {
                Ok(puzzle) => file.puzzles.push(puzzle),
                Err(error) => file.errors.push(error),
            }
        }
    }
    file
}
