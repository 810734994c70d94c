//! Propagation: one sweep over the chutes of all boards at once.
//!
//! A sweep removes the same candidates as a pass of the board engine (see the [crate
//! documentation](crate)), in another way. In the board engine, a lane is a cell, and reading a
//! line's neighbors takes a permutation of lanes. Here, a lane is a board, and neighbors are in
//! other registers. So a sweep can examine the six permutations of a digit in a chute one by one:
//!
//! ```text
//!   may[line][box]                    a permutation            what it leaves to may[0][1]
//!   box 0  box 1  box 2
//!     m      m      m     line 0      . X .      . X .
//!     m      m      m     line 1      . . X  and X . .   are the two that go through it
//!     m      m      m     line 2      X . .      . . X
//! ```
//!
//! A digit stays in a line and box only if one of the two permutations through it is open. This
//! covers all kinds of pointing and claiming. A digit is *forced* there if no permutation goes
//! through the line's other boxes. If it has no permutation at all, there is no solution.

use std::hint::black_box;

use super::vector::{ALL, Row, Rows, Vector};
use crate::guess::THROUGH;

/// The findings of a sweep, lane by lane.
pub(crate) struct Findings<V> {
    /// The digits that have an open permutation in every chute.
    pub(crate) open: V,
    /// The digits that are a cell's only candidate in every column.
    pub(crate) placed: V,
    /// The digits that are hidden singles of cells with other candidates. The sweep reduces those
    /// cells to the digit. So if it changed nothing, two such digits share a cell: a contradiction.
    pub(crate) hiding: V,
    /// The minimum of the cells: zero if a cell has no candidate.
    pub(crate) least: V,
    /// The sum of all cells, at most 81 × 511. It decreases whenever a candidate is removed.
    pub(crate) sum: V,
}

/// Returns the row of a cell: position `place` where line `line` of a chute crosses its box `box_`.
/// Bands are chutes 0 to 2, stacks are 3 to 5.
pub(crate) const fn row(chute: usize, line: usize, box_: usize, place: usize) -> usize {
    if chute < 3 {
        27 * chute + 9 * line + 3 * box_ + place
    } else {
        9 * (3 * box_ + place) + 3 * (chute - 3) + line
    }
}

/// Returns the digits for which each permutation is open, in the order of
/// [`PERMUTATIONS`](crate::guess::PERMUTATIONS), given the digits that each box may have in each
/// line.
#[inline(always)]
pub(crate) fn permutations<V: Vector>([a, b, c]: &[[V; 3]; 3]) -> [V; 6] {
    [
        a[0].and3(b[1], c[2]),
        a[1].and3(b[2], c[0]),
        a[2].and3(b[0], c[1]),
        a[0].and3(b[2], c[1]),
        a[1].and3(b[0], c[2]),
        a[2].and3(b[1], c[0]),
    ]
}

/// Processes one chute of all boards.
///
/// Along the stacks, it also uses cells with one candidate, and cells that are alone with a digit
/// in their line. Along the bands, this is not necessary. A digit with one place in a row is forced
/// there, and is removed from the rest of the box. Then it is alone in the box, and the stacks find
/// it.
///
/// `CHUTE` is 0 for bands and 3 for stacks. `rows` starts with the chute's first row, and `SPAN` is
/// the number of rows up to its last. So the code exists twice instead of six times, which is
/// faster (`docs/notes/batch-engine.md`).
#[inline(always)]
fn chute<V: Vector, const CHUTE: usize, const SPAN: usize>(
    proof: V::Proof,
    rows: &mut [Row; SPAN],
    findings: &mut Findings<V>,
) {
    // No values stay in registers between chutes: there are too few registers. The compiler would
    // store the values on the stack, although they are already here.
    let rows = black_box(rows);
    let zero = V::splat(proof, 0);
    let mut may = [[zero; 3]; 3];
    let mut placed = [[zero; 3]; 3];
    for line in 0..3 {
        let has = &mut placed[line];
        for box_ in 0..3 {
            let mut a = V::load(proof, &rows[row(CHUTE, line, box_, 0)]);
            let mut b = V::load(proof, &rows[row(CHUTE, line, box_, 1)]);
            let mut c = V::load(proof, &rows[row(CHUTE, line, box_, 2)]);
            if CHUTE >= 3 {
                let (only_a, only_b, only_c) = (a.single(), b.single(), c.single());
                has[box_] = only_a.or3(only_b, only_c);
                // A digit that two cells have as their only one is removed from both.
                a = a.without(only_b, only_c);
                b = b.without(only_a, only_c);
                c = c.without(only_a, only_b);
                a.store(&mut rows[row(CHUTE, line, box_, 0)]);
                b.store(&mut rows[row(CHUTE, line, box_, 1)]);
                c.store(&mut rows[row(CHUTE, line, box_, 2)]);
            }
            may[line][box_] = a.or3(b, c);
        }
        if CHUTE >= 3 {
            may[line][0] = may[line][0].without(has[1], has[2]);
            may[line][1] = may[line][1].without(has[0], has[2]);
            may[line][2] = may[line][2].without(has[0], has[1]);
            findings.placed = findings.placed.and(has[0].or3(has[1], has[2]));
        }
    }
    let rows = black_box(rows);
    let ways = permutations(&may);
    let any = ways[0].or3(ways[1], ways[2]).or(ways[3].or3(ways[4], ways[5]));
    findings.open = findings.open.and(any);
    for line in 0..3 {
        let through = &THROUGH[line];
        let stays = [
            ways[through[0][0]].or(ways[through[0][1]]),
            ways[through[1][0]].or(ways[through[1][1]]),
            ways[through[2][0]].or(ways[through[2][1]]),
        ];
        for box_ in 0..3 {
            let forced = stays[box_].without(stays[(box_ + 1) % 3], stays[(box_ + 2) % 3]);
            let allowed = stays[box_].close(forced);
            let mut a = V::load(proof, &rows[row(CHUTE, line, box_, 0)]);
            let mut b = V::load(proof, &rows[row(CHUTE, line, box_, 1)]);
            let mut c = V::load(proof, &rows[row(CHUTE, line, box_, 2)]);
            if CHUTE >= 3 {
                let hidden = forced.and_not(a.majority(b, c));
                findings.hiding = findings.hiding.or(hidden.and_not(placed[line][box_]));
                a = a.narrow(hidden, allowed);
                b = b.narrow(hidden, allowed);
                c = c.narrow(hidden, allowed);
            } else {
                a = a.and(allowed);
                b = b.and(allowed);
                c = c.and(allowed);
                findings.sum = findings.sum.add(a).add(b).add(c);
                findings.least = findings.least.min(a).min(b).min(c);
            }
            a.store(&mut rows[row(CHUTE, line, box_, 0)]);
            b.store(&mut rows[row(CHUTE, line, box_, 1)]);
            c.store(&mut rows[row(CHUTE, line, box_, 2)]);
        }
    }
}

/// Sweeps over all boards once: first the stacks, then the bands with the result.
#[inline(always)]
pub(crate) fn sweep<V: Vector>(proof: V::Proof, rows: &mut Rows) -> Findings<V> {
    let all = V::splat(proof, ALL);
    let zero = V::splat(proof, 0);
    let mut findings = Findings { open: all, placed: all, hiding: zero, least: all, sum: zero };
    for stack in 0..3 {
        if let Some(rows) = rows[3 * stack..].first_chunk_mut() {
            chute::<V, 3, { row(3, 2, 2, 2) + 1 }>(proof, rows, &mut findings);
        }
    }
    for band in 0..3 {
        if let Some(rows) = rows[27 * band..].first_chunk_mut() {
            chute::<V, 0, { row(0, 2, 2, 2) + 1 }>(proof, rows, &mut findings);
        }
    }
    findings
}
