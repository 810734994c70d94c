//! Puzzles with rules besides those of classic Sudoku.

use sudoku_rules::{Rule, Rules};
use sudoku_text::{FileError, FilePuzzle};
use sudoku_variants::Ruled;

use crate::pipeline::Sink;

/// The subcommands with the option `--rules` for puzzles, as text.
pub(crate) const WITH_RULES: &str = "solve, check, count, enumerate, hint, explain and convert";

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
        ruled(puzzle, &self.rules)
    }
}

/// Returns the line of a puzzle and the puzzle with these rules besides its own, or the reason why
/// it cannot be read. Returns `None` if the puzzle is no variant.
pub(crate) fn ruled(
    puzzle: &Result<FilePuzzle, FileError>,
    others: &[Rule],
) -> Option<(usize, Result<Ruled, String>)> {
    let (line, rules) = match puzzle {
        Ok(FilePuzzle { line, board, .. }) if !others.is_empty() => {
            (*line, Ok(Rules { board: *board, rules: Vec::new() }))
        }
        Err(FileError::Variant { line, f_puzzles: Some(json), .. }) => {
            (*line, Rules::from_f_puzzles(json).map_err(|error| error.to_string()))
        }
        _ => return None,
    };
    let puzzle = rules.and_then(|mut rules| {
        rules.rules.extend_from_slice(others);
        Ruled::new(&rules).map_err(|error| error.to_string())
    });
    Some((line, puzzle))
}
