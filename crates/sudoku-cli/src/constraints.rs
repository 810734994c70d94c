//! What is asked of puzzles that are made, and how it is written on the command line.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::value_parser;
use sudoku_core::Board;
use sudoku_generator::{Guesses, Minimality, Pattern, PatternSymmetry, PuzzleId, Request, Scale};

use crate::values;

/// What every puzzle has to meet, here and in data sets.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ConstraintArgs {
    /// Only minimal puzzles, from which no clue can be removed, with a symmetry too
    #[arg(long)]
    pub(crate) minimal: bool,

    /// The symmetry of the pattern of clues; without --clues, no orbit of clues can be removed
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = values::symmetries())]
    pub(crate) symmetry: PatternSymmetry,

    /// How many clues: a number, or a range with both ends in it
    #[arg(long, value_name = "A..B", value_parser = clues)]
    pub(crate) clues: Option<RangeInclusive<usize>>,

    /// How many attempts each puzzle may take [default: 1000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) attempts: Option<u32>,
}

impl ConstraintArgs {
    /// The request for puzzles that meet these constraints.
    pub(crate) fn request(&self) -> Request<'static> {
        let request = Request::new()
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

/// All that `sudoku generate` can ask of a puzzle.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RequestArgs {
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,

    /// The cells that hold clues, and no others: 81 characters or a file with them
    ///
    /// Blanks are `.`, `0`, `-` and `_`; white space is passed over.
    #[arg(long, value_name = "PICTURE|FILE", value_parser = pattern, allow_hyphen_values = true)]
    pub(crate) pattern: Option<Pattern>,

    /// Clues that the puzzle has: 81 characters or a file with them
    #[arg(long, value_name = "PUZZLE|FILE", value_parser = given, allow_hyphen_values = true)]
    pub(crate) given: Option<Board>,

    /// How difficult: a number on the --scale, or a range with both ends in it
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub(crate) difficulty: Option<RangeInclusive<u64>>,

    /// The scale of difficulty: the guesses that a strategy takes to prove a puzzle proper
    #[arg(long, value_name = "guesses:STRATEGY", default_value = "guesses:mrv", value_parser = values::scales())]
    pub(crate) scale: Guesses<'static>,

    /// Over how many symmetric images of the puzzle the difficulty is averaged, itself among them;
    /// up to 10,000
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..=10_000))]
    pub(crate) images: u32,

    /// How long to go on at most, such as 500ms, 30s or 2h
    ///
    /// Without --attempts there is no limit on these then. What is made in the time may be another
    /// number of puzzles each time.
    #[arg(long, value_name = "TIME", value_parser = time)]
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
    }

    /// The request for each puzzle, with the scale of its difficulty: that of the ID if there is
    /// one.
    pub(crate) fn request<'a>(&self, id: Option<&PuzzleId>, scale: &'a dyn Scale) -> Request<'a> {
        if let Some(id) = id {
            return id.request();
        }
        let mut request =
            self.constraints.request().with_givens(self.given.unwrap_or(Board::EMPTY));
        if self.time.is_some() && self.constraints.attempts.is_none() {
            request.attempts = u32::MAX;
        }
        if let Some(pattern) = self.pattern {
            request = request.with_pattern(pattern);
            if !self.constraints.minimal {
                request = request.with_minimality(Minimality::Any);
            }
        }
        match &self.difficulty {
            Some(range) => request.with_difficulty(scale, range.clone()),
            None => request,
        }
    }
}

/// How many attempts a puzzle may take unless something else is asked for.
const ATTEMPTS: u32 = 1000;

/// Reads a number, or a range with both ends in it, either of which may be left open.
fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let most = most.strip_prefix('=').unwrap_or(most);
    let end = |text: &str, open| if text.is_empty() { Ok(open) } else { text.parse() };
    match (end(least, 0), end(most, u64::MAX)) {
        (Ok(least), Ok(most)) if !text.is_empty() => Ok(least..=most),
        _ => Err("write it like 24, 24..28 or 24..".to_owned()),
    }
}

/// Reads how long something may take.
fn time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("nothing is made in no time".to_owned()),
        time => time.map_err(|error| error.to_string()),
    }
}

/// Reads a range of clues.
fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let narrow = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    range(text).map(|range| narrow(*range.start())..=narrow(*range.end()))
}

/// Reads a picture of clues, or the file that has it.
fn pattern(text: &str) -> Result<Pattern, String> {
    text_or_file(text, str::parse)
}

/// Reads a puzzle, or the file that has it.
fn given(text: &str) -> Result<Board, String> {
    text_or_file(text, |text| sudoku_text::read(text).map(|(board, _)| board))
}

fn text_or_file<T, E: Display>(
    text: &str,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<T, String> {
    read(text).or_else(|error| match beginning(text) {
        Ok(content) if content.len() > LONGEST => {
            Err(format!("a file of more than {LONGEST} bytes is no picture of a board"))
        }
        Ok(content) => read(&content).map_err(|error| error.to_string()),
        Err(cause) => Err(format!("{error}; and no file of this name can be read: {cause}")),
    })
}

/// A file with a picture of a board is shorter, whatever is drawn around it.
const LONGEST: usize = 1 << 16;

/// The text of a file, or of one that is too long its beginning.
fn beginning(path: &str) -> io::Result<String> {
    let mut text = Vec::new();
    File::open(path)?.take(LONGEST as u64 + 1).read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
