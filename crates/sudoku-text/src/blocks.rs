//! The stream: a reader cut into blocks of whole puzzles.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

use sudoku_core::{LineKind, ReadError, ReadErrorKind};

use crate::line::{Line, PUZZLE_COLUMNS, lines};
use crate::{FileError, FileForm, FilePuzzle, rows, xml};

/// How many bytes a line may have, its line end not counted. A longer one is an error, and is passed
/// over without being held in memory.
pub const MAX_LINE: usize = 1 << 16;

/// How many bytes are asked for at once, and how many may wait for more that makes sense of them.
const READ: usize = 1 << 18;

/// A reader cut into [`Block`]s: an iterator over them.
///
/// What one read gives is handed on as far as it holds whole puzzles, so that whoever waits for the
/// answer to one line before writing the next gets it.
#[derive(Debug)]
pub struct Blocks<R> {
    reader: R,
    /// Where reads go.
    scratch: Box<[u8]>,
    /// What was read and is in no block yet; it begins with the line `line`.
    buffer: Vec<u8>,
    line: usize,
    /// The bytes before the buffer on its line: none but in XML.
    column: usize,
    form: Option<FileForm>,
    /// How many columns of a CSV file stand before the puzzles.
    columns: usize,
    /// Whether a line that is too long is being passed over.
    skipping: bool,
    /// Whether any block was handed out.
    found: bool,
    is_first_read: bool,
    is_end: bool,
    is_done: bool,
}

/// Whole puzzles of a file, not read yet.
#[derive(Clone, Debug)]
pub struct Block {
    line: usize,
    bytes: Vec<u8>,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    /// A puzzle on each line.
    Lines { form: FileForm, columns: usize },
    /// Puzzles of several lines each, as ranges of the block's lines.
    Rows { form: FileForm, pieces: Vec<Range<usize>> },
    /// XML tags: the line and column on which each begins, and its bytes.
    Tags(Vec<(usize, usize, Range<usize>)>),
    /// Something that is no puzzle.
    Error(FileError),
}

impl<R: Read> Blocks<R> {
    /// Reads puzzles in whatever form they are.
    pub fn new(reader: R) -> Self {
        Self {
            reader,
            scratch: vec![0; READ].into_boxed_slice(),
            buffer: Vec::new(),
            line: 1,
            column: 0,
            form: None,
            columns: 0,
            skipping: false,
            found: false,
            is_first_read: true,
            is_end: false,
            is_done: false,
        }
    }

    /// Reads puzzles in this form. The header of a CSV file still says which column is theirs.
    pub fn with_form(reader: R, form: FileForm) -> Self {
        Self { form: (form != FileForm::Csv).then_some(form), ..Self::new(reader) }
    }

    /// The form of the file, once it is decided; any rows of cells are [`FileForm::Grid`].
    #[must_use]
    pub const fn form(&self) -> Option<FileForm> {
        self.form
    }

    fn read_more(&mut self) -> io::Result<()> {
        let count = loop {
            match self.reader.read(&mut self.scratch) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.buffer.extend_from_slice(&self.scratch[..count]);
        self.is_end = count == 0;
        // A byte-order mark may come in pieces.
        if self.is_first_read && (self.is_end || self.buffer.len() >= 3) {
            self.is_first_read = false;
            if self.buffer.starts_with(b"\xef\xbb\xbf") {
                self.buffer.drain(..3);
            }
        }
        Ok(())
    }

    /// Takes the next block from what was read, if that is enough for one.
    fn take_block(&mut self) -> Option<Block> {
        if self.is_first_read {
            return None;
        }
        if self.skipping {
            self.skip_line();
        }
        let is_xml = match self.form {
            Some(form) => form == FileForm::OpenSudoku,
            None => xml::is_xml(&self.buffer),
        };
        if is_xml {
            self.form = Some(FileForm::OpenSudoku);
            return self.take_tags();
        }
        let complete = match memchr::memrchr(b'\n', &self.buffer) {
            _ if self.is_end => self.buffer.len(),
            Some(last) => last + 1,
            None => 0,
        };
        let is_too_long = self.buffer.len() - complete > MAX_LINE;
        if complete == 0 {
            return is_too_long.then(|| self.take_long_line());
        }
        let is_last_chance = self.is_end || is_too_long || self.buffer.len() > READ;
        let form = match self.form {
            Some(form) => form,
            None => match self.decide(complete) {
                Decision::Form(form) => *self.form.insert(form),
                Decision::Header(end) => {
                    self.take(end);
                    return self.take_block();
                }
                Decision::Error(error) => {
                    self.is_done = true;
                    return Some(Block::error(error));
                }
                Decision::Open(looks) if self.is_end => looks,
                // Any form may follow, so every line stands alone.
                Decision::Open(_) if is_last_chance => FileForm::Line,
                Decision::Open(_) => return None,
            },
        };
        if !form.has_rows() {
            let line = self.line;
            let content = Content::Lines { form, columns: self.columns };
            return Some(Block { line, bytes: self.take(complete), content });
        }
        let lines: Vec<Line<'_>> = lines(self.line, &self.buffer[..complete]).collect();
        let mut cut = rows::cut(&lines, self.is_end);
        if cut.rest == 0 && is_last_chance {
            cut = rows::cut(&lines, true);
        }
        let end = lines.get(cut.rest).map_or(complete, |rest| rest.start);
        if end == 0 {
            return None;
        }
        let line = self.line;
        let bytes = self.take(end);
        Some(Block { line, bytes, content: Content::Rows { form, pieces: cut.pieces } })
    }

    /// Takes XML tags.
    fn take_tags(&mut self) -> Option<Block> {
        let (pieces, mut end) = xml::cut(&self.buffer, self.is_end);
        if end == 0 && self.buffer.len() > READ {
            // No tag is that long.
            end = self.buffer.len();
        }
        if end == 0 {
            return None;
        }
        let (mut line, mut column, mut at) = (self.line, self.column, 0);
        let mut go_to = |place: usize, buffer: &[u8]| {
            let passed = &buffer[at..place];
            line += memchr::memchr_iter(b'\n', passed).count();
            column = match memchr::memrchr(b'\n', passed) {
                Some(last) => passed.len() - last - 1,
                None => column + passed.len(),
            };
            at = place;
            (line, column)
        };
        let tags = pieces
            .into_iter()
            .map(|piece| {
                let (line, column) = go_to(piece.start, &self.buffer);
                (line, column, piece)
            })
            .collect();
        let (_, column) = go_to(end, &self.buffer);
        self.column = column;
        let line = self.line;
        Some(Block { line, bytes: self.take(end), content: Content::Tags(tags) })
    }

    /// The error for the line that the buffer begins with, which is passed over from here on.
    fn take_long_line(&mut self) -> Block {
        self.buffer.clear();
        self.skipping = true;
        Block::error(FileError::TooLong(self.line))
    }

    fn skip_line(&mut self) {
        match memchr::memchr(b'\n', &self.buffer) {
            Some(end) => {
                self.take(end + 1);
                self.skipping = false;
            }
            None => self.buffer.clear(),
        }
    }

    /// Takes the first bytes of the buffer.
    fn take(&mut self, count: usize) -> Vec<u8> {
        let rest = self.buffer[count..].to_vec();
        self.buffer.truncate(count);
        let taken = std::mem::replace(&mut self.buffer, rest);
        self.line += memchr::memchr_iter(b'\n', &taken).count();
        taken
    }

    /// Decides the form: the first readable puzzle's.
    fn decide(&mut self, complete: usize) -> Decision {
        let lines: Vec<Line<'_>> = lines(self.line, &self.buffer[..complete]).collect();
        let Some(first) = lines.iter().position(Line::holds_something) else {
            return Decision::Open(FileForm::Line);
        };
        let names = if self.found { None } else { lines[first].column_names() };
        if let Some(names) = &names {
            let is_known = |name: &String| PUZZLE_COLUMNS.contains(&name.as_str());
            if let Some(column) = names.iter().position(is_known) {
                self.columns = column;
                self.form = Some(FileForm::Csv);
                let next = lines.get(first + 1).map_or(complete, |next| next.start);
                return Decision::Header(next);
            }
        }
        // Words are a header only if there are puzzles in the columns that they may name.
        let columns = names.map_or(1, |names| names.len());
        let holds_puzzle = |line: &Line<'_>| line.holds_puzzle_in(1..columns);
        let row = lines.iter().position(holds_puzzle);
        let line = lines.iter().enumerate().find_map(|(at, line)| Some((at, line.form()?)));
        let line = line.filter(|&(at, _)| row.is_none_or(|row| at < row));
        // Rows decide only if they are readable before the first readable line.
        let before = &lines[..line.map(|(at, _)| at).or(row).unwrap_or(lines.len())];
        let pieces = rows::cut(before, true).pieces;
        match pieces.into_iter().find_map(|piece| rows::form(&before[piece])) {
            Some(form) => Decision::Form(form),
            None => match (line, row) {
                (Some((_, form)), _) => Decision::Form(form),
                (None, Some(_)) => Decision::Error(FileError::NoColumn(lines[first].number)),
                (None, None) => Decision::Open(looks(&lines, first)),
            },
        }
    }
}

/// What a look at the first lines of a file says of its form.
enum Decision {
    Form(FileForm),
    /// It is CSV, and its first puzzle begins here.
    Header(usize),
    /// It cannot be read at all.
    Error(FileError),
    /// There is no readable puzzle yet; it looks like this form.
    Open(FileForm),
}

/// Two rows of a grid hold at most 18 cells, so more of them are meant to be a line.
fn looks(lines: &[Line<'_>], first: usize) -> FileForm {
    let is_short = match lines[first].kind() {
        LineKind::Cells(cells) | LineKind::Dashes(cells) => cells <= 18,
        _ => true,
    };
    if is_short && lines.len() > 1 { FileForm::Grid } else { FileForm::Line }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<io::Result<Block>> {
        while !self.is_done {
            if let Some(block) = self.take_block() {
                self.found = self.found || block.puzzles().next().is_some();
                return Some(Ok(block));
            }
            if self.is_end {
                self.is_done = true;
                let kind = ReadErrorKind::NoPuzzle;
                let error = ReadError { line: 1, column: 1, cell: None, kind };
                return (!self.found).then(|| Ok(Block::error(FileError::Puzzle(error))));
            }
            if let Err(error) = self.read_more() {
                self.is_done = true;
                return Some(Err(error));
            }
        }
        None
    }
}

impl Block {
    const fn error(error: FileError) -> Self {
        Self { line: error.line(), bytes: Vec::new(), content: Content::Error(error) }
    }

    /// Reads the puzzles, in the order of the file.
    pub fn puzzles(&self) -> Box<dyn Iterator<Item = Result<FilePuzzle, FileError>> + '_> {
        match &self.content {
            &Content::Lines { form, columns } => Box::new(
                lines(self.line, &self.bytes).filter_map(move |line| line.read(form, columns)),
            ),
            Content::Rows { form, pieces } => {
                let lines: Vec<Line<'_>> = lines(self.line, &self.bytes).collect();
                let read =
                    move |piece: &Range<usize>| rows::read_piece(&lines[piece.clone()], *form);
                Box::new(pieces.iter().map(read))
            }
            Content::Tags(tags) => Box::new(tags.iter().map(|(line, column, tag)| {
                xml::read_tag(&self.bytes[tag.clone()], *line, *column)
            })),
            Content::Error(error) => Box::new(std::iter::once(Err(*error))),
        }
    }
}
