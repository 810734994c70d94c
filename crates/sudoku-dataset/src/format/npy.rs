//! NumPy's arrays, written.

use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Seek, SeekFrom, Write};

use crate::row::{DatasetRow, RowWriter};
use crate::table::invalid;

/// An array of a data set: its type, the shape of a row, and the bytes of one.
#[derive(Clone, Copy)]
pub(super) struct Array {
    kind: &'static str,
    shape: &'static str,
    write: fn(&DatasetRow<'_>, &mut dyn Write) -> io::Result<()>,
}

/// The arrays of a shard, with the endings of their names; flat boards have 81 cells in a row.
pub(super) fn arrays(is_flat: bool, is_rated: bool) -> Vec<(&'static str, Array)> {
    let shape = if is_flat { "81" } else { "9, 9" };
    let bytes = |write| Array { kind: "|u1", shape, write };
    let mut arrays = vec![
        ("-puzzles.npy", bytes(|row, to| to.write_all(row.puzzle.as_bytes()))),
        ("-solutions.npy", bytes(|row, to| to.write_all(row.solution.as_bytes()))),
    ];
    if is_rated {
        arrays.push(("-ratings.npy", Array { kind: "<f8", shape: "2", write: ratings }));
    }
    arrays
}

fn ratings(row: &DatasetRow<'_>, to: &mut dyn Write) -> io::Result<()> {
    let rating = row.rating.ok_or_else(|| invalid("a row has no rating"))?;
    to.write_all(&rating.value.to_le_bytes())?;
    to.write_all(&rating.spread.to_le_bytes())
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
        (self.array.write)(row, &mut self.file)
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
