//! Nine vectors of nine lanes: the layout for vectors of at most 16 lanes, and for plain words.

use sudoku_core::Candidates;

use super::propagation::Propagation;
use super::search::BoardEngine;
use crate::digits::SolvedCells;
use crate::guess::{Branch, PERMUTATIONS, SLACK, Settled};
use crate::puzzle::{Start, bits};

/// A vector with a lane for each box, as [`Boxes`] stores them. The lanes of a vector may have
/// fewer bits, and a band may be stored twice.
///
/// A value of such a type proves that the processor has the instructions.
pub(crate) trait Narrow: Copy {
    /// The proof that the processor has the instructions.
    type Proof: Copy;

    fn load(proof: Self::Proof, lanes: &Boxes) -> Self;
    fn store(self) -> Boxes;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;

    /// Returns each lane from the next band.
    fn next_band(self) -> Self;
    /// Returns each lane from the previous band.
    fn previous_band(self) -> Self;
    /// Returns each lane from the next stack.
    fn next_stack(self) -> Self;
    /// Returns each lane from the previous stack.
    fn previous_stack(self) -> Self;

    /// Returns the union of each lane from the next stack and from the previous one.
    #[inline(always)]
    fn other_stacks(self) -> Self {
        self.next_stack().or(self.previous_stack())
    }

    /// Clears the lowest one of each lane.
    fn without_lowest_one(self) -> Self;
    /// Returns all nine digits in the lanes that are zero, and zero in the others.
    fn zero_mask(self) -> Self;
    /// Returns true if the lane of a box is zero in any of the vectors.
    fn has_zero_lane(x: &[Self; 9]) -> bool;
    /// Returns true if all lanes are equal.
    fn equals(self, other: Self) -> bool;

    /// Returns the number of ones in each lane.
    fn count_ones_by_lane(self) -> Self;

    /// Propagates until nothing changes: see [`settle`].
    #[inline(always)]
    fn settle(proof: Self::Proof, x: &mut [Self; 9], two: bool) -> Settled {
        settle(proof, x, two)
    }

    /// Reads the candidates of a board into the layout of [`Board9`].
    #[inline(always)]
    fn read(proof: Self::Proof, digits: &[u8; 81]) -> [Self; 9] {
        load_all(proof, &boxes(|cell| CANDIDATES_OF_DIGIT[usize::from(digits[cell] & 15)]))
    }

    /// Returns the digits of cells that have one candidate each.
    #[inline(always)]
    fn write(cells: &[Self; 9]) -> SolvedCells {
        let mut digits = SolvedCells([0; 96]);
        for place in 0..9 {
            let boxes = cells[place].store();
            for band in 0..3 {
                for stack in 0..3 {
                    let cell = 27 * band + 9 * (place / 3) + 3 * stack + place % 3;
                    digits.0[cell] = 1 + boxes.0[band][stack].trailing_zeros() as u8;
                }
            }
        }
        digits
    }
}

/// The lanes in memory.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(crate) struct Boxes(pub(crate) [[u16; 4]; 4]);

/// The nine digits in a lane: digit d is bit d - 1.
pub(crate) const ALL: u16 = 0b1_1111_1111;

/// Makes the lanes of a board from a function that returns the candidates of each cell.
#[inline(always)]
fn boxes(of_cell: impl Fn(usize) -> u16) -> [Boxes; 9] {
    let mut boxes = [Boxes([[0; 4]; 4]); 9];
    for band in 0..3 {
        for row in 0..3 {
            for stack in 0..3 {
                for column in 0..3 {
                    boxes[3 * row + column].0[band][stack] =
                        of_cell(27 * band + 9 * row + 3 * stack + column);
                }
            }
        }
    }
    boxes
}

/// Makes the lanes of candidates. Not inlined into the search, because it would occupy registers
/// that a pass needs.
#[cold]
#[inline(never)]
fn boxes_of(candidates: &Candidates) -> [Boxes; 9] {
    let bits = bits(candidates);
    boxes(|cell| bits[cell])
}

/// Loads the vectors from memory.
#[inline(always)]
fn load_all<V: Narrow>(proof: V::Proof, boxes: &[Boxes; 9]) -> [V; 9] {
    let mut vectors = [V::load(proof, &boxes[0]); 9];
    for place in 1..9 {
        vectors[place] = V::load(proof, &boxes[place]);
    }
    vectors
}

/// All digits in the lanes of the boxes.
pub(crate) static EVERY_BOX: Boxes =
    Boxes([[ALL, ALL, ALL, 0], [ALL, ALL, ALL, 0], [ALL, ALL, ALL, 0], [0; 4]]);

/// The boxes in which the bands are counted: band `n` in its box of stack `n`. Stack `n` is counted
/// in the box below, and the last stack in the first band.
static BANDS: Boxes = Boxes([[ALL, 0, 0, 0], [0, ALL, 0, 0], [0, 0, ALL, 0], [0; 4]]);

/// The lane in which each chute is counted. Its length is a power of two, for the index.
const COUNTED: [usize; 8] = [0, 5, 10, 4, 9, 2, 0, 0];

/// For each chute, permutation and line of the chute, the boxes from which the digit is removed.
static OTHERS: [[[Boxes; 3]; 6]; 6] = {
    let mut table = [const { [const { [const { Boxes([[0; 4]; 4]) }; 3] }; 6] }; 6];
    let mut chute = 0;
    while chute < 6 {
        let mut permutation = 0;
        while permutation < 6 {
            let mut line = 0;
            while line < 3 {
                let mut box_ = 0;
                while box_ < 3 {
                    if PERMUTATIONS[permutation][line] != box_ {
                        if chute < 3 {
                            table[chute][permutation][line].0[chute][box_] = u16::MAX;
                        } else {
                            table[chute][permutation][line].0[box_][chute - 3] = u16::MAX;
                        }
                    }
                    box_ += 1;
                }
                line += 1;
            }
            permutation += 1;
        }
        chute += 1;
    }
    table
};

static CANDIDATES_OF_DIGIT: [u16; 16] = {
    let mut table = [0; 16];
    table[0] = ALL;
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};

/// The engine on nine vectors. The cell in row `r` and column `c` of every box is in vector
/// `3 * r + c`.
#[derive(Clone, Copy)]
pub(crate) struct Board9<V: Narrow>(pub(crate) V::Proof);

/// The digits of each box in the three cells of each of its three lines.
type LinesOfBox<V> = [V; 3];

/// Returns the majority and the union of three vectors.
#[inline(always)]
fn twice_and_once<V: Narrow>(a: V, b: V, c: V) -> (V, V) {
    let either = a.or(b);
    (a.and(b).or(either.and(c)), either.or(c))
}

#[inline(always)]
fn union<V: Narrow>(a: V, b: V, c: V) -> V {
    a.or(b).or(c)
}

/// Returns the digits that stay in a line of three cells: all digits except `gone`, or only the
/// forced digits if three are forced there.
#[inline(always)]
fn stays<V: Narrow>(forced: V, gone: V) -> V {
    let two_or_fewer = forced.without_lowest_one().without_lowest_one().zero_mask();
    forced.or(two_or_fewer).and_not(gone)
}

/// Takes cells of a line for the digits that are asserted for them, and removes these digits from
/// the line's other cells. Returns the digits that are asserted twice, and all of them.
#[inline(always)]
fn assert_in_line<V: Narrow>(x: &mut [V; 9], line: [usize; 3], crowd: V) -> (V, V) {
    let [a, b, c] = line;
    let own = [asserted(x[a], crowd), asserted(x[b], crowd), asserted(x[c], crowd)];
    let (clash, asserted) = twice_and_once(own[0], own[1], own[2]);
    for at in 0..3 {
        let cell = &mut x[line[at]];
        *cell = cell.and_not(asserted).and(own[at].zero_mask()).or(own[at]);
    }
    (clash, asserted)
}

/// Runs the half pass along the columns, with the rules for single cells.
#[inline(always)]
fn columns<V: Narrow>(x: &mut [V; 9], complete: V) -> V {
    let (twice0, here0) = twice_and_once(x[0], x[3], x[6]);
    let (twice1, here1) = twice_and_once(x[1], x[4], x[7]);
    let (twice2, here2) = twice_and_once(x[2], x[5], x[8]);
    let elsewhere0 = here0.next_band().or(here0.previous_band()).and(here1.or(here2));
    let elsewhere1 = here1.next_band().or(here1.previous_band()).and(here2.or(here0));
    let elsewhere2 = here2.next_band().or(here2.previous_band()).and(here0.or(here1));
    let complete = complete.and(here0.or(elsewhere0));
    let complete = complete.and(here1.or(elsewhere1));
    let complete = complete.and(here2.or(elsewhere2));
    let (forced0, forced1, forced2) =
        (here0.and_not(elsewhere0), here1.and_not(elsewhere1), here2.and_not(elsewhere2));
    let (crowd0, crowd1, crowd2) =
        (twice0.or(elsewhere0), twice1.or(elsewhere1), twice2.or(elsewhere2));

    // Each line has its own digits first, so that no cell has to wait in a register.
    let (clash0, asserted0) = assert_in_line(x, [0, 3, 6], crowd0);
    let (clash1, asserted1) = assert_in_line(x, [1, 4, 7], crowd1);
    let (clash2, asserted2) = assert_in_line(x, [2, 5, 8], crowd2);
    let closed0 = forced0.or(asserted0);
    let closed1 = forced1.or(asserted1);
    let closed2 = forced2.or(asserted2);
    let gone0 = closed0.next_band().or(closed0.previous_band()).or(closed1.or(closed2));
    let stays0 = stays(forced0, gone0.or(clash0));
    let gone1 = closed1.next_band().or(closed1.previous_band()).or(closed2.or(closed0));
    let stays1 = stays(forced1, gone1.or(clash1));
    let gone2 = closed2.next_band().or(closed2.previous_band()).or(closed0.or(closed1));
    let stays2 = stays(forced2, gone2.or(clash2));
    x[0] = x[0].and(stays0);
    x[3] = x[3].and(stays0);
    x[6] = x[6].and(stays0);
    x[1] = x[1].and(stays1);
    x[4] = x[4].and(stays1);
    x[7] = x[7].and(stays1);
    x[2] = x[2].and(stays2);
    x[5] = x[5].and(stays2);
    x[8] = x[8].and(stays2);
    complete
}

/// Returns the digits that are asserted for a cell.
#[inline(always)]
fn asserted<V: Narrow>(x: V, crowd: V) -> V {
    let one = x.without_lowest_one().zero_mask();
    x.and_not(crowd.and_not(one))
}

/// Runs the half pass along the rows.
#[inline(always)]
fn rows<V: Narrow>(x: &mut [V; 9], complete: V) -> V {
    let here0 = union(x[0], x[1], x[2]);
    let here1 = union(x[3], x[4], x[5]);
    let here2 = union(x[6], x[7], x[8]);
    let elsewhere0 = here0.other_stacks().and(here1.or(here2));
    let elsewhere1 = here1.other_stacks().and(here2.or(here0));
    let elsewhere2 = here2.other_stacks().and(here0.or(here1));
    let complete = complete.and(here0.or(elsewhere0));
    let complete = complete.and(here1.or(elsewhere1));
    let complete = complete.and(here2.or(elsewhere2));
    let (forced0, forced1, forced2) =
        (here0.and_not(elsewhere0), here1.and_not(elsewhere1), here2.and_not(elsewhere2));
    let gone0 = forced0.other_stacks().or(forced1.or(forced2));
    let gone1 = forced1.other_stacks().or(forced2.or(forced0));
    let gone2 = forced2.other_stacks().or(forced0.or(forced1));
    let stays0 = stays(forced0, gone0);
    x[0] = x[0].and(stays0);
    x[1] = x[1].and(stays0);
    x[2] = x[2].and(stays0);
    let stays1 = stays(forced1, gone1);
    x[3] = x[3].and(stays1);
    x[4] = x[4].and(stays1);
    x[5] = x[5].and(stays1);
    let stays2 = stays(forced2, gone2);
    x[6] = x[6].and(stays2);
    x[7] = x[7].and(stays2);
    x[8] = x[8].and(stays2);
    complete
}

/// Adds all cells in each lane. The sum decreases whenever a candidate is removed, and 9 cells of 9
/// bits cannot overflow a 16-bit lane.
///
/// The fields of the portable engine carry into each other, and a band of them can overflow 32
/// bits. For the sum to wrap around to the same value, the last box of the band would have to lose
/// 4,092 of at most 4,599. That leaves less than 511, the sum of every digit once, so a digit is
/// missing from the box. Guessing is then correct too, because every option fails.
#[inline(always)]
fn sum<V: Narrow>(x: &[V; 9]) -> V {
    let a = x[0].add(x[1]).add(x[2].add(x[3]));
    let b = x[4].add(x[5]).add(x[6].add(x[7]));
    a.add(b).add(x[8])
}

/// Returns the digits of a line that are open in it, and those that are free.
#[inline(always)]
fn open_and_free<V: Narrow>(here: V, next: V, previous: V) -> (V, V) {
    let (both, either) = (here.and(next), here.or(next));
    (both.or(either.and(previous)), both.and(previous))
}

/// Returns the slack and the open digits of each chute by the rule of [`guess`](crate::guess), in
/// the lanes [`COUNTED`].
///
/// A chute has the same digits in all three of its boxes. So bands and stacks are counted together,
/// each in a separate box: see [`BANDS`].
#[inline(always)]
fn slack<V: Narrow>(in_columns: LinesOfBox<V>, in_rows: LinesOfBox<V>, bands: V) -> (V, V) {
    let [a, b, c] = in_rows;
    let a_rows = open_and_free(a, a.next_stack(), a.previous_stack());
    let b_rows = open_and_free(b, b.next_stack(), b.previous_stack());
    let c_rows = open_and_free(c, c.next_stack(), c.previous_stack());
    let [a, b, c] = in_columns;
    let a_columns = open_and_free(a, a.next_band(), a.previous_band());
    let b_columns = open_and_free(b, b.next_band(), b.previous_band());
    let c_columns = open_and_free(c, c.next_band(), c.previous_band());
    let open_b = union(a_rows.0, b_rows.0, c_rows.0);
    let open_s = union(a_columns.0, b_columns.0, c_columns.0);
    let open = select(bands, open_b, open_s);
    let free = select(bands, a_rows.1, a_columns.1).count_ones_by_lane();
    let free = free.add(select(bands, b_rows.1, b_columns.1).count_ones_by_lane());
    let free = free.add(select(bands, c_rows.1, c_columns.1).count_ones_by_lane());
    // As the table `SLACK` expects them.
    let one = open.count_ones_by_lane();
    let two = one.add(one);
    let four = two.add(two);
    let eight = four.add(four);
    let sixteen = eight.add(eight);
    (free.add(sixteen).add(sixteen), open)
}

/// Returns the lanes of `a` where the mask has ones, and those of `b` elsewhere.
#[inline(always)]
fn select<V: Narrow>(mask: V, a: V, b: V) -> V {
    a.and(mask).or(b.and_not(mask))
}

/// The data for the choice in a chute, in memory.
struct Choices {
    /// The open digits of each chute, in the lanes [`COUNTED`].
    open: Boxes,
    /// The digits for which each permutation is open, by kind of chute. The first half has the
    /// permutations that go on to the next box in each line, by the box in the first line. The
    /// second half has those that go back to the previous box.
    permutations: [[Boxes; 2]; 2],
}

impl Choices {
    /// Returns the choice in a chute.
    #[inline(always)]
    fn branch_in(&self, chute: usize) -> Branch {
        let open = self.open.0.as_flattened()[COUNTED[chute % 8]];
        let digit = open & open.wrapping_neg();
        // The lanes of the chute's boxes start at `first`, `step` apart.
        let side = usize::from(chute > 2);
        let (first, step) = ([4 * chute, chute.wrapping_sub(3)][side], [1, 4][side]);
        let mut permutations = 0;
        for permutation in 0..6 {
            let lane = (first + step * (permutation % 3)) % 16;
            let digits = self.permutations[side][permutation / 3].0.as_flattened()[lane];
            permutations |= u32::from(digits & digit != 0) << permutation;
        }
        Branch { chute, digit, permutations }
    }

    /// Returns the choice in a chute, unless it has the same digit as the first choice.
    ///
    /// Not inlined into the search, because it would occupy registers that a pass needs.
    #[inline(never)]
    fn second(&self, chute: usize, first: Branch) -> Option<Branch> {
        let second = self.branch_in(chute);
        (second.digit != first.digit).then_some(second)
    }
}

/// Makes the choice by the rule of [`guess`](crate::guess), and the second choice if `two` is true.
#[inline(always)]
fn branch<V: Narrow>(
    proof: V::Proof,
    in_columns: LinesOfBox<V>,
    in_rows: LinesOfBox<V>,
    two: bool,
) -> Settled {
    let (counts, open) = slack(in_columns, in_rows, V::load(proof, &BANDS));
    let counts = counts.store();
    // Minus one, so that a chute without a choice comes last.
    let key = |chute: usize| {
        let slack = SLACK[usize::from(counts.0.as_flattened()[COUNTED[chute]]) % SLACK.len()];
        u32::from(slack).wrapping_sub(1) << 3 | chute as u32
    };
    let of_bands = key(0).min(key(1)).min(key(2));
    let of_stacks = key(3).min(key(4)).min(key(5));
    let least = of_bands.min(of_stacks);
    let is_open = |key: u32| key >> 3 != u32::MAX >> 3;
    if !is_open(least) {
        return Settled::Solved;
    }
    let [a, b, c] = in_rows;
    let (next, last) = ([b.next_stack(), c.next_stack()], [b.previous_stack(), c.previous_stack()]);
    let in_bands = [a.and(next[0]).and(last[1]).store(), a.and(last[0]).and(next[1]).store()];
    let [a, b, c] = in_columns;
    let (next, last) = ([b.next_band(), c.next_band()], [b.previous_band(), c.previous_band()]);
    let in_stacks = [a.and(next[0]).and(last[1]).store(), a.and(last[0]).and(next[1]).store()];
    let choices = Choices { open: open.store(), permutations: [in_bands, in_stacks] };
    let first = choices.branch_in((least & 7) as usize);
    let across = of_bands.max(of_stacks);
    if two && is_open(across) {
        return Settled::Open(first, choices.second((across & 7) as usize, first));
    }
    Settled::Open(first, None)
}

/// Propagates until nothing changes. Returns false at a contradiction.
#[inline(always)]
fn propagate<V: Narrow>(proof: V::Proof, x: &mut [V; 9]) -> bool {
    let all = V::load(proof, &EVERY_BOX);
    let mut before = sum(x);
    loop {
        let complete = columns(x, all);
        let complete = rows(x, complete);
        if !complete.equals(all) || V::has_zero_lane(x) {
            return false;
        }
        let after = sum(x);
        if after.equals(before) {
            return true;
        }
        before = after;
    }
}

/// Propagates until nothing changes, and returns the result.
#[inline(always)]
pub(crate) fn settle<V: Narrow>(proof: V::Proof, x: &mut [V; 9], two: bool) -> Settled {
    if !propagate(proof, x) {
        return Settled::Contradiction;
    }
    let in_columns = [union(x[0], x[3], x[6]), union(x[1], x[4], x[7]), union(x[2], x[5], x[8])];
    let in_rows = [union(x[0], x[1], x[2]), union(x[3], x[4], x[5]), union(x[6], x[7], x[8])];
    branch(proof, in_columns, in_rows, two)
}

impl<V: Narrow> Propagation for Board9<V> {
    #[inline(always)]
    fn load(self, cells: &[u16; 81]) -> [V; 9] {
        load_all(self.0, &boxes(|cell| cells[cell]))
    }

    #[inline(always)]
    fn propagate(self, x: &mut [V; 9]) -> bool {
        propagate(self.0, x)
    }

    #[inline(always)]
    fn write_changes(self, before: &[V; 9], after: &[V; 9], cells: &mut [u16; 81]) -> u128 {
        let mut changed = 0;
        for place in 0..9 {
            if before[place].equals(after[place]) {
                continue;
            }
            let (old, new) = (before[place].store().0, after[place].store().0);
            for band in 0..3 {
                for stack in 0..3 {
                    let cell = 27 * band + 9 * (place / 3) + 3 * stack + place % 3;
                    changed |= u128::from(old[band][stack] != new[band][stack]) << cell;
                    cells[cell] = new[band][stack];
                }
            }
        }
        changed
    }
}

impl<V: Narrow> BoardEngine for Board9<V> {
    const PAIRS: bool = false;
    const BOLD: bool = true;
    type Candidates = [V; 9];

    #[inline(always)]
    fn read(self, start: Start<'_>) -> [V; 9] {
        match start {
            Start::Board(board) => V::read(self.0, board.as_bytes()),
            Start::Candidates(candidates) => load_all(self.0, &boxes_of(candidates)),
        }
    }

    #[inline(always)]
    fn settle(self, x: &mut [V; 9], two: bool) -> Settled {
        V::settle(self.0, x, two)
    }

    #[inline(always)]
    fn keep(self, x: &[V; 9], branch: Branch, permutation: usize) -> [V; 9] {
        let others = &OTHERS[branch.chute.min(5)][permutation.min(5)];
        let mut digit = EVERY_BOX;
        for lanes in &mut digit.0 {
            *lanes = [branch.digit; 4];
        }
        let digit = V::load(self.0, &digit);
        let a = V::load(self.0, &others[0]).and(digit);
        let b = V::load(self.0, &others[1]).and(digit);
        let c = V::load(self.0, &others[2]).and(digit);
        // The cells of a row for bands, and of a column for stacks.
        let away = if branch.chute < 3 {
            [a, a, a, b, b, b, c, c, c]
        } else {
            [a, b, c, a, b, c, a, b, c]
        };
        let mut kept = *x;
        for place in 0..9 {
            kept[place] = x[place].and_not(away[place]);
        }
        kept
    }

    #[inline(always)]
    fn has_order_dependent_contradiction(self, x: &[V; 9]) -> bool {
        let (twice0, here0) = twice_and_once(x[0], x[3], x[6]);
        let (twice1, here1) = twice_and_once(x[1], x[4], x[7]);
        let (twice2, here2) = twice_and_once(x[2], x[5], x[8]);
        let elsewhere0 = here0.next_band().or(here0.previous_band()).and(here1.or(here2));
        let elsewhere1 = here1.next_band().or(here1.previous_band()).and(here2.or(here0));
        let elsewhere2 = here2.next_band().or(here2.previous_band()).and(here0.or(here1));
        let crowds = [twice0.or(elsewhere0), twice1.or(elsewhere1), twice2.or(elsewhere2)];
        let mut order_dependent = asserted(x[0], crowds[0]).without_lowest_one();
        for place in 1..9 {
            order_dependent =
                order_dependent.or(asserted(x[place], crowds[place % 3]).without_lowest_one());
        }
        // Four digits forced into three cells.
        let more_than_three =
            |forced: V| forced.without_lowest_one().without_lowest_one().without_lowest_one();
        order_dependent = order_dependent.or(more_than_three(here0.and_not(elsewhere0)));
        order_dependent = order_dependent.or(more_than_three(here1.and_not(elsewhere1)));
        order_dependent = order_dependent.or(more_than_three(here2.and_not(elsewhere2)));
        let here0 = union(x[0], x[1], x[2]);
        let here1 = union(x[3], x[4], x[5]);
        let here2 = union(x[6], x[7], x[8]);
        let elsewhere0 = here0.other_stacks().and(here1.or(here2));
        let elsewhere1 = here1.other_stacks().and(here2.or(here0));
        let elsewhere2 = here2.other_stacks().and(here0.or(here1));
        order_dependent = order_dependent.or(more_than_three(here0.and_not(elsewhere0)));
        order_dependent = order_dependent.or(more_than_three(here1.and_not(elsewhere1)));
        order_dependent = order_dependent.or(more_than_three(here2.and_not(elsewhere2)));
        !order_dependent.equals(order_dependent.and_not(order_dependent))
    }

    #[inline(always)]
    fn pair_of(self, settled: &[V; 9], solution: &[V; 9]) -> Option<[V; 9]> {
        let mut others = *settled;
        let none = settled[0].and_not(settled[0]);
        let mut more = none;
        for place in 0..9 {
            let other = settled[place].and_not(solution[place]);
            more = more.or(other.without_lowest_one());
            others[place] = other.or(solution[place].and(other.zero_mask()));
        }
        more.equals(none).then_some(others)
    }

    #[inline(always)]
    fn write(self, x: &[V; 9]) -> SolvedCells {
        V::write(x)
    }
}
