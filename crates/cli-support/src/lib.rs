//! What the commands `sudoku` and `bench-harness` have in common.
//!
//! - [`arguments`], [`with_negative_numbers`], [`fail_beyond_file_size_limit`]: how a command
//!   begins.
//! - [`AtomicOutput`]: results that go to standard output, or into a file that is replaced as a
//!   whole.
//! - [`LineBufferedFile`]: results that go into a file line by line, which ends on a whole one.
//! - [`Progress`]: a bar on standard error for a person who waits.
//! - [`Interrupt`]: Ctrl-C as a flag and as a message, so that a command can end in good order.
//! - [`ExitStatus`]: the exit codes, which mean the same in both commands.
//! - [`apply_environment`]: settings that are made by variables of the environment.
//! - [`eprint_message`], [`eprint_error`]: messages on standard error, in one style.
//! - [`CompletionsArgs`], [`ManArgs`]: completions for shells, and manual pages.
//! - [`DiagnosticLimit`]: the first of many messages, and how many more there are; [`counted`]: a number
//!   of things.
//!
//! Nothing here knows of puzzles. The weak spot: only one [`Interrupt`] can exist in a process,
//! because a signal has one handler.

mod arguments;
mod diagnostic_limit;
mod environment;
mod exit_status;
mod interrupt;
mod lines;
mod manual;
mod message;
mod output;
mod progress;

pub use arguments::{arguments, fail_beyond_file_size_limit, with_negative_numbers};
pub use diagnostic_limit::{DiagnosticLimit, counted};
pub use environment::{EnvironmentError, apply_environment};
pub use exit_status::ExitStatus;
pub use interrupt::{Interrupt, InterruptError};
pub use lines::LineBufferedFile;
pub use manual::{CompletionsArgs, ManArgs, ManualError, with_exit_codes};
pub use message::{eprint_error, eprint_message, with_causes};
pub use output::AtomicOutput;
pub use progress::Progress;
