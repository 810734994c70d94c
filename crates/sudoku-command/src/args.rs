//! The arguments that several commands share.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::{Args, ValueEnum};
use sudoku_core::{Board, Candidates, Limits, Outcome, Solver};
use sudoku_registry::{FASTEST, STRATEGIES, Strategy};
use sudoku_text::{FileFormat, FileHints};

use crate::error::CliError;
use crate::format::OutputFormat;
use crate::values;

/// Where puzzles come from, and what becomes of those that are wrong.
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArgs {
    /// The files with the puzzles, `-` for standard input [default: standard input]
    ///
    /// What was packed with gzip or Zstandard is unpacked, whatever its name.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// The form of the puzzles [default: seen from the first readable puzzle of each file]
    #[arg(long, value_name = "FORMAT", value_parser = values::file_formats())]
    pub(crate) from: Option<FileFormat>,

    #[command(flatten)]
    pub(crate) column: ColumnArg,

    /// What to do about a puzzle that cannot be read or answered, besides saying so
    #[arg(long, value_enum, default_value_t = OnError::Skip, value_name = "WHAT")]
    pub(crate) on_error: OnError,
}

/// Which part of a table or an object is the puzzle.
#[derive(Args, Clone, Debug)]
pub(crate) struct ColumnArg {
    /// The column of a table, or the key in JSON, that holds the puzzles [default: puzzle or the
    /// like]
    ///
    /// Its name, or the number of the column from 1, also where there is no header. Without it, the
    /// first that is called puzzle, puzzles, quizzes, quiz, question or sudoku.
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
}

impl InputArgs {
    /// What is said of the files.
    pub(crate) fn hints(&self) -> FileHints {
        FileHints { format: self.from, column: self.column.column.clone() }
    }
}

/// What to do about a puzzle that cannot be read or answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Leave it out of the output
    Skip,
    /// Write a comment with the cause in its place
    Mark,
    /// End there
    Stop,
}

/// Where results go.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArgs {
    /// Write to this file, packed if it ends in .gz or .zst; - is standard output [default: -]
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Write a JSON object for each result, one on a line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) errors: ErrorArgs,

    #[command(flatten)]
    pub(crate) threads: Threads,

    /// Show no progress and no hints
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl OutputArgs {
    /// The file that results go to; none for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        file_named(self.output.as_deref())
    }
}

/// The file of this name; none for standard output, which may be called `-`.
pub(crate) fn file_named(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| path.as_os_str() != "-")
}

/// How much is said of what is wrong.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ErrorArgs {
    /// Say everything that is wrong, instead of the first 20 and how many more there are
    #[arg(long)]
    pub(crate) all_errors: bool,
}

/// The flag that asks for all.
pub(crate) const ALL_ERRORS: &str = "--all-errors";

/// Who works.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Threads {
    /// How many threads work on puzzles, up to 1024 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = values::number(1..=1024_u16))]
    threads: Option<u16>,
}

impl Threads {
    /// How many there are to be.
    pub(crate) fn count(self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, Into::into);
        self.threads.map_or_else(cores, Into::into)
    }
}

/// How puzzles are written.
#[derive(Args, Clone, Debug)]
pub(crate) struct FormatArgs {
    /// The form to write [default: drawing for one puzzle at a terminal, else line]
    #[arg(long, value_name = "FORMAT", conflicts_with = "json", value_parser = values::output_formats())]
    pub(crate) to: Option<OutputFormat>,

    /// Draw the candidates of blank cells too, on boards and in SVG; a board is drawn without --to
    #[arg(long)]
    pub(crate) candidates: bool,

    /// How many puzzles are on a page of SVG; each page is a file: several are `sheet-001.svg` and
    /// so on for --output sheet.svg [default: 1]
    #[arg(long, value_name = "N", value_parser = values::number(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    per_page: Option<NonZeroUsize>,

    /// What stands above each page of SVG
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// How many pages of SVG there may be, so that nobody fills a folder unasked [default: 100]
    #[arg(long, value_name = "N", value_parser = values::number(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    max_pages: Option<NonZeroUsize>,
}

/// Puzzles in, an answer about each out, or about all.
#[derive(Args, Clone, Debug)]
pub(crate) struct AnswerArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Write how many puzzles are what, instead of a line for each
    #[arg(long)]
    pub(crate) summary: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

/// Puzzles in, puzzles out.
#[derive(Args, Clone, Debug)]
pub(crate) struct StreamArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) formats: FormatArgs,
}

impl FormatArgs {
    /// What a command has that does not write puzzles.
    pub(crate) const fn plain() -> Self {
        Self { to: None, candidates: false, per_page: None, title: None, max_pages: None }
    }

    /// What a command has that writes a picture for each step, of which there may be many.
    pub(crate) fn pictures() -> Self {
        let max_pages = NonZeroUsize::new(1000);
        Self { to: Some(OutputFormat::Svg), max_pages, ..Self::plain() }
    }

    /// How many puzzles are on a page.
    pub(crate) fn per_page(&self) -> usize {
        self.per_page.map_or(1, NonZeroUsize::get)
    }

    /// How many pages there may be.
    pub(crate) fn max_pages(&self) -> usize {
        self.max_pages.map_or(100, NonZeroUsize::get)
    }

    /// Refuses what this output has no use for.
    pub(crate) fn check(&self, output: &OutputArgs) -> Result<(), CliError> {
        let format = self.format(output);
        let has_pages = format == Some(OutputFormat::Svg);
        let asks_for_pages =
            self.per_page.is_some() || self.max_pages.is_some() || self.title.is_some();
        if asks_for_pages && !has_pages {
            return Err(CliError::Usage("--per-page, --max-pages and --title take --to svg"));
        }
        let is_drawn = has_pages || format == Some(OutputFormat::Drawing);
        if self.candidates && !is_drawn {
            return Err(CliError::Usage("--candidates takes --to drawing or --to svg"));
        }
        Ok(())
    }

    /// The format that was asked for, if any was: candidates are drawn.
    pub(crate) fn format(&self, output: &OutputArgs) -> Option<OutputFormat> {
        let drawing = self.candidates.then_some(OutputFormat::Drawing);
        if output.json { Some(OutputFormat::Json) } else { self.to.or(drawing) }
    }
}

/// Who solves.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SolverArgs {
    /// The solving strategy; the fastest unless said otherwise
    #[arg(long, value_name = "NAME", default_value = FASTEST, value_parser = values::strategies())]
    pub(crate) strategy: &'static Strategy,
}

impl SolverArgs {
    /// The strategy's solver.
    pub(crate) const fn solver(self) -> &'static dyn Solver {
        self.strategy.solver
    }

    /// The strategy's solver of puzzles with candidates.
    ///
    /// # Errors
    /// If it searches from boards alone, in words that name those that do not.
    pub(crate) fn candidates_solver(self) -> Result<&'static dyn Solver<Candidates>, String> {
        self.strategy.from_candidates.ok_or_else(|| {
            let others = STRATEGIES.iter().filter(|strategy| strategy.from_candidates.is_some());
            let names: Vec<_> = others.map(|strategy| strategy.name).collect();
            format!(
                "candidates say more than the clues, and {} searches from clues alone; these do \
                 from candidates: {}",
                self.strategy.name,
                names.join(", ")
            )
        })
    }

    /// The outcome of each board, in order, with up to `solutions` solutions counted.
    pub(crate) fn outcomes(self, boards: &[Board], solutions: u64) -> Vec<Outcome> {
        let mut outcomes = vec![Outcome::default(); boards.len()];
        // The lengths are the same.
        let _ = self.solver().search_batch(boards, &Limits::solutions(solutions), &mut outcomes);
        outcomes
    }
}
