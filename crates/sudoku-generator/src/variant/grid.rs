//! Grids that obey rules about the whole board.

use rand::Rng;
use sudoku_core::{Board, Cell, Digit, Ending, Grid, Limits, Solver};
use sudoku_variants::{Rule, Ruled, Rules, Weighted};

use crate::draw::shuffle;

/// The reason why an attempt ends early.
pub(super) enum GivenUp {
    /// A search took too long or was stopped.
    TooLong,
    /// No grid obeys the rules about the whole board.
    NoGrid,
}

/// The minimum number of clues of a board that is checked for a single solution.
const MANY: usize = 10;

/// The maximum number of nodes of a search from few clues, which may take long.
const MOST_NODES: u64 = 100_000;

/// Draws a grid that obeys the rules. Fails if no grid does, or if a search reaches its limits.
///
/// The cells are filled in random order. Each gets one of the digits for which a solution exists,
/// each equally likely, until only one solution is left. The grids themselves are not equally
/// likely.
pub(super) fn grid_with_rules<R: Rng + ?Sized>(
    rules: &[Rule],
    limits: &Limits<'_>,
    rng: &mut R,
) -> Result<Grid, GivenUp> {
    let mut puzzle = Rules { board: Board::EMPTY, rules: rules.to_vec() };
    let search = |puzzle: &Rules, most: u64| {
        let mut limits = limits.with_nodes(MOST_NODES);
        limits.solutions = most;
        let ruled = Ruled::new(puzzle).map_err(|_| GivenUp::TooLong)?;
        let outcome = Weighted.solve(&ruled, &limits);
        match outcome.report.ending {
            Ending::Exhausted | Ending::SolutionLimit => {
                Ok((outcome.first, outcome.report.solutions))
            }
            _ => Err(GivenUp::TooLong),
        }
    };
    let mut grid = search(&puzzle, 1)?.0.ok_or(GivenUp::NoGrid)?;
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
            return Ok(grid);
        }
    }
    Ok(grid)
}
