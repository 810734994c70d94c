//! The command `sudoku`: every job on puzzles, at a terminal, in a pipe and over files.
//!
//! Each subcommand is a module with its arguments and a function that runs them; reading, solving
//! and drawing are the libraries' work, so that a command is a thin layer over them. The weak spot:
//! it is made for people and scripts; a program in Rust is better off with the crates behind it.

mod args;
mod canonical;
mod check;
mod constraints;
mod convert;
mod count;
mod dataset;
mod diagnosis;
mod draw;
mod enumerate;
mod error;
mod explain;
mod format;
mod generate;
mod hint;
mod inline_or_file;
mod output_target;
mod pages;
mod pipeline;
mod progress;
mod puzzle_maker;
mod rate;
mod scale;
mod solve;
mod step_args;
mod steps;
mod stream;
mod svg;
mod transform;
mod values;

use clap::{Command, CommandFactory, Parser, Subcommand};
pub use cli_support::ExitStatus;
use cli_support::{CompletionsArgs, ManArgs, arguments, with_exit_codes, with_negative_numbers};

pub use error::CliError;

/// Solves, counts, checks, makes and converts Sudoku puzzles.
#[derive(Clone, Debug, Parser)]
#[command(name = "sudoku", version, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Subcommands,
}

const EXIT_CODES: &str = "\
Exit codes:
  0    all is well
  1    the work is done, but not all is well: a puzzle cannot be read or answered or is not
       proper, a copy was found, or fewer puzzles were made than asked for
  2    wrong usage, constraints that no puzzle can meet, or a file that cannot be read or written
  130  interrupted; what was written before is whole";

#[derive(Clone, Debug, Subcommand)]
enum Subcommands {
    Solve(solve::SolveArgs),
    Count(count::CountArgs),
    Enumerate(enumerate::EnumerateArgs),
    Check(check::CheckArgs),
    Rate(rate::RateArgs),
    Hint(hint::HintArgs),
    Steps(steps::StepsArgs),
    Explain(explain::ExplainArgs),
    Generate(Box<generate::GenerateArgs>),
    Canonical(canonical::CanonicalArgs),
    Transform(transform::TransformArgs),
    Convert(convert::ConvertArgs),
    Dataset(dataset::DatasetArgs),
    /// Write completions for a shell
    #[command(
        after_help = "Examples:\n  sudoku completions bash > ~/.local/share/bash-completion/completions/sudoku"
    )]
    Completions(CompletionsArgs),
    /// Write the manual pages
    #[command(
        after_help = "Examples:\n  sudoku man | man -l -\n  sudoku man --dir ~/.local/share/man/man1"
    )]
    Man(ManArgs),
}

impl Cli {
    /// Reads the arguments of the process, and ends it if they are wrong or ask for help.
    #[must_use]
    pub fn from_arguments() -> Self {
        arguments(Self::command_line())
    }

    /// The command line: each verb's help has the exit codes at its end.
    fn command_line() -> Command {
        with_exit_codes(with_negative_numbers(Self::command()), EXIT_CODES)
    }

    /// Runs the command.
    ///
    /// # Errors
    /// What kept it from going on. What is wrong with single puzzles goes to standard error and
    /// into the [`ExitStatus`].
    pub fn run(&self) -> Result<ExitStatus, CliError> {
        match &self.command {
            Subcommands::Solve(args) => solve::run(args),
            Subcommands::Count(args) => count::run(args),
            Subcommands::Enumerate(args) => enumerate::run(args),
            Subcommands::Check(args) => check::run(args),
            Subcommands::Rate(args) => rate::run(args),
            Subcommands::Hint(args) => hint::run(args),
            Subcommands::Steps(args) => steps::run(args),
            Subcommands::Explain(args) => explain::run(args),
            Subcommands::Generate(args) => generate::run(args),
            Subcommands::Canonical(args) => canonical::run(args),
            Subcommands::Transform(args) => transform::run(args),
            Subcommands::Convert(args) => convert::run(args),
            Subcommands::Dataset(args) => dataset::run(args),
            Subcommands::Completions(args) => Ok(args.write(Self::command_line())?),
            Subcommands::Man(args) => Ok(args.write(Self::command_line())?),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use std::ffi::OsString;
    use std::fs;

    use clap::Arg;
    use cli_support::with_causes;

    use super::*;

    /// Every verb and verb of a verb, each with the words that name it.
    fn verbs(command: &Command, words: &[String]) -> Vec<(Vec<String>, Command)> {
        let below = command.get_subcommands().flat_map(|verb| {
            let words = [words, &[verb.get_name().to_owned()]].concat();
            verbs(verb, &words)
        });
        [(words.to_vec(), command.clone())].into_iter().chain(below).collect()
    }

    fn takes(arg: &Arg, what: &str) -> bool {
        arg.get_value_names().is_some_and(|names| names.iter().any(|name| name.contains(what)))
    }

    #[test]
    fn no_file_that_an_option_reads_is_written_over() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzle.txt");
        fs::write(&path, puzzle).unwrap();
        let file = || OsString::from(&path);
        let mut tried = 0;
        for (words, verb) in verbs(&Cli::command_line(), &["sudoku".to_owned()]) {
            let writes = |arg: &Arg| arg.get_id() == "output" && takes(arg, "PATH");
            if !verb.get_arguments().any(writes) {
                continue;
            }
            for arg in verb.get_arguments().filter(|arg| takes(arg, "FILE")) {
                let flag = arg.get_long().map(|name| format!("--{name}").into());
                let words = words.iter().map(OsString::from).chain(flag);
                let line = words.chain([file(), "--output".into(), file()]).collect::<Vec<_>>();
                let error = Cli::try_parse_from(&line).unwrap().run().unwrap_err();
                let message = with_causes(&error);
                assert!(message.ends_with("would be written to while it is read"), "{line:?}");
                assert_eq!(fs::read_to_string(&path).unwrap(), puzzle, "{line:?}");
                tried += 1;
            }
        }
        assert!(tried > 15, "{tried}");
    }
}
