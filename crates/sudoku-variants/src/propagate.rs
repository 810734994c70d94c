//! Propagation: the removal of candidates until nothing changes.

pub(crate) mod groups;
pub(crate) mod lines;
pub(crate) mod sets;
pub(crate) mod small;

#[cfg(test)]
mod tests;

use sudoku_simd::BoardSolver;

use crate::domain::{Domain, Masks, Queue, WORDS, bits, is_single};
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
        let mut exact = None;
        loop {
            if domain.queue.changed != 0 {
                self.notify(domain, exact);
                self.close(domain)?;
            }
            let due = &mut domain.queue.due;
            let Some(word) = due.iter().position(|&word| word != 0) else { return Some(()) };
            let number = 64 * word + due[word].trailing_zeros() as usize;
            due[word] &= due[word] - 1;
            let propagator = &self.propagators[number];
            self.apply(propagator, domain)?;
            exact = propagator.is_exact().then_some(number);
        }
    }

    /// Passes changes on to peers, relations and classic houses, until these find nothing more.
    fn close(&self, domain: &mut Domain<'_>) -> Option<()> {
        self.spread(domain, &self.peers)?;
        // Below, cells become fixed all at once, so none of them is the last one.
        let last_fixed = domain.queue.last_fixed;
        while self.has_boxes && domain.queue.fresh != 0 {
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
        for cell in bits(domain.queue.changed) {
            for word in 0..WORDS {
                domain.queue.due[word] |= self.watchers[usize::from(cell)][word];
            }
        }
        if let Some(number) = except {
            domain.queue.due[number / 64] &= !(1 << (number % 64));
        }
    }

    /// Passes changes of cells on to these peers and to relations.
    #[inline(never)]
    fn spread(&self, domain: &mut Domain<'_>, peers: &[u128; 81]) -> Option<()> {
        while domain.queue.changed != 0 {
            let cell = domain.queue.changed.trailing_zeros() as u8;
            let left = domain.queue.changed & (domain.queue.changed - 1);
            domain.queue.changed = 0;
            let place = usize::from(cell);
            let mask = domain.get(cell);
            if is_single(mask) {
                domain.queue.last_fixed = cell;
                for peer in bits(peers[place]) {
                    domain.keep(peer, !mask)?;
                }
            }
            for &(other, table) in &self.relations[place] {
                domain.keep(other, self.tables[usize::from(table)][usize::from(mask) & 511])?;
            }
            self.notify(domain, None);
            domain.queue.changed |= left;
        }
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
