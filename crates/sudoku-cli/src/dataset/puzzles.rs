//! Where the puzzles of a data set come from.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use sudoku_text::{Blocks, FileForm, FilePuzzle};

use crate::CliError;
use crate::source::Source;

/// What comes next from the source.
pub(super) enum Item {
    /// A puzzle that is to be made, by its number in the series.
    Number(u64),
    /// A puzzle of a file.
    Puzzle {
        /// Counted from 0, over all files.
        number: u64,
        file: Arc<Names>,
        puzzle: FilePuzzle,
    },
    /// Something in a file that is no puzzle, as a message.
    Bad(String),
    /// What keeps the source from giving more.
    Failed(CliError),
}

/// How a file is called.
pub(super) struct Names {
    /// In messages.
    pub(super) shown: String,
    /// In the data set: without its folder.
    pub(super) short: String,
}

/// Everything in these files, in their order; `passed` is told how many bytes were taken.
pub(super) fn read(
    sources: Vec<Source>,
    form: Option<FileForm>,
    passed: Arc<AtomicU64>,
) -> impl Iterator<Item = Item> + Send {
    let mut number = 0;
    let items = sources.into_iter().flat_map(move |source| read_file(&source, form, &passed));
    items.map(move |mut item| {
        if let Item::Puzzle { number: own, .. } = &mut item {
            *own = number;
            number += 1;
        }
        item
    })
}

fn read_file(
    source: &Source,
    form: Option<FileForm>,
    passed: &Arc<AtomicU64>,
) -> Box<dyn Iterator<Item = Item> + Send> {
    let shown = source.name();
    let failed = {
        let shown = shown.clone();
        move |error| Item::Failed(CliError(format!("{shown}: {error}")))
    };
    let reader = match source.open(passed) {
        Ok(reader) => reader,
        Err(error) => return Box::new(iter::once(failed(error))),
    };
    let blocks = match form {
        None => Blocks::new(reader),
        Some(form) => Blocks::with_form(reader, form),
    };
    let short = shown.rsplit(['/', std::path::MAIN_SEPARATOR]).next().unwrap_or(&shown).to_owned();
    let file = Arc::new(Names { shown, short });
    Box::new(blocks.flat_map(move |block| -> Vec<Item> {
        match block {
            Err(error) => vec![failed(error)],
            Ok(block) => {
                let item = |puzzle| match puzzle {
                    Ok(puzzle) => Item::Puzzle { number: 0, file: Arc::clone(&file), puzzle },
                    Err(error) => Item::Bad(format!("{}: {error}", file.shown)),
                };
                block.puzzles().map(item).collect()
            }
        }
    }))
}
