//! The command `sudoku`; `sudoku --help` lists its subcommands.

fn main() -> std::process::ExitCode {
    sudoku_command::main_with(std::env::args_os()).into()
}
