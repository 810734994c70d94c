//! External engines: programs that take part in a job as separate processes, through the line
//! protocol in `docs/reference/line-protocol.md`.
//!
//! An external engine is any program that speaks the protocol; it is not linked. The harness sends
//! a block of puzzles, then `go`, and stops the clock at the engine's `done`. So process start,
//! pipes and the output of answers are not timed. The clock is the harness's, so an engine cannot
//! report a false time.
//!
//! An engine that exceeds the time limit of its puzzles is killed and started again. An engine that
//! ends or violates the protocol is lost: the harness kills its process and everything that it
//! started, and continues with the other engines.
//!
//! # Limitations
//! An engine's work while it reads puzzles or writes answers is not in its time. That time is
//! measured separately, with a warning if it is too long: see [`EngineRun::outside`].

mod process;
mod protocol;

use std::cell::RefCell;
use std::process::Stdio;
use std::time::Duration;

use anyhow::ensure;
use process_tree::{NamedCommand, adopt_orphans, end_descendants};

use super::buffers::Buffers;
use super::{EngineError, EngineRun};
use crate::data::plan::Greeting;
use process::EngineProcess;

pub(super) use protocol::HELLO;
pub use protocol::read_answer;

/// Checks that a name fits tables and is one word of a command line.
pub fn check_name(name: &str) -> anyhow::Result<()> {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    ensure!(
        (1..=32).contains(&name.len()) && name.bytes().all(is_fit),
        "the name `{name}` must have 1 to 32 characters: letters, digits and `-_.+`"
    );
    Ok(())
}

/// Parses the command-line argument of an external engine.
pub fn external_command(text: &str) -> anyhow::Result<NamedCommand> {
    let command: NamedCommand = text.parse()?;
    check_name(&command.name)?;
    Ok(command)
}

#[derive(Debug)]
pub struct ExternalEngine {
    /// The command. Its name is the engine's name in every table.
    pub command: NamedCommand,
    /// The greeting. Empty if the engine was lost before it.
    pub greeting: Greeting,
    /// The process, or the cause if it was lost.
    process: RefCell<Result<EngineProcess, String>>,
}

impl ExternalEngine {
    /// Starts the program and reads its greeting. If that fails, the engine is lost from the
    /// beginning and is reported like any other lost engine.
    pub fn start(command: &NamedCommand) -> Self {
        Self::try_start(command, Stdio::inherit()).unwrap_or_else(|lost| Self {
            command: command.clone(),
            greeting: Greeting::default(),
            process: RefCell::new(Err(lost.to_string())),
        })
    }

    /// Starts the program and reads its greeting. Its standard error goes to `stderr`.
    pub fn try_start(command: &NamedCommand, stderr: Stdio) -> Result<Self, EngineError> {
        let mut process = EngineProcess::start(command, stderr)?;
        let greeting = protocol::greet(&mut process)?;
        Ok(Self { command: command.clone(), greeting, process: RefCell::new(Ok(process)) })
    }

    /// Starts the program again after a run that was too late.
    pub fn restart(&self) {
        self.process.swap(&Self::start(&self.command).process);
    }

    pub fn lost(&self) -> Option<String> {
        self.process.borrow().as_ref().err().cloned()
    }

    /// Solves the puzzles in the buffers, from text to text, within the time `allowed`. With
    /// `Workload::batch`, the engine may solve each pass as one batch.
    ///
    /// # Errors
    /// If the engine is too late or lost. Its process has then been killed.
    pub fn run(&self, buffers: &mut Buffers, allowed: Duration) -> Result<EngineRun, EngineError> {
        let mut state = self.process.borrow_mut();
        let process = state
            .as_mut()
            .map_err(|cause| EngineError::Failed(format!("lost earlier: {cause}")))?;
        let result = protocol::solve(process, buffers, allowed);
        if let Err(error) = &result {
            process.pipes.kill();
            *state = Err(error.to_string());
        }
        result
    }
}

/// The external engines of a run. Dropping this value ends them, and on Linux every process that
/// they started.
#[derive(Debug, Default)]
pub struct ExternalEngines(pub Vec<ExternalEngine>);

impl ExternalEngines {
    pub fn start(commands: &[NamedCommand]) -> Self {
        if !commands.is_empty() {
            adopt_orphans();
        }
        Self(commands.iter().map(ExternalEngine::start).collect())
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
