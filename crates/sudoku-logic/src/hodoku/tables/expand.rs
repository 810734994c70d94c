//! The expansion of tables: what follows from what follows.

use super::{Back, Place, Source, Tables};

impl Tables<'_> {
    pub(super) fn expand_all(&mut self) {
        for place in self.candidate_places() {
            if self[place].len() > 0 {
                self.expand(place, 1, None);
            }
        }
    }

    /// Adds what follows directly from the entries from `start` on, or from a single one.
    pub(super) fn expand(&mut self, place: Place, start: usize, single: Option<usize>) {
        let mut entry = single.unwrap_or(start);
        while entry < self[place].len() && !self[place].is_full() {
            self.expand_entry(place, entry);
            if single.is_some() {
                return;
            }
            entry += 1;
        }
    }

    fn expand_entry(&mut self, place: Place, entry: usize) {
        let Some(from) = self.place(self[place].nodes[entry]) else { return };
        let outer = self.outer_number(from);
        let base = self[place].distance(entry);
        // A table may expand itself, and is not to grow meanwhile by what it adds.
        let mut next = 1;
        while next < self[from].len() {
            let (node, back) = (self[from].nodes[next], self[from].backs[next]);
            next += 1;
            if back.is_expanded {
                continue;
            }
            let distance = base + back.distance();
            if self[place].contains(node) {
                let old = self[place].entry(node);
                let known = self[place].backs[old];
                let is_simpler = self.rank(self[place].nodes[old]) > self.rank(node);
                let is_better =
                    known.distance() > distance || (known.distance() == distance && is_simpler);
                if known.is_expanded && is_better {
                    // What the entry was marked as before goes with it.
                    self.mark(place, old, (outer, from.source), distance);
                }
            } else {
                self.add(place, node, [outer, 0, 0, 0, 0], 0);
                let last = self[place].len() - 1;
                self.mark(place, last, (outer, from.source), distance);
            }
        }
    }

    fn mark(&mut self, place: Place, entry: usize, from: (u16, Source), distance: usize) {
        let (outer, source) = from;
        let mut back = Back::new([outer, 0, 0, 0, 0]);
        back.is_expanded = true;
        back.source = source;
        back.set_distance(distance);
        self[place].backs[entry] = back;
    }
}
