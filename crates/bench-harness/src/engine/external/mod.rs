//! External engines: somebody else's programs that join a job as processes, through the line
//! protocol of `docs/external-engines.md`.
//!
//! An external engine is any program that reads puzzles and writes answers in that form; nothing of
//! it is linked in. A block of puzzles is handed over first, then the engine is told to go, and the
//! clock stops when it says that it is done: process start, pipes and the writing of answers are
//! outside, and the clock is ours, so that no engine can report a time. The weak spot: what it does
//! while it reads the puzzles or writes the answers is not in its time. How long that takes is
//! measured too, and there is a warning where it is too long; see [`SolvedBlock::outside`].
//!
//! An engine that ends, falls silent or says what it should not is lost: its process is ended, with
//! all that it has started, and the others go on.

mod process;
mod protocol;

use std::io;
use std::ops::Deref;
use std::process::ExitStatus;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use process_tree::{adopt_orphans, end_descendants};
use sudoku_core::Outcome;
use thiserror::Error;

use super::ask::BoardText;
use crate::data::plan::Greeting;
use crate::data::workload::Workload;
use process::EngineProcess;

pub(super) use protocol::HELLO;
pub use protocol::{SolvedBlock, block_text, read_answer};

/// What the command line says of an external engine: `NAME=COMMAND`, with the quotes of a shell,
/// but run without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalCommand {
    /// The name in every table.
    pub name: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Whether what it writes to standard error is thrown away.
    pub is_quiet: bool,
}

impl FromStr for ExternalCommand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, command) = text.split_once('=').ok_or("write it as NAME=COMMAND")?;
        let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
        if name.is_empty() || name.len() > 32 || !name.bytes().all(is_fit) {
            return Err("a name has 1 to 32 letters, digits and characters of `-_.+`".to_owned());
        }
        let mut words =
            shell_words::split(command).map_err(|error| format!("the command: {error}"))?;
        if words.is_empty() {
            return Err("the command is empty".to_owned());
        }
        let program = words.remove(0);
        Ok(Self { name: name.to_owned(), program, arguments: words, is_quiet: false })
    }
}

/// An external engine, and the process in which it runs.
#[derive(Debug)]
pub struct ExternalEngine {
    name: String,
    greeting: Greeting,
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    Running(EngineProcess),
    Lost(String),
}

impl ExternalEngine {
    /// Starts the program and hears its greeting. One that cannot be started or does not greet is
    /// an engine all the same, lost from the beginning, so that it is reported like any other.
    pub fn start(command: &ExternalCommand) -> Self {
        Self::try_start(command).unwrap_or_else(|lost| Self {
            name: command.name.clone(),
            greeting: Greeting::default(),
            state: Mutex::new(State::Lost(lost.to_string())),
        })
    }

    /// Starts the program and hears its greeting.
    ///
    /// # Errors
    /// If it cannot be started or does not greet.
    pub fn try_start(command: &ExternalCommand) -> Result<Self, Lost> {
        let mut process = EngineProcess::start(command)?;
        let greeting = protocol::greet(&mut process)?;
        let state = Mutex::new(State::Running(process));
        Ok(Self { name: command.name.clone(), greeting, state })
    }

    /// The name in every table.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it says of itself; nothing if it was lost before it had said it.
    pub fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// Why it was lost, if it was.
    pub fn lost(&self) -> Option<String> {
        match &*self.lock() {
            State::Running(_) => None,
            State::Lost(cause) => Some(cause.clone()),
        }
    }

    /// Has it solve these puzzles within the time allowed, and writes what it found into the slots.
    /// Each `pass` of them is one pass, which under [`Workload::batch`] it may take as one batch.
    ///
    /// # Errors
    /// Says how the engine was lost.
    pub fn solve(
        &self,
        lines: &[BoardText],
        pass: usize,
        workload: Workload,
        allowed: Duration,
        outcomes: &mut [Outcome],
    ) -> Result<SolvedBlock, Lost> {
        let mut state = self.lock();
        let process = match &mut *state {
            State::Running(process) => process,
            State::Lost(cause) => return Err(Lost::Before(cause.clone())),
        };
        let result = protocol::solve(process, lines, pass, workload, allowed, outcomes);
        if let Err(lost) = &result {
            // Whatever was running is ended with it.
            *state = State::Lost(lost.to_string());
        }
        result
    }

    /// A panic while the lock is held leaves the process where it was in the protocol; whatever is
    /// asked of it next will not be answered as it should be, and it will be lost.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The external engines of a run. When this is dropped, they end, and with them whatever they have
/// left behind, as far as the system tells: on Linux every process that came of them.
#[derive(Debug, Default)]
pub struct ExternalEngines(Vec<ExternalEngine>);

impl ExternalEngines {
    /// Starts them.
    pub fn start(commands: &[ExternalCommand]) -> Self {
        if !commands.is_empty() {
            adopt_orphans();
        }
        Self(commands.iter().map(ExternalEngine::start).collect())
    }
}

impl Deref for ExternalEngines {
    type Target = [ExternalEngine];

    fn deref(&self) -> &[ExternalEngine] {
        &self.0
    }
}

impl Drop for ExternalEngines {
    fn drop(&mut self) {
        if !self.0.is_empty() {
            self.0.clear();
            end_descendants();
        }
    }
}

/// How an external engine was lost.
#[derive(Debug, Error)]
pub enum Lost {
    /// It was lost before, in this way.
    #[error("lost before: {0}")]
    Before(String),
    /// It cannot be started.
    #[error("it cannot be started: {0}")]
    NotStarted(io::Error),
    /// Its process ended, or closed its output.
    #[error("{}{}", ended(*status), middle(rest))]
    Ended {
        /// How the process ended, if it did.
        status: Option<ExitStatus>,
        /// What it had said of a line without ending it.
        rest: String,
    },
    /// It said nothing for too long.
    #[error("no {awaited} within {:.1} s", waited.as_secs_f64())]
    Silent {
        /// What was waited for.
        awaited: &'static str,
        /// For how long.
        waited: Duration,
    },
    /// It said something else.
    #[error("no {awaited} but `{said}`")]
    Nonsense {
        /// What should have come.
        awaited: &'static str,
        /// What it said.
        said: String,
    },
    /// Its pipes do not work.
    #[error("its pipes are broken: {0}")]
    Broken(io::Error),
}

fn ended(status: Option<ExitStatus>) -> String {
    status.map_or("it closed its output".to_owned(), |status| format!("it ended ({status})"))
}

fn middle(rest: &str) -> String {
    if rest.is_empty() { String::new() } else { format!(" in the middle of a line: `{rest}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_like_a_shell_does() {
        let engine: ExternalCommand =
            "a-1=program 'two words' three=3".parse().expect("a good one");
        assert_eq!((engine.name.as_str(), engine.program.as_str()), ("a-1", "program"));
        assert_eq!(engine.arguments, ["two words", "three=3"]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        let name = "n".repeat(33);
        for text in ["", "program", "=program", "a b=program", "a=", "a= ", "a='open"] {
            assert!(text.parse::<ExternalCommand>().is_err(), "{text}");
        }
        assert!(format!("{name}=program").parse::<ExternalCommand>().is_err());
    }
}
