//! Lists of puzzles, and what is known of their answers.
//!
//! They are the harness's own types, filled from the corpus or from files, so that measuring knows
//! neither of the two.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sudoku_core::{Board, Grid};
use sudoku_corpus::PuzzleSet;
use sudoku_generator::{random_symmetry, seeded_rng};
use sudoku_text::FilePuzzle;

/// A named list of puzzles: an embedded set, or a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PuzzleList {
    /// The set's name, or the file's base name.
    #[serde(rename = "set")]
    pub name: String,
    /// What it is: the set's own line about itself, or the path.
    pub about: String,
    /// The names of the strategies that promise the budget on it; no one does on a file.
    #[serde(rename = "promises_budget")]
    pub promises: Vec<String>,
    /// The puzzles.
    pub puzzles: Arc<[Puzzle]>,
    /// In how many random symmetries each puzzle stands in it, one after the other; 0 if each
    /// stands in it once, as it is. A measurement file has it in its first line.
    #[serde(skip)]
    pub symmetries: u32,
}

/// A puzzle of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Where it stands in its list.
    #[serde(flatten)]
    pub place: PuzzleLocation,
    /// The puzzle.
    #[serde(rename = "puzzle")]
    pub board: Board,
    /// How many solutions it has, if that is known beforehand; the largest number that fits if it
    /// is more than that.
    pub solutions: Option<u64>,
    /// The solution, if it is known that there is exactly one.
    pub solution: Option<Grid>,
}

/// Where a puzzle stands. It serializes as `{"number": 3}` or `{"line": 12}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleLocation {
    /// In an embedded set: its number, counted from 1.
    Number(usize),
    /// In a file: the line on which it begins, counted from 1.
    Line(usize),
}

impl PuzzleList {
    /// The puzzles of an embedded set, with their known answers.
    ///
    /// # Errors
    /// If the set is not in its own file format.
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
        Ok(Self { name, about, puzzles, promises, symmetries: 0 })
    }

    /// The puzzles of a file, of whose answers nothing is known.
    pub fn from_file(name: String, about: String, puzzles: &[FilePuzzle]) -> Self {
        let puzzles = puzzles
            .iter()
            .map(|&FilePuzzle { line, board }| Puzzle {
                place: PuzzleLocation::Line(line),
                board,
                solutions: None,
                solution: None,
            })
            .collect();
        Self { name, about, puzzles, promises: Vec::new(), symmetries: 0 }
    }

    /// The same puzzles, each in this many random symmetries and relabelings, which follow from the
    /// seed. The promises are for the puzzles as they are, and not for those.
    pub fn in_symmetries(self, symmetries: u32, seed: u64) -> Self {
        let mut rng = seeded_rng(seed, u64::MAX);
        let mut puzzles = Vec::new();
        for puzzle in self.puzzles.iter() {
            for _ in 0..symmetries {
                let (symmetry, relabeling) = random_symmetry(&mut rng);
                let grid = |grid: &Grid| relabeling.apply_to_grid(&symmetry.apply_to_grid(grid));
                puzzles.push(Puzzle {
                    board: relabeling.apply(&symmetry.apply(&puzzle.board)),
                    solution: puzzle.solution.as_ref().map(grid),
                    ..*puzzle
                });
            }
        }
        Self { puzzles: puzzles.into(), promises: Vec::new(), symmetries, ..self }
    }
}

impl PuzzleLocation {
    /// The number of the puzzle or of the line.
    pub fn number(self) -> usize {
        let (Self::Number(number) | Self::Line(number)) = self;
        number
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
