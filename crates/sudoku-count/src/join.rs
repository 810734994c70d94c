//! The sum over the three stacks.

use std::ops::ControlFlow;
use std::sync::Arc;

use sudoku_core::Board;

use crate::band::Band;
use crate::clues::{Boxes, absent_digits, blank_lines, column_splits, row_splits};
use crate::lanes::{LANES, Pairs};
use crate::progress::Progress;
use crate::relabel::{IDENTITY, Orbits, all_relabelings, inverse, then};
use crate::splits::Relabeling;
use crate::stack::Stack;

/// What is to be summed for a board whose singles are placed: tables of its bands and lists of its
/// stacks.
pub(crate) struct Join {
    pub(crate) stacks: [Stack; 3],
    pub(crate) bands: [Band; 3],
    /// The pairs of the second stack, by the numbers of the lower bands' partitions.
    pub(crate) second: Vec<(u16, u16)>,
    /// The same of the third.
    pub(crate) third: Pairs,
    /// The states of the third stack by the number of their pairs.
    pub(crate) by_length: Vec<u16>,
    /// The second stack's states, each an orbit by itself.
    unsorted: Arc<Orbits>,
    /// Relabelings that leave the two lower bands alone.
    lower: Vec<Relabeling>,
    /// Relabelings that leave the board alone.
    all: Vec<Relabeling>,
}

/// How many pairs of the first stack's states are in a batch at most, if those of one state are not
/// more.
const MOST_LANES: usize = 4 * LANES;

/// How many weights are kept for a batch at most, if those of one part are not more.
const MOST_WEIGHTS: usize = 1_000_000;

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
        let [_, middle, bottom] = &bands;
        let renumbered = |stack: usize| {
            let numbers = [middle, bottom].map(|band| band.needed[stack - 1].number.as_slice());
            stacks[stack].renumbered(numbers)
        };
        let rows = [middle, bottom].map(|band| band.needed[1].partitions.len());
        let (second, third) = (renumbered(1), Pairs::new(renumbered(2), rows));
        let Some(third) = third else { return ControlFlow::Continue(None) };
        let unsorted = Orbits::new(&[IDENTITY], stacks[1].states(), |state, _| state);
        let mut by_length: Vec<u16> = (0..stacks[2].states() as u16).collect();
        by_length.sort_by_key(|&state| stacks[2].range(state).len());
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

    /// The states of the first stack, as relabelings that leave the lower bands alone and as those
    /// that leave the whole board alone sort them.
    pub(crate) fn orbits(&self) -> [Orbits; 2] {
        let [outer, _, _] = &self.stacks;
        [&self.lower, &self.all].map(|group| {
            Orbits::new(group, outer.states(), |state, relabeling| outer.renamed(state, relabeling))
        })
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

    /// The orbits of the first stack's states, without those of which the first band's clues allow
    /// none, in batches of which each is summed up side by side.
    pub(crate) fn batches(&self, [by_lower, _]: &[Orbits; 2]) -> Vec<Batch> {
        let [outer, second, third] = &self.stacks;
        let mut allowed = vec![false; by_lower.firsts.len()];
        for (&orbit, &orders) in by_lower.of.iter().zip(&outer.orders) {
            allowed[usize::from(orbit)] |= orders > 0;
        }
        // Weights are kept for all parts of a batch.
        let most = (MOST_WEIGHTS / (second.states() * third.states())).max(1);
        let (mut batches, mut open, mut lanes) = (Vec::new(), Vec::new(), 0);
        for (orbit, &first) in by_lower.firsts.iter().enumerate() {
            let pairs = outer.pairs(first).len().next_multiple_of(2);
            if !allowed[orbit] || pairs == 0 {
                continue;
            }
            // Relabelings that leave a state alone sort those of the other stacks, in their own
            // way. That saves as much as there are of them; but so do other states beside it.
            let alone = by_lower.stabilizer(orbit).len();
            if alone > 1 && alone * pairs > pairs.next_multiple_of(LANES) {
                batches.push(Batch { orbits: vec![orbit], sorted: true });
                continue;
            }
            let full = lanes > MOST_LANES - LANES && lanes % LANES + pairs > LANES;
            if full || open.len() == most {
                batches.push(Batch { orbits: std::mem::take(&mut open), sorted: false });
                lanes = 0;
            }
            open.push(orbit);
            lanes += pairs;
        }
        if !open.is_empty() {
            batches.push(Batch { orbits: open, sorted: false });
        }
        batches
    }

    /// The parts of a batch.
    pub(crate) fn parts(
        &self,
        batch: &Batch,
        orbits: &[Orbits; 2],
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Vec<Part>> {
        let part = |&orbit: &usize| self.part(orbit, batch.sorted, orbits, progress);
        unbroken(batch.orbits.iter().map(part))
    }

    /// What there is to do for one orbit of the first stack's states.
    fn part(
        &self,
        orbit: usize,
        sorted: bool,
        [by_lower, by_all]: &[Orbits; 2],
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Part> {
        let [outer, second, third] = &self.stacks;
        // Most are those that nothing sorts, and there are many parts.
        let by_second = |group: &[Relabeling]| {
            if let [_] = group {
                return Arc::clone(&self.unsorted);
            }
            Arc::new(Orbits::new(group, second.states(), |state, relabeling| {
                second.renamed(state, relabeling)
            }))
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
        let seconds = by_second(if sorted { by_lower.stabilizer(orbit) } else { &[IDENTITY] });
        let mut thirds = Vec::with_capacity(seconds.firsts.len());
        for at in 0..seconds.firsts.len() {
            progress.look()?;
            let group = seconds.stabilizer(at);
            thirds.push((group.len() > 1).then(|| {
                Box::new(Orbits::new(group, third.states(), |state, relabeling| {
                    third.renamed(state, relabeling)
                }))
            }));
        }
        let first = by_lower.firsts[orbit];
        ControlFlow::Continue(Part { first, sources, seconds, thirds })
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

    /// How many orbits there are of the third stack's states, with an orbit of the second's.
    pub(crate) fn thirds(&self, part: &Part, second: usize) -> usize {
        let [_, _, third] = &self.stacks;
        part.thirds[second].as_ref().map_or(third.states(), |thirds| thirds.firsts.len())
    }

    /// The weights of a part.
    pub(crate) fn weights(&self, part: &Part, progress: &Progress<'_>) -> ControlFlow<(), Weights> {
        let [outer, second, _] = &self.stacks;
        let seconds = 0..part.thirds.len();
        let mut weights: Weights =
            seconds.map(|second| vec![0; self.thirds(part, second)]).collect();
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
}

/// Orbits of the first stack's states that are summed up side by side.
pub(crate) struct Batch {
    pub(crate) orbits: Vec<usize>,
    /// Whether the relabelings that leave the state alone sort those of the other stacks: only
    /// where there is but one.
    sorted: bool,
}

/// What there is to do for one orbit of the first stack's states under relabelings that leave the
/// lower bands alone.
pub(crate) struct Part {
    /// The orbit's representative.
    pub(crate) first: u16,
    /// The states of the orbit that the first band's clues allow, but for those that are the same
    /// under relabelings that leave the whole board alone.
    pub(crate) sources: Vec<Source>,
    /// The second stack's states as the relabelings sort them that leave the first's alone.
    pub(crate) seconds: Arc<Orbits>,
    /// For each of these orbits the third stack's states; absent where each is an orbit by itself.
    pub(crate) thirds: Vec<Option<Box<Orbits>>>,
}

/// By orbit of the second and of the third stack's states, in how many ways the first band goes
/// with them.
pub(crate) type Weights = Vec<Vec<u64>>;

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
    pub(crate) seconds: Arc<Orbits>,
}

/// All of them, if none is broken off.
pub(crate) fn unbroken<T>(
    all: impl ExactSizeIterator<Item = ControlFlow<(), T>>,
) -> ControlFlow<(), Vec<T>> {
    let mut unbroken = Vec::with_capacity(all.len());
    for one in all {
        unbroken.push(one?);
    }
    ControlFlow::Continue(unbroken)
}
