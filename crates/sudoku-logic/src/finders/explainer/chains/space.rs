//! The memory that searches for chains keep between calls.
//!
//! A nested search runs the chain techniques again on a board that follows from an assumption, so
//! each level of nesting has its own memory. The answers for boards that were searched before are
//! kept by board and technique.

use std::collections::HashMap;
use std::rc::Rc;

use super::hint::ChainHint;
use super::multiple::{ChainSpace, Implications};
use crate::graph::{ImplicationGraph, LinkKinds};
use crate::state::State;

/// Memory for chains and for nested chains.
#[derive(Default)]
pub(crate) struct NestedSpace {
    pub(super) own: ChainSpace,
    pub(super) answers: Answers,
    pub(super) inner: Option<Box<NestedSpace>>,
}

impl NestedSpace {
    /// Returns the link graph of a board, closed over these links.
    pub(crate) fn graph(&mut self, state: &State, links: LinkKinds) -> &mut ImplicationGraph {
        let graph = self.own.graph.get_or_insert_default();
        graph.read(state);
        graph.close_over(state, links);
        graph
    }
}

/// A chain technique that is nested in chains.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Inner {
    /// Cycles and forcing chains.
    Static,
    Implications(Implications),
}

/// The key of a nested search: the technique and the board.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Asked {
    pub(super) inner: Inner,
    /// True if nested locked candidates are searched house by house, false if digit by digit.
    pub(super) is_by_house: bool,
    pub(super) sets: [u16; 81],
}

/// Results for earlier boards: chains from different assumptions often reach the same board.
#[derive(Default)]
pub(super) struct Answers {
    known: HashMap<Asked, Rc<[Rc<ChainHint>]>>,
    /// The number of nodes of the chains.
    nodes: usize,
}

impl Answers {
    /// The number of nodes above which the memory is cleared. They use a few megabytes and are
    /// freed quickly, so that a stopped search ends soon. With half this number, puzzles rated 11
    /// take 10% longer.
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
