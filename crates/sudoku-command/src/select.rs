//! `sudoku select`.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use cli_support::ExitStatus;
use serde::Serialize;
use sudoku_core::{Board, Candidates};
use sudoku_generator::{is_redundant, seeded_rng, uniform_below_u128};
use sudoku_logic::{HodokuLevel, NamedTechniques, State};
use sudoku_text::{COMMENT, FileCandidates, FileField};

use crate::args::{FormatArgs, InputArgs, OutputArgs, SolverArgs};
use crate::condition::{Condition, Subject, Term, Value, rank};
use crate::error::CliError;
use crate::format::{OutputFormat, json};
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
/// `sukaku`, `hodoku.level` and `hodoku.score`.
/// The columns of the input are values too. Write a column name in backquotes if it has other
/// characters than letters, digits, `_`, `.` and `-`.
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
    /// Puzzles with the same values stay in their order.
    #[arg(long, value_name = "VALUE", value_delimiter = ',', allow_hyphen_values = true)]
    sort: Vec<SortKey>,

    /// Keep at most this many puzzles, drawn at random
    #[arg(long, value_name = "N", value_parser = values::count())]
    sample: Option<u64>,

    /// Seed of --sample
    #[arg(long, value_name = "SEED", requires = "sample", default_value = "0", value_parser = values::any_number())]
    seed: u64,

    /// Output format [default: line]
    #[arg(long, value_name = "FORMAT", conflicts_with = "json", value_parser = values::row_formats())]
    to: Option<OutputFormat>,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

/// A value by which puzzles are sorted.
#[derive(Clone, Debug)]
struct SortKey {
    term: Term,
    is_descending: bool,
}

impl FromStr for SortKey {
    type Err = <Term as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (is_descending, name) = match text.strip_prefix('-') {
            Some(name) => (true, name),
            None => (false, text),
        };
        Ok(Self { term: name.parse()?, is_descending })
    }
}

impl SortKey {
    fn order(&self, one: &Value, other: &Value) -> Ordering {
        let order = one.order(other);
        // Missing values are last in both orders.
        let is_reversed = self.is_descending && ![one, other].contains(&&Value::Missing);
        if is_reversed { order.reverse() } else { order }
    }
}

pub(crate) fn run(args: &SelectArgs) -> Result<ExitStatus, CliError> {
    let select = Arc::new(Select { args: args.clone(), kept: Mutex::default() });
    let is_deferred = !args.sort.is_empty() || args.sample.is_some();
    let job = Job {
        summary: is_deferred.then(|| -> Arc<dyn Summary> { Arc::clone(&select) as _ }),
        needs_fields: true,
        ..Job::default()
    };
    let stream = Stream::with_parts(&args.input, &args.output, &FormatArgs::rows(args.to))?;
    stream.run_slow(job, move |puzzle, sink| select.write(puzzle, is_deferred, sink))
}

struct Select {
    args: SelectArgs,
    kept: Mutex<Kept>,
}

/// The puzzles that are written at the end, and the header above them.
#[derive(Default)]
struct Kept {
    header: Option<String>,
    puzzles: Vec<KeptPuzzle>,
}

struct KeptPuzzle {
    /// The random number that decides about the sample.
    lot: u128,
    /// The number of the file, and the line.
    place: (usize, usize),
    keys: Vec<Value>,
    text: Vec<u8>,
}

impl Kept {
    /// Drops the puzzles that cannot be in the sample.
    fn draw(&mut self, count: u64) {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        self.puzzles.sort_by(|one, other| {
            (one.lot, one.place, &one.text).cmp(&(other.lot, other.place, &other.text))
        });
        self.puzzles.truncate(count);
    }
}

/// The number of kept puzzles above which a sample is drawn before the end.
const MANY: u64 = 1 << 12;

impl Select {
    fn write(
        &self,
        puzzle: &FileCandidates,
        is_deferred: bool,
        sink: &mut Sink<'_>,
    ) -> Result<(), String> {
        #[derive(Serialize)]
        struct Selected<'a> {
            puzzle: &'a str,
        }
        let marks = puzzle.with_clues();
        let fields = sink.fields.as_ref().map_or(&[][..], |fields| &fields.all);
        let mut values = PuzzleValues {
            marks: &marks,
            fields,
            solver: self.args.solver,
            state: None,
            rated: BTreeMap::new(),
        };
        if !self.args.condition.holds(&mut values)? {
            return Ok(());
        }
        let keys = self.args.sort.iter().map(|key| values.value(&key.term));
        let keys = keys.collect::<Result<Vec<_>, _>>()?;
        let before = sink.out.len();
        let text = rated::text(puzzle, &marks);
        if sink.format.is_table() {
            sink.object(&json(&Selected { puzzle: &text }));
        } else {
            sink.line(&text);
        }
        if is_deferred {
            let place = (sink.number, puzzle.line);
            let number = (place.0 as u64) << 40 ^ place.1 as u64;
            let lot = uniform_below_u128(&mut seeded_rng(self.args.seed, number), u128::MAX);
            let text = sink.out.split_off(before);
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.header.is_none() {
                kept.header = sink.header().map(str::to_owned);
            }
            kept.puzzles.push(KeptPuzzle { lot, place, keys, text });
            if let Some(count) = self.args.sample
                && kept.puzzles.len() as u64 >= count.saturating_mul(2).max(MANY)
            {
                kept.draw(count);
            }
        }
        Ok(())
    }
}

impl Summary for Select {
    fn reject(&self) {}

    fn header(&self) -> Option<String> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).header.clone()
    }

    fn text(&self, _: Option<OutputFormat>) -> Vec<u8> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        self.args.sample.into_iter().for_each(|count| kept.draw(count));
        kept.puzzles.sort_by_key(|puzzle| puzzle.place);
        kept.puzzles.sort_by(|one, other| {
            let values = one.keys.iter().zip(&other.keys);
            let orders = self.args.sort.iter().zip(values);
            let mut orders = orders.map(|(key, (one, other))| key.order(one, other));
            orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
        std::mem::take(&mut kept.puzzles).into_iter().flat_map(|puzzle| puzzle.text).collect()
    }
}

/// The values of a puzzle, as far as they were needed.
struct PuzzleValues<'a> {
    marks: &'a Candidates,
    fields: &'a [FileField],
    solver: SolverArgs,
    state: Option<State>,
    rated: BTreeMap<&'static str, Rated>,
}

impl PuzzleValues<'_> {
    fn rated(&mut self, scale: ScaleName) -> Result<&Rated, String> {
        if !self.rated.contains_key(scale.name()) {
            let state = match self.state {
                Some(state) => state,
                None => *self.state.insert(rated::state(self.marks, self.solver)?),
            };
            if let Some(rated) = rated::rate(scale, &state, |_| false)? {
                self.rated.insert(scale.name(), rated);
            }
        }
        self.rated.get(scale.name()).ok_or_else(|| format!("{}: no rating", scale.name()))
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
            Term::Column(name) => {
                let field = self.fields.iter().find(|field| *field.name == **name);
                if field.is_none() && name == COMMENT {
                    return Ok(Value::Missing);
                }
                let field = field.ok_or_else(|| {
                    let names: Vec<&str> = self.fields.iter().map(|field| &*field.name).collect();
                    format!(
                        "found no column `{name}`; the columns are: {}; other values are clues, \
                         minimal, and ratings such as se.er or hodoku.level",
                        names.join(", ")
                    )
                })?;
                let text = row::plain(&field.json);
                match text.parse::<f64>() {
                    Ok(number) if number.is_finite() => Value::Number(number),
                    _ if text.is_empty() => Value::Missing,
                    _ => Value::Text(text),
                }
            }
        })
    }

    fn uses(&mut self, scale: ScaleName, techniques: &NamedTechniques) -> Result<bool, String> {
        let rated = self.rated(scale)?;
        Ok(techniques.steps.iter().any(|step| rated.steps.contains_key(step)))
    }
}
