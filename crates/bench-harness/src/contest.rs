//! Who is compared, and on what: contestants, puzzle lists, modes.
//!
//! Both are the harness's own types, filled from the registry and the corpus or from elsewhere, so
//! that measuring knows neither of the two.

use std::fmt;
use std::sync::Arc;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use sudoku_core::{Board, Grid, Solver};
use sudoku_corpus::PuzzleSet;
use sudoku_generator::{random_symmetry, seeded};
use sudoku_strategies::Strategy;
use sudoku_text::FilePuzzle;

use crate::peers::Peer;

/// A strategy or a peer that is to be verified and timed.
#[derive(Clone, Copy)]
pub struct Contestant<'a> {
    /// The name in every table.
    pub name: &'a str,
    /// Whether its first solution has to be the lexicographically smallest.
    pub lexicographic: bool,
    /// What solves.
    pub engine: Engine<'a>,
}

/// What solves for a contestant.
#[derive(Clone, Copy)]
pub enum Engine<'a> {
    /// A strategy, called as a function.
    Strategy(&'a dyn Solver),
    /// An outside engine in a process of its own.
    Peer(&'a Peer),
}

impl<'a> Contestant<'a> {
    /// A strategy of which nothing more is known.
    #[must_use]
    pub fn new(name: &'a str, solver: &'a dyn Solver) -> Self {
        Self { name, lexicographic: false, engine: Engine::Strategy(solver) }
    }

    /// The peer, if it is one.
    #[must_use]
    pub fn peer(&self) -> Option<&'a Peer> {
        match self.engine {
            Engine::Strategy(_) => None,
            Engine::Peer(peer) => Some(peer),
        }
    }
}

impl<'a> From<&'a Peer> for Contestant<'a> {
    fn from(peer: &'a Peer) -> Self {
        Self { name: peer.name(), lexicographic: false, engine: Engine::Peer(peer) }
    }
}

impl From<&'static Strategy> for Contestant<'static> {
    fn from(strategy: &'static Strategy) -> Self {
        let Strategy { name, lexicographic, solver, .. } = *strategy;
        Self { name, lexicographic, engine: Engine::Strategy(solver) }
    }
}

/// A named list of puzzles: an embedded set, or a file.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleList {
    /// The set's name, or the file's base name.
    pub name: String,
    /// What it is: the set's own line about itself, or the path.
    pub about: String,
    /// The puzzles.
    pub puzzles: Arc<[Puzzle]>,
    /// The names of the strategies that promise the budget on it; no one does on a file.
    pub promises: Vec<String>,
    /// In how many random symmetries each puzzle stands in it, one after the other; 0 if each stands
    /// in it once, as it is.
    pub symmetries: u32,
}

/// A puzzle of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Where it stands in its list.
    pub place: Place,
    /// The puzzle.
    pub board: Board,
    /// What is known of its answer beforehand.
    pub known: Option<Known>,
}

/// Where a puzzle stands. It serializes as `{"number": 3}` or `{"line": 12}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// In an embedded set: the how-manieth it is, counted from 1.
    Number(usize),
    /// In a file: the line on which it begins, counted from 1.
    Line(usize),
}

/// The known answer of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// How many solutions it has, counted up to two.
    pub up_to_two: u64,
    /// The solution, if there is exactly one.
    pub solution: Option<Grid>,
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
                let up_to_two = if puzzle.solutions > 1 { 2 } else { puzzle.solutions as u64 };
                let known = Some(Known { up_to_two, solution: puzzle.solution });
                Puzzle { place: Place::Number(number), board: puzzle.board, known }
            })
            .collect();
        let (name, about) = (set.name.to_owned(), set.about.to_owned());
        let promises = set.promising().map(str::to_owned).collect();
        Ok(Self { name, about, puzzles, promises, symmetries: 0 })
    }

    /// The puzzles of a file, of whose answers nothing is known.
    #[must_use]
    pub fn from_file(name: String, about: String, puzzles: &[FilePuzzle]) -> Self {
        let puzzles = puzzles
            .iter()
            .map(|&FilePuzzle { line, board }| Puzzle {
                place: Place::Line(line),
                board,
                known: None,
            })
            .collect();
        Self { name, about, puzzles, promises: Vec::new(), symmetries: 0 }
    }

    /// The same puzzles, each in so many random symmetries and relabelings, which follow from the
    /// seed. What promises hold for the puzzles as they are is not promised for those.
    #[must_use]
    pub fn in_symmetries(self, symmetries: u32, seed: u64) -> Self {
        let mut rng = seeded(seed, u64::MAX);
        let mut puzzles = Vec::new();
        for puzzle in self.puzzles.iter() {
            for _ in 0..symmetries {
                let (symmetry, relabeling) = random_symmetry(&mut rng);
                let grid = |grid: &Grid| relabeling.apply_to_grid(&symmetry.apply_to_grid(grid));
                puzzles.push(Puzzle {
                    place: puzzle.place,
                    board: relabeling.apply(&symmetry.apply(&puzzle.board)),
                    known: puzzle.known.map(|known| Known {
                        solution: known.solution.as_ref().map(grid),
                        ..known
                    }),
                });
            }
        }
        Self { puzzles: puzzles.into(), promises: Vec::new(), symmetries, ..self }
    }

    /// Whether the strategy promises to solve every puzzle of the list within the time budget.
    #[must_use]
    pub fn promises_budget(&self, strategy: &str) -> bool {
        self.promises.iter().any(|name| name == strategy)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "puzzle {number}"),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}

/// What a strategy is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The first solution.
    First,
    /// The first solution, and how many there are, counted up to two: the proof that a puzzle is
    /// proper.
    Unique,
}

impl Mode {
    /// Both modes, in the order in which they are shown.
    pub const ALL: [Self; 2] = [Self::First, Self::Unique];

    /// How many solutions the search is limited to.
    #[must_use]
    pub const fn solutions(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Unique => 2,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Unique => "unique",
        })
    }
}
