//! Explanations why a puzzle does not have exactly one solution.

use std::ops::ControlFlow;

use sudoku_core::{Board, Candidates, Cell, Digit, Ending, Limits, Solver};
use sudoku_rules::{Primitive, Rule, Rules};
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

/// Names a rule that the clues break, a wrong clue, or a cell where two solutions differ.
pub(crate) fn cause_by_rules(puzzle: &Ruled) -> String {
    let rules = puzzle.rules();
    if let Some(broken) = rules.find_broken(&rules.board) {
        return format!("{NO_SOLUTION}: {broken}");
    }
    let cause = ambiguity(&Weighted, puzzle);
    let conflict = if cause == NO_SOLUTION { conflict(rules) } else { None };
    conflict.map_or(cause, |conflict| format!("{NO_SOLUTION}: {conflict}"))
}

/// Names a clue that a rule excludes, a rule that the clues exclude, or a clue that alone prevents
/// a solution.
fn conflict(rules: &Rules) -> Option<String> {
    let has_no_boxes = |rule: &&Rule| rule.primitives().contains(&Primitive::NoBoxes);
    let without_boxes: Vec<Rule> = rules.rules.iter().filter(has_no_boxes).cloned().collect();
    let board_of = |clues: &[(Cell, Digit)]| {
        let mut board = Board::EMPTY;
        clues.iter().for_each(|&(cell, digit)| board.set(cell, Some(digit)));
        board
    };
    // The number of solutions up to two, if the search is short.
    let solutions = |board: Board, rules: &[Rule]| {
        let rules = without_boxes.iter().chain(rules).cloned().collect();
        let puzzle = Ruled::new(&Rules { board, rules }).ok()?;
        let report = Weighted.count(&puzzle, &Limits::solutions(2).with_nodes(MOST_NODES));
        (report.ending != Ending::NodeLimit).then_some(report.solutions)
    };
    let is_excluded = |board: Board, rule: &Rule| {
        solutions(board, std::slice::from_ref(rule)) == Some(0) && solutions(board, &[]) != Some(0)
    };
    for rule in &rules.rules {
        let is_inside =
            |(cell, _): &(Cell, Digit)| rule.cells().contains(cell) || rule.others().contains(cell);
        let inside: Vec<_> = rules.board.clues().filter(is_inside).collect();
        let alone = inside.iter().find(|&&clue| is_excluded(board_of(&[clue]), rule));
        if let Some((cell, digit)) = alone {
            return Some(format!("{cell}={digit} contradicts the rule ({rule})"));
        }
        if !inside.is_empty() && is_excluded(board_of(&inside), rule) {
            return Some(format!("the digits in its cells contradict the rule ({rule})"));
        }
    }
    for rule in &rules.rules {
        if is_excluded(rules.board, rule) {
            return Some(match rules.board == Board::EMPTY {
                true => format!("no grid satisfies the rule ({rule})"),
                false => format!("the digits on the board contradict the rule ({rule})"),
            });
        }
    }
    let is_wrong = |&(cell, _): &(Cell, Digit)| {
        let mut board = rules.board;
        board.set(cell, None);
        solutions(board, &rules.rules) == Some(1)
    };
    let wrong = rules.board.clues().find(is_wrong);
    wrong.map(|(cell, digit)| format!("without {cell}={digit}, there is exactly one"))
}

/// The maximum number of nodes of a search for a conflict.
const MOST_NODES: u64 = 10_000;

const NO_SOLUTION: &str = "no solution";

/// Names a cell where two solutions differ, or reports that there is no solution.
fn ambiguity<P>(solver: &dyn Solver<P>, puzzle: &P) -> String {
    let mut solutions = Vec::new();
    solver.search(puzzle, &Limits::solutions(2), &mut |grid| {
        solutions.push(*grid);
        ControlFlow::Continue(())
    });
    let [one, two] = &solutions[..] else {
        return NO_SOLUTION.to_owned();
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
