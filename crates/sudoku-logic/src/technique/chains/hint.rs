//! A finding of the chain techniques, before it becomes a step.

use std::rc::Rc;

use super::{Node, cause, cell_and_digit, is_on};
use crate::state::{HOUSE_SETS, IN_HOUSES, State, bits, cell, cells_of, digit, digits};
use crate::step::{Branch, Cause, ChainKind, Effect, Evidence, Implication, Step, StepName};

/// Why a node is off that another technique turned off.
#[derive(Clone)]
pub(super) enum Proof {
    /// A step that needs no assumption of its own.
    Plain(Rc<Step>),
    /// A chain of its own.
    Chain(Rc<ChainHint>),
}

/// A node of a finished chain.
#[derive(Clone)]
pub(super) struct ChainNode {
    pub(super) node: Node,
    pub(super) cause: u8,
    /// When the node was reached: after all of its parents.
    pub(super) rank: u16,
    /// Places in the chain's list of nodes.
    pub(super) parents: Vec<u16>,
    pub(super) proof: Option<Proof>,
}

/// A finding: chains that end in the same conclusion, or in both halves of a contradiction.
#[derive(Clone)]
pub(super) struct ChainHint {
    pub(super) kind: ChainKind,
    pub(super) name: StepName,
    /// How many nodes all chains have, and those of the chains inside of them.
    pub(super) complexity: u32,
    /// The candidates that go, in the order in which they were found.
    pub(super) removals: Vec<(usize, u16)>,
    /// The candidate that is placed.
    pub(super) placed: Option<Node>,
    /// Of each chain the nodes, the conclusion first, then layer by layer what it follows from.
    pub(super) chains: Vec<Vec<ChainNode>>,
}

impl ChainHint {
    /// Whether the chains are the same, node by node, whatever they prove.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let nodes = |chain: &[ChainNode]| chain.iter().map(|node| node.node).collect::<Vec<_>>();
        self.chains.len() == other.chains.len()
            && self.chains.iter().zip(&other.chains).all(|(one, other)| nodes(one) == nodes(other))
    }

    /// The candidates that have to be off before the chain holds: they were there in `source`, are
    /// gone in `live`, and would break one of its links.
    pub(super) fn missing(&self, source: &State, live: &State) -> Vec<Node> {
        let mut found: Vec<Node> = Vec::new();
        for node in self.chains.iter().flatten().filter(|node| is_on(node.node)) {
            let (at, value) = cell_and_digit(node.node);
            let cause = match (node.cause, self.kind) {
                // The assumptions are all digits of a cell, or all places in a house.
                (cause::ASSUMED, ChainKind::Cell(_)) => cause::CELL,
                (cause::ASSUMED, ChainKind::House(house, _)) => (house.index() / 9) as u8,
                (cause, _) => cause,
            };
            if cause == cause::CELL {
                for other in bits(source.sets[at] & !live.sets[at]) {
                    found.push(super::candidate(at, other) + super::CANDIDATES as Node);
                }
            } else if cause::is_house(cause) {
                let index = usize::from(IN_HOUSES[at][usize::from(cause)].0);
                let gone = source.cells[value] & !live.cells[value] & HOUSE_SETS[index];
                for other in cells_of(gone) {
                    found.push(super::candidate(other, value) + super::CANDIDATES as Node);
                }
            }
        }
        found
    }

    /// The chains in the order in which they are read.
    fn branches(&self) -> Vec<Branch> {
        let is_ring = matches!(
            self.kind,
            ChainKind::DigitCycle | ChainKind::CellCycle | ChainKind::MixedCycle
        );
        let chains = self.chains.iter().enumerate();
        chains.map(|(number, chain)| branch(chain, is_ring && number == 1)).collect()
    }

    /// The hint as a step.
    pub(super) fn to_step(&self) -> Step {
        let parts = self.removals.iter().map(|&(at, values)| (cell(at), digits(values)));
        let mut effect = Effect::eliminate(parts);
        effect.placement = self.placed.map(|node| {
            let (at, value) = cell_and_digit(node);
            (cell(at), digit(value))
        });
        Step {
            name: self.name,
            effect,
            evidence: Evidence::Chains {
                kind: self.kind,
                complexity: self.complexity as usize,
                branches: self.branches(),
            },
        }
    }
}

/// A chain in the order in which it is read: the assumption first. Where the links of a ring were
/// turned round, the reason for a node is that of the node before it.
fn branch(chain: &[ChainNode], is_turned: bool) -> Branch {
    let mut order: Vec<usize> = (0..chain.len()).collect();
    order.sort_by_key(|&at| chain[at].rank);
    let mut numbers = vec![0; chain.len()];
    for (number, &at) in order.iter().enumerate() {
        numbers[at] = number;
    }
    let links = order.iter().map(|&at| {
        let node = &chain[at];
        let cause = match (is_turned, node.parents.first()) {
            (false, _) => node.cause,
            (true, Some(&parent)) => chain[usize::from(parent)].cause,
            (true, None) => cause::ASSUMED,
        };
        let (at, value) = cell_and_digit(node.node);
        Implication {
            cell: cell(at),
            digit: digit(value),
            is_on: is_on(node.node),
            cause: match (&node.proof, cause) {
                (Some(Proof::Plain(step)), _) => Cause::Step(Box::new(Step::clone(step))),
                (Some(Proof::Chain(hint)), _) => Cause::Step(Box::new(hint.to_step())),
                (None, cause::CELL) => Cause::Cell,
                (None, kind) if cause::is_house(kind) => {
                    let index = IN_HOUSES[at][usize::from(kind)].0;
                    Cause::House(crate::state::house(usize::from(index)))
                }
                (None, _) => Cause::Assumption,
            },
            parents: node.parents.iter().map(|&parent| numbers[usize::from(parent)]).collect(),
        }
    });
    Branch { links: links.collect() }
}

/// The cells with removals in the order in which a hash table of Java's library hands them out.
///
/// The cells are their own hashes, so that the table's order is that of their numbers within its
/// size, which doubles when it is three quarters full; equal ones keep the order of their coming.
pub(super) fn in_hash_order(removals: &mut [(usize, u16)]) {
    let mut size = 16;
    while removals.len() * 4 > size * 3 {
        size *= 2;
    }
    removals.sort_by_key(|&(at, _)| at % size);
}
