//! Conditions that follow from the rules: innies and outies, and houses with cages.

use std::collections::BTreeSet;

use super::collect::{Collected, Sum, set_of};
use crate::domain::bits;
use crate::network::Propagator;

/// The largest number of cells of a derived sum. Smaller limits make the search much larger.
const MAX_DERIVED: u32 = 8;

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
    /// The sums that nearly cover the houses.
    pub(super) pieces: Vec<Piece>,
    pub(super) sum: Sum,
}

/// Returns the sums that follow from the 45 rule: the digits of a house have the sum 45. So cages
/// that nearly cover some houses give the sum of the cells that they leave or exceed (innies and
/// outies). Small sums come first.
pub(super) fn derived_sums(collected: &Collected) -> Vec<Derived> {
    let pieces = disjoint_pieces(&collected.sums);
    if pieces.is_empty() {
        return Vec::new();
    }
    let mut seen: BTreeSet<Sum> = collected.sums.iter().cloned().collect();
    let mut sums = Vec::new();
    // Pieces that are mostly inside, those that are inside, and those with at most one cell
    // outside.
    let choices: [fn(u32, u32) -> bool; 3] =
        [|inside, outside| inside > outside, |_, outside| outside == 0, |_, outside| outside <= 1];
    let plain = regions(collected).into_iter().map(|region| (region, &choices[..]));
    let mixed = mixed_regions(collected, &pieces).into_iter();
    for (region, choices) in plain.chain(mixed.map(|region| (region, &choices[..1]))) {
        let houses = region.count_ones() as i32 / 9;
        for is_chosen in choices {
            let is_used = |piece: &&Piece| {
                let inside = (piece.0 & region).count_ones();
                inside > 0 && is_chosen(inside, (piece.0 & !region).count_ones())
            };
            let used = || pieces.iter().filter(is_used);
            let (covered, total) =
                used().fold((0, 0), |(covered, total), piece| (covered | piece.0, total + piece.1));
            let (plus, minus) = (region & !covered, covered & !region);
            let count = (plus | minus).count_ones();
            if covered == 0 || count == 0 || count > MAX_DERIVED {
                continue;
            }
            let cells = |set: u128| bits(set).collect();
            let sum = Sum::new(HOUSE_SUM * houses - total, cells(plus), cells(minus));
            if seen.insert(sum.clone()) {
                sums.push(Derived { region, pieces: used().copied().collect(), sum });
            }
        }
    }
    sums.sort_by_key(|derived| derived.sum.len());
    sums
}

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
fn regions(collected: &Collected) -> BTreeSet<u128> {
    let houses: Vec<u128> = collected.houses.iter().map(|house| set_of(house)).collect();
    let union = |houses: &[u128]| houses.iter().fold(0, |union, house| union | house);
    let mut regions = BTreeSet::new();
    for from in 0..9 {
        for to in from + 1..=9 {
            regions.insert(union(&houses[from..to]));
            regions.insert(union(&houses[9 + from..9 + to]));
        }
    }
    let others = &houses[18..];
    if collected.has_boxes {
        for (top, bottom) in ranges() {
            for (left, right) in ranges() {
                let rows = (top..bottom).map(|row| union(&others[3 * row + left..3 * row + right]));
                regions.insert(rows.fold(0, |union, row| union | row));
            }
        }
        regions.extend(&others[9..]);
    } else {
        for (place, &first) in others.iter().enumerate() {
            regions.insert(first);
            let disjoint = others[place + 1..].iter().filter(|&&second| first & second == 0);
            regions.extend(disjoint.map(|&second| first | second));
        }
    }
    regions
}

/// A set of cells, and the number of its cells in each piece. The last number counts the cells that
/// no piece has.
#[derive(Clone, Copy)]
struct Part {
    cells: u128,
    inside: [u8; PIECES],
}

impl Part {
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

    /// Returns the number of cells of the derived sum of a region with these cells.
    fn left(&self, sizes: &[u8; PIECES]) -> u8 {
        self.inside
            .iter()
            .zip(sizes)
            .fold(0, |sum, (&inside, size)| sum + inside.min(size - inside))
    }
}

/// Returns unions of disjoint houses that mix rows or columns with boxes, and that the pieces
/// nearly cover.
///
/// In one or two bands, the union has one or two rows, or one or two boxes. It has all or none of
/// the cells of each other band. The same applies to stacks, with columns in place of rows.
fn mixed_regions(collected: &Collected, pieces: &[Piece]) -> Vec<u128> {
    if !collected.has_boxes {
        return Vec::new();
    }
    let mut sizes = [0; PIECES];
    sizes.iter_mut().zip(pieces).for_each(|(size, piece)| *size = piece.0.count_ones() as u8);
    sizes[PIECES - 1] = u8::MAX;
    let part = |cells: u128| Part::new(cells, pieces);
    let houses: Vec<u128> = collected.houses[..27].iter().map(|house| set_of(house)).collect();
    let mut regions = Vec::new();
    for is_stack in [false, true] {
        let chutes = [0, 1, 2].map(|chute| {
            let line = 9 * usize::from(is_stack) + 3 * chute;
            let lines = [0, 1, 2].map(|it| houses[line + it]);
            let boxes = [0, 1, 2].map(|it| if is_stack { 3 * it + chute } else { 3 * chute + it });
            let boxes = boxes.map(|number| houses[18 + number]);
            let whole = lines[0] | lines[1] | lines[2];
            let some = [lines, boxes].map(partial_unions).concat();
            (some.into_iter().map(part).collect::<Vec<_>>(), [part(0), part(whole)])
        });
        for (first, second) in [(0, 1), (1, 2), (2, 0)] {
            for third in &chutes[3 - first - second].1 {
                for one in &chutes[first].0 {
                    let one = one.plus(third);
                    let others = chutes[second].0.iter().chain(&chutes[second].1);
                    let unions = others.map(|two| one.plus(two));
                    let near = unions.filter(|it| (1..=MAX_MIXED).contains(&it.left(&sizes)));
                    regions.extend(near.map(|union| union.cells));
                }
            }
        }
    }
    regions
}

/// Returns the unions of one or two of these houses.
const fn partial_unions([a, b, c]: [u128; 3]) -> [u128; 6] {
    [a, b, c, a | b, a | c, b | c]
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
