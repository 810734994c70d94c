//! `bench-harness report`: shows a measurement file as tables or as an HTML page.

use std::path::PathBuf;

use clap::Args;

use super::output::{CommandResult, write};
use super::select::RowFilter;
use crate::render::format::ResultFormat;
use crate::render::html::page;
use crate::render::records::render;

/// The options of `report`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ReportArgs {
    /// Measurement file
    pub file: PathBuf,

    /// The rows to report.
    #[command(flatten)]
    pub filter: RowFilter,

    /// Write a self-contained HTML page with plots to this file
    #[arg(long, value_name = "PATH", group = "format")]
    pub html: Option<PathBuf>,

    /// Print the tables as Markdown
    #[arg(long, group = "format")]
    pub markdown: bool,
}

const AFTER_HELP: &str = "\
Exit codes:
  0  success
  2  bad usage, a file that cannot be read or written";

/// Writes the report.
pub fn execute(args: &ReportArgs) -> CommandResult {
    let measured = args.filter.load(&args.file)?;
    if let Some(path) = &args.html {
        return write(Some(path), &[&args.file], page(&measured));
    }
    let format = if args.markdown { ResultFormat::Markdown } else { ResultFormat::Table };
    write(None, &[], render(&measured, &measured.file_notes(), format)?)
}
