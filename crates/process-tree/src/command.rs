//! Named commands in the syntax `NAME=COMMAND`.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::str::FromStr;

/// A program and its arguments under a name: `NAME=COMMAND`.
///
/// The command is split at spaces. Quotes and backslashes work as in a shell; variables, globs and
/// other shell syntax do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCommand {
    /// The name.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

impl fmt::Display for NamedCommand {
    /// Writes the command without the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shell_words::join(self.command.iter().map(|word| word.to_string_lossy())))
    }
}

impl FromStr for NamedCommand {
    type Err = io::Error;

    fn from_str(text: &str) -> io::Result<Self> {
        let error = |mistake| io::Error::new(io::ErrorKind::InvalidInput, mistake);
        let (name, command) = text.split_once('=').ok_or_else(|| error("expected NAME=COMMAND"))?;
        if name.is_empty() || name.contains(char::is_control) {
            return Err(error("expected a name without control characters before the `=`"));
        }
        let words = shell_words::split(command).map_err(|_| error("a quote is not closed"))?;
        if words.is_empty() {
            return Err(error("expected a command after the `=`"));
        }
        let command = words.into_iter().map(OsString::from).collect();
        Ok(Self { name: name.to_owned(), command })
    }
}
