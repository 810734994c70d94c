//! NumPy's arrays, written.

use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Seek, SeekFrom, Write};

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
        // NumPy's format, version 1.0: magic, version, length of what follows, a dictionary as
        // Python writes it, spaces, a line end.
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend((HEADER as u16 - 10).to_le_bytes());
        write!(
            header,
            "{{'descr': '{kind}', 'fortran_order': False, 'shape': ({rows}, {shape}), }}"
        )?;
        header.resize(HEADER - 1, b' ');
        header.push(b'\n');
        let mut file = file.into_inner().map_err(IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        Ok(file)
    }
}
