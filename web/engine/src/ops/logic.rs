//! Human logic: ratings, solution paths, hints.

use serde::Serialize;
use sudoku_core::Limits;
use sudoku_explain::StepData;
use sudoku_logic::{DeciRating, NoStepError, RatedStep, Rating, RatingScale, State, WrongMark};

use crate::error::{Answer, AnswerError};
use crate::memory::Memory;
use crate::position::Position;
use crate::request::Request;

/// The default and maximum number of steps in one call.
const STEPS: u64 = 100;
const MOST_STEPS: u64 = 1_000;

/// The reply of `rate`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct RateReply {
    /// The rating, if the steps lead to the solution.
    rating: Option<RatingData>,
    /// The number of steps.
    steps: usize,
    /// The reason why the steps end.
    end: End,
}

/// A rating.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
enum RatingData {
    /// On the scales of Sudoku Explainer and SukakuExplainer.
    Explainer { er: f64, ep: f64, ed: f64 },
    /// On the scale of HoDoKu.
    Hodoku { level: &'static str, score: u32 },
}

/// The reply of `hint`, `path` and `all_steps`.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct StepsReply {
    /// The steps. A hint has one at most.
    steps: Vec<StepData>,
    /// The mistakes on the board. If there are any, there are no steps.
    wrong: Vec<WrongEntry>,
    /// The reason why there are no more steps, if the engine looked for more.
    end: Option<End>,
}

/// A wrong value, or a digit of the solution that the marks of a cell lack.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct WrongEntry {
    cell: usize,
    digit: u8,
    /// True if the digit is a wrong value, false if the marks lack it.
    value: bool,
}

/// The reason why the steps end.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct End {
    /// The name of the reason.
    ending: &'static str,
    /// The reason in words, in English.
    words: String,
}

pub(super) fn rate(request: &Request, _: &mut Memory) -> Answer<RateReply> {
    let (scale, position) = (request.scale()?, Position::of(request)?);
    let mut path = scale.path(&State::from(&position.marks), &Limits::ALL);
    let steps = path.by_ref().count();
    let is_solved = path.end() == NoStepError::Solved;
    let rating = if is_solved { RatingData::new(path.rating()) } else { None };
    Ok(RateReply { rating, steps, end: path.end().into() })
}

pub(super) fn path(request: &Request, _: &mut Memory) -> Answer<StepsReply> {
    let limit = request.amount("limit", MOST_STEPS, MOST_STEPS)?;
    on_board(request, |scale, state, data| {
        let limits = Limits::ALL.with_nodes(limit);
        let mut path = scale.path(state, &limits);
        let mut steps = Vec::new();
        loop {
            let before = *path.state();
            let Some(rated) = path.next() else { break };
            steps.push(data(&before, &rated));
        }
        (steps, Some(path.end()))
    })
}

pub(super) fn hint(request: &Request, _: &mut Memory) -> Answer<StepsReply> {
    on_board(request, |scale, state, data| match scale.hint(state, &Limits::ALL) {
        Ok(rated) => (vec![data(state, &rated)], None),
        Err(end) => (Vec::new(), Some(end)),
    })
}

pub(super) fn all_steps(request: &Request, _: &mut Memory) -> Answer<StepsReply> {
    let limit = request.amount("limit", STEPS, MOST_STEPS)?;
    on_board(request, |scale, state, data| {
        match scale.all_steps(state, &Limits::ALL.with_nodes(limit)) {
            Ok(steps) => (steps.iter().map(|it| data(state, it)).collect(), None),
            Err(end) => (Vec::new(), Some(end)),
        }
    })
}

/// A function that describes a step on a board.
type Describe<'a> = &'a dyn Fn(&State, &RatedStep) -> StepData;

/// Answers with the steps on the board, or with the mistakes on it.
fn on_board(
    request: &Request,
    find: impl FnOnce(&RatingScale, &State, Describe<'_>) -> (Vec<StepData>, Option<NoStepError>),
) -> Answer<StepsReply> {
    let scale = request.scale()?.with(&request.techniques("with")?);
    let scale = scale.map_err(|error| AnswerError::new(error.to_string()))?;
    let position = Position::of(request)?;
    let language = request.language()?;
    let state = State::from(&position.marks);
    let wrong = wrong_of(&position, &state);
    if !wrong.is_empty() {
        return Ok(StepsReply { wrong, ..StepsReply::default() });
    }
    let data =
        |state: &State, rated: &RatedStep| StepData::new(state, rated, scale.name(), language);
    let (steps, end) = find(&scale, &state, &data);
    Ok(StepsReply { steps, end: end.map(End::from), ..StepsReply::default() })
}

/// The reply of `wrong_marks`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct WrongMarksReply {
    wrong: Vec<WrongEntry>,
}

pub(super) fn wrong_marks(request: &Request, _: &mut Memory) -> Answer<WrongMarksReply> {
    let position = Position::of(request)?;
    Ok(WrongMarksReply { wrong: wrong_of(&position, &State::from(&position.marks)) })
}

/// Returns the wrong values, and the solution's digits that are missing from a cell's marks.
/// Returns nothing if the clues do not have exactly one solution.
///
/// A mark that is missing because of a wrong value does not count as a second mistake.
fn wrong_of(position: &Position, state: &State) -> Vec<WrongEntry> {
    let Some(solution) = position.solution() else { return Vec::new() };
    let entry = |wrong: WrongMark| {
        let (cell, digit, value) = match wrong {
            WrongMark::Digit(cell, digit) => (cell, digit, true),
            WrongMark::Missing(cell, digit) => {
                let is_seen = |&peer| position.values.get(peer) == Some(digit);
                if cell.peers().iter().any(is_seen) {
                    return None;
                }
                (cell, digit, false)
            }
            _ => return None,
        };
        Some(WrongEntry { cell: cell.index(), digit: digit.get(), value })
    };
    state.find_wrong_marks(&solution).into_iter().filter_map(entry).collect()
}

impl From<NoStepError> for End {
    fn from(end: NoStepError) -> Self {
        let ending = match end {
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
        Self { ending, words: end.to_string() }
    }
}

impl RatingData {
    fn new(rating: Rating) -> Option<Self> {
        match rating {
            Rating::Explainer(rating) => {
                let number = |tenths: DeciRating| f64::from(tenths.get()) / 10.0;
                let [er, ep, ed] = rating.tenths().map(number);
                Some(Self::Explainer { er, ep, ed })
            }
            Rating::Hodoku(rating) => {
                Some(Self::Hodoku { level: rating.level.name(), score: rating.score })
            }
            _ => None,
        }
    }
}
