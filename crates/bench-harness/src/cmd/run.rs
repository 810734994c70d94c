//! The main job: measure, then report, through the same code as the verbs of these names.

use std::path::PathBuf;

use anyhow::bail;
use clap::{ArgAction, Args};
use cli_support::ExitStatus;
use sudoku_registry::STRATEGIES;

use super::measure::{Conclusion, measure};
use super::output::{CommandResult, NamedOutput, write};
use super::select::{Selection, SelectionArgs};
use crate::engine::watchdog::GRACE;
use crate::measure::journal::Journal;
use crate::render::format::ResultFormat;
use crate::render::list::{list_as_json, list_as_table};

/// The options of the main job.
#[derive(Args, Clone, Debug)]
pub struct JobArgs {
    /// What is measured.
    #[command(flatten)]
    pub selection: SelectionArgs,

    /// List the strategies and the embedded sets, as a table or as JSON
    #[arg(long, conflicts_with_all = ["strategies", "external", "sets", "files", "check_budget", "verify_only", "batch", "text", "rate"])]
    pub list: bool,

    /// Exit with 1 if a strategy misses the budget on a set on which it promises it, or is not run
    /// on all of that set
    #[arg(long, alias = "gate", conflicts_with_all = ["verify_only", "rate"])]
    pub check_budget: bool,

    /// The form of the output
    #[arg(long, value_enum, default_value = "table")]
    pub format: ResultFormat,

    /// Write to this file instead of standard output, also when the exit code is 1
    #[arg(long, value_name = "PATH", action = ArgAction::Set)]
    pub output: Option<PathBuf>,
}

/// Does what the arguments say. DiagnosticLimit about input go to standard error.
pub fn execute(args: &JobArgs) -> CommandResult {
    if args.list {
        let sets: Vec<_> = sudoku_corpus::every_set().collect();
        let text = match args.format {
            ResultFormat::Table => list_as_table(STRATEGIES, &sets),
            ResultFormat::Json => list_as_json(STRATEGIES, &sets)?,
            _ => bail!("--list is written as a table or as json only"),
        };
        return write(args.output.as_deref(), text);
    }
    let selected = Selection::new(&args.selection)?;
    if selected.lists.is_empty() {
        return Ok(ExitStatus::Failure);
    }
    let output = NamedOutput::open(args.output.as_deref())?;
    let conclusion = Conclusion {
        check_budget: args.check_budget,
        tables: Some((args.format, output)),
        ..Conclusion::of(&selected)
    };
    let job = selected.job(&args.selection);
    let journal = Journal::new(job.begin(), None);
    measure(&job, journal, conclusion, GRACE)
}
