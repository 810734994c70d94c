//! Runs programs, and ends every process that comes of them.
//!
//! There are two ways to run a program:
//!
//! - [`Supervisor::run`] gives a program its whole input, waits for its end, and says what it wrote
//!   and what it needed. Time, memory, output and the number of processes are limited. Each run has
//!   a supervisor, a process of its own.
//! - [`PipedProcess`] is a program that is written to and read from for as long as it is needed,
//!   with a deadline for every exchange.
//!
//! Both make sure that nothing goes on running: not what the program has started, and not if the
//! caller is killed. Neither is a sandbox: programs run with the rights of the caller.
//!
//! # The supervisor is the caller's own program
//! The supervisor has to be a program, and so that there is no second one to install, it is the
//! caller's own, started again with arguments that make it call [`supervise`] and nothing else:
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
//! # What is ended
//! | system | ended | time and memory are those of |
//! |---|---|---|
//! | Linux | every descendant, in whatever process group or session | every descendant |
//! | other Unix systems | the program's process group | the program and what it waited for |
//! | Windows | the program itself | not known |

mod command;
mod piped;
mod platform;
mod run;
mod supervise;
mod supervisor;

use std::time::Duration;

pub use command::{CommandError, NamedCommand};
pub use piped::{PipeError, PipedProcess};
pub use platform::{adopt_orphans, end_descendants, thread_time};
pub use run::{MAX_WAITING_FACTOR, OUTPUT_LIMIT, PROCESS_LIMIT, RunEnding, RunReport, RunRequest};
pub use supervise::supervise;
pub use supervisor::{Supervisor, SupervisorError};

/// How long it is tried to end processes that do not end.
const ENDING_TIMEOUT: Duration = Duration::from_secs(5);
