//! What searches for chains keep from one to the next.

use std::collections::HashMap;
use std::rc::Rc;

use super::hint::ChainHint;
use super::links::{Graph, Links};
use super::multiple::{ChainSpace, Implications};
use crate::state::State;

/// Memory for chains, and for the chains inside of them.
#[derive(Default)]
pub(crate) struct NestedSpace {
    pub(super) own: ChainSpace,
    pub(super) answers: Answers,
    pub(super) inner: Option<Box<NestedSpace>>,
}

impl NestedSpace {
    /// The links of a board, turned to these.
    pub(crate) fn graph(&mut self, state: &State, links: Links) -> &mut Graph {
        let graph = self.own.graph.get_or_insert_default();
        graph.read(state);
        graph.turn_to(state, links);
        graph
    }
}

/// A chain technique that is used inside of chains.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Inner {
    Forcing,
    Implications(Implications),
}

/// What is looked for on which board.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Asked {
    pub(super) inner: Inner,
    /// Whether locked candidates inside come house by house, not digit by digit.
    pub(super) is_by_house: bool,
    pub(super) sets: [u16; 81],
}

/// What was found on boards before: chains from different assumptions often come to the same.
#[derive(Default)]
pub(super) struct Answers {
    known: HashMap<Asked, Rc<[Rc<ChainHint>]>>,
    /// How many nodes the chains have.
    nodes: usize,
}

impl Answers {
    /// With more nodes than these all is forgotten: they take a few megabytes, and so little time
    /// to give back that a search that is stopped ends soon. With half as many, puzzles rated 11
    /// take a tenth longer.
    const MOST_NODES: usize = 25_000;

    pub(super) fn get(&self, asked: &Asked) -> Option<Rc<[Rc<ChainHint>]>> {
        self.known.get(asked).map(Rc::clone)
    }

    pub(super) fn keep(&mut self, asked: Asked, chains: &Rc<[Rc<ChainHint>]>) {
        if self.nodes > Self::MOST_NODES {
            *self = Self::default();
        }
        let nodes = chains.iter().flat_map(|hint| &hint.chains).map(Vec::len);
        self.nodes += nodes.sum::<usize>() + 1;
        self.known.insert(asked, Rc::clone(chains));
    }
}
