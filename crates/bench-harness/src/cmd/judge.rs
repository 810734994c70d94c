//! `bench-harness judge`: the command line of the crate [`sudoku_judge`], which judges programs as
//! Baekjoon does.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use cli_support::{ExitStatus, eprint_message};
use process_tree::{NamedCommand, Supervisor};
use sudoku_core::Solver;
use sudoku_judge::{Case, Judge, JudgeFormat, Program, Verdict};

use super::measure::progress;
use super::output::{CommandResult, NamedOutput};
use super::select::{ErrorArgs, lists, time_limit};
use super::solve::{format_parser, strategy_for};
use super::strategies::Strategies;
use super::values::OfferedNames;
use crate::data::puzzles::{PuzzleList, PuzzleLocation};
use crate::measure::machine;
use crate::measure::run::TEMPLATE;
use crate::render::format::ResultFormat;
use crate::render::judge::{JudgeRecord, ProgramRecord, TestRecord, render};

/// The sets of the default tests: puzzles like the judge's samples, and puzzles with several
/// solutions, of which boj2239 accepts only the smallest.
const SETS: [&str; 2] = ["judge", "many"];

/// The hidden subcommand that makes this program the supervisor of a judged one.
pub const SUPERVISE: &str = "supervise";

/// The options of `judge`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct JudgeArgs {
    /// Problem, which sets the input and output format and the right answers
    ///
    /// boj2580: nine lines of nine digits with spaces between them; any solution is right. boj2239:
    /// nine lines without spaces; only the lexicographically smallest solution is right.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), default_value = "boj2580")]
    pub judge_format: JudgeFormat,

    /// Limit on the processor time and the wall time of a test
    #[arg(long, value_name = "DURATION", default_value = "1s", value_parser = time_limit, allow_hyphen_values = true)]
    pub limit: Duration,

    /// Limit on the resident memory of a test (1 KB is 1024 bytes)
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = memory_limit, allow_hyphen_values = true)]
    pub memory: u64,

    /// Take the tests from this embedded set (repeatable) [default: judge and many]
    #[arg(long = "set", value_name = "NAME", value_parser = OfferedNames::sets())]
    pub sets: Vec<String>,

    /// Take the tests from this file; `-` is standard input (repeatable)
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<PathBuf>,

    /// Judge this program too (repeatable)
    ///
    /// The command is split at spaces; quotes work as in a shell. FORMAT is the problem that the
    /// program solves, if it differs from --judge-format.
    #[arg(long = "program", value_name = "NAME[@FORMAT]=COMMAND")]
    pub programs: Vec<NamedCommand>,

    /// Judge this strategy too, as the program `bench-harness solve` (repeatable)
    #[arg(long = "strategy", value_name = "NAME[@FORMAT]")]
    pub strategies: Vec<String>,

    /// Continue with a program after a failed test
    #[arg(long)]
    pub all: bool,

    /// The reports about unreadable input.
    #[command(flatten)]
    pub errors: ErrorArgs,

    /// Show input, output and a right answer of each program's first failed test
    #[arg(long)]
    pub show: bool,

    /// Output format; csv and json have every test
    #[arg(long, value_enum, default_value = "table")]
    pub format: ResultFormat,

    /// Write to this file instead of standard output, even if the exit code is 1
    #[arg(long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Program to judge, and its arguments
    #[arg(last = true, value_name = "PROGRAM")]
    pub command: Vec<OsString>,
}

const AFTER_HELP: &str = "\
Examples:
  bench-harness judge -- ./a.out
  bench-harness judge --judge-format boj2239 --strategy bitmask -- java -cp . Main
  bench-harness judge --program 'mine=./a.out' --program 'theirs@boj2239=pypy3 main.py'

Exit codes:
  0  every program was accepted
  1  a program was not accepted
  2  bad usage or unreadable input, or a program that cannot be started";

/// The smallest memory limit, in bytes. A smaller number probably lacks its unit.
const LEAST_MEMORY: u64 = 64 << 10;

fn memory_limit(text: &str) -> Result<u64, String> {
    match parse_size::Config::new().with_binary().parse_size(text) {
        Ok(0) => Err("the limit must be greater than 0".to_owned()),
        Ok(bytes @ ..LEAST_MEMORY) => {
            let unit = if bytes == 1 { "byte" } else { "bytes" };
            Err(format!("{bytes} {unit} is too small; add a unit, such as 256MB"))
        }
        Ok(limit) => Ok(limit),
        Err(_) => Err("expected a size such as 256MB".to_owned()),
    }
}

/// Judges the programs. Diagnostics about input go to standard error.
///
/// # Errors
/// If nothing could be judged.
pub fn execute(args: &JudgeArgs, strategies: Strategies) -> CommandResult {
    let programs = programs(args, strategies)?;
    let (lists, mut all_readable) = lists(&SETS, &args.sets, &args.files, args.errors)?;
    // The result does not depend on the strategy's order of solutions.
    let solver = strategies.find_available("mrv")?.solver;
    let (places, cases) = cases(&lists, solver, |list, place| {
        let skipped = "skipped, because the puzzle has no solution";
        eprint_message(&format!("error: {list}, {place}: {skipped}\n"));
        all_readable = false;
    });
    if cases.is_empty() {
        return Ok(ExitStatus::Failure);
    }
    let output = NamedOutput::open(args.output.as_deref(), &args.files)?;
    let progress = progress();
    progress.begin(TEMPLATE, "judge", Some((cases.len() * programs.len()) as u64));
    let run = |supervisor| {
        let judge = Judge {
            supervisor,
            time_limit: args.limit,
            memory_limit: args.memory,
            stops_at_failure: !args.all,
            solver,
        };
        judge.run(&programs, &cases, |program, case| {
            let (list, place) = &places[case];
            progress.describe(|| format!("{} on {list}, {place}", program.name));
            progress.advance(1);
        })
    };
    let judgements =
        Supervisor::this_program([SUPERVISE]).and_then(run).context("cannot run the programs")?;
    progress.finish();
    let programs: Vec<ProgramRecord> = programs
        .iter()
        .zip(judgements)
        .map(|(program, judgements)| {
            let tests = places.iter().zip(&cases).zip(judgements);
            let tests = tests.map(|((&(list, place), case), judgement)| TestRecord {
                set: list.to_owned(),
                place,
                puzzle: case.puzzle().to_string(),
                shown: (args.show && judgement.verdict != Verdict::Accepted)
                    .then(|| {
                        Some([case.input(program.format), case.answer(program.format, solver)?])
                    })
                    .flatten(),
                judgement,
            });
            ProgramRecord::new(program, cases.len(), tests.collect())
        })
        .collect();
    let verdicts = || programs.iter().map(|program| program.summary.verdict);
    let exit = if verdicts().any(|verdict| verdict == Verdict::CannotBeStarted) {
        ExitStatus::Failure
    } else if verdicts().any(|verdict| verdict != Verdict::Accepted) {
        ExitStatus::Fault
    } else {
        if all_readable { ExitStatus::Success } else { ExitStatus::Failure }
    };
    let record = JudgeRecord {
        environment: machine::environment(0, args.limit),
        memory_limit: args.memory,
        sets: lists.iter().map(|PuzzleList { name, .. }| name.clone()).collect(),
        tests: cases.len(),
        programs,
    };
    output.write(render(&record, args.format)?)?;
    Ok(exit)
}

/// Returns the programs that the arguments name.
fn programs(args: &JudgeArgs, strategies: Strategies) -> Result<Vec<Program>> {
    let mut programs: Vec<Program> =
        Program::from_command(&args.command, args.judge_format).into_iter().collect();
    for NamedCommand { name, program, arguments } in &args.programs {
        let command = std::iter::once(program).chain(arguments).cloned().collect();
        programs.push(Program::named(name, command, args.judge_format)?);
    }
    for name in &args.strategies {
        let program = Program::named(name, Vec::new(), args.judge_format)?;
        let strategy = strategy_for(&program.name, program.format, strategies)?;
        let harness = env::current_exe().context("cannot find the path of this program")?;
        let rest = ["solve", "--strategy", strategy.name, "--judge-format", program.format.name()];
        let command = std::iter::once(harness.into()).chain(rest.map(OsString::from)).collect();
        programs.push(Program { command, ..program });
    }
    for (at, Program { name, .. }) in programs.iter().enumerate() {
        if programs[..at].iter().any(|other| other.name == *name) {
            bail!("two programs have the name `{name}`; use --program NAME=COMMAND");
        }
    }
    if programs.is_empty() {
        bail!("no program to judge: give one after `--`, or with --program or --strategy");
    }
    Ok(programs)
}

/// Returns the puzzles that have a solution, each with its list and location. Calls `leave_out` for
/// each of the others, because no answer to them is right.
fn cases<'l>(
    lists: &'l [PuzzleList],
    solver: &dyn Solver,
    mut leave_out: impl FnMut(&str, PuzzleLocation),
) -> (Vec<(&'l str, PuzzleLocation)>, Vec<Case>) {
    let (mut places, mut cases) = (Vec::new(), Vec::new());
    for list in lists {
        for puzzle in list.puzzles.iter() {
            let has_solution = match puzzle.solutions {
                Some(solutions) => solutions > 0,
                None => solver.first_solution(&puzzle.board).is_some(),
            };
            if has_solution {
                places.push((list.name.as_str(), puzzle.place));
                cases.push(Case::new(puzzle.board));
            } else {
                leave_out(&list.name, puzzle.place);
            }
        }
    }
    (places, cases)
}
