//! The values beside the puzzles of a block.

use std::iter::Peekable;

use sudoku_text::{Block, FileError, FileFields, FilePuzzle};

/// The values of a block's entries, as [`Block::fields`] returns them.
type LinesAndFields<'a> = Box<dyn Iterator<Item = (Option<usize>, FileFields)> + 'a>;

/// The values of a block's entries, if they have any beside their puzzles.
pub(super) struct EntryFields<'a>(pub(super) Option<Peekable<LinesAndFields<'a>>>);

impl<'a> EntryFields<'a> {
    pub(super) fn new(block: &'a Block) -> Self {
        Self(block.fields().map(Iterator::peekable))
    }

    /// Returns the values of the next entry, whose puzzle or error is on this line. Skips
    /// entries before it that have no puzzle in the list of puzzles.
    pub(super) fn of(&mut self, line: usize) -> Option<FileFields> {
        let fields = self.0.as_mut()?;
        let mut taken = fields.next_if(|(at, _)| at.is_none_or(|at| at <= line))?;
        while taken.0.is_some_and(|at| at < line)
            && let Some(next) = fields.next_if(|(at, _)| at.is_some_and(|at| at <= line))
        {
            taken = next;
        }
        Some(taken.1)
    }
}

/// Returns the puzzles of a block, each with the values beside it.
pub(crate) fn entries(
    block: &Block,
) -> impl Iterator<Item = (Result<FilePuzzle, FileError>, Option<FileFields>)> {
    let mut fields = EntryFields::new(block);
    block.puzzles().map(move |puzzle| {
        let line = puzzle.as_ref().map_or_else(FileError::line, |puzzle| puzzle.line);
        (puzzle, fields.of(line))
    })
}
