//! Arguments that several subcommands share.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sudoku_core::{Board, Candidates, Limits, Outcome, PuzzleBatch, Solver};
use sudoku_engines::with_time_limit;
use sudoku_registry::{FASTEST, STRATEGIES, Strategy};
use sudoku_text::{FileFormat, FileHints};

use crate::error::CliError;
use crate::format::OutputFormat;
use crate::values;

/// The input files, and the handling of puzzles with errors.
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArgs {
    /// Puzzle files, puzzles, or `-` for standard input [default: -]
    ///
    /// Files compressed with gzip or Zstandard are decompressed, whatever their names. An argument
    /// of 81 or more characters that names no file is read as a puzzle.
    #[arg(value_name = "FILE|PUZZLE")]
    pub(crate) files: Vec<PathBuf>,

    /// Input format [default: detected]
    ///
    /// The first readable puzzle of a file determines the format of the file.
    #[arg(long, value_name = "FORMAT", value_parser = values::file_formats())]
    pub(crate) from: Option<FileFormat>,

    #[command(flatten)]
    pub(crate) column: ColumnArg,

    /// Handling of unreadable or unsolvable puzzles
    ///
    /// Each of them is reported on standard error in any case.
    #[arg(long, value_enum, default_value_t = OnError::Skip, value_name = "ACTION")]
    pub(crate) on_error: OnError,
}

/// The column of a table, or the key of an object, that holds the puzzle.
#[derive(Args, Clone, Debug)]
pub(crate) struct ColumnArg {
    /// Column or JSON key of the puzzles [default: puzzle or a similar name]
    ///
    /// A name, or a column number counted from 1, which also works without a header. By default,
    /// the first column named puzzle, puzzles, quizzes, quiz, question or sudoku is used.
    #[arg(long, value_name = "NAME")]
    pub(crate) column: Option<String>,
}

impl InputArgs {
    /// The format and column that the user named.
    pub(crate) fn hints(&self) -> FileHints {
        FileHints { format: self.from, column: self.column.column.clone(), ..FileHints::default() }
    }
}

/// The handling of a puzzle that cannot be read or answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Leave it out of the output
    Skip,
    /// Write a comment with the reason in its place
    Mark,
    /// Stop at the first one
    Stop,
}

/// The destination of the results, and options of the run.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArgs {
    /// Output file; .gz and .zst are compressed [default: -, standard output]
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Write one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) errors: ErrorArgs,

    #[command(flatten)]
    pub(crate) threads: Threads,

    /// Suppress progress and hints
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// True if the output file is replaced as a whole at the end.
    #[arg(skip)]
    pub(crate) is_replaced: bool,
}

impl OutputArgs {
    /// Returns the output file, or `None` for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        file_named(self.output.as_deref())
    }
}

/// Returns the path, or `None` if it is missing or `-` (standard output).
pub(crate) fn file_named(output: Option<&Path>) -> Option<&Path> {
    output.filter(|path| path.as_os_str() != "-")
}

/// The number of errors to report.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ErrorArgs {
    /// Report every error [default: the first 20]
    #[arg(long)]
    pub(crate) all_errors: bool,
}

/// The flag that reports every error.
pub(crate) const ALL_ERRORS: &str = "--all-errors";

/// Thread options.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Threads {
    /// Number of worker threads, 1 to 1024 [default: number of cores]
    #[arg(long, value_name = "N", value_parser = values::number(1..=1024_u16))]
    threads: Option<u16>,
}

impl Threads {
    /// Returns the number of worker threads.
    pub(crate) fn count(self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, Into::into);
        self.threads.map_or_else(cores, Into::into)
    }
}

/// The format of the written puzzles.
#[derive(Args, Clone, Debug)]
pub(crate) struct FormatArgs {
    /// Output format [default: by the extension of --output, else line]
    ///
    /// The extensions .csv, .tsv, .json, .jsonl, .parquet and .svg choose the format, also before
    /// .gz and .zst. One puzzle at a terminal is drawn.
    #[arg(long, value_name = "FORMAT", conflicts_with = "json", value_parser = values::output_formats())]
    pub(crate) to: Option<OutputFormat>,

    /// Draw the candidates of blank cells; implies --to drawing
    ///
    /// This works in drawings and in SVG.
    #[arg(long)]
    pub(crate) candidates: bool,

    /// Puzzles per SVG page [default: 1]
    ///
    /// Each page is a file of its own. Several pages are numbered: `--output sheet.svg` writes
    /// `sheet-001.svg` and so on.
    #[arg(long, value_name = "N", value_parser = values::number(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    per_page: Option<NonZeroUsize>,

    /// Title of each SVG page
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Maximum number of SVG pages [default: 100]
    #[arg(long, value_name = "N", value_parser = values::number(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    max_pages: Option<NonZeroUsize>,

    /// The formats that the extension of the output file can choose.
    #[arg(skip = OutputFormat::BY_EXTENSION)]
    by_extension: &'static [(&'static str, OutputFormat)],
}

/// The arguments of a subcommand that answers a question about puzzles.
#[derive(Args, Clone, Debug)]
pub(crate) struct AnswerArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Print totals only
    #[arg(long)]
    pub(crate) summary: bool,

    /// Output format [default: by the extension of --output, else line]
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "summary"], value_parser = values::row_formats())]
    to: Option<OutputFormat>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

impl AnswerArgs {
    /// Returns the output format.
    pub(crate) fn formats(&self) -> FormatArgs {
        if self.summary { FormatArgs::plain() } else { FormatArgs::rows(self.to) }
    }
}

/// The arguments of a subcommand that reads puzzles and writes puzzles.
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
    /// Returns the defaults, for a subcommand that does not write puzzles.
    pub(crate) const fn plain() -> Self {
        Self {
            to: None,
            candidates: false,
            per_page: None,
            title: None,
            max_pages: None,
            by_extension: &[],
        }
    }

    /// Returns the settings of a subcommand that writes rows in this format.
    pub(crate) fn rows(to: Option<OutputFormat>) -> Self {
        Self { to, by_extension: OutputFormat::TABLES, ..Self::plain() }
    }

    /// Returns the settings of a subcommand that writes one picture per step.
    pub(crate) fn pictures() -> Self {
        let max_pages = NonZeroUsize::new(1000);
        Self { to: Some(OutputFormat::Svg), max_pages, ..Self::plain() }
    }

    /// Returns the number of puzzles per page.
    pub(crate) fn per_page(&self) -> usize {
        self.per_page.map_or(1, NonZeroUsize::get)
    }

    /// Returns the maximum number of pages.
    pub(crate) fn max_pages(&self) -> usize {
        self.max_pages.map_or(100, NonZeroUsize::get)
    }

    /// Refuses options that would have no effect on this output.
    pub(crate) fn check(&self, output: &OutputArgs) -> Result<(), CliError> {
        output.file().map_or(Ok(()), OutputFormat::check_compression)?;
        let format = self.format(output);
        let has_pages = format == Some(OutputFormat::Svg);
        let asks_for_pages =
            self.per_page.is_some() || self.max_pages.is_some() || self.title.is_some();
        if asks_for_pages && !has_pages {
            return Err(CliError::Usage("--per-page, --max-pages and --title need --to svg"));
        }
        let is_drawn = has_pages || format == Some(OutputFormat::Drawing);
        if self.candidates && !is_drawn {
            return Err(CliError::Usage("--candidates needs --to drawing or --to svg"));
        }
        let extension = output.file().and_then(OutputFormat::extension).unwrap_or_default();
        match (format, &*extension) {
            (None, "svg") => Err(CliError::Usage(
                "this subcommand draws no pictures; use another extension for --output, such as \
                 .txt",
            )),
            (None, "pdf") => Err(CliError::Usage(
                "only `sudoku book` writes PDF; use another extension for --output, such as .svg \
                 for pages to print, or .txt",
            )),
            _ => Ok(()),
        }
    }

    /// Returns the requested format, if any. `--candidates` implies a drawing.
    pub(crate) fn format(&self, output: &OutputArgs) -> Option<OutputFormat> {
        let drawing = self.candidates.then_some(OutputFormat::Drawing);
        let by_extension = || {
            let format = OutputFormat::extension(output.file()?)?;
            self.by_extension.iter().find(|(name, _)| format == *name).map(|&(_, format)| format)
        };
        if output.json {
            return Some(OutputFormat::Json);
        }
        self.to.or(drawing).or_else(by_extension)
    }
}

/// The time limit of a subcommand that finds steps.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct TimeLimitArg {
    /// Time limit for each puzzle, such as 500ms, 30s or 2h
    ///
    /// A puzzle that is not finished in this time is reported on standard error, and the exit code
    /// is 1. Each puzzle has the full time.
    #[arg(long, value_name = "TIME", value_parser = values::time, allow_hyphen_values = true)]
    time_limit: Option<Duration>,
}

impl TimeLimitArg {
    /// Runs `work` with limits that stop it at the end of the time.
    pub(crate) fn run<T>(
        self,
        work: impl FnOnce(&Limits<'_>) -> Result<T, String>,
    ) -> Result<T, String> {
        let Some(time) = self.time_limit else { return work(&Limits::ALL) };
        with_time_limit(time, |stop| work(&Limits::ALL.with_stop(stop)))
            .map_err(|error| CliError::NoThread(error).to_string())?
    }
}

/// The choice of the solver.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SolverArgs {
    /// Solving strategy
    #[arg(long, value_name = "NAME", default_value = FASTEST, value_parser = values::strategies())]
    pub(crate) strategy: &'static Strategy,
}

impl SolverArgs {
    /// Returns the strategy's solver.
    pub(crate) const fn solver(self) -> &'static dyn Solver {
        self.strategy.solver
    }

    /// Returns the strategy's solver for puzzles with candidates.
    ///
    /// # Errors
    /// If the strategy searches from boards only. The message names the strategies that can do it.
    pub(crate) fn candidates_solver(self) -> Result<&'static dyn Solver<Candidates>, String> {
        self.strategy.from_candidates.ok_or_else(|| {
            let others = STRATEGIES.iter().filter(|strategy| strategy.from_candidates.is_some());
            let names: Vec<_> = others.map(|strategy| strategy.name).collect();
            format!(
                "these candidates exclude digits that the clues allow, and the strategy {} \
                 searches from clues only; use --strategy with one of: {}",
                self.strategy.name,
                names.join(", ")
            )
        })
    }

    /// Searches each board for up to `solutions` solutions. Returns the outcomes in the same order.
    pub(crate) fn outcomes(self, boards: &[Board], solutions: u64) -> Vec<Outcome> {
        let (limits, mut outcomes) = (Limits::solutions(solutions), Vec::new());
        self.solver().search_batch(PuzzleBatch::new(boards, &mut outcomes), &limits);
        outcomes
    }
}
