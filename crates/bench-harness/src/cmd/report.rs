//! `bench-harness report`: shows a measurement file as the command without a subcommand does.

use std::path::PathBuf;

use clap::Args;
use cli_support::ExitStatus;

use super::output::{CommandResult, OutputArgs};
use super::select::RowFilter;

/// The options of `report`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ReportArgs {
    /// Measurement file
    pub file: PathBuf,

    /// The rows to report.
    #[command(flatten)]
    pub filter: RowFilter,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,
}

const AFTER_HELP: &str = "\
Exit codes:
  0  success
  2  bad usage, or a file that cannot be read or written";

/// Writes the report.
pub fn execute(args: &ReportArgs) -> CommandResult {
    let ReportArgs { file, filter, output } = args;
    let measured = filter.load(file)?;
    let output = output.open(&[file], &filter.strategies)?;
    let has_all = filter.sets.is_empty() && filter.mode.is_none();
    output.write(&measured, &measured.file_notes(), has_all && measured.plan.is_main_job())?;
    Ok(ExitStatus::Success)
}
