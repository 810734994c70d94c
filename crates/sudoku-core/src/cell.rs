//! The 81 cells and the 27 houses of a board.

use core::fmt;
use core::str::FromStr;

/// One of the 81 cells of a board.
///
/// Cells are numbered row by row from the top left corner, 0 to 80. They print as `r4c7`, with rows
/// and columns counted from 1, and parse from the same text.
///
/// ```
/// use sudoku_core::Cell;
///
/// let cell: Cell = "r4c7".parse()?;
/// assert_eq!((cell.row(), cell.column(), cell.index()), (3, 6, 33));
/// assert_eq!(cell.to_string(), "r4c7");
/// assert_eq!(Cell::at(3, 6), Some(cell));
/// assert!(cell.peers().iter().all(|&peer| cell.sees(peer)));
/// # Ok::<(), sudoku_core::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The number of cells on a board.
    pub const COUNT: usize = 81;

    /// The cell in the top left corner.
    pub const FIRST: Self = Self(0);

    /// Returns the cell with this number (row by row, 0 to 80), or `None` for other numbers.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the cell in this row and column (both 0 to 8), or `None` beyond the board.
    #[must_use]
    pub const fn at(row: usize, column: usize) -> Option<Self> {
        if row < 9 && column < 9 { Some(Self((row * 9 + column) as u8)) } else { None }
    }

    /// Returns all 81 cells, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..81u8).map(Self)
    }

    /// Returns the cell's number, row by row, 0 to 80.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cell's row, 0 to 8 from the top.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// Returns the cell's column, 0 to 8 from the left.
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// Returns the cell's box, 0 to 8, row by row.
    #[must_use]
    pub const fn box_index(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// Returns the row, the column and the box that the cell is in, in this order.
    #[must_use]
    pub const fn houses(self) -> [House; 3] {
        [
            House(self.row() as u8),
            House(9 + self.column() as u8),
            House(18 + self.box_index() as u8),
        ]
    }

    /// Returns true if the two cells share a house. A cell does not see itself.
    #[must_use]
    pub const fn sees(self, other: Self) -> bool {
        self.0 != other.0
            && (self.row() == other.row()
                || self.column() == other.column()
                || self.box_index() == other.box_index())
    }

    /// Returns the 20 other cells that share a house with this one, in the order of their numbers.
    #[must_use]
    pub const fn peers(self) -> &'static [Self; 20] {
        &PEERS[self.index()]
    }
}

/// Converts a number, row by row, 0 to 80.
impl TryFrom<usize> for Cell {
    type Error = CellError;

    fn try_from(index: usize) -> Result<Self, CellError> {
        Self::new(index).ok_or(CellError)
    }
}

/// Converts the cell to its number, row by row, 0 to 80.
impl From<Cell> for usize {
    fn from(cell: Cell) -> Self {
        cell.index()
    }
}

/// Reads a cell as it prints: `r4c7`, or `R4C7`.
impl FromStr for Cell {
    type Err = CellError;

    fn from_str(name: &str) -> Result<Self, CellError> {
        match *name.as_bytes() {
            [b'r' | b'R', row @ b'1'..=b'9', b'c' | b'C', column @ b'1'..=b'9'] => {
                Self::at(usize::from(row - b'1'), usize::from(column - b'1')).ok_or(CellError)
            }
            _ => Err(CellError),
        }
    }
}

/// The error for a number or a name that is not a cell's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellError;

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a cell; cells have the numbers 0 to 80 and the names r1c1 to r9c9")
    }
}

impl core::error::Error for CellError {}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the 27 houses: a row, a column or a box, nine cells that hold each digit once.
///
/// Houses are numbered 0 to 26: the rows from the top, the columns from the left, the boxes row by
/// row. They print with a number counted from 1, such as `row 4`.
///
/// ```
/// use sudoku_core::{Cell, House, HouseKind};
///
/// let cell: Cell = "r4c7".parse()?;
/// assert_eq!(cell.houses().map(|house| house.to_string()), ["row 4", "column 7", "box 6"]);
/// let boxes = House::all().filter(|house| house.kind() == HouseKind::Box);
/// assert_eq!(boxes.filter(|house| house.cells().contains(&cell)).count(), 1);
/// # Ok::<(), sudoku_core::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

/// The three kinds of house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HouseKind {
    /// Nine cells side by side.
    Row,
    /// Nine cells one above the other.
    Column,
    /// A block of three by three cells.
    Box,
}

impl HouseKind {
    /// The three kinds, in the order of the houses' numbers.
    pub const ALL: &[Self] = &[Self::Row, Self::Column, Self::Box];

    /// Returns the name: `row`, `column` or `box`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Box => "box",
        }
    }
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a kind as it prints.
impl FromStr for HouseKind {
    type Err = HouseKindError;

    fn from_str(name: &str) -> Result<Self, HouseKindError> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name).ok_or(HouseKindError)
    }
}

/// The error for a text that is not the name of a [`HouseKind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HouseKindError;

impl fmt::Display for HouseKindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a kind of house; expected `row`, `column` or `box`")
    }
}

impl core::error::Error for HouseKindError {}

impl House {
    /// The number of houses on a board.
    pub const COUNT: usize = 27;

    /// Returns the house with this number (rows 0 to 8, columns 9 to 17, boxes 18 to 26), or
    /// `None`.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns all 27 houses: rows, columns, boxes.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..27u8).map(Self)
    }

    /// Returns the house's number, 0 to 26.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the kind of the house: row, column or box.
    #[must_use]
    pub const fn kind(self) -> HouseKind {
        match self.0 / 9 {
            0 => HouseKind::Row,
            1 => HouseKind::Column,
            _ => HouseKind::Box,
        }
    }

    /// Returns the index of the house among the houses of its kind, 0 to 8.
    #[must_use]
    pub const fn number(self) -> usize {
        (self.0 % 9) as usize
    }

    /// Returns the nine cells of the house, in the order of their numbers.
    #[must_use]
    pub const fn cells(self) -> &'static [Cell; 9] {
        &HOUSE_CELLS[self.index()]
    }
}

/// Converts a number: rows 0 to 8, columns 9 to 17, boxes 18 to 26.
impl TryFrom<usize> for House {
    type Error = HouseError;

    fn try_from(index: usize) -> Result<Self, HouseError> {
        Self::new(index).ok_or(HouseError)
    }
}

/// Converts the house to its number: rows 0 to 8, columns 9 to 17, boxes 18 to 26.
impl From<House> for usize {
    fn from(house: House) -> Self {
        house.index()
    }
}

/// Reads a house as it prints: `row 4`.
impl FromStr for House {
    type Err = HouseError;

    fn from_str(name: &str) -> Result<Self, HouseError> {
        let (kind, number) = name.split_once(' ').ok_or(HouseError)?;
        let kind: HouseKind = kind.parse().map_err(|_| HouseError)?;
        match *number.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Self(9 * kind as u8 + digit - b'1')),
            _ => Err(HouseError),
        }
    }
}

/// The error for a number or a name that is not a house's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HouseError;

impl fmt::Display for HouseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a house; houses have the numbers 0 to 26 and the names `row 1` to `row 9`, \
             `column 1` to `column 9` and `box 1` to `box 9`",
        )
    }
}

impl core::error::Error for HouseError {}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.number() + 1)
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

static PEERS: [[Cell; 20]; 81] = {
    let mut table = [[Cell(0); 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut other, mut count) = (0, 0);
        while other < 81 {
            if Cell(cell as u8).sees(Cell(other)) {
                table[cell][count] = Cell(other);
                count += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

static HOUSE_CELLS: [[Cell; 9]; 27] = {
    let mut table = [[Cell(0); 9]; 27];
    let mut house = 0;
    while house < 9 {
        let mut place = 0;
        while place < 9 {
            table[house][place] = Cell((house * 9 + place) as u8);
            table[9 + house][place] = Cell((place * 9 + house) as u8);
            let (row, column) = (house / 3 * 3 + place / 3, house % 3 * 3 + place % 3);
            table[18 + house][place] = Cell((row * 9 + column) as u8);
            place += 1;
        }
        house += 1;
    }
    table
};
