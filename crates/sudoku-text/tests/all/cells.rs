//! Tests of one puzzle as cells: its format, and drawings.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use sudoku_core::{Board, Cell, ReadError, ReadErrorKind};
use sudoku_text::{FileFormat, read};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn board() -> Board {
    LINE.parse().unwrap()
}

/// Returns the nine rows of the puzzle.
fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &LINE[row * 9..row * 9 + 9]).collect()
}

fn reads_as(text: &str, format: FileFormat) {
    assert_eq!(read(text.as_bytes()), Ok((board(), format)), "{text}");
}

fn fails(text: impl AsRef<[u8]>) -> ReadError {
    read(text.as_ref()).expect_err("the text is not a puzzle")
}

#[test]
fn line_format() {
    for blank in ['.', '0', '*', '_', '-', '?', 'x'] {
        reads_as(&LINE.replace('.', &blank.to_string()), FileFormat::Line);
    }
    reads_as(&format!("\"{}\"", LINE.replace('.', " ")), FileFormat::Line);
    reads_as(&format!("\"{LINE}\",\"solution\",31"), FileFormat::Line);
    for end in ["\n", "\r\n", " a comment", "\tx", ",rest", ";rest", "#rest", "\n\n\n"] {
        reads_as(&format!("{LINE}{end}"), FileFormat::Line);
    }
    reads_as(&format!("\u{feff}{LINE}"), FileFormat::Line);
    reads_as(&format!("# a comment\n\n  # another\n{LINE}\n"), FileFormat::Line);
    reads_as(&format!("  {LINE}"), FileFormat::Line);
}

#[test]
fn judge_formats() {
    let digits: Vec<String> = rows().iter().map(|row| row.replace('.', "0")).collect();
    reads_as(&digits.join("\n"), FileFormat::Boj2239);
    reads_as(&digits.join("\r\n"), FileFormat::Boj2239);
    let spaced: Vec<String> =
        digits.iter().map(|row| row.split("").collect::<Vec<_>>().join(" ")).collect();
    reads_as(&spaced.join("\n"), FileFormat::Boj2580);
    reads_as(&format!("\n\n{}\n", spaced.join(" \n")), FileFormat::Boj2580);
}

#[test]
fn grid_forms() {
    reads_as(&rows().join("\n"), FileFormat::Grid);
    reads_as(&format!("#ASomebody\n#D2024\n#U\n{}", rows().join("\r\n")), FileFormat::Grid);
    reads_as(&FileFormat::Grid.display(&board()).to_string(), FileFormat::Grid);
    let thirds: Vec<_> =
        rows().iter().map(|row| format!("{} {}  {}", &row[..3], &row[3..6], &row[6..])).collect();
    reads_as(&thirds.join("\n"), FileFormat::Grid);
    reads_as(&thirds.join("\n").replace('.', "0"), FileFormat::Grid);
    let art = |top: &str, middle: &str| {
        let mut text = format!("{top}\n");
        for (index, row) in rows().iter().enumerate() {
            let row = format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
            text += &format!("{row}\n{}\n", if index % 3 == 2 { middle } else { "" });
        }
        text
    };
    reads_as(&art("*-----------*", "|---+---+---|"), FileFormat::Grid);
    reads_as(&art("+---+---+---+", "+---+---+---+"), FileFormat::Grid);
    reads_as(&art("*---*---*---*", "*---*---*---*"), FileFormat::Grid);
    reads_as(&art("-------------------------", "-------------------------"), FileFormat::Grid);
    // Dashes and asterisks are blanks unless they are separators.
    for blank in ["-", "*"] {
        reads_as(&rows().join("\n").replace('.', blank), FileFormat::Grid);
        let empty = blank.repeat(9);
        let text = [empty.as_str(); 9].join("\n");
        assert_eq!(read(text.as_bytes()), Ok((Board::EMPTY, FileFormat::Grid)));
        let boxed = format!("{blank}{blank}{blank}|").repeat(3);
        let text = [boxed.as_str(); 9].join("\n");
        assert_eq!(read(text.as_bytes()), Ok((Board::EMPTY, FileFormat::Grid)), "{text}");
        assert_eq!(read(blank.repeat(81).as_bytes()), Ok((Board::EMPTY, FileFormat::Line)));
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
            reads_as(&text, FileFormat::Grid);
            reads_as(&text.replace('\n', "\r\n"), FileFormat::Grid);
        }
    }
    reads_as(&rows().join("\n").replace('.', "·"), FileFormat::Grid);
    // A solution next to its puzzle fills the blanks. Any other board is not its solution.
    let solution: Vec<_> = (0..9).map(|row| &SOLUTION[row * 9..row * 9 + 9]).collect();
    let [left, right] = [rows(), solution].map(|rows| drawn(light, "│", " ", &rows));
    let beside = |left: &str, right: &str| -> String {
        left.lines().zip(right.lines()).map(|(left, right)| format!("{left}   {right}\n")).collect()
    };
    reads_as(&beside(&left, &right), FileFormat::Grid);
    let ascii = beside(&left, &right).replace('│', "|").replace('·', ".");
    reads_as(&ascii.replace(|char: char| !char.is_ascii(), "-"), FileFormat::Grid);
    let blank = drawn(light, "│", " ", &["·········"; 9]);
    for (left, other) in [
        (&left, right.replacen("5 3 4", "6 3 4", 1)),
        // A partial solution, another puzzle or blanks must not be ignored.
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
    // Positions refer to the original text.
    let broken = fails(left.replacen("9", "z", 1));
    assert_eq!((broken.line, broken.cell), (3, Cell::at(1, 4)));
    assert_eq!(broken.column, left.lines().nth(2).unwrap().find('9').unwrap() + 1);
    assert_eq!(broken.kind, ReadErrorKind::UnexpectedByte(b'z'));
}

/// Any text of a row is scanned only a few times.
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
fn writing() {
    let judge = FileFormat::Boj2580.display(&board()).to_string();
    assert!(judge.starts_with("5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5"), "{judge}");
    let judge = FileFormat::Boj2239.display(&board()).to_string();
    assert!(judge.starts_with("530070000\n600195000\n"), "{judge}");
}

proptest! {
    #[test]
    fn every_form_is_read_back(digits in proptest::collection::vec(0..=9u8, 81)) {
        let board = Board::new(digits.try_into().unwrap()).unwrap();
        for format in [FileFormat::Line, FileFormat::Boj2580, FileFormat::Boj2239, FileFormat::Grid] {
            let text = format.display(&board).to_string();
            prop_assert_eq!(read(text.as_bytes()), Ok((board, format)));
        }
    }

    #[test]
    fn any_bytes_are_a_board_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }

    /// The result is the same as in `sudoku-core`, and errors are the same unless they are about a
    /// second board next to the rows.
    #[test]
    fn any_art_is_a_board_or_an_error(text in "[0-9.*_?x|+# \r\n\"-]{0,300}") {
        let core = Board::from_text(&text);
        let here = read(text.as_bytes()).map(|(board, _)| board);
        let minds_more = core.is_err_and(|error| matches!(error.kind, ReadErrorKind::LeftOverCells(_)));
        prop_assert!(core == here || minds_more, "{:?} {:?}", core, here);
    }
}
