//! `cli-support` is a library of helpers for command-line programs: output files, progress bars,
//! interrupts, exit codes and messages. The commands `sudoku` and `bench-harness` share it.
//!
//! ```
//! use cli_support::{AtomicOutput, counted};
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("report.txt");
//!
//! AtomicOutput::open(Some(&path))?.write(counted(2, "puzzle"))?;
//! assert_eq!(std::fs::read_to_string(&path)?, "2 puzzles");
//! # Ok::<_, std::io::Error>(())
//! ```
//!
//! - [`arguments`], [`with_negative_numbers`], [`fail_beyond_file_size_limit`]: the start of a
//!   command.
//! - [`AtomicOutput`]: a result that goes to standard output, or to a file that is replaced as a
//!   whole. [`Replacement`] is such a file for a result that is too large for the memory.
//! - [`LineBufferedFile`]: a file of result lines that always ends on a whole line.
//! - [`open_stdout`]: standard output, unless it is closed.
//! - [`Progress`]: a progress bar on standard error, shown only at a terminal.
//! - [`Interrupt`]: Ctrl-C as a flag and as a message, so that a command can stop cleanly.
//! - [`ExitStatus`]: the exit codes, which have the same meaning in both commands.
//! - [`apply_environment`]: settings from environment variables.
//! - [`eprint_message`], [`eprint_error`]: messages on standard error in one style.
//! - [`CompletionsArgs`], [`ManArgs`], [`with_exit_codes`]: shell completions, manual pages and
//!   help.
//! - [`DiagnosticLimit`]: the first of many messages, with a count of the others; [`counted`]: a
//!   number with its noun.
//!
//! # Limitations
//!
//! A process can have only one [`Interrupt`], because a signal has one handler. Nothing in this
//! crate is about puzzles.

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
mod stdout;

pub use arguments::{arguments, fail_beyond_file_size_limit, with_negative_numbers};
pub use diagnostic_limit::{DiagnosticLimit, counted};
pub use environment::{EnvironmentError, apply_environment};
pub use exit_status::ExitStatus;
pub use interrupt::{Interrupt, InterruptError};
pub use lines::LineBufferedFile;
pub use manual::{CompletionsArgs, ManArgs, ManualError, with_exit_codes};
pub use message::{eprint_error, eprint_message, with_causes};
pub use output::{AtomicOutput, Replacement};
pub use progress::Progress;
pub use stdout::open_stdout;
