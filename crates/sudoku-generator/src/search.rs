//! The search for a puzzle that meets a request.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;

use rand::Rng;
use sudoku_core::{Board, Grid, Limits, Solver};

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

/// A generated puzzle with its solution and difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub board: Board,
    /// Its only solution.
    pub solution: Grid,
    /// The difficulty on the request's scale, if the request has one.
    pub difficulty: Option<u64>,
    /// The number of the attempt that made the puzzle, counted from 1.
    pub attempts: u32,
    /// The number of steps from the first puzzle of the attempt: see
    /// [`climb_steps`](PuzzleRequest::climb_steps).
    pub steps: u8,
}

impl GeneratedPuzzle {
    /// Draws a minimal puzzle without symmetry: the same puzzle as that of the default
    /// [`PuzzleRequest`], which always succeeds.
    ///
    /// ```
    /// use sudoku_generator::{GeneratedPuzzle, PuzzleRequest, seeded_rng};
    /// use sudoku_mrv::Mrv;
    ///
    /// let puzzle = GeneratedPuzzle::draw(&Mrv, &mut seeded_rng(1, 0));
    /// assert_eq!(PuzzleRequest::new().generate(&Mrv, &mut seeded_rng(1, 0))?, puzzle);
    /// # Ok::<(), sudoku_generator::GenerateError>(())
    /// ```
    pub fn draw<R: Rng + ?Sized>(solver: &dyn Solver, rng: &mut R) -> Self {
        let solution = random_grid(rng);
        let orbits = PatternSymmetry::None.sets().to_vec();
        let target = RemovalTarget { least: 0, stop_at: 0 };
        let board = remove_orbits(solver, &solution, orbits, target, rng);
        Self { board, solution, difficulty: None, attempts: 1, steps: 0 }
    }
}

/// The reason why no puzzle was made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// No puzzle can meet the request, or no known puzzle does. Nothing was drawn.
    InfeasibleRequest(InfeasibleRequestError),
    /// None of the attempts met the request; further attempts might.
    AttemptsExhausted(Box<AttemptsExhaustedError>),
    /// The scale of difficulty could not rate a puzzle, for example because the strategy does not
    /// report its guesses.
    Unrated {
        /// The scale's name.
        scale: String,
    },
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InfeasibleRequest(value) => write!(f, "there is no such puzzle: {value}"),
            Self::AttemptsExhausted(error) => error.fmt(f),
            Self::Unrated { scale } => write!(
                f,
                "cannot rate puzzles by {scale}: no value reported; choose another scale, or a \
                 strategy that counts guesses"
            ),
        }
    }
}

impl Error for GenerateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::InfeasibleRequest(error) => Some(error),
            _ => None,
        }
    }
}

impl From<InfeasibleRequestError> for GenerateError {
    fn from(error: InfeasibleRequestError) -> Self {
        Self::InfeasibleRequest(error)
    }
}

/// The result of attempts that all missed the request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AttemptsExhaustedError {
    /// The number of attempts. Each attempt makes one puzzle, or on a pattern possibly none.
    pub attempts: u32,
    /// The puzzle that misses the request by the least, or `None` if only one specific attempt was
    /// requested or if the wanted pattern gave no proper puzzle. Puzzles are compared by the
    /// distance to the wanted number of clues, then by minimality, then by the distance in
    /// difficulty; of equal ones the first is kept. The puzzle is proper. If the request is for
    /// minimal puzzles, it is orbit-minimal, except on a pattern.
    pub nearest: Option<GeneratedPuzzle>,
    /// The difficulty of the nearest puzzle in words, if the request has a scale and the difficulty
    /// is known.
    pub difficulty: Option<String>,
    /// True if the stop flag ended the search early.
    pub is_stopped: bool,
    /// True if the nearest puzzle has a wanted number of clues.
    pub has_wanted_clues: bool,
    /// True if the nearest puzzle is as minimal as wanted.
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
                return write!(f, "the requested attempt is 0 or above the limit on attempts");
            }
            let word = if *attempts == 1 { "attempt" } else { "attempts" };
            return write!(f, "no puzzle found in {attempts} {word}");
        };
        if *attempts == 1 {
            write!(f, "no match in 1 attempt; its puzzle has")?;
        } else {
            let which = match difficulty {
                _ if !has_wanted_clues => "the closest by clues",
                Some(_) if nearest.difficulty.is_some() => "the closest by difficulty",
                _ => "one puzzle",
            };
            write!(f, "no match in {attempts} attempts; {which} has")?;
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

impl Error for AttemptsExhaustedError {}

impl PuzzleRequest<'_> {
    /// Makes a puzzle that meets the request.
    ///
    /// `solver` proves that the puzzle is proper and has no other influence. A solver that breaks
    /// its contract may cause a puzzle that is not proper or not minimal, but nothing worse.
    ///
    /// An attempt without a pattern has these steps:
    /// 1. Draw the grid: [`random_grid`] without given clues, otherwise one of the grids with these
    ///    clues. These grids are equally likely only if [`solutions`](PuzzleRequest::solutions) is
    ///    set.
    /// 2. With [`Minimality::Any`], draw the number of clues to stop at: [`uniform_below`] of the
    ///    size of the range up to 81.
    /// 3. [`shuffle`] the [orbits](PatternSymmetry::orbits) without given clues.
    /// 4. Remove each orbit in turn if the puzzle stays proper without it.
    ///
    /// With a pattern no clue is removed: see [`with_pattern`](Self::with_pattern). An attempt may
    /// [go on from its puzzle](PuzzleRequest::climb_steps).
    ///
    /// # Errors
    /// - [`GenerateError::InfeasibleRequest`] if no puzzle can meet the request. Nothing is drawn
    ///   then.
    /// - [`GenerateError::AttemptsExhausted`] with the nearest puzzle if none of the attempts met
    ///   the request. Another call with the same random generator continues with new attempts.
    /// - [`GenerateError::Unrated`] if the request's scale cannot rate a puzzle.
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

    /// Repeats the draws of all attempts up to this one and returns the puzzle of this one. Draws
    /// nothing if the attempt is above the limit.
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
        let steps = self.steps();
        let climbed = drawn.and_then(|(board, solution)| {
            let Some(before) = steps.checked_sub(1) else { return Some((board, solution)) };
            let (board, _) = self.climb(solver, &board).nth(before.into())?;
            Some((board, solver.first_solution(&board)?))
        });
        let nearest = |(board, solution)| GeneratedPuzzle {
            board,
            solution,
            difficulty: None,
            attempts,
            steps,
        };
        climbed.map(nearest).ok_or_else(|| {
            GenerateError::AttemptsExhausted(Box::new(AttemptsExhaustedError {
                attempts,
                is_stopped: is_allowed && (attempts < attempt || self.is_stopped()),
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

    /// Makes the puzzles of an attempt until one meets the request. Returns the nearest one and by
    /// how much it misses the request. Returns `None` if all miss it by more than `best`, or if the
    /// draw fails.
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
        let drawn = GeneratedPuzzle { board, solution, difficulty: None, attempts, steps: 0 };
        let mut nearest = self.compare(drawn, solver, best)?;
        // Without a symmetry, a step changes only the difficulty; `compare` checks the rest.
        let can_climb = |&(miss, _): &(Miss, _)| {
            Miss { difficulty: 0, ..miss } == Miss::NONE && miss != Miss::NONE
        };
        if self.difficulty.is_none() || !nearest.as_ref().is_some_and(can_climb) {
            return Ok(nearest);
        }
        let mut highest = 0;
        for (steps, (board, score)) in (1..=self.steps()).zip(self.climb(solver, &board)) {
            // The others are hardly ever more difficult, and rating them would take long.
            if u64::from(score) * 10 < u64::from(highest) * 9 {
                continue;
            }
            highest = highest.max(score);
            let Some(solution) = solver.first_solution(&board) else { break };
            let least = nearest.map(|(miss, _)| miss);
            let puzzle = GeneratedPuzzle { board, solution, difficulty: None, attempts, steps };
            let Some((miss, puzzle)) = self.compare(puzzle, solver, least)? else { continue };
            if least.is_none_or(|least| miss < least) {
                nearest = Some((miss, puzzle));
            }
            if miss == Miss::NONE {
                break;
            }
        }
        Ok(nearest)
    }

    /// Returns the puzzles of a climb from a puzzle with their scores, each by one step.
    fn climb<'a>(
        &'a self,
        solver: &'a dyn Solver,
        board: &Board,
    ) -> impl Iterator<Item = (Board, u32)> + use<'a> {
        #[cfg(feature = "climb")]
        return crate::climb::Climb::new(solver, self.symmetry, board, self.stop);
        #[cfg(not(feature = "climb"))]
        {
            let _ = (solver, board);
            std::iter::empty()
        }
    }

    /// Rates a puzzle and returns by how much it misses the request. Returns `None` if it misses it
    /// by more than `best`.
    fn compare(
        &self,
        puzzle: GeneratedPuzzle,
        solver: &dyn Solver,
        best: Option<Miss>,
    ) -> Result<Option<(Miss, GeneratedPuzzle)>, GenerateError> {
        let board = &puzzle.board;
        // Without symmetry an orbit-minimal puzzle is minimal already.
        let is_strict = match (self.minimality, self.pattern, self.symmetry) {
            (Minimality::Any, ..)
            | (Minimality::Orbits, None, _)
            | (Minimality::Strict, None, PatternSymmetry::None) => true,
            _ => is_minimal(solver, board, &self.givens),
        };
        let (&least, &most) = (self.clues.start(), self.clues.end());
        let clues = distance(least as u64..=most as u64, board.clue_count() as u64);
        let miss = Miss { clues, not_minimal: !is_strict, difficulty: 0 };
        // Rating a puzzle may be slow, so skip it if the puzzle is already worse.
        if best.is_some_and(|best| miss > best) {
            return Ok(None);
        }
        let (difficulty, distance) = self.difficulty_of(board)?;
        let miss = Miss { difficulty: distance, ..miss };
        Ok(Some((miss, GeneratedPuzzle { difficulty, ..puzzle })))
    }

    /// Returns the puzzle's difficulty, if known, and its distance from the wanted range.
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

    /// Draws a grid and removes orbits of clues from it.
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
        let target = RemovalTarget { least, stop_at };
        Some((remove_orbits(solver, &solution, items, target, rng), solution))
    }
}

/// Removes orbits of clues from the grid in a random order, as long as the puzzle stays proper.
fn remove_orbits<R: Rng + ?Sized>(
    solver: &dyn Solver,
    solution: &Grid,
    mut orbits: Vec<CellBits>,
    target: RemovalTarget,
    rng: &mut R,
) -> Board {
    shuffle(rng, &mut orbits);
    let removal = Removal::run(solver, solution, &orbits, target);
    board_of(solution, removal.clues())
}

/// Returns true if every clue of a proper puzzle is needed, not counting the given clues.
fn is_minimal(solver: &dyn Solver, board: &Board, givens: &Board) -> bool {
    let mut others = board.clues().filter(|&(cell, _)| givens.get(cell).is_none());
    !others.any(|(cell, _)| is_redundant(solver, board, cell))
}

/// Returns the distance of a number from a range.
fn distance(range: RangeInclusive<u64>, number: u64) -> u64 {
    range.start().saturating_sub(number).max(number.saturating_sub(*range.end()))
}

/// The distance of a puzzle from a request, compared by clues first and by difficulty last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Miss {
    clues: u64,
    not_minimal: bool,
    difficulty: u64,
}

impl Miss {
    const NONE: Self = Self { clues: 0, not_minimal: false, difficulty: 0 };
}
