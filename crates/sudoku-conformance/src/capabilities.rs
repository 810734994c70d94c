//! What a strategy says of itself, which the suite then holds it to.

/// What a strategy claims of itself beyond the contract.
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
    /// The claims of a strategy with this registered name: nothing beyond the contract.
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

    /// Solutions come in lexicographic order.
    #[must_use]
    pub const fn lexicographic(self) -> Self {
        Self { lexicographic: true, ..self }
    }

    /// A batch takes the tree in another order than a single search: where a limit ends the search,
    /// it may have another first solution and other counters. (Where nothing does, the solutions
    /// and the ending are the same all the same.)
    #[must_use]
    pub const fn batches_in_another_order(self) -> Self {
        Self { batches_in_another_order: true, ..self }
    }

    /// Placements are counted, and they are the steps of the work limit.
    #[must_use]
    pub const fn placements_are_nodes(self) -> Self {
        Self { placements: true, placements_are_nodes: true, ..self }
    }

    /// Placements are counted, but steps are something else.
    #[must_use]
    pub const fn placements(self) -> Self {
        Self { placements: true, ..self }
    }

    /// Guesses are counted.
    #[must_use]
    pub const fn guesses(self) -> Self {
        Self { guesses: true, ..self }
    }
}
