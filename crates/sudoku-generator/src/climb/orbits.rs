//! The puzzles that result from a symmetric puzzle by replacing one orbit of clues by another.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use sudoku_core::{Board, Cell, Ending, Grid, Limits, Solver};

use crate::unavoidable::{BITS, CellBits, cells};

/// The maximum number of solutions that a puzzle without an orbit may have. With more solutions,
/// listing them would take too long, and the orbit is not replaced.
const MOST_SOLUTIONS: u64 = 4096;

/// The maximum number of replacements that are examined for each removed orbit. There may be
/// thousands of them.
const MOST_TRIED: usize = 16;

/// Passes orbit-minimal puzzles that result from replacing one orbit of clues by another, a sample
/// of all. The choice does not depend on the solver. Ends early when the stop flag is raised.
pub(super) fn each_neighbor(
    solver: &dyn Solver,
    puzzle: &Board,
    orbits: &[CellBits],
    stop: Option<&AtomicBool>,
    found: &mut dyn FnMut(&Board),
) {
    let clues: CellBits = puzzle.clues().fold(0, |set, (cell, _)| set | BITS[cell.index()]);
    for &removed in orbits.iter().filter(|&orbit| orbit & clues != 0) {
        let rest = without(puzzle, removed);
        let mut listed = Limits::solutions(MOST_SOLUTIONS + 1);
        listed.stop = stop;
        let mut grids: Vec<Grid> = Vec::new();
        let report = solver.search(&rest, &listed, &mut |grid| {
            grids.push(*grid);
            ControlFlow::Continue(())
        });
        if report.ending == Ending::Stopped {
            return;
        }
        // Without a second solution, the new orbit would not be needed.
        if report.ending != Ending::Exhausted || grids.len() < 2 {
            continue;
        }
        let left = clues & !removed;
        let mut proper: Vec<(CellBits, &Grid)> = Vec::new();
        for &added in orbits.iter().filter(|&orbit| orbit & left == 0) {
            proper.extend(alone(&grids, added).into_iter().map(|grid| (added, grid)));
        }
        for &(added, grid) in proper.iter().step_by(proper.len().div_ceil(MOST_TRIED).max(1)) {
            let mut neighbor = rest;
            cells(added)
                .filter_map(Cell::new)
                .for_each(|cell| neighbor.set(cell, grid.as_board().get(cell)));
            let mut others = orbits.iter().filter(|&orbit| orbit & left != 0);
            if !others.any(|&orbit| solver.is_proper(&without(&neighbor, orbit))) {
                found(&neighbor);
            }
        }
    }
}

/// Returns the solutions that differ from every other one in the cells, in the order of their
/// digits there. The puzzle with these digits is proper.
fn alone(grids: &[Grid], orbit: CellBits) -> Vec<&Grid> {
    let digits = |grid: &Grid| {
        cells(orbit).fold(0_u32, |digits, cell| digits * 10 + u32::from(grid.as_bytes()[cell]))
    };
    let mut keys: Vec<(u32, &Grid)> = grids.iter().map(|grid| (digits(grid), grid)).collect();
    keys.sort_unstable_by_key(|&(digits, _)| digits);
    let same = keys.chunk_by(|(one, _), (other, _)| one == other);
    same.filter_map(|same| if let [(_, grid)] = same { Some(*grid) } else { None }).collect()
}

/// Returns the board without the clues in these cells.
fn without(board: &Board, removed: CellBits) -> Board {
    let mut board = *board;
    cells(removed).filter_map(Cell::new).for_each(|cell| board.set(cell, None));
    board
}
