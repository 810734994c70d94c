//! Parsers for argument values: whole numbers, and names from a list. Help and shell completions
//! show the lists.

use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use strsim::levenshtein;
use sudoku_dataset::Identity;
use sudoku_generator::{Guesses, PatternSymmetry, VariantKind};
use sudoku_logic::{NamedTechniques, RatingScale};
use sudoku_registry::{STRATEGIES, Strategy, find_available};
use sudoku_search::Measure;
use sudoku_text::FileFormat;

use crate::format::OutputFormat;
use crate::scale::{DifficultyScale, ScaleName};
use crate::symmetry_choice::SymmetryChoice;

/// Returns a parser for whole numbers in a range.
pub(crate) fn number<T>(range: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// Returns a parser for whole numbers of up to 64 bits.
pub(crate) fn any_number() -> impl TypedValueParser<Value = u64> {
    number(0..=u64::MAX)
}

/// Returns a parser for a count of one or more.
pub(crate) fn count() -> impl TypedValueParser<Value = u64> {
    number(1..=u64::MAX)
}

/// Parses a time limit.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("expected a time above 0, such as 500ms".to_owned()),
        time => time.map_err(|_| "expected a time, such as 500ms, 30s or 2h".to_owned()),
    }
}

/// Returns a parser for a folder name, which refuses `-` (standard output).
pub(crate) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() != "-" {
        true => Ok(path),
        false => Err("expected a folder, not standard output"),
    })
}

/// Returns a parser for the names of text formats.
pub(crate) fn file_formats() -> impl TypedValueParser<Value = FileFormat> {
    PossibleValuesParser::new(FileFormat::ALL.iter().map(possible_value))
        .try_map(|name| name.parse())
}

/// Returns a parser for the names of output formats.
pub(crate) fn output_formats() -> impl TypedValueParser<Value = OutputFormat> {
    let others = [
        PossibleValue::new("drawing").help("Board drawn with lines"),
        PossibleValue::new("svg").help("Pages to print"),
        PossibleValue::new("parquet").help("Parquet, with a column for each value"),
    ];
    PossibleValuesParser::new(others.into_iter().chain(FileFormat::ALL.iter().map(possible_value)))
        .try_map(|name| name.parse())
}

/// Returns a parser for the names of the output formats of rows.
pub(crate) fn row_formats() -> impl TypedValueParser<Value = OutputFormat> {
    let names = [
        ("line", "A line for each puzzle"),
        ("csv", "Values separated by commas, with a header"),
        ("tsv", "Values separated by tabs, with a header"),
        ("jsonl", "One JSON object per line, as with --json"),
        ("parquet", "Parquet, with a column for each value"),
    ];
    PossibleValuesParser::new(names.map(|(name, help)| PossibleValue::new(name).help(help)))
        .try_map(|name| name.parse())
}

fn possible_value(format: &FileFormat) -> PossibleValue {
    PossibleValue::new(format.name()).aliases(format.aliases()).help(format.about())
}

/// Returns a parser for the names of strategies.
pub(crate) fn strategies() -> impl TypedValueParser<Value = &'static Strategy> {
    let names = STRATEGIES.iter().map(|strategy| strategy.name);
    PossibleValuesParser::new(names).try_map(|name| find_available(&name))
}

/// Returns a parser for the names of difficulty scales, including `guesses:STRATEGY`.
pub(crate) fn scales() -> impl TypedValueParser<Value = DifficultyScale> {
    let human =
        RatingScale::all().map(|scale| PossibleValue::new(scale.name()).help(scale.title()));
    let guesses = STRATEGIES.iter().map(|strategy| format!("guesses:{}", strategy.name).into());
    PossibleValuesParser::new(human.into_iter().chain(guesses)).try_map(|name: String| {
        if let Some(scale) = RatingScale::by_name(&name) {
            return Ok(DifficultyScale::Human(ScaleName(scale)));
        }
        let name = name.rsplit(':').next().unwrap_or_default();
        let guesses = |strategy: &'static Strategy| Guesses::new(strategy.name, strategy.solver);
        find_available(name).map(guesses).map(DifficultyScale::Guesses)
    })
}

/// Returns a parser for the names of techniques and technique groups.
pub(crate) const fn techniques() -> impl TypedValueParser<Value = NamedTechniques> {
    TechniqueParser
}

/// Parses the names of techniques, also as steps print them ("X-Wing"), which a plain list of
/// possible values cannot do. Its possible values are the names that some scale knows. They are
/// listed when they are needed: each run makes the parsers of all options.
#[derive(Clone)]
struct TechniqueParser;

/// Returns the techniques and groups that some scale knows.
fn known_techniques() -> impl Iterator<Item = NamedTechniques> {
    NamedTechniques::all().filter(|named| {
        RatingScale::all().iter().any(|scale| scale.knows(&named.steps) || scale.can_add(named))
    })
}

/// Returns the technique that was most likely meant: a known synonym, a name within a few edits, or
/// one with fewer or more words.
fn near_technique(name: &str) -> Option<String> {
    let name = name.to_lowercase();
    let words = words(&name);
    let letters = words.concat();
    if let Some((_, known)) = OTHER_NAMES.iter().find(|(other, _)| words == *other) {
        return Some((*known).to_owned());
    }
    let names: Vec<String> = known_techniques().map(|named| named.name).collect();
    let edits = |known: &str| levenshtein(&letters, &self::words(known).concat());
    let (edits, near) = names.iter().map(|known| (edits(known), known)).min()?;
    if 4 * edits <= letters.len() {
        return Some(near.clone()).filter(|_| !letters.is_empty());
    }
    let is_in = |some: &[&str], all: &[&str]| some.iter().all(|word| all.contains(word));
    let is_part = |known: &&String| {
        let known = self::words(known);
        is_in(&words, &known) || is_in(&known, &words)
    };
    names.iter().find(is_part).filter(|_| letters.len() > 2).cloned()
}

/// Names that players use for some techniques, split into words, with the names of this program.
const OTHER_NAMES: [([&str; 2], &str); 2] =
    [(["full", "house"], "last-cell"), (["unique", "rectangle"], "uniqueness")];

/// Splits a name into words at every character that is not alphanumeric.
fn words(name: &str) -> Vec<&str> {
    name.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

impl TypedValueParser for TechniqueParser {
    type Value = NamedTechniques;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<NamedTechniques, clap::Error> {
        let named = |name: &str| {
            let error = || {
                let near = near_technique(name);
                let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                format!("unknown technique (`sudoku techniques` lists all){near}")
            };
            NamedTechniques::by_name(name.trim()).ok_or_else(error)
        };
        named.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |known: NamedTechniques| match known.about() {
            Some(about) => PossibleValue::new(known.name).help(about),
            None => PossibleValue::new(known.name),
        };
        Some(Box::new(known_techniques().map(value)))
    }
}

/// Returns a parser for the kinds of rules that generated puzzles can have.
pub(crate) fn variant_kinds() -> impl TypedValueParser<Value = VariantKind> {
    let names = VariantKind::all().map(|kind| PossibleValue::new(kind.name()).help(kind.about()));
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Returns a parser for the names of rating scales.
pub(crate) fn human_scales() -> impl TypedValueParser<Value = ScaleName> {
    let names =
        RatingScale::all().map(|scale| PossibleValue::new(scale.name()).help(scale.title()));
    PossibleValuesParser::new(names)
        .try_map(|name| RatingScale::by_name(&name).map(ScaleName).ok_or("unknown scale"))
}

/// Returns a parser for the names of measures.
pub(crate) fn measures() -> impl TypedValueParser<Value = &'static Measure> {
    let names = Measure::all().map(|it| PossibleValue::new(it.name()).help(it.title()));
    PossibleValuesParser::new(names)
        .try_map(|name| Measure::by_name(&name).ok_or("unknown measure"))
}

/// Returns a parser for the identities of puzzles.
pub(crate) fn identities() -> impl TypedValueParser<Value = Identity> {
    let names = [
        ("puzzle", "the puzzle, up to symmetry and relabeling"),
        ("solution", "the solution grid, up to symmetry and relabeling"),
    ];
    PossibleValuesParser::new(names.map(|(name, help)| PossibleValue::new(name).help(help)))
        .map(|name| if name == "solution" { Identity::Solution } else { Identity::Puzzle })
}

/// Returns a parser for the names of symmetries and for `random`.
pub(crate) fn symmetries_or_random() -> impl TypedValueParser<Value = SymmetryChoice> {
    let random = PossibleValue::new("random").help("Another one for each puzzle, never none");
    let names = symmetry_names().map(PossibleValue::from).chain([random]);
    PossibleValuesParser::new(names).try_map(|name| match &name[..] {
        "random" => Ok(SymmetryChoice::Random),
        name => name.parse().map(SymmetryChoice::Fixed),
    })
}

fn symmetry_names() -> impl Iterator<Item = String> {
    PatternSymmetry::ALL.iter().map(ToString::to_string)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use sudoku_logic::StepName;

    use super::*;

    #[test]
    fn printed_names_of_techniques_are_read_back() {
        let command = Command::new("sudoku");
        for &step in StepName::all() {
            let printed = step.to_string();
            let spellings = [printed.to_uppercase(), printed.to_lowercase(), format!(" {printed}")];
            for name in spellings.iter().chain([&printed]) {
                let named = techniques().parse_ref(&command, None, OsStr::new(name)).unwrap();
                assert_eq!(named.steps, [step], "{name}");
            }
        }
        assert!(techniques().parse_ref(&command, None, OsStr::new("guessing")).is_err());
    }
}
