//! Which way round a board is joined.
//!
//! The number of solutions does not depend on it, the work does, by a factor of a hundred: rows may
//! be taken for columns, any band may be the first, and any stack.

use std::ops::ControlFlow;

use sudoku_core::{Board, Symmetry};

use crate::clues::{Boxes, absent_digits, blank_lines, column_splits, fitting_triples, row_splits};
use crate::join::Join;
use crate::progress::Progress;
use crate::splits::SplitSet;

/// A way round, with what it is expected to cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    symmetry: Symmetry,
    /// Whether splits without support are dropped: see [`Join::new`].
    filter: bool,
    /// The expected number of terms.
    cost: f64,
    /// How many terms there are at most.
    terms: u128,
}

/// With fewer splits than this in all boxes, rows and columns together, dropping those without
/// support is worth more than relabelings. There are 30,240 on the empty board.
const FEW_SPLITS: usize = 6000;

impl Layout {
    /// The cheapest.
    pub(crate) fn best(board: &Board) -> Self {
        let mut all = Self::all(board);
        all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        all[0]
    }

    /// A bound on the terms.
    pub(crate) fn terms(&self) -> u128 {
        self.terms
    }

    /// The same layout with or without dropping splits.
    pub(crate) fn with_filter(self, filter: bool) -> Self {
        Self { filter, ..self }
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
        Join::new(&self.symmetry.apply(board), self.filter, progress)
    }

    /// All that differ in what they cost: six.
    pub(crate) fn all(board: &Board) -> Vec<Self> {
        let mut layouts = Vec::with_capacity(6);
        for transpose in [false, true] {
            for band in 0..3 {
                layouts.extend(Self::new(board, transpose, band));
            }
        }
        layouts
    }

    fn new(board: &Board, transpose: bool, band: usize) -> Option<Self> {
        let rows = lines([band, (band + 1) % 3, (band + 2) % 3]);
        let turned = Symmetry::new(transpose, rows, lines([0, 1, 2]))?.apply(board);
        let below = [false, true, true];
        let (lower, full) = (column_splits(&turned, below), column_splits(&turned, [true; 3]));
        // Of each stack how many triples there are without the first band's clues, and with them,
        // but for the order of blank columns.
        let triples: [[f64; 2]; 3] = std::array::from_fn(|stack| {
            [(&lower, below), (&full, [true; 3])].map(|(boxes, bands)| {
                let blank = blank_lines(&turned, bands, |cell| cell.column());
                let orders = blank[3 * stack..][..3].iter().filter(|&&blank| blank).count();
                let mut count = 0u32;
                fitting_triples([0, 1, 2].map(|band| &boxes[band][stack]), |_| count += 1);
                f64::from(count) / [1.0, 1.0, 2.0, 6.0][orders]
            })
        });
        let relabelings = |bands| -> f64 {
            (1..=absent_digits(&turned, bands).len()).map(|number| number as f64).product()
        };
        let splits = |boxes: &Boxes| boxes.as_flattened().iter().map(SplitSet::len).sum::<usize>();
        let filter = splits(&full) + splits(&row_splits(&turned)) < FEW_SPLITS;
        let [lower, full] = [0, 1].map(|at| triples.iter().map(|count| count[at]).product::<f64>());
        let by_lower = if filter { f64::MAX } else { lower / relabelings(below) };
        let cost = by_lower.min(full / if filter { 1.0 } else { relabelings([true; 3]) });
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| triples[a][0].total_cmp(&triples[b][0]));
        Some(Self {
            symmetry: Symmetry::new(transpose, rows, lines(order))?,
            filter,
            cost,
            terms: full as u128,
        })
    }
}

/// The lines of three chutes, in this order of the chutes.
fn lines(chutes: [usize; 3]) -> [usize; 9] {
    std::array::from_fn(|line| 3 * chutes[line / 3] + line % 3)
}
