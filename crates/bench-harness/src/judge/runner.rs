//! The judge's side of the supervisor.

use std::env;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use super::supervisor::{PATIENT, Request, Run, RunEnding, end_descendants};

/// How much longer than its program a supervisor may take altogether.
const GRACE: Duration = Duration::from_secs(20);

/// Runs a program under a supervisor of its own. A program that ends its supervisor, or stops it, has
/// made a runtime error.
///
/// # Errors
/// If there can be no supervisor.
pub fn run(request: &Request) -> io::Result<Run> {
    let mut supervisor = Command::new(env::current_exe()?)
        .arg("supervise")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    // The supervisor ends the program and itself when this is closed, on purpose or with the judge.
    let lifeline = supervisor.stdin.take();
    let answer = answer(&mut supervisor, request, lifeline.as_ref());
    if answer.is_err() {
        // Nothing else of it will come.
        let _ = supervisor.kill();
    }
    let status = supervisor.wait()?;
    drop(lifeline);
    match answer {
        Ok(text) if status.success() => serde_json::from_str(&text).map_err(io::Error::from),
        _ => {
            end_descendants();
            Ok(Run::nothing(RunEnding::Lost(format!("its supervisor was ended ({status})"))))
        }
    }
}

/// Asks the supervisor, and waits for what it says.
fn answer(
    supervisor: &mut Child,
    request: &Request,
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
    let patience = request.time_limit.saturating_mul(PATIENT).saturating_add(GRACE);
    receiver.recv_timeout(patience).map_err(|_| io::ErrorKind::TimedOut)?
}
