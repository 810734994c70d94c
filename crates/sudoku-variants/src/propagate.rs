//! Propagation: the removal of candidates until nothing changes.

pub(crate) mod classic;
pub(crate) mod groups;
pub(crate) mod lines;
pub(crate) mod sets;
pub(crate) mod small;

#[cfg(test)]
mod tests;

use crate::domain::{Domain, Failure, Masks, Queue, WORDS, bits, is_single};
use crate::network::{Network, Propagator};

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
        loop {
            domain.queue.failure = Failure::Basic;
            self.notify(domain)?;
            if self.has_boxes && domain.queue.is_grid_due {
                domain.queue.is_grid_due = false;
                classic::search_houses(domain)?;
                if domain.queue.changed != 0 {
                    continue;
                }
            }
            let due = &mut domain.queue.due;
            let Some(word) = due.iter().position(|&word| word != 0) else { return Some(()) };
            let number = 64 * word + due[word].trailing_zeros() as usize;
            due[word] &= due[word] - 1;
            domain.queue.failure = Failure::Propagator(number);
            self.apply(&self.propagators[number], domain)?;
        }
    }

    /// Passes changes of cells on to their peers, relations and propagators.
    #[inline(always)]
    fn notify(&self, domain: &mut Domain<'_>) -> Option<()> {
        domain.queue.is_grid_due |= domain.queue.changed != 0;
        while domain.queue.changed != 0 {
            let cell = domain.queue.changed.trailing_zeros() as u8;
            domain.queue.changed &= domain.queue.changed - 1;
            let place = usize::from(cell);
            let mask = domain.get(cell);
            for word in 0..WORDS {
                domain.queue.due[word] |= self.watchers[place][word];
            }
            if is_single(mask) {
                domain.queue.last_fixed = cell;
                for peer in bits(self.peers[place]) {
                    domain.keep(peer, !mask)?;
                }
            }
            for &(other, table) in &self.relations[place] {
                domain.keep(other, self.tables[usize::from(table)][usize::from(mask) & 511])?;
            }
        }
        Some(())
    }

    fn apply(&self, propagator: &Propagator, domain: &mut Domain<'_>) -> Option<()> {
        match propagator {
            Propagator::House(cells) => lines::house(domain, cells),
            Propagator::SameDigits { first, second } => lines::same_digits(domain, first, second),
            Propagator::Sum { total, cells } => sets::sum(domain, cells, *total, &self.peers),
            Propagator::Groups { total, groups } => groups::sum(domain, groups, *total),
            Propagator::Sets { cells, sets } => sets::sets(domain, cells, sets, &self.peers),
            Propagator::HouseSums { cells, sums } => sets::house_sums(domain, cells, sums),
            Propagator::Between { ends, inner } => lines::between(domain, *ends, inner),
            Propagator::Contains { counts, cells } => lines::contains(domain, counts, cells),
        }
    }
}
