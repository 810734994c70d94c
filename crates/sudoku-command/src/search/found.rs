//! The arguments that the searches share, and the output of the puzzles that they find.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cli_support::{AtomicOutput, ExitStatus, eprint_message};
use compressed_io::NamedIoError;
use sudoku_canonical::canonical;
use sudoku_core::{Board, Candidates, Cell, Limits, Report, Solver};
use sudoku_search::{Measure, Neighborhood, SearchError};
use sudoku_text::FilePuzzle;

use super::claims::Claims;
use crate::answer_output::AnswerJournal;
use crate::args::{FormatArgs, InputArgs, OutputArgs, SolverArgs};
use crate::condition::Condition;
use crate::diagnosis;
use crate::error::CliError;
use crate::format::{OutputFormat, json};
use crate::journal::{CONTROL, Journal, Record};
use crate::measure::{self, Measured};
use crate::pipeline::Sink;
use crate::rate::{RatedPuzzle, Ratings};
use crate::rated::Rated;
use crate::scale::ScaleName;
use crate::select::PuzzleValues;
use crate::stream::{Job, SHORT_READ, Stream};
use crate::values;

/// The numbers of clues that neighbors differ in.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct NeighborhoodArgs {
    /// Number of clues to remove
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::number(0..=81_usize))]
    remove: usize,

    /// Number of clues to add
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::number(0..=81_usize))]
    add: usize,

    /// Write only minimal puzzles: each of their clues is needed
    #[arg(long)]
    minimal: bool,
}

impl NeighborhoodArgs {
    pub(super) const fn neighborhood(self) -> Neighborhood {
        let all = Neighborhood::new(self.remove, self.add);
        if self.minimal { all.only_minimal() } else { all }
    }
}

/// The choice of puzzles among those that are found, and the values in their rows.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct KeepArgs {
    /// Write only puzzles for which a condition holds, such as 'se.er >= 10'
    ///
    /// `sudoku select --help` describes conditions. The puzzles that are found have no columns.
    #[arg(long, value_name = "CONDITION")]
    keep: Option<Condition>,

    /// Write the rating of each puzzle on these scales, comma-separated
    #[arg(long, value_name = "SCALE", value_delimiter = ',', value_parser = values::human_scales())]
    scale: Vec<ScaleName>,

    /// Write these measures of each puzzle after the ratings, comma-separated
    #[arg(long, value_name = "MEASURE", value_delimiter = ',', value_parser = values::measures())]
    measures: Vec<&'static Measure>,
}

/// The arguments of searches for each puzzle of the input.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct FoundArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    keep: KeepArgs,

    /// Write one of several puzzles that are equal up to symmetry, and none that equals an input
    ///
    /// The first one is written. All puzzles are written at the end. Until then, they are in a
    /// file, and each takes 50 to 95 bytes of memory. The maximum is 20 million puzzles. With
    /// --limit, the search uses one thread.
    #[arg(long)]
    unique: bool,

    /// Write at most this many puzzles for each puzzle of the input
    ///
    /// With --unique, there may be fewer if a later puzzle of the input equals one of them.
    #[arg(long, value_name = "N", value_parser = values::count())]
    pub(super) limit: Option<u64>,

    /// Output format [default: by the extension of --output, else line]
    ///
    /// The extensions .csv, .tsv, .json, .jsonl and .parquet choose the format.
    #[arg(long, value_name = "FORMAT", conflicts_with = "json", value_parser = values::row_formats())]
    to: Option<OutputFormat>,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

/// The receiver of the puzzles that a search finds.
pub(super) type Receiver<'a> = &'a mut dyn FnMut(&Board) -> ControlFlow<()>;

/// Runs a search for each puzzle of the input, and writes the puzzles that it finds. A later run
/// continues the state only if the name, the settings and the shared arguments are equal.
pub(super) fn search_each(
    args: &FoundArgs,
    name: &str,
    settings: &str,
    search: impl Fn(&dyn Solver, &Board, Receiver<'_>) -> Result<Report, String> + Send + Sync + 'static,
) -> Result<ExitStatus, CliError> {
    let (rows, claims) = (Rows::new(&args.keep, args.solver)?, Mutex::default());
    let has_written = AtomicBool::new(false);
    let found = Arc::new(Found { args: args.clone(), rows, claims, has_written });
    let formats = FormatArgs::rows(args.to);
    let FoundArgs { input, keep, unique, limit, .. } = args;
    formats.check(&args.output)?;
    let format = formats.format(&args.output);
    let settings = format!(
        "{settings} {keep:?} {unique} {limit:?} {format:?} {:?} {:?}",
        input.hints(),
        input.on_error
    );
    let journal = found.journal(name, &settings)?;
    let mut output = args.output.clone();
    output.is_replaced = journal.as_ref().is_some_and(|journal| !journal.is_temporary());
    let stream = Stream::with_parts(input, &output, &formats);
    let mut stream = match (stream, journal) {
        // Nothing was searched.
        (Err(error), Some(journal)) if journal.last().is_none() => {
            journal.remove()?;
            return Err(error);
        }
        (stream, journal) => {
            let mut stream = stream?;
            stream.pipeline.journal = journal.map(|journal| {
                let found = Arc::clone(&found);
                AnswerJournal { journal, answer: Box::new(move |line| found.answer(line)) }
            });
            stream
        }
    };
    if *unique && limit.is_some() {
        // The limit counts the puzzles that are written. With several threads, the search of an
        // earlier input puzzle may find a counted puzzle later. Then the count is wrong.
        stream.pipeline.use_one_thread();
    }
    let job = Job {
        example: found.rows.object("", &RowValues::default()),
        most_read: SHORT_READ,
        makes_puzzles: true,
        ..Job::default()
    };
    let is_new = stream.pipeline.journal.as_ref().is_none_or(|it| it.journal.last().is_none());
    let all = Arc::clone(&found);
    let status = stream.run_by_clues(job, move |puzzle, sink| {
        found.write_all(puzzle, sink, |solver, take| search(solver, &puzzle.board, take))
    })?;
    let is_empty = is_new && !all.has_written.load(Ordering::Relaxed);
    if is_empty && status == ExitStatus::Success && !args.output.quiet {
        eprint_message("the search found no puzzle\n");
    }
    Ok(status)
}

/// Returns the reason why a puzzle cannot be searched.
pub(super) fn reason(error: SearchError, solver: &dyn Solver, puzzle: &Board) -> String {
    match error {
        SearchError::NoSolution | SearchError::SeveralSolutions => {
            format!("{}; a search needs exactly one", diagnosis::cause(solver, puzzle))
        }
        error => error.to_string(),
    }
}

/// The choice of puzzles, and the values in their rows.
pub(super) struct Rows {
    keep: Option<Condition>,
    scales: Vec<ScaleName>,
    measures: Vec<&'static Measure>,
    solver: SolverArgs,
}

/// The values of a puzzle in its row.
#[derive(Default)]
pub(super) struct RowValues {
    /// The rating on each scale. A scale that cannot rate the puzzle has none.
    ratings: Vec<Option<Rated>>,
    measures: Vec<Option<usize>>,
}

impl Rows {
    /// Refuses a condition on a column.
    pub(super) fn new(args: &KeepArgs, solver: SolverArgs) -> Result<Self, CliError> {
        let mut columns = Vec::new();
        if let Some(keep) = &args.keep {
            keep.each_column(&mut |name| columns.push(name.to_owned()));
        }
        match columns.into_iter().next() {
            Some(name) => Err(CliError::UnknownValue(name)),
            None => {
                let scales = ScaleName::distinct(&args.scale);
                let measures = measure::distinct(&args.measures);
                Ok(Self { keep: args.keep.clone(), scales, measures, solver })
            }
        }
    }

    /// Returns the values of a puzzle, or `None` if the condition does not hold.
    pub(super) fn values(&self, board: &Board) -> Result<Option<RowValues>, String> {
        let marks = Candidates::from(board);
        let mut values = PuzzleValues::new(&marks, &[], self.solver, Limits::ALL);
        if let Some(keep) = &self.keep
            && !keep.holds(&mut values)?
        {
            return Ok(None);
        }
        let rated = self.scales.iter().map(|&scale| values.rated(scale).ok().cloned());
        let ratings = rated.collect();
        let measures = self.measures.iter().map(|measure| values.measured(measure));
        let measures = measures.collect::<Result<_, _>>()?;
        Ok(Some(RowValues { ratings, measures }))
    }

    /// Returns a row as a line.
    pub(super) fn line(&self, board: &Board, values: &RowValues) -> String {
        let shown = self.scales.iter().zip(&values.ratings).map(|(scale, rated)| match rated {
            Some(rated) => format!(" {}", rated.rating),
            None => format!(" {}", scale.no_rating()),
        });
        format!("{board}{}{}\n", shown.collect::<String>(), measure::shown(&values.measures))
    }

    /// Returns a row as an object.
    fn object(&self, puzzle: &str, values: &RowValues) -> String {
        let RowValues { ratings, measures } = values;
        let ratings = Ratings { scales: &self.scales, has_techniques: false, all: ratings };
        let measured = Measured { measures: &self.measures, values: measures };
        json(&RatedPuzzle { puzzle, ratings, measured })
    }
}

/// The puzzles that searches find.
struct Found {
    args: FoundArgs,
    rows: Rows,
    /// The puzzles with `--unique`. The puzzles of the input have the number 0.
    claims: Mutex<Claims>,
    /// True if this run has found a puzzle.
    has_written: AtomicBool,
}

/// The start of a line of the journal with a puzzle that is not written. The number of the input
/// puzzle and the canonical form follow.
const LEFT_OUT: &str = "@- ";

/// The start of a line with a puzzle that is written, unless another input puzzle has claimed its
/// form. The row comes after the form.
const WRITTEN: &str = "@+ ";

/// Returns the number, the form and the row in a line of the journal after its start.
fn claim_in(line: &str) -> Option<(u64, Board, &str)> {
    let (number, rest) = line.split_once(' ')?;
    let (form, row) = (rest.get(..Cell::COUNT)?, rest.get(Cell::COUNT..)?);
    Some((number.parse().ok()?, form.parse().ok()?, row.strip_prefix(' ').unwrap_or(row)))
}

impl Found {
    /// Opens the journal, and claims the forms of the puzzles that an earlier run has found.
    fn journal(&self, name: &str, settings: &str) -> Result<Option<Journal>, CliError> {
        let output = self.args.output.file();
        // A pipe has no state beside it.
        let output =
            output.filter(|path| path.metadata().map_or(true, |it| it.is_file() || it.is_dir()));
        let Some(output) = output else {
            return Ok(if self.args.unique { Some(Journal::temporary()?) } else { None });
        };
        AtomicOutput::open(Some(output)).map_err(|error| NamedIoError::at(output, error))?;
        let (mut group, mut is_full) = (Vec::new(), Ok(()));
        let mut claims = self.claims();
        let journal = Journal::open(&Journal::beside(output), name, settings, |record| {
            match record {
                Record::Line(line) => {
                    let start = [LEFT_OUT, WRITTEN].into_iter();
                    let claim = start.filter_map(|start| line.strip_prefix(start)).next();
                    match claim.map(claim_in) {
                        Some(Some((number, form, _))) => group.push((number, form)),
                        Some(None) => return false,
                        None => return !line.starts_with(CONTROL),
                    }
                }
                Record::Mark(_) => {
                    for (number, form) in group.drain(..) {
                        if let Err(error) = claims.claim(&form, number) {
                            is_full = Err(CliError::TooManyFound(error.to_string()));
                        }
                    }
                }
            }
            true
        })?;
        is_full.map(|()| Some(journal))
    }

    fn claims(&self) -> MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the row in a line of the journal, if it is to be written.
    fn answer<'a>(&self, line: &'a str) -> Option<&'a str> {
        if !line.starts_with(CONTROL) {
            return Some(line);
        }
        let (number, form, row) = claim_in(line.strip_prefix(WRITTEN)?)?;
        (self.claims().owner(&form) == Some(number)).then_some(row)
    }

    /// Writes the puzzles that the search finds for a puzzle of the input.
    fn write_all(
        &self,
        puzzle: &FilePuzzle,
        sink: &mut Sink<'_>,
        search: impl FnOnce(&dyn Solver, Receiver<'_>) -> Result<Report, String>,
    ) -> Result<(), String> {
        let solver = self.args.solver.solver();
        if self.args.unique {
            let form = canonical(&puzzle.board).form;
            if self.claim(&form, 0, sink) {
                sink.text(&format!("{LEFT_OUT}0 {form}\n"));
            }
        }
        let mut written = 0;
        search(solver, &mut |board| {
            let is_unique = self.args.unique;
            let is_written =
                if is_unique { self.write_first(board, sink) } else { self.write(board, sink) };
            match is_written {
                Ok(is_written) => {
                    written += u64::from(is_written);
                    self.has_written.fetch_or(is_written, Ordering::Relaxed);
                }
                Err(cause) => sink.report_error(&format!("{board}: {cause}")),
            }
            let is_enough = self.args.limit.is_some_and(|limit| written >= limit);
            if is_enough { ControlFlow::Break(()) } else { sink.relieve() }
        })?;
        Ok(())
    }

    /// Writes a puzzle for the journal, unless an equal one is known. Returns true if it is kept.
    fn write_first(&self, board: &Board, sink: &mut Sink<'_>) -> Result<bool, String> {
        let (form, number) = (canonical(board).form, sink.entry);
        if !self.claim(&form, number, sink) {
            return Ok(false);
        }
        let before = sink.out.len();
        let is_kept = self.write(board, sink);
        let row = sink.out.split_off(before);
        let (start, row) =
            if row.is_empty() { (LEFT_OUT, &b"\n"[..]) } else { (WRITTEN, &row[..]) };
        sink.out.extend(format!("{start}{number} {form} ").bytes());
        sink.out.extend(row);
        is_kept
    }

    /// Writes the row of a puzzle if the condition holds. Returns true if it does.
    fn write(&self, board: &Board, sink: &mut Sink<'_>) -> Result<bool, String> {
        let Some(values) = self.rows.values(board)? else { return Ok(false) };
        if sink.format.is_table() {
            sink.object(&self.rows.object(&board.to_string(), &values));
        } else {
            sink.text(&self.rows.line(board, &values));
        }
        Ok(true)
    }

    /// Claims a form for the input puzzle with this number. Returns false if it or an earlier one
    /// has the form. Ends the search if there are too many forms.
    fn claim(&self, form: &Board, number: u64, sink: &mut Sink<'_>) -> bool {
        let claimed = self.claims().claim(form, number);
        claimed.unwrap_or_else(|error| {
            sink.report_error(&error.to_string());
            sink.stop();
            false
        })
    }
}
