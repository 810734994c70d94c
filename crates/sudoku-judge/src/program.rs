//! The programs that are judged, and how they are named.

use std::ffi::OsString;
use std::path::Path;

use crate::format::{JudgeFormat, UnknownFormatError};

/// A program that is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name in every table.
    pub name: String,
    /// Which problem it solves.
    pub format: JudgeFormat,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

/// Why a text names no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// There is nothing before the `@`, or it is not fit for a terminal.
    #[error("there is no name")]
    NoName,
    /// What follows the `@` is no problem.
    #[error(transparent)]
    Format(#[from] UnknownFormatError),
}

impl Program {
    /// A program that is called by the file name of its command; nothing if the command is empty.
    #[must_use]
    pub fn from_command(command: &[OsString], format: JudgeFormat) -> Option<Self> {
        let program = command.first()?;
        let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
        let name = name.replace(char::is_control, "\u{fffd}");
        Some(Self { name, format, command: command.to_vec() })
    }

    /// A program that is called `NAME`, or `NAME@FORM` if it solves another problem than the
    /// default.
    ///
    /// # Errors
    /// If there is no name, or no problem of this name.
    pub fn named(
        name: &str,
        command: Vec<OsString>,
        default: JudgeFormat,
    ) -> Result<Self, ProgramError> {
        let (name, format) = match name.rsplit_once('@') {
            None => (name, default),
            Some((name, format)) => (name, format.parse()?),
        };
        if name.is_empty() || name.contains(char::is_control) {
            return Err(ProgramError::NoName);
        }
        Ok(Self { name: name.to_owned(), format, command })
    }
}
