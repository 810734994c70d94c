//! Generation of puzzles with constraints, in portions of attempts.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::Value;
use sudoku_engines::AutoSolver;
use sudoku_generator::{
    Difficulty, DifficultyError, GenerateError, GeneratedPuzzle, Guesses, Minimality, PuzzleId,
    PuzzleRequest, StepConditions, TechniqueDifficulty,
};
use sudoku_logic::HodokuLevel;
use sudoku_registry::find;

use crate::effort::{Effort, Made};
use crate::error::{Answer, AnswerError};
use crate::memory::Memory;
use crate::request::Request;

/// The default and maximum number of attempts in one call.
const PORTION: u64 = 100;
const MOST: u64 = 1_000_000;

/// The number of symmetric images over which guesses are averaged, the same as in the command.
const IMAGES: u32 = 10;

/// The reply of `generate`.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) enum GenerateReply {
    Made(MadePuzzle),
    NotYet(NoPuzzleYet),
}

/// A puzzle that meets the request.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct MadePuzzle {
    puzzle: String,
    solution: String,
    /// The ID of the puzzle, if the request can be repeated by an ID.
    id: Option<String>,
    /// The difficulty on the scale of the request, as it is printed.
    rating: Option<String>,
    /// The attempt that succeeded, from 1.
    attempts: u32,
}

/// A portion of attempts without a puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct NoPuzzleYet {
    /// The number of attempts. The next request continues with it.
    next: u32,
    /// The end of the attempts in words, if the request looks for a difficulty.
    words: Option<String>,
    /// The nearest puzzle, if the request looks for a difficulty.
    nearest: Option<String>,
}

pub(super) fn generate(request: &Request, memory: &mut Memory) -> Answer<GenerateReply> {
    let portion = request.amount("attempts", PORTION, MOST)? as u32;
    let before = request.number("next")?.unwrap_or(0);
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
    let kept = memory
        .effort
        .take()
        .filter(|(kept, it)| *kept == key && u64::from(it.attempts) == before)
        .filter(|(_, it)| it.attempts <= u32::MAX - portion);
    let mut effort = match kept {
        Some((_, effort)) => effort,
        // The attempts before are repeated.
        None if before > MOST => {
            let words = format!("`next` is {before}, but only {MOST} attempts can be repeated");
            return Err(AnswerError::new(words));
        }
        None => {
            let before = before as u32;
            let mut effort = Effort::new(seed, number);
            effort.draw(&wanted, before).map_err(|error| failed(&error))?;
            effort
        }
    };
    match effort.go_on(&wanted, portion).map_err(|error| failed(&error))? {
        Made::Puzzle(puzzle) => {
            let id = wanted.id_of(&puzzle, seed, number);
            Ok(GenerateReply::Made(made(&puzzle, id.as_ref(), scale.as_ref())))
        }
        Made::NotYet(nearest) => {
            let reply = NoPuzzleYet {
                next: effort.attempts,
                words: nearest.as_ref().map(ToString::to_string),
                nearest: nearest.and_then(|it| it.nearest).map(|it| it.board.to_string()),
            };
            memory.effort = Some((key, effort));
            Ok(GenerateReply::NotYet(reply))
        }
    }
}

fn failed(error: &GenerateError) -> AnswerError {
    AnswerError::new(error.to_string())
}

fn made(puzzle: &GeneratedPuzzle, id: Option<&PuzzleId>, scale: Option<&Difficulty>) -> MadePuzzle {
    let rating = puzzle.difficulty.zip(scale).map(|(number, scale)| {
        let tenths = scale.tenths(number);
        let (whole, tenth) = (tenths / 10, tenths % 10);
        if scale.is_whole() { whole.to_string() } else { format!("{whole}.{tenth}") }
    });
    MadePuzzle {
        puzzle: puzzle.board.to_string(),
        solution: puzzle.solution.to_string(),
        id: id.map(ToString::to_string),
        rating,
        attempts: puzzle.attempts,
    }
}

/// Reads all constraints except the difficulty, with the same meaning as in the command, so that
/// both make the same puzzle for an ID.
fn constraints(request: &Request) -> Result<PuzzleRequest<'static>, AnswerError> {
    let mut wanted = PuzzleRequest::new();
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

/// Reads the requested difficulty, if any.
fn difficulty(request: &Request) -> Result<Option<Difficulty>, AnswerError> {
    let of_steps = ["needs", "before", "after", "without", "with", "level"];
    let said = |fields: &[&'static str]| fields.iter().copied().find(|name| request.has(name));
    let Some(name) = request.text("scale")? else {
        return match said(&["difficulty"]).or_else(|| said(&of_steps)) {
            Some(name) => Err(AnswerError::new(format!("`{name}` takes a `scale`"))),
            None => Ok(None),
        };
    };
    let tenths = tenths(request)?;
    let wanted = if name == "guesses" {
        if let Some(field) = said(&of_steps) {
            let words = format!("`{field}` takes a scale of steps, and not guesses");
            return Err(AnswerError::new(words));
        }
        let mrv = find("mrv").ok_or_else(|| AnswerError::new("there is no strategy `mrv`"))?;
        let guesses = Guesses::new(mrv.name, mrv.solver).averaged_over(IMAGES);
        Difficulty::in_tenths(guesses, tenths)
    } else {
        measure(request)?.and_then(|measure| Difficulty::in_tenths(measure, tenths))
    };
    wanted.map(Some).map_err(|error| AnswerError::new(error.to_string()))
}

/// Reads a range of numbers in tenths.
fn tenths(request: &Request) -> Result<RangeInclusive<u64>, AnswerError> {
    let [least, most] = request.pair("difficulty", Value::as_f64)?.unwrap_or_default();
    let end = |end: Option<f64>, open: u64| match end {
        None => Ok(open),
        Some(end) => Difficulty::tenths_of(end),
    };
    let said = |error: DifficultyError| AnswerError::new(error.to_string());
    let tenths = end(least, 0).map_err(said)?..=end(most, u64::MAX).map_err(said)?;
    if tenths.is_empty() {
        return Err(AnswerError::new("`difficulty` goes from the least to the most"));
    }
    Ok(tenths)
}

/// Reads the rating scale and the constraints on the steps.
fn measure(request: &Request) -> Result<Result<TechniqueDifficulty, DifficultyError>, AnswerError> {
    let level = |value: &Value| value.as_str()?.parse::<HodokuLevel>().ok();
    let levels = match request.pair("level", level)? {
        None => None,
        Some([least, most]) => {
            let levels = least.unwrap_or(HodokuLevel::Easy)..=most.unwrap_or(HodokuLevel::Extreme);
            if levels.is_empty() {
                return Err(AnswerError::new("`level` goes from the least to the most"));
            }
            Some(levels)
        }
    };
    let (with, needs) = (request.techniques("with")?, request.techniques("needs")?);
    let (before, after) = (request.techniques("before")?, request.techniques("after")?);
    let without = request.techniques("without")?;
    let eliminations = None;
    let conditions = StepConditions { levels, needs, eliminations, before, after, without, with };
    Ok(TechniqueDifficulty::by_names(request.scale()?, &conditions))
}
