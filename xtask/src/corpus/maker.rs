//! Random puzzles that meet the condition of a set.

use std::ops::RangeInclusive;

use sudoku_core::{Board, Cell, Digit, Ending, House, HouseKind, Limits, Solver};
use sudoku_count::{CountLimits, count};
use sudoku_generator::{
    GeneratedPuzzle, PuzzleRequest, Rng, random_grid, random_symmetry, seeded_rng, shuffle,
    uniform_below,
};
use sudoku_registry::find;

/// The maximum number of solutions that are enumerated.
pub(super) const MOST_SOLUTIONS: u64 = 100_000;

/// The strategies that select and answer puzzles.
pub(super) struct Maker {
    pub(super) mrv: &'static dyn Solver,
    pub(super) bitmask: &'static dyn Solver,
}

impl Maker {
    /// Returns the strategies of this task.
    pub(super) fn new() -> Result<Self, String> {
        let solver = |name| {
            let found = find(name).ok_or_else(|| format!("there is no strategy {name}"))?;
            Ok::<_, String>(found.solver)
        };
        Ok(Self { mrv: solver("mrv")?, bitmask: solver("bitmask")? })
    }

    /// Returns true if row-major search needs this number of placements to count solutions up to
    /// two.
    pub(super) fn takes(&self, board: &Board, placements: RangeInclusive<u64>) -> bool {
        let limits = Limits::solutions(2).with_nodes(*placements.end());
        let report = self.bitmask.count(board, &limits);
        report.ending != Ending::NodeLimit && placements.contains(&report.nodes)
    }

    /// Returns a minimal puzzle.
    pub(super) fn minimal(&self, rng: &mut dyn Rng) -> Option<GeneratedPuzzle> {
        PuzzleRequest::new().generate(self.mrv, rng).ok()
    }

    /// Removes clues from a minimal puzzle until it has the wanted number of solutions.
    pub(super) fn with_many(
        &self,
        wanted: &RangeInclusive<u64>,
        rng: &mut dyn Rng,
    ) -> Option<Board> {
        let mut board = self.minimal(rng)?.board;
        let mut clues: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
        shuffle(rng, &mut clues);
        let mut solutions = 1;
        while solutions < *wanted.start() {
            board.set(clues.pop()?, None);
            solutions = self.mrv.count(&board, &Limits::solutions(wanted.end() + 1)).solutions;
        }
        (wanted.contains(&solutions) && self.takes(&board, 0..=200_000)).then_some(board)
    }

    /// Returns some cells of a random grid, if they have about this power of ten of solutions, and
    /// counting takes less than about 50 ms.
    pub(super) fn of_power(&self, power: u32, rng: &mut dyn Rng) -> Option<Board> {
        let grid = random_grid(rng);
        let mut cells: Vec<Cell> = Cell::all().collect();
        shuffle(rng, &mut cells);
        // The expected number of clues for this power, with a random deviation.
        let clues = 29 - (power * 27 / 20) as usize;
        let clues = (clues + uniform_below(rng, 7) as usize).saturating_sub(3);
        let mut board = Board::EMPTY;
        for &cell in &cells[..clues] {
            board.set(cell, grid.as_board().get(cell));
        }
        let limits = CountLimits { terms: 300_000_000, ..CountLimits::NONE };
        let all = 10u128.pow(power)..10u128.pow(power + 1);
        count(&board, &limits).exact().filter(|solutions| all.contains(solutions)).map(|_| board)
    }

    /// Adds a clue to a minimal puzzle that repeats a digit in a house of this kind only.
    pub(super) fn contradicting(&self, kind: HouseKind, rng: &mut dyn Rng) -> Option<Board> {
        let mut spoiled = additions(&self.minimal(rng)?.board);
        spoiled.retain(|board| {
            !board.is_consistent() && board.contradictions().all(|pair| pair.house.kind() == kind)
        });
        shuffle(rng, &mut spoiled);
        spoiled.pop()
    }

    /// Adds a wrong clue to a minimal puzzle that repeats no digit and leads to this contradiction.
    pub(super) fn spoiled(&self, trouble: Trouble, rng: &mut dyn Rng) -> Option<Board> {
        let puzzle = self.minimal(rng)?;
        let mut spoiled = additions(&puzzle.board);
        spoiled.retain(|board| board.is_consistent() && !puzzle.solution.extends(board));
        shuffle(rng, &mut spoiled);
        spoiled.into_iter().find(|board| self.trouble(board) == trouble)
    }

    /// Returns the kind of contradiction of a consistent board without solutions.
    fn trouble(&self, board: &Board) -> Trouble {
        let blanks = || Cell::all().filter(|&cell| board.get(cell).is_none());
        let has_place = |house: House, digit| {
            house.cells().iter().any(|&cell| match board.get(cell) {
                Some(clue) => clue == digit,
                None => board.candidates(cell).contains(digit),
            })
        };
        if blanks().any(|cell| board.candidates(cell).is_empty()) {
            Trouble::Blank
        } else if House::all().any(|house| Digit::all().any(|digit| !has_place(house, digit))) {
            Trouble::House
        } else if self.mrv.count(board, &Limits::ALL).guesses == Some(0) {
            Trouble::Singles
        } else {
            Trouble::Deep
        }
    }
}

/// Draws puzzles with this seed until there are enough.
pub(super) fn draw(
    count: usize,
    seed: u64,
    mut puzzle: impl FnMut(&mut dyn Rng) -> Option<Board>,
) -> Result<Vec<Board>, String> {
    let tried = 0..100_000;
    let boards: Vec<_> =
        tried.filter_map(|index| puzzle(&mut seeded_rng(seed, index))).take(count).collect();
    if boards.len() < count {
        let made = boards.len();
        return Err(format!("the series of seed {seed} gave {made} of {count} puzzles"));
    }
    Ok(boards)
}

/// Reads a puzzle of 81 characters.
pub(super) fn read(puzzle: &str) -> Result<Board, String> {
    puzzle.parse().map_err(|error| format!("{puzzle}: {error}"))
}

/// Moves and relabels the board by random symmetries.
pub(super) fn moved(board: &Board, rng: &mut dyn Rng) -> Board {
    let (symmetry, relabeling) = random_symmetry(rng);
    relabeling.apply(&symmetry.apply(board))
}

/// The kind of contradiction that shows that a board has no solution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// A blank cell has no candidate.
    Blank,
    /// A digit has no place in a house.
    House,
    /// Placing singles leads to one of these two.
    Singles,
    /// The search must guess.
    Deep,
}

/// Returns all boards with one more clue.
fn additions(board: &Board) -> Vec<Board> {
    let blanks = Cell::all().filter(|&cell| board.get(cell).is_none());
    blanks
        .flat_map(|cell| {
            Digit::all().map(move |digit| {
                let mut more = *board;
                more.set(cell, Some(digit));
                more
            })
        })
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use super::*;

    #[test]
    fn spoiled_puzzles_have_the_trouble_that_was_asked_for() -> Result<(), String> {
        let maker = Maker::new()?;
        for trouble in [Trouble::Blank, Trouble::House, Trouble::Singles, Trouble::Deep] {
            let boards = draw(5, 1, |rng| maker.spoiled(trouble, rng))?;
            for board in boards {
                assert!(board.is_consistent());
                assert_eq!(maker.bitmask.count(&board, &Limits::ALL).solutions, 0);
                let guesses = maker.mrv.count(&board, &Limits::ALL).guesses;
                assert_eq!(guesses > Some(0), trouble == Trouble::Deep, "{board}");
            }
        }
        for kind in [HouseKind::Row, HouseKind::Column, HouseKind::Box] {
            let board = draw(1, 1, |rng| maker.contradicting(kind, rng))?[0];
            assert_eq!(board.contradictions().map(|pair| pair.house.kind()).next(), Some(kind));
        }
        Ok(())
    }
}
