//! The project's own chores, as `cargo xtask COMMAND`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command talks to its user")]

mod aarch64;
mod ci;
mod corpus;
mod deep;
mod gate;
mod new_strategy;
mod page;
mod peers;
mod profiles;
mod puzzles;
mod python;
mod readme;
mod sets;
mod tidy;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Parser, Subcommand};

/// Why a chore failed, for a person to read.
type Failure = Box<dyn Error>;

/// The project's own chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Chores {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    Ci(ci::Args),
    /// Checks the invariants of docs/architecture.md, and that the README's tables are not stale.
    Tidy,
    Corpus(corpus::Args),
    NewStrategy(new_strategy::Args),
    Puzzles(puzzles::Args),
    Sets(sets::Args),
    /// Measures the README's tables anew, each with the command that stands beside it.
    Readme,
    /// Runs the tests on 64-bit ARM under emulation, with what .ci/install installs.
    Aarch64,
    Gate(gate::Args),
    /// Looks at the harness's page in headless Chromium, which .ci/install installs.
    Page,
    /// Reads data sets with the real NumPy and PyArrow, installed under target.
    Python,
    /// Runs the checks that take minutes.
    Deep,
}

fn main() -> ExitCode {
    let Chores { chore } = Chores::parse();
    match run_chore(&chore) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_chore(chore: &Chore) -> Result<(), Failure> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask is not in a workspace")?;
    match chore {
        Chore::Ci(args) => ci::run_all(args, root),
        Chore::Tidy => tidy::run(root),
        Chore::Corpus(args) => corpus::run(args, root),
        Chore::NewStrategy(args) => new_strategy::run(args, root),
        Chore::Sets(args) => sets::run(args),
        Chore::Puzzles(args) => puzzles::run(args),
        Chore::Readme => readme::splice(root),
        Chore::Aarch64 => aarch64::run(root),
        Chore::Gate(args) => gate::run(args, root),
        Chore::Page => page::run(root),
        Chore::Python => python::run(root),
        Chore::Deep => deep::run(root),
    }
}

/// Cargo, the same one that runs this, in this folder.
fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    cargo
}

/// Where Cargo puts what it builds.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Runs a command to its end and fails if it does.
fn run(command: &mut Command) -> Result<(), Failure> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

/// Copies what the workspace has under version control to a folder that is emptied before.
fn copy_workspace(root: &Path, copy: &Path) -> Result<(), Failure> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    let files = Command::new("git").current_dir(root).args(["ls-files", "-z"]).output()?;
    if !files.status.success() {
        return Err(String::from_utf8(files.stderr)?.into());
    }
    for file in String::from_utf8(files.stdout)?.split_terminator('\0') {
        let to = copy.join(file);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        // A file that is deleted but not yet committed is still listed.
        if root.join(file).exists() {
            fs::copy(root.join(file), to)?;
        }
    }
    Ok(())
}
