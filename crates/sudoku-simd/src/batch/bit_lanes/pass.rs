//! Propagation: one pass over all boards at once.
//!
//! A pass removes what the board engine's pass removes (see the [crate documentation](crate)). It
//! goes over the stacks, the bands and the boxes, each time with what is left:
//!
//! ```text
//!   a digit in a band: its nine crossings     what it leaves to crossing a
//!     a . .
//!     . e f      where each letter is the       e·i + f·h
//!     . h i      union of three cells
//! ```
//!
//! 1. *Chutes.* A digit stays at a crossing of a line and a box only if it can go into the other
//!    two lines and boxes at the same time: pointing and claiming in all their forms. Where three
//!    digits are forced into the three cells of a crossing, every other digit goes: a hidden
//!    triple.
//! 2. *Boxes.* A digit with one place in a box takes it, and a cell's only candidate goes from the
//!    rest of its box. Rows and columns need neither: what has one place in a row is, after step 1,
//!    alone in its box, and what is alone in a box goes from its row and column in the next step 1.
//!
//! A pass removes only what no solution has. A *careful* pass also says in which boards nothing has
//! changed, and finds contradictions that show only then: a cell or a crossing that too many digits
//! have to themselves, or two cells of a box with the same only candidate. They cost a fifth, so
//! most passes are not.

use super::plane::Plane;
use crate::guess::THROUGH;

/// The candidates of a box: a plane for each digit and each of its cells.
pub(crate) type BoxPlanes<V> = [[V; 9]; 9];

/// A plane for each digit and each crossing of a line and a box in a chute.
pub(crate) type Crossings<V> = [[[V; 3]; 3]; 9];

/// The candidates of all boards, and what is kept of them from pass to pass.
pub(crate) struct Planes<V> {
    /// By box, digit, and cell within the box.
    pub(crate) candidates: [BoxPlanes<V>; 9],
    /// The cells, by box, that had two candidates or more.
    open: [[V; 9]; 9],
    /// What a chute works with, by digit, line and box: kept, because it costs to make it anew.
    crossings: Crossings<V>,
}

impl<V: Plane> Planes<V> {
    /// Boards without candidates.
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

/// What a pass found, lane by lane.
#[derive(Clone, Copy)]
pub(crate) struct PassFindings<V> {
    /// Boards without a solution.
    pub(crate) contradicted: V,
    /// Boards in which a cell was decided.
    pub(crate) decided: V,
    /// Boards with a cell that has two candidates or more.
    pub(crate) open: V,
    /// Boards in which anything has changed; only a careful pass says so.
    pub(crate) changed: V,
    /// All boards.
    all: V,
}

/// A full adder: the sum and the carry.
#[inline(always)]
pub(crate) fn add<V: Plane>(a: V, b: V, c: V) -> (V, V) {
    (a.xor3(b, c), a.majority(b, c))
}

/// The union of nine, and what two or more of them have.
#[inline(always)]
fn one_and_two<V: Plane>(x: &[V; 9]) -> (V, V) {
    let one = [x[0].or3(x[1], x[2]), x[3].or3(x[4], x[5]), x[6].or3(x[7], x[8])];
    let two = [x[0].majority(x[1], x[2]), x[3].majority(x[4], x[5]), x[6].majority(x[7], x[8])];
    let across = one[0].majority(one[1], one[2]);
    (one[0].or3(one[1], one[2]), across.or(two[0].or3(two[1], two[2])))
}

/// The unions of the three lines of a box's digit: rows with `LINE` 3 and `STEP` 1, columns the
/// other way round.
#[inline(always)]
pub(crate) fn lines<V: Plane, const LINE: usize, const STEP: usize>(x: &[V; 9]) -> [V; 3] {
    [
        x[0].or3(x[STEP], x[2 * STEP]),
        x[LINE].or3(x[LINE + STEP], x[LINE + 2 * STEP]),
        x[2 * LINE].or3(x[2 * LINE + STEP], x[2 * LINE + 2 * STEP]),
    ]
}

/// Where each permutation of a digit is open, in the order of
/// [`PERMUTATIONS`](crate::guess::PERMUTATIONS), from where it may be by line and box.
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

/// One chute: three boxes side by side, and the lines through them.
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
            // How many digits are forced into the crossing, counted in threes.
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
                let forced =
                    stays[box_].and_not_either(stays[(box_ + 1) % 3], stays[(box_ + 2) % 3]);
                let allowed = stays[box_].and_not_without(closed[line][box_], forced);
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

/// One box: hidden singles take their cells, naked singles go from the other cells.
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

/// Passes over all boards once.
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
