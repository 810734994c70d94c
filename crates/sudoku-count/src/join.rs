//! The sum over the three stacks.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::thread;

use sudoku_core::Board;

use crate::band::{Band, Matrix};
use crate::clues::{absent_digits, blank_lines, column_splits, drop_unsupported, row_splits};
use crate::progress::Progress;
use crate::relabel::{IDENTITY, Orbits, all_relabelings, inverse, then};
use crate::splits::{Partition, Relabeling, Split, TABLES};
use crate::stack::Stack;

/// What is to be summed for a board whose singles are placed: tables of its bands and lists of its
/// stacks.
pub(crate) struct Join {
    pub(crate) stacks: [Stack; 3],
    pub(crate) bands: [Band; 3],
    /// The pairs of the third stack by the numbers of the lower bands' gathered rows.
    rows: Vec<(u16, u16)>,
    /// Relabelings that leave the two lower bands alone.
    lower: Vec<Relabeling>,
    /// Relabelings that leave the board alone.
    all: Vec<Relabeling>,
}

impl Join {
    /// The tables for a board, or `None` if it has no solution.
    ///
    /// With `filter` splits are dropped that go with none of another box, and no relabelings are
    /// used, which dropping breaks: better for boards of many clues.
    pub(crate) fn new(
        board: &Board,
        filter: bool,
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Option<Self>> {
        let mut rows = row_splits(board);
        let mut columns = column_splits(board, [true; 3]);
        let (mut blank_below, mut free_below, mut free) = ([true; 3], Vec::new(), Vec::new());
        let lower = if filter {
            drop_unsupported(&mut rows, &mut columns);
            columns
        } else {
            blank_below = [false, true, true];
            free_below = absent_digits(board, blank_below);
            free = absent_digits(board, [true; 3]);
            column_splits(board, blank_below)
        };
        progress.look()?;
        let blank = blank_lines(board, blank_below, |cell| cell.column());
        let stacks: [Stack; 3] =
            std::array::from_fn(|stack| Stack::new(stack, &lower, &columns[0][stack], blank));
        progress.look()?;
        if stacks.iter().any(|stack| stack.all_pairs() == 0) {
            return ControlFlow::Continue(None);
        }
        let blank_rows = blank_lines(board, [true; 3], |cell| cell.row());
        let mut bands = Vec::with_capacity(3);
        for number in 0..3 {
            let needed: [Vec<Partition>; 3] = std::array::from_fn(|stack| {
                let stack = &stacks[stack];
                let pairs = || (0..stack.states() as u16).flat_map(|state| stack.pairs(state));
                let partition = |split: Split| TABLES.partition[usize::from(split)];
                match number {
                    0 => stack.partitions.clone(),
                    1 => pairs().map(|&(second, _)| partition(second)).collect(),
                    _ => pairs().map(|&(_, third)| partition(third)).collect(),
                }
            });
            let mine = std::array::from_fn(|band| band == number);
            let free = if filter { Vec::new() } else { absent_digits(board, mine) };
            // The first band is read along the third stack, the others along the second.
            let places = if number == 0 { [0, 1, 2] } else { [0, 2, 1] };
            let needed = places.map(|place| needed[place].as_slice());
            bands.push(Band::new(number, &rows, blank_rows, places, needed, &free, progress)?);
        }
        let Ok(bands) = <[Band; 3]>::try_from(bands) else { return ControlFlow::Continue(None) };
        let rows = stacks[2].renumbered([&bands[1].needed.number, &bands[2].needed.number]);
        ControlFlow::Continue(Some(Self {
            stacks,
            bands,
            rows,
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
                for (second, weights) in weights.iter().enumerate() {
                    let sums = self.sums(&part, second, weights, &mut scratch, progress)?;
                    let parts = weights.iter().zip(sums);
                    let sum: u128 =
                        parts.map(|(&weight, &sum)| u128::from(weight) * u128::from(sum)).sum();
                    progress.add(sum * self.row_orders())?;
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
        let row = matrix.row(second.partitions[usize::from(state)]);
        let stays = relabeling == IDENTITY;
        let thirds = part.thirds[orbit].as_ref();
        (0..third.states() as u16).filter_map(move |state| {
            let at = usize::from(state);
            let ways =
                row[matrix.column(third.partitions[at])] as u64 * u64::from(third.orders[at]);
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

    /// By orbit of the third stack's states, in how many ways the two lower bands go with them and
    /// with this orbit of the second; 0 where the weight is 0.
    pub(crate) fn sums<'s>(
        &self,
        part: &Part,
        second: usize,
        weights: &[u64],
        scratch: &'s mut Scratch,
        progress: &Progress<'_>,
    ) -> ControlFlow<(), &'s [u64]> {
        let state_of = |orbit: usize| {
            part.thirds[second].as_ref().map_or(orbit as u16, |thirds| thirds.firsts[orbit])
        };
        let wanted: Vec<(u16, usize)> = (0..weights.len())
            .filter(|&orbit| weights[orbit] > 0)
            .map(|orbit| (state_of(orbit), orbit))
            .collect();
        scratch.sums.clear();
        scratch.sums.resize(weights.len(), 0);
        if !wanted.is_empty() {
            self.below([part.first, part.seconds.firsts[second]], &wanted, scratch, progress)?;
        }
        ControlFlow::Continue(&scratch.sums)
    }

    /// Adds up for each of the third stack's states in how many ways the two lower bands go with
    /// it and with these states of the first and the second stack.
    fn below(
        &self,
        [outer, second]: [u16; 2],
        wanted: &[(u16, usize)],
        scratch: &mut Scratch,
        progress: &Progress<'_>,
    ) -> ControlFlow<()> {
        let [stack_0, stack_1, _] = &self.stacks;
        let columns = stack_1.pairs(second);
        for &(middle, bottom) in stack_0.pairs(outer) {
            progress.look()?;
            let [middle, bottom] =
                [middle, bottom].map(|split| TABLES.partition[usize::from(split)]);
            let (middle, bottom) = (self.bands[1].of(middle), self.bands[2].of(bottom));
            match columns.len().div_ceil(8) {
                0 => {}
                1 => self.add::<1>(middle, bottom, columns, wanted, scratch),
                2 => self.add::<2>(middle, bottom, columns, wanted, scratch),
                3 => self.add::<3>(middle, bottom, columns, wanted, scratch),
                4 => self.add::<4>(middle, bottom, columns, wanted, scratch),
                5 => self.add::<5>(middle, bottom, columns, wanted, scratch),
                6 => self.add::<6>(middle, bottom, columns, wanted, scratch),
                _ => self.add::<7>(middle, bottom, columns, wanted, scratch),
            }
        }
        ControlFlow::Continue(())
    }

    fn add<const N: usize>(
        &self,
        middle: Matrix<'_>,
        bottom: Matrix<'_>,
        columns: &[(Split, Split)],
        wanted: &[(u16, usize)],
        scratch: &mut Scratch,
    ) {
        let mut at = [0; 56];
        for (at, &(second, _)) in at.iter_mut().zip(columns) {
            *at = middle.column(TABLES.partition[usize::from(second)]);
        }
        gather::<N>(&self.bands[1], middle, &at[..columns.len()], &mut scratch.middle);
        for (at, &(_, third)) in at.iter_mut().zip(columns) {
            *at = bottom.column(TABLES.partition[usize::from(third)]);
        }
        gather::<N>(&self.bands[2], bottom, &at[..columns.len()], &mut scratch.bottom);
        let [_, _, third] = &self.stacks;
        for &(state, orbit) in wanted {
            scratch.sums[orbit] +=
                dots::<N>(&self.rows[third.range(state)], &scratch.middle, &scratch.bottom);
        }
    }
}

fn gather<const N: usize>(band: &Band, matrix: Matrix<'_>, at: &[usize], into: &mut Vec<[i16; 8]>) {
    let rows = &band.needed.partitions;
    into.resize(rows.len() * N, [0; 8]);
    for (&partition, into) in rows.iter().zip(into.as_chunks_mut::<N>().0) {
        let row = matrix.row(partition);
        let into = into.as_flattened_mut();
        for (into, &at) in into.iter_mut().zip(at) {
            *into = row[at];
        }
        into[at.len()..].fill(0);
    }
}

#[inline(never)]
fn dots<const N: usize>(pairs: &[(u16, u16)], middle: &[[i16; 8]], bottom: &[[i16; 8]]) -> u64 {
    let (middle, bottom) = (middle.as_chunks::<N>().0, bottom.as_chunks::<N>().0);
    // No number is above 288, so that all of them together stay below 2³¹. The compiler makes
    // multiply-and-add instructions of sums in this form.
    let mut sums = [0i32; 8];
    for &(second, third) in pairs {
        let (second, third) = (&middle[usize::from(second)], &bottom[usize::from(third)]);
        for (a, b) in second.iter().zip(third) {
            for lane in 0..8 {
                sums[lane] += i32::from(a[lane]) * i32::from(b[lane]);
            }
        }
    }
    sums.iter().map(|&sum| sum as u64).sum()
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

#[derive(Default)]
pub(crate) struct Scratch {
    middle: Vec<[i16; 8]>,
    bottom: Vec<[i16; 8]>,
    sums: Vec<u64>,
}
