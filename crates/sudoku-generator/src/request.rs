//! What is wanted of a puzzle, and how it is made.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand::Rng;
use sudoku_core::{Board, Cell, Grid, Solver};

use crate::order::{grid_with, on_pattern};
use crate::removal::{Removal, Target};
use crate::unavoidable::{Cells, board_of, cells};
use crate::{
    Difficulty, GenerateError, Impossible, NotReached, Pattern, PatternSymmetry, Scale, below,
    random_grid, shuffle,
};

/// What is wanted of a puzzle.
///
/// Without a wish it is any minimal puzzle:
///
/// ```
/// use sudoku_generator::{Minimality, Request, seeded};
/// use sudoku_mrv::{Mrv, Solver};
///
/// let minimal = Request::new().generate(&Mrv, &mut seeded(7, 0))?;
/// assert!(Mrv.is_proper(&minimal.board));
///
/// // Exactly 32 clues, some of which can go.
/// let request = Request::new().with_minimality(Minimality::Any).with_clues(32..=32);
/// assert_eq!(request.generate(&Mrv, &mut seeded(7, 1))?.board.clue_count(), 32);
/// # Ok::<(), sudoku_generator::GenerateError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// How many clues the puzzle is to have; at first any number, 17 to 81.
    pub clues: RangeInclusive<usize>,
    /// The symmetry of the pattern of clues; at first none.
    pub symmetry: PatternSymmetry,
    /// Which clues are all to be needed; at first no orbit can go.
    pub minimality: Minimality,
    /// How difficult it is to be, on which scale; at first anything.
    pub difficulty: Option<Difficulty<'a>>,
    /// The cells that are to hold clues, and no others; at first any.
    pub pattern: Option<Pattern>,
    /// Clues that the puzzle is to have; at first none. They are no reason to call it not minimal, and
    /// nor are their images under the symmetry to call it not orbit-minimal.
    pub givens: Board,
    /// A flag with which another thread, which may have a clock, ends the effort after the attempt under
    /// way, and on a pattern that attempt too.
    pub stop: Option<&'a AtomicBool>,
    /// A counter that goes up by one with each attempt, for whoever watches from another thread; several
    /// efforts can share it.
    pub tally: Option<&'a AtomicU64>,
    /// The effort: how many attempts to make at most, at first 1000, each for one puzzle. One is always
    /// made.
    pub attempts: u32,
}

/// Which clues of a puzzle are all needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Minimality {
    /// Any proper puzzle. Taking clues away stops as soon as there are no more than a number that is drawn
    /// evenly from the wanted range for each attempt, or where no orbit can go without leaving the range
    /// or the puzzle losing its only solution.
    Any,
    /// Orbit-minimal: no orbit of clues (a clue with its images under the symmetry) can go without
    /// the puzzle losing its only solution, but for orbits with a given clue. Without symmetry this is
    /// strictly minimal, and on a pattern the same as `Strict` is asked for.
    #[default]
    Orbits,
    /// Minimal: no single clue can go but for given ones. Puzzles are drawn as for `Orbits` and kept if
    /// this holds: of 1000 drawn, that is about 40 with a diagonal, 19 with half-turn symmetry, 12 with a
    /// mirror between halves, 3 with both diagonals, and less than one with any other symmetry.
    Strict,
}

/// A puzzle that was made, with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The puzzle.
    pub board: Board,
    /// Its only solution.
    pub solution: Grid,
    /// How difficult it is on the scale that the request names, if it names one.
    pub difficulty: Option<u64>,
    /// Which attempt it is from, counted from 1.
    pub attempts: u32,
}

impl<'a> Request<'a> {
    /// The request for any minimal puzzle without symmetry.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            clues: 17..=81,
            symmetry: PatternSymmetry::None,
            minimality: Minimality::Orbits,
            difficulty: None,
            pattern: None,
            givens: Board::EMPTY,
            stop: None,
            tally: None,
            attempts: 1000,
        }
    }

    /// The same request with a wanted number of clues.
    ///
    /// Of the minimal puzzles that are drawn nearly all have 22 to 27 clues; of the orbit-minimal ones 24 to
    /// 32 with a half turn, one diagonal or one mirror, and 26 to 44 with more. Other numbers of clues are
    /// rare, and more of them take [`Minimality::Any`].
    #[must_use]
    pub fn with_clues(self, clues: RangeInclusive<usize>) -> Self {
        Self { clues, ..self }
    }

    /// The same request with a symmetry of the pattern.
    #[must_use]
    pub fn with_symmetry(self, symmetry: PatternSymmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// The same request with another minimality.
    #[must_use]
    pub fn with_minimality(self, minimality: Minimality) -> Self {
        Self { minimality, ..self }
    }

    /// The same request with a wanted difficulty: a range on a scale, in the scale's smallest unit.
    #[must_use]
    pub fn with_difficulty<'b>(
        self,
        scale: &'b dyn Scale,
        range: RangeInclusive<u64>,
    ) -> Request<'b>
    where
        'a: 'b,
    {
        Request { difficulty: Some(Difficulty::new(scale, range)), ..self }
    }

    /// The same request with a pattern: clues in exactly these cells.
    ///
    /// Puzzles on it are looked for by changing clue after clue at random until one is proper, from a
    /// random grid and up to 2000 times in each attempt. Most patterns of 24 clues and more that have
    /// puzzles at all have one found in a few attempts. Without [`Minimality::Any`] no single clue may be
    /// superfluous, which is rare where there are many.
    #[must_use]
    pub fn with_pattern(self, pattern: Pattern) -> Self {
        Self { pattern: Some(pattern), ..self }
    }

    /// The same request with clues that the puzzle is to have.
    #[must_use]
    pub fn with_givens(self, givens: Board) -> Self {
        Self { givens, ..self }
    }

    /// The same request with a stop flag.
    #[must_use]
    pub fn with_stop<'b>(self, stop: &'b AtomicBool) -> Request<'b>
    where
        'a: 'b,
    {
        Request { stop: Some(stop), ..self }
    }

    /// The same request with a counter of its attempts.
    #[must_use]
    pub fn with_tally<'b>(self, tally: &'b AtomicU64) -> Request<'b>
    where
        'a: 'b,
    {
        Request { tally: Some(tally), ..self }
    }

    /// The same request with another limit on the effort.
    #[must_use]
    pub fn with_attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

    /// Makes a puzzle that meets the request. `solver` proves it proper and has no other influence; one that
    /// breaks its contract may lead to a puzzle that is not proper or not minimal, and to nothing worse.
    ///
    /// Each attempt draws a grid, then, with [`Minimality::Any`], the number of clues to stop at
    /// ([`below`] of the size of the range up to 81), then the order of the
    /// [orbits](PatternSymmetry::orbits) without given clues ([`shuffle`]); every orbit in turn is taken
    /// away if the puzzle stays proper without it. The grid is a [`random_grid`], or one around the given
    /// clues, not all of which are equally likely. With a pattern no clue is taken away: see
    /// [`with_pattern`](Self::with_pattern).
    ///
    /// # Errors
    /// - [`GenerateError::Impossible`], before anything is drawn, if no puzzle can meet the request.
    /// - [`GenerateError::NotReached`] with the nearest puzzle that came up, if none of the attempts met it.
    ///   The next call with the same random generator goes on with new attempts.
    /// - [`GenerateError::Unrated`] if the scale that the request names has no answer.
    pub fn generate<R: Rng + ?Sized>(
        &self,
        solver: &dyn Solver,
        rng: &mut R,
    ) -> Result<Puzzle, GenerateError> {
        self.check(solver)?;
        let orbits = self.symmetry.sets();
        let mut attempts = 0;
        let mut best: Option<(Miss, Puzzle)> = None;
        let is_stopped = || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        while attempts == 0 || (attempts < self.attempts && !is_stopped()) {
            attempts += 1;
            if let Some(tally) = self.tally {
                tally.fetch_add(1, Ordering::Relaxed);
            }
            let Some((miss, puzzle)) = self.attempt(solver, rng, orbits, attempts)? else {
                continue;
            };
            if miss == Miss::NONE {
                return Ok(puzzle);
            }
            if best.is_none_or(|(least, _)| miss < least) {
                best = Some((miss, puzzle));
            }
        }
        Err(GenerateError::NotReached(Box::new(NotReached {
            attempts,
            is_stopped: attempts < self.attempts,
            nearest: best.map(|(_, nearest)| nearest),
            scale: self.difficulty.as_ref().map(|wish| wish.scale.name()),
            is_minimal: best.is_some_and(|(miss, _)| !miss.not_minimal),
        })))
    }

    /// Says whether the request can be met, as far as that is known without drawing anything, as
    /// [`generate`](Self::generate) does first.
    ///
    /// The solver is asked only whether given clues have a solution.
    ///
    /// # Errors
    /// Why no puzzle can meet it, or none is known that could.
    pub fn check(&self, solver: &dyn Solver) -> Result<(), Impossible> {
        self.check_wishes(self.symmetry.sets())?;
        // Without given clues there is nothing to ask.
        match self.givens != Board::EMPTY && solver.first_solution(&self.givens).is_none() {
            true => Err(Impossible::NoSolution),
            false => Ok(()),
        }
    }

    /// The cells with given clues: none as a rule, which is seen sooner than which.
    fn given_cells(&self) -> Cells {
        if self.givens == Board::EMPTY { 0 } else { Pattern::of(&self.givens).0 }
    }

    /// Looks for what makes the request impossible, whatever solution the given clues have.
    fn check_wishes(&self, orbits: &[Cells]) -> Result<(), Impossible> {
        let is_empty = self.difficulty.as_ref().is_some_and(|wish| wish.range.is_empty());
        if self.clues.is_empty() || is_empty {
            return Err(Impossible::EmptyRange);
        }
        let givens = self.given_cells();
        if givens != 0
            && let Some(contradiction) = self.givens.contradictions().next()
        {
            return Err(Impossible::Contradiction(contradiction));
        }
        if let Some(pattern) = self.pattern {
            return self.check_pattern(pattern, givens);
        }
        let (&least, &most) = (self.clues.start(), self.clues.end());
        check_few(self.symmetry, most)?;
        // Without symmetry an orbit-minimal puzzle is minimal; with given clues it need not be.
        let is_minimal = match self.minimality {
            Minimality::Any => false,
            Minimality::Orbits => self.symmetry == PatternSymmetry::None,
            Minimality::Strict => true,
        };
        if is_minimal && givens == 0 {
            check_many(least)?;
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
        match (least..=most).any(|clues| counts & (1 << clues) != 0) {
            true => Ok(()),
            false => {
                let (symmetry, clues) = (self.symmetry, self.clues.clone());
                Err(Impossible::NoSuchCount { symmetry, clues })
            }
        }
    }

    /// Looks for what makes a pattern impossible, given these cells with clues.
    fn check_pattern(&self, pattern: Pattern, givens: Cells) -> Result<(), Impossible> {
        let count = pattern.cells().count();
        check_few(PatternSymmetry::None, count)?;
        if pattern.has_empty_lines() {
            return Err(Impossible::EmptyLines);
        }
        if let Some(cell) = cells(givens & !pattern.0).find_map(Cell::new) {
            return Err(Impossible::PatternBlank { cell });
        }
        if !self.clues.contains(&count) {
            return Err(Impossible::PatternCount { cells: count });
        }
        if !pattern.has(self.symmetry) {
            return Err(Impossible::PatternSymmetry { symmetry: self.symmetry });
        }
        // It may have other symmetries than it was asked for.
        for symmetry in PatternSymmetry::ALL.into_iter().filter(|&it| pattern.has(it)) {
            check_few(symmetry, count)?;
        }
        match self.minimality {
            Minimality::Orbits | Minimality::Strict if givens == 0 => check_many(count),
            _ => Ok(()),
        }
    }

    /// Draws a puzzle, and says by how much it misses the request.
    fn attempt<R: Rng + ?Sized>(
        &self,
        solver: &dyn Solver,
        rng: &mut R,
        orbits: &[Cells],
        attempts: u32,
    ) -> Result<Option<(Miss, Puzzle)>, GenerateError> {
        let Some((board, solution)) = self.draw(solver, rng, orbits) else {
            return Ok(None);
        };
        let difficulty = match &self.difficulty {
            Some(wish) => Some(wish.scale.rate(&board).ok_or_else(|| {
                let scale = wish.scale.name();
                GenerateError::Unrated { scale }
            })?),
            None => None,
        };
        // Without symmetry an orbit-minimal puzzle is minimal already.
        let is_strict = match (self.minimality, self.pattern, self.symmetry) {
            (Minimality::Any, ..)
            | (Minimality::Orbits, None, _)
            | (Minimality::Strict, None, PatternSymmetry::None) => true,
            _ => is_minimal(solver, &board, &self.givens),
        };
        let (&least, &most) = (self.clues.start(), self.clues.end());
        let miss = Miss {
            clues: distance(least as u64..=most as u64, board.clue_count() as u64),
            not_minimal: !is_strict,
            difficulty: match (&self.difficulty, difficulty) {
                (Some(wish), Some(number)) => distance(wish.range.clone(), number),
                _ => 0,
            },
        };
        Ok(Some((miss, Puzzle { board, solution, difficulty, attempts })))
    }

    /// Draws a grid and takes orbits of clues away.
    fn draw<R: Rng + ?Sized>(
        &self,
        solver: &dyn Solver,
        rng: &mut R,
        orbits: &[Cells],
    ) -> Option<(Board, Grid)> {
        let fixed = self.given_cells();
        let solution = match fixed {
            0 => random_grid(rng),
            _ => grid_with(&self.givens, solver, rng)?,
        };
        if let Some(pattern) = self.pattern {
            return on_pattern(pattern.0, fixed, &solution, solver, self.stop, rng);
        }
        let (least, stop_at) = match self.minimality {
            Minimality::Orbits | Minimality::Strict => (0, 0),
            Minimality::Any => {
                let (least, most) = (*self.clues.start(), *self.clues.end().min(&81));
                (least, least + below(rng, (most - least) as u64 + 1) as usize)
            }
        };
        let mut items = orbits.to_vec();
        if fixed != 0 {
            items.retain(|orbit| orbit & fixed == 0);
        }
        shuffle(rng, &mut items);
        let removal = Removal::run(solver, &solution, &items, Target { least, stop_at });
        let board = board_of(&solution, removal.clues());
        Some((board, solution))
    }
}

impl Default for Request<'_> {
    /// The request for any minimal puzzle without symmetry.
    fn default() -> Self {
        Self::new()
    }
}

/// Refuses what has at most so many clues with the symmetry.
fn check_few(symmetry: PatternSymmetry, most: usize) -> Result<(), Impossible> {
    if most < PatternSymmetry::None.least_clues() {
        return Err(Impossible::TooFewClues { most });
    }
    match most < symmetry.least_clues() {
        true => Err(Impossible::TooFewForSymmetry { symmetry, most }),
        false => Ok(()),
    }
}

/// Refuses minimal puzzles with at least so many clues.
fn check_many(least: usize) -> Result<(), Impossible> {
    /// The most clues of a minimal puzzle that anyone has found.
    const MOST_MINIMAL: usize = 40;
    match least > MOST_MINIMAL {
        true => Err(Impossible::TooManyForMinimal { least }),
        false => Ok(()),
    }
}

/// Whether no single clue of a proper puzzle can go but for those that were given.
fn is_minimal(solver: &dyn Solver, board: &Board, givens: &Board) -> bool {
    board.clues().filter(|&(cell, _)| givens.get(cell).is_none()).all(|(cell, _)| {
        let mut without = *board;
        without.set(cell, None);
        !solver.is_proper(&without)
    })
}

/// How far a number is from a range.
fn distance(range: RangeInclusive<u64>, number: u64) -> u64 {
    range.start().saturating_sub(number).max(number.saturating_sub(*range.end()))
}

/// By how much a puzzle misses a request; the number of clues weighs most, the difficulty least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Miss {
    clues: u64,
    not_minimal: bool,
    difficulty: u64,
}

impl Miss {
    const NONE: Self = Self { clues: 0, not_minimal: false, difficulty: 0 };
}
