//! NumPy's arrays, written and read.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Read, Seek, SeekFrom, Write};

use sudoku_core::Board;

use crate::row::{DatasetRow, RowWriter};
use crate::table::{TOGETHER, TableRows, invalid};

/// An array of a data set: its type, the shape of a row, and the bytes of one.
#[derive(Clone, Copy)]
pub(super) struct Array {
    kind: &'static str,
    shape: &'static str,
    write: fn(&DatasetRow<'_>, &mut dyn Write) -> io::Result<()>,
}

/// The arrays of a shard, with the endings of their names; flat boards have 81 cells in a row.
pub(super) fn arrays(is_flat: bool) -> [(&'static str, Array); 3] {
    let shape = if is_flat { "81" } else { "9, 9" };
    let bytes = |write| Array { kind: "|u1", shape, write };
    [
        ("-puzzles.npy", bytes(|row, to| to.write_all(row.puzzle.as_bytes()))),
        ("-solutions.npy", bytes(|row, to| to.write_all(row.solution.as_bytes()))),
        ("-ratings.npy", Array { kind: "<f8", shape: "2", write: ratings }),
    ]
}

fn ratings(row: &DatasetRow<'_>, to: &mut dyn Write) -> io::Result<()> {
    to.write_all(&row.rating.value.to_le_bytes())?;
    to.write_all(&row.rating.spread.to_le_bytes())
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

/// A NumPy array of puzzles that is being read: an iterator over its rows.
pub(crate) struct ArrayReader {
    reader: Box<dyn Read + Send>,
    /// How many rows there are, as the header says.
    rows: u64,
    /// How many of them were not read yet; none after an error.
    left: u64,
}

/// Headers have some hundred bytes; what says that it has more than this is none.
const LONGEST_HEADER: u32 = 1 << 16;

impl ArrayReader {
    /// Reads the header: magic, version, the length of what follows, a dictionary as Python writes
    /// it.
    pub(crate) fn new(mut reader: Box<dyn Read + Send>) -> io::Result<Self> {
        let mut start = [0; 8];
        reader.read_exact(&mut start)?;
        let length = match start {
            [0x93, b'N', b'U', b'M', b'P', b'Y', 1, _] => {
                let mut length = [0; 2];
                reader.read_exact(&mut length)?;
                u16::from_le_bytes(length).into()
            }
            [0x93, b'N', b'U', b'M', b'P', b'Y', 2 | 3, _] => {
                let mut length = [0; 4];
                reader.read_exact(&mut length)?;
                u32::from_le_bytes(length)
            }
            _ => return Err(invalid("no NumPy array")),
        };
        if length > LONGEST_HEADER {
            let message =
                format!("a header of {length} bytes, of which at most {LONGEST_HEADER} are read");
            return Err(invalid(message));
        }
        let mut header = Vec::new();
        let read = reader.by_ref().take(length.into()).read_to_end(&mut header)?;
        if read < length as usize {
            return Err(invalid(format!("ends in its header, after {read} of {length} bytes")));
        }
        let header: String = String::from_utf8_lossy(&header).split_whitespace().collect();
        let shape = header.split_once("'shape':(").and_then(|(_, rest)| rest.split_once(')'));
        let lengths: Option<Vec<u64>> =
            shape.and_then(|(shape, _)| shape.split(',').map(|it| it.parse().ok()).collect());
        let has_bytes =
            ["'|u1'", "'|i1'"].iter().any(|it| header.contains(&format!("'descr':{it}")));
        match lengths.as_deref() {
            Some(&([rows, 81] | [rows, 9, 9]))
                if has_bytes && header.contains("'fortran_order':False") =>
            {
                Ok(Self { reader, rows, left: rows })
            }
            _ => Err(invalid(format!("no array of bytes, N×81 or N×9×9, row by row: {header}"))),
        }
    }
}

impl Iterator for ArrayReader {
    type Item = io::Result<TableRows>;

    fn next(&mut self) -> Option<io::Result<TableRows>> {
        let count = self.left.min(TOGETHER as u64);
        if count == 0 {
            return None;
        }
        let first = self.rows - self.left + 1;
        let mut boards = Vec::new();
        let mut cells = [0; 81];
        for row in first..first + count {
            if let Err(error) = self.reader.read_exact(&mut cells) {
                self.left = 0;
                let rows = self.rows;
                return Some(Err(match error.kind() {
                    ErrorKind::UnexpectedEof => invalid(format!("ends in row {row} of {rows}")),
                    _ => error,
                }));
            }
            boards.push(Board::new(cells).map_err(|error| error.to_string()));
        }
        self.left -= count;
        Some(Ok(TableRows { first, boards }))
    }
}
