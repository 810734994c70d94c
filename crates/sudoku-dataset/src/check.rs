//! A check of the rows of files: recorded solutions, recorded ratings, and the checksums in the
//! manifest of a data set.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use compressed_io::{InputFile, NamedIoError};
use ordered_work::Workers;
use sudoku_core::{Board, Cell};
use sudoku_text::FileHints;

use crate::checksum::{FileRecord, FileRecords, checksum, recorded_file};
use crate::error::DatasetError;
use crate::observer::Observer;
use crate::ratings::RatingCheck;
use crate::recorded::{RecordedRow, RecordedRows, RecordedSolution, SolutionColumns, rows};

/// The files and rows to check.
#[derive(Clone, Debug)]
pub struct RowSearch {
    /// The files: CSV, JSON lines, Parquet, NumPy archives, or puzzle arrays with arrays of
    /// solutions and ratings in the same folder. Other files have no rows to check.
    pub files: Vec<InputFile>,
    /// The name of the puzzle column, if known.
    pub hints: FileHints,
    /// The name of the column or array with solutions. By default, the names `solution`, `answer`
    /// and their plurals are known.
    pub solution_column: Option<String>,
    /// The rows of each file whose ratings are recomputed, if any.
    pub rated: Option<RatedRows>,
    /// The folder for unpacked arrays.
    pub temporary: PathBuf,
    /// The number of worker threads.
    pub threads: usize,
}

/// The rows of a file whose ratings are recomputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedRows {
    /// The first 20 rows and every 1000th row.
    Sample,
    /// All rows.
    All,
}

impl RatedRows {
    fn has(self, number: u64) -> bool {
        self == Self::All || number < 20 || number.is_multiple_of(1000)
    }
}

/// A mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The kind of the mistake.
    pub kind: MistakeKind,
    /// The index of the file, from 0.
    pub file: usize,
    /// The line or the row in a table, from 1. `None` for a mistake of the whole file.
    pub line: Option<u64>,
    /// The mistake, as text.
    pub cause: String,
}

/// The kind of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MistakeKind {
    /// The recorded solution is not a solution of the puzzle.
    Solution,
    /// A recorded rating is wrong, or outside of the difficulty in the manifest.
    Rating,
    /// The file or an array that belongs to it differs from its checksum in the manifest, or the
    /// manifest names a file that is missing.
    Checksum,
}

/// The numbers of checked rows and files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckedRows {
    /// The number of recorded solutions that were checked.
    pub solutions: u64,
    /// The number of rows whose ratings were recomputed.
    pub rated: u64,
    /// The number of files whose checksum was compared, or that are missing.
    pub checksums: u64,
    /// The indices of the files that were not checked, because they can be read only once.
    pub skipped: Vec<usize>,
}

/// The number of rows per work item, without and with ratings, which can take long.
const TOGETHER: usize = 1024;
const RATED_TOGETHER: usize = 64;

/// Chunks of rows, each with the index of its first row.
struct RowChunks<I> {
    rows: I,
    next: u64,
    size: usize,
}

impl<I: Iterator> Iterator for RowChunks<I> {
    type Item = (u64, Vec<I::Item>);

    fn next(&mut self) -> Option<Self::Item> {
        let rows: Vec<_> = self.rows.by_ref().take(self.size).collect();
        let first = self.next;
        self.next += rows.len() as u64;
        (!rows.is_empty()).then_some((first, rows))
    }
}

/// The result of the check of some rows.
#[derive(Default)]
struct CheckedChunk {
    rows: u64,
    solutions: u64,
    rated: u64,
    mistakes: Vec<Mistake>,
    /// The error that ends the rows of the file.
    failure: Option<NamedIoError>,
}

/// Checks every recorded solution, the ratings of some rows, and the checksum of every file that a
/// manifest in its folder names. Passes on the mistakes, in the order of files and rows. A break of
/// `mistaken` ends the check.
///
/// # Errors
/// If a file cannot be read to its end, or the observer stops the work.
pub fn check_rows(
    search: &RowSearch,
    observer: &mut dyn Observer,
    mistaken: &mut dyn FnMut(Mistake) -> ControlFlow<()>,
) -> Result<CheckedRows, DatasetError> {
    observer.begin(None);
    let mut checked = CheckedRows::default();
    // The missing files that were reported.
    let mut missing = BTreeSet::new();
    for (file, input) in search.files.iter().enumerate() {
        if input.size().is_none() {
            checked.skipped.push(file);
            continue;
        }
        if observer.is_stopped() {
            return Err(DatasetError::Interrupted);
        }
        let manifest = input.path().map_or(Ok(None), recorded_file);
        let mut causes = match (&manifest, input.path()) {
            (Err(cause), _) => vec![Some(cause.clone())],
            (Ok(Some(records)), Some(path)) => wrong_files(path, records, &mut missing)?,
            _ => Vec::new(),
        };
        checked.checksums += causes.len() as u64;
        let kind = MistakeKind::Checksum;
        let mut wrong =
            causes.drain(..).flatten().map(|cause| Mistake { kind, file, line: None, cause });
        if wrong.try_for_each(&mut *mistaken).is_break() {
            return Ok(checked);
        }
        let failed = |error| input.error(error);
        let solutions = SolutionColumns(search.solution_column.clone());
        let found = rows(input, &search.hints, &solutions, &search.temporary).map_err(failed)?;
        let Some(RecordedRows { columns, rows }) = found else { continue };
        let settings = manifest.ok().flatten().map(|it| (it.record, it.settings));
        let ratings = RatingCheck::new(columns, settings);
        let work = |(first, rows): (u64, Vec<io::Result<Option<RecordedRow>>>)| {
            let mut chunk = CheckedChunk::default();
            for (index, row) in (first..).zip(rows) {
                let row = match row {
                    Ok(Some(row)) => row,
                    Ok(None) => continue,
                    Err(error) => {
                        chunk.failure = Some(failed(error));
                        break;
                    }
                };
                let mut add = |kind, cause: Option<String>| {
                    let line = Some(row.number);
                    chunk.mistakes.extend(cause.map(|cause| Mistake { kind, file, line, cause }));
                };
                for solution in &row.solutions {
                    let name = match (&solution.column, &row.solutions[..]) {
                        (Some(column), [_, _, ..]) => format!("the solution in {column}"),
                        _ => "the solution".to_owned(),
                    };
                    chunk.solutions += 1;
                    add(MistakeKind::Solution, wrong_solution(&row.puzzle, solution, &name));
                }
                if !ratings.is_empty() && search.rated.is_some_and(|it| it.has(index)) {
                    chunk.rated += 1;
                    add(MistakeKind::Rating, ratings.mistake(index, &row));
                }
                chunk.rows += 1;
            }
            chunk
        };
        let mut is_over = false;
        let take = &mut |chunk: CheckedChunk| {
            checked.solutions += chunk.solutions;
            checked.rated += chunk.rated;
            observer.advance(chunk.rows, 0);
            is_over = chunk.mistakes.into_iter().try_for_each(&mut *mistaken).is_break();
            // If the caller breaks, the error is only a way to end the work.
            if is_over || observer.is_stopped() {
                return Err(DatasetError::Interrupted);
            }
            chunk.failure.map_or(Ok(()), |failure| Err(failure.into()))
        };
        let size = if ratings.is_empty() { TOGETHER } else { RATED_TOGETHER };
        let chunks = RowChunks { rows, next: 0, size };
        let end = Workers::new(search.threads).in_order(chunks, work, take);
        if is_over {
            return Ok(checked);
        }
        end?;
    }
    Ok(checked)
}

/// Compares a file and the arrays that belong to it with their records in the manifest, and looks
/// for the other files of its split and format. Returns an entry for each compared or missing file:
/// its mistake, if any. A missing file that is in `missing` was reported before.
fn wrong_files(
    path: &Path,
    records: &FileRecords,
    missing: &mut BTreeSet<PathBuf>,
) -> Result<Vec<Option<String>>, NamedIoError> {
    let mut causes = vec![wrong_checksum(path, &records.record)?];
    let beside = |record: &FileRecord| path.with_file_name(&record.name);
    for (record, is_compared) in records
        .arrays
        .iter()
        .map(|record| (record, true))
        .chain(records.shards.iter().map(|record| (record, false)))
    {
        let (name, beside) = (&record.name, beside(record));
        if !beside.exists() {
            if missing.insert(beside) {
                causes
                    .push(Some(format!("manifest.json beside it names {name}, which is missing")));
            }
        } else if is_compared {
            let cause = wrong_checksum(&beside, record)?;
            causes.push(cause.map(|cause| format!("{name} belongs to it: {cause}")));
        }
    }
    Ok(causes)
}

/// Compares a file with its record in the manifest. Returns the difference, if any.
fn wrong_checksum(path: &Path, record: &FileRecord) -> Result<Option<String>, NamedIoError> {
    let (bytes, sha256) = checksum(path).map_err(|error| NamedIoError::at(path, error))?;
    let is_same = (bytes, &sha256) == (record.bytes, &record.sha256);
    Ok((!is_same).then(|| {
        format!(
            "the file was changed: its SHA-256 is {sha256}, but manifest.json has {}",
            record.sha256
        )
    }))
}

/// Returns the first mistake in a recorded solution of a puzzle, if any. `name` names the solution.
fn wrong_solution(puzzle: &Board, recorded: &RecordedSolution, name: &str) -> Option<String> {
    let solution = match &recorded.board {
        Ok(solution) => solution,
        Err(cause) => return Some(format!("{name} {cause}")),
    };
    let in_cell = |cell: Cell| match (puzzle.get(cell), solution.get(cell)) {
        (_, None) => Some(format!("{name} has no digit in {cell}")),
        (Some(clue), Some(digit)) if clue != digit => {
            Some(format!("{name} has {digit} in {cell}, but the puzzle has {clue}"))
        }
        _ => None,
    };
    let broken = || {
        let contradiction = solution.contradictions().next()?;
        Some(format!("{name} breaks the rules: {contradiction}"))
    };
    Cell::all().find_map(in_cell).or_else(broken)
}
