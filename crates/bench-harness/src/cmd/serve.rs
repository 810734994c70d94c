//! `bench-harness serve`: serves a strategy of this build as an external engine.

use std::io::{BufWriter, stdin, stdout};

use anyhow::Context;
use clap::Args;
use cli_support::ExitStatus;

use super::output::CommandResult;
use super::strategies::Strategies;
use crate::engine::serve::serve;
use crate::engine::watchdog::{GRACE, Watchdog};

#[derive(Args, Clone, Debug)]
pub struct ServeArgs {
    /// Strategy
    pub strategy: String,
}

pub fn execute(args: &ServeArgs, strategies: Strategies) -> CommandResult {
    let engine = strategies.engine(&args.strategy)?;
    // A search that ignores the stop flag ends this process.
    let watchdog = Watchdog::start(GRACE, |_, _| std::process::exit(ExitStatus::Fault.code()))
        .context("cannot start the watchdog's thread")?;
    serve(&engine, &watchdog, stdin().lock(), BufWriter::new(stdout().lock()))?;
    Ok(ExitStatus::Success)
}
