//! `bench-harness gate`: fails if this build is wrong or slower than a baseline.
//!
//! The command measures the rows of a baseline again with this build. A wrong answer fails, and so
//! does a missed time budget that a strategy promises. Times of different runs are never compared.
//! A slower row is found by:
//!
//! - placements and guesses, which are exact;
//! - instructions, if valgrind is installed;
//! - turns of both programs side by side, if the baseline's program is given (`--against`).
//!
//! The ratio of the turns decides in the end, because more guesses may be cheaper ones. Each pair
//! of new processes gives one ratio: the median processor time of the new program's turns, divided
//! by that of the old program's. The confidence interval of the median ratio comes from the sign
//! test. It uses only the order of the ratios, so it assumes nothing about their distribution.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use cli_support::{ExitStatus, Progress, eprint_message, with_causes};
use compressed_io::InputFile;

use super::output::{CommandResult, write};
use super::select::{RowFilter, SHARED_TIME, enough};
use super::strategies::Strategies;
use crate::data::comparison::{Compared, compare};
use crate::data::measured::{Measured, PuzzleOutcome};
use crate::data::measurements::Measurements;
use crate::data::statistics::{median, median_interval};
use crate::data::units::time;
use crate::data::workload::Workload;
use crate::engine::Engine;
use crate::engine::buffers::Buffers;
use crate::engine::external::ExternalEngine;
use crate::engine::lost::EngineLostError;
use crate::engine::run::EngineRun;
use crate::engine::watchdog::{GRACE, Watchdog};
use crate::measure::job::Job;
use crate::measure::journal::Journal;
use crate::measure::run::run;
use crate::measure::turns::{check_serves, fill, has_valgrind, instructions, start};
use crate::render::columns::{Column, NONE, known, table};
use crate::render::comparison::{change, interval};
use crate::render::style::Style;

/// The options of `gate`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct GateArgs {
    /// Measurement file of the build before the change
    #[arg(long, value_name = "PATH")]
    pub baseline: PathBuf,

    /// Program `bench-harness` before the change; compares speed in alternating turns
    #[arg(long, value_name = "PATH")]
    pub against: Option<PathBuf>,

    /// Do not count instructions, even if valgrind is installed
    #[arg(long)]
    pub no_instructions: bool,

    /// Write the table to this file instead of standard output
    #[arg(long, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Exit codes:
  0  no regression found; speed is compared only with --against
  1  a wrong answer, a missed time budget, or a slower row
  2  bad usage, or a file or program that cannot be read, run or written";

/// A row is slower if its ratio is above this value with the given confidence.
const SLOWER: f64 = 1.03;
/// A row is not slower if its ratio is below this value with the given confidence.
const NOT_SLOWER: f64 = 1.06;
/// The confidence of both decisions.
const CONFIDENCE: f64 = 0.995;
/// A row with more instructions than this ratio does more work.
const MORE_INSTRUCTIONS: f64 = 1.02;
/// The number of process pairs before the first decision, and the maximum.
const PAIRS: [usize; 2] = [16, 48];
/// The number of turns of each process, after one warm-up turn.
const TURNS: usize = 6;
/// The approximate length of a turn, in nanoseconds.
const TURN: f64 = 3e6;
/// The time limit of a turn, far above the length of any turn.
const LIMIT: Duration = Duration::from_secs(20);
/// The index of the old build.
const OLD: usize = 0;
/// The longest pass, in nanoseconds, of a row that takes turns. Slower rows are compared by their
/// counters only.
const LONG_PASS: f64 = 40e6;

/// A row before and after the change.
struct GatedRow<'m> {
    row: Compared<'m>,
    /// The instructions before and after.
    instructions: Option<(u64, u64)>,
    /// The ratios of new time to old time, one for each pair of processes.
    ratios: Vec<f64>,
    /// True if the row can take turns.
    takes_turns: bool,
    /// The cause if the new build was lost during its turns.
    lost: Option<String>,
}

/// Returns the columns of the gate's table.
fn columns<'m>() -> [Column<GatedRow<'m>>; 8] {
    [
        Column::text("strategy", |row| row.row.new.strategy.clone()),
        Column::text("set", |row| {
            let Measured { list, workload, .. } = row.row.new;
            let manner = if workload.batch { ", batch" } else { "" };
            format!("{} · {}{manner}", list.name, workload.mode)
        }),
        Column::number("placements", "", |row| change(row.row.counters[0], four_decimals)),
        Column::number("guesses", "", |row| change(row.row.counters[1], four_decimals)),
        Column::number("instructions", "", |row| change(row.instructions, four_decimals)),
        Column::number("new/old time", "", |row| {
            known(median(&row.ratios), |ratio| format!("{ratio:.3}"))
        }),
        Column::number("interval", "", |row| row.interval().map_or(NONE.to_owned(), interval)),
        Column::text("verdict", |row| {
            row.verdict().map_or_else(|why| format!("FAILS: {why}"), str::to_owned)
        }),
    ]
}

fn four_decimals(factor: f64) -> String {
    format!("{factor:.4}")
}

/// Measures, compares, and prints the verdict.
///
/// # Errors
/// If the baseline cannot be read, this build cannot be measured, or the table cannot be written.
pub fn execute(args: &GateArgs, strategies: Strategies) -> CommandResult {
    let old = RowFilter::default().load(&args.baseline)?;
    let output = args.output.as_deref();
    InputFile::keep_from(&[InputFile::new(&args.baseline)], output)?;
    if let Some(program) = &args.against {
        let cannot = || format!("{} cannot take turns", program.display());
        check_serves(program, &old.rows).with_context(cannot)?;
    }
    let new = measure(&old, strategies)?;
    let (rows, alone) = compare(&old, &new);
    let mut rows: Vec<GatedRow<'_>> = rows.into_iter().map(GatedRow::new).collect();
    let mut notes: Vec<String> =
        alone.into_iter().map(|line| format!("not compared: {line}")).collect();
    if let Some(program) = &args.against {
        let own = std::env::current_exe().context("cannot find the path of this program")?;
        let builds = [program, &own].map(PathBuf::as_path);
        notes.extend(count_instructions(&mut rows, args, builds));
        take_turns(&mut rows, builds).with_context(|| program.display().to_string())?;
        let takes_none = |row: &&GatedRow<'_>| row.ratios.is_empty() && row.lost.is_none();
        let still = rows.iter().filter(takes_none).count();
        if still > 0 {
            notes.push(format!(
                "speed was not compared for {still} of the rows: their passes are too long, some \
                 puzzles were not finished, or the old program lacks the strategy"
            ));
        }
    } else {
        notes.push(
            "times and instructions were not compared: use --against with the program before the \
             change"
                .to_owned(),
        );
    }
    let fails = rows.iter().any(|row| row.verdict().is_err());
    let table = table(&columns(), &rows, Style::MARKDOWN);
    let verdict = match (fails, args.against.is_some()) {
        (true, _) => "does not pass",
        (false, true) => "passes",
        (false, false) => "passes, but times were not compared",
    };
    write(output, &[], text(&table, &notes, verdict))?;
    if output.is_some() {
        for line in table.lines().filter(|line| line.contains("FAILS")) {
            eprint_message(&format!("error: {line}\n"));
        }
    }
    Ok(if fails { ExitStatus::Fault } else { ExitStatus::Success })
}

/// Measures the rows of the baseline with this build.
///
/// # Errors
/// If the baseline has ratings, or the watchdog cannot be started.
fn measure(old: &Measurements, known: Strategies) -> Result<Measurements, anyhow::Error> {
    let asks_for_ratings = |workload: &Workload| workload.mode.scale().is_some();
    ensure!(
        !old.plan.workloads.iter().any(asks_for_ratings),
        "the baseline has ratings; `gate` compares only solving and counting"
    );
    let mut lists = old.lists.clone();
    for list in &mut lists {
        // The promises of this build count, not those of the baseline.
        if let Some(set) = sudoku_corpus::set(&list.name).filter(|_| list.symmetries == 0) {
            list.promises = set.promising().map(str::to_owned).collect();
        }
    }
    let strategies = old.plan.strategies.iter().filter_map(|name| known.find(name));
    let job = Job {
        engines: strategies.filter(|it| it.is_available()).map(Engine::from).collect(),
        lists: &lists,
        workloads: old.plan.workloads.clone(),
        limit: Duration::from_secs_f64(old.environment.time_limit_ms / 1e3),
        budget: old.plan.budget_ms.map(|_| SHARED_TIME),
        enough: enough(),
        verify_only: old.plan.verify_only,
        order: old.plan.order,
        seed: old.environment.seed,
    };
    let give_up = |label: &str, _| {
        eprint_message(&format!(
            "error: {label}: the search ignored the stop flag and cannot be stopped\n"
        ));
        std::process::exit(ExitStatus::Fault.code());
    };
    let watchdog = Watchdog::start(GRACE, give_up).context("cannot start the watchdog's thread")?;
    let journal = Journal::new(job.begin(), None);
    Ok(run(&job, &watchdog, &Progress::on_terminal(Duration::ZERO), &journal))
}

impl<'m> GatedRow<'m> {
    fn new(row: Compared<'m>) -> Self {
        let puzzles = row.new.puzzle_outcomes.len();
        let finished = |row: &Measured| row.count(PuzzleOutcome::Finished) == puzzles;
        let pass = |row: &Measured| row.mean().unwrap_or(f64::INFINITY) * puzzles as f64;
        let takes_turns = row.new.faults.is_empty()
            && finished(row.old)
            && finished(row.new)
            && pass(row.old).max(pass(row.new)) < LONG_PASS;
        Self { row, instructions: None, ratios: Vec::new(), takes_turns, lost: None }
    }

    /// Returns the number of passes in a turn.
    fn passes(&self) -> u64 {
        let new = self.row.new;
        let pass = new.mean().unwrap_or(f64::INFINITY) * new.puzzle_outcomes.len() as f64;
        (TURN / pass).ceil().clamp(1.0, 10_000.0) as u64
    }

    /// Runs the turns of a pair of processes, and returns the ratio of the new build's median time
    /// to the old build's. Returns `None` if the old build was lost or has no time.
    ///
    /// # Errors
    /// If the new build was lost.
    fn ratio(
        &self,
        builds: &[ExternalEngine; 2],
        pair: usize,
        buffers: &mut Buffers,
    ) -> Result<Option<f64>, EngineLostError> {
        let mut turns = [Vec::new(), Vec::new()];
        for turn in 0..=TURNS {
            let seed = (pair * (TURNS + 1) + turn) as u64;
            // The order may matter, so each build comes first equally often.
            let first = (pair + turn) % 2;
            for build in [first, 1 - first] {
                fill(buffers, self.row.new, self.passes(), seed);
                match builds[build].run(buffers, self.row.new.workload, LIMIT) {
                    // The first turn is the warm-up.
                    Ok(run) => turns[build].extend((turn > 0).then_some(run)),
                    Err(_) if build == OLD => return Ok(None),
                    Err(lost) => return Err(lost),
                }
            }
        }
        // Both builds use the same clock.
        let is_counted = turns.iter().flatten().all(|run| run.processor.is_some());
        let time = |run: &EngineRun| run.processor.filter(|_| is_counted).unwrap_or(run.elapsed);
        let times = turns.map(|turns| {
            median(&turns.iter().map(|run| time(run).as_nanos() as f64).collect::<Vec<_>>())
        });
        let both = times[0].zip(times[1]).filter(|(old, _)| *old > 0.0);
        Ok(both.map(|(old, new)| new / old))
    }

    /// Returns the confidence interval of the ratio.
    fn interval(&self) -> Option<(f64, f64)> {
        median_interval(&self.ratios, CONFIDENCE)
    }

    /// Returns true if more turns could decide the row.
    fn is_open(&self) -> bool {
        self.takes_turns
            && self.interval().is_none_or(|(low, high)| low <= SLOWER && high >= NOT_SLOWER)
    }

    /// Returns the verdict.
    ///
    /// # Errors
    /// The reason why the change fails.
    fn verdict(&self) -> Result<&'static str, &str> {
        if let Some(lost) = &self.lost {
            return Err(lost);
        }
        let (old, new) = (self.row.old, self.row.new);
        let more = |(old, new): (u64, u64), by: f64| new as f64 > old as f64 * by;
        let works_more = self.row.counters.iter().flatten().any(|&pair| more(pair, 1.0))
            || self.instructions.is_some_and(|pair| more(pair, MORE_INSTRUCTIONS))
            || new.count(PuzzleOutcome::TimedOut) > old.count(PuzzleOutcome::TimedOut);
        let is_unknown = self.takes_turns || self.row.counters.iter().all(Option::is_none);
        match self.interval() {
            _ if !new.faults.is_empty() => Err("wrong answers"),
            _ if new.missed_promise().is_some() => Err("misses its promised budget"),
            Some((low, _)) if low > SLOWER => Err("slower"),
            Some((_, high)) if high < NOT_SLOWER => Ok("kept"),
            _ if works_more => Err("more work"),
            None if !is_unknown => Ok("kept"),
            _ => Ok("not decided"),
        }
    }
}

/// Counts the instructions of both builds. Returns notes about rows without counts.
fn count_instructions(
    rows: &mut [GatedRow<'_>],
    args: &GateArgs,
    [before, after]: [&Path; 2],
) -> Vec<String> {
    if args.no_instructions {
        return vec!["instructions were not counted (--no-instructions)".to_owned()];
    }
    if !has_valgrind() {
        return vec!["instructions were not counted: valgrind is not installed".to_owned()];
    }
    let mut uncounted = Vec::new();
    for GatedRow { row, instructions: counts, .. } in rows.iter_mut().filter(|row| row.takes_turns)
    {
        *counts = instructions(before, row.new).zip(instructions(after, row.new));
        if counts.is_none() && !uncounted.contains(&&*row.new.strategy) {
            uncounted.push(&*row.new.strategy);
        }
    }
    let mut notes = vec![
        "instructions are counted on the processor that valgrind emulates, with AVX2 and without \
         AVX-512"
            .to_owned(),
    ];
    if !uncounted.is_empty() {
        notes.push(format!("instructions were not counted for {}", uncounted.join(", ")));
    }
    notes
}

/// Lets both builds take turns, until all rows are decided or the maximum of process pairs is
/// reached. A row takes no turns if the old build lacks its strategy or is lost.
///
/// # Errors
/// If a build cannot be started.
fn take_turns(rows: &mut [GatedRow<'_>], builds: [&Path; 2]) -> Result<(), EngineLostError> {
    let [first_look, most] = PAIRS;
    let mut buffers = Buffers::default();
    for pair in 0..most {
        let open = |row: &GatedRow<'_>| row.takes_turns && (pair < first_look || row.is_open());
        // A pair of processes for each strategy, and for boards and text.
        let mut started = HashMap::new();
        let mut open_rows = rows.iter_mut().filter(|row| open(row)).peekable();
        if open_rows.peek().is_none() {
            break;
        }
        for row in open_rows {
            let key = (&row.row.new.strategy, row.row.new.workload.text);
            let pair_of_builds = match started.entry(key) {
                Entry::Occupied(entry) => Ok(entry.into_mut()),
                Entry::Vacant(entry) => start(builds, row.row.new).map(|it| entry.insert(it)),
            };
            let ratio = pair_of_builds.and_then(|it| match it {
                Some(builds) => row.ratio(builds, pair, &mut buffers),
                None => Ok(None),
            });
            let ratio = match ratio {
                Ok(ratio) => ratio,
                Err(lost @ EngineLostError::NotStarted(_)) => return Err(lost),
                Err(lost) => {
                    row.lost = Some(format!("lost in its turns: {}", with_causes(&lost)));
                    // The next row gets new processes.
                    started.remove(&key);
                    None
                }
            };
            row.takes_turns = ratio.is_some();
            row.ratios.extend(ratio);
        }
    }
    Ok(())
}

fn text(table: &str, notes: &[String], verdict: &str) -> String {
    let mut text = format!(
        "### The change {verdict}\n\n{table}\n\nslower: the whole interval is above {SLOWER}. kept: \
         the whole interval is below {NOT_SLOWER}, or there were no turns and no counter grew. \
         new/old time: the median ratio of processor time over pairs of processes that alternate in \
         turns of about {}. interval: the {}% confidence interval of that ratio.\n",
        time(TURN),
        CONFIDENCE * 100.0
    );
    for note in notes {
        // Writing to a string does not fail.
        let _ = writeln!(text, "- {note}");
    }
    text
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::process::Command;

    use serde_json::json;

    use super::*;
    use crate::data::file::read;

    /// Returns a baseline of one puzzle with two rows: first solutions and uniqueness proofs.
    fn baseline() -> Measurements {
        const PUZZLE: &str =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let modes = ["first", "unique"];
        let workload = |mode| json!({ "mode": mode, "batch": false, "text": false });
        let mut lines = vec![
            json!({
                "record": "run", "format": "bench-harness measurements", "version": 1, "cpu": "",
                "features": [], "compiler": "", "profile": "", "opt_level": "3",
                "debug_assertions": false, "comparable": true, "commit": "", "seed": 1, "date": "",
                "time_limit_ms": 1000.0, "strategies": ["mrv"], "ways": modes.map(workload),
                "order": "shuffled", "symmetries": 0, "budget_ms": null, "verify_only": false
            }),
            json!({
                "record": "set", "list": 0, "set": "s", "about": "s", "promises_budget": [],
                "puzzles": [{ "line": 1, "puzzle": PUZZLE }]
            }),
        ];
        for mode in modes {
            lines.push(json!({
                "record": "answer", "strategy": "mrv", "set": "s", "list": 0, "mode": mode,
                "batch": false, "at": 0, "puzzle": PUZZLE, "clues": 30, "ns": 3_000_000,
                "solutions": 1, "ending": "exhausted", "nodes": 1, "placements": 1, "guesses": 0,
                "solution": null, "second_solution": null
            }));
            lines.push(json!({
                "record": "passes", "strategy": "mrv", "set": "s", "list": 0, "mode": mode,
                "batch": false, "puzzles": 1, "ns": [3_000_000]
            }));
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        read(text.as_bytes()).expect("a measurement file").measurements
    }

    /// Writes a build that is a shell script. It runs `go` when it receives the line `go`.
    fn build(folder: &Path, name: &str, go: &str) -> PathBuf {
        let path = folder.join(name);
        let script = format!(
            "#!/bin/sh
echo 'sudoku-peer 1'; echo 'version 1'; echo 'licence MIT'; echo ready
while read -r word limit manner passes puzzles; do
    count=$((passes * puzzles))
    for at in $(seq $count); do read -r line; done
    echo loaded; read -r go; {go}; echo done; read -r answers
    for at in $(seq $count); do echo '0 - -'; done
done
"
        );
        // Another process writes the file: a file that is open for writing cannot be started.
        let write = "printf %s \"$1\" >\"$0\" && chmod +x \"$0\"";
        let written = Command::new("sh").args(["-c", write]).arg(&path).arg(script).status();
        assert!(written.is_ok_and(|status| status.success()) && fs::exists(&path).is_ok());
        path
    }

    #[test]
    fn a_new_build_that_is_lost_in_its_turns_fails_the_row_and_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let good = build(folder.path(), "good", ":");
        let crashes = build(folder.path(), "crashes", "[ $limit = 1 ] && exit 3");
        let file = baseline();
        let verdicts = |builds: [&Path; 2]| {
            let (rows, _) = compare(&file, &file);
            let mut rows: Vec<_> = rows.into_iter().map(GatedRow::new).collect();
            assert!(rows.len() == 2 && rows.iter().all(|row| row.takes_turns));
            take_turns(&mut rows, builds).expect("both can be started");
            rows.iter()
                .map(|row| (row.verdict().map_err(str::to_owned), row.ratios.len()))
                .collect::<Vec<_>>()
        };
        let exited = "lost in its turns: it ended (exit status: 3)".to_owned();
        let [first, second] = &verdicts([&good, &crashes])[..] else { panic!("two rows") };
        assert_eq!(*first, (Err(exited), 0));
        assert!(second.1 >= PAIRS[0], "{second:?}");
        // A build that does not send a greeting.
        let [first, _] = &verdicts([&good, Path::new("/bin/false")])[..] else {
            panic!("two rows")
        };
        assert_eq!(first.0, Err("lost in its turns: it ended (exit status: 1)".to_owned()));
        // A lost old build does not fail the change.
        assert_eq!(verdicts([&crashes, &good])[0], (Ok("kept"), 0));
    }
}
