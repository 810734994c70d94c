//! Steps as serde data.

use serde::Serialize;
use sudoku_core::{Cell, Digit};
use sudoku_logic::{RatedStep, State, StepScore};

use crate::board::eliminated;
use crate::data::ExplanationData;
use crate::explanation::Explanation;
use crate::notation;
use crate::words::Language;

/// A step on a board, with its score and its proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StepData {
    /// The name of the scale.
    pub scale: String,
    /// The rating of the step on the scale, or its score on the scale of HoDoKu.
    pub score: f64,
    /// The level of the step on the scale of HoDoKu; null on other scales.
    pub level: Option<String>,
    /// The name of the technique, in English.
    pub technique: String,
    /// The name of the technique as a title, in the language of the explanation.
    pub title: String,
    /// The digit that the step places: at most one pair of a cell and a digit.
    pub placements: Vec<(u8, u8)>,
    /// The candidates that the step eliminates, as pairs of a cell and a digit.
    pub eliminations: Vec<(u8, u8)>,
    /// The effect in short notation: `r1c6=8`, `r45c2<>9`.
    pub effect: String,
    /// The explanation; null if the step cannot be proved.
    pub explanation: Option<ExplanationData>,
    /// The reason why the step cannot be proved, or null.
    pub unproved: Option<String>,
}

impl StepData {
    /// Describes a step that was found on this board by the scale with this name.
    #[must_use]
    pub fn new(state: &State, rated: &RatedStep, scale: &str, language: Language) -> Self {
        let RatedStep { step, score } = rated;
        let level = match score {
            StepScore::Score { level, .. } => Some(level.name().to_owned()),
            StepScore::Rating(_) => None,
        };
        let explained = Explanation::new(state, step).map(|it| it.in_language(language).data());
        let (explanation, unproved) = match explained {
            Ok(explanation) => (Some(explanation), None),
            Err(reason) => (None, Some(reason.to_string())),
        };
        Self {
            scale: scale.to_owned(),
            score: score.number(),
            level,
            technique: step.name.name().to_owned(),
            title: language.title(step.name),
            placements: step.effect.placement.iter().map(pair).collect(),
            eliminations: eliminated(&step.effect).iter().map(pair).collect(),
            effect: notation::effect(&step.effect),
            explanation,
            unproved,
        }
    }
}

fn pair(&(cell, digit): &(Cell, Digit)) -> (u8, u8) {
    (cell.index() as u8, digit.get())
}
