//! Puzzles, and lists of puzzles with their known answers.
//!
//! The lists come from the corpus or from files. The other modules do not depend on either.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, Error, Result};
use serde::{Deserialize, Serialize};
use sudoku_core::{Board, Grid};
use sudoku_corpus::PuzzleSet;
use sudoku_variants::{Ruled, Rules};

/// A puzzle of any type.
///
/// As text, a board has 81 characters, and a variant has its rules with semicolons between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum AnyPuzzle {
    Board(Board),
    Variant(Ruled),
}

impl AnyPuzzle {
    pub const fn is_variant(&self) -> bool {
        matches!(self, Self::Variant(_))
    }
}

impl From<Board> for AnyPuzzle {
    fn from(board: Board) -> Self {
        Self::Board(board)
    }
}

impl fmt::Display for AnyPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(board) => board.fmt(f),
            Self::Variant(puzzle) => f.write_str(&puzzle.rules().to_line()),
        }
    }
}

impl From<AnyPuzzle> for String {
    fn from(puzzle: AnyPuzzle) -> Self {
        puzzle.to_string()
    }
}

impl FromStr for AnyPuzzle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if text.starts_with(|first: char| first == '.' || first.is_ascii_digit()) {
            let board = text.as_bytes().try_into().ok().and_then(Board::from_line);
            return board.map(Self::Board).context("not a board of 81 characters");
        }
        Ok(Self::Variant(Ruled::new(&text.parse::<Rules>()?)?))
    }
}

impl TryFrom<String> for AnyPuzzle {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

/// A named list of puzzles: an embedded set, or a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PuzzleList {
    /// The set's name, or the file's base name.
    #[serde(rename = "set")]
    pub name: String,
    /// The description of the set, or the path of the file.
    pub about: String,
    /// The names of the strategies that promise the time budget on this set. Empty for a file.
    #[serde(rename = "promises_budget")]
    pub promises: Vec<String>,
    pub puzzles: Arc<[Puzzle]>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Puzzle {
    #[serde(flatten)]
    pub place: PuzzleLocation,
    pub puzzle: AnyPuzzle,
    /// The known number of solutions, or `u64::MAX` if it is larger.
    pub solutions: Option<u64>,
    /// The solution, if it is known and the only one.
    pub solution: Option<Grid>,
}

/// The location of a puzzle. It serializes as `{"number": 3}` or `{"line": 12}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleLocation {
    /// The number in an embedded set, counted from 1.
    Number(usize),
    /// The first line in a file, counted from 1.
    Line(usize),
}

impl PuzzleList {
    /// Creates a list from an embedded set, with its known answers.
    pub fn from_set(set: PuzzleSet<'static>) -> Result<Self> {
        let puzzles = (1..)
            .zip(set.answers()?)
            .map(|(number, known)| {
                let place = PuzzleLocation::Number(number);
                let solutions = Some(u64::try_from(known.solutions).unwrap_or(u64::MAX));
                Ok(Puzzle {
                    place,
                    puzzle: known.puzzle.parse()?,
                    solutions,
                    solution: known.solution,
                })
            })
            .collect::<Result<_>>()?;
        let (name, about) = (set.name.to_owned(), set.about.to_owned());
        let promises = set.promising().map(str::to_owned).collect();
        Ok(Self { name, about, puzzles, promises })
    }

    /// Creates a list from a file, with the line of each puzzle and without known answers.
    pub fn from_file(
        name: String,
        about: String,
        puzzles: impl IntoIterator<Item = (usize, AnyPuzzle)>,
    ) -> Self {
        let puzzle = |(line, puzzle)| {
            let place = PuzzleLocation::Line(line);
            Puzzle { place, puzzle, solutions: None, solution: None }
        };
        let puzzles = puzzles.into_iter().map(puzzle).collect();
        Self { name, about, puzzles, promises: Vec::new() }
    }
}

impl fmt::Display for PuzzleLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "puzzle {number}"),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}
