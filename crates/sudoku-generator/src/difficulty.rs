//! Scales of difficulty.

use std::fmt;
use std::ops::{Deref, RangeInclusive};

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

    /// Returns the size of the smallest unit in tenths of the numbers that users write: 10 for
    /// whole numbers, 1 for numbers with one decimal.
    fn unit(&self) -> u64 {
        WHOLE
    }

    /// Returns a range that holds the number of every puzzle, as far as the scale alone determines
    /// it. It returns `None` if no puzzle meets the scale's conditions.
    fn possible_numbers(&self) -> Option<RangeInclusive<u64>> {
        Some(0..=u64::MAX)
    }

    /// Splits a range into at most `most` parts, from the easiest to the most difficult, so that
    /// puzzles can be spread evenly over it. The parts have equal widths, as far as whole numbers
    /// allow, and leave out numbers that the scale alone excludes. A range without an upper end
    /// (`u64::MAX`) is one part.
    fn parts(&self, range: &RangeInclusive<u64>, most: u64) -> Vec<RangeInclusive<u64>> {
        equal_parts(self.possible_numbers(), range, most)
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

/// Splits a range into at most `most` parts of equal width: see [`DifficultyMeasure::parts`].
pub(crate) fn equal_parts(
    possible: Option<RangeInclusive<u64>>,
    range: &RangeInclusive<u64>,
    most: u64,
) -> Vec<RangeInclusive<u64>> {
    let (least, last) = possible.unwrap_or(0..=u64::MAX).into_inner();
    let (least, last) = (least.max(*range.start()), last.min(*range.end()));
    if *range.end() == u64::MAX || least > last {
        return vec![range.clone()];
    }
    let width = u128::from(last - least) + 1;
    let parts = width.min(most.max(1).into());
    let bound = |part: u128| least + (width * part / parts) as u64;
    (0..parts).map(|part| bound(part)..=bound(part + 1) - 1).collect()
}

/// A scale's conditions on a puzzle besides the number, given by name. Equal conditions always have
/// equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The easiest and the most difficult level, or `None` for any level.
    pub levels: Option<[&'static str; 2]>,
    /// Groups of techniques; from each group the solution needs at least one.
    pub needs: Vec<Vec<&'static str>>,
    /// The minimum and the maximum number of candidates that a step of each group eliminates, or
    /// `None` for any number.
    pub eliminations: Option<[usize; 2]>,
    /// The other techniques allowed before the first step of these groups, or `None` for any.
    pub before: Option<Vec<&'static str>>,
    /// The other techniques allowed after the first step of these groups, or `None` for any.
    pub after: Option<Vec<&'static str>>,
    /// Techniques that the solution must not need.
    pub without: Vec<&'static str>,
    /// Techniques that the solution may use although they are off by default.
    pub with: Vec<&'static str>,
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
        let eliminations = self.eliminations.iter().map(|[least, most]| match least == most {
            true => format!("eliminating {least}"),
            false => format!("eliminating {least} to {most}"),
        });
        let around = [("before", &self.before), ("after", &self.after)];
        let around = around.into_iter().filter_map(|(place, names)| {
            names.as_ref().map(|names| format!("{place} that only {}", names.join(" or ")))
        });
        let without = self.without.iter().map(|name| format!("without {name}"));
        let with = self.with.iter().map(|name| format!("{name} allowed"));
        let all = levels.chain(needs).chain(eliminations).chain(around).chain(without).chain(with);
        f.write_str(&all.collect::<Vec<_>>().join(", "))
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

/// A wanted difficulty: a range on a scale. A [`PuzzleRequest`](crate::PuzzleRequest) borrows the
/// scale; a difficulty that a user wrote owns it.
///
/// ```
/// use sudoku_generator::{Difficulty, DifficultyError, Guesses, PuzzleRequest, seeded_rng};
/// use sudoku_mrv::Mrv;
///
/// let wanted = Difficulty::in_tenths(Guesses::new("mrv", &Mrv), 20..=50)?;
/// let request = PuzzleRequest::new().with_difficulty(&*wanted.scale, wanted.range.clone());
/// let puzzle = request.generate(&Mrv, &mut seeded_rng(1, 0));
/// assert!((2..=5).contains(&puzzle.unwrap().difficulty.expect("it is rated")));
/// // A search cannot make 2.5 guesses.
/// let half = Difficulty::in_tenths(Guesses::new("mrv", &Mrv), 25..=50);
/// assert_eq!(half.err(), Some(DifficultyError::NotWhole));
/// # Ok::<(), DifficultyError>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Difficulty<M = Box<dyn DifficultyMeasure + Send>> {
    /// The scale.
    pub scale: M,
    /// The wanted numbers, in the scale's smallest unit.
    pub range: RangeInclusive<u64>,
}

impl Difficulty {
    /// Makes a wanted difficulty from a range in tenths, so that the range can hold ER values with
    /// one decimal as well as whole scores and guesses.
    ///
    /// # Errors
    /// [`DifficultyError::NotWhole`] if the scale has only whole numbers and an end of the range is
    /// not a multiple of ten. An upper end of `u64::MAX` is allowed: it leaves the range open.
    pub fn in_tenths(
        scale: impl DifficultyMeasure + Send + 'static,
        tenths: RangeInclusive<u64>,
    ) -> Result<Self, DifficultyError> {
        let unit = scale.unit().max(1);
        let in_units = |end: u64| match end {
            u64::MAX => Ok(end),
            end if end % unit == 0 => Ok(end / unit),
            _ => Err(DifficultyError::NotWhole),
        };
        let range = in_units(*tenths.start())?..=in_units(*tenths.end())?;
        Ok(Self { scale: Box::new(scale), range })
    }

    /// Converts a number of the scale to tenths.
    #[must_use]
    pub fn tenths(&self, number: u64) -> u64 {
        number.saturating_mul(self.scale.unit())
    }

    /// Returns the number of steps for
    /// [`PuzzleRequest::with_climb`](crate::PuzzleRequest::with_climb): 250 if only puzzles with an
    /// ER of 9.0 or more are wanted, because random puzzles hardly ever have it, and 0 otherwise.
    #[cfg(feature = "climb")]
    #[must_use]
    pub fn climb_steps(&self) -> u8 {
        let is_very_hard = !self.is_whole() && self.tenths(*self.range.start()) >= 90;
        if is_very_hard { 250 } else { 0 }
    }

    /// Returns whether the scale's numbers are whole, so that they are written without a decimal
    /// point.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.scale.unit() == WHOLE
    }

    /// Converts a number that a user wrote to tenths.
    ///
    /// # Errors
    /// [`DifficultyError::NoDifficulty`] if the number is negative or not finite, or has more than
    /// one decimal.
    pub fn tenths_of(number: f64) -> Result<u64, DifficultyError> {
        let tenths = (number * 10.0).round();
        let is_exact = (tenths / 10.0 - number).abs() < 1e-9;
        if (0.0..=MOST_TENTHS).contains(&tenths) && is_exact {
            Ok(tenths as u64)
        } else {
            Err(DifficultyError::NoDifficulty { number })
        }
    }
}

impl<M: Deref<Target: DifficultyMeasure>> fmt::Debug for Difficulty<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.range, self.scale.name())?;
        let conditions = self.scale.conditions();
        if conditions.is_empty() { Ok(()) } else { write!(f, ", {conditions}") }
    }
}

/// The number of tenths in a whole number.
const WHOLE: u64 = 10;

/// The largest number of tenths that is accepted: 2⁵³, up to which `f64` holds every integer.
const MOST_TENTHS: f64 = 9_007_199_254_740_992.0;

/// A list of techniques in a wanted difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TechniqueList {
    /// The required techniques.
    Needs,
    /// The techniques that may come before the required ones.
    Before,
    /// The techniques that may come after the required ones.
    After,
    /// The excluded techniques.
    Without,
}

impl TechniqueList {
    /// Returns the name of the list: `needs`, `before`, `after` or `without`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Needs => "needs",
            Self::Before => "before",
            Self::After => "after",
            Self::Without => "without",
        }
    }
}

/// An invalid wanted difficulty.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DifficultyError {
    /// The number is negative, not finite, or has more than one decimal.
    NoDifficulty {
        /// The number.
        number: f64,
    },
    /// The number has a decimal, but the scale has only whole numbers.
    NotWhole,
    /// A level is wanted, but the scale has none.
    NoLevels {
        /// The scale's name.
        scale: &'static str,
    },
    /// A required or excluded technique does not exist on the scale.
    NoTechnique {
        /// The list that names it.
        list: TechniqueList,
        /// The name, of a technique or of a group.
        name: String,
        /// The scale's name.
        scale: &'static str,
    },
    /// The number of eliminations or the steps around required ones are constrained, but no
    /// technique is required.
    NothingRequired,
    /// No step can eliminate the wanted number of candidates.
    EliminationCount {
        /// The maximum number of candidates that a step can eliminate.
        most: usize,
    },
    /// A number of eliminations is wanted of a technique that only places digits.
    NoEliminations {
        /// The name, of a technique or of a group.
        name: String,
    },
    /// A required or excluded technique is off by default.
    OffByDefault {
        /// The list that names it.
        list: TechniqueList,
        /// The name, of a technique or of a group.
        name: String,
        /// The scale's name.
        scale: &'static str,
    },
    /// A technique cannot be added to the scale.
    #[cfg(feature = "logic")]
    AddTechnique(sudoku_logic::AddTechniqueError),
    /// A technique is both added and excluded.
    AddedAndExcluded {
        /// The name, of a technique or of a group.
        name: String,
    },
    /// A technique is both required and excluded.
    ExcludedAndRequired {
        /// The name, of a technique or of a group.
        name: String,
    },
    /// All techniques that can fill the last cell of a puzzle are excluded.
    SinglesExcluded,
    /// A required technique is harder than the wanted levels.
    TooHardForLevel {
        /// The name, of a technique or of a group.
        name: String,
    },
}

impl fmt::Display for DifficultyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDifficulty { number } => write!(
                f,
                "a difficulty is a number such as 7.2 or 5 (at least 0, at most one decimal), not \
                 {number}"
            ),
            Self::NotWhole => f.write_str(
                "a difficulty on this scale is a whole number; only ER ratings have decimals",
            ),
            Self::NoLevels { scale } => {
                write!(f, "the scale {scale} has no levels; use the scale hodoku for levels")
            }
            Self::NoTechnique { name, scale, .. } => {
                write!(f, "the scale {scale} has no technique named {name}")
            }
            Self::NothingRequired => f.write_str(
                "eliminations and the steps before and after belong to a required technique; name \
                 a required technique",
            ),
            Self::EliminationCount { most } => {
                write!(f, "a step of a required technique eliminates 1 to {most} candidates")
            }
            Self::NoEliminations { name } => write!(
                f,
                "{name} places a digit and eliminates no candidates; require a technique that \
                 eliminates candidates"
            ),
            Self::OffByDefault { list: TechniqueList::Without, name, scale } => write!(
                f,
                "{name} is off by default on the scale {scale}, so it is excluded already; remove \
                 it from the list `without`"
            ),
            Self::OffByDefault { name, scale, .. } => write!(
                f,
                "{name} is off by default on the scale {scale}; add it to the list `with` too"
            ),
            #[cfg(feature = "logic")]
            Self::AddTechnique(error) => error.fmt(f),
            Self::AddedAndExcluded { name } => {
                write!(f, "{name} is both added and excluded; remove it from one of the two lists")
            }
            Self::ExcludedAndRequired { name } => write!(
                f,
                "{name} is both required and excluded; remove it from one of the two lists"
            ),
            Self::SinglesExcluded => f.write_str(
                "no puzzle can be solved without singles; allow at least one kind of single",
            ),
            Self::TooHardForLevel { name } => write!(
                f,
                "the required technique {name} is harder than the level; raise the level or remove \
                 the technique"
            ),
        }
    }
}

impl std::error::Error for DifficultyError {}

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
