//! The command `sudoku`: see `--help`.

use std::error::Error;
use std::process::ExitCode;

use cli_support::{Exit, apply_environment, fail_beyond_file_size_limit, say_error};
use sudoku_command::Cli;
use sudoku_registry::SimdPath;

fn main() -> ExitCode {
    fail_beyond_file_size_limit();
    let exit = run(&Cli::from_arguments()).unwrap_or_else(|error| {
        say_error(&*error);
        Exit::Failure
    });
    exit.into()
}

fn run(cli: &Cli) -> Result<Exit, Box<dyn Error>> {
    // The instruction set for all solving.
    apply_environment("SUDOKU_SIMD_PATH", |name| name.parse().and_then(SimdPath::make_default))?;
    Ok(cli.run()?)
}
