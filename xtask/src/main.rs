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
mod layout;
mod licenses;
mod links;
mod markdown;
mod own_strategy;
mod page;
mod pictures;
mod python;
mod sanitize;
mod spark;
mod tidy;
mod tools;
mod traps;
mod web;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
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
    Ci(ci::CiArgs),
    /// Checks the rules of the project: dependencies, module layers, documents, links, wording.
    Tidy,
    /// Checks that the compiled kernels of `sudoku-simd` have few store instructions.
    Kernels,
    /// Compares this project with other programs: `cargo xtask peers --help`.
    #[command(disable_help_flag = true)]
    Peers {
        /// Arguments of the package in benches/peers
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Makes the pictures in docs/img from real output, except the plot and the badges.
    ///
    /// It needs Node and Chromium, which .ci/install installs.
    Pictures,
    /// Runs the tests on 64-bit ARM, with the emulator that .ci/install installs.
    Aarch64 {
        /// Also run the tests of crates without code for this processor, which take minutes
        #[arg(long)]
        all: bool,
    },
    /// Tests `bench-harness gate` on a strategy that is 10% slower, and on an unchanged one.
    Gate {
        /// Number of runs for each
        #[arg(long, default_value_t = 10)]
        runs: usize,
    },
    /// Checks the HTML report of the harness in headless Chromium.
    Page,
    /// Builds the page with its engine into target/web, and the npm package into target/npm.
    ///
    /// It also checks the types, and the size of the page.
    Web {
        /// Serve the page on this machine until interrupted
        #[arg(long)]
        serve: bool,
        /// Port of the server
        #[arg(long, value_name = "PORT", default_value_t = 8080, requires = "serve")]
        port: u16,
    },
    /// Builds the documentation site into target/site, and checks its links and shell commands.
    ///
    /// The first run installs mdBook into target/mdbook, which takes about a minute.
    Docs {
        /// Open the site in a browser
        #[arg(long)]
        open: bool,
    },
    /// Tests the page and the npm package in headless Chromium, and the engine in Node.
    ///
    /// The answers of the engine to lists must equal those of a native build. The tests write
    /// screenshots to target/ci/browser. Some of them also run in Firefox, and other tests in
    /// WebKit, if these browsers are installed.
    Browser {
        /// Folder with 17_clue.txt, a second list for the engine
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Builds the Python package and runs its tests. All packages are installed below target.
    Python {
        /// Instead run the tests that take minutes and 10 GB of memory
        #[arg(long)]
        large: bool,
    },
    /// Writes the license texts of the crates in a wheel to python/LICENSES-THIRD-PARTY.txt.
    Licenses,
    Spark(spark::SparkArgs),
    /// Fuzzes the readers of untrusted input.
    Fuzz {
        /// Targets to run, named like the files in fuzz/targets [default: all]
        targets: Vec<String>,
        /// Seconds for each target
        #[arg(long, default_value_t = 30)]
        seconds: u32,
    },
    /// Runs the tests of crates with `unsafe` code under the address sanitizer.
    Sanitize,
    /// Runs the checks that take hours.
    ///
    /// It needs cargo-mutants, and the programs that .ci/install installs.
    Deep {
        /// Instead compare the SIMD engines with each other on this many boards; a billion take
        /// half an hour on two cores
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        puzzles: Option<u64>,

        /// Seed of these boards
        #[arg(long, value_name = "N", requires = "puzzles", default_value_t = 1)]
        seed: u64,
    },
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
        Task::Peers { arguments } => tools::peers(root, arguments),
        Task::Pictures => pictures::run(root),
        Task::Aarch64 { all } => aarch64::run(root, *all),
        Task::Gate { runs } => gate::run(root, *runs),
        Task::Page => page::run(root),
        Task::Web { serve: false, .. } => web::build(root).map(drop),
        Task::Web { port, .. } => web::serve(root, *port),
        Task::Docs { open } => docs::build(root, *open),
        Task::Browser { data } => browser::run(root, data.as_deref()),
        Task::Python { large: false } => python::run(root),
        Task::Python { large: true } => python::deep(root),
        Task::Licenses => licenses::write(root),
        Task::Spark(args) => spark::run(args, root),
        Task::Fuzz { targets, seconds } => fuzz::run(root, targets, *seconds),
        Task::Sanitize => sanitize::run(root),
        Task::Deep { puzzles: None, .. } => deep::run(root),
        Task::Deep { puzzles: Some(puzzles), seed } => deep::compare_engines(root, *puzzles, *seed),
    }
}
