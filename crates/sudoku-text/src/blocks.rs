//! The stream: an iterator that cuts a reader into blocks of whole puzzles.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::sync::Arc;

use sudoku_core::{Board, Candidates, ReadError, ReadErrorKind};

use crate::brackets::OpenBrackets;
use crate::detect::{self, Detected};
use crate::entry::{Cut, PieceReading, ReadLine, ReadMarks, ReadPiece, ReadRows, Reading};
use crate::fields::{COMMENT, FileFields, distinct_names};
use crate::format::{FileFormat, csv, jsonl};
use crate::hints::FileHints;
use crate::line::{BYTE_ORDER_MARK, FileLine, find, last_line, lines};
use crate::line_ends::LineEnds;
use crate::names::Names;
use crate::puzzle::{FileCandidates, FileError, FilePuzzle, MAX_LINE, ReadFileError};
use crate::rows;
use crate::utf16::{LONGEST_MARK, Utf16Decoder, other_encoding};

/// The number of bytes per read, and the maximum number of bytes that may wait for more input.
const READ: usize = 1 << 18;

/// With fewer bytes in the buffer, they are checked again after every read.
const FEW: usize = 1 << 13;

/// An iterator over the [`Block`]s of a reader.
///
/// Whole puzzles are passed on after every read. A process that waits for the answer to one line
/// before it writes the next line gets it.
#[derive(Debug)]
pub struct Blocks<R> {
    reader: R,
    /// The target of reads.
    scratch: Box<[u8]>,
    /// The bytes that are not in a block yet. They begin with the line `line`.
    buffer: Vec<u8>,
    line: usize,
    /// The number of bytes before the buffer on its line; 0 if every puzzle begins on a new line.
    line_offset: usize,
    format: Option<FileFormat>,
    /// The puzzle column of a CSV file.
    column: csv::Column,
    /// The names of the columns of a CSV file, as far as it has a header.
    header: Arc<[Arc<str>]>,
    /// The name of the puzzle column or key.
    names: Names,
    /// The decoder, if the file is UTF-16.
    decoder: Option<Utf16Decoder>,
    line_ends: LineEnds,
    /// The name of the encoding, if it is unsupported.
    other_encoding: Option<&'static str>,
    /// The format of the last line that was taken, judged by that line alone.
    last_look: Option<FileFormat>,
    /// True while a line that is too long is being skipped.
    skipping: bool,
    /// True if a block was returned.
    found: bool,
    is_first_read: bool,
    /// The number of bytes in the buffer that determined neither the format nor a puzzle.
    looked_at: usize,
    is_end: bool,
    is_done: bool,
    /// The error of the reader, which comes after the whole lines before it.
    failure: Option<io::Error>,
}

/// Whole puzzles of a file, not parsed yet.
#[derive(Clone, Debug)]
pub struct Block {
    line: usize,
    bytes: Vec<u8>,
    content: Content,
    /// The format of the file, if it is known.
    format: Option<FileFormat>,
    /// The format of the line before the block, judged by that line alone.
    look_before: Option<FileFormat>,
    /// The function to read candidates, if the format holds them.
    marks: Option<ReadMarks>,
}

#[derive(Clone, Debug)]
enum Content {
    /// A puzzle on each line.
    Lines(ReadLine, FileFormat),
    /// A puzzle on each line, in this column of a table with this header.
    Column(csv::Column, Arc<[Arc<str>]>),
    /// A puzzle in the JSON object on each line.
    Keyed(Names),
    /// Puzzles of several lines, as ranges of the block's lines.
    Rows(ReadRows, Vec<Range<usize>>),
    /// Pieces of text with one puzzle each.
    Pieces(ReadPiece, Names, Vec<Piece>),
    /// An error.
    Error(FileError),
}

/// A piece of text.
#[derive(Clone, Debug)]
struct Piece {
    /// The line on which the piece begins.
    line: usize,
    /// The number of bytes before the piece on that line.
    offset: usize,
    /// The range in the block.
    range: Range<usize>,
}

impl<R: Read> Blocks<R> {
    /// Reads puzzles and detects their format.
    pub fn new(reader: R) -> Self {
        Self {
            reader,
            scratch: vec![0; READ].into_boxed_slice(),
            buffer: Vec::new(),
            line: 1,
            line_offset: 0,
            format: None,
            column: csv::Column::FIRST,
            header: Arc::default(),
            names: Names::default(),
            decoder: None,
            line_ends: LineEnds::Unknown,
            other_encoding: None,
            last_look: None,
            skipping: false,
            found: false,
            is_first_read: true,
            looked_at: 0,
            is_end: false,
            is_done: false,
            failure: None,
        }
    }

    /// Reads puzzles in this format. The header of a CSV file still selects the column.
    pub fn with_format(reader: R, format: FileFormat) -> Self {
        Self { format: (format != FileFormat::Csv).then_some(format), ..Self::new(reader) }
    }

    /// Reads puzzles with these hints.
    pub fn with_hints(reader: R, hints: &FileHints) -> Self {
        let blocks = match hints.format {
            Some(format) => Self::with_format(reader, format),
            None => Self::new(reader),
        };
        let names = Names::new(hints.column.as_deref(), hints.ignores_rules);
        Self { names, ..blocks }
    }

    /// Reads and parses all puzzles on this thread, in the order of the file.
    ///
    /// After an invalid puzzle the iterator continues with the next one.
    ///
    /// ```
    /// use sudoku_text::{Blocks, ReadFileError};
    ///
    /// let line =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let text = format!("{line}\n{line}5\n{line}\n");
    /// let (mut boards, mut invalid) = (Vec::new(), Vec::new());
    /// for puzzle in Blocks::new(text.as_bytes()).puzzles() {
    ///     match puzzle {
    ///         Ok(puzzle) => boards.push(puzzle.board),
    ///         Err(ReadFileError::Puzzle(error)) => invalid.push(error.line()),
    ///         Err(error) => return Err(error),
    ///     }
    /// }
    /// assert_eq!((boards.len(), invalid), (2, vec![2]));
    /// # Ok(())
    /// ```
    pub fn puzzles(self) -> impl Iterator<Item = Result<FilePuzzle, ReadFileError>> {
        self.flat_map(|block| {
            let (puzzles, error) = match block {
                Ok(block) => (block.puzzles().collect(), None),
                Err(error) => (Vec::new(), Some(Err(error.into()))),
            };
            puzzles.into_iter().map(|puzzle| Ok(puzzle?)).chain(error)
        })
    }

    /// Returns the format of the file, once it is known. All rows of cells are
    /// [`FileFormat::Grid`].
    #[must_use]
    pub const fn format(&self) -> Option<FileFormat> {
        self.format
    }

    /// Returns true if the file is in UTF-16, after the first read. Then byte positions in blocks
    /// differ from those in the file.
    #[must_use]
    pub const fn is_utf16(&self) -> bool {
        self.decoder.is_some()
    }

    fn read_more(&mut self) -> io::Result<()> {
        let count = loop {
            match self.reader.read(&mut self.scratch) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.is_end = count == 0;
        let read = &self.scratch[..count];
        let (before, is_first_read) = (self.buffer.len(), self.is_first_read);
        match &mut self.decoder {
            None => self.buffer.extend_from_slice(read),
            // The error is reported at the end.
            Some(decoder) if self.is_end && decoder.is_within_unit() => {}
            Some(decoder) => decoder.decode(read, self.is_end, &mut self.buffer),
        }
        // A byte-order mark may arrive in pieces.
        if self.is_first_read && (self.is_end || self.buffer.len() >= LONGEST_MARK) {
            self.is_first_read = false;
            self.take_mark();
        }
        // Until the byte-order mark is known, the bytes may be UTF-16.
        if !self.is_first_read {
            let before = if is_first_read { 0 } else { before };
            self.line_ends.convert(&mut self.buffer, before, self.is_end);
        }
        Ok(())
    }

    /// Removes the byte-order mark and decodes the bytes after it.
    fn take_mark(&mut self) {
        self.other_encoding = other_encoding(&self.buffer);
        if self.buffer.starts_with(BYTE_ORDER_MARK) {
            self.buffer.drain(..BYTE_ORDER_MARK.len());
        } else if let Some((mut decoder, length)) = Utf16Decoder::of(&self.buffer) {
            let bytes = std::mem::take(&mut self.buffer);
            // A file that is shorter than the mark has no whole unit.
            decoder.decode(&bytes[length..], false, &mut self.buffer);
            self.decoder = Some(decoder);
        }
    }

    /// Returns the next block if enough was read for one.
    fn take_block(&mut self) -> Option<Block> {
        if self.is_first_read {
            return None;
        }
        if let Some(name) = self.other_encoding {
            self.is_done = true;
            return Some(Block::error(FileError::OtherEncoding(name)));
        }
        if self.skipping {
            self.skip_line();
        }
        if !self.found && self.format.is_none() {
            self.pass_blank_lines();
        }
        self.format =
            self.format.or_else(|| detect::by_beginning(&self.buffer, self.is_end, &self.names));
        if let Some(Reading::Pieces(reading)) = self.format.map(FileFormat::reading) {
            return self.take_pieces(reading);
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
        let format = match self.format {
            Some(format) => format,
            None if !is_last_chance && self.has_looked_enough(complete) => return None,
            None => match self.detect(complete, is_last_chance) {
                Detected::Format(format) => *self.format.insert(format),
                Detected::Column(column, end) => {
                    (self.format, self.column) = (Some(FileFormat::Csv), column);
                    let before = lines(self.line, &self.buffer[..end]);
                    let header = before.filter(FileLine::holds_something).last();
                    let names = header.iter().flat_map(|it| csv::values(it.bytes, column));
                    self.header = distinct_names(names.map(Arc::from)).into();
                    self.take(end);
                    return self.take_block();
                }
                Detected::Error(error) => {
                    self.is_done = true;
                    return Some(Block::error(error));
                }
                Detected::Open(looks) if self.is_end => looks,
                // Any format may follow, so every line is separate.
                Detected::Open(looks) if is_last_chance => {
                    if looks.has_lines() {
                        looks
                    } else {
                        FileFormat::Line
                    }
                }
                Detected::Open(_) => {
                    self.looked_at = complete;
                    return None;
                }
            },
        };
        let (line, look_before) = (self.line, self.last_look);
        let content = match format.reading() {
            Reading::Line(read) => Content::Lines(read, format),
            Reading::Column => Content::Column(self.column, Arc::clone(&self.header)),
            Reading::Keyed => Content::Keyed(self.names.clone()),
            Reading::Rows(read) => return self.take_rows(read, complete, is_last_chance),
            Reading::Pieces(reading) => return self.take_pieces(reading),
        };
        let bytes = self.take(complete);
        let marks = format.marks_reading();
        Some(Block { line, bytes, content, format: self.format, look_before, marks })
    }

    /// Returns true if the first `count` bytes of the buffer are not worth a check. Reads may be
    /// short, and each check takes time in proportion to the buffer.
    const fn has_looked_enough(&self, count: usize) -> bool {
        self.looked_at > FEW && count < 2 * self.looked_at
    }

    /// Detects the format from the complete lines.
    fn detect(&self, complete: usize, is_all: bool) -> Detected {
        #[cfg(test)]
        tests::LOOKED_AT.with(|bytes| bytes.set(bytes.get() + complete));
        let lines: Vec<FileLine<'_>> = lines(self.line, &self.buffer[..complete]).collect();
        detect::by_lines(&lines, &self.names, complete, !self.found, is_all)
    }

    /// Takes puzzles of several lines from the buffer.
    fn take_rows(
        &mut self,
        read: ReadRows,
        complete: usize,
        is_last_chance: bool,
    ) -> Option<Block> {
        let lines: Vec<FileLine<'_>> = lines(self.line, &self.buffer[..complete]).collect();
        let mut cut = rows::cut(&lines, self.is_end);
        if cut.rest == 0 && is_last_chance {
            cut = rows::cut(&lines, true);
        }
        let end = lines.get(cut.rest).map_or(complete, |rest| rest.start);
        if end == 0 {
            return None;
        }
        let (line, look_before) = (self.line, self.last_look);
        let content = Content::Rows(read, cut.pieces);
        let marks = self.format.and_then(FileFormat::marks_reading);
        let bytes = self.take(end);
        Some(Block { line, bytes, content, format: self.format, look_before, marks })
    }

    /// Takes the pieces that the format finds itself.
    fn take_pieces(&mut self, reading: PieceReading) -> Option<Block> {
        let is_last_chance = self.is_end || self.buffer.len() > READ;
        if !is_last_chance && self.has_looked_enough(self.buffer.len()) {
            return None;
        }
        let names = self.names.clone();
        let Cut { pieces, rest: mut end } = (reading.cut)(&self.buffer, self.is_end, &names);
        let is_too_long = end == 0 && self.buffer.len() > READ;
        if is_too_long {
            end = self.buffer.len();
        }
        if end == 0 {
            self.looked_at = self.buffer.len();
            return None;
        }
        let (mut line, mut offset, mut at) = (self.line, self.line_offset, 0);
        let mut go_to = |place: usize| {
            let passed = &self.buffer[at..place];
            line += memchr::memchr_iter(b'\n', passed).count();
            offset = match memchr::memrchr(b'\n', passed) {
                Some(last) => passed.len() - last - 1,
                None => offset + passed.len(),
            };
            at = place;
            (line, offset)
        };
        let mut found = Vec::with_capacity(pieces.len());
        for range in pieces {
            let (line, offset) = go_to(range.start);
            found.push(Piece { line, offset, range });
        }
        (_, self.line_offset) = go_to(end);
        let line = self.line;
        let content = match is_too_long {
            true => Content::Error(FileError::TooLong(line)),
            false => Content::Pieces(reading.read, names, found),
        };
        let bytes = self.take(end);
        let format = self.format;
        Some(Block { line, bytes, content, format, look_before: None, marks: None })
    }

    /// Returns the error for the line at the start of the buffer, which is skipped from here on.
    fn take_long_line(&mut self) -> Block {
        self.buffer.clear();
        self.last_look = None;
        self.skipping = true;
        Block::error(FileError::TooLong(self.line))
    }

    /// Skips the blank lines at the start of a file, which may be gigabytes. A blank line that is
    /// too long is an error, not skipped.
    fn pass_blank_lines(&mut self) {
        let blank = self.buffer.len() - self.buffer.trim_ascii_start().len();
        // Eight tabs are a row of empty cells.
        let blank = find(&self.buffer[..blank], &[b'\t'; 8]).unwrap_or(blank);
        let mut end = 0;
        while let Some(last) =
            memchr::memrchr(b'\n', &self.buffer[end..blank.min(end + MAX_LINE + 1)])
        {
            end += last + 1;
        }
        if end > 0 {
            self.take(end);
        }
    }

    fn skip_line(&mut self) {
        match memchr::memchr(b'\n', &self.buffer) {
            Some(end) => {
                self.take(end + 1);
                (self.skipping, self.last_look) = (false, None);
            }
            None => self.buffer.clear(),
        }
    }

    /// Takes the first bytes from the buffer.
    fn take(&mut self, count: usize) -> Vec<u8> {
        self.looked_at = 0;
        let rest = self.buffer[count..].to_vec();
        self.buffer.truncate(count);
        let taken = std::mem::replace(&mut self.buffer, rest);
        self.line += memchr::memchr_iter(b'\n', &taken).count();
        self.last_look = last_line(&taken).map_or(self.last_look, detect::look);
        taken
    }
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
                if let Some(error) = self.failure.take() {
                    return Some(Err(error));
                }
                if self.decoder.as_ref().is_some_and(Utf16Decoder::is_within_unit) {
                    return Some(Ok(Block::error(FileError::CutShort(self.line))));
                }
                let kind = ReadErrorKind::NoPuzzle;
                let error = ReadError { line: 1, column: 1, cell: None, kind };
                return (!self.found).then(|| Ok(Block::error(FileError::Puzzle(error))));
            }
            if let Err(error) = self.read_more() {
                let whole = memchr::memrchr(b'\n', &self.buffer).map_or(0, |last| last + 1);
                self.buffer.truncate(whole);
                (self.failure, self.is_end) = (Some(error), true);
            }
        }
        None
    }
}

impl Block {
    fn error(error: FileError) -> Self {
        let line = error.line();
        let content = Content::Error(error);
        let (format, look_before, marks) = (None, None, None);
        Self { line, bytes: Vec::new(), content, format, look_before, marks }
    }

    /// Parses the puzzles, in the order of the file.
    pub fn puzzles(&self) -> Box<dyn Iterator<Item = Result<FilePuzzle, FileError>> + '_> {
        match &self.content {
            &Content::Lines(read, _) => {
                Box::new(self.on_lines(move |line| puzzle(line, read(line))))
            }
            // In a table, any line may look like another format.
            &Content::Column(column, _) => Box::new(self.full_lines().map(move |line| {
                let line = line?;
                puzzle(&line, csv::read(&line, column))
            })),
            Content::Keyed(names) => {
                Box::new(self.on_lines(move |line| puzzle(line, jsonl::read(line, names))))
            }
            Content::Rows(read, pieces) => Box::new(self.on_rows(pieces, *read)),
            Content::Pieces(read, names, pieces) => Box::new(pieces.iter().map(move |piece| {
                read(&self.bytes[piece.range.clone()], piece.line, piece.offset, names)
            })),
            Content::Error(error) => Box::new(std::iter::once(Err(error.clone()))),
        }
    }

    /// Parses the puzzles with candidates, in the order of the file. If the format holds none, they
    /// are the candidates that the clues allow.
    pub fn candidates(&self) -> Box<dyn Iterator<Item = Result<FileCandidates, FileError>> + '_> {
        match (&self.content, self.marks) {
            (Content::Lines(..), Some(read)) => Box::new(self.on_lines(move |line| {
                let candidates = read(std::slice::from_ref(line))?;
                Ok(FileCandidates { line: line.number, column: 1, candidates })
            })),
            (Content::Rows(_, pieces), Some(read)) => {
                Box::new(self.on_rows(pieces, move |lines| {
                    let candidates = read(lines)?;
                    let first = lines.iter().find(|line| line.holds_something());
                    let line = first.map_or(1, |line| line.number);
                    Ok(FileCandidates { line, column: 1, candidates })
                }))
            }
            _ => Box::new(self.puzzles().map(|puzzle| {
                let FilePuzzle { line, column, board } = puzzle?;
                Ok(FileCandidates { line, column, candidates: Candidates::from(&board) })
            })),
        }
    }

    /// Returns true if entries may have a comment. The name of a column with comments is
    /// [`COMMENT`].
    #[must_use]
    pub fn may_have_comments(&self) -> bool {
        match &self.content {
            Content::Column(_, header) => header.iter().any(|name| &**name == COMMENT),
            Content::Rows(..) | Content::Error(_) => false,
            _ => true,
        }
    }

    /// Returns the named values of each entry, in the order of the file, or `None` if no entry has
    /// any beside its puzzle. A number is the line of an entry that may have no item in
    /// [`puzzles`](Self::puzzles). Entries without a number have one item each.
    pub fn fields(&self) -> Option<Box<dyn Iterator<Item = (Option<usize>, FileFields)> + '_>> {
        let cells = match &self.content {
            Content::Lines(_, FileFormat::Line) if !self.is_bare() => 81,
            Content::Lines(_, FileFormat::Sukaku) => 729,
            #[cfg(feature = "sites")]
            Content::Lines(_, FileFormat::PuzzleBank) => {
                return Some(Box::new(
                    self.fields_of_lines(|line| FileFields::of_record(line.bytes)),
                ));
            }
            Content::Column(column, header) if header.len() > 1 || !self.is_bare() => {
                let read = |line: &FileLine<'_>| FileFields::of_row(line, *column, header);
                return Some(Box::new(self.fields_of_lines(read)));
            }
            Content::Keyed(names) => {
                let read = |line: &FileLine<'_>| FileFields::of_object(line.bytes, &[], names);
                return Some(Box::new(self.fields_of_lines(read)));
            }
            Content::Pieces(_, names, pieces) => {
                let mut brackets = OpenBrackets::of(&self.bytes);
                return Some(Box::new(pieces.iter().map(move |piece| {
                    let object = &self.bytes[piece.range.clone()];
                    let around = brackets.members_around(piece.range.start);
                    (None, FileFields::of_object(object, &around, names))
                })));
            }
            _ => return None,
        };
        Some(Box::new(self.fields_of_lines(move |line| FileFields::of_line(line.bytes, cells))))
    }

    fn fields_of_lines(
        &self,
        read: impl Fn(&FileLine<'_>) -> FileFields,
    ) -> impl Iterator<Item = (Option<usize>, FileFields)> {
        self.full_lines().map(move |line| match line {
            Ok(line) => (Some(line.number), read(&line)),
            Err(error) => (Some(error.line()), FileFields::default()),
        })
    }

    /// Returns true if no line is longer than 81 characters, because every 82nd character ends one.
    fn is_bare(&self) -> bool {
        let (lines, _) = self.bytes.as_chunks::<82>();
        lines.iter().all(|line| line[81] == b'\n')
    }

    /// Reads each line that is neither blank nor a comment.
    fn on_lines<T>(
        &self,
        read: impl Fn(&FileLine<'_>) -> Result<T, FileError>,
    ) -> impl Iterator<Item = Result<T, FileError>> {
        // Not built on `full_lines`: one closure per line is faster than two.
        lines(self.line, &self.bytes).filter_map(move |line| {
            if line.bytes.len() > MAX_LINE {
                return Some(Err(FileError::TooLong(line.number)));
            }
            if !line.holds_something() {
                return None;
            }
            match read(&line) {
                Err(error) => self.with_hint(&line, error).map(Err),
                puzzle => Some(puzzle),
            }
        })
    }

    /// Reads the puzzles of several lines.
    fn on_rows<T>(
        &self,
        pieces: &[Range<usize>],
        read: impl Fn(&[FileLine<'_>]) -> Result<T, FileError>,
    ) -> impl Iterator<Item = Result<T, FileError>> {
        let lines: Vec<FileLine<'_>> = lines(self.line, &self.bytes).collect();
        pieces.iter().filter_map(move |piece| {
            let error = match short_lines(&lines[piece.clone()]).and_then(&read) {
                Err(error) => error,
                puzzle => return Some(puzzle),
            };
            match lines[piece.clone()].iter().find(|line| line.holds_something()) {
                Some(first) => self.with_hint(first, error).map(Err),
                None => Some(Err(error)),
            }
        })
    }

    /// Replaces the error of a line that looks like another format. Returns `None` if the line
    /// before it looked the same, so that a file in two formats does not have an error for each
    /// line.
    #[cold]
    fn with_hint(&self, line: &FileLine<'_>, error: FileError) -> Option<FileError> {
        let is_plain = matches!(
            error,
            FileError::Puzzle(_) | FileError::NotJson { .. } | FileError::OtherFormat { .. }
        );
        let Some(format) = self.format.filter(|_| is_plain) else { return Some(error) };
        let Some(look) = detect::look(line.bytes).filter(|look| !look.is_like(format)) else {
            return Some(error);
        };
        let before = last_line(&self.bytes[..line.start]).map_or(self.look_before, detect::look);
        let error = FileError::OtherFormat { line: line.number, format: look.name() };
        (before != Some(look)).then_some(error)
    }

    /// Returns the lines that are neither blank nor comments. Lines that are too long are errors.
    fn full_lines(&self) -> impl Iterator<Item = Result<FileLine<'_>, FileError>> {
        lines(self.line, &self.bytes).filter_map(|line| {
            if line.bytes.len() > MAX_LINE {
                return Some(Err(FileError::TooLong(line.number)));
            }
            line.holds_something().then_some(Ok(line))
        })
    }
}

/// Returns the puzzle of a line.
fn puzzle(line: &FileLine<'_>, board: Result<Board, FileError>) -> Result<FilePuzzle, FileError> {
    board.map(|board| FilePuzzle { line: line.number, column: 1, board })
}

/// Returns the lines, or an error if one is too long.
fn short_lines<'a, 'b>(lines: &'a [FileLine<'b>]) -> Result<&'a [FileLine<'b>], FileError> {
    match lines.iter().find(|line| line.bytes.len() > MAX_LINE) {
        Some(line) => Err(FileError::TooLong(line.number)),
        None => Ok(lines),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::Read;

    use super::{Blocks, READ};

    thread_local! {
        /// The number of bytes checked during detection.
        pub(super) static LOOKED_AT: Cell<usize> = const { Cell::new(0) };
    }

    /// A reader that returns few bytes at a time.
    struct Few<'a>(&'a [u8]);

    impl Read for Few<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
            let few = bytes.len().min(500);
            self.0.read(&mut bytes[..few])
        }
    }

    #[test]
    fn short_reads_without_a_format_are_not_checked_repeatedly() {
        let text = "nothing of this is a puzzle\n".repeat(2 * READ / 27);
        assert!(Blocks::new(Few(text.as_bytes())).all(|block| block.is_ok()));
        let looked_at = LOOKED_AT.get();
        assert!(looked_at > text.len() && looked_at < 4 * text.len(), "{looked_at}");
    }
}
