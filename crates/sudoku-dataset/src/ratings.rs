//! A check of ratings: ratings of rows are recomputed and compared with the recorded ones.
//!
//! Ratings on rating scales belong to the row as it is, so recomputing them must give the same
//! values. If the manifest of the data set is in the folder of the file and contains a requested
//! difficulty, each puzzle is checked against it too. Symmetric copies are not, because their
//! ratings may differ.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sudoku_core::{Board, Limits};
use sudoku_generator::{Difficulty, DifficultyMeasure, RatedWithin, TechniqueDifficulty};
use sudoku_logic::{HodokuLevel, NamedTechniques, StepName};

use crate::checksum::{FileRecord, rows_of_puzzle};
use crate::recorded::RecordedRow;
use crate::row::{ColumnPart, DatasetColumn, columns_of};
use crate::scales::{DatasetScale, HumanRatings};

/// The recomputation of the ratings in a file.
pub(crate) struct RatingCheck {
    columns: Vec<&'static DatasetColumn>,
    scales: Vec<&'static DatasetScale>,
    promise: Option<Promise>,
}

impl RatingCheck {
    /// Prepares the check of a file with these rating columns. `manifest` has the record of the
    /// file and the settings of its data set, if any.
    pub(crate) fn new(
        columns: Vec<&'static DatasetColumn>,
        manifest: Option<(FileRecord, Value)>,
    ) -> Self {
        let scales = DatasetScale::ALL.into_iter().filter(|it| has(&columns, it)).collect();
        Self { scales, promise: manifest.and_then(promise_of), columns }
    }

    /// Returns true if the file has no ratings.
    pub(crate) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Returns the mistakes in the ratings of a row, if any. The first row has the index 0.
    pub(crate) fn mistake(&self, index: u64, row: &RecordedRow) -> Option<String> {
        let is_puzzle = |promise: &&Promise| index.is_multiple_of(promise.rows_of_puzzle);
        let promise = self.promise.as_ref().filter(is_puzzle);
        check(row, &self.columns, &self.scales, promise)
    }
}

/// Returns true if a column of the scale is among these.
fn has(columns: &[&DatasetColumn], scale: &DatasetScale) -> bool {
    columns_of(scale).any(|column| columns.iter().any(|it| it.name == column.name))
}

/// Returns the errors in the ratings of a row, if any.
fn check(
    row: &RecordedRow,
    columns: &[&DatasetColumn],
    scales: &[&'static DatasetScale],
    promise: Option<&Promise>,
) -> Option<String> {
    let human = match HumanRatings::of(&row.puzzle, scales, false) {
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
                Some(recorded) => format!("{} is {recorded}, expected {right}", column.name),
                None => format!("{} is missing, expected {right}", column.name),
            });
        }
    }
    if let Some(promise) = promise
        && !promise.is_kept_by(&row.puzzle)
    {
        wrong.push(format!("not of the requested difficulty: {}", promise.words));
    }
    (!wrong.is_empty()).then(|| wrong.join("; "))
}

/// The requested difficulty in the manifest: the range in the smallest unit of the scale, the
/// constraints on steps, and a description in words.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DifficultySettings {
    scale: String,
    least: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    levels: Option<[String; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    needs: Vec<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eliminations: Option<[usize; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    without: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    with: Vec<String>,
    words: String,
}

impl DifficultySettings {
    pub(crate) fn new(wanted: &Difficulty) -> Self {
        let Difficulty { scale, range, .. } = wanted;
        let (least, most) = (*range.start(), Some(*range.end()).filter(|&most| most != u64::MAX));
        let conditions = scale.conditions();
        let mut words = Vec::new();
        if conditions.is_empty() || (least, most) != (0, None) {
            let end = most
                .map_or_else(|| "or more".to_owned(), |it| format!("to {}", scale.describe(it)));
            words.push(format!("{} {end}", scale.describe(least)));
        }
        if !conditions.is_empty() {
            words.push(conditions.to_string());
        }
        let owned = |names: &Vec<&str>| names.iter().map(|&name| name.to_owned()).collect();
        Self {
            scale: scale.name(),
            least,
            most,
            levels: conditions.levels.map(|levels| levels.map(str::to_owned)),
            needs: conditions.needs.iter().map(owned).collect(),
            eliminations: conditions.eliminations,
            before: conditions.before.as_ref().map(owned),
            after: conditions.after.as_ref().map(owned),
            without: owned(&conditions.without),
            with: owned(&conditions.with),
            words: words.join(", "),
        }
    }

    /// Returns the scale with the constraints on steps, or `None` if a name is unknown.
    fn scale(&self, scale: &DatasetScale) -> Option<TechniqueDifficulty> {
        let steps = |names: &Vec<String>| -> Option<Vec<StepName>> {
            let step =
                |name: &String| StepName::all().iter().copied().find(|it| it.name() == *name);
            names.iter().map(step).collect()
        };
        let level = |name: &String| HodokuLevel::ALL.into_iter().find(|it| it.name() == *name);
        let with: Option<Vec<_>> =
            self.with.iter().map(|name| NamedTechniques::by_name(name)).collect();
        let mut human = TechniqueDifficulty::with(scale.rating_scale, &with?).ok()?;
        if let Some([least, most]) = &self.levels {
            human = human.with_levels(level(least)?..=level(most)?);
        }
        if !self.without.is_empty() {
            human = human.without(&steps(&self.without)?);
        }
        for group in &self.needs {
            human = human.needing(&steps(group)?);
        }
        if let Some([least, most]) = self.eliminations {
            human = human.eliminating(least..=most);
        }
        if let Some(before) = &self.before {
            human = human.with_steps_before(&steps(before)?);
        }
        if let Some(after) = &self.after {
            human = human.with_steps_after(&steps(after)?);
        }
        Some(human)
    }
}

/// The requested difficulty of the puzzles in a file.
struct Promise {
    scale: TechniqueDifficulty,
    range: RangeInclusive<u64>,
    words: String,
    /// The number of rows per puzzle: the puzzle, then its symmetric copies.
    rows_of_puzzle: u64,
}

impl Promise {
    fn is_kept_by(&self, puzzle: &Board) -> bool {
        let rated = self.scale.rate_within(puzzle, &self.range, &Limits::ALL);
        matches!(rated, RatedWithin::Number(number) if self.range.contains(&number))
    }
}

/// Returns the requested difficulty in the manifest of a file, if any on a rating scale.
fn promise_of((record, settings): (FileRecord, Value)) -> Option<Promise> {
    let difficulty = settings.get("source")?.get("generated")?.get("difficulty")?;
    let difficulty: DifficultySettings = serde_json::from_value(difficulty.clone()).ok()?;
    let is_it = |scale: &&DatasetScale| scale.rating_scale.title() == difficulty.scale;
    let scale = DatasetScale::ALL.into_iter().find(is_it)?;
    Some(Promise {
        scale: difficulty.scale(scale)?,
        range: difficulty.least..=difficulty.most.unwrap_or(u64::MAX),
        words: difficulty.words,
        rows_of_puzzle: rows_of_puzzle(&record, &settings)?,
    })
}
