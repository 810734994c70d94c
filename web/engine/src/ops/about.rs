//! The operation `about`: the available scales, techniques and formats.

use serde::{Serialize, Serializer};
use sudoku_generator::{GENERATOR_VERSION, PatternSymmetry};
use sudoku_logic::{HodokuLevel, RatingScale, StepName};
use sudoku_registry::STRATEGIES;
use sudoku_text::FileFormat;

use crate::error::Answer;
use crate::memory::Memory;
use crate::request::Request;

/// A JSON object. Unlike an ordered map, it needs little code.
struct ByName<T>(Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for ByName<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The reply of `about`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct About {
    version: &'static str,
    generator: u64,
    /// The strategies that `run` knows.
    strategies: Vec<&'static str>,
    /// The strategies that `trace` knows.
    traced: Vec<&'static str>,
    scales: Vec<&'static str>,
    /// The title of each scale.
    #[cfg_attr(test, ts(as = "std::collections::BTreeMap<&str, &str>"))]
    titles: ByName<&'static str>,
    /// The names of each scale's techniques.
    #[cfg_attr(test, ts(as = "std::collections::BTreeMap<&str, Vec<&str>>"))]
    techniques: ByName<Vec<&'static str>>,
    /// The title of each technique in the language of the request.
    #[cfg_attr(test, ts(as = "std::collections::BTreeMap<&str, String>"))]
    technique_titles: ByName<String>,
    levels: Vec<&'static str>,
    formats: Vec<&'static str>,
    /// The formats that hold candidates.
    marked_formats: Vec<&'static str>,
    symmetries: Vec<&'static str>,
}

pub(super) fn about(request: &Request, _: &mut Memory) -> Answer<About> {
    let language = request.language()?;
    let available = STRATEGIES.iter().filter(|it| it.is_available());
    let traced = available.clone().filter(|it| it.observable.is_some());
    let scales = RatingScale::all();
    let formats = FileFormat::ALL.iter();
    let marked = formats.clone().filter(|format| format.holds_candidates());
    Ok(About {
        version: env!("CARGO_PKG_VERSION"),
        generator: GENERATOR_VERSION,
        strategies: available.map(|it| it.name).collect(),
        traced: traced.map(|it| it.name).collect(),
        scales: scales.iter().map(|scale| scale.name()).collect(),
        titles: ByName(scales.iter().map(|scale| (scale.name(), scale.title())).collect()),
        techniques: ByName(scales.iter().map(|scale| (scale.name(), names(scale))).collect()),
        technique_titles: ByName(
            StepName::all().iter().map(|it| (it.name(), language.title(*it))).collect(),
        ),
        levels: HodokuLevel::ALL.iter().map(|level| level.name()).collect(),
        formats: formats.map(|format| format.name()).collect(),
        marked_formats: marked.map(|format| format.name()).collect(),
        symmetries: PatternSymmetry::ALL.iter().map(|it| it.name()).collect(),
    })
}

/// Returns the names of a scale's steps without repetition, in table order.
fn names(scale: &RatingScale) -> Vec<&'static str> {
    let mut names = Vec::new();
    for name in scale.entries().iter().flat_map(|entry| entry.technique.names()) {
        if !names.contains(&name.name()) {
            names.push(name.name());
        }
    }
    names
}
