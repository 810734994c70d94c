//! What the two lower bands add up to.
//!
//! For given states of the three stacks that is a sum over the pairs of all three, of products of a
//! number of the second band and one of the third. It is taken for all pairs of one or several
//! states of the first stack side by side. Laying the numbers side by side takes long, but what is
//! laid for a partition of the second stack serves all of its states: it is done when it is first
//! asked for.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;
use std::thread;

use crate::band::{Band, Matrix};
use crate::join::{Join, Part, Weights, unbroken};
use crate::lanes::{ByteLanes, Kind, LANES, Lanes, Rows, Sums};
use crate::progress::Progress;
use crate::relabel::Orbits;
use crate::splits::Partition;

/// Memory that is used again and again.
#[derive(Default)]
pub(crate) struct Scratch {
    laid: [Laid; 2],
    wanted: Wanted,
    meetings: Vec<Meeting>,
    found: Vec<Sums>,
    sums: Vec<(usize, u64)>,
}

/// What becomes of the sums for the part with this number, with this orbit of the second stack's
/// states and these of the third's.
pub(crate) type Taken<'a> = dyn FnMut(usize, usize, &[(usize, u64)]) -> ControlFlow<()> + 'a;

/// Rows of the two lower bands, by number, that go together for some pairs of the first stack.
#[derive(Clone, Copy)]
struct Meeting {
    rows: [usize; 2],
    kind: Kind,
    /// For how many of the first stack's pairs.
    alive: u32,
}

/// Pairs of the first stack.
struct Lane<'a> {
    /// The number of the part that it belongs to.
    part: usize,
    /// What the second and the third band have for it; nothing where it only fills a place.
    matrices: Option<[Matrix<'a>; 2]>,
}

impl Join {
    /// Adds up the solutions, on this thread and as many others as the limits allow.
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
        thread::scope(|scope| {
            for _ in 1..progress.limits.threads.get().min(batches.len()) {
                // A thread that the system does not give leaves its work to the others.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            // Broken off or not: what was found says so.
            let _ = work();
        });
    }

    /// Adds up in how many ways the two lower bands go with the parts of a batch, or with one orbit
    /// of the second stack's states alone, and with those of the third that have any weight.
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
            // Neighbours are added up.
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

    /// The same for up to 32 pairs of the first stack.
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
            meetings.clear();
            for &(b, c) in pairs {
                progress.look()?;
                let rows = [b, c].map(usize::from);
                let mut alive = laid[0].row(rows[0], middle, lanes, 0, &columns[0]);
                if alive != 0 {
                    alive &= laid[1].row(rows[1], bottom, lanes, 1, &columns[1]);
                }
                if alive != 0 {
                    let kind = Kind::of([laid[0].get(rows[0]).most, laid[1].get(rows[1]).most]);
                    meetings.push(Meeting { rows, kind, alive: alive.count_ones() });
                }
            }
            // Those of a kind go two by two.
            meetings.sort_by_key(|meeting| meeting.kind);
            for alike in meetings.chunk_by(|one, other| one.kind == other.kind) {
                for some in alike.chunks(2) {
                    progress.look()?;
                    let alive = some.iter().map(|meeting| u64::from(meeting.alive));
                    progress.add_terms(alive.sum::<u64>() * wanted.pairs)?;
                    let rows =
                        |meeting: &Meeting| [0, 1].map(|side| laid[side].get(meeting.rows[side]));
                    let rows = [rows(&some[0]), rows(&some[some.len() - 1])];
                    let rows = &rows[..some.len()];
                    self.third.add_products(&wanted.lists, some[0].kind, rows, found);
                }
            }
            if meetings.is_empty() {
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

/// The third stack's states that have any weight.
#[derive(Default)]
struct Wanted {
    /// Their orbits.
    orbits: Vec<usize>,
    /// Where the pairs of each stand among all pairs.
    lists: Vec<Range<usize>>,
    /// How many pairs they have together.
    pairs: u64,
}

impl Wanted {
    /// Those with any weight for some parts, with an orbit of the second stack's states; `thirds`
    /// has the orbits of the third's, if not each is one by itself.
    fn find(&mut self, join: &Join, thirds: Option<&Orbits>, weights: &[Weights], second: usize) {
        self.orbits.clear();
        self.lists.clear();
        self.pairs = 0;
        let all = weights[0][second].len();
        for at in 0..all {
            // Lists of one length after the other: the processor foresees where they end.
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
    /// The rows that have been laid, one after the other: for needed partitions of the second box,
    /// with a place for each of the third.
    numbers: Vec<Lanes>,
    /// The same as bytes, which say nothing for rows with a number above 255.
    bytes: Vec<ByteLanes>,
    width: usize,
    /// For each needed partition of the second box its row, if it has been laid.
    rows: Vec<Option<LaidRow>>,
}

#[derive(Clone, Copy)]
struct LaidRow {
    /// Where it begins.
    start: usize,
    /// In which lanes there is anything but zeros.
    alive: u32,
    /// The greatest number.
    most: i16,
}

impl Laid {
    /// Begins anew, for a band.
    fn begin(&mut self, band: &Band) {
        let [rows, columns] = band.needed.each_ref().map(|local| local.partitions.len());
        self.width = columns;
        self.numbers.clear();
        self.bytes.clear();
        self.rows.clear();
        self.rows.resize(rows, None);
        // To move what is laid takes time. Most systems give memory when it is first written.
        self.numbers.reserve(rows * columns);
        self.bytes.reserve(rows * columns);
    }

    /// A row; an empty one if it has not been laid.
    fn get(&self, row: usize) -> Rows<'_> {
        let Some(LaidRow { start, most, .. }) = self.rows[row] else {
            return Rows { numbers: &[], bytes: &[], most: 0 };
        };
        let place = start..start + self.width;
        Rows { numbers: &self.numbers[place.clone()], bytes: &self.bytes[place], most }
    }

    /// In which lanes a row has anything but zeros; the row is there afterwards.
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
        // Where a number is too large for bytes, they are not asked for.
        self.bytes.extend(into.iter().map(|lanes| lanes.to_bytes()));
        self.rows[row] = Some(LaidRow { start, alive, most });
        alive
    }
}
