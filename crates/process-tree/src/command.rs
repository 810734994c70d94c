//! Named commands in the syntax `NAME=COMMAND`.

use std::ffi::OsString;
use std::str::FromStr;

/// A program and its arguments under a name: `NAME=COMMAND`.
///
/// The command is split at spaces. Quotes and backslashes work as in a shell; variables, globs and
/// other shell syntax do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCommand {
    /// The name.
    pub name: String,
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// The error for a text that is not a named command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no `=`.
    #[error("expected NAME=COMMAND")]
    NoEqualsSign,
    /// The name is empty or has control characters.
    #[error("expected a name without control characters before the `=`")]
    NoName,
    /// Nothing follows the `=`.
    #[error("expected a command after the `=`")]
    NoCommand,
    /// A quote is not closed.
    #[error("a quote is not closed")]
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
