//! The example of a program in another repository that compares its own strategy. It is outside the
//! workspace, so only this step builds it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::{Failure, cargo, run};

/// Builds the example, and compares its strategy with one of this project. The comparison has to
/// fail if the strategy is wrong.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    let example = root.join("examples/own-strategy");
    run(cargo(&example).args(["fmt", "--check"]))?;
    let output = compare(root, &example, "own-strategy")?;
    let table = String::from_utf8(output.stdout)?;
    println!("{table}");
    let row = |name| table.lines().any(|line| line.starts_with(&format!("| {name} ")));
    if output.status.code() != Some(0) || !row("own") || !row("mrv") {
        return Err(format!("own-strategy: {}", output.status).into());
    }

    let wrong = root.join("target/ci/wrong-strategy");
    fs::create_dir_all(wrong.join("src"))?;
    let manifest = fs::read_to_string(example.join("Cargo.toml"))?;
    let path = root.to_str().ok_or("the path of the workspace is not UTF-8")?;
    let manifest = manifest.replace("own-strategy", "wrong-strategy").replace("../..", path);
    fs::write(wrong.join("Cargo.toml"), manifest)?;
    let source = fs::read_to_string(example.join("src/main.rs"))?;
    let source = source.replace("in board.candidates(cell)", "in sudoku_core::Digit::all()");
    fs::write(wrong.join("src/main.rs"), source)?;
    let output = compare(root, &wrong, "wrong-strategy")?;
    if output.status.code() != Some(1) {
        return Err(format!("a strategy with wrong answers: {}", output.status).into());
    }
    Ok(())
}

/// Builds the program with this name in this folder, and runs a comparison.
fn compare(root: &Path, folder: &Path, name: &str) -> Result<Output, Failure> {
    // The versions of the workspace are already downloaded.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let target = root.join("target/ci/own-strategy");
    // This step checks answers, not speed, so a quick build is enough.
    let mut build = cargo(folder);
    build.args(["build", "--target-dir"]).arg(&target);
    run(build.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_PROFILE_DEV_DEBUG", "false"))?;
    let compared = ["--set", "judge", "--mode", "unique", "--strategy", "own", "--strategy", "mrv"];
    let mut program = Command::new(target.join("debug").join(name));
    Ok(program.args(compared).args(["--format", "markdown"]).output()?)
}
