//! Complete grids at random.

use rand::Rng;
use sudoku_core::{Board, Cell, Digit, Grid, Relabeling, Symmetry};

use crate::below;

/// Draws a complete valid grid.
///
/// The blank with the fewest candidates (the first of them, row by row) gets one of its candidates,
/// each equally likely, until the grid is full; when a blank has none left, everything starts over.
/// The grid is then moved and relabeled by symmetries drawn uniformly.
///
/// It is not uniform over the 6,670,903,752,021,072,936,960 grids. The fill meets a grid with a
/// chance in proportion to the product of 1/candidates along its path, which for the middle nine
/// tenths of the grids it draws varies by a factor of 57. The symmetries make the grids of one class
/// equally likely, and leave what differs between classes.
pub fn random_grid<R: Rng + ?Sized>(rng: &mut R) -> Grid {
    let grid = loop {
        if let Some(grid) = fill(rng) {
            break grid;
        }
    };
    let symmetry = Symmetry::nth(below(rng, Symmetry::COUNT.into()) as u32).unwrap_or_default();
    let relabeling = Relabeling::nth(below(rng, Relabeling::COUNT.into()) as u32);
    relabeling.unwrap_or_default().apply_to_grid(&symmetry.apply_to_grid(&grid))
}

/// Fills the empty board, or ends at a blank without a candidate.
fn fill<R: Rng + ?Sized>(rng: &mut R) -> Option<Grid> {
    let mut board = Board::EMPTY;
    // The digits, bit `d` for digit `d`, that the 27 houses still lack.
    let mut free = [0x3fe_u16; 27];
    let mut blanks: Vec<Cell> = Cell::all().collect();
    let candidates = |free: &[u16; 27], cell: Cell| {
        cell.houses().iter().fold(0x3fe, |digits, house| digits & free[house.index()])
    };
    while let Some((place, digits)) = blanks
        .iter()
        .map(|&cell| candidates(&free, cell))
        .enumerate()
        .min_by_key(|(_, digits)| digits.count_ones())
    {
        let cell = blanks.remove(place);
        let chosen = below(rng, digits.count_ones().into());
        // Nothing can be chosen from no candidates: the dead end.
        let digit = (1..=9).filter(|digit| digits & (1 << digit) != 0).nth(chosen as usize)?;
        board.set(cell, Digit::new(digit));
        for house in cell.houses() {
            free[house.index()] &= !(1 << digit);
        }
    }
    board.to_grid()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeded;

    /// One over the chance that a pass of [`fill`] ends with this grid.
    fn weight(grid: &Grid) -> f64 {
        let mut board = Board::EMPTY;
        let mut weight = 1.0;
        while let Some(cell) = Cell::all()
            .filter(|&cell| board.get(cell).is_none())
            .min_by_key(|&cell| board.candidates(cell).len())
        {
            weight *= board.candidates(cell).len() as f64;
            board.set(cell, grid.as_board().get(cell));
        }
        weight
    }

    /// If a grid's chance is what the documentation says, then the mean of its inverse over all
    /// passes, dead ends counted as 0, is the number of grids.
    #[test]
    fn chances_are_as_documented() {
        let mut rng = seeded(1, 0);
        let passes = 20_000;
        let mean =
            (0..passes).filter_map(|_| fill(&mut rng)).map(|grid| weight(&grid)).sum::<f64>()
                / f64::from(passes);
        let ratio = mean / 6_670_903_752_021_072_936_960.0;
        assert!((0.95..1.05).contains(&ratio), "{ratio}");
    }
}
