//! Boards as text: every blank character, rows and art, and errors that name the place.

use proptest::prelude::*;
use sudoku_core::{Board, Cell, Digit, ReadError, ReadErrorKind};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn board() -> Board {
    LINE.parse().unwrap()
}

/// Returns the nine rows of the puzzle.
fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &LINE[row * 9..row * 9 + 9]).collect()
}

fn reads(text: &str) {
    assert_eq!(Board::from_text(text), Ok(board()), "{text}");
    assert_eq!(text.parse(), Ok(board()), "{text}");
}

fn fails(text: impl AsRef<[u8]>) -> ReadError {
    Board::from_text(text).expect_err("the text is not a puzzle")
}

#[test]
fn line_format() {
    for blank in ['.', '0', '*', '_', '-', '?', 'x'] {
        reads(&LINE.replace('.', &blank.to_string()));
    }
    reads(&format!("\"{}\"", LINE.replace('.', " ")));
    reads(&format!("\"{LINE}\",\"solution\",31"));
    for end in ["\n", "\r\n", " a comment", "\tx", ",rest", ";rest", "#rest", "\n\n\n"] {
        reads(&format!("{LINE}{end}"));
    }
    reads(&format!("\u{feff}{LINE}"));
    reads(&format!("# a comment\n\n  # another\n{LINE}\n"));
    reads(&format!("  {LINE}"));
}

#[test]
fn from_line_reads_digits_and_dots() {
    for byte in 0..=u8::MAX {
        for cell in Cell::all() {
            let mut line = board().to_line();
            line[cell.index()] = byte;
            let mut expected = board();
            expected.set(cell, Digit::new(byte.wrapping_sub(b'0')));
            let is_read = byte.is_ascii_digit() || byte == b'.';
            assert_eq!(Board::from_line(&line), is_read.then_some(expected), "{byte} in {cell}");
        }
    }
}

#[test]
fn nine_lines() {
    let digits: Vec<String> = rows().iter().map(|row| row.replace('.', "0")).collect();
    reads(&digits.join("\n"));
    reads(&digits.join("\r\n"));
    let spaced: Vec<String> =
        digits.iter().map(|row| row.split("").collect::<Vec<_>>().join(" ")).collect();
    reads(&spaced.join("\n"));
    reads(&format!("\n\n{}\n", spaced.join(" \n")));
}

#[test]
fn grid_forms() {
    reads(&rows().join("\n"));
    reads(&format!("#ASomebody\n#D2024\n#U\n{}", rows().join("\r\n")));
    reads(&format!("{:#}", board()));
    let thirds: Vec<_> =
        rows().iter().map(|row| format!("{} {}  {}", &row[..3], &row[3..6], &row[6..])).collect();
    reads(&thirds.join("\n"));
    reads(&thirds.join("\n").replace('.', "0"));
    let art = |top: &str, middle: &str| {
        let mut text = format!("{top}\n");
        for (index, row) in rows().iter().enumerate() {
            let row = format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
            text += &format!("{row}\n{}\n", if index % 3 == 2 { middle } else { "" });
        }
        text
    };
    reads(&art("*-----------*", "|---+---+---|"));
    reads(&art("+---+---+---+", "+---+---+---+"));
    reads(&art("*---*---*---*", "*---*---*---*"));
    reads(&art("-------------------------", "-------------------------"));
    // Dashes and asterisks are blanks unless they form separators.
    for blank in ["-", "*"] {
        reads(&rows().join("\n").replace('.', blank));
        let empty = blank.repeat(9);
        let text = [empty.as_str(); 9].join("\n");
        assert_eq!(Board::from_text(&text), Ok(Board::EMPTY));
        let boxed = format!("{blank}{blank}{blank}|").repeat(3);
        let text = [boxed.as_str(); 9].join("\n");
        assert_eq!(Board::from_text(&text), Ok(Board::EMPTY), "{text}");
        assert_eq!(Board::from_text(blank.repeat(81)), Ok(Board::EMPTY));
    }
}

#[test]
fn errors_name_the_place() {
    use ReadErrorKind::{LeftOverCells, MissingCells, NoPuzzle, UnclosedQuote, UnexpectedByte};
    let at = |line, column, cell: Option<(usize, usize)>, kind| ReadError {
        line,
        column,
        cell: cell.and_then(|(row, column)| Cell::at(row - 1, column - 1)),
        kind,
    };
    for nothing in ["", "\n", "  \r\n\t\n", "# only a comment", "\u{feff}"] {
        assert_eq!(fails(nothing), at(1, 1, None, NoPuzzle), "{nothing:?}");
    }
    assert_eq!(fails(&LINE[..80]), at(1, 81, Some((9, 9)), MissingCells(1)));
    assert_eq!(fails(format!("{}\n{LINE}", &LINE[..80])), at(1, 81, Some((9, 9)), MissingCells(1)));
    assert_eq!(fails(format!("{} 5", &LINE[..80])), at(1, 81, Some((9, 9)), MissingCells(1)));
    assert_eq!(fails("5"), at(1, 2, Some((1, 2)), MissingCells(80)));
    assert_eq!(fails(format!("{LINE}7")), at(1, 82, None, LeftOverCells(1)));
    assert_eq!(fails(format!("{LINE}\n\n{LINE}")), at(3, 1, None, LeftOverCells(81)));
    assert_eq!(fails(format!("{LINE}\n by Bob")), at(2, 2, None, UnexpectedByte(b'b')));
    let rows_and_text = format!("{}\nby Bob, 2024", rows().join("\n"));
    assert_eq!(fails(rows_and_text), at(10, 1, None, UnexpectedByte(b'b')));
    assert_eq!(fails(format!("{LINE}\n{LINE};1234")), at(2, 1, None, LeftOverCells(81)));
    assert_eq!(fails(LINE.replacen('7', "a", 1)), at(1, 5, Some((1, 5)), UnexpectedByte(b'a')));
    assert_eq!(fails(format!("#c\n\"{LINE}")), at(2, 83, None, UnclosedQuote));
    assert_eq!(fails(format!("{LINE}!")), at(1, 82, None, UnexpectedByte(b'!')));

    let mut uneven = rows();
    uneven[3] = "8...6...";
    assert_eq!(fails(uneven.join("\n")), at(4, 9, Some((4, 9)), MissingCells(1)));
    uneven[3] = "8...6...34";
    assert_eq!(fails(uneven.join("\n")), at(4, 10, None, LeftOverCells(1)));
    assert_eq!(fails(rows()[..8].join("\n")), at(9, 1, Some((9, 1)), MissingCells(9)));
    assert_eq!(fails([rows(), rows()].concat().join("\n")), at(10, 1, None, LeftOverCells(81)));
    let mut letter = rows();
    letter[6] = ".6..b.28.";
    assert_eq!(fails(letter.join("\n")), at(7, 5, Some((7, 5)), UnexpectedByte(b'b')));

    let spaced = "5 3 0 0 7 0 0 0 0\n".repeat(9);
    let ten = spaced.replacen("7", "10", 1);
    assert_eq!(fails(ten), at(1, 10, Some((1, 5)), UnexpectedByte(b'0')));
    let minus = spaced.replacen("7", "-1", 1);
    assert_eq!(fails(minus), at(1, 10, Some((1, 5)), UnexpectedByte(b'1')));

    for row in ["10 2 3 4 5 6 7 8", "12 34 56 78 9"] {
        let text = format!("{}{row}", "5 3 0 0 7 0 0 0 0\n".repeat(8));
        let byte = row.as_bytes()[1];
        assert_eq!(fails(text), at(9, 2, Some((9, 1)), UnexpectedByte(byte)));
    }

    assert_eq!(fails(b"\0\xff\xfe\x01"), at(1, 1, Some((1, 1)), UnexpectedByte(0)));
    assert_eq!(fails(b"12\xff3"), at(1, 3, Some((1, 3)), UnexpectedByte(0xff)));
    assert_eq!(fails(vec![b'.'; 10 << 20]), at(1, 82, None, LeftOverCells((10 << 20) - 81)));
    assert_eq!(fails(vec![b'z'; 10 << 20]), at(1, 1, Some((1, 1)), UnexpectedByte(b'z')));
    let messages = [
        (&LINE[..80], "line 1, column 81 (r9c9): 1 cell missing"),
        ("z", "line 1, column 1 (r1c1): found `z`, which does not belong here"),
        ("\u{7}", "line 1, column 1 (r1c1): found byte 0x07, which does not belong here"),
        ("", "line 1, column 1: no puzzle found"),
    ];
    for (text, message) in messages {
        assert_eq!(fails(text).to_string(), message);
    }
}

#[test]
fn writing() {
    assert_eq!(board().to_string(), LINE);
    assert_eq!(board().to_line(), LINE.as_bytes());
    assert_eq!(format!("{:>83}", board()), format!("  {LINE}"));
    assert_eq!(format!("{:?}", board()), format!("\"{LINE}\""));
    assert_eq!(
        format!("{:#}", board()),
        "5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .\n. 9 8 | . . . | . 6 .\n\
         ------+-------+------\n\
         8 . . | . 6 . | . . 3\n4 . . | 8 . 3 | . . 1\n7 . . | . 2 . | . . 6\n\
         ------+-------+------\n\
         . 6 . | . . . | 2 8 .\n. . . | 4 1 9 | . . 5\n. . . | . 8 . | . 7 9"
    );
}

proptest! {
    #[test]
    fn printed_boards_are_read_back(digits in proptest::collection::vec(0..=9u8, 81)) {
        let board = Board::new(digits.try_into().unwrap()).unwrap();
        for text in [format!("{board}"), format!("{board:#}")] {
            prop_assert_eq!(Board::from_text(&text), Ok(board));
        }
    }

    #[test]
    fn any_bytes_are_a_board_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Board::from_text(&bytes);
    }

    #[test]
    fn any_art_is_a_board_or_an_error(text in "[0-9.*_?x|+# \r\n\"-]{0,300}") {
        let _ = Board::from_text(&text);
    }

    #[test]
    fn a_byte_without_a_meaning_is_found(at in 0..81usize, byte in any::<u8>()) {
        prop_assume!(!b"0123456789.*_-?xX \t\r\n,;#\"".contains(&byte));
        let mut line = board().to_line();
        line[at] = byte;
        let kind = ReadErrorKind::UnexpectedByte(byte);
        prop_assert_eq!(
            fails(line),
            ReadError { line: 1, column: at + 1, cell: Cell::new(at), kind }
        );
    }
}
