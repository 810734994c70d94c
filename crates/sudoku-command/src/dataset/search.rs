//! The arguments of a search for duplicates.

use std::path::PathBuf;

use compressed_io::InputFile;
use sudoku_dataset::{DuplicateSearch, Identity};
use sudoku_registry::{FASTEST, STRATEGIES, find};
use sudoku_text::{FileFormat, FileHints};

use crate::args::{ColumnArg, ErrorArgs, Threads};
use crate::values;

/// The files to search, and options of the search.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct FilesArgs {
    /// Files with puzzles, compressed or not
    ///
    /// Text in any format, compressed with gzip or Zstandard or not. `check` also reads .parquet,
    /// .npy and .npz files.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Input format [default: detected]
    ///
    /// The first readable puzzle of a text file determines the format of the file. Parquet and
    /// NumPy files need no format.
    #[arg(long, value_name = "FORMAT", value_parser = values::file_formats())]
    from: Option<FileFormat>,

    #[command(flatten)]
    column: ColumnArg,

    /// Identity of a puzzle: the puzzle itself, or its solution grid
    ///
    /// Both are compared up to symmetry and relabeling. A network that learns solutions can profit
    /// from a puzzle with the same solution, so check a split with `solution` too.
    #[arg(long, value_name = "IDENTITY", value_parser = values::identities(), default_value = "puzzle")]
    pub(super) by: Identity,

    /// Folder for temporary files [default: the system's]
    ///
    /// A search of more than a million puzzles needs a temporary file of 53 bytes per puzzle and 24
    /// bytes per duplicate.
    #[arg(long, value_name = "FOLDER")]
    temporary: Option<PathBuf>,

    #[command(flatten)]
    pub(super) errors: ErrorArgs,

    #[command(flatten)]
    threads: Threads,

    /// Suppress progress and summary
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl FilesArgs {
    /// Returns the search that the arguments describe.
    pub(super) fn search(&self) -> DuplicateSearch {
        DuplicateSearch {
            files: InputFile::all(&self.files),
            hints: FileHints {
                format: self.from,
                column: self.column.column.clone(),
                ..FileHints::default()
            },
            by: self.by,
            solver: find(FASTEST).unwrap_or(&STRATEGIES[0]).solver,
            temporary: self.temporary.clone().unwrap_or_else(std::env::temp_dir),
            threads: self.threads.count(),
        }
    }
}
