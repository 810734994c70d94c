//! The functions `explain` and `hint`: the steps of human logic in four forms.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sudoku_engines::{Board, Limits, Solver};
use sudoku_explain::{Depth, Explanation, Language, StepData, variant_hint};
use sudoku_logic::{NoStepError, RatingScale, State, Step};
use sudoku_variants::{Hints, Ruled, Weighted};

use crate::arguments::{self, Names, Whole};
use crate::board::{Format, Named, named};
use crate::column::{Category, Kind, NO_REASON, RowWriter, Title};
use crate::function::{Function, map, one_by_one};
use crate::functions::difficulty::extended;
use crate::functions::logic::{AT_ONCE, most, named_scale};
use crate::functions::tokens::tokens;
use crate::rows::Block;
use crate::steps::{Loose, StepKind, StepRow};
use crate::work::{Failure, Options};

/// Solve each puzzle by human logic, and return every step.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// form : {"json", "steps", "tokens", "text"}, default "json"
///     The form of the steps:
///
///     - "json": a dict for each step with its proof, as ``sudoku explain --json`` prints it. The
///       dict also has the ``board`` before the step, and the ``reason``, which ``verify_steps``
///       checks. In arrays the steps are JSON. A notebook draws the steps of one puzzle.
///     - "steps": the numbers of each step without a proof; see ``Step``. In Arrow they are a list
///       of structs, and in NumPy flat arrays with the ``row`` of each step. This form is about as
///       fast as ``rate``.
///     - "tokens": IDs of tokens, which ``TOKENS`` names. In NumPy the rows are padded with 0.
///     - "text": text for a language model.
/// scale : {"se", "sukaku", "hodoku"}, default "se"
///     The rating scale: Sudoku Explainer 1.2.1, SukakuExplainer 1.18 or HoDoKu 2.3.
/// with_ : str or list of str, optional
///     Techniques or groups to use that are off by default on the scale "hodoku".
/// depth : {"name", "place", "proof"}, default "place"
///     The detail of the form "text": the name of the technique with its effect, the place of its
///     pattern, or the proof line by line.
/// language : {"en", "ko"}, default "en"
///     The language of the forms "text" and "json".
/// candidates : bool, default False
///     Add the candidates of the board before each step, in the form "steps".
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
/// Explanation or collection of results
///     The fields are ``steps``, in the form that you choose, and ``ending``, which is "solved" or
///     the reason why the steps end. The result has the same kind as the input.
///
///     For a ``Puzzle`` with rules, the form must be "json", and ``scale`` and ``with_`` have no
///     effect. Each dict has a ``cell``, its ``digit`` and the ``steps`` that lead to it, with
///     their words as ``text``. The ending "no simple reason leads to a digit" means that the
///     package knows no further step.
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
/// >>> steps, ending = explain(puzzle)
/// >>> len(steps), steps[0]["technique"], steps[0]["score"], steps[0]["effect"], ending
/// (51, 'hidden single', 1.2, 'r1c6=8', 'solved')
/// >>> explain(puzzle, form="steps").steps[0]
/// Step(technique='hidden single', cell=5, digit=8, score=1.2, eliminations=[], candidates=None)
/// >>> [TOKENS[id] for id in explain(puzzle, form="tokens").steps[30:35]]
/// ['r9c9=9', '<steps>', 'hidden single', 'r1c6=8', 'hidden single']
/// >>> print(explain(puzzle, form="text", max_steps=2).steps)
/// Hidden single: 8 of box 2 in r1c6. So r1c6=8.
/// Hidden single: 6 of box 2 in r1c4. So r1c4=6.
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, form="json", scale="se", with_=None, depth=None, language=None,
    candidates=false, max_steps=None, time=None, threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(
    text_signature = "(puzzles, *, form='json', scale='se', with_=None, depth=None, language=None, candidates=False, max_steps=None, time=None, threads=1, errors='null', progress=False)"
)]
#[expect(clippy::too_many_arguments, reason = "Python callers pass them by name")]
pub(crate) fn explain<'py>(
    puzzles: &Bound<'py, PyAny>,
    form: &str,
    scale: &str,
    with_: Option<Names>,
    depth: Option<&str>,
    language: Option<&str>,
    candidates: bool,
    max_steps: Option<Whole<u64>>,
    time: Option<f64>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let scale = extended(puzzles.py(), named_scale(scale)?, with_)?;
    let form = Form::of(form, depth, language, candidates)?;
    let function = Explain { scale, form, most: most(max_steps) };
    map(&function, puzzles, &Options::new(threads, errors, progress)?.with_time(time)?)
}

/// The form of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Json(Language),
    Steps(StepKind),
    Tokens,
    Text(Depth, Language),
}

impl Form {
    fn of(
        form: &str,
        depth: Option<&str>,
        language: Option<&str>,
        has_candidates: bool,
    ) -> PyResult<Self> {
        let wrong = |argument: &str, form: &str| {
            Err(PyValueError::new_err(format!("{argument} requires {form}")))
        };
        if depth.is_some() && form != "text" {
            return wrong("depth", "form=\"text\"");
        }
        if language.is_some() && !["text", "json"].contains(&form) {
            return wrong("language", "form=\"text\" or form=\"json\"");
        }
        if has_candidates && form != "steps" {
            return wrong("candidates=True", "form=\"steps\"");
        }
        let words = language.map(|language| arguments::named("language", language)).transpose()?;
        let words = words.unwrap_or_default();
        Ok(match form {
            "json" => Self::Json(words),
            "steps" => Self::Steps(StepKind::Logic { has_candidates }),
            "tokens" => Self::Tokens,
            "text" => Self::Text(
                match depth {
                    Some("name") => Depth::Name,
                    Some("place") | None => Depth::Place,
                    Some("proof") => Depth::Proof,
                    Some(other) => {
                        return Err(PyValueError::new_err(format!(
                            "depth={other:?}: not one of name, place, proof"
                        )));
                    }
                },
                words,
            ),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "form={form:?}: not one of json, steps, tokens, text"
                )));
            }
        })
    }
}

/// Find the next step of human logic for each puzzle.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// scale : {"se", "sukaku", "hodoku"}, default "se"
///     The rating scale: Sudoku Explainer 1.2.1, SukakuExplainer 1.18 or HoDoKu 2.3.
/// with_ : str or list of str, optional
///     Techniques or groups to use that are off by default on the scale "hodoku".
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
/// Explanation or collection of results
///     The fields are ``steps`` and ``ending``, as for ``explain``. The list ``steps`` holds at
///     most one step, or one digit for a ``Puzzle`` with rules. For such a puzzle, ``scale`` and
///     ``with_`` have no effect. The result has the same kind as the input.
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
/// >>> hint(puzzle).steps[0]["explanation"]["place"]["text"]
/// '8 of box 2 in r1c6'
/// >>> hint("11" + "." * 79)
/// Explanation(steps=[],
///     ending='a cell or a house has no place left for a digit, or a digit twice')
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, scale="se", with_=None, time=None, threads=Some(Whole(1)), errors="null",
    progress=false,
))]
#[pyo3(
    text_signature = "(puzzles, *, scale='se', with_=None, time=None, threads=1, errors='null', progress=False)"
)]
pub(crate) fn hint<'py>(
    puzzles: &Bound<'py, PyAny>,
    scale: &str,
    with_: Option<Names>,
    time: Option<f64>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let scale = extended(puzzles.py(), named_scale(scale)?, with_)?;
    let function = Explain { scale, form: Form::Json(Language::default()), most: 1 };
    map(&function, puzzles, &Options::new(threads, errors, progress)?.with_time(time)?)
}

struct Explain {
    scale: RatingScale,
    form: Form,
    /// The maximum number of steps.
    most: u64,
}

struct Explained {
    /// The steps in their form; JSON lists are words.
    steps: Loose,
    end: NoStepError,
    /// True for a puzzle with rules, which has no rating scale.
    has_rules: bool,
}

static EXPLANATION: Named = Named::new("Explanation");

impl Explain {
    fn explained(&self, board: &Board, stop: &AtomicBool) -> Result<Explained, Failure> {
        let limits = Limits::ALL.with_nodes(self.most).with_stop(stop);
        let mut path = self.scale.path(&State::from(board), &limits);
        let (mut words, mut rows) = (Vec::new(), Vec::new());
        loop {
            let state = *path.state();
            let Some(rated) = path.next() else { break };
            match self.form {
                Form::Json(language) => {
                    let data = StepData::new(&state, &rated, self.scale.name(), language);
                    let board = state.board();
                    words.push(with_reason(&data, &rated.step, &board).map_err(unwritten)?);
                }
                Form::Text(depth, language) => {
                    words.push(text(&state, &rated.step, depth, language));
                }
                Form::Steps(kind) => {
                    let has_candidates = kind == StepKind::Logic { has_candidates: true };
                    rows.push(StepRow::of_logic(&rated, has_candidates.then_some(&state)));
                }
                Form::Tokens => rows.push(StepRow::of_logic(&rated, None)),
            }
        }
        let end = path.end();
        let steps = match self.form {
            Form::Json(_) => Loose::Words(format!("[{}]", words.join(","))),
            // The lines of a proof need a gap between two steps.
            Form::Text(Depth::Proof, _) => Loose::Words(words.join("\n\n")),
            Form::Text(..) => Loose::Words(words.join("\n")),
            Form::Steps(_) => Loose::Steps(rows),
            Form::Tokens => {
                let kind = StepKind::Logic { has_candidates: false };
                Loose::Tokens(tokens(board, kind, &rows, end))
            }
        };
        Ok(Explained { steps, end, has_rules: false })
    }
}

/// Returns the failure of a step that cannot be written as JSON.
fn unwritten(error: serde_json::Error) -> Failure {
    Failure::Panic(Box::new(error.to_string()))
}

/// Describes a step. A step without a proof has at least its name and its effect.
fn text(state: &State, step: &Step, depth: Depth, language: Language) -> String {
    let explanation = (depth > Depth::Name).then(|| Explanation::new(state, step).ok()).flatten();
    match explanation {
        Some(explanation) => explanation.in_language(language).text(depth),
        None => format!("{}: {}", language.title(step.name), step.effect),
    }
}

/// Returns the JSON of a step, with its evidence as the key `reason` and with the board before it.
fn with_reason(data: &StepData, step: &Step, board: &Board) -> serde_json::Result<String> {
    let (mut json, reason) = (serde_json::to_string(data)?, serde_json::to_string(&step.evidence)?);
    json.pop();
    Ok(format!("{json},\"board\":\"{board}\",\"reason\":{reason}}}"))
}

impl Function for Explain {
    type Answer = Explained;

    const AT_ONCE: usize = AT_ONCE;

    fn titles(&self) -> Vec<Title> {
        let kind = match self.form {
            Form::Json(_) | Form::Text(..) => Kind::Words,
            Form::Steps(kind) => Kind::Steps(kind),
            Form::Tokens => Kind::Tokens,
        };
        vec![("steps", kind), ("ending", Kind::Category(Category::StepEnding))]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Explained>,
    ) -> Result<(), Failure> {
        one_by_one(block, stop, answers, |board, _| self.explained(board, stop))
    }

    fn of_variant(&self, puzzle: &Ruled, stop: &AtomicBool) -> Result<Explained, Failure> {
        let form = match self.form {
            Form::Json(language) => Ok(language),
            Form::Steps(_) => Err("steps"),
            Form::Tokens => Err("tokens"),
            Form::Text(..) => Err("text"),
        };
        let language = form.map_err(|form| {
            let words = format!("form must be \"json\" for puzzles with rules, not {form:?}");
            Failure::Argument(PyValueError::new_err(words))
        })?;
        let report = Weighted.count(puzzle, &Limits::solutions(2).with_stop(stop));
        let mut hints = Hints::new(puzzle);
        let mut steps = Vec::new();
        let end = loop {
            if stop.load(Ordering::Relaxed) {
                break NoStepError::Stopped;
            }
            match report.solutions {
                0 => break NoStepError::NoSolution,
                1 => {}
                _ => break NoStepError::SeveralSolutions,
            }
            if hints.board().to_grid().is_some() {
                break NoStepError::Solved;
            }
            if steps.len() as u64 == self.most {
                break NoStepError::StepLimit;
            }
            match hints.next() {
                Some(hint) => steps.push(variant_hint(&hint, language)),
                None => break NoStepError::NoTechnique,
            }
        };
        let steps = serde_json::to_string(&steps).map_err(unwritten)?;
        Ok(Explained { steps: Loose::Words(steps), end, has_rules: true })
    }

    fn write(&self, answer: Explained, row: &mut RowWriter<'_, '_>) {
        row.loose(answer.steps);
        row.code(answer.end as u8);
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Explained,
        format: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let steps = match (answer.steps, self.form) {
            (Loose::Words(json), Form::Json(_)) => {
                py.import("json")?.call_method1("loads", (json,))?
            }
            (steps, Form::Steps(kind)) => steps.into_object(py, kind, format)?,
            (steps, _) => {
                steps.into_object(py, StepKind::Logic { has_candidates: false }, format)?
            }
        };
        let ending = match answer.end {
            NoStepError::NoTechnique if answer.has_rules => NO_REASON,
            end => end.text(),
        };
        let ending = ending.into_pyobject(py)?.into_any();
        named(py, &EXPLANATION, [steps, ending])
    }
}
