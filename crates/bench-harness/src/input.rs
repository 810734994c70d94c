//! Files of puzzles: a layer above core, which reads one puzzle.
//!
//! A file's form is decided on its first readable puzzle and holds for the whole file. In the line
//! form every physical line stands alone, so that a broken one spoils only itself; in all others
//! nine rows are a puzzle, and a blank line or the ninth row ends it. What cannot be read is
//! reported with its place in the file, and the rest is read on.
//!
//! A first line that names the columns of a CSV file says which of them holds the puzzles.

use std::fmt;

use sudoku_core::{Board, Form, LineKind, ReadError, ReadErrorKind, line_kind, read};

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFile {
    /// The puzzles that could be read, in the order of the file.
    pub puzzles: Vec<FilePuzzle>,
    /// What could not be read, in the order of the file. The lines are those of the file.
    pub errors: Vec<FileError>,
}

/// What could not be read of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileError {
    /// A puzzle.
    Puzzle(ReadError),
    /// The header of a CSV file, on this line, names no column that is known to hold puzzles, so that
    /// none was read.
    NoColumn(usize),
    /// The puzzle on this line is of another form than those before it.
    OtherForm(usize),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Puzzle(error) => error.fmt(f),
            Self::OtherForm(line) => {
                write!(f, "line {line}: a puzzle of another form than the file's first")
            }
            Self::NoColumn(line) => {
                let names = COLUMNS.map(|name| format!("`{name}`")).join(", ");
                write!(f, "line {line}: none of the columns that it names is called {names}")
            }
        }
    }
}

/// A puzzle and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePuzzle {
    /// The line of the file, counted from 1, on which the puzzle begins.
    pub line: usize,
    /// The puzzle.
    pub board: Board,
}

/// The two ways in which a file can be cut into puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    Lines,
    Rows,
}

/// The usual names of the column that holds the puzzles.
const COLUMNS: [&str; 6] = ["puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku"];

/// Reads every puzzle of a file. A file without any puzzle gives at least one error.
#[must_use]
pub fn read_puzzles(text: &[u8]) -> PuzzleFile {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut lines = lines(text);
    let mut file = PuzzleFile::default();
    let cut = match take_header(&mut lines) {
        Header::None => cut(&lines),
        Header::Puzzles => Cut::Lines,
        Header::NoColumn(line) => {
            file.errors.push(FileError::NoColumn(line));
            return file;
        }
    };
    for piece in pieces(&lines, cut) {
        match read_piece(piece, cut) {
            Ok(puzzle) => file.puzzles.push(puzzle),
            Err(error) => file.errors.push(error),
        }
    }
    if file.puzzles.is_empty() && file.errors.is_empty() {
        let kind = ReadErrorKind::NoPuzzle;
        let error = ReadError { line: 1, column: 1, cell: None, kind };
        file.errors.push(FileError::Puzzle(error));
    }
    file
}

/// What the first line that holds something says of the columns.
enum Header {
    /// It is no header.
    None,
    /// It names the column of the puzzles.
    Puzzles,
    /// It is a header, on this line, and names no such column.
    NoColumn(usize),
}

/// Takes the header away, and with it, of the other lines, what stands before the puzzles' column.
fn take_header(lines: &mut Vec<Line<'_>>) -> Header {
    let Some(at) = lines.iter().position(Line::holds_something) else {
        return Header::None;
    };
    let Some(names) = lines[at].column_names() else {
        return Header::None;
    };
    let Some(column) = names.iter().position(|name| COLUMNS.contains(&name.as_str())) else {
        // A word that stands alone is no header but a broken puzzle.
        return if names.len() > 1 { Header::NoColumn(lines[at].number) } else { Header::None };
    };
    lines.drain(..=at);
    for line in lines.iter_mut().filter(|line| line.holds_something()) {
        line.skip_columns(column);
    }
    Header::Puzzles
}

/// Decides how the file is cut: as its first readable puzzle is; without any, as its first line
/// looks.
fn cut(lines: &[Line<'_>]) -> Cut {
    let is_readable = |lines, cut| {
        let puzzle = |piece: Piece<'_, '_>| read_piece(piece, cut).ok();
        pieces(lines, cut).into_iter().find_map(puzzle).map(|puzzle| puzzle.line)
    };
    // Rows decide only if they are readable before the first readable line.
    let line = is_readable(lines, Cut::Lines);
    let before = line.map_or(lines.len(), |number| number - 1);
    if is_readable(&lines[..before], Cut::Rows).is_some() {
        return Cut::Rows;
    }
    // Two rows of a grid hold at most 18 cells, so more of them are meant to be a line.
    let is_short = |line: &Line<'_>| match line.kind {
        LineKind::Cells(cells) | LineKind::Dashes(cells) => cells <= 18,
        _ => true,
    };
    match lines.iter().find(|line| line.holds_something()) {
        Some(first) if line.is_none() && lines.len() > 1 && is_short(first) => Cut::Rows,
        _ => Cut::Lines,
    }
}

/// A physical line.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// Counted from 1.
    number: usize,
    bytes: &'a [u8],
    /// How many bytes stand before these.
    skipped: usize,
    kind: LineKind,
}

impl<'a> Line<'a> {
    fn new(number: usize, bytes: &'a [u8]) -> Self {
        Self { number, bytes, skipped: 0, kind: line_kind(bytes) }
    }

    fn holds_something(&self) -> bool {
        !matches!(self.kind, LineKind::Blank | LineKind::Comment)
    }

    /// Whether it holds nothing but box art. With a `+` it is a separator wherever it stands;
    /// without, core decides on the other rows of its puzzle.
    fn is_art(&self) -> bool {
        matches!(self.kind, LineKind::Separator | LineKind::Dashes(_))
    }

    /// The names of the columns of a CSV file, if it is such a header: words with letters in them.
    fn column_names(&self) -> Option<Vec<String>> {
        // No header is long; this keeps a line of megabytes from being taken apart.
        if self.bytes.len() >= 1024 || read(self.bytes).is_ok() {
            return None;
        }
        let name = |word: &[u8]| {
            let word = str::from_utf8(word).ok()?.trim().trim_matches('"').trim();
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_- ".contains(&byte);
            let is_word = word.bytes().any(|byte| byte.is_ascii_alphabetic() && byte != b'x');
            (is_word && word.bytes().all(is_name)).then(|| word.to_ascii_lowercase())
        };
        self.bytes.split(|&byte| byte == b',').map(name).collect()
    }

    /// Goes on to the column with this number, past commas that are not in double quotes. A line
    /// without it is left with nothing.
    fn skip_columns(&mut self, columns: usize) {
        let (mut left, mut quoted, mut at) = (columns, false, 0);
        while left > 0 && at < self.bytes.len() {
            match self.bytes[at] {
                b'"' => quoted = !quoted,
                b',' if !quoted => left -= 1,
                _ => {}
            }
            at += 1;
        }
        let number = self.number;
        *self = Self { skipped: at, ..Self::new(number, &self.bytes[at..]) };
        if !self.holds_something() {
            // Not a blank line but one whose puzzle is missing.
            self.kind = LineKind::Cells(0);
        }
    }
}

fn lines(text: &[u8]) -> Vec<Line<'_>> {
    (1..)
        .zip(text.split(|&byte| byte == b'\n'))
        .map(|(number, bytes)| Line::new(number, bytes.strip_suffix(b"\r").unwrap_or(bytes)))
        .collect()
}

/// The lines that are meant to hold one puzzle each.
type Piece<'l, 'a> = &'l [Line<'a>];

fn pieces<'l, 'a>(lines: &'l [Line<'a>], cut: Cut) -> Vec<Piece<'l, 'a>> {
    match cut {
        Cut::Lines => lines.chunks(1).filter(|line| line[0].holds_something()).collect(),
        Cut::Rows => cut_rows(lines),
    }
}

/// Cuts at blank lines and after every ninth row. Three blocks of three rows each are the bands of
/// one puzzle.
fn cut_rows<'l, 'a>(lines: &'l [Line<'a>]) -> Vec<Piece<'l, 'a>> {
    let mut pieces = Vec::new();
    // Where the blocks of three rows began that may be bands, each with its end.
    let mut bands: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if lines[at].kind == LineKind::Blank {
            at += 1;
            continue;
        }
        let end = lines[at..]
            .iter()
            .position(|line| line.kind == LineKind::Blank)
            .map_or(lines.len(), |n| at + n);
        let block = &lines[at..end];
        let rows = count_rows(block);
        if rows != 3 {
            pieces.extend(bands.drain(..).map(|(start, end)| &lines[start..end]));
        }
        match rows {
            0 => {}
            3 => {
                bands.push((at, end));
                if let [(first, _), _, (_, last)] = bands[..] {
                    pieces.push(&lines[first..last]);
                    bands.clear();
                }
            }
            4..=9 | 1 | 2 => pieces.push(block),
            _ => pieces.extend(cut_every_nine(block)),
        }
        at = end;
    }
    pieces.extend(bands.drain(..).map(|(start, end)| &lines[start..end]));
    pieces
}

/// How many rows a block has. Art without a `+` counts as rows of blanks unless the others alone
/// make whole puzzles, as in core.
fn count_rows(block: &[Line<'_>]) -> usize {
    let count = |is_row: fn(&Line<'_>) -> bool| {
        block.iter().filter(|line| line.kind != LineKind::Comment && is_row(line)).count()
    };
    let plain = count(|line| !line.is_art());
    match plain > 0 && plain.is_multiple_of(9) {
        true => plain,
        false => count(|line| line.kind != LineKind::Separator),
    }
}

/// Cuts a block of more than nine rows after every ninth.
fn cut_every_nine<'l, 'a>(block: &'l [Line<'a>]) -> Vec<Piece<'l, 'a>> {
    let plain =
        block.iter().filter(|line| line.kind != LineKind::Comment && !line.is_art()).count();
    let all_art_is_separators = plain.is_multiple_of(9);
    let is_other = |line: &Line<'_>| {
        matches!(line.kind, LineKind::Comment | LineKind::Separator)
            || (all_art_is_separators && line.is_art())
    };
    let mut pieces = Vec::new();
    let (mut start, mut rows) = (0, 0);
    for (at, line) in block.iter().enumerate() {
        if !is_other(line) {
            if rows == 9 {
                pieces.push(&block[start..at]);
                (start, rows) = (at, 0);
            }
            rows += 1;
        }
    }
    pieces.push(&block[start..]);
    pieces
}

fn read_piece(piece: Piece<'_, '_>, cut: Cut) -> Result<FilePuzzle, FileError> {
    let first_line =
        piece.iter().find(|line| line.kind != LineKind::Comment).map_or(1, |line| line.number);
    let result = match piece {
        [line] => read(line.bytes),
        lines => {
            let lines: Vec<&[u8]> = lines.iter().map(|line| line.bytes).collect();
            read(lines.join(&b'\n'))
        }
    };
    match result {
        // One puzzle of the other form among many is as likely half of another.
        Ok((board, form)) if (form == Form::Line) == (cut == Cut::Lines) => {
            Ok(FilePuzzle { line: first_line, board })
        }
        Ok(_) => Err(FileError::OtherForm(first_line)),
        Err(error) => {
            let before = piece.first().map_or(0, |line| line.number - 1);
            let skipped = piece.first().map_or(0, |line| line.skipped);
            let (line, column) = (error.line + before, error.column + skipped);
            Err(FileError::Puzzle(ReadError { line, column, ..error }))
        }
    }
}

/// Some of a file's errors, for people: the place and the cause of each, at most as many as are
/// read, and how many more there are.
pub struct Errors<'a> {
    /// The file.
    pub file: &'a str,
    /// Its errors.
    pub errors: &'a [FileError],
}

impl Errors<'_> {
    /// How many errors of a file are printed.
    pub const SHOWN: usize = 20;
}

impl fmt::Display for Errors<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for error in self.errors.iter().take(Self::SHOWN) {
            writeln!(f, "{}: {error}", self.file)?;
        }
        match self.errors.len().saturating_sub(Self::SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "{}: {more} more unreadable puzzles", self.file),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const OTHER: &str =
        ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.";

    fn board(line: &str) -> Board {
        line.parse().expect("a good line")
    }

    fn places(file: &PuzzleFile) -> Vec<(usize, Board)> {
        file.puzzles.iter().map(|puzzle| (puzzle.line, puzzle.board)).collect()
    }

    fn errors(text: impl AsRef<[u8]>) -> Vec<String> {
        read_puzzles(text.as_ref()).errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lines_stand_alone() {
        let text = format!("# a comment\n\n{LINE} easy\r\n{OTHER},1,x\r\n");
        let file = read_puzzles(text.as_bytes());
        assert_eq!(places(&file), [(3, board(LINE)), (4, board(OTHER))]);
        assert_eq!(file.errors, []);
    }

    #[test]
    fn a_broken_line_spoils_only_itself() {
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
    fn a_csv_header_and_a_byte_order_mark_are_passed_over() {
        for header in ["puzzle,solution", "Puzzle", "\"quizzes\",\"solutions\"", "question,rating"]
        {
            let text = format!("\u{feff}# from somewhere\n{header}\n{LINE},{OTHER}\n");
            let file = read_puzzles(text.as_bytes());
            assert_eq!((places(&file), file.errors), (vec![(3, board(LINE))], vec![]), "{header}");
        }
        // Only the first line is a header, and only if it looks like one.
        assert_eq!(read_puzzles(format!("{LINE}\npuzzle\n").as_bytes()).errors.len(), 1);
        assert_eq!(read_puzzles(format!("oops\n{LINE}\n").as_bytes()).errors.len(), 1);
    }

    #[test]
    fn a_csv_header_says_which_column_holds_the_puzzles() {
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
        // A line without the column is no blank line.
        let text = format!("id,puzzle\n1,{LINE}\n2\n");
        assert_eq!(errors(text), ["line 3, column 2: no puzzle found"]);
    }

    #[test]
    fn a_csv_header_without_a_known_column_is_refused() {
        let text = format!("# from somewhere\nid,givens,solution_1\n{LINE},{OTHER},\n");
        let file = read_puzzles(text.as_bytes());
        assert_eq!((file.puzzles, file.errors), (vec![], vec![FileError::NoColumn(2)]));
        let errors = errors(text);
        assert!(errors[0].starts_with("line 2: none of the columns"), "{errors:?}");
        assert!(errors[0].ends_with("`question`, `sudoku`"), "{errors:?}");
    }

    #[test]
    fn rows_are_cut_at_blank_lines_and_after_nine() {
        for form in [Form::Boj2580, Form::Boj2239, Form::Grid] {
            let (one, two) = (board(LINE), board(OTHER));
            for gap in ["\n", "\n\n", "\n\n# next\n\n", "\r\n\r\n"] {
                let text = format!("{}{gap}{}\n", one.display(form), two.display(form));
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
    fn a_broken_block_spoils_only_itself() {
        let good = board(LINE).display(Form::Boj2239).to_string();
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
    fn the_first_readable_puzzle_decides() {
        let rows = board(LINE).display(Form::Boj2239).to_string();
        assert_eq!(read_puzzles(format!("{LINE}\n\n{rows}\n").as_bytes()).errors.len(), 9);
        let file = read_puzzles(format!("{rows}\n\n{LINE}\n").as_bytes());
        assert_eq!((file.puzzles.len(), file.errors.len()), (1, 1));
    }

    #[test]
    fn a_file_without_a_puzzle_says_so() {
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
        let file = read_puzzles("1\n".repeat(1_000_000).as_bytes());
        assert!(file.puzzles.is_empty() && !file.errors.is_empty());
    }

    #[test]
    fn printed_errors_are_few() {
        let errors = read_puzzles("oops\n".repeat(50).as_bytes()).errors;
        let errors = Errors { file: "f.txt", errors: &errors };
        let text = errors.to_string();
        assert!(text.starts_with("f.txt: line 1, "), "{text}");
        assert!(text.lines().count() <= Errors::SHOWN + 1);
    }
}
