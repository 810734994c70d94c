//! What all layouts share about chutes: the six ways in which a digit can lie in one.
//!
//! In a chute a digit takes one box in each of the three lines, and each box once: a permutation of
//! the three boxes. The engine branches on these permutations.

/// The six permutations: the box that the digit takes in the first, second and third line.
pub(crate) const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// For each crossing of a line and a box the two permutations that go through it.
pub(crate) const THROUGH: [[[usize; 2]; 3]; 3] =
    [[[0, 3], [1, 4], [2, 5]], [[2, 4], [0, 5], [1, 3]], [[1, 5], [2, 3], [0, 4]]];

/// For each set of open permutations, and each of them that a digit is held to: the crossings, as bits
/// 3 · line + box, where to take the digit away so that no other is open. The next pass takes it from
/// wherever else it has to go.
pub(crate) static AWAY: [[u16; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut all = 0_usize;
    while all < 64 {
        let mut way = 0;
        while way < 6 {
            let mut others = all & !(1 << way);
            while others != 0 {
                // The crossing off this permutation that closes most of the others.
                let (mut best, mut most, mut at) = (0, 0, 0);
                while at < 9 {
                    let (line, box_) = (at / 3, at % 3);
                    let [a, b] = THROUGH[line][box_];
                    let closes = (others & (1 << a | 1 << b)).count_ones();
                    if PERMUTATIONS[way][line] != box_ && closes > most {
                        (best, most) = (at, closes);
                    }
                    at += 1;
                }
                table[all][way] |= 1 << best;
                let [a, b] = THROUGH[best / 3][best % 3];
                others &= !(1 << a | 1 << b);
            }
            way += 1;
        }
        all += 1;
    }
    table
};

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
    /// There is a choice to make; and, at least where that was wanted, a second one that can be made with
    /// it: in a stack if the first is in a band, and the other way round, and of another digit, so that neither
    /// choice takes an option from the other.
    Open(Branch, Option<Branch>),
}
