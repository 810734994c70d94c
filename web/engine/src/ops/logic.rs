//! Human logic: ratings, solution paths, hints.

use serde_json::{Value, json};
use sudoku_core::Limits;
use sudoku_explain::{Language, UnknownLanguageError};
use sudoku_logic::{NoStepError, Rating, RatingScale, State, WrongMark};

use crate::error::{Answer, AnswerError};
use crate::position::Position;
use crate::request::Request;
use crate::step::{StepWords, step};

/// The default and maximum number of steps in one call.
const STEPS: u64 = 100;
const MOST_STEPS: u64 = 1_000;

pub(super) fn rate(request: &Request) -> Answer {
    let (scale, position) = (request.scale()?, Position::of(request)?);
    let mut path = scale.path(&State::from(&position.marks), &Limits::ALL);
    let steps = path.by_ref().count();
    let mut object = ended(path.end());
    object["steps"] = json!(steps);
    if path.end() == NoStepError::Solved {
        add_rating(&mut object, path.rating());
    }
    Ok(object)
}

pub(super) fn path(request: &Request) -> Answer {
    let limit = request.amount("limit", MOST_STEPS, MOST_STEPS)?;
    on_board(request, |scale, state, words| {
        let limits = Limits::ALL.with_nodes(limit);
        let mut path = scale.path(state, &limits);
        let mut steps = Vec::new();
        loop {
            let before = *path.state();
            let Some(rated) = path.next() else { break };
            steps.push(step(&before, &rated, words));
        }
        let mut object = ended(path.end());
        object["steps"] = json!(steps);
        add_rating(&mut object, path.rating());
        object
    })
}

pub(super) fn hint(request: &Request) -> Answer {
    on_board(request, |scale, state, words| match scale.hint(state, &Limits::ALL) {
        Ok(rated) => json!({ "step": step(state, &rated, words) }),
        Err(end) => ended(end),
    })
}

pub(super) fn all_steps(request: &Request) -> Answer {
    let limit = request.amount("limit", STEPS, MOST_STEPS)?;
    on_board(request, |scale, state, words| {
        match scale.all_steps(state, &Limits::ALL.with_nodes(limit)) {
            Ok(steps) => {
                let steps = steps.iter().map(|it| step(state, it, words));
                json!({ "steps": steps.collect::<Value>() })
            }
            Err(end) => {
                let mut object = ended(end);
                object["steps"] = json!([]);
                object
            }
        }
    })
}

/// Reads the language for technique names and explanations.
pub(super) fn language(request: &Request) -> Result<Language, AnswerError> {
    let code = request.text("language")?;
    code.map_or(Ok(Language::default()), str::parse)
        .map_err(|error: UnknownLanguageError| AnswerError::new(error.to_string()))
}

/// Answers with the steps on the board, or with the mistakes on it.
fn on_board(
    request: &Request,
    answer: impl FnOnce(&'static RatingScale, &State, StepWords) -> Value,
) -> Answer {
    let (scale, position) = (request.scale()?, Position::of(request)?);
    let is_explained = request.flag("explain")?.unwrap_or(true);
    let words = StepWords { language: language(request)?, is_explained };
    let state = State::from(&position.marks);
    let wrong = wrong_of(&position, &state);
    if wrong.is_empty() {
        return Ok(answer(scale, &state, words));
    }
    let wrong = wrong.iter().filter_map(|wrong| match *wrong {
        WrongMark::Digit(cell, digit) => {
            Some(json!({ "cell": cell.index(), "digit": digit.get(), "value": true }))
        }
        WrongMark::Missing(cell, digit) => {
            Some(json!({ "cell": cell.index(), "digit": digit.get() }))
        }
        _ => None,
    });
    Ok(json!({ "wrong": wrong.collect::<Value>() }))
}

pub(super) fn wrong_marks(request: &Request) -> Answer {
    let position = Position::of(request)?;
    let (mut missing, mut values) = (Vec::new(), Vec::new());
    for wrong in wrong_of(&position, &State::from(&position.marks)) {
        match wrong {
            WrongMark::Digit(cell, _) => values.push(cell.index()),
            WrongMark::Missing(cell, digit) => {
                missing.push(json!({ "cell": cell.index(), "digit": digit.get() }));
            }
            _ => {}
        }
    }
    Ok(json!({ "wrong": missing, "values": values }))
}

/// Returns the wrong values, and the solution's digits that are missing from a cell's marks.
/// Returns nothing if the clues do not have exactly one solution.
///
/// A mark that is missing because of a wrong value does not count as a second mistake.
fn wrong_of(position: &Position, state: &State) -> Vec<WrongMark> {
    let Some(solution) = position.solution() else { return Vec::new() };
    let mut wrong = state.find_wrong_marks(&solution);
    wrong.retain(|wrong| match *wrong {
        WrongMark::Missing(cell, digit) => {
            !cell.peers().iter().any(|&peer| position.values.get(peer) == Some(digit))
        }
        _ => true,
    });
    wrong
}

/// Returns the reason why the steps end: a name for the page and a message.
fn ended(end: NoStepError) -> Value {
    let name = match end {
        NoStepError::Solved => "solved",
        NoStepError::NoTechnique => "no technique",
        NoStepError::Contradiction => "contradiction",
        NoStepError::NoSolution => "no solution",
        NoStepError::SeveralSolutions => "several solutions",
        NoStepError::TooFewClues => "too few clues",
        NoStepError::TooManyLinks => "too many links",
        NoStepError::StepLimit => "step limit",
        NoStepError::Stopped => "stopped",
        _ => "other",
    };
    json!({ "ending": name, "words": end.to_string() })
}

/// Returns the rating as numbers and a level.
fn add_rating(object: &mut Value, rating: Rating) {
    match rating {
        Rating::Explainer(rating) => {
            for (name, tenths) in ["er", "ep", "ed"].into_iter().zip(rating.tenths()) {
                object[name] = json!(tenths.to_string());
            }
        }
        Rating::Hodoku(rating) => {
            object["level"] = json!(rating.level.name());
            object["score"] = json!(rating.score);
        }
        _ => {}
    }
}
