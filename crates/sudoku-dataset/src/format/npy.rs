//! NumPy's arrays, written; and those of numbers, read as they are written here.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, IntoInnerError, Read, Seek, SeekFrom, Write};

use crate::row::{COLUMNS, ColumnPart, DatasetColumn, DatasetRow, RatedBy, RowWriter, columns_of};
use crate::table::invalid;

/// An array of a data set: its type, the shape of a row, and what is in one.
#[derive(Clone)]
pub(super) struct Array {
    kind: &'static str,
    shape: String,
    content: Content,
}

/// What is in a row of an array.
#[derive(Clone)]
enum Content {
    /// The bytes of a board.
    Board(for<'r> fn(&'r DatasetRow<'_>) -> &'r [u8; 81]),
    /// The numbers of these columns.
    Numbers(Vec<&'static DatasetColumn>),
}

/// The arrays of a shard, with the endings of their names; flat boards have 81 cells in a row.
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
    arrays
}

/// An array that is being written: a header of 128 bytes, which says how many rows there are and is
/// therefore written last, and the numbers.
struct ArrayWriter {
    file: BufWriter<File>,
    array: Array,
    rows: u64,
}

/// The length of the header in bytes: a multiple of 64, as the format asks for.
const HEADER: usize = 128;

/// Begins a file with this array.
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

/// NumPy's format, version 1.0: magic, version, length of what follows, a dictionary as Python
/// writes it, spaces, a line end.
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

/// An array of doubles that is being read.
pub(crate) struct NumberRows {
    file: BufReader<File>,
    /// How many numbers a row has.
    columns: usize,
    left: u64,
}

/// Begins to read an array of this many numbers in each row.
pub(crate) fn numbers(file: File, columns: usize) -> io::Result<NumberRows> {
    let length = file.metadata()?.len();
    let mut file = BufReader::new(file);
    let mut found = Vec::new();
    file.by_ref().take(HEADER as u64).read_to_end(&mut found)?;
    let rows = length.saturating_sub(HEADER as u64) / (8 * columns as u64);
    let is_whole = length == HEADER as u64 + rows * 8 * columns as u64;
    if !is_whole || found != header("<f8", rows, &columns.to_string()) {
        return Err(invalid(format!("beside it is no array of doubles, N×{columns}, of ratings")));
    }
    Ok(NumberRows { file, columns, left: rows })
}

impl NumberRows {
    /// The numbers of the next row; none of them where there are no more rows.
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
