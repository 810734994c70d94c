//! Functions that run the command in a pipe.
// Each test file uses only some of these functions, and fails by panicking.
#![allow(dead_code, clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub(crate) const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The subcommands on puzzles.
pub(crate) const PUZZLE_COMMANDS: [&str; 12] = [
    "solve",
    "count",
    "enumerate",
    "check",
    "rate",
    "hint",
    "hints",
    "explain",
    "generate",
    "canonical",
    "transform",
    "convert",
];

pub(crate) fn sudoku(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku"));
    // Errors are compared as plain text, so forced colors are turned off.
    command.args(arguments.split_whitespace()).env_remove("CLICOLOR_FORCE");
    command
}

pub(crate) fn run(arguments: &str, input: impl AsRef<[u8]>) -> Output {
    feed(sudoku(arguments), input)
}

pub(crate) fn feed(mut command: Command, input: impl AsRef<[u8]>) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // A command that ends early does not read the rest.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output
}

pub(crate) fn stdout(output: &Output) -> &str {
    str::from_utf8(&output.stdout).unwrap()
}

pub(crate) fn stderr(output: &Output) -> &str {
    str::from_utf8(&output.stderr).unwrap()
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// Returns the output of a command that must succeed without messages.
pub(crate) fn good(arguments: &str, input: impl AsRef<[u8]>) -> String {
    let output = run(arguments, input);
    assert_eq!((code(&output), stderr(&output)), (0, ""), "{arguments}");
    stdout(&output).to_owned()
}
