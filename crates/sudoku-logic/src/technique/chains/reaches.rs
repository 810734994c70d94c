//! Reachability in an implication graph.

use std::ops::Range;

/// The items that are on and those that are off if a given item is on.
#[derive(Default)]
pub(crate) struct Reaches {
    /// The end of each item's list of the items that it turns on, after an initial zero.
    starts: Vec<u32>,
    next: Vec<u16>,
    /// For each item, the set of items that are on, followed by the set of those that are off.
    sets: Vec<Quad>,
    quads: usize,
    /// For each item, true if it leads to another that leads back.
    is_on_ring: Vec<bool>,
    /// The discovery order of each item, and the earliest unfinished item that it reaches.
    order: Vec<u16>,
    least: Vec<u16>,
    waiting: Vec<u16>,
    /// The stack of the search, with the position in each item's list.
    way: Vec<(u16, u32)>,
}

/// Four words of a set.
type Quad = [u64; 4];

/// An item whose links are being recorded.
pub(crate) struct Next<'a> {
    reaches: &'a mut Reaches,
    number: usize,
}

impl Next<'_> {
    /// Records that the other item is on if this one is.
    pub(crate) fn turns_on(&mut self, other: u16) {
        self.reaches.next.push(other);
    }

    /// Records that the other item is off if this one is on.
    pub(crate) fn turns_off(&mut self, other: u16) {
        self.reaches.add(self.number, other, false);
    }
}

impl Drop for Next<'_> {
    fn drop(&mut self) {
        self.reaches.starts.push(self.reaches.next.len() as u32);
    }
}

impl Reaches {
    const OPEN: u16 = 0;
    const DONE: u16 = u16::MAX;

    /// Resets to this many items.
    pub(crate) fn start(&mut self, count: usize) {
        self.quads = count.div_ceil(256);
        self.starts.clear();
        self.starts.push(0);
        self.next.clear();
        self.sets.clear();
        self.sets.resize(count * self.quads * 2, [0; 4]);
        self.is_on_ring.clear();
        self.is_on_ring.resize(count, false);
        self.order.clear();
        self.order.resize(count, Self::OPEN);
        self.least.clear();
        self.least.resize(count, Self::OPEN);
    }

    /// Returns the next item in ascending order.
    pub(crate) fn next(&mut self) -> Next<'_> {
        let number = self.starts.len() - 1;
        self.add(number, number as u16, true);
        Next { reaches: self, number }
    }

    /// Returns true if one item being on leads to the other being on, or off.
    pub(crate) fn leads(&self, one: u16, other: u16, is_on: bool) -> bool {
        let quad = self.of(one, is_on)[usize::from(other) / 256];
        quad[usize::from(other) / 64 % 4] >> (other % 64) & 1 == 1
    }

    /// Returns true if the item leads to another that leads back to it.
    pub(crate) fn is_on_ring(&self, number: u16) -> bool {
        self.is_on_ring[usize::from(number)]
    }

    /// Returns true if anything follows from each of these.
    pub(crate) fn is_anything_common(&self, mut all: impl Iterator<Item = u16> + Clone) -> bool {
        let Some(first) = all.next() else { return false };
        self.sets[self.range(first)].iter().enumerate().any(|(place, &quad)| {
            let common = all.clone().fold(quad, |mut common, other| {
                let more = self.sets[self.range(other).start + place];
                common.iter_mut().zip(more).for_each(|(word, more)| *word &= more);
                common
            });
            common != [0; 4]
        })
    }

    /// Returns the range of both sets of an item.
    fn range(&self, number: u16) -> Range<usize> {
        let stride = self.quads * 2;
        let start = usize::from(number) * stride;
        start..start + stride
    }

    fn of(&self, number: u16, is_on: bool) -> &[Quad] {
        let (on, off) = self.sets[self.range(number)].split_at(self.quads);
        if is_on { on } else { off }
    }

    fn add(&mut self, number: usize, other: u16, is_on: bool) {
        let start = number * self.quads * 2 + if is_on { 0 } else { self.quads };
        let quad = &mut self.sets[start + usize::from(other) / 256];
        quad[usize::from(other) / 64 % 4] |= 1 << (other % 64);
    }

    /// Computes the transitive closure: adds to the sets of each item those of all items that it
    /// reaches.
    ///
    /// It uses Tarjan's algorithm for strongly connected components (1972), because items that lead
    /// to each other reach the same items.
    pub(crate) fn close(&mut self) {
        let mut count = 0;
        for root in 0..self.order.len() as u16 {
            let mut coming = (self.order[usize::from(root)] == Self::OPEN).then_some(root);
            loop {
                if let Some(number) = coming.take() {
                    count += 1;
                    let index = usize::from(number);
                    (self.order[index], self.least[index]) = (count, count);
                    self.waiting.push(number);
                    self.way.push((number, self.starts[index]));
                }
                let Some((number, place)) = self.way.last_mut() else { break };
                let (number, index) = (*number, usize::from(*number));
                if *place < self.starts[index + 1] {
                    let other = self.next[*place as usize];
                    *place += 1;
                    match self.order[usize::from(other)] {
                        Self::OPEN => coming = Some(other),
                        Self::DONE => self.join(number, other),
                        order => self.least[index] = self.least[index].min(order),
                    }
                    continue;
                }
                self.way.pop();
                if self.least[index] == self.order[index] {
                    self.finish(number);
                }
                if let Some(&(before, _)) = self.way.last() {
                    self.join(before, number);
                    if self.order[index] != Self::DONE {
                        let before = usize::from(before);
                        self.least[before] = self.least[before].min(self.least[index]);
                    }
                }
            }
        }
    }

    /// Finishes a component: all items discovered since this one lead to it and reach the same
    /// items.
    fn finish(&mut self, number: u16) {
        let own = self.range(number);
        let mut is_on_ring = false;
        while let Some(other) = self.waiting.pop() {
            let index = usize::from(other);
            self.order[index] = Self::DONE;
            if other == number {
                self.is_on_ring[index] = is_on_ring;
                return;
            }
            is_on_ring = true;
            self.is_on_ring[index] = true;
            self.sets.copy_within(own.clone(), index * own.len());
        }
    }

    /// Adds the items that one item reaches to the sets of the other.
    fn join(&mut self, other: u16, one: u16) {
        for (other, one) in self.range(other).zip(self.range(one)) {
            let more = self.sets[one];
            let set = &mut self.sets[other];
            set.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
        }
    }
}
