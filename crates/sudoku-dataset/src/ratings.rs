//! Ratings of rows, computed again and compared with what the rows say.
//!
//! The ratings of human logic are of a row as it stands, so whoever rates its puzzle has to get the
//! same. Where the manifest of a data set stands beside a file and says which difficulty was asked
//! for, each puzzle is held to that too; its copies are not, because they may be rated otherwise.

use std::fs;
use std::path::Path;

use packed_files::{InputFile, NamedIoError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sudoku_generator::Difficulty;
use sudoku_logic::Rating;
use sudoku_text::FileHints;

use crate::checksum::FileRecord;
use crate::copies::PuzzlePlace;
use crate::error::DatasetError;
use crate::observer::Observer;
use crate::parallel::in_order;
use crate::recorded::{RecordedRow, RecordedRows, rows};
use crate::row::{ColumnPart, DatasetColumn, columns_of};
use crate::scales::{DatasetScale, HumanRatings};
use crate::split::PerSplit;

/// Whose ratings are computed again.
#[derive(Clone, Debug)]
pub struct RatingSearch {
    /// The files: CSV with commas, JSON lines, Parquet, arrays of puzzles with those of ratings
    /// beside them. What has no ratings, and what can be read only once, is passed over.
    pub files: Vec<InputFile>,
    /// What is known of them: the name of the column of puzzles.
    pub hints: FileHints,
    /// Which rows of each file.
    pub rows: RatedRows,
    /// How many threads work.
    pub threads: usize,
}

/// Which rows of a file are rated again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedRows {
    /// The first twenty, and of the others each thousandth.
    Sample,
    /// All.
    All,
}

impl RatedRows {
    fn has(self, number: u64) -> bool {
        self == Self::All || number < 20 || number.is_multiple_of(1000)
    }
}

/// A rating that is not what the row says, or not what the manifest says of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongRating {
    /// Where the row is.
    pub place: PuzzlePlace,
    /// What is wrong, in words.
    pub cause: String,
}

/// Computes ratings again, and hands on which of them are wrong, in the order of the files and
/// their rows; returns how many rows were rated.
///
/// # Errors
/// If a file cannot be read to its end, or the observer ends the work.
pub fn check_ratings(
    search: &RatingSearch,
    observer: &mut dyn Observer,
    wrong: &mut dyn FnMut(WrongRating),
) -> Result<u64, DatasetError> {
    observer.begin(None);
    let mut rated = 0;
    for (file, input) in search.files.iter().enumerate() {
        let failed = |error| input.error(error);
        let Some(recorded) = rows(input, &search.hints).map_err(failed)? else { continue };
        let RecordedRows { columns, rows } = recorded;
        let promise = input.path().and_then(promise_of);
        let scales: Vec<_> = DatasetScale::ALL.into_iter().filter(|it| has(&columns, it)).collect();
        let check = |(number, row): (u64, Result<Option<RecordedRow>, NamedIoError>)| {
            let Some(row) = row? else { return Ok((0, None)) };
            let is_puzzle = |promise: &&Promise| number.is_multiple_of(promise.rows_of_puzzle);
            let cause = check(&row, &columns, &scales, promise.as_ref().filter(is_puzzle));
            let place = PuzzlePlace { file, line: row.number };
            Ok((1, cause.map(|cause| WrongRating { place, cause })))
        };
        let chosen =
            (0..).zip(rows).filter(|(number, row)| search.rows.has(*number) || row.is_err());
        let chosen = chosen.map(|(number, row)| (number, row.map_err(failed)));
        in_order(search.threads, chosen, check, |checked: Result<_, NamedIoError>| {
            if observer.is_stopped() {
                return Err(DatasetError::Interrupted);
            }
            let (count, found) = checked?;
            rated += count;
            observer.advance(count, 0);
            found.into_iter().for_each(&mut *wrong);
            Ok(())
        })?;
    }
    Ok(rated)
}

/// Whether a column of the scale is among these.
fn has(columns: &[&DatasetColumn], scale: &DatasetScale) -> bool {
    columns_of(scale).any(|column| columns.iter().any(|it| it.name == column.name))
}

/// What is wrong with the ratings of a row, if anything is.
fn check(
    row: &RecordedRow,
    columns: &[&DatasetColumn],
    scales: &[&'static DatasetScale],
    promise: Option<&Promise>,
) -> Option<String> {
    let mut scales = scales.to_vec();
    if let Some(promise) = promise
        && !scales.iter().any(|scale| scale.name() == promise.scale.name())
    {
        scales.push(promise.scale);
    }
    let human = match HumanRatings::of(&row.puzzle, &scales) {
        Ok(human) => human,
        Err(cause) => return Some(format!("has ratings, but cannot be rated: {cause}")),
    };
    let mut wrong = Vec::new();
    for (column, recorded) in columns.iter().zip(&row.values) {
        let ColumnPart::Human(scale, place) = column.part else { continue };
        let value = human.value(scale, place);
        if recorded.as_ref().is_none_or(|recorded| !recorded.is(&value)) {
            let mut right = Vec::new();
            value.append(&mut right);
            let right = String::from_utf8_lossy(&right);
            wrong.push(match recorded {
                Some(recorded) => format!("{} is {recorded} and not {right}", column.name),
                None => format!("{} is missing and not {right}", column.name),
            });
        }
    }
    if let Some(promise) = promise
        && let Some(rating) = human.on(promise.scale)
        && !promise.is_kept_by(rating)
    {
        wrong.push(format!("the difficulty that was asked for is {}", promise.words));
    }
    (!wrong.is_empty()).then(|| wrong.join("; "))
}

/// The difficulty that was asked for, as the manifest has it: in the smallest unit of the scale,
/// and in words.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DifficultySettings {
    scale: String,
    least: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most: Option<u64>,
    words: String,
}

impl DifficultySettings {
    pub(crate) fn new(Difficulty { scale, range, .. }: &Difficulty<'_>) -> Self {
        let (least, most) = (*range.start(), Some(*range.end()).filter(|&most| most != u64::MAX));
        let end =
            most.map_or_else(|| "or more".to_owned(), |it| format!("to {}", scale.describe(it)));
        let words = format!("{} {end}", scale.describe(least));
        Self { scale: scale.name(), least, most, words }
    }
}

/// What the manifest says of the difficulty of each puzzle.
struct Promise {
    scale: &'static DatasetScale,
    least: u64,
    most: u64,
    words: String,
    /// How many rows a puzzle has with its copies, itself first.
    rows_of_puzzle: u64,
}

impl Promise {
    fn is_kept_by(&self, rating: Rating) -> bool {
        let number = match rating {
            Rating::Explainer(rating) => rating.tenths()[0].get().into(),
            Rating::Hodoku(rating) => rating.score.into(),
            _ => return false,
        };
        (self.least..=self.most).contains(&number)
    }
}

/// What the manifest of a data set that stands beside this file says of its puzzles; nothing if
/// there is none, if it does not name the file, or if no difficulty on a scale of human logic was
/// asked for.
fn promise_of(path: &Path) -> Option<Promise> {
    #[derive(Deserialize)]
    struct Manifest {
        settings: Settings,
        files: Vec<FileRecord>,
    }
    #[derive(Deserialize)]
    struct Settings {
        source: Value,
        augment: PerSplit,
    }
    let text = fs::read(path.with_file_name("manifest.json")).ok()?;
    let Manifest { settings, files } = serde_json::from_slice(&text).ok()?;
    let name = path.file_name()?.to_str()?;
    let split = files.iter().find(|record| record.name == name)?.place()?.split;
    let difficulty = settings.source.get("generated")?.get("difficulty")?;
    let difficulty: DifficultySettings = serde_json::from_value(difficulty.clone()).ok()?;
    let is_it = |scale: &&DatasetScale| scale.profile.title() == difficulty.scale;
    Some(Promise {
        scale: DatasetScale::ALL.into_iter().find(is_it)?,
        least: difficulty.least,
        most: difficulty.most.unwrap_or(u64::MAX),
        words: difficulty.words,
        rows_of_puzzle: 1 + u64::from(settings.augment.of(split)),
    })
}
