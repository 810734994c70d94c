//! `sudoku search closure`.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cli_support::{
    AtomicOutput, ExitStatus, Interrupt, Progress, counted, eprint_message, with_causes,
};
use compressed_io::{InputFile, NamedIoError, shown};
use indicatif::HumanCount;
use ordered_work::{WorkError, Workers};
use sudoku_canonical::canonical;
use sudoku_core::{Board, Cell, Limits};
use sudoku_search::{FormSet, Neighborhood};
use sudoku_text::Blocks;

use super::found::{KeepArgs, NeighborhoodArgs, Rows, reason};
use crate::args::{InputArgs, SolverArgs, Threads, file_named};
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::output_target::OutputTarget;
use crate::stream::{argument, entries, is_puzzle};
use crate::values;

/// Repeat the search for neighbors from every puzzle that is found, until none is new
///
/// The puzzles are written in their canonical forms, so puzzles that are equal up to symmetry are
/// written once. The puzzles of the input are not written.
/// With --keep, only puzzles for which the condition holds are written and searched from.
///
/// The search writes to a file, and its state to FILE.part. After an interrupt or a kill, the same
/// command continues. The result has the same bytes as without an interruption. Each puzzle takes
/// about 200 bytes of memory, also one that is not kept.
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
    let stop = Interrupt::listen()?.flag();
    let inputs = InputFile::all(&args.input.files);
    InputFile::keep_from(&inputs, Some(&args.output))?;
    if file_named(Some(&args.output)).is_none() {
        return Err(CliError::Usage("the search keeps its state beside --output; name a file"));
    }
    let extension = OutputFormat::extension(&args.output);
    if OutputFormat::BY_EXTENSION.iter().any(|(name, _)| extension.as_deref() == Some(name)) {
        let message = "the search writes lines, not this format; name --output .txt";
        let message = io::Error::new(io::ErrorKind::Unsupported, message);
        return Err(NamedIoError::at(&args.output, message).into());
    }
    // The output is written at the end, so check now that this is possible.
    AtomicOutput::open(Some(&args.output))
        .map_err(|error| NamedIoError::at(&args.output, error))?;
    let closure = Closure {
        rows: Rows::new(&args.keep, args.solver)?,
        neighborhood: args.neighborhood.neighborhood(),
        solver: args.solver,
        threads: args.threads.count(),
        stop,
    };
    let (sources, is_bad) = closure.read(args, &inputs)?;
    if sources.is_empty() && is_bad {
        return Ok(ExitStatus::Fault);
    }
    let mut hasher = DefaultHasher::new();
    (format!("{:?}{:?}", args.neighborhood, args.keep), &sources).hash(&mut hasher);
    let path = part_of(&args.output);
    let mut state = State::open(&path, hasher.finish(), sources)?;
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
    if is_complete {
        fs::remove_file(&path).map_err(|error| NamedIoError::at(&path, error))?;
    }
    if !args.quiet {
        let count = counted(state.count().min(args.limit), "puzzle");
        let end = match is_complete {
            true => "no other puzzle can be reached".to_owned(),
            false => format!(
                "the search is not complete; continue with a higher --limit, or delete {}",
                shown(&path)
            ),
        };
        eprint_message(&format!("{}: {count}; {end}\n", shown(&args.output)));
    }
    Ok(if is_bad || state.is_bad { ExitStatus::Fault } else { ExitStatus::Success })
}

/// The time before progress appears.
const PATIENCE: Duration = Duration::from_millis(300);

/// Returns the path of the state of a search.
fn part_of(output: &Path) -> PathBuf {
    let mut path = output.to_owned().into_os_string();
    path.push(".part");
    path.into()
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
    /// Reads the puzzles of the input. Returns true if one of them cannot be searched.
    fn read(
        &self,
        args: &ClosureArgs,
        inputs: &[InputFile],
    ) -> Result<(Vec<Board>, bool), CliError> {
        let (mut sources, mut is_bad) = (Vec::new(), false);
        for input in inputs {
            let reader: Box<dyn Read + Send> = match input.open(&Arc::default()) {
                Err(_) if is_puzzle(argument(input)) => Box::new(argument(input).as_bytes()),
                reader => reader?,
            };
            for block in Blocks::with_hints(reader, &args.input.hints()) {
                let block = block.map_err(|error| input.error(error))?;
                for (puzzle, _) in entries(&block) {
                    let cause = match puzzle {
                        Ok(puzzle) => {
                            sources.push(puzzle.board);
                            continue;
                        }
                        Err(error) => with_causes(&error),
                    };
                    is_bad = true;
                    eprint_message(&format!("error: {}: {cause}\n", input.name()));
                }
            }
        }
        let solver = self.solver.solver();
        sources.retain(|board| {
            let none = &mut |_: &Board| ControlFlow::Break(());
            // One call of the solver checks the puzzle.
            let found = self.neighborhood.search(solver, board, &Limits::ALL.with_nodes(1), none);
            let cause = found.map_err(|error| reason(error, solver, board)).err();
            if let Some(cause) = &cause {
                is_bad = true;
                eprint_message(&format!("error: {board}: {cause}\n"));
            }
            cause.is_none()
        });
        Ok((sources, is_bad))
    }

    /// Searches from each known puzzle until none is left.
    fn search(
        &self,
        limit: u64,
        state: &mut State,
        progress: &Progress,
    ) -> Result<ClosureEnd, CliError> {
        loop {
            if state.count() >= limit {
                return Ok(ClosureEnd::Limit);
            }
            let sources = state.next();
            if sources.is_empty() {
                return Ok(ClosureEnd::NoneNew);
            }
            let mut new = Vec::new();
            self.in_order(
                sources,
                |board| self.neighbors(&board),
                |found| {
                    new.extend(found.into_iter().filter(|form| state.forms.insert_form(form)));
                },
            )?;
            let mut lines = Vec::new();
            self.in_order(new, |board| self.row(&board), |row| lines.push(row))?;
            if self.stop.load(Ordering::Relaxed) {
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

    /// Returns the puzzle and its line, unless it is not kept. After a stop, there is no line.
    fn row(&self, board: &Board) -> Result<Option<(Board, String)>, String> {
        if self.stop.load(Ordering::Relaxed) {
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

/// The end of a mark after a puzzle that could not be rated.
const WITH_ERRORS: &str = " with errors";

/// The puzzles that are known, and the file with them.
///
/// The file has a header with the settings, the lines of the found puzzles, and marks: `# 7` after
/// the puzzles that were found from the first seven known puzzles. It is `# 7 with errors` if a
/// puzzle could not be rated until then. A search continues after the last mark.
struct State {
    path: PathBuf,
    file: File,
    forms: FormSet,
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
    fn open(path: &Path, settings: u64, sources: Vec<Board>) -> Result<Self, CliError> {
        let at = |error| NamedIoError::at(path, error);
        let header = format!("# sudoku search closure {settings:016x}\n");
        let options = &mut OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(at)?;
        lock(&file).map_err(at)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(at)?;
        let mut known = Vec::new();
        let mut forms = FormSet::new();
        for source in sources {
            if forms.insert(&source) {
                known.push(source);
            }
        }
        let sources = known.len();
        let (mut passed, mut length, mut is_bad) = (0, header.len(), false);
        // A kill may have left a part of the header.
        if !text.starts_with(&header) && !header.starts_with(&text) {
            return Err(CliError::OtherSearch(shown(path)));
        }
        let (mut found, mut end) = (Vec::new(), length);
        for line in text.get(length..).unwrap_or_default().split_inclusive('\n') {
            end += line.len();
            if let Some(mark) = line.strip_prefix("# ") {
                // The last line may lack its end.
                let Some(mark) = mark.strip_suffix('\n') else { break };
                let number = mark.strip_suffix(WITH_ERRORS);
                let Ok(mark) = number.unwrap_or(mark).parse() else { break };
                // A mark that cannot be true is damage.
                if !(passed..=known.len()).contains(&mark) {
                    break;
                }
                (passed, length, is_bad) = (mark, end, number.is_some());
                known.append(&mut found);
            } else if let Some(Ok(board)) = line.get(..Cell::COUNT).map(str::parse::<Board>) {
                found.push(board);
            } else {
                break;
            }
        }
        for board in &known[sources..] {
            forms.insert(board);
        }
        let start = if text.len() < header.len() {
            file.set_len(0)
                .and_then(|()| file.rewind())
                .and_then(|()| file.write_all(header.as_bytes()))
        } else {
            file.set_len(length as u64)
        };
        start.and_then(|()| file.seek(SeekFrom::End(0))).map_err(at)?;
        Ok(Self { path: path.to_owned(), file, forms, known, sources, passed, is_bad })
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
        let mut text: String = found.iter().map(|(_, line)| &line[..]).collect();
        let errors = if self.is_bad { WITH_ERRORS } else { "" };
        text += &format!("# {}{errors}\n", self.passed);
        self.known.extend(found.into_iter().map(|(board, _)| board));
        self.file.write_all(text.as_bytes()).map_err(|error| NamedIoError::at(&self.path, error))
    }

    /// Writes the lines of the first puzzles that were found.
    fn write(&self, output: &Path, limit: u64, inputs: &[InputFile]) -> Result<(), NamedIoError> {
        let at = |error| NamedIoError::at(&self.path, error);
        let mut target = OutputTarget::open(Some(output), inputs)?;
        let mut file = &self.file;
        file.rewind().map_err(at)?;
        let mut left = limit;
        for line in BufReader::new(file).lines() {
            let line = line.map_err(at)?;
            if left > 0 && !line.starts_with('#') {
                target.write(format!("{line}\n").as_bytes())?;
                left -= 1;
            }
        }
        target.finish()
    }
}

/// Locks the file, so that no other process writes it.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let message = "another search writes this file; wait for it, or choose another output";
            Err(io::Error::other(message))
        }
        // Some file systems have no locks.
        Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => Err(error),
        _ => Ok(()),
    }
}
