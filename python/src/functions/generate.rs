//! The function `generate`.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use sudoku_engines::generator::{
    Difficulty, GenerateError, Minimality, Pattern, PatternSymmetry, PuzzleId, PuzzlePlan,
    PuzzleRequest, Weighted, generate_first, random_grid, seeded_rng,
};
use sudoku_engines::{AutoSolver, Board, Grid};

use crate::arguments::{self, Names, Whole};
use crate::board::{Format, Layout, Named, TextType, named, written};
use crate::column::{ArrowArray, Columns, Kind, Part, RowWriter, Title, refused};
use crate::errors::Unreadable;
use crate::function::{Answers, Lists};
use crate::functions::difficulty::{Said, about, ends};
use crate::functions::variants::VariantMaker;
use crate::input;
use crate::work::{Failure, Options, check_memory, run};

const ENGINE: AutoSolver = AutoSolver::new();

/// The number of puzzles per task.
const AT_ONCE: usize = 64;

/// Generate puzzles that have exactly one solution.
///
/// The same seed and index give the same puzzle on every machine, and the command
/// ``sudoku generate`` makes the same puzzles. By default puzzles are minimal.
///
/// Parameters
/// ----------
/// n : int, default 1
///     The number of puzzles.
/// seed : int, optional
///     The random seed, 0 or higher. By default each call draws another seed.
/// start : int, default 0
///     The index of the first puzzle in the series of the seed.
/// id : str, optional
///     The ID of a puzzle to recreate. Cannot be combined with constraints.
/// clues : int or pair of int, optional
///     The number of clues, or its minimum and maximum.
/// symmetry : str, default "none"
///     The symmetry of the pattern of clues, one of ``SYMMETRIES``. With "random", the seed chooses
///     a symmetry for each puzzle, but never "none".
/// minimal : bool, default False
///     Require that no single clue can be removed. By default a symmetric puzzle is minimal only in
///     the sense that no set of symmetric clues can be removed together.
/// pattern : str, optional
///     The cells that hold clues, as 81 characters.
/// given : puzzle, optional
///     Clues that the puzzle must contain.
/// difficulty : float, str or pair, optional
///     The difficulty on ``scale``. In a pair, ``None`` leaves that end open. A text such as
///     "7.1..7.3" or "8.." is a range, too.
/// scale : {"se", "sukaku", "hodoku", "guesses:mrv"}, optional
///     The measure of ``difficulty``: ER for "se" and "sukaku", the score for "hodoku". The default
///     "guesses:mrv" is the number of guesses of a strategy, averaged over symmetric images.
/// level : str or pair of str, optional
///     The HoDoKu level: "easy", "medium", "hard", "unfair" or "extreme", or a range such as
///     "medium..hard".
/// needs : str or list of str, optional
///     Techniques or groups that the solution path must use, such as "x-wing" or
///     ["fish", "naked pair"].
/// eliminations : int or pair of int, optional
///     The number of candidates that a step of each technique of ``needs`` eliminates.
/// before, after : str or list of str, optional
///     The only other techniques allowed before and after the first step of ``needs``, such as
///     "singles".
/// only_singles_around : bool, default False
///     Allow only singles beside ``needs``, as with ``before`` and ``after`` of "singles".
/// without : str or list of str, optional
///     Techniques that the solution path must not use.
/// with_ : str or list of str, optional
///     Techniques that are off by default on the scale "hodoku", to use them too.
/// images : int, optional
///     The number of symmetric images for the scale "guesses:mrv" (default 10).
/// attempts : int, optional
///     The maximum number of attempts for each puzzle (default 1000; unlimited with ``time``).
/// time : float, optional
///     The maximum time for all puzzles, in seconds. Puzzles that are not ready by then are null.
/// rules : str or list of str, optional
///     The kinds of rules of variants, such as "killer" or ["diagonal", "thermo"], from
///     ``VARIANT_KINDS``. They can be combined with ``symmetry``, ``attempts``, ``time`` and
///     ``cages``, but not with other constraints. The result is a list of ``GeneratedVariant``.
/// cages : str, optional
///     The sizes of the cages of a killer with their weights, by default "2:4,3:3,4:1".
/// method : {"fast", "weighted", "grid"}, default "fast"
///     "weighted" draws minimal puzzles with a weight that makes all of them equally likely. "grid"
///     draws solved grids, each equally likely.
/// to : {"list", "numpy", "arrow"}, default "list"
///     The kind of the result: a list of ``Generated``, a dict of NumPy arrays or an Arrow array of
///     structs.
/// threads : int or None, default 1
///     The number of worker threads; ``None`` starts one per core.
/// errors : {"raise", "null"}, default "raise"
///     "null" gives a null for a puzzle that is not found. "raise" raises ``RuntimeError``.
/// progress : bool, default False
///     Show a progress bar, if tqdm is installed.
///
/// Returns
/// -------
/// list of Generated, dict of arrays, or ArrowArray
///     The fields are ``puzzle``, ``solution``, ``attempts`` (uint32), ``weight`` and
///     ``difficulty`` (floats, or null) and ``id``. With ``rules`` they are ``puzzle``,
///     ``solution`` and ``attempts``.
///
/// Raises
/// ------
/// RuntimeError
///     If no puzzle is found within ``attempts``, with ``errors="raise"``.
/// ValueError
///     If no puzzle can meet the request, or an argument is out of range.
/// TypeError
///     If an argument has the wrong type.
///
/// Examples
/// --------
/// >>> generate(1, seed=7)[0].puzzle
/// '4...3...2...2....1..8...7.929...5...8...4......612.......3.....75..8...434.....9.'
/// >>> [hard] = generate(seed=1, scale="se", difficulty=(3.0, 4.5), needs=["fish"])
/// >>> generate(id=hard.id)[0].puzzle == hard.puzzle
/// True
/// >>> [killer] = generate(seed=7, rules="killer")
/// >>> killer.puzzle.rules[0], killer.puzzle.board.clues, is_proper(killer.puzzle)
/// ('cage ...', 0, True)
#[pyfunction]
#[pyo3(signature = (
    n=Whole(1), *, seed=None, start=Whole(0), id=None, clues=None, symmetry="none",
    minimal=false, pattern=None, given=None, difficulty=None, scale=None, level=None, needs=None,
    eliminations=None, before=None, after=None, only_singles_around=false, without=None, with_=None,
    images=None, attempts=None, time=None, rules=None, cages=None, method="fast", to="list",
    threads=Some(Whole(1)), errors="raise", progress=false,
))]
#[pyo3(
    text_signature = "(n=1, *, seed=None, start=0, id=None, clues=None, symmetry='none', minimal=False, pattern=None, given=None, difficulty=None, scale=None, level=None, needs=None, eliminations=None, before=None, after=None, only_singles_around=False, without=None, with_=None, images=None, attempts=None, time=None, rules=None, cages=None, method='fast', to='list', threads=1, errors='raise', progress=False)"
)]
#[expect(clippy::too_many_arguments, reason = "Python callers pass them by name")]
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
    eliminations: Option<&Bound<'py, PyAny>>,
    before: Option<Names>,
    after: Option<Names>,
    only_singles_around: bool,
    without: Option<Names>,
    with_: Option<Names>,
    images: Option<Whole<u32>>,
    attempts: Option<Whole<u32>>,
    time: Option<f64>,
    rules: Option<Names>,
    cages: Option<&Bound<'py, PyAny>>,
    method: &str,
    to: &str,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(threads, errors, progress)?.with_time(time)?;
    let Whole(count) = n;
    if start.0.checked_add((count as u64).saturating_sub(1)).is_none() {
        return Err(PyValueError::new_err("start + n must be at most 18446744073709551616"));
    }
    let lists = [needs, before, after, without, with_];
    let [needs, before, after, without, with] =
        lists.map(|names| names.map_or_else(Vec::new, |it| it.0));
    let (before, after) = match only_singles_around {
        false => (before, after),
        true if needs.is_empty() || !before.is_empty() || !after.is_empty() => {
            let error = PyValueError::new_err(
                "only_singles_around belongs to a required technique and replaces before and \
                 after; pass needs, without before and after",
            );
            return Err(about("only_singles_around", py, error));
        }
        true => (vec!["singles".to_owned()], vec!["singles".to_owned()]),
    };
    let said = Said {
        difficulty,
        scale,
        level,
        needs,
        eliminations,
        before,
        after,
        without,
        with,
        images: images.map_or(IMAGES, |images| images.0),
    };
    let has_no_cells = clues.is_none() && pattern.is_none() && given.is_none();
    let is_free = symmetry == "none" && has_no_cells && said.is_free();
    if let Some(Names(kinds)) = rules {
        let is_alone = has_no_cells && said.is_free() && scale.is_none() && id.is_none();
        if !is_alone || images.is_some() || minimal || (method, to) != ("fast", "list") {
            return Err(PyValueError::new_err(
                "rules can be combined only with symmetry, cages, attempts and time",
            ));
        }
        let attempts = most_attempts(attempts, time)?;
        let series = (drawn(py, seed)?, start.0);
        let maker = VariantMaker::new(&kinds, cages, symmetry, attempts, series)?;
        return Ok(maker.list(py, count, &options)?.into_any());
    }
    if cages.is_some() {
        return Err(PyValueError::new_err("cages needs rules=\"killer\""));
    }
    let is_bare = is_free && !minimal && method == "fast" && (start.0, count) == (0, 1);
    let maker = match (id, seed) {
        (Some(id), None) if is_bare && scale.is_none() && attempts.is_none() => {
            let id: PuzzleId = arguments::named("id", id)?;
            let (seed, start) = (id.seed, id.index);
            let plan = PuzzlePlan::new(id.request(), None);
            Maker { plan, method: Method::Fast, seed, start }
        }
        (Some(_), _) => {
            return Err(PyValueError::new_err(
                "id cannot be combined with other constraints; pass the ID alone",
            ));
        }
        (None, seed) => {
            let attempts = most_attempts(attempts, time)?;
            let minimality = match (clues, pattern, minimal) {
                (_, _, true) => Minimality::Strict,
                (None, None, false) => Minimality::Orbits,
                _ => Minimality::Any,
            };
            let request = requested(clues, pattern, given)?
                .with_attempts(attempts)
                .with_minimality(minimality);
            let seed = drawn(py, seed)?;
            let method = Method::of(method, is_free, minimal)?;
            let plan = planned(request, symmetries(symmetry)?, said.wanted(py)?);
            Maker { plan, method, seed, start: start.0 }
        }
    };
    maker
        .plan
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
                    "an Arrow array holds at most 2³¹ bytes of text; make the puzzles in several calls",
                )),
            }
        }
        _ => Err(PyValueError::new_err(format!(
            "to must be \"list\", \"numpy\" or \"arrow\", not {to:?}"
        ))),
    }
}

/// Returns the seed, or a random one.
fn drawn(py: Python<'_>, seed: Option<Whole<u64>>) -> PyResult<u64> {
    match seed {
        Some(Whole(seed)) => Ok(seed),
        // IDs with a number of 32 bits are short.
        None => py.import("secrets")?.call_method1("randbits", (32,))?.extract(),
    }
}

/// Returns the maximum number of attempts per puzzle.
fn most_attempts(attempts: Option<Whole<u32>>, time: Option<f64>) -> PyResult<u32> {
    match (attempts, time) {
        (Some(Whole(0)), _) => Err(PyValueError::new_err("attempts must be at least 1")),
        (Some(Whole(attempts)), _) => Ok(attempts),
        (None, Some(_)) => Ok(u32::MAX),
        (None, None) => Ok(1000),
    }
}

/// The default number of images to average guesses over.
const IMAGES: u32 = 10;

/// Returns the symmetries with this name.
fn symmetries(name: &str) -> PyResult<Vec<PatternSymmetry>> {
    if name != "random" {
        return Ok(vec![arguments::named("symmetry", name)?]);
    }
    let all = PatternSymmetry::ALL.iter().copied();
    Ok(all.filter(|&symmetry| symmetry != PatternSymmetry::None).collect())
}

/// Returns the plan for puzzles with one of these symmetries and with this difficulty, if any.
fn planned(
    request: PuzzleRequest<'static>,
    symmetries: Vec<PatternSymmetry>,
    wanted: Option<Difficulty>,
) -> PuzzlePlan {
    let request = request.with_climb(wanted.as_ref().map_or(0, Difficulty::climb_steps));
    PuzzlePlan::new(request, wanted).with_symmetries(symmetries)
}

/// Returns a request with these constraints on the cells of the clues.
fn requested(
    clues: Option<&Bound<'_, PyAny>>,
    pattern: Option<&str>,
    given: Option<&Bound<'_, PyAny>>,
) -> PyResult<PuzzleRequest<'static>> {
    let mut request = PuzzleRequest::new();
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
    Ok(request)
}

#[derive(Clone, Copy)]
enum Method {
    Fast,
    Weighted,
    Grid,
}

impl Method {
    /// Returns the method with this name, if the other arguments allow it.
    fn of(name: &str, is_free: bool, minimal: bool) -> PyResult<Self> {
        match name {
            "fast" => Ok(Self::Fast),
            "weighted" | "grid" if !is_free || (name == "grid" && minimal) => {
                Err(PyValueError::new_err(format!(
                    "method={name:?} cannot be combined with constraints"
                )))
            }
            "weighted" => Ok(Self::Weighted),
            "grid" => Ok(Self::Grid),
            _ => {
                let words =
                    format!("method must be \"fast\", \"weighted\" or \"grid\", not {name:?}");
                Err(PyValueError::new_err(words))
            }
        }
    }
}

struct Maker {
    plan: PuzzlePlan,
    method: Method,
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
    /// Makes the puzzle of a row. Stops early if the flag is set.
    fn make(&self, row: usize, stop: &AtomicBool) -> Result<Made, GenerateError> {
        let number = self.start + row as u64;
        let rng = &mut seeded_rng(self.seed, number);
        let id =
            |request: &PuzzleRequest<'_>| request.id(self.seed, number).map(|id| id.to_string());
        Ok(match self.method {
            Method::Fast => {
                let (first, others) = self.plan.requests(self.seed, number);
                let others = others.map(|request| request.with_stop(stop));
                let first = first.with_stop(stop);
                let (puzzle, request) = generate_first(first, others, &ENGINE, self.seed, number)?;
                let wanted = self.plan.difficulty();
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
            Method::Weighted => {
                let Weighted { board, solution, weight, .. } = Weighted::draw(&ENGINE, rng);
                let id = id(&PuzzleRequest::new());
                Made { board, solution, attempts: 1, weight: Some(weight), difficulty: None, id }
            }
            Method::Grid => {
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
        self.run(py, options, lists.parts(), |part, _, made| *part = Some(Box::new(made)))?;
        lists.into_list(py, &[])
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
        self.run(py, options, parts, |mut part, start, made| {
            Box::new(made).write(start, &mut part);
        })?;
        Ok(columns)
    }

    /// Makes each block, and calls `put` with its part, its first row and the puzzles.
    fn run<P: Send>(
        &self,
        py: Python<'_>,
        options: &Options,
        parts: Vec<(std::ops::Range<usize>, P)>,
        put: impl Fn(P, usize, MadeBlock) + Send + Sync,
    ) -> PyResult<()> {
        let failed = run(py, options, parts, |range, part, stop| {
            let mut block = MadeBlock(Vec::with_capacity(range.len()));
            for row in range.clone() {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                match self.make(row, stop) {
                    Ok(made) => block.0.push((row, made)),
                    // The time ran out: the puzzle is neither made nor refused.
                    Err(_) if stop.load(Ordering::Relaxed) => break,
                    Err(error) if options.strict => {
                        return Err(Failure::Row(row, Unreadable::Other(error.to_string())));
                    }
                    Err(_) => {}
                }
            }
            put(part, range.start, block);
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

/// The puzzles of a block, each with its row.
struct MadeBlock(Vec<(usize, Made)>);

impl Answers for MadeBlock {
    fn write(self: Box<Self>, start: usize, part: &mut Part<'_>) {
        for (row, made) in self.0 {
            write(made, &mut part.row(row - start));
        }
    }

    fn objects<'py>(
        self: Box<Self>,
        py: Python<'py>,
        _: &[Format],
        objects: &mut [Bound<'py, PyAny>],
    ) -> PyResult<()> {
        for (row, made) in self.0 {
            objects[row] = object(py, made)?;
        }
        Ok(())
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
