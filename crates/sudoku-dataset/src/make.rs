//! Data sets that are made.

use std::collections::BTreeSet;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use compressed_io::{InputFile, NamedIoError, shown};
use serde::Serialize;
use serde_json::Value;
use sudoku_canonical::canonical;
use sudoku_core::{Board, Grid, Limits, Solver};
use sudoku_generator::{
    DifficultyMeasure, GENERATOR_VERSION, GenerateError, Guesses, PuzzleRequest, random_symmetry,
    seeded_rng,
};
use sudoku_logic::RatingScale;
use sudoku_text::{FileHints, FilePuzzle};

use crate::checksum::{FileRecord, checksum};
use crate::error::DatasetError;
use crate::format::{ArrayShape, DatasetFormat, FormatPart};
use crate::journal::{DatasetContents, DatasetJournal, Opened, sync_folder};
use crate::observer::{Observer, PuzzleError};
use crate::parallel::in_order;
use crate::puzzles::{self, FileNames, Item};
use crate::rating::{RatingSettings, SearchEffort};
use crate::ratings::DifficultySettings;
use crate::row::RatedBy;
use crate::scales::{DatasetScale, HumanRatings};
use crate::shard::{PuzzleRows, RatedBoard, ShardFiles, ShardWriter};
use crate::split::{Fingerprint, PerSplit, Split};

/// A data set that is to be made.
#[derive(Clone)]
pub struct DatasetRequest<'a> {
    /// Where its puzzles come from.
    pub origin: PuzzleOrigin<'a>,
    /// Its folder; made if it is not there.
    pub folder: PathBuf,
    /// What is written.
    pub formats: Vec<DatasetFormat>,
    /// The shape of NumPy's arrays.
    pub shape: ArrayShape,
    /// The seed of the puzzles that are made, and of the symmetries that are drawn.
    pub seed: u64,
    /// The shares of the splits.
    pub shares: PerSplit,
    /// How many random symmetric copies follow each puzzle.
    pub copies: PerSplit,
    /// The name of the strategy, which stands in the manifest.
    pub strategy: &'a str,
    /// The strategy, which solves and rates. To rate it has to count guesses.
    pub solver: &'a dyn Solver,
    /// Over how many random symmetries a rating is averaged; with none, nothing is rated.
    pub rating_symmetries: Option<NonZeroU32>,
    /// On which scales of human logic rows are rated; each has columns of its own.
    pub scales: Vec<&'static RatingScale>,
    /// How many puzzles of the source are in the files of one number.
    pub puzzles_per_shard: NonZeroU64,
    /// Whether finished files that are missing or were changed are made again, with the bytes that
    /// they had, instead of being an error.
    pub repair: bool,
    /// How many threads work.
    pub threads: usize,
}

impl<'a> DatasetRequest<'a> {
    /// A data set of CSV files with eight parts for training, one for validation and one for the
    /// test, without copies.
    #[must_use]
    pub fn new(
        origin: PuzzleOrigin<'a>,
        folder: impl Into<PathBuf>,
        strategy: &'a str,
        solver: &'a dyn Solver,
    ) -> Self {
        Self {
            origin,
            folder: folder.into(),
            formats: vec![DatasetFormat::Csv],
            shape: ArrayShape::Square,
            seed: 1,
            shares: PerSplit { train: 8, validation: 1, test: 1 },
            copies: PerSplit { train: 0, validation: 0, test: 0 },
            strategy,
            solver,
            rating_symmetries: NonZeroU32::new(10),
            scales: Vec::new(),
            puzzles_per_shard: const { NonZeroU64::new(100_000).unwrap() },
            repair: false,
            threads: thread::available_parallelism().map_or(1, Into::into),
        }
    }
}

/// Where the puzzles of a data set come from.
#[derive(Clone, Debug)]
pub enum PuzzleOrigin<'a> {
    /// They are made.
    Generated {
        /// What each has to meet.
        request: PuzzleRequest<'a>,
        /// How many there are.
        count: u64,
    },
    /// They are read.
    Files {
        /// From these, in this order.
        files: Vec<InputFile>,
        /// Of which this is known.
        hints: FileHints,
    },
}

/// All that decides about the bytes of a data set.
#[derive(Serialize)]
struct Settings<'a> {
    program: &'static str,
    source: SourceSettings,
    seed: u64,
    formats: &'a [DatasetFormat],
    npy_shape: ArrayShape,
    split: PerSplit,
    augment: PerSplit,
    rating: Option<RatingSettings<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scales: Vec<&'static str>,
    puzzles_per_shard: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum SourceSettings {
    Generated {
        generator_version: u64,
        count: u64,
        #[serde(rename = "wishes")]
        constraints: String,
        attempts: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        difficulty: Option<DifficultySettings>,
    },
    Files {
        format: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        column: Option<String>,
        files: Vec<FileSettings>,
    },
}

#[derive(Serialize)]
struct FileSettings {
    name: String,
    bytes: u64,
    sha256: String,
}

/// Makes a data set, or goes on with one that the same request began.
///
/// A run that is ended at any moment leaves nothing to repair: the next one ends with the same
/// bytes. A data set that is complete already is compared with its checksums, and so are the
/// finished files of one that is not; files that are damaged can be [made
/// again](DatasetRequest::repair).
///
/// # Errors
/// If the request cannot be met, if a file cannot be read or written, if the folder has anything
/// else in it, or if the observer ends the work.
pub fn make(
    request: &DatasetRequest<'_>,
    observer: &mut dyn Observer,
) -> Result<DatasetContents, DatasetError> {
    if Split::ALL.iter().all(|&split| request.shares.of(split) == 0) {
        return Err(DatasetError::NoShares);
    }
    let effort = request.rating_symmetries.map(|symmetries| SearchEffort {
        scale: Guesses::new(request.strategy, request.solver),
        symmetries: symmetries.get(),
    });
    if effort.as_ref().is_some_and(|effort| effort.scale.rate(&Board::EMPTY).is_none()) {
        return Err(DatasetError::NoGuesses { strategy: request.strategy.into() });
    }
    if let PuzzleOrigin::Generated { request: puzzles, .. } = &request.origin {
        puzzles.check(request.solver).map_err(GenerateError::from)?;
    }
    let mut formats = request.formats.clone();
    formats.sort_unstable();
    formats.dedup();
    let is_wanted = |scale: &&DatasetScale| {
        request.scales.iter().any(|rating_scale| rating_scale.name() == scale.name())
    };
    let human: Vec<_> = DatasetScale::ALL.into_iter().filter(is_wanted).collect();
    let rated = RatedBy { effort: effort.is_some(), human };
    let settings = settings(request, &formats, effort.as_ref(), &rated)?;
    let parts: Vec<FormatPart> =
        formats.iter().flat_map(|format| format.parts(request.shape, &rated)).collect();
    let suffixes: Vec<&str> = parts.iter().map(|part| part.suffix).collect();
    let opened = DatasetJournal::open(&request.folder, settings, &suffixes, request.repair)?;
    let files = ShardFiles { folder: &request.folder, parts };
    let maker = ShardMaker { request, effort, human: rated.human, files };
    match opened {
        Opened::Open(journal) => {
            maker.repair(&journal.damaged, &journal.finished.files, observer)?;
            maker.run(*journal, observer)
        }
        Opened::Complete { contents, damaged, lock } => {
            maker.repair(&damaged, &contents.files, observer)?;
            drop(lock);
            Ok(contents)
        }
    }
}

fn settings(
    request: &DatasetRequest<'_>,
    formats: &[DatasetFormat],
    effort: Option<&SearchEffort<'_>>,
    rated: &RatedBy,
) -> Result<Value, DatasetError> {
    let source = match &request.origin {
        PuzzleOrigin::Generated { request, count } => {
            let PuzzleRequest { clues, symmetry, minimality, attempts, difficulty, .. } = request;
            SourceSettings::Generated {
                generator_version: GENERATOR_VERSION,
                count: *count,
                constraints: format!(
                    "clues {clues:?}, symmetry {symmetry}, minimality {minimality:?}"
                ),
                attempts: *attempts,
                difficulty: difficulty.as_ref().map(DifficultySettings::new),
            }
        }
        PuzzleOrigin::Files { files, hints: FileHints { format, column } } => {
            let files: Result<_, _> = files.iter().map(file_settings).collect();
            let format = format.map(|format| format.to_string());
            SourceSettings::Files { format, column: column.clone(), files: files? }
        }
    };
    Ok(serde_json::to_value(Settings {
        program: concat!("sudoku ", env!("CARGO_PKG_VERSION")),
        source,
        seed: request.seed,
        formats,
        npy_shape: request.shape,
        split: request.shares,
        augment: request.copies,
        rating: effort.map(SearchEffort::settings),
        scales: rated.human.iter().map(|scale| scale.name()).collect(),
        puzzles_per_shard: request.puzzles_per_shard.get(),
    })?)
}

fn file_settings(file: &InputFile) -> Result<FileSettings, NamedIoError> {
    let path = file.path().unwrap_or("-".as_ref());
    let (bytes, sha256) = checksum(path).map_err(|error| NamedIoError::at(path, error))?;
    Ok(FileSettings { name: shown(path), bytes, sha256 })
}

/// Makes what the request says.
struct ShardMaker<'a> {
    request: &'a DatasetRequest<'a>,
    /// Without it, nothing is rated.
    effort: Option<SearchEffort<'a>>,
    /// On which scales of human logic rows are rated.
    human: Vec<&'static DatasetScale>,
    files: ShardFiles<'a>,
}

/// What becomes of some items of the source.
#[derive(Default)]
struct ItemsMade {
    taken: u64,
    made: Vec<PuzzleRows>,
    rejected: Vec<PuzzleError>,
    failure: Option<NamedIoError>,
}

/// What is left of a source.
struct Source<'a> {
    items: Box<dyn Iterator<Item = Item<'a>> + Send + 'a>,
    /// How much of it was taken: puzzles that are made, or bytes of files.
    passed: Arc<AtomicU64>,
    /// How much the whole source is, as `passed` counts.
    total: Option<u64>,
}

impl<'a> ShardMaker<'a> {
    /// Makes these shards again, whose files are known.
    fn repair(
        &self,
        damaged: &BTreeSet<u64>,
        known: &[FileRecord],
        observer: &mut dyn Observer,
    ) -> Result<(), DatasetError> {
        // Every file of a split has the same rows: those of one format are counted.
        let suffix = self.files.parts.first().map_or("", |part| part.suffix);
        for &number in damaged {
            let is_before = |record: &&FileRecord| {
                record.place().is_some_and(|it| it.shard < number && it.suffix == suffix)
            };
            let rows = known.iter().filter(is_before).map(|record| record.rows).sum();
            let taken = number * self.request.puzzles_per_shard.get();
            let mut source = self.source(taken)?;
            observer.begin(source.total);
            let shard = ShardWriter::new(&self.files, number, rows);
            self.fill(shard, &mut source, observer)?.finish(known)?;
            let folder = &self.request.folder;
            sync_folder(folder).map_err(|error| NamedIoError::at(folder, error))?;
            observer.repair(number);
        }
        Ok(())
    }

    /// Makes one shard after the other until the source has no more.
    fn run(
        &self,
        mut journal: DatasetJournal,
        observer: &mut dyn Observer,
    ) -> Result<DatasetContents, DatasetError> {
        let per_shard = self.request.puzzles_per_shard.get();
        let mut source = self.source(journal.finished.taken)?;
        observer.begin(source.total);
        // A shard that took less is the last.
        while journal.last_taken.is_none_or(|taken| taken == per_shard) {
            let rows = journal.finished.rows();
            let shard = ShardWriter::new(&self.files, journal.shards, rows);
            let filled = self.fill(shard, &mut source, observer);
            let contents =
                filled.and_then(|shard| shard.finish(&[])).map_err(|error| match error {
                    DatasetError::Interrupted => error,
                    error => DatasetError::Unfinished { rows, source: error.into() },
                })?;
            if contents.taken == 0 && contents.rejected == 0 {
                break;
            }
            journal.add(contents)?;
        }
        journal.finish()
    }

    /// Writes what the source has for a shard.
    fn fill<'f>(
        &self,
        mut shard: ShardWriter<'f>,
        source: &mut Source<'_>,
        observer: &mut dyn Observer,
    ) -> Result<ShardWriter<'f>, DatasetError> {
        let most = Split::ALL.iter().map(|&split| self.request.copies.of(split)).max();
        // A single hard puzzle may take seconds to rate as people do.
        let together = if self.human.is_empty() { TOGETHER } else { RATED_TOGETHER };
        let chunk = (together / (1 + most.unwrap_or(0) as usize)).max(1);
        let left = self.request.puzzles_per_shard.get();
        let chunks = Chunks { items: &mut source.items, left, chunk };
        let work = |chunk| self.answer(chunk);
        in_order(self.request.threads, chunks, work, |answer| {
            if observer.is_stopped() {
                return Err(DatasetError::Interrupted);
            }
            self.take(answer, &mut shard, &source.passed, observer)
        })?;
        Ok(shard)
    }

    /// Writes what was made.
    fn take(
        &self,
        answer: ItemsMade,
        shard: &mut ShardWriter<'_>,
        passed: &AtomicU64,
        observer: &mut dyn Observer,
    ) -> Result<(), DatasetError> {
        if let Some(failure) = answer.failure {
            return Err(failure.into());
        }
        for rejected in &answer.rejected {
            observer.reject(rejected);
        }
        if matches!(self.request.origin, PuzzleOrigin::Generated { .. }) {
            passed.fetch_add(answer.taken, Ordering::Relaxed);
        }
        observer.advance(answer.taken, passed.load(Ordering::Relaxed));
        Ok(shard.take(answer.taken, answer.rejected.len() as u64, &answer.made)?)
    }

    /// What the source has after the first puzzles, which were taken before.
    fn source(&self, taken: u64) -> Result<Source<'a>, DatasetError> {
        let passed = Arc::new(AtomicU64::new(0));
        let (files, hints) = match &self.request.origin {
            PuzzleOrigin::Files { files, hints } => (files, hints),
            PuzzleOrigin::Generated { request, count } => {
                passed.store(taken, Ordering::Relaxed);
                let numbers = (taken..*count).map(|number| Item::Number { number, request });
                return Ok(Source { items: Box::new(numbers), passed, total: Some(*count) });
            }
        };
        let total = files.iter().map(InputFile::size).sum();
        let mut items = puzzles::read(files.clone(), hints.clone(), Arc::clone(&passed));
        let mut left = taken;
        while left > 0 {
            match items.next() {
                Some(Item::Failed(failure)) => return Err(failure.into()),
                Some(Item::Bad(_)) => {}
                Some(_) => left -= 1,
                None => break,
            }
        }
        Ok(Source { items: Box::new(items), passed, total })
    }

    fn answer(&self, items: Vec<Item<'_>>) -> ItemsMade {
        let mut answer = ItemsMade::default();
        for item in items {
            let made = match item {
                Item::Bad(rejected) => Err(rejected),
                Item::Failed(failure) => {
                    answer.failure = Some(failure);
                    continue;
                }
                Item::Number { number, request } => {
                    answer.taken += 1;
                    self.generated(number, request)
                }
                Item::Puzzle { number, file, puzzle } => {
                    answer.taken += 1;
                    self.read(number, &file, &puzzle)
                }
            };
            match made {
                Ok(rows) => answer.made.push(rows),
                Err(rejected) => answer.rejected.push(rejected),
            }
        }
        answer
    }

    /// A puzzle that is made.
    fn generated(
        &self,
        number: u64,
        request: &PuzzleRequest<'_>,
    ) -> Result<PuzzleRows, PuzzleError> {
        let DatasetRequest { seed, solver, .. } = *self.request;
        let puzzle = request
            .generate(solver, &mut seeded_rng(seed, number))
            .map_err(|source| PuzzleError::NotMade { number, source })?;
        let id = request.id(seed, number).map_or_else(String::new, |id| id.to_string());
        self.rows(number, id, &puzzle.board, &puzzle.solution)
    }

    /// A puzzle that is read.
    fn read(
        &self,
        number: u64,
        file: &FileNames,
        puzzle: &FilePuzzle,
    ) -> Result<PuzzleRows, PuzzleError> {
        let FilePuzzle { board, line } = *puzzle;
        let outcome = self.request.solver.solve(&board, &Limits::solutions(2));
        let solution = outcome.first.filter(|_| outcome.report.is_proper());
        let solution = solution.ok_or_else(|| {
            let file = Arc::clone(&file.shown);
            PuzzleError::NotProper { file, line, board }
        })?;
        self.rows(number, file.short.clone(), &board, &solution)
    }

    /// The puzzle with its copies, its split and its rating.
    fn rows(
        &self,
        number: u64,
        source: String,
        board: &Board,
        solution: &Grid,
    ) -> Result<PuzzleRows, PuzzleError> {
        let rated = |puzzle: Board, solution: Grid| {
            let human = HumanRatings::of(&puzzle, &self.human)
                .map_err(|cause| PuzzleError::NotRated { puzzle, cause })?;
            Ok(RatedBoard { puzzle, solution, human })
        };
        let form = canonical(board).form;
        let fingerprint = Fingerprint::of(&form);
        let split = fingerprint.split(self.request.shares);
        let mut boards = vec![rated(*board, *solution)?];
        // Another series than that of the puzzles, which may be made with the same seed.
        let mut rng = seeded_rng(!self.request.seed, number);
        for _ in 0..self.request.copies.of(split) {
            let (symmetry, relabeling) = random_symmetry(&mut rng);
            let board = relabeling.apply(&symmetry.apply(board));
            let solution = relabeling.apply_to_grid(&symmetry.apply_to_grid(solution));
            boards.push(rated(board, solution)?);
        }
        let rating = self.effort.as_ref().map(|effort| effort.rate(&form, fingerprint));
        Ok(PuzzleRows { split, source, boards, rating })
    }
}

/// How many rows are made together at most, unless a single puzzle has more.
const TOGETHER: usize = 256;

/// The same where they are rated as people solve.
const RATED_TOGETHER: usize = 8;

/// Takes puzzles of a source, some at a time, until there are enough for a shard.
struct Chunks<'c, 'a> {
    items: &'c mut (dyn Iterator<Item = Item<'a>> + Send),
    /// How many puzzles the shard lacks.
    left: u64,
    chunk: usize,
}

impl<'a> Iterator for Chunks<'_, 'a> {
    type Item = Vec<Item<'a>>;

    fn next(&mut self) -> Option<Vec<Item<'a>>> {
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
