//! `sudoku-text` is a library that reads and writes files of Sudoku puzzles in every common text
//! format.
//!
//! ```
//! use sudoku_text::{Blocks, FileFormat};
//!
//! let text = "id,puzzle
//! 1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! 2,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7
//! ";
//! let mut blocks = Blocks::new(text.as_bytes());
//! for block in blocks.by_ref() {
//!     for puzzle in block?.puzzles() {
//!         match puzzle {
//!             Ok(puzzle) => assert_eq!((puzzle.line, puzzle.board.clue_count()), (2, 30)),
//!             Err(error) => {
//!                 assert_eq!(error.to_string(), "line 3, column 83 (r9c9): 1 cell missing");
//!             }
//!         }
//!     }
//! }
//! assert_eq!(blocks.format(), Some(FileFormat::Csv));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The first readable puzzle determines the format of the whole file. In a format with one puzzle
//! per line, every line is separate, so a broken line affects no other. In the other formats, a
//! blank line or the ninth row ends a puzzle. Errors are reported with their position, and reading
//! continues.
//!
//! [`Blocks`] cuts a reader into blocks of whole puzzles, about as fast as it finds line ends. A
//! [`Block`] parses its puzzles on demand, so parsing can run on many threads. At most one block of
//! the file is in memory. [`Blocks::puzzles`] reads everything on one thread.
//!
//! To add a format, add a variant of [`FileFormat`], an entry in its table and a file in the folder
//! `format`.
//!
//! # Limitations
//!
//! A puzzle is a [`Board`], that is, it is given by clues. A candidate grid that is equivalent to a
//! set of clues is read as those clues. Other candidate grids give [`FileError::NeedsCandidates`];
//! read them with [`Block::candidates`]. Only 9×9 puzzles are supported.
//!
//! [`Board`]: sudoku_core::Board

#![warn(missing_debug_implementations)]

mod answer;
mod art;
mod blocks;
mod brackets;
mod candidates;
mod cells;
mod detect;
mod entry;
mod fields;
mod format;
mod hints;
mod line;
mod line_ends;
mod names;
mod puzzle;
mod read;
mod rows;
mod sections;
mod size;
mod table;
mod unicode;
mod utf16;

pub use answer::find_last_board;
pub use blocks::{Block, Blocks};
pub use fields::{COMMENT, FileField, FileFields, distinct_names, free_name, object_fields};
#[cfg(feature = "sites")]
pub use format::bank::puzzle_hash;
#[cfg(feature = "sites")]
pub use format::link::f_puzzles_link;
pub use format::{FileFormat, FileFormatError};
pub use hints::FileHints;
pub use puzzle::{
    FileCandidates, FileError, FilePuzzle, HAS_RULES, LinkError, MAX_LINE, PUZZLE_COLUMNS,
    ReadFileError,
};
pub use read::{PuzzleFile, read, read_puzzles};
pub use utf16::to_utf8;
