//! The search: propagate, branch, backtrack. It is the same for every layout and instruction set.

use std::ops::ControlFlow;

use sudoku_core::{Ending, Meter};

use super::stack::Stack;
use crate::digits::SolvedCells;
use crate::guess::{Branch, Settled};
use crate::puzzle::Start;

/// Passes a solution to the callback. Not inlined into the search, so that it uses no special
/// instructions.
#[inline(never)]
fn hand_out(meter: &mut Meter<'_>, digits: &SolvedCells) -> ControlFlow<Ending> {
    if let Some(grid) = digits.grid() {
        meter.solution(grid)?;
    }
    ControlFlow::Continue(())
}

/// An engine that holds a board in registers and does the inference.
///
/// Every function takes a copy of the engine. For engines with vectors, the copy proves that the
/// processor has the instructions.
pub(crate) trait BoardEngine: Copy {
    /// True if propagating two boards side by side is faster than one after the other.
    const PAIRS: bool;

    /// True if the search guesses twice at a time until guesses lead to a contradiction.
    const BOLD: bool;

    /// The candidates of all 81 cells.
    type Candidates: Copy;

    /// Reads the candidates at the start of a search. For a board, these are the digit of a clue,
    /// and all nine digits of a blank.
    fn read(self, start: Start<'_>) -> Self::Candidates;

    /// Propagates until nothing changes, and returns the result. If `two` is true, the result has a
    /// second choice if there is one.
    fn settle(self, candidates: &mut Self::Candidates, two: bool) -> Settled;

    /// Propagates two boards side by side until at least one of them has settled.
    #[inline(always)]
    fn settle_either(
        self,
        a: &mut Self::Candidates,
        b: &mut Self::Candidates,
    ) -> [Option<Settled>; 2] {
        let _ = b;
        [Some(self.settle(a, false)), None]
    }

    /// Returns the candidates with the branch's digit held to one of its permutations.
    fn keep(
        self,
        candidates: &Self::Candidates,
        branch: Branch,
        permutation: usize,
    ) -> Self::Candidates;

    /// Returns true if a settled board has a cell with two hidden singles, or four digits forced
    /// into three cells. Propagation leaves these contradictions to the search.
    fn has_order_dependent_contradiction(self, candidates: &Self::Candidates) -> bool;

    /// Returns the solution that has the other candidate in every open cell of a settled board, or
    /// `None` if a cell has more than two candidates: see [`guess`](crate::guess#pairs). If it
    /// always returns `None`, as by default, the search propagates that solution too.
    #[inline(always)]
    fn pair_of(
        self,
        settled: &Self::Candidates,
        solution: &Self::Candidates,
    ) -> Option<Self::Candidates> {
        let _ = (settled, solution);
        None
    }

    /// Returns the digits of a solved board.
    fn write(self, candidates: &Self::Candidates) -> SolvedCells;
}

/// An engine that searches strictly depth-first and detects order-dependent contradictions, like
/// the lanes.
///
/// An order-dependent contradiction is a cell with two hidden singles, or four digits forced into
/// three cells. If one of the digits takes its cell first, another digit is missing; if all are
/// seen at once, propagation stops. The lanes infer in another order and always detect them. This
/// engine has to detect them too, so that both search the same tree. (Detecting them in every
/// search would make the trees of all instruction sets equal. But it takes more time than its few
/// nodes save: see `docs/notes/guess-rules.md`.)
#[derive(Clone, Copy)]
pub(crate) struct DepthFirst<E>(pub(crate) E);

impl<E: BoardEngine> BoardEngine for DepthFirst<E> {
    const PAIRS: bool = false;
    const BOLD: bool = false;
    type Candidates = E::Candidates;

    #[inline(always)]
    fn read(self, start: Start<'_>) -> E::Candidates {
        self.0.read(start)
    }

    #[inline(always)]
    fn settle(self, candidates: &mut E::Candidates, two: bool) -> Settled {
        let settled = self.0.settle(candidates, two);
        if matches!(settled, Settled::Open(..))
            && self.0.has_order_dependent_contradiction(candidates)
        {
            return Settled::Contradiction;
        }
        settled
    }

    #[inline(always)]
    fn keep(self, candidates: &E::Candidates, branch: Branch, permutation: usize) -> E::Candidates {
        self.0.keep(candidates, branch, permutation)
    }

    #[inline(always)]
    fn has_order_dependent_contradiction(self, _: &E::Candidates) -> bool {
        false
    }

    #[inline(always)]
    fn pair_of(self, settled: &E::Candidates, solution: &E::Candidates) -> Option<E::Candidates> {
        self.0.pair_of(settled, solution)
    }

    #[inline(always)]
    fn write(self, candidates: &E::Candidates) -> SolvedCells {
        self.0.write(candidates)
    }
}

/// A branch with untried options, or a suspended board if it has no options.
#[derive(Clone, Copy)]
struct Frame<C> {
    candidates: C,
    branch: Branch,
}

/// The maximum number of guesses on a path from the root. Each guess reduces a digit in a chute
/// from several permutations to one, candidates never come back, and there are six chutes and nine
/// digits. The second of two guesses at a time has another digit, so the first guess took none of
/// its permutations.
const DEEPEST: usize = 6 * 9;

/// The number of frames on the stack from which boards are searched one at a time. Few boards reach
/// it, so tests use a smaller number.
pub(crate) const CROWDED: usize = 40;

/// The maximum number of frames. A single board adds only frames of its own path, at most
/// [`DEEPEST`]. Two boards side by side could add more, because one may continue in the other's
/// part of the tree and leave frames behind. They add at most two at a time while there are fewer
/// than [`CROWDED`], and then one of them is suspended.
const FRAMES: usize = CROWDED + 2 + DEEPEST;

/// The number of guesses for each contradiction above which a board most likely has many solutions.
/// Searching a second board side by side would then not help.
const SMOOTH: u64 = 3;

/// A running search.
struct Search<'a, 'm, E: BoardEngine, const GRIDS: bool, const CROWD: usize> {
    engine: E,
    stack: Stack<Frame<E::Candidates>, FRAMES>,
    meter: &'a mut Meter<'m>,
    guesses: &'a mut u64,
    contradictions: u64,
}

impl<E: BoardEngine, const GRIDS: bool, const CROWD: usize> Search<'_, '_, E, GRIDS, CROWD> {
    /// Returns true if guesses have led to few contradictions.
    #[inline(always)]
    fn is_smooth(&self) -> bool {
        *self.guesses > SMOOTH * self.contradictions
    }

    /// Takes the first option of a branch, and pushes the others onto the stack.
    #[inline(always)]
    fn guess(&mut self, candidates: &mut E::Candidates, branch: Branch) -> ControlFlow<Ending> {
        self.meter.node()?;
        *self.guesses += 1;
        let permutation = branch.permutations.trailing_zeros() as usize;
        let rest =
            Branch { permutations: branch.permutations & (branch.permutations - 1), ..branch };
        self.stack.push(Frame { candidates: *candidates, branch: rest });
        *candidates = self.engine.keep(candidates, branch, permutation);
        ControlFlow::Continue(())
    }

    /// Continues from a settled board with its first option. Returns false if it has no option. A
    /// solved board is passed to the callback.
    ///
    /// `is_first_option` is true if the board is the first option of the latest branch, and no
    /// other guess was made with it.
    #[inline(always)]
    fn descend(
        &mut self,
        candidates: &mut E::Candidates,
        settled: Settled,
        is_first_option: bool,
    ) -> ControlFlow<Ending, bool> {
        match settled {
            Settled::Open(branch, _) => {
                self.guess(candidates, branch)?;
                return ControlFlow::Continue(true);
            }
            Settled::Solved => {
                let mut may_be_paired = is_first_option;
                loop {
                    if GRIDS {
                        hand_out(self.meter, &self.engine.write(candidates))?;
                    } else {
                        hand_out(self.meter, &SolvedCells([1; 96]))?;
                    }
                    if may_be_paired
                        && let Some(frame) = self.stack.last_mut()
                        && let Some(other) = self.engine.pair_of(&frame.candidates, candidates)
                    {
                        self.meter.node()?;
                        self.stack.pop();
                        *candidates = other;
                        may_be_paired = false;
                    } else {
                        break;
                    }
                }
            }
            Settled::Contradiction => self.contradictions += 1,
        }
        ControlFlow::Continue(false)
    }

    /// Takes the next option of the latest branch. Returns false if there was no branch.
    #[inline(always)]
    fn back(&mut self, candidates: &mut E::Candidates) -> ControlFlow<Ending, bool> {
        let Some(frame) = self.stack.last_mut() else {
            return ControlFlow::Continue(false);
        };
        let branch = frame.branch;
        if branch.permutations == 0 {
            *candidates = frame.candidates;
            self.stack.pop();
            return ControlFlow::Continue(true);
        }
        self.meter.node()?;
        let permutation = branch.permutations.trailing_zeros() as usize;
        *candidates = self.engine.keep(&frame.candidates, branch, permutation);
        frame.branch.permutations &= branch.permutations - 1;
        if frame.branch.permutations == 0 {
            self.stack.pop();
        } else {
            *self.guesses += 1;
        }
        ControlFlow::Continue(true)
    }

    /// Searches two boards side by side until at most one is left, which is then in `a`. Returns
    /// false if no board is left.
    #[inline(always)]
    fn pair(&mut self, a: &mut E::Candidates, mut b: E::Candidates) -> ControlFlow<Ending, bool> {
        loop {
            let [of_a, of_b] = self.engine.settle_either(a, &mut b);
            let a_lives = match of_a {
                Some(settled) => self.descend(a, settled, false)? || self.back(a)?,
                None => true,
            };
            let b_lives = match of_b {
                Some(settled) => self.descend(&mut b, settled, false)? || self.back(&mut b)?,
                None => true,
            };
            match (a_lives, b_lives) {
                (true, true) if self.stack.len() < CROWD => {}
                (true, true) => {
                    let branch = Branch { chute: 0, digit: 0, permutations: 0 };
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

/// Searches the whole tree below the start.
///
/// Each node is the root or a taken option. An option is a guess unless it is the last of its
/// branch. Without `GRIDS`, the callback gets a placeholder instead of each solution. With
/// `IN_DEPTH`, the search is that of a batch: see [`DepthFirst`].
#[inline(always)]
pub(crate) fn explore<E: BoardEngine, const GRIDS: bool, const IN_DEPTH: bool>(
    engine: E,
    start: Start<'_>,
    meter: &mut Meter<'_>,
    guesses: &mut u64,
) -> ControlFlow<Ending> {
    if IN_DEPTH {
        explore_until_crowded::<_, GRIDS, CROWDED>(DepthFirst(engine), start, meter, guesses)
    } else {
        explore_until_crowded::<_, GRIDS, CROWDED>(engine, start, meter, guesses)
    }
}

/// Searches two boards side by side while fewer than `CROWD` frames are on the stack.
#[inline(always)]
pub(crate) fn explore_until_crowded<E: BoardEngine, const GRIDS: bool, const CROWD: usize>(
    engine: E,
    start: Start<'_>,
    meter: &mut Meter<'_>,
    guesses: &mut u64,
) -> ControlFlow<Ending> {
    const { assert!(CROWD <= CROWDED) }
    meter.node()?;
    let mut a = engine.read(start);
    let mut search: Search<'_, '_, E, GRIDS, CROWD> =
        Search { engine, stack: Stack::new(), meter, guesses, contradictions: 0 };
    let mut is_first_option = false;
    loop {
        let bold = E::BOLD && search.contradictions == 0 && *search.guesses > 0;
        let settled = engine.settle(&mut a, bold);
        if search.descend(&mut a, settled, is_first_option)? {
            is_first_option = true;
            if bold && let Settled::Open(_, Some(second)) = settled {
                search.guess(&mut a, second)?;
                is_first_option = false;
            }
        } else if !search.back(&mut a)? {
            return ControlFlow::Continue(());
        } else {
            is_first_option = false;
        }
        if E::PAIRS && !search.is_smooth() && (1..CROWD).contains(&search.stack.len()) {
            let mut b = a;
            is_first_option = false;
            if search.back(&mut b)? && !search.pair(&mut a, b)? {
                return ControlFlow::Continue(());
            }
        }
    }
}
