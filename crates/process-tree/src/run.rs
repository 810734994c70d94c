//! The request and the report of a run under limits.

use std::ffi::OsString;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The number of bytes that a program may write to its standard output, and also to its standard
/// error.
///
/// A solved puzzle has 162 bytes; a stack trace of Java may have a thousand lines.
pub const OUTPUT_LIMIT: usize = 1 << 20;

/// The number of processes of a program that may be alive at once.
pub const PROCESS_LIMIT: usize = 64;

/// The largest wall time of a program that has to wait for a processor, in units of its time limit.
pub const MAX_WAITING_FACTOR: u32 = 10;

/// A program to run, with its input and limits.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct RunRequest {
    /// The program and its arguments. The program is searched for in `PATH`.
    pub command: Vec<OsString>,
    /// The whole standard input of the program, at most 4096 bytes. A pipe buffers that many on
    /// every system, even if the program reads nothing.
    pub input: String,
    /// The limit on processor time and on wall time. On a busy machine the wall limit is extended
    /// by the time that a thread of the program waited for a processor, up to
    /// [`MAX_WAITING_FACTOR`] times the limit.
    pub time_limit: Duration,
    /// The limit on resident memory, in bytes.
    pub memory_limit: u64,
}

/// The result of a run.
///
/// The processes that time and memory include depend on the system: see [the crate](crate).
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct RunReport {
    /// The way the run ended.
    pub ending: RunEnding,
    /// The wall time from just before the start to the end.
    pub wall: Duration,
    /// The user and system time of all the program's processes that were waited for.
    pub cpu: Option<Duration>,
    /// The peak resident memory in bytes. It is the larger of two values: the peak of the largest
    /// process, and the largest sum over all processes in the samples, which are taken every 5 ms.
    /// Reserved memory that was never touched does not count: a Java virtual machine reserves more
    /// than any limit. The value is never below the supervisor's own memory, about 3 MB.
    pub peak_memory: Option<u64>,
    /// The standard output, up to [`OUTPUT_LIMIT`] bytes.
    pub output: String,
    /// The standard error, up to [`OUTPUT_LIMIT`] bytes.
    pub error_output: String,
    /// The number of processes that were alive after the program had exited. They were killed.
    pub left_behind: usize,
    /// The number of processes that could not be killed.
    pub not_ended: usize,
}

/// The way a run ended.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub enum RunEnding {
    /// The program could not be started, with the cause.
    NotStarted(String),
    /// The program exited with this code.
    Exited(i32),
    /// The program was killed by this signal, which the supervisor had not sent.
    Signaled(i32),
    /// The ending is unknown, with the cause. For example, the program killed its supervisor.
    Lost(String),
    /// The program exceeded its time limit and was killed.
    OutOfTime,
    /// The program exceeded its memory limit and was killed.
    OutOfMemory,
    /// The program exceeded [`OUTPUT_LIMIT`] and was killed.
    OutOfOutput,
    /// The program exceeded [`PROCESS_LIMIT`] and was killed.
    OutOfProcesses,
}

impl RunReport {
    /// Returns a report in which only the ending is known.
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
