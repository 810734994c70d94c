//! What is asked of puzzles that are made, and how it is written on the command line.

use std::ops::RangeInclusive;
use std::time::Duration;

use compressed_io::InputFile;
use sudoku_core::{Board, Cell};
use sudoku_generator::{
    Guesses, Minimality, Pattern, PatternSymmetry, PuzzleId, PuzzleRequest, WantedDifficulty,
    WantedSteps,
};
use sudoku_logic::{HodokuLevel, NamedTechniques};
use sudoku_registry::find;

use crate::error::CliError;
use crate::inline_or_file::{self, InlineOrFile};
use crate::scale::{DifficultyScale, ScaleName};
use crate::values;

/// What every puzzle has to meet, here and in data sets.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ConstraintArgs {
    /// Only minimal puzzles, from which no clue can be removed but those of --given, with a
    /// symmetry too
    #[arg(long)]
    pub(crate) minimal: bool,

    /// The symmetry of the pattern of clues; without --clues, no orbit of clues can be removed
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = values::symmetries())]
    pub(crate) symmetry: PatternSymmetry,

    /// How many clues: a number, or a range with both ends in it
    // What begins with a hyphen is a range all the same, and told what is wrong with it.
    #[arg(long, value_name = "A..B", value_parser = clues, allow_hyphen_values = true)]
    pub(crate) clues: Option<RangeInclusive<usize>>,

    /// How many attempts each puzzle may take [default: 1000]
    #[arg(long, value_name = "N", value_parser = values::number(1..=u32::MAX))]
    pub(crate) attempts: Option<u32>,
}

impl ConstraintArgs {
    /// The request for puzzles that meet these constraints.
    pub(crate) fn request(&self) -> PuzzleRequest<'static> {
        let request = PuzzleRequest::new()
            .with_symmetry(self.symmetry)
            .with_attempts(self.attempts.unwrap_or(ATTEMPTS));
        let minimality = match (&self.clues, self.minimal) {
            (_, true) => Minimality::Strict,
            (Some(_), false) => Minimality::Any,
            (None, false) => Minimality::Orbits,
        };
        match self.clues.clone() {
            Some(clues) => request.with_minimality(minimality).with_clues(clues),
            None => request.with_minimality(minimality),
        }
    }
}

/// What is asked of the steps of a puzzle on a scale of human logic.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct StepArgs {
    /// The level on the scale `hodoku`, or a range such as medium..hard
    #[arg(long, value_name = "A..B", value_parser = levels)]
    level: Option<RangeInclusive<HodokuLevel>>,

    /// Techniques or groups of them, with commas between: a step of each has to be on the path of
    /// the --scale, where what comes before it does not suffice
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = values::techniques())]
    needs: Vec<NamedTechniques>,

    /// Techniques or groups of them, with commas between, that a player does not have: all others
    /// of the --scale have to suffice, and --difficulty, --level and --needs go by that player's
    /// path
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = values::techniques())]
    without: Vec<NamedTechniques>,
}

impl StepArgs {
    /// Whether anything is asked.
    pub(crate) const fn is_any(&self) -> bool {
        self.level.is_some() || !self.needs.is_empty() || !self.without.is_empty()
    }

    /// A difficulty on a scale of human logic, in tenths, with what is asked of the steps.
    pub(crate) fn wanted(
        &self,
        scale: ScaleName,
        range: Option<&RangeInclusive<u64>>,
    ) -> Result<WantedDifficulty, CliError> {
        let (levels, needs, without) =
            (self.level.clone(), self.needs.clone(), self.without.clone());
        let tenths = range.cloned().unwrap_or(0..=u64::MAX);
        let steps = WantedSteps { levels, needs, without };
        Ok(WantedDifficulty::of_steps(&scale, tenths, &steps)?)
    }
}

/// All that `sudoku generate` can ask of a puzzle.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RequestArgs {
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,

    /// The cells that hold clues, and no others: 81 characters or a file with them
    ///
    /// Blanks are `.`, `0`, `-` and `_`; white space is passed over, and so are lines that begin
    /// with `#` where the 81 characters can do without them. Of a puzzle, in any form, the clues'
    /// cells are taken.
    #[arg(long, value_name = "PICTURE|FILE", value_parser = inline_or_file::pattern, allow_hyphen_values = true)]
    pub(crate) pattern: Option<InlineOrFile<Pattern>>,

    /// Clues that the puzzle has: 81 characters or a file with them
    #[arg(long, value_name = "PUZZLE|FILE", value_parser = inline_or_file::board, allow_hyphen_values = true)]
    pub(crate) given: Option<InlineOrFile<Board>>,

    /// How difficult: a number on the --scale, such as 7.2 or 5, or a range with both ends in it
    #[arg(long, value_name = "A..B", value_parser = tenths, allow_hyphen_values = true)]
    pub(crate) difficulty: Option<RangeInclusive<u64>>,

    /// The scale of difficulty: ER on the scales `se` and `sukaku`, the score on that of `hodoku`,
    /// or the guesses that a strategy takes to prove a puzzle proper, which for `board` and `auto`
    /// depend on the processor [default: guesses:mrv]
    #[arg(long, value_name = "SCALE", value_parser = values::scales())]
    pub(crate) scale: Option<DifficultyScale>,

    #[command(flatten)]
    pub(crate) steps: StepArgs,

    /// Over how many symmetric images of the puzzle the difficulty is averaged, itself among them;
    /// up to 10,000; for guesses [default: 10]
    #[arg(long, value_name = "N", requires = "difficulty", value_parser = values::number(1..=10_000_u32))]
    pub(crate) images: Option<u32>,

    /// How long to go on at most, such as 500ms, 30s or 2h
    ///
    /// Without --attempts there is no limit on these then. What is made in the time may be another
    /// number of puzzles each time.
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
}

impl RequestArgs {
    /// Whether nothing is asked for but perhaps minimality.
    pub(crate) fn is_free(&self) -> bool {
        self.constraints.symmetry == PatternSymmetry::None
            && self.constraints.clues.is_none()
            && self.pattern.is_none()
            && self.given.is_none()
            && self.difficulty.is_none()
            && !self.steps.is_any()
            && !matches!(self.scale, Some(DifficultyScale::Human(_)))
    }

    /// The difficulty that is asked for, if any is.
    pub(crate) fn wanted(&self) -> Result<Option<WantedDifficulty>, CliError> {
        let range = self.difficulty.clone();
        match &self.scale {
            Some(_) if range.is_none() && !self.steps.is_any() => Err(CliError::Usage(
                "--scale takes --difficulty, --level, --needs or --without; --difficulty 0.. is any",
            )),
            Some(DifficultyScale::Human(_)) if self.images.is_some() => {
                Err(CliError::Usage("--images is for guesses: people solve the puzzle as it is"))
            }
            Some(DifficultyScale::Human(scale)) => {
                self.steps.wanted(*scale, range.as_ref()).map(Some)
            }
            _ if self.steps.is_any() => Err(CliError::Usage(
                "--needs and --without take a scale of techniques: --scale se, sukaku or hodoku; \
                 --level takes --scale hodoku",
            )),
            scale => {
                let Some(range) = range else { return Ok(None) };
                let guesses = match scale {
                    Some(DifficultyScale::Guesses(guesses)) => *guesses,
                    _ => default_scale()?,
                };
                let guesses = guesses.averaged_over(self.images.unwrap_or(IMAGES));
                Ok(Some(WantedDifficulty::of_guesses(guesses, range)?))
            }
        }
    }

    /// The files that were read for it.
    pub(crate) fn files(&self) -> Vec<InputFile> {
        let pattern = self.pattern.as_ref().and_then(InlineOrFile::file);
        let given = self.given.as_ref().and_then(InlineOrFile::file);
        pattern.into_iter().chain(given).cloned().collect()
    }

    /// The request for each puzzle, with its difficulty: that of the ID if there is one.
    pub(crate) fn request<'a>(
        &self,
        id: Option<&PuzzleId>,
        wanted: Option<&'a WantedDifficulty>,
    ) -> PuzzleRequest<'a> {
        if let Some(id) = id {
            return id.request();
        }
        let givens = self.given.as_deref().copied().unwrap_or(Board::EMPTY);
        let mut request = self.constraints.request().with_givens(givens);
        if self.time.is_some() && self.constraints.attempts.is_none() {
            request.attempts = u32::MAX;
        }
        if let Some(pattern) = self.pattern.as_deref().copied() {
            request = request.with_pattern(pattern);
            if !self.constraints.minimal {
                request = request.with_minimality(Minimality::Any);
            }
        }
        match wanted {
            Some(wanted) => wanted.constrain(request),
            None => request,
        }
    }
}

/// What difficulties are measured by if nothing is said.
fn default_scale() -> Result<Guesses<'static>, CliError> {
    let mrv = find("mrv").ok_or(CliError::Usage("name a --scale"))?;
    Ok(Guesses::new(mrv.name, mrv.solver))
}

/// Over how many images guesses are averaged unless something else is asked for.
const IMAGES: u32 = 10;

/// How many attempts a puzzle may take unless something else is asked for.
const ATTEMPTS: u32 = 1000;

/// Reads a number, or a range with both ends in it, either of which may be left open.
fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    ends(text, |text| text.parse().ok()).ok_or_else(|| match ends(text, digits) {
        Some(_) => format!("write whole numbers from 0 to {}", Cell::COUNT),
        None => "write it like 24, 24..28 or 24..".to_owned(),
    })
}

/// Reads such a range in tenths.
pub(crate) fn tenths(text: &str) -> Result<RangeInclusive<u64>, String> {
    let end = |text: &str| {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let tenth: u64 = tenth.parse().ok().filter(|_| tenth.len() == 1)?;
        whole.parse::<u64>().ok()?.checked_mul(10)?.checked_add(tenth)
    };
    let any = |text: &str| {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        digits(whole).filter(|_| tenth.len() == 1).and_then(|_| digits(tenth))
    };
    ends(text, end).ok_or_else(|| match ends(text, any) {
        Some(_) => format!("write numbers from 0 to {}.{}", u64::MAX / 10, u64::MAX % 10),
        None => "write it like 7.2, 5..8 or 7.1..".to_owned(),
    })
}

/// Passes over a whole number, however large it is.
fn digits(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(0)
}

/// Reads a range by what reads its ends.
fn ends(text: &str, end: impl Fn(&str) -> Option<u64>) -> Option<RangeInclusive<u64>> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let most = most.strip_prefix('=').unwrap_or(most);
    let end = |text: &str, open| if text.is_empty() { Some(open) } else { end(text) };
    if text.is_empty() { None } else { Some(end(least, 0)?..=end(most, u64::MAX)?) }
}

/// Reads a level, or a range of them with both ends in it.
fn levels(text: &str) -> Result<RangeInclusive<HodokuLevel>, String> {
    let level = |name: &str, open| if name.is_empty() { Ok(open) } else { name.parse() };
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let least = level(least, HodokuLevel::Easy).map_err(|error| error.to_string())?;
    let most = level(most, HodokuLevel::Extreme).map_err(|error| error.to_string())?;
    if text.is_empty() {
        return Err("write it like hard or medium..hard".to_owned());
    }
    if least > most {
        let [least, most] = [least, most].map(|level| level.name().to_lowercase());
        return Err(format!("the lower level comes first: {most}..{least}"));
    }
    Ok(least..=most)
}

/// Reads how long something may take.
fn time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("nothing is made in no time".to_owned()),
        time => time.map_err(|_| "write it like 500ms, 30s or 2h".to_owned()),
    }
}

/// Reads a range of clues.
fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let narrow = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    range(text).map(|range| narrow(*range.start())..=narrow(*range.end()))
}
