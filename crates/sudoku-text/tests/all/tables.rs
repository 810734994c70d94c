//! Tests of tables and lists of other programs: CSV with any header, JSON, lists of lists and
//! UTF-16. Also tests the errors about puzzles of other sizes.

use std::io::{self, Read};

use sudoku_core::Board;
use sudoku_text::{Block, Blocks, FileError, FileFormat, FileHints, read_puzzles};

use crate::common::{LINE, OTHER, board};

/// A reader that returns one byte at a time.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let end = to.len().min(1);
        self.0.read(&mut to[..end])
    }
}

/// The result of reading: puzzles with lines, errors and the format.
type Found = (Vec<(usize, Board)>, Vec<String>, Option<FileFormat>);

/// Reads a text at once and byte by byte, and checks that the results are equal.
fn read_with(text: impl AsRef<[u8]>, column: Option<&str>) -> Found {
    fn all(reader: impl Read, column: Option<&str>) -> Found {
        let hints = FileHints { column: column.map(String::from), ..FileHints::default() };
        let mut blocks = Blocks::with_hints(reader, &hints);
        let (mut puzzles, mut errors) = (Vec::new(), Vec::new());
        let found: Vec<Block> = blocks.by_ref().map(Result::unwrap).collect();
        for puzzle in found.iter().flat_map(Block::puzzles) {
            match puzzle {
                Ok(puzzle) => puzzles.push((puzzle.line, puzzle.board)),
                Err(error) => errors.push(error.to_string()),
            }
        }
        (puzzles, errors, blocks.format())
    }
    let text = text.as_ref();
    let found = all(text, column);
    assert_eq!(all(Drops(text), column), found, "byte by byte");
    found
}

fn read(text: impl AsRef<[u8]>) -> Found {
    read_with(text, None)
}

/// Asserts that exactly these puzzles are read.
fn assert_read(text: impl AsRef<[u8]>, puzzles: &[(usize, &str)]) {
    let shown = String::from_utf8_lossy(text.as_ref()).into_owned();
    let (found, errors, _) = read(text);
    let expected: Vec<_> = puzzles.iter().map(|&(line, puzzle)| (line, board(puzzle))).collect();
    assert_eq!((found, errors), (expected, vec![]), "{shown}");
}

#[test]
fn every_line_that_names_the_puzzles_is_a_header() {
    for (header, row) in [
        (",puzzle", "1,P"),
        ("Unnamed: 0,puzzle", "0,P"),
        ("0,puzzle", "0,P"),
        ("id#,puzzle", "7,P"),
        ("puzzle,level(1-5)", "P,3"),
        ("puzzle,difficulty.1", "P,3.5"),
        ("Puzzle ,x", "P,1"),
        ("\"\",\"puzzle\"", "\"1\",\"P\""),
        ("puzzle,x,", "P,1,"),
        ("Puzzle,", "P,"),
        ("№,Größe,quizzes", "1,9,P"),
        ("\"a, b\",'puzzle'", "\"1, 2\",P"),
        ("#,puzzle", "1,P"),
        ("id;puzzle;x", "1;P;2"),
        ("id\tpuzzle", "1\tP"),
        ("puzzle\tlevel", "P\t2"),
        ("x;\"sudoku\"", "1,5;\"P\""),
        (&format!("{},puzzle", "n".repeat(3000)), "1,P"),
    ] {
        for end in ["\n", "\r\n"] {
            let rows = [LINE, OTHER].map(|puzzle| row.replace('P', puzzle));
            let text = [header, &rows[0], &rows[1], ""].join(end);
            assert_read(&text, &[(2, LINE), (3, OTHER)]);
            assert_eq!(read(&text).2, Some(FileFormat::Csv), "{header}");
            let forced: Vec<Block> =
                Blocks::with_format(text.as_bytes(), FileFormat::Csv).map(Result::unwrap).collect();
            assert_eq!(forced.iter().flat_map(Block::puzzles).filter(Result::is_ok).count(), 2);
        }
    }
}

#[test]
fn a_first_row_without_a_puzzle_before_rows_with_one_is_a_header() {
    for text in [
        ",givens\n1,P\n",
        "0,1\n7,P\n",
        "id;givens\n1;P\n",
        "id\tgivens\n1\tP\n",
        "nr (1-5),level.1,\n1,P,\n",
    ] {
        let text = text.replace('P', LINE);
        let (puzzles, errors, _) = read(&text);
        assert!(puzzles.is_empty() && errors.len() == 1, "{text}: {errors:?}");
        assert!(errors[0].starts_with("line 1: found no column named `puzzle`, "), "{errors:?}");
    }
    // A broken row does not count as a puzzle.
    let text = format!("{},{OTHER}\n{LINE},{OTHER}\n", &LINE[..80]);
    assert_eq!(read(&text).0, [(2, board(LINE))]);
}

#[test]
fn a_column_is_selected_by_name_or_number() {
    for (text, column, line) in [
        ("id,givens\n1,P\n", "givens", 2),
        ("id,givens\n1,P\n", " Givens", 2),
        ("id,givens\n1,P\n", "2", 2),
        ("puzzle;board\nx;P\n", "board", 2),
        ("1,P\n", "2", 1),
        ("1\tP\n", "2", 1),
        ("O,P\n", "2", 1),
        ("{\"givens\": \"P\", \"puzzle\": 1}\n", "givens", 1),
        ("[{\"puzzle\": 1, \"givens\": \"P\"}]", "givens", 1),
    ] {
        let text = text.replace('P', LINE).replace('O', OTHER);
        let (puzzles, errors, _) = read_with(&text, Some(column));
        assert_eq!((puzzles, errors), (vec![(line, board(LINE))], vec![]), "{text} {column}");
    }
    let text = format!("id,puzzle\n1,{LINE}\n");
    for (column, advice) in
        [("givens", ""), ("3", ""), ("0", ", and the numbers of columns begin with 1")]
    {
        let (puzzles, errors, _) = read_with(&text, Some(column));
        let message = format!(r#"{advice}; available: "id", "puzzle""#);
        let message = format!("line 1: found no column or key named `{column}`{message}");
        assert_eq!((puzzles, errors), (vec![], vec![message]), "{column}");
    }
    let text = format!("{{\"id\":1,\"puzzle\":\"{LINE}\"}}\n");
    let (_, errors, _) = read_with(&text, Some("givens"));
    let message = r#"line 1: found no column or key named `givens`; available: "id", "puzzle""#;
    assert_eq!(errors, [message]);
}

#[test]
fn json_lines_are_read() {
    let text = format!(
        "{{\"line\":1,\"error\":\"line 1: no solution\"}}\n\
         {{\"line\":2,\"puzzle\":\"{LINE}\",\"solution\":\"{OTHER}\"}}\n\
         \n\
         {{\"Quizzes\": \"{OTHER}\", \"rating\": 2.5, \"more\": {{\"puzzle\": [1, \"}}\"]}}}}\r\n\
         {{\"puzzle\": \"{}\"}}\n\
         {{\"puzzle\": \"{LINE}\"\n\
         {{\"puzzle\": {}}}\n\
         {{\"puzzle\": \"{}\"}}\n\
         {{\"puzzle\": 5}}\n\
         {{\"puzzle\": \"{}\"}}\n",
        &LINE[..80],
        FileFormat::Lists.display(&board(LINE)),
        FileFormat::Boj2580.display(&board(OTHER)).to_string().replace('\n', "\\n"),
        LINE.replacen('5', "z", 1),
    );
    let (puzzles, errors, format) = read(&text);
    assert_eq!(format, Some(FileFormat::JsonLines));
    assert_eq!(puzzles, [(2, board(LINE)), (4, board(OTHER)), (7, board(LINE)), (8, board(OTHER))]);
    assert_eq!(
        errors,
        [
            "line 1: found no key named `puzzle`, `puzzles`, `quizzes`, `quiz`, `question`, `sudoku`",
            "line 5, column 93 (r9c9): 1 cell missing",
            "line 6, column 94: invalid JSON",
            "line 9, column 12: no puzzle found",
            "line 10, column 13 (r1c1): found `z`, which does not belong here",
        ]
    );
    // An unknown key is reported once.
    let text = format!("{{\"id\": 1, \"givens\": \"{LINE}\"}}\n").repeat(100_000);
    assert_eq!(read_puzzles(text.as_bytes()).errors, [FileError::NoKey(1)]);
}

/// The puzzles alone are other puzzles than with their rules.
#[test]
fn rules_in_a_column_or_key_are_refused() {
    let cage = "cage 3 r1c1 r1c2";
    for (text, lines) in [
        ("puzzle,rules\n@,~\n@,~\n", &[1][..]),
        ("\u{feff}puzzle,rules\n@,~\n", &[1]),
        ("# made today\n\nid;RULES ;Puzzle\n1;~;@\n", &[3]),
        ("# id,puzzle,'rules'\n1,@,~\n", &[1]),
        ("\"Rules\"\tpuzzle\n~\t@\n", &[1]),
        ("{\"rules\":\"~\",\"puzzle\":\"@\"}\n{\"puzzle\":\"@\",\"Rules\":[\"~\"]}\n", &[1, 2]),
        ("[{\"puzzle\":\"@\"},\n{\"puzzle\":\"@\",\"rules\":\"~\"}]", &[2]),
        ("{\n\"puzzles\": [\n{\"puzzle\":\"@\",\"rules\":\"~\"}]}", &[3]),
    ] {
        let text = text.replace('@', LINE).replace('~', cage);
        let (_, errors, _) = read(&text);
        let expected: Vec<_> =
            lines.iter().map(|&it| FileError::HasRules(it).to_string()).collect();
        assert_eq!(errors, expected, "{text}");
        // The caller may have other rules.
        let hints = FileHints { ignores_rules: true, ..FileHints::default() };
        let mut blocks = Blocks::with_hints(text.as_bytes(), &hints).map(Result::unwrap);
        assert!(blocks.all(|block| block.puzzles().all(|puzzle| puzzle.is_ok())), "{text}");
    }
    // A row without rules is a classic puzzle.
    for rules in ["null", "\"\"", "[]"] {
        let row = format!("{{\"puzzle\":\"{LINE}\",\"rules\":{rules}}}\n");
        let last = format!("{{\"puzzle\":\"{OTHER}\",\"rules\":\"{cage}\"}}\n");
        let (puzzles, errors, _) = read(row.repeat(3000) + &last);
        assert_eq!((puzzles.len(), errors), (3000, vec![FileError::HasRules(3001).to_string()]));
    }
    let row = format!("puzzle,rules\n{OTHER},{LINE}\n");
    assert_eq!(read_with(row, Some("rules")).0, [(2, board(LINE))]);
}

#[test]
fn a_broken_object_loses_only_its_line() {
    let broken = [
        "{\"puzzle\":\"P\",\"a\":[",
        "{\"puzzle\":\"P\",\"a\":{\"b\":1",
        "{\"puzzle\":\"P",
        "{\"size\":9,\"grid\":[[{\"value\":1},",
    ];
    let object = format!("{{\"puzzle\":\"{OTHER}\"}}\n");
    let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={OTHER}\n");
    for broken in broken.map(|text| text.replace('P', LINE) + "\n") {
        for good in [&object, &link] {
            for (text, line) in [
                (format!("{broken}{good}"), 1),
                (format!("{broken}\n{broken}{good}{good}"), 1),
                (format!("{good}{broken}{good}"), 2),
                (format!("{good}{good}{broken}"), 3),
            ] {
                let (puzzles, errors, _) = read(&text);
                assert_eq!(puzzles.len(), text.matches(&**good).count(), "{text}");
                assert!(errors[0].starts_with(&format!("line {line}")), "{text}: {errors:?}");
            }
        }
    }
    // An object of several lines.
    for text in [
        "{\"puzzles\":[\n{\"puzzle\":\"P\"},\n{\"puzzle\":\"P\"}\n]}\n",
        "{\"a\":1,\n  \"puzzle\":\"P\"\n}\n{\"a\":1,\n  \"puzzle\":\"P\"\n}\n",
        "{\"puzzles\":\n[{\"puzzle\":\"P\"},{\"puzzle\":\"P\"}]}",
    ] {
        let (puzzles, errors, format) = read(text.replace('P', LINE));
        assert_eq!((puzzles.len(), errors.len(), format), (2, 0, Some(FileFormat::Lists)));
    }
}

#[test]
fn a_repeated_key_is_refused() {
    let text = "{\"puzzle\":\"P\",\"quiz\":\"P\"}\n{\"puzzle\":\"P\",\"a\":1,\"puzzle\":\"P\"}\n";
    let (puzzles, errors, _) = read(text.replace('P', LINE));
    assert_eq!(puzzles.len(), 1);
    assert_eq!(errors, ["line 2, column 108: a repeated key; keep one of its values"]);
}

/// The syntax of a board as lists: the text around a cell, for a blank, between cells, around a
/// row, between rows, and around the board.
fn lists(
    quote: &str,
    blank: &str,
    gap: &str,
    row: [&str; 2],
    rows: &str,
    all: [&str; 2],
) -> String {
    let cell = |byte: &u8| match byte {
        b'.' => format!("{quote}{blank}{quote}"),
        byte => format!("{quote}{}{quote}", char::from(*byte)),
    };
    let lines = LINE.as_bytes().chunks(9).map(|cells| {
        let cells: Vec<String> = cells.iter().map(cell).collect();
        format!("{}{}{}", row[0], cells.join(gap), row[1])
    });
    all[0].to_owned() + &lines.collect::<Vec<_>>().join(rows) + all[1]
}

#[test]
fn lists_in_the_syntax_of_every_language_are_read() {
    let (square, round) = (["[", "]"], ["(", ")"]);
    let python = lists("", "0", ", ", square, ",\n ", square);
    let leetcode = lists("\"", ".", ",", square, ",", square);
    for one in [
        python.clone(),
        leetcode.clone(),
        lists("'", "", ", ", square, ", ", square),
        lists("", "None", ",", square, ",", square),
        lists("", "null", ",", square, ",", square),
        lists("", "0", ", ", round, ", ", round),
        // The output of NumPy, and the syntax of C++ and Java.
        lists("", "0", " ", square, "\n ", square),
        lists("", "0.", " ", square, "\n ", square),
        lists("", "0", ", ", square, ",\n       ", ["array([", "])"]),
        lists("", "0", ", ", ["{", "}"], ",\n", ["int grid[9][9] = {\n", "\n};"]),
        lists("", "0", ", ", square, ",\n", ["board = [\n", "\n]"]),
        format!("Input: board = \n{leetcode}"),
        format!("[\"{LINE}\"]"),
        format!(
            "[{}]",
            LINE.as_bytes()
                .chunks(9)
                .map(|row| format!("'{}'", String::from_utf8_lossy(row)))
                .collect::<Vec<_>>()
                .join(", ")
        ),
        format!("[{}]", LINE.chars().map(String::from).collect::<Vec<_>>().join(", "))
            .replace('.', "0"),
    ] {
        let (puzzles, errors, format) = read(&one);
        let boards: Vec<Board> = puzzles.iter().map(|&(_, board)| board).collect();
        assert_eq!(
            (boards, errors, format),
            (vec![board(LINE)], vec![], Some(FileFormat::Lists)),
            "{one}"
        );
    }
    // Many boards, one after the other or in a list.
    for (text, lines) in [
        (format!("{leetcode}\n{leetcode}\n"), [1, 2]),
        (format!("[{python},\n{python}]"), [1, 10]),
        (format!("[[{}], [{}]]", digits(LINE), digits(LINE)), [1, 1]),
        (format!("['{LINE}', '{LINE}']"), [1, 1]),
        (format!("[{{\"id\": 1, \"puzzle\": \"{LINE}\"}},\n {{\"puzzle\": {leetcode}}}]"), [1, 2]),
        (
            format!(
                "{{\n \"puzzle\": \"{LINE}\",\n \"solution\": \"{OTHER}\"\n}}\n{{\n\"puzzle\": \"{LINE}\"}}"
            ),
            [1, 5],
        ),
        (
            format!("{{\"puzzles\": [\"{LINE}\",\n\"{LINE}\"], \"answers\": [\"{OTHER}\"]}}\n "),
            [1, 2],
        ),
        (
            format!(
                "{{\"data\": {{\"all\": [{{\"puzzle\": {python}, \"solution\": {leetcode}}}, {{\"more\": [{{\n\"quiz\": \"{LINE}\"}}]}}]}}}}"
            ),
            [1, 9],
        ),
    ] {
        assert_read(&text, &[(lines[0], LINE), (lines[1], LINE)]);
    }
    // The output is valid JSON.
    let written = FileFormat::Lists.display(&board(LINE)).to_string();
    let values: Vec<Vec<u8>> = serde_json::from_str(&written).unwrap();
    assert_eq!(values.concat(), board(LINE).as_bytes());
}

fn digits(line: &str) -> String {
    line.replace('.', "0").chars().map(String::from).collect::<Vec<_>>().join(",")
}

#[test]
fn errors_in_a_list_name_the_place() {
    let good = lists("", "0", ",", ["[", "]"], ",\n", ["[", "]"]);
    for (from, to, message) in [
        ("[6,0", "[6", "line 2, column 17 (r2c9): 1 cell missing"),
        ("[6,0", "[6,0,0", "line 2, column 20: 1 cell left over"),
        ("[6,0", "[6,10", "line 2, column 5 (r2c2): found `0`"),
        ("[6,0", "[6,z", "line 2, column 4 (r2c2): found `z`"),
        ("[6,0", "[6,'0,", "line 2, column 4: the closing quote is missing"),
        ("[5,3,0,0,7,0,0,0,0],", "", "line 9, column 20 (r9c1): 9 cells missing"),
        ("[5,3", "[1,2,3,4,5,6,7,8,9],[5,3", "line 9, column 2: 9 cells left over"),
    ] {
        assert!(good.contains(from));
        let broken = good.replacen(from, to, 1);
        let (puzzles, errors, _) = read(format!("{broken}\n"));
        let is_said = errors.len() == 1 && errors[0].starts_with(message);
        assert!(puzzles.is_empty() && is_said, "{broken}: {errors:?} {message}");
        // The error does not affect other puzzles.
        if !to.contains('\'') {
            assert_eq!(read(format!("[{broken},{good}]")).0.len(), 1, "{broken}");
        }
    }
}

/// Lists of any length are read.
#[test]
fn long_lists_are_read() {
    let one = format!("{{\"puzzle\": \"{LINE}\", \"solution\": \"{OTHER}\"}}");
    let list = lists("", "0", ",", ["[", "]"], ",", ["[", "]"]);
    for text in [
        format!("[{}]", [&*one; 5000].join(", ")),
        format!("{{\"n\": 5000, \"rows\": [{}]}}", [&*one; 5000].join(", ")),
        format!("[{}]", [&*list; 5000].join(",")),
        format!("[{}]", [&*format!("\"{LINE}\""); 5000].join(",\n")),
    ] {
        let file = read_puzzles(text.as_bytes());
        assert_eq!((file.puzzles.len(), file.errors), (5000, vec![]), "{}", &text[..100]);
    }
    // Text that never becomes a list is rejected quickly.
    for part in ["[", "{\"a\":", "[\"", "{\"a\":[", "[[1,", "{\"a\": \"", "]}"] {
        let text = format!("[[1{}", part.repeat(1_000_000));
        assert!(read_puzzles(text.as_bytes()).puzzles.is_empty(), "{part}");
    }
}

#[test]
fn digits_with_gaps_on_one_line_are_read() {
    for gap in [" ", "\t", ",", "; ", ", ", "  "] {
        let line = |puzzle: &str| puzzle.chars().map(String::from).collect::<Vec<_>>().join(gap);
        let text =
            format!("{}\n{} # hard\r\n{LINE}\n", line(&digits(LINE).replace(',', "")), line(OTHER));
        assert_read(&text, &[(1, LINE), (2, OTHER), (3, LINE)]);
    }
    // One cell too many or too few is reported as usual.
    let text = digits(LINE).replace(',', " ");
    for (text, is_read) in
        [(text.clone(), true), (format!("{text} 1"), false), (text[2..].to_owned(), false)]
    {
        assert_eq!(read_puzzles(text.as_bytes()).puzzles.len(), usize::from(is_read), "{text}");
    }
}

#[test]
fn utf_16_with_a_mark_is_read() {
    let text =
        format!("# größer, 𝄞\r\nid;puzzle\r\n1;{LINE}\r\n\r\n2;{OTHER}\r\n3;{}\r\n", &LINE[..80]);
    for is_big in [false, true] {
        let encode = |unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        let bytes: Vec<u8> = ['\u{feff}']
            .into_iter()
            .chain(text.chars())
            .collect::<String>()
            .encode_utf16()
            .flat_map(encode)
            .collect();
        let (puzzles, errors, _) = read(&bytes);
        assert_eq!(puzzles, [(3, board(LINE)), (5, board(OTHER))]);
        assert_eq!(errors, ["line 6, column 83 (r9c9): 1 cell missing"]);
        // An incomplete character at the end is reported, and everything before it is read.
        for (half, count) in [(&bytes[..bytes.len() - 1], 2), (&bytes[..3], 0)] {
            let (puzzles, errors, _) = read(half);
            assert_eq!(puzzles.len(), count);
            let said = "the file ends in the middle of a UTF-16 character";
            assert!(errors.last().unwrap().ends_with(said), "{errors:?}");
        }
    }
    assert_eq!(read(b"\xff\xfe").1, ["line 1, column 1: no puzzle found"]);
}

#[test]
fn errors_name_unsupported_encodings() {
    let text = format!("{LINE}\n{OTHER}\n");
    let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
    let wide = |text: &str| text.chars().map(u32::from).collect::<Vec<_>>();
    let without = "UTF-16 without a byte-order mark";
    for (bytes, name) in [
        (units(&text).into_iter().flat_map(u16::to_le_bytes).collect::<Vec<_>>(), without),
        (units(&text).into_iter().flat_map(u16::to_be_bytes).collect(), without),
        (wide(&text).into_iter().flat_map(u32::to_le_bytes).collect(), "UTF-32"),
        (wide(&text).into_iter().flat_map(u32::to_be_bytes).collect(), "UTF-32"),
        (
            wide(&format!("\u{feff}{text}")).into_iter().flat_map(u32::to_le_bytes).collect(),
            "UTF-32",
        ),
        (
            wide(&format!("\u{feff}{text}")).into_iter().flat_map(u32::to_be_bytes).collect(),
            "UTF-32",
        ),
    ] {
        let (puzzles, errors, _) = read(&bytes);
        assert_eq!(puzzles, []);
        let said = format!(
            "line 1: unsupported encoding {name}; use UTF-8, or UTF-16 with a byte-order mark"
        );
        assert_eq!(errors, [said]);
    }
    // A single zero byte affects only its line.
    assert_eq!(read(format!("1\0\n{LINE}\n").as_bytes()).0, [(2, board(LINE))]);
}

#[test]
fn errors_for_other_sizes_name_the_supported_size() {
    let hexadoku = "5A.3|B...|1234|....\n".repeat(4);
    let numbers = "10 11 3 4  5 6 7 8  1 2 12 13  14 15 16 9\n".repeat(16);
    for (text, size, errors) in [
        ("1234341221434321\n".to_owned(), 4, 1),
        ("1.34341221434.21\n1234341221434321\n".to_owned(), 4, 1),
        ("1234\n3412\n2143\n4321\n".to_owned(), 4, 1),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n".to_owned(), 4, 1),
        ("1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 0\n".to_owned(), 4, 1),
        ("1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n".to_owned(), 4, 1),
        ("123456".repeat(6), 6, 1),
        ("12345678\n".repeat(8), 8, 1),
        ("123456789ABCDEFG".repeat(16), 16, 1),
        ("0123456789ABCDEF".repeat(16), 16, 1),
        (hexadoku.repeat(4), 16, 2),
        (numbers.clone(), 16, 2),
        (numbers.replace('\n', " "), 16, 1),
        ("ABCDEFGHIJKLMNOPQRSTUVWXY\n".repeat(25), 25, 3),
        (format!("id,puzzle\n1,{}\n", "1234".repeat(4)), 4, 1),
        (format!("[{}]", ["[1,2,3,4]"; 4].join(",")), 4, 1),
        (format!("[{}]", ["[16,2,3,4,5,6,7,8,9,10,11,12,13,14,15,1]"; 16].join(",")), 16, 1),
        (format!("{{\"puzzle\": \"{}\"}}\n", "1234".repeat(4)), 4, 1),
    ] {
        let (puzzles, found, _) = read(&text);
        let message = format!(": a {size}×{size} puzzle; only 9×9 is supported");
        let is_said = found.len() == errors && found.iter().all(|error| error.ends_with(&message));
        assert!(puzzles.is_empty() && is_said, "{text}: {found:?}");
    }
    // For a possibly broken 9×9 puzzle, the error reports the missing cells.
    for text in [LINE[..64].to_owned(), LINE[..36].to_owned(), format!("{LINE}{}", &LINE[..19])] {
        assert!(!read(&text).1[0].contains('×'), "{text}");
    }
}

#[test]
fn json_with_invalid_text_is_refused() {
    // Half of a surrogate pair.
    let text = format!("{{\"puzzle\":\"{}\"}}\n{{\"puzzle\":\"\\ud800{}\"}}\n", LINE, &LINE[1..]);
    let (puzzles, errors, _) = read_with(&text, None);
    assert_eq!(puzzles, [(1, board(LINE))]);
    assert!(errors.len() == 1 && errors[0].ends_with(": invalid JSON"), "{errors:?}");
    assert!(errors[0].starts_with("line 2, column "), "{errors:?}");
}
