//! Exit codes.

use std::process::ExitCode;

/// How a command ended, as its exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// All is well.
    Success = 0,
    /// The command did its work, and something is wrong with what it worked on.
    Fault = 1,
    /// The command could not do its work: bad usage, or a file that cannot be read or written.
    Failure = 2,
    /// The command was interrupted.
    Interrupted = 130,
}

impl ExitStatus {
    /// The exit code, for [`std::process::exit`].
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
