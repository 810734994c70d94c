//! The rows of a data set, and the table of their columns.

use std::fmt;
use std::fs::File;
use std::io;

use serde::{Serialize, Serializer};
use sudoku_core::{Board, Grid};
use sudoku_logic::{HodokuLevel, Rating as HumanRating};
use sudoku_search::Measure;

use crate::measures::MeasureValues;
use crate::rating::Rating;
use crate::scales::{DatasetScale, HODOKU, HumanRatings, SE, SUKAKU};
use crate::steps::LeanStep;

/// A row: a puzzle or a symmetric copy of one.
#[derive(Clone, Copy)]
pub(crate) struct DatasetRow<'a> {
    /// The row number, over all splits and including symmetric copies.
    pub(crate) id: u64,
    /// The ID of the puzzle, or the name of its source file.
    pub(crate) source: &'a str,
    pub(crate) puzzle: &'a Board,
    pub(crate) solution: &'a Grid,
    /// The rating by search effort, or `None` if it is off.
    pub(crate) rating: Option<Rating>,
    /// The ratings on the requested rating scales.
    pub(crate) human: &'a HumanRatings,
    /// The requested measures.
    pub(crate) measures: &'a MeasureValues,
}

/// A column. Some formats have all of them.
pub(crate) struct DatasetColumn {
    pub(crate) name: &'static str,
    pub(crate) kind: ColumnKind,
    pub(crate) part: ColumnPart,
    pub(crate) value: Getter,
}

/// The part of a row to which a column belongs.
#[derive(Clone, Copy)]
pub(crate) enum ColumnPart {
    /// The puzzle.
    Puzzle,
    /// The rating by search effort.
    Effort,
    /// The rating on a scale, with the index of the number in it.
    Human(&'static DatasetScale, usize),
    /// The measure with the name of the column.
    Measure,
    /// The steps on a scale.
    Steps(&'static DatasetScale),
}

/// The ratings in a data set.
#[derive(Clone, Default)]
pub(crate) struct RatedBy {
    /// True if there are ratings by search effort.
    pub(crate) effort: bool,
    /// The rating scales.
    pub(crate) human: Vec<&'static DatasetScale>,
    pub(crate) measures: Vec<&'static Measure>,
    /// True if there are the steps on each rating scale.
    pub(crate) steps: bool,
}

impl RatedBy {
    /// Returns the columns of a data set with these ratings.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &'static DatasetColumn> {
        let has = |scale: &DatasetScale| self.human.iter().any(|of| of.name() == scale.name());
        COLUMNS.iter().filter(move |column| match column.part {
            ColumnPart::Puzzle => true,
            ColumnPart::Effort => self.effort,
            ColumnPart::Human(scale, _) => has(scale),
            ColumnPart::Measure => self.measures.iter().any(|it| it.name() == column.name),
            ColumnPart::Steps(scale) => self.steps && has(scale),
        })
    }

    /// Returns the columns of rating scales and measures.
    pub(crate) fn rating_columns(&self) -> impl Iterator<Item = &'static DatasetColumn> {
        let is_rating = |part| matches!(part, ColumnPart::Human(..) | ColumnPart::Measure);
        self.columns().filter(move |column| is_rating(column.part))
    }
}

/// Returns the columns of a scale, in order.
pub(crate) fn columns_of(scale: &DatasetScale) -> impl Iterator<Item = &'static DatasetColumn> {
    COLUMNS.iter().filter(
        |column| matches!(column.part, ColumnPart::Human(of, _) if of.name() == scale.name()),
    )
}

/// A function for the value of a row in a column.
pub(crate) type Getter = for<'r> fn(&'r DatasetRow<'_>) -> ColumnValue<'r>;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    /// Whole numbers of 64 bits.
    Long,
    /// Whole numbers of 32 bits.
    Short,
    /// Texts that are all different.
    Text,
    /// Texts with many repetitions.
    Label,
    /// Numbers with a fraction.
    Real,
    /// Lists of steps.
    Steps,
}

/// All columns, in output order.
pub(crate) static COLUMNS: &[DatasetColumn] = {
    use ColumnKind::{Label, Long, Real, Short, Text};
    use ColumnPart::{Effort, Human, Measure, Puzzle};
    const fn steps(
        scale: &'static DatasetScale,
        name: &'static str,
        value: Getter,
    ) -> DatasetColumn {
        DatasetColumn { name, kind: ColumnKind::Steps, part: ColumnPart::Steps(scale), value }
    }
    const fn column(
        part: ColumnPart,
        name: &'static str,
        kind: ColumnKind,
        value: Getter,
    ) -> DatasetColumn {
        DatasetColumn { name, kind, part, value }
    }
    &[
        column(Puzzle, "id", Long, id),
        column(Puzzle, "source", Label, source),
        column(Puzzle, "puzzle", Text, puzzle),
        column(Puzzle, "solution", Text, solution),
        column(Puzzle, "clues", Short, clues),
        column(Effort, "rating", Real, rating),
        column(Effort, "rating_spread", Real, |row| {
            ColumnValue::of_rating(row, |rating| rating.spread)
        }),
        column(Human(&SE, 0), "se_er", Real, |row| row.human.value(&SE, 0)),
        column(Human(&SE, 1), "se_ep", Real, |row| row.human.value(&SE, 1)),
        column(Human(&SE, 2), "se_ed", Real, |row| row.human.value(&SE, 2)),
        column(Human(&SUKAKU, 0), "sukaku_er", Real, |row| row.human.value(&SUKAKU, 0)),
        column(Human(&SUKAKU, 1), "sukaku_ep", Real, |row| row.human.value(&SUKAKU, 1)),
        column(Human(&SUKAKU, 2), "sukaku_ed", Real, |row| row.human.value(&SUKAKU, 2)),
        column(Human(&HODOKU, 0), "hodoku_level", Label, |row| row.human.value(&HODOKU, 0)),
        column(Human(&HODOKU, 1), "hodoku_score", Short, |row| row.human.value(&HODOKU, 1)),
        column(Measure, "backdoor", Short, |row| row.measures.value("backdoor")),
        column(Measure, "te_depth", Short, |row| row.measures.value("te_depth")),
        steps(&SE, "se_steps", |row| row.human.steps(&SE)),
        steps(&SUKAKU, "sukaku_steps", |row| row.human.steps(&SUKAKU)),
        steps(&HODOKU, "hodoku_steps", |row| row.human.steps(&HODOKU)),
    ]
};

pub(crate) const fn id<'r>(row: &'r DatasetRow<'_>) -> ColumnValue<'r> {
    ColumnValue::Whole(row.id)
}

pub(crate) const fn source<'r>(row: &'r DatasetRow<'_>) -> ColumnValue<'r> {
    ColumnValue::Text(row.source)
}

pub(crate) fn puzzle<'r>(row: &'r DatasetRow<'_>) -> ColumnValue<'r> {
    ColumnValue::Cells(row.puzzle.to_line())
}

/// Returns the puzzle with 0 for blanks.
pub(crate) fn puzzle_with_zeros<'r>(row: &'r DatasetRow<'_>) -> ColumnValue<'r> {
    ColumnValue::Cells(row.puzzle.to_line().map(|cell| if cell == b'.' { b'0' } else { cell }))
}

pub(crate) fn solution<'r>(row: &'r DatasetRow<'_>) -> ColumnValue<'r> {
    ColumnValue::Cells(row.solution.as_board().to_line())
}

pub(crate) fn clues<'r>(row: &'r DatasetRow<'_>) -> ColumnValue<'r> {
    ColumnValue::Whole(row.puzzle.clue_count() as u64)
}

pub(crate) fn rating<'r>(row: &'r DatasetRow<'_>) -> ColumnValue<'r> {
    ColumnValue::of_rating(row, |rating| rating.value)
}

/// A value in a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ColumnValue<'r> {
    Whole(u64),
    Real(f64),
    Text(&'r str),
    /// The 81 characters of a board.
    Cells([u8; 81]),
    Level(HodokuLevel),
    Steps(&'r [LeanStep]),
    /// A missing rating.
    Missing,
}

impl ColumnValue<'_> {
    /// Returns a number of the row's rating.
    fn of_rating(row: &DatasetRow<'_>, number: fn(&Rating) -> f64) -> Self {
        row.rating.as_ref().map_or(Self::Missing, |rating| Self::Real(number(rating)))
    }

    /// Returns the value as a number. A level becomes its rank, from 1.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(number) => Some(*number as f64),
            Self::Real(number) => Some(*number),
            Self::Level(level) => Some(f64::from(*level as u8 + 1)),
            Self::Text(_) | Self::Cells(_) | Self::Steps(_) | Self::Missing => None,
        }
    }

    /// Appends the value to a text.
    pub(crate) fn append(&self, text: &mut Vec<u8>) {
        match self {
            Self::Whole(number) => text.extend(number.to_string().bytes()),
            Self::Real(number) => text.extend(number.to_string().bytes()),
            Self::Text(characters) => text.extend(characters.bytes()),
            Self::Cells(characters) => text.extend(characters),
            Self::Level(level) => text.extend(level.name().bytes()),
            // Text formats of one line have no column of steps.
            Self::Steps(_) | Self::Missing => {}
        }
    }
}

impl MeasureValues {
    /// Returns the value of the measure with this name.
    fn value(&self, name: &str) -> ColumnValue<'static> {
        self.get(name).map_or(ColumnValue::Missing, |value| ColumnValue::Whole(value as u64))
    }
}

impl HumanRatings {
    /// Returns the steps on a scale, if they were requested.
    fn steps(&self, scale: &DatasetScale) -> ColumnValue<'_> {
        self.steps_on(scale).map_or(ColumnValue::Missing, ColumnValue::Steps)
    }

    /// Returns a number of the rating on a scale by its index: ER, EP and ED, or level and score.
    pub(crate) fn value(&self, scale: &DatasetScale, place: usize) -> ColumnValue<'static> {
        match (self.on(scale), place) {
            (Some(HumanRating::Explainer(rating)), place) => {
                ColumnValue::Real(f64::from(rating.tenths()[place].get()) / 10.0)
            }
            (Some(HumanRating::Hodoku(rating)), 0) => ColumnValue::Level(rating.level),
            (Some(HumanRating::Hodoku(rating)), _) => ColumnValue::Whole(rating.score.into()),
            _ => ColumnValue::Missing,
        }
    }
}

impl Serialize for ColumnValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(number) => serializer.serialize_u64(*number),
            Self::Real(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            // The text has only digits and dots, so it needs no escapes.
            Self::Cells(cells) => serializer.serialize_str(&String::from_utf8_lossy(cells)),
            Self::Level(level) => serializer.serialize_str(level.name()),
            Self::Steps(steps) => steps.serialize(serializer),
            Self::Missing => serializer.serialize_none(),
        }
    }
}

/// A value in a column of an input file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RecordedValue {
    Number(f64),
    Text(String),
}

impl RecordedValue {
    /// Returns true if the values are equal.
    pub(crate) fn is(&self, value: &ColumnValue<'_>) -> bool {
        match (self, value) {
            (Self::Number(number), value) => value.number() == Some(*number),
            (Self::Text(text), ColumnValue::Level(level)) => text == level.name(),
            (Self::Text(text), value) => value.number().is_some_and(|it| text.parse() == Ok(it)),
        }
    }
}

impl fmt::Display for RecordedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// A writer of rows.
pub(crate) trait RowWriter {
    /// Writes a row.
    fn write(&mut self, row: &DatasetRow<'_>) -> io::Result<()>;

    /// Completes the file and returns it.
    fn finish(self: Box<Self>) -> io::Result<File>;
}
