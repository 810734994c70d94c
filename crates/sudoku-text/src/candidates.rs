//! Puzzles given by candidates: their conversion to clues, and their drawing.

use sudoku_core::{Board, Candidates, Cell};

/// Returns the board with the same solutions. Its clues are the cells with one candidate, except
/// naked singles that were not placed yet: their digit is still a candidate of a cell in the same
/// row, column or box.
///
/// # Errors
/// The first cell without a candidate that the clues allow: then the candidates exclude more than
/// any clues could.
pub(crate) fn clues(marks: &Candidates) -> Result<Board, Cell> {
    let (mut placed, mut singles) = (Board::EMPTY, Board::EMPTY);
    for cell in Cell::all() {
        let set = marks.get(cell);
        if let Some(digit) = set.iter().next().filter(|_| set.len() == 1) {
            singles.set(cell, Some(digit));
            let is_seen = |peer: &Cell| {
                let set = marks.get(*peer);
                set.len() > 1 && set.contains(digit)
            };
            if !cell.peers().iter().any(is_seen) {
                placed.set(cell, Some(digit));
            }
        }
    }
    unless_stronger(marks, placed).or_else(|_| unless_stronger(marks, singles))
}

/// Returns the board, or the first cell without a candidate that the board allows.
fn unless_stronger(marks: &Candidates, board: Board) -> Result<Board, Cell> {
    let lacks = |cell: &Cell| {
        let set = marks.get(*cell);
        set.is_empty()
            || board.get(*cell).is_none()
                && board.candidates(*cell).iter().any(|digit| !set.contains(digit))
    };
    Cell::all().find(lacks).map_or(Ok(board), Err)
}

/// Returns the blank cells whose last candidate will be read as a clue in a format of candidates.
pub(crate) fn look_like_clues(marks: &Candidates) -> Vec<Cell> {
    let has_values = marks.values().clue_count() > 0;
    let read = clues(marks).unwrap_or(*marks.values());
    let is_taken = |cell: &Cell| marks.value(*cell).is_none() && read.get(*cell).is_some();
    Cell::all().filter(|cell| has_values && is_taken(cell)).collect()
}

/// Draws nine rows of candidate groups in columns, with box art.
pub(crate) fn drawing(marks: &Candidates) -> String {
    let width = Cell::all().map(|cell| marks.get(cell).len()).max().unwrap_or(1);
    let rule = [const { "-" }; 3].map(|dash| dash.repeat(3 * width + 4)).join("+");
    let row = |row: usize| {
        let group = |cell| format!("{:width$}", marks.get(cell).to_string());
        let boxes = boxes_of(row).map(|cells| format!(" {} ", cells.map(group).join(" ")));
        boxes.join("|")
    };
    let band = |band: usize| [0, 1, 2].map(|place| row(3 * band + place)).join("\n");
    [0, 1, 2].map(band).join(&format!("\n{rule}\n"))
}

/// Returns the cells of a row in groups of three.
fn boxes_of(row: usize) -> [[Cell; 3]; 3] {
    let cell = |column: usize| Cell::at(row, column).unwrap_or(Cell::FIRST);
    [0, 3, 6].map(|start| [cell(start), cell(start + 1), cell(start + 2)])
}
