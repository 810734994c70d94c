//! Scales of difficulty.

use std::fmt;
use std::ops::RangeInclusive;

use sudoku_core::{Board, Cell, Limits, Solver};

use crate::draw::{random_symmetry, seeded_rng};

/// A measure of a puzzle's difficulty.
///
/// [`Guesses`] is one such measure. Other crates can implement the trait for difficulty as people
/// perceive it; a request accepts any implementation.
///
/// ```
/// use sudoku_core::Board;
/// use sudoku_generator::{PuzzleRequest, DifficultyMeasure, seeded_rng};
/// use sudoku_mrv::Mrv;
///
/// /// The number of clues of the rarest digit.
/// struct RarestDigit;
///
/// impl DifficultyMeasure for RarestDigit {
///     fn name(&self) -> String {
///         "clues of the rarest digit".into()
///     }
///
///     fn rate(&self, board: &Board) -> Option<u64> {
///         let mut times = [0; 9];
///         board.clues().for_each(|(_, digit)| times[usize::from(digit.get()) - 1] += 1);
///         times.into_iter().min()
///     }
/// }
///
/// let request = PuzzleRequest::new().with_difficulty(&RarestDigit, 2..=9);
/// assert_eq!(request.generate(&Mrv, &mut seeded_rng(1, 0))?.difficulty, Some(2));
/// # Ok::<(), sudoku_generator::GenerateError>(())
/// ```
pub trait DifficultyMeasure: Sync {
    /// Returns the scale's name for messages, worded to follow a number: `guesses of mrv`.
    fn name(&self) -> String;

    /// Rates a proper puzzle in the scale's smallest unit; a larger number means more difficult.
    /// Returns `None` if the scale cannot rate it, which ends the search.
    fn rate(&self, board: &Board) -> Option<u64>;

    /// Rates a proper puzzle, but may stop as soon as the puzzle is known to be outside the range,
    /// or when the stop flag of the limits is raised.
    fn rate_within(
        &self,
        board: &Board,
        range: &RangeInclusive<u64>,
        limits: &Limits<'_>,
    ) -> RatedWithin {
        let _ = (range, limits);
        self.rate(board).map_or(RatedWithin::NoAnswer, RatedWithin::Number)
    }

    /// Returns the scale's conditions on a puzzle besides the number.
    fn conditions(&self) -> Conditions {
        Conditions::default()
    }

    /// Returns the numbers of clues that a puzzle in this range can have, as far as the scale alone
    /// determines it.
    fn possible_clues(&self, range: &RangeInclusive<u64>) -> RangeInclusive<usize> {
        let _ = range;
        0..=Cell::COUNT
    }

    /// Describes a puzzle that [`rate_within`](Self::rate_within) called unfit, in words that
    /// continue the message "it has 24 clues and". It is called at most once, at the end of a
    /// search.
    fn describe_unfit(&self, board: &Board) -> Option<String> {
        let _ = board;
        None
    }

    /// Describes a number of this scale in words.
    fn describe(&self, number: u64) -> String {
        format!("{number} {}", self.name())
    }
}

/// A scale's conditions on a puzzle besides the number, given by name. Equal conditions always have
/// equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The easiest and the most difficult level, or `None` for any level.
    pub levels: Option<[&'static str; 2]>,
    /// Groups of techniques; from each group the solution needs at least one.
    pub needs: Vec<Vec<&'static str>>,
    /// Techniques that the solution must not need.
    pub without: Vec<&'static str>,
}

impl Conditions {
    /// Returns true if there are no conditions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Prints the conditions in words, separated by commas.
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = self.levels.iter().map(|[least, most]| match least == most {
            true => format!("level {least}"),
            false => format!("level {least} to {most}"),
        });
        let needs = self.needs.iter().map(|group| format!("with {}", group.join(" or ")));
        let without = self.without.iter().map(|name| format!("without {name}"));
        f.write_str(&levels.chain(needs).chain(without).collect::<Vec<_>>().join(", "))
    }
}

/// The result of rating a puzzle against a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedWithin {
    /// The puzzle's difficulty, inside or outside the range.
    Number(u64),
    /// The puzzle is not a wanted one; its exact difficulty was not determined.
    Unfit,
    /// The scale cannot rate the puzzle, which ends the search.
    NoAnswer,
}

/// A wanted difficulty: a scale and a range.
#[derive(Clone)]
#[non_exhaustive]
pub struct Difficulty<'a> {
    /// The scale.
    pub scale: &'a dyn DifficultyMeasure,
    /// The wanted numbers, in the scale's smallest unit.
    pub range: RangeInclusive<u64>,
}

impl<'a> Difficulty<'a> {
    /// Makes a wanted difficulty of this range.
    pub(crate) const fn new(scale: &'a dyn DifficultyMeasure, range: RangeInclusive<u64>) -> Self {
        Self { scale, range }
    }
}

impl fmt::Debug for Difficulty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.range, self.scale.name())?;
        let conditions = self.scale.conditions();
        if conditions.is_empty() { Ok(()) } else { write!(f, ", {conditions}") }
    }
}

/// A difficulty measure: the number of guesses that a strategy makes to prove that the puzzle is
/// proper (counting solutions up to two).
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Guesses<'a> {
    /// The strategy's name, for the messages.
    pub strategy: &'a str,
    /// The strategy, which has to report its guesses.
    pub solver: &'a dyn Solver,
    /// The number of images of the puzzle over which the guesses are averaged. Default: 1, the
    /// puzzle itself.
    pub images: u32,
}

impl<'a> Guesses<'a> {
    /// Makes the measure for this strategy and the puzzle itself, without images.
    #[must_use]
    pub const fn new(strategy: &'a str, solver: &'a dyn Solver) -> Self {
        Self { strategy, solver, images: 1 }
    }

    /// Sets the number of images over which the guesses are averaged and rounded. An image is the
    /// puzzle under a symmetry and a relabeling of the digits; the puzzle itself is the first. A
    /// search makes different numbers of guesses for different images. The symmetries are the same
    /// for all puzzles.
    #[must_use]
    pub const fn averaged_over(self, images: u32) -> Self {
        Self { images, ..self }
    }
}

impl DifficultyMeasure for Guesses<'_> {
    fn name(&self) -> String {
        match self.images {
            0 | 1 => format!("guesses of {}", self.strategy),
            images => format!("guesses of {} on average over {images} images", self.strategy),
        }
    }

    fn rate(&self, board: &Board) -> Option<u64> {
        let images = self.images.max(1);
        let mut sum = 0_u64;
        for number in 0..images {
            let image = if number == 0 { *board } else { image(board, number) };
            let guesses = self.solver.count(&image, &Limits::solutions(2)).guesses?;
            sum = sum.saturating_add(guesses);
        }
        Some(sum.saturating_add(u64::from(images / 2)) / u64::from(images))
    }

    /// Returns a bound: with at most two blank cells, each has one candidate, so no guess is
    /// needed.
    fn possible_clues(&self, range: &RangeInclusive<u64>) -> RangeInclusive<usize> {
        0..=if *range.start() > 0 { Cell::COUNT - 3 } else { Cell::COUNT }
    }

    fn describe(&self, number: u64) -> String {
        let name = self.name();
        match name.strip_prefix("guesses") {
            Some(rest) if number == 1 => format!("1 guess{rest}"),
            _ => format!("{number} {name}"),
        }
    }
}

impl fmt::Debug for Guesses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Returns the board under the symmetry and relabeling with this number.
fn image(board: &Board, number: u32) -> Board {
    let (symmetry, relabeling) = random_symmetry(&mut seeded_rng(0, number.into()));
    relabeling.apply(&symmetry.apply(board))
}
