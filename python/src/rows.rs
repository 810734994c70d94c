//! The storage of a collection of puzzles, which workers read block by block.

use std::collections::HashMap;
use std::mem::take;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use sudoku_engines::Board;

use crate::boundary::DigitBuffer;
use crate::cells::{NumberType, Row, TextReader, digits_row, list_rows, text_row};
use crate::work::Failure;

/// The storage of a collection of puzzles.
pub(crate) enum Rows {
    /// Puzzles that are already read.
    Read(Vec<Row>),
    /// Numbers of a NumPy array.
    Digits(DigitBuffer, NumberType),
    /// Chunks of an Arrow array.
    Arrow(Vec<ArrayRef>),
    /// This number of copies of each row.
    Copies(Box<Self>, usize),
}

/// The readable boards of a block of rows.
pub(crate) struct Block {
    /// The boards.
    pub(crate) boards: Vec<Board>,
    /// The row of each board, counted from 0.
    pub(crate) rows: Vec<usize>,
    /// A buffer for bytes.
    bytes: Vec<u8>,
    reader: TextReader,
}

impl Default for Block {
    fn default() -> Self {
        Self::with(text_row)
    }
}

impl Block {
    /// Returns an empty block. `reader` reads its texts.
    pub(crate) const fn with(reader: TextReader) -> Self {
        Self { boards: Vec::new(), rows: Vec::new(), bytes: Vec::new(), reader }
    }

    fn add(&mut self, place: usize, board: &Board) {
        self.boards.push(*board);
        self.rows.push(place);
    }

    fn push(&mut self, place: usize, row: Row, is_strict: bool) -> Result<(), Failure> {
        match row {
            Ok(Some(board)) => self.add(place, &board),
            Err(unreadable) if is_strict => return Err(Failure::Row(place, unreadable)),
            _ => {}
        }
        Ok(())
    }
}

impl Rows {
    /// Returns the number of rows.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Read(rows) => rows.len(),
            Self::Digits(digits, _) => digits.len(),
            Self::Arrow(chunks) => chunks.iter().map(|chunk| chunk.len()).sum(),
            Self::Copies(rows, copies) => rows.len() * copies,
        }
    }

    /// Reads the boards of a range of rows. A strict reader stops at an unreadable row; otherwise
    /// the row is skipped. A row without a puzzle is always skipped.
    pub(crate) fn read(
        &self,
        range: Range<usize>,
        is_strict: bool,
        block: &mut Block,
    ) -> Result<(), Failure> {
        block.boards.clear();
        block.rows.clear();
        match self {
            Self::Read(rows) => {
                for place in range {
                    match &rows[place] {
                        Ok(Some(board)) => block.add(place, board),
                        row => block.push(place, row.clone(), is_strict)?,
                    }
                }
            }
            Self::Digits(digits, number) => {
                let mut bytes = take(&mut block.bytes);
                digits.copy(range.clone(), &mut bytes);
                if *number != NumberType::U8 {
                    let mut cells = Vec::with_capacity(range.len() * 81);
                    number.digits(&bytes, &mut cells);
                    bytes = cells;
                }
                let read = read_digits(&bytes, range.start, is_strict, block);
                block.bytes = bytes;
                return read;
            }
            Self::Copies(rows, copies) => {
                if range.is_empty() {
                    return Ok(());
                }
                rows.read(range.start / copies..range.end.div_ceil(*copies), is_strict, block)?;
                let (boards, places) = (take(&mut block.boards), take(&mut block.rows));
                for (place, board) in places.into_iter().zip(&boards) {
                    let copies = place * copies..(place + 1) * copies;
                    for copy in copies.start.max(range.start)..copies.end.min(range.end) {
                        block.add(copy, board);
                    }
                }
            }
            Self::Arrow(chunks) => {
                let mut start = 0;
                for chunk in chunks {
                    let end = start + chunk.len();
                    let within = range.start.max(start)..range.end.min(end);
                    if within.start < within.end {
                        read_chunk(chunk, start, within, is_strict, block)?;
                    }
                    start = end;
                }
            }
        }
        Ok(())
    }
}

/// Reads boards of 81 bytes each, starting with this row.
fn read_digits(
    bytes: &[u8],
    start: usize,
    is_strict: bool,
    block: &mut Block,
) -> Result<(), Failure> {
    if let Ok(boards) = Board::from_byte_slice(bytes) {
        block.boards.extend_from_slice(boards);
        block.rows.extend(start..start + boards.len());
        return Ok(());
    }
    for (place, digits) in (start..).zip(bytes.chunks(81)) {
        block.push(place, digits_row(digits), is_strict)?;
    }
    Ok(())
}

/// Reads the rows of a chunk that are in a range. The chunk starts at this row.
fn read_chunk(
    chunk: &dyn Array,
    start: usize,
    range: Range<usize>,
    is_strict: bool,
    block: &mut Block,
) -> Result<(), Failure> {
    let reader = block.reader;
    let mut read = |text: &dyn Fn(usize) -> Row| {
        for place in range.clone() {
            if chunk.is_valid(place - start) {
                block.push(place, text(place - start), is_strict)?;
            }
        }
        Ok(())
    };
    macro_rules! texts {
        ($array:expr) => {{
            let array = $array;
            read(&|at| reader(array.value(at).as_ref()))
        }};
    }
    match chunk.data_type() {
        DataType::Utf8 => texts!(chunk.as_string::<i32>()),
        DataType::LargeUtf8 => texts!(chunk.as_string::<i64>()),
        DataType::Utf8View => texts!(chunk.as_string_view()),
        DataType::Binary => texts!(chunk.as_binary::<i32>()),
        DataType::LargeBinary => texts!(chunk.as_binary::<i64>()),
        DataType::BinaryView => texts!(chunk.as_binary_view()),
        DataType::FixedSizeBinary(_) => texts!(chunk.as_fixed_size_binary()),
        DataType::FixedSizeList(..) => {
            let list = chunk.as_fixed_size_list();
            let values = list.values().as_primitive::<UInt8Type>();
            // A slice of a list array starts inside its values.
            let from = |at: usize| list.value_offset_at(at);
            let bytes = values.values();
            if chunk.null_count() == 0 && values.null_count() == 0 {
                let (first, last) = (from(range.start - start), from(range.end - 1 - start) + 81);
                return read_digits(&bytes[first..last], range.start, is_strict, block);
            }
            read(&|at| {
                // A null is a blank, as `None` is in a list.
                let digit = |at| if values.is_null(at) { 0 } else { bytes[at] };
                digits_row(&(from(at)..from(at) + 81).map(digit).collect::<Vec<u8>>())
            })
        }
        // A column with only nulls.
        _ => Ok(()),
    }
}

impl Rows {
    /// Returns the addresses of the values of each chunk. Tests use them to check that nothing is
    /// copied.
    pub(crate) fn addresses(&self) -> Vec<usize> {
        match self {
            Self::Read(_) => Vec::new(),
            Self::Copies(rows, _) => rows.addresses(),
            Self::Digits(digits, _) => vec![digits.address()],
            Self::Arrow(chunks) => {
                let address = |chunk: &ArrayRef| {
                    let data = chunk.to_data();
                    let child = data.child_data().first();
                    let buffers = child.map_or(data.buffers(), |child| child.buffers());
                    buffers.last().map_or(0, |buffer| buffer.as_ptr().addr())
                };
                chunks.iter().map(address).collect()
            }
        }
    }
}

/// Reads columns of categories. In each chunk, it reads only the categories of the rows, each once.
pub(crate) fn dictionary_rows(chunks: &[ArrayRef], reader: TextReader) -> Vec<Row> {
    let mut rows = Vec::new();
    for chunk in chunks {
        let dictionary = chunk.as_any_dictionary();
        let values = dictionary.values();
        // Arrow cannot normalize the keys of no values.
        let keys =
            if values.is_empty() { vec![0; chunk.len()] } else { dictionary.normalized_keys() };
        let mut read = HashMap::new();
        let row = |(at, key): (usize, usize)| {
            if chunk.is_null(at) || key >= values.len() {
                return Ok(None);
            }
            let value = || value_row(&values.slice(key, 1), reader);
            read.entry(key).or_insert_with(value).clone()
        };
        rows.extend(keys.into_iter().enumerate().map(row));
    }
    rows
}

/// Reads the only value of an array.
fn value_row(value: &ArrayRef, reader: TextReader) -> Row {
    if let Some(row) = list_rows(value).and_then(|mut rows| rows.pop()) {
        return row;
    }
    let mut block = Block::with(reader);
    match read_chunk(value, 0, 0..1, true, &mut block) {
        Err(Failure::Row(_, unreadable)) => Err(unreadable),
        _ => Ok(block.boards.pop()),
    }
}
