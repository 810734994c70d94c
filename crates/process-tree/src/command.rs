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

/// The error for a text that is not a named command. It names the mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CommandError(&'static str);

impl FromStr for NamedCommand {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, CommandError> {
        let (name, command) = text.split_once('=').ok_or(CommandError("expected NAME=COMMAND"))?;
        if name.is_empty() || name.contains(char::is_control) {
            let expected = "expected a name without control characters before the `=`";
            return Err(CommandError(expected));
        }
        let words =
            shell_words::split(command).map_err(|_| CommandError("a quote is not closed"))?;
        let mut words = words.into_iter().map(OsString::from);
        let expected = "expected a command after the `=`";
        let program = words.next().ok_or(CommandError(expected))?;
        Ok(Self { name: name.to_owned(), program, arguments: words.collect() })
    }
}
