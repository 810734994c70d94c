//! `generate`.

use std::sync::atomic::Ordering;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use sudoku_engines::generator::{
    GenerateError, Minimality, Pattern, PuzzleId, PuzzleRequest, WantedDifficulty, Weighted,
    random_grid, seeded_rng,
};
use sudoku_engines::{AutoSolver, Board, Grid};

use crate::arguments::{self, Names, Whole};
use crate::board::{Format, Layout, Named, TextType, named, written};
use crate::column::{ArrowArray, Columns, Kind, RowWriter, Title, refused};
use crate::errors::Unreadable;
use crate::input;
use crate::verb::Lists;
use crate::verbs::difficulty::{Said, ends};
use crate::work::{Failure, Options, check_memory, run};

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
/// - ``difficulty`` on the ``scale``: a number or a pair, of which ``None`` leaves an end open. The
///   scales "se" and "sukaku" have ER, "hodoku" the score, and "guesses:mrv", which is the one if
///   none is named, the guesses of a strategy, on average over so many symmetric ``images``;
/// - ``level`` on the scale "hodoku", or a pair: "easy", "medium", "hard", "unfair", "extreme";
/// - ``needs``: techniques that have to be on the path of the scale, or groups of them, such as
///   "x-wing" or ["fish", "naked pair"]; ``without``: techniques that a player does not have;
/// - ``attempts``: how many each puzzle may take (1000); ``time``: how many seconds all may take.
///   What is not made in the time is null, and without ``attempts`` there is no limit on these;
/// - ``draw``: "fast", "weighted" (minimal puzzles, with the weight that makes all of them equally
///   likely) or "grid" (solved grids, each equally likely).
///
/// ``id`` in the place of all these makes the puzzle of an ID again.
///
/// ``to`` is "list" (of ``Generated``), "numpy" (a dict of arrays) or "arrow" (an array of
/// structs). The fields are ``puzzle``, ``solution``, ``attempts`` (uint32), ``weight`` and
/// ``difficulty`` (floats, or null) and ``id``. A puzzle that is not come by in as many attempts
/// raises RuntimeError, or with ``errors="null"`` is null.
///
/// >>> generate(1, seed=7)[0].puzzle
/// '4...3...2...2....1..8...7.929...5...8...4......612.......3.....75..8...434.....9.'
/// >>> [hard] = generate(seed=1, scale="se", difficulty=(3.0, 4.5), needs=["fish"])
/// >>> generate(id=hard.id)[0].puzzle == hard.puzzle
/// True
///
/// Raises ValueError for a request that no puzzle can meet and for a seed that is negative.
#[pyfunction]
#[pyo3(signature = (
    n=Whole(1), /, *, seed=None, start=Whole(0), id=None, clues=None, symmetry="none",
    minimal=false, pattern=None, given=None, difficulty=None, scale=None, level=None, needs=None,
    without=None, images=Whole(10), attempts=None, time=None, draw="fast", to="list",
    threads=Some(Whole(1)), errors="raise", progress=false,
))]
#[pyo3(
    text_signature = "(n=1, /, *, seed=None, start=0, id=None, clues=None, symmetry='none', minimal=False, pattern=None, given=None, difficulty=None, scale=None, level=None, needs=None, without=None, images=10, attempts=None, time=None, draw='fast', to='list', threads=1, errors='raise', progress=False)"
)]
#[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    n: Whole<usize>,
    seed: Option<Whole<u64>>,
    start: Whole<u64>,
    id: Option<&str>,
    clues: Option<&Bound<'py, PyAny>>,
    symmetry: &str,
    minimal: bool,
    pattern: Option<&str>,
    given: Option<&Bound<'py, PyAny>>,
    difficulty: Option<&Bound<'py, PyAny>>,
    scale: Option<&str>,
    level: Option<&Bound<'py, PyAny>>,
    needs: Option<Names>,
    without: Option<Names>,
    images: Whole<u32>,
    attempts: Option<Whole<u32>>,
    time: Option<f64>,
    draw: &str,
    to: &str,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut options = Options::new(threads, errors, progress)?;
    if let Some(time) = time {
        options.time = Duration::try_from_secs_f64(time).ok().filter(|time| !time.is_zero());
        if options.time.is_none() {
            return Err(PyValueError::new_err(format!(
                "time is a number of seconds above 0 that a clock can count, not {time:?}"
            )));
        }
    }
    let Whole(count) = n;
    if start.0.checked_add((count as u64).saturating_sub(1)).is_none() {
        return Err(PyValueError::new_err("the numbers of a series end with 18446744073709551615"));
    }
    let [needs, without] = [needs, without].map(|names| names.map_or_else(Vec::new, |it| it.0));
    let said = Said { difficulty, scale, level, needs, without, images: images.0 };
    let is_free = symmetry == "none"
        && clues.is_none()
        && pattern.is_none()
        && given.is_none()
        && said.is_free();
    let is_bare = is_free && !minimal && draw == "fast" && (start.0, count) == (0, 1);
    let maker = match (id, seed) {
        (Some(id), None) if is_bare && scale.is_none() && attempts.is_none() => {
            let id: PuzzleId = arguments::named("id", id)?;
            let (seed, start) = (id.seed, id.index);
            Maker { request: id.request(), wanted: None, draw: Draw::Fast, seed, start }
        }
        (Some(_), _) => {
            return Err(PyValueError::new_err("an ID says all that can be asked of one puzzle"));
        }
        (None, None) => {
            return Err(PyTypeError::new_err("the seed of the puzzles is missing, or an ID"));
        }
        (None, Some(Whole(seed))) => {
            let attempts = match (attempts, time) {
                (Some(Whole(0)), _) => {
                    return Err(PyValueError::new_err("attempts is at least 1"));
                }
                (Some(Whole(attempts)), _) => attempts,
                (None, Some(_)) => u32::MAX,
                (None, None) => 1000,
            };
            let minimality = match (clues, pattern, minimal) {
                (_, _, true) => Minimality::Strict,
                (None, None, false) => Minimality::Orbits,
                _ => Minimality::Any,
            };
            let mut request = PuzzleRequest::new()
                .with_symmetry(arguments::named("symmetry", symmetry)?)
                .with_attempts(attempts)
                .with_minimality(minimality);
            if let Some(clues) = clues {
                let number = |number: &Bound<'_, PyAny>| Ok(number.extract::<Whole<usize>>()?.0);
                request = request.with_clues(ends("clues", clues, number, 0, usize::MAX)?);
            }
            if let Some(pattern) = pattern {
                request = request.with_pattern(arguments::named::<Pattern>("pattern", pattern)?);
            }
            if let Some(given) = given {
                request = request.with_givens(input::one(given)?.0);
            }
            let draw = Draw::of(draw, is_free, minimal)?;
            Maker { request, wanted: said.wanted(py)?, draw, seed, start: start.0 }
        }
    };
    maker
        .request()
        .check(&ENGINE)
        .map_err(|error| PyValueError::new_err(GenerateError::from(error).to_string()))?;
    check_memory(count, "puzzles")?;
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

#[derive(Clone, Copy)]
enum Draw {
    Fast,
    Weighted,
    Grid,
}

impl Draw {
    /// The way of this name, if it can do what else is asked for.
    fn of(name: &str, is_free: bool, minimal: bool) -> PyResult<Self> {
        match name {
            "fast" => Ok(Self::Fast),
            "weighted" | "grid" if !is_free || (name == "grid" && minimal) => {
                Err(PyValueError::new_err(format!("draw={name:?} takes no constraints")))
            }
            "weighted" => Ok(Self::Weighted),
            "grid" => Ok(Self::Grid),
            _ => {
                let words = format!("draw is \"fast\", \"weighted\" or \"grid\", not {name:?}");
                Err(PyValueError::new_err(words))
            }
        }
    }
}

struct Maker {
    request: PuzzleRequest<'static>,
    wanted: Option<WantedDifficulty>,
    draw: Draw,
    seed: u64,
    start: u64,
}

struct Made {
    board: Board,
    solution: Grid,
    attempts: u32,
    weight: Option<f64>,
    difficulty: Option<f64>,
    id: Option<String>,
}

static GENERATED: Named = Named::new("Generated");

const TITLES: [Title; 6] = [
    ("puzzle", Kind::Board),
    ("solution", Kind::Board),
    ("attempts", Kind::U32),
    ("weight", Kind::F64),
    ("difficulty", Kind::F64),
    ("id", Kind::Words),
];

impl Maker {
    /// What is asked of each puzzle.
    fn request(&self) -> PuzzleRequest<'_> {
        match &self.wanted {
            Some(wanted) => wanted.constrain(self.request.clone()),
            None => self.request.clone(),
        }
    }

    /// Makes the puzzle of a row. The request is that of all rows, with the flag that ends them.
    fn make(&self, row: usize, request: &PuzzleRequest<'_>) -> Result<Made, GenerateError> {
        let number = self.start + row as u64;
        let rng = &mut seeded_rng(self.seed, number);
        let id =
            |request: &PuzzleRequest<'_>| request.id(self.seed, number).map(|id| id.to_string());
        Ok(match self.draw {
            Draw::Fast => {
                let puzzle = request.generate(&ENGINE, rng)?;
                let wanted = self.wanted.as_ref();
                Made {
                    board: puzzle.board,
                    solution: puzzle.solution,
                    attempts: puzzle.attempts,
                    weight: None,
                    difficulty: wanted
                        .zip(puzzle.difficulty)
                        .map(|(wanted, number)| wanted.tenths(number) as f64 / 10.0),
                    id: request.id_of(&puzzle, self.seed, number).map(|id| id.to_string()),
                }
            }
            Draw::Weighted => {
                let Weighted { board, solution, weight, .. } = Weighted::draw(&ENGINE, rng);
                let id = id(&PuzzleRequest::new());
                Made { board, solution, attempts: 1, weight: Some(weight), difficulty: None, id }
            }
            Draw::Grid => {
                let solution = random_grid(rng);
                let board = *solution.as_board();
                Made { board, solution, attempts: 1, weight: None, difficulty: None, id: None }
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
        let mut columns = Columns::new(&TITLES, count, layout)?;
        let parts = columns.parts(AT_ONCE);
        self.run(py, options, parts, |part, row, made| write(made, &mut part.row(row)))?;
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
            let request = self.request().with_stop(stop);
            for row in range.clone() {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                match self.make(row, &request) {
                    Ok(made) => put(&mut part, row - range.start, made),
                    // Neither is it made, nor did its attempts run out.
                    Err(_) if stop.load(Ordering::Relaxed) => break,
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

fn write(made: Made, row: &mut RowWriter<'_, '_>) {
    row.board(&made.board);
    row.board(made.solution.as_board());
    row.u32(made.attempts);
    for number in [made.weight, made.difficulty] {
        match number {
            Some(number) => row.f64(number),
            None => row.null(),
        }
    }
    match made.id {
        Some(id) => row.words(id),
        None => row.null(),
    }
}

fn object(py: Python<'_>, made: Made) -> PyResult<Bound<'_, PyAny>> {
    let values = [
        written(py, &made.board, Format::Text)?,
        written(py, made.solution.as_board(), Format::Text)?,
        made.attempts.into_pyobject(py)?.into_any(),
        made.weight.into_pyobject(py)?.into_any(),
        made.difficulty.into_pyobject(py)?.into_any(),
        made.id.into_pyobject(py)?.into_any(),
    ];
    named(py, &GENERATED, values)
}
