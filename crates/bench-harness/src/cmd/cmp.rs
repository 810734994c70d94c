//! `bench-harness cmp`: compares two measurement files.

use std::path::PathBuf;

use clap::Args;

use super::output::{CommandResult, write};
use super::select::RowFilter;
use crate::render::comparison::render;

#[derive(Args, Clone, Debug)]
pub struct CompareArgs {
    /// Measurement file before the change
    pub old: PathBuf,

    /// Measurement file after the change
    pub new: PathBuf,

    #[command(flatten)]
    pub filter: RowFilter,
}

pub fn execute(args: &CompareArgs) -> CommandResult {
    write(None, &[], render(&args.filter.load(&args.old)?, &args.filter.load(&args.new)?))
}
