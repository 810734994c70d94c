//! `sudoku search closure`.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cli_support::{
    AtomicOutput, ExitStatus, Interrupt, Progress, counted, eprint_message, with_causes,
};
use compressed_io::{InputFile, NamedIoError, shown};
use crossbeam_channel::{bounded, select};
use indicatif::HumanCount;
use ordered_work::{WorkError, Workers};
use sudoku_canonical::canonical;
use sudoku_core::{Board, Cell, Limits, Solver};
use sudoku_search::Neighborhood;
use sudoku_text::{Blocks, FileHints};

use super::claims::{Claims, ClaimsError};
use super::found::{KeepArgs, NeighborhoodArgs, Rows, reason};
use crate::args::{InputArgs, SolverArgs, Threads, file_named};
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::journal::{CONTROL, Journal, Mark, Record};
use crate::output_target::OutputTarget;
use crate::pipeline::start;
use crate::stream::{argument, entries, is_puzzle, read_once};
use crate::values;

/// Repeat the search for neighbors from every puzzle that is found, until none is new
///
/// The puzzles are written in their canonical forms, so puzzles that are equal up to symmetry are
/// written once. The puzzles of the input are not written.
/// With --keep, only puzzles for which the condition holds are written and searched from.
///
/// The search writes to a file, and its state to FILE.part. After an interrupt or a kill, the same
/// command continues the search. The result has the same bytes as without an interruption. Each
/// found puzzle takes 50 to 95 bytes of memory, and 81 more if it is kept. After 20 million
/// puzzles, the search ends with an error.
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

pub(super) fn run(args: &ClosureArgs) -> Result<ExitStatus, CliError> {
    let interrupt = Interrupt::listen()?;
    let inputs = InputFile::all(&args.input.files);
    read_once(&inputs)?;
    InputFile::keep_from(&inputs, Some(&args.output))?;
    check_output(&args.output)?;
    let closure = Closure {
        rows: Rows::new(&args.keep, args.solver)?,
        neighborhood: args.neighborhood.neighborhood(),
        solver: args.solver,
        threads: args.threads.count(),
        stop: interrupt.flag(),
    };
    // Standard input may block, so another thread reads.
    let (sender, read) = bounded(1);
    let sources =
        Sources { inputs: inputs.clone(), hints: args.input.hints(), status: ExitStatus::Success };
    let (solver, neighborhood) = (args.solver, closure.neighborhood);
    start(move || sender.send(sources.read(solver.solver(), neighborhood)))?;
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
    let boards: String = sources.iter().map(Board::to_string).collect();
    let settings = format!("{:?} {:?} {boards}", args.neighborhood, args.keep);
    let mut state = State::open(&path, &settings, sources)?;
    if state.is_bad {
        eprint_message("error: an earlier run could not rate a puzzle; it is left out\n");
    }
    let progress = if args.quiet { Progress::hidden() } else { Progress::on_terminal(PATIENCE) };
    progress.begin("{elapsed} {msg}", "", None);
    let end = closure.search(args.limit, &mut state, &progress);
    progress.finish();
    let is_complete = match end? {
        ClosureEnd::Stopped => return Ok(ExitStatus::Interrupted),
        ClosureEnd::Limit => false,
        ClosureEnd::NoneNew => true,
    };
    state.write(&args.output, args.limit, &inputs)?;
    let (count, is_bad) = (state.count().min(args.limit), state.is_bad);
    if is_complete {
        state.journal.remove()?;
    }
    if !args.quiet {
        let count = counted(count, "puzzle");
        let end = match is_complete {
            true => "no other puzzle can be reached".to_owned(),
            false => format!(
                "the search is not complete; continue with a higher --limit, or delete {}",
                shown(&path)
            ),
        };
        eprint_message(&format!("{}: {count}; {end}\n", shown(&args.output)));
    }
    Ok(if is_bad && status == ExitStatus::Success { ExitStatus::Fault } else { status })
}

/// Checks before the search that the output is a file of lines that can be written, because the
/// search writes it at the end.
fn check_output(output: &Path) -> Result<(), CliError> {
    let at =
        |message| NamedIoError::at(output, io::Error::new(io::ErrorKind::Unsupported, message));
    if file_named(Some(output)).is_none() {
        return Err(CliError::Usage("--output must be a file, because the state is beside it"));
    }
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

/// The puzzles of the input.
struct Sources {
    inputs: Vec<InputFile>,
    hints: FileHints,
    /// The most severe status so far.
    status: ExitStatus,
}

impl Sources {
    /// Reads the puzzles that can be searched, and reports the others.
    fn read(mut self, solver: &dyn Solver, neighborhood: Neighborhood) -> (Vec<Board>, ExitStatus) {
        let mut boards = Vec::new();
        for input in std::mem::take(&mut self.inputs) {
            if let Err(error) = self.read_from(&input, &mut boards) {
                self.report(ExitStatus::Failure, &with_causes(&error));
            }
        }
        boards.retain(|board| {
            let none = &mut |_: &Board| ControlFlow::Break(());
            // One call of the solver checks the puzzle.
            let found = neighborhood.search(solver, board, &Limits::ALL.with_nodes(1), none);
            let cause = found.map_err(|error| reason(error, solver, board)).err();
            if let Some(cause) = &cause {
                self.report(ExitStatus::Fault, &format!("{board}: {cause}"));
            }
            cause.is_none()
        });
        (boards, self.status)
    }

    fn read_from(
        &mut self,
        input: &InputFile,
        boards: &mut Vec<Board>,
    ) -> Result<(), NamedIoError> {
        let reader: Box<dyn Read + Send> = match input.open(&Arc::default()) {
            Err(_) if is_puzzle(argument(input)) => Box::new(argument(input).as_bytes()),
            reader => reader?,
        };
        for block in Blocks::with_hints(reader, &self.hints) {
            let block = block.map_err(|error| input.error(error))?;
            for (puzzle, _) in entries(&block) {
                match puzzle {
                    Ok(puzzle) => boards.push(puzzle.board),
                    Err(error) => {
                        let cause = format!("{}: {}", input.name(), with_causes(&error));
                        self.report(ExitStatus::Fault, &cause);
                    }
                }
            }
        }
        Ok(())
    }

    fn report(&mut self, status: ExitStatus, cause: &str) {
        if self.status != ExitStatus::Failure {
            self.status = status;
        }
        eprint_message(&format!("error: {cause}\n"));
    }
}

/// The settings of a search.
struct Closure {
    rows: Rows,
    neighborhood: Neighborhood,
    solver: SolverArgs,
    threads: usize,
    stop: &'static AtomicBool,
}

/// The reason why a search ends.
enum ClosureEnd {
    Stopped,
    Limit,
    NoneNew,
}

impl Closure {
    /// Searches from each known puzzle until none is left.
    fn search(
        &self,
        limit: u64,
        state: &mut State,
        progress: &Progress,
    ) -> Result<ClosureEnd, CliError> {
        loop {
            // One more puzzle shows that the search is not complete.
            if state.count() > limit {
                return Ok(ClosureEnd::Limit);
            }
            let sources = state.next();
            if sources.is_empty() {
                return Ok(ClosureEnd::NoneNew);
            }
            let (mut new, mut is_full) = (Vec::new(), Ok(()));
            self.in_order(
                sources,
                |board| self.neighbors(&board),
                |found| {
                    // After a stop, the puzzles are not used.
                    let found = found.into_iter().take_while(|_| !self.is_stopped());
                    for form in found {
                        match state.claims.claim(&form, 0) {
                            Ok(is_new) => new.extend(is_new.then_some(form)),
                            Err(error) => is_full = Err(error),
                        }
                    }
                },
            )?;
            if self.is_stopped() {
                return Ok(ClosureEnd::Stopped);
            }
            is_full.map_err(too_many)?;
            let mut lines = Vec::new();
            self.in_order(new, |board| self.row(&board), |row| lines.push(row))?;
            if self.is_stopped() {
                return Ok(ClosureEnd::Stopped);
            }
            let mut found = Vec::new();
            for line in lines {
                match line {
                    Ok(line) => found.extend(line),
                    Err(cause) => {
                        state.is_bad = true;
                        progress.eprint_message(&format!("error: {cause}\n"));
                    }
                }
            }
            state.add(found)?;
            progress.describe(|| {
                let [passed, known] =
                    [state.passed, state.known.len()].map(|it| HumanCount(it as u64));
                format!("searched from {passed} of {known} puzzles")
            });
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the puzzle and its line, unless it is not kept. After a stop, there is no line.
    fn row(&self, board: &Board) -> Result<Option<(Board, String)>, String> {
        if self.is_stopped() {
            return Ok(None);
        }
        let ratings = self.rows.ratings(board).map_err(|cause| format!("{board}: {cause}"))?;
        Ok(ratings.map(|ratings| (*board, self.rows.line(board, &ratings))))
    }

    /// Returns the canonical forms of the neighbors of a puzzle.
    fn neighbors(&self, board: &Board) -> Vec<Board> {
        let mut found = Vec::new();
        let limits = Limits::ALL.with_stop(self.stop);
        // The puzzle is proper. After a stop, the result is not used.
        let _ = self.neighborhood.search(self.solver.solver(), board, &limits, &mut |neighbor| {
            found.push(canonical(neighbor).form);
            ControlFlow::Continue(())
        });
        found
    }

    /// Works on the items in parallel and takes the results in order.
    fn in_order<T: Send, R: Send>(
        &self,
        items: impl IntoIterator<Item = T, IntoIter: Send>,
        work: impl Fn(T) -> R + Send + Sync,
        mut take: impl FnMut(R),
    ) -> Result<(), CliError> {
        let workers = Workers::new(self.threads).with_ahead(CHUNK);
        let result = workers.in_order(items, work, &mut |result| {
            take(result);
            Ok::<(), String>(())
        });
        match result {
            Ok(()) => Ok(()),
            Err(WorkError::NoThread(error)) => Err(CliError::NoThread(error)),
            Err(error) => Err(CliError::Panicked(error.or_else(|cause| cause))),
        }
    }
}

fn too_many(error: ClaimsError) -> CliError {
    CliError::TooManyFound(error.to_string())
}

/// The known puzzles, and the journal that holds them.
///
/// A mark counts the known puzzles that were searched from. The lines before it are the puzzles
/// that were found from them.
struct State {
    journal: Journal,
    claims: Claims,
    /// The puzzles of the input, and the found ones.
    known: Vec<Board>,
    /// The number of puzzles of the input.
    sources: usize,
    /// The number of known puzzles that were searched from.
    passed: usize,
    /// True if a puzzle could not be rated, in this run or in an earlier one.
    is_bad: bool,
}

impl State {
    /// Opens the state of an earlier run with the same settings, or starts.
    fn open(path: &Path, settings: &str, sources: Vec<Board>) -> Result<Self, CliError> {
        let (mut known, mut claims) = (Vec::new(), Claims::default());
        for source in sources {
            if claims.claim(&canonical(&source).form, 0).map_err(too_many)? {
                known.push(source);
            }
        }
        let sources = known.len();
        let mut found = Vec::new();
        let journal = Journal::open(path, "closure", settings, |record| {
            match record {
                Record::Mark(mark) if mark.count <= known.len() as u64 => known.append(&mut found),
                // A mark that cannot be true is damage.
                Record::Mark(_) => return false,
                Record::Line(line) => match line.get(..Cell::COUNT).map(str::parse) {
                    Some(Ok(board)) => found.push(board),
                    _ => return false,
                },
            }
            true
        })?;
        for board in &known[sources..] {
            claims.claim(board, 0).map_err(too_many)?;
        }
        let Mark { count, is_bad, .. } = journal.last().unwrap_or_default();
        Ok(Self { journal, claims, known, sources, passed: count as usize, is_bad })
    }

    /// Returns the number of found puzzles.
    fn count(&self) -> u64 {
        (self.known.len() - self.sources) as u64
    }

    /// Returns the next puzzles to search from.
    fn next(&self) -> Vec<Board> {
        self.known.iter().skip(self.passed).take(CHUNK).copied().collect()
    }

    /// Adds the puzzles that were found from the next puzzles, with their lines.
    fn add(&mut self, found: Vec<(Board, String)>) -> Result<(), NamedIoError> {
        self.passed += self.next().len();
        let text: String = found.iter().map(|(_, line)| &line[..]).collect();
        self.known.extend(found.into_iter().map(|(board, _)| board));
        let mark = Mark { count: self.passed as u64, check: 0, is_bad: self.is_bad };
        self.journal.add(text.as_bytes(), Some(mark))
    }

    /// Writes the lines of the first puzzles that were found.
    fn write(&self, output: &Path, limit: u64, inputs: &[InputFile]) -> Result<(), NamedIoError> {
        let mut target = OutputTarget::open(Some(output), inputs)?;
        let mut left = limit;
        self.journal.each_line(|line| {
            if left > 0 && !line.starts_with(CONTROL) {
                target.write(format!("{line}\n").as_bytes())?;
                left -= 1;
            }
            Ok::<(), NamedIoError>(())
        })?;
        target.finish()
    }
}
