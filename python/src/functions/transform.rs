//! The function `transform`.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sudoku_engines::generator::{random_symmetry, seeded_rng};
use sudoku_engines::{Board, Cell, Digit, Relabeling, Symmetry};

use crate::arguments::Whole;
use crate::board::{Format, Named, named, written};
use crate::column::{Kind, RowWriter, Title};
use crate::function::{Function, map, map_input, one_by_one};
use crate::functions::difficulty::about;
use crate::input::Input;
use crate::rows::Block;
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
/// seeds : sequence of int, optional
///     The random seed of each puzzle, instead of ``random``. The result of a puzzle then does not
///     depend on the other rows.
/// copies : int, optional
///     Return this number of copies of each puzzle, one after the other, each with another random
///     transformation. A single puzzle gives a list.
/// with_symmetry : bool, default False
///     Also return the applied symmetry and relabeling.
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
///     The result has the same kind as the input. With ``with_symmetry``, its fields are
///     ``puzzle``, ``transpose``, ``rows``, ``columns`` and ``relabel``: the arguments that give
///     this puzzle.
///
/// Raises
/// ------
/// PuzzleError
///     If a puzzle cannot be read, for a single puzzle or with ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value.
/// MemoryError
///     If the copies cannot fit into memory.
/// KeyboardInterrupt
///     If you press Ctrl-C; the workers stop first.
///
/// Examples
/// --------
/// >>> transform("12" + "." * 79, relabel="213456789")[:3]
/// '21.'
/// >>> transform("12" + "." * 79, transpose=True)[:10]
/// '1........2'
/// >>> moved = transform("12" + "." * 79, random=1, with_symmetry=True)._asdict()
/// >>> moved.pop("puzzle") == transform("12" + "." * 79, **moved)
/// True
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, transpose=false, rows=None, columns=None, relabel=None, random=None,
    start=Whole(0), seeds=None, copies=None, with_symmetry=false, threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(
    text_signature = "(puzzles, *, transpose=False, rows=None, columns=None, relabel=None, random=None, start=0, seeds=None, copies=None, with_symmetry=False, threads=1, errors='null', progress=False)"
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
    seeds: Option<Bound<'py, PyAny>>,
    copies: Option<Whole<usize>>,
    with_symmetry: bool,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(threads, errors, progress)?;
    let is_fixed = transpose || rows.is_some() || columns.is_some() || relabel.is_some();
    let wrong = |words: &str| Err(PyValueError::new_err(words.to_owned()));
    let seeds = match (random, seeds) {
        (Some(_), Some(_)) => return wrong("pass either random or seeds"),
        (None, None) if start.0 > 0 => return wrong("start requires random"),
        (None, None) if copies.is_some() => return wrong("copies requires random or seeds"),
        (_, Some(_)) if start.0 > 0 => return wrong("start requires random"),
        (None, None) => {
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
            let function = Transform::Fixed(Box::new((symmetry, relabeling)));
            return if with_symmetry {
                map(&WithSymmetry(function), puzzles, &options)
            } else {
                map(&function, puzzles, &options)
            };
        }
        _ if is_fixed => {
            return wrong(
                "random and seeds cannot be combined with transpose, rows, columns or relabel",
            );
        }
        (Some(seed), None) => Seeds::One { seed: seed.0, start: start.0 },
        (None, Some(seeds)) => Seeds::Each(each_seed(&seeds)?),
    };
    let count = copies.map_or(1, |copies| copies.0);
    let function = Transform::Random { seeds, copies: count };
    let input = Input::of(puzzles)?;
    if let Transform::Random { seeds: Seeds::Each(seeds), .. } = &function
        && seeds.len() != input.len()
    {
        let words = format!("{} puzzles need as many seeds, not {}", input.len(), seeds.len());
        return wrong(&words);
    }
    let input = if copies.is_some() { input.copied(count)? } else { input };
    if with_symmetry {
        return map_input(puzzles.py(), &WithSymmetry(function), input, &options);
    }
    map_input(puzzles.py(), &function, input, &options)
}

/// Reads the seeds of all puzzles.
fn each_seed(seeds: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let py = seeds.py();
    let seed = |seed: PyResult<Bound<'_, PyAny>>| Ok(seed?.extract::<Whole<u64>>()?.0);
    let seeds = seeds.try_iter().and_then(|seeds| seeds.map(seed).collect());
    seeds.map_err(|error| about("seeds", py, error))
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
    Random {
        seeds: Seeds,
        /// The number of rows of each puzzle.
        copies: usize,
    },
}

enum Seeds {
    /// One seed, and the number of the first puzzle in its series.
    One { seed: u64, start: u64 },
    /// The seed of each puzzle.
    Each(Vec<u64>),
}

impl Transform {
    fn apply(&self, board: &Board, row: usize) -> Board {
        let (symmetry, relabeling) = self.of_row(row);
        relabeling.apply(&symmetry.apply(board))
    }

    /// Returns the symmetry and the relabeling of a row.
    fn of_row(&self, row: usize) -> (Symmetry, Relabeling) {
        match self {
            Self::Fixed(both) => **both,
            Self::Random { seeds, copies } => {
                // The command draws the same for a line of a file. Lines count from 1.
                let (seed, number) = match seeds {
                    Seeds::One { seed, start } => {
                        (*seed, start.wrapping_mul(*copies as u64).wrapping_add(row as u64))
                    }
                    Seeds::Each(seeds) => (seeds[row / copies], (row % copies) as u64),
                };
                random_symmetry(&mut seeded_rng(seed, number.wrapping_add(1)))
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

    fn quick(&self, board: &Board, row: usize) -> Option<Board> {
        Some(self.apply(board, row))
    }

    fn write(&self, answer: Board, row: &mut RowWriter<'_, '_>) {
        row.board(&answer);
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

/// The function with the applied symmetry as result.
struct WithSymmetry(Transform);

/// A puzzle with the arguments of `transform` that give it.
struct Transformed {
    puzzle: Board,
    transpose: bool,
    /// `rows`, `columns` and `relabel`.
    orders: [String; 3],
}

static TRANSFORMED: Named = Named::new("Transformed");

impl WithSymmetry {
    fn transformed(&self, board: &Board, row: usize) -> Transformed {
        let (symmetry, relabeling) = self.0.of_row(row);
        let source = |row, column| {
            let cell = symmetry.source(Cell::at(row, column).unwrap_or(Cell::FIRST));
            (cell.row(), cell.column())
        };
        // Without a transposition, each row of the result comes from one row.
        let transpose = source(0, 0).0 != source(0, 1).0;
        let lines =
            |(row, column): (usize, usize)| if transpose { (column, row) } else { (row, column) };
        let name = |line: usize| char::from(b'1' + line as u8);
        let rows = (0..9).map(|row| name(lines(source(row, 0)).0)).collect();
        let columns = (0..9).map(|column| name(lines(source(0, column)).1)).collect();
        let relabel = Digit::all().map(|digit| relabeling.image(digit).to_string()).collect();
        let puzzle = relabeling.apply(&symmetry.apply(board));
        Transformed { puzzle, transpose, orders: [rows, columns, relabel] }
    }
}

impl Function for WithSymmetry {
    type Answer = Transformed;

    const AT_ONCE: usize = Transform::AT_ONCE;

    fn titles(&self) -> Vec<Title> {
        vec![
            ("puzzle", Kind::Board),
            ("transpose", Kind::Bool),
            ("rows", Kind::Words),
            ("columns", Kind::Words),
            ("relabel", Kind::Words),
        ]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Transformed>,
    ) -> Result<(), Failure> {
        one_by_one(block, stop, answers, |board, row| Ok(self.transformed(board, row)))
    }

    fn quick(&self, board: &Board, row: usize) -> Option<Transformed> {
        Some(self.transformed(board, row))
    }

    fn write(&self, answer: Transformed, row: &mut RowWriter<'_, '_>) {
        row.board(&answer.puzzle);
        row.bool(answer.transpose);
        answer.orders.into_iter().for_each(|order| row.words(order));
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Transformed,
        format: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [rows, columns, relabel] = answer.orders.map(|order| order.into_pyobject(py));
        let values = [
            written(py, &answer.puzzle, format)?,
            answer.transpose.into_pyobject(py)?.to_owned().into_any(),
            rows?.into_any(),
            columns?.into_any(),
            relabel?.into_any(),
        ];
        named(py, &TRANSFORMED, values)
    }
}
