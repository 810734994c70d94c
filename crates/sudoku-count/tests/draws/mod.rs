//! Boards for the tests.

use sudoku_core::{Board, Cell, Digit, Relabeling, Solver, Symmetry};
use sudoku_mrv::Mrv;

/// A source of pseudorandom numbers, which are the same in every run.
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    /// Returns a number below `end`, from the generator SplitMix64.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % end as u64) as usize
    }

    /// Returns a board with this many clues that has solutions: some digits of a shuffled grid.
    pub(crate) fn board(&mut self, clues: usize) -> Board {
        // The first row and some cells of the grid are drawn, and a solver completes it. Its method
        // does not change, so the boards stay the same.
        let mut start = Board::EMPTY;
        let relabeling = Relabeling::nth(self.below(Relabeling::COUNT as usize) as u32).unwrap();
        for (cell, digit) in Cell::all().zip(Digit::all()) {
            start.set(cell, Some(relabeling.image(digit)));
        }
        for _ in 0..12 {
            let cell = Cell::new(9 + self.below(72)).unwrap();
            let candidates: Vec<Digit> = start.candidates(cell).into_iter().collect();
            let mut next = start;
            if !candidates.is_empty() {
                next.set(cell, Some(candidates[self.below(candidates.len())]));
            }
            if Mrv.first_solution(&next).is_some() {
                start = next;
            }
        }
        let grid = Mrv.first_solution(&start).unwrap();
        let mut board = Board::EMPTY;
        let symmetry = Symmetry::nth(self.below(Symmetry::COUNT as usize) as u32).unwrap();
        let grid = symmetry.apply_to_grid(&grid);
        while board.clue_count() < clues {
            let cell = Cell::new(self.below(81)).unwrap();
            board.set(cell, grid.as_board().get(cell));
        }
        board
    }
}
