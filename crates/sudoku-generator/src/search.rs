//! The search: attempts to draw a puzzle that meets a request.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;

use rand::Rng;
use sudoku_core::{Board, Grid, Limits, Solver};
use thiserror::Error;

use crate::difficulty::{Difficulty, RatedWithin};
use crate::draw::{shuffle, uniform_below, uniform_below_u128};
use crate::feasibility::InfeasibleRequestError;
use crate::grid::random_grid;
use crate::order::{grid_with, on_pattern};
use crate::pattern::PatternSymmetry;
use crate::redundant::is_redundant;
use crate::removal::{Removal, RemovalTarget};
use crate::request::{Minimality, PuzzleRequest};
use crate::unavoidable::{CellBits, board_of};

/// A puzzle that was made, with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub board: Board,
    /// Its only solution.
    pub solution: Grid,
    /// How difficult it is on the scale that the request names, if it names one.
    pub difficulty: Option<u64>,
    /// Which attempt it is from, counted from 1.
    pub attempts: u32,
}

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No puzzle can meet the request, or none is known that could. Nothing was drawn.
    #[error("there is no such puzzle: {0}")]
    InfeasibleRequest(#[from] InfeasibleRequestError),
    /// None of the attempts met the request. Others might.
    #[error(transparent)]
    AttemptsExhausted(Box<AttemptsExhaustedError>),
    /// The scale of difficulty with this name had no answer: a strategy, for instance, that does
    /// not report its guesses.
    #[error("no answer to how many {scale} a puzzle takes")]
    Unrated {
        /// The scale's name.
        scale: String,
    },
}

/// What an effort that did not meet the request came to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub struct AttemptsExhaustedError {
    /// How many attempts were made, each of which draws a puzzle, or on a pattern finds none.
    pub attempts: u32,
    /// The nearest puzzle: the first whose number of clues is nearest to the wanted range; among
    /// those one that is minimal as wanted; among those the nearest in difficulty. It is proper,
    /// and, but for a pattern, orbit-minimal if the request is for minimal puzzles. `None` if on
    /// the wanted pattern no proper puzzle was found, or if one attempt was asked for.
    pub nearest: Option<GeneratedPuzzle>,
    /// How difficult the nearest one is, in words, if the request names a scale and that is known.
    pub difficulty: Option<String>,
    /// Whether the stop flag ended the effort early.
    pub is_stopped: bool,
    /// Whether the nearest one has as many clues as wanted.
    pub has_wanted_clues: bool,
    /// Whether the nearest one is minimal as wanted.
    pub is_minimal: bool,
}

impl fmt::Display for AttemptsExhaustedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { attempts, nearest, difficulty, is_stopped, has_wanted_clues, is_minimal } = self;
        if *is_stopped {
            write!(f, "stopped: ")?;
        }
        let Some(nearest) = nearest else {
            if *attempts == 0 {
                return write!(f, "the wanted attempt is not among those that are allowed");
            }
            let word = if *attempts == 1 { "attempt" } else { "attempts" };
            return write!(f, "{attempts} {word} found no puzzle");
        };
        if *attempts == 1 {
            write!(f, "one puzzle was made and did not meet the request; it has")?;
        } else {
            let which = match difficulty {
                _ if !has_wanted_clues => "the nearest by clues",
                Some(_) if nearest.difficulty.is_some() => "the nearest by difficulty",
                _ => "one of them",
            };
            write!(f, "none of {attempts} puzzles met the request; {which} has")?;
        }
        write!(f, " {} clues", nearest.board.clue_count())?;
        if !is_minimal {
            write!(f, ", is not strictly minimal")?;
        }
        if let Some(difficulty) = difficulty {
            write!(f, " and {difficulty}")?;
        }
        write!(f, ": {}", nearest.board)
    }
}

impl PuzzleRequest<'_> {
    /// Makes a puzzle that meets the request. `solver` proves it proper and has no other influence;
    /// one that breaks its contract may lead to a puzzle that is not proper or not minimal, and to
    /// nothing worse.
    ///
    /// Each attempt draws a grid, then, with [`Minimality::Any`], the number of clues to stop at
    /// ([`below`] of the size of the range up to 81), then the order of the
    /// [orbits](PatternSymmetry::orbits) without given clues ([`shuffle`]); every orbit in turn is
    /// taken away if the puzzle stays proper without it. The grid is a [`random_grid`], or one
    /// around the given clues, not all of which are equally likely but of
    /// [`solutions`](PuzzleRequest::solutions). With a pattern no clue is taken
    /// away: see [`with_pattern`](Self::with_pattern).
    ///
    /// # Errors
    /// - [`GenerateError::InfeasibleRequest`], before anything is drawn, if no puzzle can meet the
    ///   request.
    /// - [`GenerateError::AttemptsExhausted`] with the nearest puzzle that came up, if none of the
    ///   attempts met it. The next call with the same random generator goes on with new attempts.
    /// - [`GenerateError::Unrated`] if the scale that the request names has no answer.
    pub fn generate<R: Rng + ?Sized>(
        &self,
        solver: &dyn Solver,
        rng: &mut R,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        self.check(solver)?;
        let orbits = self.symmetry.sets();
        if let Some(attempt) = self.attempt {
            return self.repeat(attempt, solver, rng, orbits);
        }
        let mut attempts = 0;
        let mut best: Option<(Miss, GeneratedPuzzle)> = None;
        while attempts == 0 || (attempts < self.attempts && !self.is_stopped()) {
            attempts += 1;
            self.count_attempt();
            let least = best.map(|(miss, _)| miss);
            let Some((miss, puzzle)) = self.attempt(solver, rng, orbits, attempts, least)? else {
                continue;
            };
            if miss == Miss::NONE {
                return Ok(puzzle);
            }
            if least.is_none_or(|least| miss < least) {
                best = Some((miss, puzzle));
            }
        }
        Err(GenerateError::AttemptsExhausted(Box::new(AttemptsExhaustedError {
            attempts,
            is_stopped: attempts < self.attempts,
            nearest: best.map(|(_, nearest)| nearest),
            difficulty: self.difficulty.as_ref().and_then(|Difficulty { scale, .. }| {
                let (_, nearest) = best?;
                let unfit = || scale.describe_unfit(&nearest.board);
                nearest.difficulty.map(|number| scale.describe(number)).or_else(unfit)
            }),
            has_wanted_clues: best.is_some_and(|(miss, _)| miss.clues == 0),
            is_minimal: best.is_some_and(|(miss, _)| !miss.not_minimal),
        })))
    }

    /// Draws what the attempts before this one drew, and takes what this one draws. Nothing is
    /// drawn if it is not among the attempts that may be made.
    fn repeat<R: Rng + ?Sized>(
        &self,
        attempt: u32,
        solver: &dyn Solver,
        rng: &mut R,
        orbits: &[CellBits],
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let (mut attempts, mut drawn) = (0, None);
        let is_allowed = (1..=self.attempts.max(1)).contains(&attempt);
        while is_allowed && (attempts == 0 || (attempts < attempt && !self.is_stopped())) {
            attempts += 1;
            self.count_attempt();
            drawn = self.draw(solver, rng, orbits);
        }
        let drawn = drawn.filter(|_| attempts == attempt);
        let nearest =
            |(board, solution)| GeneratedPuzzle { board, solution, difficulty: None, attempts };
        drawn.map(nearest).ok_or_else(|| {
            GenerateError::AttemptsExhausted(Box::new(AttemptsExhaustedError {
                attempts,
                is_stopped: is_allowed && attempts < attempt,
                nearest: None,
                difficulty: None,
                has_wanted_clues: false,
                is_minimal: false,
            }))
        })
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn count_attempt(&self) {
        if let Some(counter) = self.attempt_counter {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Draws a puzzle, and says by how much it misses the request; `None` if that is more than the
    /// least so far, or there is none.
    fn attempt<R: Rng + ?Sized>(
        &self,
        solver: &dyn Solver,
        rng: &mut R,
        orbits: &[CellBits],
        attempts: u32,
        best: Option<Miss>,
    ) -> Result<Option<(Miss, GeneratedPuzzle)>, GenerateError> {
        let Some((board, solution)) = self.draw(solver, rng, orbits) else {
            return Ok(None);
        };
        // Without symmetry an orbit-minimal puzzle is minimal already.
        let is_strict = match (self.minimality, self.pattern, self.symmetry) {
            (Minimality::Any, ..)
            | (Minimality::Orbits, None, _)
            | (Minimality::Strict, None, PatternSymmetry::None) => true,
            _ => is_minimal(solver, &board, &self.givens),
        };
        let (&least, &most) = (self.clues.start(), self.clues.end());
        let clues = distance(least as u64..=most as u64, board.clue_count() as u64);
        let miss = Miss { clues, not_minimal: !is_strict, difficulty: 0 };
        // How difficult a puzzle is may take long to know.
        if best.is_some_and(|best| miss > best) {
            return Ok(None);
        }
        let (difficulty, distance) = self.difficulty_of(&board)?;
        let miss = Miss { difficulty: distance, ..miss };
        Ok(Some((miss, GeneratedPuzzle { board, solution, difficulty, attempts })))
    }

    /// How difficult a puzzle is, if that is known, and by how much it misses the wanted range.
    fn difficulty_of(&self, board: &Board) -> Result<(Option<u64>, u64), GenerateError> {
        let Some(Difficulty { scale, range }) = &self.difficulty else {
            return Ok((None, 0));
        };
        let mut limits = Limits::ALL;
        limits.stop = self.stop;
        match scale.rate_within(board, range, &limits) {
            RatedWithin::Number(number) => Ok((Some(number), distance(range.clone(), number))),
            RatedWithin::Unfit => Ok((None, u64::MAX)),
            RatedWithin::NoAnswer => Err(GenerateError::Unrated { scale: scale.name() }),
        }
    }

    /// Draws a grid and takes orbits of clues away.
    fn draw<R: Rng + ?Sized>(
        &self,
        solver: &dyn Solver,
        rng: &mut R,
        orbits: &[CellBits],
    ) -> Option<(Board, Grid)> {
        let fixed = self.given_cells();
        let solution = match (fixed, self.solutions) {
            (_, Some(solutions)) => solutions.sample(&mut |end| uniform_below_u128(rng, end))?,
            (0, None) => random_grid(rng),
            (_, None) => grid_with(&self.givens, solver, rng)?,
        };
        if let Some(pattern) = self.pattern {
            return on_pattern(pattern.0, fixed, &solution, solver, self.stop, rng);
        }
        let (least, stop_at) = match self.minimality {
            Minimality::Orbits | Minimality::Strict => (0, 0),
            Minimality::Any => {
                let (least, most) = (*self.clues.start(), *self.clues.end().min(&81));
                (least, least + uniform_below(rng, (most - least) as u64 + 1) as usize)
            }
        };
        let mut items = orbits.to_vec();
        if fixed != 0 {
            items.retain(|orbit| orbit & fixed == 0);
        }
        shuffle(rng, &mut items);
        let removal = Removal::run(solver, &solution, &items, RemovalTarget { least, stop_at });
        let board = board_of(&solution, removal.clues());
        Some((board, solution))
    }
}

/// Whether no single clue of a proper puzzle can go but for those that were given.
fn is_minimal(solver: &dyn Solver, board: &Board, givens: &Board) -> bool {
    let mut others = board.clues().filter(|&(cell, _)| givens.get(cell).is_none());
    !others.any(|(cell, _)| is_redundant(solver, board, cell))
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
