//! `sudoku dataset dedup`.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use cli_support::{ExitStatus, eprint_message};
use compressed_io::shown;
use sudoku_dataset::{DedupRequest, dedup};

use super::search::SearchArgs;
use super::watch::Watch;
use crate::error::CliError;
use crate::values;

/// Remove leaks between files, and duplicates within them
///
/// Of the puzzles that are the same but for symmetry and the names of the digits the first stays,
/// in the order in which the files are given: name the test file first to keep it whole. The files
/// are written into a folder under their names, every other line as it was; nothing that is there
/// already is written over. They need a form with a puzzle on each line.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku dataset dedup test.csv train.csv -o clean")]
pub(super) struct DedupArgs {
    #[command(flatten)]
    search: SearchArgs,

    /// The folder for the files; made if it is not there
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
        let copies = if cleaned.removed == 1 { "copy is" } else { "copies are" };
        eprint_message(&format!("{}: {} {copies} gone\n", shown(&args.output), cleaned.removed));
    }
    Ok(if cleaned.unreadable == 0 { ExitStatus::Success } else { ExitStatus::Fault })
}
