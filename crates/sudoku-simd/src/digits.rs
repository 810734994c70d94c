//! The digits of a solution on their way out of the registers.

use sudoku_core::Grid;

/// The digits of the 81 cells, padded for whole vectors.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct SolvedCells(pub(crate) [u8; 96]);

impl SolvedCells {
    /// Returns the grid without copying it. A copy in other pieces than those written would stall
    /// until the writes reach memory.
    #[inline(always)]
    pub(crate) fn grid(&self) -> Option<&Grid> {
        Grid::from_byte_slice(&self.0[..81]).ok()?.first()
    }
}
