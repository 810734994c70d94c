//! Sums over several groups of cells, each of which holds different digits.

use super::sets::{self, Open};
use super::small;
use crate::digit_sets::{DigitSets, SUM, WITH_SUM};
use crate::domain::{ALL, Domain, REACHES, bits, highest, lowest};
use crate::network::GroupSum;

/// The largest number of groups whose sums are joined. Sums of more groups use bounds only.
const MAX_GROUPS: usize = 12;

/// The largest number of cells of a sum whose groups are joined: 128 bits hold the joined sums.
/// Larger sums use bounds only.
const MAX_CELLS: usize = 15;

/// The largest number of open cells of a group whose sums are exact.
const EXACT_CELLS: usize = 6;

/// A sum of fewer open cells than this is never skipped.
const FEW_CELLS: usize = 4;

/// The open cells of a group, and the sums that they can have.
struct Part {
    open: Open,
    is_minus: bool,
    /// The possible contributions to the sum, as bits above the least one.
    sums: u128,
    least: i32,
    exact: Option<usize>,
}

/// Removes candidates without support.
#[inline(never)]
pub(crate) fn sum(domain: &mut Domain<'_>, sum: &GroupSum, peers: &[u128; 81]) -> Option<()> {
    let (mut low, mut high, mut widest) = (0, 0, 0);
    let mut open = [0; FEW_CELLS - 1];
    let mut count = 0;
    for (place, &cell) in sum.cells.iter().enumerate() {
        let mask = domain.get(cell);
        let (least, most) = (lowest(mask), highest(mask));
        widest = widest.max(most - least);
        let is_added = place < sum.added;
        low += if is_added { least } else { -most };
        high += if is_added { most } else { -least };
        if least != most {
            if count < open.len() {
                open[count] = place;
            }
            count += 1;
        }
    }
    let (up, down) = (sum.total - low, high - sum.total);
    if up < 0 || down < 0 {
        return None;
    }
    if count < FEW_CELLS {
        return few(domain, sum, &open[..count], up, peers);
    }
    if sum.cells.len() > MAX_CELLS || sum.count() > MAX_GROUPS {
        return sum_by_bounds(domain, sum);
    }
    // If the sum is so far from both bounds, a candidate rarely lacks support.
    if up >= widest && down >= widest {
        return Some(());
    }
    let (mut used, mut length, mut rest) = (0, 0, sum.total);
    let mut parts: [Option<Part>; MAX_GROUPS] = [const { None }; MAX_GROUPS];
    for (is_minus, cells) in sum.groups() {
        let open = Open::of(domain, cells)?;
        let fixed = open.fixed_sum() as i32;
        rest -= if is_minus { -fixed } else { fixed };
        if !open.cells().is_empty() {
            let part = part(domain, open, is_minus, &mut used)?;
            rest -= part.least;
            parts[length] = Some(part);
            length += 1;
        }
    }
    join(domain, &parts[..length], rest)
}

/// Removes candidates without support from at most three open cells. `up` is the difference between
/// the sum and its least possible value.
#[inline(never)]
fn few(
    domain: &mut Domain<'_>,
    sum: &GroupSum,
    open: &[usize],
    up: i32,
    peers: &[u128; 81],
) -> Option<()> {
    // A digit with a minus sign counts as its complement to 10, so all digits are added.
    let signed = |place: usize| {
        let cell = sum.cells[place];
        let mask = domain.get(cell);
        SignedCell::new(cell, mask, place >= sum.added)
    };
    let least = |cell: &SignedCell| lowest(cell.digits);
    match *open {
        [] => Some(()),
        [a] => {
            let a = signed(a);
            let digits = 1 << (least(&a) + up - 1);
            domain.keep(a.cell, a.sign(digits))
        }
        [a, b] => {
            let [a, b] = [a, b].map(signed);
            let total = least(&a) + least(&b) + up;
            let (first, second) = pair(&a, &b, total, peers);
            domain.keep(a.cell, a.sign(first))?;
            domain.keep(b.cell, b.sign(second))
        }
        [a, b, c] => {
            let [a, b, c] = [a, b, c].map(signed);
            let total = least(&a) + least(&b) + least(&c) + up;
            let mut found = [0; 3];
            for bit in bits(a.digits.into()) {
                let (b, c) = (b.without(&a, bit, peers), c.without(&a, bit, peers));
                let (second, third) = pair(&b, &c, total - 1 - i32::from(bit), peers);
                if second != 0 {
                    found[0] |= 1 << bit;
                    found[1] |= second;
                    found[2] |= third;
                }
            }
            domain.keep(a.cell, a.sign(found[0]))?;
            domain.keep(b.cell, b.sign(found[1]))?;
            domain.keep(c.cell, c.sign(found[2]))
        }
        _ => None,
    }
}

/// An open cell with its digits, which are complements to 10 if the cell has a minus sign.
#[derive(Clone, Copy)]
struct SignedCell {
    cell: u8,
    digits: u16,
    is_minus: bool,
}

impl SignedCell {
    #[inline(always)]
    fn new(cell: u8, mask: u16, is_minus: bool) -> Self {
        let digits = if is_minus { small::complements(mask, 10) } else { mask };
        Self { cell, digits, is_minus }
    }

    /// Returns these digits, or their complements to 10 if the cell has a minus sign.
    #[inline(always)]
    fn sign(&self, digits: u16) -> u16 {
        if self.is_minus { small::complements(digits, 10) } else { digits }
    }

    #[inline(always)]
    fn sees(&self, other: &Self, peers: &[u128; 81]) -> bool {
        peers[usize::from(self.cell)] >> other.cell & 1 != 0
    }

    /// Returns the cell without this digit of the other cell, if the two cells see each other.
    #[inline(always)]
    fn without(mut self, other: &Self, bit: u8, peers: &[u128; 81]) -> Self {
        if self.sees(other, peers) {
            let same = if self.is_minus == other.is_minus { bit } else { 8 - bit };
            self.digits &= !(1 << same);
        }
        self
    }
}

/// Returns the digits of two cells that have this sum.
#[inline(always)]
fn pair(a: &SignedCell, b: &SignedCell, total: i32, peers: &[u128; 81]) -> (u16, u16) {
    let Ok(total) = usize::try_from(total) else { return (0, 0) };
    let mut first = a.digits & small::complements(b.digits, total);
    if a.sees(b, peers) {
        if a.is_minus == b.is_minus {
            first &= !small::half(total);
        } else if total == 10 {
            return (0, 0);
        }
    }
    (first, b.digits & small::complements(first, total))
}

/// Returns the sums of the open cells of a group.
#[inline(always)]
fn part(domain: &mut Domain<'_>, open: Open, is_minus: bool, used: &mut usize) -> Option<Part> {
    let mask = |place: usize| open.mask(domain, place);
    let mut number = None;
    let sums = match open.cells().len() {
        1 => u64::from(mask(0)) << 1,
        2 => small::pair_sums(mask(0), mask(1)),
        3 => small::triple_sums(mask(0), mask(1), mask(2)),
        count if count <= EXACT_CELLS && *used < REACHES => {
            let sets = sets::fill(domain, *used, &open);
            number = Some(*used);
            *used += 1;
            let fixed = open.fixed_sum();
            let is_sum = |sum: &usize| !sets.and(&WITH_SUM[*sum]).is_empty();
            let sums = (fixed + count * (count + 1) / 2..=45).filter(is_sum);
            sums.fold(0, |sums, sum| sums | 1 << (sum - fixed))
        }
        _ => {
            let (low, high) = bounds(domain, &open)?;
            (2u64 << high.min(62)).wrapping_sub(1) & (!0 << low)
        }
    };
    if sums == 0 {
        return None;
    }
    let (low, high) = (sums.trailing_zeros(), 63 - sums.leading_zeros());
    let (sums, least) = if is_minus {
        (sums.reverse_bits() >> (63 - high), -(high as i32))
    } else {
        (sums >> low, low as i32)
    };
    Some(Part { open, is_minus, sums: sums.into(), least, exact: number })
}

/// Returns the sums of the smallest and of the largest candidates.
#[inline(always)]
fn bounds(domain: &Domain<'_>, open: &Open) -> Option<(i32, i32)> {
    (0..open.cells().len()).try_fold((0, 0), |(low, high), place| {
        let mask = open.mask(domain, place);
        (mask != 0).then(|| (low + lowest(mask), high + highest(mask)))
    })
}

/// Joins the sums of all parts, and keeps the candidates of sums that the others complete. `rest`
/// is the wanted sum above the least one.
#[inline(never)]
fn join(domain: &mut Domain<'_>, parts: &[Option<Part>], rest: i32) -> Option<()> {
    let span = |part: &Part| 127 - part.sums.leading_zeros() as i32;
    let spans: i32 = parts.iter().flatten().map(span).sum();
    if !(0..=spans).contains(&rest) {
        return None;
    }
    let mut before = [1u128; MAX_GROUPS + 1];
    for (place, part) in parts.iter().flatten().enumerate() {
        before[place + 1] = joined(before[place], part.sums);
    }
    if before[parts.len()] >> rest & 1 == 0 {
        return None;
    }
    let mut after = 1;
    for place in (0..parts.len()).rev() {
        let Some(part) = &parts[place] else { continue };
        // A sum is allowed if the others can have the difference.
        let others = if place == 0 { after } else { joined(before[place], after) };
        let allowed = part.sums & (others << (127 - rest)).reverse_bits();
        if place > 0 {
            after = joined(after, part.sums);
        }
        let allowed = if part.is_minus {
            (allowed as u64).reverse_bits() >> (63 + part.least)
        } else {
            (allowed as u64) << part.least
        };
        keep_sums(domain, part, allowed)?;
    }
    Some(())
}

/// Keeps the candidates of the open cells that are part of an allowed sum.
#[inline(always)]
fn keep_sums(domain: &mut Domain<'_>, part: &Part, allowed: u64) -> Option<()> {
    let open = &part.open;
    let supported = match *open.cells() {
        [cell] => return domain.keep(cell, (allowed >> 1) as u16),
        [_, _] => small::pair(open.mask(domain, 0), open.mask(domain, 1), allowed),
        [_, _, _] => small::triple(
            [open.mask(domain, 0), open.mask(domain, 1), open.mask(domain, 2)],
            allowed,
        ),
        _ => {
            let Some(number) = part.exact else { return keep_bounds(domain, open, allowed) };
            let fixed = open.fixed_sum();
            let sums = bits(allowed.into()).map(|sum| usize::from(sum) + fixed);
            let sets = sums
                .filter(|&sum| sum <= 45)
                .fold(DigitSets::NONE, |sets, sum| sets.or(&WITH_SUM[sum]));
            let sets = domain.queue.reach[number][open.cells().len()].and(&sets);
            if sets.is_empty() {
                return None;
            }
            return sets::keep(domain, number, open, sets);
        }
    };
    for (&cell, digits) in open.cells().iter().zip(supported.digits) {
        domain.keep(cell, digits)?;
    }
    Some(())
}

/// Keeps the candidates that the bounds of the other cells allow.
#[inline(always)]
fn keep_bounds(domain: &mut Domain<'_>, open: &Open, allowed: u64) -> Option<()> {
    if allowed == 0 {
        return None;
    }
    let (least, most) = (allowed.trailing_zeros() as i32, 63 - allowed.leading_zeros() as i32);
    let (low, high) = bounds(domain, open)?;
    for (place, &cell) in open.cells().iter().enumerate() {
        let mask = open.mask(domain, place);
        let top = (most - (low - lowest(mask))).clamp(0, 9);
        let bottom = (least - (high - highest(mask))).clamp(1, 10);
        domain.keep(cell, ((1 << top) - 1) & ALL << (bottom - 1))?;
    }
    Some(())
}

/// Returns every sum of a number of each set, as bits.
#[inline(always)]
fn joined(first: u128, second: u128) -> u128 {
    let is_fewer = first.count_ones() < second.count_ones();
    let (few, many) = if is_fewer { (first, second) } else { (second, first) };
    bits(few).fold(0, |sums, bit| sums | many << bit)
}

/// The smallest and the largest digits that the open cells of a group can hold together.
#[derive(Clone, Copy)]
struct Extremes {
    fixed: u16,
    least: u16,
    most: u16,
}

impl Extremes {
    /// Gives each open cell the smallest digit that is free, from its own smallest candidate on,
    /// and likewise the largest one. Fails if there are too few digits.
    ///
    /// The order of the cells does not matter for the digits as a set. In ascending order, no
    /// choice of different digits has a smaller digit in any place than the least ones.
    #[inline(always)]
    fn of(domain: &Domain<'_>, open: &Open) -> Option<Self> {
        let (mut least, mut most) = (0, 0);
        for place in 0..open.cells().len() {
            let mask = open.mask(domain, place);
            if mask == 0 {
                return None;
            }
            let above = ALL & !(open.fixed | least) & !((mask & mask.wrapping_neg()) - 1);
            let below = ALL & !(open.fixed | most) & (u16::MAX >> mask.leading_zeros());
            if above == 0 || below == 0 {
                return None;
            }
            least |= above & above.wrapping_neg();
            most |= 1 << (15 - below.leading_zeros());
        }
        Some(Self { fixed: open.fixed, least, most })
    }

    /// Returns the least and the largest sum of the group.
    #[inline(always)]
    fn sums(&self) -> (i32, i32) {
        let sum = |digits: u16| i32::from(SUM[usize::from(digits | self.fixed) & 511]);
        (sum(self.least), sum(self.most))
    }

    /// Returns the digits of open cells if the sum of the group may rise by `up` above the least
    /// one, and fall by `down` below the largest one.
    #[inline(always)]
    fn within(&self, up: i32, down: i32) -> u16 {
        let raised = (0..up.min(8)).fold(self.least, |digits, _| digits | digits << 1);
        let lowered = (0..down.min(8)).fold(self.most, |digits, _| digits | digits >> 1);
        raised & lowered
    }
}

/// Removes candidates that the bounds of the groups exclude.
#[inline(never)]
fn sum_by_bounds(domain: &mut Domain<'_>, sum: &GroupSum) -> Option<()> {
    let (mut low, mut high) = (0, 0);
    for (is_minus, cells) in sum.groups() {
        let (least, most) = Extremes::of(domain, &Open::of(domain, cells)?)?.sums();
        low += if is_minus { -most } else { least };
        high += if is_minus { -least } else { most };
    }
    let (up, down) = (sum.total - low, high - sum.total);
    if up < 0 || down < 0 {
        return None;
    }
    // The largest difference of two digits.
    if up >= 8 && down >= 8 {
        return Some(());
    }
    for (is_minus, cells) in sum.groups() {
        // A cell may be in several groups, so it may have changed.
        let open = Open::of(domain, cells)?;
        let extremes = Extremes::of(domain, &open)?;
        let (up, down) = if is_minus { (down, up) } else { (up, down) };
        let digits = extremes.within(up, down);
        for &cell in open.cells() {
            domain.keep(cell, digits)?;
        }
    }
    Some(())
}
