//! The functions `solve` and `is_proper`.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;
use sudoku_engines::{
    AutoSolver, Board, Ending, Grid, Limits, Outcome, PuzzleBatch, Report, Solver,
};
use sudoku_variants::{Ruled, Weighted};

use crate::arguments::Whole;
use crate::board::{Format, Named, named, written};
use crate::column::{Category, Kind, RowWriter, Title};
use crate::function::{Function, map};
use crate::rows::Block;
use crate::work::{Failure, Options};

const ENGINE: AutoSolver = AutoSolver::new();

/// The maximum number of nodes of a search without a separate thread: about ten milliseconds. Only
/// a search on a separate thread can be interrupted by Ctrl-C.
const FEW_NODES: u64 = 10_000;

/// Solve each puzzle and count its solutions up to a limit.
///
/// With the default limit of 2, one solution and the ending "exhausted" prove that the solution is
/// unique.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     The result has the same kind as the input:
///
///     - one ``str``, ``bytes``, ``Board``, list of 81 numbers or list of 9 lists gives a
///       ``Solved``;
///     - an iterable of these gives a list of ``Solved``, with ``None`` for each ``None``;
///     - one ``Puzzle`` or an iterable of them gives the same, and the solutions are ``Grid``;
///     - a NumPy array of integers with shape (n, 81) or (n, 9, 9) gives a dict of arrays;
///     - Arrow data (PyArrow, Polars, pandas, DuckDB) gives an array of structs, and a table gives
///       a table.
/// limit : int, default 2
///     Stop a search after this number of solutions.
/// max_nodes : int, optional
///     Stop the search of one puzzle after this number of search nodes.
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
/// Solved or collection of results
///     The fields are ``solution`` (the first one, or null), ``solutions`` (uint32), ``guesses``
///     (uint32) and ``ending`` (a string; in Arrow data a category, in NumPy arrays an index into
///     ``ENDINGS``). In NumPy arrays, a row without an answer holds zeros and the ending 255.
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
/// >>> solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// Solved(solution='534678912672...286179', solutions=1, guesses=0, ending='exhausted')
/// >>> solve("." * 81, limit=10).solutions
/// 10
#[pyfunction]
#[pyo3(signature = (puzzles, *, limit=Whole(2), max_nodes=None, threads=Some(Whole(1)), errors="null", progress=false))]
#[pyo3(
    text_signature = "(puzzles, *, limit=2, max_nodes=None, threads=1, errors='null', progress=False)"
)]
pub(crate) fn solve<'py>(
    puzzles: &Bound<'py, PyAny>,
    limit: Whole<u64>,
    max_nodes: Option<Whole<u64>>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if limit.0 > u32::MAX.into() {
        return Err(PyValueError::new_err(
            "limit must be at most 4294967295; use count() for larger numbers",
        ));
    }
    let limits = Limits::solutions(limit.0).with_nodes(max_nodes.map_or(u64::MAX, |it| it.0));
    map(&Solve(limits), puzzles, &Options::new(threads, errors, progress)?)
}

/// The maximum number of nodes of each of a few searches without a separate thread.
const FEW_NODES_OF_EACH: u64 = 500;

struct Solve(Limits<'static>);

static SOLVED: Named = Named::new("Solved");

/// Runs a search, and returns its report if the search needs few nodes.
fn few_nodes(limits: &Limits<'_>, search: impl FnOnce(&Limits<'_>) -> Report) -> Option<Report> {
    let report = search(&limits.with_nodes(limits.nodes.min(FEW_NODES)));
    (report.ending != Ending::NodeLimit || limits.nodes <= FEW_NODES).then_some(report)
}

/// Searches all boards of a block.
fn search_all(block: &Block, limits: &Limits<'_>, outcomes: &mut Vec<Outcome>) {
    ENGINE.search_batch(PuzzleBatch::new(&block.boards, outcomes), limits);
}

/// Searches boards and drops the results.
pub(crate) fn search_and_forget(boards: &[Board]) {
    let mut outcomes = Vec::new();
    for boards in boards.chunks(Solve::AT_ONCE) {
        let batch = PuzzleBatch::new(boards, &mut outcomes);
        ENGINE.search_batch(batch, &Limits::solutions(2));
    }
}

impl Function for Solve {
    type Answer = Outcome;

    const AT_ONCE: usize = 2048;

    fn titles(&self) -> Vec<Title> {
        vec![
            ("solution", Kind::Board),
            ("solutions", Kind::U32),
            ("guesses", Kind::U32),
            ("ending", Kind::Category(Category::Ending)),
        ]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Outcome>,
    ) -> Result<(), Failure> {
        search_all(block, &self.0.with_stop(stop), answers);
        Ok(())
    }

    fn of_variant(&self, puzzle: &Ruled, stop: &AtomicBool) -> Result<Outcome, Failure> {
        Ok(Weighted.solve(puzzle, &self.0.with_stop(stop)))
    }

    fn few(&self, block: &Block) -> Option<Vec<Outcome>> {
        // The search of many boards, because another one may find another solution first.
        let limits = self.0.with_nodes(self.0.nodes.min(FEW_NODES_OF_EACH));
        let mut outcomes = Vec::new();
        search_all(block, &limits, &mut outcomes);
        let is_cut = |it: &Outcome| it.report.ending == Ending::NodeLimit;
        (limits.nodes == self.0.nodes || !outcomes.iter().any(is_cut)).then_some(outcomes)
    }

    fn alone<'py>(
        &self,
        py: Python<'py>,
        board: &Board,
        format: Format,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        // The callback keeps the first solution. Moving a grid that was just written would stall.
        let mut first = None;
        let report = few_nodes(&self.0, |limits| {
            ENGINE.search(board, limits, &mut |grid| {
                first.get_or_insert(*grid);
                ControlFlow::Continue(())
            })
        });
        report.map(|report| solved(py, &report, first.as_ref(), format)).transpose()
    }

    fn write(&self, answer: Outcome, row: &mut RowWriter<'_, '_>) {
        match &answer.first {
            Some(grid) => row.board(grid.as_board()),
            None => row.null(),
        }
        row.u32(narrow(answer.report.solutions));
        row.u32(narrow(answer.report.guesses.unwrap_or_default()));
        row.code(answer.report.ending as u8);
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Outcome,
        format: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        solved(py, &answer.report, answer.first.as_ref(), format)
    }
}

/// Returns the result for one puzzle as a named tuple.
fn solved<'py>(
    py: Python<'py>,
    report: &Report,
    first: Option<&Grid>,
    format: Format,
) -> PyResult<Bound<'py, PyAny>> {
    let values = [
        match first {
            Some(grid) => written(py, grid.as_board(), format)?,
            None => py.None().into_bound(py),
        },
        report.solutions.into_pyobject(py)?.into_any(),
        narrow(report.guesses.unwrap_or_default()).into_pyobject(py)?.into_any(),
        ending(py, report.ending),
    ];
    named(py, &SOLVED, values)
}

/// Returns an ending as a string. Each string is created once.
fn ending(py: Python<'_>, ending: Ending) -> Bound<'_, PyAny> {
    static NAMES: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();
    let names = NAMES.get_or_init(py, || {
        let name = |ending: &Ending| PyString::intern(py, ending.name()).unbind();
        Ending::ALL.iter().map(name).collect()
    });
    let place = Ending::ALL.iter().position(|&it| it == ending).unwrap_or_default();
    names[place].bind(py).clone().into_any()
}

fn narrow(number: u64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

/// Return True for each puzzle that has exactly one solution.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
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
/// bool or collection of bool
///     The result has the same kind as the input. In NumPy arrays, a row without a puzzle is
///     ``False``.
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
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> is_proper(puzzle)
/// True
/// >>> is_proper(["." * 81, None])
/// [False, None]
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads=Some(Whole(1)), errors="null", progress=false))]
#[pyo3(text_signature = "(puzzles, *, threads=1, errors='null', progress=False)")]
pub(crate) fn is_proper<'py>(
    puzzles: &Bound<'py, PyAny>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    map(&IsProper, puzzles, &Options::new(threads, errors, progress)?)
}

struct IsProper;

impl Function for IsProper {
    type Answer = bool;

    const AT_ONCE: usize = Solve::AT_ONCE;

    fn titles(&self) -> Vec<Title> {
        vec![("is_proper", Kind::Bool)]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<bool>,
    ) -> Result<(), Failure> {
        let mut outcomes = Vec::new();
        search_all(block, &Limits::solutions(2).with_stop(stop), &mut outcomes);
        answers.extend(outcomes.iter().map(|outcome| outcome.report.is_proper()));
        Ok(())
    }

    fn of_variant(&self, puzzle: &Ruled, stop: &AtomicBool) -> Result<bool, Failure> {
        Ok(Weighted.count(puzzle, &Limits::solutions(2).with_stop(stop)).is_proper())
    }

    fn quick(&self, board: &Board, _: usize) -> Option<bool> {
        let limits = Limits::solutions(2);
        few_nodes(&limits, |limits| ENGINE.count(board, limits)).map(|report| report.is_proper())
    }

    fn write(&self, answer: bool, row: &mut RowWriter<'_, '_>) {
        row.bool(answer);
    }

    fn object<'py>(&self, py: Python<'py>, answer: bool, _: Format) -> PyResult<Bound<'py, PyAny>> {
        Ok(answer.into_pyobject(py)?.to_owned().into_any())
    }
}
