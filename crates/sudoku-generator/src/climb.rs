//! The climb from a puzzle to hard puzzles.
//!
//! It is a [best-first search]: from the hardest known puzzle, it goes to all puzzles that differ
//! in one removed and one added clue. With a symmetry, it goes to a sample of those that differ in
//! one removed and one added orbit. Neither the solver nor the scale influences its order, so a
//! number of steps recreates a puzzle.
//!
//! [best-first search]: https://en.wikipedia.org/wiki/Best-first_search

mod orbits;

use std::collections::{BinaryHeap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use sudoku_core::{Board, Limits, Solver};
use sudoku_search::{Neighborhood, difficulty_estimate};

use crate::pattern::PatternSymmetry;

/// The puzzles of a climb with their scores, each by one step. It ends early when the stop flag is
/// raised.
pub(crate) struct Climb<'a> {
    solver: &'a dyn Solver,
    symmetry: PatternSymmetry,
    stop: Option<&'a AtomicBool>,
    /// The puzzle to go on from.
    last: Board,
    known: HashSet<Board>,
    /// The puzzles that were not visited.
    open: Vec<Board>,
    /// Their scores with their places; of equal scores the last found comes first.
    order: BinaryHeap<(u32, usize)>,
}

impl<'a> Climb<'a> {
    /// Starts from an orbit-minimal puzzle with this symmetry.
    pub(crate) fn new(
        solver: &'a dyn Solver,
        symmetry: PatternSymmetry,
        start: &Board,
        stop: Option<&'a AtomicBool>,
    ) -> Self {
        let (known, open, order) = (HashSet::from([*start]), Vec::new(), BinaryHeap::new());
        Self { solver, symmetry, stop, last: *start, known, open, order }
    }
}

impl Iterator for Climb<'_> {
    type Item = (Board, u32);

    fn next(&mut self) -> Option<(Board, u32)> {
        let Self { solver, symmetry, stop, last, known, open, order } = self;
        let mut add = |neighbor: &Board| {
            if known.insert(*neighbor) {
                order.push((difficulty_estimate(neighbor), open.len()));
                open.push(*neighbor);
            }
        };
        if *symmetry == PatternSymmetry::None {
            let mut limits = Limits::ALL;
            limits.stop = *stop;
            let neighborhood = Neighborhood::new(1, 1).only_minimal();
            let found = neighborhood.search(*solver, last, &limits, &mut |neighbor| {
                add(neighbor);
                ControlFlow::Continue(())
            });
            // The puzzle is proper, so only a wrong solver gives an error.
            found.ok()?;
        } else {
            orbits::each_neighbor(*solver, last, symmetry.sets(), *stop, &mut add);
        }
        let is_stopped = stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let (score, place) = order.pop().filter(|_| !is_stopped)?;
        *last = open[place];
        Some((*last, score))
    }
}
