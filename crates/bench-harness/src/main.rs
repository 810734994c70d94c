//! The command `bench-harness`: see `--help`.

use std::io::Write;
use std::process::ExitCode;

use bench_harness::args::Cli;
use bench_harness::command::{Ending, execute};
use clap::Parser;

fn main() -> ExitCode {
    match execute(&Cli::parse().job) {
        Ok(ending) => ending.into(),
        Err(error) => {
            // If standard error is closed there is no one left to tell.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            Ending::BadInput.into()
        }
    }
}
