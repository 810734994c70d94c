//! Iterators over the source puzzles of a data set.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use compressed_io::{InputFile, NamedIoError};
use sudoku_generator::PuzzlePlan;
use sudoku_text::{FileError, FileHints, FilePuzzle};

use crate::input::open_text;
use crate::observer::PuzzleError;

/// The next item of the source.
pub(crate) enum Item<'a> {
    /// A puzzle to generate, by its number in the series.
    Number { number: u64, plan: &'a PuzzlePlan },
    /// A puzzle of a file.
    Puzzle {
        /// Counted from 0, over all files.
        number: u64,
        file: Arc<FileNames>,
        puzzle: FilePuzzle,
    },
    /// An unreadable entry of a file.
    Bad(PuzzleError),
    /// An error that ends the source.
    Failed(NamedIoError),
}

/// The names of a file.
pub(crate) struct FileNames {
    /// The name in messages.
    pub(crate) shown: Arc<str>,
    /// The name in the data set: without its folder.
    pub(crate) short: String,
}

/// Reads everything in these files, in their order. `passed` counts the bytes read.
pub(crate) fn read<'a>(
    files: Vec<InputFile>,
    hints: FileHints,
    passed: Arc<AtomicU64>,
) -> impl Iterator<Item = Item<'a>> + Send + 'a {
    let mut next = 0;
    let items = files.into_iter().flat_map(move |file| read_file(&file, &hints, &passed));
    items.map(move |mut item| {
        if let Item::Puzzle { number, .. } = &mut item {
            *number = next;
            next += 1;
        }
        item
    })
}

fn read_file<'a>(
    input: &InputFile,
    hints: &FileHints,
    passed: &Arc<AtomicU64>,
) -> Box<dyn Iterator<Item = Item<'a>> + Send + 'a> {
    let blocks = match open_text(input, hints, passed) {
        Ok(blocks) => blocks,
        Err(error) => return Box::new(iter::once(Item::Failed(error))),
    };
    let input = input.clone();
    let shown = input.name();
    let short = shown.rsplit(['/', std::path::MAIN_SEPARATOR]).next().unwrap_or(&shown).to_owned();
    let file = Arc::new(FileNames { shown: shown.into(), short });
    Box::new(blocks.flat_map(move |block| -> Vec<Item<'a>> {
        match block {
            Err(error) => vec![Item::Failed(input.error(error))],
            Ok(block) => {
                let item = |puzzle: Result<FilePuzzle, FileError>| match puzzle {
                    Ok(puzzle) => Item::Puzzle { number: 0, file: Arc::clone(&file), puzzle },
                    Err(error) => Item::Bad(PuzzleError::unreadable(&file.shown, &error)),
                };
                block.puzzles().map(item).collect()
            }
        }
    }))
}
