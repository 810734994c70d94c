//! File formats: one table with the functions to read, write and name each of them.
//!
//! A format is a file in the folder `format`, a variant of [`FileFormat`] and a line of the table.

#[cfg(feature = "sites")]
pub(crate) mod bank;
mod candidates;
pub(crate) mod csv;
mod grid;
mod hodoku;
#[cfg(feature = "sites")]
pub(crate) mod html;
pub(crate) mod jsonl;
pub(crate) mod line;
#[cfg(feature = "sites")]
pub(crate) mod link;
pub(crate) mod lists;
#[cfg(feature = "sites")]
mod opensudoku;
#[cfg(feature = "sites")]
mod penpa;
mod sukaku;
#[cfg(feature = "sites")]
mod unzip;
pub(crate) mod value;

use std::fmt;
use std::str::FromStr;

use sudoku_core::{Board, Candidates, Cell};
use thiserror::Error;

use crate::candidates::look_like_clues;
use crate::entry::{FormatEntry, MarksEntry, ReadMarks, Reading};

/// A text format of a file of puzzles.
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
    /// 81 characters on each line, also known as `.sdm`. The rest of the line is a comment.
    Line,
    /// Nine rows with box art in ASCII or Unicode.
    Grid,
    /// SadMan's `.sdk`: nine rows of nine characters, after header lines that begin with `#`.
    Sdk,
    /// Baekjoon 2580: nine lines of nine digits with spaces between them; blanks are 0.
    Boj2580,
    /// Baekjoon 2239: nine lines of nine digits; blanks are 0.
    Boj2239,
    /// Values separated by commas, semicolons or tabs, with a header that names the puzzle column.
    Csv,
    /// Nine rows of nine groups of candidates with box art, or a drawing with three lines per row.
    Candidates,
    /// 729 characters on each line, nine per cell: a digit if it is a candidate, otherwise a blank.
    Sukaku,
    /// The library format of HoDoKu:
    /// `:technique:candidates:givens:deleted:eliminations:placements:extra`.
    Hodoku,
    /// Records of the Sudoku Exchange puzzle bank: a hash, 81 digits and a rating.
    #[cfg(feature = "sites")]
    PuzzleBank,
    /// The XML of the app OpenSudoku.
    #[cfg(feature = "sites")]
    OpenSudoku,
    /// A JSON object on each line, with a key for the puzzle.
    JsonLines,
    /// Lists of lists as in Python, JSON and LeetCode, and lists of JSON objects.
    Lists,
    /// A link that carries a puzzle on each line. Written, it is one of sudokuwiki.org.
    #[cfg(feature = "sites")]
    Link,
    /// A link of f-puzzles.com on each line. Any other link is read too.
    #[cfg(feature = "sites")]
    FPuzzles,
    /// A link of sudokupad.app on each line. Any other link is read too.
    #[cfg(feature = "sites")]
    SudokuPad,
    /// Simple Sudoku's `.ss`: nine rows with its box art.
    SimpleSudoku,
    /// Tables in HTML, with empty cells for blanks.
    #[cfg(feature = "sites")]
    Html,
}

/// The table of formats, in the order of the variants. Detection tries them in this order.
const FORMATS: &[(FileFormat, &FormatEntry)] = &[
    (FileFormat::Line, &line::LINE),
    (FileFormat::Grid, &grid::GRID),
    (FileFormat::Sdk, &grid::SDK),
    (FileFormat::Boj2580, &grid::BOJ2580),
    (FileFormat::Boj2239, &grid::BOJ2239),
    (FileFormat::Csv, &csv::CSV),
    (FileFormat::Candidates, &candidates::CANDIDATES),
    (FileFormat::Sukaku, &sukaku::SUKAKU),
    (FileFormat::Hodoku, &hodoku::HODOKU),
    #[cfg(feature = "sites")]
    (FileFormat::PuzzleBank, &bank::PUZZLE_BANK),
    #[cfg(feature = "sites")]
    (FileFormat::OpenSudoku, &opensudoku::OPENSUDOKU),
    (FileFormat::JsonLines, &jsonl::JSON_LINES),
    (FileFormat::Lists, &lists::LISTS),
    #[cfg(feature = "sites")]
    (FileFormat::Link, &link::LINK),
    #[cfg(feature = "sites")]
    (FileFormat::FPuzzles, &link::F_PUZZLES),
    #[cfg(feature = "sites")]
    (FileFormat::SudokuPad, &link::SUDOKUPAD),
    (FileFormat::SimpleSudoku, &grid::SIMPLE_SUDOKU),
    #[cfg(feature = "sites")]
    (FileFormat::Html, &html::HTML),
];

impl FileFormat {
    /// All formats.
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

    /// Returns the name on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns other names of the format.
    #[must_use]
    pub const fn aliases(self) -> &'static [&'static str] {
        self.entry().aliases
    }

    /// Returns a short description.
    #[must_use]
    pub const fn about(self) -> &'static str {
        self.entry().about
    }

    /// Returns true if a puzzle takes several lines.
    #[must_use]
    pub const fn has_rows(self) -> bool {
        matches!(self.entry().reading, Reading::Rows(_))
    }

    /// Returns true if files in the two formats are read alike.
    pub(crate) const fn is_like(self, other: Self) -> bool {
        let [a, b] = [self.entry(), other.entry()];
        let have_rows = self.has_rows() && other.has_rows();
        self as usize == other as usize || have_rows || !(a.is_detected && b.is_detected)
    }

    /// Returns true if each puzzle is on one line.
    #[must_use]
    pub const fn has_lines(self) -> bool {
        matches!(self.entry().reading, Reading::Line(_) | Reading::Column | Reading::Keyed)
    }

    /// Returns true if the format can write candidates.
    #[must_use]
    pub const fn holds_candidates(self) -> bool {
        matches!(self.entry().marks, Some(MarksEntry { write: Some(_), .. }))
    }

    /// Returns the function to read candidates, if the format holds them.
    pub(crate) fn marks_reading(self) -> Option<ReadMarks> {
        self.entry().marks.map(|marks| marks.read)
    }

    /// Returns the way in which the format is read.
    pub(crate) const fn reading(self) -> Reading {
        self.entry().reading
    }

    /// Returns the formats that can be detected, with the ways in which they are read.
    pub(crate) fn detected() -> impl Iterator<Item = (Self, Reading)> {
        let detected = FORMATS.iter().filter(|(_, entry)| entry.is_detected);
        detected.map(|&(format, entry)| (format, entry.reading))
    }

    /// Returns the text before the first puzzle of a file.
    #[must_use]
    pub const fn header(self) -> &'static str {
        self.entry().header
    }

    /// Returns the text after the last puzzle of a file.
    #[must_use]
    pub const fn footer(self) -> &'static str {
        self.entry().footer
    }

    /// Appends the puzzle in this format, with a line end. If a puzzle takes several lines, a blank
    /// line separates it from the puzzle before it.
    ///
    /// The rating of a record of the puzzle bank is blank, because it is unknown.
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

    /// Appends the solution of a puzzle, like [`Self::write`]. HoDoKu's format and the links of
    /// f-puzzles and SudokuPad distinguish its digits from the clues.
    pub fn write_solution(
        self,
        puzzle: &Board,
        solution: &Board,
        is_first: bool,
        out: &mut Vec<u8>,
    ) {
        match self {
            Self::Hodoku => hodoku::write_state(puzzle, solution, out),
            #[cfg(feature = "sites")]
            Self::FPuzzles => link::write_f_puzzles(puzzle, Some(solution), out),
            #[cfg(feature = "sites")]
            Self::SudokuPad => link::write_sudokupad(puzzle, Some(solution), out),
            _ => return self.write(solution, is_first, out),
        }
        out.push(b'\n');
    }

    /// Appends candidates, like [`Self::write`]. A format without candidates gets the given and
    /// placed digits.
    ///
    /// Returns the blank cells whose last candidate will be read back as a clue: the format cannot
    /// distinguish the two if no candidate of another cell shows the difference.
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

    /// Returns the board in this format, for printing. It has no final line end, and no
    /// [header](Self::header) or [footer](Self::footer).
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

/// Parses the name of a format or an alias.
impl FromStr for FileFormat {
    type Err = FileFormatError;

    fn from_str(name: &str) -> Result<Self, FileFormatError> {
        let has_name = |format: &&Self| format.name() == name || format.aliases().contains(&name);
        Self::ALL.iter().find(has_name).copied().ok_or(FileFormatError)
    }
}

/// The error for an unknown format name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("unknown format; expected one of {}", names().join(", "))]
pub struct FileFormatError;

/// Returns the names of all formats.
fn names() -> Vec<&'static str> {
    FileFormat::ALL.iter().map(|format| format.name()).collect()
}
