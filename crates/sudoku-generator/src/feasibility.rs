//! Feasibility: whether any puzzle can meet a request, decided before anything is drawn.

use std::ops::RangeInclusive;

use sudoku_core::{Board, Cell, Contradiction, Solver};
use thiserror::Error;

use crate::pattern::{Pattern, PatternSymmetry};
use crate::request::{Minimality, PuzzleRequest};
use crate::unavoidable::{CellBits, cells};

/// Why no puzzle can meet a request.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InfeasibleRequestError {
    /// The range of clues or of difficulties has no number in it.
    #[error("the wanted range is empty")]
    EmptyRange,
    /// A board has no room for as many clues.
    #[error("a board has {} cells, not {least}", Cell::COUNT)]
    TooManyClues {
        /// The fewest clues that the request allows.
        least: usize,
    },
    /// No proper puzzle has fewer than 17 clues (McGuire, Tugemann and Civario, "There is no
    /// 16-clue Sudoku", 2012).
    #[error("a puzzle with one solution has at least 17 clues, not {most}")]
    TooFewClues {
        /// The most clues that the request allows.
        most: usize,
    },
    /// No proper puzzle with this symmetry has as few clues: see [`PatternSymmetry::least_clues`].
    #[error(
        "with the symmetry {symmetry} it has at least {} clues, not {most}",
        symmetry.least_clues()
    )]
    TooFewForSymmetry {
        /// The symmetry of the request or of its pattern.
        symmetry: PatternSymmetry,
        /// The most clues that the request allows.
        most: usize,
    },
    /// A puzzle that is so easy has more clues: see [`DifficultyMeasure::fewest_clues`](crate::DifficultyMeasure).
    #[error("a puzzle of this difficulty has at least {fewest} clues, not {most}")]
    TooFewForDifficulty {
        /// The fewest clues of such a puzzle.
        fewest: usize,
        /// The most clues that the request allows.
        most: usize,
    },
    /// A puzzle that is so hard has fewer clues: see [`DifficultyMeasure::most_clues`](crate::DifficultyMeasure).
    #[error(
        "a puzzle of this difficulty, or with such steps, has at most {most} clues, not {least}"
    )]
    TooManyForDifficulty {
        /// The most clues of such a puzzle.
        most: usize,
        /// The fewest clues that the request allows.
        least: usize,
    },
    /// No minimal puzzle with more than 40 clues is known. (Nobody has proved that there is none.)
    #[error("no minimal puzzle with {least} clues is known, 40 are the most")]
    TooManyForMinimal {
        /// The fewest clues that the request allows.
        least: usize,
    },
    /// A puzzle that is so easy has more clues than any minimal one that is known.
    #[error(
        "a puzzle of this difficulty has at least {fewest} clues, and no minimal one with more \
         than 40 is known: ask for as many clues"
    )]
    TooEasyForMinimal {
        /// The fewest clues of such a puzzle.
        fewest: usize,
    },
    /// No number of clues in the range is a sum of sizes of the symmetry's orbits, those of the
    /// given clues among them.
    #[error(
        "no pattern with the symmetry {symmetry} and the given clues has {} to {} clues",
        clues.start(), clues.end()
    )]
    NoSuchCount {
        /// The wanted symmetry.
        symmetry: PatternSymmetry,
        /// The wanted numbers of clues.
        clues: RangeInclusive<usize>,
    },
    /// More clues are given than the puzzle is to have.
    #[error("with the given clues it has at least {givens} clues, not {most}")]
    TooManyGivens {
        /// How many clues are given.
        givens: usize,
        /// The most clues that the request allows.
        most: usize,
    },
    /// The pattern has another number of cells than the wanted clues.
    #[error("the pattern has {cells} cells, and another number of clues is asked for")]
    PatternCount {
        /// How many cells the pattern has.
        cells: usize,
    },
    /// The pattern lacks the wanted symmetry.
    #[error("the pattern lacks the symmetry {symmetry}")]
    PatternSymmetry {
        /// The wanted symmetry.
        symmetry: PatternSymmetry,
    },
    /// The pattern has a blank where a clue is given.
    #[error("a clue is given in {cell}, which the pattern leaves blank")]
    PatternBlank {
        /// The first such cell.
        cell: Cell,
    },
    /// The pattern leaves two lines of a chute without clues, which could then be exchanged.
    #[error("two lines of a chute without clues can be exchanged")]
    EmptyLines,
    /// Two of the given clues contradict each other.
    #[error("among the given clues {0}")]
    Contradiction(Contradiction),
    /// The given clues have no solution.
    #[error("the given clues have no solution")]
    NoSolution,
}

impl PuzzleRequest<'_> {
    /// Says whether the request can be met, as far as that is known without drawing anything, as
    /// [`generate`](Self::generate) does first.
    ///
    /// The solver is asked only whether given clues have a solution.
    ///
    /// # Errors
    /// Why no puzzle can meet it, or none is known that could.
    pub fn check(&self, solver: &dyn Solver) -> Result<(), InfeasibleRequestError> {
        self.check_constraints(self.symmetry.sets())?;
        // Without given clues there is nothing to ask.
        if self.givens != Board::EMPTY && solver.first_solution(&self.givens).is_none() {
            return Err(InfeasibleRequestError::NoSolution);
        }
        Ok(())
    }

    /// Looks for what makes the request impossible, whatever solution the given clues have.
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
        let fewest = self.difficulty.as_ref().map_or(0, |it| it.scale.fewest_clues(&it.range));
        let most = self.pattern.map_or(*self.clues.end(), |pattern| pattern.cells().count());
        if fewest > most {
            return Err(InfeasibleRequestError::TooFewForDifficulty { fewest, most });
        }
        let clues = match self.pattern {
            Some(pattern) => pattern.cells().count(),
            None => least.max(given),
        };
        let limit = self.difficulty.as_ref().map(|it| it.scale.most_clues(&it.range));
        if let Some(most) = limit.filter(|&most| most < clues) {
            return Err(InfeasibleRequestError::TooManyForDifficulty { most, least: clues });
        }
        if let Some(pattern) = self.pattern {
            return self.check_pattern(pattern, givens);
        }
        check_few(self.symmetry, most)?;
        // Without symmetry an orbit-minimal puzzle is minimal; with given clues it need not be.
        let is_minimal = match self.minimality {
            Minimality::Any => false,
            Minimality::Orbits => self.symmetry == PatternSymmetry::None,
            Minimality::Strict => true,
        };
        if is_minimal && givens == 0 {
            check_many(least)?;
            if fewest > MOST_MINIMAL {
                return Err(InfeasibleRequestError::TooEasyForMinimal { fewest });
            }
        }
        // Clues in all cells are a pattern of every symmetry.
        if self.clues.contains(&81) {
            return Ok(());
        }
        let fixed: u32 = orbits
            .iter()
            .filter(|&orbit| orbit & givens != 0)
            .map(|orbit| orbit.count_ones())
            .sum();
        let orbits = orbits.iter().filter(|&orbit| orbit & givens == 0);
        // Bit `n` says that some orbits have `n` cells together.
        let counts =
            orbits.fold(1_u128 << fixed, |counts, orbit| counts | (counts << orbit.count_ones()));
        let (least, most) = (*self.clues.start().max(&17), *self.clues.end().min(&81));
        if !(least..=most).any(|clues| counts & (1 << clues) != 0) {
            let (symmetry, clues) = (self.symmetry, self.clues.clone());
            return Err(InfeasibleRequestError::NoSuchCount { symmetry, clues });
        }
        Ok(())
    }

    /// Looks for what makes a pattern impossible, given these cells with clues.
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
        // It may have other symmetries than it was asked for.
        for symmetry in PatternSymmetry::ALL.iter().copied().filter(|&it| pattern.has(it)) {
            check_few(symmetry, count)?;
        }
        match self.minimality {
            Minimality::Orbits | Minimality::Strict if givens == 0 => check_many(count),
            _ => Ok(()),
        }
    }
}

/// Refuses numbers of clues that are too small for the symmetry, where `most` is the largest.
fn check_few(symmetry: PatternSymmetry, most: usize) -> Result<(), InfeasibleRequestError> {
    if most < PatternSymmetry::None.least_clues() {
        return Err(InfeasibleRequestError::TooFewClues { most });
    }
    if most < symmetry.least_clues() {
        return Err(InfeasibleRequestError::TooFewForSymmetry { symmetry, most });
    }
    Ok(())
}

/// The most clues of a minimal puzzle that anyone has found.
const MOST_MINIMAL: usize = 40;

/// Refuses numbers of clues that are too large for minimal puzzles, where `least` is the smallest.
fn check_many(least: usize) -> Result<(), InfeasibleRequestError> {
    if least > MOST_MINIMAL {
        return Err(InfeasibleRequestError::TooManyForMinimal { least });
    }
    Ok(())
}
