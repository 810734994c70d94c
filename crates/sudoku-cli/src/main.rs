//! The command `sudoku`: see `--help`.

use std::process::ExitCode;

use clap::Parser;
use cli_support::{Exit, say_error};
use sudoku_command::Cli;

fn main() -> ExitCode {
    let exit = Cli::parse().run().unwrap_or_else(|error| {
        say_error("sudoku", &error);
        Exit::Failure
    });
    exit.into()
}
