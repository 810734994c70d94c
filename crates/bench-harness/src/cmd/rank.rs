//! `bench-harness rank`: an order of strategies over all sets of a measurement file.

use std::path::PathBuf;

use clap::Args;

use super::output::{CommandResult, write};
use super::select::RowFilter;
use crate::render::ranking::render;

/// The options of `rank`.
#[derive(Args, Clone, Debug)]
pub struct RankArgs {
    /// A measurement file
    pub file: PathBuf,

    /// What is ranked.
    #[command(flatten)]
    pub filter: RowFilter,
}

/// Says which strategies are fast.
pub fn execute(args: &RankArgs) -> CommandResult {
    write(None, render(&args.filter.load(&args.file)?))
}
