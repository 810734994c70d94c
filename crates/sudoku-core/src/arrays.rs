//! Conversions between boards or grids and arrays or slices of numbers.
//!
//! 0 means a blank everywhere. [`Board::from_byte_slice`] and [`Grid::from_byte_slice`] read a
//! slice of many boards without copying.

use crate::{Board, BoardError, BytesError, Grid};

/// Makes a board from 81 numbers, row by row, 0 for a blank.
///
/// ```
/// use sudoku_core::{Board, Cell, BoardError};
///
/// let mut digits = [0; 81];
/// digits[80] = 9;
/// let board = Board::try_from(digits)?;
/// assert_eq!(<[u8; 81]>::from(board), digits);
/// digits[0] = 10;
/// assert_eq!(Board::try_from(digits), Err(BoardError { cell: Cell::FIRST, found: 10 }));
/// # Ok::<(), BoardError>(())
/// ```
impl TryFrom<[u8; 81]> for Board {
    type Error = BoardError;

    fn try_from(digits: [u8; 81]) -> Result<Self, BoardError> {
        Self::new(digits)
    }
}

/// Makes a board from nine rows of numbers, 0 for a blank.
///
/// ```
/// use sudoku_core::Board;
///
/// let rows = [
///     [5, 3, 0, 0, 7, 0, 0, 0, 0],
///     [6, 0, 0, 1, 9, 5, 0, 0, 0],
///     [0, 9, 8, 0, 0, 0, 0, 6, 0],
///     [8, 0, 0, 0, 6, 0, 0, 0, 3],
///     [4, 0, 0, 8, 0, 3, 0, 0, 1],
///     [7, 0, 0, 0, 2, 0, 0, 0, 6],
///     [0, 6, 0, 0, 0, 0, 2, 8, 0],
///     [0, 0, 0, 4, 1, 9, 0, 0, 5],
///     [0, 0, 0, 0, 8, 0, 0, 7, 9],
/// ];
/// let board = Board::try_from(rows)?;
/// assert_eq!(board.clue_count(), 30);
/// assert_eq!(<[[u8; 9]; 9]>::from(board), rows);
/// # Ok::<(), sudoku_core::BoardError>(())
/// ```
impl TryFrom<[[u8; 9]; 9]> for Board {
    type Error = BoardError;

    fn try_from(rows: [[u8; 9]; 9]) -> Result<Self, BoardError> {
        Self::new(joined(&rows))
    }
}

/// Makes a board from 81 numbers, row by row, 0 for a blank. To read text, use
/// [`Board::from_text`].
///
/// ```
/// use sudoku_core::{Board, BytesError};
///
/// let numbers: Vec<u8> = vec![0; 81];
/// assert_eq!(Board::try_from(&numbers[..]), Ok(Board::EMPTY));
/// assert_eq!(Board::try_from(&numbers[1..]), Err(BytesError::Length { found: 80 }));
/// ```
impl TryFrom<&[u8]> for Board {
    type Error = BytesError;

    fn try_from(digits: &[u8]) -> Result<Self, BytesError> {
        Ok(Self::new(whole(digits)?)?)
    }
}

/// Makes a grid from 81 digits, row by row.
impl TryFrom<[u8; 81]> for Grid {
    type Error = BoardError;

    fn try_from(digits: [u8; 81]) -> Result<Self, BoardError> {
        Self::new(digits)
    }
}

/// Makes a grid from nine rows of digits.
impl TryFrom<[[u8; 9]; 9]> for Grid {
    type Error = BoardError;

    fn try_from(rows: [[u8; 9]; 9]) -> Result<Self, BoardError> {
        Self::new(joined(&rows))
    }
}

/// Makes a grid from 81 digits as numbers, row by row. To read text, parse it.
impl TryFrom<&[u8]> for Grid {
    type Error = BytesError;

    fn try_from(digits: &[u8]) -> Result<Self, BytesError> {
        Ok(Self::new(whole(digits)?)?)
    }
}

/// Converts a board without blanks. The error names the first blank cell.
impl TryFrom<Board> for Grid {
    type Error = BoardError;

    fn try_from(board: Board) -> Result<Self, BoardError> {
        Self::new(*board.as_bytes())
    }
}

impl From<Grid> for Board {
    fn from(grid: Grid) -> Self {
        *grid.as_board()
    }
}

/// Converts the board to 81 numbers, row by row, 0 for a blank.
impl From<Board> for [u8; 81] {
    fn from(board: Board) -> Self {
        *board.as_bytes()
    }
}

/// Converts the board to nine rows of numbers, 0 for a blank.
impl From<Board> for [[u8; 9]; 9] {
    fn from(board: Board) -> Self {
        rows(board.as_bytes())
    }
}

/// Converts the grid to 81 digits, row by row.
impl From<Grid> for [u8; 81] {
    fn from(grid: Grid) -> Self {
        *grid.as_bytes()
    }
}

/// Converts the grid to nine rows of digits.
impl From<Grid> for [[u8; 9]; 9] {
    fn from(grid: Grid) -> Self {
        rows(grid.as_bytes())
    }
}

/// Borrows a grid wherever a board is accepted.
impl AsRef<Board> for Grid {
    fn as_ref(&self) -> &Board {
        self.as_board()
    }
}

fn joined(rows: &[[u8; 9]; 9]) -> [u8; 81] {
    core::array::from_fn(|index| rows[index / 9][index % 9])
}

fn rows(digits: &[u8; 81]) -> [[u8; 9]; 9] {
    core::array::from_fn(|row| core::array::from_fn(|column| digits[9 * row + column]))
}

fn whole(digits: &[u8]) -> Result<[u8; 81], BytesError> {
    digits.try_into().map_err(|_| BytesError::Length { found: digits.len() })
}
