//! The sum over the three stacks.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use sudoku_core::{Board, Ending};

use crate::band::{Band, Matrix};
use crate::clues::{absent_digits, blank_lines, column_splits, drop_unsupported, row_splits};
use crate::relabel::{Orbits, all_relabelings, inverse, then};
use crate::splits::{Partition, Relabeling};
use crate::stack::Stack;
use crate::{Count, CountLimits};

/// What is to be summed for a board whose singles are placed: tables of its bands and lists of its
/// stacks.
pub(crate) struct Join {
    pub(crate) stacks: [Stack; 3],
    pub(crate) bands: [Band; 3],
    /// Relabelings that leave the two lower bands alone.
    lower: Vec<Relabeling>,
    /// Relabelings that leave the board alone.
    all: Vec<Relabeling>,
}

/// Where a sum stands, for all threads that work on it.
pub(crate) struct Progress<'a> {
    limits: &'a CountLimits<'a>,
    /// The orbit of the first stack's states that is to be taken next, by number.
    next: AtomicUsize,
    /// What has been found, and why no more is to be looked for.
    found: Mutex<(u128, Option<Ending>)>,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(limits: &'a CountLimits<'a>) -> Self {
        Self { limits, next: AtomicUsize::new(0), found: Mutex::new((0, None)) }
    }

    fn found(&self) -> MutexGuard<'_, (u128, Option<Ending>)> {
        // No thread can panic while it holds the lock.
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds solutions; breaks if that is as many as are wanted, by this thread or another.
    pub(crate) fn add(&self, solutions: u128) -> ControlFlow<()> {
        let mut found = self.found();
        found.0 = found.0.saturating_add(solutions);
        if found.0 >= self.limits.solutions {
            *found = (self.limits.solutions, Some(Ending::SolutionLimit));
        }
        if found.1.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Breaks if the stop flag is raised.
    pub(crate) fn look(&self) -> ControlFlow<()> {
        if self.limits.stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return self.end(Ending::Stopped);
        }
        ControlFlow::Continue(())
    }

    /// Ends the count for this reason, unless it has ended before.
    pub(crate) fn end(&self, ending: Ending) -> ControlFlow<()> {
        self.found().1.get_or_insert(ending);
        ControlFlow::Break(())
    }

    pub(crate) fn ended(self) -> Count {
        let (solutions, ending) = *self.found();
        Count { solutions, ending: ending.unwrap_or(Ending::Exhausted) }
    }
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
                match number {
                    0 => stack.partitions.clone(),
                    1 => pairs().map(|&(second, _)| second).collect(),
                    _ => pairs().map(|&(_, third)| third).collect(),
                }
            });
            let mine = std::array::from_fn(|band| band == number);
            let free = if filter { Vec::new() } else { absent_digits(board, mine) };
            // The first band is read along the third stack, the others along the second.
            let places = if number == 0 { [0, 1, 2] } else { [0, 2, 1] };
            let needed = places.map(|place| needed[place].as_slice());
            bands.push(Band::new(number, &rows, blank_rows, places, needed, &free, progress)?);
        }
        let Ok(bands) = bands.try_into() else { return ControlFlow::Continue(None) };
        ControlFlow::Continue(Some(Self {
            stacks,
            bands,
            lower: all_relabelings(&free_below),
            all: all_relabelings(&free),
        }))
    }

    /// Adds up the solutions, on this thread and as many others as the limits allow.
    pub(crate) fn count(&self, progress: &Progress<'_>) {
        let [outer, _, _] = &self.stacks;
        let orbits = |group| {
            Orbits::new(group, outer.states(), |state, relabeling| outer.renamed(state, relabeling))
        };
        let (by_lower, by_all) = (orbits(&self.lower), orbits(&self.all));
        let work = || -> ControlFlow<()> {
            loop {
                let orbit = progress.next.fetch_add(1, Ordering::Relaxed);
                if orbit >= by_lower.firsts.len() {
                    return ControlFlow::Break(());
                }
                self.count_outer(orbit, &by_lower, &by_all, progress)?;
            }
        };
        thread::scope(|scope| {
            for _ in 1..progress.limits.threads.get().min(by_lower.firsts.len()) {
                // A thread that the system does not give leaves its work to the others.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            // Broken off or not: what was found says so.
            let _ = work();
        });
    }

    fn count_outer(
        &self,
        orbit: usize,
        by_lower: &Orbits,
        by_all: &Orbits,
        progress: &Progress<'_>,
    ) -> ControlFlow<()> {
        let [outer, second, third] = &self.stacks;
        let sources: Vec<usize> = (0..by_all.firsts.len())
            .filter(|&source| {
                let state = usize::from(by_all.firsts[source]);
                usize::from(by_lower.of[state]) == orbit && outer.orders[state] > 0
            })
            .collect();
        if sources.is_empty() {
            return ControlFlow::Continue(());
        }
        let seconds =
            Orbits::new(&by_lower.stabilizers[orbit], second.states(), |state, relabeling| {
                second.renamed(state, relabeling)
            });
        let mut thirds = Vec::with_capacity(seconds.firsts.len());
        for group in &seconds.stabilizers {
            progress.look()?;
            thirds.push(Orbits::new(group, third.states(), |state, relabeling| {
                third.renamed(state, relabeling)
            }));
        }
        let mut weights: Vec<Vec<u64>> =
            thirds.iter().map(|orbits| vec![0; orbits.firsts.len()]).collect();
        for source in sources {
            let state = by_all.firsts[source];
            let to_first = inverse(&by_lower.from_first[usize::from(state)]);
            let matrix = self.bands[0].of(outer.partitions[usize::from(state)]);
            let times =
                u64::from(by_all.sizes[source]) * u64::from(outer.orders[usize::from(state)]);
            let own =
                Orbits::new(&by_all.stabilizers[source], second.states(), |state, relabeling| {
                    second.renamed(state, relabeling)
                });
            for (&state, &size) in own.firsts.iter().zip(&own.sizes) {
                let orders = u64::from(second.orders[usize::from(state)]);
                if orders == 0 {
                    continue;
                }
                progress.look()?;
                let times = times * u64::from(size) * orders;
                let row = matrix.row(second.partitions[usize::from(state)]);
                let moved = second.renamed(state, &to_first);
                let relabeling = then(&to_first, &inverse(&seconds.from_first[usize::from(moved)]));
                let orbit = usize::from(seconds.of[usize::from(moved)]);
                let (weights, thirds) = (&mut weights[orbit], &thirds[orbit]);
                for state in 0..third.states() as u16 {
                    let at = usize::from(state);
                    let ways = row[matrix.column(third.partitions[at])] as u64
                        * u64::from(third.orders[at]);
                    if ways > 0 {
                        let orbit = thirds.of[usize::from(third.renamed(state, &relabeling))];
                        weights[usize::from(orbit)] += ways * times;
                    }
                }
            }
        }
        let orders: u128 = self.bands.iter().map(|band| u128::from(band.orders)).product();
        let mut scratch = Scratch::default();
        for ((&second, thirds), weights) in seconds.firsts.iter().zip(&thirds).zip(&weights) {
            let (wanted, weights): (Vec<u16>, Vec<u64>) =
                thirds.firsts.iter().zip(weights).filter(|&(_, &weight)| weight > 0).unzip();
            if wanted.is_empty() {
                continue;
            }
            scratch.sums.clear();
            scratch.sums.resize(wanted.len(), 0);
            self.below([by_lower.firsts[orbit], second], &wanted, &mut scratch, progress)?;
            let parts = weights.iter().zip(&scratch.sums);
            let sum: u128 = parts.map(|(&weight, &sum)| u128::from(weight) * u128::from(sum)).sum();
            progress.add(sum * orders)?;
        }
        ControlFlow::Continue(())
    }

    /// Adds up for each of the third stack's states in how many ways the two lower bands go with
    /// it and with these states of the first and the second stack.
    fn below(
        &self,
        [outer, second]: [u16; 2],
        wanted: &[u16],
        scratch: &mut Scratch,
        progress: &Progress<'_>,
    ) -> ControlFlow<()> {
        let [stack_0, stack_1, _] = &self.stacks;
        let columns = stack_1.pairs(second);
        for &(middle, bottom) in stack_0.pairs(outer) {
            progress.look()?;
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
        columns: &[(Partition, Partition)],
        wanted: &[u16],
        scratch: &mut Scratch,
    ) {
        let mut at = [0; 56];
        for (at, &(second, _)) in at.iter_mut().zip(columns) {
            *at = middle.column(second);
        }
        gather::<N>(&self.bands[1], middle, &at[..columns.len()], &mut scratch.middle);
        for (at, &(_, third)) in at.iter_mut().zip(columns) {
            *at = bottom.column(third);
        }
        gather::<N>(&self.bands[2], bottom, &at[..columns.len()], &mut scratch.bottom);
        let [_, _, third] = &self.stacks;
        for (&state, sum) in wanted.iter().zip(&mut scratch.sums) {
            *sum += dots::<N>(
                third.pairs(state),
                &scratch.middle,
                &scratch.bottom,
                &self.bands[1].needed.number,
                &self.bands[2].needed.number,
            );
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
fn dots<const N: usize>(
    pairs: &[(Partition, Partition)],
    middle: &[[i16; 8]],
    bottom: &[[i16; 8]],
    middle_number: &[u16],
    bottom_number: &[u16],
) -> u64 {
    let (middle, bottom) = (middle.as_chunks::<N>().0, bottom.as_chunks::<N>().0);
    let mut sums = [0i32; 4];
    for &(second, third) in pairs {
        let second = &middle[usize::from(middle_number[usize::from(second)])];
        let third = &bottom[usize::from(bottom_number[usize::from(third)])];
        for (a, b) in second.iter().zip(third) {
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum += i32::from(a[2 * lane]) * i32::from(b[2 * lane])
                    + i32::from(a[2 * lane + 1]) * i32::from(b[2 * lane + 1]);
            }
        }
    }
    sums.iter().map(|&sum| sum as u64).sum()
}

#[derive(Default)]
struct Scratch {
    middle: Vec<[i16; 8]>,
    bottom: Vec<[i16; 8]>,
    sums: Vec<u64>,
}
