//! Helpers of several modules: the error type, the workspace, and commands that must succeed.

use std::error::Error;
use std::path::Path;
use std::process::Command;

/// The error of every function.
pub(crate) type Failure = Box<dyn Error>;

/// Returns the workspace's folder.
pub(crate) fn workspace() -> &'static Path {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.ancestors().nth(2).unwrap_or(folder)
}

/// Returns a command for the Cargo that runs this program, in this folder.
pub(crate) fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    cargo
}

/// Runs a command, and fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}
