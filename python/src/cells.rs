//! Puzzles as texts, as numbers of any type, and as lists of Arrow.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use pyo3::buffer::ElementType;
use sudoku_engines::{Board, BytesError, Cell};

use crate::errors::Unreadable;

/// The contents of a row: a puzzle, nothing, or an unreadable value.
pub(crate) type Row = Result<Option<Board>, Unreadable>;

/// A function that reads text as a puzzle.
pub(crate) type TextReader = fn(&[u8]) -> Row;

/// Reads text as a puzzle.
pub(crate) fn text_row(text: &[u8]) -> Row {
    if let Ok(line) = text.try_into()
        && let Some(board) = Board::from_line(line)
    {
        return Ok(Some(board));
    }
    sudoku_text::read(text).map(|(board, _)| Some(board)).map_err(Unreadable::Text)
}

/// Reads digits as a puzzle.
pub(crate) fn digits_row(digits: &[u8]) -> Row {
    match Board::try_from(digits) {
        Ok(board) => Ok(Some(board)),
        Err(BytesError::Digit { cell, found, .. }) => {
            Err(Unreadable::Digit(cell, found.to_string()))
        }
        Err(error) => Err(Unreadable::Other(error.to_string())),
    }
}

/// The byte of a number that is no digit.
const NO_DIGIT: u8 = u8::MAX;

/// A number of a cell.
pub(crate) trait Number: Copy + ToString {
    /// Returns the digit, or another number from 10 to 255.
    fn digit(self) -> u8;
}

macro_rules! numbers {
    ($($whole:ty)*; $($real:ty)*) => {
        $(impl Number for $whole {
            fn digit(self) -> u8 {
                u8::try_from(self).unwrap_or(NO_DIGIT)
            }
        })*
        $(impl Number for $real {
            fn digit(self) -> u8 {
                // The conversion rounds and saturates.
                let digit = self as u8;
                if <$real>::from(digit) == self { digit } else { NO_DIGIT }
            }
        })*
    };
}

numbers!(u8 i8 u16 i16 u32 i32 u64 i64; f32 f64);

/// The type of the numbers in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberType {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F32,
    F64,
}

impl NumberType {
    /// Returns the type of the elements of a buffer, or `None` for another type.
    pub(crate) const fn of(element: ElementType) -> Option<Self> {
        use ElementType::{Float, SignedInteger, UnsignedInteger};
        Some(match element {
            UnsignedInteger { bytes: 1 } => Self::U8,
            SignedInteger { bytes: 1 } => Self::I8,
            UnsignedInteger { bytes: 2 } => Self::U16,
            SignedInteger { bytes: 2 } => Self::I16,
            UnsignedInteger { bytes: 4 } => Self::U32,
            SignedInteger { bytes: 4 } => Self::I32,
            UnsignedInteger { bytes: 8 } => Self::U64,
            SignedInteger { bytes: 8 } => Self::I64,
            Float { bytes: 4 } => Self::F32,
            Float { bytes: 8 } => Self::F64,
            _ => return None,
        })
    }

    /// Converts the bytes of numbers to digits. Another number becomes one from 10 to 255.
    pub(crate) fn digits(self, bytes: &[u8], digits: &mut Vec<u8>) {
        macro_rules! convert {
            ($number:ty) => {{
                let (numbers, _) = bytes.as_chunks();
                digits.extend(numbers.iter().map(|&it| <$number>::from_ne_bytes(it).digit()));
            }};
        }
        digits.clear();
        match self {
            Self::U8 => digits.extend_from_slice(bytes),
            Self::I8 => convert!(i8),
            Self::U16 => convert!(u16),
            Self::I16 => convert!(i16),
            Self::U32 => convert!(u32),
            Self::I32 => convert!(i32),
            Self::U64 => convert!(u64),
            Self::I64 => convert!(i64),
            Self::F32 => convert!(f32),
            Self::F64 => convert!(f64),
        }
    }
}

/// Applies an expression to the values of an array of numbers, or returns `None`.
macro_rules! with_values {
    ($array:expr, $values:ident => $result:expr) => {
        with_values!($array, $values => $result; UInt8 UInt8Type, Int8 Int8Type, UInt16 UInt16Type,
            Int16 Int16Type, UInt32 UInt32Type, Int32 Int32Type, UInt64 UInt64Type,
            Int64 Int64Type, Float32 Float32Type, Float64 Float64Type)
    };
    ($array:expr, $values:ident => $result:expr; $($kind:ident $number:ty),*) => {
        match $array.data_type() {
            $(DataType::$kind => {
                let $values = $array.as_primitive::<$number>().values();
                Some($result)
            })*
            _ => None,
        }
    };
}

/// Returns true if the type is a list of numbers, or a list of lists of numbers.
pub(crate) fn is_list_of_numbers(kind: &DataType) -> bool {
    let item = |kind: &DataType| match kind {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            Some(item.data_type().clone())
        }
        _ => None,
    };
    let Some(inner) = item(kind) else { return false };
    let number = item(&inner).unwrap_or(inner);
    number.is_integer() || matches!(number, DataType::Float32 | DataType::Float64)
}

/// The lists of an array: the positions of each list in the items.
struct ListItems<'a> {
    array: &'a dyn Array,
    ranges: Vec<Range<usize>>,
    items: ArrayRef,
}

impl<'a> ListItems<'a> {
    /// Returns the lists of an array, or `None` for another array.
    fn of(array: &'a dyn Array) -> Option<Self> {
        fn ranges(offsets: impl Iterator<Item = usize> + Clone) -> Vec<Range<usize>> {
            offsets.clone().zip(offsets.skip(1)).map(|(start, end)| start..end).collect()
        }
        let (mut ranges, items) = match array.data_type() {
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                (ranges(list.value_offsets().iter().map(|&it| it as usize)), list.values())
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                (ranges(list.value_offsets().iter().map(|&it| it as usize)), list.values())
            }
            DataType::FixedSizeList(_, size) => {
                let (list, size) = (array.as_fixed_size_list(), *size as usize);
                let range = |at| {
                    let start = list.value_offset_at(at);
                    start..start + size
                };
                ((0..list.len()).map(range).collect(), list.values())
            }
            _ => return None,
        };
        // A slice of an array of lists has the items of the whole array.
        let start = ranges.first().map_or(0, |range| range.start);
        let end = ranges.last().map_or(0, |range| range.end);
        for range in &mut ranges {
            *range = range.start - start..range.end - start;
        }
        Some(Self { array, ranges, items: items.slice(start, end - start) })
    }
}

/// Reads lists of 81 numbers, or of nine lists of nine. Returns `None` for another array.
pub(crate) fn list_rows(array: &dyn Array) -> Option<Vec<Row>> {
    let lists = ListItems::of(array)?;
    let inner = ListItems::of(&lists.items);
    let numbers: &dyn Array = inner.as_ref().map_or(&lists.items, |inner| &inner.items);
    let digits = with_values!(numbers, values => {
        values.iter().map(|&number| number.digit()).collect::<Vec<u8>>()
    })?;
    let row = |range: &Range<usize>| {
        let places: Vec<usize> = match &inner {
            None => range.clone().collect(),
            Some(inner) => nine_of_nine(inner, range.clone())?,
        };
        if places.len() != 81 {
            return Err(Unreadable::Other(format!("{} numbers instead of 81", places.len())));
        }
        let mut board = [0; 81];
        for (cell, place) in Cell::all().zip(places) {
            // A null is a blank, as `None` is in a list.
            if numbers.is_null(place) {
                continue;
            }
            board[cell.index()] = digits[place];
            if digits[place] > 9 {
                let found = with_values!(numbers, values => values[place].to_string());
                return Err(Unreadable::Digit(cell, found.unwrap_or_default()));
            }
        }
        digits_row(&board)
    };
    let rows = lists.ranges.iter().enumerate();
    Some(rows.map(|(at, range)| if array.is_null(at) { Ok(None) } else { row(range) }).collect())
}

/// Returns the positions of the numbers in nine lists of nine.
fn nine_of_nine(lists: &ListItems<'_>, rows: Range<usize>) -> Result<Vec<usize>, Unreadable> {
    let wrong = |words: String| Err(Unreadable::Other(words));
    if rows.len() != 9 {
        return wrong(format!("{} rows instead of 9", rows.len()));
    }
    let mut places = Vec::new();
    for (number, row) in (1..).zip(rows) {
        let range = if lists.array.is_null(row) { 0..0 } else { lists.ranges[row].clone() };
        if range.len() != 9 {
            return wrong(format!("row r{number} has {} numbers instead of 9", range.len()));
        }
        places.extend(range);
    }
    Ok(places)
}
