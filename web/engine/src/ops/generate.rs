//! Puzzles made to order, in portions of attempts.

use std::ops::RangeInclusive;

use serde_json::{Value, json};
use sudoku_engines::AutoSolver;
use sudoku_generator::{
    GenerateError, GeneratedPuzzle, Guesses, HumanScale, Minimality, PuzzleId, Request as Wanted,
    Scale,
};
use sudoku_logic::{HodokuLevel, Profile, StepName};
use sudoku_strategies::find;

use crate::effort::{Effort, Made};
use crate::error::{Answer, AnswerError};
use crate::memory::Memory;
use crate::request::Request;

/// How many attempts are made in one call if nothing else is said, and at most.
const PORTION: u64 = 100;
const MOST: u64 = 1_000_000;

/// Over how many images guesses are averaged: as many as the command does.
const IMAGES: u32 = 10;

pub(super) fn generate(request: &Request, memory: &mut Memory) -> Answer {
    let portion = request.amount("attempts", PORTION, MOST)? as u32;
    let before = request.amount("next", 1, u64::from(u32::MAX - portion));
    let before = if request.has("next") { before? as u32 } else { 0 };
    let key = request.without(&["attempts", "next"]);
    let scale = difficulty(request)?;
    let (wanted, seed, number) = match request.text("id")? {
        Some(id) => {
            let id: PuzzleId =
                id.parse().map_err(|error| AnswerError::new(format!("`id`: {error}")))?;
            (id.request(), id.seed, id.index)
        }
        None => {
            let seed = request.number("seed")?.unwrap_or(0);
            let wanted = constraints(request)?;
            let wanted = match &scale {
                Some(scale) => wanted.with_difficulty(&*scale.scale, scale.range.clone()),
                None => wanted,
            };
            (wanted, seed, request.number("number")?.unwrap_or(0))
        }
    };
    wanted.check(&AutoSolver::new()).map_err(|error| failed(&error.into()))?;
    let kept = memory.effort.take().filter(|(kept, it)| *kept == key && it.attempts == before);
    let mut effort = match kept {
        Some((_, effort)) => effort,
        None => {
            let mut effort = Effort::new(seed, number);
            effort.draw(&wanted, before).map_err(|error| failed(&error))?;
            effort
        }
    };
    match effort.go_on(&wanted, portion).map_err(|error| failed(&error))? {
        Made::Puzzle(puzzle) => {
            let id = wanted.id_of(&puzzle, seed, number);
            Ok(made(&puzzle, id.as_ref(), scale.as_ref()))
        }
        Made::NotYet(nearest) => {
            let mut object = json!({ "next": effort.attempts });
            if let Some(nearest) = nearest {
                object["words"] = json!(nearest.to_string());
                object["nearest"] = json!(nearest.nearest.map(|it| it.board.to_string()));
            }
            memory.effort = Some((key, effort));
            Ok(object)
        }
    }
}

fn failed(error: &GenerateError) -> AnswerError {
    AnswerError::new(error.to_string())
}

fn made(puzzle: &GeneratedPuzzle, id: Option<&PuzzleId>, scale: Option<&Difficulty>) -> Value {
    let rating = puzzle.difficulty.zip(scale);
    let rating = rating.map(|(number, scale)| match scale.unit {
        1.0 => number.to_string(),
        unit => format!("{:.1}", number as f64 / unit),
    });
    json!({
        "puzzle": puzzle.board.to_string(),
        "solution": puzzle.solution.to_string(),
        "id": id.map(ToString::to_string),
        "rating": rating,
        "attempts": puzzle.attempts,
    })
}

/// What is asked for but the difficulty, as the command understands it, so that both give the same
/// puzzle under the same ID.
fn constraints(request: &Request) -> Result<Wanted<'static>, AnswerError> {
    let mut wanted = Wanted::new();
    if let Some(name) = request.text("symmetry")? {
        let symmetry = name.parse().map_err(|error| AnswerError::new(format!("{error}")))?;
        wanted = wanted.with_symmetry(symmetry);
    }
    let count = |value: &Value| value.as_u64().and_then(|count| usize::try_from(count).ok());
    if let Some([least, most]) = request.pair("clues", count)? {
        let clues = least.unwrap_or(0)..=most.unwrap_or(usize::MAX);
        wanted = wanted.with_clues(clues).with_minimality(Minimality::Any);
    }
    if let Some(text) = request.text("pattern")? {
        let pattern =
            text.parse().map_err(|error| AnswerError::new(format!("`pattern`: {error}")))?;
        wanted = wanted.with_pattern(pattern).with_minimality(Minimality::Any);
    }
    if let Some(givens) = request.board("givens")? {
        wanted = wanted.with_givens(givens);
    }
    if request.flag("minimal")? == Some(true) {
        wanted = wanted.with_minimality(Minimality::Strict);
    }
    Ok(wanted)
}

/// A wanted difficulty.
struct Difficulty {
    scale: Box<dyn Scale>,
    /// In the scale's smallest unit.
    range: RangeInclusive<u64>,
    /// How many of these are one of the numbers that people use.
    unit: f64,
}

/// The difficulty that is asked for, if any is.
fn difficulty(request: &Request) -> Result<Option<Difficulty>, AnswerError> {
    let range = request.pair("difficulty", Value::as_f64)?;
    let Some(name) = request.text("scale")? else {
        let needs_scale = ["difficulty", "needs", "without", "level"];
        return match needs_scale.into_iter().find(|name| request.has(name)) {
            Some(name) => Err(AnswerError::new(format!("`{name}` takes a `scale`"))),
            None => Ok(None),
        };
    };
    let is_guesses = name == "guesses";
    let of_steps = ["needs", "without", "level"].into_iter().find(|name| request.has(name));
    if let Some(field) = of_steps.filter(|_| is_guesses) {
        return Err(AnswerError::new(format!("`{field}` takes a scale of steps, and not guesses")));
    }
    if request.has("level") && name != "hodoku" {
        return Err(AnswerError::new("`level` takes the scale hodoku"));
    }
    let unit = if is_guesses || name == "hodoku" { 1.0 } else { 10.0 };
    // A number that is no number becomes 0 here, a large one the largest.
    let end = |end: Option<f64>, open: u64| end.map_or(open, |end| (end * unit).round() as u64);
    let [least, most] = range.unwrap_or_default();
    if least.zip(most).is_some_and(|(least, most)| least > most) || least.is_some_and(|it| it < 0.0)
    {
        return Err(AnswerError::new("`difficulty` goes from the least, 0 or more, to the most"));
    }
    let range = end(least, 0)..=end(most, u64::MAX);
    let scale: Box<dyn Scale> = if is_guesses {
        let mrv = find("mrv").ok_or_else(|| AnswerError::new("there is no strategy `mrv`"))?;
        Box::new(Guesses::new(mrv.name, mrv.solver).averaged_over(IMAGES))
    } else {
        Box::new(human_scale(request, request.scale()?)?)
    };
    Ok(Some(Difficulty { scale, range, unit }))
}

/// The scale with what else is asked of the steps.
fn human_scale(request: &Request, profile: &Profile) -> Result<HumanScale, AnswerError> {
    let mut scale = HumanScale::new(profile);
    if let Some([least, most]) = request.pair("level", |value| level(value.as_str()?))? {
        let levels = least.unwrap_or(HodokuLevel::Easy)..=most.unwrap_or(HodokuLevel::Extreme);
        if levels.is_empty() {
            return Err(AnswerError::new("`level` goes from the least to the most"));
        }
        scale = scale.with_levels(levels);
    }
    let names = |field: &str| -> Result<Vec<StepName>, AnswerError> {
        request.texts(field)?.into_iter().map(step_name).collect()
    };
    let without = names("without")?;
    if !without.is_empty() {
        scale = scale.without(&without);
    }
    for name in names("needs")? {
        scale = scale.needing(&[name]);
    }
    match scale.missing().first() {
        Some(name) => Err(AnswerError::new(format!(
            "no step of the scale {} is left that is called {name}",
            profile.name()
        ))),
        None => Ok(scale),
    }
}

fn level(name: &str) -> Option<HodokuLevel> {
    HodokuLevel::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
}

fn step_name(name: &str) -> Result<StepName, AnswerError> {
    let known = StepName::ALL.iter().find(|step| step.name().eq_ignore_ascii_case(name));
    known.copied().ok_or_else(|| AnswerError::new(format!("no step is called `{name}`")))
}
