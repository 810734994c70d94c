//! `sudoku generate`.

use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use sudoku_core::Solver;
use sudoku_generator::{GenerateError, Minimality, PatternSymmetry, PuzzleId, Request, seeded};

use crate::args::{FormArgs, OutputArgs, SolverArgs};
use crate::format::{Format, json};
use crate::progress::Progress;
use crate::stream::{Feed, Output, Sink};
use crate::{Ending, Failure};

/// Make puzzles
///
/// Each has exactly one solution. The same seed gives the same puzzles on every machine, with any
/// number of threads.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku generate\n  \
    sudoku generate --count 1000 --seed 7 --symmetry half-turn --clues 24..28 > puzzles.txt\n  \
    sudoku generate --id 080YM3R7YC\n  \
    sudoku generate --count 6 --to svg --per-page 6 --output sheet.svg")]
pub(crate) struct Args {
    /// How many
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    count: u64,

    /// The seed [default: drawn from the clock, and said]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Make the puzzle of this ID again; --json and a drawn board say a puzzle's ID
    #[arg(long, value_name = "ID", conflicts_with_all = ["count", "seed", "minimal", "symmetry", "clues", "attempts"])]
    id: Option<PuzzleId>,

    #[command(flatten)]
    wishes: Wishes,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    forms: FormArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

/// What is wanted of each puzzle.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Wishes {
    /// Only puzzles of which no clue can go, also where a symmetry is wanted
    #[arg(long)]
    minimal: bool,

    /// The symmetry of the pattern of clues; without --clues no orbit of clues can go
    ///
    /// One of none, half-turn, quarter-turn, left-right, top-bottom, both-mirrors, diagonal,
    /// anti-diagonal, both-diagonals, full.
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetry)]
    symmetry: PatternSymmetry,

    /// How many clues: a number, or a range with both ends in it
    #[arg(long, value_name = "A..B", value_parser = clues)]
    clues: Option<RangeInclusive<usize>>,

    /// How many puzzles to draw at most for each that is wanted
    #[arg(long, value_name = "N", default_value_t = 1000)]
    attempts: u32,
}

impl Wishes {
    /// The request for puzzles that meet them.
    pub(crate) fn request(&self) -> Request<'static> {
        let request = Request::new().with_symmetry(self.symmetry).with_attempts(self.attempts);
        let minimality = match (&self.clues, self.minimal) {
            (_, true) => Minimality::Strict,
            (Some(_), false) => Minimality::Any,
            (None, false) => Minimality::Orbits,
        };
        match self.clues.clone() {
            Some(clues) => request.with_minimality(minimality).with_clues(clues),
            None => request.with_minimality(minimality),
        }
    }
}

fn symmetry(name: &str) -> Result<PatternSymmetry, String> {
    let is_it = |symmetry: &PatternSymmetry| symmetry.to_string() == name;
    PatternSymmetry::ALL.into_iter().find(is_it).ok_or_else(|| {
        let names = PatternSymmetry::ALL.map(|symmetry| symmetry.to_string()).join(", ");
        format!("the symmetries are {names}")
    })
}

fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let most = most.strip_prefix('=').unwrap_or(most);
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) => Ok(least..=most),
        _ => Err("write it like 24 or 24..28".to_owned()),
    }
}

/// How many puzzles a worker makes in one go.
const TOGETHER: u64 = 16;

pub(crate) fn run(args: &Args) -> Result<Ending, Failure> {
    let output = Output::new(&args.output, &args.forms)?;
    let made = Arc::new(AtomicU64::new(0));
    let progress = Progress::new(!output.is_quiet, Some(args.count), Arc::clone(&made));
    let seed = args.id.as_ref().map(|id| id.seed).or(args.seed).unwrap_or_else(|| {
        let seed = from_clock();
        if !output.is_quiet {
            progress.say(format!("seed {seed}\n").as_bytes());
        }
        seed
    });
    let is_drawn = output.target.is_terminal() && args.count == 1;
    let format = output.format.unwrap_or(if is_drawn { Format::Board } else { Format::LINE });
    let header = match format {
        Format::Text(form) => form.header(),
        _ => "",
    };
    let (first, count) = args.id.as_ref().map_or((0, args.count), |id| (id.index, 1));
    let end = first.saturating_add(count);
    let produce = move |feed: &Feed<Range<u64>>| {
        for start in (first..end).step_by(TOGETHER as usize) {
            if feed.push(start..end.min(start.saturating_add(TOGETHER)), format).is_break() {
                break;
            }
        }
        true
    };
    let request = args.id.as_ref().map_or_else(|| args.wishes.request(), PuzzleId::request);
    let making = Making { request, solver: args.solver.solver(), seed };
    output.run(progress, header, produce, move |numbers: Range<u64>, sink: &mut Sink<'_>| {
        for number in numbers {
            if making.make(number, sink).is_break() {
                return sink.stop();
            }
            made.fetch_add(1, Ordering::Relaxed);
            sink.advance(1);
        }
    })
}

struct Making {
    request: Request<'static>,
    solver: &'static dyn Solver,
    seed: u64,
}

#[derive(Serialize)]
struct Made {
    seed: u64,
    number: u64,
    id: Option<String>,
    puzzle: String,
    solution: String,
    clues: usize,
}

impl Making {
    /// Makes the puzzle of this number. Breaks if no other will do any better.
    fn make(&self, number: u64, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let id = || self.request.id(self.seed, number).map(|id| id.to_string());
        match self.request.generate(self.solver, &mut seeded(self.seed, number)) {
            Err(error) => {
                sink.complain(&format!("sudoku: puzzle {number}: {error}"));
                if matches!(error, GenerateError::Impossible(_)) {
                    return ControlFlow::Break(());
                }
            }
            Ok(puzzle) if sink.format == Format::Json => sink.text(&json(&Made {
                seed: self.seed,
                number,
                id: id(),
                puzzle: puzzle.board.to_string(),
                solution: puzzle.solution.to_string(),
                clues: puzzle.board.clue_count(),
            })),
            Ok(puzzle) => {
                sink.puzzle(&puzzle.board, None);
                if let (Format::Board, Some(id)) = (sink.format, id()) {
                    sink.text(&format!("{} clues, ID {id}\n", puzzle.board.clue_count()));
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A seed that is another one each time.
fn from_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64 & 0xffff_ffff)
}
