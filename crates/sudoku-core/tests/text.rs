//! Reading and writing text: every form, every blank character, and errors that name the place.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use sudoku_core::{Board, Cell, Form, ReadError, ReadErrorKind, read};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn board() -> Board {
    LINE.parse().unwrap()
}

/// The nine rows of the puzzle.
fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &LINE[row * 9..row * 9 + 9]).collect()
}

fn reads_as(text: &str, form: Form) {
    assert_eq!(read(text.as_bytes()), Ok((board(), form)), "{text}");
}

fn fails(text: impl AsRef<[u8]>) -> ReadError {
    read(text.as_ref()).expect_err("the text is no puzzle")
}

#[test]
fn line_form() {
    for blank in ['.', '0', '*', '_', '-', '?', 'x'] {
        reads_as(&LINE.replace('.', &blank.to_string()), Form::Line);
    }
    reads_as(&format!("\"{}\"", LINE.replace('.', " ")), Form::Line);
    reads_as(&format!("\"{LINE}\",\"solution\",31"), Form::Line);
    for end in ["\n", "\r\n", " a comment", "\tx", ",rest", ";rest", "#rest", "\n\n\n"] {
        reads_as(&format!("{LINE}{end}"), Form::Line);
    }
    reads_as(&format!("\u{feff}{LINE}"), Form::Line);
    reads_as(&format!("# a comment\n\n  # another\n{LINE}\n"), Form::Line);
    reads_as(&format!("  {LINE}"), Form::Line);
}

#[test]
fn judge_forms() {
    let digits: Vec<String> = rows().iter().map(|row| row.replace('.', "0")).collect();
    reads_as(&digits.join("\n"), Form::Boj2239);
    reads_as(&digits.join("\r\n"), Form::Boj2239);
    let spaced: Vec<String> =
        digits.iter().map(|row| row.split("").collect::<Vec<_>>().join(" ")).collect();
    reads_as(&spaced.join("\n"), Form::Boj2580);
    reads_as(&format!("\n\n{}\n", spaced.join(" \n")), Form::Boj2580);
}

#[test]
fn grid_forms() {
    reads_as(&rows().join("\n"), Form::Grid);
    reads_as(&format!("#ASomebody\n#D2024\n#U\n{}", rows().join("\r\n")), Form::Grid);
    reads_as(&board().display(Form::Grid).to_string(), Form::Grid);
    let thirds: Vec<_> =
        rows().iter().map(|row| format!("{} {}  {}", &row[..3], &row[3..6], &row[6..])).collect();
    reads_as(&thirds.join("\n"), Form::Grid);
    reads_as(&thirds.join("\n").replace('.', "0"), Form::Grid);
    let art = |top: &str, middle: &str| {
        let mut text = format!("{top}\n");
        for (index, row) in rows().iter().enumerate() {
            let row = format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
            text += &format!("{row}\n{}\n", if index % 3 == 2 { middle } else { "" });
        }
        text
    };
    reads_as(&art("*-----------*", "|---+---+---|"), Form::Grid);
    reads_as(&art("+---+---+---+", "+---+---+---+"), Form::Grid);
    reads_as(&art("*---*---*---*", "*---*---*---*"), Form::Grid);
    reads_as(&art("-------------------------", "-------------------------"), Form::Grid);
    // Dashes and asterisks are blanks where they are not separators.
    for blank in ["-", "*"] {
        reads_as(&rows().join("\n").replace('.', blank), Form::Grid);
        let empty = blank.repeat(9);
        let text = [empty.as_str(); 9].join("\n");
        assert_eq!(read(text.as_bytes()), Ok((Board::EMPTY, Form::Grid)));
        let boxed = format!("{blank}{blank}{blank}|").repeat(3);
        let text = [boxed.as_str(); 9].join("\n");
        assert_eq!(read(text.as_bytes()), Ok((Board::EMPTY, Form::Grid)), "{text}");
        assert_eq!(read(blank.repeat(81).as_bytes()), Ok((Board::EMPTY, Form::Line)));
    }
}

#[test]
fn drawn_grids() {
    let drawn = |rule: [&str; 3], bar: &str, gap: &str, rows: &[&str]| {
        let row = |row: &&str| {
            let cells: Vec<_> = row.split("").filter(|cell| !cell.is_empty()).collect();
            let boxes: Vec<_> = cells.chunks(3).map(|cells| cells.join(gap)).collect();
            format!("{bar}{gap}{}{gap}{bar}\n", boxes.join(&format!("{gap}{bar}{gap}")))
        };
        let bands = rows.chunks(3).map(|rows| rows.iter().map(row).collect::<String>());
        let bands: Vec<_> = bands.collect();
        let [top, middle, bottom] = rule.map(|rule| format!("{rule}\n"));
        format!("{top}{}{bottom}", bands.join(&middle))
    };
    let light =
        ["┌───────┬───────┬───────┐", "├───────┼───────┼───────┤", "└───────┴───────┴───────┘"];
    let heavy = ["┏━━━┳━━━┳━━━┓", "┣━━━╋━━━╋━━━┫", "┗━━━┻━━━┻━━━┛"];
    let double = ["╔═══╦═══╦═══╗", "╠═══╬═══╬═══╣", "╚═══╩═══╩═══╝"];
    for (rule, bar, gap) in
        [(light, "│", " "), (light, "│", ""), (heavy, "┃", ""), (double, "║", "")]
    {
        for blank in [".", "·", "0", "_"] {
            let text = drawn(rule, bar, gap, &rows()).replace('.', blank);
            reads_as(&text, Form::Grid);
            reads_as(&text.replace('\n', "\r\n"), Form::Grid);
        }
    }
    reads_as(&rows().join("\n").replace('.', "·"), Form::Grid);
    // A solution beside its puzzle fills the blanks; anything else is no solution of it.
    let solution: Vec<_> = (0..9).map(|row| &SOLUTION[row * 9..row * 9 + 9]).collect();
    let [left, right] = [rows(), solution].map(|rows| drawn(light, "│", " ", &rows));
    let beside = |left: &str, right: &str| -> String {
        left.lines().zip(right.lines()).map(|(left, right)| format!("{left}   {right}\n")).collect()
    };
    reads_as(&beside(&left, &right), Form::Grid);
    let ascii = beside(&left, &right).replace('│', "|").replace('·', ".");
    reads_as(&ascii.replace(|char: char| !char.is_ascii(), "-"), Form::Grid);
    let blank = drawn(light, "│", " ", &["·········"; 9]);
    for (left, other) in [
        (&left, right.replacen("5 3 4", "6 3 4", 1)),
        // Half done, a puzzle or blanks: none of them may be lost.
        (&left, right.replacen("5 3 4", "5 3 ·", 1)),
        (&left, left.clone()),
        (&left, blank.clone()),
        (&blank, left.clone()),
        (&blank, blank.clone()),
    ] {
        let text = beside(left, &other);
        let error = fails(&text);
        assert_eq!((error.line, error.kind), (2, ReadErrorKind::LeftOverCells(9)), "{text}");
    }
    let more = beside(&left, &right).replacen("1 2 │", "1 2 │ z", 1);
    assert_eq!(fails(more).kind, ReadErrorKind::LeftOverCells(9));
    // Places are those of the text as it came.
    let broken = fails(left.replacen("9", "z", 1));
    assert_eq!((broken.line, broken.cell), (3, Cell::at(1, 4)));
    assert_eq!(broken.column, left.lines().nth(2).unwrap().find('9').unwrap() + 1);
    assert_eq!(broken.kind, ReadErrorKind::UnexpectedByte(b'z'));
}

/// Whatever stands in a row, it is looked at a few times and no more.
#[test]
fn long_rows_of_bars_are_quick() {
    let bars = "|".repeat(1 << 20);
    let rows = |row: &str| format!("{bars}{row}\n").repeat(9);
    let start = Instant::now();
    assert_eq!(fails(rows("12345678.12345678.")).kind, ReadErrorKind::LeftOverCells(9));
    assert_eq!(fails(rows(&format!("1234567{bars}8"))).kind, ReadErrorKind::MissingCells(1));
    let (board, _) = read(rows("12345678.||123456789")).unwrap();
    assert_eq!(board.clue_count(), 72);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
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
        board().display(Form::Grid).to_string(),
        "5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .\n. 9 8 | . . . | . 6 .\n\
         ------+-------+------\n\
         8 . . | . 6 . | . . 3\n4 . . | 8 . 3 | . . 1\n7 . . | . 2 . | . . 6\n\
         ------+-------+------\n\
         . 6 . | . . . | 2 8 .\n. . . | 4 1 9 | . . 5\n. . . | . 8 . | . 7 9"
    );
    let judge = board().display(Form::Boj2580).to_string();
    assert!(judge.starts_with("5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5"), "{judge}");
    let judge = board().display(Form::Boj2239).to_string();
    assert!(judge.starts_with("530070000\n600195000\n"), "{judge}");
}

proptest! {
    #[test]
    fn every_form_is_read_back(digits in proptest::collection::vec(0..=9u8, 81)) {
        let board = Board::new(digits.try_into().unwrap()).unwrap();
        for form in [Form::Line, Form::Boj2580, Form::Boj2239, Form::Grid] {
            let text = board.display(form).to_string();
            prop_assert_eq!(read(text.as_bytes()), Ok((board, form)));
        }
    }

    #[test]
    fn any_bytes_are_a_board_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }

    #[test]
    fn any_art_is_a_board_or_an_error(text in "[0-9.*_?x|+# \r\n\"-]{0,300}") {
        let _ = read(text.as_bytes());
    }

    #[test]
    fn a_byte_without_a_meaning_is_found(at in 0..81usize, byte in any::<u8>()) {
        prop_assume!(!b"0123456789.*_-?x \t\r\n,;#\"".contains(&byte));
        let mut line = board().to_line();
        line[at] = byte;
        let kind = ReadErrorKind::UnexpectedByte(byte);
        prop_assert_eq!(
            fails(line),
            ReadError { line: 1, column: at + 1, cell: Cell::new(at), kind }
        );
    }
}
