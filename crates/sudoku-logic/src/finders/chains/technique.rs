//! The technique of chains from several assumptions: it chooses the search by its [`Implications`].

use std::ops::ControlFlow;

use super::hint::ChainHint;
use super::multiple::{self, Implications, Take, Wanted};
use super::nested;
use crate::finders::{ByDigit, Cache, LockedOrder, Search, Technique};
use crate::step::StepName;

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
        use StepName::{
            CellForcingChains, DynamicCellChains, DynamicContradictionChains, DynamicDoubleChains,
            DynamicHouseChains, HouseForcingChains, NishioChains,
        };
        match self.implications {
            Implications::Nishio => &[NishioChains],
            Implications::Multiple => &[CellForcingChains, HouseForcingChains],
            Implications::Dynamic | Implications::Advanced(_) => &[
                DynamicContradictionChains,
                DynamicDoubleChains,
                DynamicCellChains,
                DynamicHouseChains,
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
