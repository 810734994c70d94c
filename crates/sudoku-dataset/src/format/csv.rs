//! CSV with the columns of well-known data sets.

use std::fs::File;
use std::io;

use csv::{IntoInnerError, Writer};

use crate::row::{
    DatasetRow, Getter, RatedBy, RowWriter, clues, id, puzzle, puzzle_with_zeros, rating, solution,
    source,
};

/// The names of the columns, with functions for their values.
pub(super) type CsvColumns = &'static [CsvColumn];

/// The name of a column, with a function for its value.
pub(super) type CsvColumn = (&'static str, Getter);

pub(super) const EXTREME: CsvColumns =
    &[("source", source), ("question", puzzle), ("answer", solution), ("rating", rating)];
pub(super) const KAGGLE_1M: CsvColumns = &[("quizzes", puzzle_with_zeros), ("solutions", solution)];
pub(super) const KAGGLE_3M: CsvColumns = &[
    ("id", id),
    ("puzzle", puzzle),
    ("solution", solution),
    ("clues", clues),
    ("difficulty", rating),
];
pub(super) const KAGGLE_9M: CsvColumns = &[("puzzle", puzzle_with_zeros), ("solution", solution)];

/// Returns these columns, followed by those of the rating scales and measures.
pub(super) fn with_ratings(columns: CsvColumns, rated: &RatedBy) -> Vec<CsvColumn> {
    let ratings = rated.rating_columns().map(|column| (column.name, column.value));
    columns.iter().copied().chain(ratings).collect()
}

/// A writer of CSV files.
struct CsvWriter {
    writer: Writer<File>,
    columns: Vec<CsvColumn>,
    /// A buffer for the current field.
    field: Vec<u8>,
}

/// Starts a file with these columns.
pub(super) fn writer(file: File, columns: Vec<CsvColumn>) -> io::Result<Box<dyn RowWriter>> {
    let mut writer = Writer::from_writer(file);
    writer.write_record(columns.iter().map(|(name, _)| name))?;
    Ok(Box::new(CsvWriter { writer, columns, field: Vec::new() }))
}

impl RowWriter for CsvWriter {
    fn write(&mut self, row: &DatasetRow<'_>) -> io::Result<()> {
        for (_, value) in &self.columns {
            self.field.clear();
            value(row).append(&mut self.field);
            self.writer.write_field(&self.field)?;
        }
        // Ends the line.
        self.writer.write_record(None::<&[u8]>)?;
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<File> {
        self.writer.into_inner().map_err(IntoInnerError::into_error)
    }
}
