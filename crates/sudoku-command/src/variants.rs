//! Variants: the option `--rules`, and puzzles of f-puzzles with rules.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use compressed_io::InputFile;
use sudoku_core::Board;
use sudoku_rules::{Rule, Rules};
use sudoku_text::{FileError, FilePuzzle, to_utf8};
use sudoku_variants::Ruled;

use crate::args::{ColumnArg, FormatArgs, InputArgs, OutputArgs};
use crate::error::CliError;
use crate::inline_or_file::{LONGEST, beginning};
use crate::pipeline::Sink;
use crate::stream::Stream;

/// The rules of all puzzles.
#[derive(Args, Clone, Debug)]
pub(crate) struct RulesFile {
    /// Rules of a variant, such as killer cages: a file with one rule per line
    ///
    /// Each puzzle of the input gets these rules. Without FILE|PUZZLE, the only puzzle is the line
    /// `board` of the rules, or a blank board. Links of f-puzzles bring their own rules. Puzzles
    /// with rules are searched by the strategy `weighted`.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl RulesFile {
    /// Opens the stream that the arguments describe. Also returns the rules of its puzzles.
    pub(crate) fn open(
        &self,
        input: &InputArgs,
        output: &OutputArgs,
        formats: &FormatArgs,
    ) -> Result<(Stream, Vec<Rule>), CliError> {
        let Some(path) = &self.rules else {
            return Ok((Stream::with_parts(input, output, formats)?, Vec::new()));
        };
        if path == Path::new("-") {
            return Err(CliError::Usage("--rules needs a file, not standard input"));
        }
        let file = InputFile::new(path);
        InputFile::keep_from(std::slice::from_ref(&file), output.file())?;
        let Rules { board, rules } = read(&file)?;
        if !input.files.is_empty() {
            if board != Board::EMPTY {
                return Err(CliError::Usage(
                    "the rules have a line `board`, and there is also another puzzle; remove one \
                     of them",
                ));
            }
            return Ok((Stream::reading(vec![file], input, output, formats)?, rules));
        }
        let column = ColumnArg { column: None };
        let input = InputArgs { files: vec![path.clone()], from: None, column, ..input.clone() };
        let mut stream = Stream::with_parts(&input, output, formats)?;
        stream.clues = Some(board);
        Ok((stream, rules))
    }
}

/// The maximum number of mistakes in rules that are reported.
const MOST_MISTAKES: usize = 20;

/// Reads the rules of a file.
fn read(file: &InputFile) -> Result<Rules, CliError> {
    let text = beginning(file).map_err(|error| file.error(error))?;
    if text.len() > LONGEST {
        let reason = format!("more than {LONGEST} bytes, the maximum for rules");
        return Err(file.error(io::Error::other(reason)).into());
    }
    let (rules, errors) = Rules::read(&String::from_utf8_lossy(&to_utf8(text)));
    if errors.is_empty() {
        return Ok(rules);
    }
    let name = file.name();
    let mut lines: Vec<_> =
        errors.iter().take(MOST_MISTAKES).map(|error| format!("{name}: {error}")).collect();
    if errors.len() > MOST_MISTAKES {
        lines.push(format!("{name}: {} more mistakes", errors.len() - MOST_MISTAKES));
    }
    Err(CliError::Rules(lines.join("\nerror: ")))
}

/// Writes the answer to a variant, or returns the reason for a missing one as text for the user.
type VariantAnswer = dyn Fn(&Ruled, &mut Sink<'_>) -> Result<(), String> + Send + Sync;

/// The answers to variants.
pub(crate) struct Variants {
    /// The rules that each puzzle gets besides its own.
    rules: Vec<Rule>,
    pub(crate) answer: Box<VariantAnswer>,
}

impl Variants {
    /// Returns the answers of this function to puzzles with these rules, and to those with rules of
    /// their own.
    pub(crate) fn new(
        rules: Vec<Rule>,
        answer: impl Fn(&Ruled, &mut Sink<'_>) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        Self { rules, answer: Box::new(answer) }
    }

    /// Returns true if each puzzle gets rules.
    pub(crate) const fn has_rules(&self) -> bool {
        !self.rules.is_empty()
    }

    /// Returns the line of a puzzle and the puzzle with its rules, or the reason why it cannot be
    /// read. Returns `None` if the puzzle is no variant.
    pub(crate) fn of(
        &self,
        puzzle: &Result<FilePuzzle, FileError>,
    ) -> Option<(usize, Result<Ruled, String>)> {
        let (line, rules) = match puzzle {
            Ok(FilePuzzle { line, board, .. }) if self.has_rules() => {
                (*line, Ok(Rules { board: *board, rules: Vec::new() }))
            }
            Err(FileError::Variant { line, f_puzzles: Some(json), .. }) => {
                (*line, Rules::from_f_puzzles(json).map_err(|error| error.to_string()))
            }
            _ => return None,
        };
        let puzzle = rules.and_then(|mut rules| {
            rules.rules.extend_from_slice(&self.rules);
            Ruled::new(&rules).map_err(|error| error.to_string())
        });
        Some((line, puzzle))
    }
}
