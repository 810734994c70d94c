//! The command line.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use cli_support::{
    CompletionsArgs, ExitStatus, ManArgs, apply_environment, arguments, eprint_error,
    fail_beyond_file_size_limit, with_exit_codes, with_negative_numbers,
};
use sudoku_registry::{SimdLevel, Strategy};

use crate::cmd;
use crate::cmd::cmp::CompareArgs;
use crate::cmd::gate::GateArgs;
use crate::cmd::judge::{JudgeArgs, SUPERVISE};
use crate::cmd::measure::MeasureArgs;
use crate::cmd::output::CommandResult;
use crate::cmd::report::ReportArgs;
use crate::cmd::run::JobArgs;
use crate::cmd::serve::ServeArgs;
use crate::cmd::solve::SolveArgs;
use crate::cmd::strategies::Strategies;
use crate::cmd::values::offer_strategies;

/// Compares Sudoku solvers: checks every answer, then times them side by side.
///
/// Without --set or --file, every strategy runs on the embedded puzzle sets for 45 seconds in
/// total. The output is a summary of one screen, and --all prints every table. Puzzles that are not
/// reached are shown as not run. With --set or --file, every puzzle is run, with two exceptions.
/// A strategy gives up a set or file after five timeouts without an answer. With --mode count,
/// strategies that enumerate solutions skip boards with too many solutions for the time limit.
#[derive(Clone, Debug, Parser)]
#[command(name = "bench-harness", version, after_help = AFTER_HELP, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// The subcommand. Without one, the command measures and prints a summary or tables.
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    pub job: JobArgs,
}

#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Measure, and write the results to a file
    Measure(MeasureArgs),
    /// Judge programs in any language as Baekjoon does
    Judge(JudgeArgs),
    /// Solve one puzzle from standard input, as a program for Baekjoon does
    Solve(SolveArgs),
    /// Run one program for `judge`
    #[command(hide = true, name = SUPERVISE)]
    Supervise,
    /// Show a measurement file as tables, as Markdown, or as an HTML page
    Report(ReportArgs),
    /// Fail if a change makes a strategy or program wrong or slower
    Gate(GateArgs),
    /// Answer as an external engine, for `gate`
    #[command(hide = true)]
    Serve(ServeArgs),
    /// Compare two measurement files
    Cmp(CompareArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Write the manual pages
    Man(ManArgs),
}

const AFTER_HELP: &str = "\
Exit codes:
  0  all answers are right
  1  a wrong answer, a search that cannot be stopped, a lost external engine, or
     a missed time budget (--check-budget)
  2  bad usage or unreadable input; all readable puzzles are run anyway
If an answer is wrong and input is unreadable, the exit code is 1.";

/// The exit codes of subcommands that do not document their own.
const EXIT_CODES: &str = "\
Exit codes:
  0  success
  2  bad usage, or a file that cannot be read or written";

/// Runs the command `bench-harness` with the arguments of the process. Every subcommand knows these
/// strategies in addition to those of the registry.
///
/// Errors go to standard error. The exit code is 2 if a name cannot be used, or two
/// strategies have the same one.
///
/// # Example
/// The whole program of a crate that compares its strategy:
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use bench_harness::Strategy;
/// # use std::ops::ControlFlow;
/// # use bench_harness::sudoku_core::{Board, Grid, Limits, Report, Solver};
/// # struct Mine;
/// # impl Solver for Mine {
/// #     fn search(&self, board: &Board, limits: &Limits<'_>,
/// #         found: &mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Report {
/// #         sudoku_registry::STRATEGIES[2].solver.search(board, limits, found)
/// #     }
/// # }
///
/// static STRATEGIES: &[Strategy] = &[Strategy::new("mine", "my-crate", "my idea", &Mine)];
///
/// fn main() -> ExitCode {
///     bench_harness::main_with(STRATEGIES)
/// }
/// ```
pub fn main_with(strategies: &'static [Strategy]) -> ExitCode {
    fail_beyond_file_size_limit();
    let run = || {
        let strategies = Strategies::with(strategies)?;
        execute(&arguments(command_line(strategies), std::env::args_os()), strategies)
    };
    let exit = run().unwrap_or_else(|error| {
        eprint_error(error.as_ref());
        ExitStatus::Failure
    });
    exit.into()
}

/// Returns the command line. The help of each subcommand ends with its exit codes.
pub fn command_line(strategies: Strategies) -> clap::Command {
    let command = with_exit_codes(with_negative_numbers(Cli::command()), EXIT_CODES);
    offer_strategies(command, strategies)
}

fn execute(cli: &Cli, strategies: Strategies) -> CommandResult {
    // The instruction set of `board`, `batch` and `auto`.
    apply_environment("SUDOKU_SIMD", |name| name.parse().and_then(SimdLevel::make_default))?;
    match &cli.command {
        None => cmd::run::execute(&cli.job, strategies),
        Some(Command::Measure(args)) => cmd::measure::execute(args, strategies),
        Some(Command::Judge(args)) => cmd::judge::execute(args, strategies),
        Some(Command::Solve(args)) => cmd::solve::execute(args, strategies),
        Some(Command::Supervise) => {
            process_tree::supervise()?;
            Ok(ExitStatus::Success)
        }
        Some(Command::Report(args)) => cmd::report::execute(args),
        Some(Command::Gate(args)) => cmd::gate::execute(args, strategies),
        Some(Command::Serve(args)) => cmd::serve::execute(args, strategies),
        Some(Command::Cmp(args)) => cmd::cmp::execute(args),
        Some(Command::Completions(args)) => Ok(args.write(command_line(strategies))?),
        Some(Command::Man(args)) => Ok(args.write(command_line(strategies))?),
    }
}
