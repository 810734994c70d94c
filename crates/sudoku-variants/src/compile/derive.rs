//! Conditions that follow from the rules: innies and outies, and houses with cages.

use std::collections::BTreeSet;

use super::collect::{Collected, Sum, list_of, set_of};
use crate::domain::bits;
use crate::network::Propagator;

/// The largest number of cells of a derived sum. Smaller limits make the search much larger.
pub(super) const MAX_DERIVED: u8 = 8;

/// The largest number of cells of a derived sum whose region mixes boxes with rows or columns.
const MAX_MIXED: u8 = 5;

/// One more than the largest number of disjoint pieces, rounded up for vector instructions.
const PIECES: usize = 96;

/// The sum of the digits of a house.
const HOUSE_SUM: i32 = 45;

/// Cells that have a known sum.
pub(crate) type Piece = (u128, i32);

/// A sum that follows from the 45 rule.
pub(super) struct Derived {
    /// The cells of the houses.
    pub(super) region: u128,
    /// The numbers of the pieces that nearly cover the houses, as bits.
    pub(super) pieces: u128,
    pub(super) sum: Sum,
}

/// Returns the sums of at most `most` cells that follow from the 45 rule: the digits of a house
/// have the sum 45. So cages that nearly cover some houses give the sum of the cells that they
/// leave or exceed (innies and outies). Small sums come first. Also returns the pieces, which are
/// the known sums that the derived sums are made from.
pub(super) fn derived_sums(collected: &Collected, most: u8) -> (Vec<Piece>, Vec<Derived>) {
    let pieces = disjoint_pieces(&collected.sums);
    if pieces.is_empty() {
        return (pieces, Vec::new());
    }
    let sizes = sizes(&pieces);
    let houses: Vec<Part> =
        collected.houses.iter().map(|house| Part::new(set_of(house), &pieces)).collect();
    let key = |sum: &Sum| (sum.total, set_of(&sum.plus), set_of(&sum.minus));
    let mut seen: BTreeSet<(i32, u128, u128)> = collected.sums.iter().map(key).collect();
    let mut sums = Vec::new();
    let plain = regions(collected.has_boxes, &houses).into_iter().map(|region| (region, 3));
    let mixed =
        mixed_regions(collected.has_boxes, &houses, &sizes, most.min(MAX_MIXED)).into_iter();
    for (region, choices) in plain.chain(mixed.map(|region| (region, 1))) {
        let total = region.cells.count_ones() as i32 / 9 * HOUSE_SUM;
        let counts = region.left(&sizes);
        for (count, is_used) in counts.into_iter().zip(CHOICES).take(choices) {
            if !(1..=most).contains(&count) {
                continue;
            }
            let (mut used, mut covered, mut rest) = (0, 0, total);
            for (at, (piece, sum)) in pieces.iter().enumerate() {
                let inside = region.inside[at];
                if inside > 0 && is_used(inside, sizes[at] - inside) {
                    used |= 1 << at;
                    covered |= piece;
                    rest -= sum;
                }
            }
            let (plus, minus) = (region.cells & !covered, covered & !region.cells);
            let (rest, plus, minus) =
                if plus == 0 { (-rest, minus, plus) } else { (rest, plus, minus) };
            if seen.insert((rest, plus, minus)) {
                let sum = Sum { total: rest, plus: list_of(plus), minus: list_of(minus) };
                sums.push(Derived { region: region.cells, pieces: used, sum });
            }
        }
    }
    sums.sort_by_key(|derived| derived.sum.len());
    (pieces, sums)
}

/// The ways to choose the pieces of a derived sum, by their numbers of cells inside and outside of
/// the houses. They choose pieces that are mostly inside, pieces that are inside, and pieces with
/// at most one cell outside.
const CHOICES: [fn(u8, u8) -> bool; 3] =
    [|inside, outside| inside > outside, |_, outside| outside == 0, |_, outside| outside <= 1];

/// Returns sums of different cells that do not overlap, small ones first.
fn disjoint_pieces(sums: &[Sum]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> =
        sums.iter().filter_map(|sum| Some((sum.as_piece()?, sum.total))).collect();
    pieces.sort_by_key(|piece| piece.0.count_ones());
    let mut taken = 0;
    pieces.retain(|piece| {
        let is_free = piece.0 & taken == 0;
        taken |= if is_free { piece.0 } else { 0 };
        is_free
    });
    pieces
}

/// Returns unions of disjoint houses: ranges of rows and columns, rectangles of boxes, and other
/// houses.
fn regions(has_boxes: bool, houses: &[Part]) -> Vec<Part> {
    let union = |houses: &[Part]| houses.iter().fold(Part::NONE, |union, house| union.plus(house));
    let mut regions = Vec::new();
    for lines in [&houses[..9], &houses[9..18]] {
        for from in 0..9 {
            let union = |union: &mut Part, house: &Part| {
                *union = union.plus(house);
                Some(*union)
            };
            regions.extend(lines[from..].iter().scan(Part::NONE, union));
        }
    }
    let others = &houses[18..];
    if has_boxes {
        for (top, bottom) in ranges() {
            for (left, right) in ranges() {
                let rows = (top..bottom).map(|row| union(&others[3 * row + left..3 * row + right]));
                regions.push(rows.fold(Part::NONE, |union, row| union.plus(&row)));
            }
        }
        regions.extend(&others[9..]);
    } else {
        for (place, first) in others.iter().enumerate() {
            regions.push(*first);
            let disjoint = others[place + 1..].iter();
            let disjoint = disjoint.filter(|second| first.cells & second.cells == 0);
            regions.extend(disjoint.map(|second| first.plus(second)));
        }
    }
    regions.sort_unstable_by_key(|region| region.cells);
    regions.dedup_by_key(|region| region.cells);
    regions
}

/// Returns the number of cells of each piece. The cells that no piece has form a piece that is
/// never used.
fn sizes(pieces: &[Piece]) -> [u8; PIECES] {
    let mut sizes = [0; PIECES];
    sizes.iter_mut().zip(pieces).for_each(|(size, piece)| *size = piece.0.count_ones() as u8);
    sizes[PIECES - 1] = u8::MAX;
    sizes
}

/// A set of cells, and the number of its cells in each piece. The last number counts the cells that
/// no piece has.
#[derive(Clone, Copy)]
struct Part {
    cells: u128,
    inside: [u8; PIECES],
}

impl Part {
    const NONE: Self = Self { cells: 0, inside: [0; PIECES] };

    fn new(cells: u128, pieces: &[Piece]) -> Self {
        let mut inside = [0; PIECES];
        let mut free = cells;
        for (inside, piece) in inside.iter_mut().zip(pieces) {
            *inside = (cells & piece.0).count_ones() as u8;
            free &= !piece.0;
        }
        inside[PIECES - 1] = free.count_ones() as u8;
        Self { cells, inside }
    }

    fn plus(mut self, other: &Self) -> Self {
        self.cells |= other.cells;
        for (sum, more) in self.inside.iter_mut().zip(other.inside) {
            *sum += more;
        }
        self
    }

    /// Returns the number of cells of the derived sum of a region with these cells, for each of the
    /// [`CHOICES`].
    #[inline(always)]
    fn left(&self, sizes: &[u8; PIECES]) -> [u8; 3] {
        let mut left = [0; 3];
        for (&inside, size) in self.inside.iter().zip(sizes) {
            let outside = size - inside;
            let fewer = inside.min(outside);
            left[0] += fewer;
            left[1] += if outside == 0 { 0 } else { inside };
            left[2] += if outside <= 1 { fewer } else { inside };
        }
        left
    }
}

/// Returns unions of disjoint houses that mix rows or columns with boxes, and that the pieces
/// nearly cover: their derived sums have at most `most` cells.
///
/// In one or two bands, the union has one or two rows, or one or two boxes. It has all or none of
/// the cells of each other band. The same applies to stacks, with columns in place of rows.
fn mixed_regions(has_boxes: bool, houses: &[Part], sizes: &[u8; PIECES], most: u8) -> Vec<Part> {
    if !has_boxes {
        return Vec::new();
    }
    let mut regions = Vec::new();
    for is_stack in [false, true] {
        let chutes = [0, 1, 2].map(|chute| {
            let line = 9 * usize::from(is_stack) + 3 * chute;
            let lines = [0, 1, 2].map(|it| houses[line + it]);
            let boxes = [0, 1, 2].map(|it| if is_stack { 3 * it + chute } else { 3 * chute + it });
            let boxes = boxes.map(|number| houses[18 + number]);
            let whole = lines[0].plus(&lines[1]).plus(&lines[2]);
            ([lines, boxes].map(partial_unions).concat(), [Part::NONE, whole])
        });
        for (first, second) in [(0, 1), (1, 2), (2, 0)] {
            for third in &chutes[3 - first - second].1 {
                for one in &chutes[first].0 {
                    let one = one.plus(third);
                    let others = chutes[second].0.iter().chain(&chutes[second].1);
                    let unions = others.map(|two| one.plus(two));
                    let near = unions.filter(|it| (1..=most).contains(&it.left(sizes)[0]));
                    regions.extend(near);
                }
            }
        }
    }
    regions
}

/// Returns the unions of one or two of these houses.
fn partial_unions([a, b, c]: [Part; 3]) -> [Part; 6] {
    [a, b, c, a.plus(&b), a.plus(&c), b.plus(&c)]
}

/// Returns the ranges of three bands or stacks.
fn ranges() -> impl Iterator<Item = (usize, usize)> {
    (0..3).flat_map(|from| (from + 1..=3).map(move |to| (from, to)))
}

/// Returns the houses in which cages with known sums lie.
pub(super) fn house_sums(collected: &Collected) -> Vec<Propagator> {
    let mut cages: Vec<Piece> =
        collected.sums.iter().filter_map(|sum| Some((sum.as_piece()?, sum.total))).collect();
    cages.sort_by_key(|cage| cage.0.count_ones());
    let house_sums = |house: &[u8; 9]| {
        let (mut left, mut total) = (set_of(house), 0);
        let (mut cells, mut sums) = (Vec::new(), Vec::new());
        for &(cage, sum) in &cages {
            if cage & !left == 0 && cage.count_ones() < 9 {
                left &= !cage;
                total += sum;
                cells.extend(bits(cage));
                sums.push((cells.len(), usize::try_from(total.min(HOUSE_SUM)).ok()?));
            }
        }
        cells.extend(bits(left));
        let cells: [u8; 9] = cells.try_into().ok()?;
        (!sums.is_empty()).then_some(Propagator::HouseSums { cells, sums })
    };
    collected.houses.iter().filter_map(house_sums).collect()
}

/// Returns the conditions that follow from two houses that overlap: their other cells hold the same
/// digits. Two classic houses are left to the pass over the classic houses.
pub(super) fn same_digits(collected: &Collected) -> Vec<Propagator> {
    let classic = if collected.has_boxes { 27 } else { 0 };
    let mut found = Vec::new();
    for (place, first) in collected.houses.iter().enumerate() {
        for second in &collected.houses[classic.max(place + 1).min(collected.houses.len())..] {
            let (a, b) = (set_of(first), set_of(second));
            if (2..9).contains(&(a & b).count_ones()) {
                let [first, second] = [a & !b, b & !a].map(|set| bits(set).collect());
                found.push(Propagator::SameDigits { first, second });
            }
        }
    }
    found
}
