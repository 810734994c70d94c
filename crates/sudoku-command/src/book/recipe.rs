//! The recipe of a book: its keys, which are options of the command line in a TOML file.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Args, Command, FromArgMatches};
use cli_support::with_causes;
use compressed_io::InputFile;
use sudoku_text::to_utf8;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::constraints::RequestArgs;
use crate::error::CliError;
use crate::helvetica;
use crate::inline_or_file::{InlineOrFile, board_in, pattern_in};
use crate::layout::{A4, ANSWERS};
use crate::values;
use crate::variant_maker::VariantArgs;

/// A paper size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paper {
    A4,
    Letter,
    SixByNine,
}

impl Paper {
    const ALL: [Self; 3] = [Self::A4, Self::Letter, Self::SixByNine];

    const fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "Letter",
            Self::SixByNine => "6x9in",
        }
    }

    /// Returns the width and the height in millimeters.
    pub(super) const fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => A4,
            Self::Letter => (215.9, 279.4),
            Self::SixByNine => (152.4, 228.6),
        }
    }

    /// Returns the empty space at the edges in millimeters.
    pub(super) const fn margin(self) -> f64 {
        match self {
            Self::A4 | Self::Letter => 15.0,
            Self::SixByNine => 12.7,
        }
    }

    /// Returns the maximum number of answers per page.
    pub(super) const fn answers(self) -> usize {
        match self {
            Self::A4 | Self::Letter => ANSWERS,
            Self::SixByNine => 6,
        }
    }
}

/// The keys of a recipe outside its sections.
#[derive(Debug, Args)]
struct BookKeys {
    #[arg(long, value_parser = printable)]
    title: Option<String>,
    #[arg(long, default_value = "A4", value_parser = papers())]
    paper: Paper,
    #[arg(long, default_value_t = 4, value_parser = values::number(1..=30_usize))]
    per_page: usize,
    #[arg(long, value_parser = values::any_number())]
    seed: u64,
}

/// The keys of a section.
#[derive(Debug, Args)]
struct SectionKeys {
    #[arg(long, value_parser = printable)]
    title: Option<String>,
    #[arg(long, required_unless_present_any = ["file", "rules_file"], value_parser = values::number(1..=MOST_PUZZLES))]
    count: Option<u64>,
    #[arg(long)]
    file: Option<PathBuf>,
    #[arg(long)]
    rules_file: Option<PathBuf>,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    request: RequestArgs,
}

/// The maximum number of puzzles of a section.
pub(super) const MOST_PUZZLES: u64 = 100_000;

/// Keys that exclude most other keys of a section. The first of them in a section counts.
const KEYS_WITH: [(&str, Only); 3] = [
    ("file", ("a file", &["title", "count", "file", "scale", "rules-file"])),
    ("rules-file", ("rules-file and no file", &["title", "rules-file"])),
    ("rules", ("rules", &["title", "count", "rules", "cages", "symmetry", "attempts"])),
];

/// Words for a key, and the only keys of a section that has it.
type Only = (&'static str, &'static [&'static str]);

/// The option of `generate` that no recipe has, because a book does not depend on time.
const NO_KEY: &str = "time";

/// A recipe.
#[derive(Debug)]
pub(super) struct Recipe {
    pub(super) title: Option<String>,
    pub(super) paper: Paper,
    pub(super) per_page: usize,
    pub(super) seed: u64,
    pub(super) sections: Vec<Section>,
    /// The name of the recipe file.
    file: String,
}

/// A section of a recipe.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) title: Option<String>,
    pub(super) count: Option<u64>,
    /// The file of the puzzles, if there is one.
    pub(super) file: Option<InputFile>,
    /// The file of the rules of these puzzles. Without a file of puzzles, it is the only puzzle.
    pub(super) rules_file: Option<InputFile>,
    pub(super) variant: VariantArgs,
    pub(super) request: RequestArgs,
    /// The line of the recipe.
    line: usize,
    /// The lines of its keys.
    lines: BTreeMap<String, usize>,
}

impl Section {
    /// Returns the files that the section is made from.
    pub(super) fn files(&self) -> impl Iterator<Item = InputFile> {
        let files = [&self.file, &self.rules_file].into_iter().flatten().cloned();
        files.chain(self.request.files())
    }

    /// Returns true if the puzzles are generated.
    pub(super) const fn is_generated(&self) -> bool {
        self.file.is_none() && self.rules_file.is_none()
    }

    /// Returns the number of puzzles to generate.
    pub(super) fn generated(&self) -> u64 {
        self.count.filter(|_| self.is_generated()).unwrap_or(0)
    }
}

impl Recipe {
    /// Returns the number of puzzles to generate.
    pub(super) fn generated(&self) -> u64 {
        self.sections.iter().map(Section::generated).sum()
    }

    /// Returns an error about the keys of a section together. It has the line of the first key in
    /// the message.
    pub(super) fn error_in(&self, section: &Section, error: &CliError) -> CliError {
        let message = with_causes(error);
        let key = options(&message).find(|name| section.lines.contains_key(*name));
        let reason = as_keys(&message);
        let own = key.and_then(|key| reason.strip_prefix(key)?.strip_prefix(": "));
        self.mistake_in(section, key.map(str::to_owned), own.unwrap_or(&reason).to_owned())
    }

    /// Returns an error about a file with more puzzles than a section can have.
    pub(super) fn too_many_in(&self, section: &Section) -> CliError {
        let reason = format!(
            "the file has more than {MOST_PUZZLES} puzzles; take the first ones with the key count"
        );
        self.mistake_in(section, Some("file".to_owned()), reason)
    }

    fn mistake_in(&self, section: &Section, key: Option<String>, reason: String) -> CliError {
        let line = key.as_ref().and_then(|key| section.lines.get(key)).copied();
        let line = line.unwrap_or(section.line);
        CliError::Recipe { file: self.file.clone(), line, key, reason }
    }
}

/// Parses the names of paper sizes.
fn papers() -> impl TypedValueParser<Value = Paper> {
    PossibleValuesParser::new(Paper::ALL.map(Paper::name)).try_map(|name| {
        let mut all = Paper::ALL.into_iter();
        all.find(|paper| paper.name() == name).ok_or("unknown paper size")
    })
}

/// Parses a title that the PDF can show.
fn printable(title: &str) -> Result<String, String> {
    match title.chars().find(|&sign| helvetica::byte(sign).is_none()) {
        None => Ok(title.to_owned()),
        Some(sign) => Err(format!(
            "the font of the PDF has no `{}`; use letters of Western European languages",
            sign.escape_debug()
        )),
    }
}

/// Reads a recipe.
pub(super) fn read(source: &InputFile) -> Result<Recipe, CliError> {
    let mut bytes = Vec::new();
    let reader = source.open(&Arc::default())?;
    reader.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| source.error(error))?;
    if bytes.len() as u64 > LONGEST {
        let error = format!("is larger than a recipe can be: {} KiB", LONGEST >> 10);
        return Err(source.error(io::Error::other(error)).into());
    }
    let folder = source.path().and_then(Path::parent).unwrap_or(Path::new(""));
    let text = to_utf8(bytes);
    let text = String::from_utf8_lossy(&text);
    parse(&text, source.name(), folder).map_err(|mistake| CliError::Recipe {
        file: source.name(),
        line: mistake.line,
        key: mistake.key,
        reason: mistake.reason,
    })
}

/// The maximum size of a recipe in bytes.
const LONGEST: u64 = 1 << 20;

/// A mistake in a recipe.
#[derive(Debug)]
struct Mistake {
    line: usize,
    key: Option<String>,
    reason: String,
}

fn parse(text: &str, file: String, folder: &Path) -> Result<Recipe, Mistake> {
    let line_of =
        |at: usize| text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
    let table = DeTable::parse(text).map_err(|error| Mistake {
        line: line_of(error.span().map_or(0, |span| span.start)),
        key: None,
        reason: error.message().to_owned(),
    })?;
    let mut table = table.into_inner();
    let source = Source { line_of: &line_of, folder };
    let sections = table.remove("section");
    let (BookKeys { title, paper, per_page, seed }, _) = source.keys(&table, 0..0, None)?;
    let mistake = |span: Range<usize>, reason: &str| Mistake {
        line: line_of(span.start),
        key: Some("section".to_owned()),
        reason: reason.to_owned(),
    };
    let none = "there is no section; add [[section]] with a title and a count";
    let sections = sections.ok_or_else(|| mistake(0..0, none))?;
    let is_not_list = || mistake(sections.span(), "expected [[section]] above each section");
    let list = sections.get_ref().as_array().ok_or_else(is_not_list)?;
    if list.is_empty() {
        return Err(mistake(sections.span(), none));
    }
    let section = |section: &Spanned<DeValue<'_>>| {
        let table = section.get_ref().as_table().ok_or_else(is_not_list)?;
        let only = KEYS_WITH.into_iter().find(|(key, _)| table.contains_key(*key));
        let (SectionKeys { title, count, file, rules_file, variant, request }, lines) =
            source.keys(table, section.span(), only.map(|(_, only)| only))?;
        let [file, rules_file] = [file, rules_file].map(|file| file.map(InputFile::new));
        let line = line_of(section.span().start);
        Ok(Section { title, count, file, rules_file, variant, request, line, lines })
    };
    let sections = list.iter().map(section).collect::<Result<_, _>>()?;
    Ok(Recipe { title, paper, per_page, seed, sections, file })
}

/// The text of a recipe.
struct Source<'a> {
    /// Returns the line of a byte.
    line_of: &'a dyn Fn(usize) -> usize,
    /// The folder of the recipe.
    folder: &'a Path,
}

impl Source<'_> {
    /// Parses the keys of a table as options of the command line. Also returns their lines. `only`
    /// has the allowed keys and the reason, unless all keys are allowed.
    fn keys<T: Args + FromArgMatches>(
        &self,
        table: &DeTable<'_>,
        span: Range<usize>,
        only: Option<Only>,
    ) -> Result<(T, BTreeMap<String, usize>), Mistake> {
        let command = T::augment_args(Command::new("recipe")).no_binary_name(true);
        let is_key = |arg: &&Arg| arg.get_long().is_some_and(|name| name != NO_KEY);
        let names = || command.get_arguments().filter(is_key).filter_map(Arg::get_long);
        let mut lines = BTreeMap::new();
        let mut words = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let line = (self.line_of)(key.span().start);
            let mistake = |reason| Mistake { line, key: Some(name.to_owned()), reason };
            let Some(arg) =
                command.get_arguments().filter(is_key).find(|arg| arg.get_long() == Some(name))
            else {
                let names = names().collect::<Vec<_>>().join(", ");
                return Err(mistake(format!("unknown key; the keys here are {names}")));
            };
            if let Some((with, only)) = only.filter(|(_, only)| !only.contains(&name)) {
                let only = only.join(", ");
                return Err(mistake(format!("a section with {with} has only the keys {only}")));
            }
            words.extend(self.word(arg, name, value.get_ref()).map_err(mistake)?);
            lines.insert(name.to_owned(), line);
        }
        let matches = command.try_get_matches_from(words);
        let read = matches.and_then(|matches| T::from_arg_matches(&matches));
        let keys = read.map_err(|error| {
            let key = key_of(&error);
            let line = key.as_ref().and_then(|key| lines.get(key));
            let line = line.copied().unwrap_or_else(|| (self.line_of)(span.start));
            Mistake { line, key, reason: reason_of(&error) }
        })?;
        Ok((keys, lines))
    }

    /// Returns the option of the command line that means the same as this key. A flag that is off
    /// is no option.
    fn word(&self, arg: &Arg, name: &str, value: &DeValue<'_>) -> Result<Option<OsString>, String> {
        let is_flag = matches!(arg.get_action(), ArgAction::SetTrue);
        let value = match value {
            DeValue::Boolean(is_on) if is_flag => {
                return Ok(is_on.then(|| format!("--{name}").into()));
            }
            _ if is_flag => return Err("expected true or false".to_owned()),
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_owned(),
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::Array(list) if arg.get_value_delimiter().is_some() => {
                let names: Option<Vec<&str>> =
                    list.iter().map(|item| item.get_ref().as_str()).collect();
                names.ok_or_else(|| "expected a list of texts".to_owned())?.join(",")
            }
            _ if arg.get_value_delimiter().is_some() => {
                return Err("expected a text or a list of texts".to_owned());
            }
            _ => return Err("expected a text or a number".to_owned()),
        };
        let is_file = match name {
            "file" => value != "-",
            "rules-file" if value == "-" => {
                return Err("expected a file, not standard input".to_owned());
            }
            "rules-file" => true,
            "pattern" => is_in_file(pattern_in(self.folder, &value), &value)?,
            "given" => is_in_file(board_in(self.folder, &value), &value)?,
            _ => false,
        };
        let mut word = OsString::from(format!("--{name}="));
        word.push(if is_file { self.folder.join(value).into() } else { OsString::from(value) });
        Ok(Some(word))
    }
}

/// Returns true if a value was read from a file.
fn is_in_file<T>(found: Result<InlineOrFile<T>, String>, value: &str) -> Result<bool, String> {
    let found = found.map_err(|error| invalid(value, &error))?;
    Ok(found.file().is_some())
}

/// Returns the message about an invalid value.
fn invalid(value: &str, cause: &str) -> String {
    format!("invalid value `{value}`: {}", as_keys(cause))
}

/// Returns the key that an error is about.
fn key_of(error: &clap::Error) -> Option<String> {
    let name = match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(name) => name,
        ContextValue::Strings(names) => names.first()?,
        _ => return None,
    };
    let name = name.split([' ', '=']).next().unwrap_or_default();
    Some(name.trim_start_matches('-').to_owned())
}

/// Returns the message of an error about a key, in the words of a recipe.
fn reason_of(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let value = text(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::ValueValidation => {
            let cause = std::error::Error::source(error).map(ToString::to_string);
            invalid(&value, &cause.unwrap_or_default())
        }
        ErrorKind::InvalidValue => {
            format!("invalid value `{value}`; expected one of {}", text(ContextKind::ValidValue))
        }
        ErrorKind::MissingRequiredArgument => "the key is missing".to_owned(),
        _ => {
            let message = error.to_string();
            let message = message.split("\n\n").next().unwrap_or_default();
            let message = message.strip_prefix("error: ").unwrap_or(message);
            as_keys(&message.lines().map(str::trim).collect::<Vec<_>>().join(" "))
        }
    }
}

/// Replaces the options of the command line in a message by the keys of a recipe.
fn as_keys(message: &str) -> String {
    let command = SectionKeys::augment_args(Command::new("recipe"));
    let is_key = |name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name));
    let parts = message.split("--");
    let mut text = parts.clone().next().unwrap_or_default().to_owned();
    for (part, name) in parts.skip(1).zip(options(message)) {
        text += if is_key(name) { "" } else { "--" };
        text += part;
    }
    text
}

/// Returns the names of the options in a message.
fn options(message: &str) -> impl Iterator<Item = &str> {
    let is_end = |sign: char| !sign.is_ascii_lowercase() && sign != '-';
    message.split("--").skip(1).map(move |part| part.split(is_end).next().unwrap_or_default())
}
