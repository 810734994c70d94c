//! Boards with any number of solutions, made from puzzles by random changes.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use sudoku_core::{Board, Cell, Digit, Ending, Grid, Limits, Relabeling, Report, Solver, Symmetry};

/// The limits to which each mutated puzzle is counted.
const LIMITS: [u64; 4] = [1, 2, 5, 1_000];

/// An endless sequence of boards that a seed determines. Each is a puzzle, by default from the
/// corpus, under a random symmetry and relabeling, with some clues removed, changed or added.
///
/// One third of the boards have too few clues, and up to thousands of solutions or more. One third
/// have no or few solutions.
#[derive(Clone, Debug)]
pub struct MutatedPuzzles {
    puzzles: Arc<[Board]>,
    state: u64,
}

impl MutatedPuzzles {
    /// Starts the sequence of this seed.
    ///
    /// # Panics
    /// Panics if the corpus cannot be read.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let names = ["judge", "easy", "hard", "many"];
        let sets = names.iter().map(|name| sudoku_corpus::set(name).expect("the set is embedded"));
        let puzzles: Vec<Board> = sets
            .flat_map(|set| set.puzzles().expect("the corpus is sound"))
            .filter(|puzzle| puzzle.solutions < 1_000)
            .map(|puzzle| puzzle.board)
            .collect();
        assert!(!puzzles.is_empty(), "the corpus has puzzles");
        Self::of(puzzles, seed)
    }

    /// Starts the sequence of this seed with these puzzles instead of the corpus. Without puzzles,
    /// the sequence is empty.
    #[must_use]
    pub fn of(puzzles: impl Into<Arc<[Board]>>, seed: u64) -> Self {
        Self { puzzles: puzzles.into(), state: seed }
    }

    /// Returns the puzzles from which the boards are made.
    #[must_use]
    pub fn puzzles(&self) -> &[Board] {
        &self.puzzles
    }

    /// Returns a random number below `bound`: SplitMix64, scaled.
    fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * u128::from(bound)) >> 64) as u64
    }

    fn cell(&mut self) -> Option<Cell> {
        Cell::new(self.below(81) as usize)
    }

    /// Returns a random clue of the board, or `None` if it has no clues.
    fn clue(&mut self, board: &Board) -> Option<Cell> {
        let which = self.below(board.clue_count().max(1) as u64) as usize;
        board.clues().nth(which).map(|(cell, _)| cell)
    }
}

impl Iterator for MutatedPuzzles {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        let which = self.below(self.puzzles.len() as u64) as usize;
        let puzzle = *self.puzzles.get(which)?;
        let symmetry = Symmetry::nth(self.below(u64::from(Symmetry::COUNT)) as u32)?;
        let relabeling = Relabeling::nth(self.below(u64::from(Relabeling::COUNT)) as u32)?;
        let mut board = relabeling.apply(&symmetry.apply(&puzzle));
        let (removed, changed, added) = match self.below(3) {
            0 => (self.below(7), 0, 0),
            1 => (self.below(4), self.below(3), self.below(2)),
            _ => (self.below(2), self.below(2), self.below(5)),
        };
        for _ in 0..removed {
            if let Some(cell) = self.clue(&board) {
                board.set(cell, None);
            }
        }
        for _ in 0..changed {
            if let Some(cell) = self.clue(&board) {
                board.set(cell, Digit::new(1 + self.below(9) as u8));
            }
        }
        for _ in 0..added {
            let cell = self.cell()?;
            if board.get(cell).is_none() {
                // Mostly a digit that contradicts no clue.
                let free = board.candidates(cell);
                let which = self.below(free.len() as u64 + 1) as usize;
                board.set(cell, free.iter().nth(which).or(Digit::new(1)));
            }
        }
        Some(board)
    }
}

/// The counts of boards that [`agree`] compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// The number of boards that both strategies counted to every limit.
    pub boards: u64,
    /// The number of those boards whose solutions were compared as sets: all with fewer than 1,000
    /// solutions.
    pub sets: u64,
    /// The number of boards without a solution.
    pub without: u64,
    /// The number of boards with at least 1,000 solutions.
    pub thousands: u64,
    /// The number of boards that the other strategy did not finish within its node limit.
    pub given_up: u64,
}

/// Compares two strategies: counts each board to 1, 2, 5 and 1,000 solutions, and compares the
/// counts. If all solutions were found, it also compares them as sets. The second strategy may
/// search up to `nodes` nodes per board.
///
/// # Panics
/// Panics if the strategies disagree, or if a solution is invalid, does not extend the board, or is
/// found twice.
pub fn agree(
    boards: impl Iterator<Item = Board>,
    solver: &dyn Solver,
    other: &dyn Solver,
    nodes: u64,
) -> Agreement {
    let mut agreement = Agreement::default();
    for board in boards {
        let limits = Limits::solutions(1_000);
        let (theirs, report) = solutions(other, &board, &limits.with_nodes(nodes));
        if report.ending == Ending::NodeLimit {
            agreement.given_up += 1;
            continue;
        }
        let (ours, _) = solutions(solver, &board, &limits);
        assert_eq!(ours.len(), theirs.len(), "{board}");
        for limit in LIMITS {
            let report = solver.count(&board, &Limits::solutions(limit));
            let known = theirs.len() as u64;
            let ending = if known < limit { Ending::Exhausted } else { Ending::SolutionLimit };
            assert_eq!(
                (report.solutions, report.ending),
                (known.min(limit), ending),
                "{board} to {limit}"
            );
        }
        agreement.boards += 1;
        if ours.len() < 1_000 {
            assert_eq!(ours, theirs, "{board}");
            agreement.sets += 1;
        } else {
            agreement.thousands += 1;
        }
        agreement.without += u64::from(ours.is_empty());
    }
    agreement
}

fn solutions(solver: &dyn Solver, board: &Board, limits: &Limits<'_>) -> (HashSet<Grid>, Report) {
    let mut found = HashSet::new();
    let report = solver.search(board, limits, &mut |grid| {
        assert!(grid.is_valid() && grid.extends(board), "{board}: {grid:?}");
        assert!(found.insert(*grid), "{board}: twice {grid:?}");
        ControlFlow::Continue(())
    });
    (found, report)
}
