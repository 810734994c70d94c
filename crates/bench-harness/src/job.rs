//! The whole job: verify every strategy on every list, then time them, interleaved.
//!
//! Time is shared fairly. While verifying, the row that has had the least time comes next, so that
//! what fast strategies leave over goes to the slow ones. While timing, rows take turns within
//! their list and mode, list after list, round after round, so that a machine that changes its
//! speed changes it for all of them; a row whose turn does not fit its share of the time that is
//! left waits until the others are done. Rows that promise the time budget are verified before all
//! others, so that no promise goes untested for want of time.

use std::time::{Duration, Instant};

use crate::ask::{Buffers, Way};
use crate::check::Evidence;
use crate::contest::{Contestant, PuzzleList};
use crate::doubts::Pace;
use crate::file::Plan;
use crate::ledger::Ledger;
use crate::order::Order;
use crate::progress::Progress;
use crate::row::{Measured, Room, Row};
use crate::watchdog::Watchdog;

/// What is to be done.
#[derive(Clone)]
pub struct Job<'j> {
    /// The strategies and peers.
    pub contestants: Vec<Contestant<'j>>,
    /// The puzzles.
    pub lists: &'j [PuzzleList],
    /// How the strategies are asked.
    pub ways: Vec<Way>,
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
    /// What is known of the rows from an earlier run of the same job; empty if there was none.
    pub known: Vec<Measured>,
}

impl Job<'_> {
    /// What the rows depend on, for a file.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan {
            strategies: self.contestants.iter().map(|it| it.name.to_owned()).collect(),
            peers: self
                .contestants
                .iter()
                .filter_map(|it| Some((it.name.to_owned(), it.peer()?.greeting().clone())))
                .collect(),
            ways: self.ways.clone(),
            order: self.order,
            symmetries: self.lists.first().map_or(0, |list| list.symmetries),
            budget_ms: self.budget.map(|budget| budget.as_millis() as u64),
            verify_only: self.verify_only,
        }
    }
}

/// The part of a shared time that verifying may take.
const VERIFYING: f64 = 0.6;

/// How often the machine's pace is taken.
const BETWEEN_PACES: Duration = Duration::from_millis(50);

/// A row verifies at least this long before another one's turn comes.
const SLICE: Duration = Duration::from_millis(20);

/// Runs the job. The rows come list by list, mode by mode, in the order of the strategies.
#[must_use]
pub fn run<'j>(
    job: &Job<'j>,
    watchdog: &Watchdog,
    progress: &Progress,
    ledger: &Ledger,
) -> Vec<Measured> {
    let known = match job.known.is_empty() {
        true => job.plan().rows(job.lists),
        false => job.known.clone(),
    };
    let spent: Duration = known.iter().map(|row| row.verifying() + row.timing()).sum();
    let start = Instant::now();
    let deadline = |part: f64| {
        job.budget.and_then(|budget| start.checked_add(budget.mul_f64(part).saturating_sub(spent)))
    };
    let mut room = Room {
        limit: job.limit,
        order: job.order,
        seed: job.seed,
        blocks: job.contestants.iter().any(|contestant| contestant.peer().is_some()),
        deadline: deadline(1.0),
        watchdog,
        ledger,
        buffers: Buffers::default(),
    };
    ledger.open(known.clone());
    let mut rows = rows(job, known);
    let verifying_ends = deadline(if job.verify_only { 1.0 } else { VERIFYING });
    verify(&mut rows, &mut room, verifying_ends, progress);
    compare(&mut rows, job.lists.len());
    for (number, row) in rows.iter_mut().enumerate() {
        ledger.add(number, &row.take_events());
    }
    if !job.verify_only {
        time(&mut rows, &mut room, job.enough, progress);
    }
    progress.finish();
    ledger.end();
    rows.into_iter().map(|row| row.measured).collect()
}

/// The rows of a job, of which so much is known.
fn rows<'j>(job: &Job<'j>, known: Vec<Measured>) -> Vec<Row<'j>> {
    let (strategies, ways) = (job.contestants.len().max(1), job.ways.len().max(1));
    let row = |(number, measured): (usize, Measured)| {
        let contestant = job.contestants[number % strategies];
        Row::new(contestant, number / strategies / ways, measured, job.order, job.seed)
    };
    known.into_iter().enumerate().map(row).collect()
}

fn verify(rows: &mut [Row<'_>], room: &mut Room<'_>, ends: Option<Instant>, progress: &Progress) {
    let puzzles = rows.iter().map(|row| row.measured.list.puzzles.len()).sum();
    progress.phase("verifying", puzzles);
    loop {
        let unfinished = rows.iter_mut().enumerate().filter(|(_, row)| !row.is_verified());
        let Some((number, row)) =
            unfinished.min_by_key(|(_, row)| (!row.goes_first(), row.verifying()))
        else {
            break;
        };
        // What is promised is put to the test as long as there is time.
        let ends = if row.goes_first() { room.deadline } else { ends };
        if ends.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        progress.at(|| row.label());
        room.ledger.turn_of(number);
        let verified = row.verify(room, SLICE);
        room.ledger.add(number, &row.take_events());
        progress.advance(verified);
    }
}

/// Holds what the strategies found about each list against each other.
fn compare(rows: &mut [Row<'_>], lists: usize) {
    for list in 0..lists {
        let mut rows: Vec<_> = rows.iter_mut().filter(|row| row.list_number == list).collect();
        let puzzles = rows.first().map_or(0, |row| row.measured.list.puzzles.len());
        let mut evidence = vec![Evidence::default(); puzzles];
        for row in &rows {
            row.testify(&mut evidence);
        }
        for row in &mut rows {
            row.check(&evidence);
        }
    }
}

fn time(rows: &mut [Row<'_>], room: &mut Room<'_>, enough: Duration, progress: &Progress) {
    let left =
        |room: &Room<'_>| room.deadline.map(|end| end.saturating_duration_since(Instant::now()));
    let divided =
        |time: Duration, count: usize| time / u32::try_from(count.max(1)).unwrap_or(u32::MAX);
    let count = |rows: &[Row<'_>], enough| rows.iter().filter(|row| row.wants_time(enough)).count();
    let all = count(rows, enough);
    // Half of a shared time is for all alike, the other half for the passes of the slow.
    let enough = left(room).map_or(enough, |left| enough.min(divided(left / 2, all)));
    progress.phase("timing", all);
    let mut last_pace = Instant::now();
    let mut take_turn = |number, row: &mut Row<'_>, room: &mut Room<'_>, round| {
        progress.at(|| row.label());
        room.ledger.turn_of(number);
        if last_pace.elapsed() >= BETWEEN_PACES {
            room.ledger.add_pace(Pace::now());
            last_pace = Instant::now();
        }
        row.take_turn(room, round);
        room.ledger.add(number, &row.take_events());
    };
    // A resumed row goes on with other orders than those it had.
    let first_round = rows.iter().map(|row| row.measured.whole_passes().len()).max().unwrap_or(0);
    for round in first_round as u64.. {
        let share = left(room).map(|left| divided(left, count(rows, enough)));
        let fits = |room: &Room<'_>, turn| left(room).is_none_or(|left| turn <= left);
        let mut anyone = false;
        for (number, row) in rows.iter_mut().enumerate() {
            let turn = row.turn_time();
            let waits = share.is_some_and(|share| turn > share) || !fits(room, turn);
            if waits || !row.wants_time(enough) {
                continue;
            }
            take_turn(number, row, room, round);
            anyone = true;
        }
        if !anyone {
            // What no one's share is enough for goes to the row that needs least.
            let wanting = rows.iter_mut().enumerate().filter(|(_, row)| row.wants_time(enough));
            match wanting.min_by_key(|(_, row)| row.turn_time()) {
                Some((number, row)) if fits(room, row.turn_time()) => {
                    take_turn(number, row, room, round);
                }
                _ => break,
            }
        }
        progress.reach(all.saturating_sub(count(rows, enough)));
    }
}
