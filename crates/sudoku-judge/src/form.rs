//! What the judge's two problems give and want, and whether an answer is that.

use serde::Serialize;
use sudoku_core::{Board, Cell, Contradiction, Grid, Limits, Solver};
use sudoku_text::FileForm;

/// One of Baekjoon's two Sudoku problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display, strum::EnumString)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", parse_err_ty = UnknownFormError, parse_err_fn = unknown_form)]
pub enum JudgeForm {
    /// Nine lines of nine digits with spaces between them, in and out. Any completion is right.
    Boj2580,
    /// Nine lines of nine digits, in and out. Only the lexicographically smallest completion is
    /// right.
    Boj2239,
}

impl JudgeForm {
    /// Both problems.
    pub const ALL: &'static [Self] = &[Self::Boj2580, Self::Boj2239];

    /// The name by which it is chosen: that of its text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.form().name()
    }

    /// What it is, in a sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Boj2580 => {
                "Nine lines of nine digits with spaces between them, in and out; any completion is \
                 right"
            }
            Self::Boj2239 => {
                "Nine lines of nine digits, in and out; only the lexicographically smallest \
                 completion is right"
            }
        }
    }

    /// The text form of puzzles and grids.
    #[must_use]
    pub const fn form(self) -> FileForm {
        match self {
            Self::Boj2580 => FileForm::Boj2580,
            Self::Boj2239 => FileForm::Boj2239,
        }
    }

    /// Reads an output, and compares it with the puzzle.
    ///
    /// As at the judge, spaces at the end of a line and empty lines at the end of the output do not
    /// matter; nor does, in 2580, how many spaces there are between two digits.
    ///
    /// # Errors
    /// Names the first place where it is not an answer to this puzzle.
    pub fn check(self, output: &str, puzzle: &Board) -> Result<Grid, AnswerError> {
        let lines: Vec<&str> = output.trim_end().lines().map(str::trim_end).collect();
        let mut digits = [0; 81];
        for (at, (text, slots)) in lines.iter().zip(digits.chunks_mut(9)).enumerate() {
            let Some(row) = self.row(text) else {
                // What a program prints instead may be long, or not for terminals.
                let found = text.chars().take(40).flat_map(char::escape_debug).collect();
                let line = at + 1;
                let mut others = Self::ALL.iter().filter(|other| other.row(text).is_some());
                return Err(match others.next() {
                    Some(&other) => AnswerError::OtherForm { line, found, wanted: self, other },
                    None => AnswerError::Line { line, found },
                });
            };
            slots.copy_from_slice(&row);
        }
        match lines.len() {
            9 => {}
            0 => return Err(AnswerError::Nothing),
            count => return Err(AnswerError::Lines(count)),
        }
        let grid = Grid::new(digits).map_err(|error| AnswerError::Blank(error.cell))?;
        if let Some(contradiction) = grid.as_board().contradictions().next() {
            return Err(AnswerError::Rules(contradiction));
        }
        let is_changed = |&cell: &Cell| {
            puzzle.get(cell).is_some_and(|clue| grid.as_board().get(cell) != Some(clue))
        };
        Cell::all().find(is_changed).map_or(Ok(grid), |cell| Err(AnswerError::Clue(cell)))
    }

    /// What stands between two digits of a line.
    const fn between(self) -> &'static str {
        match self {
            Self::Boj2580 => "spaces",
            Self::Boj2239 => "nothing",
        }
    }

    /// The nine digits of a line in this form.
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

/// There is no problem of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no form `{0}`; there are: boj2580, boj2239")]
pub struct UnknownFormError(String);

fn unknown_form(text: &str) -> UnknownFormError {
    UnknownFormError(text.to_owned())
}

/// Why an output is not an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// A line is not nine digits in the problem's form.
    #[error("line {line} of its output is not nine digits: `{found}`")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// How it begins.
        found: String,
    },
    /// A line has nine digits, but in the other problem's form.
    #[error(
        "line {line} of its output has {} between its digits, where {wanted} wants {}: `{found}`; \
         {other} is written like that",
        other.between(),
        wanted.between()
    )]
    OtherForm {
        /// The line, counted from 1.
        line: usize,
        /// How it begins.
        found: String,
        /// The problem whose answer it should be.
        wanted: JudgeForm,
        /// The problem in whose form it is.
        other: JudgeForm,
    },
    /// There are no lines.
    #[error("it wrote nothing")]
    Nothing,
    /// There are not nine lines, but this many.
    #[error("its output has {0} lines instead of nine")]
    Lines(usize),
    /// A cell has been left blank.
    #[error("{0} is blank")]
    Blank(Cell),
    /// A digit stands twice in a house.
    #[error("{0}")]
    Rules(Contradiction),
    /// A clue has been changed.
    #[error("{0} is a clue and was changed")]
    Clue(Cell),
    /// There is a smaller completion, which differs in this cell first.
    #[error("it is not the smallest: {0} can be smaller, and all before it the same")]
    Smaller(Cell),
}

/// The lexicographically smallest completion, if there is any, by a solver that promises no order:
/// cell by cell the smallest digit with which there still is a solution.
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

#[cfg(test)]
mod tests {
    use super::*;

    const SOLUTION: &str =
        "135469278782135649469278135321546897874913526596827413917652384643781952258394761";
    const PUZZLE: &str =
        ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.";

    fn board(line: &str) -> Board {
        line.parse().expect("a good line")
    }

    fn output(form: JudgeForm, line: &str) -> String {
        form.form().display(&board(line)).to_string()
    }

    #[test]
    fn right_answers_pass_whatever_stands_at_the_ends() {
        for &form in JudgeForm::ALL {
            let text = output(form, SOLUTION);
            let expected = Ok(board(SOLUTION).to_grid().expect("complete"));
            for text in [
                text.clone(),
                text.trim_end().to_owned(),
                text.replace('\n', " \n"),
                text.replace('\n', "\r\n"),
                format!("{text}\n\n  \n"),
            ] {
                assert_eq!(form.check(&text, &board(PUZZLE)), expected, "{text:?}");
            }
        }
        let wide = output(JudgeForm::Boj2580, SOLUTION).replace(' ', "  ");
        assert!(JudgeForm::Boj2580.check(&wide, &board(PUZZLE)).is_ok());
    }

    #[test]
    fn each_error_is_named() {
        let line = |line, found: &str| AnswerError::Line { line, found: found.to_owned() };
        for &form in JudgeForm::ALL {
            let text = output(form, SOLUTION);
            let lines: Vec<&str> = text.lines().collect();
            let check = |text: &str| form.check(text, &board(PUZZLE)).err();
            let first = text.lines().next().expect("a line").replace('1', "+1");
            let first = format!("line 1 of its output is not nine digits: `{first}`");
            assert_eq!(check(""), Some(AnswerError::Nothing));
            assert_eq!(check("\n\n"), Some(AnswerError::Nothing));
            assert_eq!(check(&lines[..8].join("\n")), Some(AnswerError::Lines(8)));
            assert_eq!(check(&format!("{text}\n{text}")), Some(AnswerError::Lines(18)));
            assert_eq!(check(&text.replace('1', "+1")).map(|error| error.to_string()), Some(first));
            assert_eq!(check("Answer:\n"), Some(line(1, "Answer:")));
            let longer = text.replacen(lines[2], &format!("{}{}", lines[2], " 1"), 1);
            assert!(matches!(check(&longer), Some(AnswerError::Line { line: 3, .. })));
            assert_eq!(
                check(&output(form, PUZZLE).replace('.', "0")),
                Some(AnswerError::Blank(Cell::all().next().expect("r1c1")))
            );
            // The digits of a column exchanged with those of another in one row.
            let twice = format!("31{}", &SOLUTION[2..]);
            assert!(matches!(check(&output(form, &twice)), Some(AnswerError::Rules(_))));
            let other: String =
                SOLUTION.bytes().map(|digit| char::from((digit - b'0') % 9 + b'1')).collect();
            let changed = check(&output(form, &other)).expect("another puzzle's");
            assert_eq!(changed.to_string(), "r1c2 is a clue and was changed");
        }
        // Each problem's form is not the other's.
        let (spaced, packed) =
            (output(JudgeForm::Boj2580, SOLUTION), output(JudgeForm::Boj2239, SOLUTION));
        for (form, text, complaint) in [
            (
                JudgeForm::Boj2580,
                packed,
                "line 1 of its output has nothing between its digits, where boj2580 wants spaces: \
                 `135469278`; boj2239 is written like that",
            ),
            (
                JudgeForm::Boj2239,
                spaced,
                "line 1 of its output has spaces between its digits, where boj2239 wants nothing: \
                 `1 3 5 4 6 9 2 7 8`; boj2580 is written like that",
            ),
        ] {
            let said = form.check(&text, &board(PUZZLE)).map_err(|error| error.to_string());
            assert_eq!(said, Err(complaint.to_owned()));
        }
        assert_eq!(
            JudgeForm::Boj2239
                .check("\u{1b}[2J", &board(PUZZLE))
                .map_err(|error| error.to_string()),
            Err("line 1 of its output is not nine digits: `\\u{1b}[2J`".to_owned())
        );
    }

    #[test]
    fn the_smallest_is_that_of_the_strategies_that_find_it_first() {
        let find = |name| sudoku_strategies::find(name).expect("a known strategy").solver;
        for name in ["judge", "many", "none", "empty"] {
            let set = sudoku_corpus::set(name).expect("a known set");
            for puzzle in set.puzzles().expect("a good set") {
                let expected = find("bitmask").first_solution(&puzzle.board);
                assert_eq!(smallest(&puzzle.board, find("mrv")), expected, "{}", puzzle.board);
            }
        }
    }
}
