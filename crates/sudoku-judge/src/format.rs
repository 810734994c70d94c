//! The input and output formats of the judge's two problems, and the check of an answer.

use serde::Serialize;
use strum::{Display, EnumString, VariantNames};
use sudoku_core::{Board, Cell, Grid, Limits, Solver};
use sudoku_text::FileFormat;

/// One of Baekjoon's two Sudoku problems.
///
/// Its name as text is that of its text format, such as `boj2580`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Display, EnumString, VariantNames)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum JudgeFormat {
    /// Nine lines of nine digits with spaces between them, in and out. Any completion is right.
    Boj2580,
    /// Nine lines of nine digits, in and out. Only the lexicographically smallest completion is
    /// right.
    Boj2239,
}

impl JudgeFormat {
    /// Returns the text format of puzzles and grids.
    #[must_use]
    pub const fn format(self) -> FileFormat {
        match self {
            Self::Boj2580 => FileFormat::Boj2580,
            Self::Boj2239 => FileFormat::Boj2239,
        }
    }

    /// Reads an output and compares it with the puzzle.
    ///
    /// As at Baekjoon, spaces at the end of a line and empty lines at the end of the output are
    /// ignored. In 2580, several spaces between two digits count as one.
    ///
    /// # Errors
    /// A description of the first mistake in the output.
    pub fn check(self, output: &str, puzzle: &Board) -> Result<Grid, String> {
        let lines: Vec<&str> = output.trim_end().lines().map(str::trim_end).collect();
        let mut digits = [0; 81];
        for (at, (text, slots)) in lines.iter().zip(digits.chunks_mut(9)).enumerate() {
            let row = self.row(text).ok_or_else(|| {
                // The line may be long or have control characters.
                let found: String = text.chars().take(40).flat_map(char::escape_debug).collect();
                let (line, between) = (at + 1, self.between());
                format!("line {line} of its output is not nine digits {between}: `{found}`")
            })?;
            slots.copy_from_slice(&row);
        }
        match lines.len() {
            9 => {}
            0 => return Err("its output is empty".to_owned()),
            count => return Err(format!("its output has {count} lines instead of nine")),
        }
        let grid = Grid::new(digits).map_err(|error| format!("{} is blank", error.cell))?;
        if let Some(contradiction) = grid.as_board().contradictions().next() {
            return Err(contradiction.to_string());
        }
        let is_changed = |&cell: &Cell| {
            puzzle.get(cell).is_some_and(|clue| grid.as_board().get(cell) != Some(clue))
        };
        let changed = Cell::all().find(is_changed);
        changed.map_or(Ok(grid), |cell| Err(format!("{cell} is a clue and was changed")))
    }

    /// Returns a description of the space between two digits of a line.
    const fn between(self) -> &'static str {
        match self {
            Self::Boj2580 => "with spaces between them",
            Self::Boj2239 => "without spaces between them",
        }
    }

    /// Reads the nine digits of a line in this format.
    fn row(self, line: &str) -> Option<[u8; 9]> {
        let digit = |word: &str| match word.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(*digit - b'0'),
            _ => None,
        };
        let digits: Option<Vec<u8>> = match self {
            Self::Boj2580 => line.split_whitespace().map(digit).collect(),
            Self::Boj2239 => line.split_inclusive(|_| true).map(digit).collect(),
        };
        digits?.try_into().ok()
    }
}

/// Returns the lexicographically smallest completion, if any. Works with a solver that finds
/// solutions in any order: it takes, cell by cell, the smallest digit that still has a solution.
pub(crate) fn smallest(puzzle: &Board, solver: &dyn Solver) -> Option<Grid> {
    let outcome = solver.solve(puzzle, &Limits::solutions(2));
    let first = outcome.first?;
    if outcome.report.solutions == 1 {
        return Some(first);
    }
    let (mut board, mut best) = (*puzzle, first);
    for cell in Cell::all().filter(|&cell| puzzle.get(cell).is_none()) {
        for digit in board.candidates(cell) {
            if best.as_board().get(cell) == Some(digit) {
                board.set(cell, Some(digit));
                break;
            }
            let mut smaller = board;
            smaller.set(cell, Some(digit));
            if let Some(grid) = solver.first_solution(&smaller) {
                (board, best) = (smaller, grid);
                break;
            }
        }
    }
    Some(best)
}
