//! What is wanted of a puzzle, and how it is made.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::Rng;
use sudoku_core::{Board, Digit, Grid, Limits, Relabeling, Solver, Symmetry};

use crate::order::{grid_with, on_pattern};
use crate::removal::{Removal, Target};
use crate::unavoidable::{Cells, board_of};
use crate::{Pattern, PatternSymmetry, below, random_grid, seeded, shuffle};

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
    /// How many guesses a strategy is to need; at first any number of any strategy.
    pub guesses: Option<Guesses<'a>>,
    /// The cells that are to hold clues, and no others; at first any.
    pub pattern: Option<Pattern>,
    /// Clues that the puzzle is to have; at first none. They are no reason to call it not minimal.
    pub givens: Board,
    /// A flag with which another thread ends the effort after the attempt under way.
    pub stop: Option<&'a AtomicBool>,
    /// The effort: how many puzzles to draw at most, at first 1000. One is always drawn.
    pub attempts: u32,
}

/// Which clues of a puzzle are all needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Minimality {
    /// Any proper puzzle: taking clues away stops at a number of clues that is drawn evenly from
    /// the wanted range for each attempt, or at an orbit-minimal puzzle if that comes first.
    Any,
    /// Orbit-minimal: no orbit of clues (a clue with its images under the symmetry) can go without
    /// the puzzle losing its only solution. Without symmetry this is strictly minimal.
    #[default]
    Orbits,
    /// Minimal: no single clue can go. Puzzles are drawn as for `Orbits` and kept if this holds: of
    /// 1000 drawn, that is about 50 with a diagonal, 18 with half-turn symmetry, one with both
    /// mirrors, and hardly ever one with more.
    Strict,
}

/// How many guesses a strategy is to need for the proof that a puzzle is proper (solutions counted
/// up to two).
#[derive(Clone)]
#[non_exhaustive]
pub struct Guesses<'a> {
    /// The strategy's name, for the messages.
    pub strategy: &'a str,
    /// The strategy, which has to report its guesses.
    pub solver: &'a dyn Solver,
    /// The wanted numbers.
    pub range: RangeInclusive<u64>,
    /// Over how many images of the puzzle the guesses are averaged; at first 1, the puzzle itself.
    pub images: u32,
}

impl<'a> Guesses<'a> {
    /// The wish that this strategy needs so many guesses.
    #[must_use]
    pub const fn new(
        strategy: &'a str,
        solver: &'a dyn Solver,
        range: RangeInclusive<u64>,
    ) -> Self {
        Self { strategy, solver, range, images: 1 }
    }

    /// The same wish with the guesses averaged over so many images of the puzzle, itself among them, and
    /// rounded: a search takes a different number of guesses for puzzles that differ only in symmetries
    /// and in the names of the digits. The images are the same for all puzzles.
    #[must_use]
    pub fn averaged_over(self, images: u32) -> Self {
        Self { images, ..self }
    }
}

impl Guesses<'_> {
    /// How many guesses the strategy takes.
    fn count(&self, board: &Board) -> Result<u64, GenerateError> {
        let images = self.images.max(1);
        let mut sum = 0;
        for number in 0..images {
            let image = if number == 0 { *board } else { image(board, number) };
            let report = self.solver.count(&image, &Limits::solutions(2));
            sum += report
                .guesses
                .ok_or_else(|| GenerateError::GuessesUnknown { strategy: self.strategy.into() })?;
        }
        Ok((sum + u64::from(images / 2)) / u64::from(images))
    }
}

/// The board moved and relabeled by symmetries that the number chooses.
fn image(board: &Board, number: u32) -> Board {
    let mut rng = seeded(0, number.into());
    let symmetry = Symmetry::nth(below(&mut rng, Symmetry::COUNT.into()) as u32);
    let relabeling = Relabeling::nth(below(&mut rng, Relabeling::COUNT.into()) as u32);
    relabeling.unwrap_or_default().apply(&symmetry.unwrap_or_default().apply(board))
}

impl fmt::Debug for Guesses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} guesses of {}", self.range, self.strategy)
    }
}

/// A puzzle that was made, with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The puzzle.
    pub board: Board,
    /// Its only solution.
    pub solution: Grid,
    /// The guesses of the strategy that the request names, if it names one.
    pub guesses: Option<u64>,
    /// How many puzzles were drawn up to this one.
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
            guesses: None,
            pattern: None,
            givens: Board::EMPTY,
            stop: None,
            attempts: 1000,
        }
    }

    /// The same request with a wanted number of clues.
    ///
    /// Minimal puzzles have 22 to 27 clues, with a symmetry some three more; far more clues than that
    /// take [`Minimality::Any`].
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

    /// The same request with a wanted number of guesses.
    #[must_use]
    pub fn with_guesses<'b>(self, guesses: Guesses<'b>) -> Request<'b>
    where
        'a: 'b,
    {
        Request { guesses: Some(guesses), ..self }
    }

    /// The same request with a pattern: clues in exactly these cells.
    ///
    /// Puzzles on it are looked for by changing clue after clue until one is proper, from a random grid
    /// in each attempt. Most patterns of 24 clues and more that have puzzles at all have one found in a
    /// few attempts. Without [`Minimality::Any`] no single clue may be superfluous, which is rare where
    /// there are many.
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

    /// The same request with another limit on the effort.
    #[must_use]
    pub fn with_attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

    /// Makes a puzzle that meets the request. `solver` proves it proper and has no other influence.
    ///
    /// Each attempt draws a [`random_grid`], then, unless the minimality asks for minimal puzzles,
    /// the number of clues to stop at ([`below`] of the size of the range), then the order of the
    /// [orbits](PatternSymmetry::orbits) ([`shuffle`]); every orbit in turn is taken away if the
    /// puzzle stays proper without it.
    ///
    /// # Errors
    /// - [`GenerateError::Impossible`], before anything is drawn, if no puzzle can meet the request.
    /// - [`GenerateError::NotReached`] with the nearest puzzle, if none of the attempts met it. The
    ///   next call with the same random generator goes on with new attempts.
    /// - [`GenerateError::GuessesUnknown`] if the strategy that the request names does not report
    ///   its guesses.
    pub fn generate<R: Rng + ?Sized>(
        &self,
        solver: &dyn Solver,
        rng: &mut R,
    ) -> Result<Puzzle, GenerateError> {
        let orbits = self.symmetry.sets();
        self.check(orbits)?;
        // Without given clues there is nothing to ask.
        if self.givens != Board::EMPTY && solver.first_solution(&self.givens).is_none() {
            return Err(Impossible::NoSolution.into());
        }
        let mut attempts = 0;
        let mut best: Option<(Miss, Puzzle)> = None;
        let is_stopped = || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        while attempts == 0 || (attempts < self.attempts && !is_stopped()) {
            attempts += 1;
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
            is_minimal: best.is_some_and(|(miss, _)| !miss.not_minimal),
        })))
    }

    /// Looks for what makes the request impossible.
    fn check(&self, orbits: &[Cells]) -> Result<(), Impossible> {
        if self.clues.is_empty() || self.guesses.as_ref().is_some_and(|wish| wish.range.is_empty())
        {
            return Err(Impossible::EmptyRange);
        }
        if *self.clues.end() < 17 {
            return Err(Impossible::TooFewClues);
        }
        let givens = Pattern::of(&self.givens).0;
        if let Some(pattern) = self.pattern {
            let clues = pattern.cells().count();
            let mut picture = Board::EMPTY;
            pattern.cells().for_each(|cell| picture.set(cell, Digit::new(1)));
            return if clues < 17 {
                Err(Impossible::TooFewClues)
            } else if pattern.has_empty_lines() {
                Err(Impossible::EmptyLines)
            } else if !self.clues.contains(&clues)
                || givens & !pattern.0 != 0
                || !self.symmetry.holds(&picture)
            {
                Err(Impossible::NoSuchPattern)
            } else {
                Ok(())
            };
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
            false => Err(Impossible::NoSuchPattern),
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
        let guesses = match &self.guesses {
            Some(wish) => Some(wish.count(&board)?),
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
            guesses: match (&self.guesses, guesses) {
                (Some(wish), Some(guesses)) => distance(wish.range.clone(), guesses),
                _ => 0,
            },
        };
        Ok(Some((miss, Puzzle { board, solution, guesses, attempts })))
    }

    /// Draws a grid and takes orbits of clues away.
    fn draw<R: Rng + ?Sized>(
        &self,
        solver: &dyn Solver,
        rng: &mut R,
        orbits: &[Cells],
    ) -> Option<(Board, Grid)> {
        let fixed = Pattern::of(&self.givens).0;
        let solution = match fixed {
            0 => random_grid(rng),
            _ => grid_with(&self.givens, solver, rng)?,
        };
        if let Some(pattern) = self.pattern {
            return on_pattern(pattern.0, fixed, &solution, solver, rng);
        }
        let (least, stop_at) = match self.minimality {
            Minimality::Orbits | Minimality::Strict => (0, 0),
            Minimality::Any => {
                let (least, most) = (*self.clues.start(), *self.clues.end().min(&81));
                (least, least + below(rng, (most - least) as u64 + 1) as usize)
            }
        };
        let mut items: Vec<Cells> =
            orbits.iter().copied().filter(|orbit| orbit & fixed == 0).collect();
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

/// By how much a puzzle misses a request; the number of clues weighs most, the guesses least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Miss {
    clues: u64,
    not_minimal: bool,
    guesses: u64,
}

impl Miss {
    const NONE: Self = Self { clues: 0, not_minimal: false, guesses: 0 };
}

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// No puzzle can meet the request. Nothing was drawn.
    Impossible(Impossible),
    /// None of the puzzles drawn within the effort met the request. Others might.
    NotReached(Box<NotReached>),
    /// The strategy with this name does not report its guesses.
    GuessesUnknown {
        /// The strategy's name as in the request.
        strategy: String,
    },
}

/// Why no puzzle can meet a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impossible {
    /// The range of clues or of guesses has nothing in it.
    EmptyRange,
    /// No proper puzzle has fewer than 17 clues (McGuire, Tugemann and Civario, 2012).
    TooFewClues,
    /// No number of clues in the range is a sum of sizes of the symmetry's orbits; or the pattern has
    /// another number of cells, lacks the symmetry, or has a blank where a clue is given.
    NoSuchPattern,
    /// The pattern leaves two lines of a chute without clues, which could then be exchanged.
    EmptyLines,
    /// The given clues have no solution.
    NoSolution,
}

/// What an effort that did not meet the request came to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotReached {
    /// How many puzzles were drawn.
    pub attempts: u32,
    /// The nearest of them: the first whose number of clues is nearest to the wanted range; among
    /// those one that is minimal as wanted; among those the nearest in guesses. It is proper, and
    /// orbit-minimal if the request is for minimal puzzles. `None` if on the wanted pattern no proper
    /// puzzle was found.
    pub nearest: Option<Puzzle>,
    /// Whether the stop flag ended the effort early.
    pub is_stopped: bool,
    /// Whether it is minimal as wanted.
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
            Self::GuessesUnknown { strategy } => {
                write!(f, "the strategy {strategy} does not report its guesses")
            }
        }
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::EmptyRange => "the wanted range is empty",
            Self::TooFewClues => "a puzzle with one solution has at least 17 clues",
            Self::NoSuchPattern => "no pattern as wanted has so many cells",
            Self::EmptyLines => "two lines of a chute without clues can be exchanged",
            Self::NoSolution => "the given clues have no solution",
        })
    }
}

impl fmt::Display for NotReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { attempts, nearest, is_stopped, is_minimal } = self;
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
        match nearest.guesses {
            Some(guesses) => write!(f, " and takes {guesses} guesses: {}", nearest.board),
            None => write!(f, ": {}", nearest.board),
        }
    }
}

impl std::error::Error for GenerateError {}
impl std::error::Error for Impossible {}
impl std::error::Error for NotReached {}
