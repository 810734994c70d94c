//! The caller's side: starts a supervisor for each run and reads its report.

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::piped::PipedProcess;
use crate::platform::{adopt_orphans, end_descendants};
use crate::run::{MAX_WAITING_FACTOR, RunEnding, RunReport, RunRequest};

/// The command that starts a supervisor: a program, and arguments with which it only calls
/// [`supervise`](crate::supervise).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supervisor {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The time that the supervisor may take in addition to its program.
    pub grace: Duration,
}

impl Supervisor {
    /// Creates a supervisor that runs the current program with these arguments, and a grace of
    /// 20 s.
    ///
    /// # Errors
    /// If the system does not return the path of the current program.
    pub fn this_program<I>(arguments: I) -> io::Result<Self>
    where
        I: IntoIterator<Item: Into<OsString>>,
    {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Ok(Self { program: env::current_exe()?, arguments, grace: Duration::from_secs(20) })
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
    pub fn run(&self, request: &RunRequest) -> io::Result<RunReport> {
        adopt_orphans();
        let mut line = serde_json::to_vec(request)?;
        line.push(b'\n');
        // The supervisor kills the program and exits when its input is closed, also if this process
        // is killed.
        let mut command = Command::new(&self.program);
        let mut supervisor = PipedProcess::spawn(command.args(&self.arguments), Stdio::inherit())?;
        let longest = request.time_limit.saturating_mul(MAX_WAITING_FACTOR);
        let deadline = Instant::now() + longest.saturating_add(self.grace);
        let mut report = VecDeque::new();
        let mut heard = supervisor.write_all(&line, deadline);
        while heard.is_ok() {
            heard = supervisor.read(&mut report, deadline);
        }
        // The end of the output is the end of the report. A supervisor that had to be ended may
        // exit with 0, but its report is incomplete.
        let has_closed = heard.is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        let status = supervisor.end().filter(|_| has_closed);
        if status.is_some_and(|status| status.success()) {
            return Ok(serde_json::from_slice(report.make_contiguous())?);
        }
        end_descendants();
        let how = status.map_or("it did not answer".to_owned(), |status| status.to_string());
        Ok(RunReport::of(RunEnding::Lost(format!("its supervisor was ended ({how})"))))
    }
}
