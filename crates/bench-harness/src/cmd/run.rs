//! The command without a subcommand: measures, then prints the summary or tables, with the code of
//! `measure` and `report`.

use anyhow::bail;
use clap::Args;
use cli_support::ExitStatus;

use super::measure::{Conclusion, measure};
use super::output::{CommandResult, OutputArgs, write};
use super::select::{Selection, SelectionArgs};
use super::strategies::Strategies;
use crate::engine::watchdog::GRACE;
use crate::measure::journal::Journal;
use crate::render::format::ResultFormat;
use crate::render::list::{list_as_json, list_as_table};

/// The options of the command without a subcommand.
#[derive(Args, Clone, Debug)]
pub struct JobArgs {
    /// The puzzles and strategies to measure.
    #[command(flatten)]
    pub selection: SelectionArgs,

    /// List the strategies and embedded sets as a table or JSON
    #[arg(long, conflicts_with_all = ["strategies", "external", "sets", "files", "check_budget", "verify_only", "batch", "text", "html"])]
    pub list: bool,

    /// Exit with 1 if a strategy misses its promised time budget
    ///
    /// Some strategies promise to solve every puzzle of an embedded set within 80 ms. The exit code
    /// is 1 if one takes longer, or if a puzzle of such a set was not run.
    #[arg(long, conflicts_with = "verify_only")]
    pub check_budget: bool,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Runs the command. Diagnostics about input go to standard error.
pub fn execute(args: &JobArgs, known: Strategies) -> CommandResult {
    if args.list {
        let strategies: Vec<_> = known.iter().collect();
        let sets: Vec<_> = sudoku_corpus::every_set().collect();
        let text = match args.output.format {
            ResultFormat::Table => list_as_table(&strategies, &sets),
            ResultFormat::Json => list_as_json(&strategies, &sets)?,
            _ => bail!("--list supports only the formats table and json"),
        };
        return write(args.output.output.as_deref(), &[], text);
    }
    let selected = Selection::new(&args.selection, known)?;
    if selected.lists.is_empty() {
        return Ok(ExitStatus::Failure);
    }
    let SelectionArgs { files, strategies, .. } = &args.selection;
    let conclusion = Conclusion {
        check_budget: args.check_budget,
        results: Some(args.output.open(files, strategies)?),
        ..Conclusion::of(&selected)
    };
    let job = selected.job(&args.selection);
    let journal = Journal::new(job.begin(), None);
    measure(&job, &journal, conclusion, GRACE)
}
