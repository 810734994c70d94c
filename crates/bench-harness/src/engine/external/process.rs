//! An external engine's process: lines from it and bytes to it, each within a time.

use std::collections::VecDeque;
use std::process::Stdio;
use std::time::{Duration, Instant};

use process_tree::{PipeError, PipedProcess};

use super::{ExternalCommand, Lost};

/// The longest line that an engine has reason to write.
const LONGEST: usize = 1024;

/// What a person is shown of a line that was not expected.
pub(super) fn shown(line: &[u8]) -> String {
    const SHOWN: usize = 60;
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * SHOWN)]);
    let mut shown: String =
        text.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().count() > SHOWN {
        shown.push('…');
    }
    shown
}

/// A running external engine. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct EngineProcess {
    pipes: PipedProcess,
    /// What was read and not yet taken.
    read: VecDeque<u8>,
}

impl EngineProcess {
    /// Starts a program.
    pub(super) fn start(command: &ExternalCommand) -> Result<Self, Lost> {
        let stderr = if command.is_quiet { Stdio::null() } else { Stdio::inherit() };
        let pipes = PipedProcess::start(&command.program, &command.arguments, stderr)
            .map_err(Lost::NotStarted)?;
        Ok(Self { pipes, read: VecDeque::new() })
    }

    /// Writes all of it.
    pub(super) fn write(&mut self, bytes: &[u8], wait: &Wait) -> Result<(), Lost> {
        self.pipes.write_all(bytes, wait.until).map_err(|error| self.lost(error, wait))
    }

    /// The next line, without its end.
    pub(super) fn line(&mut self, wait: &Wait) -> Result<Vec<u8>, Lost> {
        let mut searched = 0;
        loop {
            let end = self.read.iter().skip(searched).position(|&byte| byte == b'\n');
            if let Some(end) = end {
                let mut line: Vec<u8> = self.read.drain(..=searched + end).collect();
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Ok(line);
            }
            searched = self.read.len();
            if searched > LONGEST {
                return Err(wait.nonsense(self.read.make_contiguous()));
            }
            self.pipes.read(&mut self.read, wait.until).map_err(|error| self.lost(error, wait))?;
        }
    }

    /// What it has said before it was asked.
    pub(super) fn unasked(&mut self) -> Option<String> {
        let _ = self.pipes.read(&mut self.read, Instant::now());
        let is_silent = self.read.is_empty();
        (!is_silent).then(|| {
            let said = self.read.make_contiguous();
            shown(said.split(|&byte| byte == b'\n').next().unwrap_or_default())
        })
    }

    /// How long it has had a processor, where the system tells.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        self.pipes.processor_time()
    }

    fn lost(&mut self, error: PipeError, wait: &Wait) -> Lost {
        match error {
            PipeError::TimedOut => wait.over(),
            PipeError::Broken(error) => Lost::Broken(error),
            PipeError::Closed => {
                let rest = shown(self.read.make_contiguous());
                Lost::Ended { status: self.pipes.end(), rest }
            }
        }
    }
}

/// What is waited for, and until when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    awaited: &'static str,
    since: Instant,
    until: Instant,
}

impl Wait {
    /// Waits for this from now on.
    pub(super) fn new(awaited: &'static str, time: Duration) -> Self {
        let since = Instant::now();
        // A time beyond what the clock can tell is none; a year is the same to everyone.
        let year = Duration::from_secs(31_536_000);
        Self { awaited, since, until: since + time.min(year) }
    }

    /// This was said instead.
    pub(super) fn nonsense(&self, said: &[u8]) -> Lost {
        Lost::Nonsense { awaited: self.awaited, said: shown(said) }
    }

    fn over(&self) -> Lost {
        Lost::Silent { awaited: self.awaited, waited: self.until - self.since }
    }
}
