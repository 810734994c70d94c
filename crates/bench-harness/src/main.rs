//! The command `bench-harness`: see `--help`.

use std::process::ExitCode;

use bench_harness::cmd;
use bench_harness::cmd::cmp::CompareArgs;
use bench_harness::cmd::gate::GateArgs;
use bench_harness::cmd::judge::{JudgeArgs, SUPERVISE};
use bench_harness::cmd::measure::MeasureArgs;
use bench_harness::cmd::output::CommandResult;
use bench_harness::cmd::rank::RankArgs;
use bench_harness::cmd::report::ReportArgs;
use bench_harness::cmd::run::JobArgs;
use bench_harness::cmd::serve::ServeArgs;
use bench_harness::cmd::solve::SolveArgs;
use clap::{CommandFactory, Parser, Subcommand};
use cli_support::{
    CompletionsArgs, ExitStatus, ManArgs, apply_environment, arguments, eprint_error,
    fail_beyond_file_size_limit, with_exit_codes, with_negative_numbers,
};
use sudoku_registry::SimdLevel;

/// Compares Sudoku solvers: checks every answer, then times them side by side.
///
/// Without --set or --file, every strategy runs on the embedded puzzle sets for 45 seconds in
/// total. Puzzles that are not reached are shown as not run. With --set or --file, every puzzle is
/// run. There is one exception: with --mode count, strategies that enumerate solutions skip boards
/// with too many solutions for the time limit.
#[derive(Clone, Debug, Parser)]
#[command(name = "bench-harness", version, after_help = AFTER_HELP, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    /// The subcommand. Without one, the command measures and prints tables.
    #[command(subcommand)]
    command: Option<Command>,

    /// The options without a subcommand.
    #[command(flatten)]
    job: JobArgs,
}

/// The subcommands. Each has a module with its options.
#[derive(Clone, Debug, Subcommand)]
enum Command {
    /// Measure, and write the results to a file
    Measure(MeasureArgs),
    /// Judge programs in any language as Baekjoon does
    Judge(JudgeArgs),
    /// Solve one puzzle from standard input, as a program for Baekjoon does
    Solve(SolveArgs),
    /// Run one program for `judge`
    #[command(hide = true, name = SUPERVISE)]
    Supervise,
    /// Rank the strategies of a measurement file over all its sets
    Rank(RankArgs),
    /// Show a measurement file as tables, as an HTML page, or in a document
    Report(ReportArgs),
    /// Fail if this build is wrong or slower than a baseline
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
  1  a wrong answer, a search that cannot be stopped, a lost external engine, or with
     --check-budget a missed time budget
  2  bad usage or unreadable input; all readable puzzles are run anyway
If an answer is wrong and input is unreadable, the exit code is 1.";

/// The exit codes of subcommands that do not document their own.
const EXIT_CODES: &str = "\
Exit codes:
  0  success
  2  bad usage, or a file that cannot be read or written";

/// Returns the command line. The help of each subcommand ends with its exit codes.
fn command_line() -> clap::Command {
    with_exit_codes(with_negative_numbers(Cli::command()), EXIT_CODES)
}

fn main() -> ExitCode {
    fail_beyond_file_size_limit();
    let exit = run(&arguments(command_line())).unwrap_or_else(|error| {
        eprint_error(error.as_ref());
        ExitStatus::Failure
    });
    exit.into()
}

fn run(cli: &Cli) -> CommandResult {
    // The instruction set of `board`, `batch` and `auto`.
    apply_environment("SUDOKU_SIMD", |name| name.parse().and_then(SimdLevel::make_default))?;
    match &cli.command {
        None => cmd::run::execute(&cli.job),
        Some(Command::Measure(args)) => cmd::measure::execute(args),
        Some(Command::Judge(args)) => cmd::judge::execute(args),
        Some(Command::Solve(args)) => cmd::solve::execute(args),
        Some(Command::Supervise) => {
            process_tree::supervise()?;
            Ok(ExitStatus::Success)
        }
        Some(Command::Rank(args)) => cmd::rank::execute(args),
        Some(Command::Report(args)) => cmd::report::execute(args),
        Some(Command::Gate(args)) => cmd::gate::execute(args),
        Some(Command::Serve(args)) => cmd::serve::execute(args),
        Some(Command::Cmp(args)) => cmd::cmp::execute(args),
        Some(Command::Completions(args)) => Ok(args.write(command_line())?),
        Some(Command::Man(args)) => Ok(args.write(command_line())?),
    }
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;
    use clap::error::ErrorKind;

    use std::path::PathBuf;
    use std::time::Duration;

    use bench_harness::data::order::Order;
    use bench_harness::data::workload::Mode;
    use bench_harness::render::format::ResultFormat;

    use super::*;

    fn parse(arguments: &str) -> Result<JobArgs, ErrorKind> {
        let arguments = std::iter::once("bench-harness").chain(arguments.split_whitespace());
        let matches = command_line().try_get_matches_from(arguments);
        let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
        cli.map(|cli| cli.job).map_err(|error| error.kind())
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_defaults() {
        let args = parse("").expect("no argument is needed");
        let what = args.selection;
        assert!(what.strategies.is_empty() && what.sets.is_empty() && what.files.is_empty());
        assert!(what.external.is_empty());
        assert_eq!((what.mode, args.format, args.output), (None, ResultFormat::Table, None));
        assert_eq!((what.time_limit, what.seed), (Duration::from_secs(1), 1));
        assert_eq!((what.order, what.symmetries), (Order::Shuffled, None));
        assert!(!(what.batch || what.text || args.list || what.verify_only || args.check_budget));
    }

    #[test]
    fn every_flag() {
        let args = parse(
            "--strategy a --strategy b --set c --set d --file e --file - --mode unique --batch \
             --text --time-limit 250ms --seed 9 --order listed --symmetries 3 --check-budget --format json --output o.json",
        )
        .expect("all of them go together");
        let what = args.selection;
        assert_eq!(
            (what.strategies, what.sets),
            (vec!["a".into(), "b".into()], vec!["c".into(), "d".into()])
        );
        assert_eq!(what.files, [PathBuf::from("e"), PathBuf::from("-")]);
        assert_eq!((what.mode, args.format), (Some(Mode::Unique), ResultFormat::Json));
        assert_eq!((what.time_limit, what.seed), (Duration::from_millis(250), 9));
        assert_eq!((what.order, what.symmetries), (Order::Listed, Some(3)));
        assert!(what.batch && what.text && args.check_budget);
        assert_eq!(args.output, Some("o.json".into()));
    }

    #[test]
    fn nonsense_is_refused() {
        for (arguments, kind) in [
            ("--mode both", ErrorKind::InvalidValue),
            ("--format xml", ErrorKind::InvalidValue),
            ("--time-limit soon", ErrorKind::ValueValidation),
            ("--time-limit 0s", ErrorKind::ValueValidation),
            ("--time-limit -1s", ErrorKind::ValueValidation),
            ("--seed -1", ErrorKind::ValueValidation),
            ("--check-budget --verify-only", ErrorKind::ArgumentConflict),
            ("--rate", ErrorKind::InvalidValue),
            ("--rate er", ErrorKind::InvalidValue),
            ("--rate se --strategy mrv", ErrorKind::ArgumentConflict),
            ("--rate se --mode first", ErrorKind::ArgumentConflict),
            ("--rate se --batch", ErrorKind::ArgumentConflict),
            ("--rate se --list", ErrorKind::ArgumentConflict),
            ("--rate se --check-budget", ErrorKind::ArgumentConflict),
            ("--list --check-budget", ErrorKind::ArgumentConflict),
            ("--external program", ErrorKind::ValueValidation),
            ("--symmetries 0", ErrorKind::ValueValidation),
            ("nosuch", ErrorKind::InvalidSubcommand),
            ("--set judge measure --output f", ErrorKind::ArgumentConflict),
            ("measure", ErrorKind::MissingRequiredArgument),
            ("--check-budget judge -- ./a.out", ErrorKind::ArgumentConflict),
        ] {
            assert_eq!(parse(arguments).err(), Some(kind), "{arguments}");
        }
    }
}
