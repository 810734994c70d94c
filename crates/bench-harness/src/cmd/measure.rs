//! `bench-harness measure`: writes a measurement file, which other subcommands read.
//!
//! The module also concludes every measurement: it writes tables and decides the exit code.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use cli_support::{ExitStatus, Interrupt, Progress, eprint_error, eprint_message};
use process_tree::end_descendants;

use super::output::{CommandResult, ResultOutput, exit_status};
use super::select::{Selection, SelectionArgs};
use super::strategies::Strategies;
use crate::data::file::Writer;
use crate::data::measured::Measured;
use crate::data::measurements::Measurements;
use crate::engine::watchdog::{GRACE, Watchdog};
use crate::measure::job::Job;
use crate::measure::journal::Journal;
use crate::measure::run::run;

#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct MeasureArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,

    /// Write to this file, line by line during the measurement
    #[arg(long, value_name = "PATH")]
    pub output: PathBuf,

    /// Continue an unfinished file; all other options must be the same
    #[arg(long)]
    pub resume: bool,
}

const AFTER_HELP: &str = "\
Exit codes:
  0  all answers are right
  1  a wrong answer, a search that cannot be stopped, or a lost external engine
  2  bad usage, unreadable input, or a file that cannot be written; all readable puzzles are
     run anyway
If an answer is wrong and input is unreadable, the exit code is 1.";

pub fn execute(args: &MeasureArgs, known: Strategies) -> CommandResult {
    let MeasureArgs { selection, output, resume } = args;
    let selected = Selection::new(selection, known)?;
    if selected.lists.is_empty() {
        return Ok(ExitStatus::Failure);
    }
    let job = selected.job(selection);
    let begun = job.begin();
    let written = if *resume {
        Writer::resume(output, &begun)
    } else {
        Writer::create(output, &begun).map(|writer| (writer, begun))
    };
    let (writer, begun) = written.with_context(|| output.display().to_string())?;
    let Selection { notes, all_readable, .. } = &selected;
    let (notes, all_readable) = (notes.clone(), *all_readable);
    let conclusion = Conclusion { notes, all_readable, ..Conclusion::default() };
    measure(&job, &Journal::new(begun, Some(writer)), conclusion, GRACE)
}

/// The conclusion of a measurement: its tables and its exit code.
#[derive(Debug, Default)]
pub struct Conclusion {
    pub notes: Vec<String>,
    /// If true, a missed time budget is a failure.
    pub check_budget: bool,
    pub all_readable: bool,
    pub results: Option<ResultOutput>,
}

impl Conclusion {
    /// Writes the tables, and returns the exit status of the command.
    fn conclude(&mut self, measured: &Measurements) -> CommandResult {
        self.notes.extend(measured.notes());
        let is_seen = match self.results.take() {
            Some(results) => results.write(measured, &self.notes, measured.plan.is_main_job())?,
            None => false,
        };
        if !is_seen {
            complain(measured, &self.notes, self.check_budget);
        }
        let is_wrong = |row: &Measured| {
            let is_missed = self.check_budget && row.missed_promise().is_some();
            !row.faults.is_empty() || row.lost.is_some() || is_missed
        };
        Ok(exit_status(measured.rows.iter().any(is_wrong), self.all_readable))
    }
}

/// Runs the job and concludes it. If a search ignores the raised stop flag for as long as `grace`,
/// writes all results so far and ends the process.
pub fn measure(
    job: &Job<'_>,
    journal: &Journal,
    conclusion: Conclusion,
    grace: Duration,
) -> CommandResult {
    let conclusion = Arc::new(Mutex::new(conclusion));
    let give_up = {
        let conclusion = Arc::clone(&conclusion);
        move |message: &str, measured: &Measurements| {
            let mut conclusion = lock(&conclusion);
            conclusion.notes.push(format!("{message}; these are the results so far"));
            if let Err(error) = conclusion.conclude(measured) {
                eprint_error(error.as_ref());
            }
        }
    };
    let measured = run_job(job, journal, grace, give_up)?;
    let exit = lock(&conclusion).conclude(&measured)?;
    match journal.failure() {
        None => Ok(exit),
        Some(error) => Err(error).context("cannot write the measurement file"),
    }
}

/// Runs the job and shows its progress. If a search ignores the raised stop flag for as long as
/// `grace`, calls `give_up` with a message and the results so far, and ends the process.
pub(super) fn run_job(
    job: &Job<'_>,
    journal: &Journal,
    grace: Duration,
    give_up: impl Fn(&str, &Measurements) + Send + 'static,
) -> Result<Measurements> {
    let progress = progress();
    let end = {
        let (progress, journal) = (progress.clone(), journal.clone());
        let ran = job.limit.saturating_add(grace);
        move |label: &str, at: usize| {
            journal.abandon(at, ran);
            progress.finish();
            let time = grace.as_secs_f64();
            let message = format!(
                "{label}: the search ignored the stop flag for {time} s and cannot be stopped"
            );
            give_up(&message, &journal.measurements());
            // `exit` does not drop the external engines.
            end_descendants();
            std::process::exit(ExitStatus::Fault.code())
        }
    };
    let watchdog = Watchdog::start(grace, end).context("cannot start the watchdog's thread")?;
    Ok(run(job, &watchdog, &progress, journal))
}

/// Returns a progress bar, if standard error is a terminal. An interrupt removes the bar and ends
/// the process.
pub(super) fn progress() -> Progress {
    let progress = Progress::on_terminal(Duration::ZERO);
    if stderr().is_terminal()
        && let Ok(interrupt) = Interrupt::listen()
    {
        let progress = progress.clone();
        thread::spawn(move || {
            if interrupt.receiver().recv().is_ok() {
                progress.finish();
                end_descendants();
                std::process::exit(ExitStatus::Interrupted.code());
            }
        });
    }
    progress
}

fn lock(conclusion: &Mutex<Conclusion>) -> MutexGuard<'_, Conclusion> {
    conclusion.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints problems and notes on standard error. Missed budgets are problems if they are checked.
fn complain(measured: &Measurements, notes: &[String], check_budget: bool) {
    let problems = measured.rows.iter().flat_map(Measured::problems);
    let problems = problems.filter(|it| check_budget || !it.starts_with("BUDGET"));
    for line in problems.chain(notes.iter().cloned()) {
        // Lines in tables have other prefixes than messages.
        let message = match line.split_once(": ") {
            Some(("WARNING", warning)) => format!("warning: {warning}"),
            Some(("LOST", loss)) => format!("error: lost {loss}"),
            Some(("WRONG" | "BUDGET", problem)) => format!("error: {problem}"),
            _ => line,
        };
        eprint_message(&(message + "\n"));
    }
}
