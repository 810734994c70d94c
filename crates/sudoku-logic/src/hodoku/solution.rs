//! The solution of a board, for the last resort.

use crate::state::{PEERS, State, bits, cells_of};

/// The digits of the only solution; `None` if there is none or more than one.
pub(super) fn only_solution(state: &State) -> Option<[u8; 81]> {
    let mut search = Search { found: None, count: 0 };
    let mut sets = state.sets;
    for (set, value) in sets.iter_mut().zip(state.values) {
        if value != 0 {
            *set = 1 << (value - 1);
        }
    }
    search.fill(&sets, (1 << 81) - 1);
    search.found.filter(|_| search.count == 1)
}

struct Search {
    found: Option<[u8; 81]>,
    count: usize,
}

impl Search {
    /// Fills the open cells, the one with the fewest candidates first, until there are two ways.
    fn fill(&mut self, sets: &[u16; 81], open: u128) {
        let fewest = cells_of(open).min_by_key(|&cell| sets[cell].count_ones());
        let Some(cell) = fewest else {
            self.count += 1;
            self.found = Some(sets.map(|set| set.trailing_zeros() as u8 + 1));
            return;
        };
        for digit in bits(sets[cell]) {
            let mut next = *sets;
            next[cell] = 1 << digit;
            for peer in cells_of(PEERS[cell] & open) {
                next[peer] &= !(1 << digit);
            }
            self.fill(&next, open & !(1 << cell));
            if self.count > 1 {
                return;
            }
        }
    }
}
