//! `sudoku dataset`: data sets for machine learning. The crate `sudoku-dataset` does the work; this
//! module holds the arguments and messages.

mod check;
mod dedup;
mod make;
mod search;
mod watch;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Subcommand;
use cli_support::{ExitStatus, Interrupt, eprint_message};
use crossbeam_channel::{bounded, select};
use sudoku_dataset::DatasetError;

use crate::error::CliError;
use crate::journal::CONTINUES;
use crate::pipeline;

/// Build, check and deduplicate data sets
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DatasetArgs {
    #[command(subcommand)]
    command: DatasetCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum DatasetCommand {
    Make(Box<make::MakeArgs>),
    Check(check::CheckDuplicatesArgs),
    Dedup(dedup::DedupArgs),
}

pub(crate) fn run(args: &DatasetArgs) -> Result<ExitStatus, CliError> {
    match args.command.clone() {
        DatasetCommand::Make(args) => {
            let is_quiet = args.quiet;
            let status = interruptible(move |stop| make::run(&args, stop))?;
            if status == ExitStatus::Interrupted && !is_quiet {
                eprint_message(CONTINUES);
            }
            Ok(status)
        }
        DatasetCommand::Check(args) => interruptible(move |stop| check::run(&args, stop)),
        DatasetCommand::Dedup(args) => interruptible(move |stop| dedup::run(&args, stop)),
    }
}

/// The time that a subcommand has to stop after an interrupt. It may be waiting for input.
const GRACE: Duration = Duration::from_millis(500);

/// Runs the work with a flag that an interrupt sets.
fn interruptible(
    work: impl FnOnce(&'static AtomicBool) -> Result<ExitStatus, CliError> + Send + 'static,
) -> Result<ExitStatus, CliError> {
    let interrupt = Interrupt::listen()?;
    let (sender, done) = bounded(1);
    pipeline::start(move || sender.send(work(interrupt.flag())))?;
    let result = select! {
        recv(done) -> result => result.map_err(|_| CliError::Panicked("see above".to_owned()))?,
        recv(interrupt.receiver()) -> _ => {
            done.recv_timeout(GRACE).unwrap_or(Ok(ExitStatus::Interrupted))
        }
    };
    match result {
        Err(CliError::Dataset(DatasetError::Interrupted)) => Ok(ExitStatus::Interrupted),
        result => result,
    }
}
