//! What several chores need: to run Cargo and other commands, and to copy the workspace.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why a chore failed, for a person to read.
pub(crate) type Failure = Box<dyn Error>;

/// Cargo, the same one that runs this, in this folder.
pub(crate) fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    cargo
}

/// Where Cargo puts what it builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Runs a command to its end and fails if it does.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let status = command.status().map_err(|error| {
        let program = command.get_program().display();
        format!("{program}: {error}; what the chores need beyond Rust, .ci/install installs")
    })?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

/// The files that are under version control, as paths from the workspace's folder.
pub(crate) fn tracked_files(root: &Path) -> Result<Vec<String>, Failure> {
    let files = Command::new("git").current_dir(root).args(["ls-files", "-z"]).output()?;
    if !files.status.success() {
        return Err(String::from_utf8(files.stderr)?.into());
    }
    // A file that is deleted but not yet committed is still listed.
    let exists = |file: &&str| root.join(file).exists();
    let files = String::from_utf8(files.stdout)?;
    Ok(files.split_terminator('\0').filter(exists).map(str::to_owned).collect())
}

/// Copies what the workspace has under version control to a folder that is emptied before.
pub(crate) fn copy_workspace(root: &Path, copy: &Path) -> Result<(), Failure> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    for file in tracked_files(root)? {
        let to = copy.join(&file);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(root.join(file), to)?;
    }
    Ok(())
}
