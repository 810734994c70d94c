//! The constraints on generated puzzles, and their syntax on the command line.

use std::ops::RangeInclusive;
use std::time::Duration;

use compressed_io::InputFile;
use sudoku_core::{Board, Cell, Solver};
use sudoku_generator::{
    Difficulty, GenerateError, Guesses, Minimality, Pattern, PatternSymmetry, PuzzlePlan,
    PuzzleRequest, StepConditions, TechniqueDifficulty,
};
use sudoku_logic::{HodokuLevel, NamedTechniques};
use sudoku_registry::find;

use crate::error::CliError;
use crate::inline_or_file::{self, InlineOrFile};
use crate::scale::{DifficultyScale, ScaleName};
use crate::symmetry_choice::SymmetryChoice;
use crate::values;

/// The constraints for single puzzles and data sets.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ConstraintArgs {
    /// Only minimal puzzles: no clue except those of --given is redundant
    ///
    /// This includes puzzles with a symmetry, where otherwise only whole orbits of clues (cells
    /// that the symmetry maps to each other) cannot be removed.
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Number of clues: a number or an inclusive range
    // A value with a leading hyphen is parsed too, so that the error message explains the syntax.
    #[arg(long, value_name = "A..B", value_parser = count_range, allow_hyphen_values = true)]
    pub(crate) clues: Option<RangeInclusive<usize>>,

    /// Maximum number of attempts per puzzle [default: 1000]
    #[arg(long, value_name = "N", value_parser = values::number(1..=u32::MAX))]
    pub(crate) attempts: Option<u32>,
}

impl ConstraintArgs {
    /// Returns the request for puzzles that meet these constraints.
    fn request(&self) -> PuzzleRequest<'static> {
        let request = PuzzleRequest::new().with_attempts(self.attempts.unwrap_or(ATTEMPTS));
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

/// The option for techniques that are off by default.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WithArgs {
    /// Also use these techniques, which are off by default (comma-separated)
    ///
    /// Only --scale hodoku has such techniques; `sudoku techniques` lists them. Each is tried at
    /// its place in the order of HoDoKu. A group adds all of its techniques that are off. Fish of
    /// five to seven houses can take minutes per board.
    #[arg(id = "with", long = "with", value_name = "NAMES", value_delimiter = ',', value_parser = values::techniques(), hide_possible_values = true, hide_short_help = true)]
    pub(crate) names: Vec<NamedTechniques>,
}

/// The constraints on the solving steps of a puzzle on a rating scale.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct StepArgs {
    /// HoDoKu level or range, such as medium..hard; needs --scale hodoku
    #[arg(long, value_name = "A..B", value_parser = levels)]
    level: Option<RangeInclusive<HodokuLevel>>,

    /// Require these techniques (comma-separated)
    ///
    /// The solution path of the --scale must contain a step of each. No earlier technique of the
    /// scale applies at that point. `sudoku techniques` lists the names of techniques and groups.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = values::techniques(), hide_possible_values = true)]
    needs: Vec<NamedTechniques>,

    /// Eliminations by a step of each technique of --needs
    #[arg(long, value_name = "A..B", requires = "needs", value_parser = count_range, allow_hyphen_values = true)]
    eliminations: Option<RangeInclusive<usize>>,

    /// Allow only these techniques before the first step of --needs (comma-separated)
    #[arg(long, value_name = "NAMES", requires = "needs", value_delimiter = ',', value_parser = values::techniques(), hide_possible_values = true, hide_short_help = true)]
    before: Vec<NamedTechniques>,

    /// Allow only these techniques, and those of --needs, after its first step (comma-separated)
    #[arg(long, value_name = "NAMES", requires = "needs", value_delimiter = ',', value_parser = values::techniques(), hide_possible_values = true, hide_short_help = true)]
    after: Vec<NamedTechniques>,

    /// Allow only singles beside --needs
    ///
    /// The same as --before singles --after singles.
    #[arg(long, requires = "needs", conflicts_with_all = ["before", "after"])]
    only_singles_around: bool,

    /// Exclude these techniques (comma-separated)
    ///
    /// The puzzle must be solvable by the other techniques of the --scale. --difficulty, --level
    /// and --needs then apply to that solution path. `sudoku techniques` lists the names of
    /// techniques and groups.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = values::techniques(), hide_possible_values = true)]
    without: Vec<NamedTechniques>,

    #[command(flatten)]
    with: WithArgs,
}

impl StepArgs {
    /// Returns true if there is any constraint. The other options require --needs.
    pub(crate) const fn is_any(&self) -> bool {
        self.level.is_some()
            || !self.needs.is_empty()
            || !self.without.is_empty()
            || !self.with.names.is_empty()
    }

    /// Returns the wanted difficulty on a rating scale, in tenths, with the constraints on steps.
    pub(crate) fn wanted(
        &self,
        scale: ScaleName,
        range: Option<&RangeInclusive<u64>>,
    ) -> Result<Difficulty, CliError> {
        let Self { level, needs, eliminations, before, after, only_singles_around, without, with } =
            self.clone();
        let singles: Vec<NamedTechniques> = NamedTechniques::by_name("singles")
            .filter(|_| only_singles_around)
            .into_iter()
            .collect();
        let conditions = StepConditions {
            levels: level,
            needs,
            eliminations,
            before: [before, singles.clone()].concat(),
            after: [after, singles].concat(),
            without,
            with: with.names,
        };
        let measure = TechniqueDifficulty::by_names(&scale, &conditions)?;
        Ok(Difficulty::in_tenths(measure, range.cloned().unwrap_or(0..=u64::MAX))?)
    }
}

/// The option that spreads puzzles over their difficulties.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct SpreadArg {
    /// Spread the puzzles evenly over --difficulty or --level
    ///
    /// Otherwise most puzzles have the commonest difficulties of the range. The range is split into
    /// up to ten parts, and puzzles are taken from them in turn. If the attempts find no puzzle of
    /// a part, the whole range gets as many attempts.
    #[arg(long)]
    pub(crate) spread: bool,
}

/// All constraints of `sudoku generate`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RequestArgs {
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,

    /// Symmetry of the clue pattern
    ///
    /// Without --clues, no whole orbit of clues (cells that the symmetry maps to each other) can be
    /// removed. With random, the seed chooses a symmetry for each puzzle. If the attempts find no
    /// such puzzle, the other symmetries get as many attempts.
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = values::symmetries_or_random())]
    pub(crate) symmetry: SymmetryChoice,

    /// Cells that hold clues, others stay blank: 81 characters or a file
    ///
    /// Blanks are `.`, `0`, `-` and `_`. White space is ignored, and so are lines that begin with
    /// `#` unless they are part of the 81 characters. For a puzzle in any format, the cells of its
    /// clues are used.
    #[arg(long, value_name = "PICTURE|FILE", value_parser = inline_or_file::pattern, allow_hyphen_values = true)]
    pub(crate) pattern: Option<InlineOrFile<Pattern>>,

    /// Clues that every puzzle must contain: 81 characters or a file
    #[arg(long, value_name = "PUZZLE|FILE", value_parser = inline_or_file::board, allow_hyphen_values = true)]
    pub(crate) given: Option<InlineOrFile<Board>>,

    /// Difficulty on the --scale: a number or a range, such as 7.1..7.3
    #[arg(long, value_name = "A..B", value_parser = tenths, allow_hyphen_values = true)]
    pub(crate) difficulty: Option<RangeInclusive<u64>>,

    /// Scale: se, sukaku, hodoku or guesses:STRATEGY [default: guesses:mrv]
    ///
    /// On se and sukaku the difficulty is the ER, on hodoku the score. guesses:STRATEGY counts the
    /// guesses that a strategy needs to prove a puzzle proper; see --strategy for the names. For
    /// `board` and `auto` this number depends on the processor.
    #[arg(long, value_name = "SCALE", value_parser = values::scales(), hide_possible_values = true)]
    pub(crate) scale: Option<DifficultyScale>,

    #[command(flatten)]
    pub(crate) steps: StepArgs,

    /// Average guesses over N symmetric images, 1 to 10000 [default: 10]
    #[arg(long, value_name = "N", requires = "difficulty", hide_short_help = true, value_parser = values::number(1..=10_000_u32))]
    pub(crate) images: Option<u32>,

    /// Time limit, such as 500ms, 30s or 2h
    ///
    /// Attempts are then unlimited unless --attempts is given. The number of puzzles made in the
    /// time differs from run to run.
    #[arg(long, value_name = "TIME", value_parser = values::time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
}

impl RequestArgs {
    /// Returns true if there is no constraint except possibly minimality.
    pub(crate) fn is_free(&self) -> bool {
        self.symmetry == SymmetryChoice::Fixed(PatternSymmetry::None)
            && self.constraints.clues.is_none()
            && self.pattern.is_none()
            && self.given.is_none()
            && self.difficulty.is_none()
            && !self.steps.is_any()
            && !matches!(self.scale, Some(DifficultyScale::Human(_)))
    }

    /// Returns the wanted difficulty, if any.
    pub(crate) fn wanted(&self) -> Result<Option<Difficulty>, CliError> {
        let range = self.difficulty.clone();
        match &self.scale {
            Some(_) if range.is_none() && !self.steps.is_any() => Err(CliError::Usage(
                "--scale needs --difficulty, --level, --needs, --without or --with; use \
                 --difficulty 0.. for any difficulty",
            )),
            Some(DifficultyScale::Human(_)) if self.images.is_some() => {
                Err(CliError::Usage("--images needs --scale guesses:STRATEGY"))
            }
            Some(DifficultyScale::Human(scale)) => {
                self.steps.wanted(*scale, range.as_ref()).map(Some)
            }
            _ if self.steps.level.is_some() => Err(CliError::Usage("--level needs --scale hodoku")),
            _ if !self.steps.with.names.is_empty() => {
                Err(CliError::Usage("--with needs --scale hodoku"))
            }
            _ if self.steps.is_any() => {
                Err(CliError::Usage("--needs and --without need --scale se, sukaku or hodoku"))
            }
            scale => {
                let Some(range) = range else { return Ok(None) };
                let guesses = match scale {
                    Some(DifficultyScale::Guesses(guesses)) => *guesses,
                    _ => default_scale()?,
                };
                let guesses = guesses.averaged_over(self.images.unwrap_or(IMAGES));
                Ok(Some(Difficulty::in_tenths(guesses, range)?))
            }
        }
    }

    /// Returns the files that the options were read from.
    pub(crate) fn files(&self) -> Vec<InputFile> {
        let pattern = self.pattern.as_ref().and_then(InlineOrFile::file);
        let given = self.given.as_ref().and_then(InlineOrFile::file);
        pattern.into_iter().chain(given).cloned().collect()
    }

    /// Returns the request for puzzles of any symmetry and difficulty.
    fn request(&self) -> PuzzleRequest<'static> {
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
        request
    }

    /// Returns the plan for the puzzles, or the reason why they are impossible.
    pub(crate) fn plan(
        &self,
        is_spread: bool,
        solver: &dyn Solver,
    ) -> Result<PuzzlePlan, CliError> {
        let difficulty = self.wanted()?;
        let parts = if is_spread { self.parts(difficulty.as_ref())? } else { Vec::new() };
        let steps = difficulty.as_ref().map_or(0, Difficulty::climb_steps);
        let plan = PuzzlePlan::new(self.request().with_climb(steps), difficulty);
        let plan = plan.with_symmetries(self.symmetry.all()).with_parts(parts);
        Ok(plan.possible(solver).map_err(GenerateError::from)?)
    }

    /// Returns the plan, like [`plan`](Self::plan). `--spread` needs a difficulty with parts.
    pub(crate) fn plan_with(
        &self,
        SpreadArg { spread }: SpreadArg,
        solver: &dyn Solver,
    ) -> Result<PuzzlePlan, CliError> {
        let plan = self.plan(spread, solver)?;
        if spread && plan.parts().is_empty() {
            return Err(CliError::Usage(
                "--spread needs a range with both ends that holds several difficulties: \
                 --difficulty A..B or --level A..B",
            ));
        }
        Ok(plan)
    }

    /// Returns the parts of the wanted difficulty: its levels if there are several, otherwise
    /// ranges of the scale. Returns nothing if it has only one part.
    fn parts(&self, wanted: Option<&Difficulty>) -> Result<Vec<Difficulty>, CliError> {
        let Some(wanted) = wanted else { return Ok(Vec::new()) };
        let part = |change: &dyn Fn(&mut Self)| {
            let mut part = self.clone();
            change(&mut part);
            part.wanted()
        };
        let levels = HodokuLevel::ALL.into_iter();
        let levels =
            levels.filter(|level| self.steps.level.as_ref().is_some_and(|it| it.contains(level)));
        let levels: Vec<HodokuLevel> = levels.collect();
        let ranges = wanted.scale.parts(&wanted.range, MOST_PARTS);
        let parts: Result<Vec<_>, _> = if levels.len() > 1 {
            levels.iter().map(|&level| part(&|it| it.steps.level = Some(level..=level))).collect()
        } else if ranges.len() > 1 {
            let tenths = |range: &RangeInclusive<u64>| {
                wanted.tenths(*range.start())..=wanted.tenths(*range.end())
            };
            ranges.iter().map(|range| part(&|it| it.difficulty = Some(tenths(range)))).collect()
        } else {
            Ok(Vec::new())
        };
        Ok(parts?.into_iter().flatten().collect())
    }
}

/// The maximum number of parts that a range of difficulties is split into.
const MOST_PARTS: u64 = 10;

/// Returns the default measure of difficulty.
fn default_scale() -> Result<Guesses<'static>, CliError> {
    let mrv = find("mrv").ok_or(CliError::Usage("--difficulty needs a --scale"))?;
    Ok(Guesses::new(mrv.name, mrv.solver))
}

/// The default number of images to average guesses over.
const IMAGES: u32 = 10;

/// The default maximum number of attempts per puzzle.
const ATTEMPTS: u32 = 1000;

/// Parses a number or an inclusive range, either end of which may be open.
fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let found = ends(text, |text| text.parse().ok()).ok_or_else(|| match ends(text, digits) {
        Some(_) => format!("expected whole numbers from 0 to {}", Cell::COUNT),
        None => "expected a number or range, such as 24, 24..28 or 24..".to_owned(),
    });
    in_order(text, found?)
}

/// Parses such a range in tenths.
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
    let found = ends(text, end).ok_or_else(|| match ends(text, any) {
        Some(_) => format!("expected numbers from 0 to {}.{}", u64::MAX / 10, u64::MAX % 10),
        None => {
            let advice = match levels(text) {
                Ok(_) => "; for a level, use --scale hodoku --level",
                Err(_) => "",
            };
            format!("expected a number or range, such as 7.2, 5..8 or 7.1..{advice}")
        }
    });
    in_order(text, found?)
}

/// Refuses a range whose start is above its end.
fn in_order(text: &str, range: RangeInclusive<u64>) -> Result<RangeInclusive<u64>, String> {
    match text.split_once("..") {
        Some((least, most)) if range.start() > range.end() => {
            let most = most.strip_prefix('=').unwrap_or(most);
            Err(format!("the lower number must come first: {most}..{least}"))
        }
        _ => Ok(range),
    }
}

/// Accepts a whole number of any size. Its value is ignored.
fn digits(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(0)
}

/// Parses a range with a parser for its ends.
fn ends(text: &str, end: impl Fn(&str) -> Option<u64>) -> Option<RangeInclusive<u64>> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let most = most.strip_prefix('=').unwrap_or(most);
    let end = |text: &str, open| if text.is_empty() { Some(open) } else { end(text) };
    if text.is_empty() { None } else { Some(end(least, 0)?..=end(most, u64::MAX)?) }
}

/// Parses a level or an inclusive range of levels.
fn levels(text: &str) -> Result<RangeInclusive<HodokuLevel>, String> {
    let level = |name: &str, open| if name.is_empty() { Ok(open) } else { name.parse() };
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let least = level(least, HodokuLevel::Easy).map_err(|error| error.to_string())?;
    let most = level(most, HodokuLevel::Extreme).map_err(|error| error.to_string())?;
    if text.is_empty() {
        return Err("expected a level or range, such as hard or medium..hard".to_owned());
    }
    if least > most {
        let [least, most] = [least, most].map(|level| level.name().to_lowercase());
        return Err(format!("the lower level must come first: {most}..{least}"));
    }
    Ok(least..=most)
}

/// Parses a range of counts.
fn count_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let narrow = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    range(text).map(|range| narrow(*range.start())..=narrow(*range.end()))
}
