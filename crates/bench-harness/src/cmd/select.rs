//! What is measured or shown: the options that choose it, found in the registry, the corpus, files
//! and programs.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::{Args, value_parser};
use cli_support::{DiagnosticLimit, eprint_message, with_causes};
use compressed_io::{InputFile, shown};
use process_tree::NamedCommand;
use sudoku_registry::{STRATEGIES, Strategy, find_available};
use sudoku_text::read_puzzles;

use super::values::{OfferedNames, scales};
use crate::data::file::load;
use crate::data::measured::Measured;
use crate::data::measurements::Measurements;
use crate::data::order::Order;
use crate::data::puzzles::PuzzleList;
use crate::data::workload::{Mode, Workload};
use crate::engine::external::{ExternalEngines, external_command};
use crate::engine::{Engine, RATER};
use crate::measure::job::Job;
use crate::measure::machine::{is_comparable, is_optimised};

/// The time that all rows share if neither sets nor files are named.
pub(super) const SHARED_TIME: Duration = Duration::from_secs(45);

/// How long a row is timed at least. Where the figures are for no comparison that is short, because
/// the tests, which are such a build, wait for many rows.
pub(super) fn enough() -> Duration {
    Duration::from_millis(if is_comparable() { 400 } else { 50 })
}

/// What is measured, and how.
#[derive(Args, Clone, Debug)]
pub struct SelectionArgs {
    /// Compare only this strategy (repeatable)
    #[arg(long = "strategy", value_name = "NAME", value_parser = OfferedNames::strategies())]
    pub strategies: Vec<String>,

    /// Also compare this program, which speaks the protocol of docs/reference/line-protocol.md
    /// (repeatable)
    ///
    /// The command is split into words as a shell does, and run without one. All engines are asked
    /// from text to text then, as with --text.
    #[arg(long = "external", alias = "peer", value_name = "NAME=COMMAND", value_parser = external_command)]
    pub external: Vec<NamedCommand>,

    /// Run this embedded set (repeatable)
    #[arg(long = "set", value_name = "NAME", value_parser = OfferedNames::sets())]
    pub sets: Vec<String>,

    /// Run the puzzles of this file, `-` for standard input (repeatable)
    ///
    /// In a file of lines every line is a puzzle: 81 characters, and what follows them is a
    /// comment. In other files nine rows are a puzzle, and an empty line or the ninth row ends it.
    /// A first line that names columns, as in a CSV file, says which of them holds the puzzles:
    /// `puzzle`, `puzzles`, `quizzes`, `quiz`, `question` or `sudoku`.
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<PathBuf>,

    /// Ask for ratings on this scale, of this project and of the external engines
    ///
    /// Every rating is compared with this project's, and those that differ are named; times are
    /// compared all the same.
    #[arg(long, value_name = "SCALE", value_parser = scales(), conflicts_with_all = ["strategies", "mode", "batch", "text"])]
    pub rate: Option<Mode>,

    /// Ask for the first solution, or for it and a count of up to two [default: both], or for the
    /// number of solutions
    #[arg(long, value_enum)]
    pub mode: Option<Mode>,

    /// Ask for the whole set through the batch verb, instead of puzzle by puzzle
    #[arg(long)]
    pub batch: bool,

    /// Ask from 81 characters to 81 characters, instead of from board to answer
    #[arg(long)]
    pub text: bool,

    /// The time limit of a puzzle, or of a batch under --batch
    #[arg(long, value_name = "DURATION", default_value = "1s", value_parser = time_limit, allow_hyphen_values = true)]
    pub time_limit: Duration,

    /// The seed of the random orders in which the puzzles are run, and of random symmetries
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// The order in which a pass takes the puzzles
    #[arg(long, value_enum, default_value = "shuffled")]
    pub order: Order,

    /// Run each puzzle in this many random symmetries and relabelings, and say how its times differ
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000))]
    pub symmetries: Option<u32>,

    /// Verify the answers and time nothing
    #[arg(long)]
    pub verify_only: bool,

    /// What is said of input that cannot be read.
    #[command(flatten)]
    pub errors: ErrorArgs,
}

/// How much is said of input that cannot be read.
#[derive(Args, Clone, Copy, Debug)]
pub struct ErrorArgs {
    /// Say of every puzzle that it cannot be read, instead of the first 20 and how many more
    #[arg(long)]
    pub all_errors: bool,
}

/// Which rows of a measurement file are of interest: all, unless some are named.
#[derive(Args, Clone, Debug, Default)]
pub struct RowFilter {
    /// Only this strategy (repeatable)
    #[arg(long = "strategy", value_name = "NAME", value_parser = OfferedNames::strategies())]
    pub strategies: Vec<String>,

    /// Only this set, or the file with this base name (repeatable)
    #[arg(long = "set", value_name = "NAME", value_parser = OfferedNames::sets())]
    pub sets: Vec<String>,

    /// Only this mode
    #[arg(long, value_enum)]
    pub mode: Option<Mode>,
}

/// Whether a name is selected: all are, unless some are named.
pub(super) fn is_named(names: &[String], name: &String) -> bool {
    names.is_empty() || names.contains(name)
}

impl RowFilter {
    fn selects(&self, row: &Measured) -> bool {
        is_named(&self.strategies, &row.strategy)
            && is_named(&self.sets, &row.list.name)
            && self.mode.is_none_or(|mode| mode == row.workload.mode)
    }

    /// Reads the measurement file with this path, as far as it is selected.
    ///
    /// # Errors
    /// If it cannot be read, or nothing in it is selected.
    pub fn load(&self, path: &Path) -> Result<Measurements> {
        let mut found = load(path).with_context(|| path.display().to_string())?;
        found.rows.retain(|row| self.selects(row));
        let path = path.display();
        ensure!(!found.rows.is_empty(), "{path}: no row of this strategy, set and mode");
        Ok(found)
    }
}

/// What the command line selects, found in the registry, the corpus and files.
pub struct Selection {
    /// The strategies.
    pub strategies: Vec<Engine<'static>>,
    /// The external engines, which run for as long as this lives.
    pub external: ExternalEngines,
    /// The puzzles.
    pub lists: Vec<PuzzleList>,
    /// Whether all input could be read.
    pub all_readable: bool,
    /// What is to be said of what was not selected.
    pub notes: Vec<String>,
}

impl Selection {
    /// Finds what is selected. DiagnosticLimit about input go to standard error.
    ///
    /// # Errors
    /// If a name is unknown or taken, a set cannot be read, or this build's times would say
    /// nothing.
    pub fn new(what: &SelectionArgs) -> Result<Self> {
        ensure!(
            what.verify_only || is_optimised(),
            "this build is not optimised (opt-level 0), so its times would say nothing: build it \
             with the profile dev or release of this workspace, or use --verify-only"
        );
        ensure!(
            what.mode != Some(Mode::Count) || !what.batch,
            "--mode count asks one by one: the batch verb finds solutions, which counts do not need"
        );
        let (strategies, notes) = match what.rate.and_then(Mode::scale) {
            Some(scale) => (vec![Engine::rater(scale)], Vec::new()),
            None => strategies(&what.strategies)?,
        };
        let default = if what.mode == Some(Mode::Count) { counting_sets } else { solving_sets };
        let (mut lists, all_readable) = lists(default, &what.sets, &what.files, what.errors)?;
        if let Some(symmetries) = what.symmetries {
            let moved = |list: PuzzleList| list.in_symmetries(symmetries, what.seed);
            lists = lists.into_iter().map(moved).collect();
        }
        let none = ExternalEngines::default();
        let external = if lists.is_empty() { none } else { external(&what.external)? };
        Ok(Self { strategies, external, lists, all_readable, notes })
    }

    /// The job.
    pub fn job(&self, what: &SelectionArgs) -> Job<'_> {
        let is_main_job = what.sets.is_empty() && what.files.is_empty();
        let text = what.text || what.rate.is_some() || !self.external.is_empty();
        let mode = what.rate.or(what.mode);
        let modes = mode.map_or(Mode::MEASURED.to_vec(), |mode| vec![mode]);
        let workload = |mode| Workload { mode, batch: what.batch, text };
        let mut workloads: Vec<Workload> = modes.into_iter().map(workload).collect();
        if is_main_job && mode.is_none() && !what.batch {
            workloads.push(Workload { mode: Mode::Unique, batch: true, text });
        }
        let external = self.external.iter().map(Engine::from);
        Job {
            engines: self.strategies.iter().copied().chain(external).collect(),
            lists: &self.lists,
            workloads,
            limit: what.time_limit,
            budget: is_main_job.then_some(SHARED_TIME),
            enough: enough(),
            verify_only: what.verify_only,
            order: what.order,
            seed: what.seed,
        }
    }
}

/// What is named, each once, in the order of its first mention.
fn unique<T: PartialEq>(named: &[T]) -> impl Iterator<Item = &T> {
    named.iter().enumerate().filter(|(at, it)| !named[..*at].contains(it)).map(|(_, it)| it)
}

/// The strategies that are named, or all that this processor can run, and what is to be said of it.
fn strategies(names: &[String]) -> Result<(Vec<Engine<'static>>, Vec<String>)> {
    if !names.is_empty() {
        let engines = unique(names).map(|name| Ok(find_available(name)?.into()));
        return Ok((engines.collect::<Result<_>>()?, Vec::new()));
    }
    let (available, others): (Vec<&Strategy>, Vec<_>) =
        STRATEGIES.iter().partition(|strategy| strategy.is_available());
    let note = |strategy: &Strategy| {
        format!("not run: {}, for which this processor lacks something", strategy.name)
    };
    let notes = others.into_iter().map(note).collect();
    Ok((available.into_iter().map(Engine::from).collect(), notes))
}

/// Starts the external engines.
fn external(commands: &[NamedCommand]) -> Result<ExternalEngines> {
    for (at, NamedCommand { name, .. }) in commands.iter().enumerate() {
        let is_taken = commands[..at].iter().any(|other| other.name == *name)
            || name == RATER
            || sudoku_registry::find(name).is_some();
        ensure!(!is_taken, "a strategy or another engine is called `{name}` already");
    }
    Ok(ExternalEngines::start(commands))
}

/// The names of the sets for solving.
pub(crate) fn solving_sets() -> Vec<&'static str> {
    sudoku_corpus::sets().map(|set| set.name).collect()
}

/// The names of the sets for counting.
fn counting_sets() -> Vec<&'static str> {
    sudoku_corpus::counting_sets().map(|set| set.name).collect()
}

/// The lists of puzzles that are named, or else those of the `default` sets, and whether all of it
/// could be read.
pub(crate) fn lists(
    default: fn() -> Vec<&'static str>,
    sets: &[String],
    files: &[PathBuf],
    errors: ErrorArgs,
) -> Result<(Vec<PuzzleList>, bool)> {
    let mut lists = Vec::new();
    let names: Vec<&str> = match (sets, files) {
        ([], []) => default(),
        _ => unique(sets).map(String::as_str).collect(),
    };
    for name in names {
        let set = sudoku_corpus::set(name).with_context(|| {
            let all: Vec<_> = sudoku_corpus::every_set().map(|set| set.name).collect();
            format!("there is no set `{name}`; there are: {}", all.join(", "))
        })?;
        let list = PuzzleList::from_set(set);
        lists.push(list.with_context(|| format!("the set `{name}` cannot be read"))?);
    }
    let mut all_readable = true;
    for path in unique(files) {
        let (list, is_readable) = puzzles_of(&InputFile::new(path), errors);
        lists.extend(list);
        all_readable &= is_readable;
    }
    Ok((lists, all_readable))
}

/// The puzzles of a file, if it has any, and whether all of it could be read. DiagnosticLimit go to
/// standard error.
fn puzzles_of(input: &InputFile, errors: ErrorArgs) -> (Option<PuzzleList>, bool) {
    let mut text = Vec::new();
    let opened = input.open(&Arc::default());
    let read =
        opened.and_then(|mut file| file.read_to_end(&mut text).map_err(|error| input.error(error)));
    if let Err(error) = read {
        eprint_message(&format!("{}\n", with_causes(&error)));
        return (None, false);
    }
    let (file, full_name) = (read_puzzles(&text), input.name());
    let mut diagnostics = DiagnosticLimit::new(errors.all_errors);
    for error in &file.errors {
        eprint_message(diagnostics.take(&format!("{full_name}: {error}\n")));
    }
    diagnostics.rest("--all-errors").iter().for_each(|rest| eprint_message(rest));
    let name = input.path().and_then(Path::file_name).map(|name| shown(Path::new(name)));
    let name = name.unwrap_or_else(|| "stdin".to_owned());
    let list =
        (!file.puzzles.is_empty()).then(|| PuzzleList::from_file(name, full_name, &file.puzzles));
    (list, file.errors.is_empty())
}

pub(crate) fn time_limit(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("no puzzle is solved in no time".to_owned()),
        Ok(limit) => Ok(limit),
        Err(error) => Err(format!("{error}; write it like 1s or 500ms")),
    }
}
