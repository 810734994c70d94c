//! The functions `neighbors`, `minimals` and `puzzles_of_clues`: puzzles near each puzzle.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use sudoku_engines::{AutoSolver, Board, Cell, Ending, Limits, Solver};
use sudoku_search::{Neighborhood, SearchError, minimal_puzzles, puzzles_of_clues as of_clues};

use crate::arguments::Whole;
use crate::board::{Format, Named, named};
use crate::column::{Category, Kind, RowWriter, Title};
use crate::errors::Unreadable;
use crate::function::{Function, map_input};
use crate::input::Input;
use crate::rows::Block;
use crate::steps::{Loose, StepKind};
use crate::work::{Failure, Options};

const ENGINE: AutoSolver = AutoSolver::new();

/// Find all proper puzzles that result if you remove some clues and add others: {-n+m}.
///
/// A removed clue is not added again, but its cell may get another digit. So each neighbor differs
/// from the puzzle in exactly these numbers of clues. For a hard puzzle of 24 clues, {-1+1} takes
/// milliseconds, and {-2+2} one or two seconds.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// remove, add : int, default 1
///     The numbers of clues to remove and to add.
/// minimal : bool, default False
///     Return only minimal puzzles: each of their clues is needed.
/// limit : int or None, default 1000000
///     Stop after this number of neighbors of each puzzle; ``None`` for all. Each neighbor takes at
///     least 81 bytes of memory.
/// time : float, optional
///     The maximum time for all puzzles, in seconds. A puzzle that is not finished in time has the
///     ending "stopped", and a puzzle that is not begun has a null.
/// threads : int or None, default 1
///     The number of worker threads; ``None`` starts one per core.
/// errors : {"null", "raise"}, default "null"
///     "null" gives a null for a puzzle that cannot be read or searched. "raise" raises
///     ``PuzzleError``. A single puzzle always raises.
/// progress : bool, default False
///     Show a progress bar, if tqdm is installed.
///
/// Returns
/// -------
/// Found or collection of results
///     The fields are ``puzzles``, in a fixed order, and ``ending``, one of ``ENDINGS``. It is
///     "exhausted" if these are all puzzles. The result has the same kind as the input. In Arrow,
///     ``puzzles`` is a list. In NumPy it is an array of the puzzles of all rows, and ``row`` has
///     the row of each.
///
/// Raises
/// ------
/// PuzzleError
///     If a puzzle cannot be read, has too few clues for ``remove`` or too few blank cells for
///     ``add``, or does not have exactly one solution. Raised for a single puzzle or with
///     ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value.
/// KeyboardInterrupt
///     If you press Ctrl-C; the workers stop first.
///
/// Examples
/// --------
/// >>> puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
/// >>> found = neighbors(puzzle)
/// >>> len(found.puzzles), found.ending
/// (3, 'exhausted')
/// >>> found.puzzles[0]
/// '..............3.65..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, remove=Whole(1), add=Whole(1), minimal=false, limit=MOST, time=None,
    threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(
    text_signature = "(puzzles, *, remove=1, add=1, minimal=False, limit=1000000, time=None, threads=1, errors='null', progress=False)"
)]
#[expect(clippy::too_many_arguments, reason = "Python callers pass them by name")]
pub(crate) fn neighbors<'py>(
    puzzles: &Bound<'py, PyAny>,
    remove: Whole<usize>,
    add: Whole<usize>,
    minimal: bool,
    limit: Option<Whole<u64>>,
    time: Option<f64>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let remove = within("remove", remove, 0, Cell::COUNT)?;
    let all = Neighborhood::new(remove, within("add", add, 0, Cell::COUNT)?);
    let search = Search::Neighbors(if minimal { all.only_minimal() } else { all });
    search.map(puzzles, limit, Options::new(threads, errors, progress)?.with_time(time)?)
}

/// Find all minimal puzzles whose clues are among the clues of a puzzle.
///
/// A puzzle is minimal if it has one solution, and several as soon as one of its clues is removed.
/// The number of minimal puzzles grows fast with the number of clues that can be removed.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// limit : int or None, default 1000000
///     Stop after this number of minimal puzzles of each puzzle; ``None`` for all. Each puzzle
///     takes at least 81 bytes of memory. A complete grid has too many, so it needs a limit.
/// time : float, optional
///     The maximum time for all puzzles, in seconds. A puzzle that is not finished in time has the
///     ending "stopped", and a puzzle that is not begun has a null.
/// threads : int or None, default 1
///     The number of worker threads; ``None`` starts one per core.
/// errors : {"null", "raise"}, default "null"
///     "null" gives a null for a puzzle that cannot be read or searched. "raise" raises
///     ``PuzzleError``. A single puzzle always raises.
/// progress : bool, default False
///     Show a progress bar, if tqdm is installed.
///
/// Returns
/// -------
/// Found or collection of results
///     The fields are ``puzzles`` and ``ending``, as for ``neighbors``.
///
/// Raises
/// ------
/// PuzzleError
///     If a puzzle cannot be read or does not have exactly one solution, for a single puzzle or
///     with ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value.
/// KeyboardInterrupt
///     If you press Ctrl-C; the workers stop first.
///
/// Examples
/// --------
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> len(minimals(puzzle).puzzles)
/// 416
/// >>> minimals(puzzle, limit=1).ending
/// 'solution limit'
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, limit=MOST, time=None, threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(
    text_signature = "(puzzles, *, limit=1000000, time=None, threads=1, errors='null', progress=False)"
)]
pub(crate) fn minimals<'py>(
    puzzles: &Bound<'py, PyAny>,
    limit: Option<Whole<u64>>,
    time: Option<f64>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(threads, errors, progress)?.with_time(time)?;
    Search::Minimals.map(puzzles, limit, options)
}

/// Find all puzzles with a number of clues whose solution is a given grid.
///
/// On one core, 16 clues take about a second for each grid, 17 clues some seconds, and 18 clues a
/// minute or two. Each further clue multiplies the time by about 20. Most grids have no puzzle of
/// 17 clues.
///
/// Parameters
/// ----------
/// grids : puzzle or collection of puzzles
///     One grid, an iterable, a NumPy array or Arrow data; see ``solve``. For a puzzle, the grid is
///     its solution.
/// clues : int, default 17
///     The number of clues, from 1 to 24.
/// limit : int or None, default 1000000
///     Stop after this number of puzzles of each grid; ``None`` for all. Each puzzle takes at least
///     81 bytes of memory.
/// time : float, optional
///     The maximum time for all grids, in seconds. A grid that is not finished in time has the
///     ending "stopped", and a grid that is not begun has a null.
/// threads : int or None, default 1
///     The number of worker threads; ``None`` starts one per core.
/// errors : {"null", "raise"}, default "null"
///     "null" gives a null for a grid that cannot be read or searched. "raise" raises
///     ``PuzzleError``. A single grid always raises.
/// progress : bool, default False
///     Show a progress bar, if tqdm is installed.
///
/// Returns
/// -------
/// Found or collection of results
///     The fields are ``puzzles`` and ``ending``, as for ``neighbors``.
///
/// Raises
/// ------
/// PuzzleError
///     If a grid cannot be read or does not have exactly one solution, for a single grid or with
///     ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value.
/// KeyboardInterrupt
///     If you press Ctrl-C; the workers stop first.
///
/// Examples
/// --------
/// >>> puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
/// >>> grid = solve(puzzle).solution
/// >>> puzzles_of_clues(grid, 17, limit=1).puzzles == [puzzle]
/// True
#[pyfunction]
#[pyo3(signature = (
    grids, clues=Whole(17), *, limit=MOST, time=None, threads=Some(Whole(1)), errors="null",
    progress=false,
))]
#[pyo3(
    text_signature = "(grids, clues=17, *, limit=1000000, time=None, threads=1, errors='null', progress=False)"
)]
pub(crate) fn puzzles_of_clues<'py>(
    grids: &Bound<'py, PyAny>,
    clues: Whole<usize>,
    limit: Option<Whole<u64>>,
    time: Option<f64>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let search = Search::OfClues(within("clues", clues, 1, MOST_CLUES)?);
    search.map(grids, limit, Options::new(threads, errors, progress)?.with_time(time)?)
}

/// The default limit, which bounds the memory.
const MOST: Option<Whole<u64>> = Some(Whole(1_000_000));

/// The maximum number of clues, the same as in the command. With more, a search would never end.
const MOST_CLUES: usize = 24;

fn within(name: &str, number: Whole<usize>, least: usize, most: usize) -> PyResult<usize> {
    match number.0 {
        number if (least..=most).contains(&number) => Ok(number),
        number => {
            let words = format!("{name} must be from {least} to {most}, not {number}");
            Err(PyValueError::new_err(words))
        }
    }
}

/// A kind of search.
#[derive(Clone, Copy)]
enum Search {
    Neighbors(Neighborhood),
    Minimals,
    OfClues(usize),
}

impl Search {
    fn map<'py>(
        self,
        puzzles: &Bound<'py, PyAny>,
        limit: Option<Whole<u64>>,
        options: Options,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limit = limit.map_or(u64::MAX, |limit| limit.0);
        if limit == 0 {
            return Err(PyValueError::new_err("limit must be at least 1, or None for all"));
        }
        let input = Input::of(puzzles)?;
        let is_single = matches!(input, Input::One(..));
        let function = Searches { search: self, limit, is_single, is_strict: options.strict };
        map_input(puzzles.py(), &function, input, &options)
    }

    fn found(self, board: &Board, limits: &Limits<'_>) -> Result<Found, SearchError> {
        let mut puzzles = Vec::new();
        let found = &mut |puzzle: &Board| {
            puzzles.push(*puzzle);
            ControlFlow::Continue(())
        };
        let report = match self {
            Self::Neighbors(neighborhood) => neighborhood.search(&ENGINE, board, limits, found),
            Self::Minimals => minimal_puzzles(&ENGINE, board, limits, found),
            Self::OfClues(clues) => {
                let (mut grid, mut two) = (*board, *limits);
                two.solutions = 2;
                let solved = ENGINE.search(board, &two, &mut |it| {
                    grid = *it.as_board();
                    ControlFlow::Continue(())
                });
                // The search refuses a board that is not proper.
                let grid = if solved.is_proper() { &grid } else { board };
                of_clues(&ENGINE, grid, clues, limits, found)
            }
        };
        report.map(|report| Found { puzzles, ending: report.ending })
    }
}

/// A search for each puzzle.
struct Searches {
    search: Search,
    /// The maximum number of results for each puzzle.
    limit: u64,
    /// True if the input is one puzzle.
    is_single: bool,
    /// True if a puzzle that cannot be searched is an error.
    is_strict: bool,
}

struct Found {
    puzzles: Vec<Board>,
    ending: Ending,
}

static FOUND: Named = Named::new("Found");

impl Searches {
    fn found(&self, board: &Board, stop: &AtomicBool) -> Result<Found, Unreadable> {
        let is_complete = board.to_grid().is_some_and(|grid| grid.is_valid());
        if is_complete && self.limit == u64::MAX && matches!(self.search, Search::Minimals) {
            let words = "a complete grid has too many minimal puzzles to list; pass a limit";
            return Err(Unreadable::Other(words.to_owned()));
        }
        let limits = Limits::solutions(self.limit).with_stop(stop);
        let found = self.search.found(board, &limits);
        found.map_err(|error| Unreadable::Other(error.to_string()))
    }
}

impl Function for Searches {
    type Answer = Found;

    // A block of one puzzle may have no answer. Then its row is null.
    const AT_ONCE: usize = 1;

    fn titles(&self) -> Vec<Title> {
        vec![("puzzles", Kind::Boards), ("ending", Kind::Category(Category::Ending))]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Found>,
    ) -> Result<(), Failure> {
        for (board, &row) in block.boards.iter().zip(&block.rows) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            match self.found(board, stop) {
                Ok(found) => answers.push(found),
                Err(error) if self.is_single => return Err(Failure::Single(error)),
                Err(error) if self.is_strict => return Err(Failure::Row(row, error)),
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn write(&self, answer: Found, row: &mut RowWriter<'_, '_>) {
        row.loose(Loose::Boards(answer.puzzles));
        row.code(answer.ending as u8);
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Found,
        format: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let puzzles = Loose::Boards(answer.puzzles);
        let puzzles = puzzles.into_object(py, StepKind::Search, format)?;
        named(py, &FOUND, [puzzles, PyString::intern(py, answer.ending.name()).into_any()])
    }
}
