//! `sudoku book`.

mod contents;
mod making;
mod pdf;
mod recipe;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use cli_support::{AtomicOutput, ExitStatus, counted, eprint_message};
use compressed_io::{InputFile, NamedIoError};

use crate::args::{SolverArgs, Threads, file_named};
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::puzzle_maker::Account;

/// Make a book of puzzles from a recipe
///
/// The recipe is a TOML file. The book is one PDF: a title page if the recipe has a title, the
/// puzzles section by section with running numbers, and answer pages that repeat number, difficulty
/// and ID. The same recipe gives the same bytes, with any number of threads.
///
/// The generated puzzles of a section are spread evenly over its difficulties or levels, as with
/// `generate --spread`, and sorted by difficulty. If a puzzle is missing because the attempts did
/// not find it, the book is written without it and the exit code is 1. An interrupted run and one
/// without any puzzle write no book.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sudoku book book.toml -o book.pdf",
    after_long_help = "\
Keys of a recipe:
  title     Title of the book, on a page of its own [default: no title page]
  seed      Random seed
  paper     Paper size: A4, Letter or 6x9in [default: A4]
  per-page  Puzzles per page, 1 to 30 [default: 4]

Keys of a section ([[section]], one or more):
  title     Title above its pages
  count     Number of puzzles, 1 to 100000; with file the first ones [default: all of the file]
  file      Puzzle file, or `-`, instead of new puzzles; scale rates them
  rules-file  File of rules for the puzzles of file; without file, its line `board` is the puzzle
  Generated puzzles take the options of `sudoku generate` as keys, without the hyphens in front:
  scale, difficulty, level, symmetry, clues, minimal, pattern, given, needs, eliminations, before,
  after, only-singles-around, without, with, images and attempts.
  Variants take rules, cages, symmetry and attempts. The book draws their rules and explains them
  below the puzzles.

Files are named relative to the folder of the recipe. Titles may have the letters of Western
European languages only, because the font of the PDF has no others.

Example of a recipe:
  title = \"Sudoku for a rainy week\"
  paper = \"A4\"
  per-page = 4
  seed = 2026

  [[section]]
  title = \"Warm-up\"
  count = 20
  scale = \"se\"
  difficulty = \"1.2..2.5\"
  symmetry = \"random\"

  [[section]]
  title = \"X-Wings\"
  count = 12
  scale = \"hodoku\"
  level = \"hard\"
  needs = [\"x-wing\"]

  [[section]]
  title = \"Killers\"
  count = 8
  rules = [\"killer\"]
  cages = \"2:4,3:3\"

Examples:
  sudoku book book.toml -o book.pdf"
)]
pub(crate) struct BookArgs {
    /// Recipe file, or `-` for standard input
    #[arg(value_name = "RECIPE")]
    recipe: PathBuf,

    /// PDF file, or `-` for standard output
    #[arg(long, short, value_name = "PATH")]
    output: PathBuf,

    #[command(flatten)]
    threads: Threads,

    /// Suppress progress and the report
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &BookArgs) -> Result<ExitStatus, CliError> {
    let start = Instant::now();
    let source = InputFile::new(&args.recipe);
    let recipe = recipe::read(&source)?;
    let path = file_named(Some(&args.output));
    let files = recipe.sections.iter().flat_map(|section| section.files());
    let read: Vec<InputFile> = files.chain([source]).collect();
    InputFile::keep_from(&read, path)?;
    let is_other =
        |path: &&Path| path.extension().is_some_and(|it| !it.eq_ignore_ascii_case("pdf"));
    if path.filter(is_other).is_some() {
        return Err(CliError::Usage("a book is a PDF file; name a file with .pdf with --output"));
    }
    let failed = |error| match path {
        Some(path) => NamedIoError::at(path, error),
        None => NamedIoError::new("standard output", error),
    };
    let output = AtomicOutput::open(path).map_err(failed)?;

    let account = Arc::new(Account::default());
    let settings = making::Settings {
        threads: args.threads.count(),
        solver: args.solver.solver(),
        is_quiet: args.quiet,
    };
    let Some(made) = making::make(&recipe, &settings, &account)? else {
        return Ok(ExitStatus::Interrupted);
    };
    let puzzles: usize = made.sections.iter().map(Vec::len).sum();
    if puzzles == 0 {
        eprint_message("error: there is no puzzle, so no book is written\n");
        return Ok(ExitStatus::Fault);
    }
    let pages = contents::pages(&recipe, &made.sections);
    let book = pdf::to_pdf(recipe.title.as_deref(), recipe.paper, &pages);
    output.write(book).map_err(failed)?;
    if !args.quiet {
        if account.has_attempts() {
            let (wanted, time) = (recipe.generated(), start.elapsed());
            eprint_message(&account.summary(wanted, time, OutputFormat::LINE, false));
        }
        let [pages, puzzles] =
            [(pages.len(), "page"), (puzzles, "puzzle")].map(|(n, one)| counted(n as u64, one));
        eprint_message(&format!("wrote {puzzles} on {pages}\n"));
    }
    Ok(if made.is_incomplete { ExitStatus::Fault } else { ExitStatus::Success })
}
