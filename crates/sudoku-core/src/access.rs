//! Reading of boards and grids like collections: by index, and cell by cell.

use core::iter::Map;
use core::ops::Index;
use core::slice::Iter;

use crate::digit::DIGITS;
use crate::{Board, Cell, Digit, Grid};

/// The content of a cell for each byte of a board.
static CONTENTS: [Option<Digit>; 10] = {
    let mut contents = [None; 10];
    let mut byte = 1;
    while byte < 10 {
        contents[byte] = Some(DIGITS[byte - 1]);
        byte += 1;
    }
    contents
};

/// Reads the digit of a cell, or `None` for a blank, like [`Board::get`].
///
/// ```
/// use sudoku_core::{Board, Cell, Digit};
///
/// let board: Board = format!("1{}", ".".repeat(80)).parse()?;
/// assert_eq!(board[Cell::FIRST], Digit::new(1));
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
impl Index<Cell> for Board {
    type Output = Option<Digit>;

    fn index(&self, cell: Cell) -> &Option<Digit> {
        &CONTENTS[usize::from(self.as_bytes()[cell.index()])]
    }
}

/// Reads the digit of a cell.
///
/// ```
/// use sudoku_core::{Cell, Grid};
///
/// let text = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// let grid: Grid = text.parse()?;
/// assert_eq!(grid[Cell::FIRST].get(), 1);
/// # Ok::<(), sudoku_core::GridError>(())
/// ```
impl Index<Cell> for Grid {
    type Output = Digit;

    fn index(&self, cell: Cell) -> &Digit {
        &DIGITS[usize::from(self.as_bytes()[cell.index()]) - 1]
    }
}

impl Board {
    /// Returns the contents of the 81 cells, row by row, `None` for a blank.
    ///
    /// ```
    /// use sudoku_core::{Board, Cell};
    ///
    /// let board: Board = format!("12{}", ".".repeat(79)).parse()?;
    /// assert_eq!(board.iter().flatten().map(|digit| digit.get()).sum::<u8>(), 3);
    /// let blank = Cell::all().zip(&board).find(|(_, digit)| digit.is_none());
    /// assert_eq!(blank, Some(("r1c3".parse()?, None)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> <&Self as IntoIterator>::IntoIter {
        self.into_iter()
    }
}

impl<'a> IntoIterator for &'a Board {
    type Item = Option<Digit>;
    type IntoIter = Map<Iter<'a, u8>, fn(&u8) -> Option<Digit>>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_bytes().iter().map(|&byte| Digit::new(byte))
    }
}

impl Grid {
    /// Returns the 81 digits, row by row.
    ///
    /// ```
    /// use sudoku_core::{Digit, Grid};
    ///
    /// let text =
    ///     "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    /// let grid: Grid = text.parse()?;
    /// assert!(grid.iter().take(9).eq(Digit::all()));
    /// # Ok::<(), sudoku_core::GridError>(())
    /// ```
    pub fn iter(&self) -> <&Self as IntoIterator>::IntoIter {
        self.into_iter()
    }
}

impl<'a> IntoIterator for &'a Grid {
    type Item = Digit;
    type IntoIter = Map<Iter<'a, u8>, fn(&u8) -> Digit>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_bytes().iter().map(|&byte| DIGITS[usize::from(byte) - 1])
    }
}
