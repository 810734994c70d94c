//! `sudoku dataset make`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cli_support::{Exit, say};
use serde::Serialize;
use serde_json::Value;
use sudoku_canonical::canonical;
use sudoku_core::{Board, Grid, Limits, Solver};
use sudoku_generator::{
    GENERATOR_VERSION, GenerateError, Guesses, Request, Scale, random_symmetry, seeded,
};
use sudoku_strategies::Strategy;
use sudoku_text::FileForm;

use super::failed;
use super::journal::{Finished, Journal, Progress as Opened};
use super::parallel::in_order;
use super::puzzles::{self, Item};
use super::rating::{Description, Rating, SearchEffort};
use super::shard::{FileRecord, Format, Part, Row, Shape, Writer, digest};
use super::split::{PerSplit, Print, Split};
use crate::args::{Threads, strategy};
use crate::generate::Wishes;
use crate::progress::PuzzleProgress;
use crate::source::{Source, shown};
use crate::{CliError, improper};

/// Make a data set: splits that share no puzzle under any symmetry, in the formats of machine learning
///
/// The puzzles are made, or come from files. Each is put into a split by its canonical form, so that
/// puzzles that are the same but for symmetry are in the same split, also of data sets that were made
/// apart. A folder gets files of so many puzzles each and a manifest.json with settings, counts,
/// histograms and checksums. The same command goes on with what was interrupted, and ends with the
/// same bytes as if it had not been.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    sudoku dataset make -o sudoku-1m --count 1000000 --seed 7 --format parquet,npy\n  \
    sudoku dataset make -o hard --split 90,5,5 --augment 8,0,0 --rating 100 puzzles.txt.gz")]
pub(super) struct Args {
    /// Files with puzzles, instead of making new ones
    #[arg(value_name = "FILE", conflicts_with_all = ["count", "minimal", "symmetry", "clues", "attempts"])]
    files: Vec<PathBuf>,

    /// The form of the puzzles in the files [default: seen from the first readable puzzle of each]
    #[arg(long, value_name = "FORM", requires = "files")]
    from: Option<FileForm>,

    /// The folder for the data set; made if it is not there
    #[arg(long, short, value_name = "FOLDER")]
    output: PathBuf,

    /// How many puzzles to make
    #[arg(long, short, value_name = "N", default_value_t = 1000)]
    count: u64,

    /// The seed of the puzzles that are made, and of the symmetries that are drawn
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    wishes: Wishes,

    /// What to write, one or more
    #[arg(long, value_enum, value_name = "FORMAT", value_delimiter = ',', default_value = "csv")]
    format: Vec<Format>,

    /// The shape of the arrays of --format npy
    #[arg(long, value_enum, value_name = "SHAPE", default_value = "9x9")]
    shape: Shape,

    /// The shares of training, validation and test
    #[arg(long, value_name = "A,B,C", default_value = "8,1,1")]
    split: PerSplit,

    /// How many random symmetric copies follow each puzzle, in its own split: one number, or one for
    /// each split
    #[arg(long, value_name = "N", default_value = "0")]
    augment: PerSplit,

    /// Rate puzzles by the guesses of the strategy, averaged over so many random symmetries
    #[arg(long, value_name = "N", num_args = 0..=1, default_value = "10", default_missing_value = "10")]
    rating: NonZeroU32,

    /// The strategy that solves and rates
    #[arg(long, value_name = "NAME", default_value = "board", value_parser = strategy)]
    strategy: &'static Strategy,

    /// How many puzzles the files of a split have together under one number
    #[arg(long, value_name = "N", default_value = "100000")]
    per_shard: NonZeroU64,

    #[command(flatten)]
    threads: Threads,

    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// All that decides about the bytes of a data set.
#[derive(Serialize)]
struct Settings<'a> {
    program: &'static str,
    source: SourceSettings,
    seed: u64,
    formats: &'a [Format],
    npy_shape: Shape,
    split: PerSplit,
    augment: PerSplit,
    rating: Description,
    puzzles_per_shard: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum SourceSettings {
    Generated { generator_version: u64, count: u64, wishes: String, attempts: u32 },
    Files { form: Option<String>, files: Vec<FileSettings> },
}

#[derive(Serialize)]
struct FileSettings {
    name: String,
    bytes: u64,
    sha256: String,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    if Split::ALL.iter().all(|&split| args.split.of(split) == 0) {
        return Err(CliError("one of the shares has to be more than 0".into()));
    }
    let solver = args.strategy.solver;
    let scale = Guesses::new(args.strategy.name, solver);
    if scale.rate(&Board::EMPTY).is_none() {
        return Err(CliError(format!(
            "the strategy {} does not count guesses",
            args.strategy.name
        )));
    }
    let request = args.wishes.request();
    if args.files.is_empty() {
        request
            .check(solver)
            .map_err(|reason| CliError(GenerateError::from(reason).to_string()))?;
    }
    let effort = SearchEffort { scale, symmetries: args.rating.get() };
    let mut formats = args.format.clone();
    formats.sort_unstable();
    formats.dedup();
    let settings = settings(args, &formats, &effort)?;
    let journal = match Journal::open(&args.output, settings)? {
        Opened::Open(journal) => *journal,
        Opened::Complete(finished) => return Ok(end(args, &finished)),
    };
    let parts = formats.iter().flat_map(|format| format.parts(args.shape)).collect();
    let maker = Maker { args, request, solver, effort };
    let finished = maker.run(journal, &Files { folder: &args.output, parts })?;
    Ok(end(args, &finished))
}

/// Says what there is now.
fn end(args: &Args, finished: &Finished) -> Exit {
    if !args.quiet {
        let counts: Vec<String> = Split::ALL
            .iter()
            .filter_map(|split| Some((split.name(), finished.splits.get(split)?)))
            .map(|(name, tally)| format!("{name} {} puzzles, {} rows", tally.puzzles, tally.rows))
            .collect();
        let folder = shown(&args.output);
        let message = format!("{folder} is complete: {}\n", counts.join("; "));
        say(&message);
    }
    if finished.rejected == 0 { Exit::Success } else { Exit::Fault }
}

fn settings(args: &Args, formats: &[Format], effort: &SearchEffort) -> Result<Value, CliError> {
    let source = if args.files.is_empty() {
        let request = args.wishes.request();
        let Request { clues, symmetry, minimality, attempts, .. } = &request;
        SourceSettings::Generated {
            generator_version: GENERATOR_VERSION,
            count: args.count,
            wishes: format!("clues {clues:?}, symmetry {symmetry}, minimality {minimality:?}"),
            attempts: *attempts,
        }
    } else {
        let file = |path: &PathBuf| {
            let (bytes, sha256) = digest(path).map_err(|error| failed(path, &error))?;
            Ok(FileSettings { name: shown(path), bytes, sha256 })
        };
        let files: Result<_, CliError> = args.files.iter().map(file).collect();
        SourceSettings::Files { form: args.from.map(|form| form.to_string()), files: files? }
    };
    let settings = Settings {
        program: concat!("sudoku ", env!("CARGO_PKG_VERSION")),
        source,
        seed: args.seed,
        formats,
        npy_shape: args.shape,
        split: args.split,
        augment: args.augment,
        rating: effort.description(),
        puzzles_per_shard: args.per_shard.get(),
    };
    serde_json::to_value(settings).map_err(|error| CliError(error.to_string()))
}

/// Makes what the arguments say.
struct Maker<'a> {
    args: &'a Args,
    request: Request<'static>,
    solver: &'static dyn Solver,
    effort: SearchEffort,
}

/// A puzzle with its copies.
struct Made {
    split: Split,
    source: String,
    rows: Vec<(Board, Grid)>,
    rating: Rating,
}

/// What becomes of some items of the source.
#[derive(Default)]
struct Answer {
    taken: u64,
    made: Vec<Made>,
    /// Why there is nothing in the data set of the others.
    rejected: Vec<String>,
    failure: Option<CliError>,
}

impl Maker<'_> {
    /// Makes one shard after the other until the source has no more.
    fn run(&self, mut journal: Journal, files: &Files<'_>) -> Result<Finished, CliError> {
        let threads = self.args.threads.count();
        let passed = Arc::new(AtomicU64::new(0));
        let (mut items, total) = self.items(&journal.finished, &passed)?;
        let mut progress = PuzzleProgress::new(!self.args.quiet, total, Arc::clone(&passed));
        let copies =
            [Split::Train, Split::Validation, Split::Test].map(|split| self.args.augment.of(split));
        let most = copies.into_iter().max().unwrap_or(0) as usize;
        let chunk = (TOGETHER / (1 + most)).max(1);
        // A shard that took less is the last.
        while journal.last_taken.is_none_or(|taken| taken == self.args.per_shard.get()) {
            let mut shard = Shard::new(files, &journal);
            let chunks = Chunks { items: &mut items, left: self.args.per_shard.get(), chunk };
            let taken = in_order(
                threads,
                chunks,
                |chunk| self.answer(chunk),
                |answer| {
                    if let Some(failure) = answer.failure {
                        return Err(failure);
                    }
                    for message in &answer.rejected {
                        progress.say(&format!("{message}\n"));
                    }
                    if self.args.files.is_empty() {
                        passed.fetch_add(answer.taken, Ordering::Relaxed);
                    }
                    progress.advance(answer.taken);
                    shard.take(answer)
                },
            );
            let finished = taken.and_then(|()| shard.finish());
            let shard = finished.map_err(|CliError(message)| {
                progress.finish();
                let so_far = journal.finished.rows();
                CliError(format!(
                    "{message}; {so_far} rows are finished, and the same command goes on from there"
                ))
            })?;
            if shard.taken == 0 && shard.rejected == 0 {
                break;
            }
            journal.add(shard)?;
        }
        progress.finish();
        journal.finish()
    }

    /// What is left of the source, and how much the whole of it is as progress counts it.
    #[expect(clippy::type_complexity, reason = "a name would not say more")]
    fn items(
        &self,
        finished: &Finished,
        passed: &Arc<AtomicU64>,
    ) -> Result<(Box<dyn Iterator<Item = Item> + Send>, Option<u64>), CliError> {
        if self.args.files.is_empty() {
            passed.store(finished.taken, Ordering::Relaxed);
            let numbers = (finished.taken..self.args.count).map(Item::Number);
            return Ok((Box::new(numbers), Some(self.args.count)));
        }
        let sources = Source::all(&self.args.files);
        let total = sources.iter().map(Source::size).sum();
        let mut items = puzzles::read(sources, self.args.from, Arc::clone(passed));
        let mut left = finished.taken;
        while left > 0 {
            match items.next() {
                Some(Item::Failed(failure)) => return Err(failure),
                Some(Item::Bad(_)) => {}
                Some(_) => left -= 1,
                None => break,
            }
        }
        Ok((Box::new(items), total))
    }

    fn answer(&self, items: Vec<Item>) -> Answer {
        let mut answer = Answer::default();
        for item in items {
            match item {
                Item::Bad(message) => answer.rejected.push(message),
                Item::Failed(failure) => answer.failure = Some(failure),
                Item::Number(number) => {
                    answer.taken += 1;
                    match self.request.generate(self.solver, &mut seeded(self.args.seed, number)) {
                        Ok(puzzle) => {
                            let id = self.request.id(self.args.seed, number);
                            let source = id.map_or_else(String::new, |id| id.to_string());
                            answer.made.push(self.made(
                                number,
                                source,
                                &puzzle.board,
                                &puzzle.solution,
                            ));
                        }
                        Err(error) => answer.rejected.push(format!("puzzle {number}: {error}")),
                    }
                }
                Item::Puzzle { number, file, puzzle } => {
                    answer.taken += 1;
                    let board = &puzzle.board;
                    let outcome = self.solver.solve(board, &Limits::solutions(2));
                    match outcome.first.filter(|_| outcome.report.is_proper()) {
                        Some(solution) => {
                            answer.made.push(self.made(
                                number,
                                file.short.clone(),
                                board,
                                &solution,
                            ));
                        }
                        None => {
                            let cause = improper::cause(self.solver, board);
                            let (file, line) = (&file.shown, puzzle.line);
                            answer.rejected.push(format!("{file}: line {line}: {cause}"));
                        }
                    }
                }
            }
        }
        answer
    }

    /// The puzzle with its copies, its split and its rating.
    fn made(&self, number: u64, source: String, board: &Board, solution: &Grid) -> Made {
        let form = canonical(board).form;
        let print = Print::of(&form);
        let split = print.split(self.args.split);
        let mut rows = vec![(*board, *solution)];
        // Another series than that of the puzzles, which may be made with the same seed.
        let mut rng = seeded(!self.args.seed, number);
        for _ in 0..self.args.augment.of(split) {
            let (symmetry, relabeling) = random_symmetry(&mut rng);
            let board = relabeling.apply(&symmetry.apply(board));
            rows.push((board, relabeling.apply_to_grid(&symmetry.apply_to_grid(solution))));
        }
        Made { split, source, rows, rating: self.effort.rate(&form, print) }
    }
}

/// How many rows are made together at most, unless a single puzzle has more.
const TOGETHER: usize = 256;

/// Takes puzzles of a source, some at a time, until there are enough for a shard.
struct Chunks<'a> {
    items: &'a mut (dyn Iterator<Item = Item> + Send),
    /// How many puzzles the shard lacks.
    left: u64,
    chunk: usize,
}

impl Iterator for Chunks<'_> {
    type Item = Vec<Item>;

    fn next(&mut self) -> Option<Vec<Item>> {
        let mut taken = Vec::new();
        while self.left > 0 && taken.len() < self.chunk {
            match self.items.next() {
                Some(item) => {
                    self.left -= u64::from(!matches!(item, Item::Bad(_)));
                    taken.push(item);
                }
                None => break,
            }
        }
        (!taken.is_empty()).then_some(taken)
    }
}

/// Where files go, and which.
struct Files<'a> {
    folder: &'a Path,
    parts: Vec<Part>,
}

/// The files of a shard while they are written.
struct Shard<'a> {
    files: &'a Files<'a>,
    number: u64,
    /// How many rows of the data set there are before the next.
    rows: u64,
    finished: Finished,
    /// The names and writers of each split that has any rows.
    open: BTreeMap<Split, Vec<(String, Writer)>>,
}

impl<'a> Shard<'a> {
    fn new(files: &'a Files<'a>, journal: &Journal) -> Self {
        let rows = journal.finished.rows();
        let finished = Finished::default();
        Self { files, number: journal.shards, rows, finished, open: BTreeMap::new() }
    }

    fn take(&mut self, answer: Answer) -> Result<(), CliError> {
        self.finished.taken += answer.taken;
        self.finished.rejected += answer.rejected.len() as u64;
        for Made { split, source, rows, rating } in &answer.made {
            let clues = rows.first().map_or(0, |(puzzle, _)| puzzle.clue_count());
            let tally = self.finished.splits.entry(*split).or_default();
            tally.add(clues, *rating, rows.len() as u64);
            for (puzzle, solution) in rows {
                self.rows += 1;
                let row = Row { id: self.rows, source, puzzle, solution, rating: *rating };
                self.write(*split, &row)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, split: Split, row: &Row<'_>) -> Result<(), CliError> {
        let (folder, number) = (self.files.folder, self.number);
        let mut open = Vec::new();
        let writers = match self.open.get_mut(&split) {
            Some(writers) => writers,
            None => {
                for part in &self.files.parts {
                    let name = format!("{}-{number:05}{}", split.name(), part.suffix());
                    let path = unfinished(folder, &name);
                    let writer = File::create(&path).and_then(|file| Writer::new(*part, file));
                    open.push((name, writer.map_err(|error| failed(&path, &error))?));
                }
                self.open.entry(split).or_insert(open)
            }
        };
        for (name, writer) in writers {
            writer.write(row).map_err(|error| failed(&unfinished(folder, name), &error))?;
        }
        Ok(())
    }

    /// Ends all files and gives them their names.
    fn finish(mut self) -> Result<Finished, CliError> {
        for (split, writers) in std::mem::take(&mut self.open) {
            let rows = self.finished.splits.get(&split).map_or(0, |tally| tally.rows);
            for (name, writer) in writers {
                let part = unfinished(self.files.folder, &name);
                let finish = || {
                    writer.finish()?;
                    let (bytes, sha256) = digest(&part)?;
                    fs::rename(&part, self.files.folder.join(&name))?;
                    Ok(FileRecord { name, rows, bytes, sha256 })
                };
                let record = finish().map_err(|error: io::Error| failed(&part, &error))?;
                self.finished.files.push(record);
            }
        }
        Ok(self.finished)
    }
}

/// Where a file is while it is written.
fn unfinished(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.part"))
}
