//! `sudoku dataset`: sets of puzzles for machine learning. The work is that of `sudoku-dataset`;
//! here are its arguments and its words.

mod check;
mod dedup;
mod make;
mod search;
mod watch;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Subcommand;
use cli_support::{ExitStatus, Interrupt};
use crossbeam_channel::{bounded, select};
use sudoku_dataset::DatasetError;

use crate::error::CliError;
use crate::pipeline;

/// Make data sets without leaks, and find the leaks of others
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DatasetArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Clone, Debug, Subcommand)]
enum Verb {
    Make(make::MakeArgs),
    Check(check::CheckDuplicatesArgs),
    Dedup(dedup::DedupArgs),
}

pub(crate) fn run(args: &DatasetArgs) -> Result<ExitStatus, CliError> {
    match args.verb.clone() {
        Verb::Make(args) => interruptible(move |stop| make::run(&args, stop)),
        Verb::Check(args) => interruptible(move |stop| check::run(&args, stop)),
        Verb::Dedup(args) => interruptible(move |stop| dedup::run(&args, stop)),
    }
}

/// How long a verb may take to end after an interrupt. It may be waiting for its input.
const GRACE: Duration = Duration::from_millis(500);

/// Works with a flag that an interrupt raises.
fn interruptible(
    work: impl FnOnce(&'static AtomicBool) -> Result<ExitStatus, CliError> + Send + 'static,
) -> Result<ExitStatus, CliError> {
    let interrupt = Interrupt::listen()?;
    let (sender, done) = bounded(1);
    pipeline::start(move || sender.send(work(interrupt.flag())))?;
    let result = select! {
        recv(done) -> result => result.map_err(|_| CliError::WorkerPanicked)?,
        recv(interrupt.receiver()) -> _ => {
            done.recv_timeout(GRACE).unwrap_or(Ok(ExitStatus::Interrupted))
        }
    };
    match result {
        Err(CliError::Dataset(DatasetError::Interrupted)) => Ok(ExitStatus::Interrupted),
        result => result,
    }
}
