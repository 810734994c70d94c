//! What the solvers ask of an instruction set.

use std::ops::ControlFlow;

use sudoku_core::{Ending, Limits, Meter};

use crate::batch::queue::Batch;
use crate::puzzle::Start;

/// A set of instructions to search with.
///
/// A value is the proof that the processor has them: only [`detect`](Self::detect) makes one. All
/// `unsafe` code of an instruction set rests on that.
pub(crate) trait InstructionSet: Copy {
    /// From this number of boards on they go to the batch engine, which is the faster one then
    /// (docs/notes/batch-engine.md says where that was measured): its lanes are full for long enough
    /// to make
    /// good that they are empty at the end. Without lanes, never.
    const BATCH_FROM: usize = usize::MAX;

    /// The proof, if this processor has the instructions.
    fn detect() -> Option<Self>;

    /// Searches one board; without `GRIDS`, what is handed out stands for a solution and is none;
    /// with `IN_DEPTH`, in the order of the batch engine.
    fn search<const GRIDS: bool, const IN_DEPTH: bool>(
        self,
        start: Start<'_>,
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending>;

    /// Searches the boards of a batch, all but those that it leaves to be searched alone. Without
    /// lanes, that is all of them.
    #[inline]
    fn search_batch(self, limits: &Limits<'_>, batch: &mut Batch<'_>) {
        while let Some((account, _)) = batch.begin(limits) {
            batch.leave(&account);
        }
    }
}
