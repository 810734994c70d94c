//! The timed passes of a row, over the puzzles that it finished in the verification.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::row::{Bench, JobRow};
use crate::data::event::Event;
use crate::data::measured::{ENOUGH_PASSES, PuzzleOutcome};
use crate::data::units::nanoseconds;
use crate::engine::{EngineError, EngineRun};

/// The approximate length of a turn, if it is longer than one pass.
const TURN: Duration = Duration::from_millis(10);
/// The longest total time of [`ENOUGH_PASSES`] passes. A row whose passes take longer gets fewer.
const LONG: Duration = Duration::from_secs(10);
/// The number of passes of such a row, if none of them takes longer than [`LONG`].
const FEW_PASSES: usize = 3;
/// The mean time of slow puzzles. For slower puzzles, a pass that reads the clock for each of them
/// is also a whole pass: the clock and the watchdog cost only about 100 ns per puzzle.
const SLOW_PUZZLE: Duration = Duration::from_micros(100);
const TURN_PASSES: u64 = 64;
/// The maximum number of passes in a turn with external engines. There the clock is read around all
/// passes, and processes have to be woken, so a turn has to be long in comparison.
const BLOCK_PASSES: u64 = 8192;

impl JobRow<'_> {
    /// Returns true if the row needs further passes. `enough` is the minimum time for which a row
    /// is timed. A row with a wrong answer or without answers is not timed.
    pub fn wants_time(&self, enough: Duration) -> bool {
        let is_lost = self.engine.external().is_some_and(|external| external.lost().is_some())
            || self.measured.lost.is_some();
        if self.measured.count(PuzzleOutcome::Finished) == 0
            || !self.measured.faults.is_empty()
            || is_lost
        {
            return false;
        }
        let (passes, pass_time) = (self.measured.whole_passes.len(), self.measured.pass_time);
        // Fast puzzles need at least one whole pass, however many they are.
        (self.measured.timing.is_zero() && !self.has_slow_puzzles())
            || (self.measured.timing < enough && pass_time < LONG)
            || (passes < ENOUGH_PASSES && self.measured.timing + pass_time < LONG)
            || (passes < FEW_PASSES && pass_time < LONG && self.measured.timing < LONG * 4)
    }

    fn has_slow_puzzles(&self) -> bool {
        let finished = self.measured.count(PuzzleOutcome::Finished) as u32;
        self.measured.pass_time > SLOW_PUZZLE * finished.max(1)
    }

    /// Returns true if a pass that reads the clock for each puzzle is also a whole pass.
    fn is_slow(&self) -> bool {
        self.measured.has_own_times() && self.has_slow_puzzles()
    }

    fn whole_passes_per_turn(&self, most: u64) -> u64 {
        let pass = self.measured.pass_time.as_nanos().max(1);
        (TURN.as_nanos() / pass).clamp(1, u128::from(most)) as u64
    }

    pub fn turn_time(&self) -> Duration {
        if self.is_slow() {
            return self.measured.pass_time;
        }
        let passes =
            self.whole_passes_per_turn(TURN_PASSES) + u64::from(self.measured.keeps_times());
        self.measured.pass_time * passes as u32
    }

    /// Takes a turn: whole passes, then one pass that reads the clock for each puzzle, with warm
    /// caches. For slow puzzles, one pass serves as both. The orders depend on the round, and are
    /// the same for every row of the list and mode. The turn ends with the first interrupted pass.
    pub fn take_turn(&mut self, bench: &mut Bench<'_>, round: u64) {
        let (start, timed) = (Instant::now(), self.measured.timing);
        bench.watchdog.label(self.measured.label());
        // With external engines, the clock is read around all passes of a turn, for every engine.
        let blocks = self.job.engines.iter().any(|engine| engine.external().is_some());
        let most = if blocks { BLOCK_PASSES } else { TURN_PASSES };
        // Pass 0 was the verification.
        let first_pass = 1 + round * (most + 1);
        let is_slow = self.is_slow();
        let count = if is_slow { 0 } else { self.whole_passes_per_turn(most) };
        let finished = self.measured.count(PuzzleOutcome::Finished);
        let together = if blocks { count.max(1) } else { 1 };
        let mut times = Vec::new();
        let unbroken = (0..count / together).all(|pass| {
            let pass = first_pass + pass * together;
            let time = self.whole_passes(bench, pass..pass + together);
            times.extend(time);
            time.is_some()
        });
        // If a puzzle has just timed out, the passes over it no longer count.
        if !times.is_empty() && finished == self.measured.count(PuzzleOutcome::Finished) {
            self.note(Event::Passes { puzzles: finished, ns: times });
        }
        if unbroken && (is_slow || self.measured.keeps_times()) {
            self.puzzle_pass(bench, first_pass + most, is_slow);
        }
        self.measured.timing = timed + start.elapsed();
    }

    /// Fills the buffers with the finished puzzles, in the orders of the passes.
    fn fill(&self, bench: &mut Bench<'_>, passes: Range<u64>) -> Vec<u32> {
        let orders = passes.flat_map(|pass| self.pass_order(pass));
        let order: Vec<u32> =
            orders.filter(|&index| self.measured.is_finished(index as usize)).collect();
        let puzzles = &self.measured.list.puzzles;
        let puzzles = order.iter().map(|&index| &puzzles[index as usize].puzzle);
        let finished = self.measured.count(PuzzleOutcome::Finished);
        bench.buffers.fill(self.measured.workload, finished, puzzles);
        self.journal.begins(self.number, &order);
        order
    }

    fn puzzle_pass(&mut self, bench: &mut Bench<'_>, pass: u64, is_whole: bool) {
        let order = self.fill(bench, pass..pass + 1);
        let start = Instant::now();
        let one = |at| Some(self.run(bench, &order, Some(at), self.job.limit)?.elapsed);
        let times: Vec<Duration> = (0..order.len()).map_while(one).collect();
        let elapsed = start.elapsed();
        let mut in_list = vec![None; self.measured.puzzle_outcomes.len()];
        for (at, (&index, &time)) in order.iter().zip(&times).enumerate() {
            in_list[index as usize] = Some(nanoseconds(time));
            self.compare(bench, at, index as usize);
        }
        self.note(Event::Times { ns: in_list });
        if is_whole && times.len() == order.len() {
            self.note(Event::Passes { puzzles: order.len(), ns: vec![nanoseconds(elapsed)] });
        }
    }

    /// Runs whole passes, and reads the clock before the first and after the last. Returns the
    /// nanoseconds per pass, or `None` if they were interrupted.
    fn whole_passes(&mut self, bench: &mut Bench<'_>, passes: Range<u64>) -> Option<u64> {
        let count = passes.end - passes.start;
        let factor = u32::try_from(count).unwrap_or(u32::MAX);
        // For single puzzles, the limit applies to each, but the clock is not read between them. A
        // pass that exceeds its expected time by the limit has a puzzle that exceeds it.
        let limit = if self.measured.workload.batch {
            self.job.limit.saturating_mul(factor)
        } else {
            self.job.limit.saturating_add(self.measured.pass_time * 4 * factor)
        };
        let order = self.fill(bench, passes);
        let run = self.run(bench, &order, None, limit)?;
        self.note_outside(&run, order.len());
        for (at, &index) in order.iter().enumerate() {
            self.compare(bench, at, index as usize);
        }
        Some(nanoseconds(run.elapsed) / count.max(1))
    }

    /// Runs all puzzles in the buffers, or the one in this slot. If they are interrupted, records
    /// the reason and returns `None`.
    fn run(
        &mut self,
        bench: &mut Bench<'_>,
        order: &[u32],
        slot: Option<usize>,
        limit: Duration,
    ) -> Option<EngineRun> {
        let allowed = bench.at_most(limit);
        if allowed.is_zero() {
            return None;
        }
        let is_batch = self.measured.workload.batch;
        match self.engine.run(slot, &mut bench.buffers, bench.watchdog, allowed) {
            Ok(run) if !run.raised => return Some(run),
            // The time limit stopped the run, and not the end of the job.
            Ok(_) if allowed == limit && self.engine.external().is_some() && !is_batch => {
                self.verify_singly(bench, order.to_vec());
            }
            Ok(run) if allowed == limit => {
                for at in self.culprits(bench, order) {
                    self.time_out(at, run.elapsed.max(self.job.limit));
                }
            }
            Ok(_) => {}
            Err(EngineError::Wrong(fault)) => {
                for at in self.culprits(bench, order) {
                    self.find_fault(at, &fault);
                }
            }
            Err(lost) => self.lose(&lost),
        }
        None
    }

    /// Returns the puzzle that interrupted a run. For a batch, returns all puzzles without
    /// an answer.
    fn culprits(&self, bench: &Bench<'_>, order: &[u32]) -> Vec<usize> {
        let index = |at: usize| order.get(at).map(|&index| index as usize);
        if self.measured.workload.batch {
            bench.buffers.stopped().filter_map(index).collect()
        } else {
            index(bench.watchdog.reached()).into_iter().collect()
        }
    }

    fn compare(&mut self, bench: &Bench<'_>, at: usize, index: usize) {
        let first_run = self.measured.answer(index);
        if let Err(fault) = bench.buffers.compare(at, &first_run) {
            self.find_fault(index, &fault);
        }
    }
}
