//! `bench-harness serve`: a strategy of this build as an external engine.

use std::io::{BufWriter, stdin, stdout};

use anyhow::Context;
use clap::Args;
use cli_support::ExitStatus;
use sudoku_registry::find_available;

use super::output::CommandResult;
use crate::engine::serve::serve;
use crate::engine::watchdog::{GRACE, Watchdog};

/// The options of `serve`.
#[derive(Args, Clone, Debug)]
pub struct ServeArgs {
    /// The strategy
    pub strategy: String,

    /// Read puzzles and write solutions within what is timed
    #[arg(long)]
    pub text: bool,
}

/// Answers blocks until standard input ends.
pub fn execute(args: &ServeArgs) -> CommandResult {
    let solver = find_available(&args.strategy)?.solver;
    // Whoever waits for a search that cannot be ended ends this process.
    let watchdog = Watchdog::start(GRACE, |_, _| std::process::exit(ExitStatus::Fault.code()))
        .context("cannot start the watchdog's thread")?;
    serve(solver, args.text, &watchdog, stdin().lock(), BufWriter::new(stdout().lock()))?;
    Ok(ExitStatus::Success)
}
