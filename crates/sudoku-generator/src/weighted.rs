//! Minimal puzzles with weights that make them equally likely.

use rand::Rng;
use sudoku_core::{Board, Grid, Solver};

use crate::draw::shuffle;
use crate::grid::random_grid;
use crate::removal::{Removal, RemovalTarget, another_solution};
use crate::unavoidable::{CellBits, board_of, cells};

/// A minimal puzzle, and how much it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Weighted {
    /// The puzzle.
    pub board: Board,
    /// Its only solution.
    pub solution: Grid,
    /// How many puzzles it stands for, in a unit that is the same for all.
    pub weight: f64,
}

impl Weighted {
    /// Draws a minimal puzzle without symmetry, as the default [`PuzzleRequest`](crate::PuzzleRequest) does,
    /// and says how much more rarely it is drawn than others: sums over the drawn puzzles, each
    /// times its weight, are on average and up to a common factor sums over all minimal puzzles,
    /// each counted once. Weights differ widely, and it takes many draws: a million count as much
    /// as some two thousand puzzles that are drawn evenly, and now and then as far fewer.
    ///
    /// # Why
    /// Taking clues away in random order is the same as taking away, again and again, one of those
    /// that can go, each equally likely. A way from the grid down to a puzzle of `n` clues is so
    /// taken with the chance `1/m₁ · 1/m₂ · …`, where the `m` are the numbers of clues that could
    /// go. Every order of the `81 - n` cells that are not clues is such a way, because what lies
    /// between a proper puzzle and its solution is proper. With the weight `m₁ · m₂ · … / (81 -
    /// n)!` the chance times the weight, summed over all ways to a puzzle, is 1 for each of them,
    /// whatever the numbers are; and the grids are equally likely.
    ///
    /// That is Berthier's controlled-bias generator ("Unbiased Statistics of a CSP", 2009) with
    /// weights in place of refusals: his accepts a way with the chance `m₁/81 · m₂/80 · …`, which
    /// leaves one puzzle in 257,000. Here every puzzle is kept, and the price is that weights
    /// differ.
    ///
    /// The numbers of clues that could go are found by bisection: a clue of the puzzle can go up to
    /// some point of the way and from there on never again, all other clues can go until they do.
    pub fn draw<R: Rng + ?Sized>(solver: &dyn Solver, rng: &mut R) -> Self {
        let solution = random_grid(rng);
        let mut order: [CellBits; 81] = std::array::from_fn(|cell| 1 << cell);
        shuffle(rng, &mut order);
        let target = RemovalTarget { least: 0, stop_at: 0 };
        let removal = Removal::run(solver, &solution, &order, target);
        let clues = removal.clues();

        // The boards of the way, and for each cell that went, when it did.
        let mut way = vec![(1 << 81) - 1];
        let mut went = [0_usize; 81];
        for set in order.into_iter().filter(|set| set & clues == 0) {
            way.push(way[way.len() - 1] & !set);
            went[set.trailing_zeros() as usize] = way.len() - 1;
        }
        // From which board of the way on a clue of the puzzle cannot go.
        let needed_from = |clue: CellBits| {
            let last = |set: CellBits| cells(set & !clue).map(|cell| went[cell]).max().unwrap_or(0);
            let reasons = removal.sets().filter(|set| set & clues == clue).map(last);
            let (mut least, mut most) = (0, reasons.min().unwrap_or(way.len() - 1));
            while least < most {
                let middle = (least + most) / 2;
                let board = board_of(&solution, way[middle] & !clue);
                match another_solution(solver, &solution, &board, clue) {
                    // All cells of the set have gone by now, unless the solver is wrong.
                    Some(set) => most = last(set).min(middle),
                    None => least = middle + 1,
                }
            }
            least
        };
        let mut can_go = vec![0_u32; way.len()];
        for clue in cells(clues).map(|cell| 1 << cell) {
            can_go[..needed_from(clue)].iter_mut().for_each(|number| *number += 1);
        }
        // The product, a factor for each removal, with the factorial's in the same order.
        let removals = way.len() - 1;
        let weight = can_go[..removals].iter().enumerate().fold(1.0, |weight, (gone, &more)| {
            weight * f64::from((removals - gone) as u32 + more) / (gone + 1) as f64
        });
        Self { board: board_of(&solution, clues), solution, weight }
    }
}
