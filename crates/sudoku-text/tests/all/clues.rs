//! Tests of the clues of puzzles in formats that do not mark clues.

use sudoku_core::{Board, Candidates, Cell, DigitSet};
use sudoku_text::FileCandidates;

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns the clues of these candidates.
fn with_clues(candidates: &Candidates) -> Candidates {
    FileCandidates { line: 1, column: 1, candidates: candidates.clone() }.with_clues()
}

/// Returns the candidates without given or placed digits.
fn marks(sets: impl Fn(Cell) -> DigitSet) -> Candidates {
    let mut marks = Candidates::from(&Board::EMPTY);
    for cell in Cell::all() {
        marks.eliminate(cell, DigitSet::ALL - sets(cell));
    }
    marks
}

#[test]
fn marked_clues_are_kept() {
    let board: Board = LINE.parse().unwrap();
    let mut known = Candidates::from(&board);
    let cell = Cell::all().find(|&cell| board.get(cell).is_none()).unwrap();
    known.place(cell, known.get(cell).iter().next().unwrap());
    assert_eq!(with_clues(&known), known);
}

#[test]
fn the_clues_are_found_again_among_their_candidates() {
    let board: Board = LINE.parse().unwrap();
    let known = Candidates::from(&board);
    let found = with_clues(&marks(|cell| known.get(cell)));
    // Cells that follow directly from the clues look like clues only if they were pencilled in.
    assert_eq!(*found.givens(), board);
    assert_eq!(found, known);
}

#[test]
fn candidates_without_a_clue_are_not_changed() {
    assert_eq!(with_clues(&marks(|_| DigitSet::ALL)), Candidates::from(&Board::EMPTY));
    // Two candidates in each cell, and no cell with a single one.
    let pairs = |cell: Cell| DigitSet::ALL.iter().skip(cell.index() % 8).take(2).collect();
    assert_eq!(with_clues(&marks(pairs)), marks(pairs));
    // A single candidate that other cells still have is a naked single, not a clue.
    let one = |cell: Cell| match cell.index() {
        0 => DigitSet::ALL.iter().take(1).collect(),
        _ => DigitSet::ALL,
    };
    assert_eq!(*with_clues(&marks(one)).values(), Board::EMPTY);
}

#[test]
fn clues_that_contradict_each_other_are_clues() {
    let ones: DigitSet = DigitSet::ALL.iter().take(1).collect();
    let sets = |cell: Cell| if cell.index() < 2 { ones } else { DigitSet::ALL - ones };
    assert_eq!(with_clues(&marks(sets)).values().clue_count(), 2);
}
