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
    /// What they are expected to cost with what is done beside them.
    cost: f64,
}

/// With fewer splits than this in all boxes, rows and columns together, dropping those without
/// support is worth more than relabelings. There are 30,240 on the empty board.
const FEW_SPLITS: usize = 6000;

/// What it takes to make ready two splits of the lower bands' boxes in two stacks, in terms.
const MAKING_READY: f64 = 9000.0;

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
        let ways = ways().map(|(transpose, band)| {
            if few {
                Self::supported(board, &boxes, transpose, band)
            } else {
                Self::related(board, transpose, band)
            }
        });
        let best = ways.min_by(|a, b| a.cost.total_cmp(&b.cost));
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
        // Of each stack how many triples there are without the first band's clues, and with them.
        let [lower, full] = [below, every].map(|bands| {
            let boxes = column_splits(&turned, bands);
            [0, 1, 2].map(|stack| triples(&turned, &boxes, bands, stack))
        });
        let relabelings = |bands| -> f64 {
            (1..=absent_digits(&turned, bands).len()).map(|number| number as f64).product()
        };
        // What the lower bands have is looked at once for all relabelings that leave those alone,
        // but only where it goes with the first band.
        let cost = |third: usize| {
            let [first, second] = [(third + 1) % 3, (third + 2) % 3];
            let pairs = (lower[first] * lower[second] / relabelings(below))
                .min(full[first] * full[second] / relabelings(every));
            let terms = pairs * full[third];
            (terms + pairs * MAKING_READY, terms, third)
        };
        let mut costs = [0, 1, 2].map(cost);
        costs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [(cost, terms, third), ..] = costs;
        let (mut first, mut second) = ((third + 1) % 3, (third + 2) % 3);
        if full[first] > full[second] {
            (first, second) = (second, first);
        }
        let stacks = [first, second, third];
        Self { symmetry: turn(transpose, bands, stacks), supported: None, terms, cost }
    }
}

/// Rows or columns as columns, and which band is the first.
fn ways() -> impl Iterator<Item = (bool, usize)> {
    [false, true].into_iter().flat_map(|transpose| (0..3).map(move |band| (transpose, band)))
}

/// How many triples of column splits a stack has, but for the order of blank columns.
fn triples(board: &Board, boxes: &Boxes, bands: [bool; 3], stack: usize) -> f64 {
    let blank = blank_lines(board, bands, |cell| cell.column());
    let orders = blank[3 * stack..][..3].iter().filter(|&&blank| blank).count();
    let mut count = 0u32;
    fitting_triples([0, 1, 2].map(|band| &boxes[band][stack]), |_| count += 1);
    f64::from(count) / [1.0, 1.0, 2.0, 6.0][orders]
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
