//! The digits of a solution on their way out of the registers.

use sudoku_core::Grid;

/// The digits of the 81 cells, with room behind them for whole vectors.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct SolvedCells(pub(crate) [u8; 96]);

impl SolvedCells {
    /// The grid, where it lies: a copy of it in other pieces than it was written in waits until
    /// those have reached the memory.
    #[inline(always)]
    pub(crate) fn grid(&self) -> Option<&Grid> {
        Grid::from_byte_slice(&self.0[..81]).ok()?.first()
    }
}
