//! What can be handed over as puzzles, and reading it.
//!
//! One puzzle or many, as text, numbers, NumPy arrays or Arrow arrays; how it came is kept as the
//! [`Reply`], so that what comes of it goes back the same way. Rows of lists are read at once,
//! while the interpreter is held; rows of arrays where they lie, block by block, by the workers.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayRef, StructArray, make_array};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{
    PyMemoryError, PyOverflowError, PyTypeError, PyUnicodeEncodeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyFloat, PyList, PyString, PyTuple};
use sudoku_engines::{Board, BytesError, Cell};
use sudoku_text::PUZZLE_COLUMNS;

use crate::board::{Format, Layout, PyBoard, PyGrid, TextType};
use crate::boundary::{DigitBuffer, arrays};
use crate::errors::Unreadable;
use crate::work::Failure;

/// What a row holds: a puzzle, nothing, or what cannot be read as one.
pub(crate) type Row = Result<Option<Board>, Unreadable>;

/// What was handed over.
pub(crate) enum Input<'py> {
    /// One puzzle.
    One(Board, Format),
    /// Any number of them.
    Many(Rows, Reply<'py>),
}

/// Where many puzzles are.
pub(crate) enum Rows {
    /// Read already.
    Read(Vec<Row>),
    /// Bytes of a NumPy array.
    Digits(DigitBuffer),
    /// Chunks of an Arrow array.
    Arrow(Vec<ArrayRef>),
}

/// How many results are handed back.
pub(crate) enum Reply<'py> {
    /// A list, with boards in the form of each row.
    List(Vec<Format>),
    /// NumPy arrays, with boards as rows of 81 or as nine rows of nine.
    NumPy {
        /// Whether a board is nine rows.
        is_square: bool,
        /// What came: its numbers need not fit into bytes.
        origin: Bound<'py, PyAny>,
    },
    /// Arrow arrays, as the library makes them that the object is from.
    Arrow {
        /// How boards are written.
        layout: Layout,
        /// Whether what came was columns beside each other.
        is_table: bool,
        /// What came.
        origin: Bound<'py, PyAny>,
    },
}

impl<'py> Input<'py> {
    /// Sees what was handed over.
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Some((row, format)) = row(object)? {
            return match row {
                Ok(Some(board)) => Ok(Self::One(board, format)),
                Ok(None) => Err(not_a_puzzle(object)),
                Err(unreadable) => Err(unreadable.at(object.py(), None)),
            };
        }
        match array(object)? {
            Some(Seen::One(Ok(Some(board)), format)) => return Ok(Self::One(board, format)),
            Some(Seen::One(Err(unreadable), _)) => return Err(unreadable.at(object.py(), None)),
            Some(Seen::Many(rows, reply)) => return Ok(Self::Many(rows, reply)),
            _ => {}
        }
        if object.is_instance_of::<PyDict>() {
            return Err(not_a_puzzle(object));
        }
        let items = object.try_iter().map_err(|error| {
            // What could be gone through but fails, such as a closed file, says why.
            if error.is_instance_of::<PyTypeError>(object.py()) {
                not_a_puzzle(object)
            } else {
                error
            }
        })?;
        let (mut rows, mut formats) = (Vec::new(), Vec::new());
        for item in items {
            if rows.len().is_multiple_of(UNTIL_SIGNAL) {
                object.py().check_signals()?;
            }
            let item = item?;
            if rows.len() == rows.capacity() {
                let room = rows.try_reserve(1).and_then(|()| formats.try_reserve(1));
                room.map_err(|_| {
                    PyMemoryError::new_err("no room: hand the puzzles over in parts")
                })?;
            }
            if let Some(board) = line(&item) {
                rows.push(Ok(Some(board)));
                formats.push(Format::Text);
                continue;
            }
            let (row, format) = match row(&item)? {
                Some(read) => read,
                None => match array(&item).map_err(|error| noted(&item, error, rows.len()))? {
                    Some(Seen::One(row, format)) => (row, format),
                    _ => {
                        let (place, kind) = (rows.len(), item.get_type().name()?);
                        let words = format!("row {place} is no puzzle but of type {kind}");
                        return Err(PyTypeError::new_err(words));
                    }
                },
            };
            rows.push(row);
            formats.push(format);
        }
        Ok(Self::Many(Rows::Read(rows), Reply::List(formats)))
    }
}

/// What an array was seen to be.
enum Seen<'py> {
    One(Row, Format),
    Many(Rows, Reply<'py>),
}

/// The error with a note of the row in which it arose.
fn noted(item: &Bound<'_, PyAny>, error: PyErr, row: usize) -> PyErr {
    // Without the note it is still the error.
    let _ = error.value(item.py()).call_method1("add_note", (format!("in row {row}"),));
    error
}

/// How many rows of a collection are read before a signal is looked for.
const UNTIL_SIGNAL: usize = 4096;

/// One puzzle, however it is written.
pub(crate) fn one(object: &Bound<'_, PyAny>) -> PyResult<(Board, Format)> {
    match Input::of(object)? {
        Input::One(board, format) => Ok((board, format)),
        Input::Many(..) => {
            Err(PyTypeError::new_err("one puzzle is wanted here, and this is a collection of them"))
        }
    }
}

fn not_a_puzzle(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "expected a puzzle (text, Board, 81 numbers, 9 rows of 9) or a collection of puzzles (an \
         iterable, a NumPy array, anything of Arrow's), not {kind}"
    ))
}

/// A single puzzle that is no array; `None` if it is something else.
fn row(object: &Bound<'_, PyAny>) -> PyResult<Option<(Row, Format)>> {
    if let Ok(text) = object.cast::<PyString>() {
        // A lone surrogate has no UTF-8.
        let row = match text.to_str() {
            Ok(text) => text_row(text.as_bytes()),
            Err(_) => Err(Unreadable::Other("text with a lone surrogate".to_owned())),
        };
        return Ok(Some((row, Format::Text)));
    }
    if let Ok(board) = object.cast::<PyBoard>() {
        return Ok(Some((Ok(Some(board.get().0)), Format::Value)));
    }
    if let Ok(grid) = object.cast::<PyGrid>() {
        return Ok(Some((Ok(Some(*grid.get().0.as_board())), Format::Value)));
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Some((text_row(bytes.as_bytes()), Format::Bytes)));
    }
    if let Ok(bytes) = object.cast::<PyByteArray>() {
        return Ok(Some((text_row(&bytes.to_vec()), Format::Bytes)));
    }
    if is_missing(object) {
        return Ok(Some((Ok(None), Format::Text)));
    }
    numbers(object)
}

/// Whether it says that there is nothing: `None`, and in what pandas makes a list of NaN or its NA.
fn is_missing(object: &Bound<'_, PyAny>) -> bool {
    object.is_none()
        || object.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan())
        || object.get_type().name().is_ok_and(|name| name == "NAType")
}

/// A puzzle that is a `str` of 81 characters, each a digit or `.`.
#[inline]
pub(crate) fn line(object: &Bound<'_, PyAny>) -> Option<Board> {
    let text = object.cast::<PyString>().ok()?.to_str().ok()?;
    Board::from_line(text.as_bytes().try_into().ok()?)
}

/// Text as a puzzle.
fn text_row(text: &[u8]) -> Row {
    if let Ok(line) = text.try_into()
        && let Some(board) = Board::from_line(line)
    {
        return Ok(Some(board));
    }
    sudoku_text::read(text).map(|(board, _)| Some(board)).map_err(Unreadable::Text)
}

/// A list or tuple of 81 numbers, or of nine of nine; a blank may be `None`.
fn numbers(object: &Bound<'_, PyAny>) -> PyResult<Option<(Row, Format)>> {
    let is_sequence =
        |it: &Bound<'_, PyAny>| it.is_instance_of::<PyList>() || it.is_instance_of::<PyTuple>();
    if !is_sequence(object) || object.is_empty()? {
        return Ok(None);
    }
    let first = object.get_item(0)?;
    let (cells, format) = if first_not_none(object)?.is_some_and(|it| is_number(&it)) {
        (object.try_iter()?.collect::<PyResult<Vec<_>>>()?, Format::Cells)
    } else if is_sequence(&first) && first.len()? <= 9 && !first.is_empty()? {
        if first_not_none(&first)?.is_some_and(|it| !is_number(&it)) {
            return Ok(None);
        }
        let mut cells = Vec::new();
        for (number, row) in object.try_iter()?.enumerate() {
            let row = row?;
            let before = cells.len();
            if is_sequence(&row) {
                cells.extend(row.try_iter()?.collect::<PyResult<Vec<_>>>()?);
            }
            let found = cells.len() - before;
            if found != 9 {
                let words = format!("row r{} has {found} numbers instead of 9", number + 1);
                return Ok(Some((Err(Unreadable::Other(words)), Format::Rows)));
            }
        }
        (cells, Format::Rows)
    } else {
        return Ok(None);
    };
    if cells.len() != 81 {
        let words = format!("{} numbers instead of 81", cells.len());
        return Ok(Some((Err(Unreadable::Other(words)), format)));
    }
    let mut digits = [0; 81];
    for (cell, number) in Cell::all().zip(&cells) {
        match number.extract::<u8>() {
            Ok(digit @ 0..=9) => digits[cell.index()] = digit,
            _ if number.is_none() => {}
            Err(error) if !is_of_value(object.py(), &error) => return Err(error),
            _ => {
                return Ok(Some((
                    Err(Unreadable::Digit(cell, number.repr()?.to_string())),
                    format,
                )));
            }
        }
    }
    Ok(Some((digits_row(&digits), format)))
}

/// The first of a sequence that is not `None`: blanks may be, and so may puzzles.
fn first_not_none<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    sequence.try_iter()?.find(|it| it.as_ref().map_or(true, |it| !it.is_none())).transpose()
}

/// Whether it stands for a cell. An array of numbers is none, though NumPy's could be an index.
fn is_number(object: &Bound<'_, PyAny>) -> bool {
    let has = |name| object.hasattr(name).unwrap_or(false);
    has("__index__") && !has("__len__")
}

/// Whether the error is what Python says of a number that does not fit, or is none.
fn is_of_value(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PyValueError>(py)
        || error.is_instance_of::<PyOverflowError>(py)
}

fn digits_row(digits: &[u8]) -> Row {
    match Board::try_from(digits) {
        Ok(board) => Ok(Some(board)),
        Err(BytesError::Digit { cell, found, .. }) => {
            Err(Unreadable::Digit(cell, found.to_string()))
        }
        Err(error) => Err(Unreadable::Other(error.to_string())),
    }
}

/// An array of NumPy's or Arrow's, or what has the buffer of one; `None` if it is something else.
fn array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Seen<'py>>> {
    let py = object.py();
    match arrays(object) {
        Ok(Some((kind, chunks))) => return arrow(kind, chunks, object.clone()).map(Some),
        Ok(None) => {}
        // A column of objects, one with a lone surrogate, is prepared below.
        Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(py) => {}
        Err(error) => return Err(error),
    }
    // NumPy and pandas may not be installed, and are not loaded for those who have none.
    let Some(prepared) =
        py.import("sudoku_engines._kinds")?.call_method1("prepare", (object,))?.extract()?
    else {
        return Ok(None);
    };
    let (buffer, shape): (Bound<'py, PyAny>, Option<Vec<usize>>) = prepared;
    let Some(shape) = shape else {
        // What has Arrow's interface in the place of what has not.
        let Some((kind, chunks)) = arrays(&buffer)? else { return Ok(None) };
        return arrow(kind, chunks, object.clone()).map(Some);
    };
    let digits = DigitBuffer::of(&buffer)?;
    let is_square = matches!(shape[..], [9, 9] | [_, 9, 9]);
    let reply = Reply::NumPy { is_square, origin: object.clone() };
    if matches!(shape[..], [81] | [9, 9]) {
        let mut bytes = Vec::new();
        digits.copy(0..1, &mut bytes);
        let row = digits_row(&bytes).map_err(|unreadable| reply.as_it_came(0, unreadable));
        let format = if is_square { Format::RowArray } else { Format::CellArray };
        return Ok(Some(Seen::One(row, format)));
    }
    Ok(Some(Seen::Many(Rows::Digits(digits), reply)))
}

impl Reply<'_> {
    /// What cannot be read of this row, with the number that stands there in what came.
    pub(crate) fn as_it_came(&self, row: usize, unreadable: Unreadable) -> Unreadable {
        match (self, unreadable) {
            (Self::NumPy { origin, .. }, Unreadable::Digit(cell, found)) => {
                let at = origin.getattr("flat").and_then(|it| it.get_item(row * 81 + cell.index()));
                Unreadable::Digit(cell, at.map_or(found, |number| number.to_string()))
            }
            (_, unreadable) => unreadable,
        }
    }
}

fn arrow<'py>(
    kind: DataType,
    chunks: Vec<ArrayRef>,
    origin: Bound<'py, PyAny>,
) -> PyResult<Seen<'py>> {
    let is_table = matches!(kind, DataType::Struct(_));
    let (kind, chunks) = if let DataType::Struct(fields) = &kind {
        let named = fields.iter().position(|field| {
            PUZZLE_COLUMNS.iter().any(|name| field.name().eq_ignore_ascii_case(name))
        });
        let place = named.or((fields.len() == 1).then_some(0)).ok_or_else(|| {
            let names = PUZZLE_COLUMNS.join(", ");
            PyValueError::new_err(format!("none of the columns is called one of {names}"))
        })?;
        let chunks = chunks.iter().map(|chunk| column(chunk.as_struct(), place));
        let chunks = chunks.collect::<Result<_, ArrowError>>();
        let chunks = chunks.map_err(|error| PyValueError::new_err(error.to_string()))?;
        (fields[place].data_type().clone(), chunks)
    } else {
        (kind, chunks)
    };
    let layout = match &kind {
        DataType::Utf8 => Layout::Text(TextType::Utf8),
        DataType::LargeUtf8 => Layout::Text(TextType::LargeUtf8),
        DataType::Utf8View => Layout::Text(TextType::Utf8View),
        DataType::Binary => Layout::Text(TextType::Binary),
        DataType::LargeBinary => Layout::Text(TextType::LargeBinary),
        DataType::BinaryView => Layout::Text(TextType::BinaryView),
        DataType::FixedSizeBinary(81) => Layout::Text(TextType::Fixed),
        DataType::FixedSizeList(item, 81) if *item.data_type() == DataType::UInt8 => Layout::Digits,
        // Arrow's own name for a column of nothing.
        DataType::Null => Layout::Text(TextType::Utf8),
        _ => {
            return Err(PyTypeError::new_err(format!(
                "puzzles are text, binary, or lists of 81 uint8 in Arrow, not {kind}"
            )));
        }
    };
    Ok(Seen::Many(Rows::Arrow(chunks), Reply::Arrow { layout, is_table, origin }))
}

/// A column of structs: where there is no struct, there is nothing in it either.
fn column(structs: &StructArray, place: usize) -> Result<ArrayRef, ArrowError> {
    let column = structs.column(place);
    if structs.null_count() == 0 || *column.data_type() == DataType::Null {
        return Ok(column.clone());
    }
    let nulls = NullBuffer::union(structs.nulls(), column.nulls());
    Ok(make_array(column.to_data().into_builder().nulls(nulls).build()?))
}

/// The readable boards of some rows, one after the other.
#[derive(Default)]
pub(crate) struct Block {
    /// The boards.
    pub(crate) boards: Vec<Board>,
    /// For each board the number of its row, counted from 0.
    pub(crate) rows: Vec<usize>,
    /// Bytes on their way.
    bytes: Vec<u8>,
}

impl Block {
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
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Read(rows) => rows.len(),
            Self::Digits(digits) => digits.len(),
            Self::Arrow(chunks) => chunks.iter().map(|chunk| chunk.len()).sum(),
        }
    }

    /// Reads the boards of some rows. A strict reader ends at a row that cannot be read; others
    /// pass over it. A row without a puzzle is passed over either way.
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
            Self::Digits(digits) => {
                let mut bytes = std::mem::take(&mut block.bytes);
                digits.copy(range.clone(), &mut bytes);
                let read = read_digits(&bytes, range.start, is_strict, block);
                block.bytes = bytes;
                return read;
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

/// Reads boards of 81 bytes each, of which the first is that of this row.
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

/// Reads the rows in the range of a chunk whose first row is that of this number.
fn read_chunk(
    chunk: &dyn Array,
    start: usize,
    range: Range<usize>,
    is_strict: bool,
    block: &mut Block,
) -> Result<(), Failure> {
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
            read(&|at| text_row(array.value(at).as_ref()))
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
            // A slice of the list begins within its values.
            let from = |at: usize| list.value_offset_at(at);
            let bytes = values.values();
            if chunk.null_count() == 0 && values.null_count() == 0 {
                let (first, last) = (from(range.start - start), from(range.end - 1 - start) + 81);
                return read_digits(&bytes[first..last], range.start, is_strict, block);
            }
            read(&|at| {
                let cells = from(at)..from(at) + 81;
                match cells.clone().position(|at| values.is_null(at)).and_then(Cell::new) {
                    Some(cell) => Err(Unreadable::Digit(cell, "a null".to_owned())),
                    None => digits_row(&bytes[cells]),
                }
            })
        }
        // A column of nothing but nulls.
        _ => Ok(()),
    }
}

impl Rows {
    /// Where the memory is that rows are read from, for those who want to see that it is the
    /// caller's: of each chunk, the values.
    pub(crate) fn addresses(&self) -> Vec<usize> {
        match self {
            Self::Read(_) => Vec::new(),
            Self::Digits(digits) => vec![digits.address()],
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
