//! Boards with pencil marks: 81 sets of candidates, the clues, and the placed digits.

use core::fmt;
use core::str::FromStr;

use crate::{Board, Cell, Digit, DigitSet, Grid};

/// A board with pencil marks: the candidates of each cell, the clues, and the digits placed since.
///
/// It is made from a [`Board`], whose digits become the clues, or from text. The text is either 729
/// characters, nine for each cell, or a drawing with one number for each cell. Text holds only
/// candidates: a cell with one candidate is undecided until you [place](Self::place) its digit.
/// Nothing is checked against the rules, because pencil marks may be wrong.
///
/// ```
/// use sudoku_core::{Board, Candidates, Cell, Digit};
///
/// let board: Board =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
///         .parse()?;
/// let mut marks = Candidates::from(&board);
/// let (cell, four) = (Cell::at(0, 2).unwrap(), Digit::new(4).unwrap());
/// assert_eq!(marks.get(cell).to_string(), "124");
/// marks.place(cell, four);
/// assert_eq!((marks.value(cell), marks.is_given(cell)), (Some(four), false));
/// // The text keeps the candidates. It does not keep clues and placed digits.
/// let read: Candidates = marks.to_string().parse().unwrap();
/// assert!(Cell::all().all(|cell| read.get(cell) == marks.get(cell)));
/// # Ok::<(), sudoku_core::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Candidates {
    pub(crate) sets: [DigitSet; 81],
    pub(crate) givens: Board,
    pub(crate) values: Board,
}

impl Candidates {
    /// Makes a board with these candidates, row by row, and no decided cell.
    #[must_use]
    pub const fn new(sets: [DigitSet; 81]) -> Self {
        Self { sets, givens: Board::EMPTY, values: Board::EMPTY }
    }

    /// Returns the candidates of the cell. A decided cell has only its digit.
    #[must_use]
    pub const fn get(&self, cell: Cell) -> DigitSet {
        self.sets[cell.index()]
    }

    /// Returns the candidates of all cells, row by row.
    #[must_use]
    pub const fn sets(&self) -> &[DigitSet; 81] {
        &self.sets
    }

    /// Returns the digit of the cell, given or placed, or `None` if the cell is undecided.
    #[must_use]
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        self.values.get(cell)
    }

    /// Returns true if the digit of the cell is a clue.
    #[must_use]
    pub fn is_given(&self, cell: Cell) -> bool {
        self.givens.get(cell).is_some()
    }

    /// Returns the clues.
    #[must_use]
    pub const fn givens(&self) -> &Board {
        &self.givens
    }

    /// Returns all decided cells: the clues and the placed digits.
    #[must_use]
    pub const fn values(&self) -> &Board {
        &self.values
    }

    /// Returns true if each digit of the grid is a candidate of its cell.
    #[must_use]
    pub fn permits(&self, grid: &Grid) -> bool {
        let is_left = |cell: Cell| {
            grid.as_board().get(cell).is_some_and(|digit| self.get(cell).contains(digit))
        };
        Cell::all().all(is_left)
    }

    /// Places a digit in the cell, and removes it from the candidates of the cell's peers.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.values.set(cell, Some(digit));
        self.sets[cell.index()] = digit.into();
        for &peer in cell.peers() {
            if self.values.get(peer).is_none() {
                self.eliminate(peer, digit.into());
            }
        }
    }

    /// Removes these digits from the candidates of the cell.
    pub fn eliminate(&mut self, cell: Cell, digits: DigitSet) {
        self.sets[cell.index()] = self.sets[cell.index()] - digits;
    }
}

/// Takes the digits of the board as clues. The candidates of a blank are the digits that no clue
/// excludes.
impl From<&Board> for Candidates {
    fn from(board: &Board) -> Self {
        let mut marks = Self::new([DigitSet::ALL; 81]);
        for cell in Cell::all() {
            if let Some(digit) = board.get(cell) {
                marks.place(cell, digit);
            }
        }
        marks.givens = *board;
        marks
    }
}

/// Prints the candidates as 729 characters: nine for each cell, each a digit or a dot.
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for set in self.sets {
            for digit in Digit::all() {
                let mark = if set.contains(digit) { char::from(digit) } else { '.' };
                write!(f, "{mark}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Candidates({self})")
    }
}

/// The reason why a text could not be read as candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CandidatesError {
    /// A character that is used neither for candidates nor for a drawing.
    UnexpectedCharacter(char),
    /// A digit that is repeated in a cell or, in 729 characters, in another digit's position.
    MisplacedDigit(Cell, Digit),
    /// The text ends after this many cells.
    MissingCells(usize),
    /// The text continues after 81 cells.
    LeftOverCells,
}

impl fmt::Display for CandidatesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedCharacter(character) => {
                write!(f, "found `{}`, which does not belong here", character.escape_default())
            }
            Self::MisplacedDigit(cell, digit) => {
                write!(f, "{cell}: the candidate {digit} is repeated or in the wrong position")
            }
            Self::MissingCells(read) => {
                write!(f, "found the candidates of {read} cells, expected 81 cells")
            }
            Self::LeftOverCells => {
                f.write_str("found more than 81 cells; remove the text after them")
            }
        }
    }
}

impl core::error::Error for CandidatesError {}

/// Reads 729 characters (a digit in its position, `.` or `0`), or 81 numbers in a drawing. The
/// drawing may have spaces, lines and the characters of frames.
impl FromStr for Candidates {
    type Err = CandidatesError;

    fn from_str(text: &str) -> Result<Self, CandidatesError> {
        let marks = || text.bytes().filter(|byte| !byte.is_ascii_whitespace());
        let is_mark = |byte: u8| byte.is_ascii_digit() || byte == b'.';
        if marks().count() == 729 && marks().all(is_mark) {
            return read_line(marks());
        }
        read_drawing(text)
    }
}

fn read_line(marks: impl Iterator<Item = u8>) -> Result<Candidates, CandidatesError> {
    let mut sets = [DigitSet::EMPTY; 81];
    for (at, mark) in marks.enumerate() {
        let Some(cell) = Cell::new(at / 9) else { break };
        match Digit::new(mark.wrapping_sub(b'0')) {
            Some(digit) if usize::from(digit.get()) == at % 9 + 1 => {
                sets[cell.index()] = sets[cell.index()].with(digit);
            }
            Some(digit) => return Err(CandidatesError::MisplacedDigit(cell, digit)),
            None => {}
        }
    }
    Ok(Candidates::new(sets))
}

fn read_drawing(text: &str) -> Result<Candidates, CandidatesError> {
    let is_drawn = |character: char| {
        character.is_whitespace()
            || matches!(character, '|' | '+' | '-' | '.' | ':' | '\'' | '*' | '=' | ',')
            || ('\u{2500}'..='\u{257f}').contains(&character)
    };
    let mut sets = [DigitSet::EMPTY; 81];
    let mut read = 0;
    for word in text.split(is_drawn).filter(|word| !word.is_empty()) {
        let cell = Cell::new(read).ok_or(CandidatesError::LeftOverCells)?;
        for character in word.chars() {
            let digit = Digit::try_from(character)
                .map_err(|_| CandidatesError::UnexpectedCharacter(character))?;
            if sets[read].contains(digit) {
                return Err(CandidatesError::MisplacedDigit(cell, digit));
            }
            sets[read] = sets[read].with(digit);
        }
        read += 1;
    }
    if read < 81 {
        return Err(CandidatesError::MissingCells(read));
    }
    Ok(Candidates::new(sets))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn marks() -> Candidates {
        Candidates::from(&PUZZLE.parse::<Board>().unwrap())
    }

    #[test]
    fn candidates_of_a_board_are_its_clues_and_the_digits_that_they_permit() {
        let marks = marks();
        let board: Board = PUZZLE.parse().unwrap();
        assert_eq!((marks.givens(), marks.values()), (&board, &board));
        for cell in Cell::all() {
            let expected = match board.get(cell) {
                Some(digit) => digit.into(),
                None => board.candidates(cell),
            };
            assert_eq!(marks.get(cell), expected, "{cell}");
            assert_eq!(marks.is_given(cell), board.get(cell).is_some());
        }
    }

    #[test]
    fn both_forms_of_text_give_the_sets() {
        let marks = marks();
        let line = marks.to_string();
        assert_eq!(line.len(), 729);
        let mut drawing = String::from("+-----+-----+\n");
        for row in 0..9 {
            drawing.push('|');
            for column in 0..9 {
                drawing += &format!(" {}", marks.get(Cell::at(row, column).unwrap()));
                drawing += if column % 3 == 2 { " |" } else { "" };
            }
            drawing += "\n:--+--.--'\n";
        }
        for text in [line, drawing] {
            let read: Candidates = text.parse().unwrap();
            assert!(Cell::all().all(|cell| read.get(cell) == marks.get(cell)));
            assert_eq!((read.givens(), read.values()), (&Board::EMPTY, &Board::EMPTY));
        }
    }

    #[test]
    fn placed_digits_are_not_clues() {
        let mut marks = marks();
        let (cell, peer) = (Cell::at(0, 2).unwrap(), Cell::at(0, 3).unwrap());
        let two = Digit::new(2).unwrap();
        assert!(marks.get(peer).contains(two));
        marks.place(cell, two);
        assert!(!marks.is_given(cell) && marks.value(cell) == Some(two));
        assert!(!marks.get(peer).contains(two));
        marks.eliminate(peer, DigitSet::ALL);
        assert!(marks.get(peer).is_empty());
    }

    #[test]
    fn broken_text_is_named() {
        let read = |text: &str| text.parse::<Candidates>().unwrap_err();
        let (first, one) = (Cell::FIRST, Digit::new(1).unwrap());
        assert_eq!(read(&"1 ".repeat(80)), CandidatesError::MissingCells(80));
        assert_eq!(read(&"1 ".repeat(82)), CandidatesError::LeftOverCells);
        assert_eq!(read("121 "), CandidatesError::MisplacedDigit(first, one));
        assert_eq!(read("12a "), CandidatesError::UnexpectedCharacter('a'));
        assert_eq!(read("10 "), CandidatesError::UnexpectedCharacter('0'));
        let misplaced = format!(".1{}", ".".repeat(727));
        assert_eq!(read(&misplaced), CandidatesError::MisplacedDigit(first, one));
    }
}
