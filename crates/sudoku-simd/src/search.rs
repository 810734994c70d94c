//! The search: propagate, branch, go back. It is the same for every layout and instruction set.

use std::ops::ControlFlow;

use sudoku_core::{Ending, Grid, Meter};

use crate::chutes::{Branch, Settled};
use crate::simd::Stack;

/// A way to hold a board in registers and to reason about it.
///
/// Everything here is called with a copy of the engine in hand, which for the vector paths is the
/// proof that the processor has the instructions.
pub(crate) trait Engine: Copy {
    /// Whether two boards side by side go faster than one after the other.
    const PAIRS: bool;

    /// The candidates of all 81 cells.
    type Candidates: Copy;

    /// The candidates of a board: the digit for a clue, all nine for a blank.
    fn read(self, digits: &[u8; 81]) -> Self::Candidates;

    /// Propagates until nothing changes, and says what is left to do.
    fn settle(self, candidates: &mut Self::Candidates) -> Settled;

    /// Propagates two boards side by side until one of them or both have settled.
    #[inline(always)]
    fn settle_either(
        self,
        a: &mut Self::Candidates,
        b: &mut Self::Candidates,
    ) -> [Option<Settled>; 2] {
        let _ = b;
        [Some(self.settle(a)), None]
    }

    /// The candidates with the branch's digit held to one of its permutations.
    fn keep(self, candidates: &Self::Candidates, branch: Branch, way: usize) -> Self::Candidates;

    /// The digits of a solved board.
    fn write(self, candidates: &Self::Candidates) -> [u8; 81];
}

/// A branch with options still to try; or, without any, a board put aside as it is.
#[derive(Clone, Copy)]
struct Frame<C> {
    candidates: C,
    branch: Branch,
}

/// The most guesses on a path from the root: each holds a digit to one permutation in a chute in
/// which it had several, candidates never come back, and there are six chutes and nine digits.
const DEEPEST: usize = 6 * 9;

/// With so many frames on the stack, boards are searched one at a time.
const CROWDED: usize = 40;

/// The most frames there can be. A single board adds frames of its own path only, at most
/// [`DEEPEST`]. Two side by side could add more, because one may go on in the other's part of the tree
/// and leave frames behind; they add at most two at a time while there are fewer than [`CROWDED`],
/// and one of them is then put aside.
const FRAMES: usize = CROWDED + 2 + DEEPEST;

/// A search under way.
struct Search<'a, 'm, E: Engine, const GRIDS: bool> {
    engine: E,
    stack: Stack<Frame<E::Candidates>, FRAMES>,
    meter: &'a mut Meter<'m>,
    guesses: &'a mut u64,
    /// Whether a contradiction has shown that there is something to search.
    contradicted: bool,
}

impl<E: Engine, const GRIDS: bool> Search<'_, '_, E, GRIDS> {
    /// Goes on from a settled board to its first option, and says whether it has one. A solved board
    /// is handed out.
    #[inline(always)]
    fn descend(
        &mut self,
        candidates: &mut E::Candidates,
        settled: Settled,
    ) -> ControlFlow<Ending, bool> {
        match settled {
            Settled::Open(branch) => {
                self.meter.step()?;
                *self.guesses += 1;
                let way = branch.ways.trailing_zeros() as usize;
                let rest = Branch { ways: branch.ways & (branch.ways - 1), ..branch };
                self.stack.push(Frame { candidates: *candidates, branch: rest });
                *candidates = self.engine.keep(candidates, branch, way);
                return ControlFlow::Continue(true);
            }
            Settled::Solved => {
                let digits = if GRIDS { self.engine.write(candidates) } else { [1; 81] };
                if let Ok(grid) = Grid::new(digits) {
                    self.meter.solution(&grid)?;
                }
            }
            Settled::Contradiction => self.contradicted = true,
        }
        ControlFlow::Continue(false)
    }

    /// Takes the next option of the latest branch, and says whether there was one.
    #[inline(always)]
    fn back(&mut self, candidates: &mut E::Candidates) -> ControlFlow<Ending, bool> {
        let Some(frame) = self.stack.last_mut() else {
            return ControlFlow::Continue(false);
        };
        let branch = frame.branch;
        if branch.ways == 0 {
            *candidates = frame.candidates;
            self.stack.pop();
            return ControlFlow::Continue(true);
        }
        self.meter.step()?;
        let way = branch.ways.trailing_zeros() as usize;
        *candidates = self.engine.keep(&frame.candidates, branch, way);
        frame.branch.ways &= branch.ways - 1;
        if frame.branch.ways == 0 {
            self.stack.pop();
        } else {
            *self.guesses += 1;
        }
        ControlFlow::Continue(true)
    }

    /// Searches two boards side by side until only one is left, which is then in `a`; says whether
    /// there is one.
    #[inline(always)]
    fn pair(&mut self, a: &mut E::Candidates, mut b: E::Candidates) -> ControlFlow<Ending, bool> {
        loop {
            let [of_a, of_b] = self.engine.settle_either(a, &mut b);
            let a_lives = match of_a {
                Some(settled) => self.descend(a, settled)? || self.back(a)?,
                None => true,
            };
            let b_lives = match of_b {
                Some(settled) => self.descend(&mut b, settled)? || self.back(&mut b)?,
                None => true,
            };
            match (a_lives, b_lives) {
                (true, true) if self.stack.len() < CROWDED => {}
                (true, true) => {
                    let branch = Branch { chute: 0, digit: 0, ways: 0 };
                    self.stack.push(Frame { candidates: b, branch });
                    return ControlFlow::Continue(true);
                }
                (true, false) => return ControlFlow::Continue(true),
                (false, lives) => {
                    *a = b;
                    return ControlFlow::Continue(lives);
                }
            }
        }
    }
}

/// Searches everything below the board.
///
/// One step is one node: the root, or an option taken. An option is a guess unless it is the last
/// of its branch. Without `GRIDS`, what is handed out stands for a solution and is none.
#[inline(always)]
pub(crate) fn explore<E: Engine, const GRIDS: bool>(
    engine: E,
    board: &[u8; 81],
    meter: &mut Meter<'_>,
    guesses: &mut u64,
) -> ControlFlow<Ending> {
    meter.step()?;
    let mut a = engine.read(board);
    let mut search: Search<'_, '_, E, GRIDS> =
        Search { engine, stack: Stack::new(), meter, guesses, contradicted: false };
    loop {
        let settled = engine.settle(&mut a);
        if !search.descend(&mut a, settled)? && !search.back(&mut a)? {
            return ControlFlow::Continue(());
        }
        if E::PAIRS && search.contradicted && (1..CROWDED).contains(&search.stack.len()) {
            let mut b = a;
            if search.back(&mut b)? && !search.pair(&mut a, b)? {
                return ControlFlow::Continue(());
            }
        }
    }
}
