//! Tests of files of puzzles: boundaries between puzzles, format detection and errors.

use std::io::{self, Read};

use sudoku_core::Board;
use sudoku_text::{Blocks, FileError, FileFormat, PuzzleFile, ReadFileError, read_puzzles};

use crate::common::{LINE, OTHER, board};

fn places(file: &PuzzleFile) -> Vec<(usize, Board)> {
    file.puzzles.iter().map(|puzzle| (puzzle.line, puzzle.board)).collect()
}

fn errors(text: impl AsRef<[u8]>) -> Vec<String> {
    read_puzzles(text.as_ref()).errors.iter().map(ToString::to_string).collect()
}

#[test]
fn each_line_is_read_independently() {
    let text = format!("# a comment\n\n{LINE} easy\r\n{OTHER},1,x\r\n");
    let file = read_puzzles(text.as_bytes());
    assert_eq!(places(&file), [(3, board(LINE)), (4, board(OTHER))]);
    assert_eq!(file.errors, []);
}

#[test]
fn a_broken_line_does_not_affect_other_lines() {
    let short = &LINE[..80];
    let text = format!("{short}\n{LINE}\n{LINE}5\nhello\n\0\0\n{OTHER}");
    let file = read_puzzles(text.as_bytes());
    assert_eq!(places(&file), [(2, board(LINE)), (6, board(OTHER))]);
    assert_eq!(
        errors(text),
        [
            "line 1, column 81 (r9c9): 1 cell missing",
            "line 3, column 82: 1 cell left over",
            "line 4, column 1 (r1c1): found `h`, which does not belong here",
            "line 5, column 1 (r1c1): found byte 0x00, which does not belong here",
        ]
    );
}

#[test]
fn puzzles_are_read_one_by_one() {
    let many = format!("{LINE}\n").repeat(10_000);
    for text in
        [&format!("{LINE}\n{LINE}5\n\n{OTHER}\n"), &format!("id,puzzle\n1,{LINE}\n"), &many, ""]
    {
        let (mut puzzles, mut errors) = (Vec::new(), Vec::new());
        for puzzle in Blocks::new(text.as_bytes()).puzzles() {
            match puzzle {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(ReadFileError::Puzzle(error)) => errors.push(error),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(PuzzleFile { puzzles, errors }, read_puzzles(text.as_bytes()));
    }
}

/// A reader that fails.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("unplugged"))
    }
}

#[test]
fn the_error_of_a_reader_comes_after_the_puzzles_before_it() {
    let text = format!("{LINE}\n{OTHER}\n{}", &LINE[..40]);
    let mut puzzles = Blocks::new(text.as_bytes().chain(Broken)).puzzles();
    for expected in [LINE, OTHER] {
        assert_eq!(puzzles.next().unwrap().unwrap().board, board(expected));
    }
    let error = puzzles.next().unwrap().unwrap_err();
    assert!(matches!(error, ReadFileError::Io(_)));
    assert_eq!(error.to_string(), "cannot read the file: unplugged");
    assert!(puzzles.next().is_none());
}

#[test]
fn a_csv_header_and_a_byte_order_mark_are_skipped() {
    for header in ["puzzle,solution", "Puzzle", "\"quizzes\",\"solutions\"", "question,rating"] {
        let text = format!("\u{feff}# from somewhere\n{header}\n{LINE},{OTHER}\n");
        let file = read_puzzles(text.as_bytes());
        assert_eq!((places(&file), file.errors), (vec![(3, board(LINE))], vec![]), "{header}");
    }
    // Only the first line can be a header, and only if it looks like one.
    assert_eq!(read_puzzles(format!("{LINE}\npuzzle\n").as_bytes()).errors.len(), 1);
    assert_eq!(read_puzzles(format!("oops\n{LINE}\n").as_bytes()).errors.len(), 1);
}

#[test]
fn a_csv_header_names_the_column_of_the_puzzles() {
    for (header, before, after) in [
        ("quizzes,solutions", "", ""),
        ("puzzle,solution", "", ""),
        ("id,puzzle,solution,clues,difficulty", "1,", ",24,2.2"),
        ("source,question,answer,rating", "puzzles0_kaggle,", ",0"),
        ("\"name\",\"Puzzle\"", "\"one, two\",", ""),
    ] {
        let short = &LINE[..80];
        let text = format!(
            "{header}\r\n{before}{LINE},{OTHER}{after}\r\n{before}\"{OTHER}\"\r\n\r\n\
             {before}{short}{after}\r\n"
        );
        let file = read_puzzles(text.as_bytes());
        assert_eq!(places(&file), [(2, board(LINE)), (3, board(OTHER))], "{header}");
        let column = before.len() + 81;
        let missing = format!("line 5, column {column} (r9c9): 1 cell missing");
        assert_eq!(errors(text), [missing], "{header}");
    }
    // A line without the column is not a blank line.
    let text = format!("id,puzzle\n1,{LINE}\n2\n");
    assert_eq!(errors(text), ["line 3, column 2: no puzzle found"]);
}

#[test]
fn a_csv_header_without_a_known_column_is_refused() {
    let text = format!("# from somewhere\nid,givens,solution_1\n{LINE},{OTHER},\n");
    let file = read_puzzles(text.as_bytes());
    assert_eq!((file.puzzles, file.errors), (vec![], vec![FileError::NoColumn(2)]));
    let errors = errors(text);
    assert!(errors[0].starts_with("line 2: found no column named `puzzle`"), "{errors:?}");
    assert!(errors[0].ends_with("`question`, `sudoku`"), "{errors:?}");
    let text = format!("id,givens\n1,unknown\n2,{LINE}\n");
    assert_eq!(read_puzzles(text.as_bytes()).errors, [FileError::NoColumn(1)]);
}

#[test]
fn a_quoted_value_on_several_lines_is_refused() {
    let text = format!("id,note,puzzle\n1,\"two\nlines\",{LINE}\n2,\"say \"\"x\"\"\",{LINE}\n");
    assert_eq!(places(&read_puzzles(text.as_bytes())), [(4, board(LINE))]);
    let message =
        |line| format!("line {line}: a quoted value spans several lines; put each row on one line");
    assert_eq!(errors(&text), [message(2), message(3)]);
}

#[test]
fn a_comment_with_an_equals_sign_does_not_begin_a_list() {
    for comment in ["level=1", "level=easy", "=", "moves=[[1,2],[3,4]]"] {
        let text = format!("{LINE} {comment}\n{OTHER}\n");
        let file = read_puzzles(text.as_bytes());
        assert_eq!(places(&file), [(1, board(LINE)), (2, board(OTHER))], "{text}");
        assert_eq!(file.errors, [], "{text}");
    }
}

/// An escape has no place in the board, so the error names the start of the value.
#[test]
fn an_error_in_escaped_rows_is_at_the_start_of_the_value() {
    let rows: Vec<&str> = (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect();
    let rows = rows.join("\\n").replacen('7', "z", 1);
    let text = format!("{{\"id\":1,\"puzzle\":\"{rows}\"}}\n");
    let column = text.find(&rows).unwrap() + 1;
    let message = "(r1c5): found `z`, which does not belong here";
    assert_eq!(errors(&text), [format!("line 1, column {column} {message}")]);
}

#[test]
fn lines_of_words_without_puzzles_are_errors() {
    let rows = FileFormat::Boj2239.display(&board(LINE)).to_string();
    for words in ["hello, world", "name,comment", "a,b,c,d", "oops"] {
        for (text, lines) in [
            (format!("{words}\n{LINE}\n{OTHER}\n"), &[2, 3][..]),
            (format!("{words}\n{LINE},easy\n{OTHER},hard\n"), &[2, 3]),
            (format!("{words}\n\nbroken,1\n{LINE}\n"), &[4]),
            (format!("{words}\n\n{rows}\n"), &[3]),
        ] {
            let file = read_puzzles(text.as_bytes());
            assert_eq!(file.puzzles.iter().map(|it| it.line).collect::<Vec<_>>(), lines, "{text}");
            assert!(errors(&text)[0].starts_with("line 1, column "), "{text}");
        }
    }
}

#[test]
fn puzzles_in_rows_end_at_blank_lines_and_after_nine_rows() {
    for format in [FileFormat::Boj2580, FileFormat::Boj2239, FileFormat::Grid] {
        let (one, two) = (board(LINE), board(OTHER));
        for gap in ["\n", "\n\n", "\n\n# next\n\n", "\r\n\r\n"] {
            let text = format!("{}{gap}{}\n", format.display(&one), format.display(&two));
            let file = read_puzzles(text.as_bytes());
            let boards: Vec<_> = file.puzzles.iter().map(|puzzle| puzzle.board).collect();
            assert_eq!((boards, file.errors), (vec![one, two], vec![]), "{text}");
        }
    }
}

#[test]
fn frames_and_bands_belong_to_their_puzzle() {
    let row = "|..1|2..|...|\n";
    let band = row.repeat(3);
    let frame = "+---+---+---+\n";
    let framed = format!("{frame}{band}{frame}{band}{frame}{band}{frame}");
    for text in [framed.repeat(2), format!("{framed}\n{framed}")] {
        let file = read_puzzles(text.as_bytes());
        assert_eq!((file.puzzles.len(), file.errors), (2, vec![]), "{text}");
    }
    let dashed = format!("{band}---------\n{band}---------\n{band}");
    let file = read_puzzles(dashed.repeat(3).as_bytes());
    assert_eq!((file.puzzles.len(), file.errors), (3, vec![]));
    let bands = format!("{band}\n{band}\n{band}\n");
    let file = read_puzzles(bands.repeat(2).as_bytes());
    assert_eq!(file.puzzles.iter().map(|puzzle| puzzle.line).collect::<Vec<_>>(), [1, 13]);
    assert_eq!(file.errors, []);
}

#[test]
fn a_broken_block_does_not_affect_other_blocks() {
    let good = FileFormat::Boj2239.display(&board(LINE)).to_string();
    let short: String = good.lines().take(8).map(|line| format!("{line}\n")).collect();
    let letter = good.replacen("6", "y", 1);
    let text = format!("{short}\n{letter}\n\n{good}\n");
    let file = read_puzzles(text.as_bytes());
    assert_eq!(places(&file), [(20, board(LINE))]);
    assert_eq!(
        errors(text),
        [
            "line 9, column 1 (r9c1): 9 cells missing",
            "line 11, column 1 (r2c1): found `y`, which does not belong here",
        ]
    );
}

#[test]
fn the_first_readable_puzzle_determines_the_format() {
    let rows = FileFormat::Boj2239.display(&board(LINE)).to_string();
    assert_eq!(read_puzzles(format!("{LINE}\n\n{rows}\n").as_bytes()).errors.len(), 1);
    let file = read_puzzles(format!("{rows}\n\n{LINE}\n").as_bytes());
    assert_eq!((file.puzzles.len(), file.errors.len()), (1, 1));
}

#[test]
fn a_file_without_a_puzzle_is_an_error() {
    for text in ["", "\n\n", "# nothing\n", "\u{feff}", "puzzle,solution\n"] {
        assert_eq!(errors(text), ["line 1, column 1: no puzzle found"], "{text:?}");
    }
    assert_eq!(errors("12345\n").len(), 1);
    assert_eq!(errors("+---+\n\n+---+\n").len(), 1);
    assert_eq!(errors([0; 300]).len(), 1);
}

#[test]
fn ten_megabytes_of_anything_are_read() {
    for byte in [b'.', b'7', b'a', b' ', b'-', b'+', b',', 0, 0xff] {
        let file = read_puzzles(&vec![byte; 10_000_000]);
        assert_eq!((file.puzzles.len(), file.errors.len()), (0, 1), "{byte}");
    }
    for line in ["12\n", "-\n"] {
        let file = read_puzzles(line.repeat(1_000_000).as_bytes());
        assert!(file.puzzles.is_empty() && !file.errors.is_empty(), "{line:?}");
    }
}

#[test]
fn line_ends_before_the_first_puzzle_are_skipped_together() {
    // Each block has a cost, so blank lines must not make additional blocks.
    let blocks =
        |text: &[u8]| sudoku_text::Blocks::new(text).map(Result::unwrap).collect::<Vec<_>>();
    for end in ["\n", "\r\n", " \t\n"] {
        let ends = end.repeat(1_000_000);
        assert_eq!(blocks(ends.as_bytes()).len(), 1, "{end:?}");
        let text = format!("{ends}{LINE}\n");
        let found = blocks(text.as_bytes());
        let puzzles: Vec<_> = found.iter().flat_map(sudoku_text::Block::puzzles).collect();
        let puzzle = puzzles[0].clone().unwrap();
        assert_eq!((puzzles.len(), puzzle.line, puzzle.board), (1, 1_000_001, board(LINE)));
        assert_eq!(found.len(), 1, "{end:?}");
    }
    // A line that is too long is an error, blank or not.
    let text = format!("\n\n{}\n\n{LINE}\n", " ".repeat(100_000));
    assert_eq!(errors(&text), ["line 3: longer than 65536 bytes, the maximum for a puzzle"]);
    assert_eq!(places(&read_puzzles(text.as_bytes())), [(5, board(LINE))]);
}
