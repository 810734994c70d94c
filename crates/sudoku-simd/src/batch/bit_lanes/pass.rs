//! Propagation: one pass over all boards at once.
//!
//! A pass removes the same candidates as a pass of the board engine (see the [crate
//! documentation](crate)). It processes the stacks, the bands and the boxes, each with the result
//! of the step before:
//!
//! ```text
//!   a digit in a band: its nine crossings     what it leaves to crossing a
//!     a . .
//!     . e f      where each letter is the       e·i + f·h
//!     . h i      union of three cells
//! ```
//!
//! 1. *Chutes.* A digit stays at a crossing of a line and a box only if it can go into the other
//!    two lines and boxes at the same time. This covers all kinds of pointing and claiming. If
//!    three digits are forced into the three cells of a crossing, all other digits are removed: a
//!    hidden triple.
//! 2. *Boxes.* A digit with one place in a box takes the cell. A cell's only candidate is removed
//!    from the rest of its box. Rows and columns need neither rule. A digit with one place in a row
//!    is alone in its box after step 1. A digit that is alone in its box is removed from its row
//!    and column in the next step 1.
//!
//! A pass removes only candidates that no solution has. A *careful* pass also reports the boards in
//! which nothing changed. It finds contradictions that are visible only then: a cell or a crossing
//! with too many forced digits, or two cells of a box with the same only candidate. Careful passes
//! take 20% longer, so most passes are not careful.

use super::plane::Plane;
use crate::guess::THROUGH;

/// The candidates of a box: a plane for each digit and each of its cells.
pub(crate) type BoxPlanes<V> = [[V; 9]; 9];

/// A plane for each digit and each crossing of a line and a box in a chute.
pub(crate) type Crossings<V> = [[[V; 3]; 3]; 9];

/// The candidates of all boards, and data that is kept from pass to pass.
pub(crate) struct Planes<V> {
    /// By box, digit, and cell within the box.
    pub(crate) candidates: [BoxPlanes<V>; 9],
    /// The cells, by box, that had at least two candidates.
    open: [[V; 9]; 9],
    /// The data of a chute, by digit, line and box. It is kept because it is expensive to compute.
    crossings: Crossings<V>,
}

impl<V: Plane> Planes<V> {
    /// Makes boards without candidates.
    #[inline(always)]
    pub(crate) fn empty(proof: V::Proof) -> Self {
        let zero = V::splat(proof, 0);
        Self {
            candidates: [[[zero; 9]; 9]; 9],
            open: [[zero; 9]; 9],
            crossings: [[[zero; 3]; 3]; 9],
        }
    }
}

/// The findings of a pass, one bit for each lane.
#[derive(Clone, Copy)]
pub(crate) struct PassFindings<V> {
    /// Boards without a solution.
    pub(crate) contradicted: V,
    /// Boards in which a cell was decided.
    pub(crate) decided: V,
    /// Boards with a cell that has at least two candidates.
    pub(crate) open: V,
    /// Boards in which anything changed. Only a careful pass fills this.
    pub(crate) changed: V,
    /// All boards.
    all: V,
}

/// Adds three bits of each lane (a full adder): returns the sum and the carry.
#[inline(always)]
pub(crate) fn add<V: Plane>(a: V, b: V, c: V) -> (V, V) {
    (a.xor3(b, c), a.majority(b, c))
}

/// Returns the union of nine planes, and the bits that are set in at least two of them.
#[inline(always)]
fn one_and_two<V: Plane>(x: &[V; 9]) -> (V, V) {
    let one = [x[0].or3(x[1], x[2]), x[3].or3(x[4], x[5]), x[6].or3(x[7], x[8])];
    let two = [x[0].majority(x[1], x[2]), x[3].majority(x[4], x[5]), x[6].majority(x[7], x[8])];
    let across = one[0].majority(one[1], one[2]);
    (one[0].or3(one[1], one[2]), across.or(two[0].or3(two[1], two[2])))
}

/// Returns the unions of the three lines of a box for a digit. `LINE` is 3 and `STEP` is 1 for
/// rows, and the other way round for columns.
#[inline(always)]
pub(crate) fn lines<V: Plane, const LINE: usize, const STEP: usize>(x: &[V; 9]) -> [V; 3] {
    [
        x[0].or3(x[STEP], x[2 * STEP]),
        x[LINE].or3(x[LINE + STEP], x[LINE + 2 * STEP]),
        x[2 * LINE].or3(x[2 * LINE + STEP], x[2 * LINE + 2 * STEP]),
    ]
}

/// Returns the boards in which each permutation of a digit is open, in the order of
/// [`PERMUTATIONS`](crate::guess::PERMUTATIONS), given its possible places by line and box.
#[inline(always)]
pub(crate) fn permutations<V: Plane>([a, b, c]: &[[V; 3]; 3]) -> [V; 6] {
    [
        a[0].and3(b[1], c[2]),
        a[1].and3(b[2], c[0]),
        a[2].and3(b[0], c[1]),
        a[0].and3(b[2], c[1]),
        a[1].and3(b[0], c[2]),
        a[2].and3(b[1], c[0]),
    ]
}

/// Processes one chute: three adjacent boxes, and the lines through them.
#[inline(always)]
fn chute<V: Plane, const LINE: usize, const STEP: usize, const CAREFUL: bool>(
    zero: V,
    boxes: [&mut BoxPlanes<V>; 3],
    crossings: &mut Crossings<V>,
    findings: &mut PassFindings<V>,
) {
    let [first, second, third] = boxes;
    for digit in 0..9 {
        let a = lines::<V, LINE, STEP>(&first[digit]);
        let b = lines::<V, LINE, STEP>(&second[digit]);
        let c = lines::<V, LINE, STEP>(&third[digit]);
        let may = [[a[0], b[0], c[0]], [a[1], b[1], c[1]], [a[2], b[2], c[2]]];
        let open = permutations(&may);
        for line in 0..3 {
            for box_ in 0..3 {
                let [a, b] = THROUGH[line][box_];
                let stays = open[a].or(open[b]);
                crossings[digit][line][box_] = stays;
                if CAREFUL {
                    findings.changed = findings.changed.or_and_not(may[line][box_], stays);
                }
            }
        }
    }
    let mut closed = [[zero; 3]; 3];
    for line in 0..3 {
        for box_ in 0..3 {
            // The number of digits that are forced into the crossing, counted in threes.
            let mut forced = [zero; 9];
            for digit in 0..9 {
                let stays = &crossings[digit][line];
                forced[digit] =
                    stays[box_].and_not_either(stays[(box_ + 1) % 3], stays[(box_ + 2) % 3]);
            }
            let (a, b) = add(forced[0], forced[1], forced[2]);
            let (c, d) = add(forced[3], forced[4], forced[5]);
            let (e, f) = add(forced[6], forced[7], forced[8]);
            let (odd, g) = add(a, c, e);
            let any = b.or3(d, f);
            let four = b.majority(d, f).or_and(g, any);
            closed[line][box_] = four.or_and(odd, any.or(g));
            if CAREFUL {
                findings.contradicted = findings.contradicted.or(four);
            }
        }
    }
    for digit in 0..9 {
        for line in 0..3 {
            let stays = &crossings[digit][line];
            for box_ in 0..3 {
                // Three forced digits: a digit that can go into another box is not one of them.
                let elsewhere = stays[(box_ + 1) % 3].or(stays[(box_ + 2) % 3]);
                let allowed = stays[box_].and_not_both(closed[line][box_], elsewhere);
                if CAREFUL {
                    findings.changed = findings.changed.or_and_not(stays[box_], allowed);
                }
                let x = match box_ {
                    0 => &mut first[digit],
                    1 => &mut second[digit],
                    _ => &mut third[digit],
                };
                x[line * LINE] = x[line * LINE].and(allowed);
                x[line * LINE + STEP] = x[line * LINE + STEP].and(allowed);
                x[line * LINE + 2 * STEP] = x[line * LINE + 2 * STEP].and(allowed);
            }
        }
    }
}

/// Processes one box: hidden singles take their cells, and naked singles are removed from the other
/// cells.
#[inline(always)]
fn cells<V: Plane, const CAREFUL: bool>(
    zero: V,
    x: &mut BoxPlanes<V>,
    open: &mut [V; 9],
    findings: &mut PassFindings<V>,
) {
    let mut hidden = [zero; 9];
    let mut several = [zero; 9];
    let (mut complete, mut order_dependent) = (findings.all, zero);
    for digit in 0..9 {
        let y = x[digit];
        let (one, two) = one_and_two(&y);
        several[digit] = two;
        complete = complete.and(one);
        for cell in 0..9 {
            if CAREFUL {
                let alone = y[cell].and_not(two);
                order_dependent = order_dependent.or_and(hidden[cell], alone);
                hidden[cell] = hidden[cell].or(alone);
            } else {
                hidden[cell] = hidden[cell].or_and_not(y[cell], two);
            }
        }
    }
    let mut taken = [zero; 9];
    for cell in 0..9 {
        let mut y = [zero; 9];
        for digit in 0..9 {
            y[digit] = x[digit][cell].and_not_both(hidden[cell], several[digit]);
        }
        let (one, two) = one_and_two(&y);
        complete = complete.and(one);
        findings.decided = findings.decided.or_and_not(open[cell], two);
        open[cell] = two;
        findings.open = findings.open.or(two);
        for digit in 0..9 {
            x[digit][cell] = y[digit];
            if CAREFUL {
                let alone = y[digit].and_not(two);
                order_dependent = order_dependent.or_and(taken[digit], alone);
                taken[digit] = taken[digit].or(alone);
            } else {
                taken[digit] = taken[digit].or_and_not(y[digit], two);
            }
        }
    }
    for digit in 0..9 {
        if CAREFUL {
            findings.changed = findings.changed.or_and(taken[digit], several[digit]);
        }
        let mut y = x[digit];
        for cell in 0..9 {
            y[cell] = y[cell].and_not_both(taken[digit], open[cell]);
        }
        x[digit] = y;
    }
    findings.contradicted =
        findings.contradicted.or(order_dependent).or_and_not(findings.all, complete);
}

/// Runs one pass over all boards.
#[inline(always)]
pub(crate) fn pass<V: Plane, const CAREFUL: bool>(
    proof: V::Proof,
    planes: &mut Planes<V>,
) -> PassFindings<V> {
    let zero = V::splat(proof, 0);
    let mut findings = PassFindings {
        contradicted: zero,
        decided: zero,
        open: zero,
        changed: zero,
        all: V::splat(proof, u64::MAX),
    };
    let [a, b, c, d, e, f, g, h, i] = &mut planes.candidates;
    for stack in
        [[&mut *a, &mut *d, &mut *g], [&mut *b, &mut *e, &mut *h], [&mut *c, &mut *f, &mut *i]]
    {
        chute::<V, 1, 3, CAREFUL>(zero, stack, &mut planes.crossings, &mut findings);
    }
    for band in [[a, b, c], [d, e, f], [g, h, i]] {
        chute::<V, 3, 1, CAREFUL>(zero, band, &mut planes.crossings, &mut findings);
    }
    for (x, open) in planes.candidates.iter_mut().zip(&mut planes.open) {
        cells::<V, CAREFUL>(zero, x, open, &mut findings);
    }
    findings
}
