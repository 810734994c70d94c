//! The choice of the next guess, for all boards at once, by the rule of [`guess`](crate::guess).

use super::sweep::{permutations, row};
use super::vector::{Row, Rows, Vector};
use crate::guess::{AWAY, FREE, MANY, OPEN};

/// A choice for each lane whose board is stalled: propagation changes nothing. Other lanes have no
/// meaning.
pub(crate) struct WordChoices {
    /// The chute, 0 to 5.
    chutes: Row,
    /// The digit, as its bit.
    digits: Row,
    /// The open permutations of the digit, as bits.
    ways: Row,
}

/// A digit in a chute, and its permutations that are still to be tried.
#[derive(Clone, Copy)]
pub(crate) struct WordChoice {
    chute: u8,
    /// All permutations that were open.
    all: u8,
    /// The permutations still to be tried.
    left: u8,
    digit: u16,
}

impl WordChoice {
    /// Takes the next permutation, and returns the crossings that hold a board to it.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Hold {
        let way = self.left.trailing_zeros() as usize;
        self.left &= self.left.wrapping_sub(1);
        let crossings = AWAY[usize::from(self.all % 64)][way % 8];
        Hold { crossings, cells: &CELLS[usize::from(self.chute % 8)], digit: self.digit }
    }

    /// Returns true if exactly one permutation is left.
    #[inline(always)]
    pub(crate) fn is_last(self) -> bool {
        self.left & self.left.wrapping_sub(1) == 0
    }

    /// Returns true if no permutation is left.
    #[inline(always)]
    pub(crate) fn is_over(self) -> bool {
        self.left == 0
    }
}

/// The removals that hold a digit to one permutation in a chute.
#[derive(Clone, Copy)]
pub(crate) struct Hold {
    /// The crossings of a line and a box, as bits 3 · line + box.
    crossings: u16,
    cells: &'static [[u8; 3]; 9],
    digit: u16,
}

impl Hold {
    /// Calls back with each cell that loses the digit, and with a mask of all bits except the
    /// digit's.
    #[inline(always)]
    pub(crate) fn each(self, mut cell: impl FnMut(usize, u16)) {
        let mut left = self.crossings;
        while left != 0 {
            let [a, b, c] = self.cells[left.trailing_zeros() as usize % 9].map(usize::from);
            cell(a, !self.digit);
            cell(b, !self.digit);
            cell(c, !self.digit);
            left &= left.wrapping_sub(1);
        }
    }
}

/// The three cells at each crossing of a line and a box, by chute.
static CELLS: [[[u8; 3]; 9]; 8] = {
    let mut cells = [[[0; 3]; 9]; 8];
    let mut at = 0;
    while at < 6 * 27 {
        let (chute, crossing, place) = (at / 27, at / 3 % 9, at % 3);
        cells[chute][crossing][place] = row(chute, crossing / 3, crossing % 3, place) as u8;
        at += 1;
    }
    cells
};

impl WordChoices {
    /// Chooses for all stalled boards.
    ///
    /// A board with a contradiction gets a choice without permutations.
    #[inline(always)]
    pub(crate) fn make<V: Vector>(proof: V::Proof, rows: &Rows) -> Self {
        let zero = V::splat(proof, 0);
        let one = V::splat(proof, 1);
        let (mut best, mut open) = ([zero; 6], zero);
        let (mut least, mut at) = (V::splat(proof, u16::MAX - 1), zero);
        let (three, mut crowded) = (V::splat(proof, 3), zero);
        // From the last chute to the first: of equal chutes, the later one seen wins.
        let mut left = 6;
        while left > 0 {
            left -= 1;
            let mut may = [[zero; 3]; 3];
            let mut free = zero;
            for line in 0..3 {
                for box_ in 0..3 {
                    let a = V::load(proof, &rows[row(left, line, box_, 0)]);
                    let b = V::load(proof, &rows[row(left, line, box_, 1)]);
                    let c = V::load(proof, &rows[row(left, line, box_, 2)]);
                    may[line][box_] = a.or3(b, c);
                }
                free = free.add(may[line][0].and3(may[line][1], may[line][2]).ones());
                for box_ in 0..3 {
                    let [next, last] = [may[line][(box_ + 1) % 3], may[line][(box_ + 2) % 3]];
                    let forced = may[line][box_].without(next, last);
                    crowded = forced.ones().pick_at_most(three, crowded, three);
                }
            }
            let [a, b, c] = &may;
            let unfixed = a[0].majority(a[1], a[2]).or(b[0].majority(b[1], b[2]));
            let unfixed = unfixed.or(c[0].majority(c[1], c[2]));
            let mut by_open = unfixed.ones();
            let mut bit = 1;
            while bit < OPEN {
                by_open = by_open.add(by_open);
                bit *= 2;
            }
            let by_open = by_open.add(free.pick_at_most(V::splat(proof, FREE - 1), zero, one));
            // Minus one, so that chutes without a choice come last.
            let score = by_open.min(free.add(V::splat(proof, OPEN * MANY))).sub(one);
            let ways = permutations(&may);
            for way in 0..6 {
                best[way] = score.pick_at_most(least, ways[way], best[way]);
            }
            open = score.pick_at_most(least, unfixed, open);
            at = score.pick_at_most(least, V::splat(proof, left as u16), at);
            least = least.min(score);
        }
        let digit = open.lowest();
        let mut ways = zero;
        for way in 0..6 {
            ways = ways.or(best[way].if_meets(digit, V::splat(proof, 1 << way)));
        }
        // No permutation is open if a line has four digits forced into three cells: a
        // contradiction.
        let ways = ways.and(crowded.pick_at_most(zero, V::splat(proof, u16::MAX), zero));
        let mut choices = Self { chutes: Row::ZEROS, digits: Row::ZEROS, ways: Row::ZEROS };
        at.store(&mut choices.chutes);
        digit.store(&mut choices.digits);
        ways.store(&mut choices.ways);
        choices
    }

    /// Returns the choice for a lane.
    #[inline(always)]
    pub(crate) fn of(&self, lane: usize) -> WordChoice {
        let ways = self.ways.0[lane] as u8;
        WordChoice {
            chute: self.chutes.0[lane] as u8,
            all: ways,
            left: ways,
            digit: self.digits.0[lane],
        }
    }
}
