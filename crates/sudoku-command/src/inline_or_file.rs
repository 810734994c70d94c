//! Option values that are given inline or in a file.

use std::fmt::Display;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use compressed_io::InputFile;
use sudoku_core::Board;
use sudoku_generator::{Pattern, PatternError};
use sudoku_text::to_utf8;

/// A value, with the file that it was read from. No output may overwrite this file.
///
/// The `value_name` of such an option contains `FILE`; a test relies on this.
#[derive(Clone, Debug)]
pub(crate) struct InlineOrFile<T> {
    value: T,
    file: Option<InputFile>,
}

impl<T> InlineOrFile<T> {
    /// Returns the file, or `None` if the value was given inline.
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

/// Parses a pattern of clues.
pub(crate) fn pattern(text: &str) -> Result<InlineOrFile<Pattern>, String> {
    pattern_in(Path::new(""), text)
}

/// Parses a pattern of clues, or the name of its file relative to a folder.
pub(crate) fn pattern_in(folder: &Path, text: &str) -> Result<InlineOrFile<Pattern>, String> {
    inline_or_file(folder, text, picture)
}

/// Parses the text of a pattern. A line that begins with `#` may be a row whose first cell is a
/// clue, so such lines are comments only if the pattern cannot be read with them. A puzzle in any
/// format is the pattern of its clues.
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

/// Parses a puzzle.
pub(crate) fn board(text: &str) -> Result<InlineOrFile<Board>, String> {
    board_in(Path::new(""), text)
}

/// Parses a puzzle, or the name of its file relative to a folder.
pub(crate) fn board_in(folder: &Path, text: &str) -> Result<InlineOrFile<Board>, String> {
    inline_or_file(folder, text, |text| sudoku_text::read(text).map(|(board, _)| board))
}

fn inline_or_file<T, E: Display>(
    folder: &Path,
    text: &str,
    read: impl Fn(&[u8]) -> Result<T, E>,
) -> Result<InlineOrFile<T>, String> {
    if text == "-" {
        return Err("expected 81 characters or a file, not standard input".to_owned());
    }
    let file = InputFile::new(folder.join(text));
    let error = match read(text.as_bytes()) {
        Ok(value) => return Ok(InlineOrFile { value, file: None }),
        Err(error) => error,
    };
    match beginning(&file) {
        Ok(content) if content.len() > LONGEST => {
            Err(format!("expected a board in a file of at most {LONGEST} bytes"))
        }
        Ok(content) => match read(&to_utf8(content)) {
            Ok(value) => Ok(InlineOrFile { value, file: Some(file) }),
            Err(error) => Err(error.to_string()),
        },
        Err(cause) => Err(format!("{error}; it is not a readable file either: {cause}")),
    }
}

/// The maximum size of such a file in bytes. A drawn board is much smaller, and so are rules.
pub(crate) const LONGEST: usize = 1 << 16;

/// Reads a file, decompressed if necessary, up to one byte more than the maximum.
pub(crate) fn beginning(file: &InputFile) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let reader = file.open(&Arc::default()).map_err(|error| error.source)?;
    reader.take(LONGEST as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}
