//! Puzzles in files, as text or as rows of tables.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use compressed_io::{InputFile, NamedIoError};
use sudoku_core::Board;
use sudoku_text::{Block, Blocks, FileHints};

use crate::format::{ParquetReader, arrays};
use crate::observer::PuzzleError;
use crate::table::{TableReader, TableRows};

/// A kind of file with rows instead of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableKind {
    /// Parquet, with a column of puzzles.
    Parquet,
    /// A NumPy array of puzzles.
    Npy,
    /// A NumPy archive with an array of puzzles.
    Npz,
}

impl TableKind {
    /// Returns the kind of the file with this name, or `None` for text.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension().and_then(OsStr::to_str) {
            Some("parquet") => Some(Self::Parquet),
            Some("npy") => Some(Self::Npy),
            Some("npz") => Some(Self::Npz),
            _ => None,
        }
    }
}

/// A part of a file.
pub(crate) enum InputPart {
    Text(Block),
    Rows(TableRows),
}

impl InputPart {
    /// Returns the puzzles with their line or row numbers, or errors.
    pub(crate) fn puzzles<'a>(
        &'a self,
        file: &'a Arc<str>,
    ) -> Box<dyn Iterator<Item = Result<(u64, Board), PuzzleError>> + 'a> {
        match self {
            Self::Text(block) => Box::new(block.puzzles().map(|puzzle| match puzzle {
                Ok(puzzle) => Ok((puzzle.line as u64, puzzle.board)),
                Err(error) => Err(PuzzleError::unreadable(file, &error)),
            })),
            Self::Rows(rows) => {
                let numbered = (rows.first..).zip(&rows.boards);
                Box::new(numbered.map(|(row, board)| match board {
                    Ok(board) => Ok((row, *board)),
                    Err(cause) => Err(PuzzleError::Unreadable {
                        file: Arc::clone(file),
                        cause: format!("row {row}: {cause}"),
                        is_unnamed: false,
                    }),
                }))
            }
        }
    }
}

/// An iterator over the parts of a file, until an error.
pub(crate) type InputParts = Box<dyn Iterator<Item = Result<InputPart, NamedIoError>> + Send>;

/// Opens a file according to its extension. `passed` counts the bytes read from text and array
/// files. An array in Fortran order is copied to a temporary file.
pub(crate) fn open(
    input: &InputFile,
    hints: &FileHints,
    temporary: &Path,
    passed: &Arc<AtomicU64>,
) -> Result<InputParts, NamedIoError> {
    let name = input.clone();
    let table = input.path().and_then(|path| Some((path, TableKind::of(path)?)));
    let Some((path, kind)) = table else {
        let blocks = open_text(input, hints, passed)?;
        let part = |block: Result<_, _>| block.map(InputPart::Text);
        return Ok(Box::new(
            blocks.map(move |block| part(block).map_err(|error| name.error(error))),
        ));
    };
    let rows: io::Result<TableReader> = match kind {
        TableKind::Parquet => File::open(path)
            .and_then(|file| ParquetReader::new(file, hints))
            .map(|reader| Box::new(reader) as TableReader),
        TableKind::Npy => arrays::read(input.open(passed)?, temporary),
        TableKind::Npz => {
            File::open(path).and_then(|file| arrays::read_archive(file, hints, temporary))
        }
    };
    let part = |rows: Result<_, _>| rows.map(InputPart::Rows);
    let rows = rows.map_err(|error| input.error(error))?;
    Ok(Box::new(rows.map(move |rows| part(rows).map_err(|error| name.error(error)))))
}

/// Returns the number of bytes of a file that are copied to a temporary file when its puzzles are
/// read: those of an array in Fortran order, otherwise 0. It is 0 too if the file cannot be read.
#[must_use]
pub fn copied_bytes(input: &InputFile, hints: &FileHints) -> u64 {
    // A named pipe must not be opened just for this.
    let Some(path) = input.path().filter(|_| input.size().is_some()) else { return 0 };
    let copied = match TableKind::of(path) {
        Some(TableKind::Npy) => File::open(path).and_then(|mut file| arrays::copied(&mut file)),
        Some(TableKind::Npz) => {
            File::open(path).and_then(|file| arrays::copied_of_archive(file, hints))
        }
        _ => Ok(0),
    };
    copied.unwrap_or(0)
}

/// Opens a text file.
pub(crate) fn open_text(
    input: &InputFile,
    hints: &FileHints,
    passed: &Arc<AtomicU64>,
) -> Result<Blocks<Box<dyn io::Read + Send>>, NamedIoError> {
    Ok(Blocks::with_hints(input.open(passed)?, hints))
}
