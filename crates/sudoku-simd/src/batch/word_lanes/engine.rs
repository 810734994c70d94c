//! The engine: sweeps over all lanes, and the handling of boards that these sweeps finish.

use sudoku_core::{Ending, Limits};

use super::choose::{WordChoice, WordChoices};
use super::sweep::sweep;
use super::vector::{ALL, LANES, ROWS, Row, Vector, WordRecord};
use crate::batch::queue::{Batch, SearchAccount};
use crate::puzzle::{Start, bits};

/// A choice with untried permutations, and the board before any of its permutations was tried. If
/// only one permutation is left, the board already has its effect.
#[derive(Clone, Copy)]
struct WordFrame {
    record: WordRecord,
    choice: WordChoice,
}

/// The search of one lane's board.
struct WordLane {
    account: SearchAccount,
    /// The choices on the path to the board in the lane. The stack grows if necessary. It never
    /// holds more than 54 choices, because each reduces a digit in a chute from several
    /// permutations to one.
    stack: Vec<WordFrame>,
}

impl WordLane {
    const IDLE: Self = Self { account: SearchAccount::IDLE, stack: Vec::new() };

    /// Returns to the latest choice and takes its next permutation, or returns the ending of the
    /// search.
    #[inline(always)]
    fn back(&mut self, limits: &Limits<'_>, record: &mut WordRecord) -> Result<(), Ending> {
        let Some(frame) = self.stack.last_mut() else {
            return Err(Ending::Exhausted);
        };
        self.account.node(limits)?;
        *record = frame.record;
        if frame.choice.is_last() {
            self.stack.pop();
            return Ok(());
        }
        self.account.guess();
        hold(record, &mut frame.choice);
        if frame.choice.is_last() {
            let mut last = frame.choice;
            hold(&mut frame.record, &mut last);
        }
        Ok(())
    }
}

/// Takes the next permutation of a choice, and removes the digit from the other crossings of the
/// record.
#[inline(always)]
fn hold(record: &mut WordRecord, choice: &mut WordChoice) {
    choice.take().each(|cell, kept| record.0[cell] &= kept);
}

/// The number of finished or stalled boards at which the sweeps are interrupted.
const ENOUGH: u32 = 10;
/// The number of remaining boards up to which searching one at a time is faster than the lanes.
const FEW: u32 = 10;
/// The number of sweeps between two checks of the stop flag: about 20 microseconds.
const SWEEPS_BETWEEN_LOOKS: u32 = 64;

/// Searches all boards of a batch except the last few.
///
/// Lanes without another board stay empty. When most lanes are empty, the remaining boards are
/// faster alone, even though their search starts again.
#[inline(always)]
pub(crate) fn run<V: Vector>(proof: V::Proof, limits: &Limits<'_>, batch: &mut Batch<'_>) {
    let mut rows = Box::new([Row::ZEROS; ROWS]);
    let mut records = vec![WordRecord::EMPTY; LANES + 1];
    let mut lanes = [const { WordLane::IDLE }; LANES];
    // Each lane's sum after the previous sweep.
    let mut sums = Row::ZEROS;
    let mut at_work = 0u32;
    let count = if limits.is_stopped() && limits.solutions > 0 { 0 } else { LANES };
    for (number, (lane, record)) in lanes.iter_mut().zip(&mut records).take(count).enumerate() {
        if begin::<V>(proof, limits, batch, lane, record) {
            at_work |= 1 << number;
        }
    }
    V::restore(proof, &mut rows, at_work, &records);
    let mut sweeps = 0u32;
    while at_work != 0 {
        if batch.is_empty() && at_work.count_ones() <= FEW {
            while at_work != 0 {
                batch.leave(&lanes[take_lowest(&mut at_work)].account);
            }
            break;
        }
        if sweeps.is_multiple_of(SWEEPS_BETWEEN_LOOKS) && limits.is_stopped() {
            while at_work != 0 {
                batch.end(&lanes[take_lowest(&mut at_work)].account, Ending::Stopped);
            }
            break;
        }
        sweeps = sweeps.wrapping_add(1);
        let found = sweep::<V>(proof, &mut rows);
        let (all, zero) = (V::splat(proof, ALL), V::splat(proof, 0));
        let unchanged = found.sum.equals(V::load(proof, &sums));
        let contradicted = !found.open.equals(all)
            | found.least.equals(zero)
            | unchanged & !found.hiding.equals(zero);
        let solved = found.placed.equals(all) & !contradicted;
        found.sum.store(&mut sums);
        // Further sweeps change none of this, so boards can wait for others.
        let ended = (contradicted | solved) & at_work;
        let stalled = unchanged & at_work & !ended;
        let waiting = (ended | stalled).count_ones();
        if waiting == 0 || (waiting < ENOUGH && 2 * waiting < at_work.count_ones()) {
            continue;
        }

        let mut wanted = stalled;
        let mut left = solved & at_work;
        while left != 0 {
            let lane = take_lowest(&mut left);
            wanted |= u32::from(lanes[lane].account.has_none()) << lane;
        }
        V::save(proof, &rows, wanted, &mut records);

        let mut changed = 0u32;
        left = ended;
        while left != 0 {
            let lane = take_lowest(&mut left);
            let (at, record) = (&mut lanes[lane], &mut records[lane]);
            let mut result = Ok(());
            if solved >> lane & 1 != 0 {
                if at.account.has_none() {
                    batch.keep(&at.account, &V::write(proof, record));
                }
                result = at.account.solution(limits);
            }
            let result = result.and_then(|()| at.back(limits, record));
            let goes_on = goes_on::<V>(proof, limits, batch, at, record, result);
            changed |= u32::from(goes_on) << lane;
            at_work &= !(u32::from(!goes_on) << lane);
        }
        if stalled != 0 {
            let choices = WordChoices::make::<V>(proof, &rows);
            left = stalled;
            while left != 0 {
                let lane = take_lowest(&mut left);
                let (at, record) = (&mut lanes[lane], &mut records[lane]);
                let mut choice = choices.of(lane);
                let turned_back = if choice.is_over() {
                    Some(at.back(limits, record))
                } else {
                    at.account.node(limits).err().map(Err)
                };
                if let Some(result) = turned_back {
                    let goes_on = goes_on::<V>(proof, limits, batch, at, record, result);
                    changed |= u32::from(goes_on) << lane;
                    at_work &= !(u32::from(!goes_on) << lane);
                    continue;
                }
                at.account.guess();
                let hold_now = choice.take();
                at.stack.push(WordFrame { record: *record, choice });
                if choice.is_last()
                    && let Some(frame) = at.stack.last_mut()
                {
                    hold(&mut frame.record, &mut choice);
                }
                hold_now.each(|cell, kept| rows[cell].0[lane] &= kept);
            }
        }
        V::restore(proof, &mut rows, changed, &records);
        while changed != 0 {
            // No board has this sum, so a new board does not look like an unchanged one.
            sums.0[take_lowest(&mut changed)] = 0;
        }
    }
}

/// Removes the lowest lane from a set and returns it.
#[inline(always)]
fn take_lowest(lanes: &mut u32) -> usize {
    let lane = lanes.trailing_zeros() as usize % 32;
    *lanes &= lanes.wrapping_sub(1);
    lane
}

/// Ends the board of a lane if its search has ended, and takes the next one. Returns false if no
/// boards are left.
#[inline(always)]
fn goes_on<V: Vector>(
    proof: V::Proof,
    limits: &Limits<'_>,
    batch: &mut Batch<'_>,
    lane: &mut WordLane,
    record: &mut WordRecord,
    result: Result<(), Ending>,
) -> bool {
    let Err(ending) = result else { return true };
    batch.end(&lane.account, ending);
    begin::<V>(proof, limits, batch, lane, record)
}

/// Takes the next board of the batch to search. Returns false if no boards are left.
#[inline(always)]
fn begin<V: Vector>(
    proof: V::Proof,
    limits: &Limits<'_>,
    batch: &mut Batch<'_>,
    lane: &mut WordLane,
    record: &mut WordRecord,
) -> bool {
    let Some((account, start)) = batch.begin(limits) else { return false };
    lane.account = account;
    lane.stack.clear();
    match start {
        Start::Board(board) => V::read(proof, board.as_bytes(), record),
        Start::Candidates(candidates) => record.0[..81].copy_from_slice(&bits(candidates)),
    }
    true
}
