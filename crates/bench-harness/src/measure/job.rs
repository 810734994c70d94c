//! The whole job: verify every engine on every list, then time them, interleaved.
//!
//! Time is shared fairly. While verifying, the row that has had the least time comes next, so that
//! what fast strategies leave over goes to the slow ones. While timing, rows take turns within
//! their list and mode, list after list, round after round, so that a machine that changes its
//! speed changes it for all of them; a row whose turn does not fit its share of the time that is
//! left waits until the others are done. Rows that promise the time budget are verified before all
//! others, so that no promise goes untested for want of time.

use std::time::{Duration, Instant};

use cli_support::Progress;

use super::journal::Journal;
use super::machine;
use super::row::{Bench, Row};
use crate::data::check::CrossCheck;
use crate::data::measured::Measured;
use crate::data::measurements::{LogEntry, Measurements};
use crate::data::order::Order;
use crate::data::plan::Plan;
use crate::data::puzzles::PuzzleList;
use crate::data::workload::Workload;
use crate::engine::Engine;
use crate::engine::buffers::Buffers;
use crate::engine::watchdog::Watchdog;

/// What is to be done.
#[derive(Clone)]
pub struct Job<'j> {
    /// The strategies and external engines.
    pub engines: Vec<Engine<'j>>,
    /// The puzzles.
    pub lists: &'j [PuzzleList],
    /// What they are asked.
    pub workloads: Vec<Workload>,
    /// The time limit of a puzzle, or of a batch.
    pub limit: Duration,
    /// The time that all rows share; without it every puzzle is run.
    pub budget: Option<Duration>,
    /// How long each row is timed at least, if its share of the time allows it.
    pub enough: Duration,
    /// Whether to verify only.
    pub verify_only: bool,
    /// The order of the puzzles in a pass.
    pub order: Order,
    /// The seed of the random orders.
    pub seed: u64,
}

impl Job<'_> {
    /// A measurement of which nothing is done yet.
    pub fn begin(&self) -> Measurements {
        let environment = machine::environment(self.seed, self.limit);
        Measurements::new(environment, self.plan(), self.lists.to_vec())
    }

    /// What the rows depend on, for a file.
    pub fn plan(&self) -> Plan {
        let greeting =
            |it: &Engine<'_>| Some((it.name.to_owned(), it.external()?.greeting().clone()));
        Plan {
            strategies: self.engines.iter().map(|it| it.name.to_owned()).collect(),
            external: self.engines.iter().filter_map(greeting).collect(),
            workloads: self.workloads.clone(),
            order: self.order,
            symmetries: self.lists.first().map_or(0, |list| list.symmetries),
            budget_ms: self.budget.map(|budget| budget.as_millis() as u64),
            verify_only: self.verify_only,
        }
    }
}

/// How the progress is drawn.
pub(crate) const TEMPLATE: &str = "{elapsed:>4} {prefix} [{bar:30}] {percent:>3}% {msg}";

/// The part of a shared time that verifying may take.
const VERIFYING: f64 = 0.6;

/// How often the machine's pace is taken.
const BETWEEN_PACES: Duration = Duration::from_millis(50);

/// A row verifies at least this long before another one's turn comes.
const SLICE: Duration = Duration::from_millis(20);

/// Runs the job, from where the journal begins, and notes everything in the journal.
pub fn run(
    job: &Job<'_>,
    watchdog: &Watchdog,
    progress: &Progress,
    journal: &Journal,
) -> Measurements {
    let mut rows = rows(job, &journal.begun().rows);
    let spent: Duration =
        rows.iter().map(|row| row.measured.verifying() + row.measured.timing()).sum();
    let start = Instant::now();
    let deadline = |part: f64| {
        job.budget.and_then(|budget| start.checked_add(budget.mul_f64(part).saturating_sub(spent)))
    };
    let mut bench = Bench {
        limit: job.limit,
        order: job.order,
        seed: job.seed,
        blocks: job.engines.iter().any(|engine| engine.external().is_some()),
        deadline: deadline(1.0),
        watchdog,
        journal,
        buffers: Buffers::default(),
    };
    let verifying_ends = deadline(if job.verify_only { 1.0 } else { VERIFYING });
    verify(&mut rows, &mut bench, verifying_ends, progress);
    cross_check(&mut rows, job.lists.len());
    for (number, row) in rows.iter_mut().enumerate() {
        journal.add_events(number, row.take_events());
    }
    if !job.verify_only {
        time(&mut rows, &mut bench, job.enough, progress);
    }
    progress.finish();
    journal.add(LogEntry::End);
    journal.fold()
}

/// The rows of a job that go on from what is known of them.
fn rows<'j>(job: &Job<'j>, known: &[Measured]) -> Vec<Row<'j>> {
    let (engines, workloads) = (job.engines.len().max(1), job.workloads.len().max(1));
    let row = |(number, measured): (usize, &Measured)| {
        let list = number / engines / workloads;
        Row::new(job.engines[number % engines], list, measured.clone(), job.order, job.seed)
    };
    known.iter().enumerate().map(row).collect()
}

fn verify(rows: &mut [Row<'_>], bench: &mut Bench<'_>, ends: Option<Instant>, progress: &Progress) {
    let puzzles: usize = rows.iter().map(|row| row.measured.list.puzzles.len()).sum();
    progress.begin(TEMPLATE, "verifying", Some(puzzles as u64));
    loop {
        let unfinished = rows.iter_mut().enumerate().filter(|(_, row)| !row.is_verified());
        let Some((number, row)) =
            unfinished.min_by_key(|(_, row)| (!row.goes_first(), row.verifying()))
        else {
            break;
        };
        // What is promised is put to the test as long as there is time.
        let ends = if row.goes_first() { bench.deadline } else { ends };
        if ends.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        progress.describe(|| row.label());
        bench.journal.turn_of(number);
        let verified = row.verify(bench, SLICE);
        bench.journal.add_events(number, row.take_events());
        progress.advance(verified as u64);
    }
}

/// Checks what the engines found about each list against each other.
fn cross_check(rows: &mut [Row<'_>], lists: usize) {
    for list in 0..lists {
        let mut rows: Vec<_> = rows.iter_mut().filter(|row| row.list_number == list).collect();
        let puzzles = rows.first().map_or(0, |row| row.measured.list.puzzles.len());
        let mut found = vec![CrossCheck::default(); puzzles];
        for row in &rows {
            row.contribute(&mut found);
        }
        for row in &mut rows {
            row.cross_check(&found);
        }
    }
}

fn time(rows: &mut [Row<'_>], bench: &mut Bench<'_>, enough: Duration, progress: &Progress) {
    let left =
        |bench: &Bench<'_>| bench.deadline.map(|end| end.saturating_duration_since(Instant::now()));
    let divided =
        |time: Duration, count: usize| time / u32::try_from(count.max(1)).unwrap_or(u32::MAX);
    let count = |rows: &[Row<'_>], enough| rows.iter().filter(|row| row.wants_time(enough)).count();
    let all = count(rows, enough);
    // Half of a shared time is for all alike, the other half for the passes of the slow.
    let enough = left(bench).map_or(enough, |left| enough.min(divided(left / 2, all)));
    progress.begin(TEMPLATE, "timing", Some(all as u64));
    let mut last_pace = Instant::now();
    let mut take_turn = |number, row: &mut Row<'_>, bench: &mut Bench<'_>, round| {
        progress.describe(|| row.label());
        bench.journal.turn_of(number);
        if last_pace.elapsed() >= BETWEEN_PACES {
            bench.journal.add(LogEntry::Pace(machine::pace()));
            last_pace = Instant::now();
        }
        row.take_turn(bench, round);
        bench.journal.add_events(number, row.take_events());
    };
    // A resumed row goes on with other orders than those it had.
    let first_round = rows.iter().map(|row| row.measured.whole_passes.len()).max().unwrap_or(0);
    for round in first_round as u64.. {
        let share = left(bench).map(|left| divided(left, count(rows, enough)));
        let fits = |bench: &Bench<'_>, turn| left(bench).is_none_or(|left| turn <= left);
        let mut anyone = false;
        for (number, row) in rows.iter_mut().enumerate() {
            let turn = row.turn_time();
            let waits = share.is_some_and(|share| turn > share) || !fits(bench, turn);
            if waits || !row.wants_time(enough) {
                continue;
            }
            take_turn(number, row, bench, round);
            anyone = true;
        }
        if !anyone {
            // What no one's share is enough for goes to the row that needs least.
            let wanting = rows.iter_mut().enumerate().filter(|(_, row)| row.wants_time(enough));
            match wanting.min_by_key(|(_, row)| row.turn_time()) {
                Some((number, row)) if fits(bench, row.turn_time()) => {
                    take_turn(number, row, bench, round);
                }
                _ => break,
            }
        }
        progress.reach(all.saturating_sub(count(rows, enough)) as u64);
    }
}
