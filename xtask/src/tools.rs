//! Helpers of several tasks: run Cargo and other commands, list files, copy the workspace.

use std::env::consts::EXE_SUFFIX;
use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The error of a task.
pub(crate) type Failure = Box<dyn Error>;

/// Returns a command for the Cargo that runs this program, in this folder.
pub(crate) fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    cargo
}

/// Returns a command for a Cargo that builds for another target. It gets `build_std` if it has to
/// build the standard library.
pub(crate) fn cargo_for(root: &Path, target: &str, build_std: &str) -> Result<Command, Failure> {
    let libraries = ["--print", "target-libdir", "--target", target];
    let libraries = Command::new("rustc").args(libraries).output()?.stdout;
    if Path::new(String::from_utf8(libraries)?.trim()).exists() {
        return Ok(cargo(root));
    }
    // Without rustup, the Rust of Debian builds the standard library from source.
    let mut cargo = Command::new("/usr/bin/cargo");
    cargo.current_dir(root).env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/bin/wasm-ld-19");
    cargo.arg(build_std);
    Ok(cargo)
}

/// Returns Cargo's target folder.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// The build of a command or of the Python package.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// The profile of tests, which has more checks and compiles in 50% of the time.
    Test,
    Release,
}

/// Builds a command of the workspace. Returns its path.
pub(crate) fn build_command(root: &Path, name: &str, build: Build) -> Result<PathBuf, Failure> {
    let folder = match build {
        Build::Test => {
            build_for_tests(root, &["--bin", name])?;
            "debug"
        }
        Build::Release => {
            let arguments = ["build", "--quiet", "--locked", "--release", "--workspace", "--bin"];
            run(cargo(root).args(arguments).arg(name))?;
            "release"
        }
    };
    keep_program(root, folder, name)
}

/// Builds an example in the profile of tests. Returns its path.
pub(crate) fn build_example(root: &Path, name: &str) -> Result<PathBuf, Failure> {
    build_for_tests(root, &["--example", name])?;
    keep_program(root, "debug/examples", name)
}

/// Copies a program, because a step of CI that runs at the same time may build another one at the
/// same path. Returns the path of the copy.
fn keep_program(root: &Path, folder: &str, name: &str) -> Result<PathBuf, Failure> {
    let (program, copies) = (format!("{name}{EXE_SUFFIX}"), target(root).join("ci").join(folder));
    let copy = copies.join(&program);
    fs::create_dir_all(copies)?;
    // A running program can be removed, but not written.
    let _ = fs::remove_file(&copy);
    fs::copy(target(root).join(folder).join(program), &copy)?;
    Ok(copy)
}

/// Builds targets with the same libraries as `cargo test --workspace`, so none is built twice.
///
/// With an example, Cargo enables the features that the tests of the workspace need.
/// `largest_tree` is a small one.
fn build_for_tests(root: &Path, targets: &[&str]) -> Result<(), Failure> {
    let arguments = ["build", "--quiet", "--locked", "--profile", "test", "--workspace"];
    run(cargo(root).args(arguments).args(["--example", "largest_tree"]).args(targets))
}

/// Runs a command, and fails if it fails.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let status = command.status().map_err(|error| {
        let program = command.get_program().display();
        format!("{program}: {error}; .ci/install installs the programs that tasks need")
    })?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

/// Runs the package in benches/peers.
pub(crate) fn peers<S: AsRef<OsStr>>(root: &Path, arguments: &[S]) -> Result<(), Failure> {
    run(Command::new(build_command(root, "peers", Build::Test)?).current_dir(root).args(arguments))
}

/// Returns the files under version control, as paths relative to the workspace.
pub(crate) fn tracked_files(root: &Path) -> Result<Vec<String>, Failure> {
    let files = Command::new("git").current_dir(root).args(["ls-files", "-z"]).output()?;
    if !files.status.success() {
        return Err(String::from_utf8(files.stderr)?.into());
    }
    // Git also lists files that are deleted but not committed.
    let exists = |file: &&str| root.join(file).exists();
    let files = String::from_utf8(files.stdout)?;
    Ok(files.split_terminator('\0').filter(exists).map(str::to_owned).collect())
}

/// Returns the files in a folder and its subfolders, as paths relative to the folder.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            let below = files_below(&entry.path())?;
            files.extend(below.into_iter().map(|file| format!("{name}/{file}")));
        } else {
            files.push(name);
        }
    }
    Ok(files)
}

/// Copies the files under version control to a folder, which is deleted first.
pub(crate) fn copy_workspace(root: &Path, copy: &Path) -> Result<(), Failure> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    copy_files(root, &tracked_files(root)?, copy)
}

/// Copies files, whose paths are relative to `from`, to the same paths in `to`.
pub(crate) fn copy_files(from: &Path, files: &[String], to: &Path) -> Result<(), Failure> {
    for file in files {
        let copy = to.join(file);
        if let Some(folder) = copy.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(from.join(file), copy)?;
    }
    Ok(())
}
