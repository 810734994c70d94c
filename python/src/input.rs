//! Recognition and reading of the kinds of input.
//!
//! The input is one puzzle or many, as text, numbers, NumPy arrays or Arrow arrays. [`Reply`] keeps
//! the kind, so that results have the same kind. Lists are read at once, while this thread is
//! attached to the interpreter. The workers read arrays in place, block by block.

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

/// The contents of a row: a puzzle, nothing, or an unreadable value.
pub(crate) type Row = Result<Option<Board>, Unreadable>;

/// The input of a function.
pub(crate) enum Input<'py> {
    /// One puzzle.
    One(Board, Format),
    /// Any number of them.
    Many(Rows, Reply<'py>),
}

/// The storage of a collection of puzzles.
pub(crate) enum Rows {
    /// Puzzles that are already read.
    Read(Vec<Row>),
    /// Bytes of a NumPy array.
    Digits(DigitBuffer),
    /// Chunks of an Arrow array.
    Arrow(Vec<ArrayRef>),
}

/// The kind of a result for a collection.
pub(crate) enum Reply<'py> {
    /// A list. Each board has the kind of its row.
    List(Vec<Format>),
    /// NumPy arrays, with boards as rows of 81 or as nine rows of nine.
    NumPy {
        /// True if a board is nine rows of nine.
        is_square: bool,
        /// The original object. Its numbers can be too large for a byte.
        origin: Bound<'py, PyAny>,
    },
    /// Arrow arrays, converted to the library of the input.
    Arrow {
        /// The type of boards.
        layout: Layout,
        /// True if the input was a table.
        is_table: bool,
        /// The original object.
        origin: Bound<'py, PyAny>,
    },
}

/// A function that reads text as a puzzle.
pub(crate) type TextReader = fn(&[u8]) -> Row;

impl<'py> Input<'py> {
    /// Recognizes the kind of an object.
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Some((row, format)) = row(object, text_row)? {
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
            // An iterable that fails, such as a closed file, raises its own error.
            if error.is_instance_of::<PyTypeError>(object.py()) {
                not_a_puzzle(object)
            } else {
                error
            }
        })?;
        let (mut rows, mut formats) = (Vec::new(), Vec::new());
        for item in items {
            let item = item?;
            make_room(object.py(), &mut rows)?;
            make_room(object.py(), &mut formats)?;
            if let Some(board) = line(&item) {
                rows.push(Ok(Some(board)));
                formats.push(Format::Text);
                continue;
            }
            let read = read_item(&item, text_row).map_err(|error| noted(&item, error, rows.len()));
            let Some((row, format)) = read? else {
                let (place, kind) = (rows.len(), item.get_type().name()?);
                let words = format!("row {place} is not a puzzle but has type {kind}");
                return Err(PyTypeError::new_err(words));
            };
            rows.push(row);
            formats.push(format);
        }
        Ok(Self::Many(Rows::Read(rows), Reply::List(formats)))
    }
}

/// Prepares a vector for one more item, and looks for signals from time to time.
fn make_room<T>(py: Python<'_>, items: &mut Vec<T>) -> PyResult<()> {
    if items.len().is_multiple_of(UNTIL_SIGNAL) {
        py.check_signals()?;
    }
    if items.len() < items.capacity() {
        return Ok(());
    }
    items
        .try_reserve(1)
        .map_err(|_| PyMemoryError::new_err("not enough memory: pass the puzzles in several calls"))
}

/// Reads an item of a collection. Returns `None` if it is not a puzzle.
fn read_item(item: &Bound<'_, PyAny>, reader: TextReader) -> PyResult<Option<(Row, Format)>> {
    if let Some(read) = row(item, reader)? {
        return Ok(Some(read));
    }
    Ok(match array(item)? {
        Some(Seen::One(row, format)) => Some((row, format)),
        _ => None,
    })
}

/// Reads an answer. `reader` reads its text. Returns `None` for an answer that cannot be read.
pub(crate) fn answer(object: &Bound<'_, PyAny>, reader: TextReader) -> PyResult<Option<Board>> {
    match read_item(object, reader) {
        Ok(read) => Ok(read.and_then(|(row, _)| row.ok().flatten())),
        Err(error) if is_of_value(object.py(), &error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads a collection of answers. `reader` reads their texts. An answer that cannot be read is like
/// none.
pub(crate) fn answers(object: &Bound<'_, PyAny>, reader: TextReader) -> PyResult<Rows> {
    let wrong = || {
        let kind = object.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
        let words = "a collection of puzzles needs a collection of answers";
        PyTypeError::new_err(format!(
            "{words} (an iterable, a NumPy array, Arrow data), not {kind}"
        ))
    };
    // A list of numbers is a collection of answers here, not one board.
    if !is_sequence(object) {
        if object.is_instance_of::<PyDict>() || row(object, reader)?.is_some() {
            return Err(wrong());
        }
        match array(object)? {
            Some(Seen::Many(rows, _)) => return Ok(rows),
            Some(Seen::One(..)) => return Err(wrong()),
            None => {}
        }
    }
    let items = object.try_iter().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(object.py()) { wrong() } else { error }
    })?;
    let mut rows = Vec::new();
    for item in items {
        make_room(object.py(), &mut rows)?;
        rows.push(Ok(answer(&item?, reader)?));
    }
    Ok(Rows::Read(rows))
}

/// Returns true for a list or a tuple.
fn is_sequence(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}

/// The kind of an array.
enum Seen<'py> {
    One(Row, Format),
    Many(Rows, Reply<'py>),
}

/// Adds a note with the row to an error.
fn noted(item: &Bound<'_, PyAny>, error: PyErr, row: usize) -> PyErr {
    // The error is still useful without the note.
    let _ = error.value(item.py()).call_method1("add_note", (format!("in row {row}"),));
    error
}

/// The number of rows of a collection that are read between two checks for signals.
const UNTIL_SIGNAL: usize = 4096;

/// Reads one puzzle of any kind.
pub(crate) fn one(object: &Bound<'_, PyAny>) -> PyResult<(Board, Format)> {
    match Input::of(object)? {
        Input::One(board, format) => Ok((board, format)),
        Input::Many(..) => {
            Err(PyTypeError::new_err("expected one puzzle, not a collection of puzzles"))
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

/// Reads a single puzzle that is not an array. Returns `None` for other objects.
fn row(object: &Bound<'_, PyAny>, reader: TextReader) -> PyResult<Option<(Row, Format)>> {
    if let Ok(text) = object.cast::<PyString>() {
        // A lone surrogate has no UTF-8 encoding.
        let row = match text.to_str() {
            Ok(text) => reader(text.as_bytes()),
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
        return Ok(Some((reader(bytes.as_bytes()), Format::Bytes)));
    }
    if let Ok(bytes) = object.cast::<PyByteArray>() {
        return Ok(Some((reader(&bytes.to_vec()), Format::Bytes)));
    }
    if is_missing(object) {
        return Ok(Some((Ok(None), Format::Text)));
    }
    numbers(object)
}

/// Returns true for a missing value: `None`, NaN or the NA of pandas.
fn is_missing(object: &Bound<'_, PyAny>) -> bool {
    object.is_none()
        || object.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan())
        || object.get_type().name().is_ok_and(|name| name == "NAType")
}

/// Reads a `str` of 81 characters, each a digit or `.`.
#[inline]
pub(crate) fn line(object: &Bound<'_, PyAny>) -> Option<Board> {
    let text = object.cast::<PyString>().ok()?.to_str().ok()?;
    Board::from_line(text.as_bytes().try_into().ok()?)
}

/// Reads text as a puzzle.
fn text_row(text: &[u8]) -> Row {
    if let Ok(line) = text.try_into()
        && let Some(board) = Board::from_line(line)
    {
        return Ok(Some(board));
    }
    sudoku_text::read(text).map(|(board, _)| Some(board)).map_err(Unreadable::Text)
}

/// Reads a list or tuple of 81 numbers, or of nine rows. A blank can be `None`.
fn numbers(object: &Bound<'_, PyAny>) -> PyResult<Option<(Row, Format)>> {
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

/// Returns the first element that is not `None`.
fn first_not_none<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    sequence.try_iter()?.find(|it| it.as_ref().map_or(true, |it| !it.is_none())).transpose()
}

/// Returns true if the object is a number for a cell. An array is not, although a NumPy array can
/// implement `__index__`.
fn is_number(object: &Bound<'_, PyAny>) -> bool {
    let has = |name| object.hasattr(name).unwrap_or(false);
    has("__index__") && !has("__len__")
}

/// Returns true for the error of a number that is too large or not whole.
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

/// Recognizes a NumPy or Arrow array, or an object with such a buffer. Returns `None` for others.
fn array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Seen<'py>>> {
    let py = object.py();
    match arrays(object) {
        Ok(Some((kind, chunks))) => return arrow(kind, chunks, object.clone()).map(Some),
        Ok(None) => {}
        // A column of objects with a lone surrogate is prepared below.
        Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(py) => {}
        Err(error) => return Err(error),
    }
    // NumPy and pandas are optional, so do not import them here.
    let Some(prepared) =
        py.import("sudoku_engines._kinds")?.call_method1("prepare", (object,))?.extract()?
    else {
        return Ok(None);
    };
    let (buffer, shape): (Bound<'py, PyAny>, Option<Vec<usize>>) = prepared;
    let Some(shape) = shape else {
        // Replace the object by one that has Arrow's interface.
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
    /// Returns the error of a row, with the original number.
    fn as_it_came(&self, row: usize, unreadable: Unreadable) -> Unreadable {
        match (self, unreadable) {
            (Self::NumPy { origin, .. }, Unreadable::Digit(cell, found)) => {
                let at = origin.getattr("flat").and_then(|it| it.get_item(row * 81 + cell.index()));
                Unreadable::Digit(cell, at.map_or(found, |number| number.to_string()))
            }
            (_, unreadable) => unreadable,
        }
    }

    /// Returns the exception for a failure, with the original number.
    pub(crate) fn error(&self, py: Python<'_>, failure: Failure) -> PyErr {
        match failure {
            Failure::Row(row, unreadable) => self.as_it_came(row, unreadable).at(py, Some(row)),
            failure => failure.into_error(py),
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
            PyValueError::new_err(format!("no column has one of the names {names}"))
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
        // Arrow's name for the null type.
        DataType::Null => Layout::Text(TextType::Utf8),
        _ => {
            return Err(PyTypeError::new_err(format!(
                "Arrow puzzles must be text, binary or lists of 81 uint8, not {kind}"
            )));
        }
    };
    Ok(Seen::Many(Rows::Arrow(chunks), Reply::Arrow { layout, is_table, origin }))
}

/// Reads a column of structs. A null struct has null fields.
fn column(structs: &StructArray, place: usize) -> Result<ArrayRef, ArrowError> {
    let column = structs.column(place);
    if structs.null_count() == 0 || *column.data_type() == DataType::Null {
        return Ok(column.clone());
    }
    let nulls = NullBuffer::union(structs.nulls(), column.nulls());
    Ok(make_array(column.to_data().into_builder().nulls(nulls).build()?))
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
            Self::Digits(digits) => digits.len(),
            Self::Arrow(chunks) => chunks.iter().map(|chunk| chunk.len()).sum(),
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
                let cells = from(at)..from(at) + 81;
                match cells.clone().position(|at| values.is_null(at)).and_then(Cell::new) {
                    Some(cell) => Err(Unreadable::Digit(cell, "a null".to_owned())),
                    None => digits_row(&bytes[cells]),
                }
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
