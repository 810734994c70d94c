//! The command without a subcommand: measures, then prints the summary or tables, with the code of
//! `measure` and `report`.

use std::path::{Path, PathBuf};

use anyhow::{Error, bail, ensure};
use clap::{ArgAction, Args};
use cli_support::ExitStatus;

use super::measure::{Conclusion, ResultOutput, measure};
use super::output::{CommandResult, NamedOutput, write};
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
    #[arg(long, conflicts_with_all = ["strategies", "external", "sets", "files", "check_budget", "verify_only", "batch", "text", "rate", "html"])]
    pub list: bool,

    /// Exit with 1 if a strategy misses its promised time budget
    ///
    /// Some strategies promise to solve every puzzle of an embedded set within 80 ms. The exit code
    /// is 1 if one takes longer, or if a puzzle of such a set was not run.
    #[arg(long, conflicts_with_all = ["verify_only", "rate"])]
    pub check_budget: bool,

    /// Print every table before the summary
    ///
    /// The summary is for the default sets and modes. With --set, --file, --mode, --batch, --text,
    /// --rate, --external or --verify-only, the output is all tables.
    #[arg(long)]
    pub all: bool,

    /// Show the build variants of strategies in the summary
    #[arg(long)]
    pub variants: bool,

    /// Also write a self-contained HTML page with plots to this file
    #[arg(long, value_name = "PATH")]
    pub html: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    pub format: ResultFormat,

    /// Write to this file instead of standard output, even if the exit code is 1
    #[arg(long, value_name = "PATH", action = ArgAction::Set)]
    pub output: Option<PathBuf>,
}

/// Runs the command. Diagnostics about input go to standard error.
pub fn execute(args: &JobArgs, known: Strategies) -> CommandResult {
    if args.list {
        let strategies: Vec<_> = known.iter().collect();
        let sets: Vec<_> = sudoku_corpus::every_set().collect();
        let text = match args.format {
            ResultFormat::Table => list_as_table(&strategies, &sets),
            ResultFormat::Json => list_as_json(&strategies, &sets)?,
            _ => bail!("--list supports only the formats table and json"),
        };
        return write(args.output.as_deref(), &[], text);
    }
    let selected = Selection::new(&args.selection, known)?;
    if selected.lists.is_empty() {
        return Ok(ExitStatus::Failure);
    }
    let JobArgs { selection, format, output, html, .. } = args;
    ensure!(html.is_none() || html != output, "--html and --output are the same file");
    let open = |path: Option<&Path>| NamedOutput::open(path, &selection.files);
    let is_main_job = selection.is_main_job();
    let results = ResultOutput {
        format: *format,
        output: open(output.as_deref())?,
        html: html
            .as_deref()
            .map(|path| Ok::<_, Error>((path.to_owned(), open(Some(path))?)))
            .transpose()?,
        has_tables: args.all || !is_main_job,
        has_summary: is_main_job,
        // A strategy that is named has a row.
        variants: args.variants || !selection.strategies.is_empty(),
    };
    let conclusion = Conclusion {
        check_budget: args.check_budget,
        results: Some(results),
        ..Conclusion::of(&selected)
    };
    let job = selected.job(&args.selection);
    let journal = Journal::new(job.begin(), None);
    measure(&job, journal, conclusion, GRACE)
}
