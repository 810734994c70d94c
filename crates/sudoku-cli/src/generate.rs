//! `sudoku generate`.

use std::fmt::Display;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use clap::{ValueEnum, value_parser};
use cli_support::{Exit, say};
use indicatif::HumanCount;
use serde::{Serialize, Serializer};
use sudoku_core::{Board, Grid, Solver};
use sudoku_generator::{
    GenerateError, Guesses, Minimality, Pattern, PatternSymmetry, PuzzleId, Request, Scale,
    Weighted, random_grid, seeded,
};

use crate::args::{FormArgs, OutputArgs, SolverArgs, strategy};
use crate::format::{Format, json};
use crate::progress::PuzzleProgress;
use crate::stream::{Feed, Output, Sink};
use crate::{CliError, stream};

/// Make puzzles
///
/// Each has exactly one solution. The same seed gives the same puzzles on every machine, with any
/// number of threads. What cannot be made is refused at once, with the reason; what is only rare ends
/// with its budget (--attempts, --time), and the puzzles made until then are kept. At the end stands on
/// standard error how many were made, in how many attempts, at which rate; the exit code is 1 if they
/// are fewer than asked for.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku generate\n  \
    sudoku generate --count 1000 --seed 7 --symmetry half-turn --clues 24..28 > puzzles.txt\n  \
    sudoku generate --count 10 --difficulty 8.. --time 1m --ids\n  \
    sudoku generate --pattern pattern.txt --given 5........(81 cells)\n  \
    sudoku generate --count 100000 --draw weighted > sample.txt\n  \
    sudoku generate --id 080YM3R7YC\n  \
    sudoku generate --count 6 --to svg --per-page 6 --output sheet.svg")]
pub(crate) struct Args {
    /// How many
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    count: u64,

    /// The seed [default: drawn from the clock, and said]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Make the puzzle of this ID again
    #[arg(long, value_name = "ID", conflicts_with_all = [
        "count", "seed", "draw", "minimal", "symmetry", "clues", "pattern", "given", "difficulty", "attempts",
    ])]
    id: Option<PuzzleId>,

    /// Write a puzzle's ID behind it on its line; --json and a drawn board have it anyway
    #[arg(long)]
    ids: bool,

    /// The way to draw
    #[arg(long, value_enum, value_name = "WAY", default_value_t = Draw::Fast)]
    draw: Draw,

    #[command(flatten)]
    wishes: Wishes,

    /// The cells that hold clues, and no others: 81 characters or a file with them
    ///
    /// Blanks are `.`, `0`, `-` and `_`; white space is passed over.
    #[arg(long, value_name = "PICTURE|FILE", value_parser = pattern, allow_hyphen_values = true)]
    pattern: Option<Pattern>,

    /// Clues that the puzzle has: 81 characters or a file with them
    #[arg(long, value_name = "PUZZLE|FILE", value_parser = given, allow_hyphen_values = true)]
    given: Option<Board>,

    /// How difficult: a number on the --scale, or a range with both ends in it
    #[arg(long, value_name = "A..B", value_parser = range)]
    difficulty: Option<RangeInclusive<u64>>,

    /// The scale of difficulty: the guesses that a strategy takes to prove a puzzle proper
    #[arg(long, value_name = "guesses:STRATEGY", default_value = "guesses:mrv", value_parser = scale)]
    scale: Guesses<'static>,

    /// Over how many symmetric images of the puzzle the difficulty is averaged, itself among them; up to
    /// 10,000
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..=10_000))]
    images: u32,

    /// How long to go on at most, such as 500ms, 30s or 2h
    ///
    /// Without --attempts there is no limit on these then. What is made in the time may be another number
    /// of puzzles each time.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time: Option<Duration>,

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

    /// How many puzzles to draw at most for each that is wanted [default: 1000]
    #[arg(long, value_name = "N")]
    attempts: Option<u32>,
}

impl Wishes {
    /// The request for puzzles that meet them.
    pub(crate) fn request(&self) -> Request<'static> {
        let request = Request::new()
            .with_symmetry(self.symmetry)
            .with_attempts(self.attempts.unwrap_or(ATTEMPTS));
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

/// How many puzzles are drawn for one that is wanted if nothing else is said.
const ATTEMPTS: u32 = 1000;

/// A way to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Draw {
    /// Puzzles from the full grid downwards: fast, and biased towards few clues
    Fast,
    /// Minimal puzzles, each with the weight that makes all of them equally likely, behind it on its line
    Weighted,
    /// Solved grids, each equally likely
    Grid,
}

fn symmetry(name: &str) -> Result<PatternSymmetry, String> {
    let is_it = |symmetry: &PatternSymmetry| symmetry.to_string() == name;
    PatternSymmetry::ALL.into_iter().find(is_it).ok_or_else(|| {
        let names = PatternSymmetry::ALL.map(|symmetry| symmetry.to_string()).join(", ");
        format!("the symmetries are {names}")
    })
}

fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let most = most.strip_prefix('=').unwrap_or(most);
    let end = |text: &str, open| if text.is_empty() { Ok(open) } else { text.parse() };
    match (end(least, 0), end(most, u64::MAX)) {
        (Ok(least), Ok(most)) if !text.is_empty() => Ok(least..=most),
        _ => Err("write it like 24, 24..28 or 24..".to_owned()),
    }
}

fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let narrow = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    range(text).map(|range| narrow(*range.start())..=narrow(*range.end()))
}

fn pattern(text: &str) -> Result<Pattern, String> {
    text_or_file(text, str::parse)
}

fn given(text: &str) -> Result<Board, String> {
    text_or_file(text, |text| sudoku_text::read(text).map(|(board, _)| board))
}

fn text_or_file<T, E: Display>(
    text: &str,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<T, String> {
    read(text).or_else(|error| match fs::read_to_string(text) {
        Ok(content) => read(&content).map_err(|error| error.to_string()),
        Err(_) => Err(format!("{error}; and no file of this name can be read")),
    })
}

fn scale(name: &str) -> Result<Guesses<'static>, String> {
    let named = name.strip_prefix("guesses:").ok_or("the scale is guesses:STRATEGY")?;
    strategy(named).map(|strategy| Guesses::new(strategy.name, strategy.solver))
}

/// How many puzzles a worker makes in one go at most: with fewer the handing over shows.
const TOGETHER: u64 = 128;

/// How many puzzles a worker makes in one go: few at both ends, an eighth of its share of what is made or
/// left, so that all workers are at work.
fn together(place: u64, count: u64, workers: u64) -> u64 {
    (place.min(count - place) / (8 * workers)).clamp(1, TOGETHER)
}

/// A puzzle that took longer is not held back until others are made.
const LONG: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    // All that is wrong with the wishes is said before the file of the output is emptied.
    args.check()?;
    let output = Output::new(&args.output, &args.forms)?;
    let is_drawn = output.target.is_terminal() && args.count == 1;
    let format = output.format.unwrap_or(if is_drawn { Format::Board } else { Format::LINE });
    let is_quiet = output.is_quiet;
    let account = Arc::new(Account::default());
    let progress = PuzzleProgress::new(!is_quiet, Some(args.count), Arc::clone(&account.made))
        .with_attempts(Arc::clone(&account.attempts));
    let seed = args.id.as_ref().map(|id| id.seed).or(args.seed).unwrap_or_else(|| {
        let seed = from_clock();
        if !is_quiet {
            progress.say(&format!("seed {seed}\n"));
        }
        seed
    });
    let header = match format {
        Format::Text(form) => form.header(),
        _ => "",
    };
    let (first, count) = args.id.as_ref().map_or((0, args.count), |id| (id.index, 1));
    let workers = args.output.threads.count() as u64;
    let watched = Arc::clone(&account);
    let produce = move |feed: &Feed<Range<u64>>| {
        // Counted from the first, so that there is an end also behind the last number of a series.
        let mut start = 0;
        while start < count {
            let places = start..start + together(start, count, workers);
            start = places.end;
            if watched.is_over() || feed.push(places, format).is_break() {
                break;
            }
        }
        true
    };
    let making = Making {
        args: args.clone(),
        solver: args.solver.solver(),
        seed,
        account: Arc::clone(&account),
    };
    let start = Instant::now();
    if let Some(time) = args.time {
        let account = Arc::clone(&account);
        // Nobody waits for it: it ends with the program.
        stream::start(move || {
            thread::sleep(time);
            account.stop.store(true, Ordering::Relaxed);
        })?;
    }
    let ending = output.run(progress, header, produce, move |places: Range<u64>, sink| {
        for place in places {
            if making.account.is_over() {
                return;
            }
            let start = Instant::now();
            if making.make(first + place, sink).is_break() {
                return sink.stop();
            }
            sink.advance(1);
            if start.elapsed() > LONG && sink.offer().is_break() {
                return;
            }
        }
    })?;
    let made = account.made.load(Ordering::Relaxed);
    // Where nothing was tried the cause has been said.
    if !is_quiet && account.attempts.load(Ordering::Relaxed) > 0 {
        account.report(count, start.elapsed(), format);
    }
    // A reader that wants no more is no reason to complain, the end of the time is.
    let is_short = account.is_over() && made < count;
    Ok(if is_short && ending == Exit::Success { Exit::Fault } else { ending })
}

impl Args {
    /// Whether the way to draw and the format can do what else is asked for, and there can be such puzzles.
    fn check(&self) -> Result<(), CliError> {
        let is_free = self.wishes.symmetry == PatternSymmetry::None
            && self.wishes.clues.is_none()
            && self.pattern.is_none()
            && self.given.is_none()
            && self.difficulty.is_none();
        let says = match self.draw {
            Draw::Weighted if !is_free => {
                "--draw weighted makes minimal puzzles without symmetry and any other wish"
            }
            Draw::Grid if !is_free || self.wishes.minimal || self.ids => {
                "--draw grid makes solved grids, which take no wishes and have no IDs"
            }
            _ => "",
        };
        let is_noted = self.ids || self.draw == Draw::Weighted;
        let says = match self.forms.format(&self.output) {
            None | Some(Format::Json | Format::Board | Format::LINE) => says,
            _ if is_noted => "IDs and weights are written with lines, --json and boards only",
            _ => says,
        };
        let has_no_ids =
            self.pattern.is_some() || self.given.is_some() || self.difficulty.is_some();
        let says = match self.ids && has_no_ids {
            true => "puzzles with a pattern, given clues or a difficulty have no ID",
            false => says,
        };
        if !says.is_empty() {
            return Err(CliError(says.into()));
        }
        let check = self.request(&self.scale).check(self.solver.solver());
        check.map_err(|reason| CliError(GenerateError::from(reason).to_string()))
    }

    /// The request for each puzzle, with the scale of its difficulty.
    fn request<'a>(&'a self, scale: &'a dyn Scale) -> Request<'a> {
        if let Some(id) = &self.id {
            return id.request();
        }
        let mut request = self.wishes.request().with_givens(self.given.unwrap_or(Board::EMPTY));
        if self.time.is_some() && self.wishes.attempts.is_none() {
            request.attempts = u32::MAX;
        }
        if let Some(pattern) = self.pattern {
            request = request.with_pattern(pattern);
            if !self.wishes.minimal {
                request = request.with_minimality(Minimality::Any);
            }
        }
        if let Some(range) = &self.difficulty {
            request = request.with_difficulty(scale, range.clone());
        }
        request
    }
}

/// What was done so far, for all who work on it and who watch.
#[derive(Default)]
struct Account {
    made: Arc<AtomicU64>,
    attempts: Arc<AtomicU64>,
    /// Raised when the time is up.
    stop: AtomicBool,
}

impl Account {
    /// Whether the time is up.
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Says what was tried, and the rate reached.
    fn report(&self, wanted: u64, time: Duration, format: Format) {
        #[derive(Serialize)]
        struct Report {
            made: u64,
            wanted: u64,
            attempts: u64,
            seconds: f64,
            attempts_per_second: f64,
            is_time_up: bool,
        }
        let load = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let (made, attempts, is_time_up) = (load(&self.made), load(&self.attempts), self.is_over());
        let seconds = time.as_secs_f64();
        let attempts_per_second = attempts as f64 / seconds.max(1e-9);
        let text = if format == Format::Json {
            json(&Report { made, wanted, attempts, seconds, attempts_per_second, is_time_up })
        } else {
            let [shown_made, wanted, attempts, rate] =
                [made, wanted, attempts, attempts_per_second as u64].map(HumanCount);
            let when = if is_time_up && made < wanted.0 { ", then the time was up" } else { "" };
            format!(
                "made {shown_made} of {wanted} in {attempts} attempts and {seconds:.2} s, \
                 {rate} attempts/s{when}\n"
            )
        };
        say(&text);
    }
}

struct Making {
    args: Args,
    solver: &'static dyn Solver,
    seed: u64,
    account: Arc<Account>,
}

/// What was made; of its texts only those are put together that are written.
#[derive(Serialize)]
struct Made {
    seed: u64,
    number: u64,
    #[serde(serialize_with = "optional_text")]
    id: Option<PuzzleId>,
    #[serde(serialize_with = "text")]
    puzzle: Board,
    #[serde(serialize_with = "text")]
    solution: Grid,
    clues: usize,
    attempts: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
}

fn text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn optional_text<S: Serializer>(
    value: &Option<impl Display>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

impl Making {
    /// Makes the puzzle of this number. Breaks if no other will do any better.
    fn make(&self, number: u64, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let rng = &mut seeded(self.seed, number);
        let made = match self.args.draw {
            Draw::Fast => {
                let scale = self.args.scale.averaged_over(self.args.images);
                let request = self.args.request(&scale);
                let request = request
                    .with_stop(&self.account.stop)
                    .with_attempt_counter(&self.account.attempts);
                match request.generate(self.solver, rng) {
                    Ok(puzzle) => Made {
                        attempts: puzzle.attempts,
                        difficulty: puzzle.difficulty,
                        ..self.made(number, &request, &puzzle.board, &puzzle.solution)
                    },
                    Err(error) => {
                        sink.complain(&format!("sudoku: puzzle {number}: {error}"));
                        return match error {
                            GenerateError::NotReached(_) => ControlFlow::Continue(()),
                            _ => ControlFlow::Break(()),
                        };
                    }
                }
            }
            Draw::Weighted => {
                self.account.attempts.fetch_add(1, Ordering::Relaxed);
                let Weighted { board, solution, weight, .. } = Weighted::draw(self.solver, rng);
                let weight = Some(weight);
                Made { weight, ..self.made(number, &Request::new(), &board, &solution) }
            }
            Draw::Grid => {
                self.account.attempts.fetch_add(1, Ordering::Relaxed);
                let grid = random_grid(rng);
                let made = self.made(number, &Request::new(), grid.as_board(), &grid);
                Made { id: None, ..made }
            }
        };
        self.account.made.fetch_add(1, Ordering::Relaxed);
        self.write(&made, sink);
        ControlFlow::Continue(())
    }

    /// The entry of a board that was made at the first attempt and has nothing special.
    fn made(&self, number: u64, request: &Request<'_>, board: &Board, solution: &Grid) -> Made {
        let seed = self.seed;
        Made {
            seed,
            number,
            id: request.id(seed, number),
            puzzle: *board,
            solution: *solution,
            clues: board.clue_count(),
            attempts: 1,
            difficulty: None,
            weight: None,
        }
    }

    fn write(&self, made: &Made, sink: &mut Sink<'_>) {
        let weight = made.weight.map(|weight| format!("{weight:e}"));
        match sink.format {
            Format::Json => sink.text(&json(made)),
            Format::LINE => {
                let id = made.id.as_ref().filter(|_| self.args.ids).map(PuzzleId::to_string);
                let notes = [id, weight].into_iter().flatten();
                let notes: String = notes.map(|note| format!(" {note}")).collect();
                sink.text(&format!("{}{notes}\n", made.puzzle));
            }
            Format::Board => {
                sink.puzzle(&made.puzzle, None);
                let id = made.id.as_ref().map(|id| format!(", ID {id}")).unwrap_or_default();
                let weight = weight.map(|weight| format!(", weight {weight}")).unwrap_or_default();
                // A comment to those who read the board again.
                sink.text(&format!("# {} clues{id}{weight}\n", made.clues));
            }
            _ => sink.puzzle(&made.puzzle, None),
        }
    }
}
/// A seed that is another one each time.
fn from_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64 & 0xffff_ffff)
}
