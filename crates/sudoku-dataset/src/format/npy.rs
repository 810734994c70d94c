//! Writing of NumPy arrays, and reading of the arrays of ratings written here.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, IntoInnerError, Read, Seek, SeekFrom, Write};

use crate::row::{COLUMNS, ColumnPart, DatasetColumn, DatasetRow, RatedBy, RowWriter, columns_of};
use crate::table::invalid;

/// An array of a data set: its type, the shape of a row and the contents of a row.
#[derive(Clone)]
pub(super) struct Array {
    kind: &'static str,
    shape: String,
    content: Content,
}

/// The contents of a row.
#[derive(Clone)]
enum Content {
    /// The bytes of a board.
    Board(for<'r> fn(&'r DatasetRow<'_>) -> &'r [u8; 81]),
    /// The numbers of these columns.
    Numbers(Vec<&'static DatasetColumn>),
}

/// Returns the arrays of a shard, with their file suffixes. Flat boards have rows of 81 cells.
pub(super) fn arrays(is_flat: bool, rated: &RatedBy) -> Vec<(&'static str, Array)> {
    let shape = if is_flat { "81" } else { "9, 9" };
    let board =
        |board| Array { kind: "|u1", shape: shape.to_owned(), content: Content::Board(board) };
    let numbers = |columns: Vec<&'static DatasetColumn>| Array {
        kind: "<f8",
        shape: columns.len().to_string(),
        content: Content::Numbers(columns),
    };
    let mut arrays = vec![
        ("-puzzles.npy", board(|row| row.puzzle.as_bytes())),
        ("-solutions.npy", board(|row| row.solution.as_bytes())),
    ];
    if rated.effort {
        let is_effort = |column: &&DatasetColumn| matches!(column.part, ColumnPart::Effort);
        arrays.push(("-ratings.npy", numbers(COLUMNS.iter().filter(is_effort).collect())));
    }
    for scale in &rated.human {
        arrays.push((scale.array, numbers(columns_of(scale).collect())));
    }
    if !rated.measures.is_empty() {
        let is_measure = |column: &&DatasetColumn| matches!(column.part, ColumnPart::Measure);
        arrays.push(("-measures.npy", numbers(rated.columns().filter(is_measure).collect())));
    }
    arrays
}

/// A writer of an array: a header of 128 bytes, then the numbers. The header contains the number of
/// rows, so it is written last.
struct ArrayWriter {
    file: BufWriter<File>,
    array: Array,
    rows: u64,
}

/// The size of the header in bytes: a multiple of 64, as the format requires.
const HEADER: usize = 128;

/// Starts a file with this array.
pub(super) fn writer(file: File, array: Array) -> io::Result<Box<dyn RowWriter>> {
    let mut file = BufWriter::new(file);
    file.write_all(&[0; HEADER])?;
    Ok(Box::new(ArrayWriter { file, array, rows: 0 }))
}

impl RowWriter for ArrayWriter {
    fn write(&mut self, row: &DatasetRow<'_>) -> io::Result<()> {
        self.rows += 1;
        match &self.array.content {
            Content::Board(board) => self.file.write_all(board(row)),
            Content::Numbers(columns) => columns.iter().try_for_each(|column| {
                let number = (column.value)(row).number();
                let number = number.ok_or_else(|| invalid("a row has no rating"))?;
                self.file.write_all(&number.to_le_bytes())
            }),
        }
    }

    fn finish(self: Box<Self>) -> io::Result<File> {
        let Self { file, array: Array { kind, shape, .. }, rows } = *self;
        let header = header(kind, rows, &shape);
        let mut file = file.into_inner().map_err(IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        Ok(file)
    }
}

/// Returns a header of the NumPy format, version 1.0: magic bytes, version, length of the rest, a
/// Python dictionary, spaces and a line end.
fn header(kind: &str, rows: u64, shape: &str) -> Vec<u8> {
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend((HEADER as u16 - 10).to_le_bytes());
    let shape = format!("({rows}, {shape})");
    let dictionary = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    header.extend(dictionary.bytes());
    header.resize(HEADER - 1, b' ');
    header.push(b'\n');
    header
}

/// A reader of an array of doubles.
pub(crate) struct NumberRows {
    file: BufReader<File>,
    /// The number of values per row.
    columns: usize,
    left: u64,
}

/// Opens an array with this number of values per row.
pub(crate) fn numbers(file: File, columns: usize) -> io::Result<NumberRows> {
    let length = file.metadata()?.len();
    let mut file = BufReader::new(file);
    let mut found = Vec::new();
    file.by_ref().take(HEADER as u64).read_to_end(&mut found)?;
    let rows = length.saturating_sub(HEADER as u64) / (8 * columns as u64);
    let is_whole = length == HEADER as u64 + rows * 8 * columns as u64;
    if !is_whole || found != header("<f8", rows, &columns.to_string()) {
        return Err(invalid(format!(
            "its array of ratings is not an N×{columns} array of doubles"
        )));
    }
    Ok(NumberRows { file, columns, left: rows })
}

impl NumberRows {
    /// Returns the values of the next row, or `None` for each value after the last row.
    pub(crate) fn next_row(&mut self) -> io::Result<Vec<Option<f64>>> {
        if self.left == 0 {
            return Ok(vec![None; self.columns]);
        }
        self.left -= 1;
        let mut number = || {
            let mut bytes = [0; 8];
            self.file.read_exact(&mut bytes)?;
            Ok(Some(f64::from_le_bytes(bytes)))
        };
        (0..self.columns).map(|_| number()).collect()
    }
}
