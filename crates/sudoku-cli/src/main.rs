//! The command `sudoku`: see `--help`.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use sudoku_command::{Cli, Ending};

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(ending) => ending.into(),
        Err(error) => {
            // If standard error is closed there is no one left to tell.
            let _ = writeln!(std::io::stderr(), "sudoku: {error}");
            Ending::BadUsage.into()
        }
    }
}
