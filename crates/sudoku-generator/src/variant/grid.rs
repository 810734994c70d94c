//! Grids that obey rules about the whole board.

use rand::Rng;
use sudoku_core::{Board, Cell, Digit, Ending, Grid, Limits, Solver};
use sudoku_variants::{Rule, Ruled, Rules, Weighted};

use crate::draw::shuffle;

/// The minimum number of clues of a board that is checked for a single solution.
const MANY: usize = 10;

/// The maximum number of nodes of a search from few clues, which may take long.
const MOST_NODES: u64 = 100_000;

/// Draws a grid that obeys the rules, or returns `None` if a search reaches its limits.
///
/// The cells are filled in random order. Each gets one of the digits for which a solution exists,
/// each equally likely, until only one solution is left. The grids themselves are not equally
/// likely.
pub(super) fn grid_with_rules<R: Rng + ?Sized>(
    rules: &[Rule],
    limits: &Limits<'_>,
    rng: &mut R,
) -> Option<Grid> {
    let mut puzzle = Rules { board: Board::EMPTY, rules: rules.to_vec() };
    let search = |puzzle: &Rules, most: u64| {
        let mut limits = limits.with_nodes(MOST_NODES);
        limits.solutions = most;
        let outcome = Weighted.solve(&Ruled::new(puzzle).ok()?, &limits);
        let is_known = matches!(outcome.report.ending, Ending::Exhausted | Ending::SolutionLimit);
        is_known.then_some((outcome.first, outcome.report.solutions))
    };
    let mut grid = search(&puzzle, 1)?.0?;
    let mut order: Vec<Cell> = Cell::all().collect();
    shuffle(rng, &mut order);
    for (clues, &cell) in (1..).zip(&order) {
        let mut digits: Vec<Digit> = Digit::all().collect();
        shuffle(rng, &mut digits);
        for digit in digits {
            puzzle.board.set(cell, Some(digit));
            // The last grid shows that a solution with its own digit exists.
            if grid.as_board().get(cell) == Some(digit) {
                break;
            }
            if let Some(other) = search(&puzzle, 1)?.0 {
                grid = other;
                break;
            }
        }
        if clues >= MANY && search(&puzzle, 2)?.1 == 1 {
            return Some(grid);
        }
    }
    Some(grid)
}
