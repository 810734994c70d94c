//! The operation `about`: the available scales, techniques and formats.

use serde_json::{Value, json};
use sudoku_generator::{GENERATOR_VERSION, PatternSymmetry};
use sudoku_logic::{HodokuLevel, RatingScale, StepName};
use sudoku_registry::STRATEGIES;
use sudoku_text::FileFormat;

use super::logic::language;
use crate::error::Answer;
use crate::request::Request;

pub(super) fn about(request: &Request) -> Answer {
    let language = language(request)?;
    let available = STRATEGIES.iter().filter(|it| it.is_available());
    let strategies = available.clone().map(|it| it.name);
    let traced = available.filter(|it| it.observable.is_some()).map(|it| it.name);
    let scales = RatingScale::all();
    let techniques = scales.map(|scale| (scale.name().to_owned(), names(scale)));
    let titles = scales.map(|scale| (scale.name().to_owned(), json!(scale.title())));
    let formats = FileFormat::ALL.iter();
    let marked =
        formats.clone().filter(|format| format.holds_candidates()).map(|format| format.name());
    let called =
        StepName::ALL.iter().map(|name| (name.name().to_owned(), json!(language.title(*name))));
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "generator": GENERATOR_VERSION,
        "strategies": strategies.collect::<Value>(),
        "traced": traced.collect::<Value>(),
        "scales": scales.iter().map(|scale| scale.name()).collect::<Value>(),
        "titles": titles.into_iter().collect::<Value>(),
        "techniques": techniques.into_iter().collect::<Value>(),
        "technique_titles": called.collect::<Value>(),
        "levels": HodokuLevel::ALL.iter().map(|level| level.name()).collect::<Value>(),
        "formats": formats.map(|format| format.name()).collect::<Value>(),
        "marked_formats": marked.collect::<Value>(),
        "symmetries": PatternSymmetry::ALL.iter().map(|it| it.name()).collect::<Value>(),
    }))
}

/// Returns the names of a scale's steps without repetition, in table order.
fn names(scale: &RatingScale) -> Value {
    let mut names: Vec<StepName> = Vec::new();
    for name in scale.entries().iter().flat_map(|entry| entry.technique.names()) {
        if !names.contains(name) {
            names.push(*name);
        }
    }
    names.iter().map(|name| name.name()).collect()
}
