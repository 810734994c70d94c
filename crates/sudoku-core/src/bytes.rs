//! Boards and grids as plain bytes, without copying: the layout of NumPy and Arrow arrays.
//!
//! This is the only module of the crate with `unsafe` code, because Rust has no safe expression
//! that views a slice of bytes as a slice of boards. Both types are `repr(transparent)` over 81
//! bytes, so size and alignment agree. The values of the bytes are checked first.
#![allow(unsafe_code)]

use core::fmt;

use crate::{Board, BoardError, Cell, Grid};

/// The reason why bytes are not a board, a grid, or a sequence of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BytesError {
    /// The length is not 81, or not a multiple of 81 where several boards are allowed.
    Length {
        /// The number of bytes.
        found: usize,
    },
    /// A byte is not a digit (nor, for boards, 0).
    Digit {
        /// The index of the board or grid, counted from 0.
        board: usize,
        /// The cell with this byte.
        cell: Cell,
        /// The value of the byte.
        found: u8,
    },
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { found } => {
                write!(f, "found {found} bytes; each board needs exactly 81")
            }
            Self::Digit { board, cell, found } => {
                write!(f, "board {board}, {}", BoardError { cell, found })
            }
        }
    }
}

impl core::error::Error for BytesError {}

/// Converts the error of a single board, whose index is 0.
impl From<BoardError> for BytesError {
    fn from(BoardError { cell, found }: BoardError) -> Self {
        Self::Digit { board: 0, cell, found }
    }
}

/// Checks that the bytes are whole boards with values from `least` to 9. Returns the number of
/// boards.
fn check(bytes: &[u8], least: u8) -> Result<usize, BytesError> {
    if !bytes.len().is_multiple_of(81) {
        return Err(BytesError::Length { found: bytes.len() });
    }
    let outside = |byte: u8| byte.wrapping_sub(least) > 9 - least;
    // The first pass has no early exit, so that the compiler can vectorize it.
    if bytes.iter().fold(false, |bad, &byte| bad | outside(byte)) {
        for (index, &found) in bytes.iter().enumerate() {
            if let (true, Some(cell)) = (outside(found), Cell::new(index % 81)) {
                return Err(BytesError::Digit { board: index / 81, cell, found });
            }
        }
    }
    Ok(bytes.len() / 81)
}

impl Board {
    /// Views N×81 bytes (row by row, 0 for a blank) as N boards, without copying.
    ///
    /// ```
    /// use sudoku_core::Board;
    ///
    /// let bytes = [0; 3 * 81];
    /// let boards = Board::from_byte_slice(&bytes)?;
    /// assert_eq!(boards, [Board::EMPTY; 3]);
    /// assert_eq!(Board::as_byte_slice(boards), bytes);
    /// # Ok::<(), sudoku_core::BytesError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the length is not a multiple of 81 or a byte is above 9.
    pub fn from_byte_slice(bytes: &[u8]) -> Result<&[Self], BytesError> {
        let count = check(bytes, 0)?;
        // SAFETY: `Board` is `repr(transparent)` over `[u8; 81]`, so its alignment is 1 and its
        // size is 81. `check` found `count * 81` bytes, each of them 0 to 9. The lifetime is the
        // input's.
        Ok(unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast::<Self>(), count) })
    }

    /// Views N boards as N×81 bytes (row by row, 0 for a blank), without copying.
    #[must_use]
    pub fn as_byte_slice(boards: &[Self]) -> &[u8] {
        // SAFETY: `Board` is `repr(transparent)` over `[u8; 81]`, so the slice is `size_of_val`
        // initialized bytes without padding. The lifetime is the input's.
        unsafe { core::slice::from_raw_parts(boards.as_ptr().cast::<u8>(), size_of_val(boards)) }
    }
}

impl Grid {
    /// Views N×81 bytes (row by row) as N complete grids, without copying.
    ///
    /// # Errors
    /// Fails if the length is not a multiple of 81 or a byte is not 1 to 9.
    pub fn from_byte_slice(bytes: &[u8]) -> Result<&[Self], BytesError> {
        let count = check(bytes, 1)?;
        // SAFETY: `Grid` is `repr(transparent)` over `Board`, and so over `[u8; 81]`. `check` found
        // `count * 81` bytes, each of them 1 to 9. The lifetime is the input's.
        Ok(unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast::<Self>(), count) })
    }

    /// Views N grids as N×81 bytes (row by row), without copying.
    #[must_use]
    pub fn as_byte_slice(grids: &[Self]) -> &[u8] {
        // SAFETY: as for boards, `Grid` is `repr(transparent)` down to `[u8; 81]` without padding.
        unsafe { core::slice::from_raw_parts(grids.as_ptr().cast::<u8>(), size_of_val(grids)) }
    }
}
