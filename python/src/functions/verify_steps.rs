//! The function `verify_steps`.

use std::sync::atomic::AtomicBool;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Value};
use sudoku_engines::{Board, Cell, Digit, DigitSet, Grid, solve_proper};
use sudoku_explain::{StepVerdict, judge};
use sudoku_logic::{Effect, Evidence, State, Step, StepName};

use crate::arguments::Whole;
use crate::board::{Format, Named, named};
use crate::column::{Kind, RowWriter, Title};
use crate::errors::no_rules;
use crate::function::{Function, map_input, one_by_one};
use crate::functions::difficulty::about;
use crate::input::Input;
use crate::rows::Block;
use crate::work::{Failure, Options};

/// Check claimed steps of human logic, each with its reason.
///
/// The steps of a puzzle apply one after the other. A wrong step is left out.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// steps : iterable of dict, or collection of them
///     The steps of each puzzle, also as JSON. A step has the same keys as the steps of
///     ``explain``: the name of the ``technique``, ``placements``, ``eliminations`` and ``reason``.
///     Placements and eliminations are pairs of a cell and a digit. A cell is a number from 0 to
///     80, or a text such as ``"r1c2"``. Other keys are ignored.
///
///     The steps of ``explain(form="steps")`` need no conversion. Each is a ``Step``, an Arrow
///     struct or a dictionary with its fields. The steps of a NumPy array are a dictionary of
///     arrays. These steps have no reason, so the best verdict is "right".
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
/// VerifiedSteps or collection of results
///     The fields ``proved``, ``right`` and ``wrong`` are the numbers of steps with this verdict.
///     ``verdicts`` has the verdict of each step, and ``reasons`` says why a step is not proved.
///     The reason of a "proved" step proves its effect by the rules. The effect of a "right" step
///     agrees with the solution, but its reason does not prove it. A "wrong" step contradicts the
///     solution or the board. A step that cannot be read is wrong, and so is each step of a puzzle
///     that does not have exactly one solution. In arrays, ``verdicts`` is a string with spaces
///     between the words, and ``reasons`` is a JSON list. The result has the same kind as the
///     puzzles.
///
/// Raises
/// ------
/// PuzzleError
///     If a puzzle cannot be read, for a single puzzle or with ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value, or if there are not as many lists of steps as
///     puzzles.
/// KeyboardInterrupt
///     If you press Ctrl-C; the workers stop first.
///
/// Examples
/// --------
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> claim = {"technique": "hidden single", "placements": [["r1c6", 8]],
/// ...     "reason": {"single": {"house": "box 2"}}}
/// >>> verify_steps(puzzle, [claim]).verdicts
/// ['proved']
/// >>> verify_steps(puzzle, [{**claim, "reason": {"single": {"house": "row 1"}}}])
/// VerifiedSteps(proved=0, right=1, wrong=0, verdicts=['right'], reasons=['...'])
#[pyfunction]
#[pyo3(signature = (puzzles, steps, *, threads=Some(Whole(1)), errors="null", progress=false))]
#[pyo3(text_signature = "(puzzles, steps, *, threads=1, errors='null', progress=False)")]
pub(crate) fn verify_steps<'py>(
    puzzles: &Bound<'py, PyAny>,
    steps: &Bound<'py, PyAny>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzles.py();
    let options = Options::new(threads, errors, progress)?;
    let input = Input::of(puzzles)?;
    let (count, steps) = match &input {
        Input::One(..) => (1, PyList::new(py, [steps])?.into_any()),
        // Items of Arrow's arrays are no Python objects.
        Input::Many(rows, _) if steps.hasattr("to_pylist")? => {
            (rows.len(), steps.call_method0("to_pylist")?)
        }
        Input::Many(rows, _) if steps.is_instance_of::<PyDict>() => {
            let kinds = py.import("sudoku_engines._kinds")?;
            (rows.len(), kinds.call_method1("steps_of_arrays", (steps, rows.len()))?)
        }
        Input::Many(rows, _) => (rows.len(), steps.clone()),
        Input::Variants(_) => return Err(no_rules()),
    };
    let steps = steps.try_iter().map_err(|error| about("steps", py, error))?;
    let steps = steps.map(|steps| {
        let steps = steps?;
        if let Ok(text) = steps.cast::<PyString>() {
            return Ok(Claims::Text(text.to_string_lossy().into_owned()));
        }
        if let Ok(text) = steps.cast::<PyBytes>() {
            return Ok(Claims::Text(String::from_utf8_lossy(text.as_bytes()).into_owned()));
        }
        Ok(Claims::Read(read_value(&steps)?))
    });
    let steps = steps.collect::<PyResult<Vec<_>>>()?;
    if steps.len() != count {
        let words = format!("{count} puzzles need as many lists of steps, not {}", steps.len());
        return Err(PyValueError::new_err(words));
    }
    map_input(py, &VerifySteps { steps }, input, &options)
}

/// The claimed steps of a puzzle.
enum Claims {
    /// A JSON list.
    Text(String),
    /// Python objects, or the reason why they are not read.
    Read(Result<Value, String>),
}

/// The number of levels of a Python object that are read: as many as serde_json reads in a text.
/// Steps with nested chains have 16 and more.
const MOST_LEVELS: u32 = 128;

/// The number of values that are read from a Python object. A list that contains itself, or one
/// that other lists share, counts again at each place.
const MOST_VALUES: usize = 4_000_000;

/// Reads a Python object as JSON. A number of NumPy is a number, a whole float is a whole number,
/// and NaN is null. A named tuple is an object, and another iterable is a list. An object of an
/// unknown type becomes its text. The inner error is the reason why the object is too large.
pub(crate) fn read_value(object: &Bound<'_, PyAny>) -> PyResult<Result<Value, String>> {
    let mut left = MOST_VALUES;
    let read = value(object, MOST_LEVELS, &mut left)?;
    let words = || {
        format!(
            "the steps have more than {MOST_VALUES} values, such as a list that contains itself"
        )
    };
    Ok(if left == 0 { Err(words()) } else { Ok(read) })
}

/// Reads a Python object of at most `left` values.
fn value(object: &Bound<'_, PyAny>, levels: u32, left: &mut usize) -> PyResult<Value> {
    *left = left.saturating_sub(1);
    if object.is_none() || levels == 0 || *left == 0 {
        return Ok(Value::Null);
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_string_lossy().into());
    }
    if let Ok(value) = object.cast::<PyBool>() {
        return Ok(value.is_true().into());
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        let mut pairs = Map::new();
        for (key, it) in dict {
            if *left == 0 {
                break;
            }
            pairs.insert(text(&key)?, value(&it, levels - 1, left)?);
        }
        return Ok(Value::Object(pairs));
    }
    // A named tuple, such as `Step`.
    if object.is_instance_of::<PyTuple>()
        && !object.is_exact_instance_of::<PyTuple>()
        && let Some(fields) = object.getattr_opt("_asdict")?
    {
        return value(&fields.call0()?, levels - 1, left);
    }
    if object.is_instance_of::<PyFloat>() {
        let number = object.extract::<f64>()?;
        // Numbers of pandas in a column with nulls.
        let is_whole = number.fract() == 0.0 && number.abs() < f64::from(u32::MAX);
        return Ok(if is_whole { Value::from(number as i64) } else { number.into() });
    }
    if object.is_instance_of::<PyInt>() {
        return Ok(object.extract::<i64>().map_or(Value::Null, Value::from));
    }
    // A number or an array of NumPy.
    if let Some(list) = object.getattr_opt("tolist")? {
        return value(&list.call0()?, levels - 1, left);
    }
    let iterator = match object.try_iter() {
        Ok(iterator) => iterator,
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
            return text(object).map(Value::String);
        }
        Err(error) => return Err(error),
    };
    let mut items = Vec::new();
    for item in iterator {
        if *left == 0 {
            break;
        }
        items.push(value(&item?, levels - 1, left)?);
    }
    Ok(Value::Array(items))
}

fn text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(object.str()?.to_string_lossy().into_owned())
}

struct VerifySteps {
    /// The steps of each puzzle.
    steps: Vec<Claims>,
}

/// The verdict on each step, and the reason why it is not proved.
type Verdicts = Vec<(&'static str, Option<String>)>;

static VERIFIED_STEPS: Named = Named::new("VerifiedSteps");

impl Function for VerifySteps {
    type Answer = Verdicts;

    const AT_ONCE: usize = 16;

    fn titles(&self) -> Vec<Title> {
        vec![
            ("proved", Kind::U32),
            ("right", Kind::U32),
            ("wrong", Kind::U32),
            ("verdicts", Kind::Words),
            ("reasons", Kind::Words),
        ]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Verdicts>,
    ) -> Result<(), Failure> {
        one_by_one(block, stop, answers, |board, row| Ok(verdicts(board, &self.steps[row])))
    }

    fn write(&self, answer: Verdicts, row: &mut RowWriter<'_, '_>) {
        numbers(&answer).iter().for_each(|&number| row.u32(number));
        let verdicts: Vec<&str> = answer.iter().map(|(verdict, _)| *verdict).collect();
        row.words(verdicts.join(" "));
        let reasons = Value::from_iter(answer.iter().map(|(_, reason)| reason.as_deref()));
        row.words(reasons.to_string());
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Verdicts,
        _: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [proved, right, wrong] = numbers(&answer).map(|number| number.into_pyobject(py));
        let (verdicts, reasons): (Vec<_>, Vec<_>) = answer.into_iter().unzip();
        let values = [
            proved?.into_any(),
            right?.into_any(),
            wrong?.into_any(),
            verdicts.into_pyobject(py)?.into_any(),
            reasons.into_pyobject(py)?.into_any(),
        ];
        named(py, &VERIFIED_STEPS, values)
    }
}

/// Returns the numbers of proved, right and wrong steps.
fn numbers(verdicts: &Verdicts) -> [u32; 3] {
    ["proved", "right", "wrong"]
        .map(|name| verdicts.iter().filter(|(verdict, _)| *verdict == name).count() as u32)
}

/// Checks the steps of a puzzle.
fn verdicts(board: &Board, claims: &Claims) -> Verdicts {
    let wrong = |reason: String| ("wrong", Some(reason));
    let steps = match claims {
        Claims::Text(text) => {
            serde_json::from_str(text).map_err(|error| format!("the steps are no JSON: {error}"))
        }
        Claims::Read(value) => value.clone(),
    };
    let steps = match steps {
        Ok(Value::Array(steps)) => steps,
        Ok(Value::Null) => Vec::new(),
        Ok(step) => vec![step],
        Err(cause) => return vec![wrong(cause)],
    };
    let solution = solve_proper(board);
    let mut state = State::from(board);
    let verdict = |step| {
        let found = match &solution {
            Some(solution) => claimed(&mut state, step, solution),
            None => Err("the puzzle does not have exactly one solution".to_owned()),
        };
        found.unwrap_or_else(wrong)
    };
    steps.into_iter().map(verdict).collect()
}

/// Checks a claimed step and applies it unless it is wrong.
fn claimed(
    state: &mut State,
    mut step: Value,
    solution: &Grid,
) -> Result<(&'static str, Option<String>), String> {
    if !step.is_object() {
        let keys = "technique, placements, eliminations and reason";
        return Err(format!("a step must be an object with the keys {keys}, not {step}"));
    }
    let effect = effect(&step)?;
    let reason = reason(&mut step);
    // Without a readable reason, the digit counts as looked up.
    let unread = reason.as_ref().err().cloned();
    let (name, evidence) = reason.unwrap_or((StepName::BRUTE_FORCE, Evidence::Solution));
    let step = Step { name, effect, evidence };
    let verdict = judge(state, &step, solution);
    let is_wrong = matches!(verdict, StepVerdict::Wrong(_));
    if !is_wrong {
        state.apply(&step.effect);
    }
    let why = verdict.reason().map(ToString::to_string);
    Ok((verdict.name(), unread.filter(|_| !is_wrong).or(why)))
}

/// Reads the effect of a step.
pub(crate) fn effect(step: &Value) -> Result<Effect, String> {
    // A row of the form "steps" has a cell and a digit, and numbers of candidates.
    let is_row = step.get("placements").is_none() && step.get("cell").is_some();
    let (placements, gone) = if is_row {
        let is_placed = !(step["cell"].is_null() && step["digit"].is_null());
        let placed = is_placed.then(|| pair(&step["cell"], &step["digit"])).transpose()?;
        (Vec::from_iter(placed), numbered(&step["eliminations"])?)
    } else {
        (pairs(&step["placements"])?, pairs(&step["eliminations"])?)
    };
    let gone = gone.into_iter().map(|(cell, digit)| (cell, DigitSet::only(digit)));
    let placement = match placements.as_slice() {
        [] => None,
        [placement] => Some(*placement),
        _ => return Err("a step places at most one digit".to_owned()),
    };
    Ok(Effect { placement, ..Effect::eliminate(gone) })
}

/// Reads the technique and the reason of a step.
pub(crate) fn reason(step: &mut Value) -> Result<(StepName, Evidence), String> {
    let mut take = |key| step.get_mut(key).map(Value::take).unwrap_or_default();
    let name = serde_json::from_value(take("technique"))
        .map_err(|error| format!("the technique cannot be read: {error}"))?;
    let evidence = match take("reason") {
        Value::Null => return Err("the step has no reason".to_owned()),
        reason => serde_json::from_value(reason)
            .map_err(|error| format!("the reason cannot be read: {error}"))?,
    };
    Ok((name, evidence))
}

/// Reads pairs of a cell and a digit.
fn pairs(value: &Value) -> Result<Vec<(Cell, Digit)>, String> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Array(all) => all.iter().map(|it| pair(&it[0], &it[1])).collect(),
        _ => Err(format!("{value} is no list of pairs of a cell and a digit")),
    }
}

/// Reads a cell and a digit.
fn pair(cell: &Value, digit: &Value) -> Result<(Cell, Digit), String> {
    let found = match cell {
        Value::String(name) => name.parse().ok(),
        number => number.as_u64().and_then(|index| Cell::new(index.try_into().ok()?)),
    };
    let found_digit = digit.as_u64().and_then(|digit| Digit::new(digit.try_into().ok()?));
    let words = || format!("[{cell},{digit}] is no pair of a cell and a digit");
    found.zip(found_digit).ok_or_else(words)
}

/// Reads the [numbers](crate::steps::candidate) of candidates.
fn numbered(value: &Value) -> Result<Vec<(Cell, Digit)>, String> {
    let one = |it: &Value| {
        let number = usize::try_from(it.as_u64()?).ok()?;
        Cell::new(number / 9).zip(Digit::new((number % 9 + 1) as u8))
    };
    let words = || format!("{value} is no list of candidates, each a number from 0 to 728");
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Array(all) => all.iter().map(one).collect::<Option<_>>().ok_or_else(words),
        _ => Err(words()),
    }
}
