//! The capabilities that a strategy declares and the suite checks.

/// The capabilities of a strategy beyond the promises of `Solver`.
#[derive(Clone, Copy, Debug)]
pub struct SolverCapabilities {
    pub(crate) name: &'static str,
    pub(crate) lexicographic: bool,
    pub(crate) placements: bool,
    pub(crate) placements_are_nodes: bool,
    pub(crate) guesses: bool,
    pub(crate) batches_in_another_order: bool,
}

impl SolverCapabilities {
    /// Starts with no capabilities. The name is that of the registry and of the corpus's promises.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            lexicographic: false,
            placements: false,
            placements_are_nodes: false,
            guesses: false,
            batches_in_another_order: false,
        }
    }

    /// Declares that solutions come in lexicographic order.
    #[must_use]
    pub const fn lexicographic(self) -> Self {
        Self { lexicographic: true, ..self }
    }

    /// Declares that a batch searches the tree in another order than a single search. If a limit
    /// ends the search, the batch may have another first solution and other counters. Without a
    /// limit, the solutions and the ending are the same.
    #[must_use]
    pub const fn batches_in_another_order(self) -> Self {
        Self { batches_in_another_order: true, ..self }
    }

    /// Declares that placements are counted, and that they are the nodes of the node limit.
    #[must_use]
    pub const fn placements_are_nodes(self) -> Self {
        Self { placements: true, placements_are_nodes: true, ..self }
    }

    /// Declares that placements are counted, and that nodes are something else.
    #[must_use]
    pub const fn placements(self) -> Self {
        Self { placements: true, ..self }
    }

    /// Declares that guesses are counted.
    #[must_use]
    pub const fn guesses(self) -> Self {
        Self { guesses: true, ..self }
    }
}
