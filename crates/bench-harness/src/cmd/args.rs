//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand, value_parser};

use crate::compare::CompareArgs;
use crate::contest::Mode;
use crate::gate::GateArgs;
use crate::gate::turns::TurnsArgs;
use crate::judge::solve::SolveArgs;
use crate::judge::{JudgeArgs, SUPERVISE};
use crate::measure::MeasureArgs;
use crate::order::Order;
use crate::output::Format;
use crate::peers::PeerCommand;
use crate::rank::RankArgs;
use crate::report::ReportArgs;

/// Compares Sudoku solving strategies: verifies every answer, then times them side by side.
///
/// Without --set or --file, every strategy is run on every embedded set of puzzles, and all of them
/// share 45 seconds; puzzles that are not reached are shown as not run. With --set or --file every
/// puzzle is run.
#[derive(Clone, Debug, Parser)]
#[command(name = "bench-harness", version, after_help = AFTER_HELP, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do instead of the main job.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The main job.
    #[command(flatten)]
    pub job: JobArgs,
}

/// What there is beside the main job. The options of each stand with what it does, in a module of its
/// own.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Measure into a file, for the commands that read such files
    Measure(MeasureArgs),
    /// Run programs as Baekjoon does, and compare their times with those of its solutions
    Judge(JudgeArgs),
    /// Solve one puzzle from standard input, as the program that a judge would see
    Solve(SolveArgs),
    /// Run one program for `judge`
    #[command(hide = true, name = SUPERVISE)]
    Supervise,
    /// Rank the strategies of a measurement file over all of its sets
    Rank(RankArgs),
    /// Show a measurement file as tables, as a page with plots, or in a document
    Report(ReportArgs),
    /// Say whether a change may land: hold this build to a baseline's answers, promises and speed
    Gate(GateArgs),
    /// Take turns for `gate`
    #[command(hide = true)]
    Turns(TurnsArgs),
    /// Say what differs between two measurement files
    Cmp(CompareArgs),
}

const AFTER_HELP: &str = "\
Exit codes:
  0  all well
  1  a wrong answer, a search that cannot be ended, a lost peer, or with --gate a missed promise
  2  bad usage or unreadable input; puzzles that could be read are run all the same
With both a wrong answer and unreadable input the exit code is 1.";

/// What is measured, and how.
#[derive(Args, Clone, Debug)]
pub struct Selection {
    /// Compare only this strategy (repeatable)
    #[arg(long = "strategy", value_name = "NAME")]
    pub strategies: Vec<String>,

    /// Compare this program too, which speaks the protocol of docs/peers.md (repeatable)
    ///
    /// The command is split into words as a shell does, and run without one. Everyone is asked from
    /// text to text then, as with --text.
    #[arg(long = "peer", value_name = "NAME=COMMAND")]
    pub peers: Vec<PeerCommand>,

    /// Run this embedded set (repeatable)
    #[arg(long = "set", value_name = "NAME")]
    pub sets: Vec<String>,

    /// Run the puzzles of this file, `-` for standard input (repeatable)
    ///
    /// In a file of lines every line is a puzzle: 81 characters, and what follows them is a comment.
    /// In other files nine rows are a puzzle, and an empty line or the ninth row ends it. A first
    /// line that names columns, as in a CSV file, says which of them holds the puzzles: `puzzle`,
    /// `puzzles`, `quizzes`, `quiz`, `question` or `sudoku`.
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<PathBuf>,

    /// Ask for the first solution, or for it and a count of up to two [default: both]
    #[arg(long, value_enum)]
    pub mode: Option<Mode>,

    /// Ask for the whole set through the batch verb, instead of puzzle by puzzle
    #[arg(long)]
    pub batch: bool,

    /// Ask from 81 characters to 81 characters, instead of from board to answer
    #[arg(long)]
    pub text: bool,

    /// The time limit of a puzzle, or of a batch under --batch
    #[arg(long, value_name = "DURATION", default_value = "1s", value_parser = time_limit)]
    pub time_limit: Duration,

    /// The seed of the random orders in which the puzzles are run, and of random symmetries
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// The order in which a pass takes the puzzles
    #[arg(long, value_enum, default_value = "shuffled")]
    pub order: Order,

    /// Run each puzzle in so many random symmetries and relabelings, and say how its times differ
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000))]
    pub symmetries: Option<u32>,

    /// Verify the answers and time nothing
    #[arg(long)]
    pub verify_only: bool,
}

/// The options of the main job.
#[derive(Args, Clone, Debug)]
pub struct JobArgs {
    /// What is measured.
    #[command(flatten)]
    pub selection: Selection,

    /// List the strategies and the embedded sets, as a table or as JSON
    #[arg(long, conflicts_with_all = ["strategies", "peers", "sets", "files", "gate", "verify_only", "batch", "text"])]
    pub list: bool,

    /// Exit with 1 if a strategy misses the budget on a set on which it promises it, or is not run on
    /// all of that set
    #[arg(long, conflicts_with = "verify_only")]
    pub gate: bool,

    /// The form of the output
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,

    /// Write to this file instead of standard output, also when the exit code is 1
    #[arg(long, value_name = "PATH", action = ArgAction::Set)]
    pub output: Option<PathBuf>,
}

pub(crate) fn time_limit(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("no puzzle is solved in no time".to_owned()),
        Ok(limit) => Ok(limit),
        Err(error) => Err(format!("{error}; write it like 1s or 500ms")),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use clap::error::ErrorKind;

    use super::*;

    fn parse(arguments: &str) -> Result<JobArgs, ErrorKind> {
        let arguments = std::iter::once("bench-harness").chain(arguments.split_whitespace());
        Cli::try_parse_from(arguments).map(|cli| cli.job).map_err(|error| error.kind())
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
        assert!(what.peers.is_empty());
        assert_eq!((what.mode, args.format, args.output), (None, Format::Table, None));
        assert_eq!((what.time_limit, what.seed), (Duration::from_secs(1), 1));
        assert_eq!((what.order, what.symmetries), (Order::Shuffled, None));
        assert!(!(what.batch || what.text || args.list || what.verify_only || args.gate));
    }

    #[test]
    fn every_flag() {
        let args = parse(
            "--strategy a --strategy b --set c --set d --file e --file - --mode unique --batch \
             --text --time-limit 250ms --seed 9 --order listed --symmetries 3 --gate --format json --output o.json",
        )
        .expect("all of them go together");
        let what = args.selection;
        assert_eq!(
            (what.strategies, what.sets),
            (vec!["a".into(), "b".into()], vec!["c".into(), "d".into()])
        );
        assert_eq!(what.files, [PathBuf::from("e"), PathBuf::from("-")]);
        assert_eq!((what.mode, args.format), (Some(Mode::Unique), Format::Json));
        assert_eq!((what.time_limit, what.seed), (Duration::from_millis(250), 9));
        assert_eq!((what.order, what.symmetries), (Order::Listed, Some(3)));
        assert!(what.batch && what.text && args.gate);
        assert_eq!(args.output, Some("o.json".into()));
    }

    #[test]
    fn nonsense_is_refused() {
        for (arguments, kind) in [
            ("--mode both", ErrorKind::InvalidValue),
            ("--format xml", ErrorKind::InvalidValue),
            ("--time-limit soon", ErrorKind::ValueValidation),
            ("--time-limit 0s", ErrorKind::ValueValidation),
            ("--seed -1", ErrorKind::UnknownArgument),
            ("--gate --verify-only", ErrorKind::ArgumentConflict),
            ("--list --gate", ErrorKind::ArgumentConflict),
            ("--peer program", ErrorKind::ValueValidation),
            ("--symmetries 0", ErrorKind::ValueValidation),
            ("nosuch", ErrorKind::InvalidSubcommand),
            ("--set judge measure --output f", ErrorKind::ArgumentConflict),
            ("measure", ErrorKind::MissingRequiredArgument),
            ("--gate judge -- ./a.out", ErrorKind::ArgumentConflict),
        ] {
            assert_eq!(parse(arguments).err(), Some(kind), "{arguments}");
        }
    }
}
