//! `sudoku generate`.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cli_support::{ExitStatus, eprint_message};
use sudoku_generator::{GenerateError, PuzzleId, PuzzlePlan, VariantRequest};
use sudoku_text::FileField;

use crate::args::{FormatArgs, OutputArgs, SolverArgs};
use crate::constraints::{RequestArgs, SpreadArg};
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::pages;
use crate::pipeline::{self, Feed, Frame, Pipeline, Sink};
use crate::progress::PuzzleProgress;
use crate::puzzle_maker::{Account, DrawMethod, PuzzleMaker};
use crate::values;
use crate::variant_maker::{OTHERS, VariantArgs, VariantMaker};

/// Generate puzzles
///
/// Every puzzle has exactly one solution. The same seed gives the same puzzles on every machine,
/// with any number of threads. An impossible request is refused at once, with the reason. A rare
/// one ends when its budget is spent (--attempts, --time), and the puzzles made so far are kept. At
/// the end, standard error reports the number of puzzles, the attempts and the rate. The exit code
/// is 1 if fewer puzzles were made than requested, unless the reader of the output ended first.
#[derive(Clone, Debug, clap::Args)]
#[command(mut_arg("rules", |rules| rules.conflicts_with_all(OTHERS)), after_help = "Examples:\n  \
    sudoku generate --count 1000 --seed 7 --symmetry half-turn --clues 24..28 > puzzles.txt\n  \
    sudoku generate --count 10 --difficulty 8.. --time 1m --ids\n  \
    sudoku generate --count 50 --scale se --difficulty 7..8 --spread --symmetry random\n  \
    sudoku generate --scale hodoku --needs x-wing --only-singles-around --time 1m\n  \
    sudoku generate --pattern pattern.txt --given 5........(81 cells)\n  \
    sudoku generate --count 20 --rules diagonal,thermo --to f-puzzles\n  \
    sudoku generate --count 6 --to svg --per-page 6 --title Sunday --answers -o sheet.svg")]
pub(crate) struct GenerateArgs {
    /// Number of puzzles to generate
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = values::any_number())]
    count: u64,

    /// Random seed [default: from the clock; printed]
    #[arg(long, value_name = "S", value_parser = values::any_number())]
    seed: Option<u64>,

    /// Index of the first puzzle; use `--start 1000` to continue after `--count 1000`
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::any_number())]
    start: u64,

    /// Recreate the puzzle with this ID
    #[arg(long, value_name = "ID", conflicts_with_all = [
        "count", "seed", "start", "method", "minimal", "symmetry", "clues", "pattern", "given", "difficulty", "scale",
        "level", "needs", "eliminations", "before", "after", "only_singles_around", "without", "with", "images",
        "attempts", "spread",
    ])]
    id: Option<PuzzleId>,

    /// Write the ID after each puzzle, or above it on a page
    ///
    /// --json and drawings always include the ID.
    #[arg(long)]
    ids: bool,

    #[command(flatten)]
    variant: VariantArgs,

    #[command(flatten)]
    spread: SpreadArg,

    /// Add answer pages: sheet-answers.svg for --to svg --output sheet.svg
    #[arg(long)]
    answers: bool,

    /// Generation method
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = DrawMethod::Fast)]
    method: DrawMethod,

    #[command(flatten)]
    request: RequestArgs,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    formats: FormatArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

pub(crate) fn run(args: &GenerateArgs) -> Result<ExitStatus, CliError> {
    // The request is checked before the output file is emptied.
    let plan = args.check()?;
    let pipeline = Pipeline::new(args.request.files(), &args.output, &args.formats)?;
    let is_drawn = pipeline.target.is_terminal() && args.count == 1 && !args.variant.is_any();
    let default = if is_drawn { OutputFormat::Drawing } else { OutputFormat::LINE };
    let format = pipeline.format.unwrap_or(default);
    let is_quiet = pipeline.is_quiet;
    let account = Arc::new(Account::default());
    let progress = PuzzleProgress::new(!is_quiet, Some(args.count), Arc::clone(&account.made))
        .with_written(Arc::clone(&account.made))
        .with_attempts(Arc::clone(&account.attempts));
    let seed = args.id.as_ref().map(|id| id.seed).or(args.seed).unwrap_or_else(|| {
        let seed = from_clock();
        if !is_quiet && args.count > 0 {
            progress.eprint_message(&format!("seed {seed}\n"));
        }
        seed
    });
    let (first, count) = args.id.as_ref().map_or((args.start, args.count), |id| (id.index, 1));
    let start = Instant::now();
    let at_work = Arc::clone(&account);
    if let Some(time) = args.request.time {
        let account = Arc::clone(&account);
        // Nothing waits for this thread; it ends with the process.
        pipeline::start(move || {
            thread::sleep(time);
            account.end();
        })?;
    }
    let produce = shares(count, args.output.threads.count() as u64, format, Arc::clone(&account));
    let watched = Arc::clone(&account);
    let (columns, make_one) = args.maker(seed, plan, Arc::clone(&account))?;
    let make = move |places: Range<u64>, sink: &mut Sink<'_>| {
        for place in places {
            if watched.is_over() {
                return;
            }
            let start = Instant::now();
            if make_one(first + place, sink).is_break() {
                return sink.stop();
            }
            if start.elapsed() > LONG && sink.offer().is_break() {
                return;
            }
        }
    };
    let frame = Frame {
        progress,
        columns: Box::new(move || columns),
        footer: None,
        end_work: Some(Box::new(move || at_work.end())),
        is_uneven: false,
    };
    let exit = pipeline.run(frame, produce, make)?;
    // Without an attempt, an error has already been reported. An ID names its attempt.
    if !is_quiet && account.has_attempts() && args.id.is_none() {
        let is_interrupted = exit == ExitStatus::Interrupted;
        eprint_message(&account.summary(count, start.elapsed(), format, is_interrupted));
    }
    // If the reader of the output has gone, that is not an error. The end of the time limit is.
    let is_short = account.is_over() && account.made() < count && exit == ExitStatus::Success;
    let is_silent = is_quiet || !account.has_attempts();
    if is_short && is_silent && args.request.time.is_some() {
        let made = account.made();
        eprint_message(&format!(
            "error: made {made} of {count}, stopped by the time limit; use a longer --time\n"
        ));
    }
    Ok(if is_short { ExitStatus::Fault } else { exit })
}

/// The function that makes and writes the puzzle with a number. It breaks if every other puzzle
/// would fail too.
type MakeOne = dyn Fn(u64, &mut Sink<'_>) -> ControlFlow<()> + Send + Sync;

/// Feeds ranges of puzzle numbers to the workers.
fn shares(
    count: u64,
    workers: u64,
    format: OutputFormat,
    account: Arc<Account>,
) -> impl FnOnce(&Feed<'_, Range<u64>>) {
    move |feed| {
        // Places are counted from the first puzzle, so that the range can end at the last number of
        // a series.
        let mut start = 0;
        while start < count {
            let places = start..start + together(start, count, workers);
            start = places.end;
            if account.is_over() || feed.push(places, format, None).is_break() {
                break;
            }
        }
    }
}

/// The maximum number of puzzles per work item. With fewer, the overhead per item is noticeable.
const TOGETHER: u64 = 128;

/// Returns the number of puzzles in the next work item: 1/8 of a worker's share of the puzzles made
/// so far or still to make. Items are small at both ends, so that all workers have work.
fn together(place: u64, count: u64, workers: u64) -> u64 {
    (place.min(count - place) / (8 * workers)).clamp(1, TOGETHER)
}

/// A puzzle that took longer than this is written at once.
const LONG: Duration = Duration::from_millis(50);

impl GenerateArgs {
    /// Checks that the method and the output format allow the other options, and that such puzzles
    /// can exist. Returns the plan for them.
    fn check(&self) -> Result<PuzzlePlan, CliError> {
        if self.variant.is_any() {
            self.variant_request()?;
        }
        let is_free = self.request.is_free();
        match self.method {
            DrawMethod::Weighted if !is_free => {
                return Err(CliError::Usage(
                    "--method weighted makes minimal puzzles and accepts no other constraints",
                ));
            }
            DrawMethod::Grid if !is_free || self.request.constraints.minimal || self.ids => {
                return Err(CliError::Usage(
                    "--method grid makes solved grids, which have no IDs and accept no constraints",
                ));
            }
            _ => {}
        }
        if self.method != DrawMethod::Fast && self.request.constraints.attempts.is_some() {
            return Err(CliError::Usage(
                "--attempts needs --method fast; the other methods never fail",
            ));
        }
        let has_room_for_notes = self.formats.format(&self.output).is_none_or(|format| {
            format.is_table()
                || matches!(format, OutputFormat::Drawing | OutputFormat::LINE | OutputFormat::Svg)
        });
        if !has_room_for_notes && (self.ids || self.method == DrawMethod::Weighted) {
            return Err(CliError::Usage(
                "IDs and weights need --to line, csv, tsv, jsonl, parquet, drawing or svg",
            ));
        }
        let is_pages = self.formats.format(&self.output) == Some(OutputFormat::Svg);
        if is_pages && pages::is_too_many(self.count, &self.formats) {
            return Err(CliError::Usage(pages::TOO_MANY));
        }
        if self.answers && !(is_pages && self.output.file().is_some()) {
            return Err(CliError::Usage("--answers needs --to svg and a file with --output"));
        }
        if self.start.checked_add(self.count.saturating_sub(1)).is_none() {
            return Err(CliError::Usage(
                "--start and --count are too large: the last puzzle index is 18446744073709551615",
            ));
        }
        if let Some(id) = &self.id {
            id.request().check(self.solver.solver()).map_err(GenerateError::from)?;
        }
        self.request.plan_with(self.spread, self.solver.solver())
    }

    /// Returns the columns of a table of the puzzles of this seed, and their maker.
    fn maker(
        &self,
        seed: u64,
        plan: PuzzlePlan,
        account: Arc<Account>,
    ) -> Result<(Vec<FileField>, Box<MakeOne>), CliError> {
        if self.variant.is_any() {
            let request = self.variant_request()?;
            let has_answers = self.answers;
            let maker = VariantMaker { request, seed, account, has_answers };
            let make = move |number, sink: &mut Sink<'_>| maker.make(number, sink);
            return Ok((VariantMaker::columns(), Box::new(make)));
        }
        let maker = PuzzleMaker {
            plan,
            id: self.id.clone(),
            has_ids: self.ids,
            has_answers: self.answers,
            method: self.method,
            solver: self.solver.solver(),
            seed,
            account,
        };
        let columns = maker.columns();
        Ok((columns, Box::new(move |number, sink: &mut Sink<'_>| maker.make(number, sink))))
    }

    /// Returns the request for puzzles with rules.
    fn variant_request(&self) -> Result<VariantRequest<'static>, CliError> {
        self.variant.request(&self.request, self.formats.format(&self.output))
    }
}

/// Returns a seed from the clock.
fn from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64 & 0xffff_ffff)
}
