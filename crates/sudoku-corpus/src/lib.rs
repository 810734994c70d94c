//! Embedded puzzle sets for the harness and the tests, with known answers.
//!
//! Each set is a small text file: a header that says where the puzzles are from, what they are for
//! and which strategies promise the time budget on them, and then a line per puzzle with its number
//! of solutions and, for a proper puzzle, its solution. The answers are data, found once and
//! verified by more than one strategy, so that a test compares a strategy with known facts and not
//! with another strategy. The weak spot: the sets are samples of tens to hundreds of puzzles, for
//! checking and for a first look; figures on the millions out there need those puzzles, from files.
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
//! # The sets
//! | name | what it is for |
//! |---|---|
//! | `judge` | what an online judge asks: many clues, its own samples among them |
//! | `easy` | puzzles as they are printed, for which singles are enough |
//! | `sparse` | 17 to 22 clues |
//! | `hard` | many guesses even for a solver that finds singles |
//! | `row-major` | millions of placements for a search that goes row by row |
//! | `many` | more than one solution, up to 100,000 of them |
//! | `none` | no solution: contradicting clues, and contradictions deep in the search |
//! | `empty` | the board without clues |
//!
//! Boards to [count](counting_sets):
//!
//! | name | what it is for |
//! |---|---|
//! | `count-low` | from a hundred solutions to a million: those who walk to them can do it |
//! | `count-high` | from a million to all 6,670,903,752,021,072,936,960 grids |
//!
//! They are well-known single puzzles and puzzles of this project's own generator; `cargo xtask
//! corpus` makes every file from its recorded seed, to the very same bytes, and `cargo xtask corpus
//! --check` also proves the answers and the promises anew.
//!
//! # The file format
//! Header lines are `# key: value` with the keys `name`, `about`, `origin` and
//! `promises-budget`, whose value is `none` or `NAME, NAME`; other lines that
//! start with `#` are comments. A puzzle's line is `puzzle,solutions,solution`: 81 characters with
//! `.` for a blank, the exact number of solutions, and the solution, empty unless there is exactly
//! one.

use std::fmt;

use sudoku_core::{Board, Grid};

/// A puzzle with its known answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KnownPuzzle {
    /// The puzzle.
    pub board: Board,
    /// How many solutions it has, exactly. The empty board's do not fit 64 bits.
    pub solutions: u128,
    /// The solution of a puzzle that has exactly one.
    pub solution: Option<Grid>,
}

/// A named set of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet<'a> {
    /// The name by which the harness knows it.
    pub name: &'a str,
    /// What the set is for, in one line.
    pub about: &'a str,
    /// Where the puzzles are from.
    pub origin: &'a str,
    promises: Vec<&'a str>,
    text: &'a str,
}

/// Every embedded set for solving, in the order in which they are shown.
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

/// The embedded sets of boards to count.
const TO_COUNT: &[&str] =
    &[include_str!("../sets/count-low.txt"), include_str!("../sets/count-high.txt")];

/// The embedded sets for solving, in the order in which they are shown.
pub fn sets() -> impl Iterator<Item = PuzzleSet<'static>> {
    // A file that cannot be read is caught by this crate's tests.
    EMBEDDED.iter().filter_map(|text| PuzzleSet::parse(text).ok())
}

/// The embedded sets for counting, which are apart because few programs can walk to their
/// solutions.
pub fn counting_sets() -> impl Iterator<Item = PuzzleSet<'static>> {
    TO_COUNT.iter().filter_map(|text| PuzzleSet::parse(text).ok())
}

/// Every embedded set: those for solving, then those for counting.
pub fn every_set() -> impl Iterator<Item = PuzzleSet<'static>> {
    sets().chain(counting_sets())
}

/// The embedded set with this name.
#[must_use]
pub fn set(name: &str) -> Option<PuzzleSet<'static>> {
    every_set().find(|set| set.name == name)
}

impl<'a> PuzzleSet<'a> {
    /// Reads the header of a set in the [file format](crate#the-file-format).
    ///
    /// # Errors
    /// If the header lacks a key. The puzzles are not looked at
    /// before [`puzzles`](Self::puzzles).
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

    /// Whether the strategy with this name promises to solve every puzzle of the set within the
    /// time budget.
    #[must_use]
    pub fn promises_budget(&self, strategy: &str) -> bool {
        self.promises.contains(&strategy)
    }

    /// The names of the strategies that promise it, in the order of the header.
    pub fn promising(&self) -> impl Iterator<Item = &'a str> {
        self.promises.iter().copied()
    }

    /// The puzzles, in the order of the file.
    ///
    /// # Errors
    /// Names the first line that is not in the file format. The embedded sets have none.
    pub fn puzzles(&self) -> Result<Vec<KnownPuzzle>, SetError> {
        (1..)
            .zip(self.text.lines())
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| read_puzzle(line).ok_or(SetError::BadLine(number)))
            .collect()
    }
}

fn read_puzzle(line: &str) -> Option<KnownPuzzle> {
    let [board, solutions, solution] = line.split(',').collect::<Vec<_>>().try_into().ok()?;
    let solutions = solutions.parse().ok()?;
    let solution = match solution {
        "" => None,
        text => Some(text.parse().ok()?),
    };
    let puzzle = KnownPuzzle { board: board.parse().ok()?, solutions, solution };
    ((solutions == 1) == solution.is_some()).then_some(puzzle)
}

/// Why a text is not a puzzle set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// The header has no line with this key.
    MissingKey(&'static str),
    /// The line with this number, counted from 1, is no puzzle with its answer.
    BadLine(usize),
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingKey(key) => write!(f, "the header has no line `# {key}: …`"),
            Self::BadLine(line) => {
                write!(f, "line {line} is not `puzzle,solutions,solution` with a matching answer")
            }
        }
    }
}

impl std::error::Error for SetError {}
