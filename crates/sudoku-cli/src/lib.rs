//! The command `sudoku`: every job on puzzles, at a terminal, in a pipe and over files.
//!
//! Each subcommand is a module with its arguments and a function that runs them; reading, solving and
//! drawing are the libraries' work, so that a command is a thin layer over them. The weak spot: it is
//! made for people and scripts; a program in Rust is better off with the crates behind it.

mod args;
mod canonical;
mod check;
mod convert;
mod count;
mod dataset;
mod draw;
mod enumerate;
mod format;
mod generate;
mod improper;
mod manual;
mod pages;
mod progress;
mod solve;
mod source;
mod stream;
mod svg;
mod target;
mod transform;

use std::fmt;

use clap::{Parser, Subcommand};
pub use cli_support::Exit;

/// Solves, counts, checks, makes and converts Sudoku puzzles.
#[derive(Clone, Debug, Parser)]
#[command(name = "sudoku", version, after_help = AFTER_HELP, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Exit codes:
  0    all well
  1    some puzzle could not be read, or has no or several solutions; the others were done
  2    bad usage, wishes that no puzzle can meet, or a file that cannot be read or written
  130  interrupted; what was written before is whole";

#[derive(Clone, Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Count(count::Args),
    Enumerate(enumerate::Args),
    Check(check::Args),
    Generate(generate::Args),
    Canonical(canonical::Args),
    Transform(transform::Args),
    Convert(convert::Args),
    Dataset(dataset::Args),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// What kept it from going on. What is wrong with single puzzles goes to standard error and into
    /// the [`Exit`].
    pub fn run(&self) -> Result<Exit, CliError> {
        match &self.command {
            Command::Solve(args) => solve::run(args),
            Command::Count(args) => count::run(args),
            Command::Enumerate(args) => enumerate::run(args),
            Command::Check(args) => check::run(args),
            Command::Generate(args) => generate::run(args),
            Command::Canonical(args) => canonical::run(args),
            Command::Transform(args) => transform::run(args),
            Command::Convert(args) => convert::run(args),
            Command::Dataset(args) => dataset::run(args),
            Command::Completions(args) => manual::completions(args),
            Command::Man(args) => manual::man(args),
        }
    }
}

/// What keeps a command from going on, in the words for its user.
#[derive(Debug)]
pub struct CliError(String);

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CliError {}
