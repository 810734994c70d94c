//! Tests of puzzles of other programs and people: files of SadMan, SudoCue and Simple Sudoku,
//! tables, digits of other scripts, and files in two formats.

use std::io::{self, Read};

use sudoku_core::{Board, Candidates, Cell};
use sudoku_text::{Blocks, FileError, FileFormat, PuzzleFile, read, read_puzzles};

use crate::common::{LINE, OTHER, board};

/// Returns the puzzle with nine rows, each made from its cells.
fn rows(line: &str, row: impl Fn(&[char]) -> String) -> String {
    let cells: Vec<char> = line.chars().collect();
    cells.chunks(9).map(|cells| row(cells) + "\n").collect()
}

/// Returns the cells with a separator between them. A blank is empty.
fn joined(cells: &[char], separator: &str) -> String {
    let cell = |&cell: &char| if cell == '.' { String::new() } else { cell.to_string() };
    cells.iter().map(cell).collect::<Vec<_>>().join(separator)
}

struct Drops<'a>(&'a [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let end = to.len().min(self.1);
        self.0.read(&mut to[..end])
    }
}

/// Reads a text as a whole and in small pieces. Both must give the same result.
fn read_all(text: &str) -> PuzzleFile {
    let file = read_puzzles(text.as_bytes());
    for size in [1, 7, 100] {
        let mut puzzles = Vec::new();
        for block in Blocks::new(Drops(text.as_bytes(), size)) {
            puzzles.extend(block.unwrap().puzzles());
        }
        let (read, errors): (Vec<_>, Vec<_>) = puzzles.into_iter().partition(Result::is_ok);
        let read = PuzzleFile {
            puzzles: read.into_iter().flatten().collect(),
            errors: errors.into_iter().filter_map(Result::err).collect(),
        };
        assert_eq!(read, file, "{text} by {size}");
    }
    file
}

fn assert_reads(text: &str, expected: &[Board]) {
    let file = read_all(text);
    let boards: Vec<Board> = file.puzzles.iter().map(|puzzle| puzzle.board).collect();
    assert_eq!((&*boards, file.errors), (expected, vec![]), "{text}");
}

#[test]
fn pasted_rows_are_read() {
    let one = [board(LINE)];
    let plain = rows(LINE, |row| row.iter().collect());
    let spaced = |row: &[char]| row.iter().collect::<String>().replace('.', " ");
    let markdown = rows(LINE, |row| format!("| {} |", joined(row, " | ")));
    let rule = |rule: &str| format!("|{}\n", rule.repeat(9));
    let with_rule = |before: usize, sign: &str| {
        let mut lines: Vec<String> = markdown.lines().map(|line| line.to_owned() + "\n").collect();
        lines.insert(before, rule(sign));
        lines.concat()
    };
    for text in [
        // Spreadsheets.
        rows(LINE, |row| joined(row, "\t")),
        rows(LINE, |row| joined(row, ",")),
        rows(LINE, |row| joined(row, ";") + ";"),
        rows(LINE, |row| format!("\"{}\"", joined(row, "\",\""))),
        rows(LINE, |row| joined(row, "\t")).replace('\n', "\r\n"),
        rows(LINE, |row| joined(row, " , ")),
        // A column of cells.
        LINE.chars().map(|cell| format!("{cell}\n")).collect(),
        // Spaces for blanks.
        rows(LINE, spaced),
        rows(LINE, |row| spaced(row).trim_end().to_owned()),
        // Simple Sudoku and other blanks.
        plain.replace('.', "X"),
        FileFormat::SimpleSudoku.display(&one[0]).to_string().replace('.', "X"),
        // Markdown.
        markdown.clone(),
        with_rule(1, "---|"),
        with_rule(1, ":-:|"),
        format!("{}{}{markdown}", rule("  |"), rule("---|")),
        format!("{}{}{markdown}", rule("  |"), rule(":--|")),
        // Carriage returns alone.
        plain.replace('\n', "\r"),
        // SadMan.
        format!("#AA. Author\n#D[x]\n[Puzzle]\n{plain}"),
        format!("#A\n[Puzzle]\n{plain}[State]\n{}[PencilMarks]\n1,2\n,\n", plain.replace('.', "1")),
        format!("[State]\n{}[Puzzle]\n{plain}", plain.replace('.', "1")),
    ] {
        assert_reads(&text, &one);
        assert_eq!(read(&text).map(|read| read.0), Ok(one[0]), "{text}");
        assert_reads(&format!("{text}\n{text}"), &[one[0]; 2]);
    }
    assert_reads(&format!("{LINE}\r{OTHER}\r"), &[one[0], board(OTHER)]);
    assert_reads(&format!("[Puzzle]\n{plain}[Puzzle]\n{plain}"), &[one[0]; 2]);
    // Any other header is a comment.
    assert_reads(&format!("[Easy]\n{plain}\n[Hard]\n{plain}"), &[one[0]; 2]);
    // A row without clues.
    let sparse = format!("{}{}", &LINE[..72], ".".repeat(9));
    for separator in ["\t", ","] {
        assert_reads(&rows(&sparse, |row| joined(row, separator)), &[board(&sparse)]);
        let first: String = sparse[72..].to_owned() + &sparse[..72];
        assert_reads(&rows(&first, |row| joined(row, separator)), &[board(&first)]);
    }
}

#[test]
fn errors_in_a_table_name_the_place() {
    for (field, found) in [("8a", '8'), ("a", 'a')] {
        let text = rows(LINE, |row| joined(row, ",")).replacen('8', field, 1);
        assert_eq!(
            read_all(&text).errors[0].to_string(),
            format!("line 3, column 4 (r3c3): found `{found}`, which does not belong here")
        );
    }
    // A short row without gaps does not count as a row with blanks at its end.
    let text = rows(&LINE.replace('.', "1"), |row| row.iter().collect());
    assert_eq!(read_all(&text.replacen("5\n", "\n", 1)).puzzles, []);
}

#[test]
fn tables_in_html_are_read() {
    let table = FileFormat::Html.display(&board(LINE)).to_string();
    let page = format!("<!DOCTYPE html>\n<TABLE><tr><td>Menu<td>\n<p>{table}</TABLE>{table}");
    let fields =
        table.replace("<td>5</td>", "<td class=\"a\"><input maxlength=1 value=\"5\"></td>");
    let spaces = table.replace("<td></td>", "<TD style='x'>&nbsp;</TD>");
    let parts = table.replacen("<tr>", "<thead></thead><tbody><tr>", 1);
    for (text, count) in [(&table, 1), (&page, 2), (&fields, 1), (&spaces, 1), (&parts, 1)] {
        assert_reads(text, &vec![board(LINE); count]);
    }
    // A tag ends at the first `>`.
    let quoted = table.replacen("<td>", "<td class=\"a>\">", 1);
    let error = read_all(&quoted).errors[0].to_string();
    assert!(error.starts_with("line 2, column 5 (r1c1): found `\"`"), "{error}");
    let long = table.replacen("<td>", &format!("<td>{}", "<br>".repeat(80_000)), 1);
    let file = read_all(&(long + "\n" + &table));
    assert_eq!((file.puzzles.len(), file.errors), (1, vec![FileError::TooLong(1)]));
    for (from, to, message) in [
        ("<td>3</td>", "<td>34</td>", "line 2, column 15 (r1c2): found `3`"),
        ("<td>3</td>", "", "line 11, column 9 (r9c9): 1 cell missing"),
        ("<td>3</td>", "<td>3</td><td>", "line 10, column 79: 1 cell left over"),
    ] {
        let error = read_all(&table.replacen(from, to, 1)).errors[0].to_string();
        assert!(error.starts_with(message), "{error} {message}");
    }
}

#[test]
fn digits_of_other_scripts_are_read() {
    let digits = |zero: u32, blank: char| -> String {
        let sign = |byte: u8| char::from_u32(zero + u32::from(byte - b'0')).unwrap();
        LINE.bytes().map(|byte| if byte == b'.' { blank } else { sign(byte) }).collect()
    };
    for line in [digits(0xff10, '．'), digits(0x660, '.'), digits(0x966, '·'), digits(0x1d7d8, '.')]
    {
        for text in [
            format!("{line}\n"),
            format!("{line} １ コメント\n"),
            format!("id,puzzle\n1,{line}\n"),
            format!("{{\"puzzle\":\"{line}\"}}\n"),
            rows(&line, |row| row.iter().collect()),
            rows(&line, |row| row.iter().map(|cell| format!("{cell}\u{3000}")).collect()),
        ] {
            assert_reads(&text, &[board(LINE)]);
        }
    }
    // The column counts bytes, as for any line.
    let line = digits(0xff10, '．').replacen('８', "あ", 1);
    let at = line.find('あ').unwrap();
    let error = read_all(&line).errors[0].to_string();
    assert!(error.starts_with(&format!("line 1, column {} (r3c3): found", at + 1)), "{error}");
}

/// SudoCue marks the digits that a player placed with `u`.
#[test]
fn placed_digits_of_sudocue_are_not_clues() {
    let puzzle = board(LINE);
    let mut marks = Candidates::from(&puzzle);
    let cell = Cell::at(0, 2).unwrap();
    marks.place(cell, "4".parse().unwrap());
    let group = |cell: Cell| match marks.is_given(cell) || marks.value(cell).is_none() {
        true => marks.get(cell).to_string(),
        false => format!("u{}", marks.get(cell)),
    };
    let groups: Vec<String> = Cell::all().map(group).collect();
    let text: String = groups.chunks(9).map(|row| row.join(" ") + "\n").collect();
    assert!(text.contains("5 3 u4 "));
    assert_reads(&text, &[puzzle]);
    let block = Blocks::new(text.as_bytes()).next().unwrap().unwrap();
    let read = block.candidates().next().unwrap().unwrap().candidates;
    assert_eq!((*read.givens(), read.value(cell)), (puzzle, marks.value(cell)));
    assert!(Cell::all().all(|cell| read.get(cell) == marks.get(cell)));
}

#[test]
fn the_error_of_a_file_in_two_formats_names_the_line_of_the_change() {
    let xml =
        format!("<opensudoku>\n<game data=\"{LINE}\"/>\n<game data=\"{OTHER}\"/>\n</opensudoku>\n");
    let grids = rows(LINE, |row| row.iter().collect::<String>()) + "\n";
    let lines = format!("{LINE}\n{OTHER}\n");
    let objects = format!("{{\"puzzle\":\"{LINE}\"}}\n").repeat(20);
    for (first, second, format) in [
        (&lines, &xml, FileFormat::OpenSudoku),
        (&lines, &grids.repeat(5), FileFormat::Grid),
        (&lines, &objects, FileFormat::JsonLines),
        (&objects, &lines.repeat(20), FileFormat::Line),
        (&grids, &lines.repeat(20), FileFormat::Line),
    ] {
        let text = format!("{first}{second}");
        let line = 1 + first.lines().count();
        let file = read_all(&text);
        assert_eq!(file.errors, [FileError::OtherFormat { line, format: format.name() }], "{text}");
        assert_eq!(file.puzzles.len(), read_puzzles(first.as_bytes()).puzzles.len());
        let message = file.errors[0].to_string();
        assert!(message.starts_with(&format!("line {line}: the puzzles from here on look like")));
        // Each further change is reported.
        let text = format!("{text}\n{first}{second}");
        assert_eq!(read_all(&text).errors.len(), 2, "{text}");
    }
}

#[test]
fn the_error_of_a_table_without_a_header_names_the_column_of_the_puzzles() {
    for (row, column) in [(format!("1,{LINE},3.2"), 2), (format!("a;b;\"{LINE}\""), 3)] {
        let text = format!("{row}\n").repeat(3);
        let file = read_all(&text);
        assert_eq!(file.errors, [FileError::InColumn { line: 1, column }]);
        assert!(file.errors[0].is_unnamed() && file.puzzles.is_empty());
    }
}
