//! The options that select strategies, programs and puzzles, and the selection itself.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use cli_support::{DiagnosticLimit, eprint_error, eprint_message};
use compressed_io::{InputFile, shown};
use process_tree::NamedCommand;
use sudoku_registry::{Strategy, VARIANT_STRATEGIES};
use sudoku_text::{FileError, read_puzzles};
use sudoku_variants::{Ruled, Rules};

use super::strategies::Strategies;
use super::values::{OfferedNames, sets};
use crate::data::file::load;
use crate::data::measured::Measured;
use crate::data::measurements::Measurements;
use crate::data::puzzles::{AnyPuzzle, PuzzleList};
use crate::data::workload::{Mode, Workload};
use crate::engine::Engine;
use crate::engine::external::{ExternalEngines, external_command};
use crate::measure::job::Job;
use crate::measure::machine::{is_comparable, is_optimised};

/// The total time of all rows if neither sets nor files are named.
pub(super) const SHARED_TIME: Duration = Duration::from_secs(45);

/// Returns the minimum time for which a row is timed. It is shorter in builds whose times are not
/// comparable, such as the build of the tests.
pub(super) fn enough() -> Duration {
    Duration::from_millis(if is_comparable() { 400 } else { 50 })
}

#[derive(Args, Clone, Debug)]
pub struct SelectionArgs {
    /// Compare only this strategy (repeatable)
    #[arg(long = "strategy", value_name = "NAME")]
    pub strategies: Vec<String>,

    /// Also compare an external program (repeatable)
    ///
    /// The program has to speak the line protocol of docs/reference/line-protocol.md. The command
    /// is split into words as in a shell, but no shell runs it. All engines are then measured from
    /// text to text, as with --text.
    #[arg(long = "external", value_name = "NAME=COMMAND", value_parser = external_command)]
    pub external: Vec<NamedCommand>,

    #[command(flatten)]
    pub puzzles: PuzzleArgs,

    /// Question to the engines [default: first solutions, and uniqueness proofs]
    #[arg(long, value_enum)]
    pub mode: Option<Mode>,

    /// Solve each set in one call instead of puzzle by puzzle
    #[arg(long)]
    pub batch: bool,

    /// Measure from text to text (81 characters) instead of from board to board
    #[arg(long)]
    pub text: bool,

    /// Time limit for a puzzle, or with --batch for a batch
    ///
    /// The default is above 1172 ms, the time of the PyPy3 program at the judge. So the harness can
    /// tell which strategies meet that time.
    #[arg(long, value_name = "DURATION", default_value = "1200ms", value_parser = time_limit, allow_hyphen_values = true)]
    pub time_limit: Duration,

    /// Seed of the random orders
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    pub seed: u64,

    /// Check the answers without timing
    #[arg(long)]
    pub verify_only: bool,
}

#[derive(Args, Clone, Debug)]
pub struct PuzzleArgs {
    /// Use this embedded puzzle set (repeatable)
    #[arg(long = "set", value_name = "NAME", value_parser = OfferedNames::sets())]
    pub sets: Vec<String>,

    /// Use the puzzles of this file; `-` is standard input (repeatable)
    ///
    /// The formats are those of docs/reference/text-formats.md. Variants are links or
    /// JSON objects of f-puzzles.
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<PathBuf>,

    /// Report every unreadable puzzle [default: the first 20]
    #[arg(long)]
    pub all_errors: bool,
}

impl PuzzleArgs {
    pub(super) fn are_default(&self) -> bool {
        self.sets.is_empty() && self.files.is_empty()
    }

    /// Returns the named lists of puzzles, or by default the `default` sets, and true if all input
    /// could be read.
    pub(super) fn lists(&self, default: &[&str]) -> Result<(Vec<PuzzleList>, bool)> {
        let mut lists = Vec::new();
        let names: Vec<&str> = match self.are_default() {
            true => default.to_vec(),
            false => unique(&self.sets).map(String::as_str).collect(),
        };
        for name in names {
            let set = sudoku_corpus::set(name).with_context(|| {
                let all: Vec<_> = sets().map(|set| set.name).collect();
                format!("unknown set `{name}`; available: {}", all.join(", "))
            })?;
            let list = PuzzleList::from_set(set);
            lists.push(list.with_context(|| format!("the set `{name}` cannot be read"))?);
        }
        let mut all_readable = true;
        ensure!(
            self.files.iter().filter(|path| path.as_os_str() == "-").count() < 2,
            "standard input can be read only once; give `--file -` once"
        );
        for path in unique(&self.files) {
            let (list, is_readable) = puzzles_of(&InputFile::new(path), self.all_errors);
            lists.extend(list);
            all_readable &= is_readable;
        }
        Ok((lists, all_readable))
    }
}

/// The options that select rows of a measurement file. By default, all rows are selected.
#[derive(Args, Clone, Debug, Default)]
pub struct RowFilter {
    /// Only this strategy (repeatable)
    #[arg(long = "strategy", value_name = "NAME")]
    pub strategies: Vec<String>,

    /// Only this set, or the puzzle file with this name (repeatable)
    #[arg(long = "set", value_name = "NAME", value_parser = OfferedNames::sets())]
    pub sets: Vec<String>,

    /// Only this mode
    #[arg(long, value_enum)]
    pub mode: Option<Mode>,
}

impl RowFilter {
    fn selects(&self, row: &Measured) -> bool {
        let is_named = |names: &[String], name| names.is_empty() || names.contains(name);
        is_named(&self.strategies, &row.strategy)
            && is_named(&self.sets, &row.list.name)
            && self.mode.is_none_or(|mode| mode == row.workload.mode)
    }

    pub fn load(&self, path: &Path) -> Result<Measurements> {
        let mut found = load(path).with_context(|| path.display().to_string())?;
        found.rows.retain(|row| self.selects(row));
        let path = path.display();
        ensure!(
            !found.rows.is_empty(),
            "{path}: no row matches --strategy, --set and --mode; without them, all rows are used"
        );
        Ok(found)
    }
}

/// The strategies, programs and puzzles that the command line selects.
pub struct Selection {
    pub strategies: Vec<Engine<'static>>,
    /// The external engines. Their processes end when this value is dropped.
    pub external: ExternalEngines,
    pub lists: Vec<PuzzleList>,
    pub all_readable: bool,
    pub notes: Vec<String>,
}

impl Selection {
    /// Finds the selected items. Diagnostics about input go to standard error.
    pub fn new(what: &SelectionArgs, known: Strategies) -> Result<Self> {
        ensure!(
            what.verify_only || is_optimised(),
            "this build is not optimized (opt-level 0), so its times are meaningless; build with \
             the profile dev or release of this workspace, or use --verify-only"
        );
        ensure!(
            what.mode != Some(Mode::Count) || !what.batch,
            "--mode count cannot be combined with --batch, because boards are counted one by one"
        );
        let default: Vec<_> = match what.mode {
            Some(Mode::Count) => sudoku_corpus::counting_sets().map(|set| set.name).collect(),
            _ => sudoku_corpus::sets().map(|set| set.name).collect(),
        };
        let (lists, all_readable) = what.puzzles.lists(&default)?;
        let (strategies, notes) = strategies(&what.strategies, known, are_variants(&lists)?, true)?;
        let none = ExternalEngines::default();
        let external = if lists.is_empty() { none } else { external(&what.external, known)? };
        Ok(Self { strategies, external, lists, all_readable, notes })
    }

    pub fn job(&self, what: &SelectionArgs) -> Job<'_> {
        let is_shared = what.puzzles.are_default();
        let text = what.text || !self.external.0.is_empty();
        let workload = |mode| Workload { mode, batch: what.batch, text };
        let workloads = match what.mode {
            Some(mode) => vec![workload(mode)],
            None if is_shared && !what.batch => {
                Workload::DEFAULT.map(|it| Workload { text, ..it }).to_vec()
            }
            None => Mode::MEASURED.map(workload).to_vec(),
        };
        let external = self.external.0.iter().map(Engine::from);
        Job {
            engines: self.strategies.iter().copied().chain(external).collect(),
            lists: &self.lists,
            workloads,
            limit: what.time_limit,
            budget: is_shared.then_some(SHARED_TIME),
            enough: enough(),
            verify_only: what.verify_only,
            seed: what.seed,
        }
    }
}

/// Returns each named item once, in the order of its first mention.
fn unique<T: PartialEq>(named: &[T]) -> impl Iterator<Item = &T> {
    named.iter().enumerate().filter(|(at, it)| !named[..*at].contains(it)).map(|(_, it)| it)
}

/// Returns true if the puzzles are variants. A strategy solves variants or other puzzles, so all
/// puzzles have to be of the same type.
pub(super) fn are_variants(lists: &[PuzzleList]) -> Result<bool> {
    let mut puzzles = lists.iter().flat_map(|list| list.puzzles.iter());
    let are_variants = puzzles.next().is_some_and(|it| it.puzzle.is_variant());
    ensure!(
        puzzles.all(|it| it.puzzle.is_variant() == are_variants),
        "variants and classic puzzles have different strategies; compare them in two runs"
    );
    Ok(are_variants)
}

/// Returns the named strategies, or all that this processor supports, and notes about the others.
/// All of them solve variants, or all solve classic puzzles. Other builds of a strategy are
/// included if they are named or `has_builds` is true.
pub(super) fn strategies(
    names: &[String],
    known: Strategies,
    variants: bool,
    has_builds: bool,
) -> Result<(Vec<Engine<'static>>, Vec<String>)> {
    if !names.is_empty() {
        let engine = |name: &String| {
            let engine = known.engine(name)?;
            let advice = if variants {
                "does not solve variants; leave it out, or use --set hard"
            } else {
                "solves only variants; use --set killers, or a file with links of variants"
            };
            ensure!(engine.solves(variants), "the strategy `{name}` {advice}");
            Ok(engine)
        };
        return Ok((unique(names).map(engine).collect::<Result<_>>()?, Vec::new()));
    }
    if variants {
        return Ok((VARIANT_STRATEGIES.iter().map(Engine::from).collect(), Vec::new()));
    }
    let all = known.iter().filter(|strategy| has_builds || strategy.base.is_none());
    let (available, others): (Vec<&Strategy>, Vec<_>) =
        all.partition(|strategy| strategy.is_available());
    let others: Vec<&str> = others.into_iter().map(|strategy| strategy.name).collect();
    let note = format!("not run: {} (not supported by this processor)", others.join(", "));
    let notes = if others.is_empty() { Vec::new() } else { vec![note] };
    Ok((available.into_iter().map(Engine::from).collect(), notes))
}

fn external(commands: &[NamedCommand], known: Strategies) -> Result<ExternalEngines> {
    for (at, NamedCommand { name, .. }) in commands.iter().enumerate() {
        let is_taken = commands[..at].iter().any(|other| other.name == *name)
            || known.names().any(|it| it == name);
        ensure!(
            !is_taken,
            "the name `{name}` belongs to a strategy or another engine; choose another name"
        );
    }
    Ok(ExternalEngines::start(commands))
}

/// Returns the puzzles of a file, if it has any, and true if all of it could be read. Diagnostics
/// go to standard error.
fn puzzles_of(input: &InputFile, all_errors: bool) -> (Option<PuzzleList>, bool) {
    let mut text = Vec::new();
    let opened = input.open(&Arc::default());
    let read =
        opened.and_then(|mut file| file.read_to_end(&mut text).map_err(|error| input.error(error)));
    if let Err(error) = read {
        eprint_error(&error);
        return (None, false);
    }
    let (file, full_name) = (read_puzzles(&text), input.name());
    let mut puzzles: Vec<(usize, AnyPuzzle)> =
        file.puzzles.iter().map(|puzzle| (puzzle.line, puzzle.board.into())).collect();
    let (mut diagnostics, mut is_readable) = (DiagnosticLimit::new(all_errors), true);
    for error in &file.errors {
        let cause = match variant(error) {
            Some(Ok(puzzle)) => {
                puzzles.push((error.line(), puzzle));
                continue;
            }
            Some(Err(cause)) => format!("line {}: {cause}", error.line()),
            None => error.to_string(),
        };
        is_readable = false;
        eprint_message(diagnostics.take(&format!("error: {full_name}: {cause}\n")));
    }
    puzzles.sort_by_key(|&(line, _)| line);
    diagnostics.rest("--all-errors").iter().for_each(|rest| eprint_message(rest));
    let name = input.path().and_then(Path::file_name).map(|name| shown(Path::new(name)));
    let name = name.unwrap_or_else(|| "stdin".to_owned());
    let list = (!puzzles.is_empty()).then(|| PuzzleList::from_file(name, full_name, puzzles));
    (list, is_readable)
}

/// Returns the variant on the line of an error, or the reason why its rules cannot be read. Returns
/// `None` if there is no variant.
fn variant(error: &FileError) -> Option<Result<AnyPuzzle>> {
    let FileError::Variant { f_puzzles: Some(json), .. } = error else { return None };
    let read = || Ok(AnyPuzzle::Variant(Ruled::new(&Rules::from_f_puzzles(json)?)?));
    Some(read())
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

pub(crate) fn time_limit(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("the limit must be greater than 0".to_owned()),
        Ok(limit) => Ok(limit),
        Err(_) => Err("expected a duration such as 1s or 500ms".to_owned()),
    }
}
