//! The request: all constraints on a puzzle and the limit on attempts.
//!
//! A constraint consists of a field, a function that sets it, a part of the puzzle ID (`id.rs`), a
//! check in `feasibility.rs` if it can be impossible, and a term of `Miss` in `search.rs`.

use std::ops::{RangeFrom, RangeInclusive, RangeToInclusive};
use std::sync::atomic::{AtomicBool, AtomicU64};

use sudoku_core::Board;
use sudoku_count::Solutions;

use crate::difficulty::{Difficulty, DifficultyMeasure};
use crate::pattern::{Pattern, PatternSymmetry};
use crate::unavoidable::CellBits;

/// The constraints that a generated puzzle must meet.
///
/// By default, a request asks for any minimal puzzle without symmetry:
///
/// ```
/// use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
/// use sudoku_mrv::{Mrv, Solver};
///
/// let minimal = PuzzleRequest::new().generate(&Mrv, &mut seeded_rng(7, 0))?;
/// assert!(Mrv.is_proper(&minimal.board));
///
/// // Exactly 32 clues, some of which may be redundant.
/// let request = PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(32);
/// assert_eq!(request.generate(&Mrv, &mut seeded_rng(7, 1))?.board.clue_count(), 32);
/// # Ok::<(), sudoku_generator::GenerateError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PuzzleRequest<'a> {
    /// The wanted number of clues. Default: 17 to 81.
    pub clues: RangeInclusive<usize>,
    /// The symmetry of the pattern of clues. Default: none.
    pub symmetry: PatternSymmetry,
    /// The wanted minimality. Default: no orbit of clues is redundant.
    pub minimality: Minimality,
    /// The wanted difficulty and its scale. Default: any.
    pub difficulty: Option<Difficulty<&'a dyn DifficultyMeasure>>,
    /// The exact cells of the clues. Default: any cells.
    pub pattern: Option<Pattern>,
    /// The clues that the puzzle must contain. Default: none. A puzzle counts as minimal even if
    /// these clues are redundant, and as orbit-minimal even if their images under the symmetry are.
    pub givens: Board,
    /// The solutions of the given clues, from which the grid is drawn uniformly. Default: none;
    /// then the given clues are completed cell by cell, which starts faster but is not uniform.
    pub solutions: Option<&'a Solutions>,
    /// A flag by which another thread ends the search after the current attempt; on a pattern the
    /// current attempt ends early too.
    pub stop: Option<&'a AtomicBool>,
    /// A counter that every attempt increments, for progress reports from another thread. Several
    /// searches can share it.
    pub attempt_counter: Option<&'a AtomicU64>,
    /// The maximum number of attempts; each makes one puzzle. Default: 1000. At least one attempt
    /// is always made.
    pub attempts: u32,
    /// The number of the one attempt whose puzzle is returned, whether or not it meets the request.
    /// It counts from 1 up to [`attempts`](Self::attempts). Default: none; the first puzzle that
    /// meets the request is returned. A [`PuzzleId`](crate::PuzzleId) uses this to recreate a
    /// puzzle of some difficulty without the scale.
    pub attempt: Option<u32>,
    /// The maximum number of steps from the puzzle of each attempt to harder puzzles, or together
    /// with `attempt` the exact number. The method `with_climb` describes the steps. Without the
    /// feature `climb` there are no steps. Default: 0.
    pub climb_steps: u8,
}

/// A number or a range of numbers, the argument of [`PuzzleRequest::with_clues`] and
/// [`PuzzleRequest::with_difficulty`].
///
/// ```
/// use sudoku_generator::PuzzleRequest;
///
/// assert_eq!(PuzzleRequest::new().with_clues(24).clues, 24..=24);
/// assert_eq!(PuzzleRequest::new().with_clues(24..=28).clues, 24..=28);
/// assert_eq!(PuzzleRequest::new().with_clues(..=22).clues, 0..=22);
/// ```
pub trait IntoRange<T> {
    /// Converts the value to an inclusive range.
    fn into_range(self) -> RangeInclusive<T>;
}

macro_rules! into_range {
    ($($number:ty)*) => {$(
        impl IntoRange<$number> for $number {
            fn into_range(self) -> RangeInclusive<$number> {
                self..=self
            }
        }

        impl IntoRange<$number> for RangeInclusive<$number> {
            fn into_range(self) -> Self {
                self
            }
        }

        impl IntoRange<$number> for RangeFrom<$number> {
            fn into_range(self) -> RangeInclusive<$number> {
                self.start..=<$number>::MAX
            }
        }

        impl IntoRange<$number> for RangeToInclusive<$number> {
            fn into_range(self) -> RangeInclusive<$number> {
                0..=self.end
            }
        }
    )*};
}

into_range!(usize u64);

/// The degree to which every clue of a puzzle must be needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Minimality {
    /// Any proper puzzle. Each attempt draws a number uniformly from the wanted range and removes
    /// orbits until at most that many clues are left. It stops earlier if no orbit can be removed
    /// within the range while the puzzle stays proper.
    Any,
    /// Orbit-minimal: without any one orbit (a clue with its images under the symmetry) the puzzle
    /// has several solutions. Orbits with a given clue are exempt. Without symmetry this means
    /// strictly minimal; on a pattern it means the same as `Strict`.
    #[default]
    Orbits,
    /// Strictly minimal: without any one clue the puzzle has several solutions. Given clues are
    /// exempt. Puzzles are drawn as for `Orbits` and kept if they are minimal. Out of 1000 puzzles,
    /// about this many are:
    ///
    /// | symmetry | minimal, of 1000 |
    /// |---|--:|
    /// | a diagonal | 40 |
    /// | half turn | 19 |
    /// | a mirror between halves | 12 |
    /// | both diagonals | 3 |
    /// | any other | less than 1 |
    Strict,
}

impl<'a> PuzzleRequest<'a> {
    /// Returns the request for any minimal puzzle without symmetry.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            clues: 17..=81,
            symmetry: PatternSymmetry::None,
            minimality: Minimality::Orbits,
            difficulty: None,
            pattern: None,
            givens: Board::EMPTY,
            solutions: None,
            stop: None,
            attempt_counter: None,
            attempts: 1000,
            attempt: None,
            climb_steps: 0,
        }
    }

    /// Sets the wanted number of clues, or a range of them.
    ///
    /// Nearly all minimal puzzles have 22 to 27 clues. Nearly all orbit-minimal puzzles have 24 to
    /// 32 clues with half-turn symmetry, one diagonal or one mirror, and 26 to 44 with more
    /// symmetry. Other numbers of clues are rare; for more clues use [`Minimality::Any`].
    #[must_use]
    pub fn with_clues(self, clues: impl IntoRange<usize>) -> Self {
        Self { clues: clues.into_range(), ..self }
    }

    /// Sets the symmetry of the pattern.
    #[must_use]
    pub fn with_symmetry(self, symmetry: PatternSymmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// Sets the minimality.
    #[must_use]
    pub fn with_minimality(self, minimality: Minimality) -> Self {
        Self { minimality, ..self }
    }

    /// Sets the wanted difficulty: a number or a range in the scale's smallest unit.
    #[must_use]
    pub fn with_difficulty<'b>(
        self,
        scale: &'b dyn DifficultyMeasure,
        range: impl IntoRange<u64>,
    ) -> PuzzleRequest<'b>
    where
        'a: 'b,
    {
        let difficulty = Difficulty { scale, range: range.into_range() };
        PuzzleRequest { difficulty: Some(difficulty), ..self }
    }

    /// Sets the pattern: the puzzle has clues in exactly these cells.
    ///
    /// An attempt starts from a random grid and changes single clues at random, up to 2000 times,
    /// until the puzzle is proper. For most patterns with 24 clues or more that have a puzzle, a
    /// few attempts find one. Except with [`Minimality::Any`], every single clue must be needed,
    /// which is rare on large patterns.
    #[must_use]
    pub fn with_pattern(self, pattern: Pattern) -> Self {
        Self { pattern: Some(pattern), ..self }
    }

    /// Sets the clues that the puzzle must contain.
    #[must_use]
    pub fn with_givens(self, givens: Board) -> Self {
        Self { givens, solutions: None, ..self }
    }

    /// Sets the given clues, and draws the grid uniformly from their solutions.
    ///
    /// Building [`Solutions`] takes as long as counting them: milliseconds for most clues, and up
    /// to some seconds for five to twelve clues. A draw then takes about 20 µs, less than
    /// completing the clues cell by cell. The puzzle has no ID, because the numbering of solutions
    /// may change with a version of `sudoku-count`.
    ///
    /// ```
    /// use sudoku_core::Board;
    /// use sudoku_count::Solutions;
    /// use sudoku_generator::{PuzzleRequest, seeded_rng};
    /// use sudoku_mrv::Mrv;
    ///
    /// let givens: Board = format!("{}123456789", ".".repeat(72)).parse()?;
    /// let solutions = Solutions::of(&givens);
    /// let request = PuzzleRequest::new().with_solutions(&solutions);
    /// let puzzle = request.generate(&Mrv, &mut seeded_rng(1, 0))?;
    /// assert!(puzzle.solution.extends(&givens));
    /// assert_eq!(request.id(1, 0), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_solutions<'b>(self, solutions: &'b Solutions) -> PuzzleRequest<'b>
    where
        'a: 'b,
    {
        PuzzleRequest { givens: *solutions.board(), solutions: Some(solutions), ..self }
    }

    /// Sets the stop flag: see [`stop`](Self::stop).
    #[must_use]
    pub fn with_stop<'b>(self, stop: &'b AtomicBool) -> PuzzleRequest<'b>
    where
        'a: 'b,
    {
        PuzzleRequest { stop: Some(stop), ..self }
    }

    /// Sets the counter of attempts: see [`attempt_counter`](Self::attempt_counter).
    #[must_use]
    pub fn with_attempt_counter<'b>(self, counter: &'b AtomicU64) -> PuzzleRequest<'b>
    where
        'a: 'b,
    {
        PuzzleRequest { attempt_counter: Some(counter), ..self }
    }

    /// Sets the maximum number of attempts.
    #[must_use]
    pub fn with_attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

    /// Requests the puzzle of exactly this attempt, as a puzzle ID records it.
    #[must_use]
    pub fn with_attempt(self, attempt: u32) -> Self {
        Self { attempt: Some(attempt), ..self }
    }

    /// Sets the maximum number of steps from the puzzle of each attempt to harder puzzles, for
    /// difficulties that random puzzles practically never have.
    ///
    /// An attempt whose puzzle misses the wanted difficulty continues with a
    /// [best-first search](https://en.wikipedia.org/wiki/Best-first_search): it goes to the
    /// [minimal puzzles that differ in one clue](sudoku_search::Neighborhood), and on from the one
    /// with the highest estimate of difficulty. A step takes about 10 ms. The number of clues stays
    /// the same.
    ///
    /// With a symmetry, a step replaces one orbit of clues by another one. There may be thousands
    /// of such puzzles, so a step goes to a sample of them. The number of clues may change.
    ///
    /// There are no steps without a difficulty, and none for puzzles with a pattern, given clues or
    /// [`Minimality::Any`].
    #[cfg(feature = "climb")]
    #[must_use]
    pub fn with_climb(self, steps: u8) -> Self {
        Self { climb_steps: steps, ..self }
    }

    /// Returns the maximum number of steps in an attempt, if its puzzles can be changed.
    pub(crate) fn steps(&self) -> u8 {
        let is_free = cfg!(feature = "climb")
            && self.minimality != Minimality::Any
            && self.pattern.is_none()
            && self.givens == Board::EMPTY;
        if is_free { self.climb_steps } else { 0 }
    }

    /// Returns the cells with given clues. The comparison with the empty board is a fast path.
    pub(crate) fn given_cells(&self) -> CellBits {
        if self.givens == Board::EMPTY { 0 } else { Pattern::of(&self.givens).0 }
    }
}

impl Default for PuzzleRequest<'_> {
    /// Returns the request for any minimal puzzle without symmetry.
    fn default() -> Self {
        Self::new()
    }
}
