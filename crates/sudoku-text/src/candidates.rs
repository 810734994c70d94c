//! Puzzles given by candidates: what of them amounts to clues.

use std::fmt;

use sudoku_core::{Board, Cell, DigitSet};

/// The candidates of the 81 cells.
pub(crate) struct CandidateGrid([DigitSet; 81]);

impl CandidateGrid {
    /// A grid of these candidates, cell by cell.
    pub(crate) const fn new(sets: [DigitSet; 81]) -> Self {
        Self(sets)
    }

    /// What the clues leave: a clue is its cell's only candidate.
    pub(crate) fn of(board: &Board) -> Self {
        let mut sets = [DigitSet::EMPTY; 81];
        for cell in Cell::all() {
            sets[cell.index()] = match board.get(cell) {
                Some(digit) => DigitSet::only(digit),
                None => board.candidates(cell),
            };
        }
        Self(sets)
    }

    /// The board that has the same solutions. Its clues are the cells with one candidate, but for
    /// naked singles that were never placed, as far as that shows: their digit is still a candidate
    /// of a peer.
    ///
    /// # Errors
    /// The first cell that lacks a candidate which the clues leave: then the candidates say more
    /// than any clues.
    pub(crate) fn to_clues(&self) -> Result<Board, Cell> {
        let (mut placed, mut singles) = (Board::EMPTY, Board::EMPTY);
        for cell in Cell::all() {
            let set = self.0[cell.index()];
            if let Some(digit) = set.iter().next().filter(|_| set.len() == 1) {
                singles.set(cell, Some(digit));
                let is_seen = |peer: &Cell| {
                    let set = self.0[peer.index()];
                    set.len() > 1 && set.contains(digit)
                };
                if !cell.peers().iter().any(is_seen) {
                    placed.set(cell, Some(digit));
                }
            }
        }
        self.unless_stronger(placed).or_else(|_| self.unless_stronger(singles))
    }

    /// The board, unless some cell lacks a candidate that it leaves.
    fn unless_stronger(&self, board: Board) -> Result<Board, Cell> {
        let lacks = |cell: &Cell| {
            let set = self.0[cell.index()];
            set.is_empty()
                || board.get(*cell).is_none()
                    && board.candidates(*cell).iter().any(|digit| !set.contains(digit))
        };
        Cell::all().find(lacks).map_or(Ok(board), Err)
    }

    /// The 729 characters: nine for each cell, a digit where it is a candidate, else `.`.
    pub(crate) fn to_sukaku(&self) -> [u8; 729] {
        let mut text = [b'.'; 729];
        for (group, set) in text.chunks_mut(9).zip(&self.0) {
            for digit in *set {
                group[usize::from(digit.get()) - 1] = b'0' + digit.get();
            }
        }
        text
    }
}

/// Prints nine rows of groups in columns, with box art.
impl fmt::Display for CandidateGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|set| set.len()).max().unwrap_or(1);
        let rule = [const { "-" }; 3].map(|dash| dash.repeat(3 * width + 4)).join("+");
        for row in 0..9 {
            if row > 0 {
                writeln!(f)?;
            }
            if row % 3 == 0 && row > 0 {
                writeln!(f, "{rule}")?;
            }
            for (place, cells) in boxes_of(row).iter().enumerate() {
                write!(f, "{}", if place == 0 { "" } else { "|" })?;
                for cell in cells {
                    let group: String =
                        self.0[cell.index()].iter().map(|digit| digit.to_string()).collect();
                    write!(f, " {group:width$}")?;
                }
                write!(f, " ")?;
            }
        }
        Ok(())
    }
}

/// The cells of a row, three by three.
fn boxes_of(row: usize) -> [[Cell; 3]; 3] {
    let cell = |column: usize| Cell::at(row, column).unwrap_or(Cell::FIRST);
    [0, 3, 6].map(|start| [cell(start), cell(start + 1), cell(start + 2)])
}
