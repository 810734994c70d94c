//! `bench-harness cmp`: what changed between two measurement files.

use std::path::PathBuf;

use clap::Args;

use super::output::{CommandResult, write};
use super::select::RowFilter;
use crate::render::comparison::render;

/// The options of `cmp`.
#[derive(Args, Clone, Debug)]
pub struct CompareArgs {
    /// The measurement file before the change
    pub old: PathBuf,

    /// The measurement file after the change
    pub new: PathBuf,

    /// What is compared.
    #[command(flatten)]
    pub filter: RowFilter,
}

/// Says what changed.
pub fn execute(args: &CompareArgs) -> CommandResult {
    write(None, render(&args.filter.load(&args.old)?, &args.filter.load(&args.new)?))
}
