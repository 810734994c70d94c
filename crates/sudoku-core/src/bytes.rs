//! Boards and grids as plain bytes, without copying: what NumPy and Arrow arrays hold.
//!
//! This is the only module of the crate with `unsafe` code: looking at a slice of bytes as a slice
//! of boards has no safe expression in the language. Both types are `repr(transparent)` over
//! 81 bytes, so size and alignment agree; what bytes a board may hold is checked first.
#![allow(unsafe_code)]

use core::fmt;

use crate::{Board, BoardError, Cell, Grid};

/// Why bytes are not a board or a grid, or a sequence of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BytesError {
    /// The length is not 81, or not a multiple of it where there may be many boards.
    Length {
        /// How many bytes there were.
        found: usize,
    },
    /// A byte is no digit (nor, for boards, 0).
    Digit {
        /// Which board or grid it is in, counted from 0.
        board: usize,
        /// The cell it was meant for.
        cell: Cell,
        /// The byte's value.
        found: u8,
    },
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { found } => write!(f, "{found} bytes, where every board takes 81"),
            Self::Digit { board, cell, found } => {
                write!(f, "board {board}, {}", BoardError { cell, found })
            }
        }
    }
}

impl core::error::Error for BytesError {}

/// The byte of the only board.
impl From<BoardError> for BytesError {
    fn from(BoardError { cell, found }: BoardError) -> Self {
        Self::Digit { board: 0, cell, found }
    }
}

/// Checks that the bytes are whole boards of values between `least` and 9; returns their number.
fn check(bytes: &[u8], least: u8) -> Result<usize, BytesError> {
    if !bytes.len().is_multiple_of(81) {
        return Err(BytesError::Length { found: bytes.len() });
    }
    let outside = |byte: u8| byte.wrapping_sub(least) > 9 - least;
    // The first pass has no early exit, so that it vectorises.
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
    /// N×81 bytes (row by row, 0 for a blank) seen as N boards, without copying.
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
    /// If the length is not a multiple of 81 or a byte is above 9.
    pub fn from_byte_slice(bytes: &[u8]) -> Result<&[Self], BytesError> {
        let count = check(bytes, 0)?;
        // SAFETY: `Board` is `repr(transparent)` over `[u8; 81]`, so alignment is 1 and the size is
        // 81; `check` found `count * 81` bytes, each of them 0 to 9. The lifetime is the input's.
        Ok(unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast::<Self>(), count) })
    }

    /// N boards seen as N×81 bytes (row by row, 0 for a blank), without copying.
    #[must_use]
    pub fn as_byte_slice(boards: &[Self]) -> &[u8] {
        // SAFETY: `Board` is `repr(transparent)` over `[u8; 81]`: `size_of_val` initialised bytes
        // without padding. The lifetime is the input's.
        unsafe { core::slice::from_raw_parts(boards.as_ptr().cast::<u8>(), size_of_val(boards)) }
    }
}

impl Grid {
    /// N×81 bytes (row by row) seen as N complete grids, without copying.
    ///
    /// # Errors
    /// If the length is not a multiple of 81 or a byte is not 1 to 9.
    pub fn from_byte_slice(bytes: &[u8]) -> Result<&[Self], BytesError> {
        let count = check(bytes, 1)?;
        // SAFETY: `Grid` is `repr(transparent)` over `Board` and so over `[u8; 81]`; `check` found
        // `count * 81` bytes, each of them 1 to 9. The lifetime is the input's.
        Ok(unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast::<Self>(), count) })
    }

    /// N grids seen as N×81 bytes (row by row), without copying.
    #[must_use]
    pub fn as_byte_slice(grids: &[Self]) -> &[u8] {
        // SAFETY: as for boards: `repr(transparent)` down to `[u8; 81]`, no padding.
        unsafe { core::slice::from_raw_parts(grids.as_ptr().cast::<u8>(), size_of_val(grids)) }
    }
}
