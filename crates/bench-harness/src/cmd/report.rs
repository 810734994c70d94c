//! `bench-harness report`: shows a measurement file as tables or as an HTML page.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::output::{CommandResult, NamedOutput, write};
use super::select::RowFilter;
use crate::data::summary::Summary;
use crate::render::format::ResultFormat;
use crate::render::html::page;
use crate::render::records::render;
use crate::render::style::Style;
use crate::render::summary::render_summary;

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

    /// Print the summary of the uniqueness proofs instead of the tables
    #[arg(long, conflicts_with = "html")]
    pub summary: bool,
}

const AFTER_HELP: &str = "\
Exit codes:
  0  success
  2  bad usage, or a file that cannot be read or written";

/// Writes the report.
pub fn execute(args: &ReportArgs) -> CommandResult {
    let measured = args.filter.load(&args.file)?;
    let summary = Summary::of(&measured, !args.filter.strategies.is_empty());
    if let Some(path) = &args.html {
        return write(Some(path), &[&args.file], page(&measured, summary.as_ref()));
    }
    if args.summary {
        let summary = summary.context("the file has no uniqueness proofs one by one")?;
        let style = if args.markdown { Style::MARKDOWN } else { Style::SCREEN };
        let text = render_summary(&summary, &measured, &measured.file_notes(), style);
        return NamedOutput::open(None, &[&args.file])?.write_colored(&text);
    }
    let format = if args.markdown { ResultFormat::Markdown } else { ResultFormat::Table };
    write(None, &[], render(&measured, None, &measured.file_notes(), format)?)
}
