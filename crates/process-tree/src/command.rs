//! Named commands in the syntax `NAME=COMMAND`.

use std::ffi::OsString;
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
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
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
        let mut words = words.into_iter().map(OsString::from);
        let program = words.next().ok_or_else(|| error("expected a command after the `=`"))?;
        Ok(Self { name: name.to_owned(), program, arguments: words.collect() })
    }
}
