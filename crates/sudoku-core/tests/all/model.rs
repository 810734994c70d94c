//! Cells, houses, boards, grids, bytes and symmetries.

use std::collections::HashSet;

use proptest::prelude::*;
use sudoku_core::{
    Board, BoardError, BytesError, Cell, CellError, Digit, DigitError, DigitSet, Ending,
    EndingError, Grid, GridError, House, HouseError, HouseKind, HouseKindError, Relabeling,
    Symmetry,
};

const GRID: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn grid() -> Grid {
    GRID.parse().unwrap()
}

fn cell(row: usize, column: usize) -> Cell {
    Cell::at(row - 1, column - 1).unwrap()
}

#[test]
fn cells_and_houses() {
    assert_eq!(Cell::all().len(), 81);
    assert_eq!(House::all().len(), 27);
    assert_eq!(
        (Cell::new(81), Cell::at(9, 0), Cell::at(0, 9), House::new(27)),
        (None, None, None, None)
    );
    assert_eq!(cell(4, 7).to_string(), "r4c7");
    assert_eq!(cell(4, 7).houses().map(|house| house.to_string()), ["row 4", "column 7", "box 6"]);
    for house in House::all() {
        assert_eq!(House::new(house.index()), Some(house));
        let expected = |cell: Cell| match house.kind() {
            HouseKind::Row => cell.row(),
            HouseKind::Column => cell.column(),
            HouseKind::Box => cell.row() / 3 * 3 + cell.column() / 3,
        };
        let cells: Vec<_> = Cell::all().filter(|&cell| expected(cell) == house.number()).collect();
        assert_eq!(cells, house.cells());
        assert!(cells.iter().all(|cell| cell.houses().contains(&house)));
    }
    for cell in Cell::all() {
        let peers: Vec<_> = Cell::all()
            .filter(|&other| {
                other != cell && other.houses().iter().any(|house| cell.houses().contains(house))
            })
            .collect();
        assert_eq!(peers, cell.peers());
        assert!(peers.iter().all(|&peer| peer.sees(cell)) && !cell.sees(cell));
    }
}

#[test]
fn digits_and_sets() {
    assert_eq!((Digit::new(0), Digit::new(10)), (None, None));
    assert_eq!(Digit::all().map(Digit::get).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let odd: DigitSet = Digit::all().filter(|digit| digit.get() % 2 == 1).collect();
    assert_eq!((odd.len(), odd.bits(), (!odd).len()), (5, 0b1_0101_0101, 4));
    assert_eq!((odd | !odd, odd & !odd), (DigitSet::ALL, DigitSet::EMPTY));
    let five = Digit::new(5).unwrap();
    assert!(odd.contains(five) && !odd.without(five).contains(five));
    assert_eq!(odd.without(five).with(five), odd);
    assert_eq!(format!("{:?}", DigitSet::only(five)), "{5}");
    assert_eq!(
        (DigitSet::from_bits(0x1ff), DigitSet::from_bits(0x200)),
        (Some(DigitSet::ALL), None)
    );
}

#[test]
fn digits_are_numbers_characters_and_text() {
    for (value, digit) in (1..).zip(Digit::all()) {
        let character = char::from(digit);
        assert_eq!((u8::from(digit), character.to_string()), (value, digit.to_string()));
        assert_eq!(
            [Ok(digit); 3],
            [value.try_into(), character.try_into(), digit.to_string().parse()]
        );
    }
    for bad in ["", "0", "x", "12", "+1", " 1", "\u{661}"] {
        assert_eq!(bad.parse::<Digit>(), Err(DigitError), "{bad:?}");
    }
    assert_eq!((Digit::try_from(0), Digit::try_from(10)), (Err(DigitError), Err(DigitError)));
}

#[test]
fn sets_can_be_iterated_from_both_ends() {
    for bits in 0..=0x1ff {
        let set = DigitSet::from_bits(bits).unwrap();
        let there: Vec<Digit> = set.iter().collect();
        assert_eq!(there, Digit::all().filter(|&digit| set.contains(digit)).collect::<Vec<_>>());
        let mut back: Vec<Digit> = set.into_iter().rev().collect();
        back.reverse();
        assert_eq!((&back, set.iter().len()), (&there, there.len()));
        assert_eq!(set.to_string().parse(), Ok(set));
        let mut again = DigitSet::EMPTY;
        again.extend(set);
        assert_eq!(again, set);
    }
    let mut digits = DigitSet::ALL.iter();
    assert_eq!(
        (digits.next(), digits.next_back(), digits.len()),
        (Digit::new(1), Digit::new(9), 7)
    );
    assert_eq!("91".parse::<DigitSet>().unwrap().to_string(), "19");
    assert_eq!("1.".parse::<DigitSet>(), Err(DigitError));
    let [low, odd] = ["1234", "13579"].map(|digits| digits.parse::<DigitSet>().unwrap());
    let mut set = low;
    set |= odd;
    set -= DigitSet::from(Digit::new(9).unwrap());
    assert_eq!(set.to_string(), "123457");
    set &= odd;
    assert_eq!((set, low - odd), ("1357".parse().unwrap(), "24".parse().unwrap()));
}

#[test]
fn printed_cells_are_read_back() {
    for cell in Cell::all() {
        assert_eq!(cell.to_string().parse(), Ok(cell));
        assert_eq!(cell.to_string().to_uppercase().parse(), Ok(cell));
        assert_eq!(Cell::try_from(usize::from(cell)), Ok(cell));
    }
    for bad in ["", "r0c1", "r1c0", "r10c1", "r1c10", "1,1", "r1c1 ", "c1r1"] {
        assert_eq!(bad.parse::<Cell>(), Err(CellError), "{bad:?}");
    }
    assert_eq!(Cell::try_from(81), Err(CellError));
}

#[test]
fn printed_houses_and_kinds_are_read_back() {
    for house in House::all() {
        assert_eq!(house.to_string().parse(), Ok(house));
        assert_eq!(house.kind().to_string().parse(), Ok(house.kind()));
        assert_eq!(House::try_from(usize::from(house)), Ok(house));
    }
    for bad in ["", "row", "row ", "row 0", "row 10", "Row 1", "row  1", "square 1", "1"] {
        assert_eq!(bad.parse::<House>(), Err(HouseError), "{bad:?}");
        assert_eq!(bad.parse::<HouseKind>().is_ok(), bad == "row", "{bad:?}");
    }
    assert_eq!(House::try_from(27), Err(HouseError));
    assert_eq!("houses".parse::<HouseKind>(), Err(HouseKindError));
}

#[test]
fn boards_and_grids_are_arrays() {
    let grid = grid();
    let (flat, rows) = (<[u8; 81]>::from(grid), <[[u8; 9]; 9]>::from(grid));
    assert_eq!((rows[0], rows[8][8]), ([5, 3, 4, 6, 7, 8, 9, 1, 2], 9));
    assert_eq!([Ok(grid); 2], [flat.try_into(), rows.try_into()]);
    assert_eq!(Grid::try_from(&flat[..]), Ok(grid));
    assert_eq!(GRID.parse(), Ok(grid));

    let mut board = Board::from(grid);
    assert_eq!((Grid::try_from(board), grid.as_ref()), (Ok(grid), &board));
    let last = cell(9, 9);
    board.set(last, None);
    let (flat, rows) = (<[u8; 81]>::from(board), <[[u8; 9]; 9]>::from(board));
    assert_eq!([Ok(board); 2], [flat.try_into(), rows.try_into()]);
    assert_eq!(Board::try_from(&flat[..]), Ok(board));
    let blank = BoardError { cell: last, found: 0 };
    assert_eq!([Err(blank); 2], [Grid::try_from(flat), Grid::try_from(rows)]);
    assert_eq!(Grid::try_from(board), Err(blank));
    let error = Grid::try_from(&flat[..]).unwrap_err();
    assert_eq!(error, BytesError::Digit { board: 0, cell: last, found: 0 });
    let error = board.to_string().parse::<Grid>().unwrap_err();
    let message = "r9c9 is blank; a complete grid has no blank cells";
    assert_eq!((error, error.to_string()), (GridError::Blank(last), message.into()));
    let error = "12".parse::<Grid>().unwrap_err();
    assert!(matches!(error, GridError::Text(_)), "{error}");
    assert!(error.to_string().contains("79 cells missing"), "{error}");

    for length in [0, 80, 82, 162] {
        let error = Board::try_from(&[1; 162][..length]).unwrap_err();
        assert_eq!(error, BytesError::Length { found: length });
        let message = format!("found {length} bytes; each board needs exactly 81");
        assert_eq!(error.to_string(), message);
    }
    let mut rows = [[0; 9]; 9];
    rows[3][6] = 10;
    assert_eq!(Board::try_from(rows), Err(BoardError { cell: cell(4, 7), found: 10 }));
}

#[test]
fn boards_hold_only_digits() {
    let mut digits = [0; 81];
    digits[30] = 10;
    assert_eq!(Board::new(digits), Err(BoardError { cell: Cell::new(30).unwrap(), found: 10 }));
    digits[30] = 9;
    assert!(Board::new(digits).is_ok());
    assert_eq!(Grid::new(digits), Err(BoardError { cell: Cell::FIRST, found: 0 }));
    assert_eq!(Board::new(digits).unwrap().to_grid(), None);
    assert_eq!(size_of::<Board>(), 81);
}

#[test]
fn a_grid_extends_exactly_the_boards_with_its_digits() {
    let grid = grid();
    assert!(grid.is_valid() && grid.extends(&Board::EMPTY) && grid.extends(grid.as_board()));
    for at in Cell::all() {
        let mut board = Board::from(grid);
        board.set(at, None);
        assert!(grid.extends(&board) && !board.extends(grid.as_board()));
        let right = grid.as_board().get(at).unwrap();
        assert_eq!(board.candidates(at), DigitSet::only(right));
        for wrong in Digit::all().filter(|&digit| digit != right) {
            board.set(at, Some(wrong));
            assert!(!grid.extends(&board));
            assert!(!board.to_grid().unwrap().is_valid());
            assert!(!board.is_consistent());
        }
    }
}

#[test]
fn boards_and_grids_are_read_cell_by_cell() {
    let grid = grid();
    let mut board = Board::from(grid);
    board.set(cell(1, 1), None);
    board.set(cell(9, 9), None);
    assert_eq!((board.iter().len(), grid.iter().len()), (81, 81));
    for (cell, (content, digit)) in Cell::all().zip(board.iter().zip(&grid)) {
        assert_eq!((content, board[cell]), (board.get(cell), board.get(cell)), "{cell}");
        assert_eq!((Some(digit), grid[cell]), (grid.as_board().get(cell), digit), "{cell}");
    }
    assert!((&board).into_iter().rev().eq(Cell::all().rev().map(|cell| board[cell])));
    assert_eq!((&board).into_iter().flatten().count(), board.clue_count());
}

#[test]
fn digits_are_added_to_a_set_and_removed() {
    for bits in 0..=0x1ff {
        for digit in Digit::all() {
            let mut set = DigitSet::from_bits(bits).unwrap();
            let held = set.contains(digit);
            assert_eq!(
                (set.insert(digit), set.insert(digit), set.contains(digit)),
                (!held, false, true)
            );
            assert_eq!(set.without(digit), DigitSet::from_bits(bits).unwrap().without(digit));
            assert_eq!(
                (set.remove(digit), set.remove(digit), set.contains(digit)),
                (true, false, false)
            );
        }
    }
}

#[test]
fn contradictions_name_both_cells_and_the_house() {
    let mut board = Board::EMPTY;
    let seven = Digit::new(7);
    board.set(cell(1, 1), seven);
    board.set(cell(9, 9), seven);
    assert!(board.is_consistent() && board.contradictions().next().is_none());
    board.set(cell(1, 3), seven);
    let said =
        |board: &Board| board.contradictions().map(|found| found.to_string()).collect::<Vec<_>>();
    assert_eq!(
        said(&board),
        ["r1c1 and r1c3 both hold 7 in row 1", "r1c1 and r1c3 both hold 7 in box 1"]
    );
    board.set(cell(1, 3), None);
    board.set(cell(8, 1), seven);
    assert_eq!(said(&board), ["r1c1 and r8c1 both hold 7 in column 1"],);
    assert!(!board.is_consistent());
}

#[test]
fn bytes_are_seen_as_boards_without_copying() {
    let mut bytes = [grid().as_bytes().as_slice(), Board::EMPTY.as_bytes()].concat();
    let boards = Board::from_byte_slice(&bytes).unwrap();
    assert_eq!(boards, [Board::from(grid()), Board::EMPTY]);
    assert_eq!(boards.as_ptr().cast(), bytes.as_ptr());
    assert_eq!(Board::as_byte_slice(boards), bytes);
    assert_eq!(Grid::from_byte_slice(&bytes[..81]), Ok([grid()].as_slice()));
    assert_eq!(Grid::as_byte_slice(&[grid()]), &bytes[..81]);
    assert_eq!(Board::from_byte_slice(&[]), Ok([].as_slice()));
    assert_eq!(Board::from_byte_slice(&bytes[1..]), Err(BytesError::Length { found: 161 }));
    let error = Grid::from_byte_slice(&bytes).unwrap_err();
    assert_eq!(error, BytesError::Digit { board: 1, cell: Cell::FIRST, found: 0 });
    bytes[161] = 10;
    let error = Board::from_byte_slice(&bytes).unwrap_err();
    assert_eq!(error, BytesError::Digit { board: 1, cell: cell(9, 9), found: 10 });
    let message = "board 1, r9c9: 10 is not a digit; expected 1 to 9, or 0 for a blank";
    assert_eq!(error.to_string(), message);
}

#[test]
fn printed_endings_are_read_back() {
    for ending in Ending::ALL {
        assert_eq!(ending.to_string().parse(), Ok(*ending));
    }
    assert_eq!("Exhausted".parse::<Ending>(), Err(EndingError));
    assert_eq!(
        EndingError.to_string(),
        "not an ending; expected `exhausted`, `solution limit`, `node limit`, `stopped` or \
         `ended by the caller`"
    );
}

#[test]
fn every_symmetry_has_a_number() {
    assert_eq!(Symmetry::nth(0), Some(Symmetry::IDENTITY));
    assert_eq!(Symmetry::nth(1), Some(Symmetry::TRANSPOSE));
    assert_eq!(Symmetry::nth(Symmetry::COUNT), None);
    let distinct: HashSet<_> = (0..20_000).filter_map(Symmetry::nth).collect();
    assert_eq!(distinct.len(), 20_000);
    let last: HashSet<_> =
        (Symmetry::COUNT - 5_000..Symmetry::COUNT).filter_map(Symmetry::nth).collect();
    assert_eq!(last.len(), 5_000);
    assert!(distinct.is_disjoint(&last));

    let all: HashSet<_> = (0..Relabeling::COUNT).filter_map(Relabeling::nth).collect();
    assert_eq!(all.len(), Relabeling::COUNT as usize);
    assert_eq!(Relabeling::nth(0), Some(Relabeling::IDENTITY));
    assert_eq!(Relabeling::nth(Relabeling::COUNT), None);
    let digits =
        |relabeling: Relabeling| Digit::all().map(move |digit| relabeling.image(digit).get());
    assert!(digits(Relabeling::nth(1).unwrap()).eq([1, 2, 3, 4, 5, 6, 7, 9, 8]));
    assert!(
        digits(Relabeling::nth(Relabeling::COUNT - 1).unwrap()).eq([9, 8, 7, 6, 5, 4, 3, 2, 1])
    );
}

#[test]
fn symmetries_from_lines() {
    let straight = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let turned = [8, 7, 6, 5, 4, 3, 2, 1, 0];
    let half_turn = Symmetry::new(false, turned, turned).unwrap();
    assert_eq!(half_turn.image(cell(1, 2)), cell(9, 8));
    assert_eq!(
        Symmetry::new(false, [3, 1, 2, 0, 4, 5, 6, 7, 8], straight),
        None,
        "rows leave their band"
    );
    assert_eq!(Symmetry::new(false, [0, 0, 2, 3, 4, 5, 6, 7, 8], straight), None, "a row twice");
    assert_eq!(
        Symmetry::new(false, straight, [0, 1, 99, 3, 4, 5, 6, 7, 8]),
        None,
        "no such column"
    );
    let beyond = [1 << 32, (1 << 32) + 1, (1 << 32) + 2, 3, 4, 5, 6, 7, 8];
    assert_eq!(Symmetry::new(false, beyond, straight), None, "rows beyond the board");
    let nine = Digit::new(9).unwrap();
    assert_eq!(Relabeling::new([nine; 9]), None);
}

proptest! {
    #[test]
    fn symmetries_keep_the_rules(
        (a, b) in (0..Symmetry::COUNT, 0..Symmetry::COUNT),
        (c, d) in (0..Relabeling::COUNT, 0..Relabeling::COUNT),
    ) {
        let (a, b) = (Symmetry::nth(a).unwrap(), Symmetry::nth(b).unwrap());
        let (c, d) = (Relabeling::nth(c).unwrap(), Relabeling::nth(d).unwrap());
        let grid = grid();
        let image = c.apply_to_grid(&a.apply_to_grid(&grid));
        prop_assert!(image.is_valid());
        prop_assert_eq!(a.inverse().apply_to_grid(&c.inverse().apply_to_grid(&image)), grid);
        let board = grid.as_board();
        prop_assert_eq!(a.then(&b).apply(board), b.apply(&a.apply(board)));
        prop_assert_eq!(c.then(&d).apply(board), d.apply(&c.apply(board)));
        for at in Cell::all() {
            prop_assert_eq!(a.source(a.image(at)), at);
            prop_assert_eq!(a.apply(board).get(a.image(at)), board.get(at));
            for &peer in at.peers() {
                prop_assert!(a.image(at).sees(a.image(peer)));
            }
        }
    }

    #[test]
    fn consistent_means_without_contradictions(digits in proptest::collection::vec(0..=9u8, 81), keep in 0..15usize) {
        let mut digits: [u8; 81] = digits.try_into().unwrap();
        for (index, digit) in digits.iter_mut().enumerate() {
            if (index * 7) % 81 > keep {
                *digit = 0;
            }
        }
        let board = Board::new(digits).unwrap();
        prop_assert_eq!(board.is_consistent(), board.contradictions().next().is_none());
    }
}
