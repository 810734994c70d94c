//! What follows from one assumption.

use std::rc::Rc;

use super::hint::{ChainHint, ChainNode, Places, Proof};
use super::{CANDIDATES, KINDS, Node, NodeSet, candidate, cause, cell_and_digit, is_on, opposite};
use crate::state::{HOUSE_CELLS, IN_HOUSES, State, bits, cells_of};

/// A node that was reached, and why.
#[derive(Clone, Copy)]
struct Reached {
    node: Node,
    cause: u8,
    /// The number of its proof, if another technique turned it off.
    proof: u16,
    /// The longest way from the assumption, so that it has at least so many ancestors.
    depth: u16,
    /// Where its parents are in the arena, and how many.
    first: u32,
    count: u16,
}

const NO_PROOF: u16 = u16::MAX;

/// How implications are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Manner {
    /// Whether candidates that are off are gone for what follows after them.
    pub(super) is_dynamic: bool,
    /// Whether links within cells are left out.
    pub(super) is_within_digits: bool,
}

/// A candidate that another technique turns off.
pub(super) struct Advice {
    /// The candidate, as an off node.
    pub(super) node: Node,
    /// The off nodes that it needs.
    pub(super) parents: Rc<[Node]>,
    /// Why.
    pub(super) proof: Proof,
}

/// Other techniques, which are asked when nothing follows any more.
pub(super) trait Advisor {
    /// What else is off: `source` is the state at first, and `live` what is left of it.
    fn advise(&mut self, source: &State, live: &State) -> Vec<Advice>;
}

/// No other techniques.
pub(super) struct NoAdvice;

impl Advisor for NoAdvice {
    fn advise(&mut self, _source: &State, _live: &State) -> Vec<Advice> {
        Vec::new()
    }
}

/// All that follows from an assumption, up to the first contradiction.
pub(super) struct Closure {
    reached: Vec<Reached>,
    /// The parents of all nodes, as places in `reached`.
    arena: Vec<u16>,
    /// Of each node in the set its place in `reached`.
    places: [u16; 2 * CANDIDATES],
    set: NodeSet,
    /// The places of the nodes that are on, in the order of their coming.
    on: Vec<u16>,
    /// The places of the nodes that are off, in the order of their coming.
    off: Vec<u16>,
    proofs: Vec<Proof>,
    /// Two places in `reached` of nodes that cannot both be.
    pub(super) contradiction: Option<(u16, u16)>,
}

impl Default for Closure {
    fn default() -> Self {
        Self {
            reached: Vec::new(),
            arena: Vec::new(),
            places: [0; 2 * CANDIDATES],
            set: NodeSet::EMPTY,
            on: Vec::new(),
            off: Vec::new(),
            proofs: Vec::new(),
            contradiction: None,
        }
    }
}

impl Closure {
    /// Whether the node follows.
    pub(super) fn has(&self, node: Node) -> bool {
        self.set.has(node)
    }

    /// The nodes that are on, or those that are off, in the order of their coming.
    pub(super) fn nodes(&self, on: bool) -> impl Iterator<Item = Node> {
        let places = if on { &self.on } else { &self.off };
        places.iter().map(|&place| self.reached[usize::from(place)].node)
    }

    /// The place of a node that follows.
    pub(super) fn place(&self, node: Node) -> u16 {
        self.places[usize::from(node)]
    }

    /// A lower bound of how many ancestors the node at the place has, itself among them.
    pub(super) fn depth(&self, place: u16) -> u32 {
        u32::from(self.reached[usize::from(place)].depth) + 1
    }

    /// Follows the implications of the assumption: all of them, or those with up to so many
    /// ancestors and perhaps more.
    ///
    /// What is on goes before what is off. Of an off node the consequences are those of the board
    /// on which it is still there.
    pub(super) fn follow(
        &mut self,
        source: &State,
        start: Node,
        manner: Manner,
        most: u32,
        advisor: &mut dyn Advisor,
    ) {
        self.reached.clear();
        self.arena.clear();
        self.set = NodeSet::EMPTY;
        self.on.clear();
        self.off.clear();
        self.proofs.clear();
        self.contradiction = None;
        self.reach(start, cause::ASSUMED, 0);
        let mut live = *source;
        let (mut next_on, mut next_off) = (0, 0);
        // The last off node that is known to be near enough to lead to a node that is wanted.
        let mut near = 0;
        loop {
            if next_on < self.on.len() {
                let place = self.on[next_on];
                next_on += 1;
                if self.follow_on(&live, place, manner).is_none() {
                    return;
                }
            } else if next_off < self.off.len() {
                if next_off >= near && most != u32::MAX {
                    let rest = &self.off[next_off..];
                    let is_near = |&place: &u16| self.depth(place) < most;
                    match rest.iter().position(is_near) {
                        Some(at) => near = next_off + at + 1,
                        None => return,
                    }
                }
                let place = self.off[next_off];
                next_off += 1;
                if self.follow_off(source, &live, place, manner).is_none() {
                    return;
                }
                if manner.is_dynamic {
                    let (at, value) = cell_and_digit(self.reached[usize::from(place)].node);
                    live.remove(at, value);
                }
            } else {
                let before = self.off.len();
                for Advice { node, parents, proof } in advisor.advise(source, &live) {
                    if !self.set.has(node) {
                        let first = self.arena.len();
                        for &parent in &*parents {
                            self.arena.push(self.places[usize::from(parent)]);
                        }
                        self.reach(node, cause::ADVANCED, first);
                        if let Some(reached) = self.reached.last_mut() {
                            reached.proof = self.proofs.len() as u16;
                        }
                        self.proofs.push(proof);
                    }
                }
                if self.off.len() == before {
                    return;
                }
            }
        }
    }

    /// Adds a node whose parents are those in the arena from `first` on.
    fn reach(&mut self, node: Node, cause: u8, first: usize) {
        let place = self.put(node, cause, first);
        self.set.add(node);
        self.places[usize::from(node)] = place;
        if is_on(node) { &mut self.on } else { &mut self.off }.push(place);
    }

    fn put(&mut self, node: Node, cause: u8, first: usize) -> u16 {
        let place = self.reached.len() as u16;
        let parents = &self.arena[first..];
        let depth = parents.iter().map(|&parent| self.reached[usize::from(parent)].depth + 1).max();
        self.reached.push(Reached {
            node,
            cause,
            proof: NO_PROOF,
            depth: depth.unwrap_or(0),
            first: first as u32,
            count: parents.len() as u16,
        });
        place
    }

    /// Adds a node that follows from those in the arena from `first` on, unless it is there; or
    /// notes the contradiction if its opposite is there.
    fn imply(&mut self, node: Node, cause: u8, first: usize) -> Option<()> {
        let other = opposite(node);
        if self.set.has(other) {
            let (here, there) = (self.put(node, cause, first), self.places[usize::from(other)]);
            self.contradiction = Some(if is_on(node) { (here, there) } else { (there, here) });
            return None;
        }
        if self.set.has(node) {
            self.arena.truncate(first);
        } else {
            self.reach(node, cause, first);
        }
        Some(())
    }

    fn follow_on(&mut self, live: &State, place: u16, manner: Manner) -> Option<()> {
        let (at, value) = cell_and_digit(self.reached[usize::from(place)].node);
        let mut imply = |at, value, cause| {
            let first = self.arena.len();
            self.arena.push(place);
            self.imply(opposite(candidate(at, value)), cause, first)
        };
        if !manner.is_within_digits {
            for other in bits(live.sets[at] & !(1 << value)) {
                imply(at, other, cause::CELL)?;
            }
        }
        for kind in KINDS {
            let (index, own) = IN_HOUSES[at][kind];
            let index = usize::from(index);
            for other in bits(live.places[value][index] & !(1 << own)) {
                imply(usize::from(HOUSE_CELLS[index][other]), value, kind as u8)?;
            }
        }
        Some(())
    }

    fn follow_off(
        &mut self,
        source: &State,
        live: &State,
        place: u16,
        manner: Manner,
    ) -> Option<()> {
        let (at, value) = cell_and_digit(self.reached[usize::from(place)].node);
        if !manner.is_within_digits {
            let others = live.sets[at] & !(1 << value);
            if others.is_power_of_two() && others != live.sets[at] {
                let first = self.arena.len();
                self.arena.push(place);
                for gone in bits(source.sets[at] & !live.sets[at]) {
                    self.arena.push(self.place(opposite(candidate(at, gone))));
                }
                let other = others.trailing_zeros() as usize;
                self.imply(candidate(at, other), cause::CELL, first)?;
            }
        }
        for kind in KINDS {
            let (index, own) = IN_HOUSES[at][kind];
            let index = usize::from(index);
            let all = live.places[value][index];
            let others = all & !(1 << own);
            if others.is_power_of_two() {
                let cells = &HOUSE_CELLS[index];
                let first = self.arena.len();
                self.arena.push(place);
                for gone in bits(source.places[value][index] & !all) {
                    let gone = candidate(usize::from(cells[gone]), value);
                    self.arena.push(self.place(opposite(gone)));
                }
                let other = usize::from(cells[others.trailing_zeros() as usize]);
                self.imply(candidate(other, value), kind as u8, first)?;
            }
        }
        Some(())
    }

    fn parents(&self, reached: &Reached) -> &[u16] {
        &self.arena[reached.first as usize..][..usize::from(reached.count)]
    }

    /// How many different nodes the one at the place follows from, itself among them; the proofs
    /// among them that are chains are added to the list.
    pub(super) fn ancestors<'a>(&'a self, place: u16, chains: &mut Vec<&'a Rc<ChainHint>>) -> u32 {
        let mut seen = NodeSet::EMPTY;
        let mut count = 0;
        let mut open: Vec<u16> = Vec::with_capacity(64);
        open.push(place);
        seen.add(self.reached[usize::from(place)].node);
        while let Some(place) = open.pop() {
            count += 1;
            let reached = &self.reached[usize::from(place)];
            if let Some(Proof::Chain(hint)) = self.proofs.get(usize::from(reached.proof)) {
                chains.push(hint);
            }
            for &parent in self.parents(reached) {
                if seen.add(self.reached[usize::from(parent)].node) {
                    open.push(parent);
                }
            }
        }
        count
    }

    /// The chain that ends in the node at the place: that node first, then layer by layer what it
    /// follows from; then what steps inside of its steps rest on besides. What they rest on that is
    /// not on the board is added to `beyond`.
    pub(super) fn chain(&self, place: u16, source: &State, beyond: &mut Places) -> Vec<ChainNode> {
        let mut order = vec![place];
        let mut seen = NodeSet::EMPTY;
        seen.add(self.reached[usize::from(place)].node);
        let mut next = 0;
        while next < order.len() {
            self.open_parents(order[next], &mut order, &mut seen);
            next += 1;
        }
        let counted = order.len();
        let mut more: Vec<Vec<u16>> = Vec::new();
        next = 0;
        while next < order.len() {
            let place = order[next];
            if next >= counted {
                self.open_parents(place, &mut order, &mut seen);
            }
            let places = self.rests_on(place, source, beyond);
            for &place in &places {
                if seen.add(self.reached[usize::from(place)].node) {
                    order.push(place);
                }
            }
            more.push(places);
            next += 1;
        }
        let number_of = |place: u16| {
            let node = self.reached[usize::from(place)].node;
            let is_it = |&other: &u16| self.reached[usize::from(other)].node == node;
            order.iter().position(is_it).unwrap_or_default() as u16
        };
        let nodes = order.iter().zip(more).enumerate().map(|(number, (&place, more))| {
            let reached = &self.reached[usize::from(place)];
            let parents = self.parents(reached).iter().chain(&more);
            ChainNode {
                node: reached.node,
                cause: reached.cause,
                rank: place,
                parents: parents.map(|&at| number_of(at)).collect(),
                proof: self.proofs.get(usize::from(reached.proof)).cloned(),
                is_counted: number < counted,
            }
        });
        nodes.collect()
    }

    /// Adds the parents of the node at the place that were not seen.
    fn open_parents(&self, place: u16, order: &mut Vec<u16>, seen: &mut NodeSet) {
        for &parent in self.parents(&self.reached[usize::from(place)]) {
            if seen.add(self.reached[usize::from(parent)].node) {
                order.push(parent);
            }
        }
    }

    /// The places of the nodes that the step behind the node at the place rests on beside its
    /// parents, if it is there because of a step.
    fn rests_on(&self, place: u16, source: &State, beyond: &mut Places) -> Vec<u16> {
        let reached = &self.reached[usize::from(place)];
        let Some(proof) = self.proofs.get(usize::from(reached.proof)) else { return Vec::new() };
        let mut places = Vec::new();
        for (value, cells) in proof.rests_on().into_iter().enumerate() {
            beyond[value] |= cells & !source.cells[value];
            for at in cells_of(cells & source.cells[value]) {
                let off = opposite(candidate(at, value));
                debug_assert!(self.set.has(off), "what a step rests on was ruled out before it");
                places.push(self.place(off));
            }
        }
        places.retain(|place| !self.parents(reached).contains(place));
        places
    }
}
