//! `canonical`.

use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use sudoku_engines::Board;
use sudoku_engines::canonical::canonical as find;

use crate::arguments::Whole;
use crate::board::{Format, Named, named, written};
use crate::column::{Kind, RowWriter, Title};
use crate::input::Block;
use crate::verb::{Verb, map, one_by_one};
use crate::work::{Failure, Options};

/// The canonical (minlex) form of each puzzle, and the number of its automorphisms.
///
/// Puzzles that are the same but for symmetry have equal forms; all others have different ones.
/// Takes and gives back what ``solve`` does, with the fields ``canonical`` and ``automorphisms``
/// (uint32).
///
/// >>> canonical("12" + "." * 79)
/// Canonical(canonical='......12', automorphisms=20736)
///
/// Raises what ``solve`` raises.
#[pyfunction]
#[pyo3(signature = (puzzles, /, *, threads=Some(Whole(1)), errors="null", progress=false))]
#[pyo3(text_signature = "(puzzles, /, *, threads=1, errors='null', progress=False)")]
pub(crate) fn canonical<'py>(
    puzzles: &Bound<'py, PyAny>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    map(&Canonical, puzzles, &Options::new(threads, errors, progress)?)
}

struct Canonical;

/// The form and how many automorphisms there are: the way there, which is known too, is longer.
type Found = (Board, u32);

fn found(board: &Board) -> Found {
    let found = find(board);
    (found.form, found.automorphisms)
}

static CANONICAL: Named = Named::new("Canonical");

impl Verb for Canonical {
    type Answer = Found;

    const AT_ONCE: usize = 256;

    fn titles(&self) -> Vec<Title> {
        vec![("canonical", Kind::Board), ("automorphisms", Kind::U32)]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Found>,
    ) -> Result<(), Failure> {
        one_by_one(block, stop, answers, |board, _| Ok(found(board)))
    }

    fn quick(&self, board: &Board) -> Option<Found> {
        Some(found(board))
    }

    fn write(&self, (form, automorphisms): &Found, row: &mut RowWriter<'_, '_>) {
        row.board(form);
        row.u32(*automorphisms);
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        (board, automorphisms): Found,
        format: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let automorphisms = automorphisms.into_pyobject(py)?.into_any();
        named(py, &CANONICAL, [written(py, &board, format)?, automorphisms])
    }
}
