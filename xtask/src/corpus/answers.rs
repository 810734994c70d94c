//! The answers and promises of a set, and their verification.

use sudoku_core::{Board, Cell, Ending, House, Limits};
use sudoku_corpus::{KnownPuzzle, PuzzleSet};
use sudoku_count::{CountLimits, count};
use sudoku_generator::seeded_rng;
use sudoku_registry::{STRATEGIES, find};

use super::maker::{MOST_SOLUTIONS, Maker, moved};

/// The maximum number of nodes per puzzle of a strategy that promises the time budget of 80 ms. A
/// node of `mrv` takes 80 ns, so this is 16 ms; the others take 16 ns.
const NODES_WITHIN_BUDGET: u64 = 200_000;

/// The node limit for the confirmation of an answer.
const NODES_TO_CONFIRM: u64 = 100_000_000;

/// The maximum number of solutions that are enumerated to confirm a count.
const ENUMERATED_TO_CONFIRM: u128 = 20_000_000;

/// The solutions of the empty board (Felgenhauer and Jarvis, 2005).
const GRIDS: u128 = 6_670_903_752_021_072_936_960;

impl Maker {
    /// Returns the line of a puzzle: the puzzle, the number of solutions, the solution.
    pub(super) fn answered(&self, board: &Board) -> Result<String, String> {
        let outcome = self.mrv.solve(board, &Limits::solutions(MOST_SOLUTIONS + 1));
        match (outcome.report.solutions, outcome.first) {
            (1, Some(solution)) => Ok(format!("{board},1,{solution}")),
            (solutions @ 0..=MOST_SOLUTIONS, _) => Ok(format!("{board},{solutions},")),
            _ => Ok(format!("{board},{},", counted(board)?)),
        }
    }

    /// Checks the answers of a set with both strategies, and each promise with its strategy.
    pub(super) fn verify(
        &self,
        set: &PuzzleSet<'_>,
        puzzles: &[KnownPuzzle],
    ) -> Result<String, String> {
        if let Some(name) = set.promising().find(|name| find(name).is_none()) {
            return Err(format!("{name} promises the budget, but there is no such strategy"));
        }
        let (mut confirmed, mut counted_twice) = ([0; 2], 0);
        for puzzle in puzzles {
            let board = &puzzle.board;
            let promising = STRATEGIES
                .iter()
                .filter(|strategy| strategy.is_available() && set.promises_budget(strategy.name));
            for strategy in promising {
                for solutions in [1, 2] {
                    let limits = Limits::solutions(solutions).with_nodes(NODES_WITHIN_BUDGET);
                    if strategy.solver.count(board, &limits).ending == Ending::NodeLimit {
                        return Err(format!(
                            "{} promises the budget, but is slow on {board}",
                            strategy.name
                        ));
                    }
                }
            }
            if puzzle.solutions > MOST_SOLUTIONS.into() {
                let other = count_otherwise(board, puzzle.solutions)?;
                if other != puzzle.solutions || counted(board)? != puzzle.solutions {
                    return Err(format!("the answer to {board} is wrong"));
                }
                counted_twice += 1;
                continue;
            }
            for (confirmed, solver) in confirmed.iter_mut().zip([self.mrv, self.bitmask]) {
                let outcome = solver.solve(board, &Limits::ALL.with_nodes(NODES_TO_CONFIRM));
                if outcome.report.ending != Ending::Exhausted {
                    continue;
                }
                let only = outcome.first.filter(|_| outcome.report.solutions == 1);
                if (u128::from(outcome.report.solutions), only)
                    != (puzzle.solutions, puzzle.solution)
                {
                    return Err(format!("the answer to {board} is wrong"));
                }
                *confirmed += 1;
            }
        }
        let [mrv, bitmask] = confirmed;
        let mut said =
            format!("{} puzzles, {mrv} confirmed by mrv, {bitmask} by bitmask", puzzles.len());
        if counted_twice > 0 {
            said += &format!(", {counted_twice} counted in two ways");
        }
        Ok(said)
    }
}

/// Returns the number of solutions by `sudoku-count`.
fn counted(board: &Board) -> Result<u128, String> {
    count(board, &CountLimits::NONE).exact().ok_or_else(|| format!("{board} was not counted"))
}

/// Returns the number of solutions by another method:
/// - by division of the number of all grids, if all clues are in one house;
/// - by enumeration, if the number is small;
/// - otherwise as a sum over the digits of a blank cell, each under a random symmetry.
fn count_otherwise(board: &Board, about: u128) -> Result<u128, String> {
    let clues: Vec<_> = board.clues().collect();
    let in_one_house = House::all().any(|house| {
        clues.iter().all(|(cell, _)| house.cells().contains(cell)) && board.is_consistent()
    });
    if in_one_house {
        // All ways to fill cells of one house have the same number of solutions.
        return Ok(clues.iter().zip(0..).fold(GRIDS, |grids, (_, used)| grids / (9 - used)));
    }
    if about <= ENUMERATED_TO_CONFIRM {
        let board_solver = find("board").ok_or("there is no strategy board")?.solver;
        return Ok(board_solver.count(board, &Limits::ALL).solutions.into());
    }
    let Some(cell) = Cell::all().find(|&cell| board.get(cell).is_none()) else {
        return Ok(board.to_grid().is_some().into());
    };
    let (mut sum, mut rng) = (0, seeded_rng(1, 0));
    for digit in board.candidates(cell) {
        let mut part = *board;
        part.set(cell, Some(digit));
        sum += counted(&moved(&part, &mut rng))?;
    }
    Ok(sum)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use super::super::recipes::AGAINST_BRUTE_FORCE;
    use super::*;

    const HEAD: &str = "# name: n\n# about: a\n# origin: o\n# promises-budget: ";

    fn verify(promises: &str, line: &str) -> Result<String, String> {
        let maker = Maker::new()?;
        let text = format!("{HEAD}{promises}\n{line}\n");
        let set = PuzzleSet::parse(&text).map_err(|error| error.to_string())?;
        let puzzles = set.puzzles().map_err(|error| error.to_string())?;
        maker.verify(&set, &puzzles)
    }

    #[test]
    fn wrong_answers_and_promises_are_found() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let solution =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let confirmed = Ok("1 puzzles, 1 confirmed by mrv, 1 by bitmask".to_owned());
        assert_eq!(verify("mrv", &format!("{puzzle},1,{solution}")), confirmed);

        let wrong = Err(format!("the answer to {puzzle} is wrong"));
        assert_eq!(verify("mrv", &format!("{puzzle},0,")), wrong);
        assert_eq!(verify("mrv", &format!("{puzzle},2,")), wrong);
        let other = solution.replace('1', "x").replace('2', "1").replace('x', "2");
        assert_eq!(verify("mrv", &format!("{puzzle},1,{other}")), wrong);

        let slow = format!("{AGAINST_BRUTE_FORCE},0,");
        let refused = verify("scan", &slow).unwrap_err();
        assert!(refused.starts_with("scan promises the budget, but is slow on"), "{refused}");
        assert!(verify("none", &slow).unwrap_err().starts_with("the answer"));
        let unknown = verify("other", &slow).unwrap_err();
        assert_eq!(unknown, "other promises the budget, but there is no such strategy");
    }
}
