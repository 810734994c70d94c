//! What all layouts share about chutes: the six ways in which a digit can lie in one.
//!
//! In a chute a digit takes one box in each of the three lines, and each box once: a permutation of
//! the three boxes. The engine branches on these permutations.

/// The six permutations: the box that the digit takes in the first, second and third line.
pub(crate) const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// Where to branch: a digit that can lie in a chute in more than one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    /// Which chute, 0 to 5.
    pub(crate) chute: usize,
    /// The digit, as its bit in a lane.
    pub(crate) digit: u16,
    /// The permutations that are left, as bits 0 to 5; two or more.
    pub(crate) ways: u32,
}

/// What a board is once propagation has nothing to add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settled {
    /// It has no solution.
    Contradiction,
    /// Every cell has one candidate, and no house has a digit twice.
    Solved,
    /// There is a choice to make.
    Open(Branch),
}

impl Settled {
    /// The choice, if there is one. (In sight of candidates that have not been propagated, a chute can
    /// be open and yet have no digit with two permutations.)
    #[inline(always)]
    pub(crate) fn choice(self) -> Option<Branch> {
        match self {
            Self::Open(branch) if branch.ways != 0 => Some(branch),
            _ => None,
        }
    }
}
