//! The difficulty arguments of `generate`, with the same meaning as in `sudoku generate`.

use std::fmt;
use std::ops::RangeInclusive;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use sudoku_engines::generator::{
    Difficulty, DifficultyError, Guesses, StepConditions, TechniqueDifficulty,
};
use sudoku_logic::{
    AddTechniqueError, HodokuLevel, NamedTechniques, RatingScale, UnknownLevelError,
};
use sudoku_registry::find_available;

use crate::arguments::{Names, Whole};

/// The difficulty arguments.
pub(crate) struct Said<'a, 'py> {
    pub(crate) difficulty: Option<&'a Bound<'py, PyAny>>,
    pub(crate) scale: Option<&'a str>,
    pub(crate) level: Option<&'a Bound<'py, PyAny>>,
    pub(crate) needs: Vec<String>,
    pub(crate) eliminations: Option<&'a Bound<'py, PyAny>>,
    pub(crate) before: Vec<String>,
    pub(crate) after: Vec<String>,
    pub(crate) without: Vec<String>,
    pub(crate) with: Vec<String>,
    pub(crate) images: u32,
}

impl Said<'_, '_> {
    /// Returns true if no argument requests a difficulty.
    pub(crate) fn is_free(&self) -> bool {
        let is_human = self.scale.is_some_and(|name| RatingScale::by_name(name).is_some());
        self.difficulty.is_none() && !is_human && !self.asks_for_logic()
    }

    fn asks_for_logic(&self) -> bool {
        let lists = [&self.needs, &self.before, &self.after, &self.without, &self.with];
        self.level.is_some()
            || self.eliminations.is_some()
            || lists.iter().any(|list| !list.is_empty())
    }

    /// Returns the requested difficulty, if any.
    pub(crate) fn wanted(&self, py: Python<'_>) -> PyResult<Option<Difficulty>> {
        if !(1..=MOST_IMAGES).contains(&self.images) {
            return Err(PyValueError::new_err(format!("images must be from 1 to {MOST_IMAGES}")));
        }
        let range =
            self.difficulty.map(|it| ends("difficulty", it, tenths, 0, u64::MAX)).transpose()?;
        if let Some(scale) = self.scale.and_then(RatingScale::by_name) {
            let tenths = range.unwrap_or(0..=u64::MAX);
            let measure = self.measure(scale)?;
            return known(py, measure.and_then(|measure| Difficulty::in_tenths(measure, tenths)));
        }
        if self.asks_for_logic() {
            return Err(PyValueError::new_err(
                "needs, eliminations, before, after, without, with_ and level require the scale \"se\", \"sukaku\" or \"hodoku\"",
            ));
        }
        let name = self.scale.unwrap_or("guesses:mrv");
        let strategy = name.strip_prefix("guesses:").map(find_available).ok_or_else(|| {
            let names = RatingScale::all().map(RatingScale::name).join(", ");
            wrong("scale", name, format_args!("not one of {names}, or guesses:STRATEGY"))
        })?;
        let strategy = strategy.map_err(|error| wrong("scale", name, error))?;
        let Some(range) = range else { return Ok(None) };
        let scale = Guesses::new(strategy.name, strategy.solver).averaged_over(self.images);
        known(py, Difficulty::in_tenths(scale, range))
    }

    /// Returns the measure with the constraints on the steps.
    fn measure(
        &self,
        scale: &RatingScale,
    ) -> PyResult<Result<TechniqueDifficulty, DifficultyError>> {
        let levels = |level| ends("level", level, named_level, HodokuLevel::Easy, LAST);
        let number = |number: &Bound<'_, PyAny>| Ok(number.extract::<Whole<usize>>()?.0);
        let count = |range| ends("eliminations", range, number, 0, usize::MAX);
        let conditions = StepConditions {
            levels: self.level.map(levels).transpose()?,
            needs: techniques("needs", &self.needs)?,
            eliminations: self.eliminations.map(count).transpose()?,
            before: techniques("before", &self.before)?,
            after: techniques("after", &self.after)?,
            without: techniques("without", &self.without)?,
            with: techniques("with_", &self.with)?,
        };
        Ok(TechniqueDifficulty::by_names(scale, &conditions))
    }
}

/// Returns the techniques and groups with these names.
fn techniques(argument: &str, names: &[String]) -> PyResult<Vec<NamedTechniques>> {
    let technique = |name: &String| {
        let none = || wrong(argument, name, "no such technique or group of techniques");
        NamedTechniques::by_name(name).ok_or_else(none)
    };
    names.iter().map(technique).collect()
}

/// Returns the scale with these techniques, which are off by default.
pub(crate) fn extended(
    py: Python<'_>,
    scale: &RatingScale,
    with: Option<Names>,
) -> PyResult<RatingScale> {
    let names = techniques("with_", &with.map_or_else(Vec::new, |names| names.0))?;
    let wrong =
        |error: AddTechniqueError| about("with_", py, PyValueError::new_err(error.to_string()));
    scale.with(&names).map_err(wrong)
}

const LAST: HodokuLevel = HodokuLevel::Extreme;

const MOST_IMAGES: u32 = 10_000;

/// Returns the difficulty, or an error with the argument's name if no puzzle can have it.
fn known(
    py: Python<'_>,
    wanted: Result<Difficulty, DifficultyError>,
) -> PyResult<Option<Difficulty>> {
    wanted.map(Some).map_err(|error| {
        let argument = match error {
            DifficultyError::NoLevels { .. } => "level",
            DifficultyError::NoTechnique { list, .. }
            | DifficultyError::OffByDefault { list, .. } => list.name(),
            DifficultyError::NothingRequired | DifficultyError::ExcludedAndRequired { .. } => {
                "needs"
            }
            DifficultyError::EliminationCount { .. } | DifficultyError::NoEliminations { .. } => {
                "eliminations"
            }
            DifficultyError::SinglesExcluded => "without",
            DifficultyError::AddTechnique(_) | DifficultyError::AddedAndExcluded { .. } => "with_",
            DifficultyError::TooHardForLevel { .. } => "level",
            _ => "difficulty",
        };
        about(argument, py, PyValueError::new_err(error.to_string()))
    })
}

fn wrong(argument: &str, name: &str, why: impl fmt::Display) -> PyErr {
    PyValueError::new_err(format!("{argument}={name:?}: {why}"))
}

/// Reads a single value for both ends, or a pair of minimum and maximum. `None` leaves an end open.
/// A text such as `8..9` is a pair of texts, where an empty one leaves its end open.
pub(crate) fn ends<T: Clone + PartialOrd>(
    argument: &str,
    object: &Bound<'_, PyAny>,
    end: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
    least: T,
    most: T,
) -> PyResult<RangeInclusive<T>> {
    let range = || {
        let pair = match object.cast::<PyList>() {
            Ok(list) => list.to_tuple(),
            Err(_) => match (object.cast::<PyTuple>(), pair_of_text(object)?) {
                (Ok(pair), _) => pair.clone(),
                (_, Some(pair)) => pair,
                _ => {
                    let end = end(object)?;
                    return Ok(end.clone()..=end);
                }
            },
        };
        if pair.len() != 2 {
            return Err(PyTypeError::new_err("a range must be a pair of minimum and maximum"));
        }
        let end_or = |place, open| {
            let item = pair.get_item(place)?;
            if item.is_none() { Ok(open) } else { end(&item) }
        };
        let range = end_or(0, least)?..=end_or(1, most)?;
        if range.is_empty() {
            return Err(PyValueError::new_err("the minimum of a range is above its maximum"));
        }
        Ok(range)
    };
    range().map_err(|error: PyErr| about(argument, object.py(), error))
}

/// Splits a text with `..` into its ends. An empty end is `None`.
fn pair_of_text<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let Ok(text) = object.cast::<PyString>() else { return Ok(None) };
    let Some((least, most)) = text.to_str()?.split_once("..") else { return Ok(None) };
    let end = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    PyTuple::new(object.py(), [end(least), end(most)]).map(Some)
}

/// Adds a note with the argument's name to an error.
pub(crate) fn about(argument: &str, py: Python<'_>, error: PyErr) -> PyErr {
    let noted = error.add_note(py, format!("while processing '{argument}'"));
    noted.map_or_else(|failure| failure, |()| error)
}

/// Reads a number with at most one decimal place, in tenths.
fn tenths(number: &Bound<'_, PyAny>) -> PyResult<u64> {
    let py = number.py();
    let text = number.cast::<PyString>().ok().and_then(|text| text.to_str().ok()?.parse().ok());
    let given: f64 = text.map_or_else(|| number.extract(), Ok).or_else(|error: PyErr| {
        // No scale has such large numbers.
        if error.is_instance_of::<PyOverflowError>(py) {
            return Ok(f64::INFINITY);
        }
        let found = match number.cast::<PyString>() {
            Ok(text) => format!("{:?}", text.to_str()?),
            Err(_) => number.get_type().name()?.to_string(),
        };
        Err(PyTypeError::new_err(format!(
            "a difficulty must be a number such as 7.2, a text such as \"7.1..7.3\", or a pair of \
             minimum and maximum, not {found}"
        )))
    })?;
    Difficulty::tenths_of(given).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn named_level(name: &Bound<'_, PyAny>) -> PyResult<HodokuLevel> {
    let Ok(name) = name.extract::<String>() else {
        let kind = name.get_type().name()?;
        let words =
            format!("a level must be a name such as \"hard\", or a pair of names, not {kind}");
        return Err(PyTypeError::new_err(words));
    };
    name.parse().map_err(|error: UnknownLevelError| PyValueError::new_err(error.to_string()))
}
