//! The function `count`.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use sudoku_engines::counting::{self, CountLimits};
use sudoku_engines::{AutoSolver, Board, Limits, Solver};
use sudoku_variants::{Ruled, Weighted};

use crate::arguments::Whole;
use crate::board::Format;
use crate::column::{Kind, RowWriter, Title};
use crate::function::{Function, map, one_by_one};
use crate::rows::Block;
use crate::work::{Failure, Options};

/// The number of solutions up to which enumeration is used, because it is faster for few solutions.
const FEW: u64 = 1000;

/// Count the solutions of each puzzle exactly.
///
/// Most boards take milliseconds. Boards with 5 to 12 clues take up to a few seconds. The solutions
/// of a ``Puzzle`` with rules are counted one by one, so pass a limit if it may have many.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// limit : int, optional
///     Stop counting at this number.
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
/// int or collection of int
///     The result has the same kind as the input. Arrow arrays hold decimals of 38 digits. NumPy
///     arrays hold Python integers, with 0 for a row without a puzzle.
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
/// >>> count("." * 81)
/// 6670903752021072936960
/// >>> count("." * 81, limit=1000)
/// 1000
#[pyfunction]
#[pyo3(signature = (puzzles, *, limit=None, threads=Some(Whole(1)), errors="null", progress=false))]
#[pyo3(text_signature = "(puzzles, *, limit=None, threads=1, errors='null', progress=False)")]
pub(crate) fn count<'py>(
    puzzles: &Bound<'py, PyAny>,
    limit: Option<Whole<u64>>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let function = Count(limit.map_or(u128::MAX, |limit| limit.0.into()));
    map(&function, puzzles, &Options::new(threads, errors, progress)?)
}

struct Count(u128);

impl Count {
    fn counted(&self, board: &Board, stop: &AtomicBool) -> u128 {
        let one_by_one = FEW.min(self.0.try_into().unwrap_or(u64::MAX));
        let limits = Limits::solutions(one_by_one).with_stop(stop);
        let few = AutoSolver::new().count(board, &limits).solutions;
        if few < one_by_one || u128::from(one_by_one) == self.0 {
            return few.into();
        }
        let limits = CountLimits { solutions: self.0, stop: Some(stop), ..CountLimits::NONE };
        counting::count(board, &limits).solutions
    }
}

impl Function for Count {
    type Answer = u128;

    const AT_ONCE: usize = 64;

    fn titles(&self) -> Vec<Title> {
        vec![("solutions", Kind::Large)]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<u128>,
    ) -> Result<(), Failure> {
        one_by_one(block, stop, answers, |board, _| Ok(self.counted(board, stop)))
    }

    fn of_variant(&self, puzzle: &Ruled, stop: &AtomicBool) -> Result<u128, Failure> {
        if puzzle.is_classic() {
            return Ok(self.counted(&puzzle.rules().board, stop));
        }
        let limits = Limits::solutions(self.0.try_into().unwrap_or(u64::MAX)).with_stop(stop);
        Ok(Weighted.count(puzzle, &limits).solutions.into())
    }

    fn quick(&self, board: &Board, _: usize) -> Option<u128> {
        let limits = Limits::solutions(FEW).with_nodes(FEW);
        let report = AutoSolver::new().count(board, &limits);
        let is_exact = report.ending == sudoku_engines::Ending::Exhausted;
        is_exact.then(|| u128::from(report.solutions).min(self.0))
    }

    fn write(&self, answer: u128, row: &mut RowWriter<'_, '_>) {
        row.large(answer);
    }

    fn object<'py>(&self, py: Python<'py>, answer: u128, _: Format) -> PyResult<Bound<'py, PyAny>> {
        Ok(answer.into_pyobject(py)?.into_any())
    }
}
