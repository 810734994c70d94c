//! `sudoku generate`.

use std::ops::Range;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cli_support::{ExitStatus, eprint_message};
use sudoku_generator::{GenerateError, PuzzleId, WantedDifficulty};

use crate::args::{FormatArgs, OutputArgs, SolverArgs};
use crate::constraints::RequestArgs;
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::pages;
use crate::pipeline::{self, Feed, Pipeline, Sink};
use crate::progress::PuzzleProgress;
use crate::puzzle_maker::{Account, DrawMethod, PuzzleMaker};
use crate::values;

/// Make puzzles
///
/// Each has exactly one solution. The same seed gives the same puzzles on every machine, with any
/// number of threads. What cannot be made is refused at once, with the reason; what is only rare
/// ends with its budget (--attempts, --time), and the puzzles made until then are kept. At the end
/// stands on standard error how many were made, in how many attempts, at which rate; the exit code
/// is 1 if they are fewer than asked for.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku generate\n  \
    sudoku generate --count 1000 --seed 7 --symmetry half-turn --clues 24..28 > puzzles.txt\n  \
    sudoku generate --count 1000 --seed 7 --start 1000 >> puzzles.txt\n  \
    sudoku generate --count 10 --difficulty 8.. --time 1m --ids\n  \
    sudoku generate --pattern pattern.txt --given 5........(81 cells)\n  \
    sudoku generate --count 100000 --draw weighted > sample.txt\n  \
    sudoku generate --id 080YM3R7YC\n  \
    sudoku generate --count 6 --to svg --per-page 6 --title Sunday --answers -o sheet.svg")]
pub(crate) struct GenerateArgs {
    /// How many
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = values::any_number())]
    count: u64,

    /// The seed [default: drawn from the clock, and said]
    #[arg(long, value_name = "S", value_parser = values::any_number())]
    seed: Option<u64>,

    /// The number of the first puzzle in the seed's series: --start 1000 goes on after --count 1000
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::any_number())]
    start: u64,

    /// Make the puzzle of this ID again
    #[arg(long, value_name = "ID", conflicts_with_all = [
        "count", "seed", "start", "draw", "minimal", "symmetry", "clues", "pattern", "given", "difficulty", "scale",
        "level", "needs", "without", "images", "attempts",
    ])]
    id: Option<PuzzleId>,

    /// Write a puzzle's ID behind it on its line, or above it on a page; --json and a drawn board
    /// have it anyway
    #[arg(long)]
    ids: bool,

    /// Pages of answers behind the pages of SVG: `sheet-answers.svg` for --output sheet.svg
    #[arg(long)]
    answers: bool,

    /// How puzzles are drawn
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = DrawMethod::Fast)]
    draw: DrawMethod,

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
    // All that is wrong with the request is said before the file of the output is emptied.
    let wanted = args.check()?;
    let mut pipeline = Pipeline::new(args.request.files(), &args.output, &args.formats)?;
    let is_drawn = pipeline.target.is_terminal() && args.count == 1;
    let default = if is_drawn { OutputFormat::Drawing } else { OutputFormat::LINE };
    let format = pipeline.format.unwrap_or(default);
    let is_quiet = pipeline.is_quiet;
    let account = Arc::new(Account::default());
    let progress = PuzzleProgress::new(!is_quiet, Some(args.count), Arc::clone(&account.made))
        .with_written(Arc::clone(&account.made))
        .with_attempts(Arc::clone(&account.attempts));
    let seed = args.id.as_ref().map(|id| id.seed).or(args.seed).unwrap_or_else(|| {
        let seed = from_clock();
        if !is_quiet {
            progress.eprint_message(&format!("seed {seed}\n"));
        }
        seed
    });
    let (first, count) = args.id.as_ref().map_or((args.start, args.count), |id| (id.index, 1));
    let start = Instant::now();
    let at_work = Arc::clone(&account);
    pipeline.end_work = Some(Box::new(move || at_work.end()));
    if let Some(time) = args.request.time {
        let account = Arc::clone(&account);
        // Nobody waits for it: it ends with the program.
        pipeline::start(move || {
            thread::sleep(time);
            account.end();
        })?;
    }
    let produce = shares(count, args.output.threads.count() as u64, format, Arc::clone(&account));
    let maker = args.maker(seed, wanted, Arc::clone(&account));
    let make = move |places: Range<u64>, sink: &mut Sink<'_>| {
        for place in places {
            if maker.account.is_over() {
                return;
            }
            let start = Instant::now();
            if maker.make(first + place, sink).is_break() {
                return sink.stop();
            }
            if start.elapsed() > LONG && sink.offer().is_break() {
                return;
            }
        }
    };
    let exit = pipeline.run(progress, format.header(), produce, make)?;
    // Where nothing was tried the cause has been said.
    if !is_quiet && account.has_attempts() {
        let is_interrupted = exit == ExitStatus::Interrupted;
        eprint_message(&account.summary(count, start.elapsed(), format, is_interrupted));
    }
    // A reader that wants no more is no reason to complain, the end of the time is.
    let is_short = account.is_over() && account.made() < count;
    Ok(if is_short && exit == ExitStatus::Success { ExitStatus::Fault } else { exit })
}

/// Feeds the numbers of the puzzles to the workers, in shares.
fn shares(
    count: u64,
    workers: u64,
    format: OutputFormat,
    account: Arc<Account>,
) -> impl FnOnce(&Feed<Range<u64>>) -> bool {
    move |feed| {
        // Counted from the first, so that there is an end also behind the last number of a series.
        let mut start = 0;
        while start < count {
            let places = start..start + together(start, count, workers);
            start = places.end;
            if account.is_over() || feed.push(places, format).is_break() {
                break;
            }
        }
        true
    }
}

/// How many puzzles a worker makes in one go at most: with fewer the handing over shows.
const TOGETHER: u64 = 128;

/// How many puzzles a worker makes in one go: few at both ends, an eighth of its share of what is
/// made or left, so that all workers are at work.
fn together(place: u64, count: u64, workers: u64) -> u64 {
    (place.min(count - place) / (8 * workers)).clamp(1, TOGETHER)
}

/// A puzzle that took longer is not held back until others are made.
const LONG: Duration = Duration::from_millis(50);

impl GenerateArgs {
    /// Makes sure that the way to draw and the format can do what else is asked for, and that there
    /// can be such puzzles; returns the difficulty that is asked for.
    fn check(&self) -> Result<Option<WantedDifficulty>, CliError> {
        let is_free = self.request.is_free();
        match self.draw {
            DrawMethod::Weighted if !is_free => {
                return Err(CliError::Usage(
                    "--draw weighted makes minimal puzzles without symmetry and any other constraint",
                ));
            }
            DrawMethod::Grid if !is_free || self.request.constraints.minimal || self.ids => {
                return Err(CliError::Usage(
                    "--draw grid makes solved grids, which take no constraints and have no IDs",
                ));
            }
            _ => {}
        }
        if self.draw != DrawMethod::Fast && self.request.constraints.attempts.is_some() {
            return Err(CliError::Usage("--attempts is for --draw fast: other draws all succeed"));
        }
        let has_room_for_notes = matches!(
            self.formats.format(&self.output),
            None | Some(
                OutputFormat::Json | OutputFormat::Drawing | OutputFormat::LINE | OutputFormat::Svg
            )
        );
        if !has_room_for_notes && (self.ids || self.draw == DrawMethod::Weighted) {
            return Err(CliError::Usage(
                "IDs and weights are written with lines, --json, drawings and pages only",
            ));
        }
        let is_pages = self.formats.format(&self.output) == Some(OutputFormat::Svg);
        if is_pages && pages::is_too_many(self.count, &self.formats) {
            return Err(CliError::Usage(pages::TOO_MANY));
        }
        if self.answers && !(is_pages && self.output.file().is_some()) {
            return Err(CliError::Usage("--answers takes --to svg and a file with --output"));
        }
        if self.start.checked_add(self.count.saturating_sub(1)).is_none() {
            return Err(CliError::Usage("the numbers of a series end with 18446744073709551615"));
        }
        let wanted = self.request.wanted()?;
        let request = self.request.request(self.id.as_ref(), wanted.as_ref());
        request.check(self.solver.solver()).map_err(GenerateError::from)?;
        Ok(wanted)
    }

    /// Who makes the puzzles of this seed.
    fn maker(
        &self,
        seed: u64,
        wanted: Option<WantedDifficulty>,
        account: Arc<Account>,
    ) -> PuzzleMaker {
        PuzzleMaker {
            wanted,
            request: self.request.clone(),
            id: self.id.clone(),
            has_ids: self.ids,
            has_answers: self.answers,
            draw: self.draw,
            solver: self.solver.solver(),
            seed,
            account,
        }
    }
}

/// A seed that is another one each time.
fn from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64 & 0xffff_ffff)
}
