//! The verbs, a file for each, and what they choose puzzles by.

pub mod cmp;
pub mod gate;
pub mod judge;
pub mod list;
pub mod measure;
pub mod rank;
pub mod report;
pub mod run;
pub mod select;
pub mod serve;
pub mod solve;
mod splice;

use std::io;
use std::path::Path;

use anyhow::Error;
use cli_support::{Exit, WholeOutput};

/// How a verb ends: with an exit code, or without having done its work.
pub type CommandResult = Result<Exit, Error>;

/// Says of an error that it came up while this was written.
pub(crate) fn writing(path: Option<&Path>) -> impl FnOnce(io::Error) -> Error {
    let place = path.map_or("to standard output".to_owned(), |path| path.display().to_string());
    move |error| Error::new(error).context(format!("cannot write {place}"))
}

/// Writes a text to standard output.
fn print(text: &str) -> CommandResult {
    WholeOutput::Stdout.write(text).map_err(writing(None))?;
    Ok(Exit::Success)
}
