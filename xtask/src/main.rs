//! The tasks of the project: `cargo xtask TASK`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command prints")]

mod aarch64;
mod browser;
mod ci;
mod deep;
mod docs;
mod fuzz;
mod gate;
mod kernels;
mod links;
mod markdown;
mod own_strategy;
mod page;
mod peers;
mod pictures;
mod python;
mod readme;
mod sanitize;
mod spark;
mod tidy;
mod tools;
mod web;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub(crate) use tools::{Failure, cargo, copy_workspace, run, target};

/// Tasks of the project: checks, generated files, measurements.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Ci(ci::Args),
    /// Checks the rules of the project: dependencies, module layers, documents, links, wording.
    Tidy,
    /// Checks that the compiled kernels of `sudoku-simd` have few store instructions.
    Kernels,
    /// Writes the documents' figures and plot again.
    Readme,
    Peers(peers::Args),
    /// Makes the pictures in docs/img from real output, except the plot and the badges.
    ///
    /// It needs Node and Chromium, which .ci/install installs.
    Pictures,
    Aarch64(aarch64::Args),
    Gate(gate::Args),
    /// Checks the HTML report of the harness in headless Chromium.
    Page,
    Web(web::Args),
    Docs(docs::Args),
    Browser(browser::Args),
    Python(python::Args),
    Spark(spark::Args),
    Fuzz(fuzz::Args),
    /// Runs the tests of crates with `unsafe` code under the address sanitizer.
    Sanitize,
    /// Runs the checks that take hours.
    ///
    /// It needs cargo-mutants, and the programs that .ci/install installs.
    Deep,
}

fn main() -> ExitCode {
    match run_task(&Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_task(task: &Task) -> Result<(), Failure> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask is not in a workspace")?;
    match task {
        Task::Ci(args) => ci::run_all(args, root),
        Task::Tidy => tidy::run(root),
        Task::Kernels => kernels::run(root),
        Task::Readme => readme::write(root),
        Task::Peers(args) => readme::measure(args, root),
        Task::Pictures => pictures::run(root),
        Task::Aarch64(args) => aarch64::run(args, root),
        Task::Gate(args) => gate::run(args, root),
        Task::Page => page::run(root),
        Task::Web(args) => web::run(args, root),
        Task::Docs(args) => docs::run(args, root),
        Task::Browser(args) => browser::run(args, root),
        Task::Python(args) => python::run(args, root),
        Task::Spark(args) => spark::run(args, root),
        Task::Fuzz(args) => fuzz::run(args, root),
        Task::Sanitize => sanitize::run(root),
        Task::Deep => deep::run(root),
    }
}
