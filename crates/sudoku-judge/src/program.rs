//! The programs that are judged, and how they are named.

use std::ffi::OsString;
use std::path::Path;
use std::str::FromStr;

use crate::form::{JudgeForm, UnknownFormError};

/// A program that is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name in every table.
    pub name: String,
    /// Which problem it solves.
    pub form: JudgeForm,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

/// A name, and the problem if it is stated: `NAME[@FORM]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramName {
    /// The name.
    pub name: String,
    /// The problem.
    pub form: Option<JudgeForm>,
}

/// A named command: `NAME[@FORM]=COMMAND`.
///
/// The command is split at its spaces; quotes and backslashes are as in a shell, and nothing else
/// is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCommand {
    name: ProgramName,
    command: Vec<String>,
}

/// Why a text names no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// The name is empty, or not fit for a terminal.
    #[error("there is no name")]
    NoName,
    /// What follows the `@` is no problem.
    #[error(transparent)]
    Form(#[from] UnknownFormError),
    /// There is no `=`.
    #[error("write it like NAME=COMMAND")]
    NoEqualsSign,
    /// Nothing follows the `=`.
    #[error("there is no command after the `=`")]
    NoCommand,
    /// A quote is not closed.
    #[error("a quote has no end")]
    OpenQuote,
}

impl Program {
    /// A program that is called by the file name of its command; nothing if the command is empty.
    #[must_use]
    pub fn from_command(command: &[OsString], form: JudgeForm) -> Option<Self> {
        let program = command.first()?;
        let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
        let name = name.replace(char::is_control, "\u{fffd}");
        Some(Self { name, form, command: command.to_vec() })
    }
}

impl NamedCommand {
    /// The program, which solves this problem unless it states another.
    #[must_use]
    pub fn program(&self, default: JudgeForm) -> Program {
        Program {
            name: self.name.name.clone(),
            form: self.name.form.unwrap_or(default),
            command: self.command.iter().map(OsString::from).collect(),
        }
    }
}

impl FromStr for ProgramName {
    type Err = ProgramError;

    fn from_str(text: &str) -> Result<Self, ProgramError> {
        let (name, form) = match text.rsplit_once('@') {
            None => (text, None),
            Some((name, form)) => (name, Some(form.parse()?)),
        };
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(ProgramError::NoName);
        }
        Ok(Self { name: name.to_owned(), form })
    }
}

impl FromStr for NamedCommand {
    type Err = ProgramError;

    fn from_str(text: &str) -> Result<Self, ProgramError> {
        let (name, command) = text.split_once('=').ok_or(ProgramError::NoEqualsSign)?;
        let command = shell_words::split(command).map_err(|_| ProgramError::OpenQuote)?;
        if command.is_empty() {
            return Err(ProgramError::NoCommand);
        }
        Ok(Self { name: name.parse()?, command })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_commands() {
        let named = |name: &str, form| ProgramName { name: name.to_owned(), form };
        let command = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(
            "mine=env X=1 'my program' a\\ b".parse(),
            Ok(NamedCommand {
                name: named("mine", None),
                command: command(&["env", "X=1", "my program", "a b"])
            })
        );
        assert_eq!(
            "mine@boj2239=./a.out".parse(),
            Ok(NamedCommand {
                name: named("mine", Some(JudgeForm::Boj2239)),
                command: command(&["./a.out"])
            })
        );
        for bad in ["./a.out", "=./a.out", "a=", "a='b", "a@boj1=b", "@boj2580=b", "\u{1b}=b"] {
            assert!(bad.parse::<NamedCommand>().is_err(), "{bad}");
        }
        assert_eq!("scan@boj2239".parse(), Ok(named("scan", Some(JudgeForm::Boj2239))));
    }

    #[test]
    fn a_problem_that_is_stated_comes_before_the_default() {
        let form = |text: &str| {
            text.parse::<NamedCommand>().expect("a good one").program(JudgeForm::Boj2580).form
        };
        assert_eq!(form("a=b"), JudgeForm::Boj2580);
        assert_eq!(form("a@boj2239=b"), JudgeForm::Boj2239);
    }

    #[test]
    fn a_command_has_the_name_of_its_file() {
        let name = |words: &[&str]| {
            let command: Vec<_> = words.iter().map(OsString::from).collect();
            Program::from_command(&command, JudgeForm::Boj2580).map(|program| program.name)
        };
        assert_eq!(name(&["target/a.out", "x/y"]).as_deref(), Some("a.out"));
        assert_eq!(name(&["a\u{1b}b"]).as_deref(), Some("a\u{fffd}b"));
        assert_eq!(name(&[".."]).as_deref(), Some(".."));
        assert_eq!(name(&[]), None);
    }
}
