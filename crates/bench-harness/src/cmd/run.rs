//! The command without a subcommand: measures, then prints the summary or tables, with the code of
//! `measure` and `report`.

use clap::Args;
use cli_support::ExitStatus;

use super::measure::{Conclusion, measure};
use super::output::{CommandResult, OutputArgs, write};
use super::select::{Selection, SelectionArgs};
use super::strategies::Strategies;
use super::values::sets;
use crate::engine::watchdog::GRACE;
use crate::measure::journal::Journal;
use crate::render::list::list;

#[derive(Args, Clone, Debug)]
pub struct JobArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,

    /// List the strategies and embedded sets
    #[arg(long, conflicts_with_all = ["strategies", "external", "sets", "files", "check_budget", "verify_only", "batch", "text", "html", "format"])]
    pub list: bool,

    /// Exit with 1 if a strategy misses its promised time budget
    ///
    /// Some strategies promise to solve every puzzle of an embedded set within 80 ms. The exit code
    /// is 1 if one takes longer, or if a puzzle of such a set was not run.
    #[arg(long, conflicts_with = "verify_only")]
    pub check_budget: bool,

    #[command(flatten)]
    pub output: OutputArgs,
}

pub fn execute(args: &JobArgs, known: Strategies) -> CommandResult {
    if args.list {
        let strategies: Vec<_> = known.iter().collect();
        let sets: Vec<_> = sets().collect();
        return write(args.output.output.as_deref(), &[], list(&strategies, &sets));
    }
    let selected = Selection::new(&args.selection, known)?;
    if selected.lists.is_empty() {
        return Ok(ExitStatus::Failure);
    }
    let SelectionArgs { puzzles, strategies, .. } = &args.selection;
    let conclusion = Conclusion {
        notes: selected.notes.clone(),
        check_budget: args.check_budget,
        all_readable: selected.all_readable,
        results: Some(args.output.open(&puzzles.files, strategies)?),
    };
    let job = selected.job(&args.selection);
    let journal = Journal::new(job.begin(), None);
    measure(&job, &journal, conclusion, GRACE)
}
