//! `count`.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use sudoku_engines::counting::{self, CountLimits};
use sudoku_engines::{AutoSolver, Board, Limits, Solver};

use crate::arguments::Whole;
use crate::board::Format;
use crate::column::{Kind, RowWriter, Title};
use crate::input::Block;
use crate::verb::{Verb, map, one_by_one};
use crate::work::{Failure, Options};

/// Up to here solutions are found one by one, which is faster where there are few.
const FEW: u64 = 1000;

/// Counts the solutions of each puzzle, exactly, however many there are.
///
/// With a ``limit`` a count ends there. Takes and gives back what ``solve`` does; a number is an
/// ``int``, in Arrow arrays a decimal of 38 digits, in NumPy arrays an object, and 0 where there
/// was no puzzle.
///
/// >>> count("." * 81)
/// 6670903752021072936960
/// >>> count("." * 81, limit=1000)
/// 1000
///
/// Most boards take milliseconds, some of four to fourteen clues a second or more. Raises what
/// ``solve`` raises.
#[pyfunction]
#[pyo3(signature = (puzzles, /, *, limit=None, threads=Some(Whole(1)), errors="null", progress=false))]
#[pyo3(text_signature = "(puzzles, /, *, limit=None, threads=1, errors='null', progress=False)")]
pub(crate) fn count<'py>(
    puzzles: &Bound<'py, PyAny>,
    limit: Option<Whole<u64>>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let verb = Count(limit.map_or(u128::MAX, |limit| limit.0.into()));
    map(&verb, puzzles, &Options::new(threads, errors, progress)?)
}

struct Count(u128);

impl Verb for Count {
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
        one_by_one(block, stop, answers, |board, _| {
            let one_by_one = FEW.min(self.0.try_into().unwrap_or(u64::MAX));
            let limits = Limits::solutions(one_by_one).with_stop(stop);
            let few = AutoSolver::new().count(board, &limits).solutions;
            if few < one_by_one || u128::from(one_by_one) == self.0 {
                return Ok(few.into());
            }
            let limits = CountLimits { solutions: self.0, stop: Some(stop), ..CountLimits::NONE };
            Ok(counting::count(board, &limits).solutions)
        })
    }

    fn quick(&self, board: &Board) -> Option<u128> {
        let limits = Limits::solutions(FEW).with_nodes(FEW);
        let report = AutoSolver::new().count(board, &limits);
        let is_exact = report.ending == sudoku_engines::Ending::Exhausted;
        is_exact.then(|| u128::from(report.solutions).min(self.0))
    }

    fn write(&self, answer: &u128, row: &mut RowWriter<'_, '_>) {
        row.large(*answer);
    }

    fn object<'py>(&self, py: Python<'py>, answer: u128, _: Format) -> PyResult<Bound<'py, PyAny>> {
        Ok(answer.into_pyobject(py)?.into_any())
    }
}
