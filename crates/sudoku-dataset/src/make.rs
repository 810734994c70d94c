//! The building of data sets.

use std::collections::BTreeSet;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use compressed_io::{InputFile, NamedIoError, shown};
use ordered_work::Workers;
use serde::Serialize;
use serde_json::Value;
use sudoku_canonical::canonical;
use sudoku_core::{Board, Grid, Limits, Solver};
use sudoku_generator::{
    DifficultyMeasure, GENERATOR_VERSION, GenerateError, Guesses, Minimality, PuzzlePlan,
    PuzzleRequest, generate_first, random_symmetry, seeded_rng,
};
use sudoku_logic::RatingScale;
use sudoku_search::Measure;
use sudoku_text::{FileHints, FilePuzzle};

use crate::checksum::{FileRecord, checksum};
use crate::error::DatasetError;
use crate::format::{ArrayShape, DatasetFormat, FormatPart};
use crate::journal::{DatasetContents, DatasetJournal, Opened, sync_folder};
use crate::measures::MeasureValues;
use crate::observer::{Observer, PuzzleError};
use crate::puzzles::{self, FileNames, Item};
use crate::rating::{RatingSettings, SearchEffort};
use crate::ratings::DifficultySettings;
use crate::row::RatedBy;
use crate::scales::{DatasetScale, HumanRatings};
use crate::shard::{PuzzleRows, RatedBoard, ShardFiles, ShardWriter};
use crate::split::{Fingerprint, Identity, PerSplit, Split};

/// The description of a data set to build.
#[derive(Clone)]
pub struct DatasetRequest<'a> {
    /// The origin of the puzzles.
    pub origin: PuzzleOrigin,
    /// The output folder; created if missing.
    pub folder: PathBuf,
    /// The output formats.
    pub formats: Vec<DatasetFormat>,
    /// The shape of NumPy arrays.
    pub shape: ArrayShape,
    /// The random seed for generated puzzles and for symmetries.
    pub seed: u64,
    /// The shares of the splits.
    pub shares: PerSplit,
    /// The identity that decides the split of a puzzle.
    pub split_by: Identity,
    /// The number of random symmetric copies that follow each puzzle.
    pub copies: PerSplit,
    /// The name of the strategy in the manifest.
    pub strategy: &'a str,
    /// The strategy that solves and rates. For ratings it must count guesses.
    pub solver: &'a dyn Solver,
    /// The number of random symmetries over which a rating is averaged, or `None` for no ratings.
    pub rating_symmetries: Option<NonZeroU32>,
    /// The rating scales of the rows. Each adds its own columns.
    pub scales: Vec<&'static RatingScale>,
    /// The measures of the puzzles. Each adds a column.
    pub measures: Vec<&'static Measure>,
    /// True if rows have the steps on each rating scale, in the formats that [can hold
    /// them](DatasetFormat::has_steps).
    pub steps: bool,
    /// The number of source puzzles per shard.
    pub puzzles_per_shard: NonZeroU64,
    /// True if missing or changed files are regenerated with their original bytes. Otherwise they
    /// are an error.
    pub repair: bool,
    /// The number of worker threads.
    pub threads: usize,
}

impl<'a> DatasetRequest<'a> {
    /// Describes a data set of CSV files, split 8:1:1 into training, validation and test, without
    /// symmetric copies.
    #[must_use]
    pub fn new(
        origin: PuzzleOrigin,
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
            split_by: Identity::Solution,
            copies: PerSplit { train: 0, validation: 0, test: 0 },
            strategy,
            solver,
            rating_symmetries: NonZeroU32::new(10),
            scales: Vec::new(),
            measures: Vec::new(),
            steps: false,
            puzzles_per_shard: const { NonZeroU64::new(100_000).unwrap() },
            repair: false,
            threads: thread::available_parallelism().map_or(1, Into::into),
        }
    }
}

/// The origin of the puzzles of a data set.
#[derive(Clone, Debug)]
pub enum PuzzleOrigin {
    /// Generated puzzles.
    Generated {
        /// The constraints on the puzzles.
        plan: Arc<PuzzlePlan>,
        /// The number of puzzles.
        count: u64,
    },
    /// Puzzles from files.
    Files {
        /// The files, in order.
        files: Vec<InputFile>,
        /// The format and the puzzle column, if known.
        hints: FileHints,
    },
}

/// All settings that determine the bytes of a data set.
#[derive(Serialize)]
struct Settings<'a> {
    program: &'static str,
    source: SourceSettings,
    seed: u64,
    formats: &'a [DatasetFormat],
    npy_shape: ArrayShape,
    split: PerSplit,
    split_by: Identity,
    augment: PerSplit,
    rating: Option<RatingSettings<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scales: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    measures: Vec<&'static str>,
    #[serde(skip_serializing_if = "is_off")]
    steps: bool,
    puzzles_per_shard: u64,
}

/// Returns true if an option is off.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_off(option: &bool) -> bool {
    !*option
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum SourceSettings {
    Generated {
        generator_version: u64,
        count: u64,
        /// The least and the most clues.
        clues: [usize; 2],
        symmetries: Vec<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        parts: Vec<DifficultySettings>,
        minimality: &'static str,
        attempts: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        difficulty: Option<Box<DifficultySettings>>,
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

/// Builds a data set, or continues one that the same request began.
///
/// A run can be killed at any moment: the next run ends with the same bytes. Finished files are
/// compared with their checksums, also if the data set is complete. Damaged files can be
/// [regenerated](DatasetRequest::repair).
///
/// # Errors
/// If the request cannot be met, if a file cannot be read or written, if the folder holds anything
/// else, or if the observer stops the work.
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
    if request.steps
        && (request.scales.is_empty() || !request.formats.iter().any(|it| it.has_steps()))
    {
        return Err(DatasetError::NoSteps);
    }
    if let PuzzleOrigin::Generated { plan, .. } = &request.origin {
        plan.check(request.solver).map_err(GenerateError::from)?;
    }
    let mut formats = request.formats.clone();
    formats.sort_unstable();
    formats.dedup();
    let is_wanted = |scale: &&DatasetScale| {
        request.scales.iter().any(|rating_scale| rating_scale.name() == scale.name())
    };
    let human: Vec<_> = DatasetScale::ALL.into_iter().filter(is_wanted).collect();
    let is_wanted =
        |measure: &&Measure| request.measures.iter().any(|it| it.name() == measure.name());
    let measures: Vec<_> = Measure::all().filter(is_wanted).collect();
    let rated = RatedBy { effort: effort.is_some(), human, measures, steps: request.steps };
    let settings = settings(request, &formats, effort.as_ref(), &rated)?;
    let parts: Vec<FormatPart> =
        formats.iter().flat_map(|format| format.parts(request.shape, &rated)).collect();
    let suffixes: Vec<&str> = parts.iter().map(|part| part.suffix).collect();
    let opened = DatasetJournal::open(&request.folder, settings, &suffixes, request.repair)?;
    let files = ShardFiles { folder: &request.folder, parts };
    let maker = ShardMaker { request, effort, human: rated.human, measures: rated.measures, files };
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
        PuzzleOrigin::Generated { plan, count } => {
            let PuzzleRequest { clues, minimality, attempts, .. } = plan.request();
            SourceSettings::Generated {
                generator_version: GENERATOR_VERSION,
                count: *count,
                clues: [*clues.start(), *clues.end()],
                symmetries: plan.symmetries().iter().map(ToString::to_string).collect(),
                parts: plan.parts().iter().map(DifficultySettings::new).collect(),
                minimality: match minimality {
                    Minimality::Any => "any",
                    Minimality::Orbits => "orbits",
                    Minimality::Strict => "strict",
                },
                attempts: *attempts,
                difficulty: plan.difficulty().map(DifficultySettings::new).map(Box::new),
            }
        }
        PuzzleOrigin::Files { files, hints: FileHints { format, column, .. } } => {
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
        split_by: request.split_by,
        augment: request.copies,
        rating: effort.map(SearchEffort::settings),
        scales: rated.human.iter().map(|scale| scale.name()).collect(),
        measures: rated.measures.iter().map(|measure| measure.name()).collect(),
        steps: request.steps,
        puzzles_per_shard: request.puzzles_per_shard.get(),
    })?)
}

fn file_settings(file: &InputFile) -> Result<FileSettings, NamedIoError> {
    let path = file.path().unwrap_or("-".as_ref());
    let (bytes, sha256) = checksum(path).map_err(|error| NamedIoError::at(path, error))?;
    Ok(FileSettings { name: shown(path), bytes, sha256 })
}

/// Builds the shards of a request.
struct ShardMaker<'a> {
    request: &'a DatasetRequest<'a>,
    /// The measure of search effort, or `None` for no ratings.
    effort: Option<SearchEffort<'a>>,
    /// The rating scales of the rows.
    human: Vec<&'static DatasetScale>,
    measures: Vec<&'static Measure>,
    files: ShardFiles<'a>,
}

/// The result for some source items.
#[derive(Default)]
struct ItemsMade {
    taken: u64,
    made: Vec<PuzzleRows>,
    rejected: Vec<PuzzleError>,
    failure: Option<NamedIoError>,
}

/// The rest of a source.
struct Source<'a> {
    items: Box<dyn Iterator<Item = Item<'a>> + Send + 'a>,
    /// The progress: generated puzzles, or bytes of files.
    passed: Arc<AtomicU64>,
    /// The size of the whole source, in the unit of `passed`.
    total: Option<u64>,
}

impl<'a> ShardMaker<'a> {
    /// Regenerates the damaged shards.
    fn repair(
        &self,
        damaged: &BTreeSet<u64>,
        known: &[FileRecord],
        observer: &mut dyn Observer,
    ) -> Result<(), DatasetError> {
        // All files of a split have the same rows, so one format is enough to count them.
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

    /// Builds one shard after the other until the source is empty.
    fn run(
        &self,
        mut journal: DatasetJournal,
        observer: &mut dyn Observer,
    ) -> Result<DatasetContents, DatasetError> {
        let per_shard = self.request.puzzles_per_shard.get();
        let mut source = self.source(journal.finished.taken)?;
        observer.begin(source.total);
        // A shard with fewer puzzles is the last one.
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

    /// Fills a shard from the source.
    fn fill<'f>(
        &self,
        mut shard: ShardWriter<'f>,
        source: &mut Source<'_>,
        observer: &mut dyn Observer,
    ) -> Result<ShardWriter<'f>, DatasetError> {
        let most = Split::ALL.iter().map(|&split| self.request.copies.of(split)).max();
        // A rating scale or a measure may take seconds for a single hard puzzle.
        let is_fast = self.human.is_empty() && self.measures.is_empty();
        let together = if is_fast { TOGETHER } else { RATED_TOGETHER };
        let chunk = (together / (1 + most.unwrap_or(0) as usize)).max(1);
        let left = self.request.puzzles_per_shard.get();
        let chunks = ItemChunks { items: &mut source.items, left, chunk };
        let work = |chunk| self.answer(chunk);
        Workers::new(self.request.threads).in_order(chunks, work, &mut |answer| {
            if observer.is_stopped() {
                return Err(DatasetError::Interrupted);
            }
            self.take(answer, &mut shard, &source.passed, observer)
        })?;
        Ok(shard)
    }

    /// Writes the result for some items.
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

    /// Returns the source without the first `taken` puzzles.
    fn source(&self, taken: u64) -> Result<Source<'a>, DatasetError> {
        let passed = Arc::new(AtomicU64::new(0));
        let (files, hints) = match &self.request.origin {
            PuzzleOrigin::Files { files, hints } => (files, hints),
            PuzzleOrigin::Generated { plan, count } => {
                passed.store(taken, Ordering::Relaxed);
                let numbers = (taken..*count).map(|number| Item::Number { number, plan });
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
                Item::Number { number, plan } => {
                    answer.taken += 1;
                    self.generated(number, plan)
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

    /// Generates a puzzle.
    fn generated(&self, number: u64, plan: &PuzzlePlan) -> Result<PuzzleRows, PuzzleError> {
        let DatasetRequest { seed, solver, .. } = *self.request;
        let (first, others) = plan.requests(seed, number);
        let (puzzle, request) = generate_first(first, others, solver, seed, number)
            .map_err(|source| PuzzleError::NotMade { number, source })?;
        let id = request.id(seed, number).map_or_else(String::new, |id| id.to_string());
        self.rows(number, id, &puzzle.board, &puzzle.solution)
    }

    /// Solves a puzzle of a file.
    fn read(
        &self,
        number: u64,
        file: &FileNames,
        puzzle: &FilePuzzle,
    ) -> Result<PuzzleRows, PuzzleError> {
        let FilePuzzle { board, line, .. } = *puzzle;
        let outcome = self.request.solver.solve(&board, &Limits::solutions(2));
        let solution = outcome.first.filter(|_| outcome.report.is_proper());
        let solution = solution.ok_or_else(|| {
            let file = Arc::clone(&file.shown);
            PuzzleError::NotProper { file, line: line as u64, board }
        })?;
        self.rows(number, file.short.clone(), &board, &solution)
    }

    /// Returns the puzzle with its symmetric copies, its split and its rating.
    fn rows(
        &self,
        number: u64,
        source: String,
        board: &Board,
        solution: &Grid,
    ) -> Result<PuzzleRows, PuzzleError> {
        let rated = |puzzle: Board, solution: Grid| {
            let human = HumanRatings::of(&puzzle, &self.human, self.request.steps)
                .map_err(|cause| PuzzleError::NotRated { puzzle, cause })?;
            Ok(RatedBoard { puzzle, solution, human })
        };
        let form = canonical(board).form;
        let fingerprint = Fingerprint::of(&form);
        let identity = match self.request.split_by {
            Identity::Puzzle => fingerprint,
            Identity::Solution => Fingerprint::of(&canonical(solution.as_board()).form),
        };
        let split = identity.split(self.request.shares);
        let mut boards = vec![rated(*board, *solution)?];
        // This random series differs from that of the puzzles, which may use the same seed.
        let mut rng = seeded_rng(!self.request.seed, number);
        for _ in 0..self.request.copies.of(split) {
            let (symmetry, relabeling) = random_symmetry(&mut rng);
            let board = relabeling.apply(&symmetry.apply(board));
            let solution = relabeling.apply_to_grid(&symmetry.apply_to_grid(solution));
            boards.push(rated(board, solution)?);
        }
        let rating = self.effort.as_ref().map(|effort| effort.rate(&form, fingerprint));
        let measures = MeasureValues::of(board, &self.measures, self.request.solver);
        let measures = measures
            .map_err(|error| PuzzleError::NotRated { puzzle: *board, cause: error.to_string() })?;
        Ok(PuzzleRows { split, source, boards, rating, measures })
    }
}

/// The maximum number of rows per work item, unless a single puzzle has more.
const TOGETHER: usize = 256;

/// The maximum number of rows per work item if they are rated on a rating scale or measured.
const RATED_TOGETHER: usize = 8;

/// Takes items from a source in chunks until there are enough for a shard.
struct ItemChunks<'c, 'a> {
    items: &'c mut (dyn Iterator<Item = Item<'a>> + Send),
    /// The number of puzzles that the shard still needs.
    left: u64,
    chunk: usize,
}

impl<'a> Iterator for ItemChunks<'_, 'a> {
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
