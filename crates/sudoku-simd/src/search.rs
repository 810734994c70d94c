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
    fn settle_either(self, a: &mut Self::Candidates, b: &mut Self::Candidates) -> [Option<Settled>; 2] {
        let _ = b;
        [Some(self.settle(a)), None]
    }

    /// The candidates with the branch's digit held to one of its permutations.
    fn keep(self, candidates: &Self::Candidates, branch: Branch, way: usize) -> Self::Candidates;

    /// The digits of a solved board.
    fn write(self, candidates: &Self::Candidates) -> [u8; 81];
}

/// A branch with options still to try.
#[derive(Clone, Copy)]
struct Frame<C> {
    candidates: C,
    branch: Branch,
}

const DEEPEST: usize = 6 * 9;
const CROWDED: usize = 40;

/// A search under way.
struct Search<'a, 'm, E: Engine, const GRIDS: bool> {
    engine: E,
    stack: Stack<Frame<E::Candidates>, { CROWDED + 2 + DEEPEST }>,
    meter: &'a mut Meter<'m>,
    guesses: &'a mut u64,
    contradictions: u32,
}

impl<E: Engine, const GRIDS: bool> Search<'_, '_, E, GRIDS> {
    /// Goes on from a settled board: to its first option, or, where there is none, not at all.
    #[inline(always)]
    fn go_on(&mut self, candidates: &mut E::Candidates, settled: Settled) -> ControlFlow<Ending, bool> {
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
            Settled::Contradiction => self.contradictions += 1,
        }
        ControlFlow::Continue(false)
    }

    /// The next option of the latest branch.
    #[inline(always)]
    fn go_back(&mut self, candidates: &mut E::Candidates) -> ControlFlow<Ending, bool> {
        let Some(frame) = self.stack.last_mut() else {
            return ControlFlow::Continue(false);
        };
        self.meter.step()?;
        let branch = frame.branch;
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
}

/// Searches everything below the board.
#[inline(always)]
pub(crate) fn explore<E: Engine, const GRIDS: bool>(
    engine: E,
    board: &[u8; 81],
    meter: &mut Meter<'_>,
    guesses: &mut u64,
) -> ControlFlow<Ending> {
    let mut a = engine.read(board);
    meter.step()?;
    let mut search: Search<'_, '_, E, GRIDS> =
        Search { engine, stack: Stack::new(), meter, guesses, contradictions: 0 };
    loop {
        let settled = engine.settle(&mut a);
        if !search.go_on(&mut a, settled)? && !search.go_back(&mut a)? {
            return ControlFlow::Continue(());
        }
        if E::PAIRS && search.contradictions > 0 && search.stack.len() > 0 && search.stack.len() < CROWDED {
            let mut b = a;
            if !search.go_back(&mut b)? { continue; }
            loop {
                let [of_a, of_b] = engine.settle_either(&mut a, &mut b);
                let mut alive = [true; 2];
                if let Some(settled) = of_a {
                    alive[0] = search.go_on(&mut a, settled)? || search.go_back(&mut a)?;
                }
                if let Some(settled) = of_b {
                    alive[1] = search.go_on(&mut b, settled)? || search.go_back(&mut b)?;
                }
                if !alive[0] {
                    if !alive[1] { return ControlFlow::Continue(()); }
                    if !search.go_back(&mut a)? { a = b; break; }
                }
                if !alive[1] && !search.go_back(&mut b)? { break; }
            }
        }
    }
}
