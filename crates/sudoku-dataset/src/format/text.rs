//! Lines of puzzles and of JSON objects.

use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Write};

use serde::{Serialize, Serializer};

use crate::row::{COLUMNS, ColumnValue, DatasetRow, RowWriter};

/// A file with one line per row.
struct LineWriter {
    file: BufWriter<File>,
    write: fn(&mut BufWriter<File>, &DatasetRow<'_>) -> io::Result<()>,
}

/// Starts a file of puzzles with 81 characters.
pub(super) fn lines(file: File) -> io::Result<Box<dyn RowWriter>> {
    let write =
        |file: &mut BufWriter<File>, row: &DatasetRow<'_>| file.write_all(&row.puzzle.to_line());
    Ok(Box::new(LineWriter { file: BufWriter::new(file), write }))
}

/// Starts a file of JSON objects with all columns that have a value.
pub(super) fn objects(file: File) -> io::Result<Box<dyn RowWriter>> {
    let write = |file: &mut BufWriter<File>, row: &DatasetRow<'_>| {
        serde_json::to_writer(file, &Object(row)).map_err(io::Error::from)
    };
    Ok(Box::new(LineWriter { file: BufWriter::new(file), write }))
}

impl RowWriter for LineWriter {
    fn write(&mut self, row: &DatasetRow<'_>) -> io::Result<()> {
        (self.write)(&mut self.file, row)?;
        self.file.write_all(b"\n")
    }

    fn finish(self: Box<Self>) -> io::Result<File> {
        self.file.into_inner().map_err(IntoInnerError::into_error)
    }
}

/// A row as a JSON object.
struct Object<'a>(&'a DatasetRow<'a>);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = COLUMNS.iter().map(|column| (column.name, (column.value)(self.0)));
        serializer.collect_map(fields.filter(|(_, value)| !matches!(value, ColumnValue::Missing)))
    }
}
