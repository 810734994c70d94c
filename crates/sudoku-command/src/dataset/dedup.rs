//! `sudoku dataset dedup`.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use cli_support::{ExitStatus, counted, eprint_message};
use compressed_io::shown;
use sudoku_dataset::{DedupRequest, dedup};

use super::search::FilesArgs;
use super::watch::Watch;
use crate::error::CliError;
use crate::values;

/// Remove leaks between files and duplicates within files
///
/// Among equivalent puzzles (same up to symmetry and relabeling) the first is kept, in the order in
/// which the files are given. List the test file first to keep it intact. The results are written
/// into a folder under the same names, with all other lines unchanged. Existing files are never
/// overwritten. The files must be in a format with one puzzle per line.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku dataset dedup test.csv train.csv -o clean")]
pub(super) struct DedupArgs {
    #[command(flatten)]
    search: FilesArgs,

    /// Folder for the results; created if missing
    #[arg(long, short, value_name = "FOLDER", value_parser = values::folder())]
    output: PathBuf,
}

pub(super) fn run(args: &DedupArgs, stop: &'static AtomicBool) -> Result<ExitStatus, CliError> {
    let is_quiet = args.search.quiet;
    let request = DedupRequest { search: args.search.search(), folder: args.output.clone() };
    let mut watch = Watch::new(is_quiet, args.search.errors, stop);
    let cleaned = dedup(&request, &mut watch);
    let cleaned = watch.finish(cleaned)?;
    if !is_quiet {
        let removed = counted(cleaned.removed, "duplicate");
        eprint_message(&format!("{}: removed {removed}\n", shown(&args.output)));
    }
    Ok(if cleaned.unreadable == 0 { ExitStatus::Success } else { ExitStatus::Fault })
}
