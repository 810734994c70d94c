//! Lists of puzzles with their known answers.
//!
//! The lists come from the corpus or from files. The other modules do not depend on either.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sudoku_core::{Board, Grid};
use sudoku_corpus::PuzzleSet;
use sudoku_text::FilePuzzle;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    #[serde(flatten)]
    pub place: PuzzleLocation,
    #[serde(rename = "puzzle")]
    pub board: Board,
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
    pub fn from_set(set: PuzzleSet<'static>) -> Result<Self, sudoku_corpus::SetError> {
        let puzzles = (1..)
            .zip(set.puzzles()?)
            .map(|(number, puzzle)| {
                let place = PuzzleLocation::Number(number);
                let solutions = Some(u64::try_from(puzzle.solutions).unwrap_or(u64::MAX));
                Puzzle { place, board: puzzle.board, solutions, solution: puzzle.solution }
            })
            .collect();
        let (name, about) = (set.name.to_owned(), set.about.to_owned());
        let promises = set.promising().map(str::to_owned).collect();
        Ok(Self { name, about, puzzles, promises })
    }

    /// Creates a list from a file, without known answers.
    pub fn from_file(name: String, about: String, puzzles: &[FilePuzzle]) -> Self {
        let puzzles = puzzles
            .iter()
            .map(|&FilePuzzle { line, board, .. }| Puzzle {
                place: PuzzleLocation::Line(line),
                board,
                solutions: None,
                solution: None,
            })
            .collect();
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
