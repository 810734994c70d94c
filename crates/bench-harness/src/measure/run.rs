//! Runs the whole job: verifies every engine on every list, then times them in turns.
//!
//! A total time is divided as follows:
//!
//! - Verification: the row with the least time so far is next, so slow strategies get the time that
//!   fast ones do not need. Rows that promise the time budget come first, so every promise is
//!   tested.
//! - Timing: the rows take turns, list after list and round after round, so a change in the
//!   machine's speed affects all of them. A row whose turn is longer than its share of the
//!   remaining time waits until the others are done.

use std::time::{Duration, Instant};

use cli_support::Progress;

use super::job::Job;
use super::journal::Journal;
use super::machine;
use super::row::{Bench, JobRow};
use crate::data::check::CrossCheck;
use crate::data::measurements::{Measurements, Record};
use crate::engine::buffers::Buffers;
use crate::engine::watchdog::Watchdog;

pub(crate) const TEMPLATE: &str = "{elapsed:>4} {prefix} [{bar:30}] {percent:>3}% {msg}";

/// The share of a total time for verification.
const VERIFYING: f64 = 0.6;

/// The minimum time for which a row verifies before the next row.
const SLICE: Duration = Duration::from_millis(20);

/// Runs the job from the beginning of the journal, and records all events in it. A finished job is
/// not run again.
pub fn run(
    job: &Job<'_>,
    watchdog: &Watchdog,
    progress: &Progress,
    journal: &Journal,
) -> Measurements {
    let begun = journal.measurements();
    if begun.finished {
        return begun;
    }
    let known = begun.rows.into_iter().enumerate();
    let mut rows: Vec<JobRow<'_>> =
        known.map(|(number, measured)| JobRow::new(number, measured, job, journal)).collect();
    let spent: Duration = rows.iter().map(|row| row.measured.verifying + row.measured.timing).sum();
    let start = Instant::now();
    let deadline = |part: f64| {
        job.budget.and_then(|budget| start.checked_add(budget.mul_f64(part).saturating_sub(spent)))
    };
    let mut bench = Bench { deadline: deadline(1.0), watchdog, buffers: Buffers::default() };
    let verifying_ends = deadline(if job.verify_only { 1.0 } else { VERIFYING });
    verify(&mut rows, &mut bench, verifying_ends, progress);
    cross_check(&mut rows, job.lists.len());
    journal.flush();
    if !job.verify_only {
        let note_scheduling =
            || machine::scheduling().into_iter().for_each(|it| journal.add(Record::Scheduling(it)));
        note_scheduling();
        time(&mut rows, &mut bench, job.enough, progress);
        note_scheduling();
    }
    progress.finish();
    journal.add(Record::End { seconds: start.elapsed().as_secs_f64() });
    journal.flush();
    journal.measurements()
}

fn verify(
    rows: &mut [JobRow<'_>],
    bench: &mut Bench<'_>,
    ends: Option<Instant>,
    progress: &Progress,
) {
    let puzzles: usize = rows.iter().map(|row| row.measured.list.puzzles.len()).sum();
    progress.begin(TEMPLATE, "verifying", Some(puzzles as u64));
    loop {
        let unfinished = rows.iter_mut().filter(|row| !row.is_verified());
        let Some(row) = unfinished.min_by_key(|row| (!row.goes_first(), row.measured.verifying))
        else {
            break;
        };
        // Promises are tested as long as there is any time.
        let ends = if row.goes_first() { bench.deadline } else { ends };
        if ends.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        progress.describe(|| row.measured.label());
        let verified = row.verify(bench, SLICE);
        row.journal.flush();
        progress.advance(verified as u64);
    }
    rows.iter_mut().filter(|row| !row.is_verified()).for_each(JobRow::end_verification);
}

/// Checks the answers of all engines on each list against each other.
fn cross_check(rows: &mut [JobRow<'_>], lists: usize) {
    for list in 0..lists {
        let mut rows: Vec<_> =
            rows.iter_mut().filter(|row| row.measured.list_number == list).collect();
        let puzzles = rows.first().map_or(0, |row| row.measured.list.puzzles.len());
        for index in 0..puzzles {
            let mut found = CrossCheck::default();
            rows.iter().for_each(|row| row.contribute(index, &mut found));
            rows.iter_mut().for_each(|row| row.cross_check(index, &found));
        }
    }
}

fn time(rows: &mut [JobRow<'_>], bench: &mut Bench<'_>, enough: Duration, progress: &Progress) {
    let left =
        |bench: &Bench<'_>| bench.deadline.map(|end| end.saturating_duration_since(Instant::now()));
    let divided =
        |time: Duration, count: usize| time / u32::try_from(count.max(1)).unwrap_or(u32::MAX);
    let count =
        |rows: &[JobRow<'_>], enough| rows.iter().filter(|row| row.wants_time(enough)).count();
    let all = count(rows, enough);
    // 50% of a total time is divided equally, the rest is for the passes of slow rows.
    let enough = left(bench).map_or(enough, |left| enough.min(divided(left / 2, all)));
    progress.begin(TEMPLATE, "timing", Some(all as u64));
    let take_turn = |row: &mut JobRow<'_>, bench: &mut Bench<'_>, round| {
        progress.describe(|| row.measured.label());
        row.take_turn(bench, round);
        row.journal.flush();
    };
    // A resumed row continues with new orders.
    let first_round = rows.iter().map(|row| row.measured.whole_passes.len()).max().unwrap_or(0);
    for round in first_round as u64.. {
        let share = left(bench).map(|left| divided(left, count(rows, enough)));
        let fits = |bench: &Bench<'_>, turn| left(bench).is_none_or(|left| turn <= left);
        let mut anyone = false;
        for row in rows.iter_mut() {
            let turn = row.turn_time();
            let waits = share.is_some_and(|share| turn > share) || !fits(bench, turn);
            if waits || !row.wants_time(enough) {
                continue;
            }
            take_turn(row, bench, round);
            anyone = true;
        }
        if !anyone {
            // No row's share is enough for a turn, so the row with the shortest turn gets the time.
            let wanting = rows.iter_mut().filter(|row| row.wants_time(enough));
            match wanting.min_by_key(|row| row.turn_time()) {
                Some(row) if fits(bench, row.turn_time()) => take_turn(row, bench, round),
                _ => break,
            }
        }
        progress.reach(all.saturating_sub(count(rows, enough)) as u64);
    }
}
