//! Reading of NumPy arrays of puzzles, alone and in archives, of any integer type and in either
//! memory order.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, PipeReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::thread::{self, JoinHandle};

use sudoku_core::{Board, Cell};
use sudoku_text::{FileHints, PUZZLE_COLUMNS};
use zip::ZipArchive;

use crate::table::{TOGETHER, TableReader, TableRows, invalid};

/// Reads an array. An array in Fortran order (the first cells of all puzzles, then the second, and
/// so on) is copied to a temporary file in this folder first.
pub(crate) fn read(mut reader: Box<dyn Read + Send>, temporary: &Path) -> io::Result<TableReader> {
    let header = ArrayHeader::read(&mut reader)?;
    let bytes = if header.is_by_cell {
        let length = header.length();
        match u64::try_from(length) {
            Ok(length @ ..=MOST_COPIED) => {
                let file = spool(&mut reader.by_ref().take(length), temporary)?;
                find_damage(&mut reader)?;
                ArrayBytes::ByCell(file)
            }
            _ => return Err(too_large(length)),
        }
    } else {
        ArrayBytes::ByRow(Box::new(BufReader::with_capacity(1 << 18, reader)))
    };
    Ok(Box::new(ArrayReader { bytes, left: header.rows, header }))
}

/// Reads on after the last row, because an archive has its checksum at the end of the contents.
fn find_damage(reader: &mut dyn Read) -> io::Result<()> {
    reader.read(&mut [0]).map(drop)
}

/// The maximum size of a temporary file in bytes.
const MOST_COPIED: u64 = 4 << 30;

/// Returns the error for an array in Fortran order of so many bytes.
fn too_large(length: u128) -> io::Error {
    let gigabytes = |bytes: u128| format!("{}.{}", bytes / 1_000_000_000, bytes / 100_000_000 % 10);
    invalid(format!(
        "the array has {} GB in Fortran order, and at most {} GB can be copied to a temporary file; \
         save it in C order with numpy.ascontiguousarray",
        gigabytes(length),
        gigabytes(MOST_COPIED.into())
    ))
}

/// Returns the number of bytes that [`read`] copies to a temporary file.
pub(crate) fn copied(reader: &mut dyn Read) -> io::Result<u64> {
    let header = ArrayHeader::read(reader)?;
    let length = u64::try_from(header.length()).ok();
    Ok(length.filter(|&length| header.is_by_cell && length <= MOST_COPIED).unwrap_or(0))
}

/// Returns the number of bytes that [`read_archive`] copies to a temporary file.
pub(crate) fn copied_of_archive(file: File, hints: &FileHints) -> io::Result<u64> {
    let (mut archive, name) = puzzle_array(file, hints)?;
    copied(&mut archive.by_name(&name)?)
}

/// Reads the puzzle array of an archive.
pub(crate) fn read_archive(
    file: File,
    hints: &FileHints,
    temporary: &Path,
) -> io::Result<TableReader> {
    let (archive, name) = puzzle_array(file, hints)?;
    read(Box::new(Unpacked::new(archive, name)?), temporary)
}

/// Finds the puzzle array of an archive: the one named like a puzzle column, or otherwise the only
/// one of a suitable shape.
fn puzzle_array(
    file: File,
    hints: &FileHints,
) -> io::Result<(ZipArchive<BufReader<File>>, String)> {
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
    let name = name.clone();
    Ok((archive, name))
}

/// Reads the array of an archive that has the first of these names. Returns `None` if the archive
/// has none of them.
pub(crate) fn read_of_archive(
    file: File,
    names: &[&str],
    temporary: &Path,
) -> io::Result<Option<TableReader>> {
    let archive = ZipArchive::new(BufReader::new(file)).map_err(io::Error::from)?;
    let all: Vec<String> =
        archive.file_names().map(|name| name.map(String::from)).collect::<Result<_, _>>()?;
    let base = |name: &str| name.strip_suffix(".npy").unwrap_or(name).to_ascii_lowercase();
    let name = names.iter().find_map(|wanted| all.iter().find(|name| base(name) == *wanted));
    let Some(name) = name else { return Ok(None) };
    let name = name.clone();
    read(Box::new(Unpacked::new(archive, name)?), temporary).map(Some)
}

/// The contents of a file in an archive. A thread unpacks them, because a reader of the contents
/// borrows the archive.
struct Unpacked {
    contents: PipeReader,
    /// The thread. `None` after the end.
    unpacking: Option<JoinHandle<io::Result<()>>>,
}

impl Unpacked {
    fn new(mut archive: ZipArchive<BufReader<File>>, name: String) -> io::Result<Self> {
        let (contents, mut writer) = io::pipe()?;
        let unpack = move || io::copy(&mut archive.by_name(&name)?, &mut writer).map(drop);
        Ok(Self { contents, unpacking: Some(thread::Builder::new().spawn(unpack)?) })
    }
}

impl Read for Unpacked {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.contents.read(bytes)?;
        // The pipe ends with the thread, also if that failed.
        if count == 0
            && !bytes.is_empty()
            && let Some(unpacking) = self.unpacking.take()
        {
            unpacking.join().unwrap_or_else(|_| Err(invalid("the archive is damaged")))?;
        }
        Ok(count)
    }
}

fn no_array(wanted: &str, names: &[String]) -> io::Error {
    let mut shown: Vec<String> =
        names.iter().take(SHOWN_NAMES).map(|it| format!("{it:?}")).collect();
    if let Some(more @ 1..) = names.len().checked_sub(SHOWN_NAMES) {
        shown.push(format!("{more} more"));
    }
    invalid(format!("found no puzzle array named {wanted}; the arrays are {}", shown.join(", ")))
}

/// The maximum number of array names in an error message.
const SHOWN_NAMES: usize = 20;

/// Copies the contents of a reader to an unnamed temporary file and rewinds it.
fn spool(reader: &mut dyn Read, temporary: &Path) -> io::Result<File> {
    let mut file = tempfile::tempfile_in(temporary)?;
    io::copy(reader, &mut file)?;
    file.rewind()?;
    Ok(file)
}

/// The header of an array.
struct ArrayHeader {
    /// The number of puzzles.
    rows: u64,
    kind: IntegerKind,
    /// True if the array is in Fortran order: cells of the same position are together, instead of
    /// the cells of a puzzle.
    is_by_cell: bool,
    /// True if the shape is N×9×9.
    is_square: bool,
}

/// An integer type.
#[derive(Clone, Copy)]
struct IntegerKind {
    /// The size in bytes.
    size: usize,
    is_signed: bool,
    is_big_endian: bool,
}

/// The maximum size of a header in bytes. Real headers have about a hundred.
const LONGEST_HEADER: u32 = 1 << 16;

/// The maximum number of characters of an invalid header in an error message.
const SHOWN: usize = 200;

impl ArrayHeader {
    /// Reads the magic bytes, the version, the header length and the Python dictionary.
    fn read(reader: &mut dyn Read) -> io::Result<Self> {
        let mut fill = |bytes: &mut [u8]| match reader.read_exact(bytes) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(invalid("not a NumPy array: the file ends before the header"))
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
            _ => return Err(invalid("not a NumPy array")),
        };
        if length > LONGEST_HEADER {
            let message =
                format!("the header has {length} bytes; at most {LONGEST_HEADER} are supported");
            return Err(invalid(message));
        }
        let mut header = Vec::new();
        let read = reader.take(length.into()).read_to_end(&mut header)?;
        if read < length as usize {
            return Err(invalid(format!("ends in the header, after {read} of {length} bytes")));
        }
        let header: String = String::from_utf8_lossy(&header).split_whitespace().collect();
        Self::of(&header).ok_or_else(|| {
            let shown: String = header.chars().take(SHOWN).collect();
            let more = if shown.len() < header.len() { "…" } else { "" };
            invalid(format!("expected an integer array, N×81 or N×9×9, not {shown}{more}"))
        })
    }

    /// Parses the dictionary, from which white space was removed.
    fn of(header: &str) -> Option<Self> {
        let value = |key: &str, end: char| {
            let (_, rest) = header.split_once(key)?;
            Some(rest.split_once(end)?.0)
        };
        let kind = IntegerKind::of(value("'descr':'", '\'')?)?;
        let shape = value("'shape':(", ')')?.split(',').filter(|length| !length.is_empty());
        let mut shape: Vec<u64> = shape.map(|length| length.parse().ok()).collect::<Option<_>>()?;
        // A channel dimension of size 1, as in neural networks.
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

    /// Returns the number of bytes of the array.
    fn length(&self) -> u128 {
        u128::from(self.rows) * 81 * self.kind.size as u128
    }

    /// Returns the error for an array that ends too early.
    fn ends(&self, row: u64, error: io::Error) -> io::Error {
        match error.kind() {
            ErrorKind::UnexpectedEof => invalid(format!("ends in row {row} of {}", self.rows)),
            _ => error,
        }
    }
}

impl IntegerKind {
    /// Returns the type with this NumPy name, such as `<i8`.
    fn of(name: &str) -> Option<Self> {
        let (&[order, sign, size], []) = name.as_bytes().split_first_chunk::<3>()? else {
            return None;
        };
        let size = usize::from(size.wrapping_sub(b'0'));
        let is_known = matches!(sign, b'i' | b'u') && matches!(size, 1 | 2 | 4 | 8);
        // The byte order of single bytes does not matter.
        let is_ordered = matches!(order, b'<' | b'>') || size == 1 && order == b'|';
        let kind = Self { size, is_signed: sign == b'i', is_big_endian: order == b'>' };
        (is_known && is_ordered).then_some(kind)
    }

    /// Decodes a number.
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

/// A reader of an array of puzzles: an iterator over its rows.
struct ArrayReader {
    header: ArrayHeader,
    bytes: ArrayBytes,
    /// The number of unread rows; 0 after an error.
    left: u64,
}

/// The numbers of an array, by memory order.
enum ArrayBytes {
    /// One puzzle after the other.
    ByRow(Box<dyn Read + Send>),
    /// One cell position after the other, each for all puzzles, from the start of a file.
    ByCell(File),
}

impl ArrayReader {
    /// Reads the numbers of `count` puzzles, one puzzle after the other.
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
                    // In Fortran order, rows vary faster than columns.
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

    /// Finds damage of the array after its last row.
    fn end(&mut self, is_last: bool) -> io::Result<()> {
        match &mut self.bytes {
            ArrayBytes::ByRow(reader) if is_last => find_damage(reader),
            _ => Ok(()),
        }
    }

    /// Returns the board with these numbers.
    fn board(&self, numbers: &[u8]) -> Result<Board, String> {
        let IntegerKind { size, .. } = self.header.kind;
        let mut cells = [0; 81];
        for (cell, number) in Cell::all().zip(numbers.chunks(size)) {
            let number = self.header.kind.number(number);
            cells[cell.index()] = match u8::try_from(number) {
                Ok(digit @ 0..=9) => digit,
                _ => return Err(format!("{cell}: expected a digit from 0 to 9, not {number}")),
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
        let numbers = self.read(first, count as usize);
        let is_last = count == self.left;
        let numbers = match numbers.and_then(|it| self.end(is_last).map(|()| it)) {
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
