//! The functions `rate` and `next_step`: human logic.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sudoku_engines::{AutoSolver, Board, Limits};
use sudoku_logic::{DeciRating, NoStepError, RatedStep, Rating, RatingScale, State};
use sudoku_search::{Measure, SearchError};

use crate::arguments::{Names, Whole};
use crate::board::{Format, Named, named};
use crate::column::{Category, Kind, RowWriter, Title};
use crate::function::{Function, map, one_by_one};
use crate::rows::Block;
use crate::steps::{Loose, StepKind, StepRow};
use crate::work::{Failure, Options};

/// The number of puzzles per task. Hard puzzles take seconds each, so small tasks keep all threads
/// busy.
pub(crate) const AT_ONCE: usize = 4;

/// Rate the difficulty of each puzzle for human solvers, and measure it for a search.
///
/// A hard puzzle can take seconds.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// scale : {"se", "sukaku", "hodoku"} or None, default "se"
///     The rating scale: Sudoku Explainer 1.2.1, SukakuExplainer 1.18 or HoDoKu 2.3. ``None`` is
///     for measures alone.
/// measures : str or list of str, optional
///     Measures that do not depend on human techniques. "backdoor" is the smallest number of cells
///     whose right digits leave only singles. "te_depth" is the depth of trial and error (T&E) that
///     solves the puzzle.
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
/// ExplainerRating, HodokuRating, MeasuredRating or collection of results
///     With "se" and "sukaku" the fields are ``er`` (the rating of the hardest step), ``ep`` (of
///     the hardest step up to the first placed digit) and ``ed`` (of the first step). With
///     "hodoku" they are ``level`` and ``score`` (uint32). The field ``ending`` is "solved", or
///     the reason why a value is null. With ``measures``, the result is a ``MeasuredRating``, which
///     has the fields of all scales and measures. Arrays have a column for each requested measure,
///     before ``ending``. The result has the same kind as the input.
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
/// >>> hard = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
/// >>> rate(hard, scale=None, measures=["backdoor", "te_depth"]).te_depth
/// 2
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, scale=Some("se"), measures=None, max_steps=None, time=None,
    threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(
    text_signature = "(puzzles, *, scale='se', measures=None, max_steps=None, time=None, threads=1, errors='null', progress=False)"
)]
#[expect(clippy::too_many_arguments, reason = "Python callers pass them by name")]
pub(crate) fn rate<'py>(
    puzzles: &Bound<'py, PyAny>,
    scale: Option<&str>,
    measures: Option<Names>,
    max_steps: Option<Whole<u64>>,
    time: Option<f64>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let measures = measures.map_or_else(|| Ok(Vec::new()), |names| named_measures(&names.0))?;
    if scale.is_none() && measures.is_empty() {
        return Err(PyValueError::new_err("scale=None needs measures"));
    }
    let scale = scale.map(named_scale).transpose()?;
    let function = Rate { scale, measures, most: most(max_steps), steps: None };
    map(&function, puzzles, &Options::new(threads, errors, progress)?.with_time(time)?)
}

/// Rates each puzzle of an Arrow array, as `rate`, and adds the steps, as `explain` in the form
/// "steps".
#[pyfunction]
#[pyo3(signature = (puzzles, scale, measures=None))]
pub(crate) fn _rated_steps<'py>(
    puzzles: &Bound<'py, PyAny>,
    scale: &str,
    measures: Option<Names>,
) -> PyResult<Bound<'py, PyAny>> {
    let steps = Some(StepKind::Logic { has_candidates: false });
    let scale = Some(named_scale(scale)?);
    let measures = measures.map_or_else(|| Ok(Vec::new()), |names| named_measures(&names.0))?;
    let function = Rate { scale, measures, most: u64::MAX, steps };
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
/// time : float, optional
///     The maximum time for all puzzles, in seconds. A puzzle that is not finished in time has no
///     step, and a puzzle that is not begun has a null.
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
    puzzles, *, scale="se", time=None, threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(
    text_signature = "(puzzles, *, scale='se', time=None, threads=1, errors='null', progress=False)"
)]
pub(crate) fn next_step<'py>(
    puzzles: &Bound<'py, PyAny>,
    scale: &str,
    time: Option<f64>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = Options::new(threads, errors, progress)?.with_time(time)?;
    map(&NextStep(named_scale(scale)?), puzzles, &options)
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

/// Returns the measures with these names, in the order of all measures.
fn named_measures(names: &[String]) -> PyResult<Vec<&'static Measure>> {
    if let Some(name) = names.iter().find(|name| Measure::by_name(name).is_none()) {
        let all: Vec<_> = Measure::all().map(Measure::name).collect();
        let words = format!("measures={name:?}: not one of {}", all.join(", "));
        return Err(PyValueError::new_err(words));
    }
    let is_named = |measure: &&Measure| names.iter().any(|name| name == measure.name());
    Ok(Measure::all().filter(is_named).collect())
}

struct Rate {
    /// The rating scale, or `None` for measures alone.
    scale: Option<&'static RatingScale>,
    measures: Vec<&'static Measure>,
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
    /// The value of each measure.
    measures: Vec<Option<u32>>,
    /// The steps, if they are requested.
    steps: Vec<StepRow>,
    end: NoStepError,
}

impl Rate {
    /// Returns true if the scale has levels and scores.
    fn has_scores(&self) -> bool {
        self.scale.is_some_and(RatingScale::has_scores)
    }

    fn rated(&self, board: &Board, stop: &AtomicBool) -> Rated {
        let mut rated = Rated {
            rating: None,
            measures: Vec::new(),
            steps: Vec::new(),
            end: NoStepError::Solved,
        };
        if let Some(scale) = self.scale {
            let limits = Limits::ALL.with_nodes(self.most).with_stop(stop);
            let mut path = scale.path(&State::from(board), &limits);
            if self.steps.is_some() {
                rated.steps.extend(path.by_ref().map(|step| StepRow::of_logic(&step, None)));
            }
            match path.rated() {
                Ok(rating) => rated.rating = Some(rating),
                Err(error) => rated.end = error.reason,
            }
        }
        let limits = Limits::ALL.with_stop(stop);
        for measure in &self.measures {
            let value = measure.value(&AutoSolver::new(), board, &limits);
            let end = match value {
                Ok(Some(_)) => NoStepError::Solved,
                Ok(None) => NoStepError::Stopped,
                Err(SearchError::NoSolution) => NoStepError::NoSolution,
                Err(_) => NoStepError::SeveralSolutions,
            };
            // The reason of the rating comes first.
            if rated.end == NoStepError::Solved {
                rated.end = end;
            }
            rated.measures.push(value.ok().flatten().map(|value| value as u32));
        }
        rated
    }
}

static EXPLAINER: Named = Named::new("ExplainerRating");
static HODOKU: Named = Named::new("HodokuRating");
static MEASURED: Named = Named::new("MeasuredRating");

impl Function for Rate {
    type Answer = Rated;

    const AT_ONCE: usize = AT_ONCE;

    fn titles(&self) -> Vec<Title> {
        let rating: &[Title] = match self.scale {
            Some(_) if self.has_scores() => &[("level", Kind::Words), ("score", Kind::U32)],
            Some(_) => &[("er", Kind::F64), ("ep", Kind::F64), ("ed", Kind::F64)],
            None => &[],
        };
        let measures = self.measures.iter().map(|measure| (measure.name(), Kind::U32));
        let steps = self.steps.map(|kind| ("steps", Kind::Steps(kind)));
        let ending = ("ending", Kind::Category(Category::StepEnding));
        rating.iter().copied().chain(steps).chain(measures).chain([ending]).collect()
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Rated>,
    ) -> Result<(), Failure> {
        one_by_one(block, stop, answers, |board, _| Ok(self.rated(board, stop)))
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
            _ if self.has_scores() => (0..2).for_each(|_| row.null()),
            _ if self.scale.is_some() => (0..3).for_each(|_| row.null()),
            _ => {}
        }
        if self.steps.is_some() {
            row.loose(Loose::Steps(answer.steps));
        }
        for value in answer.measures {
            match value {
                Some(value) => row.u32(value),
                None => row.null(),
            }
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
        let rating = match answer.rating {
            Some(Rating::Hodoku(rating)) => Some(rating),
            _ => None,
        };
        let level = rating.map(|it| it.level.name()).into_pyobject(py)?;
        let score = rating.map(|it| it.score).into_pyobject(py)?;
        if self.has_scores() && self.measures.is_empty() {
            return named(py, &HODOKU, [level, score, ending]);
        }
        let ratings = match answer.rating {
            Some(Rating::Explainer(rating)) => rating.tenths().map(|it| Some(number(it))),
            _ => [None; 3],
        };
        let [er, ep, ed] = ratings.map(|rating| rating.into_pyobject(py));
        if self.measures.is_empty() {
            return named(py, &EXPLAINER, [er?, ep?, ed?, ending]);
        }
        let value = |name: &str| {
            let place = self.measures.iter().position(|measure| measure.name() == name);
            place.and_then(|place| answer.measures[place]).into_pyobject(py)
        };
        let [backdoor, te_depth] = [value("backdoor")?, value("te_depth")?];
        named(py, &MEASURED, [er?, ep?, ed?, level, score, backdoor, te_depth, ending])
    }
}

fn number(tenths: DeciRating) -> f64 {
    f64::from(tenths.get()) / 10.0
}
