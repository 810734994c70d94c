//! The implications of one assumption.
//!
//! It is a breadth-first search that stops at the first contradiction. With *dynamic* links, a
//! candidate that was turned off is gone for later implications, so a literal may have several
//! parents:
//!
//! ```text
//!   r1c1 {1 2 3}      A on → … → 1r1c1 off ─┐
//!                     A on → … → 2r1c1 off ─┴→ 3r1c1 on (the last candidate of the cell)
//! ```
//!
//! If no link is left, an [`Advisor`] may turn off further candidates by other techniques.

use std::rc::Rc;

use super::hint::{ChainHint, Places, Proof, ProofNode};
use crate::graph::{Candidate, Cause, EXPLAINER_HOUSE_ORDER, Literal, LiteralSet};
use crate::state::{Cells, HOUSE_SETS, IN_HOUSES, PEERS, State, bits, cells_of};

/// A node that was reached, with its reason.
#[derive(Clone, Copy)]
struct Reached {
    node: Literal,
    cause: Cause,
    /// The index of its proof, if another technique turned it off.
    proof: u16,
    /// A lower bound on the number of nodes that it follows from, including itself.
    least: u16,
    /// The position and the number of its parents in the arena.
    first: u32,
    count: u16,
}

const NO_PROOF: u16 = u16::MAX;

/// The options for following implications.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Manner {
    /// True if candidates that are off are removed for later implications.
    pub(super) is_dynamic: bool,
    /// True if links within cells are skipped.
    pub(super) is_within_digits: bool,
}

/// A candidate that another technique turns off.
pub(super) struct Advice {
    /// The candidate, as an off node.
    pub(super) node: Literal,
    /// The off nodes that the proof needs.
    pub(super) parents: Rc<[Literal]>,
    /// The proof.
    pub(super) proof: Proof,
}

/// Other techniques, which are used when no link is left.
pub(super) trait Advisor {
    /// Returns further off candidates. `source` is the state at the start, from which these
    /// candidates (cells and digits) are removed.
    fn advise(
        &mut self,
        source: &State,
        gone: &mut dyn Iterator<Item = (usize, usize)>,
    ) -> Vec<Advice>;
}

/// No other techniques.
pub(super) struct NoAdvice;

impl Advisor for NoAdvice {
    fn advise(
        &mut self,
        _source: &State,
        _gone: &mut dyn Iterator<Item = (usize, usize)>,
    ) -> Vec<Advice> {
        Vec::new()
    }
}

/// The implications of each assumption of a search, up to the first contradiction.
///
/// There are hundreds of closures; they are stored contiguously for fast access.
#[derive(Default)]
pub(super) struct Closures {
    /// The index of each assumption in the list plus 1, or 0 if it was not followed.
    numbers: Vec<u16>,
    list: Vec<Extent>,
    follower: Follower,
}

/// The nodes of all closures.
#[derive(Default)]
struct Pool {
    reached: Vec<Reached>,
    /// The parents of all nodes, as indices in their closure.
    arena: Vec<u16>,
    /// The indices of the nodes of each closure, by candidate.
    indices: Vec<[u16; Candidate::COUNT]>,
    proofs: Vec<Proof>,
}

/// The position of a closure.
struct Extent {
    set: LiteralSet,
    /// The first node and the number of nodes; a contradiction has one node more.
    reached: usize,
    count: usize,
    proofs: usize,
    contradiction: Option<(u16, u16)>,
}

/// The implications of an assumption.
#[derive(Clone, Copy)]
pub(super) struct Closure<'a> {
    extent: &'a Extent,
    pool: &'a Pool,
    reached: &'a [Reached],
    indices: &'a [u16; Candidate::COUNT],
}

impl Closures {
    /// Clears the closures of another board.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.numbers.resize(Literal::COUNT, 0);
        self.list.clear();
        let Pool { reached, arena, indices, proofs } = &mut self.follower.pool;
        reached.clear();
        arena.clear();
        indices.clear();
        proofs.clear();
    }

    /// Returns the closure of the assumption, if it was followed.
    pub(super) fn of(&self, start: Literal) -> Option<Closure<'_>> {
        let number = usize::from(*self.numbers.get(start.index())?).checked_sub(1)?;
        let extent = self.list.get(number)?;
        let pool = &self.follower.pool;
        let (reached, indices) = (&pool.reached[extent.reached..], pool.indices.get(number)?);
        Some(Closure { extent, pool, reached, indices })
    }

    /// Follows the implications of the assumption. With `most`, the complexity of the best result,
    /// it may skip nodes that cannot equal or beat it.
    ///
    /// On nodes are followed before off nodes. When an off node is followed, its own candidate is
    /// not yet removed from `live`.
    pub(super) fn follow(
        &mut self,
        source: &State,
        start: Literal,
        manner: Manner,
        most: u32,
        advisor: &mut dyn Advisor,
    ) {
        let Follower { pool, .. } = &self.follower;
        let (reached, proofs) = (pool.reached.len(), pool.proofs.len());
        self.follower.follow(source, start, manner, most, advisor);
        let Follower { pool, indices, set, on, off, contradiction, .. } = &mut self.follower;
        pool.indices.push(*indices);
        let (set, count, contradiction) = (*set, on.len() + off.len(), *contradiction);
        self.list.push(Extent { set, reached, count, proofs, contradiction });
        self.numbers[start.index()] = self.list.len() as u16;
    }
}

impl<'a> Closure<'a> {
    /// Returns the set of implied nodes.
    pub(super) fn set(&self) -> &'a LiteralSet {
        &self.extent.set
    }

    /// Returns the indices of two nodes that contradict each other.
    pub(super) fn contradiction(&self) -> Option<(u16, u16)> {
        self.extent.contradiction
    }

    /// Enumerates the nodes that are on, or those that are off, in the order of discovery.
    pub(super) fn nodes(&self, on: bool) -> impl Iterator<Item = Literal> + use<'a> {
        let nodes = self.reached[..self.extent.count].iter().map(|reached| reached.node);
        nodes.filter(move |&node| node.is_on() == on)
    }

    /// Returns the index of an implied node. A closure never has both literals of a candidate, so
    /// the candidate identifies the node.
    pub(super) fn index_of(&self, node: Literal) -> u16 {
        self.indices[node.candidate().index()]
    }

    /// Returns a lower bound on the number of ancestors of the node at the index, including itself.
    pub(super) fn least(&self, index: u16) -> u32 {
        u32::from(self.reached[usize::from(index)].least)
    }

    fn parents(&self, reached: &Reached) -> &'a [u16] {
        &self.pool.arena[reached.first as usize..][..usize::from(reached.count)]
    }

    fn proof(&self, reached: &Reached) -> Option<&'a Proof> {
        let number = usize::from(reached.proof);
        self.pool.proofs.get(self.extent.proofs + number).filter(|_| reached.proof != NO_PROOF)
    }

    /// Returns the number of different nodes that the one at the index follows from, including
    /// itself. Adds the chains among their proofs to the list.
    pub(super) fn ancestors(&self, index: u16, chains: &mut Vec<&'a Rc<ChainHint>>) -> u32 {
        let mut seen = LiteralSet::EMPTY;
        let mut count = 0;
        let mut open: Vec<u16> = Vec::with_capacity(64);
        open.push(index);
        seen.insert(self.reached[usize::from(index)].node);
        while let Some(index) = open.pop() {
            count += 1;
            let reached = &self.reached[usize::from(index)];
            if let Some(Proof::Chain(hint)) = self.proof(reached) {
                chains.push(hint);
            }
            for &parent in self.parents(reached) {
                if seen.insert(self.reached[usize::from(parent)].node) {
                    open.push(parent);
                }
            }
        }
        count
    }

    /// Returns the chain that ends in the node at the index: that node first, then layer by layer
    /// the nodes that it follows from, then the further nodes on which nested steps rest.
    /// Candidates on which they rest and that are not on the board are added to `beyond`.
    pub(super) fn chain(&self, index: u16, source: &State, beyond: &mut Places) -> Vec<ProofNode> {
        let mut order = vec![index];
        let mut seen = LiteralSet::EMPTY;
        seen.insert(self.reached[usize::from(index)].node);
        let mut next = 0;
        while next < order.len() {
            self.open_parents(order[next], &mut order, &mut seen);
            next += 1;
        }
        let counted = order.len();
        let mut more: Vec<Vec<u16>> = Vec::new();
        next = 0;
        while next < order.len() {
            let index = order[next];
            if next >= counted {
                self.open_parents(index, &mut order, &mut seen);
            }
            let indices = self.rests_on(index, source, beyond);
            for &index in &indices {
                if seen.insert(self.reached[usize::from(index)].node) {
                    order.push(index);
                }
            }
            more.push(indices);
            next += 1;
        }
        let number_of = |index: u16| {
            let node = self.reached[usize::from(index)].node;
            let is_it = |&other: &u16| self.reached[usize::from(other)].node == node;
            order.iter().position(is_it).unwrap_or_default() as u16
        };
        let nodes = order.iter().zip(more).enumerate().map(|(number, (&index, more))| {
            let reached = &self.reached[usize::from(index)];
            let parents = self.parents(reached).iter().chain(&more);
            ProofNode {
                node: reached.node,
                cause: reached.cause,
                rank: index,
                parents: parents.map(|&parent| number_of(parent)).collect(),
                proof: self.proof(reached).cloned(),
                is_counted: number < counted,
            }
        });
        nodes.collect()
    }

    /// Adds the unseen parents of the node at the index.
    fn open_parents(&self, index: u16, order: &mut Vec<u16>, seen: &mut LiteralSet) {
        for &parent in self.parents(&self.reached[usize::from(index)]) {
            if seen.insert(self.reached[usize::from(parent)].node) {
                order.push(parent);
            }
        }
    }

    /// Returns the indices of the nodes, besides its parents, on which the step of the node at the
    /// index rests, if the node has a step.
    fn rests_on(&self, index: u16, source: &State, beyond: &mut Places) -> Vec<u16> {
        let reached = &self.reached[usize::from(index)];
        let Some(proof) = self.proof(reached) else { return Vec::new() };
        let mut indices = Vec::new();
        for (digit, cells) in proof.rests_on().into_iter().enumerate() {
            beyond[digit] |= cells & !source.cells[digit];
            for cell in cells_of(cells & source.cells[digit]) {
                let off = Candidate::new(cell, digit).off();
                debug_assert!(
                    self.set().contains(off),
                    "what a step rests on was ruled out before it"
                );
                indices.push(self.index_of(off));
            }
        }
        indices.retain(|index| !self.parents(reached).contains(index));
        indices
    }
}

/// The ancestors of a node as a bit set of indices, limited to the first 256 nodes.
type Ancestors = [u64; 4];

/// The remaining candidates of a board: the digits of each cell, and the cells of each digit.
#[derive(Clone)]
struct Left {
    sets: [u16; 81],
    cells: [Cells; 9],
}

impl Left {
    const fn of(state: &State) -> Self {
        Self { sets: state.sets, cells: state.cells }
    }

    const fn remove(&mut self, cell: usize, digit: usize) {
        self.sets[cell] &= !(1 << digit);
        self.cells[digit] &= !(1 << cell);
    }
}

/// The builder of closures.
struct Follower {
    pool: Pool,
    /// The index of the first node of the current closure.
    start: usize,
    /// The index of the node of each candidate that has one in the set.
    indices: [u16; Candidate::COUNT],
    set: LiteralSet,
    /// The candidates that are not known to be off.
    open: Left,
    /// The ancestors of each node.
    ancestors: Vec<Ancestors>,
    /// The indices of the on nodes, in the order of discovery.
    on: Vec<u16>,
    /// The indices of the off nodes, in the order of discovery.
    off: Vec<u16>,
    proofs: u16,
    /// The indices of two nodes that contradict each other.
    contradiction: Option<(u16, u16)>,
}

impl Default for Follower {
    fn default() -> Self {
        Self {
            pool: Pool::default(),
            start: 0,
            indices: [0; Candidate::COUNT],
            set: LiteralSet::EMPTY,
            open: Left { sets: [0; 81], cells: [0; 9] },
            ancestors: Vec::new(),
            on: Vec::new(),
            off: Vec::new(),
            proofs: 0,
            contradiction: None,
        }
    }
}

impl Follower {
    fn at(&self, index: u16) -> Literal {
        self.pool.reached[self.start + usize::from(index)].node
    }

    fn index_of(&self, node: Literal) -> u16 {
        self.indices[node.candidate().index()]
    }

    fn follow(
        &mut self,
        source: &State,
        start: Literal,
        manner: Manner,
        most: u32,
        advisor: &mut dyn Advisor,
    ) {
        self.start = self.pool.reached.len();
        self.set = LiteralSet::EMPTY;
        self.ancestors.clear();
        self.on.clear();
        self.off.clear();
        self.proofs = 0;
        self.contradiction = None;
        self.open = Left::of(source);
        // `open` lacks every candidate that is known to be off. With dynamic links, `live` lacks
        // only those that were followed.
        let mut live = self.open.clone();
        self.reach(start, Cause::Assumption, self.pool.arena.len());
        let (mut next_on, mut next_off) = (0, 0);
        // Off nodes before this index are followed without another check, to keep the order: the
        // last of them may lead to a wanted node.
        let mut near = 0;
        loop {
            if next_on < self.on.len() {
                let index = self.on[next_on];
                next_on += 1;
                if self.follow_on(index, manner).is_none() {
                    return;
                }
            } else if next_off < self.off.len() {
                if next_off >= near && most != u32::MAX {
                    // A result through it has at least two nodes more: an implication, and a node
                    // of another chain.
                    let reached = &self.pool.reached[self.start..];
                    let is_near =
                        |&index: &u16| u32::from(reached[usize::from(index)].least) + 1 < most;
                    match self.off[next_off..].iter().position(is_near) {
                        Some(ahead) => near = next_off + ahead + 1,
                        None => return,
                    }
                }
                let index = self.off[next_off];
                next_off += 1;
                if self.follow_off(source, &live, index, manner).is_none() {
                    return;
                }
                if manner.is_dynamic {
                    let (cell, digit) = self.at(index).cell_and_digit();
                    live.remove(cell, digit);
                }
            } else {
                let before = self.off.len();
                let mut gone = self.off.iter().map(|&index| self.at(index).cell_and_digit());
                for Advice { node, parents, proof } in advisor.advise(source, &mut gone) {
                    if !self.set.contains(node) {
                        let first = self.pool.arena.len();
                        for &parent in parents.iter() {
                            self.pool.arena.push(self.index_of(parent));
                        }
                        self.reach(node, Cause::OtherTechnique, first);
                        if let Some(reached) = self.pool.reached.last_mut() {
                            reached.proof = self.proofs;
                        }
                        self.proofs += 1;
                        self.pool.proofs.push(proof);
                    }
                }
                if self.off.len() == before {
                    return;
                }
            }
        }
    }

    /// Adds a node whose parents are in the arena from `first` on.
    fn reach(&mut self, node: Literal, cause: Cause, first: usize) {
        let index = self.put(node, cause, first);
        self.set.insert(node);
        self.indices[node.candidate().index()] = index;
        if node.is_on() {
            self.on.push(index);
        } else {
            let (cell, digit) = node.cell_and_digit();
            self.open.remove(cell, digit);
            self.off.push(index);
        }
    }

    fn put(&mut self, node: Literal, cause: Cause, first: usize) -> u16 {
        let index = self.ancestors.len();
        let parents = &self.pool.arena[first..];
        // With a single parent the bound is the parent's plus one.
        let (mut ancestors, least) = if let [parent] = *parents {
            let least = self.pool.reached[self.start + usize::from(parent)].least;
            (self.ancestors[usize::from(parent)], least)
        } else {
            let mut ancestors: Ancestors = [0; 4];
            for &parent in parents {
                let more = self.ancestors[usize::from(parent)];
                ancestors.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
            }
            (ancestors, ancestors.iter().map(|word| word.count_ones() as u16).sum())
        };
        if let Some(word) = ancestors.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
        self.ancestors.push(ancestors);
        self.pool.reached.push(Reached {
            node,
            cause,
            proof: NO_PROOF,
            least: least + 1,
            first: first as u32,
            count: parents.len() as u16,
        });
        index as u16
    }

    /// Adds a new node that follows from those in the arena from `first` on, or records the
    /// contradiction if its opposite is known.
    fn imply(&mut self, node: Literal, cause: Cause, first: usize) -> Option<()> {
        let other = node.opposite();
        if self.set.contains(other) {
            let (here, there) = (self.put(node, cause, first), self.index_of(other));
            self.contradiction = Some(if node.is_on() { (here, there) } else { (there, here) });
            return None;
        }
        self.reach(node, cause, first);
        Some(())
    }

    fn follow_on(&mut self, index: u16, manner: Manner) -> Option<()> {
        let (cell, digit) = self.at(index).cell_and_digit();
        let (digits, mut rest) = (self.open.sets[cell], self.open.cells[digit] & PEERS[cell]);
        let mut imply = |cell, digit, cause| {
            let first = self.pool.arena.len();
            self.pool.arena.push(index);
            self.imply(Candidate::new(cell, digit).off(), cause, first)
        };
        if !manner.is_within_digits {
            for other in bits(digits & !(1 << digit)) {
                imply(cell, other, Cause::Cell)?;
            }
        }
        for kind in EXPLAINER_HOUSE_ORDER {
            let within = HOUSE_SETS[usize::from(IN_HOUSES[cell][kind].0)];
            for other in cells_of(rest & within) {
                imply(other, digit, Cause::of_house_kind(kind))?;
            }
            rest &= !within;
        }
        Some(())
    }

    fn follow_off(
        &mut self,
        source: &State,
        live: &Left,
        index: u16,
        manner: Manner,
    ) -> Option<()> {
        let (cell, digit) = self.at(index).cell_and_digit();
        if !manner.is_within_digits {
            let others = live.sets[cell] & !(1 << digit);
            debug_assert!(others != live.sets[cell], "the own candidate of the node is gone");
            if others.is_power_of_two() {
                let other = Candidate::new(cell, others.trailing_zeros() as usize).on();
                let gone = bits(source.sets[cell] & !live.sets[cell])
                    .map(|gone| Candidate::new(cell, gone));
                self.imply_last(other, Cause::Cell, index, gone)?;
            }
        }
        for kind in EXPLAINER_HOUSE_ORDER {
            let within = HOUSE_SETS[usize::from(IN_HOUSES[cell][kind].0)];
            let others = live.cells[digit] & within & !(1 << cell);
            if others.is_power_of_two() {
                let other = Candidate::new(others.trailing_zeros() as usize, digit).on();
                let gone = cells_of(source.cells[digit] & within & !live.cells[digit]);
                let gone = gone.map(|gone| Candidate::new(gone, digit));
                self.imply_last(other, Cause::of_house_kind(kind), index, gone)?;
            }
        }
        Some(())
    }

    /// Adds the last candidate of a cell or a house, unless it is known. It follows from the off
    /// node at the index and from the off nodes of the removed candidates.
    fn imply_last(
        &mut self,
        on: Literal,
        cause: Cause,
        index: u16,
        gone: impl Iterator<Item = Candidate>,
    ) -> Option<()> {
        if self.set.contains(on) {
            return Some(());
        }
        let first = self.pool.arena.len();
        self.pool.arena.push(index);
        self.pool.arena.extend(gone.map(|gone| self.indices[gone.index()]));
        self.imply(on, cause, first)
    }
}
