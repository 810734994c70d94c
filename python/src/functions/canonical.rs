//! The function `canonical`.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use sudoku_engines::Board;
use sudoku_engines::canonical::canonical as find;

use crate::arguments::Whole;
use crate::board::{Format, Named, named, written};
use crate::column::{Kind, RowWriter, Title};
use crate::function::{Function, map, one_by_one};
use crate::rows::Block;
use crate::work::{Failure, Options};

/// Compute the canonical (minlex) form of each puzzle.
///
/// Two puzzles have the same canonical form if and only if a symmetry and a relabeling of digits
/// turn one into the other.
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
/// Canonical or collection of results
///     The fields are ``canonical`` (the form) and ``automorphisms`` (uint32), the number of
///     symmetries that leave the puzzle unchanged, with some relabeling. The result has the same
///     kind as the input.
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
/// >>> canonical("12" + "." * 79)
/// Canonical(canonical='......12', automorphisms=20736)
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads=Some(Whole(1)), errors="null", progress=false))]
#[pyo3(text_signature = "(puzzles, *, threads=1, errors='null', progress=False)")]
pub(crate) fn canonical<'py>(
    puzzles: &Bound<'py, PyAny>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    map(&Canonical, puzzles, &Options::new(threads, errors, progress)?)
}

struct Canonical;

/// The canonical form and the number of automorphisms.
type FoundForm = (Board, u32);

fn found(board: &Board) -> FoundForm {
    let found = find(board);
    (found.form, found.automorphisms)
}

static CANONICAL: Named = Named::new("Canonical");

impl Function for Canonical {
    type Answer = FoundForm;

    const AT_ONCE: usize = 256;

    fn titles(&self) -> Vec<Title> {
        vec![("canonical", Kind::Board), ("automorphisms", Kind::U32)]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<FoundForm>,
    ) -> Result<(), Failure> {
        one_by_one(block, stop, answers, |board, _| Ok(found(board)))
    }

    fn quick(&self, board: &Board, _: usize) -> Option<FoundForm> {
        Some(found(board))
    }

    fn write(&self, (form, automorphisms): FoundForm, row: &mut RowWriter<'_, '_>) {
        row.board(&form);
        row.u32(automorphisms);
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        (board, automorphisms): FoundForm,
        format: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let automorphisms = automorphisms.into_pyobject(py)?.into_any();
        named(py, &CANONICAL, [written(py, &board, format)?, automorphisms])
    }
}
