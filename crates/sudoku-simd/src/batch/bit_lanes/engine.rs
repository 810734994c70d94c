//! The engine: passes over all lanes, and the handling of boards that these passes finish.

use sudoku_core::{Ending, Limits};

use super::choose::BitChoice;
use super::pass::{PassFindings, Planes};
use super::plane::{LANES, LaneSet, Plane};
use super::record::{BitRecord, TransposedRecords};
use crate::batch::queue::{Batch, SearchAccount};
use crate::puzzle::Start;

/// The number of finished or stalled boards at which the passes are interrupted.
const ENOUGH: u32 = 160;
/// The number of remaining boards up to which searching one at a time is faster than the lanes.
const FEW: u32 = 96;

/// The functions that the engine needs in addition to the operations on planes.
///
/// The three functions are separate and compiled for the instruction set, because each needs
/// different registers from the code around it.
pub(crate) trait BitLanes: Plane {
    /// [`pass`](super::pass::pass).
    fn pass<const CAREFUL: bool>(
        proof: Self::Proof,
        planes: &mut Planes<Self>,
    ) -> PassFindings<Self>;
    /// [`TransposedRecords::save`].
    fn save(
        proof: Self::Proof,
        planes: &Planes<Self>,
        choose: bool,
        records: &mut TransposedRecords,
    );
    /// [`TransposedRecords::restore`].
    fn restore(
        proof: Self::Proof,
        records: &mut TransposedRecords,
        lanes: &LaneSet,
        planes: &mut Planes<Self>,
    );
}

/// A choice with untried permutations, and the board before any of its permutations was tried.
#[derive(Clone, Copy)]
struct BitFrame {
    record: BitRecord,
    choice: BitChoice,
}

/// The search of one lane's board.
struct BitLane {
    account: SearchAccount,
    /// The choices on the path to the board in the lane. The stack grows if necessary. It never
    /// holds more than 54 choices, because each reduces a digit in a chute from several
    /// permutations to one.
    stack: Vec<BitFrame>,
}

impl BitLane {
    const IDLE: Self = Self { account: SearchAccount::IDLE, stack: Vec::new() };

    /// Takes the first permutation of the choice that was saved with the lane's record, or returns
    /// the ending of the search.
    #[inline(always)]
    fn forth(
        &mut self,
        lane: usize,
        records: &mut TransposedRecords,
        limits: &Limits<'_>,
    ) -> Result<(), Ending> {
        self.account.node(limits)?;
        self.account.guess();
        let record = records.get(lane);
        let mut choice = BitChoice::of(record.rest());
        let (digit, cells) = choice.take();
        records.take(lane, digit, cells);
        self.stack.push(BitFrame { record, choice });
        Ok(())
    }

    /// Counts a solution, and the one that goes with it: see [`guess`](crate::guess#pairs). Returns
    /// the ending of the search if a limit ends it.
    #[inline(always)]
    fn solved(
        &mut self,
        solution: &BitRecord,
        is_first_option: bool,
        limits: &Limits<'_>,
    ) -> Result<(), Ending> {
        self.account.solution(limits)?;
        if is_first_option
            && let Some(frame) = self.stack.last()
            && frame.record.is_pair_with(solution)
        {
            self.account.node(limits)?;
            self.stack.pop();
            self.account.solution(limits)?;
        }
        Ok(())
    }

    /// Returns to the latest choice and takes its next permutation, or returns the ending of the
    /// search.
    #[inline(always)]
    fn back(
        &mut self,
        lane: usize,
        records: &mut TransposedRecords,
        limits: &Limits<'_>,
    ) -> Result<(), Ending> {
        let Some(frame) = self.stack.last_mut() else {
            return Err(Ending::Exhausted);
        };
        self.account.node(limits)?;
        records.set(lane, &frame.record);
        let (digit, cells) = frame.choice.take();
        records.take(lane, digit, cells);
        if frame.choice.is_over() {
            self.stack.pop();
        } else {
            self.account.guess();
        }
        Ok(())
    }
}

/// Searches all boards of a batch except the last few.
///
/// Lanes without another board stay empty. When most lanes are empty, the remaining boards are
/// faster alone, even though their search starts again.
#[inline(always)]
pub(crate) fn run<V: BitLanes>(proof: V::Proof, limits: &Limits<'_>, batch: &mut Batch<'_>) {
    let mut planes = Box::new(Planes::<V>::empty(proof));
    let mut records = TransposedRecords::new();
    let mut lanes = Vec::new();
    lanes.resize_with(LANES, || BitLane::IDLE);
    let mut at_work = LaneSet::ZERO;
    // The lanes whose boards must be loaded and have had no pass since.
    let mut fresh = LaneSet::ZERO;
    // The lanes without a board.
    let mut idle = LaneSet::ALL;
    // The boards that had an undecided cell after the last pass.
    let mut open = LaneSet::ZERO;
    // The boards that are the first option of their latest choice.
    let mut guessed = LaneSet::ZERO;
    loop {
        // Checked each time that boards are exchanged, every few dozen microseconds.
        if limits.solutions > 0 && limits.is_stopped() {
            for lane in at_work.lanes() {
                batch.end(&lanes[lane].account, Ending::Stopped);
            }
            return;
        }
        for number in idle.lanes() {
            let Some((account, start)) = batch.begin(limits) else { break };
            lanes[number].account = account;
            lanes[number].stack.clear();
            let record = match start {
                Start::Board(board) => BitRecord::read::<V>(proof, board.as_bytes()),
                Start::Candidates(candidates) => BitRecord::of(candidates),
            };
            records.set(number, &record);
            fresh.insert(number);
            at_work.insert(number);
        }
        idle = LaneSet::ZERO;
        if batch.is_empty() && at_work.count() <= FEW {
            for lane in at_work.lanes() {
                batch.leave(&lanes[lane].account);
            }
            return;
        }
        if fresh != LaneSet::ZERO {
            V::restore(proof, &mut records, &fresh, &mut planes);
        }

        // Repeat passes until enough boards are finished or appear to be stalled.
        loop {
            let found = V::pass::<false>(proof, &mut planes);
            let goes_on = open.or(fresh).and_not(found.contradicted.store());
            let goes_on = goes_on.and(found.decided.store().or(fresh));
            open = found.open.store();
            fresh = LaneSet::ZERO;
            if is_enough(at_work.and_not(goes_on), at_work, ENOUGH) {
                break;
            }
        }
        let found = V::pass::<true>(proof, &mut planes);
        let contradicted = found.contradicted.store().and(at_work);
        let solved = at_work.and_not(open).and_not(contradicted);
        open = found.open.store();
        let settled = at_work.and_not(found.changed.or(found.decided).store());
        let stalled = settled.and_not(contradicted).and_not(solved);
        fresh = stalled.or(solved).or(contradicted);
        if !is_enough(fresh, at_work, ENOUGH / 2) {
            fresh = LaneSet::ZERO;
            continue;
        }
        if stalled.or(solved) != LaneSet::ZERO {
            V::save(proof, &planes, stalled != LaneSet::ZERO, &mut records);
        }

        // Handle one kind after the other, so that the processor predicts the branches.
        for lane in stalled.lanes() {
            let at = &mut lanes[lane];
            if let Err(ending) = at.forth(lane, &mut records, limits) {
                batch.end(&at.account, ending);
                idle.insert(lane);
            }
        }
        let mut leaves = contradicted;
        for lane in solved.lanes() {
            let (at, record) = (&mut lanes[lane], records.get(lane));
            if at.account.has_none() {
                batch.keep(&at.account, &record.write::<V>(proof));
            }
            match at.solved(&record, guessed.contains(lane), limits) {
                Ok(()) => leaves.insert(lane),
                Err(ending) => {
                    batch.end(&at.account, ending);
                    idle.insert(lane);
                }
            }
        }
        for lane in leaves.lanes() {
            let at = &mut lanes[lane];
            if let Err(ending) = at.back(lane, &mut records, limits) {
                batch.end(&at.account, ending);
                idle.insert(lane);
            }
        }
        guessed = guessed.and_not(leaves).or(stalled);
        fresh = fresh.and_not(idle);
        at_work = at_work.and_not(idle);
    }
}

/// Returns true if enough boards wait, or a large enough share of them, to interrupt the passes.
#[inline(always)]
fn is_enough(waiting: LaneSet, at_work: LaneSet, enough: u32) -> bool {
    let waiting = waiting.count();
    waiting >= enough || 2 * waiting >= at_work.count()
}
