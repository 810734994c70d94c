//! The function `transform`.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sudoku_engines::generator::{random_symmetry, seeded_rng};
use sudoku_engines::{Board, Digit, Relabeling, Symmetry};

use crate::arguments::Whole;
use crate::board::{Format, written};
use crate::column::{Kind, RowWriter, Title};
use crate::function::{Function, map, one_by_one};
use crate::input::Block;
use crate::work::{Failure, Options};

/// Apply a symmetry or a relabeling of digits to each puzzle.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// transpose : bool, default False
///     Exchange rows and columns before the other steps.
/// rows, columns : str, optional
///     The new order of rows or columns, such as ``"213456789"``. An order must keep the three
///     lines of each band or stack together.
/// relabel : str, optional
///     The digits that replace 1 to 9, such as ``"213456789"``.
/// random : int, optional
///     A seed. Applies a random symmetry and relabeling to each puzzle; the choice depends on the
///     seed and the puzzle's position. Cannot be combined with the four arguments above. The same
///     seed moves puzzles and solutions together.
/// start : int, default 0
///     The position of the first puzzle, with ``random``. Batches with their positions give the
///     same result as one call.
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
/// puzzle or collection of puzzles
///     The result has the same kind as the input.
///
/// Raises
/// ------
/// PuzzleError
///     If a puzzle cannot be read, for a single puzzle or with ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value.
/// KeyboardInterrupt
///     If you press Ctrl-C; the workers stop first.
///
/// Examples
/// --------
/// >>> transform("12" + "." * 79, relabel="213456789")[:3]
/// '21.'
/// >>> transform("12" + "." * 79, transpose=True)[:10]
/// '1........2'
#[pyfunction]
#[pyo3(signature = (
    puzzles, /, *, transpose=false, rows=None, columns=None, relabel=None, random=None,
    start=Whole(0), threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(
    text_signature = "(puzzles, /, *, transpose=False, rows=None, columns=None, relabel=None, random=None, start=0, threads=1, errors='null', progress=False)"
)]
#[expect(clippy::too_many_arguments, reason = "Python callers pass them by name")]
pub(crate) fn transform<'py>(
    puzzles: &Bound<'py, PyAny>,
    transpose: bool,
    rows: Option<&str>,
    columns: Option<&str>,
    relabel: Option<&str>,
    random: Option<Whole<u64>>,
    start: Whole<u64>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(threads, errors, progress)?;
    let function = match random {
        Some(_) if transpose || rows.is_some() || columns.is_some() || relabel.is_some() => {
            return Err(PyValueError::new_err(
                "random cannot be combined with transpose, rows, columns or relabel",
            ));
        }
        Some(seed) => Transform::Random { seed: seed.0, start: start.0 },
        None if start.0 > 0 => return Err(PyValueError::new_err("start requires random")),
        None => {
            let lines = |name, text| Ok::<_, PyErr>(order(name, text)?.map(|line| line - 1));
            let lines = (lines("rows", rows)?, lines("columns", columns)?);
            let symmetry = Symmetry::new(transpose, lines.0, lines.1);
            let symmetry = symmetry.ok_or_else(|| {
                PyValueError::new_err(
                    "rows and columns must keep the lines of each band or stack together",
                )
            })?;
            let digits = order("relabel", relabel)?.map(|digit| Digit::new(digit as u8));
            let digits: Vec<Digit> = digits.into_iter().flatten().collect();
            let relabeling = digits.try_into().ok().and_then(Relabeling::new).unwrap_or_default();
            Transform::Fixed(Box::new((symmetry, relabeling)))
        }
    };
    map(&function, puzzles, &options)
}

/// Reads an order of 1 to 9. The default is ascending order.
fn order(name: &str, text: Option<&str>) -> PyResult<[usize; 9]> {
    let text = text.unwrap_or("123456789");
    let digits = <[u8; 9]>::try_from(text.as_bytes()).ok();
    digits
        .filter(|digits| (b'1'..=b'9').all(|digit| digits.contains(&digit)))
        .map(|digits| digits.map(|digit| usize::from(digit - b'0')))
        .ok_or_else(|| {
            PyValueError::new_err(format!(
                "{name} must contain each of the digits 1 to 9 once, not {text:?}"
            ))
        })
}

enum Transform {
    Fixed(Box<(Symmetry, Relabeling)>),
    Random { seed: u64, start: u64 },
}

impl Transform {
    fn apply(&self, board: &Board, row: usize) -> Board {
        match self {
            Self::Fixed(both) => both.1.apply(&both.0.apply(board)),
            Self::Random { seed, start } => {
                // The command draws the same for a line of a file. Lines count from 1.
                let (symmetry, relabeling) =
                    random_symmetry(&mut seeded_rng(*seed, start.wrapping_add(row as u64 + 1)));
                relabeling.apply(&symmetry.apply(board))
            }
        }
    }
}

impl Function for Transform {
    type Answer = Board;

    const AT_ONCE: usize = 2048;

    fn titles(&self) -> Vec<Title> {
        vec![("puzzle", Kind::Board)]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Board>,
    ) -> Result<(), Failure> {
        one_by_one(block, stop, answers, |board, row| Ok(self.apply(board, row)))
    }

    fn quick(&self, board: &Board) -> Option<Board> {
        Some(self.apply(board, 0))
    }

    fn write(&self, answer: &Board, row: &mut RowWriter<'_, '_>) {
        row.board(answer);
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Board,
        format: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        written(py, &answer, format)
    }
}
