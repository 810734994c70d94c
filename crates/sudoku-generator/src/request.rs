//! The request: all constraints for a puzzle, and the effort to make for it.
//!
//! A constraint is a field here, a function that sets it, its place in a puzzle ID (`id.rs`), a
//! check in `feasibility.rs` if it can be impossible, and a term of the miss in `search.rs`.

use std::ops::{RangeFrom, RangeInclusive, RangeToInclusive};
use std::sync::atomic::{AtomicBool, AtomicU64};

use sudoku_core::Board;
use sudoku_count::Solutions;

use crate::difficulty::{Difficulty, DifficultyMeasure};
use crate::pattern::{Pattern, PatternSymmetry};
use crate::unavoidable::CellBits;

/// What is wanted of a puzzle.
///
/// Without a constraint it is any minimal puzzle:
///
/// ```
/// use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
/// use sudoku_mrv::{Mrv, Solver};
///
/// let minimal = PuzzleRequest::new().generate(&Mrv, &mut seeded_rng(7, 0))?;
/// assert!(Mrv.is_proper(&minimal.board));
///
/// // Exactly 32 clues, some of which can go.
/// let request = PuzzleRequest::new().with_minimality(Minimality::Any).with_clues(32);
/// assert_eq!(request.generate(&Mrv, &mut seeded_rng(7, 1))?.board.clue_count(), 32);
/// # Ok::<(), sudoku_generator::GenerateError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PuzzleRequest<'a> {
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
    /// Clues that the puzzle is to have; at first none. They are no reason to call it not minimal,
    /// and nor are their images under the symmetry to call it not orbit-minimal.
    pub givens: Board,
    /// The solutions of the given clues, if each is to be drawn with the same chance; at first the
    /// clues are completed digit by digit, which is quicker to begin with, and not even.
    pub solutions: Option<&'a Solutions>,
    /// A flag with which another thread, which may have a clock, ends the effort after the attempt
    /// under way, and on a pattern that attempt too.
    pub stop: Option<&'a AtomicBool>,
    /// A counter that goes up by one with each attempt, for whoever watches from another thread;
    /// several efforts can share it.
    pub attempt_counter: Option<&'a AtomicU64>,
    /// The effort: how many attempts to make at most, at first 1000, each for one puzzle. One is
    /// always made.
    pub attempts: u32,
    /// The puzzle of exactly this attempt, counted from 1 and no more than
    /// [`attempts`](Self::attempts), whatever else is wanted of it; at first
    /// the first that meets the request. By this a [`PuzzleId`](crate::PuzzleId) makes a puzzle of
    /// some difficulty again, without the scale.
    pub attempt: Option<u32>,
}

/// A number, or a range of numbers: what [`PuzzleRequest::with_clues`] and [`PuzzleRequest::with_difficulty`]
/// take.
///
/// ```
/// use sudoku_generator::PuzzleRequest;
///
/// assert_eq!(PuzzleRequest::new().with_clues(24).clues, 24..=24);
/// assert_eq!(PuzzleRequest::new().with_clues(24..=28).clues, 24..=28);
/// assert_eq!(PuzzleRequest::new().with_clues(..=22).clues, 0..=22);
/// ```
pub trait IntoRange<T> {
    /// The range, with both ends in it.
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

/// Which clues of a puzzle are all needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Minimality {
    /// Any proper puzzle. Taking clues away stops as soon as there are no more than a number that
    /// is drawn evenly from the wanted range for each attempt, or where no orbit can go without
    /// leaving the range or the puzzle losing its only solution.
    Any,
    /// Orbit-minimal: no orbit of clues (a clue with its images under the symmetry) can go without
    /// the puzzle losing its only solution, but for orbits with a given clue. Without symmetry this
    /// is strictly minimal, and on a pattern the same as `Strict` is asked for.
    #[default]
    Orbits,
    /// Minimal: no single clue can go but for given ones. Puzzles are drawn as for `Orbits` and
    /// kept if this holds: of 1000 drawn, that is about 40 with a diagonal, 19 with half-turn
    /// symmetry, 12 with a mirror between halves, 3 with both diagonals, and less than one with any
    /// other symmetry.
    Strict,
}

impl<'a> PuzzleRequest<'a> {
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
            solutions: None,
            stop: None,
            attempt_counter: None,
            attempts: 1000,
            attempt: None,
        }
    }

    /// The same request with a wanted number of clues, or a range of them.
    ///
    /// Of the minimal puzzles that are drawn nearly all have 22 to 27 clues; of the orbit-minimal
    /// ones 24 to 32 with a half turn, one diagonal or one mirror, and 26 to 44 with more. Other
    /// numbers of clues are rare, and more of them take [`Minimality::Any`].
    #[must_use]
    pub fn with_clues(self, clues: impl IntoRange<usize>) -> Self {
        Self { clues: clues.into_range(), ..self }
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

    /// The same request with a wanted difficulty: a number or a range on a scale, in the scale's
    /// smallest unit.
    #[must_use]
    pub fn with_difficulty<'b>(
        self,
        scale: &'b dyn DifficultyMeasure,
        range: impl IntoRange<u64>,
    ) -> PuzzleRequest<'b>
    where
        'a: 'b,
    {
        PuzzleRequest { difficulty: Some(Difficulty::new(scale, range.into_range())), ..self }
    }

    /// The same request with a pattern: clues in exactly these cells.
    ///
    /// Puzzles on it are looked for by changing clue after clue at random until one is proper, from
    /// a random grid and up to 2000 times in each attempt. Most patterns of 24 clues and more that
    /// have puzzles at all have one found in a few attempts. Without [`Minimality::Any`] no single
    /// clue may be superfluous, which is rare where there are many.
    #[must_use]
    pub fn with_pattern(self, pattern: Pattern) -> Self {
        Self { pattern: Some(pattern), ..self }
    }

    /// The same request with clues that the puzzle is to have.
    #[must_use]
    pub fn with_givens(self, givens: Board) -> Self {
        Self { givens, solutions: None, ..self }
    }

    /// The same request with the clues of this board, and with its solutions, of which each is then
    /// drawn with the same chance.
    ///
    /// To number them takes as long as to count them, milliseconds for most clues and up to some
    /// seconds for five to twelve; a draw then takes some 20 µs, less than completing the clues
    /// digit by digit. The puzzle has no ID, because the numbers of solutions may change with a
    /// version of `sudoku-count`.
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

    /// The same request with a stop flag.
    #[must_use]
    pub fn with_stop<'b>(self, stop: &'b AtomicBool) -> PuzzleRequest<'b>
    where
        'a: 'b,
    {
        PuzzleRequest { stop: Some(stop), ..self }
    }

    /// The same request with a counter of its attempts: see
    /// [`attempt_counter`](Self::attempt_counter).
    #[must_use]
    pub fn with_attempt_counter<'b>(self, counter: &'b AtomicU64) -> PuzzleRequest<'b>
    where
        'a: 'b,
    {
        PuzzleRequest { attempt_counter: Some(counter), ..self }
    }

    /// The same request with another limit on the effort.
    #[must_use]
    pub fn with_attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

    /// The same request for the puzzle of exactly this attempt, whose number an ID tells.
    #[must_use]
    pub fn with_attempt(self, attempt: u32) -> Self {
        Self { attempt: Some(attempt), ..self }
    }

    /// The cells with given clues: none as a rule, which is seen sooner than which.
    pub(crate) fn given_cells(&self) -> CellBits {
        if self.givens == Board::EMPTY { 0 } else { Pattern::of(&self.givens).0 }
    }
}

impl Default for PuzzleRequest<'_> {
    /// The request for any minimal puzzle without symmetry.
    fn default() -> Self {
        Self::new()
    }
}
