//! External engines: somebody else's programs that join a job as processes, through the line
//! protocol of `docs/reference/line-protocol.md`.
//!
//! An external engine is any program that reads puzzles and writes answers in that form; nothing of
//! it is linked in. A block of puzzles is handed over first, then the engine is told to go, and the
//! clock stops when it says that it is done: process start, pipes and the writing of answers are
//! outside, and the clock is ours, so that no engine can report a time. The weak spot: what it does
//! while it reads the puzzles or writes the answers is not in its time. How long that takes is
//! measured too, and there is a warning where it is too long; see [`EngineRun::outside`].
//!
//! An engine that ends, falls silent or says what it should not is lost: its process is ended, with
//! all that it has started, and the others go on.

mod process;
mod protocol;

use std::cell::RefCell;
use std::ops::Deref;
use std::process::Stdio;
use std::time::Duration;

use anyhow::ensure;
use cli_support::with_causes;
use process_tree::{NamedCommand, adopt_orphans, end_descendants};

use super::buffers::Buffers;
use super::lost::EngineLostError;
use super::run::EngineRun;
use crate::data::plan::Greeting;
use crate::data::workload::Workload;
use process::EngineProcess;

pub(super) use protocol::HELLO;
pub use protocol::{block_text, read_answer, read_rating};

/// What the command line says of an external engine. Its name has to fit into every table.
///
/// # Errors
/// If it is no named command, or its name is not fit.
pub fn external_command(text: &str) -> anyhow::Result<NamedCommand> {
    let command: NamedCommand = text.parse()?;
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    ensure!(
        command.name.len() <= 32 && command.name.bytes().all(is_fit),
        "a name has 1 to 32 letters, digits and characters of `-_.+`"
    );
    Ok(command)
}

/// An external engine, and the process in which it runs.
#[derive(Debug)]
pub struct ExternalEngine {
    /// The name in every table.
    pub name: String,
    /// What it says of itself; nothing if it was lost before it had said it.
    pub greeting: Greeting,
    /// Its process, or how it was lost.
    process: RefCell<Result<EngineProcess, String>>,
}

impl ExternalEngine {
    /// Starts the program and hears its greeting. One that cannot be started or does not greet is
    /// an engine all the same, lost from the beginning, so that it is reported like any other.
    pub fn start(command: &NamedCommand) -> Self {
        Self::try_start(command, Stdio::inherit()).unwrap_or_else(|lost| Self {
            name: command.name.clone(),
            greeting: Greeting::default(),
            process: RefCell::new(Err(with_causes(&lost))),
        })
    }

    /// Starts the program and hears its greeting. What it writes to standard error goes to
    /// `stderr`.
    ///
    /// # Errors
    /// If it cannot be started or does not greet.
    pub fn try_start(command: &NamedCommand, stderr: Stdio) -> Result<Self, EngineLostError> {
        let mut process = EngineProcess::start(command, stderr)?;
        let greeting = protocol::greet(&mut process)?;
        Ok(Self { name: command.name.clone(), greeting, process: RefCell::new(Ok(process)) })
    }

    /// Why it was lost, if it was.
    pub fn lost(&self) -> Option<String> {
        self.process.borrow().as_ref().err().cloned()
    }

    /// Has it solve the puzzles in the buffers, from text to text, within the time allowed. Under
    /// [`Workload::batch`] it may take each pass as one batch.
    ///
    /// # Errors
    /// Says how the engine was lost.
    pub fn run(
        &self,
        buffers: &mut Buffers,
        workload: Workload,
        allowed: Duration,
    ) -> Result<EngineRun, EngineLostError> {
        let mut state = self.process.borrow_mut();
        let process = state
            .as_mut()
            .map_err(|cause| EngineLostError::Failed(format!("lost before: {cause}")))?;
        let result = protocol::solve(process, buffers, workload, allowed);
        if let Err(lost) = &result {
            // Whatever was running is ended with it.
            *state = Err(with_causes(lost));
        }
        result
    }
}

/// The external engines of a run. When this is dropped, they end, and with them whatever they have
/// left behind, as far as the system tells: on Linux every process that came of them.
#[derive(Debug, Default)]
pub struct ExternalEngines(Vec<ExternalEngine>);

impl ExternalEngines {
    /// Starts them.
    pub fn start(commands: &[NamedCommand]) -> Self {
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
