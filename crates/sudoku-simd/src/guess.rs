//! The rule for guesses, and the tables that all engines share.
//!
//! In a chute, a digit takes one box in each of the three lines, and each box once. These are the
//! six [permutations](PERMUTATIONS) of the three boxes. A choice is a digit in a chute with several
//! open permutations. An option of the choice holds the digit to one of them.
//!
//! # The rule
//! This is the only definition. `docs/notes/guess-rules.md` compares the rule with others.
//!
//! 1. The **slack** of a chute measures its remaining choices. A digit is *open* in a chute if it
//!    has a choice of boxes in any line. It is *free* in a line if it can go into each of the three
//!    boxes there. Free digits are counted line by line, so a digit may count three times. The
//!    slack is 32 for each open digit, plus 1 if there are at least [`FREE`] free digits. It is at
//!    most 32 × [`MANY`], plus 1 for each free digit. (So up to five open digits, fewer open digits
//!    come first. Six make 192, or 193 with [`FREE`] free digits. Seven or more make 192 plus 1 for
//!    each free digit.)
//! 2. The chute with the least slack above zero is chosen; among equal ones the first, bands before
//!    stacks. If no chute has slack, the board is solved.
//! 3. In that chute, the lowest open digit is chosen. Each of its places in a settled board has
//!    another place in its line and another one in its box, or is alone in both. So at least two
//!    permutations are open.
//! 4. The open permutations are tried in the order of [`PERMUTATIONS`].
//!
//! The search may guess twice without propagating in between. It makes the second choice by the
//! same rule and slacks, but among the chutes of the other kind: stacks if the first was a band,
//! and bands if it was a stack. The second choice must have another digit, so that neither choice
//! removes an option of the other.
//!
//! # Pairs
//! A settled board in which no cell has three candidates is known as a bivalue universal grave. Its
//! solutions come in pairs, and the two of a pair have different digits in every open cell. The
//! reason: the n open cells of a house have 2n candidates for n digits, and no digit has only one
//! place. So every digit has exactly two places in the house. If a solution takes one of them, the
//! candidates that it leaves are a solution too.
//!
//! If the first option of such a board leads to a solution without another choice, then the second
//! option leads to the other solution of the pair, and to no other. Without AVX-512, the search
//! takes it without propagation, and counts the node as usual.
//!
//! # Implementations
//! If you change the rule, change it in each of these kernels. The tests of the instruction sets
//! and of the batches compare them:
//!
//! | kernel | slack | digit and permutations |
//! |---|---|---|
//! | `board::wide` | `Board3::branch`, `slack` | `Board3::branch` |
//! | `board::narrow` | `slack`, by [`SLACK`]; `branch` | `Choices::branch_in` |
//! | `batch::word_lanes::choose` | `WordChoices::make` | `WordChoices::make` |
//! | `batch::bit_lanes::choose` | `slack` | `ChuteSurvey::look` |

/// The slack of an open digit. It is a power of two, so that kernels can shift by it.
pub(crate) const OPEN: u16 = 32;
const _: () = assert!(OPEN.is_power_of_two());

/// The number of free digits from which the slack of a chute with few open digits is one more.
pub(crate) const FREE: u16 = 4;

/// The number of open digits from which free digits count instead.
pub(crate) const MANY: u16 = 6;

/// Computes the slack of a chute from its open digits, 0 to 9, and its free digits, 0 to 27.
const fn slack(open: u16, free: u16) -> u16 {
    let by_open = OPEN * open + (free >= FREE) as u16;
    let by_free = OPEN * MANY + free;
    if by_open < by_free { by_open } else { by_free }
}

/// The slack of a chute, indexed by [`OPEN`] times its open digits plus its free digits.
pub(crate) static SLACK: [u8; 512] = {
    let mut table = [0; 512];
    let mut at = 0;
    while at < 512 {
        table[at as usize] = slack(at / OPEN, at % OPEN) as u8;
        at += 1;
    }
    table
};

/// The six permutations: the box that the digit takes in the first, second and third line.
pub(crate) const PERMUTATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// For each crossing of a line and a box, the two permutations through it.
pub(crate) const THROUGH: [[[usize; 2]; 3]; 3] =
    [[[0, 3], [1, 4], [2, 5]], [[2, 4], [0, 5], [1, 3]], [[1, 5], [2, 3], [0, 4]]];

/// For each set of open permutations, and each permutation to hold a digit to: the crossings from
/// which the digit is removed so that no other permutation is open, as bits 3 · line + box. The
/// next pass removes it from all other places.
pub(crate) static AWAY: [[u16; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut all = 0_usize;
    while all < 64 {
        let mut permutation = 0;
        while permutation < 6 {
            let mut others = all & !(1 << permutation);
            while others != 0 {
                // The crossing off this permutation that closes most of the others.
                let (mut best, mut most, mut at) = (0, 0, 0);
                while at < 9 {
                    let (line, box_) = (at / 3, at % 3);
                    let [a, b] = THROUGH[line][box_];
                    let closes = (others & (1 << a | 1 << b)).count_ones();
                    if PERMUTATIONS[permutation][line] != box_ && closes > most {
                        (best, most) = (at, closes);
                    }
                    at += 1;
                }
                table[all][permutation] |= 1 << best;
                let [a, b] = THROUGH[best / 3][best % 3];
                others &= !(1 << a | 1 << b);
            }
            permutation += 1;
        }
        all += 1;
    }
    table
};

/// A choice: a digit with several open permutations in a chute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    /// The chute, 0 to 5.
    pub(crate) chute: usize,
    /// The digit, as its bit in a lane.
    pub(crate) digit: u16,
    /// The open permutations, as bits 0 to 5; two or more.
    pub(crate) permutations: u32,
}

/// The state of a board after propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settled {
    /// The board has no solution.
    Contradiction,
    /// Every cell has one candidate, and no house has a digit twice.
    Solved,
    /// There is a choice to make. The second value is a second choice that can be made without
    /// propagating in between. It is present at least if it was requested and exists.
    Open(Branch, Option<Branch>),
}
