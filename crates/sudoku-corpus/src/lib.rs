//! `sudoku-corpus` is a collection of embedded Sudoku puzzle sets with known answers, for tests and
//! benchmarks.
//!
//! ```
//! let set = sudoku_corpus::set("judge").expect("the set is embedded");
//! for puzzle in set.puzzles()? {
//!     assert_eq!(puzzle.solutions, 1);
//!     assert!(puzzle.solution.is_some_and(|solution| solution.extends(&puzzle.board)));
//! }
//! # Ok::<(), sudoku_corpus::SetError>(())
//! ```
//!
//! Each set is a small text file. Its header names the source of the puzzles, their purpose, and
//! the strategies that promise to solve them within the time budget. Then each line has a puzzle,
//! its number of solutions and, for a proper puzzle, the solution. More than one strategy verified
//! the answers. So a test compares a strategy with known facts, not with another strategy.
//!
//! # The sets
//! | name | contents |
//! |---|---|
//! | `judge` | puzzles as in online judges: many clues; includes the judge's samples |
//! | `easy` | puzzles as in print, solvable with singles |
//! | `sparse` | 17 to 22 clues |
//! | `hard` | many guesses even for a solver that finds singles |
//! | `row-major` | millions of placements for a row-by-row search |
//! | `many` | 2 to 100,000 solutions |
//! | `none` | no solution: contradicting clues, and contradictions deep in the search |
//! | `empty` | the board without clues |
//!
//! Boards for [counting](counting_sets):
//!
//! | name | contents |
//! |---|---|
//! | `count-low` | from 100 to 1,000,000 solutions, which a search can enumerate |
//! | `count-high` | from 1,000,000 solutions to all 6,670,903,752,021,072,936,960 grids |
//!
//! [Variants](variant_sets), whose rules have the text form of the crate `sudoku-rules`:
//!
//! | name | contents |
//! |---|---|
//! | `killers` | cages without clues |
//! | `lines` | thermometers, whispers, renbans, palindromes and between lines |
//! | `sums` | arrows and little killers |
//! | `houses` | diagonals, windoku, disjoint groups, asterisk, anti-knight, anti-king, dots |
//!
//! The sets contain well-known puzzles and puzzles of this project's generator.
//! A test of the generator makes the latter from the seed in the header, except the variants.
//! The tests of each strategy check the answers, and the harness checks the promises.
//!
//! # The file format
//! Header lines are `# key: value` with the keys `name`, `about`, `origin` and `promises-budget`.
//! The value of `promises-budget` is `none`, or the names of the strategies that promise the time
//! budget, separated by commas. Other lines that start with `#` are comments. A puzzle's line is
//! `puzzle,solutions,solution`: 81 characters with `.` for a blank, the exact number of solutions,
//! and the solution. The last field is empty unless there is exactly one solution. In a set of
//! variants, the puzzle is its rules on one line, with semicolons between them.
//!
//! # Limitations
//! Each set is a sample of tens to hundreds of puzzles, for checks and first measurements. To
//! measure on millions of puzzles, read them from files.

#![warn(missing_debug_implementations)]

use std::fmt;

use sudoku_core::{Board, Grid};

/// A puzzle with its known answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KnownPuzzle {
    /// The puzzle.
    pub board: Board,
    /// The exact number of solutions. The number of the empty board does not fit into 64 bits.
    pub solutions: u128,
    /// The solution, if there is exactly one.
    pub solution: Option<Grid>,
}

/// A puzzle of any type, as text, with its known answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownAnswer<'a> {
    /// The text of the puzzle: 81 characters, or the rules of a variant.
    pub puzzle: &'a str,
    /// The exact number of solutions.
    pub solutions: u128,
    /// The solution, if there is exactly one.
    pub solution: Option<Grid>,
}

/// A named set of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet<'a> {
    /// The name of the set in the harness.
    pub name: &'a str,
    /// The purpose of the set, in one line.
    pub about: &'a str,
    /// The source of the puzzles.
    pub origin: &'a str,
    promises: Vec<&'a str>,
    text: &'a str,
}

/// All embedded sets for solving, in the order of display.
const EMBEDDED: &[&str] = &[
    include_str!("../sets/judge.txt"),
    include_str!("../sets/easy.txt"),
    include_str!("../sets/sparse.txt"),
    include_str!("../sets/hard.txt"),
    include_str!("../sets/row-major.txt"),
    include_str!("../sets/many.txt"),
    include_str!("../sets/none.txt"),
    include_str!("../sets/empty.txt"),
];

/// All embedded sets for counting.
const TO_COUNT: &[&str] =
    &[include_str!("../sets/count-low.txt"), include_str!("../sets/count-high.txt")];

/// Returns the embedded sets for solving, in the order of display.
pub fn sets() -> impl Iterator<Item = PuzzleSet<'static>> {
    // This crate's tests detect a file that cannot be read.
    EMBEDDED.iter().filter_map(|text| PuzzleSet::parse(text).ok())
}

/// Returns the embedded sets for counting. They are separate because few programs can enumerate
/// their solutions.
pub fn counting_sets() -> impl Iterator<Item = PuzzleSet<'static>> {
    TO_COUNT.iter().filter_map(|text| PuzzleSet::parse(text).ok())
}

/// All embedded sets of variants.
const VARIANTS: &[&str] = &[
    include_str!("../sets/killers.txt"),
    include_str!("../sets/lines.txt"),
    include_str!("../sets/sums.txt"),
    include_str!("../sets/houses.txt"),
];

/// Returns the embedded sets of variants. [`PuzzleSet::answers`] reads their puzzles.
pub fn variant_sets() -> impl Iterator<Item = PuzzleSet<'static>> {
    VARIANTS.iter().filter_map(|text| PuzzleSet::parse(text).ok())
}

/// Returns all embedded sets of boards: first those for solving, then those for counting.
pub fn every_set() -> impl Iterator<Item = PuzzleSet<'static>> {
    sets().chain(counting_sets())
}

/// Returns the embedded set with this name.
#[must_use]
pub fn set(name: &str) -> Option<PuzzleSet<'static>> {
    every_set().chain(variant_sets()).find(|set| set.name == name)
}

impl<'a> PuzzleSet<'a> {
    /// Reads the header of a set in the [file format](crate#the-file-format).
    ///
    /// # Errors
    /// Fails if the header lacks a key. Lines with puzzles are read only by
    /// [`puzzles`](Self::puzzles).
    pub fn parse(text: &'a str) -> Result<Self, SetError> {
        let value = |key: &'static str| {
            text.lines()
                .filter_map(|line| line.strip_prefix("# ")?.split_once(": "))
                .find_map(|(found, value)| (found == key).then_some(value.trim()))
                .ok_or(SetError::MissingKey(key))
        };
        let promises = match value("promises-budget")? {
            "none" => Vec::new(),
            names => names.split(',').map(str::trim).collect(),
        };
        let (name, about, origin) = (value("name")?, value("about")?, value("origin")?);
        Ok(Self { name, about, origin, promises, text })
    }

    /// Returns true if the strategy with this name promises to solve every puzzle of the set within
    /// the time budget.
    #[must_use]
    pub fn promises_budget(&self, strategy: &str) -> bool {
        self.promises.contains(&strategy)
    }

    /// Returns the names of the strategies that promise the time budget, in the order of the
    /// header.
    pub fn promising(&self) -> impl Iterator<Item = &'a str> {
        self.promises.iter().copied()
    }

    /// Reads the puzzles of a set of boards, in the order of the file.
    ///
    /// # Errors
    /// Fails if a line is not in the file format, and names the first such line. The embedded sets
    /// of boards have no such line.
    pub fn puzzles(&self) -> Result<Vec<KnownPuzzle>, SetError> {
        self.read(|KnownAnswer { puzzle, solutions, solution }| {
            Some(KnownPuzzle { board: puzzle.parse().ok()?, solutions, solution })
        })
    }

    /// Reads the puzzles as texts, in the order of the file.
    ///
    /// # Errors
    /// Fails if a line is not in the file format, and names the first such line.
    pub fn answers(&self) -> Result<Vec<KnownAnswer<'a>>, SetError> {
        self.read(Some)
    }

    fn read<T>(&self, make: impl Fn(KnownAnswer<'a>) -> Option<T>) -> Result<Vec<T>, SetError> {
        (1..)
            .zip(self.text.lines())
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| {
                read_answer(line).and_then(&make).ok_or(SetError::BadLine(number))
            })
            .collect()
    }
}

fn read_answer(line: &str) -> Option<KnownAnswer<'_>> {
    let [puzzle, solutions, solution] = line.split(',').collect::<Vec<_>>().try_into().ok()?;
    let solutions = solutions.parse().ok()?;
    let solution = match solution {
        "" => None,
        text => Some(text.parse().ok()?),
    };
    ((solutions == 1) == solution.is_some()).then_some(KnownAnswer { puzzle, solutions, solution })
}

/// The reason why a text is not a puzzle set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// The header lacks a line with this key.
    MissingKey(&'static str),
    /// The line with this number, counted from 1, is not a puzzle with its answer.
    BadLine(usize),
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingKey(key) => write!(f, "the header lacks the line `# {key}: …`; add it"),
            Self::BadLine(line) => {
                write!(
                    f,
                    "line {line} is not `puzzle,solutions,solution`; \
                     the solution is required exactly if `solutions` is 1"
                )
            }
        }
    }
}

impl std::error::Error for SetError {}
