//! Measures this project and other programs in one run on one core: `cargo xtask peers`.
//!
//! benches/engines.toml has the engines and benches/jobs.toml the jobs. Only the Rust crates that
//! the folder `external-engines` builds come from a registry; the options name everything else. All
//! of them run as separate programs. `bench-harness` measures the solvers, and this program the
//! tasks that the harness does not know.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command prints")]

mod bench;
mod checks;
mod data;
mod documents;
mod figures;
mod measure;
mod plot;
mod programs;
mod solve;
mod tables;
mod tools;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Compares this project with other programs, and checks every answer.
///
/// Without options it needs only Rust: it builds the crates that are on crates.io, and names each
/// engine that it leaves out with the option that adds it. It prints tables and writes
/// target/peers/peers.json and target/peers/speed.svg. It takes ten minutes; add --short to try it.
#[derive(Parser)]
#[command(name = "cargo xtask peers", bin_name = "cargo xtask peers")]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(flatten)]
    measure: bench::Args,

    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Writes the plot and the tables of docs/img/figures.json into the documents
    Documents,
    /// Checks the answers of the engines that need no option
    Check {
        /// Program of the harness
        harness: PathBuf,
    },
}

fn main() -> ExitCode {
    let Arguments { measure, task } = Arguments::parse();
    let root = tools::workspace();
    let result = match task {
        None => documents::measure(&measure, root),
        Some(Task::Documents) => documents::write(root),
        Some(Task::Check { harness }) => measure::check_answers(root, &harness),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
