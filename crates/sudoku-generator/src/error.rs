//! Why there is no puzzle.

use std::fmt;
use std::ops::RangeInclusive;

use sudoku_core::{Cell, Contradiction};

use crate::{PatternSymmetry, Puzzle};

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// No puzzle can meet the request, or none is known that could. Nothing was drawn.
    Impossible(Impossible),
    /// None of the attempts met the request. Others might.
    NotReached(Box<NotReached>),
    /// The scale of difficulty with this name had no answer: a strategy, for instance, that does not
    /// report its guesses.
    Unrated {
        /// The scale's name.
        scale: String,
    },
}

/// Why no puzzle can meet a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impossible {
    /// The range of clues or of difficulties has no number in it.
    EmptyRange,
    /// No proper puzzle has fewer than 17 clues (McGuire, Tugemann and Civario, "There is no 16-clue
    /// Sudoku", 2012).
    TooFewClues {
        /// The most clues that the request allows.
        most: usize,
    },
    /// No proper puzzle with this symmetry has so few clues: see [`PatternSymmetry::least_clues`].
    TooFewForSymmetry {
        /// The symmetry of the request or of its pattern.
        symmetry: PatternSymmetry,
        /// The most clues that the request allows.
        most: usize,
    },
    /// No minimal puzzle with more than 40 clues is known. (Nobody has proved that there is none.)
    TooManyForMinimal {
        /// The fewest clues that the request allows.
        least: usize,
    },
    /// No number of clues in the range is a sum of sizes of the symmetry's orbits, those of the given
    /// clues among them.
    NoSuchCount {
        /// The wanted symmetry.
        symmetry: PatternSymmetry,
        /// The wanted numbers of clues.
        clues: RangeInclusive<usize>,
    },
    /// The pattern has another number of cells than the wanted clues.
    PatternCount {
        /// How many cells the pattern has.
        cells: usize,
    },
    /// The pattern lacks the wanted symmetry.
    PatternSymmetry {
        /// The wanted symmetry.
        symmetry: PatternSymmetry,
    },
    /// The pattern has a blank where a clue is given.
    PatternBlank {
        /// The first such cell.
        cell: Cell,
    },
    /// The pattern leaves two lines of a chute without clues, which could then be exchanged.
    EmptyLines,
    /// Two of the given clues contradict each other.
    Contradiction(Contradiction),
    /// The given clues have no solution.
    NoSolution,
}

/// What an effort that did not meet the request came to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotReached {
    /// How many attempts were made, each of which draws a puzzle, or on a pattern finds none.
    pub attempts: u32,
    /// The nearest puzzle: the first whose number of clues is nearest to the wanted range; among those
    /// one that is minimal as wanted; among those the nearest in difficulty. It is proper, and, but for a
    /// pattern, orbit-minimal if the request is for minimal puzzles. `None` if on the wanted pattern no
    /// proper puzzle was found.
    pub nearest: Option<Puzzle>,
    /// The name of the scale of the nearest one's difficulty, if the request names one.
    pub scale: Option<String>,
    /// Whether the stop flag ended the effort early.
    pub is_stopped: bool,
    /// Whether the nearest one is minimal as wanted.
    pub is_minimal: bool,
}

impl From<Impossible> for GenerateError {
    fn from(reason: Impossible) -> Self {
        Self::Impossible(reason)
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible(reason) => write!(f, "there is no such puzzle: {reason}"),
            Self::NotReached(tried) => fmt::Display::fmt(tried, f),
            Self::Unrated { scale } => write!(f, "no answer to how many {scale} a puzzle takes"),
        }
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyRange => f.pad("the wanted range is empty"),
            Self::TooFewClues { most } => {
                write!(f, "a puzzle with one solution has at least 17 clues, not {most}")
            }
            Self::TooFewForSymmetry { symmetry, most } => {
                let least = symmetry.least_clues();
                write!(f, "with the symmetry {symmetry} it has at least {least} clues, not {most}")
            }
            Self::TooManyForMinimal { least } => {
                write!(f, "no minimal puzzle with {least} clues is known, 40 are the most")
            }
            Self::NoSuchCount { symmetry, clues } => {
                let (least, most) = (clues.start(), clues.end());
                write!(f, "no pattern with the symmetry {symmetry}")?;
                write!(f, " and the given clues has {least} to {most} clues")
            }
            Self::PatternCount { cells } => {
                write!(f, "the pattern has {cells} cells, which are not so many clues as wanted")
            }
            Self::PatternSymmetry { symmetry } => {
                write!(f, "the pattern lacks the symmetry {symmetry}")
            }
            Self::PatternBlank { cell } => {
                write!(f, "a clue is given in {cell}, which the pattern leaves blank")
            }
            Self::EmptyLines => f.pad("two lines of a chute without clues can be exchanged"),
            Self::Contradiction(contradiction) => {
                write!(f, "among the given clues {contradiction}")
            }
            Self::NoSolution => f.pad("the given clues have no solution"),
        }
    }
}

impl fmt::Display for NotReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { attempts, nearest, scale, is_stopped, is_minimal } = self;
        if *is_stopped {
            write!(f, "stopped: ")?;
        }
        let Some(nearest) = nearest else {
            return write!(f, "{attempts} attempts found no proper puzzle on the pattern");
        };
        write!(
            f,
            "none of {attempts} puzzles met the request; the nearest has {} clues",
            nearest.board.clue_count(),
        )?;
        if !is_minimal {
            write!(f, ", is not strictly minimal")?;
        }
        match (nearest.difficulty, scale) {
            (Some(number), Some(scale)) => write!(f, " and {number} {scale}: {}", nearest.board),
            _ => write!(f, ": {}", nearest.board),
        }
    }
}

impl std::error::Error for GenerateError {}
impl std::error::Error for Impossible {}
impl std::error::Error for NotReached {}
