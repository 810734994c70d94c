//! `bench-harness report`: shows a measurement file as tables, as an HTML page or in a document.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use cli_support::ExitStatus;

use super::output::{CommandResult, write};
use super::select::RowFilter;
use super::splice::{check, splice};
use crate::render::format::ResultFormat;
use crate::render::html::page;
use crate::render::records::render;

/// The options of `report`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ReportArgs {
    /// Measurement file
    #[arg(required_unless_present = "check")]
    pub file: Option<PathBuf>,

    /// The rows to report.
    #[command(flatten)]
    pub filter: RowFilter,

    /// Write a self-contained HTML page with plots to this file
    #[arg(long, value_name = "PATH", group = "format")]
    pub html: Option<PathBuf>,

    /// Print the tables as Markdown
    #[arg(long, group = "format")]
    pub markdown: bool,

    /// Write the tables into this document, after its comments `<!-- harness: OPTIONS -->`
    #[arg(long, value_name = "DOCUMENT", group = "format", conflicts_with_all = ["strategies", "sets", "mode"])]
    pub splice: Option<PathBuf>,

    /// Fail if a table in this document was edited after `--splice`; reads no measurement file
    #[arg(long, value_name = "DOCUMENT", group = "format", conflicts_with = "file")]
    pub check: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Exit codes:
  0  success
  2  bad usage, a file that cannot be read or written, or with --check an edited table";

/// Writes the report.
pub fn execute(args: &ReportArgs) -> CommandResult {
    let named = |path: &Path| path.display().to_string();
    let read = |path: &Path| fs::read_to_string(path).with_context(|| named(path));
    if let Some(path) = &args.check {
        check(&read(path)?).with_context(|| named(path))?;
        return Ok(ExitStatus::Success);
    }
    let file = args.file.as_deref().unwrap_or(Path::new(""));
    let measured = args.filter.load(file)?;
    if let Some(path) = &args.html {
        return write(Some(path), &[file], page(&measured));
    }
    if let Some(path) = &args.splice {
        let spliced = splice(&read(path)?, &measured).with_context(|| named(path))?;
        return write(Some(path), &[file], spliced);
    }
    let format = if args.markdown { ResultFormat::Markdown } else { ResultFormat::Table };
    write(None, &[], render(&measured, &measured.file_notes(), format)?)
}
