//! Commands with a name, as users write them.

use std::ffi::OsString;
use std::str::FromStr;

/// A program and its arguments under a name: `NAME=COMMAND`.
///
/// The command is split at its spaces; quotes and backslashes are as in a shell, and nothing else
/// is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCommand {
    /// The name.
    pub name: String,
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// Why a text is no named command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no `=`.
    #[error("write it like NAME=COMMAND")]
    NoEqualsSign,
    /// The name is empty, or not fit for a terminal.
    #[error("there is no name")]
    NoName,
    /// Nothing follows the `=`.
    #[error("there is no command after the `=`")]
    NoCommand,
    /// A quote is not closed.
    #[error("a quote has no end")]
    OpenQuote,
}

impl FromStr for NamedCommand {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        let (name, command) = text.split_once('=').ok_or(CommandError::NoEqualsSign)?;
        if name.is_empty() || name.contains(char::is_control) {
            return Err(CommandError::NoName);
        }
        let words = shell_words::split(command).map_err(|_| CommandError::OpenQuote)?;
        let mut words = words.into_iter().map(OsString::from);
        let program = words.next().ok_or(CommandError::NoCommand)?;
        Ok(Self { name: name.to_owned(), program, arguments: words.collect() })
    }
}
