//! Duplicates up to symmetry.

use std::collections::HashMap;

use sudoku_canonical::canonical;
use sudoku_core::{Board, Cell};

/// A set of boards up to symmetry. Two boards that [are equivalent](sudoku_canonical) count as one.
///
/// A board takes 32 to 64 bytes of memory, or 96 to 192 bytes if it has more than 40 clues.
#[derive(Clone, Debug, Default)]
pub struct FormSet(FormMap<()>);

impl FormSet {
    /// Makes an empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a board. Returns false if the set has an equivalent board already.
    pub fn insert(&mut self, board: &Board) -> bool {
        self.insert_form(&canonical(board).form)
    }

    /// Adds a board by its [canonical form](sudoku_canonical::canonical), which other threads may
    /// compute. Returns false if the set has it already.
    pub fn insert_form(&mut self, form: &Board) -> bool {
        self.0.insert(form, ()).is_none()
    }

    /// Returns the number of boards that are not equivalent.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the set has no board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A map from boards, such as [canonical forms](sudoku_canonical::canonical), to values.
///
/// A board takes 32 to 64 bytes of memory, or 96 to 192 bytes if it has more than 40 clues. Its
/// value takes additional memory.
#[derive(Clone, Debug)]
pub struct FormMap<V> {
    short: HashMap<Short, V>,
    long: HashMap<Board, V>,
}

/// A board of at most [`SHORT`] clues: a bit for each cell with a clue, and the digits as a number
/// to base 9.
type Short = [u8; 27];

/// The maximum number of clues whose digits fit into 16 bytes.
const SHORT: usize = 40;

/// The number of bytes with a bit for each cell.
const MASK: usize = Cell::COUNT.div_ceil(8);

impl<V> Default for FormMap<V> {
    fn default() -> Self {
        Self { short: HashMap::new(), long: HashMap::new() }
    }
}

impl<V> FormMap<V> {
    /// Returns the value of a board.
    #[must_use]
    pub fn get(&self, form: &Board) -> Option<&V> {
        match short(form) {
            Some(form) => self.short.get(&form),
            None => self.long.get(form),
        }
    }

    /// Sets the value of a board. Returns its previous value.
    pub fn insert(&mut self, form: &Board, value: V) -> Option<V> {
        match short(form) {
            Some(form) => self.short.insert(form, value),
            None => self.long.insert(*form, value),
        }
    }

    /// Returns the number of boards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.short.len() + self.long.len()
    }

    /// Returns true if the map has no board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Returns the short form of a board, or `None` if it has too many clues.
fn short(board: &Board) -> Option<Short> {
    if board.clue_count() > SHORT {
        return None;
    }
    let mut short = [0; 27];
    let mut digits = 0_u128;
    for (cell, digit) in board.clues() {
        short[cell.index() / 8] |= 1 << (cell.index() % 8);
        digits = digits * 9 + u128::from(digit.get() - 1);
    }
    short[MASK..].copy_from_slice(&digits.to_le_bytes());
    Some(short)
}

#[cfg(test)]
mod tests {
    use sudoku_core::Digit;

    use super::*;

    /// A board with a clue in each of the first cells: the digits of a number, and ones.
    fn board(clues: usize, mut number: usize) -> Board {
        let mut board = Board::EMPTY;
        for cell in Cell::all().take(clues) {
            board.set(cell, Digit::new((number % 9) as u8 + 1));
            number /= 9;
        }
        board
    }

    #[test]
    fn different_boards_have_different_values() {
        let mut map = FormMap::default();
        let boards = || {
            let counts = (0..=Cell::COUNT).map(|clues| board(clues, usize::MAX));
            counts.chain((0..50).map(|number| board(40, number)))
        };
        for (value, board) in boards().enumerate() {
            assert_eq!(map.insert(&board, value), None);
        }
        assert_eq!(map.len(), boards().count());
        for (value, board) in boards().enumerate() {
            assert_eq!(map.get(&board), Some(&value));
            assert_eq!(map.insert(&board, value), Some(value));
        }
        assert_eq!(map.get(&board(40, 99)), None);
    }
}
