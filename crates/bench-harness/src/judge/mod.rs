//! `bench-harness judge`: runs any program as Baekjoon does.
//!
//! A program gets one puzzle on its standard input, in the form of [2580] or of [2239], and is judged
//! by its output, the time and the memory of its whole process: for each puzzle a process of its own,
//! and what counts is the worst. So a program in any language can be held against the strategies of
//! this project and against the times that its blog post reports, with one command. The weak spot: it
//! is no sandbox. Programs run with the rights of whoever runs the judge, so that only those should be
//! judged that one would run anyway; what they leave behind in files stays.
//!
//! [2580]: https://www.acmicpc.net/problem/2580
//! [2239]: https://www.acmicpc.net/problem/2239
//!
//! [`program`] is who is judged, [`case`] on what and how, by what [`form`] says of the two problems;
//! [`process_tree`] does each run; [`report`] shows it. [`solve`] makes a
//! program of a strategy.

pub mod case;
pub mod form;
pub mod program;
pub mod report;
pub mod solve;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use process_tree::{RunRequest, Supervisor, SupervisorError};
use sudoku_core::Solver;

use cli_support::{Exit, Progress, WholeOutput, say};

use crate::cmd::select::{find_strategy, lists, time_limit};
use crate::cmd::{CommandResult, writing};
use crate::data::puzzles::PuzzleList;
use crate::measure::job::TEMPLATE;
use crate::measure::machine;
use crate::render::OutputFormat;
use case::{Case, Verdict};
use form::JudgeForm;
use program::{Named, NamedCommand, Program, programs};
use report::{JudgeRecord, ProgramRecord, TestRecord};

/// The sets of which the default tests are: the judge's samples and puzzles of their kind, and
/// puzzles with several solutions, which tell the smallest from any.
const SETS: [&str; 2] = ["judge", "many"];

/// The hidden subcommand with which this program is the supervisor of a judged one.
pub const SUPERVISE: &str = "supervise";

/// The options of `judge`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct JudgeArgs {
    /// The problem: what programs read and write, and which answers are right
    #[arg(long, value_enum, default_value = "boj2580")]
    pub form: JudgeForm,

    /// The limit on a test's time, on the processor and by the clock
    #[arg(long, value_name = "DURATION", default_value = "1s", value_parser = time_limit)]
    pub limit: Duration,

    /// The limit on a test's resident memory; a KB has 1024 bytes, as at the judge
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = memory_limit)]
    pub memory: u64,

    /// Take the tests from this embedded set (repeatable) [default: judge and many]
    #[arg(long = "set", value_name = "NAME")]
    pub sets: Vec<String>,

    /// Take the tests from this file, `-` for standard input (repeatable)
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<PathBuf>,

    /// Judge this program too (repeatable); the command is split at spaces, with quotes as in a shell
    #[arg(long = "program", value_name = "NAME[@FORM]=COMMAND", value_parser = NamedCommand::parse)]
    pub programs: Vec<NamedCommand>,

    /// Judge this strategy too, as the program `bench-harness solve` (repeatable)
    #[arg(long = "strategy", value_name = "NAME[@FORM]", value_parser = Named::parse)]
    pub strategies: Vec<Named>,

    /// Go on with a program after a test that it failed, where a judge stops
    #[arg(long)]
    pub all: bool,

    /// Show every test, not only the worst (csv and json always do)
    #[arg(long)]
    pub each: bool,

    /// The form of the output
    #[arg(long, value_enum, default_value = "table")]
    pub format: OutputFormat,

    /// Write to this file instead of standard output, also when the exit code is 1
    #[arg(long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// The program to judge, and its arguments
    #[arg(last = true, value_name = "PROGRAM")]
    pub command: Vec<OsString>,
}

const AFTER_HELP: &str = "\
Examples:
  bench-harness judge -- ./a.out
  bench-harness judge --form boj2239 --strategy bitmask -- java -cp . Main
  bench-harness judge --program 'mine=./a.out' --program 'theirs@boj2239=pypy3 main.py'

Exit codes:
  0  every program accepted
  1  a program was not
  2  bad usage or unreadable input, or a program that cannot be started";

fn memory_limit(text: &str) -> Result<u64, String> {
    match parse_size::Config::new().with_binary().parse_size(text) {
        Ok(0) => Err("nothing runs in no memory".to_owned()),
        Ok(limit) => Ok(limit),
        Err(error) => Err(format!("{error}; write it like 256MB")),
    }
}

/// Does what the arguments say. Complaints about input go to standard error.
///
/// # Errors
/// If nothing could be judged.
pub fn execute(args: &JudgeArgs) -> CommandResult {
    let programs = programs(args)?;
    let (lists, mut all_readable) = if args.sets.is_empty() && args.files.is_empty() {
        lists(&SETS.map(str::to_owned), &[])?
    } else {
        lists(&args.sets, &args.files)?
    };
    // Any strategy would do: nothing is asked of it that depends on its order.
    let solver = find_strategy("mrv")?.solver;
    let (cases, unsolvable) = Case::all(&lists, solver);
    for (list, place) in unsolvable {
        say(&format!("{list}, {place}: it has no solution, and no judge asks for it: left out\n"));
        all_readable = false;
    }
    if cases.is_empty() {
        return Ok(Exit::Failure);
    }
    let path = args.output.as_deref();
    let output = WholeOutput::open(path).map_err(writing(path))?;
    let programs =
        judge(args, &programs, &cases, solver).context("cannot run a program under supervision")?;
    let is = |verdict| programs.iter().any(|program| program.verdict == verdict);
    let exit = match programs.iter().all(|program| program.verdict == Verdict::Accepted) {
        true if all_readable => Exit::Success,
        false if !is(Verdict::CannotBeStarted) => Exit::Fault,
        _ => Exit::Failure,
    };
    let record = JudgeRecord {
        environment: machine::environment(0, args.limit),
        memory_limit: args.memory,
        sets: lists.iter().map(|PuzzleList { name, .. }| name.clone()).collect(),
        tests: cases.len(),
        programs,
    };
    output.write(record.render(args.format, args.each)?).map_err(writing(path))?;
    Ok(exit)
}

/// Runs the programs in turn on one test after the other, so that what disturbs the machine for a
/// while disturbs them alike.
fn judge(
    args: &JudgeArgs,
    programs: &[Program],
    cases: &[Case],
    solver: &dyn Solver,
) -> Result<Vec<ProgramRecord>, SupervisorError> {
    let supervisor = Supervisor::this_program([SUPERVISE])?;
    let run = |program: &Program, case: &Case| {
        supervisor.run(&RunRequest {
            command: program.command.clone(),
            input: case.input(program.form),
            time_limit: args.limit,
            memory_limit: args.memory,
        })
    };
    let progress = Progress::on_terminal(Duration::ZERO);
    progress.begin(TEMPLATE, "judge", Some((cases.len() * programs.len()) as u64));
    let mut tests: Vec<Vec<TestRecord>> = vec![Vec::new(); programs.len()];
    // The first run of a program reads it from the disk, which is no part of its time.
    for (program, case) in programs.iter().zip(std::iter::repeat(&cases[0])) {
        run(program, case)?;
    }
    for case in cases {
        for (program, tests) in programs.iter().zip(&mut tests) {
            let has_failed = tests.iter().any(|test| test.verdict != Verdict::Accepted);
            if args.all || !has_failed {
                progress.describe(|| format!("{} on {}, {}", program.name, case.list, case.place));
                let run = run(program, case)?;
                let (verdict, cause) = case.judge(&run, program.form, solver);
                tests.push(TestRecord::new(case, verdict, cause, &run));
            }
            progress.advance(1);
        }
    }
    progress.finish();
    Ok(programs
        .iter()
        .zip(tests)
        .map(|(program, tests)| ProgramRecord::new(program, cases.len(), tests))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_counted_in_powers_of_two() {
        assert_eq!(memory_limit("256MB"), Ok(256 << 20));
        assert_eq!(memory_limit("1 GiB"), Ok(1 << 30));
        assert_eq!(memory_limit("64k"), Ok(64 << 10));
        for bad in ["", "0", "much", "-1MB"] {
            assert!(memory_limit(bad).is_err(), "{bad}");
        }
    }
}
