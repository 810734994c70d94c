//! The function `verify`.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use sudoku_engines::{Board, Verdict};

use crate::arguments::Whole;
use crate::board::{Format, Named, named};
use crate::cells::Row;
use crate::column::{Kind, RowWriter, Title};
use crate::function::{Function, map_input};
use crate::functions::difficulty::about;
use crate::input::{self, Input, answer};
use crate::rows::{Block, Rows};
use crate::work::{Failure, Options};

/// Compare an answer with each puzzle.
///
/// An answer is complete or partial. An answer that cannot be read is a wrong answer, not an error.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// answers : answer or collection of answers
///     One answer for each puzzle: any input of ``solve``, or text with words around the grid, such
///     as the output of a language model. The last grid of a text counts.
/// threads : int or None, default 1
///     The number of worker threads; ``None`` starts one per core.
/// errors : {"null", "raise"}, default "null"
///     "null" gives a null for a puzzle that cannot be read. "raise" raises ``PuzzleError``. A
///     single puzzle always raises.
/// progress : bool, default False
///     Show a progress bar, if tqdm is installed.
///
/// Returns
/// -------
/// Verified or collection of results
///     ``correct`` is true for a complete grid that keeps the rules and all clues. ``clues_kept``
///     and ``readable`` are true or false. ``cells_right`` is the number of cells without a clue
///     that have the digit of the solution. ``violations`` counts the houses in which a digit is
///     repeated, for all digits. ``first_wrong`` is the first cell, 0 to 80, with a digit that
///     differs from the solution. If the answer cannot be read, ``cells_right``, ``violations``
///     and ``first_wrong`` are null. If the puzzle does not have exactly one solution,
///     ``first_wrong`` is null, and so is ``cells_right`` unless the answer is correct. The result
///     has the same kind as the puzzles. NumPy arrays hold 255 for a null.
///
/// Raises
/// ------
/// PuzzleError
///     If a puzzle cannot be read, for a single puzzle or with ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value, or if there are not as many answers as puzzles.
/// KeyboardInterrupt
///     If you press Ctrl-C; the workers stop first.
///
/// Examples
/// --------
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> answer = "The first row: 534678912, and the grid: " + solve(puzzle).solution
/// >>> verify(puzzle, answer)
/// Verified(correct=True, clues_kept=True, cells_right=51, violations=0, first_wrong=None,
///     readable=True)
/// >>> verify([puzzle], ["no idea"])[0].correct
/// False
#[pyfunction]
#[pyo3(signature = (puzzles, answers, *, threads=Some(Whole(1)), errors="null", progress=false))]
#[pyo3(text_signature = "(puzzles, answers, *, threads=1, errors='null', progress=False)")]
pub(crate) fn verify<'py>(
    puzzles: &Bound<'py, PyAny>,
    answers: &Bound<'py, PyAny>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzles.py();
    let options = Options::new(threads, errors, progress)?;
    let input = Input::of(puzzles)?;
    let named = |error| about("answers", py, error);
    let answers = match &input {
        Input::One(..) => Rows::Read(vec![Ok(answer(answers, answer_row).map_err(named)?)]),
        Input::Many(rows, _) => {
            let answers = input::answers(answers, answer_row).map_err(named)?;
            let (count, given) = (rows.len(), answers.len());
            if given != count {
                let words = format!("{count} puzzles need as many answers, not {given}");
                return Err(named(PyValueError::new_err(words)));
            }
            answers
        }
        Input::Variants(_) => {
            return Err(PyTypeError::new_err(
                "verify takes no puzzles with rules: check(Puzzle(rules, answer)) checks an answer \
                 to such a puzzle",
            ));
        }
    };
    map_input(py, &Verify { answers }, input, &options)
}

/// Reads the answer in a text. An unreadable answer counts as missing.
fn answer_row(text: &[u8]) -> Row {
    Ok(sudoku_text::find_last_board(text))
}

struct Verify {
    answers: Rows,
}

static VERIFIED: Named = Named::new("Verified");

impl Function for Verify {
    /// `None` for an answer that cannot be read.
    type Answer = Option<Verdict>;

    const AT_ONCE: usize = 2048;

    fn titles(&self) -> Vec<Title> {
        vec![
            ("correct", Kind::Bool),
            ("clues_kept", Kind::Bool),
            ("cells_right", Kind::Code),
            ("violations", Kind::Code),
            ("first_wrong", Kind::Code),
            ("readable", Kind::Bool),
        ]
    }

    fn answer(
        &self,
        block: &Block,
        _: &AtomicBool,
        answers: &mut Vec<Option<Verdict>>,
    ) -> Result<(), Failure> {
        let (Some(&first), Some(&last)) = (block.rows.first(), block.rows.last()) else {
            return Ok(());
        };
        let mut given = Block::with(answer_row);
        self.answers.read(first..last + 1, false, &mut given)?;
        let mut boards = vec![None; last + 1 - first];
        for (row, board) in given.rows.iter().zip(given.boards) {
            boards[row - first] = Some(board);
        }
        let answer_of = |row: &usize| boards[row - first];
        let pairs = block.rows.iter().zip(&block.boards);
        let pairs: Vec<_> =
            pairs.filter_map(|(row, puzzle)| Some((*puzzle, answer_of(row)?))).collect();
        let mut verdicts = Verdict::of_all(&pairs).into_iter();
        answers.extend(block.rows.iter().map(|row| answer_of(row).and_then(|_| verdicts.next())));
        Ok(())
    }

    fn quick(&self, board: &Board, row: usize) -> Option<Option<Verdict>> {
        let mut given = Block::with(answer_row);
        self.answers.read(row..row + 1, false, &mut given).ok()?;
        Some(given.boards.first().map(|answer| Verdict::of(board, answer)))
    }

    fn write(&self, answer: Option<Verdict>, row: &mut RowWriter<'_, '_>) {
        let mut code = |number: Option<u8>| match number {
            Some(number) => row.code(number),
            None => row.null(),
        };
        let (correct, clues_kept, cells_right, violations, first_wrong) = fields(answer.as_ref());
        code(Some(correct.into()));
        code(Some(clues_kept.into()));
        code(cells_right);
        code(violations);
        code(first_wrong);
        code(Some(answer.is_some().into()));
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Option<Verdict>,
        _: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let bool = |value: bool| value.into_pyobject(py).map(|it| it.to_owned().into_any());
        let (correct, clues_kept, cells_right, violations, first_wrong) = fields(answer.as_ref());
        let values = [
            bool(correct)?,
            bool(clues_kept)?,
            cells_right.into_pyobject(py)?,
            violations.into_pyobject(py)?,
            first_wrong.into_pyobject(py)?,
            bool(answer.is_some())?,
        ];
        named(py, &VERIFIED, values)
    }
}

type Fields = (bool, bool, Option<u8>, Option<u8>, Option<u8>);

/// Returns the fields of a verdict, or of an answer that cannot be read.
fn fields(verdict: Option<&Verdict>) -> Fields {
    verdict.map_or((false, false, None, None, None), |it| {
        let first_wrong = it.first_wrong.map(|cell| cell.index() as u8);
        (it.is_correct, it.keeps_clues, it.cells_right, Some(it.violations), first_wrong)
    })
}
