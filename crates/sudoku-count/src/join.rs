//! The sum over the three stacks.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::thread;

use sudoku_core::Board;

use crate::band::{Band, Matrix};
use crate::clues::{Boxes, absent_digits, blank_lines, column_splits, row_splits};
use crate::lanes::{Lanes, Pairs, products};
use crate::progress::Progress;
use crate::relabel::{IDENTITY, Orbits, all_relabelings, inverse, then};
use crate::splits::{Partition, Relabeling};
use crate::stack::Stack;

/// What is to be summed for a board whose singles are placed: tables of its bands and lists of its
/// stacks.
pub(crate) struct Join {
    pub(crate) stacks: [Stack; 3],
    pub(crate) bands: [Band; 3],
    /// The pairs of the third stack by the numbers of the lower bands' gathered rows.
    rows: Vec<(u16, u16)>,
    /// How many pairs a state of the third stack has, on the average.
    per_state: f64,
    /// Relabelings that leave the two lower bands alone.
    lower: Vec<Relabeling>,
    /// Relabelings that leave the board alone.
    all: Vec<Relabeling>,
}

impl Join {
    /// The tables for a board, or `None` if it has no solution.
    ///
    /// With the row splits and column splits that are `supported` by those of other boxes no
    /// relabelings are used, which dropping the others breaks: better for boards of many clues.
    pub(crate) fn new(
        board: &Board,
        supported: Option<&[Boxes; 2]>,
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Option<Self>> {
        let every = [true; 3];
        let (rows, lower, first, bands_below, free_below, free);
        if let Some([supported_rows, columns]) = supported {
            (rows, lower, first) = (*supported_rows, *columns, columns[0]);
            (bands_below, free_below, free) = (every, Vec::new(), Vec::new());
        } else {
            bands_below = [false, true, true];
            (rows, lower) = (row_splits(board), column_splits(board, bands_below));
            let [columns, _, _] = column_splits(board, every);
            first = columns;
            free_below = absent_digits(board, bands_below);
            free = absent_digits(board, every);
        }
        progress.look()?;
        let blank = blank_lines(board, bands_below, |cell| cell.column());
        let stacks: [Stack; 3] =
            std::array::from_fn(|stack| Stack::new(stack, &lower, &first[stack], blank));
        progress.look()?;
        if stacks.iter().any(|stack| stack.all_pairs() == 0) {
            return ControlFlow::Continue(None);
        }
        let blank_rows = blank_lines(board, every, |cell| cell.row());
        let mut bands = Vec::with_capacity(3);
        for number in 0..3 {
            let needed = stacks.each_ref().map(|stack| stack.needed(number));
            let mine = std::array::from_fn(|band| band == number);
            let free = if supported.is_some() { Vec::new() } else { absent_digits(board, mine) };
            let needed = needed.each_ref().map(Vec::as_slice);
            bands.push(Band::new(number, &rows, blank_rows, needed, &free, progress)?);
        }
        let Ok(bands) = <[Band; 3]>::try_from(bands) else { return ControlFlow::Continue(None) };
        let rows = stacks[2].renumbered([&bands[1].needed.number, &bands[2].needed.number]);
        let per_state = stacks[2].all_pairs() as f64 / stacks[2].states() as f64;
        ControlFlow::Continue(Some(Self {
            stacks,
            bands,
            rows,
            per_state,
            lower: all_relabelings(&free_below),
            all: all_relabelings(&free),
        }))
    }

    /// The states of the first stack, as relabelings that leave the lower bands alone and as those
    /// that leave the whole board alone sort them.
    pub(crate) fn orbits(&self) -> [Orbits; 2] {
        let [outer, _, _] = &self.stacks;
        [&self.lower, &self.all].map(|group| {
            Orbits::new(group, outer.states(), |state, relabeling| outer.renamed(state, relabeling))
        })
    }

    /// Adds up the solutions, on this thread and as many others as the limits allow.
    pub(crate) fn count(&self, progress: &Progress<'_>) {
        let orbits = self.orbits();
        let parts = orbits[0].firsts.len();
        let work = || -> ControlFlow<()> {
            let mut scratch = Scratch::default();
            loop {
                let orbit = progress.next.fetch_add(1, Ordering::Relaxed);
                if orbit >= parts {
                    return ControlFlow::Break(());
                }
                let Some(part) = self.part(orbit, &orbits, progress)? else { continue };
                let weights = self.weights(&part, progress)?;
                for group in self.groups(&part, &weights) {
                    let mut sum = Weighted { weights: &weights, sum: 0 };
                    self.below(&part, &group, &mut scratch, progress, &mut sum)?;
                    progress.add(sum.sum * self.row_orders())?;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..progress.limits.threads.get().min(parts) {
                // A thread that the system does not give leaves its work to the others.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            // Broken off or not: what was found says so.
            let _ = work();
        });
    }

    /// In how many orders the clues of the first band allow these states of the first two stacks.
    pub(crate) fn orders(&self, states: [u16; 2]) -> u64 {
        let stacks = self.stacks.iter().zip(states);
        stacks.map(|(stack, state)| u64::from(stack.orders[usize::from(state)])).product()
    }

    /// How many orders the blank rows of all bands have.
    pub(crate) fn row_orders(&self) -> u128 {
        self.bands.iter().map(|band| u128::from(band.orders)).product()
    }

    /// What there is to do for one orbit of the first stack's states, or `None` if the first band's
    /// clues allow none of them.
    pub(crate) fn part(
        &self,
        orbit: usize,
        [by_lower, by_all]: &[Orbits; 2],
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Option<Part>> {
        let [outer, second, third] = &self.stacks;
        let by_second = |group: &[Relabeling]| {
            Orbits::new(group, second.states(), |state, relabeling| {
                second.renamed(state, relabeling)
            })
        };
        let mut sources = Vec::new();
        for (at, &state) in by_all.firsts.iter().enumerate() {
            let place = usize::from(state);
            if usize::from(by_lower.of[place]) == orbit && outer.orders[place] > 0 {
                progress.look()?;
                sources.push(Source {
                    orbit: at,
                    state,
                    size: by_all.sizes[at],
                    to_first: inverse(&by_lower.from_first[place]),
                    seconds: by_second(by_all.stabilizer(at)),
                });
            }
        }
        if sources.is_empty() {
            return ControlFlow::Continue(None);
        }
        let seconds = by_second(by_lower.stabilizer(orbit));
        let mut thirds = Vec::with_capacity(seconds.firsts.len());
        for at in 0..seconds.firsts.len() {
            progress.look()?;
            let group = seconds.stabilizer(at);
            thirds.push((group.len() > 1).then(|| {
                Orbits::new(group, third.states(), |state, relabeling| {
                    third.renamed(state, relabeling)
                })
            }));
        }
        let first = by_lower.firsts[orbit];
        ControlFlow::Continue(Some(Part { first, sources, seconds, thirds }))
    }

    /// The orbit of a state of the second stack, and the relabeling that takes it and the source to
    /// the representatives of the part and of the orbit.
    pub(crate) fn to_firsts(
        &self,
        part: &Part,
        source: &Source,
        state: u16,
    ) -> (usize, Relabeling) {
        let moved = usize::from(self.stacks[1].renamed(state, &source.to_first));
        let relabeling = then(&source.to_first, &inverse(&part.seconds.from_first[moved]));
        (usize::from(part.seconds.of[moved]), relabeling)
    }

    /// The states of the third stack that go with a source and a state of the second, with their
    /// orbits and in how many ways the first band does; `relabeling` is that of
    /// [`to_firsts`](Self::to_firsts).
    pub(crate) fn ways<'a>(
        &'a self,
        part: &'a Part,
        source: &Source,
        state: u16,
        (orbit, relabeling): (usize, Relabeling),
    ) -> impl Iterator<Item = (u16, usize, u64)> + 'a {
        let [outer, second, third] = &self.stacks;
        let matrix = self.bands[0].of(outer.partitions[usize::from(source.state)]);
        let row = matrix.row(second.partitions[usize::from(state)]).unwrap_or_default();
        let stays = relabeling == IDENTITY;
        let thirds = part.thirds[orbit].as_ref();
        (0..third.states() as u16).filter_map(move |state| {
            let at = usize::from(state);
            let ways = row.get(matrix.column(third.partitions[at])).map_or(0, |&ways| ways as u64)
                * u64::from(third.orders[at]);
            if ways == 0 {
                return None;
            }
            let moved = if stays { state } else { third.renamed(state, &relabeling) };
            let orbit = thirds.map_or(moved, |thirds| thirds.of[usize::from(moved)]);
            Some((state, usize::from(orbit), ways))
        })
    }

    /// By orbit of the second and of the third stack's states, in how many ways the first band goes
    /// with them.
    pub(crate) fn weights(
        &self,
        part: &Part,
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Vec<Vec<u64>>> {
        let [outer, second, third] = &self.stacks;
        let mut weights: Vec<Vec<u64>> = part
            .thirds
            .iter()
            .map(|thirds| {
                vec![0; thirds.as_ref().map_or(third.states(), |thirds| thirds.firsts.len())]
            })
            .collect();
        for source in &part.sources {
            let times = u64::from(source.size) * u64::from(outer.orders[usize::from(source.state)]);
            for (&state, &size) in source.seconds.firsts.iter().zip(&source.seconds.sizes) {
                progress.look()?;
                let times = times * u64::from(size) * u64::from(second.orders[usize::from(state)]);
                if times > 0 {
                    let to_firsts = self.to_firsts(part, source, state);
                    let weights = &mut weights[to_firsts.0];
                    for (_, third, ways) in self.ways(part, source, state, to_firsts) {
                        weights[third] += ways * times;
                    }
                }
            }
        }
        ControlFlow::Continue(weights)
    }

    /// The orbits of the second stack's states that have any weight, in groups of which each is
    /// summed up at once.
    pub(crate) fn groups(&self, part: &Part, weights: &[Vec<u64>]) -> Vec<Group> {
        let [_, second, third] = &self.stacks;
        let renamed = self.bands[1].is_renamed() || self.bands[2].is_renamed();
        let needed = self.bands[1].needed.partitions.len() + self.bands[2].needed.partitions.len();
        let (mut groups, mut together) = (Vec::new(), Vec::new());
        let mut any = vec![false; third.states()];
        for (at, weights) in weights.iter().enumerate() {
            let wanted = weights.iter().filter(|&&weight| weight > 0).count();
            let pairs = second.pairs(part.seconds.firsts[at]).len();
            if wanted == 0 || pairs == 0 {
                continue;
            }
            // Looking up single numbers, or making ready all that may be needed, taking sixteen at
            // a time, and weighing what has come together; in about a processor's cycles.
            let firsts = self.stacks[0].pairs(part.first).len() as f64;
            let singly = wanted as f64 * (2.5 * self.per_state + 6.0);
            let sixteen = 1.5 * needed as f64
                + third.states() as f64 * (self.per_state / 10.0 + 2.0 / firsts);
            let singly = !renamed && singly < sixteen;
            if singly || part.thirds[at].is_some() || pairs > ALONE {
                groups.push(Group { singly, ..Group::alone(part, at, weights) });
            } else {
                together.push(at);
                any.iter_mut().zip(weights).for_each(|(any, &weight)| *any |= weight > 0);
            }
        }
        if !together.is_empty() {
            let wanted = (0..any.len()).filter(|&state| any[state]);
            let wanted = wanted.map(|state| (state as u16, state)).collect();
            groups.push(Group { seconds: together, wanted, singly: false });
        }
        groups
    }

    /// Adds up in how many ways the two lower bands go with the first stack's state of the part,
    /// with those of the second stack and with each wanted one of the third.
    pub(crate) fn below(
        &self,
        part: &Part,
        group: &Group,
        scratch: &mut Scratch,
        progress: &Progress<'_>,
        sums: &mut impl Sum,
    ) -> ControlFlow<()> {
        let [first, second, _] = &self.stacks;
        let pairs: Vec<&Pairs> =
            group.wanted.iter().map(|&(state, _)| self.pairs_of(state)).collect();
        let wanted = pairs.iter().map(|pairs| pairs.len() as u64).sum();
        let matrices = first.partitions_of(part.first).iter().map(|&(middle, bottom)| {
            let [_, one, other] = &self.bands;
            [one.of(middle), other.of(bottom)]
        });
        let mut lanes = Vec::new();
        for &second_orbit in &group.seconds {
            for &(b, c) in second.partitions_of(part.seconds.firsts[second_orbit]) {
                lanes.push(Lane { second: second_orbit, partitions: Some([b, c]) });
            }
            // Neighbours are added up.
            if lanes.len() % 2 == 1 {
                lanes.push(Lane { second: second_orbit, partitions: None });
            }
        }
        if group.singly {
            for matrices in matrices {
                progress.look()?;
                for lane in &lanes {
                    if let Some(rows) = lane.rows(&matrices) {
                        progress.step(wanted)?;
                        singly(lane.second, rows, group, &pairs, sums);
                    }
                }
            }
            return ControlFlow::Continue(());
        }
        for lanes in lanes.chunks(32) {
            let matrices = matrices.clone();
            if lanes.len() > 16 {
                together::<2>(lanes, matrices, group, &pairs, scratch, progress, sums)?;
            } else {
                together::<1>(lanes, matrices, group, &pairs, scratch, progress, sums)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The pairs of a state of the third stack, by the numbers of the lower bands' columns.
    fn pairs_of(&self, state: u16) -> &Pairs {
        &self.rows[self.stacks[2].range(state)]
    }
}

/// The sums of up to `N` times sixteen lanes.
fn together<'a, const N: usize>(
    lanes: &[Lane],
    matrices: impl Iterator<Item = [Matrix<'a>; 2]>,
    group: &Group,
    pairs: &[&Pairs],
    scratch: &mut Scratch,
    progress: &Progress<'_>,
    sums: &mut impl Sum,
) -> ControlFlow<()> {
    let wanted: u64 = pairs.iter().map(|pairs| pairs.len() as u64).sum();
    scratch.found.clear();
    scratch.found.resize(group.wanted.len() * N, [0; 8]);
    let found = scratch.found.as_chunks_mut::<N>().0;
    for matrices in matrices {
        progress.look()?;
        let mut rows = [[[].as_slice(); 2]; 32];
        let mut alive = 0;
        for (rows, lane) in rows.iter_mut().zip(lanes) {
            if let Some(found) = lane.rows(&matrices) {
                *rows = found;
                alive += 1;
            }
        }
        if alive == 0 {
            continue;
        }
        progress.step(alive * wanted)?;
        for (band, ready) in scratch.ready.iter_mut().enumerate() {
            gather::<N>(rows.map(|rows| rows[band]), &matrices[band], ready);
        }
        products(pairs, scratch.ready.each_ref().map(Vec::as_slice), found);
    }
    for (wanted, found) in group.wanted.chunks(AT_ONCE).zip(found.chunks(AT_ONCE)) {
        for (pair, lanes) in lanes.chunks(2).enumerate() {
            let found = found.iter().map(|found| found.as_flattened()[pair] as u64);
            sums.add(lanes[0].second, wanted.iter().map(|wanted| wanted.1).zip(found));
        }
    }
    ControlFlow::Continue(())
}

/// The sums of one lane, without making anything ready.
fn singly(
    second: usize,
    [middle, bottom]: [&[i16]; 2],
    group: &Group,
    pairs: &[&Pairs],
    sums: &mut impl Sum,
) {
    let ways = |(wanted, pairs): (&(u16, usize), &&Pairs)| {
        let product = |&(second, third): &(u16, u16)| {
            i32::from(middle[usize::from(second)]) * i32::from(bottom[usize::from(third)])
        };
        (wanted.1, pairs.iter().map(product).sum::<i32>() as u64)
    };
    sums.add(second, group.wanted.iter().zip(pairs).map(ways));
}

/// Of how many states of the third stack the sums are kept before they are weighed.
const AT_ONCE: usize = 64;

/// A state of the second stack with more pairs is summed up alone.
const ALONE: usize = 24;

/// Makes ready the numbers of up to `N` times sixteen rows of a band, side by side.
fn gather<const N: usize>(rows: [&[i16]; 32], matrix: &Matrix<'_>, into: &mut Vec<Lanes>) {
    let columns = matrix.columns();
    into.clear();
    into.resize(columns.len() * N, Lanes([0; 16]));
    let into = into.as_chunks_mut::<N>().0;
    for (lane, row) in rows.iter().enumerate().take(16 * N) {
        for (into, &column) in into.iter_mut().zip(&columns) {
            if let Some(&number) = row.get(usize::from(column)) {
                into[lane / 16].0[lane % 16] = number;
            }
        }
    }
}

/// Orbits of the second stack's states that are summed up at once.
pub(crate) struct Group {
    seconds: Vec<usize>,
    /// The third stack's states that have any weight, and their orbits.
    wanted: Vec<(u16, usize)>,
    /// Whether numbers are looked up singly, because few are wanted.
    singly: bool,
}

impl Group {
    /// One orbit of the second stack's states.
    pub(crate) fn alone(part: &Part, second: usize, weights: &[u64]) -> Self {
        let thirds = part.thirds[second].as_ref();
        let state_of = |orbit: usize| thirds.map_or(orbit as u16, |thirds| thirds.firsts[orbit]);
        let wanted = (0..weights.len()).filter(|&orbit| weights[orbit] > 0);
        let wanted = wanted.map(|orbit| (state_of(orbit), orbit)).collect();
        Self { seconds: vec![second], wanted, singly: false }
    }
}

/// A pair of the second stack, or nothing.
struct Lane {
    /// The orbit of the state that it belongs to.
    second: usize,
    partitions: Option<[Partition; 2]>,
}

impl Lane {
    /// The lower bands' numbers, unless all of one are 0.
    fn rows<'a>(&self, [middle, bottom]: &[Matrix<'a>; 2]) -> Option<[&'a [i16]; 2]> {
        let [b, c] = self.partitions?;
        Some([middle.row(b)?, bottom.row(c)?])
    }
}

/// What becomes of sums.
pub(crate) trait Sum {
    /// Takes in how many ways the lower bands go with an orbit of the second stack's states and
    /// with orbits of the third's.
    fn add(&mut self, second: usize, sums: impl Iterator<Item = (usize, u64)>);
}

struct Weighted<'a> {
    weights: &'a [Vec<u64>],
    sum: u128,
}

impl Sum for Weighted<'_> {
    fn add(&mut self, second: usize, sums: impl Iterator<Item = (usize, u64)>) {
        let weights = &self.weights[second];
        let weighed = |(third, sum)| u128::from(weights[third]) * u128::from(sum);
        self.sum += sums.map(weighed).sum::<u128>();
    }
}

/// What there is to do for one orbit of the first stack's states under relabelings that leave the
/// lower bands alone.
pub(crate) struct Part {
    /// The orbit's representative.
    first: u16,
    /// The states of the orbit that the first band's clues allow, but for those that are the same
    /// under relabelings that leave the whole board alone.
    pub(crate) sources: Vec<Source>,
    /// The second stack's states as the relabelings sort them that leave the first's alone.
    seconds: Orbits,
    /// For each of these orbits the third stack's states; absent where each is an orbit by itself.
    thirds: Vec<Option<Orbits>>,
}

/// A state of the first stack that stands for as many as are the same under relabelings of the
/// whole board.
pub(crate) struct Source {
    /// The orbit, of those under relabelings of the whole board.
    pub(crate) orbit: usize,
    pub(crate) state: u16,
    pub(crate) size: u32,
    /// The relabeling that makes the state the part's representative.
    to_first: Relabeling,
    /// The second stack's states as the relabelings of the whole board sort them.
    pub(crate) seconds: Orbits,
}

/// Memory that is used again and again.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The numbers of the two lower bands.
    ready: [Vec<Lanes>; 2],
    /// For each wanted state the sums.
    found: Vec<[i32; 8]>,
}
