//! The project's own chores, as `cargo xtask COMMAND`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command talks to its user")]

mod aarch64;
mod browser;
mod ci;
mod corpus;
mod deep;
mod external_engines;
mod fuzz;
mod gate;
mod kernels;
mod logic;
mod new_strategy;
mod page;
mod profiles;
mod puzzles;
mod python;
mod readme;
mod sanitize;
mod sets;
mod spark;
mod tidy;
mod tools;
mod web;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub(crate) use tools::{Failure, cargo, copy_workspace, run, target};

/// The project's own chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Chores {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    Ci(ci::Args),
    /// Checks the invariants of docs/development/architecture.md, and that no document's table is stale.
    Tidy,
    /// Counts the stores in the compiled kernels of `sudoku-simd`, and fails if there are too many.
    Kernels,
    Corpus(corpus::Args),
    NewStrategy(new_strategy::Args),
    Puzzles(puzzles::Args),
    Sets(sets::Args),
    /// Measures the documents' tables anew, each by the command that stands beside it.
    Readme,
    Aarch64(aarch64::Args),
    Gate(gate::Args),
    Logic(logic::Args),
    /// Looks at the harness's page in headless Chromium, which .ci/install installs.
    Page,
    Web(web::Args),
    Browser(browser::Args),
    Python(python::Args),
    Spark(spark::Args),
    Fuzz(fuzz::Args),
    /// Runs the tests of the crates with `unsafe` code under the address sanitizer.
    Sanitize,
    Deep(deep::Args),
}

fn main() -> ExitCode {
    let Chores { chore } = Chores::parse();
    match run_chore(&chore) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_chore(chore: &Chore) -> Result<(), Failure> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask is not in a workspace")?;
    match chore {
        Chore::Ci(args) => ci::run_all(args, root),
        Chore::Tidy => tidy::run(root),
        Chore::Kernels => kernels::run(root),
        Chore::Corpus(args) => corpus::run(args, root),
        Chore::NewStrategy(args) => new_strategy::run(args, root),
        Chore::Sets(args) => sets::run(args),
        Chore::Puzzles(args) => puzzles::run(args),
        Chore::Readme => readme::splice(root),
        Chore::Aarch64(args) => aarch64::run(args, root),
        Chore::Gate(args) => gate::run(args, root),
        Chore::Logic(args) => logic::run(args),
        Chore::Page => page::run(root),
        Chore::Web(args) => web::run(args, root),
        Chore::Browser(args) => browser::run(args, root),
        Chore::Python(args) => python::run(args, root),
        Chore::Spark(args) => spark::run(args, root),
        Chore::Fuzz(args) => fuzz::run(args, root),
        Chore::Sanitize => sanitize::run(root),
        Chore::Deep(args) => deep::run(args, root),
    }
}
