//! Explanations why a puzzle does not have exactly one solution.

use std::ops::ControlFlow;

use sudoku_core::{Board, Candidates, Cell, Limits, Solver};
use sudoku_variants::{Ruled, Weighted};

/// Names clues that contradict each other, or a cell where two solutions differ.
pub(crate) fn cause(solver: &dyn Solver, board: &Board) -> String {
    if let Some(contradiction) = board.contradictions().next() {
        return format!("no solution: {contradiction}");
    }
    ambiguity(solver, board)
}

/// Names a cell without candidates, or a cell where two solutions differ.
pub(crate) fn cause_among(solver: &dyn Solver<Candidates>, puzzle: &Candidates) -> String {
    match Cell::all().find(|&cell| puzzle.get(cell).is_empty()) {
        Some(cell) => format!("no solution: {cell} has no candidate"),
        None => ambiguity(solver, puzzle),
    }
}

/// Names a rule that the clues break, or a cell where two solutions differ.
pub(crate) fn cause_by_rules(puzzle: &Ruled) -> String {
    let rules = puzzle.rules();
    match rules.find_broken(&rules.board) {
        Some(broken) => format!("no solution: {broken}"),
        None => ambiguity(&Weighted, puzzle),
    }
}

/// Names a cell where two solutions differ, or reports that there is no solution.
fn ambiguity<P>(solver: &dyn Solver<P>, puzzle: &P) -> String {
    let mut solutions = Vec::new();
    solver.search(puzzle, &Limits::solutions(2), &mut |grid| {
        solutions.push(*grid);
        ControlFlow::Continue(())
    });
    let [one, two] = &solutions[..] else {
        return "no solution".to_owned();
    };
    let digits = |cell: &Cell| [one, two].map(|grid| grid.as_bytes()[cell.index()]);
    let differs = |cell: &Cell| digits(cell)[0] != digits(cell)[1];
    match Cell::all().find(differs) {
        Some(cell) => {
            let [one, two] = digits(&cell);
            let (least, most) = (one.min(two), one.max(two));
            format!("several solutions: {cell} can be {least} or {most}")
        }
        None => "several solutions".to_owned(),
    }
}
