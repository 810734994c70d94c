//! The forms of files: one table, from which they are read, written and named.
//!
//! A form is a file in the folder of this one, a variant of [`FileFormat`] and a line of the table.

mod bank;
mod candidates;
pub(crate) mod csv;
mod grid;
mod hodoku;
pub(crate) mod jsonl;
pub(crate) mod line;
mod lists;
mod opensudoku;
mod sukaku;
mod value;

use std::fmt;
use std::str::FromStr;

use sudoku_core::{Board, Candidates, Cell};
use thiserror::Error;

use crate::candidates::look_like_clues;
use crate::entry::{FormatEntry, MarksEntry, ReadMarks, Reading};

/// A text form of a file of puzzles.
///
/// ```
/// use sudoku_core::Board;
/// use sudoku_text::FileFormat;
///
/// let format: FileFormat = "boj2239".parse()?;
/// assert_eq!(format, FileFormat::Boj2239);
/// let names: Vec<_> = FileFormat::ALL.iter().map(|format| format.name()).collect();
/// assert!(names.contains(&"grid") && names.contains(&"opensudoku"));
/// # Ok::<(), sudoku_text::FileFormatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileFormat {
    /// 81 characters on each line, also known as `.sdm`; what follows them is a comment.
    Line,
    /// Nine rows with box art, also as Unicode draws it.
    Grid,
    /// SadMan's `.sdk`: nine rows of nine characters, after header lines that start with `#`.
    Sdk,
    /// Baekjoon 2580: nine lines of nine digits with a space between them, 0 for a blank.
    Boj2580,
    /// Baekjoon 2239: nine lines of nine digits, 0 for a blank.
    Boj2239,
    /// Values between commas, semicolons or tabs, with a header that names the column of the
    /// puzzles.
    Csv,
    /// Nine rows of nine groups of candidates, with box art; or drawn, each row on three lines.
    Candidates,
    /// 729 characters on each line, nine for each cell: a digit where it is a candidate.
    Sukaku,
    /// HoDoKu's library: `:technique:candidates:givens:deleted:eliminations:placements:extra`.
    Hodoku,
    /// The records of the Sudoku exchange's puzzle bank: a hash, 81 digits and a rating.
    PuzzleBank,
    /// The XML of the app OpenSudoku.
    OpenSudoku,
    /// A JSON object on each line, with a key for the puzzle.
    JsonLines,
    /// Lists of lists, as Python, JSON and LeetCode write them; and lists of JSON objects.
    Lists,
}

/// The table: the forms in the order of the variants, which is that in which they are tried.
const FORMATS: [(FileFormat, &FormatEntry); 13] = [
    (FileFormat::Line, &line::LINE),
    (FileFormat::Grid, &grid::GRID),
    (FileFormat::Sdk, &grid::SDK),
    (FileFormat::Boj2580, &grid::BOJ2580),
    (FileFormat::Boj2239, &grid::BOJ2239),
    (FileFormat::Csv, &csv::CSV),
    (FileFormat::Candidates, &candidates::CANDIDATES),
    (FileFormat::Sukaku, &sukaku::SUKAKU),
    (FileFormat::Hodoku, &hodoku::HODOKU),
    (FileFormat::PuzzleBank, &bank::PUZZLE_BANK),
    (FileFormat::OpenSudoku, &opensudoku::OPENSUDOKU),
    (FileFormat::JsonLines, &jsonl::JSON_LINES),
    (FileFormat::Lists, &lists::LISTS),
];

impl FileFormat {
    /// Every form.
    pub const ALL: &'static [Self] = &{
        let mut all = [Self::Line; FORMATS.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = FORMATS[place].0;
            assert!(all[place] as usize == place, "the table has the order of the variants");
            place += 1;
        }
        all
    };

    const fn entry(self) -> &'static FormatEntry {
        FORMATS[self as usize].1
    }

    /// The name, as people write it on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// Other names that are read as this form's.
    #[must_use]
    pub const fn aliases(self) -> &'static [&'static str] {
        self.entry().aliases
    }

    /// What the form is, in a few words.
    #[must_use]
    pub const fn about(self) -> &'static str {
        self.entry().about
    }

    /// Whether a puzzle takes several lines.
    #[must_use]
    pub const fn has_rows(self) -> bool {
        matches!(self.entry().reading, Reading::Rows(_))
    }

    /// Whether a puzzle has a line of its own.
    #[must_use]
    pub const fn has_lines(self) -> bool {
        matches!(self.entry().reading, Reading::Line(_) | Reading::Column | Reading::Keyed)
    }

    /// Whether puzzles are written in it with the candidates of their cells.
    #[must_use]
    pub const fn holds_candidates(self) -> bool {
        matches!(self.entry().marks, Some(MarksEntry { write: Some(_), .. }))
    }

    /// How the form is read with candidates, if it holds them.
    pub(crate) fn marks_reading(self) -> Option<ReadMarks> {
        self.entry().marks.map(|marks| marks.read)
    }

    /// How the form is read.
    pub(crate) const fn reading(self) -> Reading {
        self.entry().reading
    }

    /// The forms that show in what is read, each with how it is.
    pub(crate) fn detected() -> impl Iterator<Item = (Self, Reading)> {
        let detected = FORMATS.iter().filter(|(_, entry)| entry.is_detected);
        detected.map(|&(format, entry)| (format, entry.reading))
    }

    /// What stands before the first puzzle of a file.
    #[must_use]
    pub const fn header(self) -> &'static str {
        self.entry().header
    }

    /// What stands after the last puzzle of a file.
    #[must_use]
    pub const fn footer(self) -> &'static str {
        self.entry().footer
    }

    /// Appends the puzzle in this form, with its line end, to a file; where a puzzle takes several
    /// lines, a blank line stands between two of them: before every puzzle but the first.
    ///
    /// The hash and the rating of a puzzle bank are not known here; zeros stand for them.
    ///
    /// ```
    /// use sudoku_core::Board;
    /// use sudoku_text::{FileFormat, read_puzzles};
    ///
    /// let mut text = Vec::new();
    /// FileFormat::Grid.write(&Board::EMPTY, true, &mut text);
    /// FileFormat::Grid.write(&Board::EMPTY, false, &mut text);
    /// assert_eq!(read_puzzles(&text).puzzles.len(), 2);
    /// ```
    pub fn write(self, board: &Board, is_first: bool, out: &mut Vec<u8>) {
        if self.has_rows() && !is_first {
            out.push(b'\n');
        }
        (self.entry().write)(board, out);
        out.push(b'\n');
    }

    /// Appends candidates as [`Self::write`] does a puzzle; in a form that holds none, the digits
    /// that were given or placed.
    ///
    /// Returns the blank cells whose last candidate will be taken for a clue: these forms cannot
    /// keep the two apart where no candidate of another cell shows the difference.
    pub fn write_candidates(
        self,
        marks: &Candidates,
        is_first: bool,
        out: &mut Vec<u8>,
    ) -> Vec<Cell> {
        let Some(write) = self.entry().marks.and_then(|marks| marks.write) else {
            self.write(marks.values(), is_first, out);
            return Vec::new();
        };
        if self.has_rows() && !is_first {
            out.push(b'\n');
        }
        write(marks, out);
        out.push(b'\n');
        look_like_clues(marks)
    }

    /// The board in this form, to be printed; there is no line end after the last line, nor
    /// anything of the form's [header](Self::header) and [footer](Self::footer).
    ///
    /// ```
    /// use sudoku_core::Board;
    /// use sudoku_text::FileFormat;
    ///
    /// let board = Board::EMPTY;
    /// assert!(FileFormat::Boj2580.display(&board).to_string().starts_with("0 0 0 0 0 0 0 0 0\n"));
    /// assert!(FileFormat::Boj2239.display(&board).to_string().ends_with("\n000000000"));
    /// ```
    #[must_use]
    pub fn display(self, board: &Board) -> impl fmt::Display + use<> {
        let mut text = Vec::new();
        (self.entry().write)(board, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl fmt::Display for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a form's name, or one of its aliases.
impl FromStr for FileFormat {
    type Err = FileFormatError;

    fn from_str(name: &str) -> Result<Self, FileFormatError> {
        let has_name = |format: &&Self| format.name() == name || format.aliases().contains(&name);
        Self::ALL.iter().find(has_name).copied().ok_or(FileFormatError)
    }
}

/// A name that no form has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not one of the formats: {}", FORMATS.map(|(_, entry)| entry.name).join(", "))]
pub struct FileFormatError;
