//! The programs to judge, and their names.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use crate::format::JudgeFormat;

/// A program to judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name in every table.
    pub name: String,
    /// The problem that it solves.
    pub format: JudgeFormat,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

impl Program {
    /// Creates a program that is named after the file of its command. Returns `None` if the command
    /// is empty.
    #[must_use]
    pub fn from_command(command: &[OsString], format: JudgeFormat) -> Option<Self> {
        let program = command.first()?;
        let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
        let name = name.replace(char::is_control, "\u{fffd}");
        Some(Self { name, format, command: command.to_vec() })
    }

    /// Creates a program from `NAME`, or from `NAME@FORMAT` if its problem is not the default one.
    ///
    /// # Errors
    /// If the name is empty or has control characters, or the problem is unknown.
    pub fn named(name: &str, command: Vec<OsString>, default: JudgeFormat) -> io::Result<Self> {
        let error = |mistake| io::Error::new(io::ErrorKind::InvalidInput, mistake);
        let (name, format) = match name.rsplit_once('@') {
            None => (name, Some(default)),
            Some((name, format)) => (name, format.parse().ok()),
        };
        let format = format.ok_or_else(|| error("expected boj2580 or boj2239 after the `@`"))?;
        if name.is_empty() || name.contains(char::is_control) {
            return Err(error("expected a name without control characters before the `@`"));
        }
        Ok(Self { name: name.to_owned(), format, command })
    }
}
