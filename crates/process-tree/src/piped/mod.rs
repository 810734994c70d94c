//! A program that is written to and read from, with a deadline for every exchange.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use elsewhere::PipedProcess;
#[cfg(unix)]
pub use unix::PipedProcess;

/// Why a program cannot be written to or read from.
#[derive(Debug, thiserror::Error)]
pub enum PipeError {
    /// The deadline came first.
    #[error("the program did not answer in time")]
    TimedOut,
    /// The program has closed its end of the pipe, or has ended.
    #[error("the program has closed the pipe")]
    Closed,
    /// The system refuses.
    #[error("the pipe is broken")]
    Broken(#[from] std::io::Error),
}
