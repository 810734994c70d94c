//! `sudoku search closure`.

mod sources;
mod state;

use std::io;
use std::mem::take;
use std::ops::ControlFlow::Continue;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cli_support::{
    AtomicOutput, ExitStatus, Interrupt, Progress, counted, eprint_error, eprint_message,
};
use compressed_io::{InputFile, NamedIoError, shown};
use crossbeam_channel::{bounded, select};
use indicatif::HumanCount;
use ordered_work::{Taker, Turn, WorkError, Workers};
use sudoku_canonical::canonical;
use sudoku_core::{Board, Limits};
use sudoku_search::Neighborhood;

use self::sources::Sources;
use self::state::{State, TooManyKept};
use super::claims::MOST;
use super::found::{KeepArgs, NeighborhoodArgs, Rows};
use crate::args::{ErrorArgs, InputArgs, OnError, SolverArgs, Threads, file_named};
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::journal::{CONTINUES, Journal};
use crate::pipeline::start;
use crate::stream::read_once;
use crate::values;

/// Repeat the search for neighbors from every puzzle that is found, until none is new
///
/// The puzzles are written in their canonical forms, so puzzles that are equal up to symmetry are
/// written once. The puzzles of the input are not written.
/// With --keep, only puzzles for which the condition holds are written and searched from.
///
/// The search writes to a file, and its state to FILE.part. After an interrupt or a kill, the same
/// command continues the search. The result has the same bytes as without an interruption. With
/// --on-error stop, the search does not begin if a puzzle of the input has an error.
///
/// Each found puzzle takes 32 to 64 bytes of memory, and 81 more if it is kept. After 20 million
/// puzzles, the search forgets those that are not kept, and rates them again if it finds them
/// again. If more than 10 million of them are kept, it ends with an error.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    sudoku search closure --minimal --keep 'se.er >= 11' --scale se -o hardest.txt hard.txt\n  \
    sudoku search closure --limit 100000 -o near.txt puzzles.txt")]
pub(super) struct ClosureArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    neighborhood: NeighborhoodArgs,
    #[command(flatten)]
    keep: KeepArgs,

    /// End after this many puzzles; a later run with a higher number continues
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = values::count())]
    limit: u64,

    /// Output file, with a puzzle on each line; .gz and .zst are compressed
    #[arg(long, short, value_name = "PATH")]
    output: PathBuf,

    #[command(flatten)]
    errors: ErrorArgs,

    #[command(flatten)]
    threads: Threads,

    /// Suppress progress
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    solver: SolverArgs,
}

/// The number of puzzles that are searched from between two marks in the state. With ratings, they
/// may take a minute.
const CHUNK: usize = 8;

/// The number of neighbors that a thread finds before it passes them on, and of new puzzles that
/// are rated together.
const TOGETHER: usize = 1024;

/// The number of puzzles per thread that may be rated before their turn to be written.
const AHEAD: usize = 16;

pub(super) fn run(args: &ClosureArgs) -> Result<ExitStatus, CliError> {
    let interrupt = Interrupt::listen()?;
    let inputs = InputFile::all(&args.input.files);
    read_once(&inputs)?;
    InputFile::keep_from(&inputs, Some(&args.output))?;
    if args.input.on_error == OnError::Mark {
        return Err(CliError::Usage(
            "--on-error mark needs a result for each input puzzle; use --on-error skip or stop",
        ));
    }
    check_output(&args.output)?;
    let closure = Closure::new(args, interrupt.flag())?;
    // Standard input may block, so another thread reads.
    let (sender, read) = bounded(1);
    let sources = Sources::new(&args.input, args.errors, closure.neighborhood, args.solver);
    start(move || sender.send(sources.read()))?;
    let (sources, status) = select! {
        recv(read) -> sources => {
            let panicked = || CliError::Panicked("the input cannot be read".to_owned());
            sources.map_err(|_| panicked())?
        }
        recv(interrupt.receiver()) -> _ => return Ok(ExitStatus::Interrupted),
    };
    if sources.is_empty() && status != ExitStatus::Success {
        return Ok(status);
    }
    let path = Journal::beside(&args.output);
    let mut state = State::open(&path, &args.settings(&sources), sources, MOST)?;
    if state.is_bad {
        eprint_message("error: an earlier run could not rate a puzzle; it is left out\n");
    }
    let progress = if args.quiet { Progress::hidden() } else { Progress::on_terminal(PATIENCE) };
    progress.begin("{elapsed} {msg}", "", None);
    let end = closure.search(args.limit, &mut state, &progress);
    progress.finish();
    let mut status = status;
    let words = match end {
        ClosureEnd::Stopped => {
            if !args.quiet {
                eprint_message(CONTINUES);
            }
            return Ok(ExitStatus::Interrupted);
        }
        ClosureEnd::Failed(error) => return Err(error),
        ClosureEnd::NoneNew => "no other puzzle can be reached".to_owned(),
        ClosureEnd::Limit => format!(
            "the search is not complete; continue with a higher --limit, or delete {}",
            shown(&path)
        ),
        ClosureEnd::NotRated => {
            format!("the search is not complete; its state is in {}", shown(&path))
        }
        ClosureEnd::TooMany(ref error) => {
            eprint_error(error);
            status = ExitStatus::Failure;
            format!("the search is not complete; its state is in {}", shown(&path))
        }
    };
    state.write(&args.output, args.limit, &inputs)?;
    let (count, is_bad) = (state.count().min(args.limit), state.is_bad);
    if matches!(end, ClosureEnd::NoneNew) {
        state.journal.remove()?;
    }
    if !args.quiet {
        let count = counted(count, "puzzle");
        eprint_message(&format!("{}: {count}; {words}\n", shown(&args.output)));
    }
    Ok(if is_bad && status == ExitStatus::Success { ExitStatus::Fault } else { status })
}

impl ClosureArgs {
    /// Returns the settings that the result depends on. Runs with equal settings continue each
    /// other.
    fn settings(&self, sources: &[Board]) -> String {
        let boards: String = sources.iter().map(Board::to_string).collect();
        format!("{:?} {:?} {boards}", self.neighborhood, self.keep)
    }
}

/// Checks before the search that the output is a file of lines that can be written, because the
/// search writes it at the end.
fn check_output(output: &Path) -> Result<(), CliError> {
    let at =
        |message| NamedIoError::at(output, io::Error::new(io::ErrorKind::Unsupported, message));
    if file_named(Some(output)).is_none() {
        return Err(CliError::Usage("--output must be a file, because the state is beside it"));
    }
    OutputFormat::check_compression(output)?;
    let extension = OutputFormat::extension(output);
    if OutputFormat::BY_EXTENSION.iter().any(|(name, _)| extension.as_deref() == Some(name)) {
        return Err(at("the search writes only lines; use the extension .txt for --output").into());
    }
    // Opening a pipe would block.
    if output.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return Err(at("--output must be a regular file, because the state is beside it").into());
    }
    AtomicOutput::open(Some(output)).map_err(|error| NamedIoError::at(output, error))?;
    Ok(())
}

/// The time before progress appears.
const PATIENCE: Duration = Duration::from_millis(300);

/// The settings of a search.
struct Closure {
    rows: Rows,
    neighborhood: Neighborhood,
    solver: SolverArgs,
    threads: usize,
    /// True if a puzzle that cannot be rated ends the search.
    is_strict: bool,
    stop: &'static AtomicBool,
}

/// The reason why a search ends.
#[derive(Debug)]
enum ClosureEnd {
    Stopped,
    Limit,
    NoneNew,
    NotRated,
    TooMany(TooManyKept),
    Failed(CliError),
}

/// A found puzzle and its line, if it is kept, or the reason why it cannot be rated.
type Rated = Result<Option<(Board, String)>, String>;

impl Closure {
    fn new(args: &ClosureArgs, stop: &'static AtomicBool) -> Result<Self, CliError> {
        Ok(Self {
            rows: Rows::new(&args.keep, args.solver)?,
            neighborhood: args.neighborhood.neighborhood(),
            solver: args.solver,
            threads: args.threads.count(),
            is_strict: args.input.on_error == OnError::Stop,
            stop,
        })
    }

    /// Searches from each known puzzle until none is left.
    fn search(&self, limit: u64, state: &mut State, progress: &Progress) -> ClosureEnd {
        loop {
            // One more puzzle shows that the search is not complete.
            if state.count() > limit {
                return ClosureEnd::Limit;
            }
            let sources = state.next(CHUNK);
            if sources.is_empty() {
                return ClosureEnd::NoneNew;
            }
            let count = sources.len();
            let mut chunk = Chunk { closure: self, limit, state, progress, new: Vec::new() };
            let found = chunk.find(sources).and_then(|()| chunk.rate());
            if let Err(end) = found.and_then(|()| self.look()) {
                return end;
            }
            if let Err(error) = state.pass(count) {
                return ClosureEnd::Failed(error.into());
            }
        }
    }

    /// Returns an error after an interrupt.
    fn look(&self) -> Result<(), ClosureEnd> {
        if self.stop.load(Ordering::Relaxed) { Err(ClosureEnd::Stopped) } else { Ok(()) }
    }

    /// Returns the puzzle and its line, unless it is not kept.
    fn row(&self, board: &Board) -> Rated {
        // The row is not used.
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let values = self.rows.values(board).map_err(|cause| format!("{board}: {cause}"))?;
        Ok(values.map(|values| (*board, self.rows.line(board, &values))))
    }

    /// Sends the canonical forms of the neighbors of a puzzle, in parts.
    fn neighbors(&self, board: &Board, stop: &AtomicBool, turn: &Turn<Vec<Board>>) {
        let mut part = Vec::new();
        let limits = Limits::ALL.with_stop(stop);
        // The puzzle is proper. After a stop, the result is not used.
        let _ = self.neighborhood.search(self.solver.solver(), board, &limits, &mut |neighbor| {
            part.push(canonical(neighbor).form);
            if part.len() < TOGETHER { Continue(()) } else { turn.send(take(&mut part)) }
        });
        let _ = turn.send_last(part);
    }
}

/// The puzzles between two marks in the state.
struct Chunk<'a> {
    closure: &'a Closure,
    limit: u64,
    state: &'a mut State,
    progress: &'a Progress,
    /// The new puzzles that are not rated yet.
    new: Vec<Board>,
}

impl Chunk<'_> {
    /// Searches from these puzzles.
    fn find(&mut self, sources: Vec<Board>) -> Result<(), ClosureEnd> {
        let closure = self.closure;
        let workers = Workers::new(closure.threads);
        let stop = Arc::clone(&workers.stop);
        let work = |board, turn: &Turn<_>| closure.neighbors(&board, &stop, turn);
        workers.in_turns(sources, work, self).map_err(ended)
    }

    /// Rates the new puzzles, and adds those that are kept.
    fn rate(&mut self) -> Result<(), ClosureEnd> {
        let Self { closure, limit, state, progress, new } = self;
        let left = limit.saturating_sub(state.count());
        let (mut kept, mut lines) = (Vec::new(), String::new());
        let workers = Workers::new(closure.threads).with_ahead(AHEAD * closure.threads);
        let rated = workers.in_order(take(new), |board| closure.row(&board), &mut |row: Rated| {
            closure.look()?;
            match row {
                Ok(None) => {}
                Ok(Some((board, line))) => {
                    kept.push(board);
                    lines += &line;
                    if kept.len() as u64 > left {
                        return Err(ClosureEnd::Limit);
                    }
                }
                Err(cause) => {
                    state.is_bad = true;
                    progress.eprint_message(&format!("error: {cause}\n"));
                    if closure.is_strict {
                        return Err(ClosureEnd::NotRated);
                    }
                }
            }
            Ok(())
        });
        state.add(&kept, &lines).map_err(|error| ClosureEnd::Failed(error.into()))?;
        progress.describe(|| {
            let [passed, known] = state.progress().map(HumanCount);
            format!("searched from {passed} of {known} puzzles")
        });
        rated.map_err(ended)
    }
}

impl Taker<Vec<Board>> for Chunk<'_> {
    type Error = ClosureEnd;

    fn take(&mut self, part: Vec<Board>) -> Result<(), ClosureEnd> {
        for form in part {
            if self.state.is_full() {
                self.rate()?;
                self.state.forget().map_err(ClosureEnd::TooMany)?;
            }
            if self.state.note(&form) {
                self.new.push(form);
            }
        }
        self.look()?;
        if self.new.len() < TOGETHER { Ok(()) } else { self.rate() }
    }

    fn look(&mut self) -> Result<(), ClosureEnd> {
        self.closure.look()
    }
}

fn ended(error: WorkError<ClosureEnd>) -> ClosureEnd {
    match error {
        WorkError::NoThread(error) => ClosureEnd::Failed(CliError::NoThread(error)),
        error => error.or_else(|cause| ClosureEnd::Failed(CliError::Panicked(cause))),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: ClosureArgs,
    }

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    static NEVER: AtomicBool = AtomicBool::new(false);

    /// Searches with this maximum of puzzles in memory. Returns the end and the output.
    fn search(most: usize) -> (ClosureEnd, String) {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("near.txt");
        let options = "closure --add 0 --keep clues>=28 --output near.txt".split(' ');
        let args = Command::parse_from(options).args;
        let closure = Closure::new(&args, &NEVER).unwrap();
        let sources = vec![PUZZLE.parse().unwrap()];
        let mut state = State::open(&Journal::beside(&output), "", sources, most).unwrap();
        let end = closure.search(u64::MAX, &mut state, &Progress::hidden());
        state.write(&output, u64::MAX, &[]).unwrap();
        (end, std::fs::read_to_string(output).unwrap())
    }

    #[test]
    fn a_search_that_forgets_puzzles_has_the_same_result() {
        let (end, all) = search(MOST);
        assert!(matches!(end, ClosureEnd::NoneNew), "{end:?}");
        let kept = all.lines().count();
        // The input is kept, too.
        let (end, again) = search(2 * (kept + 1));
        assert!(matches!(end, ClosureEnd::NoneNew), "{end:?}");
        assert_eq!(again, all);
        let (end, fewer) = search(kept);
        let ClosureEnd::TooMany(error) = end else { panic!("{end:?}") };
        assert!(error.to_string().starts_with("the search keeps "), "{error}");
        assert!(all.starts_with(&fewer));
    }
}
