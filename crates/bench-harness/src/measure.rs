//! `bench-harness measure`: the main job's measuring into a file, which other commands read.

use std::fmt;
use std::path::PathBuf;

use clap::Args;

use crate::args::Selection;
use crate::command::{self, CommandError, Ending, Selected};
use crate::file::{ResumeError, Writer};
use crate::ledger::Ledger;
use crate::watchdog::GRACE;

/// The options of `measure`.
#[derive(Args, Clone, Debug)]
pub struct MeasureArgs {
    /// What is measured.
    #[command(flatten)]
    pub selection: Selection,

    /// Write to this file, line by line as it is found out
    #[arg(long, value_name = "PATH")]
    pub output: PathBuf,

    /// Go on with this file where it ends, with the same options
    #[arg(long)]
    pub resume: bool,
}

/// Why nothing was measured.
#[derive(Debug)]
pub enum MeasureError {
    /// For a reason that the main job has too.
    Command(CommandError),
    /// The file cannot be begun or gone on with.
    File(PathBuf, ResumeError),
}

impl fmt::Display for MeasureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(error) => error.fmt(f),
            Self::File(path, ResumeError::Io(error))
                if error.kind() == std::io::ErrorKind::AlreadyExists =>
            {
                let path = path.display();
                write!(f, "{path} exists: go on with it by --resume, or name another file")
            }
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for MeasureError {}

impl From<CommandError> for MeasureError {
    fn from(error: CommandError) -> Self {
        Self::Command(error)
    }
}

/// Measures, or goes on measuring.
///
/// # Errors
/// If the selection or the file is not good, or what was measured cannot be written.
pub fn execute(args: &MeasureArgs) -> Result<Ending, MeasureError> {
    let MeasureArgs { selection, output, resume } = args;
    let mut selected = Selected::new(selection)?;
    if selected.lists.is_empty() {
        return Ok(Ending::BadInput);
    }
    let closing = selected.closing(selection);
    let plan = selected.job(selection, &selected.lists, Vec::new()).plan();
    let failed = |error| MeasureError::File(output.clone(), error);
    let mut known = Vec::new();
    let writer = match resume {
        false => Writer::create(output, &closing.environment, &plan, &selected.lists),
        true => Writer::resume(output, &closing.environment, &plan, &selected.lists).map(
            |(writer, found)| {
                // A row and its list share the puzzles, by which the writer knows it.
                (selected.lists, known) = (found.lists, found.rows);
                writer
            },
        ),
    };
    let ledger = Ledger::with_file(writer.map_err(failed)?);
    let job = selected.job(selection, &selected.lists, known);
    Ok(command::run(&job, ledger, closing, GRACE)?)
}
