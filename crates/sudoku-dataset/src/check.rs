//! A check of the rows of files: recorded solutions, recorded ratings, and the checksums in the
//! manifest of a data set.

use std::path::Path;

use compressed_io::{InputFile, NamedIoError};
use ordered_work::Workers;
use sudoku_core::{Board, Cell};
use sudoku_text::FileHints;

use crate::checksum::{checksum, recorded_file};
use crate::error::DatasetError;
use crate::observer::Observer;
use crate::ratings::RatingCheck;
use crate::recorded::{RecordedRow, RecordedRows, rows};

/// The files and rows to check.
#[derive(Clone, Debug)]
pub struct RowSearch {
    /// The files: CSV, JSON lines, Parquet, NumPy archives, or puzzle arrays with arrays of
    /// solutions and ratings in the same folder. Other files have no rows to check.
    pub files: Vec<InputFile>,
    /// The name of the puzzle column, if known.
    pub hints: FileHints,
    /// The rows of each file whose ratings are recomputed, if any.
    pub rated: Option<RatedRows>,
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
    /// The file differs from its checksum in the manifest.
    Checksum,
}

/// The numbers of checked rows and files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckedRows {
    /// The number of rows whose solution was checked.
    pub solutions: u64,
    /// The number of rows whose ratings were recomputed.
    pub rated: u64,
    /// The number of files whose checksum was compared.
    pub checksums: u64,
    /// The indices of the files that were not checked, because they can be read only once.
    pub skipped: Vec<usize>,
}

/// A row with the mistakes in its solution and in its ratings, each `None` if it was not checked.
struct CheckedRow {
    line: u64,
    solution: Option<Option<String>>,
    rating: Option<Option<String>>,
}

/// Checks every recorded solution, the ratings of some rows, and the checksum of every file that a
/// manifest in its folder names. Passes on the mistakes, in the order of files and rows.
///
/// # Errors
/// If a file cannot be read to its end, or the observer stops the work.
pub fn check_rows(
    search: &RowSearch,
    observer: &mut dyn Observer,
    mistaken: &mut dyn FnMut(Mistake),
) -> Result<CheckedRows, DatasetError> {
    observer.begin(None);
    let mut checked = CheckedRows::default();
    for (file, input) in search.files.iter().enumerate() {
        if input.size().is_none() {
            checked.skipped.push(file);
            continue;
        }
        if let Some(cause) = input.path().map(wrong_checksum).transpose()?.flatten() {
            checked.checksums += 1;
            if let Some(cause) = cause {
                mistaken(Mistake { kind: MistakeKind::Checksum, file, line: None, cause });
            }
        }
        let failed = |error| input.error(error);
        let Some(recorded) = rows(input, &search.hints).map_err(failed)? else { continue };
        let RecordedRows { columns, rows } = recorded;
        let ratings = RatingCheck::new(columns, input.path());
        let work = |(index, row): (u64, std::io::Result<Option<RecordedRow>>)| {
            let Some(row) = row.map_err(failed)? else { return Ok(None) };
            let is_rated = !ratings.is_empty() && search.rated.is_some_and(|it| it.has(index));
            let solution = row.solution.as_ref().map(|it| wrong_solution(&row.puzzle, it));
            let rating = is_rated.then(|| ratings.mistake(index, &row));
            Ok(Some(CheckedRow { line: row.number, solution, rating }))
        };
        let take = &mut |row: Result<Option<CheckedRow>, NamedIoError>| {
            if observer.is_stopped() {
                return Err(DatasetError::Interrupted);
            }
            let Some(CheckedRow { line, solution, rating }) = row? else { return Ok(()) };
            checked.solutions += u64::from(solution.is_some());
            checked.rated += u64::from(rating.is_some());
            observer.advance(1, 0);
            let both = [(MistakeKind::Solution, solution), (MistakeKind::Rating, rating)];
            for (kind, cause) in both {
                if let Some(cause) = cause.flatten() {
                    mistaken(Mistake { kind, file, line: Some(line), cause });
                }
            }
            Ok(())
        };
        Workers::new(search.threads).in_order((0..).zip(rows), work, take)?;
    }
    Ok(checked)
}

/// Compares a file with its record in the manifest of its folder. Returns the difference, or `None`
/// if no manifest names the file.
fn wrong_checksum(path: &Path) -> Result<Option<Option<String>>, NamedIoError> {
    let Some((record, _)) = recorded_file(path) else { return Ok(None) };
    let (bytes, sha256) = checksum(path).map_err(|error| NamedIoError::at(path, error))?;
    let is_same = (bytes, &sha256) == (record.bytes, &record.sha256);
    Ok(Some((!is_same).then(|| {
        format!(
            "the file was changed: its SHA-256 is {sha256}, but manifest.json has {}",
            record.sha256
        )
    })))
}

/// Returns the first mistake in a recorded solution of a puzzle, if any.
fn wrong_solution(puzzle: &Board, solution: &Result<Board, String>) -> Option<String> {
    let solution = match solution {
        Ok(solution) => solution,
        Err(cause) => return Some(format!("the solution {cause}")),
    };
    let in_cell = |cell: Cell| match (puzzle.get(cell), solution.get(cell)) {
        (_, None) => Some(format!("the solution has no digit in {cell}")),
        (Some(clue), Some(digit)) if clue != digit => {
            Some(format!("the solution has {digit} in {cell}, but the puzzle has {clue}"))
        }
        _ => None,
    };
    let broken = || {
        let contradiction = solution.contradictions().next()?;
        Some(format!("the solution breaks the rules: {contradiction}"))
    };
    Cell::all().find_map(in_cell).or_else(broken)
}
