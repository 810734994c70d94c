//! NumPy's arrays of puzzles, read: alone and in archives, of any integers, in either order.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use sudoku_core::{Board, Cell};
use sudoku_text::{FileHints, PUZZLE_COLUMNS};
use zip::ZipArchive;

use crate::table::{TOGETHER, TableReader, TableRows, invalid};

/// Reads an array. One that holds the first cells of all puzzles, then the second, and so on, goes
/// into a temporary file in this folder first.
pub(crate) fn read(mut reader: Box<dyn Read + Send>, temporary: &Path) -> io::Result<TableReader> {
    let header = ArrayHeader::read(&mut reader)?;
    let bytes = if header.is_by_cell {
        ArrayBytes::ByCell(spool(&mut reader, temporary)?)
    } else {
        ArrayBytes::ByRow(Box::new(BufReader::with_capacity(1 << 18, reader)))
    };
    Ok(Box::new(ArrayReader { bytes, left: header.rows, header }))
}

/// Reads the array of puzzles in an archive: the one that has the name of a column of puzzles, or
/// else the only one of the right shape. It goes into a temporary file in this folder.
pub(crate) fn read_archive(
    file: File,
    hints: &FileHints,
    temporary: &Path,
) -> io::Result<TableReader> {
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(io::Error::from)?;
    let names: Vec<String> =
        archive.file_names().map(|name| name.map(String::from)).collect::<Result<_, _>>()?;
    let has_name = |name: &&String| hints.has_puzzles(name.strip_suffix(".npy").unwrap_or(name));
    let name = match names.iter().find(has_name) {
        Some(name) => name,
        None if hints.column.is_none() => {
            let mut fitting = Vec::new();
            for name in &names {
                if ArrayHeader::read(&mut archive.by_name(name)?).is_ok() {
                    fitting.push(name);
                }
            }
            match fitting[..] {
                [name] => name,
                _ => {
                    return Err(no_array(&format!("one of {}", PUZZLE_COLUMNS.join(", ")), &names));
                }
            }
        }
        None => return Err(no_array(hints.column.as_deref().unwrap_or_default(), &names)),
    };
    let array = spool(&mut archive.by_name(name)?, temporary)?;
    read(Box::new(array), temporary)
}

fn no_array(wanted: &str, names: &[String]) -> io::Error {
    let mut shown: Vec<String> =
        names.iter().take(SHOWN_NAMES).map(|it| format!("{it:?}")).collect();
    if let Some(more @ 1..) = names.len().checked_sub(SHOWN_NAMES) {
        shown.push(format!("{more} more"));
    }
    invalid(format!("no array of puzzles is called {wanted}; the arrays are {}", shown.join(", ")))
}

/// How many arrays of an archive are named.
const SHOWN_NAMES: usize = 20;

/// What a reader holds as a file without a name, from its beginning.
fn spool(reader: &mut dyn Read, temporary: &Path) -> io::Result<File> {
    let mut file = tempfile::tempfile_in(temporary)?;
    io::copy(reader, &mut file)?;
    file.rewind()?;
    Ok(file)
}

/// What an array says of itself.
struct ArrayHeader {
    /// How many puzzles there are.
    rows: u64,
    kind: IntegerKind,
    /// Whether cells of the same place stand together, instead of the cells of a puzzle.
    is_by_cell: bool,
    /// Whether a puzzle has rows and columns.
    is_square: bool,
}

/// A type of integers.
#[derive(Clone, Copy)]
struct IntegerKind {
    /// How many bytes one takes.
    size: usize,
    is_signed: bool,
    is_big_endian: bool,
}

/// Headers have some hundred bytes; one that says it has more than this is none.
const LONGEST_HEADER: u32 = 1 << 16;

/// How many characters of a header are shown that is not what it should be.
const SHOWN: usize = 200;

impl ArrayHeader {
    /// Reads magic, version, the length of what follows, a dictionary as Python writes it.
    fn read(reader: &mut dyn Read) -> io::Result<Self> {
        let mut fill = |bytes: &mut [u8]| match reader.read_exact(bytes) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(invalid("no NumPy array: it ends before its header"))
            }
            result => result,
        };
        let mut start = [0; 8];
        fill(&mut start)?;
        let length = match start {
            [0x93, b'N', b'U', b'M', b'P', b'Y', 1, _] => {
                let mut length = [0; 2];
                fill(&mut length)?;
                u16::from_le_bytes(length).into()
            }
            [0x93, b'N', b'U', b'M', b'P', b'Y', 2 | 3, _] => {
                let mut length = [0; 4];
                fill(&mut length)?;
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
        let read = reader.take(length.into()).read_to_end(&mut header)?;
        if read < length as usize {
            return Err(invalid(format!("ends in its header, after {read} of {length} bytes")));
        }
        let header: String = String::from_utf8_lossy(&header).split_whitespace().collect();
        Self::of(&header).ok_or_else(|| {
            let shown: String = header.chars().take(SHOWN).collect();
            let more = if shown.len() < header.len() { "…" } else { "" };
            invalid(format!("no array of whole numbers, N×81 or N×9×9: {shown}{more}"))
        })
    }

    /// What the dictionary says, which comes without white space.
    fn of(header: &str) -> Option<Self> {
        let value = |key: &str, end: char| {
            let (_, rest) = header.split_once(key)?;
            Some(rest.split_once(end)?.0)
        };
        let kind = IntegerKind::of(value("'descr':'", '\'')?)?;
        let shape = value("'shape':(", ')')?.split(',').filter(|length| !length.is_empty());
        let mut shape: Vec<u64> = shape.map(|length| length.parse().ok()).collect::<Option<_>>()?;
        // A channel, as neural networks have it.
        shape.pop_if(|last| *last == 1);
        let rows = match shape[..] {
            [rows, 81] | [rows, 9, 9] => rows,
            [81] | [9, 9] => 1,
            _ => return None,
        };
        let is_by_cell = match value("'fortran_order':", ',')? {
            "True" => true,
            "False" => false,
            _ => return None,
        };
        let is_square = shape.last() == Some(&9);
        Some(Self { rows, kind, is_by_cell, is_square })
    }

    /// What to say of an array that ends too early.
    fn ends(&self, row: u64, error: io::Error) -> io::Error {
        match error.kind() {
            ErrorKind::UnexpectedEof => invalid(format!("ends in row {row} of {}", self.rows)),
            _ => error,
        }
    }
}

impl IntegerKind {
    /// The type that NumPy calls so, such as `<i8`.
    fn of(name: &str) -> Option<Self> {
        let (&[order, sign, size], []) = name.as_bytes().split_first_chunk::<3>()? else {
            return None;
        };
        let size = usize::from(size.wrapping_sub(b'0'));
        let is_known = matches!(sign, b'i' | b'u') && matches!(size, 1 | 2 | 4 | 8);
        // Of single bytes the order does not matter.
        let is_ordered = matches!(order, b'<' | b'>') || size == 1 && order == b'|';
        let kind = Self { size, is_signed: sign == b'i', is_big_endian: order == b'>' };
        (is_known && is_ordered).then_some(kind)
    }

    /// The number that these bytes are.
    fn number(self, bytes: &[u8]) -> i128 {
        let add = |sum: i128, &byte: &u8| sum << 8 | i128::from(byte);
        let number = if self.is_big_endian {
            bytes.iter().fold(0, add)
        } else {
            bytes.iter().rev().fold(0, add)
        };
        let bits = 8 * self.size;
        let is_negative = self.is_signed && number >> (bits - 1) == 1;
        if is_negative { number - (1 << bits) } else { number }
    }
}

/// An array of puzzles that is being read: an iterator over its rows.
struct ArrayReader {
    header: ArrayHeader,
    bytes: ArrayBytes,
    /// How many rows were not read yet; none after an error.
    left: u64,
}

/// The numbers of an array.
enum ArrayBytes {
    /// Puzzle by puzzle.
    ByRow(Box<dyn Read + Send>),
    /// Cell by cell, each of all puzzles, in a file that begins with them.
    ByCell(File),
}

impl ArrayReader {
    /// Reads the numbers of these puzzles, one puzzle after the other.
    fn read(&mut self, first: u64, count: usize) -> io::Result<Vec<u8>> {
        let ArrayHeader { rows, kind: IntegerKind { size, .. }, is_square, .. } = self.header;
        let mut numbers = vec![0; count * 81 * size];
        match &mut self.bytes {
            ArrayBytes::ByRow(reader) => {
                for (row, numbers) in (first..).zip(numbers.chunks_mut(81 * size)) {
                    reader.read_exact(numbers).map_err(|error| self.header.ends(row, error))?;
                }
            }
            ArrayBytes::ByCell(file) => {
                let mut cells = vec![0; count * size];
                for place in 0..81 {
                    let before =
                        rows.checked_mul(place as u64).and_then(|it| it.checked_add(first - 1));
                    let start = before.and_then(|it| it.checked_mul(size as u64));
                    file.seek(SeekFrom::Start(start.unwrap_or(u64::MAX >> 1)))?;
                    file.read_exact(&mut cells).map_err(|error| self.header.ends(first, error))?;
                    // Rows come before columns.
                    let cell = if is_square { place % 9 * 9 + place / 9 } else { place };
                    for (row, number) in cells.chunks(size).enumerate() {
                        let at = (row * 81 + cell) * size;
                        numbers[at..at + size].copy_from_slice(number);
                    }
                }
            }
        }
        Ok(numbers)
    }

    /// The board of these numbers.
    fn board(&self, numbers: &[u8]) -> Result<Board, String> {
        let IntegerKind { size, .. } = self.header.kind;
        let mut cells = [0; 81];
        for (cell, number) in Cell::all().zip(numbers.chunks(size)) {
            let number = self.header.kind.number(number);
            cells[cell.index()] = match u8::try_from(number) {
                Ok(digit @ 0..=9) => digit,
                _ => return Err(format!("{cell}: {number} is not a digit that may stand here")),
            };
        }
        Board::new(cells).map_err(|error| error.to_string())
    }
}

impl Iterator for ArrayReader {
    type Item = io::Result<TableRows>;

    fn next(&mut self) -> Option<io::Result<TableRows>> {
        let count = self.left.min(TOGETHER as u64);
        if count == 0 {
            return None;
        }
        let first = self.header.rows - self.left + 1;
        let numbers = match self.read(first, count as usize) {
            Ok(numbers) => numbers,
            Err(error) => {
                self.left = 0;
                return Some(Err(error));
            }
        };
        let row = 81 * self.header.kind.size;
        let boards = numbers.chunks(row).map(|numbers| self.board(numbers)).collect();
        self.left -= count;
        Some(Ok(TableRows { first, boards }))
    }
}
