//! Peers: outside engines that join a job as processes, through the line protocol of `docs/peers.md`.
//!
//! A peer is any program that reads puzzles and writes answers in that form; nothing of it is linked
//! in. A block of puzzles is handed over first, then the peer is told to go, and the clock stops when
//! it says that it is done: process start, pipes and the writing of answers are outside, and the clock
//! is ours, so that a peer cannot report a time. The weak spot: what it does while it reads the
//! puzzles or writes the answers is not in its time. How long that takes is measured too, and
//! doubted where it is too long; see [`Block::outside`].
//!
//! A peer that ends, falls silent or says what it should not is lost: its process is ended, with all
//! that it has started, and the others go on.

mod process;
mod protocol;

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use process_tree::{adopt_orphans, end_descendants};
use serde::{Deserialize, Serialize};
use sudoku_core::Outcome;

use crate::ask::{Line, Way};
use process::Process;

pub use protocol::Block;

/// What the command line says of a peer: `NAME=COMMAND`, with the quotes of a shell, but run without
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerCommand {
    /// The name in every table.
    pub name: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl FromStr for PeerCommand {
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
        Ok(Self { name: name.to_owned(), program, arguments: words })
    }
}

/// What a peer says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    /// Its version.
    pub version: String,
    /// Its licence, as an SPDX expression if it follows the protocol's advice.
    pub licence: String,
}

/// An outside engine, and the process in which it runs.
#[derive(Debug)]
pub struct Peer {
    name: String,
    greeting: Greeting,
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    Running(Process),
    Lost(String),
}

impl Peer {
    /// Starts the program and hears its greeting. One that cannot be started or does not greet is a
    /// peer all the same, lost from the beginning, so that it is reported like any other.
    #[must_use]
    pub fn start(command: &PeerCommand) -> Self {
        let started = Process::start(&command.program, &command.arguments)
            .and_then(|mut process| Ok((protocol::greet(&mut process)?, process)));
        let (greeting, state) = match started {
            Ok((greeting, process)) => (greeting, State::Running(process)),
            Err(lost) => (Greeting::default(), State::Lost(lost.to_string())),
        };
        Self { name: command.name.clone(), greeting, state: Mutex::new(state) }
    }

    /// The name in every table.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it says of itself; nothing if it was lost before it had said it.
    #[must_use]
    pub fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// Why there is no more to be had from it, if so.
    #[must_use]
    pub fn lost(&self) -> Option<String> {
        match &*self.lock() {
            State::Running(_) => None,
            State::Lost(cause) => Some(cause.clone()),
        }
    }

    /// Has it solve these puzzles, `pass` of them after another, which under [`Way::batch`] it may
    /// take as one batch, and writes what it found into the slots. It is given so much time.
    ///
    /// # Errors
    /// Says how the peer was lost.
    pub fn solve(
        &self,
        lines: &[Line],
        pass: usize,
        way: Way,
        allowed: Duration,
        outcomes: &mut [Outcome],
    ) -> Result<Block, Lost> {
        let mut state = self.lock();
        let process = match &mut *state {
            State::Running(process) => process,
            State::Lost(cause) => return Err(Lost::Before(cause.clone())),
        };
        let result = protocol::solve(process, lines, pass, way, allowed, outcomes);
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

/// The peers of a run. When this is dropped, they end, and with them whatever they have left behind,
/// as far as the system tells: on Linux every process that came of them.
#[derive(Debug, Default)]
pub struct Peers(Vec<Peer>);

impl Peers {
    /// Starts them.
    #[must_use]
    pub fn start(commands: &[PeerCommand]) -> Self {
        if !commands.is_empty() {
            adopt_orphans();
        }
        Self(commands.iter().map(Peer::start).collect())
    }
}

impl Deref for Peers {
    type Target = [Peer];

    fn deref(&self) -> &[Peer] {
        &self.0
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        if !self.0.is_empty() {
            self.0.clear();
            end_descendants();
        }
    }
}

/// How a peer was lost.
#[derive(Debug)]
pub enum Lost {
    /// It was lost before, in this way.
    Before(String),
    /// It cannot be started.
    NotStarted(std::io::Error),
    /// Its process ended, or closed its output.
    Ended {
        /// How the process ended, if it did.
        status: Option<std::process::ExitStatus>,
        /// What it had said of a line without ending it.
        rest: String,
    },
    /// It said nothing for too long.
    Silent {
        /// What was waited for.
        awaited: &'static str,
        /// For how long.
        waited: Duration,
    },
    /// It said something else.
    Nonsense {
        /// What should have come.
        awaited: &'static str,
        /// What it said.
        said: String,
    },
    /// Its pipes do not work.
    Broken(std::io::Error),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Before(cause) => write!(f, "lost before: {cause}"),
            Self::NotStarted(error) => write!(f, "it cannot be started: {error}"),
            Self::Ended { status, rest } => {
                match status {
                    Some(status) => write!(f, "it ended ({status})")?,
                    None => write!(f, "it closed its output")?,
                }
                match rest.as_str() {
                    "" => Ok(()),
                    rest => write!(f, " in the middle of a line: `{rest}`"),
                }
            }
            Self::Silent { awaited, waited } => {
                write!(f, "no {awaited} within {:.1} s", waited.as_secs_f64())
            }
            Self::Nonsense { awaited, said } => write!(f, "no {awaited} but `{said}`"),
            Self::Broken(error) => write!(f, "its pipes are broken: {error}"),
        }
    }
}

impl std::error::Error for Lost {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_like_a_shell_does() {
        let peer: PeerCommand = "a-1=program 'two words' three=3".parse().expect("a good one");
        assert_eq!((peer.name.as_str(), peer.program.as_str()), ("a-1", "program"));
        assert_eq!(peer.arguments, ["two words", "three=3"]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        let name = "n".repeat(33);
        for text in ["", "program", "=program", "a b=program", "a=", "a= ", "a='open"] {
            assert!(text.parse::<PeerCommand>().is_err(), "{text}");
        }
        assert!(format!("{name}=program").parse::<PeerCommand>().is_err());
    }
}
