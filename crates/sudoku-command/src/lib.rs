//! `sudoku-command` is the crate of the command `sudoku`, which solves, generates, rates, explains
//! and converts Sudoku puzzles.
//!
//! ```sh
//! cargo install sudoku-command
//! sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! sudoku --help
//! ```
//!
//! Each subcommand is a module with its arguments and a function that runs it. The library crates
//! do the work: `sudoku-registry` solves, `sudoku-generator` generates, `sudoku-logic` rates and
//! `sudoku-text` reads and writes files.
//!
//! # Limitations
//!
//! The library part of this crate exists for its tests and for `main`: it has no stable interface
//! beyond [`main_with`]. Rust programs should use the library crates directly.

mod answer_output;
mod args;
mod book;
mod canonical;
mod captions;
mod check;
mod condition;
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
mod helvetica;
mod hint;
mod hints;
mod inline_or_file;
mod journal;
mod layout;
mod measure;
mod output_target;
mod pages;
mod pipeline;
mod progress;
mod puzzle_maker;
mod rate;
mod rate_format;
mod rated;
mod reads;
mod row;
mod rules_file;
mod scale;
mod search;
mod select;
mod solve;
mod step_args;
mod stream;
mod svg;
mod symmetry_choice;
mod techniques;
mod transform;
mod values;
mod variant_hints;
mod variant_maker;
mod variants;

use std::error::Error;
use std::ffi::OsString;

use clap::builder::UnknownArgumentValueParser;
use clap::{Arg, Command, CommandFactory, Parser, Subcommand};
pub use cli_support::ExitStatus;
use cli_support::{
    CompletionsArgs, ManArgs, apply_environment, arguments, eprint_error,
    fail_beyond_file_size_limit, with_exit_codes, with_negative_numbers,
};
use sudoku_registry::SimdLevel;

use error::CliError;
use variants::WITH_RULES;

/// Runs the command `sudoku` with these arguments, of which the first is the name of the program.
/// Prints results and errors.
///
/// Exits the process if the arguments are wrong, or if they ask for help or the version. The
/// function takes over the signals of the process, so call it once.
pub fn main_with(given: impl IntoIterator<Item = OsString>) -> ExitStatus {
    fail_beyond_file_size_limit();
    let run = || -> Result<ExitStatus, Box<dyn Error>> {
        let cli: Cli = arguments(with_advice(Cli::command_line()), given);
        // Selects the instruction set for all solving.
        apply_environment("SUDOKU_SIMD", |name| name.parse().and_then(SimdLevel::make_default))?;
        Ok(cli.run()?)
    };
    run().unwrap_or_else(|error| {
        eprint_error(&*error);
        ExitStatus::Failure
    })
}

/// Solve, generate, rate, explain and convert Sudoku puzzles.
#[derive(Clone, Debug, Parser)]
#[command(name = "sudoku", version, max_term_width = 100)]
struct Cli {
    /// The subcommand with its arguments.
    #[command(subcommand)]
    command: Subcommands,
}

/// Adds advice for the option `--rules` to the subcommands that lack it.
fn with_advice(command: Command) -> Command {
    let advice = UnknownArgumentValueParser::suggest(format!(
        "this subcommand reads classic puzzles; {WITH_RULES} have --rules"
    ));
    CLASSIC_ONLY.iter().fold(command, |command, name| {
        let rules = Arg::new("rules").long("rules").hide(true).value_parser(advice.clone());
        command.mut_subcommand(name, |it| it.arg(rules))
    })
}

/// The subcommands on puzzles without the option `--rules`.
const CLASSIC_ONLY: [&str; 5] = ["rate", "hints", "select", "canonical", "transform"];

const EXIT_CODES: &str = "\
Exit codes:
  0    success
  1    finished with errors: a puzzle is unreadable, has no answer or is not proper; a duplicate
       or a wrong rating was found; or fewer puzzles were made than requested
  2    wrong usage, impossible constraints, or a file that cannot be read or written
  130  interrupted; the output ends on a whole line";

#[derive(Clone, Debug, Subcommand)]
enum Subcommands {
    Solve(solve::SolveArgs),
    Count(count::CountArgs),
    Enumerate(enumerate::EnumerateArgs),
    Check(check::CheckArgs),
    Rate(rate::RateArgs),
    Select(select::SelectArgs),
    Search(search::SearchArgs),
    Hint(hint::HintArgs),
    Hints(hints::HintsArgs),
    Explain(explain::ExplainArgs),
    Generate(Box<generate::GenerateArgs>),
    Book(book::BookArgs),
    Canonical(canonical::CanonicalArgs),
    Transform(transform::TransformArgs),
    Convert(convert::ConvertArgs),
    Techniques(techniques::TechniquesArgs),
    Dataset(dataset::DatasetArgs),
    /// Generate shell completions
    #[command(
        after_help = "Examples:\n  sudoku completions bash > ~/.local/share/bash-completion/completions/sudoku"
    )]
    Completions(CompletionsArgs),
    /// Generate manual pages
    #[command(
        after_help = "Examples:\n  sudoku man | man -l -\n  sudoku man --dir ~/.local/share/man/man1"
    )]
    Man(ManArgs),
}

impl Cli {
    /// Returns the command line. The long help of each subcommand ends with the exit codes.
    fn command_line() -> Command {
        with_exit_codes(with_negative_numbers(Self::command()), EXIT_CODES)
    }

    /// Runs the command.
    ///
    /// # Errors
    /// If the command cannot continue. Errors of single puzzles go to standard error and into the
    /// [`ExitStatus`] instead.
    fn run(&self) -> Result<ExitStatus, CliError> {
        match &self.command {
            Subcommands::Solve(args) => solve::run(args),
            Subcommands::Count(args) => count::run(args),
            Subcommands::Enumerate(args) => enumerate::run(args),
            Subcommands::Check(args) => check::run(args),
            Subcommands::Rate(args) => rate::run(args),
            Subcommands::Select(args) => select::run(args),
            Subcommands::Search(args) => search::run(args),
            Subcommands::Hint(args) => hint::run(args),
            Subcommands::Hints(args) => hints::run(args),
            Subcommands::Explain(args) => explain::run(args),
            Subcommands::Generate(args) => generate::run(args),
            Subcommands::Book(args) => book::run(args),
            Subcommands::Canonical(args) => canonical::run(args),
            Subcommands::Transform(args) => transform::run(args),
            Subcommands::Convert(args) => convert::run(args),
            Subcommands::Techniques(args) => techniques::run(args),
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

    use cli_support::with_causes;

    use super::*;

    /// Returns every subcommand, nested ones included, with the words that call it.
    fn subcommands(command: &Command, words: &[String]) -> Vec<(Vec<String>, Command)> {
        let below = command.get_subcommands().flat_map(|below| {
            let words = [words, &[below.get_name().to_owned()]].concat();
            subcommands(below, &words)
        });
        [(words.to_vec(), command.clone())].into_iter().chain(below).collect()
    }

    fn takes(arg: &Arg, value: &str) -> bool {
        arg.get_value_names().is_some_and(|names| names.iter().any(|name| name.contains(value)))
    }

    #[test]
    fn files_that_options_read_are_never_overwritten() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzle.txt");
        fs::write(&path, puzzle).unwrap();
        let file = || OsString::from(&path);
        let mut tried = 0;
        for (words, command) in subcommands(&Cli::command_line(), &["sudoku".to_owned()]) {
            let writes = |arg: &Arg| arg.get_id() == "output" && takes(arg, "PATH");
            if !command.get_arguments().any(writes) {
                continue;
            }
            for arg in command.get_arguments().filter(|arg| takes(arg, "FILE")) {
                let flag = arg.get_long().map(|name| format!("--{name}").into());
                let needed = match words.last().map(String::as_str) {
                    Some("select") => Some("minimal".into()),
                    Some("grid") => Some("--clues=17".into()),
                    Some("convert") => Some("--to=f-puzzles".into()),
                    _ => None,
                };
                let words = words.iter().map(OsString::from).chain(needed).chain(flag);
                let line = words.chain([file(), "--output".into(), file()]).collect::<Vec<_>>();
                let error = Cli::try_parse_from(&line).unwrap().run().unwrap_err();
                let message = with_causes(&error);
                let refused = ": is both input and output; choose another output file";
                assert!(message.ends_with(refused), "{line:?}");
                assert_eq!(fs::read_to_string(&path).unwrap(), puzzle, "{line:?}");
                tried += 1;
            }
        }
        assert!(tried > 15, "{tried}");
    }
}
