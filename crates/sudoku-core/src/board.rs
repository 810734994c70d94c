//! The two models of the 81 cells: a [`Board`] may have blanks, a [`Grid`] has none.

use core::fmt;

use crate::{Cell, Digit, DigitSet, House};

/// 81 cells, each blank or holding a digit: a puzzle, or a partly solved one.
///
/// A board takes 81 bytes, with 0 for a blank, and is cheap to copy. It cannot hold anything except
/// blanks and digits. Its clues may contradict each other: such a board is valid input without a
/// solution, and [`contradictions`](Self::contradictions) lists the conflicts. Boards are ordered
/// by their cells, row by row, blanks first.
///
/// [`from_text`](Self::from_text) reads a board from text. `Display` prints one line of 81
/// characters, or nine rows with `{:#}`. Boards also convert from `[u8; 81]`, `[[u8; 9]; 9]` and
/// `&[u8]`, and back to the two array types.
///
/// ```
/// use sudoku_core::{Board, Cell, Digit};
///
/// let mut board: Board =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///         .parse()?;
/// let cell: Cell = "r1c3".parse()?;
/// assert_eq!(board.get(cell), None);
/// assert_eq!(board.candidates(cell).to_string(), "124");
/// board.set(cell, Digit::new(4));
/// assert_eq!(board.clue_count(), 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Board([u8; 81]);

impl Board {
    /// The board without clues.
    pub const EMPTY: Self = Self([0; 81]);

    /// Makes the board with these digits, row by row, 0 for a blank.
    ///
    /// # Errors
    /// Fails if a number is above 9, and names the first such cell.
    pub fn new(digits: [u8; 81]) -> Result<Self, BoardError> {
        match Cell::all().find(|cell| digits[cell.index()] > 9) {
            None => Ok(Self(digits)),
            Some(cell) => Err(BoardError { cell, found: digits[cell.index()] }),
        }
    }

    /// A board from bytes that the caller has checked to be 0 to 9.
    pub(crate) const fn from_checked(digits: [u8; 81]) -> Self {
        Self(digits)
    }

    /// Returns the 81 digits, row by row, 0 for a blank.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 81] {
        &self.0
    }

    /// Returns the digit in the cell, or `None` for a blank.
    #[must_use]
    pub const fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.0[cell.index()])
    }

    /// Writes a digit into the cell, or blanks it.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        self.0[cell.index()] = digit.map_or(0, Digit::get);
    }

    /// Returns the cells that hold a digit, each with its digit, in the order of their numbers.
    ///
    /// ```
    /// use sudoku_core::Board;
    ///
    /// let board: Board = format!("1.......2{}", ".".repeat(72)).parse()?;
    /// let clues = board.clues().map(|(cell, digit)| format!("{cell}={digit}"));
    /// assert_eq!(clues.collect::<Vec<_>>(), ["r1c1=1", "r1c9=2"]);
    /// # Ok::<(), sudoku_core::ReadError>(())
    /// ```
    pub fn clues(&self) -> impl Iterator<Item = (Cell, Digit)> {
        Cell::all().filter_map(|cell| self.get(cell).map(|digit| (cell, digit)))
    }

    /// Returns the number of cells that hold a digit, 0 to 81.
    #[must_use]
    pub fn clue_count(&self) -> usize {
        self.0.iter().filter(|&&digit| digit != 0).count()
    }

    /// Returns the digits that no peer of the cell holds. The content of the cell itself is
    /// ignored.
    ///
    /// ```
    /// use sudoku_core::Board;
    ///
    /// let board: Board = format!("123......45{}", ".".repeat(70)).parse()?;
    /// assert_eq!(board.candidates("r1c4".parse()?).to_string(), "456789");
    /// assert_eq!(board.candidates("r2c3".parse()?).to_string(), "6789");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        // Bit 0 collects the blanks.
        let seen = cell.peers().iter().fold(0, |seen, peer| seen | 1 << self.0[peer.index()]);
        !DigitSet::from_checked(seen >> 1)
    }

    /// Returns the board as a complete grid, or `None` if a cell is blank.
    #[must_use]
    pub fn to_grid(&self) -> Option<Grid> {
        Grid::new(self.0).ok()
    }

    /// Returns true if the board holds every digit of `puzzle` in the same cell.
    #[must_use]
    pub fn extends(&self, puzzle: &Self) -> bool {
        self.0.iter().zip(&puzzle.0).all(|(&mine, &clue)| clue == 0 || mine == clue)
    }

    /// Returns true if no house holds a digit twice.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let (mut rows, mut columns, mut boxes) = ([0u16; 9], [0u16; 9], [0u16; 9]);
        for cell in Cell::all() {
            // A blank sets bit 0, which is cleared.
            let bit = (1u16 << self.0[cell.index()]) & !1;
            let (row, column, box_) =
                (&mut rows[cell.row()], &mut columns[cell.column()], &mut boxes[cell.box_index()]);
            if (*row | *column | *box_) & bit != 0 {
                return false;
            }
            *row |= bit;
            *column |= bit;
            *box_ |= bit;
        }
        true
    }

    /// Returns every pair of cells that hold the same digit in one house, house by house.
    ///
    /// Two cells of a minirow or minicolumn share two houses and are reported for both.
    ///
    /// ```
    /// use sudoku_core::Board;
    ///
    /// let board: Board = format!("7...7{}", ".".repeat(76)).parse()?;
    /// let found: Vec<String> = board.contradictions().map(|it| it.to_string()).collect();
    /// assert_eq!(found, ["r1c1 and r1c5 both hold 7 in row 1"]);
    /// assert!(!board.is_consistent());
    /// # Ok::<(), sudoku_core::ReadError>(())
    /// ```
    pub fn contradictions(&self) -> impl Iterator<Item = Contradiction> {
        House::all().flat_map(move |house| {
            house.cells().iter().enumerate().flat_map(move |(place, &first)| {
                house.cells()[place + 1..].iter().filter_map(move |&second| {
                    let digit = self.get(first)?;
                    (self.get(second) == Some(digit)).then_some(Contradiction {
                        first,
                        second,
                        house,
                        digit,
                    })
                })
            })
        })
    }
}

impl Default for Board {
    /// Returns the board without clues.
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Prints the board as 81 characters in quotes.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// A complete grid: 81 digits without a blank.
///
/// The type guarantees that every cell has a digit, which is cheap to check for millions of grids.
/// Call [`is_valid`](Self::is_valid) to check the Sudoku rules. Every grid that a strategy returns
/// is valid: the strategy promises it, and the conformance tests check it.
///
/// ```
/// use sudoku_core::{Board, Grid};
///
/// let text = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
/// let grid: Grid = text.parse()?;
/// assert!(grid.is_valid());
/// assert!(grid.extends(&Board::EMPTY));
/// # Ok::<(), sudoku_core::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Grid(Board);

impl Grid {
    /// Makes the grid with these digits, row by row.
    ///
    /// # Errors
    /// Fails if a number is not 1 to 9, and names the first such cell.
    pub fn new(digits: [u8; 81]) -> Result<Self, BoardError> {
        // One pass without a branch: the compiler turns it into a few vector instructions.
        let bad = digits.iter().fold(0, |bad, &digit| bad | u8::from(digit.wrapping_sub(1) > 8));
        if bad == 0 {
            return Ok(Self(Board(digits)));
        }
        let mut cells = Cell::all().filter(|cell| !(1..=9).contains(&digits[cell.index()]));
        match cells.next() {
            Some(cell) => Err(BoardError { cell, found: digits[cell.index()] }),
            None => Ok(Self(Board(digits))),
        }
    }

    /// Returns a grid from a board that the caller knows to be complete.
    pub(crate) const fn from_checked(board: Board) -> Self {
        Self(board)
    }

    /// Returns the grid as a board without blanks.
    #[must_use]
    pub const fn as_board(&self) -> &Board {
        &self.0
    }

    /// Returns the 81 digits, row by row.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 81] {
        self.0.as_bytes()
    }

    /// Returns true if every house holds each digit once.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.0.is_consistent()
    }

    /// Returns true if the grid holds every clue of `puzzle` in the same cell.
    #[must_use]
    pub fn extends(&self, puzzle: &Board) -> bool {
        self.0.extends(puzzle)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The error for a number that is not a digit (nor, on a [`Board`], 0 for a blank).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardError {
    /// The cell with this number.
    pub cell: Cell,
    /// The number.
    pub found: u8,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} is not a digit; expected 1 to 9", self.cell, self.found)?;
        // Only a board may hold 0, so that 0 can be wrong only in a grid.
        f.write_str(if self.found == 0 { "" } else { ", or 0 for a blank" })
    }
}

impl core::error::Error for BoardError {}

/// Two clues that break the rules: the same digit twice in a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contradiction {
    /// The first of the two cells, in the order of the cells' numbers.
    pub first: Cell,
    /// The second of the two cells.
    pub second: Cell,
    /// The house that holds both.
    pub house: House,
    /// The digit that both hold.
    pub digit: Digit,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, second, house, digit } = self;
        write!(f, "{first} and {second} both hold {digit} in {house}")
    }
}
