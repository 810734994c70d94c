//! The technique of chains from several assumptions: it chooses the search by its [`Implications`].

use std::ops::ControlFlow;

use super::hint::ChainHint;
use super::multiple::{self, Implications, Take, Wanted};
use super::nested;
use crate::finders::explainer::LockedOrder;
use crate::finders::{ByDigit, Cache, Search, Technique};
use crate::step::StepName;
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A contradiction within one digit, with candidates gone that the assumption turned off.
    pub const NISHIO_CHAINS: Self = Self::new("Nishio forcing chains", TechniqueGroup::Chains);
    /// Chains from all candidates of a cell.
    pub const CELL_FORCING_CHAINS: Self = Self::new("cell forcing chains", TechniqueGroup::Chains);
    /// Chains from all places of a digit in a house.
    pub const HOUSE_FORCING_CHAINS: Self =
        Self::new("house forcing chains", TechniqueGroup::Chains);
    /// A contradiction, with candidates gone that the assumption turned off.
    pub const DYNAMIC_CONTRADICTION_CHAINS: Self =
        Self::new("dynamic contradiction forcing chains", TechniqueGroup::Chains);
    /// Chains from a candidate right and wrong, with candidates gone that were turned off.
    pub const DYNAMIC_DOUBLE_CHAINS: Self =
        Self::new("dynamic double forcing chains", TechniqueGroup::Chains);
    /// Chains from a cell, with candidates gone that were turned off.
    pub const DYNAMIC_CELL_CHAINS: Self =
        Self::new("dynamic cell forcing chains", TechniqueGroup::Chains);
    /// Chains from a house, with candidates gone that were turned off.
    pub const DYNAMIC_HOUSE_CHAINS: Self =
        Self::new("dynamic house forcing chains", TechniqueGroup::Chains);
}

/// Chains from a cell's candidates, from a digit's places in a house, from a candidate being right
/// and wrong, or from an assumption to a contradiction. Those with the fewest nodes come first.
#[derive(Clone, Copy, Debug)]
pub struct ImplicationChains {
    /// The implications that chains follow.
    pub implications: Implications,
    /// The order of the locked candidates that are nested in chains. It also determines the order
    /// of peers in nested cycles and chains, as in the program with this order.
    pub order: LockedOrder,
}

impl Technique for ImplicationChains {
    fn names(&self) -> &'static [StepName] {
        match self.implications {
            Implications::Nishio => &[StepName::NISHIO_CHAINS],
            Implications::Multiple => {
                &[StepName::CELL_FORCING_CHAINS, StepName::HOUSE_FORCING_CHAINS]
            }
            Implications::Dynamic | Implications::Advanced(_) => &[
                StepName::DYNAMIC_CONTRADICTION_CHAINS,
                StepName::DYNAMIC_DOUBLE_CHAINS,
                StepName::DYNAMIC_CELL_CHAINS,
                StepName::DYNAMIC_HOUSE_CHAINS,
            ],
        }
    }

    fn find(&self, Search { state, limits, scratch, sink, .. }: Search<'_>) -> ControlFlow<()> {
        let implications = self.implications;
        let take = if sink.wants_first_only() { Take::FirstOnly } else { Take::All };
        let wanted = Wanted { state, implications, take, limits };
        let mut report = |hint: ChainHint| sink.take(hint.to_step());
        if implications == Implications::Nishio {
            let Cache { failed, templates, chains } = &mut scratch.cache;
            let mut failed = failed.of(ByDigit::Nishio, state);
            multiple::nishio(&wanted, &mut failed, templates, &mut chains.own, &mut report)
        } else {
            nested::search(&wanted, self.order, &mut scratch.cache.chains, &mut report)
        }
    }
}
