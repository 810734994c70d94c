//! The command `sudoku`: every job on puzzles, at a terminal, in a pipe and over files.
//!
//! Each subcommand is a module with its arguments and a function that runs them; reading, solving
//! and drawing are the libraries' work, so that a command is a thin layer over them. The weak spot:
//! it is made for people and scripts; a program in Rust is better off with the crates behind it.

mod args;
mod canonical;
mod check;
mod constraints;
mod convert;
mod count;
mod dataset;
mod draw;
mod enumerate;
mod error;
mod format;
mod generate;
mod improper;
mod making;
mod manual;
mod pages;
mod pipeline;
mod progress;
mod solve;
mod stream;
mod svg;
mod target;
mod transform;

use clap::{CommandFactory, Parser, Subcommand};
pub use cli_support::Exit;

pub use error::CliError;

/// Solves, counts, checks, makes and converts Sudoku puzzles.
#[derive(Clone, Debug, Parser)]
#[command(name = "sudoku", version, after_help = AFTER_HELP, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Subcommands,
}

const AFTER_HELP: &str = "\
Exit codes:
  0    all well
  1    some puzzle could not be read, or has no or several solutions; the others were done
  2    bad usage, constraints that no puzzle can meet, or a file that cannot be read or written
  130  interrupted; what was written before is whole";

#[derive(Clone, Debug, Subcommand)]
enum Subcommands {
    Solve(solve::SolveArgs),
    Count(count::CountArgs),
    Enumerate(enumerate::EnumerateArgs),
    Check(check::CheckArgs),
    Generate(generate::GenerateArgs),
    Canonical(canonical::CanonicalArgs),
    Transform(transform::TransformArgs),
    Convert(convert::ConvertArgs),
    Dataset(dataset::DatasetArgs),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// What kept it from going on. What is wrong with single puzzles goes to standard error and
    /// into the [`Exit`].
    pub fn run(&self) -> Result<Exit, CliError> {
        match &self.command {
            Subcommands::Solve(args) => solve::run(args),
            Subcommands::Count(args) => count::run(args),
            Subcommands::Enumerate(args) => enumerate::run(args),
            Subcommands::Check(args) => check::run(args),
            Subcommands::Generate(args) => generate::run(args),
            Subcommands::Canonical(args) => canonical::run(args),
            Subcommands::Transform(args) => transform::run(args),
            Subcommands::Convert(args) => convert::run(args),
            Subcommands::Dataset(args) => dataset::run(args),
            Subcommands::Completions(args) => manual::completions(args, Self::command()),
            Subcommands::Man(args) => manual::man(args, Self::command()),
        }
    }
}
