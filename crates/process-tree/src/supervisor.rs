//! The caller's side: starts a supervisor for each run and reads its report.

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::piped::{PipeError, PipedProcess};
use crate::platform::{adopt_orphans, end_descendants};
use crate::run::{MAX_WAITING_FACTOR, RunEnding, RunReport, RunRequest};

/// The command that starts a supervisor: a program, and arguments with which it only calls
/// [`supervise`](crate::supervise).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supervisor {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// The time that the supervisor may take in addition to its program.
    grace: Duration,
}

/// The error of a run that could not be supervised.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SupervisorError {
    /// The supervisor cannot be started or cannot work.
    #[error("cannot run the supervisor process")]
    Start(#[source] io::Error),
    /// The request or the report cannot be transferred.
    #[error("cannot write the supervisor's request or read its report")]
    Report(#[source] io::Error),
}

impl SupervisorError {
    pub(crate) fn not_json(error: serde_json::Error) -> Self {
        Self::Report(error.into())
    }
}

impl Supervisor {
    /// Creates a supervisor that runs the program at this path with these arguments.
    pub fn new<I>(program: impl Into<PathBuf>, arguments: I) -> Self
    where
        I: IntoIterator<Item: Into<OsString>>,
    {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self { program: program.into(), arguments, grace: Duration::from_secs(20) }
    }

    /// Sets the time that the supervisor may take in addition to its program, instead of 20 s.
    #[must_use]
    pub fn with_grace(self, grace: Duration) -> Self {
        Self { grace, ..self }
    }

    /// Creates a supervisor that runs the current program with these arguments.
    ///
    /// # Errors
    /// If the system does not return the path of the current program.
    pub fn this_program<I>(arguments: I) -> Result<Self, SupervisorError>
    where
        I: IntoIterator<Item: Into<OsString>>,
    {
        Ok(Self::new(env::current_exe().map_err(SupervisorError::Start)?, arguments))
    }

    /// Runs a program under a new supervisor, and returns when all its processes have ended.
    ///
    /// A program that kills or stops its supervisor is [`Lost`](RunEnding::Lost). The program's
    /// processes can then not be identified, so all descendants of this process are killed.
    /// Therefore do not run two programs at the same time. This process also
    /// [adopts orphans](adopt_orphans) from the first run on.
    ///
    /// # Errors
    /// If the supervisor cannot be started or its report cannot be read.
    pub fn run(&self, request: &RunRequest) -> Result<RunReport, SupervisorError> {
        adopt_orphans();
        let mut line = serde_json::to_vec(request).map_err(SupervisorError::not_json)?;
        line.push(b'\n');
        // The supervisor kills the program and exits when its input is closed, also if this process
        // is killed.
        let mut command = Command::new(&self.program);
        let mut supervisor = PipedProcess::spawn(command.args(&self.arguments), Stdio::inherit())
            .map_err(SupervisorError::Start)?;
        let longest = request.time_limit.saturating_mul(MAX_WAITING_FACTOR);
        let deadline = Instant::now() + longest.saturating_add(self.grace);
        let mut report = VecDeque::new();
        let mut heard = supervisor.write_all(&line, deadline);
        while heard.is_ok() {
            heard = supervisor.read(&mut report, deadline);
        }
        // The end of the output is the end of the report. A supervisor that had to be ended may
        // exit with 0, but its report is incomplete.
        let status = supervisor.end().filter(|_| heard == Err(PipeError::Closed));
        if status.is_some_and(|status| status.success()) {
            return serde_json::from_slice(report.make_contiguous())
                .map_err(SupervisorError::not_json);
        }
        end_descendants();
        let how = status.map_or("it did not answer".to_owned(), |status| status.to_string());
        Ok(RunReport::of(RunEnding::Lost(format!("its supervisor was ended ({how})"))))
    }
}
