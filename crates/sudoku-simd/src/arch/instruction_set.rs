//! The trait that every instruction set implements.

use std::ops::ControlFlow;

use sudoku_core::{Ending, Limits, Meter};

use crate::batch::queue::Batch;
use crate::puzzle::Start;

/// An instruction set for searches.
///
/// A value proves that the processor has the instructions, because only [`detect`](Self::detect)
/// makes one. All `unsafe` code of an instruction set relies on this proof.
pub(crate) trait InstructionSet: Copy {
    /// The number of boards from which the batch engine is faster than the board engine. Large
    /// batches fill its lanes long enough to make up for the empty lanes at the end. Without lanes,
    /// it is the maximum number. docs/notes/batch-engine.md has the measurements.
    const BATCH_FROM: usize = usize::MAX;

    /// Returns the proof if this processor has the instructions.
    fn detect() -> Option<Self>;

    /// Searches one board. Without `GRIDS`, the callback gets a placeholder instead of each
    /// solution. With `IN_DEPTH`, the order is that of the batch engine.
    fn search<const GRIDS: bool, const IN_DEPTH: bool>(
        self,
        start: Start<'_>,
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending>;

    /// Propagates until nothing changes, and returns the changed cells as bits. Returns `None` at a
    /// contradiction, and then changes nothing. Digit d of a cell is bit d − 1.
    fn propagate(self, cells: &mut [u16; 81]) -> Option<u128>;

    /// Searches the boards of a batch, except those that it leaves to be searched alone. Without
    /// lanes, it leaves all of them.
    #[inline]
    fn search_batch(self, limits: &Limits<'_>, batch: &mut Batch<'_>) {
        while let Some((account, _)) = batch.begin(limits) {
            batch.leave(&account);
        }
    }
}
