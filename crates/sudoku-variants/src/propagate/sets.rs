//! Cells that hold different digits whose set is restricted: sums, sets and houses with cages.
//!
//! The digit sets that the first cells can use form a [`DigitSets`]; each further cell adds one of
//! its digits. The reverse pass finds the digits of each cell that lead to an allowed set. So all
//! candidates without support are removed (arc consistency), unless the sum is far from its bounds.

use super::small;
use crate::digit_sets::{AllowedSets, DigitSets, SUM, WITH_SUM};
use crate::domain::{Domain, bits, highest, is_single, lowest};

// A sum is skipped if it is far enough from its bounds: by the range of the candidates of the
// widest cell, and by a margin. The margin falls with the number of candidates. The values trade
// time for guesses: on killers, about one of ten skipped sums would remove a candidate.

/// The largest margin of a sum, divided by the number of its open cells.
const MARGIN: i32 = 2;

/// The smallest margin of a sum.
const LEAST_MARGIN: i32 = 3;

/// Between these two, the margin is half of this number for each open cell, minus the number of
/// candidates.
const MANY_CANDIDATES: i32 = 13;

/// The largest number of pairs of digits that are tried one by one.
const FEW_PAIRS: u32 = 12;

/// The cells of a list that are not fixed, and the digits of the others.
pub(crate) struct Open {
    cells: [u8; 9],
    count: usize,
    pub(crate) fixed: u16,
}

impl Open {
    /// Splits a list of cells with different digits. Fails if two of them are fixed to one digit.
    #[inline(always)]
    pub(crate) fn of(domain: &Domain<'_>, cells: &[u8]) -> Option<Self> {
        let mut open = Self { cells: [0; 9], count: 0, fixed: 0 };
        for &cell in cells {
            let mask = domain.get(cell);
            if !is_single(mask) {
                open.cells[open.count] = cell;
                open.count += 1;
            } else if open.fixed & mask != 0 {
                return None;
            } else {
                open.fixed |= mask;
            }
        }
        Some(open)
    }

    #[inline(always)]
    pub(crate) fn cells(&self) -> &[u8] {
        &self.cells[..self.count]
    }

    /// Returns the candidates of an open cell without the fixed digits.
    #[inline(always)]
    pub(crate) fn mask(&self, domain: &Domain<'_>, place: usize) -> u16 {
        domain.get(self.cells[place]) & !self.fixed
    }

    /// Returns the sum of the fixed digits.
    #[inline(always)]
    pub(crate) fn fixed_sum(&self) -> usize {
        SUM[usize::from(self.fixed) & 511].into()
    }
}

/// Finds the sets that the open cells can use, and keeps those of each step in the memory with
/// this number.
#[inline(always)]
pub(crate) fn fill(domain: &mut Domain<'_>, number: usize, open: &Open) -> DigitSets {
    let reach = &mut domain.queue.reach[number];
    reach[0] = DigitSets::only(open.fixed);
    for (place, &cell) in open.cells().iter().enumerate() {
        reach[place + 1] = reach[place].plus(domain.masks[usize::from(cell & 127)]);
    }
    reach[open.count]
}

/// Keeps the digits of the open cells that lead to one of the allowed sets, after [`fill`] with
/// this number.
#[inline(always)]
pub(crate) fn keep(
    domain: &mut Domain<'_>,
    number: usize,
    open: &Open,
    mut allowed: DigitSets,
) -> Option<()> {
    for place in (0..open.count).rev() {
        let before = &domain.queue.reach[number][place];
        let (rest, used) = allowed.minus(before, domain.get(open.cells[place]));
        allowed = rest;
        domain.keep(open.cells[place], used)?;
    }
    Some(())
}

/// Cells of a sum that hold different digits.
#[inline(never)]
pub(crate) fn sum(
    domain: &mut Domain<'_>,
    cells: &[u8],
    total: usize,
    peers: &[u128; 81],
) -> Option<()> {
    let open = Open::of(domain, cells)?;
    let rest = total.checked_sub(open.fixed_sum())?;
    let supported = match *open.cells() {
        [] => return (rest == 0).then_some(()),
        [cell] if (1..=9).contains(&rest) => {
            return domain.keep(cell, 1 << (rest - 1) & !open.fixed);
        }
        [_] => return None,
        [_, _] => small::pair_with_sum(open.mask(domain, 0), open.mask(domain, 1), rest),
        [_, _, _] => small::triple_with_sum(
            [open.mask(domain, 0), open.mask(domain, 1), open.mask(domain, 2)],
            rest,
        ),
        _ if has_room(domain, &open, rest as i32) => return Some(()),
        [_, _, _, _] if is_small(domain, &open) => {
            small::four_with_sum([0, 1, 2, 3].map(|place| open.mask(domain, place)), rest)
        }
        _ => return restrict(domain, &open, &WITH_SUM[total], peers),
    };
    for (&cell, digits) in open.cells().iter().zip(supported.digits) {
        domain.keep(cell, digits)?;
    }
    require(domain, open.cells(), supported.common, peers)
}

/// Returns true if the first two open cells have few pairs of digits.
#[inline(always)]
fn is_small(domain: &Domain<'_>, open: &Open) -> bool {
    let count = |place: usize| open.mask(domain, place).count_ones();
    count(0) * count(1) <= FEW_PAIRS
}

/// Returns true if the sum is so far from the bounds that hardly ever a candidate lacks support.
#[inline(always)]
fn has_room(domain: &Domain<'_>, open: &Open, rest: i32) -> bool {
    let (mut low, mut high, mut widest, mut candidates) = (0, 0, 0, 0);
    for &cell in open.cells() {
        let mask = domain.get(cell);
        candidates += mask.count_ones() as i32;
        let (least, most) = (lowest(mask), highest(mask));
        low += least;
        high += most;
        widest = widest.max(most - least);
    }
    // Cells with different digits do not reach the bounds together. The more candidates they have,
    // the more combinations support each of them.
    let count = open.count as i32;
    let margin = (MANY_CANDIDATES * count / 2 - candidates).clamp(LEAST_MARGIN, MARGIN * count);
    (rest - low).min(high - rest) >= widest + margin
}

/// Cells that hold different digits, which form one of these sets.
#[inline(never)]
pub(crate) fn sets(
    domain: &mut Domain<'_>,
    cells: &[u8],
    sets: &AllowedSets,
    peers: &[u128; 81],
) -> Option<()> {
    let open = Open::of(domain, cells)?;
    let mask = |place: usize| open.mask(domain, place);
    let supported = match *open.cells() {
        [cell] => return domain.keep(cell, sets.last[usize::from(open.fixed) & 511]),
        [_, _] => small::pair_in_sets(mask(0), mask(1), open.fixed, sets),
        [_, _, _] => small::triple_in_sets([mask(0), mask(1), mask(2)], open.fixed, sets),
        [_, _, _, _] if is_small(domain, &open) => {
            small::four_in_sets([0, 1, 2, 3].map(mask), open.fixed, sets)
        }
        _ => return restrict(domain, &open, &sets.sets, peers),
    };
    for (&cell, digits) in open.cells().iter().zip(supported.digits) {
        domain.keep(cell, digits)?;
    }
    require(domain, open.cells(), supported.common, peers)
}

#[inline(never)]
fn restrict(
    domain: &mut Domain<'_>,
    open: &Open,
    sets: &DigitSets,
    peers: &[u128; 81],
) -> Option<()> {
    let allowed = fill(domain, 0, open).and(sets);
    if allowed.is_empty() {
        return None;
    }
    keep(domain, 0, open, allowed)?;
    require(domain, open.cells(), allowed.common() & !open.fixed, peers)
}

/// Handles digits that are surely in one of the cells: a cell that sees all places of such a digit
/// cannot hold it.
#[inline(always)]
fn require(domain: &mut Domain<'_>, cells: &[u8], digits: u16, peers: &[u128; 81]) -> Option<()> {
    for bit in bits(digits.into()) {
        let digit = 1 << bit;
        let (mut places, mut last, mut seen) = (0, 0, u128::MAX);
        for &cell in cells {
            if domain.get(cell) & digit != 0 {
                places += 1;
                last = cell;
                seen &= peers[usize::from(cell)];
            }
        }
        match places {
            0 => return None,
            1 => domain.keep(last, digit)?,
            _ => {
                for cell in bits(seen) {
                    domain.keep(cell, !digit)?;
                }
            }
        }
    }
    Some(())
}

/// The cells of a house, with the sums of the digits of its first cells.
#[inline(never)]
pub(crate) fn house_sums(
    domain: &mut Domain<'_>,
    cells: &[u8; 9],
    sums: &[(usize, usize)],
) -> Option<()> {
    let open = Open::of(domain, cells)?;
    if open.count < 2 {
        return Some(());
    }
    let reach = &mut domain.queue.reach[0];
    reach[0] = DigitSets::only(open.fixed);
    // The number of open cells so far, and the sum of the fixed digits so far.
    let (mut count, mut fixed) = (0, 0);
    let mut start = 0;
    for &(end, total) in sums {
        let first = count;
        for &cell in &cells[start..end] {
            let mask = domain.masks[usize::from(cell & 127)];
            if is_single(mask) {
                fixed += mask.trailing_zeros() as usize + 1;
            } else {
                reach[count + 1] = reach[count].plus(mask);
                count += 1;
            }
        }
        start = end;
        if count > first {
            reach[count] = reach[count].and(&WITH_SUM[(total + open.fixed_sum() - fixed).min(45)]);
        }
    }
    // Without open cells in cages, no sum is left to check.
    if count == 0 {
        return Some(());
    }
    for place in count..open.count {
        reach[place + 1] = reach[place].plus(domain.masks[usize::from(open.cells[place] & 127)]);
    }
    let allowed = reach[open.count];
    if allowed.is_empty() {
        return None;
    }
    keep(domain, 0, &open, allowed)
}
