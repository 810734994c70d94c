//! The caller's side: starts a supervisor for each run, and hears its report.

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

/// How much longer than its program a supervisor may take.
const GRACE: Duration = Duration::from_secs(20);

/// How a supervisor is started: a program, and arguments with which it calls
/// [`supervise`](crate::supervise) and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supervisor {
    program: PathBuf,
    arguments: Vec<OsString>,
}

/// Why a program could not be run under supervision.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SupervisorError {
    /// The supervisor cannot be started or waited for, or not do its work.
    #[error("cannot run a supervisor")]
    Start(#[source] io::Error),
    /// The request or the report cannot be handed over.
    #[error("the supervisor's request or report cannot be written or read")]
    Report(#[source] io::Error),
}

impl SupervisorError {
    pub(crate) fn not_json(error: serde_json::Error) -> Self {
        Self::Report(error.into())
    }
}

impl Supervisor {
    /// A supervisor that is the program at this path, with these arguments.
    pub fn new<I>(program: impl Into<PathBuf>, arguments: I) -> Self
    where
        I: IntoIterator<Item: Into<OsString>>,
    {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self { program: program.into(), arguments }
    }

    /// A supervisor that is the running program itself, with these arguments.
    ///
    /// # Errors
    /// If the system does not say where this program is.
    pub fn this_program<I>(arguments: I) -> Result<Self, SupervisorError>
    where
        I: IntoIterator<Item: Into<OsString>>,
    {
        Ok(Self::new(env::current_exe().map_err(SupervisorError::Start)?, arguments))
    }

    /// Runs a program under a supervisor of its own, and returns when nothing of it is left.
    ///
    /// A program that ends or stops its supervisor is [`Lost`](RunEnding::Lost). All descendants of
    /// this process are ended then, because one cannot know any more which of them came of the
    /// program: so runs should not be made side by side. For the same reason this process
    /// [adopts orphans](adopt_orphans) from the first run on.
    ///
    /// # Errors
    /// If the supervisor cannot be started or not be understood.
    pub fn run(&self, request: &RunRequest) -> Result<RunReport, SupervisorError> {
        let longest = request.time_limit.saturating_mul(MAX_WAITING_FACTOR).saturating_add(GRACE);
        self.run_within(longest, request)
    }

    /// Runs a program under a supervisor that may take this long.
    fn run_within(
        &self,
        longest: Duration,
        request: &RunRequest,
    ) -> Result<RunReport, SupervisorError> {
        adopt_orphans();
        let mut line = serde_json::to_vec(request).map_err(SupervisorError::not_json)?;
        line.push(b'\n');
        // It ends the program and itself when its input is closed, also if that is because this
        // process is killed.
        let mut command = Command::new(&self.program);
        let mut supervisor = PipedProcess::spawn(command.args(&self.arguments), Stdio::inherit())
            .map_err(SupervisorError::Start)?;
        let deadline = Instant::now() + longest;
        let mut report = VecDeque::new();
        let mut heard = supervisor.write_all(&line, deadline);
        while heard.is_ok() {
            heard = supervisor.read(&mut report, deadline);
        }
        // Its report ends with its output. One that was told to end, as it had not by then, may end
        // well and has reported nothing.
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_supervisor_that_does_not_answer_is_lost() {
        let request = RunRequest {
            command: Vec::new(),
            input: String::new(),
            time_limit: Duration::ZERO,
            memory_limit: 0,
        };
        // One that ends well as soon as its input does, one that does not, and one that is ended
        // though it leads no group.
        for script in ["cat >/dev/null", "cat >/dev/null; exit 1", "sleep 60"] {
            let supervisor = Supervisor::new("sh", ["-c", script]);
            let started = Instant::now();
            let report = supervisor.run_within(Duration::from_millis(100), &request);
            let RunEnding::Lost(cause) = report.expect("a report").ending else {
                panic!("{script}")
            };
            assert_eq!(cause, "its supervisor was ended (it did not answer)", "{script}");
            assert!(started.elapsed() < Duration::from_secs(20), "{script}");
        }
    }
}
