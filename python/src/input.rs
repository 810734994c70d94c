//! Recognition and reading of the kinds of input.
//!
//! The input is one puzzle or many, as text, numbers, NumPy arrays or Arrow arrays. [`Reply`] keeps
//! the kind, so that results have the same kind. Lists are read at once, while this thread is
//! attached to the interpreter. The workers read arrays in place, block by block.

use std::iter::repeat_n;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StructArray, make_array};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{
    PyMemoryError, PyOverflowError, PyTypeError, PyUnicodeEncodeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyIterator, PyList, PyString, PyTuple,
};
use sudoku_engines::{Board, Cell};
use sudoku_text::{FileHints, HAS_RULES, PUZZLE_COLUMNS};
use sudoku_variants::{Ruled, Rules};

use crate::board::{Format, Layout, PyBoard, PyGrid, PyPuzzle, TextType};
use crate::boundary::{DigitBuffer, arrays, is_numpy_array};
use crate::cells::{
    Number, NumberType, Row, TextReader, digits_row, is_list_of_numbers, list_rows, text_row,
};
use crate::errors::{Unreadable, no_rules};
use crate::rows::{Rows, dictionary_rows};
use crate::work::{Failure, check_room};

/// The input of a function.
pub(crate) enum Input<'py> {
    /// One puzzle.
    One(Board, Format),
    /// Any number of them.
    Many(Rows, Reply<'py>),
    /// Puzzles with rules.
    Variants(Variants),
}

/// Puzzles with rules.
pub(crate) struct Variants {
    /// The puzzles, with `None` for each missing one.
    pub(crate) puzzles: Vec<Option<Arc<Rules>>>,
    /// True for a single puzzle, false for a collection.
    pub(crate) is_one: bool,
}

impl Variants {
    /// Returns the puzzle in a row in a form to solve. A strict reader fails at a puzzle with too
    /// many rules. Otherwise, this puzzle counts as missing.
    pub(crate) fn compiled(&self, row: usize, is_strict: bool) -> Result<Option<Ruled>, Failure> {
        let Some(puzzle) = &self.puzzles[row] else { return Ok(None) };
        Ruled::new(puzzle).map(Some).or_else(|error| {
            let unreadable = Unreadable::Other(error.to_string());
            match (self.is_one, is_strict) {
                (true, _) => Err(Failure::Single(unreadable)),
                (false, true) => Err(Failure::Row(row, unreadable)),
                (false, false) => Ok(None),
            }
        })
    }
}

/// The kind of a result for a collection.
pub(crate) enum Reply<'py> {
    /// A list. Each board has the kind of its row.
    List(Vec<Format>),
    /// NumPy arrays.
    NumPy {
        /// The form of a board.
        form: ArrayForm,
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

/// The form of boards in a NumPy array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayForm {
    /// Rows of 81 numbers.
    Flat,
    /// Nine rows of nine numbers.
    Square,
    /// Texts.
    Text,
}

impl<'py> Input<'py> {
    /// Recognizes the kind of an object.
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(puzzle) = object.cast::<PyPuzzle>() {
            let puzzles = vec![Some(Arc::clone(&puzzle.get().0))];
            return Ok(Self::Variants(Variants { puzzles, is_one: true }));
        }
        if let Some((row, format)) = row(object, text_row)? {
            return match row {
                Ok(Some(board)) => Ok(Self::One(board, format)),
                Ok(None) => Err(not_a_puzzle(object)),
                Err(unreadable) => Err(unreadable.at(object.py(), None)),
            };
        }
        // A list or a tuple is no array.
        let is_plain =
            object.is_exact_instance_of::<PyList>() || object.is_exact_instance_of::<PyTuple>();
        let seen = if is_plain { None } else { array(object, text_row)? };
        match seen {
            Some(Seen::One(Ok(Some(board)), format)) => return Ok(Self::One(board, format)),
            Some(Seen::One(Err(unreadable), _)) => return Err(unreadable.at(object.py(), None)),
            Some(Seen::Many(rows, reply)) => return Ok(Self::Many(rows, reply)),
            Some(Seen::Texts(texts, origin)) => {
                return Ok(match items(&texts)? {
                    Items::Boards(rows, _) => {
                        Self::Many(rows, Reply::NumPy { form: ArrayForm::Text, origin })
                    }
                    Items::Variants(puzzles) => Self::Variants(Variants { puzzles, is_one: false }),
                });
            }
            _ => {}
        }
        if object.is_instance_of::<PyDict>() {
            return Err(not_a_puzzle(object));
        }
        Ok(match items(object)? {
            Items::Boards(rows, formats) => Self::Many(rows, Reply::List(formats)),
            Items::Variants(puzzles) => Self::Variants(Variants { puzzles, is_one: false }),
        })
    }
}

impl Input<'_> {
    /// Returns the number of puzzles.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::One(..) => 1,
            Self::Many(rows, _) => rows.len(),
            Self::Variants(variants) => variants.puzzles.len(),
        }
    }

    /// Returns a collection with this number of copies of each puzzle.
    ///
    /// # Errors
    /// If memory is exhausted, or if the puzzles have rules.
    pub(crate) fn copied(self, copies: usize) -> PyResult<Self> {
        check_room(self.len().saturating_mul(copies), size_of::<Board>())?;
        let (rows, reply) = match self {
            Self::One(board, format) => {
                (Rows::Read(vec![Ok(Some(board))]), Reply::List(vec![format]))
            }
            Self::Many(rows, reply) => (rows, reply),
            Self::Variants(_) => return Err(no_rules()),
        };
        let reply = match reply {
            Reply::List(formats) => {
                Reply::List(formats.into_iter().flat_map(|it| repeat_n(it, copies)).collect())
            }
            reply => reply,
        };
        Ok(Self::Many(Rows::Copies(Box::new(rows), copies), reply))
    }
}

/// The puzzles of an iterable.
enum Items {
    Boards(Rows, Vec<Format>),
    Variants(Vec<Option<Arc<Rules>>>),
}

/// Reads the puzzles of an iterable. The first one decides if all have rules.
fn items(object: &Bound<'_, PyAny>) -> PyResult<Items> {
    let mut items = object.try_iter().map_err(|error| {
        // An iterable that fails, such as a closed file, raises its own error.
        let is_none = error.is_instance_of::<PyTypeError>(object.py());
        if is_none { not_a_puzzle(object) } else { error }
    })?;
    let (mut rows, mut formats) = (Vec::new(), Vec::new());
    while let Some(item) = items.next() {
        let item = item?;
        make_room(object.py(), &mut rows)?;
        make_room(object.py(), &mut formats)?;
        if let Some(board) = line(&item) {
            rows.push(Ok(Some(board)));
            formats.push(Format::Text);
            continue;
        }
        let is_first = || rows.iter().all(|row| matches!(row, Ok(None)));
        if item.is_instance_of::<PyPuzzle>() && is_first() {
            let before = rows.iter().map(|_| Ok(object.py().None().into_bound(object.py())));
            return variants(before.chain([Ok(item)]).chain(items)).map(Items::Variants);
        }
        let read = read_item(&item, text_row).map_err(|error| noted(&item, error, rows.len()));
        let Some((row, format)) = read? else {
            let (place, kind) = (rows.len(), item.get_type().name()?);
            let words = format!("row {place} must be a puzzle ({A_PUZZLE}) or None, not {kind}");
            return Err(PyTypeError::new_err(words));
        };
        rows.push(row);
        formats.push(format);
    }
    Ok(Items::Boards(Rows::Read(rows), formats))
}

/// Reads puzzles with rules. A missing value stays missing.
fn variants<'py>(
    items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> PyResult<Vec<Option<Arc<Rules>>>> {
    let mut puzzles = Vec::new();
    for item in items {
        let item = item?;
        make_room(item.py(), &mut puzzles)?;
        puzzles.push(match item.cast::<PyPuzzle>() {
            Ok(puzzle) => Some(Arc::clone(&puzzle.get().0)),
            Err(_) if is_missing(&item) => None,
            Err(_) => {
                let (place, kind) = (puzzles.len(), item.get_type().name()?);
                let words = format!(
                    "row {place} must be a Puzzle or None, not {kind}: a list has puzzles of one kind"
                );
                return Err(PyTypeError::new_err(words));
            }
        });
    }
    Ok(puzzles)
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
    Ok(match array(item, reader)? {
        Some(Seen::One(row, format)) => Some((row, format)),
        _ => None,
    })
}

/// Reads an answer, which may also be an iterator. `reader` reads its text. Returns `None` for an
/// answer that cannot be read.
pub(crate) fn answer(object: &Bound<'_, PyAny>, reader: TextReader) -> PyResult<Option<Board>> {
    if let Ok(items) = object.cast::<PyIterator>() {
        // More than 81 items are no board, however many there are.
        let items = items.try_iter()?.take(82).collect::<PyResult<Vec<_>>>()?;
        return answer(PyList::new(object.py(), items)?.as_any(), reader);
    }
    match read_item(object, reader) {
        Ok(read) => Ok(read.and_then(|(row, _)| row.ok().flatten())),
        Err(error) if is_of_value(object.py(), &error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads a collection of answers. `reader` reads their texts. An unreadable answer counts as
/// missing.
pub(crate) fn answers(object: &Bound<'_, PyAny>, reader: TextReader) -> PyResult<Rows> {
    let wrong = || {
        let kind = object.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
        let words = "a collection of puzzles needs a collection of answers";
        PyTypeError::new_err(format!(
            "{words} (an iterable, a NumPy array, Arrow data), not {kind}"
        ))
    };
    let mut object = object.clone();
    // A list of numbers is a collection of answers here, not one board.
    if !is_sequence(&object) {
        if object.is_instance_of::<PyDict>() || row(&object, reader)?.is_some() {
            return Err(wrong());
        }
        match array(&object, reader)? {
            Some(Seen::Many(rows, _)) => return Ok(rows),
            Some(Seen::One(..)) => return Err(wrong()),
            Some(Seen::Texts(texts, _)) => object = texts,
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
    /// The list of the texts in a NumPy array, and the array.
    Texts(Bound<'py, PyAny>, Bound<'py, PyAny>),
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
        Input::Variants(_) => Err(no_rules()),
    }
}

/// The kinds of a puzzle, as words.
const A_PUZZLE: &str = "text, Board, 81 whole numbers, 9 rows of 9";

fn not_a_puzzle(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "expected a puzzle ({A_PUZZLE}) or a collection of puzzles (an iterable, a NumPy array, \
         anything of Arrow's), not {kind}"
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

/// Reads a list or tuple of 81 numbers, or of nine rows. A blank can be `None`. A digit can be a
/// whole float.
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
        if number.is_none() {
            continue;
        }
        let Some(digit) = digit(number)? else {
            let wrong = Unreadable::Digit(cell, number.repr()?.to_string());
            return Ok(Some((Err(wrong), format)));
        };
        digits[cell.index()] = digit;
    }
    Ok(Some((digits_row(&digits), format)))
}

/// Returns the digit, or `None` for anything else than a whole number from 0 to 9. A boolean is no
/// digit, as in arrays.
fn digit(number: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
    if is_boolean(number)? {
        return Ok(None);
    }
    let digit = number.extract::<u8>().or_else(|_| number.extract::<f64>().map(Number::digit));
    match digit {
        Ok(digit) => Ok((digit <= 9).then_some(digit)),
        Err(error) if is_of_value(number.py(), &error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns true for a boolean of Python or NumPy.
fn is_boolean(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_of_numpy = || Ok::<_, PyErr>(object.get_type().name()?.to_cow()?.starts_with("bool"));
    Ok(object.is_instance_of::<PyBool>() || !object.is_instance_of::<PyInt>() && is_of_numpy()?)
}

/// Returns the first element that is not `None`.
fn first_not_none<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    sequence.try_iter()?.find(|it| it.as_ref().map_or(true, |it| !it.is_none())).transpose()
}

/// Returns true if the object is a number for a cell. An array is not, although a NumPy array can
/// implement `__index__`.
fn is_number(object: &Bound<'_, PyAny>) -> bool {
    // The most common objects first, because the search for a missing attribute takes longer.
    if object.is_instance_of::<PyInt>() {
        return true;
    }
    if object.is_instance_of::<PyString>() {
        return false;
    }
    let has = |name| object.hasattr(name).unwrap_or(false);
    (has("__index__") || has("__float__")) && !has("__len__") && !is_missing(object)
}

/// Returns true for the error of a number that is too large or not whole.
fn is_of_value(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PyValueError>(py)
        || error.is_instance_of::<PyOverflowError>(py)
}

/// Recognizes a NumPy or Arrow array, or an object with such a buffer. Returns `None` for others.
fn array<'py>(object: &Bound<'py, PyAny>, reader: TextReader) -> PyResult<Option<Seen<'py>>> {
    let py = object.py();
    // The most common array, without Python code.
    if is_numpy_array(object)
        && let Some(digits) = DigitBuffer::of(object)
        && let Some(seen) = numbers_of(digits, object)
    {
        return Ok(Some(seen));
    }
    match arrays(object) {
        Ok(Some((kind, chunks))) => {
            return arrow(kind, chunks, object.clone(), reader).map(Some);
        }
        Ok(None) => {}
        // A column of objects with a lone surrogate, of several kinds, or of Polars without a type
        // is prepared below.
        Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(py) => {}
        Err(_) if is_of_frames(object)? => {}
        Err(error) => return Err(error),
    }
    // NumPy and pandas are optional, so do not import them here.
    let Some(prepared) =
        py.import("sudoku_engines._kinds")?.call_method1("prepare", (object,))?.extract()?
    else {
        return Ok(None);
    };
    let (prepared, kind, origin): Prepared<'py> = prepared;
    match &*kind {
        // The object is replaced by one with Arrow's interface.
        "arrow" => {
            let Some((kind, chunks)) = arrays(&prepared)? else { return Ok(None) };
            arrow(kind, chunks, origin, reader).map(Some)
        }
        "texts" => Ok(Some(Seen::Texts(prepared, origin))),
        _ => {
            let seen = DigitBuffer::of(&prepared).and_then(|digits| numbers_of(digits, &origin));
            let wrong = || PyTypeError::new_err("an array of puzzles has numbers or texts");
            seen.ok_or_else(wrong).map(Some)
        }
    }
}

/// Returns the puzzles of an array of numbers, or `None` for another type. Results have the kind of
/// `origin`.
fn numbers_of<'py>(digits: DigitBuffer, origin: &Bound<'py, PyAny>) -> Option<Seen<'py>> {
    let number = NumberType::of(digits.number())?;
    let is_square = matches!(digits.shape(), [9, 9] | [_, 9, 9]);
    let form = if is_square { ArrayForm::Square } else { ArrayForm::Flat };
    let reply = Reply::NumPy { form, origin: origin.clone() };
    if matches!(digits.shape(), [81] | [9, 9]) {
        let (mut bytes, mut cells) = (Vec::new(), Vec::new());
        digits.copy(0..1, &mut bytes);
        number.digits(&bytes, &mut cells);
        let row = digits_row(&cells).map_err(|unreadable| reply.as_it_came(0, unreadable));
        let format = if is_square { Format::RowArray } else { Format::CellArray };
        return Some(Seen::One(row, format));
    }
    Some(Seen::Many(Rows::Digits(digits, number), reply))
}

/// Returns true for an object of pandas or Polars.
fn is_of_frames(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let module = object.get_type().module()?;
    let library = module.to_cow()?;
    Ok(matches!(library.split('.').next(), Some("pandas" | "polars")))
}

/// The result of `prepare` in Python: an object, its kind, and the object that decides the kind of
/// the result.
type Prepared<'py> = (Bound<'py, PyAny>, String, Bound<'py, PyAny>);

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
    reader: TextReader,
) -> PyResult<Seen<'py>> {
    let is_table = matches!(kind, DataType::Struct(_));
    let (kind, chunks) = if let DataType::Struct(fields) = &kind {
        if fields.iter().any(|field| FileHints::default().has_rules(field.name())) {
            return Err(PyValueError::new_err(HAS_RULES));
        }
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
    let (kind, rows) = match &kind {
        DataType::Dictionary(_, value) => {
            (value.as_ref().clone(), Rows::Read(dictionary_rows(&chunks, reader)))
        }
        // The form of the results is read without a copy.
        DataType::FixedSizeList(item, 81) if *item.data_type() == DataType::UInt8 => {
            (kind, Rows::Arrow(chunks))
        }
        _ if is_list_of_numbers(&kind) => {
            let rows = chunks.iter().filter_map(|chunk| list_rows(chunk));
            (kind, Rows::Read(rows.flatten().collect()))
        }
        _ => (kind, Rows::Arrow(chunks)),
    };
    let layout = match &kind {
        DataType::Utf8 => Layout::Text(TextType::Utf8),
        DataType::LargeUtf8 => Layout::Text(TextType::LargeUtf8),
        DataType::Utf8View => Layout::Text(TextType::Utf8View),
        DataType::Binary => Layout::Text(TextType::Binary),
        DataType::LargeBinary => Layout::Text(TextType::LargeBinary),
        DataType::BinaryView => Layout::Text(TextType::BinaryView),
        DataType::FixedSizeBinary(81) => Layout::Text(TextType::Fixed),
        kind if is_list_of_numbers(kind) => Layout::Digits,
        // Arrow's name for the null type.
        DataType::Null => Layout::Text(TextType::Utf8),
        _ => {
            return Err(PyTypeError::new_err(format!(
                "Arrow puzzles must be text, binary, lists of 81 numbers or of 9 lists of 9, or \
                 dictionaries of these, not {kind}"
            )));
        }
    };
    Ok(Seen::Many(rows, Reply::Arrow { layout, is_table, origin }))
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
