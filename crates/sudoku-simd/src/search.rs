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
    /// The candidates of all 81 cells.
    type Candidates: Copy;

    /// The candidates of a board: the digit for a clue, all nine for a blank.
    fn read(self, digits: &[u8; 81]) -> Self::Candidates;

    /// Propagates until nothing changes, and says what is left to do.
    fn settle(self, candidates: &mut Self::Candidates) -> Settled;

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

/// The longest path in the tree: each guess fixes a digit in a chute in which it was not fixed
/// before, candidates never come back, and there are six chutes and nine digits.
const DEEPEST: usize = 6 * 9;

/// Searches everything below the board.
///
/// One step is one node: the root, or an option taken. An option is a guess unless it is the last
/// of its branch. Without `GRIDS` what is handed out is no solution, only counted as one.
#[inline(always)]
pub(crate) fn explore<E: Engine, const GRIDS: bool>(
    engine: E,
    board: &[u8; 81],
    meter: &mut Meter<'_>,
    guesses: &mut u64,
) -> ControlFlow<Ending> {
    let mut stack: Stack<Frame<E::Candidates>, DEEPEST> = Stack::new();
    let mut candidates = engine.read(board);
    meter.step()?;
    loop {
        match engine.settle(&mut candidates) {
            Settled::Open(branch) => {
                meter.step()?;
                *guesses += 1;
                let way = branch.ways.trailing_zeros() as usize;
                let rest = Branch { ways: branch.ways & (branch.ways - 1), ..branch };
                stack.push(Frame { candidates, branch: rest });
                candidates = engine.keep(&candidates, branch, way);
                continue;
            }
            Settled::Solved => {
                let digits = if GRIDS { engine.write(&candidates) } else { [1; 81] };
                if let Ok(grid) = Grid::new(digits) {
                    meter.solution(&grid)?;
                }
            }
            Settled::Contradiction => {}
        }
        let Some(frame) = stack.last_mut() else {
            return ControlFlow::Continue(());
        };
        meter.step()?;
        let branch = frame.branch;
        let way = branch.ways.trailing_zeros() as usize;
        candidates = engine.keep(&frame.candidates, branch, way);
        frame.branch.ways &= branch.ways - 1;
        if frame.branch.ways == 0 {
            stack.pop();
        } else {
            *guesses += 1;
        }
    }
}
