//! The function `check`.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use sudoku_engines::generator::is_redundant;
use sudoku_engines::{AutoSolver, Limits, Report, Solver};
use sudoku_variants::{Redundancy, Ruled, Weighted};

use crate::arguments::Whole;
use crate::board::{Format, Named, named};
use crate::column::{Kind, RowWriter, Title};
use crate::function::{Function, map, one_by_one};
use crate::rows::Block;
use crate::work::{Failure, Options};

const ENGINE: AutoSolver = AutoSolver::new();

/// Check that each puzzle has one solution and no redundant clue or rule.
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
/// Checked or collection of results
///     The fields are ``proper`` (exactly one solution), ``minimal`` (proper, and every clue is
///     needed), ``solutions`` (uint32: 0, 1, or 2 for several), ``redundant`` (the cells whose clue
///     can be removed on its own) and ``contradictions`` (the broken rules). The last two are lists
///     of strings. In arrays each is one string, separated by spaces or semicolons. The result has
///     the same kind as the input.
///
///     A ``Puzzle`` with rules is minimal if no clue and no rule is redundant, and ``redundant``
///     also lists rules. A search without a clue or rule ends after 10,000 guesses. So ``minimal``
///     can be ``None``, which means unknown. ``contradictions`` has the first broken rule.
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
/// >>> check("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
/// Checked(proper=True, minimal=True, solutions=1, redundant=[], contradictions=[])
/// >>> check("11" + "." * 79).contradictions
/// ['r1c1 and r1c2 both hold 1 in row 1', 'r1c1 and r1c2 both hold 1 in box 1']
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads=Some(Whole(1)), errors="null", progress=false))]
#[pyo3(text_signature = "(puzzles, *, threads=1, errors='null', progress=False)")]
pub(crate) fn check<'py>(
    puzzles: &Bound<'py, PyAny>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    map(&Check, puzzles, &Options::new(threads, errors, progress)?)
}

struct Check;

struct Checked {
    report: Report,
    /// `None` if it is unknown.
    is_minimal: Option<bool>,
    redundant: Vec<String>,
    contradictions: Vec<String>,
}

static CHECKED: Named = Named::new("Checked");

impl Function for Check {
    type Answer = Checked;

    const AT_ONCE: usize = 256;

    fn titles(&self) -> Vec<Title> {
        vec![
            ("proper", Kind::Bool),
            ("minimal", Kind::Bool),
            ("solutions", Kind::U32),
            ("redundant", Kind::Words),
            ("contradictions", Kind::Words),
        ]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Checked>,
    ) -> Result<(), Failure> {
        let limits = Limits::solutions(2).with_stop(stop);
        one_by_one(block, stop, answers, |board, _| {
            let report = ENGINE.count(board, &limits);
            let cells = board.clues().map(|(cell, _)| cell).filter(|_| report.is_proper());
            let redundant = cells.filter(|&cell| is_redundant(&ENGINE, board, cell));
            let redundant: Vec<_> = redundant.map(|cell| cell.to_string()).collect();
            Ok(Checked {
                report,
                is_minimal: Some(report.is_proper() && redundant.is_empty()),
                redundant,
                contradictions: board.contradictions().map(|it| it.to_string()).collect(),
            })
        })
    }

    fn of_variant(&self, puzzle: &Ruled, stop: &AtomicBool) -> Result<Checked, Failure> {
        let report = Weighted.count(puzzle, &Limits::solutions(2).with_stop(stop));
        let rules = puzzle.rules();
        let redundancy = report.is_proper().then(|| Redundancy::of(rules, Some(stop)));
        let (is_minimal, redundant) = match redundancy {
            Some(found) => (found.is_minimal, found.redundant),
            None => (Some(false), Vec::new()),
        };
        Ok(Checked {
            report,
            is_minimal,
            redundant: redundant.iter().map(ToString::to_string).collect(),
            contradictions: rules
                .find_broken(&rules.board)
                .iter()
                .map(ToString::to_string)
                .collect(),
        })
    }

    fn write(&self, answer: Checked, row: &mut RowWriter<'_, '_>) {
        row.bool(answer.report.is_proper());
        match answer.is_minimal {
            Some(is_minimal) => row.bool(is_minimal),
            None => row.null(),
        }
        row.u32(answer.report.solutions as u32);
        row.words(answer.redundant.join(" "));
        row.words(answer.contradictions.join("; "));
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Checked,
        _: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = [
            answer.report.is_proper().into_pyobject(py)?.to_owned().into_any(),
            answer.is_minimal.into_pyobject(py)?.into_any(),
            answer.report.solutions.into_pyobject(py)?.into_any(),
            answer.redundant.into_pyobject(py)?.into_any(),
            answer.contradictions.into_pyobject(py)?.into_any(),
        ];
        named(py, &CHECKED, values)
    }
}
