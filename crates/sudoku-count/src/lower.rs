//! The sums of the two lower bands.
//!
//! For given states of the three stacks, this is a sum over the pairs of all three of products: a
//! number of the second band times a number of the third. It is computed side by side for all pairs
//! of one or several states of the first stack. Arranging the numbers side by side takes long, so
//! each row is arranged when it is first needed. All states of the second stack then share the rows
//! of their partitions.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;
use std::thread;

use crate::band::{Band, Matrix};
use crate::join::{Join, Part, Weights, unbroken};
use crate::lanes::{ByteLanes, Kind, LANES, Lanes, Rows, Sums};
use crate::progress::Progress;
use crate::relabel::Orbits;
use crate::splits::Partition;

/// Memory that is reused.
#[derive(Default)]
pub(crate) struct Scratch {
    laid: [Laid; 2],
    wanted: Wanted,
    /// By kind.
    meetings: [Vec<Meeting>; 3],
    found: Vec<Sums>,
    sums: Vec<(usize, u64)>,
}

/// A callback for the sums. It gets the index of the part, the orbit of the second stack's states,
/// and the sums by orbit of the third stack's states.
pub(crate) type Taken<'a> = dyn FnMut(usize, usize, &[(usize, u64)]) -> ControlFlow<()> + 'a;

/// Rows of the two lower bands, by number, that are both non-zero for some pairs of the first
/// stack.
#[derive(Clone, Copy)]
struct Meeting {
    rows: [usize; 2],
    /// The number of pairs of the first stack for which they are.
    alive: u32,
}

/// A pair of the first stack.
struct Lane<'a> {
    /// The index of the part that it belongs to.
    part: usize,
    /// The matrices of the second and the third band. `None` if the lane is only padding.
    matrices: Option<[Matrix<'a>; 2]>,
}

impl Join {
    /// Counts the solutions on this thread and on as many others as the limits allow.
    pub(crate) fn count(&self, progress: &Progress<'_>) {
        let orbits = self.orbits();
        let batches = self.batches(&orbits);
        let work = || -> ControlFlow<()> {
            let mut scratch = Scratch::default();
            loop {
                let next = progress.next.fetch_add(1, Ordering::Relaxed);
                let Some(batch) = batches.get(next) else { return ControlFlow::Break(()) };
                let parts = self.parts(batch, &orbits, progress)?;
                let weights = parts.iter().map(|part| self.weights(part, progress));
                let weights = unbroken(weights)?;
                let mut sum = |part: usize, second: usize, sums: &[(usize, u64)]| {
                    let weights = &weights[part][second];
                    let weighed = sums
                        .iter()
                        .map(|&(third, sum)| u128::from(weights[third]) * u128::from(sum));
                    progress.add(weighed.sum::<u128>() * self.row_orders())
                };
                self.below(&parts, &weights, None, &mut scratch, progress, &mut sum)?;
            }
        };
        if cfg!(target_family = "wasm") {
            // There are no threads.
            let _ = work();
            return;
        }
        thread::scope(|scope| {
            for _ in 1..progress.limits.threads.get().min(batches.len()) {
                // If the system refuses a thread, the other threads do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            // If the work breaks off, `progress` has the reason.
            let _ = work();
        });
    }

    /// Computes the sums of the two lower bands for the parts of a batch. It covers all orbits of
    /// the second stack's states, or only the orbit `only`, and those of the third's that have a
    /// weight.
    pub(crate) fn below(
        &self,
        parts: &[Part],
        weights: &[Weights],
        only: Option<usize>,
        scratch: &mut Scratch,
        progress: &Progress<'_>,
        take: &mut Taken<'_>,
    ) -> ControlFlow<()> {
        let [outer, _, _] = &self.stacks;
        let [_, middle, bottom] = &self.bands;
        let mut lanes = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            for &(b, c) in outer.partitions_of(part.first) {
                lanes.push(Lane { part: number, matrices: Some([middle.of(b), bottom.of(c)]) });
            }
            // Neighbors are added, so each part needs an even number of lanes.
            if lanes.len() % 2 == 1 {
                lanes.push(Lane { part: number, matrices: None });
            }
        }
        let seconds = match (only, parts.first()) {
            (Some(second), _) => second..second + 1,
            (_, Some(part)) => 0..part.seconds.firsts.len(),
            _ => 0..0,
        };
        for lanes in lanes.chunks(LANES) {
            self.block(lanes, parts, weights, seconds.clone(), scratch, progress, take)?;
        }
        ControlFlow::Continue(())
    }

    /// Computes the sums for up to 32 pairs of the first stack.
    #[expect(clippy::too_many_arguments, reason = "it is a loop's body with a name")]
    fn block(
        &self,
        lanes: &[Lane<'_>],
        parts: &[Part],
        weights: &[Weights],
        seconds: Range<usize>,
        scratch: &mut Scratch,
        progress: &Progress<'_>,
        take: &mut Taken<'_>,
    ) -> ControlFlow<()> {
        let [_, second, _] = &self.stacks;
        let [_, middle, bottom] = &self.bands;
        let (Some(first), Some(last)) = (lanes.first(), lanes.last()) else {
            return ControlFlow::Continue(());
        };
        let weights = &weights[first.part..=last.part];
        let Scratch { laid, wanted, meetings, found, sums } = scratch;
        laid[0].begin(middle);
        laid[1].begin(bottom);
        let columns: [Vec<Option<Vec<u16>>>; 2] = [0, 1].map(|band| {
            let columns = |lane: &Lane<'_>| lane.matrices.and_then(|both| both[band].columns());
            lanes.iter().map(columns).collect()
        });
        for orbit in seconds {
            let state = parts[0].seconds.firsts[orbit];
            let pairs = &self.second[second.range(state)];
            wanted.find(self, parts[0].thirds[orbit].as_ref(), weights, orbit);
            if pairs.is_empty() || wanted.lists.is_empty() {
                continue;
            }
            found.clear();
            found.resize(wanted.lists.len(), Sums([0; LANES / 2]));
            meetings.iter_mut().for_each(Vec::clear);
            for &(b, c) in pairs {
                progress.look()?;
                let rows = [b, c].map(usize::from);
                let mut alive = laid[0].row(rows[0], middle, lanes, 0, &columns[0]);
                if alive != 0 {
                    alive &= laid[1].row(rows[1], bottom, lanes, 1, &columns[1]);
                }
                if alive != 0 {
                    let kind = Kind::of([laid[0].get(rows[0]).most, laid[1].get(rows[1]).most]);
                    meetings[kind.index()].push(Meeting { rows, alive: alive.count_ones() });
                }
            }
            // Meetings of the same kind are processed in pairs.
            for (kind, alike) in Kind::ALL.into_iter().zip(&*meetings) {
                for some in alike.chunks(2) {
                    progress.look()?;
                    let alive = some.iter().map(|meeting| u64::from(meeting.alive));
                    progress.add_terms(alive.sum::<u64>() * wanted.pairs)?;
                    let rows =
                        |meeting: &Meeting| [0, 1].map(|side| laid[side].get(meeting.rows[side]));
                    let rows = [rows(&some[0]), rows(&some[some.len() - 1])];
                    let rows = &rows[..some.len()];
                    self.third.add_products(&wanted.lists, kind, rows, found);
                }
            }
            if meetings.iter().all(Vec::is_empty) {
                continue;
            }
            let mut start = 0;
            for lanes in lanes.chunk_by(|one, other| one.part == other.part) {
                let places = start / 2..(start + lanes.len()) / 2;
                start += lanes.len();
                sums.clear();
                sums.extend(wanted.orbits.iter().zip(&*found).map(|(&orbit, sums)| {
                    (orbit, sums.0[places.clone()].iter().map(|&sum| sum as u64).sum())
                }));
                take(lanes[0].part, orbit, sums)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The third stack's states that have a weight.
#[derive(Default)]
struct Wanted {
    /// The orbits of the states.
    orbits: Vec<usize>,
    /// For each orbit, the range of its pairs among all pairs.
    lists: Vec<Range<usize>>,
    /// The total number of their pairs.
    pairs: u64,
}

impl Wanted {
    /// Finds the states with a weight in any of the parts, for an orbit of the second stack's
    /// states. `thirds` has the orbits of the third stack's states. It is `None` if each state is
    /// its own orbit.
    fn find(&mut self, join: &Join, thirds: Option<&Orbits>, weights: &[Weights], second: usize) {
        self.orbits.clear();
        self.lists.clear();
        self.pairs = 0;
        let all = weights[0][second].len();
        for at in 0..all {
            // Lists of the same length follow each other, so the processor predicts their ends.
            let orbit = if thirds.is_some() { at } else { usize::from(join.by_length[at]) };
            if weights.iter().all(|weights| weights[second][orbit] == 0) {
                continue;
            }
            let state = thirds.map_or(orbit as u16, |thirds| thirds.firsts[orbit]);
            let list = join.stacks[2].range(state);
            if !list.is_empty() {
                self.pairs += list.len() as u64;
                self.orbits.push(orbit);
                self.lists.push(list);
            }
        }
    }
}

/// A band's numbers for up to 32 pairs of the first stack, side by side.
#[derive(Default)]
struct Laid {
    /// The rows made so far, one after the other. Rows belong to needed partitions of the second
    /// box, and columns to those of the third.
    numbers: Vec<Lanes>,
    /// The same numbers as bytes. They are meaningless in rows with a number above 255.
    bytes: Vec<ByteLanes>,
    width: usize,
    /// For each needed partition of the second box, its row if it has been made.
    rows: Vec<Option<LaidRow>>,
}

#[derive(Clone, Copy)]
struct LaidRow {
    /// The index of its first number.
    start: usize,
    /// The lanes that have a number other than zero.
    alive: u32,
    /// The greatest number.
    most: i16,
}

impl Laid {
    /// Clears all rows, and prepares for another band.
    fn begin(&mut self, band: &Band) {
        let [rows, columns] = band.needed.each_ref().map(|local| local.partitions.len());
        self.width = columns;
        self.numbers.clear();
        self.bytes.clear();
        self.rows.clear();
        self.rows.resize(rows, None);
        // Reserves all memory at once, because moving rows takes time. Most systems allocate memory
        // only when it is first written.
        self.numbers.reserve(rows * columns);
        self.bytes.reserve(rows * columns);
    }

    /// Returns a row, or an empty row if it has not been made.
    fn get(&self, row: usize) -> Rows<'_> {
        let Some(LaidRow { start, most, .. }) = self.rows[row] else {
            return Rows { numbers: &[], bytes: &[], most: 0 };
        };
        let place = start..start + self.width;
        Rows { numbers: &self.numbers[place.clone()], bytes: &self.bytes[place], most }
    }

    /// Makes a row if necessary. Returns the lanes that have a number other than zero.
    fn row(
        &mut self,
        row: usize,
        band: &Band,
        lanes: &[Lane<'_>],
        side: usize,
        columns: &[Option<Vec<u16>>],
    ) -> u32 {
        if let Some(LaidRow { alive, .. }) = self.rows[row] {
            return alive;
        }
        let partition: Partition = band.needed[0].partitions[row];
        let start = self.numbers.len();
        self.numbers.resize(start + self.width, Lanes([0; LANES]));
        let into = &mut self.numbers[start..];
        let mut alive = 0;
        for (at, lane) in lanes.iter().enumerate() {
            let numbers = lane.matrices.and_then(|matrices| matrices[side].row(partition));
            let Some(numbers) = numbers else { continue };
            alive |= 1 << at;
            match &columns[at] {
                None => {
                    for (into, &number) in into.iter_mut().zip(numbers) {
                        into.0[at] = number;
                    }
                }
                Some(columns) => {
                    for (into, &column) in into.iter_mut().zip(columns) {
                        into.0[at] = numbers[usize::from(column)];
                    }
                }
            }
        }
        let mut most = [0; LANES];
        for lanes in &*into {
            most.iter_mut().zip(&lanes.0).for_each(|(most, &number)| *most = number.max(*most));
        }
        let most = most.into_iter().max().unwrap_or(0);
        // Bytes of numbers that are too large are never read.
        self.bytes.extend(into.iter().map(|lanes| lanes.to_bytes()));
        self.rows[row] = Some(LaidRow { start, alive, most });
        alive
    }
}
