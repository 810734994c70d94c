//! Where to guess: the rule, and the tables that all engines share.
//!
//! In a chute a digit takes one box in each of the three lines, and each box once: one of the six
//! [permutations](PERMUTATIONS) of the three boxes. A choice is a digit in a chute with several
//! permutations open; an option of it holds the digit to one of them.
//!
//! # The rule
//! It is stated here and nowhere else. How it fares against others stands in `docs/notes/guess-rules.md`.
//!
//! 1. The **slack** of a chute says how far it is from having no choice left. A digit is *open* in
//!    a chute if it has a choice of boxes in any line, and *free* in a line if it can go into each
//!    of the three boxes there; free digits are counted line by line, so that one may count three
//!    times. The slack is 32 for each open digit, and one more if there are [`FREE`] free digits or
//!    more; but no more than 32 for each of [`MANY`] open digits and one for each free digit. (The
//!    fewest open digits come first, up to five. Six make 192, or 193 with [`FREE`] free ones;
//!    seven and more make 192 and one for each free one.)
//! 2. The chute with the least slack above zero is chosen; of several the first, bands before
//!    stacks. If no chute has slack, the board is solved.
//! 3. In that chute the lowest digit with exactly two open permutations is chosen; if there is
//!    none, the lowest with more.
//! 4. Its open permutations are tried in the order of [`PERMUTATIONS`].
//!
//! Where the search may guess twice without propagating in between, the second choice is made by
//! the same rule and from the same slacks, but among the chutes of the other kind: in a stack if
//! the first was in a band, and the other way round. It is made only if its digit is another one,
//! so that neither choice takes an option from the other.
//!
//! # Who computes it
//! Whoever changes the rule changes it in each of these, and the tests of the paths and of the
//! batches hold them to one another:
//!
//! | kernel | slack | digit and permutations |
//! |---|---|---|
//! | `board::wide` | `Board3::slack`, `Board3::branch` | `digit_to_branch` |
//! | `board::narrow` | `slack`, by [`SLACK`]; `branch` | `branch_in` |
//! | `batch::word_lanes::choose` | `WordChoices::make` | `WordChoices::make` |
//! | `batch::bit_lanes::choose` | `slack`, `ChuteSurvey::look` | `BitChoices::make` |

/// What an open digit adds to the slack: a power of two, by which kernels shift.
pub(crate) const OPEN: u16 = 32;
const _: () = assert!(OPEN.is_power_of_two());

/// With this number of free digits the slack of a chute with few open digits is one more.
pub(crate) const FREE: u16 = 4;

/// Beyond this number of open digits the free ones count and not they.
pub(crate) const MANY: u16 = 6;

/// The slack of a chute from its open digits, 0 to 9, and its free ones, 0 to 27.
const fn slack(open: u16, free: u16) -> u16 {
    let by_open = OPEN * open + (free >= FREE) as u16;
    let by_free = OPEN * MANY + free;
    if by_open < by_free { by_open } else { by_free }
}

/// The slack of a chute by [`OPEN`] times its open digits and one for each free one.
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

/// For each crossing of a line and a box the two permutations that go through it.
pub(crate) const THROUGH: [[[usize; 2]; 3]; 3] =
    [[[0, 3], [1, 4], [2, 5]], [[2, 4], [0, 5], [1, 3]], [[1, 5], [2, 3], [0, 4]]];

/// For each set of open permutations, and each of them that a digit is held to: the crossings, as
/// bits 3 · line + box, where to take the digit away so that no other is open. The next pass takes
/// it from wherever else it has to go.
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

/// Where to branch: a digit with several permutations open in a chute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    /// Which chute, 0 to 5.
    pub(crate) chute: usize,
    /// The digit, as its bit in a lane.
    pub(crate) digit: u16,
    /// The permutations that are left, as bits 0 to 5; two or more.
    pub(crate) permutations: u32,
}

/// What a board is once propagation has nothing to add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settled {
    /// It has no solution.
    Contradiction,
    /// Every cell has one candidate, and no house has a digit twice.
    Solved,
    /// There is a choice to make; and, at least where that was wanted, the second one that can be
    /// made without propagating in between.
    Open(Branch, Option<Branch>),
}
