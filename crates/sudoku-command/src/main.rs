//! The command `sudoku`; `sudoku --help` lists its subcommands.

use std::error::Error;
use std::process::ExitCode;

use cli_support::{ExitStatus, apply_environment, eprint_error, fail_beyond_file_size_limit};
use sudoku_command::Cli;
use sudoku_registry::SimdLevel;

fn main() -> ExitCode {
    fail_beyond_file_size_limit();
    let exit = run(&Cli::from_arguments()).unwrap_or_else(|error| {
        eprint_error(&*error);
        ExitStatus::Failure
    });
    exit.into()
}

fn run(cli: &Cli) -> Result<ExitStatus, Box<dyn Error>> {
    // Selects the instruction set for all solving.
    apply_environment("SUDOKU_SIMD", |name| name.parse().and_then(SimdLevel::make_default))?;
    Ok(cli.run()?)
}
