//! `bench-harness cmp`: compares two measurement files.

use std::path::PathBuf;

use clap::Args;

use super::output::{CommandResult, write};
use super::select::RowFilter;
use crate::render::comparison::render;

/// The options of `cmp`.
#[derive(Args, Clone, Debug)]
pub struct CompareArgs {
    /// Measurement file before the change
    pub old: PathBuf,

    /// Measurement file after the change
    pub new: PathBuf,

    /// The rows to compare.
    #[command(flatten)]
    pub filter: RowFilter,
}

/// Prints the comparison.
pub fn execute(args: &CompareArgs) -> CommandResult {
    write(None, &[], render(&args.filter.load(&args.old)?, &args.filter.load(&args.new)?))
}
