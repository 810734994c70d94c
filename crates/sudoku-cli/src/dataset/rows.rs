//! Puzzles in the rows of files that are no text: Parquet's column of puzzles and NumPy's arrays.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use sudoku_core::Board;

use super::parquet::ParquetReader;
use crate::source::Source;

/// What a file is that is no text, as the ending of its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Parquet,
    Npy,
}

impl Kind {
    /// The kind of the file with this name; nothing for text.
    pub(super) fn of(path: &Path) -> Option<Self> {
        match path.extension().and_then(OsStr::to_str) {
            Some("parquet") => Some(Self::Parquet),
            Some("npy") => Some(Self::Npy),
            _ => None,
        }
    }
}

/// Rows one after the other: the board of each, or what is wrong with it.
pub(super) struct Rows {
    /// The number of the first, counted from 1.
    pub(super) first: u64,
    pub(super) boards: Vec<Result<Board, String>>,
}

/// How many rows are read together.
pub(super) const TOGETHER: usize = 1 << 12;

/// The rows of a file of this kind; `passed` is told how many bytes of an array were taken.
///
/// # Errors
/// If the file has no puzzles in it, or not as many rows as it says.
pub(super) fn read(
    source: &Source,
    path: &Path,
    kind: Kind,
    passed: &Arc<AtomicU64>,
) -> io::Result<Box<dyn Iterator<Item = io::Result<Rows>> + Send>> {
    Ok(match kind {
        Kind::Parquet => Box::new(ParquetReader::new(File::open(path)?)?),
        Kind::Npy => Box::new(ArrayReader::new(source.open(passed)?)?),
    })
}

/// What is wrong with the content of a file.
pub(super) fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message.into())
}

/// A NumPy array of puzzles that is being read: an iterator over its rows.
struct ArrayReader {
    reader: Box<dyn Read + Send>,
    /// How many rows there are, as the header says.
    rows: u64,
    /// How many of them were not read yet; none after an error.
    left: u64,
}

/// Headers have some hundred bytes; one that says it has more than so many is none.
const LONGEST_HEADER: u32 = 1 << 16;

impl ArrayReader {
    /// Reads the header: magic, version, the length of what follows, a dictionary as Python writes it.
    fn new(mut reader: Box<dyn Read + Send>) -> io::Result<Self> {
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
    type Item = io::Result<Rows>;

    fn next(&mut self) -> Option<io::Result<Rows>> {
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
        Some(Ok(Rows { first, boards }))
    }
}
