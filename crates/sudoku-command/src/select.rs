//! `sudoku select`.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use cli_support::ExitStatus;
use serde::Serialize;
use sudoku_core::{Board, Candidates, Limits};
use sudoku_generator::{is_redundant, seeded_rng, uniform_below_u128};
use sudoku_logic::{HodokuLevel, NamedTechniques, State};
use sudoku_search::Measure;
use sudoku_text::{COMMENT, FileCandidates, FileField};

use crate::args::{FormatArgs, InputArgs, OutputArgs, SolverArgs, TimeLimitArg};
use crate::condition::{self, Condition, SortOrder, Subject, Term, Value, rank};
use crate::error::CliError;
use crate::format::{OutputFormat, json};
use crate::measure;
use crate::pipeline::Sink;
use crate::rated::{self, Rated};
use crate::row;
use crate::scale::{RatingValue, ScaleName, rating_values};
use crate::stream::{Job, Stream, Summary};
use crate::values;

/// Keep, sort and sample puzzles by rating, clues, techniques or columns
///
/// Writes the puzzles for which the condition holds. A condition compares values with an operator
/// (`<`, `<=`, `=`, `!=`, `>=` or `>`), and joins comparisons with `and`, `or`, `not` and
/// parentheses. The values are `clues`, the ratings `se.er`, `se.ep`, `se.ed` and the same of
/// `sukaku`, `hodoku.level` and `hodoku.score`. The columns of the input are values too. Write a
/// column name in backquotes if it has other characters than letters, digits, `_`, `.` and `-`.
/// `id = '07'` matches only the text 07. `id = 7` matches 7 and 07. If a puzzle has no such value,
/// every comparison with it is false.
///
/// `backdoor` is the smallest number of cells whose right digits leave only singles. `te_depth` is
/// the depth of trial and error (T&E) that solves the puzzle. Both are 0 if singles solve it.
///
/// `minimal` holds for minimal puzzles. `uses(x-wing)` or `uses(hodoku, x-wing)` holds if the
/// solution has a step of the technique or group. Without a scale, it takes the first of se, sukaku
/// and hodoku that knows the technique. Puzzles are rated only if the rest of the condition does
/// not decide.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku select 'se.er >= 7.1 and clues <= 24' puzzles.txt\n  \
    sudoku select 'uses(x-wing) and not uses(chains)' --sort -se.er puzzles.txt\n  \
    sudoku select 'minimal and hodoku.level = hard' --sample 100 --seed 1 --to csv puzzles.csv")]
pub(crate) struct SelectArgs {
    /// Condition on a puzzle, such as 'se.er >= 7.1 and clues <= 24'
    #[arg(value_name = "CONDITION")]
    condition: Condition,

    #[command(flatten)]
    input: InputArgs,

    /// Sort by values, comma-separated; `-` before a value means the highest first
    ///
    /// A value is written as in the condition. Puzzles with the same values stay in their order.
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    sort: Option<SortOrder>,

    /// Keep at most this many puzzles, drawn at random
    #[arg(long, value_name = "N", value_parser = values::count())]
    sample: Option<u64>,

    /// Seed of --sample
    #[arg(long, value_name = "SEED", requires = "sample", default_value = "0", value_parser = values::any_number())]
    seed: u64,

    #[command(flatten)]
    time_limit: TimeLimitArg,

    /// Output format [default: by the extension of --output, else line]
    #[arg(long, value_name = "FORMAT", conflicts_with = "json", value_parser = values::row_formats())]
    to: Option<OutputFormat>,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &SelectArgs) -> Result<ExitStatus, CliError> {
    let select =
        Arc::new(Select { args: args.clone(), kept: Mutex::default(), columns: Columns::of(args) });
    let job = Job { summary: Some(Arc::clone(&select) as _), needs_fields: true, ..Job::default() };
    let stream = Stream::with_parts(&args.input, &args.output, &FormatArgs::rows(args.to))?;
    stream.run_slow(job, move |puzzle, sink| select.write(puzzle, sink))
}

struct Select {
    args: SelectArgs,
    /// The puzzles that are written at the end.
    kept: Mutex<Vec<KeptPuzzle>>,
    columns: Columns,
}

struct KeptPuzzle {
    /// The random number that decides about the sample.
    lot: u64,
    /// The number of the file, the line, and the byte of the line.
    place: [usize; 3],
    keys: Vec<Value>,
    text: Vec<u8>,
}

/// Drops the puzzles that cannot be in the sample.
fn draw(puzzles: &mut Vec<KeptPuzzle>, count: u64) {
    puzzles.sort_by_key(|puzzle| (puzzle.lot, puzzle.place));
    puzzles.truncate(usize::try_from(count).unwrap_or(usize::MAX));
}

/// The columns that the user named, and those of the input.
struct Columns {
    /// Each name, and true once a puzzle has a value with this name.
    named: Vec<(String, AtomicBool)>,
    /// The first puzzle of the input, as far as the threads have come.
    first: Mutex<Option<FirstPuzzle>>,
}

/// The place of a puzzle and the names of its values.
struct FirstPuzzle {
    place: [usize; 3],
    names: Vec<Arc<str>>,
}

impl Columns {
    fn of(args: &SelectArgs) -> Self {
        let mut names = Vec::new();
        args.condition.each_column(&mut |name| names.push(name.to_owned()));
        for term in args.sort.iter().flat_map(SortOrder::terms) {
            if let Term::Column { name, .. } = term {
                names.push(name.clone());
            }
        }
        // A line without a comment is not an error.
        names.retain(|name| name != COMMENT);
        let named = names.into_iter().map(|name| (name, AtomicBool::new(false))).collect();
        Self { named, first: Mutex::default() }
    }

    /// Looks at the values of the puzzle at a place. Threads look at the puzzles in any order.
    fn look_at(&self, place: [usize; 3], fields: &[FileField]) {
        if self.named.iter().all(|(_, is_known)| is_known.load(Relaxed)) {
            return;
        }
        for (name, is_known) in &self.named {
            if !is_known.load(Relaxed) && fields.iter().any(|field| *field.name == **name) {
                is_known.store(true, Relaxed);
            }
        }
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|known| place < known.place) {
            let names = fields.iter().map(|field| Arc::clone(&field.name)).collect();
            *first = Some(FirstPuzzle { place, names });
        }
    }

    /// Returns an error for the first name that no puzzle has.
    fn error(&self) -> Option<String> {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        let FirstPuzzle { names, .. } = first.as_ref()?;
        let (unknown, _) = self.named.iter().find(|(_, is_known)| !is_known.load(Relaxed))?;
        let columns = match &names[..] {
            [] => "the puzzles have no columns".to_owned(),
            names => format!("the columns are: {}", names.join(", ")),
        };
        Some(format!(
            "found no column `{unknown}`; {columns}; other values are {}",
            condition::VALUES
        ))
    }
}

/// The number of kept puzzles above which a sample is drawn before the end.
const MANY: u64 = 1 << 12;

impl Select {
    fn write(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        #[derive(Serialize)]
        struct Selected<'a> {
            puzzle: &'a str,
        }
        let marks = puzzle.with_clues();
        let fields = sink.fields.as_ref().map_or(&[][..], |fields| &fields.all);
        let place = [sink.number, puzzle.line, puzzle.column];
        self.columns.look_at(place, fields);
        let keys = self.args.time_limit.run(|limits| {
            let mut values = PuzzleValues::new(&marks, fields, self.args.solver, *limits);
            if !self.args.condition.holds(&mut values)? {
                return Ok(None);
            }
            let terms = self.args.sort.iter().flat_map(SortOrder::terms);
            terms.map(|term| values.value(term)).collect::<Result<Vec<_>, _>>().map(Some)
        })?;
        let Some(keys) = keys else { return Ok(()) };
        let before = sink.out.len();
        let text = rated::text(puzzle, &marks);
        if sink.format.is_table() {
            sink.object(&json(&Selected { puzzle: &text }));
        } else {
            sink.line(&text);
        }
        if self.args.sort.is_some() || self.args.sample.is_some() {
            let lot = place.into_iter().fold(self.args.seed, |seed, part| {
                uniform_below_u128(&mut seeded_rng(seed, part as u64), 1 << 64) as u64
            });
            let text = sink.out.split_off(before);
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push(KeptPuzzle { lot, place, keys, text });
            if let Some(count) = self.args.sample
                && kept.len() as u64 >= count.saturating_mul(2).max(MANY)
            {
                draw(&mut kept, count);
            }
        }
        Ok(())
    }
}

impl Summary for Select {
    fn reject(&self) {}

    fn error(&self) -> Option<String> {
        self.columns.error()
    }

    fn text(&self, _: Option<OutputFormat>) -> Vec<u8> {
        let kept = &mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        self.args.sample.into_iter().for_each(|count| draw(kept, count));
        kept.sort_by(|one, other| {
            let order = self.args.sort.as_ref().map(|it| it.order(&one.keys, &other.keys));
            order.unwrap_or(Ordering::Equal).then(one.place.cmp(&other.place))
        });
        std::mem::take(kept).into_iter().flat_map(|puzzle| puzzle.text).collect()
    }
}

/// The values of a puzzle, as far as they were needed.
pub(crate) struct PuzzleValues<'a> {
    marks: &'a Candidates,
    fields: &'a [FileField],
    solver: SolverArgs,
    limits: Limits<'a>,
    state: Option<State>,
    rated: BTreeMap<&'static str, Rated>,
    /// The value of each measure, or `None` for a puzzle without measures.
    measured: BTreeMap<&'static str, Option<usize>>,
}

impl<'a> PuzzleValues<'a> {
    /// Makes the values of a puzzle whose entry has these fields. The limits hold for each rating
    /// and measure.
    pub(crate) const fn new(
        marks: &'a Candidates,
        fields: &'a [FileField],
        solver: SolverArgs,
        limits: Limits<'a>,
    ) -> Self {
        Self {
            marks,
            fields,
            solver,
            limits,
            state: None,
            rated: BTreeMap::new(),
            measured: BTreeMap::new(),
        }
    }

    /// Rates the puzzle, unless it is rated already.
    pub(crate) fn rated(&mut self, scale: ScaleName) -> Result<&Rated, String> {
        if !self.rated.contains_key(scale.name()) {
            let state = match self.state {
                Some(state) => state,
                None => *self.state.insert(rated::state(self.marks, self.solver.solver())?),
            };
            if let Some(rated) = rated::rate(scale, &state, &self.limits, |_| false)? {
                self.rated.insert(scale.name(), rated);
            }
        }
        self.rated.get(scale.name()).ok_or_else(|| format!("{}: no rating", scale.name()))
    }

    /// Measures the puzzle, unless the value is known already.
    pub(crate) fn measured(&mut self, measure: &Measure) -> Result<Option<usize>, String> {
        if let Some(&known) = self.measured.get(measure.name()) {
            return Ok(known);
        }
        let value = measure::value(measure, self.marks, self.solver.solver(), &self.limits)?;
        self.measured.insert(measure.name(), value);
        Ok(value)
    }

    fn is_minimal(&self) -> bool {
        let (board, solver): (&Board, _) = (self.marks.givens(), self.solver.solver());
        let is_plain = *self.marks == Candidates::from(board);
        let mut clues = board.clues();
        is_plain
            && solver.is_proper(board)
            && !clues.any(|(cell, _)| is_redundant(solver, board, cell))
    }
}

impl Subject for PuzzleValues<'_> {
    fn value(&mut self, term: &Term) -> Result<Value, String> {
        Ok(match term {
            Term::Clues => Value::Number(self.marks.givens().clue_count() as f64),
            Term::Minimal => Value::Number(f64::from(u8::from(self.is_minimal()))),
            Term::Measure(measure) => {
                let value = self.measured(measure)?;
                value.map_or(Value::Missing, |value| Value::Number(value as f64))
            }
            Term::Rating(scale, at) => {
                let values = rating_values(self.rated(*scale)?.rating);
                match values.get(*at) {
                    Some(RatingValue::Number(number)) => Value::Number(*number),
                    Some(RatingValue::Score(score)) => Value::Number(f64::from(*score)),
                    Some(RatingValue::Level(level)) => {
                        level.parse::<HodokuLevel>().map_or(Value::Missing, rank)
                    }
                    None => Value::Missing,
                }
            }
            Term::Column { name, is_text } => {
                let field = self.fields.iter().find(|field| *field.name == **name);
                let text = field.map(|field| row::plain(&field.json)).unwrap_or_default();
                match text.parse::<f64>() {
                    _ if text.is_empty() => Value::Missing,
                    Ok(number) if number.is_finite() && !is_text => Value::Number(number),
                    _ => Value::Text(text),
                }
            }
        })
    }

    fn uses(&mut self, scale: ScaleName, techniques: &NamedTechniques) -> Result<bool, String> {
        let rated = self.rated(scale)?;
        Ok(rated.steps.iter().any(|(step, _)| techniques.steps.contains(step)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use sudoku_registry::STRATEGIES;

    use super::*;

    /// A raised stop flag ends the work on a measure, but not a second look at its value.
    #[test]
    fn a_measure_is_computed_once_and_within_the_limits() {
        let deep =
            "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";
        let marks = Candidates::from(&deep.parse::<Board>().unwrap());
        let stop = AtomicBool::new(true);
        let solver = SolverArgs { strategy: &STRATEGIES[0] };
        let limits = Limits::ALL.with_stop(&stop);
        let mut values = PuzzleValues::new(&marks, &[], solver, limits);
        for name in ["backdoor", "te_depth"] {
            let term = Term::Measure(Measure::by_name(name).unwrap());
            stop.store(true, Relaxed);
            assert!(values.value(&term).unwrap_err().starts_with(name));
            stop.store(false, Relaxed);
            assert_eq!(values.value(&term), Ok(Value::Number(2.0)));
            stop.store(true, Relaxed);
            assert_eq!(values.value(&term), Ok(Value::Number(2.0)));
        }
    }
}
