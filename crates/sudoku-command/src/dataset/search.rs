//! The arguments of a search for copies.

use std::path::PathBuf;

use compressed_io::InputFile;
use sudoku_dataset::DuplicateSearch;
use sudoku_text::{FileFormat, FileHints};

use crate::args::{ColumnArg, ErrorArgs, Threads};
use crate::values;

/// What is looked through, and how.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// The files with puzzles, packed with gzip or Zstandard or not at all
    ///
    /// Text in any form, or for check what ends in .parquet, .npy or .npz.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The form of the puzzles [default: seen from the first readable puzzle of each file]
    ///
    /// It is for text; .parquet, .npy and .npz are read as what they are.
    #[arg(long, value_name = "FORMAT", value_parser = values::file_formats())]
    from: Option<FileFormat>,

    #[command(flatten)]
    column: ColumnArg,

    /// Where to put a temporary file of 53 bytes for each puzzle and 24 for each copy, if they are
    /// more than a million [default: the system's folder for such]
    #[arg(long, value_name = "FOLDER")]
    temporary: Option<PathBuf>,

    #[command(flatten)]
    pub(super) errors: ErrorArgs,

    #[command(flatten)]
    threads: Threads,

    /// Show no progress and no summary
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl SearchArgs {
    /// The search as the arguments want it.
    pub(super) fn search(&self) -> DuplicateSearch {
        DuplicateSearch {
            files: InputFile::all(&self.files),
            hints: FileHints { format: self.from, column: self.column.column.clone() },
            temporary: self.temporary.clone().unwrap_or_else(std::env::temp_dir),
            threads: self.threads.count(),
        }
    }
}
