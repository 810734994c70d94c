//! `bench-harness report`: what a measurement file says, for a terminal, a page or a document.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::command::Ending;
use crate::file::{Filter, LoadError, load};
use crate::output::{Format, PlotError, RenderError, Target, page, render};
use crate::record::Records;
use crate::splice::{SpliceError, check, splice};

/// The options of `report`.
#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    /// A measurement file
    #[arg(required_unless_present = "check")]
    pub file: Option<PathBuf>,

    /// What is reported.
    #[command(flatten)]
    pub filter: Filter,

    /// Write a page to this file, with plots, that needs no other file
    #[arg(long, value_name = "PATH", group = "form")]
    pub html: Option<PathBuf>,

    /// Write the tables as Markdown
    #[arg(long, group = "form")]
    pub markdown: bool,

    /// Put the tables into this document, after its comments `<!-- harness: OPTIONS -->`
    #[arg(long, value_name = "DOCUMENT", group = "form", conflicts_with_all = ["strategies", "sets", "mode"])]
    pub splice: Option<PathBuf>,

    /// Fail if tables in this document are not what `--splice` put there; reads no measurement
    #[arg(long, value_name = "DOCUMENT", group = "form", conflicts_with = "file")]
    pub check: Option<PathBuf>,
}

/// Why there is no report.
#[derive(Debug)]
pub enum ReportError {
    /// The measurement cannot be read.
    Load(LoadError),
    /// A document or page cannot be read or written.
    Io(PathBuf, io::Error),
    /// The output cannot be written.
    Output(io::Error),
    /// The tables cannot be written.
    Render(RenderError),
    /// A plot cannot be drawn.
    Plot(PlotError),
    /// A document's tables cannot be set, or are not what was measured.
    Splice(PathBuf, SpliceError),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Output(error) => write!(f, "cannot write to standard output: {error}"),
            Self::Render(error) => error.fmt(f),
            Self::Plot(error) => write!(f, "a plot cannot be drawn: {error}"),
            Self::Splice(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for ReportError {}

/// Writes the report.
///
/// # Errors
/// If the measurement cannot be read or the report cannot be written.
pub fn execute(args: &ReportArgs) -> Result<Ending, ReportError> {
    if let Some(path) = &args.check {
        let result = check(&read(path)?);
        result.map_err(|error| ReportError::Splice(path.clone(), error))?;
        return Ok(Ending::Well);
    }
    let file = args.file.as_deref().unwrap_or(Path::new(""));
    let measured = load(file, &args.filter).map_err(ReportError::Load)?;
    if let Some(path) = &args.html {
        write(path, &page(&measured).map_err(ReportError::Plot)?)?;
    } else if let Some(path) = &args.splice {
        let spliced = splice(&read(path)?, &measured);
        write(path, &spliced.map_err(|error| ReportError::Splice(path.clone(), error))?)?;
    } else {
        let results = measured.records();
        let notes = measured.notes(&results);
        let records = Records { environment: measured.environment.clone(), results };
        let format = if args.markdown { Format::Markdown } else { Format::Table };
        let text = render(&records, &notes, format).map_err(ReportError::Render)?;
        Target::Stdout.write(&text).map_err(ReportError::Output)?;
    }
    Ok(Ending::Well)
}

fn read(path: &Path) -> Result<String, ReportError> {
    fs::read_to_string(path).map_err(|error| ReportError::Io(path.to_owned(), error))
}

fn write(path: &Path, text: &str) -> Result<(), ReportError> {
    let written = Target::open(Some(path)).and_then(|target| target.write(text));
    written.map_err(|error| ReportError::Io(path.to_owned(), error))
}
