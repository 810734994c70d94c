//! Boards, digit sets, bytes and box art, compared with the rules for every cell, pair and value.

use sudoku_core::box_art::{cell_value, count_cells, is_art, is_frame, is_space};
use sudoku_core::{
    Board, BoardError, BytesError, Candidates, CandidatesError, Cell, CellError, Contradiction,
    Digit, DigitError, DigitSet, Grid, House, HouseError, HouseKind, HouseKindError, Limits, Meter,
    ReadError, ReadErrorKind, Relabeling, Symmetry,
};

const GRID: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn grid() -> Grid {
    GRID.parse().unwrap()
}

#[test]
fn clues_are_counted() {
    let mut board = Board::EMPTY;
    for (count, cell) in Cell::all().enumerate() {
        assert_eq!((board.clue_count(), board.clues().count()), (count, count));
        board.set(cell, Digit::new(9));
    }
    assert_eq!(board.clue_count(), 81);
}

/// Two equal digits contradict each other once for each house that both cells are in.
#[test]
fn every_pair_of_equal_digits_in_a_house_is_a_contradiction() {
    for first in Cell::all() {
        for second in Cell::all().skip(first.index() + 1) {
            for digit in [1, 9].map(|value| Digit::new(value).unwrap()) {
                let mut board = Board::EMPTY;
                board.set(first, Some(digit));
                board.set(second, Some(digit));
                let shared =
                    first.houses().into_iter().filter(|house| second.houses().contains(house));
                let expected: Vec<_> =
                    shared.map(|house| Contradiction { first, second, house, digit }).collect();
                assert_eq!(board.contradictions().collect::<Vec<_>>(), expected);
                assert_eq!(board.is_consistent(), expected.is_empty(), "{first} {second}");
                assert_eq!(first.sees(second), !expected.is_empty());
                board.set(second, Digit::new(5));
                assert!(board.is_consistent() && board.contradictions().next().is_none());
            }
        }
    }
}

/// Two of a cell's houses may hold the same digit without a contradiction between them.
#[test]
fn a_digit_contradicts_several_houses_at_once() {
    let seven = Digit::new(7);
    for cell in Cell::all() {
        for &first in cell.peers() {
            for &second in cell.peers().iter().filter(|peer| !peer.sees(first)) {
                let mut board = Board::EMPTY;
                board.set(first, seven);
                board.set(second, seven);
                assert!(board.is_consistent(), "{first} {second}");
                board.set(cell, seven);
                assert!(!board.is_consistent(), "{first} {second} {cell}");
            }
        }
    }
}

#[test]
fn candidates_are_the_digits_that_no_peer_holds() {
    let grid = grid();
    for blank in Cell::all() {
        for kept in House::all() {
            let mut board = Board::EMPTY;
            for &cell in kept.cells() {
                board.set(cell, Some(grid[cell]));
            }
            let seen: DigitSet = blank.peers().iter().filter_map(|&peer| board[peer]).collect();
            assert_eq!(board.candidates(blank), !seen, "{blank} with {kept}");
        }
    }
}

#[test]
fn sets_of_digits_are_sets() {
    for bits in 0..=0x1ff_u16 {
        let set = DigitSet::from_bits(bits).unwrap();
        assert_eq!((set.len(), set.is_empty()), (bits.count_ones() as usize, bits == 0));
        for digit in Digit::all() {
            let is_in = bits >> (digit.get() - 1) & 1 == 1;
            assert_eq!(set.contains(digit), is_in);
            assert!(set.with(digit).contains(digit) && !set.without(digit).contains(digit));
            assert_eq!(set.with(digit).len(), set.len() + usize::from(!is_in));
            assert_eq!(set.without(digit).len(), set.len() - usize::from(is_in));
        }
        for other in [0, 1, 0x155, 0x1fe, 0x1ff] {
            let other = DigitSet::from_bits(other).unwrap();
            for digit in Digit::all() {
                let (left, right) = (set.contains(digit), other.contains(digit));
                assert_eq!((set | other).contains(digit), left || right);
                assert_eq!((set & other).contains(digit), left && right);
                assert_eq!((set - other).contains(digit), left && !right);
            }
        }
    }
    for bits in 0x200..=u16::MAX {
        assert_eq!(DigitSet::from_bits(bits), None);
    }
}

/// The readers of bytes are the proof for `unsafe` code: they accept digits and nothing else.
#[test]
fn only_digits_are_accepted_as_bytes() {
    let digits = *grid().as_bytes();
    for cell in Cell::all() {
        for found in 0..=u8::MAX {
            let mut bytes = digits;
            bytes[cell.index()] = found;
            let error = BoardError { cell, found };
            let many = [digits, bytes].concat();
            let in_many = BytesError::Digit { board: 1, cell, found };
            let (as_board, as_grid) = (found <= 9, (1..=9).contains(&found));
            assert_eq!(Board::new(bytes).err(), (!as_board).then_some(error));
            assert_eq!(Grid::new(bytes).err(), (!as_grid).then_some(error));
            assert_eq!(Board::from_byte_slice(&many).err(), (!as_board).then_some(in_many));
            assert_eq!(Grid::from_byte_slice(&many).err(), (!as_grid).then_some(in_many));
        }
    }
    for length in 0..=3 * 81 {
        let bytes = vec![1; length];
        let whole = length % 81 == 0;
        let boards = Board::from_byte_slice(&bytes).map(<[Board]>::len);
        let grids = Grid::from_byte_slice(&bytes).map(<[Grid]>::len);
        let expected =
            if whole { Ok(length / 81) } else { Err(BytesError::Length { found: length }) };
        assert_eq!((boards, grids), (expected, expected));
    }
}

/// A second wrong byte does not hide the first one.
#[test]
fn the_first_of_two_wrong_bytes_is_found() {
    let digits = *grid().as_bytes();
    for cell in Cell::all() {
        for second in Cell::all().skip(cell.index() + 1) {
            let (mut bytes, mut line) = (digits, grid().to_line());
            for at in [cell, second] {
                bytes[at.index()] = 10;
                line[at.index()] = b'*';
            }
            let error = BoardError { cell, found: 10 };
            assert_eq!((Board::new(bytes), Grid::new(bytes)), (Err(error), Err(error)));
            let error = BytesError::Digit { board: 0, cell, found: 10 };
            assert_eq!(Board::from_byte_slice(&bytes), Err(error));
            assert_eq!(Grid::from_byte_slice(&bytes), Err(error));
            assert_eq!(Board::from_line(&line), None);
        }
    }
}

#[test]
fn every_byte_is_a_cell_or_box_art_or_neither() {
    for byte in 0..=u8::MAX {
        let value = match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            _ => b".*_-?xX".contains(&byte).then_some(0),
        };
        assert_eq!(cell_value(byte), value);
        assert_eq!(count_cells(&[byte, b'|', byte]), if value.is_some() { 2 } else { 0 });
        assert_eq!(is_space(byte), byte == b' ' || byte == b'\t');
        assert_eq!(is_art(&[byte]), b"-+|* \t".contains(&byte), "{byte}");
    }
}

#[test]
fn frames_are_distinguished_from_rows_of_blanks() {
    for (line, art, frame) in [
        ("---+---+---", true, true),
        ("+---+---+", true, true),
        ("*---+---*", true, true),
        ("  -- + --\t", true, true),
        ("|---+---|", true, true),
        ("|:-:|---|", true, true),
        ("---------", true, false),
        ("*********", true, false),
        ("---|---|---", true, false),
        (".---.---.", true, true),
        (":---+---:", true, true),
        (" '---'---' ", true, true),
        (".---|---'", true, true),
        (".--.--.", false, false),
        ("...", false, false),
        (".---*---.", false, false),
        (".---", false, false),
        ("---.", false, false),
        ("---+-5-", false, false),
        ("5---+---", false, false),
        ("", true, false),
    ] {
        assert_eq!((is_art(line.as_bytes()), is_frame(line.as_bytes())), (art, frame), "{line:?}");
    }
}

#[test]
fn the_identities_change_nothing() {
    let grid = grid();
    for symmetry in [Symmetry::IDENTITY, Symmetry::default()] {
        assert_eq!(symmetry.apply_to_grid(&grid), grid);
    }
    for relabeling in [Relabeling::IDENTITY, Relabeling::default()] {
        assert_eq!(relabeling.apply_to_grid(&grid), grid);
    }
    assert_eq!((Board::default(), DigitSet::default()), (Board::EMPTY, DigitSet::EMPTY));
}

/// A symmetry is defined by the original row or column of each row and column.
#[test]
fn symmetries_move_lines() {
    let rows = [6, 8, 7, 2, 1, 0, 3, 4, 5];
    let columns = [4, 3, 5, 0, 2, 1, 8, 7, 6];
    for transposed in [false, true] {
        let symmetry = Symmetry::new(transposed, rows, columns).unwrap();
        for cell in Cell::all() {
            let from = symmetry.source(cell);
            let (row, column) = (rows[cell.row()], columns[cell.column()]);
            let (row, column) = if transposed { (column, row) } else { (row, column) };
            assert_eq!((from.row(), from.column()), (row, column), "{cell}");
            assert_eq!(symmetry.image(from), cell);
        }
    }
}

#[test]
fn values_and_errors_have_their_documented_texts() {
    let (cell, digit) = (Cell::at(3, 6).unwrap(), Digit::new(5).unwrap());
    let quoted = format!("\"{GRID}\"");
    let no_candidates = format!("Candidates({})", ".".repeat(729));
    let printed: [(String, &str); 24] = [
        (cell.to_string(), "r4c7"),
        (format!("{cell:?}"), "r4c7"),
        (format!("{digit:?} {digit}"), "5 5"),
        (format!("{digit:>3}"), "  5"),
        (format!("{:?}", cell.houses()), "[row 4, column 7, box 6]"),
        (format!("{:>7}", HouseKind::Row), "    row"),
        (format!("{:>5}", DigitSet::from(digit)), "    5"),
        (format!("{:?}", grid()), &quoted),
        (
            CellError.to_string(),
            "not a cell; cells have the numbers 0 to 80 and the names r1c1 to r9c9",
        ),
        (DigitError.to_string(), "not a digit; expected 1 to 9"),
        (HouseKindError.to_string(), "not a kind of house; expected `row`, `column` or `box`"),
        (
            HouseError.to_string(),
            "not a house; houses have the numbers 0 to 26 and the names `row 1` to `row 9`, \
             `column 1` to `column 9` and `box 1` to `box 9`",
        ),
        (BoardError { cell, found: 0 }.to_string(), "r4c7: 0 is not a digit; expected 1 to 9"),
        (
            BoardError { cell, found: 10 }.to_string(),
            "r4c7: 10 is not a digit; expected 1 to 9, or 0 for a blank",
        ),
        (
            CandidatesError::UnexpectedCharacter('a').to_string(),
            "found `a`, which does not belong here",
        ),
        (
            CandidatesError::MisplacedDigit(cell, digit).to_string(),
            "r4c7: the candidate 5 is repeated or in the wrong position",
        ),
        (
            CandidatesError::MissingCells(7).to_string(),
            "found the candidates of 7 cells, expected 81 cells",
        ),
        (
            CandidatesError::LeftOverCells.to_string(),
            "found more than 81 cells; remove the text after them",
        ),
        (read_error(ReadErrorKind::MissingCells(2)), "line 1, column 2 (r4c7): 2 cells missing"),
        (read_error(ReadErrorKind::LeftOverCells(1)), "line 1, column 2 (r4c7): 1 cell left over"),
        (
            read_error(ReadErrorKind::UnclosedQuote),
            "line 1, column 2 (r4c7): the closing quote is missing",
        ),
        (
            read_error(ReadErrorKind::UnexpectedByte(b'~')),
            "line 1, column 2 (r4c7): found `~`, which does not belong here",
        ),
        (format!("{:?}", Candidates::new([DigitSet::EMPTY; 81])), &no_candidates),
        (
            meter(),
            "Meter { limits: Limits { solutions: 5, nodes: 18446744073709551615, stop: None }, \
             solutions: 0, nodes: 1, .. }",
        ),
    ];
    for (printed, expected) in printed {
        assert_eq!(printed, expected);
    }
}

fn read_error(kind: ReadErrorKind) -> String {
    ReadError { line: 1, column: 2, cell: Cell::at(3, 6), kind }.to_string()
}

/// Returns the debug form of a meter after one node.
fn meter() -> String {
    let mut text = String::new();
    Meter::run(&Limits::solutions(5), &mut |_| std::ops::ControlFlow::Continue(()), |meter| {
        meter.node()?;
        text = format!("{meter:?}");
        std::ops::ControlFlow::Continue(())
    });
    text
}
