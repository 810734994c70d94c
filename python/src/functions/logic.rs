//! The functions `rate` and `next_step`: human logic.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sudoku_engines::Limits;
use sudoku_logic::{DeciRating, NoStepError, RatedStep, Rating, RatingScale, State};

use crate::arguments::Whole;
use crate::board::{Format, Named, named};
use crate::column::{Category, Kind, RowWriter, Title};
use crate::function::{Function, map, one_by_one};
use crate::rows::Block;
use crate::steps::{Loose, StepKind, StepRow};
use crate::work::{Failure, Options};

/// The number of puzzles per task. Hard puzzles take seconds each, so small tasks keep all threads
/// busy.
pub(crate) const AT_ONCE: usize = 4;

/// Rate the difficulty of each puzzle for human solvers.
///
/// A hard puzzle can take seconds.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// scale : {"se", "sukaku", "hodoku"}, default "se"
///     The rating scale: Sudoku Explainer 1.2.1, SukakuExplainer 1.18 or HoDoKu 2.3.
/// max_steps : int, optional
///     Stop after this number of steps. The ending is then "the limit on steps was reached".
/// time : float, optional
///     The maximum time for all puzzles, in seconds. A puzzle that is not finished in time has the
///     ending "stopped", and a puzzle that is not begun has a null.
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
/// ExplainerRating, HodokuRating or collection of results
///     With "se" and "sukaku" the fields are ``er`` (the rating of the hardest step), ``ep`` (of
///     the hardest step up to the first placed digit) and ``ed`` (of the first step). With
///     "hodoku" they are ``level`` and ``score`` (uint32). The field ``ending`` is "solved", or
///     the reason why the rating is null. The result has the same kind as the input.
///
/// Raises
/// ------
/// PuzzleError
///     If a puzzle cannot be read, for a single puzzle or with ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value, such as an unknown scale.
/// KeyboardInterrupt
///     If you press Ctrl-C; the workers stop first.
///
/// Examples
/// --------
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> rate(puzzle)
/// ExplainerRating(er=1.2, ep=1.2, ed=1.2, ending='solved')
/// >>> rate(puzzle, scale="hodoku")
/// HodokuRating(level='Easy', score=204, ending='solved')
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, scale="se", max_steps=None, time=None, threads=Some(Whole(1)), errors="null",
    progress=false,
))]
#[pyo3(
    text_signature = "(puzzles, *, scale='se', max_steps=None, time=None, threads=1, errors='null', progress=False)"
)]
pub(crate) fn rate<'py>(
    puzzles: &Bound<'py, PyAny>,
    scale: &str,
    max_steps: Option<Whole<u64>>,
    time: Option<f64>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let function = Rate { scale: named_scale(scale)?, most: most(max_steps), steps: None };
    map(&function, puzzles, &Options::new(threads, errors, progress)?.with_time(time)?)
}

/// Rates each puzzle of an Arrow array, as `rate`, and adds the steps, as `explain` in the form
/// "steps".
#[pyfunction]
pub(crate) fn _rated_steps<'py>(
    puzzles: &Bound<'py, PyAny>,
    scale: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let steps = Some(StepKind::Logic { has_candidates: false });
    let function = Rate { scale: named_scale(scale)?, most: u64::MAX, steps };
    map(&function, puzzles, &Options::new(Some(Whole(1)), "null", false)?)
}

/// Find the next step of human logic for each board, as numbers.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// scale : {"se", "sukaku", "hodoku"}, default "se"
///     The rating scale: Sudoku Explainer 1.2.1, SukakuExplainer 1.18 or HoDoKu 2.3.
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
/// NextStep or collection of results
///     The fields are ``cell`` (0 to 80) and ``digit`` of the placement, ``technique``, ``rating``
///     (on the scale "hodoku" the score of the step) and ``eliminations`` (the number of
///     eliminated candidates). Cell and digit are null if the step places no digit, and all fields
///     are null if there is no step. The result has the same kind as the input. NumPy arrays hold
///     255 for a null cell or digit.
///
/// Raises
/// ------
/// PuzzleError
///     If a puzzle cannot be read, for a single puzzle or with ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value, such as an unknown scale.
/// KeyboardInterrupt
///     If you press Ctrl-C; the workers stop first.
///
/// Examples
/// --------
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> next_step(puzzle)
/// NextStep(cell=5, digit=8, technique='hidden single', rating=1.2, eliminations=0)
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, scale="se", threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(text_signature = "(puzzles, *, scale='se', threads=1, errors='null', progress=False)")]
pub(crate) fn next_step<'py>(
    puzzles: &Bound<'py, PyAny>,
    scale: &str,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    map(&NextStep(named_scale(scale)?), puzzles, &Options::new(threads, errors, progress)?)
}

struct NextStep(&'static RatingScale);

static NEXT_STEP: Named = Named::new("NextStep");

impl Function for NextStep {
    type Answer = Option<RatedStep>;

    const AT_ONCE: usize = 64;

    fn titles(&self) -> Vec<Title> {
        vec![
            ("cell", Kind::Code),
            ("digit", Kind::Code),
            ("technique", Kind::Words),
            ("rating", Kind::F64),
            ("eliminations", Kind::U32),
        ]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Option<RatedStep>>,
    ) -> Result<(), Failure> {
        let limits = Limits::ALL.with_stop(stop);
        one_by_one(block, stop, answers, |board, _| {
            Ok(self.0.hint(&State::from(board), &limits).ok())
        })
    }

    fn write(&self, answer: Option<RatedStep>, row: &mut RowWriter<'_, '_>) {
        let Some(RatedStep { step, score }) = answer else { return };
        match step.effect.placement {
            Some((cell, digit)) => {
                row.code(cell.index() as u8);
                row.code(digit.get());
            }
            None => (0..2).for_each(|_| row.null()),
        }
        row.words(step.name.name().to_owned());
        row.f64(score.number());
        row.u32(step.effect.elimination_count() as u32);
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Option<RatedStep>,
        _: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let step = answer.as_ref().map(|it| &it.step);
        let placement = step.and_then(|step| step.effect.placement);
        let values = [
            placement.map(|(cell, _)| cell.index()).into_pyobject(py)?,
            placement.map(|(_, digit)| digit.get()).into_pyobject(py)?,
            step.map(|step| step.name.name()).into_pyobject(py)?,
            answer.as_ref().map(|it| it.score.number()).into_pyobject(py)?,
            step.map(|step| step.effect.elimination_count()).into_pyobject(py)?,
        ];
        named(py, &NEXT_STEP, values)
    }
}

/// Returns the scale with this name.
pub(crate) fn named_scale(scale: &str) -> PyResult<&'static RatingScale> {
    RatingScale::by_name(scale).ok_or_else(|| {
        let names = RatingScale::all().map(RatingScale::name).join(", ");
        PyValueError::new_err(format!("scale={scale:?}: not one of {names}"))
    })
}

struct Rate {
    scale: &'static RatingScale,
    /// The maximum number of steps.
    most: u64,
    /// The kind of the column of steps, if there is one.
    steps: Option<StepKind>,
}

/// Returns the maximum number of steps.
pub(crate) fn most(max_steps: Option<Whole<u64>>) -> u64 {
    max_steps.map_or(u64::MAX, |steps| steps.0)
}

struct Rated {
    /// The rating, if the puzzle is solved.
    rating: Option<Rating>,
    /// The steps, if they are requested.
    steps: Vec<StepRow>,
    end: NoStepError,
}

static EXPLAINER: Named = Named::new("ExplainerRating");
static HODOKU: Named = Named::new("HodokuRating");

impl Function for Rate {
    type Answer = Rated;

    const AT_ONCE: usize = AT_ONCE;

    fn titles(&self) -> Vec<Title> {
        let rating: &[Title] = if self.scale.has_scores() {
            &[("level", Kind::Words), ("score", Kind::U32)]
        } else {
            &[("er", Kind::F64), ("ep", Kind::F64), ("ed", Kind::F64)]
        };
        let steps = self.steps.map(|kind| ("steps", Kind::Steps(kind)));
        let ending = ("ending", Kind::Category(Category::StepEnding));
        rating.iter().copied().chain(steps).chain([ending]).collect()
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Rated>,
    ) -> Result<(), Failure> {
        let limits = Limits::ALL.with_nodes(self.most).with_stop(stop);
        one_by_one(block, stop, answers, |board, _| {
            let mut path = self.scale.path(&State::from(board), &limits);
            let mut steps = Vec::new();
            if self.steps.is_some() {
                steps.extend(path.by_ref().map(|step| StepRow::of_logic(&step, None)));
            }
            Ok(match path.rated() {
                Ok(rating) => Rated { rating: Some(rating), steps, end: NoStepError::Solved },
                Err(error) => Rated { rating: None, steps, end: error.reason },
            })
        })
    }

    fn write(&self, answer: Rated, row: &mut RowWriter<'_, '_>) {
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
            _ if self.scale.has_scores() => (0..2).for_each(|_| row.null()),
            _ => (0..3).for_each(|_| row.null()),
        }
        if self.steps.is_some() {
            row.loose(Loose::Steps(answer.steps));
        }
        row.code(answer.end as u8);
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Rated,
        _: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ending = answer.end.text().into_pyobject(py)?.into_any();
        if self.scale.has_scores() {
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
