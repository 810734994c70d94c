//! A step of human logic as a JSON object: its effect and its proof.

use serde_json::{Value, json};
use sudoku_core::{Cell, DigitSet};
use sudoku_explain::{Depth, Explanation, Language};
use sudoku_logic::{Effect, RatedStep, State, StepScore};

/// The language and the detail of step descriptions.
#[derive(Clone, Copy)]
pub(crate) struct StepWords {
    pub(crate) language: Language,
    /// True to include the explanation of `sudoku-explain`. It is null for a step without a proof.
    pub(crate) is_explained: bool,
}

/// Returns the step as a JSON object.
pub(crate) fn step(state: &State, rated: &RatedStep, words: StepWords) -> Value {
    let RatedStep { step, score } = rated;
    let mut object = json!({
        "name": step.name.name(),
        "title": words.language.title(step.name),
        "place": placed(&step.effect),
        "remove": removed(&step.effect),
    });
    match *score {
        StepScore::Score { score, level } => {
            object["rating"] = json!(score);
            object["level"] = json!(level.name());
        }
        _ => object["rating"] = json!(score.to_string()),
    }
    if words.is_explained {
        let explanation = Explanation::new(state, step);
        let explanation = explanation.map(|it| it.in_language(words.language).json(Depth::Proof));
        object["explain"] =
            explanation.ok().and_then(|it| serde_json::from_str(&it).ok()).unwrap_or_default();
    }
    object
}

fn placed(effect: &Effect) -> Value {
    effect.placement.iter().map(|&(cell, digit)| json!([cell.index(), digit.get()])).collect()
}

fn removed(effect: &Effect) -> Value {
    let of_cell = |&(cell, digits): &(Cell, DigitSet)| {
        digits.iter().map(move |digit| json!([cell.index(), digit.get()]))
    };
    effect.eliminations.iter().flat_map(of_cell).collect()
}
