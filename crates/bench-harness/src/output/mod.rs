//! The forms in which results are shown, and where they go.

mod csv;
mod html;
mod list;
mod plots;
pub(crate) mod table;
pub(crate) mod units;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ::csv::Error as CsvError;
use clap::ValueEnum;

use crate::record::Records;

pub use html::page;
pub use list::{list_as_json, list_as_table};
pub use plots::PlotError;
pub use table::{ruled, three_digits_or_count, way_title};
pub use units::time;

/// How results are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables for people.
    Table,
    /// A line per row, with the environment in the last columns.
    Csv,
    /// One object, whose fields scripts can rely on.
    Json,
    /// The tables for a job summary or a page.
    Markdown,
}

/// Why results could not be brought into a form.
#[derive(Debug)]
pub enum RenderError {
    /// As JSON.
    Json(serde_json::Error),
    /// As CSV.
    Csv(CsvError),
}

impl std::fmt::Display for RenderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Json(error) => write!(f, "the results cannot be written as JSON: {error}"),
            Self::Csv(error) => write!(f, "the results cannot be written as CSV: {error}"),
        }
    }
}

impl std::error::Error for RenderError {}

/// Brings results into a form. Notes are for people and stand only in the forms for them.
///
/// # Errors
/// If the form's library refuses them.
pub fn render(records: &Records, notes: &[String], format: Format) -> Result<String, RenderError> {
    match format {
        Format::Table => Ok(table::as_text(records, notes)),
        Format::Markdown => Ok(table::as_markdown(records, notes)),
        Format::Csv => csv::render(records).map_err(RenderError::Csv),
        Format::Json => {
            serde_json::to_string_pretty(records).map(|json| json + "\n").map_err(RenderError::Json)
        }
    }
}

/// Where results go.
#[derive(Debug)]
pub enum Target {
    /// To standard output.
    Stdout,
    /// Into a regular file, which is replaced as a whole, so that there is never half a file.
    File(PathBuf),
    /// Into something that is not a regular file and cannot be replaced, such as a pipe.
    Special(File),
}

impl Target {
    /// Makes sure that the target can be written, before any work is done for it.
    ///
    /// # Errors
    /// If it cannot.
    pub fn open(path: Option<&Path>) -> io::Result<Self> {
        let Some(path) = path else {
            return Ok(Self::Stdout);
        };
        // A link is followed, so that it still is one afterwards.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if metadata.is_file() => {
                File::options().append(true).open(&path)?;
                Ok(Self::File(path))
            }
            Ok(_) => File::options().write(true).open(path).map(Self::Special),
            // A link to nothing makes the file that it names.
            Err(_) if path.is_symlink() => File::create(path).map(Self::Special),
            Err(_) => {
                File::create_new(&path)?;
                fs::remove_file(&path)?;
                Ok(Self::File(path))
            }
        }
    }

    /// Writes everything and closes the target. A reader of standard output that has gone away is no
    /// error: it has seen what it wanted.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, text: &str) -> io::Result<()> {
        match self {
            Self::Stdout => {
                let mut stdout = io::stdout().lock();
                match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                    result => result,
                }
            }
            Self::File(path) => replace(&path, text),
            Self::Special(mut file) => file.write_all(text.as_bytes()),
        }
    }
}

/// Writes a file beside the old one and puts it into its place. Where there may be no file beside it
/// (a folder that cannot be written, a name that is too long already), it is written in its place.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let Ok(mut file) = File::create(&beside) else {
        return fs::write(path, text);
    };
    let written = file.write_all(text.as_bytes()).and_then(|()| {
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written
}
