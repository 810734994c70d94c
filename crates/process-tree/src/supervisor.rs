//! The caller's side: starts a supervisor for each run, and hears its report.

use std::env;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::run::{MAX_WAITING_FACTOR, RunEnding, RunReport, RunRequest};
use crate::{adopt_orphans, end_descendants};

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
        adopt_orphans();
        let mut supervisor = Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(SupervisorError::Start)?;
        // The supervisor ends the program and itself when this is closed, also if that is because
        // this process is killed.
        let lifeline = supervisor.stdin.take();
        let answer = ask(&mut supervisor, request, lifeline.as_ref());
        if answer.is_err() {
            // It will not answer any more.
            let _ = supervisor.kill();
        }
        let status = supervisor.wait().map_err(SupervisorError::Start)?;
        drop(lifeline);
        match answer {
            Ok(text) if status.success() => {
                serde_json::from_str(&text).map_err(SupervisorError::not_json)
            }
            _ => {
                end_descendants();
                let cause = format!("its supervisor was ended ({status})");
                Ok(RunReport::of(RunEnding::Lost(cause)))
            }
        }
    }
}

/// Hands the request over, and waits for the report.
fn ask(
    supervisor: &mut Child,
    request: &RunRequest,
    mut lifeline: Option<impl Write>,
) -> io::Result<String> {
    let mut line = serde_json::to_string(request)?;
    line.push('\n');
    if let Some(lifeline) = &mut lifeline {
        lifeline.write_all(line.as_bytes())?;
    }
    let mut output = supervisor.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let (sender, receiver) = channel();
    thread::Builder::new().spawn(move || {
        let mut text = String::new();
        let result = output.read_to_string(&mut text).map(|_| text);
        // Without a receiver it came too late.
        let _ = sender.send(result);
    })?;
    let longest = request.time_limit.saturating_mul(MAX_WAITING_FACTOR).saturating_add(GRACE);
    receiver.recv_timeout(longest).map_err(|_| io::ErrorKind::TimedOut)?
}
