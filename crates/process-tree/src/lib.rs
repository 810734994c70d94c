//! `process-tree` is a library that runs a program under limits and kills the processes that the
//! program started. On Linux it finds every one of them.
//!
//! ```no_run
//! use process_tree::{RunRequest, Supervisor, supervise};
//! use std::time::Duration;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     if std::env::args().nth(1).as_deref() == Some("supervise") {
//!         return Ok(supervise()?);
//!     }
//!     let supervisor = Supervisor::this_program(["supervise"])?;
//!     let report = supervisor.run(&RunRequest {
//!         command: vec!["sort".into()],
//!         input: "2\n1\n".to_owned(),
//!         time_limit: Duration::from_secs(1),
//!         memory_limit: 256 << 20,
//!     })?;
//!     assert_eq!(report.output, "1\n2\n");
//!     Ok(())
//! }
//! ```
//!
//! There are two ways to run a program:
//!
//! - [`Supervisor::run`] gives a program its whole input, waits until it ends, and reports its
//!   output, time and memory. It limits time, memory, output and the number of processes. Each run
//!   has its own supervisor process.
//! - [`PipedProcess`] is a running program that you write to and read from, with a deadline for
//!   every exchange.
//!
//! Both kill the processes that the program left behind. On Unix they do so even if the caller
//! itself is killed: then a supervisor kills the processes in the table below, and the guard of a
//! [`PipedProcess`] kills its process group.
//!
//! # The supervisor
//! The supervisor has to be a program. Your program starts itself again as the supervisor, so you
//! install only one program. You choose the arguments. With these arguments it must only call
//! [`supervise`], as in the example.
//!
//! # Killed processes
//! | system | killed at the end | time and memory include |
//! |---|---|---|
//! | Linux | every descendant, in any process group or session | every descendant |
//! | other Unix systems | the program's process group | the program and children it waited for |
//! | Windows | the program itself | (unknown) |
//!
//! # Limitations
//! - The guard of a [`PipedProcess`] is `/bin/sh`, so a Unix system needs one.
//! - This is not a sandbox: programs run with the rights of the caller.
//! - A program that starts new sessions faster than they can be killed survives. The supervisor
//!   gives up after 5 s and reports it in [`RunReport::not_ended`].

mod command;
mod piped;
mod platform;
mod run;
mod supervise;
mod supervisor;

use std::time::Duration;

pub use command::NamedCommand;
pub use piped::PipedProcess;
pub use platform::{adopt_orphans, end_descendants, thread_time};
pub use run::{MAX_WAITING_FACTOR, OUTPUT_LIMIT, PROCESS_LIMIT, RunEnding, RunReport, RunRequest};
pub use supervise::supervise;
pub use supervisor::Supervisor;

/// The time after which attempts to kill processes stop.
const ENDING_TIMEOUT: Duration = Duration::from_secs(5);
