//! `bench-harness rank`: ranks the strategies of a measurement file over all its sets.

use std::path::PathBuf;

use clap::Args;

use super::output::{CommandResult, write};
use super::select::RowFilter;
use crate::render::ranking::render;

/// The options of `rank`.
#[derive(Args, Clone, Debug)]
pub struct RankArgs {
    /// Measurement file
    pub file: PathBuf,

    /// The rows to rank.
    #[command(flatten)]
    pub filter: RowFilter,
}

/// Prints the ranking.
pub fn execute(args: &RankArgs) -> CommandResult {
    write(None, &[], render(&args.filter.load(&args.file)?))
}
