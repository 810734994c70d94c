//! The command `bench-harness`: see `--help`.

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use bench_harness::args::{Cli, Command};
use bench_harness::command::{self, Ending};
use bench_harness::output::Target;
use bench_harness::{compare, gate, judge, measure, rank, report};
use clap::Parser;

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(ending) => ending.into(),
        Err(error) => {
            // If standard error is closed there is no one left to tell.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            Ending::BadInput.into()
        }
    }
}

fn run(cli: &Cli) -> Result<Ending, Box<dyn Error>> {
    match &cli.command {
        None => Ok(command::execute(&cli.job)?),
        Some(Command::Measure(args)) => Ok(measure::execute(args)?),
        Some(Command::Judge(args)) => Ok(judge::execute(args)?),
        Some(Command::Solve(args)) => {
            judge::solve::solve(args).map(|()| Ending::Well).map_err(Box::from)
        }
        Some(Command::Supervise) => {
            process_tree::supervise()?;
            Ok(Ending::Well)
        }
        Some(Command::Rank(args)) => print(&rank::execute(args)?),
        Some(Command::Report(args)) => Ok(report::execute(args)?),
        Some(Command::Gate(args)) => Ok(gate::execute(args)?),
        Some(Command::Turns(args)) => {
            gate::turns::execute(args)?;
            Ok(Ending::Well)
        }
        Some(Command::Cmp(args)) => print(&compare::execute(args)?),
    }
}

fn print(text: &str) -> Result<Ending, Box<dyn Error>> {
    Target::Stdout.write(text)?;
    Ok(Ending::Well)
}
