//! The propagation of one board without a search.

use super::search::BoardEngine;

/// An engine that propagates candidates in memory. Digit d of a cell is bit d − 1.
pub(crate) trait Propagation: BoardEngine {
    /// Reads the candidates.
    fn load(self, cells: &[u16; 81]) -> Self::Candidates;

    /// Propagates until nothing changes. Returns false at a contradiction.
    fn propagate(self, candidates: &mut Self::Candidates) -> bool;

    /// Writes the candidates of the cells that changed, and returns these cells as bits.
    fn write_changes(
        self,
        before: &Self::Candidates,
        after: &Self::Candidates,
        cells: &mut [u16; 81],
    ) -> u128;
}

/// Propagates until nothing changes, and returns the changed cells as bits. Returns `None` at a
/// contradiction, and then changes nothing.
///
/// It detects order-dependent contradictions, so the result does not depend on the engine.
#[inline(always)]
pub(crate) fn propagate<E: Propagation>(engine: E, cells: &mut [u16; 81]) -> Option<u128> {
    let before = engine.load(cells);
    let mut after = before;
    if !engine.propagate(&mut after) || engine.has_order_dependent_contradiction(&after) {
        return None;
    }
    Some(engine.write_changes(&before, &after, cells))
}
