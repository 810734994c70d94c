//! The environment of a measurement, which every output includes.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::units::time;

/// The machine, the build and the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// The processor's name, or its architecture if the name is unknown.
    pub cpu: String,
    /// The instruction set that `board`, `batch` and `auto` use.
    pub instruction_set: String,
    pub compiler: String,
    pub profile: String,
    pub opt_level: String,
    pub debug_assertions: bool,
    /// True if the times may be compared with those of other builds.
    pub comparable: bool,
    /// The commit of the project's checkout, with `-dirty` if the sources differ from it.
    pub commit: String,
    pub seed: u64,
    /// The start of the run, in UTC.
    pub date: String,
    /// The time limit of a puzzle, or of a batch, in milliseconds.
    pub time_limit_ms: f64,
}

impl Environment {
    /// Returns the lines about the environment below tables.
    pub fn facts(&self) -> Vec<String> {
        let Self { cpu, compiler, profile, opt_level, commit, seed, date, .. } = self;
        let limit = time(self.time_limit_ms * 1e6);
        vec![
            format!("{cpu} · {}", self.instruction_set),
            format!("{compiler} · profile {profile}, opt-level {opt_level} · commit {commit}"),
            format!("seed {seed} · time limit {limit} · {date}"),
        ]
    }

    /// Returns a warning if the times may not be compared with those of other builds.
    pub fn warning(&self) -> Option<String> {
        let assertions = if self.debug_assertions { " and debug assertions" } else { "" };
        let cause = format!("built with opt-level {}{assertions}", self.opt_level);
        (!self.comparable).then(|| format!("NOT FOR COMPARISON: {cause}"))
    }
}

/// Returns the names of the JSON fields that differ.
pub fn differences(one: &impl Serialize, other: &impl Serialize) -> Vec<String> {
    let (one, other) = (json!(one), json!(other));
    let fields = one.as_object().into_iter().flatten();
    fields.filter(|(name, value)| other[&**name] != **value).map(|(name, _)| name.clone()).collect()
}
