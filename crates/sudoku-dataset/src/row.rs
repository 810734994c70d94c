//! The rows of a data set, and the one table of their columns.

use std::fs::File;
use std::io;

use serde::{Serialize, Serializer};
use sudoku_core::{Board, Grid};

use crate::rating::Rating;

/// A puzzle or a symmetric copy of one, as it is written.
#[derive(Clone, Copy)]
pub(crate) struct DatasetRow<'a> {
    /// Counted over all splits, copies included.
    pub(crate) id: u64,
    /// The puzzle's ID, or the name of the file that it is from.
    pub(crate) source: &'a str,
    pub(crate) puzzle: &'a Board,
    pub(crate) solution: &'a Grid,
    /// None where nothing is rated.
    pub(crate) rating: Option<Rating>,
}

/// A column of the formats that have all of them.
pub(crate) struct DatasetColumn {
    pub(crate) name: &'static str,
    pub(crate) kind: ColumnKind,
    pub(crate) value: Getter,
}

impl DatasetColumn {
    /// Whether the column is there where nothing is rated.
    pub(crate) fn is_without_ratings(&self) -> bool {
        self.kind != ColumnKind::Real
    }
}

/// What a row has in a column.
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
    /// Texts of which many are the same.
    Label,
    /// Numbers with a fraction: what is rated.
    Real,
}

/// All columns, in the order in which they are written.
pub(crate) const COLUMNS: &[DatasetColumn] = &[
    DatasetColumn { name: "id", kind: ColumnKind::Long, value: id },
    DatasetColumn { name: "source", kind: ColumnKind::Label, value: source },
    DatasetColumn { name: "puzzle", kind: ColumnKind::Text, value: puzzle },
    DatasetColumn { name: "solution", kind: ColumnKind::Text, value: solution },
    DatasetColumn { name: "clues", kind: ColumnKind::Short, value: clues },
    DatasetColumn { name: "rating", kind: ColumnKind::Real, value: rating },
    DatasetColumn {
        name: "rating_spread",
        kind: ColumnKind::Real,
        value: |row| ColumnValue::of_rating(row, |rating| rating.spread),
    },
];

pub(crate) const fn id<'r>(row: &'r DatasetRow<'_>) -> ColumnValue<'r> {
    ColumnValue::Whole(row.id)
}

pub(crate) const fn source<'r>(row: &'r DatasetRow<'_>) -> ColumnValue<'r> {
    ColumnValue::Text(row.source)
}

pub(crate) fn puzzle<'r>(row: &'r DatasetRow<'_>) -> ColumnValue<'r> {
    ColumnValue::Cells(row.puzzle.to_line())
}

/// The puzzle with 0 for a blank.
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

/// What stands in a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ColumnValue<'r> {
    Whole(u64),
    Real(f64),
    Text(&'r str),
    /// The 81 characters of a board.
    Cells([u8; 81]),
    /// A number of a rating where nothing is rated.
    Missing,
}

impl ColumnValue<'_> {
    /// A number of the row's rating.
    fn of_rating(row: &DatasetRow<'_>, number: fn(&Rating) -> f64) -> Self {
        row.rating.as_ref().map_or(Self::Missing, |rating| Self::Real(number(rating)))
    }

    /// Appends it to a text.
    pub(crate) fn append(&self, text: &mut Vec<u8>) {
        match self {
            Self::Whole(number) => text.extend(number.to_string().bytes()),
            Self::Real(number) => text.extend(number.to_string().bytes()),
            Self::Text(characters) => text.extend(characters.bytes()),
            Self::Cells(characters) => text.extend(characters),
            Self::Missing => {}
        }
    }
}

impl Serialize for ColumnValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(number) => serializer.serialize_u64(*number),
            Self::Real(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            // Digits and dots alone.
            Self::Cells(cells) => serializer.serialize_str(&String::from_utf8_lossy(cells)),
            Self::Missing => serializer.serialize_none(),
        }
    }
}

/// A file of rows while it is written.
pub(crate) trait RowWriter {
    /// Writes a row.
    fn write(&mut self, row: &DatasetRow<'_>) -> io::Result<()>;

    /// Ends the file and gives it back.
    fn finish(self: Box<Self>) -> io::Result<File>;
}
