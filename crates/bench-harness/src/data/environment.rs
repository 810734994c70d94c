//! The environment of a measurement, which every output includes.

use serde::{Deserialize, Serialize};

use super::units::time;

/// The machine, the build and the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// The processor's name, or its architecture if the name is unknown.
    pub cpu: String,
    /// The processor features that strategies may use, detected at run time.
    pub features: Vec<String>,
    /// The instruction set that `board`, `batch` and `auto` use.
    #[serde(default)]
    pub instruction_set: String,
    /// The compiler and its version.
    pub compiler: String,
    /// The Cargo profile.
    pub profile: String,
    /// The optimization level of the profile.
    pub opt_level: String,
    /// True if debug assertions are enabled.
    pub debug_assertions: bool,
    /// True if the times may be compared with those of other builds.
    pub comparable: bool,
    /// The commit of the project's checkout, with `-dirty` if the sources differ from it.
    pub commit: String,
    /// The seed of the orders of the puzzles.
    pub seed: u64,
    /// The start of the run, in UTC.
    pub date: String,
    /// The time limit of a puzzle, or of a batch, in milliseconds.
    pub time_limit_ms: f64,
}

impl Environment {
    /// Returns the lines about the environment below tables.
    pub fn facts(&self) -> Vec<String> {
        let Self { cpu, features, compiler, profile, opt_level, commit, seed, date, .. } = self;
        let mut facts: Vec<String> = self.warning().into_iter().collect();
        facts.push(format!("{cpu} ({})", features.join(" ")));
        facts.push(format!(
            "{compiler} · profile {profile}, opt-level {opt_level} · commit {commit}"
        ));
        let limit = time(self.time_limit_ms * 1e6);
        facts.push(format!("seed {seed} · time limit {limit} · {date}"));
        facts
    }

    /// Returns the first difference in machine, build or job.
    pub fn differs_in(&self, other: &Self) -> Option<&'static str> {
        let commit = (self.commit != other.commit).then_some("commit");
        self.differences(other).first().copied().or(commit)
    }

    /// Returns the differences that change the times of an unchanged program.
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let differences = [
            (self.cpu != other.cpu || self.features != other.features, "processor"),
            (self.compiler != other.compiler, "compiler"),
            (
                (&self.profile, &self.opt_level, self.debug_assertions)
                    != (&other.profile, &other.opt_level, other.debug_assertions),
                "profile",
            ),
            (self.seed != other.seed, "seed"),
            (self.time_limit_ms != other.time_limit_ms, "time limit"),
        ];
        differences.into_iter().filter_map(|(differs, what)| differs.then_some(what)).collect()
    }

    /// Returns a warning if the times may not be compared with those of other builds.
    pub fn warning(&self) -> Option<String> {
        if self.comparable {
            return None;
        }
        let cause = if self.debug_assertions {
            "built with debug assertions".to_owned()
        } else {
            format!("built with opt-level {}", self.opt_level)
        };
        Some(format!("NOT FOR COMPARISON: {cause}"))
    }
}
