//! Propagation: the removal of candidates until nothing changes.

pub(crate) mod groups;
pub(crate) mod lines;
pub(crate) mod sets;
pub(crate) mod small;

#[cfg(test)]
mod tests;

use sudoku_simd::BoardSolver;

use crate::domain::{Domain, Masks, Queue, WORDS, bits, is_single};
use crate::network::{CellLists, Network, Propagator};

impl Network {
    /// Removes candidates until nothing changes. Returns false if a cell has no candidate left or a
    /// rule cannot hold.
    pub(crate) fn propagate(&self, masks: &mut Masks, queue: &mut Queue) -> bool {
        let mut domain = Domain { masks, queue };
        let result = self.run(&mut domain);
        if result.is_none() {
            queue.clear();
        }
        result.is_some()
    }

    fn run(&self, domain: &mut Domain<'_>) -> Option<()> {
        let mut exact = None;
        loop {
            if domain.queue.changed != 0 {
                self.notify(domain, exact);
                self.spread(domain, &self.peer_lists)?;
            }
            let due = &mut domain.queue.due;
            let word = due.iter().position(|&word| word != 0);
            let next = word.map(|word| 64 * word + due[word].trailing_zeros() as usize);
            let is_early = next.is_some_and(|number| number < self.early);
            if self.has_boxes && domain.queue.fresh != 0 && !is_early {
                self.close(domain)?;
                continue;
            }
            let Some(number) = next else { return Some(()) };
            due[number / 64] &= !(1 << (number % 64));
            let propagator = &self.propagators[number];
            self.apply(propagator, domain)?;
            exact = propagator.is_exact().then_some(number);
        }
    }

    /// Passes over the classic houses, and passes the changes on to peers and relations, until
    /// nothing changes.
    fn close(&self, domain: &mut Domain<'_>) -> Option<()> {
        // Cells become fixed all at once, so none of them is the last one.
        let last_fixed = domain.queue.last_fixed;
        while domain.queue.fresh != 0 {
            let cells = domain.masks.first_chunk_mut::<81>()?;
            domain.queue.changed = BoardSolver::new().propagate(cells)?;
            self.notify(domain, None);
            domain.queue.fresh = 0;
            self.spread(domain, &self.other_peers)?;
        }
        domain.queue.last_fixed = last_fixed;
        Some(())
    }

    /// Tells the propagators of the changed cells, except the one that changed them if it would not
    /// find anything more.
    #[inline(always)]
    fn notify(&self, domain: &mut Domain<'_>, except: Option<usize>) {
        domain.queue.fresh |= domain.queue.changed;
        let due = &mut domain.queue.due[..self.words.min(WORDS)];
        if !due.is_empty() {
            for cell in bits(domain.queue.changed) {
                let watchers = self.watchers[usize::from(cell)].iter().zip(&domain.queue.active);
                for (due, (watchers, active)) in due.iter_mut().zip(watchers) {
                    *due |= watchers & active;
                }
            }
        }
        if let Some(number) = except {
            domain.queue.due[number / 64] &= !(1 << (number % 64));
        }
    }

    /// Passes changes of cells on to these peers and to relations.
    #[inline(never)]
    fn spread(&self, domain: &mut Domain<'_>, peers: &CellLists) -> Option<()> {
        let mut work = core::mem::take(&mut domain.queue.changed);
        let mut all = 0;
        while work != 0 {
            let cell = work.trailing_zeros() as u8;
            work &= work - 1;
            let place = usize::from(cell);
            let mask = domain.get(cell);
            if is_single(mask) {
                domain.queue.last_fixed = cell;
                let halves = peers.of(place).map(|half| remove(domain.masks, half, mask));
                let [Some(low), Some(high)] = halves else { return None };
                let [changed, singles] =
                    [0, 1].map(|at| u128::from(low[at]) | u128::from(high[at]) << 64);
                all |= changed;
                // Other cells have nothing to pass on.
                work |= changed & (singles | self.related);
            }
            for &(other, table) in &self.relations[place] {
                domain.keep(other, self.tables[usize::from(table)][usize::from(mask) & 511])?;
            }
            let changed = core::mem::take(&mut domain.queue.changed);
            all |= changed;
            work |= changed;
        }
        domain.queue.changed = all;
        self.notify(domain, None);
        domain.queue.changed = 0;
        Some(())
    }

    fn apply(&self, propagator: &Propagator, domain: &mut Domain<'_>) -> Option<()> {
        match propagator {
            Propagator::House(cells) => lines::house(domain, cells),
            Propagator::SameDigits { first, second } => lines::same_digits(domain, first, second),
            Propagator::Sum { total, cells } => sets::sum(domain, cells, *total, &self.peers),
            Propagator::Groups(sum) => groups::sum(domain, sum, &self.peers),
            Propagator::Sets { cells, sets } => sets::sets(domain, cells, sets, &self.peers),
            Propagator::HouseSums { cells, sums } => sets::house_sums(domain, cells, sums),
            Propagator::Between { ends, inner } => lines::between(domain, *ends, inner),
            Propagator::Contains { counts, cells } => lines::contains(domain, counts, cells),
        }
    }
}

/// Removes a digit from these cells, which are all below 64 or all from 64 on. Returns the cells
/// that had the digit, and those with one candidate, as bits from 0 or 64 on. Fails if a cell has
/// no candidate left. A branch for each cell would be slower, because the processor cannot predict
/// it.
#[inline(always)]
fn remove(masks: &mut Masks, cells: &[u8], digit: u16) -> Option<[u64; 2]> {
    let (mut changed, mut singles, mut is_empty) = (0, 0, false);
    for &cell in cells {
        let mask = &mut masks[usize::from(cell & 127)];
        changed |= u64::from(*mask & digit != 0) << (cell & 63);
        *mask &= !digit;
        singles |= u64::from(is_single(*mask)) << (cell & 63);
        is_empty |= *mask == 0;
    }
    (!is_empty).then_some([changed, singles])
}
