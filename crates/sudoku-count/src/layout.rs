//! Which way round a board is joined.
//!
//! The number of solutions does not depend on it, the work does, by a factor of a hundred: rows may
//! be taken for columns, any band may be the first, and any stack.

use std::ops::ControlFlow;

use sudoku_core::{Board, Symmetry};

use crate::clues::{
    Boxes, absent_digits, blank_lines, column_splits, drop_unsupported, fitting_triples,
    row_splits, transposed,
};
use crate::join::Join;
use crate::lanes::LANES;
use crate::progress::Progress;
use crate::splits::SplitSet;

/// A way round, with what it is expected to cost.
pub(crate) struct Layout {
    symmetry: Symmetry,
    /// The row splits and column splits that have support, for boards of many clues: see
    /// [`Join::new`].
    supported: Option<[Boxes; 2]>,
    /// The expected number of terms.
    terms: f64,
    /// What they are expected to cost with what is done beside them; comparable among those with
    /// support, and among those with relabelings, where it is in terms for 32 pairs at once.
    cost: f64,
}

/// With fewer splits than this in all boxes, rows and columns together, dropping those without
/// support is worth more than relabelings. There are 30,240 on the empty board.
const FEW_SPLITS: usize = 6000;

/// With more terms than this it is worth to see what relabelings would save.
const MANY_TERMS: f64 = 30_000_000.0;

/// What it takes to begin with a list of pairs of the third stack, in pairs.
const LIST: f64 = 6.0;

/// What it takes to lay the numbers side by side for 32 pairs of the first stack, in pairs.
const BLOCK: f64 = 2_000_000.0;

impl Layout {
    /// The cheapest.
    pub(crate) fn best(board: &Board) -> Self {
        let mut boxes = [row_splits(board), column_splits(board, [true; 3])];
        let splits = boxes.as_flattened().as_flattened().iter().map(SplitSet::len);
        let few = splits.sum::<usize>() < FEW_SPLITS;
        if few {
            let [rows, columns] = &mut boxes;
            drop_unsupported(rows, columns);
        }
        let least =
            |ways: &mut dyn Iterator<Item = Self>| ways.min_by(|a, b| a.cost.total_cmp(&b.cost));
        let supported =
            || ways().map(|(turned, band)| Self::supported(board, &boxes, turned, band));
        let related = || ways().map(|(turned, band)| Self::related(board, turned, band));
        let best = if few { least(&mut supported()) } else { None };
        // Boards of few clues and fewer digits have few splits as well, and many relabelings.
        let best = match best {
            Some(best) if best.terms > MANY_TERMS => {
                let other = least(&mut related());
                other.filter(|other| other.cost * (LANES as f64) < best.terms).or(Some(best))
            }
            Some(best) => Some(best),
            None => least(&mut related()),
        };
        best.unwrap_or_else(|| Self::related(board, false, 0))
    }

    /// All that differ in what they do.
    #[cfg(test)]
    pub(crate) fn all(board: &Board) -> Vec<Self> {
        let mut boxes = [row_splits(board), column_splits(board, [true; 3])];
        let [rows, columns] = &mut boxes;
        drop_unsupported(rows, columns);
        let both = |(transpose, band)| {
            [Self::supported(board, &boxes, transpose, band), Self::related(board, transpose, band)]
        };
        ways().flat_map(both).collect()
    }

    /// The expected number of terms.
    pub(crate) fn terms(&self) -> f64 {
        self.terms
    }

    /// How the board lies when it is joined.
    pub(crate) fn symmetry(&self) -> &Symmetry {
        &self.symmetry
    }

    /// The tables for a board, or `None` if it has no solution.
    pub(crate) fn join(
        &self,
        board: &Board,
        progress: &Progress<'_>,
    ) -> ControlFlow<(), Option<Join>> {
        Join::new(&self.symmetry.apply(board), self.supported.as_ref(), progress)
    }

    /// With the splits that have support, and without relabelings.
    fn supported(board: &Board, boxes: &[Boxes; 2], transpose: bool, band: usize) -> Self {
        let turned = if transpose { Symmetry::TRANSPOSE.apply(board) } else { *board };
        let boxes = if transpose { [transposed(&boxes[1]), transposed(&boxes[0])] } else { *boxes };
        let triples = |number: usize| triples(&turned, &boxes[1], [true; 3], number);
        let triples = [0, 1, 2].map(triples);
        let (bands, stacks) = (from(band), ascending(triples));
        let boxes = boxes.map(|boxes| bands.map(|band| stacks.map(|stack| boxes[band][stack])));
        let terms = triples.iter().product();
        // Few row splits of the first band are few terms that are not zero.
        let mut rows = 0u32;
        fitting_triples(boxes[0][0].each_ref(), |_| rows += 1);
        let cost = terms * f64::from(rows);
        Self { symmetry: turn(transpose, bands, stacks), supported: Some(boxes), terms, cost }
    }

    /// With relabelings.
    fn related(board: &Board, transpose: bool, band: usize) -> Self {
        let bands = from(band);
        let turned = turn(transpose, bands, [0, 1, 2]).apply(board);
        let (below, every) = ([false, true, true], [true; 3]);
        // Of each stack how many states and how many triples there are, without the first band's
        // clues and with them.
        let [lower, full] = [below, every].map(|bands| {
            let boxes = column_splits(&turned, bands);
            [0, 1, 2].map(|stack| {
                let orders = orders(&turned, bands, stack);
                let states = boxes[0][stack].len() as f64 / orders;
                (states, triples(&turned, &boxes, bands, stack))
            })
        });
        let relabelings = |bands| -> f64 {
            (1..=absent_digits(&turned, bands).len()).map(|number| number as f64).product()
        };
        let (below, every) = (relabelings(below), relabelings(every));
        let cost = |stacks: [usize; 3]| {
            let [first, second, third] = stacks;
            // What the lower bands have is looked at once for all relabelings that leave those
            // alone, but only where it goes with the first band.
            let of_both = |one: f64, other: f64| (one / below).min(other / every).max(1.0);
            let outer = of_both(lower[first].0, full[first].0);
            let both = of_both(lower[first].0 * lower[second].0, full[first].0 * full[second].0);
            let [lanes, pairs] = [first, second].map(|stack| lower[stack].1 / lower[stack].0);
            // States that relabelings leave alone are summed up apart.
            let (lanes, apart) = (lanes / LANES as f64, 1.0 + below.ln());
            let blocks = lanes.ceil().min(lanes * apart);
            let (states, triples) = full[third];
            let added = both * pairs * blocks * (triples + states * LIST);
            let terms = both * pairs * lanes * LANES as f64 * triples;
            (added + outer * blocks * BLOCK, terms, stacks)
        };
        let mut costs =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map(cost);
        costs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [(cost, terms, stacks), ..] = costs;
        Self { symmetry: turn(transpose, bands, stacks), supported: None, terms, cost }
    }
}

/// Rows or columns as columns, and which band is the first.
fn ways() -> impl Iterator<Item = (bool, usize)> {
    [false, true].into_iter().flat_map(|transpose| (0..3).map(move |band| (transpose, band)))
}

/// How many triples of column splits a stack has, but for the order of blank columns.
fn triples(board: &Board, boxes: &Boxes, bands: [bool; 3], stack: usize) -> f64 {
    let mut count = 0u32;
    fitting_triples([0, 1, 2].map(|band| &boxes[band][stack]), |_| count += 1);
    f64::from(count) / orders(board, bands, stack)
}

/// How many orders the blank columns of a stack have.
fn orders(board: &Board, bands: [bool; 3], stack: usize) -> f64 {
    let blank = blank_lines(board, bands, |cell| cell.column());
    [1.0, 1.0, 2.0, 6.0][blank[3 * stack..][..3].iter().filter(|&&blank| blank).count()]
}

/// The chutes with this one first.
fn from(first: usize) -> [usize; 3] {
    [first, (first + 1) % 3, (first + 2) % 3]
}

/// The chutes by these numbers, the smallest first.
fn ascending(numbers: [f64; 3]) -> [usize; 3] {
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
    order
}

/// The symmetry that puts chutes into these orders.
fn turn(transpose: bool, bands: [usize; 3], stacks: [usize; 3]) -> Symmetry {
    let lines = |chutes: [usize; 3]| std::array::from_fn(|line| 3 * chutes[line / 3] + line % 3);
    // Whole chutes stay together.
    Symmetry::new(transpose, lines(bands), lines(stacks)).unwrap_or(Symmetry::IDENTITY)
}
