//! Files of puzzles: every text form, read as a stream of any size without being told which, and
//! written.
//!
//! A file's form is decided on its first readable puzzle and holds for the whole file. Where a form
//! has a puzzle on each line, every physical line stands alone, so that a broken one spoils only
//! itself; in the others a blank line or the ninth row ends a puzzle. What cannot be read is
//! reported with its place in the file, and the rest is read on. The weak spot: a puzzle is a
//! [`Board`], so that of the forms that hold candidates only what amounts to clues is one; the rest
//! is a [`FileError::NeedsCandidates`], unless a block is asked for its [candidates].
//!
//! ```
//! use sudoku_text::{Blocks, FileFormat};
//!
//! let text = "id,puzzle,solution
//! 1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,
//! 2,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7,
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
//! [`Blocks`] cuts a reader into blocks of whole puzzles at the speed of finding line ends, and a
//! [`Block`] reads its puzzles wherever it is taken, so that reading them can be spread over
//! threads. At no time is more of a file in memory than one block, whatever the file holds.
//!
//! [`Board`]: sudoku_core::Board
//! [candidates]: Block::candidates

mod art;
mod blocks;
mod candidates;
mod cells;
mod detect;
mod entry;
mod format;
mod hints;
mod line;
mod names;
mod puzzle;
mod read;
mod rows;
mod size;
mod utf16;

pub use blocks::{Block, Blocks};
pub use format::{FileFormat, FileFormatError};
pub use hints::FileHints;
pub use puzzle::{FileCandidates, FileError, FilePuzzle, MAX_LINE, PUZZLE_COLUMNS};
pub use read::{PuzzleFile, read, read_puzzles};
pub use utf16::to_utf8;
