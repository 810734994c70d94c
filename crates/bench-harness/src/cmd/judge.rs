//! `bench-harness judge`: the command line of the crate [`sudoku_judge`], which judges programs as
//! Baekjoon does.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use cli_support::{ExitStatus, Interrupt, eprint_message};
use process_tree::{NamedCommand, Supervisor};
use sudoku_judge::{Case, Judge, JudgeFormat, Program, Verdict};

use super::measure::progress;
use super::output::{CommandResult, NamedOutput, exit_status};
use super::select::{PuzzleArgs, time_limit};
use super::solve::{format_parser, strategy_for};
use super::strategies::Strategies;
use crate::data::puzzles::{AnyPuzzle, Puzzle, PuzzleList};
use crate::measure::machine;
use crate::measure::run::TEMPLATE;
use crate::render::format::ResultFormat;
use crate::render::judge::{JudgeRecord, ProgramRecord, TestRecord, render};

/// The sets of the default tests: puzzles like the judge's samples, and puzzles with several
/// solutions, of which boj2239 accepts only the smallest.
const SETS: [&str; 2] = ["judge", "many"];

/// The hidden subcommand that makes this program the supervisor of a judged one.
pub const SUPERVISE: &str = "supervise";

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

    #[command(flatten)]
    pub puzzles: PuzzleArgs,

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

    /// Show input, output and a right answer of each program's first failed test
    #[arg(long)]
    pub show: bool,

    /// Output format; json has every test
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
Each puzzle is a test. Without --set or --file, the tests are the sets judge and many.

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
        Ok(limit @ LEAST_MEMORY..) => Ok(limit),
        Ok(_) => Err("expected at least 64KB; add a unit, such as 256MB".to_owned()),
        Err(_) => Err("expected a size such as 256MB".to_owned()),
    }
}

pub fn execute(args: &JudgeArgs, strategies: Strategies) -> CommandResult {
    let programs = programs(args, strategies)?;
    let (lists, mut all_readable) = args.puzzles.lists(&SETS)?;
    // The result does not depend on the strategy's order of solutions.
    let solver = strategies.find_available("mrv")?.solver;
    let (mut places, mut cases) = (Vec::new(), Vec::new());
    let puzzles = lists.iter().flat_map(|list| list.puzzles.iter().map(move |it| (list, it)));
    for (PuzzleList { name, .. }, Puzzle { place, puzzle, solutions, .. }) in puzzles {
        let AnyPuzzle::Board(board) = puzzle else {
            bail!("{name}: no problem asks for a variant; choose a set or file of classic puzzles");
        };
        let has_solution = match solutions {
            Some(solutions) => *solutions > 0,
            None => solver.first_solution(board).is_some(),
        };
        if has_solution {
            places.push((name, *place));
            cases.push(Case::new(*board));
        } else {
            // No answer to it is right.
            let skipped = "skipped, because the puzzle has no solution";
            eprint_message(&format!("error: {name}, {place}: {skipped}\n"));
            all_readable = false;
        }
    }
    if cases.is_empty() {
        return Ok(ExitStatus::Failure);
    }
    let output = NamedOutput::open(args.output.as_deref(), &args.puzzles.files)?;
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
    // An interrupt kills the program that runs, which is no verdict on it.
    if Interrupt::listen().is_ok_and(|interrupt| interrupt.flag().load(Ordering::Relaxed)) {
        return Ok(ExitStatus::Interrupted);
    }
    let programs: Vec<ProgramRecord> = programs
        .iter()
        .zip(judgements)
        .map(|(program, judgements)| {
            let tests = places.iter().zip(&cases).zip(judgements);
            let tests = tests.map(|((&(list, place), case), judgement)| TestRecord {
                set: list.clone(),
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
    } else {
        exit_status(verdicts().any(|verdict| verdict != Verdict::Accepted), all_readable)
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

fn programs(args: &JudgeArgs, strategies: Strategies) -> Result<Vec<Program>> {
    let mut programs: Vec<Program> =
        Program::from_command(&args.command, args.judge_format).into_iter().collect();
    for NamedCommand { name, command } in &args.programs {
        programs.push(Program::named(name, command.clone(), args.judge_format)?);
    }
    for name in &args.strategies {
        let program = Program::named(name, Vec::new(), args.judge_format)?;
        let strategy = strategy_for(&program.name, program.format, strategies)?;
        let harness = env::current_exe().context("cannot find the path of this program")?;
        let format = program.format.to_string();
        let rest = ["solve", "--strategy", strategy.name, "--judge-format", &format];
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
