//! Other systems: there are no pipes that can be waited for with a deadline, and no process groups.

use std::collections::VecDeque;
use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::PipeError;

/// A running program, whose standard input and output are pipes to this process. There is none on
/// this system.
#[derive(Debug)]
pub enum PipedProcess {}

impl PipedProcess {
    /// Starts a program.
    ///
    /// # Errors
    /// Always.
    pub fn start(_program: &str, _arguments: &[String], _stderr: Stdio) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Writes all of it, until the deadline.
    ///
    /// # Errors
    /// If the program does not take all of it.
    pub fn write_all(&mut self, _bytes: &[u8], _deadline: Instant) -> Result<(), PipeError> {
        match *self {}
    }

    /// Waits until the program writes something, until the deadline, and appends it.
    ///
    /// # Errors
    /// If there is nothing.
    pub fn read(&mut self, _into: &mut VecDeque<u8>, _deadline: Instant) -> Result<(), PipeError> {
        match *self {}
    }

    /// How long the program has had a processor.
    #[must_use]
    pub fn processor_time(&self) -> Option<Duration> {
        match *self {}
    }

    /// Ends the program. Returns its status if its output came to an end by itself.
    pub fn end(&mut self) -> Option<ExitStatus> {
        match *self {}
    }
}
