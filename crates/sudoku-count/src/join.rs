//! The sum over the three stacks.

use std::ops::ControlFlow;
use std::sync::Arc;

use sudoku_core::Board;

use crate::band::Band;
use crate::clues::{Boxes, absent_digits, blank_lines, column_splits, row_splits};
use crate::lanes::{LANES, Pairs};
use crate::progress::Progress;
use crate::relabel::{IDENTITY, Orbits, all_relabelings, inverse, then};
use crate::splits::{Relabeling, Renaming};
use crate::stack::Stack;

/// The input of the sum: tables of the bands and lists of the stacks, for a board whose singles are
/// placed.
pub(crate) struct Join {
    pub(crate) stacks: [Stack; 3],
    pub(crate) bands: [Band; 3],
    /// The pairs of the second stack, in the local numbers of the lower bands.
    pub(crate) second: Vec<(u16, u16)>,
    /// The pairs of the third stack, in the same numbers.
    pub(crate) third: Pairs,
    /// The states of the third stack, sorted by the number of their pairs.
    pub(crate) by_length: Vec<u16>,
    /// The states of the second stack, each as its own orbit.
    unsorted: Arc<Orbits>,
    /// The relabelings that fix the two lower bands.
    lower: Vec<Relabeling>,
    /// The relabelings that fix the whole board.
    all: Vec<Relabeling>,
}

/// The maximum number of pairs in a batch of states of the first stack, unless one state has more.
const MOST_LANES: usize = 4 * LANES;

/// The approximate maximum number of weights in a batch, unless one part has more.
const MOST_WEIGHTS: usize = 1_000_000;

impl Join {
    /// Makes the tables for a board, or returns `None` if it has no solution.
    ///
    /// `supported` has only the row splits and column splits that splits of other boxes support.
    /// Removing the others breaks the symmetry, so no relabelings are used. This is better for
    /// boards with many clues.
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
        let [_, middle, bottom] = &bands;
        let renumbered = |stack: usize| {
            let numbers = [middle, bottom].map(|band| band.needed[stack - 1].number.as_slice());
            stacks[stack].renumbered(numbers)
        };
        let rows = [middle, bottom].map(|band| band.needed[1].partitions.len());
        let (second, third) = (renumbered(1), Pairs::new(&renumbered(2), rows));
        let Some(third) = third else { return ControlFlow::Continue(None) };
        let unsorted = Orbits::new(&[IDENTITY], stacks[1].states(), |state, _| state);
        let states = 0..stacks[2].states() as u16;
        let length = |state: u16| stacks[2].range(state).len();
        let mut lengths: Vec<usize> = Vec::new();
        for length in states.clone().map(length) {
            if let Err(place) = lengths.binary_search(&length) {
                lengths.insert(place, length);
            }
        }
        let of_length = |wanted| states.clone().filter(move |&state| length(state) == wanted);
        let by_length: Vec<u16> = lengths.into_iter().flat_map(of_length).collect();
        ControlFlow::Continue(Some(Self {
            stacks,
            bands,
            second,
            third,
            by_length,
            unsorted: Arc::new(unsorted),
            lower: all_relabelings(&free_below),
            all: all_relabelings(&free),
        }))
    }

    /// Returns the orbits of the first stack's states: under relabelings that fix the lower bands,
    /// and under those that fix the whole board.
    pub(crate) fn orbits(&self) -> [Orbits; 2] {
        let [outer, _, _] = &self.stacks;
        [&self.lower, &self.all].map(|group| {
            Orbits::new(group, outer.states(), |state, relabeling| outer.renamed(state, relabeling))
        })
    }

    /// Returns the number of orders that the clues of the first band permit for these states of the
    /// first two stacks.
    pub(crate) fn orders(&self, states: [u16; 2]) -> u64 {
        let stacks = self.stacks.iter().zip(states);
        stacks.map(|(stack, state)| u64::from(stack.orders[usize::from(state)])).product()
    }

    /// Returns the number of orders of the blank rows of all bands.
    pub(crate) fn row_orders(&self) -> u128 {
        self.bands.iter().map(|band| u128::from(band.orders)).product()
    }

    /// Returns the orbits of the first stack's states in batches, each to be summed side by side.
    /// It leaves out orbits in which the first band's clues permit no state.
    pub(crate) fn batches(&self, [by_lower, _]: &[Orbits; 2]) -> Vec<Batch> {
        let [outer, second, third] = &self.stacks;
        let pairs = |orbit: usize| outer.pairs(by_lower.firsts[orbit]).len().next_multiple_of(2);
        let mut allowed = vec![false; by_lower.firsts.len()];
        for (&orbit, &orders) in by_lower.of.iter().zip(&outer.orders) {
            allowed[usize::from(orbit)] |= orders > 0;
        }
        // Relabelings that fix a state of the first stack group the states of the other stacks into
        // orbits. So only states with the same such relabelings can share a batch.
        let mut alike: Vec<(Batch, usize)> = Vec::new();
        let mut others = (Batch { orbits: Vec::new(), alone: vec![IDENTITY] }, 0);
        for orbit in 0..by_lower.firsts.len() {
            if !allowed[orbit] || pairs(orbit) == 0 {
                continue;
            }
            let alone = by_lower.stabilizer(orbit);
            let place = alike.iter().position(|(batch, _)| batch.alone == alone);
            let (batch, lanes) = match place {
                _ if alone.len() == 1 => &mut others,
                Some(place) => &mut alike[place],
                None => {
                    alike.push((Batch { orbits: Vec::new(), alone: alone.to_vec() }, 0));
                    let last = alike.len() - 1;
                    &mut alike[last]
                }
            };
            batch.orbits.push(orbit);
            *lanes += pairs(orbit);
        }
        let mut batches = Vec::new();
        // These orbits divide the work by the number of relabelings. But filling empty lanes with
        // other states also saves work.
        for (batch, lanes) in alike {
            if batch.alone.len() * lanes > lanes.next_multiple_of(LANES) {
                batches.push(batch);
            } else {
                others.0.orbits.extend(batch.orbits);
            }
        }
        batches.push(others.0);
        let split = |Batch { orbits, alone }: Batch| {
            // All parts of a batch keep their weights.
            let weights = (second.states() * third.states()).div_ceil(alone.len());
            let most = (MOST_WEIGHTS / weights).max(1);
            let (mut split, mut open, mut lanes) = (Vec::new(), Vec::new(), 0);
            for orbit in orbits {
                let pairs = pairs(orbit);
                let full = lanes > MOST_LANES - LANES && lanes % LANES + pairs > LANES;
                if full || open.len() == most {
                    split.push(Batch { orbits: std::mem::take(&mut open), alone: alone.clone() });
                    lanes = 0;
                }
                open.push(orbit);
                lanes += pairs;
            }
            if !open.is_empty() {
                split.push(Batch { orbits: open, alone });
            }
            split
        };
        batches.into_iter().flat_map(split).collect()
    }

    /// Returns the parts of a batch.
    pub(crate) fn parts(
        &self,
        batch: &Batch,
        orbits: &[Orbits; 2],
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Vec<Part>> {
        let [_, _, third] = &self.stacks;
        let seconds = self.by_second(&batch.alone);
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
        let thirds = Arc::new(thirds);
        let part = |&orbit: &usize| {
            let sources = self.sources(orbit, orbits, progress)?;
            let (seconds, thirds) = (Arc::clone(&seconds), Arc::clone(&thirds));
            let first = orbits[0].firsts[orbit];
            ControlFlow::Continue(Part { first, sources, seconds, thirds })
        };
        unbroken(batch.orbits.iter().map(part))
    }

    /// Returns the orbits of the second stack's states under a group of relabelings.
    fn by_second(&self, group: &[Relabeling]) -> Arc<Orbits> {
        // Most groups are trivial, so their orbits are shared.
        if let [_] = group {
            return Arc::clone(&self.unsorted);
        }
        let [_, second, _] = &self.stacks;
        Arc::new(Orbits::new(group, second.states(), |state, relabeling| {
            second.renamed(state, relabeling)
        }))
    }

    /// Returns the permitted states of an orbit of the first stack's states.
    fn sources(
        &self,
        orbit: usize,
        [by_lower, by_all]: &[Orbits; 2],
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Vec<Source>> {
        let [outer, _, _] = &self.stacks;
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
                    seconds: self.by_second(by_all.stabilizer(at)),
                });
            }
        }
        ControlFlow::Continue(sources)
    }

    /// Returns the orbit of a state of the second stack, and a relabeling. The relabeling maps the
    /// source to the representative of the part, and the state to the representative of its orbit.
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

    /// Returns the states of the third stack that go with a source and a state of the second stack.
    /// Each has its orbit and the number of ways of the first band. The last argument is the result
    /// of [`to_firsts`](Self::to_firsts).
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
        let (stays, renaming) = (relabeling == IDENTITY, Renaming::new(&relabeling));
        let thirds = part.thirds[orbit].as_ref();
        (0..third.states() as u16).filter_map(move |state| {
            let at = usize::from(state);
            let ways = row.get(matrix.column(third.partitions[at])).map_or(0, |&ways| ways as u64)
                * u64::from(third.orders[at]);
            if ways == 0 {
                return None;
            }
            let moved = if stays { state } else { third.renamed_by(state, &renaming) };
            let orbit = thirds.map_or(moved, |thirds| thirds.of[usize::from(moved)]);
            Some((state, usize::from(orbit), ways))
        })
    }

    /// Returns the number of orbits of the third stack's states for an orbit of the second's.
    pub(crate) fn thirds(&self, part: &Part, second: usize) -> usize {
        let [_, _, third] = &self.stacks;
        part.thirds[second].as_ref().map_or(third.states(), |thirds| thirds.firsts.len())
    }

    /// Computes the weights of a part.
    pub(crate) fn weights(&self, part: &Part, progress: &Progress<'_>) -> ControlFlow<(), Weights> {
        let [outer, second, third] = &self.stacks;
        let seconds = 0..part.thirds.len();
        let mut weights: Weights =
            seconds.map(|second| vec![0; self.thirds(part, second)]).collect();
        for source in &part.sources {
            let times = u64::from(source.size) * u64::from(outer.orders[usize::from(source.state)]);
            let matrix = self.bands[0].of(outer.partitions[usize::from(source.state)]);
            let allowed: Vec<Allowed> = (0..third.states() as u16)
                .map(|state| Allowed {
                    state,
                    column: matrix.column(third.partitions[usize::from(state)]) as u16,
                    orders: u64::from(third.orders[usize::from(state)]),
                })
                .filter(|allowed| allowed.orders > 0)
                .collect();
            // Sorted. There are at most as many entries as relabelings that fix the part's
            // representative.
            let mut renamed: Vec<(Relabeling, Vec<u16>)> = Vec::new();
            for (&state, &size) in source.seconds.firsts.iter().zip(&source.seconds.sizes) {
                progress.look()?;
                let times = times * u64::from(size) * u64::from(second.orders[usize::from(state)]);
                let row = matrix.row(second.partitions[usize::from(state)]);
                let Some(row) = row.filter(|_| times > 0) else { continue };
                let (orbit, relabeling) = self.to_firsts(part, source, state);
                let place = renamed.binary_search_by_key(&relabeling, |&(known, _)| known);
                let place = place.unwrap_or_else(|place| {
                    let renaming = Renaming::new(&relabeling);
                    let thirds = allowed.iter().map(|it| third.renamed_by(it.state, &renaming));
                    renamed.insert(place, (relabeling, thirds.collect()));
                    place
                });
                let renamed = &renamed[place].1;
                let thirds = part.thirds[orbit].as_ref();
                let weights = &mut weights[orbit];
                for (allowed, &moved) in allowed.iter().zip(renamed) {
                    let ways = row[usize::from(allowed.column)] as u64;
                    if ways > 0 {
                        let orbit = thirds.map_or(moved, |thirds| thirds.of[usize::from(moved)]);
                        weights[usize::from(orbit)] += ways * allowed.orders * times;
                    }
                }
            }
        }
        ControlFlow::Continue(weights)
    }
}

/// A state of the third stack that the first band's clues permit.
struct Allowed {
    state: u16,
    /// The index of its numbers in the rows of the first band.
    column: u16,
    orders: u64,
}

/// Orbits of the first stack's states that are summed side by side.
pub(crate) struct Batch {
    pub(crate) orbits: Vec<usize>,
    /// The relabelings that fix all representatives. They define the orbits of the other stacks'
    /// states.
    alone: Vec<Relabeling>,
}

/// The work for one orbit of the first stack's states under relabelings that fix the lower bands.
pub(crate) struct Part {
    /// The representative of the orbit.
    pub(crate) first: u16,
    /// The states of the orbit that the first band's clues permit, up to relabelings that fix the
    /// whole board.
    pub(crate) sources: Vec<Source>,
    /// The orbits of the second stack's states under the batch's relabelings.
    pub(crate) seconds: Arc<Orbits>,
    /// For each of these orbits, the orbits of the third stack's states. `None` if each state is
    /// its own orbit.
    pub(crate) thirds: Arc<Vec<Option<Orbits>>>,
}

/// The number of ways of the first band, by orbit of the second stack's states and of the third's.
pub(crate) type Weights = Vec<Vec<u64>>;

/// A state of the first stack that represents all states that are equal up to relabelings of the
/// whole board.
pub(crate) struct Source {
    /// The orbit under relabelings of the whole board.
    pub(crate) orbit: usize,
    pub(crate) state: u16,
    pub(crate) size: u32,
    /// The relabeling that maps the state to the representative of the part.
    to_first: Relabeling,
    /// The orbits of the second stack's states under relabelings of the whole board.
    pub(crate) seconds: Arc<Orbits>,
}

/// Collects all values, or breaks at the first that breaks.
pub(crate) fn unbroken<T>(
    all: impl ExactSizeIterator<Item = ControlFlow<(), T>>,
) -> ControlFlow<(), Vec<T>> {
    let mut unbroken = Vec::with_capacity(all.len());
    for one in all {
        unbroken.push(one?);
    }
    ControlFlow::Continue(unbroken)
}
