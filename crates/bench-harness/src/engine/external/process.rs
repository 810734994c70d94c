//! The process of an external engine: reads lines and writes bytes, each with a time limit.

use std::collections::VecDeque;
use std::io;
use std::process::Stdio;
use std::time::{Duration, Instant};

use process_tree::{NamedCommand, PipedProcess};

use crate::engine::EngineError;

const LONGEST: usize = 1024;

/// The number of characters of an unexpected line that are shown.
const SHOWN: usize = 60;

/// Returns the beginning of a line without control characters.
fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * SHOWN)]);
    text.chars().take(SHOWN).collect::<String>().replace(char::is_control, "\u{fffd}")
}

/// A running external engine. It ends when this value is dropped.
#[derive(Debug)]
pub(super) struct EngineProcess {
    pub(super) pipes: PipedProcess,
    /// The bytes that were read, but not yet returned.
    read: VecDeque<u8>,
    /// The time when the last bytes arrived.
    pub(super) came: Instant,
}

impl EngineProcess {
    pub(super) fn start(command: &NamedCommand, stderr: Stdio) -> Result<Self, EngineError> {
        let pipes = PipedProcess::start(&command.command, stderr)
            .map_err(|error| EngineError::Failed(format!("it cannot be started: {error}")))?;
        Ok(Self { pipes, read: VecDeque::new(), came: Instant::now() })
    }

    /// Writes all the bytes. Returns the time when the write began.
    pub(super) fn write(&mut self, bytes: &[u8], wait: &Wait) -> Result<Instant, EngineError> {
        self.pipes.write_all(bytes, wait.until).map_err(|error| self.lost(error, wait))
    }

    /// Reads the next line, without its end.
    pub(super) fn line(&mut self, wait: &Wait) -> Result<Vec<u8>, EngineError> {
        let mut searched = 0;
        loop {
            let end = self.read.iter().skip(searched).position(|&byte| byte == b'\n');
            if let Some(end) = end {
                let mut line: Vec<u8> = self.read.drain(..=searched + end).collect();
                line.pop();
                line.pop_if(|last| *last == b'\r');
                return Ok(line);
            }
            searched = self.read.len();
            if searched > LONGEST {
                return Err(wait.nonsense(self.read.make_contiguous()));
            }
            let came = self.pipes.read(&mut self.read, wait.until);
            self.came = came.map_err(|error| self.lost(error, wait))?;
        }
    }

    /// Reads the next line, which has to be this one.
    pub(super) fn expect(&mut self, expected: &str, wait: &Wait) -> Result<(), EngineError> {
        let line = self.line(wait)?;
        if line == expected.as_bytes() { Ok(()) } else { Err(wait.nonsense(&line)) }
    }

    fn lost(&mut self, error: io::Error, wait: &Wait) -> EngineError {
        if error.kind() == io::ErrorKind::TimedOut {
            let seconds = wait.time.as_secs_f64();
            return EngineError::Failed(format!("no {} within {seconds:.1} s", wait.awaited));
        }
        let ended = self.pipes.end().map(|status| format!("it ended ({status})"));
        let ended = ended.unwrap_or_else(|| "it closed its output".to_owned());
        EngineError::Failed(match &*shown(self.read.make_contiguous()) {
            "" => ended,
            rest => format!("{ended} in the middle of a line: `{rest}`"),
        })
    }
}

/// The expected line and its deadline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    awaited: &'static str,
    pub(super) time: Duration,
    until: Instant,
}

impl Wait {
    pub(super) fn new(awaited: &'static str, time: Duration) -> Self {
        // A time that overflows the clock becomes a year.
        let time = time.min(Duration::from_secs(31_536_000));
        Self { awaited, time, until: Instant::now() + time }
    }

    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Returns the error for an unexpected line.
    pub(super) fn nonsense(&self, said: &[u8]) -> EngineError {
        EngineError::Failed(format!("expected {}, found `{}`", self.awaited, shown(said)))
    }
}
