//! Scales of difficulty.

use std::fmt;
use std::ops::RangeInclusive;

use sudoku_core::{Board, Cell, Limits, Solver};

use crate::draw::{random_symmetry, seeded_rng};

/// A scale of difficulty.
///
/// [`Guesses`] is one. What people find difficult is measured by other scales, whose crates
/// implement this: a request takes any.
///
/// ```
/// use sudoku_core::Board;
/// use sudoku_generator::{PuzzleRequest, DifficultyMeasure, seeded_rng};
/// use sudoku_mrv::Mrv;
///
/// /// How many times the rarest digit stands in the puzzle.
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
    /// The scale's name for messages, so that a number can stand before it: `guesses of mrv`.
    fn name(&self) -> String;

    /// How difficult the proper puzzle is, in the scale's smallest unit; more is more difficult.
    /// `None` if the scale has no answer, which ends the effort.
    fn rate(&self, board: &Board) -> Option<u64>;

    /// The same for someone who has no use for a puzzle outside of the range: a scale may end its
    /// work as soon as it knows that much, and when the flag of the limits is raised.
    fn rate_within(
        &self,
        board: &Board,
        range: &RangeInclusive<u64>,
        limits: &Limits<'_>,
    ) -> RatedWithin {
        let _ = (range, limits);
        self.rate(board).map_or(RatedWithin::NoAnswer, RatedWithin::Number)
    }

    /// What it asks of a puzzle beside the number.
    fn conditions(&self) -> Conditions {
        Conditions::default()
    }

    /// How many clues a puzzle of this range has at least, as far as the scale alone tells.
    fn fewest_clues(&self, range: &RangeInclusive<u64>) -> usize {
        let _ = range;
        0
    }

    /// How many clues a puzzle of this range has at most, as far as the scale alone tells.
    fn most_clues(&self, range: &RangeInclusive<u64>) -> usize {
        let _ = range;
        Cell::COUNT
    }

    /// What a puzzle has that [`rate_within`](Self::rate_within) called unfit, in words that follow
    /// on "it has so many clues and"; asked of one puzzle at the end of an effort, if at all.
    fn describe_unfit(&self, board: &Board) -> Option<String> {
        let _ = board;
        None
    }

    /// A number of this scale in words.
    fn describe(&self, number: u64) -> String {
        format!("{number} {}", self.name())
    }
}

/// What a scale asks of a puzzle beside a number, in names that it knows; the same wherever the
/// same is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The easiest and the most difficult level, if not every level will do.
    pub levels: Option<[&'static str; 2]>,
    /// Of each of these groups one technique is needed.
    pub needs: Vec<Vec<&'static str>>,
    /// None of these techniques is.
    pub without: Vec<&'static str>,
}

impl Conditions {
    /// Whether nothing else is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// In words, with commas between.
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

/// What a scale says of a puzzle to someone who wants it within a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedWithin {
    /// How difficult it is, within the range or not.
    Number(u64),
    /// It is none of those that are wanted; more was not found out.
    Unfit,
    /// The scale has no answer, which ends the effort.
    NoAnswer,
}

/// How difficult a puzzle is to be.
#[derive(Clone)]
#[non_exhaustive]
pub struct Difficulty<'a> {
    /// The scale.
    pub scale: &'a dyn DifficultyMeasure,
    /// The wanted numbers, in the scale's smallest unit.
    pub range: RangeInclusive<u64>,
}

impl<'a> Difficulty<'a> {
    /// A difficulty in this range.
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

/// How many guesses a strategy takes for the proof that a puzzle is proper (solutions counted up to
/// two).
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Guesses<'a> {
    /// The strategy's name, for the messages.
    pub strategy: &'a str,
    /// The strategy, which has to report its guesses.
    pub solver: &'a dyn Solver,
    /// Over how many images of the puzzle the guesses are averaged; at first 1, the puzzle itself.
    pub images: u32,
}

impl<'a> Guesses<'a> {
    /// The guesses that this strategy takes for the puzzle itself.
    #[must_use]
    pub const fn new(strategy: &'a str, solver: &'a dyn Solver) -> Self {
        Self { strategy, solver, images: 1 }
    }

    /// The same scale with the guesses averaged over this number of images of the puzzle, itself
    /// among them, and rounded: a search takes a different number of guesses for puzzles that
    /// differ only in symmetries and in the names of the digits. The images are the same for all
    /// puzzles.
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

    /// Where two cells are blank, each of them has one candidate.
    fn most_clues(&self, range: &RangeInclusive<u64>) -> usize {
        if *range.start() > 0 { Cell::COUNT - 3 } else { Cell::COUNT }
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

/// The board moved and relabeled by symmetries that the number chooses.
fn image(board: &Board, number: u32) -> Board {
    let (symmetry, relabeling) = random_symmetry(&mut seeded_rng(0, number.into()));
    relabeling.apply(&symmetry.apply(board))
}
