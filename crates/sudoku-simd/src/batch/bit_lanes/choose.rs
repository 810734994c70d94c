//! The choice of the next guess, for all boards at once, by the rule of [`guess`](crate::guess).

use super::pass::{BoxPlanes, Planes, add, lines, permutations};
use super::plane::Plane;
use crate::guess::{FREE, MANY, OPEN, PERMUTATIONS};

/// A choice for each lane whose board is stalled: propagation changes nothing. Other lanes have no
/// meaning.
pub(crate) struct BitChoices<V> {
    /// The bits of the chute's number, 0 to 5.
    chute: [V; 3],
    /// The bits of the digit's number, 0 to 8.
    digit: [V; 4],
    /// The open permutations of the digit.
    permutations: [V; 6],
}

/// A digit in a chute, and its permutations that are still to be tried.
#[derive(Clone, Copy)]
pub(crate) struct BitChoice {
    chute: u8,
    digit: u8,
    /// The permutations still to be tried.
    left: u8,
}

impl BitChoice {
    /// Decodes the choice from the bits that were saved with a board.
    #[inline(always)]
    pub(crate) fn of(bits: u64) -> Self {
        Self {
            chute: (bits & 7) as u8,
            digit: (bits >> 3 & 15) as u8,
            left: (bits >> 7 & 63) as u8,
        }
    }

    /// Takes the next permutation. Returns the digit and the cells of the chute that are not on the
    /// permutation.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> (usize, u128) {
        let permutation = self.left.trailing_zeros() as usize;
        self.left &= self.left.wrapping_sub(1);
        (usize::from(self.digit), OTHERS[usize::from(self.chute % 8)][permutation % 8])
    }

    /// Returns true if no permutation is left.
    #[inline(always)]
    pub(crate) fn is_over(self) -> bool {
        self.left == 0
    }
}

/// The cells of each chute that are not on each permutation. Bands are chutes 0 to 2, stacks are 3
/// to 5.
static OTHERS: [[u128; 8]; 8] = {
    let mut cells = [[0; 8]; 8];
    let mut at = 0;
    while at < 6 * 6 * 27 {
        let (chute, permutation) = (at / 27 / 6, at / 27 % 6);
        let (line, box_, place) = (at / 9 % 3, at / 3 % 3, at % 3);
        let (row, column) = if chute < 3 {
            (3 * chute + line, 3 * box_ + place)
        } else {
            (3 * box_ + place, 3 * (chute - 3) + line)
        };
        if PERMUTATIONS[permutation][line] != box_ {
            cells[chute][permutation] |= 1 << (9 * row + column);
        }
        at += 1;
    }
    cells
};

/// The number of bits of a slack.
const SLACK_BITS: usize = 8;
const _: () = assert!(OPEN == 32 && MANY == 6 && FREE == 4, "what `slack` says in bits");

/// Counts the ones, in bits.
#[inline(always)]
fn count<V: Plane>(x: &[V; 9]) -> [V; 4] {
    let (a, d) = add(x[0], x[1], x[2]);
    let (b, e) = add(x[3], x[4], x[5]);
    let (c, f) = add(x[6], x[7], x[8]);
    let (ones, g) = add(a, b, c);
    let (h, fours) = add(d, e, f);
    let i = h.and(g);
    [ones, h.xor(g), fours.xor(i), fours.and(i)]
}

/// Computes the bits of a chute's slack by the rule of [`guess`](crate::guess). It takes the open
/// digits, and the bits of the number of lines in which each digit is free.
#[inline(always)]
fn slack<V: Plane>(open: &[V; 9], free: &[[V; 9]; 2]) -> [V; SLACK_BITS] {
    let [a, b, c, d] = count(open);
    let [f0, ones2, ones4, ones8] = count(&free[0]);
    let [twos2, twos4, twos8, twos16] = count(&free[1]);
    let (f1, carry) = (ones2.xor(twos2), ones2.and(twos2));
    let (f2, carry) = add(ones4, twos4, carry);
    let (f3, carry) = add(ones8, twos8, carry);
    // At most 27, so this does not carry.
    let f4 = twos16.or(carry);
    let many = d.or_and(c, a.and(b));
    let several = f2.or3(f3, f4);
    [
        many.select(f0, several),
        f1.and(many),
        f2.and(many),
        f3.and(many),
        f4.and(many),
        a.and_not(many),
        b.or(many),
        c.or(many),
    ]
}

/// The best choice among the chutes seen so far.
struct ChuteSurvey<V> {
    /// The bits of the least slack so far.
    least: [V; SLACK_BITS],
    chute: [V; 3],
    digit: [V; 4],
    /// The possible places of the digit in the chute, by line and box.
    may: [[V; 3]; 3],
}

impl<V: Plane> ChuteSurvey<V> {
    /// Compares one more chute.
    #[inline(always)]
    fn look<const LINE: usize, const STEP: usize>(
        &mut self,
        proof: V::Proof,
        number: usize,
        boxes: [&BoxPlanes<V>; 3],
    ) {
        let zero = V::splat(proof, 0);
        let mut open = [zero; 9];
        let mut free = [[zero; 9]; 2];
        let mut any = zero;
        // The lowest open digit.
        let mut lowest = [zero; 4];
        let mut places = [[zero; 3]; 3];
        for digit in 0..9 {
            let mut may = [[zero; 3]; 3];
            for box_ in 0..3 {
                let [a, b, c] = lines::<V, LINE, STEP>(&boxes[box_][digit]);
                (may[0][box_], may[1][box_], may[2][box_]) = (a, b, c);
            }
            let [a, b, c] = &may;
            let majority =
                [a[0].majority(a[1], a[2]), b[0].majority(b[1], b[2]), c[0].majority(c[1], c[2])];
            open[digit] = majority[0].or3(majority[1], majority[2]);
            (free[0][digit], free[1][digit]) =
                add(a[0].and3(a[1], a[2]), b[0].and3(b[1], b[2]), c[0].and3(c[1], c[2]));
            let first = open[digit].and_not(any);
            any = any.or(open[digit]);
            for bit in 0..4 {
                if digit >> bit & 1 != 0 {
                    lowest[bit] = lowest[bit].or(first);
                }
            }
            for line in 0..3 {
                for box_ in 0..3 {
                    places[line][box_] = places[line][box_].or_and(may[line][box_], first);
                }
            }
        }
        let slack = slack(&open, &free);
        let mut less = zero;
        for bit in 0..SLACK_BITS {
            // Less in the bits so far: the first bit that differs decides.
            less = slack[bit].xor(self.least[bit]).select(self.least[bit], less);
        }
        let better = less.and(any);
        let keep = |best: &mut V, this: V| *best = better.select(this, *best);
        for bit in 0..SLACK_BITS {
            keep(&mut self.least[bit], slack[bit]);
        }
        for bit in 0..3 {
            keep(
                &mut self.chute[bit],
                V::splat(proof, if number >> bit & 1 != 0 { u64::MAX } else { 0 }),
            );
        }
        for bit in 0..4 {
            keep(&mut self.digit[bit], lowest[bit]);
        }
        for line in 0..3 {
            for box_ in 0..3 {
                keep(&mut self.may[line][box_], places[line][box_]);
            }
        }
    }
}

impl<V: Plane> BitChoices<V> {
    /// Returns a plane to save with the boards: see [`BitChoice::of`].
    #[inline(always)]
    pub(crate) fn plane(&self, number: usize) -> Option<V> {
        match number {
            0..3 => Some(self.chute[number]),
            3..7 => Some(self.digit[number - 3]),
            7..13 => Some(self.permutations[number - 7]),
            _ => None,
        }
    }

    /// Makes an empty choice for all lanes.
    #[inline(always)]
    pub(crate) fn none(proof: V::Proof) -> Self {
        let zero = V::splat(proof, 0);
        Self { chute: [zero; 3], digit: [zero; 4], permutations: [zero; 6] }
    }

    /// Chooses for all stalled boards.
    #[inline(always)]
    pub(crate) fn make(proof: V::Proof, planes: &Planes<V>) -> Self {
        let zero = V::splat(proof, 0);
        let mut survey = ChuteSurvey {
            least: [V::splat(proof, u64::MAX); SLACK_BITS],
            chute: [zero; 3],
            digit: [zero; 4],
            may: [[zero; 3]; 3],
        };
        let [a, b, c, d, e, f, g, h, i] = &planes.candidates;
        for (number, boxes) in [[a, b, c], [d, e, f], [g, h, i]].into_iter().enumerate() {
            survey.look::<3, 1>(proof, number, boxes);
        }
        for (number, boxes) in [[a, d, g], [b, e, h], [c, f, i]].into_iter().enumerate() {
            survey.look::<1, 3>(proof, number + 3, boxes);
        }
        Self { chute: survey.chute, digit: survey.digit, permutations: permutations(&survey.may) }
    }
}
