//! `bench-harness report`: shows a measurement file as the command without a subcommand does.

use std::path::PathBuf;

use clap::Args;
use cli_support::ExitStatus;

use super::output::{CommandResult, OutputArgs};
use super::select::RowFilter;

#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    /// Measurement file
    pub file: PathBuf,

    #[command(flatten)]
    pub filter: RowFilter,

    #[command(flatten)]
    pub output: OutputArgs,
}

pub fn execute(args: &ReportArgs) -> CommandResult {
    let ReportArgs { file, filter, output } = args;
    let measured = filter.load(file)?;
    let output = output.open(&[file], &filter.strategies)?;
    let has_all = filter.sets.is_empty() && filter.mode.is_none();
    output.write(&measured, &measured.file_notes(), has_all && measured.plan.is_main_job())?;
    Ok(ExitStatus::Success)
}
