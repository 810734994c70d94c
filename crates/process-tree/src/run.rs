//! A run under limits: what is wanted, and what became of it.

use std::ffi::OsString;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How many bytes a program may write to its standard output, and as many to its standard error.
///
/// The solution of a puzzle has 162; a stack trace of Java may have a thousand lines.
pub const OUTPUT_LIMIT: usize = 1 << 20;

/// How many processes of a program may be alive at once.
pub const PROCESS_LIMIT: usize = 64;

/// How many times its time limit a program may take by the clock if it has to wait for a processor.
pub const MAX_WAITING_FACTOR: u32 = 10;

/// A program to be run, and its limits.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct RunRequest {
    /// The program and its arguments; the program is looked for as a shell does.
    pub command: Vec<OsString>,
    /// What it finds on its standard input, which ends after it. At most 4096 bytes, which the
    /// pipes of all systems take at once, whether the program reads them or not.
    pub input: String,
    /// The limit on processor time, and on the time by the clock. The time that a thread of the
    /// program was ready to run and had no processor is added to the latter, up to
    /// [`MAX_WAITING_FACTOR`] limits in all: a busy machine is not the program's fault.
    pub time_limit: Duration,
    /// The limit on resident memory, in bytes.
    pub memory_limit: u64,
}

/// What became of a program.
///
/// Of which processes time and memory are known differs by system: see [the crate](crate).
#[derive(Clone, Debug, Deserialize, Serialize)]
#[non_exhaustive]
pub struct RunReport {
    /// How it ended.
    pub ending: RunEnding,
    /// From before it was started to its end, by the clock.
    pub wall: Duration,
    /// The processor time, user and system, of all its processes that were waited for.
    pub cpu: Option<Duration>,
    /// The peak of its resident memory in bytes: that of its largest process, or, if that is more,
    /// what all of them had together at one of the samples that are taken every 5 ms. Memory that
    /// is reserved but was never touched does not count, or no Java machine would keep any limit.
    /// It is never less than what the supervisor itself has, about 3 MB.
    pub peak_memory: Option<u64>,
    /// What it wrote to its standard output, up to [`OUTPUT_LIMIT`] bytes.
    pub output: String,
    /// What it wrote to its standard error: all of it up to 2000 bytes, and of more than that the
    /// beginning and the end, with a line `…` between them.
    pub error_output: String,
    /// How many of its processes were still there when it had ended by itself. They were ended.
    pub left_behind: usize,
    /// How many processes could not be ended.
    pub not_ended: usize,
}

/// How a run ended.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub enum RunEnding {
    /// The program could not be started, for this cause.
    NotStarted(String),
    /// It ended by itself with this exit code.
    Exited(i32),
    /// It was ended by a signal with this number that the supervisor had not sent.
    Signaled(i32),
    /// How it ended is not known, for this cause: it may have ended its supervisor.
    Lost(String),
    /// It was ended because its time was up.
    OutOfTime,
    /// It was ended because it had more memory than it may.
    OutOfMemory,
    /// It was ended because it had written more than it may.
    OutOfOutput,
    /// It was ended because it had more processes than it may.
    OutOfProcesses,
}

impl RunReport {
    /// The report of a run of which only the ending is known.
    #[must_use]
    pub const fn of(ending: RunEnding) -> Self {
        Self {
            ending,
            wall: Duration::ZERO,
            cpu: None,
            peak_memory: None,
            output: String::new(),
            error_output: String::new(),
            left_behind: 0,
            not_ended: 0,
        }
    }
}
