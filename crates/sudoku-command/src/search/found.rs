//! The arguments that the searches share, and the output of the puzzles that they find.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use cli_support::ExitStatus;
use sudoku_canonical::canonical;
use sudoku_core::{Board, Candidates, Report, Solver};
use sudoku_search::{Neighborhood, SearchError};
use sudoku_text::FilePuzzle;

use crate::args::{FormatArgs, InputArgs, OutputArgs, SolverArgs};
use crate::condition::Condition;
use crate::diagnosis;
use crate::error::CliError;
use crate::format::{OutputFormat, json};
use crate::pipeline::Sink;
use crate::rate::{RatedPuzzle, Ratings};
use crate::rated::Rated;
use crate::scale::ScaleName;
use crate::select::PuzzleValues;
use crate::stream::{Job, SHORT_READ, Stream, Summary};
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

/// The choice of puzzles among those that are found, and their ratings.
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
    /// The first one is written. All puzzles are written at the end. Until then, each takes about
    /// 300 bytes of memory.
    #[arg(long)]
    unique: bool,

    /// Write at most this many puzzles for each puzzle of the input
    #[arg(long, value_name = "N", value_parser = values::count())]
    pub(super) limit: Option<u64>,

    /// Output format [default: line]
    #[arg(long, value_name = "FORMAT", conflicts_with = "json", value_parser = values::row_formats())]
    to: Option<OutputFormat>,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

/// The receiver of the puzzles that a search finds.
pub(super) type Receiver<'a> = &'a mut dyn FnMut(&Board) -> ControlFlow<()>;

/// Runs a search for each puzzle of the input, and writes the puzzles that it finds.
pub(super) fn search_each(
    args: &FoundArgs,
    search: impl Fn(&dyn Solver, &Board, Receiver<'_>) -> Result<Report, String> + Send + Sync + 'static,
) -> Result<ExitStatus, CliError> {
    let found = Found {
        rows: Rows::new(&args.keep, args.solver)?,
        args: args.clone(),
        unique: Mutex::default(),
    };
    let found = Arc::new(found);
    let job = Job {
        example: found.rows.object("", &[]),
        summary: args.unique.then(|| Arc::clone(&found) as _),
        most_read: SHORT_READ,
        makes_puzzles: true,
        ..Job::default()
    };
    let stream = Stream::with_parts(&args.input, &args.output, &FormatArgs::rows(args.to))?;
    stream.run_by_clues(job, move |puzzle, sink| {
        found.write_all(puzzle, sink, |solver, take| search(solver, &puzzle.board, take))
    })
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

/// The choice of puzzles, and the ratings in their rows.
pub(super) struct Rows {
    keep: Option<Condition>,
    scales: Vec<ScaleName>,
    solver: SolverArgs,
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
                Ok(Self { keep: args.keep.clone(), scales, solver })
            }
        }
    }

    /// Returns the ratings of a puzzle, or `None` if the condition does not hold.
    pub(super) fn ratings(&self, board: &Board) -> Result<Option<Vec<Option<Rated>>>, String> {
        let marks = Candidates::from(board);
        let mut values = PuzzleValues::new(&marks, &[], self.solver);
        if let Some(keep) = &self.keep
            && !keep.holds(&mut values)?
        {
            return Ok(None);
        }
        // A scale that cannot rate the puzzle has no rating in its row.
        let rated = self.scales.iter().map(|&scale| values.rated(scale).ok().cloned());
        Ok(Some(rated.collect()))
    }

    /// Returns a row as a line.
    pub(super) fn line(&self, board: &Board, ratings: &[Option<Rated>]) -> String {
        let shown = self.scales.iter().zip(ratings).map(|(scale, rated)| match rated {
            Some(rated) => format!(" {}", rated.rating),
            None => format!(" {}", scale.no_rating()),
        });
        format!("{board}{}\n", shown.collect::<String>())
    }

    /// Returns a row as an object.
    fn object(&self, puzzle: &str, ratings: &[Option<Rated>]) -> String {
        let ratings = Ratings { scales: &self.scales, has_techniques: false, all: ratings };
        json(&RatedPuzzle { puzzle, ratings })
    }
}

/// The puzzles that searches find.
struct Found {
    args: FoundArgs,
    rows: Rows,
    /// The rows with `--unique`, by the canonical forms of their puzzles.
    unique: Mutex<HashMap<Board, Row>>,
}

/// A row that is written at the end.
struct Row {
    /// The number of the file, the line, the byte of the line, and the number of the puzzle among
    /// those of the line. A puzzle of the input has the place 0.
    place: [u64; 4],
    /// The text, which is empty if the puzzle is left out.
    text: Vec<u8>,
}

impl Found {
    /// Writes the puzzles that the search finds for a puzzle of the input.
    fn write_all(
        &self,
        puzzle: &FilePuzzle,
        sink: &mut Sink<'_>,
        search: impl FnOnce(&dyn Solver, Receiver<'_>) -> Result<Report, String>,
    ) -> Result<(), String> {
        let solver = self.args.solver.solver();
        if self.args.unique {
            self.insert(canonical(&puzzle.board).form, Row { place: [0; 4], text: Vec::new() });
        }
        let place = [sink.number, puzzle.line, puzzle.column].map(|part| part as u64);
        let (mut number, mut written) = (0, 0);
        search(solver, &mut |board| {
            number += 1;
            let place = [place[0], place[1], place[2], number];
            match self.write(board, place, sink) {
                Ok(is_written) => written += u64::from(is_written),
                Err(cause) => sink.report_error(&format!("{board}: {cause}")),
            }
            let is_enough = self.args.limit.is_some_and(|limit| written >= limit);
            if is_enough { ControlFlow::Break(()) } else { sink.relieve() }
        })?;
        Ok(())
    }

    /// Writes a puzzle, unless it is left out. Returns true if it is not.
    fn write(&self, board: &Board, place: [u64; 4], sink: &mut Sink<'_>) -> Result<bool, String> {
        let form = self.args.unique.then(|| canonical(board).form);
        if form.is_some_and(|form| self.has_earlier(&form, place)) {
            return Ok(false);
        }
        let before = sink.out.len();
        let is_kept = self.write_row(board, sink)?;
        if let Some(form) = form {
            let text = sink.out.split_off(before);
            self.insert(form, Row { place, text });
        }
        Ok(is_kept)
    }

    /// Writes the row of a puzzle if the condition holds. Returns true if it does.
    fn write_row(&self, board: &Board, sink: &mut Sink<'_>) -> Result<bool, String> {
        let Some(ratings) = self.rows.ratings(board)? else { return Ok(false) };
        if sink.format.is_table() {
            sink.object(&self.rows.object(&board.to_string(), &ratings));
        } else {
            sink.text(&self.rows.line(board, &ratings));
        }
        Ok(true)
    }

    /// Returns true if an equal puzzle is known whose place is before this one.
    fn has_earlier(&self, form: &Board, place: [u64; 4]) -> bool {
        let rows = self.unique.lock().unwrap_or_else(PoisonError::into_inner);
        rows.get(form).is_some_and(|row| row.place < place)
    }

    /// Stores a row, unless an equal puzzle has an earlier one.
    fn insert(&self, form: Board, row: Row) {
        let mut rows = self.unique.lock().unwrap_or_else(PoisonError::into_inner);
        if rows.get(&form).is_none_or(|known| row.place < known.place) {
            rows.insert(form, row);
        }
    }
}

impl Summary for Found {
    fn reject(&self) {}

    fn text(&self, _: Option<OutputFormat>) -> Vec<u8> {
        let rows = std::mem::take(&mut *self.unique.lock().unwrap_or_else(PoisonError::into_inner));
        let mut rows: Vec<Row> = rows.into_values().collect();
        rows.sort_unstable_by_key(|row| row.place);
        rows.into_iter().flat_map(|row| row.text).collect()
    }
}
