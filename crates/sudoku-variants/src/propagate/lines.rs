//! Conditions that only look at the union of candidates or count places.

use crate::domain::{ALL, Domain, highest, is_single, lowest};

/// Nine cells that hold each digit once: hidden singles.
#[inline(never)]
pub(crate) fn house(domain: &mut Domain<'_>, cells: &[u8; 9]) -> Option<()> {
    let (mut once, mut twice, mut fixed) = (0, 0, 0);
    for &cell in cells {
        let mask = domain.get(cell);
        twice |= once & mask;
        once |= mask;
        fixed |= if is_single(mask) { mask } else { 0 };
    }
    if once != ALL {
        return None;
    }
    let hidden = once & !twice & !fixed;
    if hidden != 0 {
        for &cell in cells {
            keep_hidden(domain, cell, hidden)?;
        }
    }
    Some(())
}

/// Fixes the cell to its hidden single, if it has one. Fails if it has several.
#[inline(always)]
fn keep_hidden(domain: &mut Domain<'_>, cell: u8, hidden: u16) -> Option<()> {
    let mine = domain.get(cell) & hidden;
    if !is_single(mine) {
        None
    } else if mine != 0 {
        domain.keep(cell, mine)
    } else {
        Some(())
    }
}

/// Two lists of cells that hold the same digits.
#[inline(never)]
pub(crate) fn same_digits(domain: &mut Domain<'_>, first: &[u8], second: &[u8]) -> Option<()> {
    let both = domain.union(first) & domain.union(second);
    domain.keep_all(first, both)?;
    domain.keep_all(second, both)
}

/// Inner cells that hold digits strictly between those of two ends.
#[inline(never)]
pub(crate) fn between(domain: &mut Domain<'_>, ends: [u8; 2], inner: &[u8]) -> Option<()> {
    // The smallest and the largest digit that some inner cell surely reaches.
    let least = inner.iter().map(|&cell| highest(domain.get(cell))).min().unwrap_or(9);
    let most = inner.iter().map(|&cell| lowest(domain.get(cell))).max().unwrap_or(1);
    let (below, above) = (digits_below(least), ALL & !digits_below(most + 1));
    let [a, b] = ends.map(|end| domain.get(end));
    // One end is below every inner cell and the other one above.
    let (a_low, a_high) = (a & below, a & above);
    let (b_low, b_high) = (b & below, b & above);
    let up = a_low != 0 && b_high != 0;
    let down = a_high != 0 && b_low != 0;
    let side = |is_used: bool, mask: u16| if is_used { mask } else { 0 };
    domain.keep(ends[0], side(up, a_low) | side(down, a_high))?;
    domain.keep(ends[1], side(up, b_high) | side(down, b_low))?;
    let span = |low: u16, high: u16| digits_below(highest(high)) & !digits_below(lowest(low) + 1);
    let room = match (up, down) {
        (true, true) => span(a_low, b_high) | span(b_low, a_high),
        (true, false) => span(a_low, b_high),
        (false, true) => span(b_low, a_high),
        (false, false) => return None,
    };
    domain.keep_all(inner, room)
}

/// Returns the digits below this one, which is at most 10.
const fn digits_below(digit: i32) -> u16 {
    if digit <= 1 { 0 } else { ALL >> (10 - digit) }
}

/// Each digit is in at least so many of the cells.
#[inline(never)]
pub(crate) fn contains(domain: &mut Domain<'_>, counts: &[u8; 9], cells: &[u8]) -> Option<()> {
    let open = cells.iter().filter(|&&cell| !is_single(domain.get(cell))).count();
    let (mut missing, mut wanted) = (0, 0);
    for (bit, &count) in (0..9).zip(counts).filter(|(_, count)| **count > 0) {
        let digit = 1 << bit;
        let has = |cell: &&u8| domain.get(**cell) & digit != 0;
        let places = cells.iter().filter(has).count();
        let held = cells.iter().filter(|&&cell| domain.get(cell) == digit).count();
        if places < count.into() {
            return None;
        }
        if places == usize::from(count) {
            for &cell in cells {
                if domain.get(cell) & digit != 0 {
                    domain.keep(cell, digit)?;
                }
            }
        }
        missing += usize::from(count).saturating_sub(held);
        wanted |= if usize::from(count) > held { digit } else { 0 };
    }
    if missing > open {
        return None;
    }
    if missing == open && open > 0 {
        for &cell in cells {
            if !is_single(domain.get(cell)) {
                domain.keep(cell, wanted)?;
            }
        }
    }
    Some(())
}
