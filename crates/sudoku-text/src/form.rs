//! The forms by name, and how each is written.

use std::fmt;
use std::str::FromStr;

use sudoku_core::{Board, Cell, Form};

use crate::candidates::CandidateGrid;

/// A text form of a file of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileForm {
    /// 81 characters on each line, also known as `.sdm`; what follows them is a comment.
    Line,
    /// Baekjoon 2580: nine lines of nine digits with a space between them, 0 for a blank.
    Boj2580,
    /// Baekjoon 2239: nine lines of nine digits, 0 for a blank.
    Boj2239,
    /// Nine rows with box art, also as Unicode draws it.
    Grid,
    /// SadMan's `.sdk`: nine rows of nine characters, after header lines that start with `#`.
    Sdk,
    /// Comma-separated values with a header that names the column of the puzzles.
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
}

impl FileForm {
    /// Every form.
    pub const ALL: [Self; 11] = [
        Self::Line,
        Self::Boj2580,
        Self::Boj2239,
        Self::Grid,
        Self::Sdk,
        Self::Csv,
        Self::Candidates,
        Self::Sukaku,
        Self::Hodoku,
        Self::PuzzleBank,
        Self::OpenSudoku,
    ];

    /// The name, as people write it on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Boj2580 => "boj2580",
            Self::Boj2239 => "boj2239",
            Self::Grid => "grid",
            Self::Sdk => "sdk",
            Self::Csv => "csv",
            Self::Candidates => "candidates",
            Self::Sukaku => "sukaku",
            Self::Hodoku => "hodoku",
            Self::PuzzleBank => "puzzle-bank",
            Self::OpenSudoku => "opensudoku",
        }
    }

    /// Whether a puzzle takes several lines.
    #[must_use]
    pub const fn has_rows(self) -> bool {
        matches!(self, Self::Boj2580 | Self::Boj2239 | Self::Grid | Self::Sdk | Self::Candidates)
    }

    /// What stands before the first puzzle of a file.
    #[must_use]
    pub const fn header(self) -> &'static str {
        match self {
            Self::Csv => "puzzle\n",
            Self::OpenSudoku => "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n",
            _ => "",
        }
    }

    /// What stands after the last puzzle of a file.
    #[must_use]
    pub const fn footer(self) -> &'static str {
        match self {
            Self::OpenSudoku => "</opensudoku>\n",
            _ => "",
        }
    }

    /// Appends the puzzle in this form, with its line end, to a file; where a puzzle takes several
    /// lines, a blank line stands between two of them: before every puzzle but the first.
    ///
    /// The hash and the rating of a puzzle bank are not known here; zeros stand for them.
    pub fn write(self, board: &Board, is_first: bool, out: &mut Vec<u8>) {
        if self.has_rows() && !is_first {
            out.push(b'\n');
        }
        let mut line = board.to_line();
        let digits = || board.as_bytes().map(|digit| b'0' + digit);
        match self {
            Self::Line | Self::Csv => out.extend(line),
            Self::Boj2580 => out.extend(board.display(Form::Boj2580).to_string().bytes()),
            Self::Boj2239 => out.extend(board.display(Form::Boj2239).to_string().bytes()),
            Self::Grid => out.extend(board.display(Form::Grid).to_string().bytes()),
            Self::Sdk => out.extend(line.chunks(9).collect::<Vec<_>>().join(&b'\n')),
            Self::Candidates => out.extend(CandidateGrid::of(board).to_string().bytes()),
            Self::Sukaku => out.extend(CandidateGrid::of(board).to_sukaku()),
            Self::Hodoku => {
                out.extend(b":0000:x:");
                out.extend(line);
                out.extend(b":::");
            }
            Self::PuzzleBank => {
                out.extend([b'0'; 12]);
                out.push(b' ');
                out.extend(digits());
                out.extend(b"  0.0");
            }
            Self::OpenSudoku => {
                line = digits();
                out.extend(b"  <game data=\"");
                out.extend(line);
                out.extend(b"\" />");
            }
        }
        out.push(b'\n');
    }
}

impl fmt::Display for FileForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a form's name; `sdm` is the line form.
impl FromStr for FileForm {
    type Err = UnknownForm;

    fn from_str(name: &str) -> Result<Self, UnknownForm> {
        let name = if name == "sdm" { "line" } else { name };
        Self::ALL.into_iter().find(|form| form.name() == name).ok_or(UnknownForm)
    }
}

/// A name that no form has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownForm;

impl fmt::Display for UnknownForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = FileForm::ALL.map(FileForm::name).join(", ");
        write!(f, "not one of the forms: {names}")
    }
}

impl std::error::Error for UnknownForm {}

/// The cells of a row, three by three, for writing rows with gaps between the boxes.
pub(crate) fn boxes_of(row: usize) -> [[Cell; 3]; 3] {
    let cell = |column: usize| Cell::at(row, column).unwrap_or(Cell::FIRST);
    [0, 3, 6].map(|start| [cell(start), cell(start + 1), cell(start + 2)])
}
