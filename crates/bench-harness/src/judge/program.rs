//! Who is judged: programs from the command line, and strategies as programs.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::Path;

use super::JudgeArgs;
use super::form::JudgeForm;
use super::solve::{StrategyError, strategy};

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

/// A program as `--program` names it: `NAME[@FORM]=COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCommand {
    named: Named,
    command: Vec<String>,
}

/// A name with the problem, if it is another than that of `--form`: `NAME[@FORM]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    name: String,
    form: Option<JudgeForm>,
}

impl Named {
    /// Reads it.
    ///
    /// # Errors
    /// If there is no name or no such form.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, form) = match text.rsplit_once('@') {
            None => (text, None),
            Some((name, form)) => {
                (name, Some(<JudgeForm as clap::ValueEnum>::from_str(form, false)?))
            }
        };
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err("there is no name".to_owned());
        }
        Ok(Self { name: name.to_owned(), form })
    }
}

impl NamedCommand {
    /// Reads it. The command is taken apart at its spaces; quotes and backslashes are as in a shell,
    /// and nothing else is.
    ///
    /// # Errors
    /// If there is no name, no command, or a quote without its end.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (named, command) = text.split_once('=').ok_or("write it like NAME=COMMAND")?;
        let command = shell_words::split(command).map_err(|_| "a quote has no end")?;
        if command.is_empty() {
            return Err("there is no command after the `=`".to_owned());
        }
        Ok(Self { named: Named::parse(named)?, command })
    }
}

/// Why there is nothing to judge.
#[derive(Debug)]
pub enum ProgramError {
    /// No program is named.
    None,
    /// Two have the same name.
    SameName(String),
    /// A strategy cannot be a program for its problem.
    Strategy(StrategyError),
    /// The harness does not find itself, which runs strategies.
    Lost(io::Error),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => write!(
                f,
                "nothing to judge: name a program after `--`, or with --program or --strategy"
            ),
            Self::SameName(name) => write!(f, "two programs are called `{name}`"),
            Self::Strategy(error) => error.fmt(f),
            Self::Lost(error) => write!(f, "cannot find this program itself: {error}"),
        }
    }
}

impl std::error::Error for ProgramError {}

/// The programs that the arguments name.
///
/// # Errors
/// If there is none, or one that cannot be run.
pub fn programs(args: &JudgeArgs) -> Result<Vec<Program>, ProgramError> {
    let mut programs = Vec::new();
    if let Some(program) = args.command.first() {
        let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
        let name = name.replace(char::is_control, "\u{fffd}");
        programs.push(Program { name, form: args.form, command: args.command.clone() });
    }
    for NamedCommand { named, command } in &args.programs {
        programs.push(Program {
            name: named.name.clone(),
            form: named.form.unwrap_or(args.form),
            command: command.iter().map(OsString::from).collect(),
        });
    }
    for Named { name, form } in &args.strategies {
        let form = form.unwrap_or(args.form);
        let strategy = strategy(name, form).map_err(ProgramError::Strategy)?;
        let harness = env::current_exe().map_err(ProgramError::Lost)?;
        let rest = ["solve", "--strategy", strategy.name, "--form", &form.to_string()];
        programs.push(Program {
            name: name.clone(),
            form,
            command: std::iter::once(harness.into()).chain(rest.map(OsString::from)).collect(),
        });
    }
    for (at, program) in programs.iter().enumerate() {
        if programs[..at].iter().any(|other| other.name == program.name) {
            return Err(ProgramError::SameName(program.name.clone()));
        }
    }
    if programs.is_empty() { Err(ProgramError::None) } else { Ok(programs) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_commands() {
        let named = |name: &str, form| Named { name: name.to_owned(), form };
        let parse = |text: &str| NamedCommand::parse(text);
        let command = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(
            parse("mine=env X=1 'my program' a\\ b"),
            Ok(NamedCommand {
                named: named("mine", None),
                command: command(&["env", "X=1", "my program", "a b"])
            })
        );
        assert_eq!(
            parse("mine@boj2239=./a.out"),
            Ok(NamedCommand {
                named: named("mine", Some(JudgeForm::Boj2239)),
                command: command(&["./a.out"])
            })
        );
        for bad in ["./a.out", "=./a.out", "a=", "a='b", "a@boj1=b", "@boj2580=b", "\u{1b}=b"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        assert_eq!(Named::parse("scan@boj2239"), Ok(named("scan", Some(JudgeForm::Boj2239))));
    }
}
