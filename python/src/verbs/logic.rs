//! `rate`, `path` and `hint`: how people solve.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sudoku_engines::{Board, Limits};
use sudoku_explain::step_json;
use sudoku_logic::{DeciRating, NoStepError, Rating, RatingScale, State};

use crate::arguments::Whole;
use crate::board::{Format, Named, named};
use crate::column::{Kind, RowWriter, Title};
use crate::input::Block;
use crate::verb::{Verb, map, one_by_one};
use crate::work::{Failure, Options};

/// Hard puzzles take seconds each: few at a time keep all threads at work.
const AT_ONCE: usize = 4;

/// Rates how hard each puzzle is for people.
///
/// ``scale`` is one of ``SCALES``: "se" (Sudoku Explainer 1.2.1) and "sukaku" (SukakuExplainer
/// 1.18) give ``er``, ``ep`` and ``ed``, the ratings of the hardest step, of the hardest up to the
/// first that places a digit, and of the first; "hodoku" (HoDoKu 2.3) gives ``level`` and ``score``
/// (uint32). ``ending`` is "solved", or says why there is no rating, which is null then.
///
/// Takes and gives back what ``solve`` does. Hard puzzles take seconds each.
///
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> rate(puzzle)
/// ExplainerRating(er=1.2, ep=1.2, ed=1.2, ending='solved')
/// >>> rate(puzzle, scale="hodoku")
/// HodokuRating(level='Easy', score=204, ending='solved')
///
/// Raises ValueError for a scale that there is not, and what ``solve`` raises.
#[pyfunction]
#[pyo3(signature = (
    puzzles, /, *, scale="se", threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(text_signature = "(puzzles, /, *, scale='se', threads=1, errors='null', progress=False)")]
pub(crate) fn rate<'py>(
    puzzles: &Bound<'py, PyAny>,
    scale: &str,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    map(&Rate(named_scale(scale)?), puzzles, &Options::new(threads, errors, progress)?)
}

/// The steps by which each puzzle is solved, as data.
///
/// The fields are ``steps`` and ``ending``. A step is a dict with the ``technique``, its ``score``
/// on the scale, its ``effect`` in short, and the ``explanation``: place, effect and proof, line by
/// line, as ``sudoku explain --json`` gives it. In arrays the steps are JSON. ``scale`` is one of
/// ``SCALES``. Takes and gives back what ``solve`` does.
///
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> steps, ending = path(puzzle)
/// >>> len(steps), steps[0]["technique"], steps[0]["score"], steps[0]["effect"], ending
/// (51, 'hidden single', '1.2', 'r1c6=8', 'solved')
///
/// Raises ValueError for a scale that there is not, and what ``solve`` raises.
#[pyfunction]
#[pyo3(signature = (
    puzzles, /, *, scale="se", threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(text_signature = "(puzzles, /, *, scale='se', threads=1, errors='null', progress=False)")]
pub(crate) fn path<'py>(
    puzzles: &Bound<'py, PyAny>,
    scale: &str,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let verb = Path { scale: named_scale(scale)?, most: u64::MAX };
    map(&verb, puzzles, &Options::new(threads, errors, progress)?)
}

/// The next step of each puzzle: what ``path`` gives, with one step at most.
///
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> hint(puzzle).steps[0]["explanation"]["place"]["text"]
/// '8 of box 2 in r1c6'
/// >>> hint("11" + "." * 79)
/// Path(steps=[], ending='a cell or a house has no place left for a digit, or a digit twice')
///
/// Raises ValueError for a scale that there is not, and what ``solve`` raises.
#[pyfunction]
#[pyo3(signature = (
    puzzles, /, *, scale="se", threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(text_signature = "(puzzles, /, *, scale='se', threads=1, errors='null', progress=False)")]
pub(crate) fn hint<'py>(
    puzzles: &Bound<'py, PyAny>,
    scale: &str,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let verb = Path { scale: named_scale(scale)?, most: 1 };
    map(&verb, puzzles, &Options::new(threads, errors, progress)?)
}

fn named_scale(scale: &str) -> PyResult<&'static RatingScale> {
    RatingScale::by_name(scale).ok_or_else(|| {
        let names = RatingScale::all().map(RatingScale::name).join(", ");
        PyValueError::new_err(format!("scale={scale:?}: not one of {names}"))
    })
}

struct Rate(&'static RatingScale);

struct Rated {
    /// The rating, of a puzzle that was solved.
    rating: Option<Rating>,
    end: NoStepError,
}

static EXPLAINER: Named = Named::new("ExplainerRating");
static HODOKU: Named = Named::new("HodokuRating");

impl Verb for Rate {
    type Answer = Rated;

    const AT_ONCE: usize = AT_ONCE;

    fn titles(&self) -> Vec<Title> {
        let ending = ("ending", Kind::Words);
        if self.0.has_scores() {
            return vec![("level", Kind::Words), ("score", Kind::U32), ending];
        }
        vec![("er", Kind::F64), ("ep", Kind::F64), ("ed", Kind::F64), ending]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Rated>,
    ) -> Result<(), Failure> {
        let limits = Limits::ALL.with_stop(stop);
        one_by_one(block, stop, answers, |board, _| {
            Ok(match self.0.rate(&State::from(board), &limits) {
                Ok(rating) => Rated { rating: Some(rating), end: NoStepError::Solved },
                Err(error) => Rated { rating: None, end: error.reason },
            })
        })
    }

    fn write(&self, answer: &Rated, row: &mut RowWriter<'_, '_>) {
        match answer.rating {
            Some(Rating::Explainer(rating)) => {
                for tenths in rating.tenths() {
                    row.f64(number(tenths));
                }
            }
            Some(Rating::Hodoku(rating)) => {
                row.words(rating.level.name().to_owned());
                row.u32(rating.score);
            }
            _ => (1..self.titles().len()).for_each(|_| row.null()),
        }
        row.words(answer.end.to_string());
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Rated,
        _: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ending = answer.end.to_string().into_pyobject(py)?.into_any();
        if self.0.has_scores() {
            let rating = match answer.rating {
                Some(Rating::Hodoku(rating)) => Some(rating),
                _ => None,
            };
            let level = rating.map(|it| it.level.name()).into_pyobject(py)?;
            let score = rating.map(|it| it.score).into_pyobject(py)?;
            return named(py, &HODOKU, [level, score, ending]);
        }
        let ratings = match answer.rating {
            Some(Rating::Explainer(rating)) => rating.tenths().map(|it| Some(number(it))),
            _ => [None; 3],
        };
        let [er, ep, ed] = ratings.map(|rating| rating.into_pyobject(py));
        named(py, &EXPLAINER, [er?, ep?, ed?, ending])
    }
}

fn number(tenths: DeciRating) -> f64 {
    f64::from(tenths.get()) / 10.0
}

struct Path {
    scale: &'static RatingScale,
    /// How many steps are wanted.
    most: u64,
}

struct Steps {
    /// A list of objects.
    json: String,
    end: NoStepError,
}

static PATH: Named = Named::new("Path");

impl Path {
    fn steps(&self, board: &Board, stop: &AtomicBool) -> Steps {
        let limits = Limits::ALL.with_nodes(self.most).with_stop(stop);
        let mut path = self.scale.path(&State::from(board), &limits);
        let mut json = "[".to_owned();
        loop {
            let state = *path.state();
            let Some(rated) = path.next() else { break };
            if json.len() > 1 {
                json.push(',');
            }
            json += &step_json(&state, &rated, self.scale.name());
        }
        json.push(']');
        Steps { json, end: path.end() }
    }
}

impl Verb for Path {
    type Answer = Steps;

    const AT_ONCE: usize = AT_ONCE;

    fn titles(&self) -> Vec<Title> {
        vec![("steps", Kind::Words), ("ending", Kind::Words)]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Steps>,
    ) -> Result<(), Failure> {
        one_by_one(block, stop, answers, |board, _| Ok(self.steps(board, stop)))
    }

    fn write(&self, answer: &Steps, row: &mut RowWriter<'_, '_>) {
        row.words(answer.json.clone());
        row.words(answer.end.to_string());
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Steps,
        _: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let steps = py.import("json")?.call_method1("loads", (answer.json,))?;
        let ending = answer.end.to_string().into_pyobject(py)?.into_any();
        named(py, &PATH, [steps, ending])
    }
}
