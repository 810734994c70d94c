//! `generate`.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use sudoku_engines::generator::{
    GenerateError, Minimality, Pattern, Request, Weighted, random_grid, seeded,
};
use sudoku_engines::{AutoSolver, Board, Grid};

use crate::arguments::{self, Whole};
use crate::board::{Form, Layout, Named, TextType, named, written};
use crate::column::{ArrowArray, Columns, Kind, RowWriter, Title, refused};
use crate::errors::Unreadable;
use crate::input;
use crate::verb::Lists;
use crate::work::{Failure, Options, run};

const ENGINE: AutoSolver = AutoSolver::new();

/// How many puzzles a worker makes at a time.
const AT_ONCE: usize = 64;

/// Makes ``n`` puzzles, each with exactly one solution.
///
/// The same seed and number give the same puzzle everywhere, here and by ``sudoku generate``; the
/// first has the number ``start``. Unless more is said puzzles are minimal. What can be said:
///
/// - ``clues``: how many, a number or a pair of the least and the most;
/// - ``symmetry`` of their pattern, one of ``SYMMETRIES``; ``minimal``: with a symmetry too no clue
///   can be removed;
/// - ``pattern``: the cells that hold clues, as 81 characters; ``given``: clues it is to have;
/// - ``attempts``: how many each puzzle may take;
/// - ``draw``: "fast", "weighted" (minimal puzzles, with the weight that makes all of them equally
///   likely) or "grid" (solved grids, each equally likely).
///
/// ``to`` is "list" (of ``Generated``), "numpy" (a dict of arrays) or "arrow" (an array of
/// structs). The fields are ``puzzle``, ``solution``, ``attempts`` (uint32), ``weight`` (a float,
/// or null) and ``id``, for ``sudoku generate --id``. A puzzle that is not come by in as many
/// attempts raises RuntimeError, or with ``errors="null"`` is null.
///
/// >>> generate(1, seed=7)[0].puzzle
/// '4...3...2...2....1..8...7.929...5...8...4......612.......3.....75..8...434.....9.'
///
/// Raises ValueError for a request that no puzzle can meet and for a seed that is negative.
#[pyfunction]
#[pyo3(signature = (
    n, /, *, seed, start=Whole(0), clues=None, symmetry="none", minimal=false, pattern=None,
    given=None, attempts=Whole(1000), draw="fast", to="list", threads=Some(Whole(1)),
    errors="raise", progress=false,
))]
#[pyo3(
    text_signature = "(n, /, *, seed, start=0, clues=None, symmetry='none', minimal=False, pattern=None, given=None, attempts=1000, draw='fast', to='list', threads=1, errors='raise', progress=False)"
)]
#[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    n: Whole<usize>,
    seed: Whole<u64>,
    start: Whole<u64>,
    clues: Option<&Bound<'py, PyAny>>,
    symmetry: &str,
    minimal: bool,
    pattern: Option<&str>,
    given: Option<&Bound<'py, PyAny>>,
    attempts: Whole<u32>,
    draw: &str,
    to: &str,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(threads, errors, progress)?;
    let Whole(count) = n;
    if start.0.checked_add((count as u64).saturating_sub(1)).is_none() {
        return Err(PyValueError::new_err("the numbers of a series end with 18446744073709551615"));
    }
    if attempts.0 == 0 {
        return Err(PyValueError::new_err("attempts is at least 1"));
    }
    let minimality = match (clues, pattern, minimal) {
        (_, _, true) => Minimality::Strict,
        (None, None, false) => Minimality::Orbits,
        _ => Minimality::Any,
    };
    let mut request = Request::new()
        .with_symmetry(arguments::named("symmetry", symmetry)?)
        .with_attempts(attempts.0)
        .with_minimality(minimality);
    if let Some(clues) = clues {
        request = request.with_clues(range(clues)?);
    }
    if let Some(pattern) = pattern {
        request = request.with_pattern(arguments::named::<Pattern>("pattern", pattern)?);
    }
    if let Some(given) = given {
        request = request.with_givens(input::one(given)?.0);
    }
    let is_free = symmetry == "none" && clues.is_none() && pattern.is_none() && given.is_none();
    let draw = match draw {
        "fast" => Draw::Fast,
        "weighted" | "grid" if !is_free || (draw == "grid" && minimal) => {
            return Err(PyValueError::new_err(format!("draw={draw:?} takes no constraints")));
        }
        "weighted" => Draw::Weighted,
        "grid" => Draw::Grid,
        _ => {
            let words = format!("draw is \"fast\", \"weighted\" or \"grid\", not {draw:?}");
            return Err(PyValueError::new_err(words));
        }
    };
    request
        .check(&ENGINE)
        .map_err(|error| PyValueError::new_err(GenerateError::from(error).to_string()))?;
    let maker = Maker { request, draw, seed: seed.0, start: start.0 };
    match to {
        "list" => Ok(maker.list(py, count, &options)?.into_any()),
        "numpy" => maker.columns(py, count, Layout::Digits, &options)?.into_numpy(py, false),
        "arrow" => {
            let layout = Layout::Text(TextType::Utf8);
            let columns = maker.columns(py, count, layout, &options)?;
            let mut arrays = columns.into_arrow(false).map_err(refused)?;
            match (arrays.pop(), arrays.is_empty()) {
                (Some(array), true) => Ok(Bound::new(py, ArrowArray::new(array))?.into_any()),
                _ => Err(PyValueError::new_err(
                    "an Arrow array has at most 2³¹ bytes of text: make the puzzles in parts",
                )),
            }
        }
        _ => Err(PyValueError::new_err(format!(
            "to is \"list\", \"numpy\" or \"arrow\", not {to:?}"
        ))),
    }
}

/// A number, or a pair of the least and the most.
fn range(object: &Bound<'_, PyAny>) -> PyResult<RangeInclusive<usize>> {
    if let Ok((least, most)) = object.extract::<(Whole<usize>, Whole<usize>)>() {
        return Ok(least.0..=most.0);
    }
    if object.is_instance_of::<pyo3::types::PyTuple>() {
        return Err(PyTypeError::new_err("a pair of the least and the most, both whole numbers"));
    }
    let Whole(number) = object.extract()?;
    Ok(number..=number)
}

#[derive(Clone, Copy)]
enum Draw {
    Fast,
    Weighted,
    Grid,
}

struct Maker {
    request: Request<'static>,
    draw: Draw,
    seed: u64,
    start: u64,
}

struct Made {
    board: Board,
    solution: Grid,
    attempts: u32,
    weight: Option<f64>,
    id: Option<String>,
}

static GENERATED: Named = Named::new("Generated");

const TITLES: [Title; 5] = [
    ("puzzle", Kind::Board),
    ("solution", Kind::Board),
    ("attempts", Kind::U32),
    ("weight", Kind::F64),
    ("id", Kind::Words),
];

impl Maker {
    fn make(&self, row: usize, stop: &AtomicBool) -> Result<Made, GenerateError> {
        let number = self.start + row as u64;
        let rng = &mut seeded(self.seed, number);
        let id = |request: &Request<'_>| request.id(self.seed, number).map(|id| id.to_string());
        Ok(match self.draw {
            Draw::Fast => {
                let request = self.request.clone().with_stop(stop);
                let puzzle = request.generate(&ENGINE, rng)?;
                Made {
                    board: puzzle.board,
                    solution: puzzle.solution,
                    attempts: puzzle.attempts,
                    weight: None,
                    id: request.id_of(&puzzle, self.seed, number).map(|id| id.to_string()),
                }
            }
            Draw::Weighted => {
                let Weighted { board, solution, weight, .. } = Weighted::draw(&ENGINE, rng);
                let id = id(&Request::new());
                Made { board, solution, attempts: 1, weight: Some(weight), id }
            }
            Draw::Grid => {
                let solution = random_grid(rng);
                let board = *solution.as_board();
                Made { board, solution, attempts: 1, weight: None, id: None }
            }
        })
    }

    fn list<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        options: &Options,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut lists = Lists::new(count, AT_ONCE);
        self.run(py, options, lists.parts(), |part, row, made| part.push((row, made)))?;
        lists.into_list(py, |_, made| object(py, made))
    }

    fn columns(
        &self,
        py: Python<'_>,
        count: usize,
        layout: Layout,
        options: &Options,
    ) -> PyResult<Columns> {
        let mut columns = Columns::new(&TITLES, count, layout);
        let parts = columns.parts(AT_ONCE);
        self.run(py, options, parts, |part, row, made| write(&made, &mut part.row(row)))?;
        Ok(columns)
    }

    fn run<P: Send>(
        &self,
        py: Python<'_>,
        options: &Options,
        parts: Vec<(std::ops::Range<usize>, P)>,
        put: impl Fn(&mut P, usize, Made) + Sync,
    ) -> PyResult<()> {
        let failed = run(py, options, parts, |range, mut part, stop| {
            for row in range.clone() {
                if stop.load(std::sync::atomic::Ordering::Relaxed) {
                    break;
                }
                match self.make(row, stop) {
                    Ok(made) => put(&mut part, row - range.start, made),
                    Err(error) if options.strict => {
                        return Err(Failure::Row(row, Unreadable::Other(error.to_string())));
                    }
                    Err(_) => {}
                }
            }
            Ok(())
        })?;
        match failed {
            Some(Failure::Row(row, Unreadable::Other(error))) => {
                Err(PyRuntimeError::new_err(format!("puzzle {}: {error}", self.start + row as u64)))
            }
            Some(failure) => Err(failure.into_error(py)),
            None => Ok(()),
        }
    }
}

fn write(made: &Made, row: &mut RowWriter<'_, '_>) {
    row.board(&made.board);
    row.board(made.solution.as_board());
    row.u32(made.attempts);
    match made.weight {
        Some(weight) => row.f64(weight),
        None => row.null(),
    }
    match &made.id {
        Some(id) => row.words(id.clone()),
        None => row.null(),
    }
}

fn object(py: Python<'_>, made: Made) -> PyResult<Bound<'_, PyAny>> {
    let values = [
        written(py, &made.board, Form::Text)?,
        written(py, made.solution.as_board(), Form::Text)?,
        made.attempts.into_pyobject(py)?.into_any(),
        made.weight.into_pyobject(py)?.into_any(),
        made.id.into_pyobject(py)?.into_any(),
    ];
    named(py, &GENERATED, values)
}
