//! Boards with pencil marks, compared with their definition.

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, Grid};

const GRID: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn grid() -> Grid {
    GRID.parse().unwrap()
}

/// The candidates that leave only the digits of the grid.
fn only(grid: &Grid) -> Candidates {
    Candidates::new(grid.as_bytes().map(|digit| Digit::new(digit).unwrap().into()))
}

#[test]
fn a_digit_leaves_the_undecided_peers_of_its_cell() {
    for cell in Cell::all() {
        for digit in Digit::all() {
            let mut marks = Candidates::new([DigitSet::ALL; 81]);
            marks.place(cell, digit);
            for other in Cell::all() {
                let expected = if other == cell {
                    digit.into()
                } else if other.sees(cell) {
                    DigitSet::ALL.without(digit)
                } else {
                    DigitSet::ALL
                };
                assert_eq!(marks.get(other), expected, "{digit} in {cell}, {other}");
                assert_eq!(marks.value(other), (other == cell).then_some(digit));
                assert!(!marks.is_given(other));
            }
        }
    }
}

/// A decided cell has only its digit, even if the digits contradict each other.
#[test]
fn a_decided_cell_keeps_its_digit() {
    let (first, five) = (Cell::FIRST, Digit::new(5).unwrap());
    for &peer in first.peers() {
        let mut marks = Candidates::from(&Board::EMPTY);
        marks.place(first, five);
        marks.place(peer, five);
        for cell in [first, peer] {
            assert_eq!((marks.get(cell), marks.value(cell)), (five.into(), Some(five)), "{peer}");
        }
        let mut board = Board::EMPTY;
        board.set(first, Some(five));
        board.set(peer, Some(five));
        let clues = Candidates::from(&board);
        assert_eq!([clues.get(first), clues.get(peer)], [five.into(); 2], "{peer}");
        assert!(clues.is_given(first) && clues.is_given(peer));
    }
}

#[test]
fn candidates_permit_the_grids_whose_digits_are_all_left() {
    let grid = grid();
    assert!(Candidates::from(&Board::EMPTY).permits(&grid));
    assert!(only(&grid).permits(&grid));
    for cell in Cell::all() {
        let digit = grid.as_board().get(cell).unwrap();
        for mut marks in [Candidates::from(&Board::EMPTY), only(&grid)] {
            marks.eliminate(cell, !DigitSet::only(digit));
            assert!(marks.permits(&grid), "{cell}");
            marks.eliminate(cell, digit.into());
            assert!(!marks.permits(&grid), "{cell}");
        }
    }
}
