//! Cells that hold different digits whose set is restricted: sums, sets and houses with cages.
//!
//! The digit sets that the first cells can use form a [`DigitSets`]; each further cell adds one of
//! its digits. The reverse pass finds the digits of each cell that lead to an allowed set. So all
//! candidates without support are removed (arc consistency).

use super::small;
use crate::digit_sets::{DigitSets, SUM, WITH_SUM};
use crate::domain::{Domain, bits, is_single};

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

/// The sets that the first open cells can use, for each number of cells.
pub(crate) struct Reach([DigitSets; 10]);

impl Reach {
    pub(crate) const NONE: Self = Self([DigitSets::NONE; 10]);

    #[inline(always)]
    pub(crate) fn fill(&mut self, domain: &Domain<'_>, open: &Open) -> DigitSets {
        self.0[0] = DigitSets::only(open.fixed);
        for (place, &cell) in open.cells().iter().enumerate() {
            self.0[place + 1] = self.0[place].plus(domain.get(cell));
        }
        self.0[open.count]
    }

    /// Returns the sets that all open cells can use.
    #[inline(always)]
    pub(crate) const fn last(&self, open: &Open) -> DigitSets {
        self.0[open.count]
    }

    /// Keeps the digits that lead to one of the allowed sets.
    #[inline(always)]
    pub(crate) fn keep(
        &self,
        domain: &mut Domain<'_>,
        open: &Open,
        mut allowed: DigitSets,
    ) -> Option<()> {
        for place in (0..open.count).rev() {
            let (before, used) = allowed.minus(&self.0[place], domain.get(open.cells[place]));
            allowed = before;
            domain.keep(open.cells[place], used)?;
        }
        Some(())
    }
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
        [_, _] => small::pair(open.mask(domain, 0), open.mask(domain, 1), 1 << rest),
        [_, _, _] => small::triple(
            [open.mask(domain, 0), open.mask(domain, 1), open.mask(domain, 2)],
            1 << rest,
        ),
        _ => return restrict(domain, &open, &WITH_SUM[total], peers),
    };
    for (&cell, digits) in open.cells().iter().zip(supported.digits) {
        domain.keep(cell, digits)?;
    }
    require(domain, open.cells(), supported.common, peers)
}

/// Cells that hold different digits, which form one of these sets.
#[inline(never)]
pub(crate) fn sets(
    domain: &mut Domain<'_>,
    cells: &[u8],
    sets: &DigitSets,
    peers: &[u128; 81],
) -> Option<()> {
    let open = Open::of(domain, cells)?;
    restrict(domain, &open, sets, peers)
}

#[inline(always)]
fn restrict(
    domain: &mut Domain<'_>,
    open: &Open,
    sets: &DigitSets,
    peers: &[u128; 81],
) -> Option<()> {
    let mut reach = Reach::NONE;
    let allowed = reach.fill(domain, open).and(sets);
    if allowed.is_empty() {
        return None;
    }
    reach.keep(domain, open, allowed)?;
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
    let mut reach = [DigitSets::NONE; 10];
    reach[0] = DigitSets::only(0);
    let mut sums = sums.iter().peekable();
    for place in 0..9 {
        reach[place + 1] = reach[place].plus(domain.get(cells[place]));
        if let Some(&(_, total)) = sums.next_if(|(count, _)| *count == place + 1) {
            reach[place + 1] = reach[place + 1].and(&WITH_SUM[total]);
        }
    }
    let mut allowed = reach[9];
    if allowed.is_empty() {
        return None;
    }
    for place in (0..9).rev() {
        let (before, used) = allowed.minus(&reach[place], domain.get(cells[place]));
        allowed = before;
        domain.keep(cells[place], used)?;
    }
    Some(())
}
