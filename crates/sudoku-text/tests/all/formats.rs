//! Tests of all formats: written puzzles are read back, and the result of a stream does not depend
//! on the sizes of its reads.

use std::io::{self, Read};

use proptest::prelude::*;
use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, ReadErrorKind};
use sudoku_text::{
    Blocks, FileCandidates, FileError, FileFormat, FilePuzzle, MAX_LINE, read_puzzles,
};

use crate::common::{LINE, OTHER, board};

const SPARSE: &str =
    ".................1.....2.3......45....1.6.....4......7....8.4....9...2..3.61...9.";

fn write(format: FileFormat, boards: &[Board]) -> Vec<u8> {
    let mut text = format.header().as_bytes().to_vec();
    for (at, board) in boards.iter().enumerate() {
        format.write(board, at == 0, &mut text);
    }
    text.extend(format.footer().bytes());
    text
}

/// A reader that returns a fixed number of bytes at a time.
struct Drops<'a>(&'a [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let end = to.len().min(self.1);
        self.0.read(&mut to[..end])
    }
}

type Read1 = Result<FilePuzzle, FileError>;

fn read_in_drops(text: &[u8], size: usize) -> (Vec<Read1>, Option<FileFormat>) {
    let mut blocks = Blocks::new(Drops(text, size));
    let mut puzzles = Vec::new();
    for block in blocks.by_ref() {
        puzzles.extend(block.unwrap().puzzles());
    }
    (puzzles, blocks.format())
}

#[test]
fn written_puzzles_are_read_back() {
    let boards = [board(LINE), board(SPARSE), board(LINE)];
    for &format in FileFormat::ALL {
        let text = write(format, &boards);
        let (puzzles, found) = read_in_drops(&text, usize::MAX);
        let shown = String::from_utf8_lossy(&text);
        let read: Vec<Board> =
            puzzles.iter().map(|puzzle| puzzle.as_ref().unwrap().board).collect();
        assert_eq!(read, boards, "{format}\n{shown}");
        let is_grid = format.has_rows() && format != FileFormat::Candidates;
        let expected = match format {
            FileFormat::FPuzzles | FileFormat::SudokuPad => FileFormat::Link,
            _ if is_grid => FileFormat::Grid,
            format => format,
        };
        assert_eq!(found, Some(expected), "{shown}");
        assert_eq!(format.name().parse(), Ok(format));
    }
    assert_eq!("sdm".parse(), Ok(FileFormat::Line));
    assert!("word".parse::<FileFormat>().is_err());
}

/// No byte is lost between two reads.
#[test]
fn files_of_any_length_are_read() {
    for &format in FileFormat::ALL {
        for gap in ["\n", ""] {
            let one = String::from_utf8(write(format, &[board(LINE)])).unwrap();
            let body = &one[format.header().len()..one.len() - format.footer().len()];
            let text =
                format.header().to_owned() + &format!("{body}{gap}").repeat(5000) + format.footer();
            for size in [10_007, usize::MAX] {
                let (puzzles, _) = read_in_drops(text.as_bytes(), size);
                let good = puzzles.iter().flatten().filter(|puzzle| puzzle.board == board(LINE));
                assert_eq!((good.count(), puzzles.len()), (5000, 5000), "{format}");
            }
        }
    }
}

/// Until a puzzle determines the format, errors are reported line by line.
#[test]
fn the_first_puzzle_determines_the_format_even_after_many_errors() {
    for format in [FileFormat::Line, FileFormat::Grid, FileFormat::Sukaku, FileFormat::Hodoku] {
        let mut text = b"hello\n".repeat(100_000);
        // In rows, only a blank line separates a broken puzzle from the next one.
        text.push(b'\n');
        text.extend(write(format, &[board(LINE), board(SPARSE)]));
        for size in [100_003, usize::MAX] {
            let (puzzles, found) = read_in_drops(&text, size);
            let boards: Vec<Board> = puzzles.iter().flatten().map(|puzzle| puzzle.board).collect();
            assert_eq!((boards, found), (vec![board(LINE), board(SPARSE)], Some(format)));
            let errors: Vec<usize> =
                puzzles.iter().filter_map(|puzzle| Some(puzzle.as_ref().err()?.line())).collect();
            let all = if format == FileFormat::Grid { 40_000 } else { 100_000 };
            assert!(errors.is_sorted() && errors.len() >= all, "{format}: {}", errors.len());
        }
    }
}

#[test]
fn a_named_format_is_not_detected() {
    let text = format!("{}\n{LINE}\n", &LINE[..9]);
    for (format, errors) in [(FileFormat::Line, 1), (FileFormat::Grid, 1), (FileFormat::Hodoku, 2)]
    {
        let blocks = Blocks::with_format(text.as_bytes(), format);
        let puzzles: Vec<_> =
            blocks.flat_map(|block| block.unwrap().puzzles().collect::<Vec<_>>()).collect();
        assert_eq!(puzzles.iter().filter(|puzzle| puzzle.is_err()).count(), errors, "{format}");
    }
}

#[test]
fn frames_of_hodoku_are_not_rows() {
    let mut text = String::from(".-------.-------.-------.\n");
    for row in 0..9 {
        let cells: Vec<String> = LINE[row * 9..][..9].chars().map(String::from).collect();
        let boxes: Vec<String> = cells.chunks(3).map(|cells| cells.join(" ")).collect();
        text += &format!("| {} |\n", boxes.join(" | "));
        if row == 2 || row == 5 {
            text += ":-------+-------+-------:\n";
        }
    }
    text += "'-------'-------'-------'\n";
    for text in [text.repeat(2), format!("{text}\n{text}")] {
        let file = read_puzzles(text.as_bytes());
        let boards: Vec<Board> = file.puzzles.iter().map(|puzzle| puzzle.board).collect();
        assert_eq!((boards, file.errors), (vec![board(LINE); 2], vec![]), "{text}");
    }
}

/// Draws a board with the candidates of its blank cells in 3×3 places.
fn drawn(board: &Board) -> String {
    let rule = |left: &str, parts: [&str; 3], right: &str| {
        let [dash, thin, thick] = parts;
        let boxes = [[dash; 3].join(thin).as_str(); 3].join(thick);
        format!("{left}{boxes}{right}\n")
    };
    let mut text = rule("┏", ["━━━", "┯", "┳"], "┓");
    for row in 0..9 {
        for line in 0..3 {
            for cell in (0..9).map(|column| Cell::at(row, column).unwrap()) {
                text += if cell.column() % 3 == 0 { "┃" } else { "│" };
                for value in 3 * line + 1..=3 * line + 3 {
                    let candidate = board.candidates(cell).contains(Digit::new(value).unwrap());
                    text += &match board.get(cell) {
                        Some(digit) if value == 5 => digit.to_string(),
                        None if candidate => value.to_string(),
                        _ => " ".to_owned(),
                    };
                }
            }
            text += "┃\n";
        }
        text += &match row {
            8 => rule("┗", ["━━━", "┷", "┻"], "┛"),
            2 | 5 => rule("┣", ["━━━", "┿", "╋"], "┫"),
            _ => rule("┠", ["───", "┼", "╂"], "┨"),
        };
    }
    text
}

#[test]
fn drawings_with_candidates_are_read() {
    let boards = [board(LINE), board(SPARSE), Board::EMPTY, board(LINE)];
    let drawings = boards.map(|board| drawn(&board));
    for gap in ["\n", ""] {
        let text = drawings.join(gap);
        for size in [7, usize::MAX] {
            let (puzzles, found) = read_in_drops(text.as_bytes(), size);
            let read: Vec<Board> =
                puzzles.iter().map(|puzzle| puzzle.as_ref().unwrap().board).collect();
            assert_eq!((&*read, found), (&boards[..], Some(FileFormat::Candidates)), "{gap:?}");
        }
    }
    // The first drawing excludes more than its clues do, and the others are broken.
    let good = &drawings[0];
    for (from, to, message) in [
        ("┃   │   │12 ┃", "┃   │   │ 2 ┃", "line 1 (r1c3): the candidates exclude a digit"),
        ("│12 ┃", "│1z ┃", "line 2, column 17 (r1c3): found `z`"),
        ("│12 ┃", "│11 ┃", "line 2, column 17 (r1c3): found `1`"),
        ("│12 ┃", " 12 ┃", "line 2, column 56 (r1c9): 1 cell missing"),
        ("│12 ┃", "│1│2┃", "line 2, column 55: 1 cell left over"),
    ] {
        assert!(good.contains(from));
        let text = format!("{}\n{good}", good.replacen(from, to, 1));
        let file = read_puzzles(text.as_bytes());
        let boards: Vec<Board> = file.puzzles.iter().map(|puzzle| puzzle.board).collect();
        let error = file.errors[0].to_string();
        assert!(boards == [board(LINE)] && error.starts_with(message), "{error} {message}");
    }
}

/// Rows determine the format only if no further lines can belong to them.
#[test]
fn half_a_drawing_does_not_determine_the_format() {
    let drawing = drawn(&board(LINE));
    let text = format!("{}\n---------\n{drawing}{drawing}", &LINE[..80]);
    assert_eq!(read_in_drops(text.as_bytes(), 1), read_in_drops(text.as_bytes(), usize::MAX));
}

#[test]
fn hodoku_givens() {
    let placed = LINE.replacen("..7", "+4.7", 1);
    for (givens, deleted) in [(LINE, ""), (&placed, ""), (LINE, "513 113"), (&placed, "414")] {
        let text = format!(":0702:9:{givens}:{deleted}:913:::\n");
        let file = read_puzzles(text.as_bytes());
        let boards: Vec<Board> = file.puzzles.iter().map(|puzzle| puzzle.board).collect();
        let needs = text.contains("113");
        assert_eq!(boards, if needs { vec![] } else { vec![board(LINE)] }, "{text}");
        let is_typed = |error: &FileError| matches!(error, FileError::NeedsCandidates { line: 1, cell } if cell.to_string() == "r1c3");
        assert!(file.errors.iter().all(is_typed), "{text}");
    }
    let broken = format!(":0702:9:{LINE}::::\n:1:2:{}:\n", placed.replacen('9', "z", 1));
    let errors = read_puzzles(broken.as_bytes()).errors;
    let at = placed.find('9').unwrap() + 6;
    assert_eq!(
        errors[0].to_string(),
        format!("line 2, column {at} (r2c5): found `z`, which does not belong here")
    );
}

/// Candidates that exclude more than clues could are a typed error that names the first cell.
#[test]
fn candidates_that_exclude_more_than_clues_are_refused() {
    let puzzle = board(LINE);
    for format in [FileFormat::Sukaku, FileFormat::Candidates] {
        let mut text = String::from_utf8(write(format, &[puzzle, puzzle])).unwrap();
        // The candidates of r1c3 are 1, 2 and 4.
        let at = text.find("124").or_else(|| text.find("12.4")).unwrap();
        text.replace_range(at..=at, if format == FileFormat::Sukaku { "." } else { " " });
        let file = read_puzzles(text.as_bytes());
        assert_eq!(file.puzzles.len(), 1, "{text}");
        let message = file.errors[0].to_string();
        assert!(
            message.starts_with("line 1 (r1c3): ")
                && message.ends_with("given by clues are supported here")
        );
    }
}

/// A naked single counts as a clue if no cell in its row, column or box has its digit as a
/// candidate.
#[test]
fn candidates_without_alternatives_are_clues() {
    let file = read_puzzles(&write(FileFormat::Sukaku, &[board(OTHER)]));
    assert!(file.puzzles[0].board.extends(&board(OTHER)) && file.errors.is_empty());
    // Candidates without any elimination give no clues.
    let group = |clue| {
        (b'1'..=b'9').map(move |digit| match clue {
            b'.' => char::from(digit),
            clue if clue == digit => char::from(digit),
            _ => '.',
        })
    };
    let text: String = LINE.bytes().flat_map(group).collect();
    assert_eq!(read_puzzles(text.as_bytes()).puzzles[0].board, board(LINE));
}

/// The first record of the bank.
#[test]
fn a_record_of_the_puzzle_bank_has_its_hash() {
    let record = "0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2\n";
    let puzzle = read_puzzles(record.as_bytes()).puzzles[0].board;
    let written = String::from_utf8(write(FileFormat::PuzzleBank, &[puzzle])).unwrap();
    assert_eq!(written, record.replace("1.2", "   "));
}

#[test]
fn the_digits_of_a_solution_are_placed_in_hodoku_format() {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let (puzzle, solution) = (board(LINE), board(solution));
    let mut text = Vec::new();
    FileFormat::Hodoku.write_solution(&puzzle, &solution, true, &mut text);
    assert!(
        text.starts_with(b":0000:x:53+4+67+8+9+1+26+7+2195"),
        "{}",
        String::from_utf8_lossy(&text)
    );
    assert_eq!(read_puzzles(&text).puzzles[0].board, puzzle);
    assert_eq!(text.iter().filter(|&&byte| byte == b'+').count(), 81 - puzzle.clue_count());
}

#[test]
fn errors_in_a_record_name_the_place() {
    let bank = String::from_utf8(write(FileFormat::PuzzleBank, &[board(LINE); 3])).unwrap();
    let bank = bank.replacen("\nb", "\ng", 1);
    let errors: Vec<String> =
        read_puzzles(bank.as_bytes()).errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors, ["line 2, column 1: found `g`, which does not belong here"]);
    let sukaku = String::from_utf8(write(FileFormat::Sukaku, &[board(LINE); 2])).unwrap();
    for (broken, message) in [
        (sukaku[..sukaku.len() - 11].to_owned(), "line 2, column 720 (r9c8): 2 cells missing"),
        (format!("{}!", sukaku.trim_end()), "line 2, column 730: found `!`"),
        (
            sukaku.clone() + &sukaku.replacen("....5", "...54", 1),
            "line 3, column 4 (r1c1): found `5`",
        ),
    ] {
        let errors = read_puzzles(broken.as_bytes()).errors;
        assert!(errors[0].to_string().starts_with(message), "{} {message}", errors[0]);
    }
    let xml = format!(
        "<opensudoku>\n<!-- <game data=\"{LINE}\"/> -->\n<game\n  level='1' data='{LINE}' />\
         <game data=\"{}z\"/><game level=\"1\"/>\n</opensudoku>",
        &LINE[..80]
    );
    let file = read_puzzles(xml.as_bytes());
    assert_eq!(file.puzzles, [FilePuzzle { line: 4, column: 19, board: board(LINE) }]);
    assert_eq!(
        file.errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "line 4, column 196 (r9c9): found `z`, which does not belong here",
            "line 4, column 217: no puzzle found"
        ]
    );
}

#[test]
fn lines_that_are_too_long_are_skipped() {
    let long = "x".repeat(MAX_LINE + 1);
    let very_long = "1".repeat(3_000_000);
    let text = format!("{LINE}\n{long}\n{OTHER}\n{very_long}\n{LINE}\n{very_long}");
    for size in [1000, 70_000, usize::MAX] {
        let (puzzles, _) = read_in_drops(text.as_bytes(), size);
        let lines: Vec<Result<usize, FileError>> =
            puzzles.iter().map(|puzzle| puzzle.clone().map(|it| it.line)).collect();
        let too_long = |line| Err(FileError::TooLong(line));
        assert_eq!(lines, [Ok(1), too_long(2), Ok(3), too_long(4), Ok(5), too_long(6)]);
    }
}

/// Returns the puzzle in nine rows.
fn rows() -> String {
    (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect::<Vec<_>>().join("\n")
}

#[test]
fn long_blank_lines_before_a_grid_are_skipped() {
    let text = (" ".repeat(MAX_LINE) + "\n").repeat(5) + &rows();
    let (puzzles, _) = read_in_drops(text.as_bytes(), usize::MAX);
    assert_eq!(puzzles, [Ok(FilePuzzle { line: 6, column: 1, board: board(LINE) })]);
}

#[test]
fn a_row_of_a_grid_is_at_most_as_long_as_a_line() {
    let grid = rows();
    for (length, expected) in [(MAX_LINE, None), (MAX_LINE + 1, Some(FileError::TooLong(13)))] {
        let blanks = " ".repeat(length - 9);
        let padded = format!("{}{blanks}{}", &grid[..29], &grid[29..]);
        let (puzzles, _) = read_in_drops(format!("{grid}\n\n{padded}\n").as_bytes(), usize::MAX);
        let errors: Vec<_> = puzzles.into_iter().map(Result::err).collect();
        assert_eq!(errors, [None, expected]);
    }
}

#[test]
fn a_puzzle_after_a_quote_without_an_end_is_read() {
    let list = String::from_utf8(write(FileFormat::Lists, &[board(LINE)])).unwrap();
    let file = read_puzzles(format!("[\"name\": \"no end,\n{list}]").as_bytes());
    assert_eq!(file.puzzles, [FilePuzzle { line: 2, column: 1, board: board(LINE) }]);
    assert_eq!(file.errors, []);
}

/// Parts of files, valid and broken.
fn part() -> impl Strategy<Value = Vec<u8>> {
    let puzzles = [board(LINE), board(OTHER)];
    let formats =
        FileFormat::ALL.iter().copied().filter(|&format| format != FileFormat::OpenSudoku);
    let written: Vec<Vec<u8>> = formats.map(|format| write(format, &puzzles)).collect();
    let others: [&[u8]; 8] = [
        b"\n",
        b"\r\n",
        b"# comment\n",
        b"---------\n",
        b"+---+\n",
        b"\0\xff\n",
        b"12\n",
        b"hello,you\n",
    ];
    let others = others.map(<[u8]>::to_vec);
    prop_oneof![
        proptest::sample::select(written),
        proptest::sample::select(others.to_vec()),
        Just(format!("{LINE}\n").into_bytes()),
        Just(format!("{}\n", &LINE[..80]).into_bytes()),
        Just(write(FileFormat::Boj2239, &[board(OTHER)])),
        Just(drawn(&board(LINE)).into_bytes()),
    ]
}

#[test]
fn the_reader_waits_for_lines_that_can_change_the_format() {
    let rows = String::from_utf8(write(FileFormat::Boj2239, &[board(OTHER)])).unwrap();
    let object = format!("{{\"puzzle\":\"{LINE}\"}}\n");
    let texts = [
        // A list with a `=` in its first line.
        "[[5, 3, 0, 0, 7, 0 0= 0, 6],\n [0, 6, 0]]\n".to_owned(),
        // Dashes can be recognized as box art only after all rows are read.
        "---------\n".repeat(2) + &rows,
        rows.clone() + "---------\n" + &rows,
        // The first readable object determines the format, not the first object.
        object.replace("puzzle", "of Joe") + &object,
    ];
    for text in texts {
        for size in [1, 8, 20, 100] {
            let whole = read_in_drops(text.as_bytes(), usize::MAX);
            assert_eq!(read_in_drops(text.as_bytes(), size), whole, "{text} by {size}");
        }
    }
}

/// A reader that fails after its bytes, like a pipe whose writer has not finished.
struct Unfinished<'a>(&'a [u8]);

impl Read for Unfinished<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::ErrorKind::WouldBlock.into()) } else { self.0.read(to) }
    }
}

#[test]
fn puzzles_are_returned_before_the_stream_ends() {
    for &format in FileFormat::ALL {
        let text = write(format, &[board(LINE); 3]);
        let blocks = Blocks::new(Unfinished(&text)).map_while(Result::ok);
        let puzzles: usize = blocks.map(|block| block.puzzles().count()).sum();
        assert!(puzzles >= 2, "{format}: {puzzles}");
    }
}

proptest! {
    /// The puzzles and errors are the same for any sizes of reads.
    #[test]
    fn results_do_not_depend_on_the_sizes_of_reads(parts in prop::collection::vec(part(), 0..6), size in 1_usize..200) {
        let text = parts.concat();
        prop_assert_eq!(read_in_drops(&text, size), read_in_drops(&text, usize::MAX));
    }

    /// Changing a single byte may change the format.
    #[test]
    fn results_of_damaged_text_do_not_depend_on_the_sizes_of_reads(
        parts in prop::collection::vec(part(), 1..3),
        at: prop::sample::Index,
        byte in prop_oneof![any::<u8>(), prop::sample::select(b"=[]{}(),;:\"'#| \n".to_vec())],
        size in 1_usize..200,
    ) {
        let mut text = parts.concat();
        let at = at.index(text.len());
        text[at] = byte;
        prop_assert_eq!(read_in_drops(&text, size), read_in_drops(&text, usize::MAX));
    }

    #[test]
    fn any_text_is_read_without_a_panic(text: Vec<u8>) {
        let file = read_puzzles(&text);
        prop_assert!(!file.errors.is_empty() || !file.puzzles.is_empty());
    }

    /// Lines are separate: every valid line is read, whatever is between them.
    #[test]
    fn good_lines_are_never_lost(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 1..20)) {
        let mut text = format!("{LINE}\n").into_bytes();
        let mut good = vec![1];
        let mut number = 2;
        for line in &lines {
            text.extend(line);
            text.push(b'\n');
            number += 1 + line.iter().filter(|&&byte| byte == b'\n').count();
            text.extend(format!("{OTHER}\r\n").bytes());
            good.push(number);
            number += 1;
        }
        let file = read_puzzles(&text);
        let read: Vec<usize> = file.puzzles.iter().map(|puzzle| puzzle.line).collect();
        prop_assert!(good.iter().all(|line| read.contains(line)));
        prop_assert!(file.errors.iter().all(|error| !good.contains(&error.line())));
        let no_puzzle = ReadErrorKind::NoPuzzle;
        prop_assert!(!file.errors.iter().any(|error| matches!(error, FileError::Puzzle(error) if error.kind == no_puzzle)));
    }
}

/// Reads puzzles with their candidates.
fn read_candidates(text: &[u8]) -> Vec<Result<FileCandidates, FileError>> {
    let blocks: Vec<_> = Blocks::new(text).map(Result::unwrap).collect();
    blocks.iter().flat_map(|block| block.candidates()).collect()
}

/// Candidates that exclude more than clues could are kept in a conversion.
#[test]
fn candidates_are_kept_between_forms_that_hold_them() {
    let mut marks = Candidates::from(&board(LINE));
    let (cell, four) = (Cell::at(0, 2).unwrap(), Digit::new(4).unwrap());
    marks.eliminate(cell, DigitSet::only(four));
    let sets = |marks: &Candidates| Cell::all().map(|cell| marks.get(cell)).collect::<Vec<_>>();
    for format in FileFormat::ALL.iter().filter(|format| format.holds_candidates()) {
        let mut text = Vec::new();
        for is_first in [true, false] {
            assert_eq!(format.write_candidates(&marks, is_first, &mut text), []);
        }
        assert!(read_puzzles(&text).puzzles.is_empty(), "{format}");
        let read = read_candidates(&text);
        assert_eq!(read.len(), 2, "{format}");
        for puzzle in read {
            assert_eq!(sets(&puzzle.unwrap().candidates), sets(&marks), "{format}");
        }
    }
    // A board with given digits, placed digits and a deleted candidate.
    let placed = LINE.replacen("..7", "+4.7", 1);
    let text = format!(":0702:9:{placed}:114 924:913:::\n");
    let read = read_candidates(text.as_bytes()).remove(0).unwrap().candidates;
    assert_eq!(*read.givens(), board(LINE));
    assert_eq!((read.value(cell), read.is_given(cell)), (Some(four), false));
    let deleted = Cell::at(0, 3).unwrap();
    assert!(!read.get(deleted).contains(Digit::new(1).unwrap()));
    // Other formats give the candidates that the clues allow, and the same errors.
    let text = format!("{LINE}\n{}\n{OTHER}\n", &LINE[..80]);
    let read = read_candidates(text.as_bytes());
    assert_eq!(read[0].as_ref().unwrap().candidates, Candidates::from(&board(LINE)));
    assert_eq!(read[1].as_ref().unwrap_err(), &read_puzzles(text.as_bytes()).errors[0]);
    assert_eq!((read.len(), read[2].as_ref().unwrap().line), (3, 3));
}

#[test]
fn blank_cells_that_look_like_clues_are_named() {
    for format in [FileFormat::Sukaku, FileFormat::Candidates] {
        for line in [LINE, OTHER, SPARSE] {
            let puzzle = board(line);
            let mut text = Vec::new();
            let unclear = format.write_candidates(&Candidates::from(&puzzle), true, &mut text);
            let read = read_puzzles(&text).puzzles[0].board;
            let differ = |cell: &Cell| read.get(*cell) != puzzle.get(*cell);
            assert_eq!(unclear, Cell::all().filter(differ).collect::<Vec<_>>(), "{format} {line}");
            assert_eq!(unclear.is_empty(), line != OTHER, "{format} {line}");
        }
    }
}
