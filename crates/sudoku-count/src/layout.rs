//! The choice of the layout in which a board is counted.
//!
//! The number of solutions does not depend on the layout, but the work does, by a factor of up to
//! 100. A layout chooses rows or columns as columns, the first band, and the order of the stacks.

use std::ops::ControlFlow;

use sudoku_core::{Board, Symmetry};

use crate::clues::{
    Boxes, Triples, absent_digits, blank_lines, column_splits, drop_unsupported, fitting_triples,
    row_splits, transposed,
};
use crate::join::Join;
use crate::lanes::LANES;
use crate::progress::Progress;
use crate::splits::{PARTITIONS, Partition, SplitSet, TABLES};
use crate::stack::sort_at;

/// A layout with its expected cost.
pub(crate) struct Layout {
    symmetry: Symmetry,
    /// The row splits and column splits that have support, for boards with many clues: see
    /// [`Join::new`].
    supported: Option<Box<[Boxes; 2]>>,
    /// The expected number of terms.
    terms: f64,
    /// The expected cost of the terms and of the work around them, in nanoseconds.
    cost: f64,
}

/// The number of splits in all boxes, rows and columns together, below which removing unsupported
/// splits saves more than relabelings. The empty board has 30,240.
const FEW_SPLITS: usize = 6000;

/// The number of terms above which it is worthwhile to estimate the savings by relabelings.
const MANY_TERMS: f64 = 30_000_000.0;

/// The number of terms below which the choice of the layout matters little.
const FEW_TERMS: f64 = 3_000_000.0;

// The constants below were measured on AVX2 with 16-bit numbers. With bytes, `ADDED` is half as
// large. Halving `ADDED`, or doubling `WEIGHED` or `BLOCK`, changes the total time of 200 boards of
// 5 to 12 clues by less than 5%.

/// The time to multiply and add 32 pairs of numbers side by side, in nanoseconds.
const ADDED: f64 = 1.2;

/// The time to start a list of pairs of the third stack, in pairs.
const LIST: f64 = 6.0;

/// The time to weigh a state of the third stack, in nanoseconds.
const WEIGHED: f64 = 4.0;

/// The time to arrange the numbers for 32 pairs of the first stack side by side, in nanoseconds.
const BLOCK: f64 = 1_000_000.0;

/// The number of samples of column splits that estimate how many are possible in the first band.
const SAMPLES: u32 = 32;

impl Layout {
    /// Returns the cheapest layout.
    pub(crate) fn best(board: &Board) -> Self {
        let mut boxes = [row_splits(board), column_splits(board, [true; 3])];
        let splits = boxes.as_flattened().as_flattened().iter().map(SplitSet::len);
        let related = || {
            let all = ways().map(|(transpose, band)| Self::related(board, transpose, band));
            all.min_by(|a, b| a.cost.total_cmp(&b.cost))
        };
        let best = if splits.sum::<usize>() < FEW_SPLITS {
            let [rows, columns] = &mut boxes;
            let triples = drop_unsupported(rows, columns);
            let turned = Turned::both(board, &boxes, triples);
            let all = ways().map(|way| Supported::new(&turned, way));
            all.min_by(|a, b| a.expected.cost.total_cmp(&b.expected.cost)).map(|best| best.layout())
        } else {
            None
        };
        // Boards with few clues and few different digits have few splits too, but many relabelings.
        let best = match best {
            Some(best) if best.terms > MANY_TERMS => {
                related().filter(|other| other.cost < best.cost).or(Some(best))
            }
            Some(best) => Some(best),
            None => related(),
        };
        best.unwrap_or_else(|| Self::related(board, false, 0))
    }

    /// Returns all layouts that do different work.
    #[cfg(test)]
    pub(crate) fn all(board: &Board) -> Vec<Self> {
        let mut boxes = [row_splits(board), column_splits(board, [true; 3])];
        let [rows, columns] = &mut boxes;
        let triples = drop_unsupported(rows, columns);
        let turned = Turned::both(board, &boxes, triples);
        let supported = ways().map(|way| Supported::new(&turned, way).layout());
        let related = ways().map(|(transpose, band)| Self::related(board, transpose, band));
        supported.chain(related).collect()
    }

    /// Returns the expected number of terms.
    pub(crate) fn terms(&self) -> f64 {
        self.terms
    }

    /// Returns the symmetry that moves the board into this layout.
    pub(crate) fn symmetry(&self) -> &Symmetry {
        &self.symmetry
    }

    /// Makes the tables for a board, or returns `None` if it has no solution.
    pub(crate) fn join(
        &self,
        board: &Board,
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Option<Join>> {
        Join::new(&self.symmetry.apply(board), self.supported.as_deref(), progress)
    }

    /// Returns the layout with relabelings for this orientation and first band.
    fn related(board: &Board, transpose: bool, band: usize) -> Self {
        let bands = from(band);
        let turned = turn(transpose, bands, [0, 1, 2]).apply(board);
        let (below, every) = ([false, true, true], [true; 3]);
        let [lower, full] = [below, every].map(|bands| column_splits(&turned, bands));
        let absent = [below, every].map(|bands| absent_digits(&turned, bands));
        let orders = orders(&turned, below);
        let work = Work {
            sides: [0, 1, 2].map(|stack| {
                let splits = [&lower[0][stack], &full[0][stack]];
                let states = splits[0].len() as f64 / orders[stack];
                Side {
                    states,
                    allowed: (splits[1].len() as f64).min(states),
                    triples: triples(&lower, stack) / orders[stack],
                    orbits: orbits(&turned, splits, &absent[0], stack),
                }
            }),
            relabelings: absent
                .map(|absent| (1..=absent.len()).map(|number| number as f64).product()),
            goes: goes(&row_splits(&turned)[0], &full[0]),
        };
        let Cost { cost, terms, stacks } = work.cheapest();
        Self { symmetry: turn(transpose, bands, stacks), supported: None, terms, cost }
    }
}

/// A board in one orientation, with the data that does not depend on the choice of the first band.
struct Turned {
    transpose: bool,
    /// The row splits and column splits that have support.
    boxes: [Boxes; 2],
    /// The number of triples of row splits of each band.
    bands: [u32; 3],
    /// The number of triples of column splits of each stack, up to the order of blank columns.
    stacks: [f64; 3],
    /// The number of orders of the blank columns of each stack.
    orders: [f64; 3],
}

impl Turned {
    /// Returns the board and its transpose.
    fn both(
        board: &Board,
        [rows, columns]: &[Boxes; 2],
        [of_rows, of_columns]: Triples,
    ) -> [Self; 2] {
        [false, true].map(|transpose| {
            let (turned, boxes, [bands, stacks]) = if transpose {
                let turned = Symmetry::TRANSPOSE.apply(board);
                (turned, [transposed(columns), transposed(rows)], [of_columns, of_rows])
            } else {
                (*board, [*rows, *columns], [of_rows, of_columns])
            };
            let orders = orders(&turned, [true; 3]);
            let stacks = [0, 1, 2].map(|stack| f64::from(stacks[stack]) / orders[stack]);
            Self { transpose, boxes, bands, stacks, orders }
        })
    }
}

/// A layout with only supported splits, without relabelings.
struct Supported<'a> {
    turned: &'a Turned,
    band: usize,
    expected: Cost,
}

impl<'a> Supported<'a> {
    fn new(turned: &'a [Turned; 2], (transpose, band): (bool, usize)) -> Self {
        let turned = &turned[usize::from(transpose)];
        let terms = turned.stacks.iter().product();
        let expected = if terms < FEW_TERMS {
            // With few row splits in the first band, few terms are not zero.
            let rows = f64::from(turned.bands[band]);
            let cost = terms * rows * ADDED / (LANES * PARTITIONS) as f64;
            Cost { cost, terms, stacks: ascending(turned.stacks) }
        } else {
            let [rows, columns] = &turned.boxes;
            let side = |stack: usize| {
                let states = columns[band][stack].len() as f64 / turned.orders[stack];
                let orbits = vec![Alike { size: 1.0, orbits: states }];
                Side { states, allowed: states, triples: turned.stacks[stack], orbits }
            };
            let goes = goes(&rows[band], &columns[band]);
            Work { sides: [0, 1, 2].map(side), relabelings: [1.0; 2], goes }.cheapest()
        };
        Self { turned, band, expected }
    }

    fn layout(&self) -> Layout {
        let Cost { cost, terms, stacks } = self.expected;
        let bands = from(self.band);
        let boxes = self.turned.boxes.each_ref();
        let boxes = boxes.map(|boxes| bands.map(|band| stacks.map(|stack| boxes[band][stack])));
        let symmetry = turn(self.turned.transpose, bands, stacks);
        Layout { symmetry, supported: Some(Box::new(boxes)), terms, cost }
    }
}

/// The quantities that determine the work.
struct Work {
    sides: [Side; 3],
    /// The number of relabelings that fix the two lower bands, and of those that fix the whole
    /// board.
    relabelings: [f64; 2],
    /// The share of triples of states, from 0 to 1, that are possible in the first band.
    goes: f64,
}

/// The quantities of a stack that determine the work.
struct Side {
    /// The number of states, by the clues of the lower bands alone.
    states: f64,
    /// The number of those states that the clues of the first band permit.
    allowed: f64,
    /// The number of triples of column splits, by the clues of the lower bands alone.
    triples: f64,
    /// The orbits in which the first band permits at least one state.
    orbits: Vec<Alike>,
}

/// Orbits of states that the same relabelings fix.
struct Alike {
    /// The number of states in each orbit.
    size: f64,
    /// The number of orbits.
    orbits: f64,
}

/// The expected cost of an order of the stacks.
struct Cost {
    cost: f64,
    terms: f64,
    stacks: [usize; 3],
}

impl Work {
    /// Returns the cheapest order of the stacks.
    fn cheapest(&self) -> Cost {
        let orders = [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        orders.into_iter().map(|stacks| self.cost(stacks)).fold(
            self.cost([0, 1, 2]),
            |best, other| if other.cost < best.cost { other } else { best },
        )
    }

    fn cost(&self, stacks: [usize; 3]) -> Cost {
        let [first, second, third] = stacks.map(|stack| &self.sides[stack]);
        let [below, every] = self.relabelings;
        let width = LANES as f64;
        let pairs = [first, second, third].map(|side| side.triples / side.states.max(1.0));
        let others = second.states * third.states;
        // The sum of the lower bands is computed once for all states that are equal up to
        // relabeling. It is needed only if the first band permits one of them. A block computes it
        // for all its parts if one of them needs it.
        let filled = self.goes * [first, second, third].map(Side::filled).iter().product::<f64>();
        let one = 1.0 - (1.0 - filled).powf((below / every).max(1.0));
        let some = |orbits: f64| {
            let parts = orbits.min(1.0 + (width - 2.0) / pairs[0].max(1.0));
            1.0 - (1.0 - one).powf(parts.max(1.0))
        };
        // Treats the first stack's states like `Join::batches`: relabelings either group the states
        // of the other stacks, or are not used.
        let (mut blocks, mut added, mut terms, mut unsorted) = (0.0, 0.0, 0.0, 0.0);
        let mut add = |orbits: f64, others: f64| {
            let (lanes, others) = (orbits * pairs[0], others.max(1.0) * some(orbits));
            let together = (lanes / width).ceil();
            blocks += together;
            added += together * others * pairs[1] * pairs[2];
            terms += lanes * others * pairs[1] * pairs[2];
        };
        for &Alike { size, orbits } in &first.orbits {
            let (alone, lanes) = ((below / size).max(1.0), orbits * pairs[0]);
            if alone * lanes > (lanes / width).ceil() * width {
                add(orbits, others / alone);
            } else {
                unsorted += orbits;
            }
        }
        add(unsorted, others);
        let weighed = first.allowed * second.allowed * third.states / every;
        let cost =
            added * (1.0 + LIST / pairs[2].max(1.0)) * ADDED + weighed * WEIGHED + blocks * BLOCK;
        Cost { cost, terms, stacks }
    }
}

impl Side {
    /// Returns the share of states, from 0 to 1, that the first band's clues permit.
    fn filled(&self) -> f64 {
        self.allowed / self.states.max(1.0)
    }
}

/// Returns the orbits of a first box's splits under relabelings of the absent digits. It keeps only
/// orbits with a split in the second set.
///
/// Two splits are in the same orbit if each has the other digits in the same parts. The relabelings
/// that fix a split exchange digits within its parts.
fn orbits(
    board: &Board,
    [splits, allowed]: [&SplitSet; 2],
    absent: &[u8],
    stack: usize,
) -> Vec<Alike> {
    let others = absent.iter().fold(0x1ff, |others, digit| others & !(1 << digit));
    let blank = &blank_columns(board, [false, true, true])[stack];
    // The parts of each orbit in order, with its size, and true if one of its splits is allowed.
    let mut orbits: Vec<([u16; 3], usize, bool)> = Vec::new();
    for split in splits.iter() {
        let mut parts = TABLES.parts[usize::from(split)].map(|part| part & others);
        sort_at(&mut parts, blank);
        let is_allowed = allowed.contains(split);
        match orbits.binary_search_by_key(&parts, |orbit| orbit.0) {
            Ok(at) => orbits[at] = (parts, orbits[at].1 + 1, orbits[at].2 | is_allowed),
            Err(at) => orbits.insert(at, (parts, 1, is_allowed)),
        }
    }
    // The sizes of orbits and of their parts in order, with the number of such orbits.
    let mut sizes: Vec<(([u32; 3], usize), usize)> = Vec::new();
    for (parts, size, _) in orbits.into_iter().filter(|&(.., is_allowed)| is_allowed) {
        let size = (parts.map(u16::count_ones), size);
        match sizes.binary_search_by_key(&size, |alike| alike.0) {
            Ok(at) => sizes[at].1 += 1,
            Err(at) => sizes.insert(at, (size, 1)),
        }
    }
    let orders = ORDERS[blank.len()];
    let alike = |((_, size), orbits)| Alike { size: size as f64 / orders, orbits: orbits as f64 };
    sizes.into_iter().map(alike).collect()
}

/// Estimates the share, from 0 to 1, of column splits that are possible in a band. It samples
/// column splits and checks them against the row splits.
fn goes(rows: &[SplitSet; 3], columns: &[SplitSet; 3]) -> f64 {
    let tables = &*TABLES;
    let partition = |split| tables.partition[usize::from(split)];
    let mut triples = Vec::new();
    fitting_triples(rows.each_ref(), |triple| triples.push(triple.map(partition)));
    let columns = columns.each_ref().map(|set| set.iter().map(partition).collect::<Vec<_>>());
    let goes = |&some: &u32| {
        // Pseudorandom numbers, the same every time.
        let mut steps = [0x9e37_79b1, 0x85eb_ca6b, 0xc2b2_ae35].into_iter();
        let crossed = columns.each_ref().map(|columns| {
            let number = (some + 1).wrapping_mul(steps.next().unwrap_or(1)) >> 12;
            let at = number as usize % columns.len().max(1);
            columns.get(at).map(|&column| tables.crossed_by(column))
        });
        let crosses = |triple: &[Partition; 3]| {
            crossed.iter().zip(triple).all(|(set, &row)| set.is_some_and(|set| set.contains(row)))
        };
        triples.iter().any(crosses)
    };
    (1 + (0..SAMPLES).filter(goes).count()) as f64 / f64::from(1 + SAMPLES)
}

/// Returns the choices of the orientation and of the first band.
fn ways() -> impl Iterator<Item = (bool, usize)> {
    [false, true].into_iter().flat_map(|transpose| (0..3).map(move |band| (transpose, band)))
}

/// Returns the number of triples of column splits of a stack.
fn triples(boxes: &Boxes, stack: usize) -> f64 {
    let mut count = 0u32;
    fitting_triples([0, 1, 2].map(|band| &boxes[band][stack]), |_| count += 1);
    f64::from(count)
}

/// The number of orders of 0 to 3 blank lines.
const ORDERS: [f64; 4] = [1.0, 1.0, 2.0, 6.0];

/// Returns for each stack the number of orders of the columns without a clue of these bands.
fn orders(board: &Board, bands: [bool; 3]) -> [f64; 3] {
    blank_columns(board, bands).map(|blank| ORDERS[blank.len()])
}

/// Returns for each stack the columns without a clue of these bands.
fn blank_columns(board: &Board, bands: [bool; 3]) -> [Vec<usize>; 3] {
    let blank = blank_lines(board, bands, |cell| cell.column());
    [0, 1, 2].map(|stack| (0..3).filter(|column| blank[3 * stack + column]).collect())
}

/// Returns the chutes in order, starting with this one.
fn from(first: usize) -> [usize; 3] {
    [first, (first + 1) % 3, (first + 2) % 3]
}

/// Returns the chutes sorted by these numbers, the smallest first.
fn ascending(numbers: [f64; 3]) -> [usize; 3] {
    let mut order = [0, 1, 2];
    for (one, other) in [(0, 1), (1, 2), (0, 1)] {
        if numbers[order[one]] > numbers[order[other]] {
            order.swap(one, other);
        }
    }
    order
}

/// Returns the symmetry that puts the chutes into these orders.
fn turn(transpose: bool, bands: [usize; 3], stacks: [usize; 3]) -> Symmetry {
    let lines = |chutes: [usize; 3]| std::array::from_fn(|line| 3 * chutes[line / 3] + line % 3);
    // Whole chutes stay together, so the default is never used.
    Symmetry::new(transpose, lines(bands), lines(stacks)).unwrap_or(Symmetry::IDENTITY)
}
