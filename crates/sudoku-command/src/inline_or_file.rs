//! Values that are written on the command line, or are in a file that is named there.

use std::fmt::Display;
use std::io::{self, Read};
use std::ops::Deref;
use std::sync::Arc;

use compressed_io::InputFile;
use sudoku_core::Board;
use sudoku_generator::{Pattern, PatternError};
use sudoku_text::to_utf8;

/// A value, and the file that it was read from, which no output may be written over.
///
/// An option that takes one says FILE in its `value_name`, and by that is tested.
#[derive(Clone, Debug)]
pub(crate) struct InlineOrFile<T> {
    value: T,
    file: Option<InputFile>,
}

impl<T> InlineOrFile<T> {
    /// The file, unless the value stood on the command line itself.
    pub(crate) const fn file(&self) -> Option<&InputFile> {
        self.file.as_ref()
    }
}

impl<T> Deref for InlineOrFile<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// Reads a picture of clues.
pub(crate) fn pattern(text: &str) -> Result<InlineOrFile<Pattern>, String> {
    inline_or_file(text, picture)
}

/// A `#` may be the sign of a clue at the beginning of a row: lines that begin with one are
/// comments only where there is no picture with them. A puzzle in any form is a picture of its
/// clues.
fn picture(text: &[u8]) -> Result<Pattern, PatternError> {
    let board = || sudoku_text::read(text).ok().map(|(board, _)| Pattern::of(&board));
    let text = String::from_utf8_lossy(text);
    let is_comment = |line: &&str| line.trim_start().starts_with('#');
    text.parse().or_else(|error| {
        let lines: Vec<&str> = text.lines().collect();
        let above = lines.iter().take_while(|line| is_comment(line)).count();
        let below = |comments: usize| lines[comments..].concat().parse().ok();
        let rows = || lines.iter().filter(|line| !is_comment(line)).copied();
        let found = (1..=above).find_map(below).or_else(|| rows().collect::<String>().parse().ok());
        let is_puzzle = text.contains(|sign| matches!(sign, '1'..='9'));
        found.or_else(|| if is_puzzle { board() } else { None }).ok_or(error)
    })
}

/// Reads a puzzle.
pub(crate) fn board(text: &str) -> Result<InlineOrFile<Board>, String> {
    inline_or_file(text, |text| sudoku_text::read(text).map(|(board, _)| board))
}

fn inline_or_file<T, E: Display>(
    text: &str,
    read: impl Fn(&[u8]) -> Result<T, E>,
) -> Result<InlineOrFile<T>, String> {
    let file = InputFile::new(text);
    if file.path().is_none() {
        return Err("81 characters or a file is needed here, and `-` is standard input".to_owned());
    }
    let error = match read(text.as_bytes()) {
        Ok(value) => return Ok(InlineOrFile { value, file: None }),
        Err(error) => error,
    };
    match beginning(&file) {
        Ok(content) if content.len() > LONGEST => {
            Err(format!("a file of more than {LONGEST} bytes is no picture of a board"))
        }
        Ok(content) => match read(&to_utf8(content)) {
            Ok(value) => Ok(InlineOrFile { value, file: Some(file) }),
            Err(error) => Err(error.to_string()),
        },
        Err(cause) => Err(format!("{error}; and no file of this name can be read: {cause}")),
    }
}

/// A file with a picture of a board is shorter, whatever is drawn around it.
const LONGEST: usize = 1 << 16;

/// The bytes of a file, packed or not, or of one that is too long its beginning.
fn beginning(file: &InputFile) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let reader = file.open(&Arc::default()).map_err(|error| error.source)?;
    reader.take(LONGEST as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}
