//! The symmetries of the board: moves of cells and relabelings of digits that keep the rules.
//!
//! The moves transpose the board, or permute its bands, its stacks, the rows of a band or the
//! columns of a stack. A symmetry turns a puzzle into one with as many solutions. There are
//! 3,359,232 moves of the cells and 362,880 relabelings of the digits. `nth` returns each of them
//! by number, which is also a way to draw one at random.

use crate::{Board, Cell, Digit, Grid};

/// A move of the 81 cells that takes every house to a house: a geometric symmetry.
///
/// ```
/// use sudoku_core::{Board, Symmetry};
///
/// let board: Board = "12.......".repeat(9).parse()?;
/// let transposed = Symmetry::TRANSPOSE.apply(&board);
/// assert!(transposed.to_string().starts_with("111111111222222222........."));
/// assert_eq!(Symmetry::TRANSPOSE.then(&Symmetry::TRANSPOSE), Symmetry::IDENTITY);
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// For each cell of the result, the cell whose content moves there.
    source: [Cell; 81],
}

impl Symmetry {
    /// The number of geometric symmetries: 2 × 6⁸.
    pub const COUNT: u32 = 3_359_232;

    /// The move that leaves every cell where it is.
    pub const IDENTITY: Self =
        Self::from_lines(false, [0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8]);

    /// The reflection at the diagonal: rows become columns.
    pub const TRANSPOSE: Self =
        Self::from_lines(true, [0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8]);

    /// Makes the symmetry that transposes the board if `transpose` is true, and then moves row
    /// `rows[i]` to row `i` and column `columns[i]` to column `i`.
    ///
    /// Returns `None` unless both lists are permutations of 0 to 8 that keep the three rows of each
    /// band and the three columns of each stack together.
    #[must_use]
    pub fn new(transpose: bool, rows: [usize; 9], columns: [usize; 9]) -> Option<Self> {
        let keeps_chutes = |lines: &[usize; 9]| {
            let together = |chute: &[usize]| chute.iter().all(|line| line / 3 == chute[0] / 3);
            (0..9).all(|line| lines.contains(&line)) && lines.chunks(3).all(together)
        };
        (keeps_chutes(&rows) && keeps_chutes(&columns))
            .then(|| Self::from_lines(transpose, rows, columns))
    }

    const fn from_lines(transpose: bool, rows: [usize; 9], columns: [usize; 9]) -> Self {
        let mut source = [Cell::FIRST; 81];
        let mut index = 0;
        while index < 81 {
            let (row, column) = (rows[index / 9], columns[index % 9]);
            let from = if transpose { Cell::at(column, row) } else { Cell::at(row, column) };
            if let Some(cell) = from {
                source[index] = cell;
            }
            index += 1;
        }
        Self { source }
    }

    /// Returns the symmetry with this number, or `None` from [`COUNT`](Self::COUNT) on.
    ///
    /// Every symmetry has one number, and the identity has 0. The numbering is part of the
    /// interface and does not change. The lowest bit tells if the board is transposed. The other
    /// bits hold eight digits of base 6, the lowest first: the orders of the bands, of the stacks,
    /// of the rows in each band, and of the columns in each stack. Each digit selects one of the
    /// six permutations in lexicographic order.
    #[must_use]
    pub const fn nth(number: u32) -> Option<Self> {
        if number >= Self::COUNT {
            return None;
        }
        let mut rest = number / 2;
        let mut orders = [[0; 3]; 8];
        let mut place = 0;
        while place < 8 {
            orders[place] = ORDERS_OF_THREE[(rest % 6) as usize];
            rest /= 6;
            place += 1;
        }
        let (mut rows, mut columns) = ([0; 9], [0; 9]);
        let mut line = 0;
        while line < 9 {
            let (band, stack) = (orders[0][line / 3], orders[1][line / 3]);
            rows[line] = band * 3 + orders[2 + band][line % 3];
            columns[line] = stack * 3 + orders[5 + stack][line % 3];
            line += 1;
        }
        Some(Self::from_lines(number % 2 == 1, rows, columns))
    }

    /// Returns the cell to which the content of this cell moves.
    #[must_use]
    pub fn image(&self, cell: Cell) -> Cell {
        // Every cell is the source of exactly one cell, so the default is never used.
        Cell::all().find(|to| self.source[to.index()] == cell).unwrap_or(cell)
    }

    /// Returns the cell whose content moves to this one.
    #[must_use]
    pub const fn source(&self, cell: Cell) -> Cell {
        self.source[cell.index()]
    }

    /// Returns the symmetry that applies this one and then the other.
    #[must_use]
    pub fn then(&self, other: &Self) -> Self {
        Self { source: other.source.map(|cell| self.source(cell)) }
    }

    /// Returns the symmetry that reverses this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut source = [Cell::FIRST; 81];
        for to in Cell::all() {
            source[self.source(to).index()] = to;
        }
        Self { source }
    }

    /// Returns the board with its cells moved.
    #[must_use]
    pub fn apply(&self, board: &Board) -> Board {
        Board::from_checked(self.source.map(|cell| board.as_bytes()[cell.index()]))
    }

    /// Returns the grid with its cells moved.
    #[must_use]
    pub fn apply_to_grid(&self, grid: &Grid) -> Grid {
        Grid::from_checked(self.apply(grid.as_board()))
    }
}

impl Default for Symmetry {
    /// Returns the identity.
    fn default() -> Self {
        Self::IDENTITY
    }
}

const ORDERS_OF_THREE: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A permutation of the nine digits.
///
/// ```
/// use sudoku_core::{Board, Digit, Relabeling};
///
/// // 1 becomes 9, 2 becomes 8, and so on.
/// let digits: Vec<Digit> = Digit::all().rev().collect();
/// let reversed = Relabeling::new(digits.try_into().unwrap()).expect("each digit once");
/// let board: Board = format!("12{}", ".".repeat(79)).parse()?;
/// assert!(reversed.apply(&board).to_string().starts_with("98."));
/// assert_eq!(reversed.then(&reversed.inverse()), Relabeling::IDENTITY);
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relabeling {
    /// The image of each digit. The image of a blank is a blank.
    to: [u8; 10],
}

impl Relabeling {
    /// The number of relabelings: 9!.
    pub const COUNT: u32 = 362_880;

    /// The relabeling that changes nothing.
    pub const IDENTITY: Self = Self { to: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] };

    /// Makes the relabeling that turns 1 into the first of these digits, 2 into the second, and so
    /// on. Returns `None` unless the digits are all different.
    #[must_use]
    pub fn new(digits: [Digit; 9]) -> Option<Self> {
        let mut to = [0; 10];
        for (to, digit) in to[1..].iter_mut().zip(digits) {
            *to = digit.get();
        }
        let all: crate::DigitSet = digits.into_iter().collect();
        (all == crate::DigitSet::ALL).then_some(Self { to })
    }

    /// Returns the relabeling with this number, in lexicographic order of the images of 1 to 9.
    /// Returns `None` from [`COUNT`](Self::COUNT) on. The identity has 0.
    #[must_use]
    pub fn nth(number: u32) -> Option<Self> {
        if number >= Self::COUNT {
            return None;
        }
        let mut to = Self::IDENTITY.to;
        let (mut rest, mut choices) = (number, Self::COUNT);
        for place in 1..10 {
            choices /= 10 - place as u32;
            let chosen = place + (rest / choices) as usize;
            rest %= choices;
            // The chosen digit moves to the front of the remaining digits, which stay in ascending
            // order.
            to[place..=chosen].rotate_right(1);
        }
        Some(Self { to })
    }

    /// Returns the digit that replaces this one.
    #[must_use]
    pub fn image(&self, digit: Digit) -> Digit {
        Digit::new(self.to[usize::from(digit.get())]).unwrap_or(digit)
    }

    /// Returns the relabeling that applies this one and then the other.
    #[must_use]
    pub fn then(&self, other: &Self) -> Self {
        Self { to: self.to.map(|digit| other.to[usize::from(digit)]) }
    }

    /// Returns the relabeling that reverses this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut to = [0; 10];
        for (from, &digit) in (0..).zip(&self.to) {
            to[usize::from(digit)] = from;
        }
        Self { to }
    }

    /// Returns the board with its digits relabeled.
    #[must_use]
    pub fn apply(&self, board: &Board) -> Board {
        Board::from_checked(board.as_bytes().map(|digit| self.to[usize::from(digit)]))
    }

    /// Returns the grid with its digits relabeled.
    #[must_use]
    pub fn apply_to_grid(&self, grid: &Grid) -> Grid {
        Grid::from_checked(self.apply(grid.as_board()))
    }
}

impl Default for Relabeling {
    /// Returns the identity.
    fn default() -> Self {
        Self::IDENTITY
    }
}
