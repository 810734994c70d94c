//! Reads complete grids from the same text formats as boards.

use core::fmt;
use core::str::FromStr;

use crate::{Board, Cell, Grid, ReadError};

/// Reads a grid in any format that [`Board::from_text`] reads.
///
/// ```
/// use sudoku_core::{Cell, Grid, GridError};
///
/// let text = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// let grid: Grid = text.parse()?;
/// assert!(grid.is_valid());
/// let blank = text.replacen('1', ".", 1).parse::<Grid>();
/// assert_eq!(blank, Err(GridError::Blank(Cell::FIRST)));
/// # Ok::<(), GridError>(())
/// ```
impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        let board: Board = text.parse().map_err(GridError::Text)?;
        Self::try_from(board).map_err(|blank| GridError::Blank(blank.cell))
    }
}

/// The reason why a text is not a complete grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// The text is not a board.
    Text(ReadError),
    /// The text is a board with blanks. This cell is the first blank.
    Blank(Cell),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Blank(cell) => write!(f, "{cell} is blank; a complete grid has no blank cells"),
        }
    }
}

// `Display` prints the error of the text, so `source` must not return it a second time.
impl core::error::Error for GridError {}
