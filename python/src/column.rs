//! Result columns that workers fill block by block and that become Arrow or NumPy arrays.
//!
//! A value has a fixed number of bytes, so the position of a row is known in advance. Workers write
//! their rows into one allocation, which becomes an Arrow or NumPy array without a copy. Only words
//! vary in length; they are joined at the end.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::types::{Float64Type, UInt8Type, UInt32Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, Decimal128Array, DictionaryArray,
    FixedSizeBinaryArray, FixedSizeListArray, LargeBinaryArray, LargeStringArray, ListArray,
    PrimitiveArray, StringArray, StringViewArray, StructArray, UInt8Array,
};
use arrow_buffer::{
    ArrowNativeType, BooleanBuffer, Buffer, MutableBuffer, NullBuffer, OffsetBuffer, ScalarBuffer,
};
use arrow_schema::{ArrowError, DataType, Field, Fields};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use sudoku_engines::{Board, Cell, Ending};
use sudoku_logic::NoStepError;

use crate::board::{Layout, TextType};
use crate::boundary::numpy_array;
use crate::steps::{self, Loose, StepKind, token_lists, token_rows};
use crate::work::check_room;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Board,
    Bool,
    /// A number below 256.
    Code,
    /// The index of a name: a category in Arrow.
    Category(Category),
    U32,
    F64,
    /// A number of up to 128 bits.
    Large,
    Words,
    Steps(StepKind),
    /// A list of the IDs of tokens.
    Tokens,
    /// A list of boards.
    Boards,
}

impl Kind {
    /// Returns the size of a value in bytes. Values whose length varies are stored separately.
    const fn width(self) -> usize {
        match self {
            Self::Board => 81,
            Self::Bool | Self::Code | Self::Category(_) => 1,
            Self::U32 => 4,
            Self::F64 => 8,
            Self::Large => 16,
            Self::Words | Self::Steps(_) | Self::Tokens | Self::Boards => 0,
        }
    }
}

/// The names that a category can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Category {
    /// The ending of a search for solutions.
    Ending,
    /// The ending of steps.
    StepEnding,
}

impl Category {
    /// Returns the names, by index.
    pub(crate) fn names(self) -> Vec<&'static str> {
        match self {
            Self::Ending => Ending::ALL.iter().map(|ending| ending.name()).collect(),
            Self::StepEnding => {
                NoStepError::ALL.iter().map(|ending| ending.text()).chain([NO_REASON]).collect()
            }
        }
    }
}

/// The ending of a puzzle with rules on which simple reasons lead to no digit.
pub(crate) const NO_REASON: &str = "no simple reason leads to a digit";

/// The name and the type of a column.
pub(crate) type Title = (&'static str, Kind);

/// The digits of Decimal128, enough for the number of all grids.
const DIGITS: u8 = 38;

/// The maximum number of items of an array with 32-bit offsets.
const MOST_ITEMS: usize = i32::MAX as usize;

/// The maximum number of boards in a text array with 32-bit offsets.
const MOST_ROWS: usize = MOST_ITEMS / 81;

/// The columns of an answer.
pub(crate) struct Columns {
    columns: Vec<Column>,
    /// True for each row that had a puzzle.
    found: Vec<bool>,
    layout: Layout,
}

struct Column {
    title: Title,
    values: MutableBuffer,
    loose: Vec<Loose>,
    valid: Vec<bool>,
}

/// Allocates zero bytes, aligned for every kind of value.
///
/// The system provides zero pages on the first write, so the workers share that cost. A buffer with
/// Arrow's preferred alignment would be zeroed here, by the caller's thread alone.
pub(crate) fn zeros(bytes: usize) -> MutableBuffer {
    let mut buffer = MutableBuffer::from(vec![0_i128; bytes.div_ceil(size_of::<i128>())]);
    buffer.truncate(bytes);
    buffer
}

/// The rows of a block, to be filled by a worker.
pub(crate) struct Part<'a> {
    columns: Vec<ColumnPart<'a>>,
    found: &'a mut [bool],
    layout: Layout,
}

struct ColumnPart<'a> {
    width: usize,
    values: &'a mut [u8],
    loose: &'a mut [Loose],
    valid: &'a mut [bool],
}

impl Columns {
    /// # Errors
    /// If memory is exhausted.
    pub(crate) fn new(titles: &[Title], rows: usize, layout: Layout) -> PyResult<Self> {
        let size = |&(_, kind): &Title| {
            kind.width() + 1 + if kind.width() == 0 { size_of::<Loose>() } else { 0 }
        };
        check_room(rows, 1 + titles.iter().map(size).sum::<usize>())?;
        let column = |&title: &Title| Column {
            title,
            values: zeros(rows * title.1.width()),
            loose: vec![Loose::default(); if title.1.width() == 0 { rows } else { 0 }],
            valid: vec![false; rows],
        };
        Ok(Self { columns: titles.iter().map(column).collect(), found: vec![false; rows], layout })
    }

    /// Splits the rows into blocks of this size.
    pub(crate) fn parts(&mut self, size: usize) -> Vec<(Range<usize>, Part<'_>)> {
        let rows = self.found.len();
        let layout = self.layout;
        let mut parts: Vec<_> = (0..rows)
            .step_by(size)
            .zip(self.found.chunks_mut(size))
            .map(|(start, found)| {
                let range = start..start + found.len();
                (range, Part { columns: Vec::new(), found, layout })
            })
            .collect();
        for Column { title, values, loose, valid } in &mut self.columns {
            let width = title.1.width();
            // `chunks` of an empty slice would yield no block.
            let mut values = values.as_slice_mut().chunks_mut((width * size).max(1));
            let mut loose = loose.chunks_mut(size);
            for ((_, part), valid) in parts.iter_mut().zip(valid.chunks_mut(size)) {
                let values = values.next().unwrap_or_default();
                let loose = loose.next().unwrap_or_default();
                part.columns.push(ColumnPart { width, values, loose, valid });
            }
        }
        parts
    }
}

/// Writes a board into 81 bytes.
#[inline]
fn write_board(layout: Layout, board: &Board, bytes: &mut [u8]) {
    let digits = board.as_bytes();
    match layout {
        Layout::Digits => bytes.copy_from_slice(digits),
        Layout::Text(_) => {
            for (byte, &digit) in bytes.iter_mut().zip(digits) {
                *byte = if digit == 0 { b'.' } else { b'0' + digit };
            }
        }
    }
}

/// Returns the boards of all rows, 81 bytes each.
fn all_boards(layout: Layout, rows: &[Loose]) -> MutableBuffer {
    let boards = || rows.iter().flat_map(Loose::boards);
    let mut values = zeros(boards().count() * Cell::COUNT);
    let places = values.as_slice_mut().chunks_mut(Cell::COUNT);
    places.zip(boards()).for_each(|(bytes, board)| write_board(layout, board, bytes));
    values
}

/// One row, filled from the first column to the last.
pub(crate) struct RowWriter<'p, 'a> {
    part: &'p mut Part<'a>,
    row: usize,
    column: usize,
}

impl<'a> Part<'a> {
    /// Returns the row with this number in the block and marks it as present.
    pub(crate) fn row(&mut self, row: usize) -> RowWriter<'_, 'a> {
        self.found[row] = true;
        RowWriter { part: self, row, column: 0 }
    }
}

impl RowWriter<'_, '_> {
    #[inline]
    fn fill(&mut self, write: impl FnOnce(&mut [u8])) {
        let ColumnPart { width, values, valid, .. } = &mut self.part.columns[self.column];
        write(&mut values[self.row * *width..][..*width]);
        valid[self.row] = true;
        self.column += 1;
    }

    /// Writes a null.
    pub(crate) fn null(&mut self) {
        self.column += 1;
    }

    #[inline]
    pub(crate) fn board(&mut self, board: &Board) {
        let layout = self.part.layout;
        self.fill(|bytes| write_board(layout, board, bytes));
    }

    pub(crate) fn bool(&mut self, value: bool) {
        self.code(value.into());
    }

    #[inline]
    pub(crate) fn code(&mut self, value: u8) {
        self.fill(|bytes| bytes[0] = value);
    }

    #[inline]
    pub(crate) fn u32(&mut self, value: u32) {
        self.fill(|bytes| bytes.copy_from_slice(&value.to_ne_bytes()));
    }

    pub(crate) fn f64(&mut self, value: f64) {
        self.fill(|bytes| bytes.copy_from_slice(&value.to_ne_bytes()));
    }

    pub(crate) fn large(&mut self, value: u128) {
        self.fill(|bytes| bytes.copy_from_slice(&value.to_ne_bytes()));
    }

    pub(crate) fn words(&mut self, value: String) {
        self.loose(Loose::Words(value));
    }

    pub(crate) fn loose(&mut self, value: Loose) {
        let ColumnPart { loose, valid, .. } = &mut self.part.columns[self.column];
        loose[self.row] = value;
        valid[self.row] = true;
        self.column += 1;
    }
}

impl Columns {
    /// Returns the rows of each Arrow array: as many as its offsets allow.
    fn chunks(&self) -> Vec<Range<usize>> {
        let most = match self.layout {
            Layout::Digits | Layout::Text(TextType::LargeUtf8 | TextType::LargeBinary) => {
                usize::MAX
            }
            Layout::Text(_) => MOST_ROWS,
        };
        let rows = self.found.len();
        // The values whose length varies, each with the number of items in the chunk.
        let varying = self.columns.iter().filter(|column| !column.loose.is_empty());
        let mut varying: Vec<(&[Loose], usize)> = varying.map(|it| (&*it.loose, 0)).collect();
        let (mut chunks, mut start) = (Vec::new(), 0);
        for row in 0..rows {
            let is_long =
                |(values, items): &(&[Loose], usize)| items + values[row].items() > MOST_ITEMS;
            // A row with too many items is a chunk, which Arrow refuses.
            if row > start && (row - start == most || varying.iter().any(is_long)) {
                chunks.push(start..row);
                start = row;
                varying.iter_mut().for_each(|(_, items)| *items = 0);
            }
            varying.iter_mut().for_each(|(values, items)| *items += values[row].items());
        }
        chunks.push(start..rows);
        chunks
    }

    /// Returns Arrow arrays of structs, or of plain values if there is only one column. The result
    /// is one array if its offsets allow it.
    ///
    /// A row without a puzzle is null: the whole struct, or each column of a table.
    pub(crate) fn into_arrow(self, is_table: bool) -> Result<Vec<ArrayRef>, ArrowError> {
        let chunks = self.chunks();
        let Self { columns, found, layout } = self;
        let is_single = columns.len() == 1 && !is_table;
        let mut fields = Vec::new();
        let mut arrays = vec![Vec::new(); chunks.len()];
        for Column { title: (name, kind), values, loose, valid } in columns {
            let values = Buffer::from(values);
            for (range, arrays) in chunks.iter().zip(&mut arrays) {
                let nulls = nulls(&valid[range.clone()]);
                let width = kind.width();
                let values = values.slice_with_length(range.start * width, range.len() * width);
                let loose = loose.get(range.clone()).unwrap_or_default();
                arrays.push(array(kind, layout, values, loose, nulls)?);
            }
            let kind = arrays[0].last().map_or(DataType::Null, |array| array.data_type().clone());
            fields.push(Field::new(name, kind, true));
        }
        let fields = Fields::from(fields);
        chunks
            .into_iter()
            .zip(arrays)
            .map(|(range, mut arrays)| {
                if let (true, Some(array)) = (is_single, arrays.pop_if(|_| is_single)) {
                    return Ok(array);
                }
                let nulls = if is_table { None } else { nulls(&found[range]) };
                let array: ArrayRef =
                    Arc::new(StructArray::try_new(fields.clone(), arrays, nulls)?);
                Ok(array)
            })
            .collect()
    }

    /// Returns a dict of NumPy arrays, or one array if there is only one column. A row without a
    /// puzzle holds zeros, the code 255, and `None` for words. Boards are texts of 81 bytes unless
    /// the layout is numbers.
    pub(crate) fn into_numpy<'py>(
        self,
        py: Python<'py>,
        is_square: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (is_single, layout, rows) = (self.columns.len() == 1, self.layout, self.found.len());
        let flat = |values, kind| numpy_array(py, values, kind, &[rows]);
        let boards = |values: MutableBuffer| {
            let rows = values.len() / Cell::COUNT;
            match layout {
                Layout::Text(_) => numpy_array(py, values, "S81", &[rows]),
                Layout::Digits if is_square => numpy_array(py, values, "uint8", &[rows, 9, 9]),
                Layout::Digits => numpy_array(py, values, "uint8", &[rows, Cell::COUNT]),
            }
        };
        let result = PyDict::new(py);
        for Column { title: (name, kind), mut values, loose, valid } in self.columns {
            let array = match kind {
                Kind::Board => boards(values)?,
                Kind::Boards => {
                    let rows = steps::repeated(loose.iter().map(|row| row.boards().len()));
                    let count = rows.len();
                    let rows = numpy_array(py, rows.into(), "uint32", &[count])?;
                    result.set_item("row", rows)?;
                    boards(all_boards(layout, &loose))?
                }
                Kind::Bool => flat(values, "bool")?,
                Kind::Code | Kind::Category(_) => {
                    for (code, valid) in values.as_slice_mut().iter_mut().zip(&valid) {
                        if !valid {
                            *code = u8::MAX;
                        }
                    }
                    flat(values, "uint8")?
                }
                Kind::U32 => flat(values, "uint32")?,
                Kind::F64 => {
                    let blank = f64::NAN.to_ne_bytes();
                    for (value, valid) in values.as_slice_mut().chunks_mut(8).zip(&valid) {
                        if !valid {
                            value.copy_from_slice(&blank);
                        }
                    }
                    flat(values, "float64")?
                }
                Kind::Large => {
                    let numbers = values
                        .as_slice()
                        .chunks_exact(16)
                        .map(|bytes| u128::from_ne_bytes(bytes.try_into().unwrap_or_default()));
                    let numbers = PyList::new(py, numbers.collect::<Vec<_>>())?;
                    objects(&numbers)?
                }
                Kind::Words => {
                    let words = loose.iter().zip(&valid);
                    let words = words.map(|(word, &valid)| valid.then_some(word.words()));
                    objects(&PyList::new(py, words.collect::<Vec<_>>())?)?
                }
                Kind::Steps(steps) => {
                    steps.add_arrays(&loose, &result)?;
                    continue;
                }
                Kind::Tokens => token_rows(py, &loose)?,
            };
            if is_single {
                return Ok(array);
            }
            result.set_item(name, array)?;
        }
        Ok(result.into_any())
    }
}

/// Builds an array of Python objects.
fn objects<'py>(list: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyAny>> {
    list.py().import("numpy")?.call_method1("array", (list, "object"))
}

fn nulls(valid: &[bool]) -> Option<NullBuffer> {
    // The count has no branch, because nulls are rare.
    let count = valid.iter().filter(|&&valid| valid).count();
    (count < valid.len()).then(|| NullBuffer::from(valid))
}

/// Builds the array of a column's values.
fn array(
    kind: Kind,
    layout: Layout,
    values: Buffer,
    loose: &[Loose],
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    Ok(match (kind, layout) {
        (Kind::Board, Layout::Text(kind)) => texts(kind, values, nulls)?,
        (Kind::Board, Layout::Digits) => {
            let item = Arc::new(Field::new("item", DataType::UInt8, true));
            let cells = Arc::new(UInt8Array::new(ScalarBuffer::from(values), None));
            Arc::new(FixedSizeListArray::try_new(item, 81, cells, nulls)?)
        }
        (Kind::Bool, _) => {
            let values = BooleanBuffer::collect_bool(values.len(), |at| values[at] != 0);
            Arc::new(BooleanArray::new(values, nulls))
        }
        (Kind::Code, _) => {
            Arc::new(PrimitiveArray::<UInt8Type>::new(ScalarBuffer::from(values), nulls))
        }
        (Kind::Category(category), _) => {
            let names = Arc::new(StringArray::from(category.names()));
            let codes = UInt8Array::new(ScalarBuffer::from(values), nulls);
            Arc::new(DictionaryArray::try_new(codes, names)?)
        }
        (Kind::U32, _) => {
            Arc::new(PrimitiveArray::<UInt32Type>::new(ScalarBuffer::from(values), nulls))
        }
        (Kind::F64, _) => {
            Arc::new(PrimitiveArray::<Float64Type>::new(ScalarBuffer::from(values), nulls))
        }
        (Kind::Large, _) => {
            let values = Decimal128Array::new(ScalarBuffer::from(values), nulls);
            Arc::new(values.with_precision_and_scale(DIGITS, 0)?)
        }
        (Kind::Words, _) => {
            let words = || loose.iter().map(Loose::words);
            let offsets = steps::offsets(words().map(str::len))?;
            let text = words().collect::<String>();
            Arc::new(StringArray::try_new(offsets, text.into_bytes().into(), nulls)?)
        }
        (Kind::Steps(steps), _) => steps.array(loose, nulls)?,
        (Kind::Tokens, _) => token_lists(loose, nulls)?,
        (Kind::Boards, _) => {
            let offsets = steps::offsets(loose.iter().map(|row| row.boards().len()))?;
            let values = all_boards(layout, loose);
            if values.len() > MOST_ITEMS {
                let words = "an Arrow array cannot hold the puzzles of a row; pass a limit";
                return Err(ArrowError::InvalidArgumentError(words.to_owned()));
            }
            let items = array(Kind::Board, layout, values.into(), &[], None)?;
            let item = Arc::new(Field::new("item", items.data_type().clone(), true));
            Arc::new(ListArray::try_new(item, offsets, items, nulls)?)
        }
    })
}

/// Builds the offsets of texts of 81 bytes.
fn offsets<O: ArrowNativeType>(rows: usize) -> ScalarBuffer<O> {
    // The offsets fit, because the number of rows is limited.
    (0..=rows).map(|row| O::from_usize(row * 81).unwrap_or_default()).collect()
}

/// Builds a text array of boards.
fn texts(
    kind: TextType,
    values: Buffer,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    let rows = values.len() / 81;
    // A view of a longer text is its length, its first four bytes, a buffer number and an offset.
    let views = |values: &Buffer| -> ScalarBuffer<u128> {
        let view = |row: usize| {
            let text = &values[row * 81..];
            let start = u32::from_le_bytes([text[0], text[1], text[2], text[3]]);
            81 | u128::from(start) << 32 | ((row * 81) as u128) << 96
        };
        (0..rows).map(view).collect()
    };
    Ok(match kind {
        TextType::Utf8 => {
            let offsets = OffsetBuffer::new(offsets::<i32>(rows));
            Arc::new(StringArray::try_new(offsets, values, nulls)?)
        }
        TextType::LargeUtf8 => {
            let offsets = OffsetBuffer::new(offsets::<i64>(rows));
            Arc::new(LargeStringArray::try_new(offsets, values, nulls)?)
        }
        TextType::Binary => {
            let offsets = OffsetBuffer::new(offsets::<i32>(rows));
            Arc::new(BinaryArray::try_new(offsets, values, nulls)?)
        }
        TextType::LargeBinary => {
            let offsets = OffsetBuffer::new(offsets::<i64>(rows));
            Arc::new(LargeBinaryArray::try_new(offsets, values, nulls)?)
        }
        TextType::Utf8View => {
            Arc::new(StringViewArray::try_new(views(&values), vec![values], nulls)?)
        }
        TextType::BinaryView => {
            Arc::new(BinaryViewArray::try_new(views(&values), vec![values], nulls)?)
        }
        TextType::Fixed => Arc::new(FixedSizeBinaryArray::try_new(81, values, nulls)?),
    })
}

/// An Arrow array of results with Arrow's PyCapsule interface.
///
/// Functions return it for input with that interface from an unknown library. Convert it without
/// copying by ``pyarrow.array(result)`` or ``polars.Series(result)``.
#[pyclass(frozen, module = "sudoku_engines")]
pub(crate) struct ArrowArray {
    array: ArrayRef,
}

impl ArrowArray {
    pub(crate) fn new(array: ArrayRef) -> Self {
        Self { array }
    }
}

#[pymethods]
impl ArrowArray {
    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __repr__(&self) -> String {
        format!("ArrowArray of {} rows: {}", self.array.len(), self.array.data_type())
    }

    /// Return the capsules of the schema and the array.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // A consumer has to check the schema anyway.
        let _ = requested_schema;
        let (schema, array) = crate::boundary::export(py, &self.array)?;
        PyTuple::new(py, [schema, array])
    }

    /// Return the capsule of the schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(crate::boundary::export(py, &self.array)?.0.into_any())
    }
}

/// Converts an Arrow error from building results.
pub(crate) fn refused(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
