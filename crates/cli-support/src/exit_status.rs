//! Exit codes.

use std::process::ExitCode;

/// The result of a command, as its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// Success.
    Success = 0,
    /// The command finished, but its input has errors.
    Fault = 1,
    /// The command failed: wrong usage, or a file that cannot be read or written.
    Failure = 2,
    /// The command was interrupted.
    Interrupted = 130,
}

impl ExitStatus {
    /// Returns the exit code, for [`std::process::exit`].
    #[must_use]
    pub const fn code(self) -> i32 {
        self as i32
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(exit: ExitStatus) -> Self {
        Self::from(exit as u8)
    }
}
