//! The check that a puzzle can meet a request, made before anything is drawn.

use std::fmt;
use std::ops::RangeInclusive;

use sudoku_core::{Board, Cell, Contradiction, Solver};

use crate::difficulty::{Difficulty, DifficultyMeasure};
use crate::pattern::{Pattern, PatternSymmetry};
use crate::request::PuzzleRequest;
use crate::unavoidable::{CellBits, cells};

/// The reason why no puzzle can meet a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InfeasibleRequestError {
    /// The range of clues or of difficulties is empty.
    EmptyRange,
    /// The request asks for more clues than a board has cells.
    TooManyClues {
        /// The fewest clues that the request allows.
        least: usize,
    },
    /// No proper puzzle has fewer than 17 clues (McGuire, Tugemann and Civario, "There is no
    /// 16-clue Sudoku", 2012).
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
    /// No puzzle has a wanted difficulty: see
    /// [`DifficultyMeasure::possible_numbers`](crate::DifficultyMeasure::possible_numbers).
    OutsideScale {
        /// The possible difficulties in words, or `None` if no puzzle meets the conditions of the
        /// scale.
        possible: Option<String>,
    },
    /// No puzzle of the wanted difficulty has a wanted number of clues: see
    /// [`DifficultyMeasure::possible_clues`](crate::DifficultyMeasure::possible_clues).
    CluesForDifficulty {
        /// The numbers of clues that such puzzles can have.
        possible: RangeInclusive<usize>,
    },
    /// No number of clues in the range is a sum of orbit sizes of the symmetry that includes the
    /// orbits of the given clues.
    NoSuchCount {
        /// The wanted symmetry.
        symmetry: PatternSymmetry,
        /// The wanted numbers of clues.
        clues: RangeInclusive<usize>,
    },
    /// More clues are given than the puzzle may have.
    TooManyGivens {
        /// The number of given clues.
        givens: usize,
        /// The most clues that the request allows.
        most: usize,
    },
    /// The number of cells of the pattern is outside the wanted range of clues.
    PatternCount {
        /// The number of cells of the pattern.
        cells: usize,
    },
    /// The pattern does not have the wanted symmetry.
    PatternSymmetry {
        /// The wanted symmetry.
        symmetry: PatternSymmetry,
    },
    /// The pattern has a blank where a clue is given.
    PatternBlank {
        /// The first such cell.
        cell: Cell,
    },
    /// The pattern has no clue in two rows of a band or two columns of a stack.
    EmptyLines,
    /// Two of the given clues contradict each other.
    Contradiction(Contradiction),
    /// The given clues have no solution.
    NoSolution,
}

impl fmt::Display for InfeasibleRequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyRange => {
                f.write_str("the wanted range is empty: its start is above its end")
            }
            Self::TooManyClues { least } => {
                write!(f, "a board has {} cells, too few for {least} clues", Cell::COUNT)
            }
            Self::TooFewClues { most } => {
                write!(f, "a puzzle with one solution has at least 17 clues, not {most}")
            }
            Self::TooFewForSymmetry { symmetry, most } => write!(
                f,
                "a puzzle with the symmetry {symmetry} has at least {} clues, not {most}",
                symmetry.least_clues()
            ),
            Self::OutsideScale { possible: Some(possible) } => write!(
                f,
                "no puzzle has this difficulty: on this scale and with such steps, puzzles have \
                 {possible}"
            ),
            Self::OutsideScale { possible: None } => {
                f.write_str("no puzzle can be solved by the allowed techniques with such steps")
            }
            Self::CluesForDifficulty { possible } => write!(
                f,
                "a puzzle of this difficulty, or with such steps, has {} to {} clues",
                possible.start().max(&PatternSymmetry::None.least_clues()),
                possible.end()
            ),
            Self::NoSuchCount { symmetry, clues } => write!(
                f,
                "no pattern with the symmetry {symmetry} and the given clues has {} to {} clues",
                clues.start(),
                clues.end()
            ),
            Self::TooManyGivens { givens, most } => {
                write!(f, "{givens} clues are given, but the puzzle may have at most {most}")
            }
            Self::PatternCount { cells } => {
                write!(f, "the pattern has {cells} cells, which is not a wanted number of clues")
            }
            Self::PatternSymmetry { symmetry } => {
                write!(f, "the pattern does not have the symmetry {symmetry}")
            }
            Self::PatternBlank { cell } => {
                write!(f, "a clue is given in {cell}, which the pattern leaves blank")
            }
            Self::EmptyLines => f.write_str(
                "the pattern has no clue in two rows of a band or two columns of a stack; \
                 exchanging them would give a second solution",
            ),
            Self::Contradiction(value) => {
                write!(f, "the given clues contradict each other: {value}")
            }
            Self::NoSolution => f.write_str("the given clues have no solution"),
        }
    }
}

impl std::error::Error for InfeasibleRequestError {}

impl PuzzleRequest<'_> {
    /// Refuses requests that provably no puzzle meets, as far as this is known without drawing
    /// anything. [`generate`](Self::generate) starts with this check.
    ///
    /// The solver is asked only whether the given clues have a solution.
    ///
    /// # Errors
    /// The reason why no puzzle can meet the request.
    pub fn check(&self, solver: &dyn Solver) -> Result<(), InfeasibleRequestError> {
        self.check_constraints(self.symmetry.sets())?;
        // An empty board always has a solution.
        if self.givens != Board::EMPTY && solver.first_solution(&self.givens).is_none() {
            return Err(InfeasibleRequestError::NoSolution);
        }
        Ok(())
    }

    /// Checks all constraints except whether the given clues have a solution.
    fn check_constraints(&self, orbits: &[CellBits]) -> Result<(), InfeasibleRequestError> {
        let is_empty =
            self.difficulty.as_ref().is_some_and(|difficulty| difficulty.range.is_empty());
        if self.clues.is_empty() || is_empty {
            return Err(InfeasibleRequestError::EmptyRange);
        }
        let least = *self.clues.start();
        if least > Cell::COUNT {
            return Err(InfeasibleRequestError::TooManyClues { least });
        }
        let givens = self.given_cells();
        if givens != 0
            && let Some(contradiction) = self.givens.contradictions().next()
        {
            return Err(InfeasibleRequestError::Contradiction(contradiction));
        }
        let (given, most) = (self.givens.clue_count(), *self.clues.end());
        if self.pattern.is_none() && given > most {
            return Err(InfeasibleRequestError::TooManyGivens { givens: given, most });
        }
        let clues = match self.pattern.map(|pattern| pattern.cells().count()) {
            Some(cells) => cells..=cells,
            None => least.max(given)..=most,
        };
        if let Some(Difficulty { scale, range }) = &self.difficulty {
            check_numbers(*scale, range)?;
            let possible = scale.possible_clues(range);
            if possible.end() < clues.start() || clues.end() < possible.start() {
                return Err(InfeasibleRequestError::CluesForDifficulty { possible });
            }
        }
        if let Some(pattern) = self.pattern {
            return self.check_pattern(pattern, givens);
        }
        check_few(self.symmetry, most)?;
        // Clues in all cells have every symmetry.
        if self.clues.contains(&81) {
            return Ok(());
        }
        let fixed: u32 = orbits
            .iter()
            .filter(|&orbit| orbit & givens != 0)
            .map(|orbit| orbit.count_ones())
            .sum();
        let orbits = orbits.iter().filter(|&orbit| orbit & givens == 0);
        // Bit `n` is set if some orbits have `n` cells in total.
        let counts =
            orbits.fold(1_u128 << fixed, |counts, orbit| counts | (counts << orbit.count_ones()));
        let (least, most) = (*self.clues.start().max(&17), *self.clues.end().min(&81));
        if !(least..=most).any(|clues| counts & (1 << clues) != 0) {
            let (symmetry, clues) = (self.symmetry, self.clues.clone());
            return Err(InfeasibleRequestError::NoSuchCount { symmetry, clues });
        }
        Ok(())
    }

    /// Checks the constraints on a pattern, given the cells with given clues.
    fn check_pattern(
        &self,
        pattern: Pattern,
        givens: CellBits,
    ) -> Result<(), InfeasibleRequestError> {
        let count = pattern.cells().count();
        check_few(PatternSymmetry::None, count)?;
        if pattern.has_empty_lines() {
            return Err(InfeasibleRequestError::EmptyLines);
        }
        if let Some(cell) = cells(givens & !pattern.0).find_map(Cell::new) {
            return Err(InfeasibleRequestError::PatternBlank { cell });
        }
        if !self.clues.contains(&count) {
            return Err(InfeasibleRequestError::PatternCount { cells: count });
        }
        if !pattern.has(self.symmetry) {
            return Err(InfeasibleRequestError::PatternSymmetry { symmetry: self.symmetry });
        }
        // The pattern may have more symmetries than requested.
        for symmetry in PatternSymmetry::ALL.iter().copied().filter(|&it| pattern.has(it)) {
            check_few(symmetry, count)?;
        }
        Ok(())
    }
}

/// Rejects a range of difficulties that no puzzle has.
fn check_numbers(
    scale: &dyn DifficultyMeasure,
    range: &RangeInclusive<u64>,
) -> Result<(), InfeasibleRequestError> {
    let outside = |possible| Err(InfeasibleRequestError::OutsideScale { possible });
    let Some(possible) = scale.possible_numbers() else { return outside(None) };
    let (least, most) = (*possible.start(), *possible.end());
    if least <= *range.end() && *range.start() <= most {
        return Ok(());
    }
    let least = scale.describe(least);
    outside(Some(match most {
        u64::MAX => format!("{least} or more"),
        _ => format!("{least} to {}", scale.describe(most)),
    }))
}

/// Rejects a maximum number of clues that is too small for the symmetry.
fn check_few(symmetry: PatternSymmetry, most: usize) -> Result<(), InfeasibleRequestError> {
    if most < PatternSymmetry::None.least_clues() {
        return Err(InfeasibleRequestError::TooFewClues { most });
    }
    if most < symmetry.least_clues() {
        return Err(InfeasibleRequestError::TooFewForSymmetry { symmetry, most });
    }
    Ok(())
}
