//! `bench-harness gate`: whether a change may land, as far as answers and speed say.
//!
//! The rows of a baseline are measured anew with this build. A wrong answer fails, and so does a
//! missed budget where a strategy promises it. Whether a row became slower is never decided by times
//! of different runs. It is decided by placements and guesses, which are exact; by instructions, where
//! valgrind is installed; and, with the baseline's own program at hand (`--against`), by turns of both
//! programs side by side. The ratio of turns has the last word, because more guesses may be cheaper
//! ones. For each pair of fresh processes it is the ratio of the medians of their turns, in processor
//! time; and that the median of these ratios lies in an interval is as sure as stated without any
//! assumption about how they are distributed (the sign test's interval of order statistics).

pub mod turns;

use std::fmt::{self, Write};
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::command::{BUDGET, CommandError, ENOUGH, Ending, say};
use crate::compare::{Compared, compare};
use crate::contest::Contestant;
use crate::file::{Filter, LoadError, Measurements, load};
use crate::job::{self, Job};
use crate::ledger::Ledger;
use crate::output::{Target, time};
use crate::progress::Progress;
use crate::record::Record;
use crate::row::{Fate, Measured};
use crate::statistics::{median, median_interval};
use crate::watchdog::{GRACE, Watchdog};
use turns::{Request, Worker, has_valgrind, instructions};

/// The options of `gate`.
#[derive(Args, Clone, Debug)]
pub struct GateArgs {
    /// The measurement file of the build before the change, whose rows are held to it
    #[arg(long, value_name = "PATH")]
    pub baseline: PathBuf,

    /// The program `bench-harness` before the change, to take turns with this one
    #[arg(long, value_name = "PATH")]
    pub against: Option<PathBuf>,

    /// Do not count instructions, even if valgrind is installed
    #[arg(long)]
    pub no_instructions: bool,

    /// Write the table to this file instead of standard output
    #[arg(long, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// Why the gate could not decide anything.
#[derive(Debug)]
pub enum GateError {
    /// The baseline cannot be read.
    Load(LoadError),
    /// This build cannot be measured.
    Command(CommandError),
    /// The program cannot be started.
    Against(PathBuf, io::Error),
    /// The table cannot be written.
    Output(io::Error),
}

impl fmt::Display for GateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::Command(error) => error.fmt(f),
            Self::Against(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Output(error) => write!(f, "cannot write the gate's table: {error}"),
        }
    }
}

impl std::error::Error for GateError {}

/// A slow-down that is surely less than this does not fail.
const SLOWER: f64 = 1.03;
/// Turns go on until it is sure that a row is slower by [`SLOWER`], or that it is not by this much.
const NOT_SLOWER: f64 = 1.06;
/// How sure both are.
const CONFIDENCE: f64 = 0.995;
/// More instructions than this are a slow-down, unless turns say otherwise.
const MORE_INSTRUCTIONS: f64 = 1.02;
/// The pairs of processes after which the first look is taken, and the most.
const PAIRS: [usize; 2] = [16, 48];
/// How many turns each of a pair takes, after one that warms up.
const TURNS: usize = 6;
/// How long a turn takes about, in nanoseconds.
const TURN: f64 = 3e6;
/// Rows whose passes take longer are left to their counters.
const LONG_PASS: f64 = 40e6;

/// What is known of a row before and after.
struct Judged<'m> {
    row: Compared<'m>,
    /// Instructions before and after.
    instructions: Option<(u64, u64)>,
    /// The ratios of new time to old, one for each pair of processes.
    ratios: Vec<f64>,
    /// Whether there can be turns of it.
    takes_turns: bool,
}

/// What is decided of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Wrong,
    MissedPromise,
    Slower,
    MoreWork,
    NotDecided,
    Kept,
}

impl Verdict {
    fn fails(self) -> bool {
        !matches!(self, Self::NotDecided | Self::Kept)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Wrong => "FAILS: wrong answers",
            Self::MissedPromise => "FAILS: misses its promised budget",
            Self::Slower => "FAILS: slower",
            Self::MoreWork => "FAILS: more work",
            Self::NotDecided => "not decided",
            Self::Kept => "kept",
        })
    }
}

/// Measures, compares, and says whether the change may land.
///
/// # Errors
/// If the baseline cannot be read, this build not be measured, or the table not be written.
pub fn execute(args: &GateArgs) -> Result<Ending, GateError> {
    let old = load(&args.baseline, &Filter::default()).map_err(GateError::Load)?;
    let new = measure(&old)?;
    let (rows, alone) = compare(&old, &new);
    let mut judged: Vec<Judged<'_>> = rows.into_iter().map(Judged::new).collect();
    let mut notes: Vec<String> =
        alone.into_iter().map(|line| format!("not compared: {line}")).collect();
    match &args.against {
        Some(program) => {
            let own = std::env::current_exe().map_err(GateError::Output)?;
            notes.extend(count_instructions(&mut judged, args, program, &own, &old));
            let failed = |error| GateError::Against(program.clone(), error);
            take_turns(&mut judged, &args.baseline, program, &own, &old).map_err(failed)?;
            let still = judged.iter().filter(|row| row.ratios.is_empty()).count();
            if still > 0 {
                notes.push(format!(
                    "{still} of the rows took no turns: passes that are too long, puzzles that were not \
                     finished, or a program that does not have them"
                ));
            }
        }
        None => notes.push(
            "times and instructions are not compared: that takes the program before the change \
             (--against)"
                .to_owned(),
        ),
    }
    let mut fails = false;
    let mut lines = Vec::new();
    for row in &judged {
        let verdict = row.verdict();
        fails |= verdict.fails();
        lines.push(row.line(verdict));
    }
    let text = table(&lines, &notes, fails);
    let target = Target::open(args.output.as_deref()).map_err(GateError::Output)?;
    target.write(&text).map_err(GateError::Output)?;
    if fails && args.output.is_some() {
        for line in lines.iter().filter(|line| line.contains("FAILS")) {
            say(&format!("{line}\n"));
        }
    }
    Ok(if fails { Ending::Wrong } else { Ending::Well })
}

/// Measures the rows of the baseline with this build.
fn measure(old: &Measurements) -> Result<Measurements, GateError> {
    let mut lists = old.lists.clone();
    for list in &mut lists {
        // What is promised now counts, not what was before the change.
        if let Some(set) = sudoku_corpus::set(&list.name).filter(|_| list.symmetries == 0) {
            list.promises = set.promising().map(str::to_owned).collect();
        }
    }
    let known = old.plan.strategies.iter().filter_map(|name| sudoku_strategies::find(name));
    let job = Job {
        contestants: known.filter(|it| it.is_available()).map(Contestant::from).collect(),
        lists: &lists,
        ways: old.plan.ways.clone(),
        limit: std::time::Duration::from_secs_f64(old.environment.time_limit_ms / 1e3),
        budget: old.plan.budget_ms.map(|_| BUDGET),
        enough: ENOUGH,
        verify_only: old.plan.verify_only,
        order: old.plan.order,
        seed: old.environment.seed,
        known: Vec::new(),
    };
    let give_up = |label: &str, _| {
        say(&format!("{label}: it has ignored the stop flag and cannot be ended\n"));
        std::process::exit(Ending::Wrong as i32);
    };
    let failed = |error| GateError::Command(CommandError::Watchdog(error));
    let watchdog = Watchdog::start(GRACE, give_up).map_err(failed)?;
    let rows = job::run(&job, &watchdog, &Progress::on_terminal(), &Ledger::default());
    let plan = job.plan();
    Ok(Measurements { rows, plan, lists, finished: true, ..old.clone() })
}

impl<'m> Judged<'m> {
    fn new(row: Compared<'m>) -> Self {
        let puzzles = row.new.fates().len();
        let finished = |row: &Measured| row.count(Fate::Finished) == puzzles;
        let pass = |row: &Measured| row.mean().unwrap_or(f64::INFINITY) * puzzles as f64;
        let takes_turns = row.new.faults().is_empty()
            && finished(row.old)
            && finished(row.new)
            && pass(row.old).max(pass(row.new)) < LONG_PASS;
        Self { row, instructions: None, ratios: Vec::new(), takes_turns }
    }

    /// The turn of it with this seed, of about the length of a turn.
    fn request(&self, old: &'m Measurements, seed: u64) -> Option<Request<'m>> {
        let new = self.row.new;
        let same = |list: &crate::contest::PuzzleList| list.name == new.list.name;
        let pass = new.mean()? * new.fates().len() as f64;
        Some(Request {
            strategy: &self.row.old.strategy,
            list: old.lists.iter().position(same)?,
            way: old.plan.ways.iter().position(|way| *way == new.way)?,
            passes: (TURN / pass).ceil().clamp(1.0, 10_000.0) as u32,
            seed,
        })
    }

    /// The interval of the ratio.
    fn interval(&self) -> Option<(f64, f64)> {
        median_interval(&self.ratios, CONFIDENCE)
    }

    /// Whether more turns could decide more.
    fn is_open(&self) -> bool {
        self.takes_turns
            && self.interval().is_none_or(|(low, high)| low <= SLOWER && high >= NOT_SLOWER)
    }

    fn verdict(&self) -> Verdict {
        let record = Record::new(self.row.new, true);
        let more = |(old, new): (u64, u64), by: f64| new as f64 > old as f64 * by;
        let works_more = self.row.counters.iter().flatten().any(|&pair| more(pair, 1.0))
            || self.instructions.is_some_and(|pair| more(pair, MORE_INSTRUCTIONS));
        let fewer_finished =
            self.row.new.count(Fate::TimedOut) > self.row.old.count(Fate::TimedOut);
        match self.interval() {
            _ if record.wrong > 0 => Verdict::Wrong,
            _ if record.missed_promise().is_some() => Verdict::MissedPromise,
            Some((low, _)) if low > SLOWER => Verdict::Slower,
            Some((_, high)) if high < NOT_SLOWER => Verdict::Kept,
            _ if works_more || fewer_finished => Verdict::MoreWork,
            Some(_) => Verdict::NotDecided,
            None if self.takes_turns || self.row.counters.iter().all(Option::is_none) => {
                Verdict::NotDecided
            }
            None => Verdict::Kept,
        }
    }

    fn line(&self, verdict: Verdict) -> String {
        let Measured { strategy, list, way, .. } = self.row.new;
        let pair = |pair: Option<(u64, u64)>| match pair {
            None => "–".to_owned(),
            Some((old, new)) if old == new => "same".to_owned(),
            Some((old, new)) => format!("{:.4}×", new as f64 / old.max(1) as f64),
        };
        let (ratio, bounds) = match (median(&self.ratios), self.interval()) {
            (Some(ratio), Some((low, high))) => {
                (format!("{ratio:.3}"), format!("{low:.3} – {high:.3}"))
            }
            _ => ("–".to_owned(), "–".to_owned()),
        };
        let verb = if way.batch { ", batch" } else { "" };
        format!(
            "| {strategy} | {} · {}{verb} | {} | {} | {} | {ratio} | {bounds} | {verdict} |",
            list.name,
            way.mode,
            pair(self.row.counters[0]),
            pair(self.row.counters[1]),
            pair(self.instructions),
        )
    }
}

/// Counts the instructions of both programs; says where they are not counted.
fn count_instructions(
    rows: &mut [Judged<'_>],
    args: &GateArgs,
    before: &Path,
    after: &Path,
    old: &Measurements,
) -> Vec<String> {
    if args.no_instructions {
        return vec!["instructions were not counted, as was asked for".to_owned()];
    }
    if !has_valgrind() {
        return vec!["instructions are not counted: valgrind is not installed".to_owned()];
    }
    let mut uncounted = Vec::new();
    for row in rows.iter_mut().filter(|row| row.takes_turns) {
        let count = row.request(old, 1).and_then(|request| {
            let before = instructions(before, &args.baseline, &request)?;
            Some((before, instructions(after, &args.baseline, &request)?))
        });
        match count {
            Some(_) => row.instructions = count,
            None if uncounted.contains(&row.row.new.strategy) => {}
            None => uncounted.push(row.row.new.strategy.clone()),
        }
    }
    let mut notes = vec![
        "instructions are those of the processor that valgrind imitates, which has AVX2 and no AVX-512"
            .to_owned(),
    ];
    if !uncounted.is_empty() {
        notes.push(format!("instructions are not counted of {}", uncounted.join(", ")));
    }
    notes
}

/// Has both programs take turns, until all rows are decided or the last pair of processes was.
fn take_turns(
    rows: &mut [Judged<'_>],
    file: &Path,
    before: &Path,
    after: &Path,
    old: &Measurements,
) -> io::Result<()> {
    let [first_look, most] = PAIRS;
    for pair in 0..most {
        let open = |row: &Judged<'_>| row.takes_turns && (pair < first_look || row.is_open());
        if !rows.iter().any(open) {
            break;
        }
        let (mut old_build, mut new_build) =
            (Worker::start(before, file)?, Worker::start(after, file)?);
        for row in rows.iter_mut().filter(|row| open(row)) {
            let mut times = [Vec::new(), Vec::new()];
            for turn in 0..=TURNS {
                let seed = (pair * (TURNS + 1) + turn) as u64;
                let Some(request) = row.request(old, seed) else { break };
                // Who comes first gains or loses by it, so each comes first as often.
                let mut builds = [(0, &mut old_build), (1, &mut new_build)];
                if (pair + turn) % 2 == 1 {
                    builds.reverse();
                }
                for (which, build) in builds {
                    let time = build.turn(&request);
                    // The first turn warms up.
                    times[which].extend(time.filter(|_| turn > 0).map(|time| time as f64));
                }
            }
            match (median(&times[0]), median(&times[1])) {
                (Some(old), Some(new)) if old > 0.0 => row.ratios.push(new / old),
                // One of the builds does not have it.
                _ => row.takes_turns = false,
            }
        }
    }
    Ok(())
}

fn table(lines: &[String], notes: &[String], fails: bool) -> String {
    let mut text = String::new();
    let verdict = if fails { "does not pass" } else { "passes" };
    // Writing to a string does not fail.
    let _ = writeln!(text, "### The change {verdict}\n");
    let _ = writeln!(
        text,
        "| strategy | set | placements | guesses | instructions | new/old time | {}% interval | |",
        CONFIDENCE * 100.0
    );
    let _ = writeln!(text, "|---|---|--:|--:|--:|--:|--:|---|");
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(
        text,
        "\nslower: the whole interval of the ratio is above {SLOWER}; kept: it is below {NOT_SLOWER}, or \
         there are no turns and no work was added. The ratio is the median over pairs of processes that \
         take turns of about {} of processor time.",
        time(TURN)
    );
    for note in notes {
        let _ = writeln!(text, "- {note}");
    }
    text
}
