//! docs
use std::ops::ControlFlow;
pub use sudoku_core::*;

mod chutes;
mod narrow;
mod portable;
mod search;
mod simd;
mod wide;

/// x
#[derive(Debug)]
pub struct BoardSolver(pub u8);
impl BoardSolver {
    fn run<const GRIDS: bool>(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let mut guesses = 0;
        let b = board.as_bytes();
        let report = Meter::run(limits, found, |meter| match self.0 {
            0 => simd::search_avx512::<GRIDS>(
                simd::Avx512::detect().unwrap(),
                b,
                meter,
                &mut guesses,
            ),
            1 => simd::search_avx2::<GRIDS>(simd::Avx2::detect().unwrap(), b, meter, &mut guesses),
            _ => search::explore::<_, GRIDS>(
                narrow::Board9::<portable::Words>(()),
                b,
                meter,
                &mut guesses,
            ),
        });
        report.with_guesses(guesses)
    }
}
impl Solver for BoardSolver {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        self.run::<true>(board, limits, found)
    }
    fn count(&self, board: &Board, limits: &Limits<'_>) -> Report {
        self.run::<false>(board, limits, &mut |_| ControlFlow::Continue(()))
    }
}
