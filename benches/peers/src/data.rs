//! The engines and jobs of `cargo xtask peers`, which are files: benches/engines.toml and
//! benches/jobs.toml explain their keys.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use sudoku_registry::{VARIANT_STRATEGIES, find};

use crate::tools::Failure;

/// The files, from the workspace's folder.
const ENGINES: &str = "benches/engines.toml";
const JOBS: &str = "benches/jobs.toml";

/// The task of the harness.
pub(crate) const SOLVE: &str = "solve";

/// A text in both languages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    pub(crate) en: String,
    pub(crate) ko: String,
}

/// An engine of benches/engines.toml.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Engine {
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) version: String,
    #[serde(default)]
    pub(crate) ours: bool,
    #[serde(default)]
    pub(crate) license: String,
    #[serde(default)]
    pub(crate) url: String,
    pub(crate) path: Option<String>,
    #[serde(default)]
    pub(crate) programs: Vec<String>,
    #[serde(default)]
    pub(crate) build: Vec<String>,
    #[serde(default)]
    pub(crate) run: BTreeMap<String, String>,
    pub(crate) idea: Option<Text>,
}

impl Engine {
    /// Returns the name in tables.
    pub(crate) fn name(&self) -> String {
        let Self { title, version, .. } = self;
        match version.as_str() {
            _ if self.ours => format!("**{title}**"),
            version if version.is_empty() || version.contains('{') => title.clone(),
            version => format!("{title} {version}"),
        }
    }
}

/// The puzzles of a job.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Puzzles {
    Set(String),
    File(String),
    Generated(usize),
    /// Random minimal puzzles without one clue, so each has several solutions.
    Thinned(usize),
}

/// The check of the answers that whole programs give.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Check {
    Minimal,
    MinimalHalfTurn,
    SameClasses,
    SameRatings,
}

/// A job of benches/jobs.toml.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) headline: Option<Text>,
    pub(crate) plot: Option<String>,
    pub(crate) task: String,
    pub(crate) puzzles: Option<Puzzles>,
    #[serde(default)]
    pub(crate) batch: bool,
    pub(crate) check: Option<Check>,
    #[serde(default = "one")]
    pub(crate) warm_up: usize,
    pub(crate) engines: Vec<String>,
}

fn one() -> usize {
    1
}

/// Both files.
pub(crate) struct Data {
    pub(crate) engines: BTreeMap<String, Engine>,
    pub(crate) jobs: Vec<Job>,
}

impl Data {
    /// Reads both files and checks that they agree.
    pub(crate) fn read(root: &Path) -> Result<Self, Failure> {
        Self::parse(&fs::read_to_string(root.join(ENGINES))?, &fs::read_to_string(root.join(JOBS))?)
    }

    pub(crate) fn parse(engines: &str, jobs: &str) -> Result<Self, Failure> {
        let engines = toml::from_str(engines).map_err(|cause| format!("{ENGINES}: {cause}"))?;
        let jobs: BTreeMap<String, Vec<Job>> =
            toml::from_str(jobs).map_err(|cause| format!("{JOBS}: {cause}"))?;
        let data = Self { engines, jobs: jobs.into_values().flatten().collect() };
        for job in &data.jobs {
            data.check(job)?;
        }
        Ok(data)
    }

    fn check(&self, job: &Job) -> Result<(), Failure> {
        let Job { name, task, .. } = job;
        let wrong = |why: &str| Err(format!("{JOBS}: job `{name}`, key {why}").into());
        for engine in &job.engines {
            let Some(Engine { run, .. }) = self.engines.get(engine) else {
                return wrong(&format!("`engines`: {ENGINES} has no engine `{engine}`"));
            };
            let is_strategy = find(engine).is_some()
                || VARIANT_STRATEGIES.iter().any(|strategy| strategy.name == engine);
            let solves = task == SOLVE && (run.contains_key("judge") || is_strategy);
            if !solves && !run.contains_key(task) {
                return wrong(&format!("`engines`: `{engine}` has no command `run.{task}`"));
            }
        }
        let makes = matches!(job.check, Some(Check::Minimal | Check::MinimalHalfTurn));
        match (job.check, &job.puzzles) {
            _ if self.jobs.iter().filter(|other| other.name == *name).count() > 1 => {
                wrong("`name`: another job has this name")
            }
            (None, _) if task != SOLVE => wrong("`check`: tasks of whole programs need it"),
            (_, puzzles) if makes == puzzles.is_some() => {
                wrong("`puzzles`: every task needs them, unless it makes them")
            }
            _ => Ok(()),
        }
    }

    /// Returns the name of an engine in tables.
    pub(crate) fn name(&self, engine: &str) -> String {
        self.engines.get(engine).map_or_else(|| engine.to_owned(), Engine::name)
    }

    /// Returns the job with a name.
    pub(crate) fn job(&self, name: &str) -> Result<&Job, Failure> {
        let job = self.jobs.iter().find(|job| job.name == name);
        job.ok_or_else(|| {
            let known: Vec<&str> = self.jobs.iter().map(|job| job.name.as_str()).collect();
            format!("{JOBS}: no job `{name}`; it has {}", known.join(", ")).into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_name_the_file_and_the_key() {
        let engines = "[board]\ntitle = \"`board`\"\nours = true\n[x]\ntitle = \"X\"\n";
        let job = "[[job]]\nname = \"a\"\ntitle = \"A\"\ntask = \"solve\"\n\
                   puzzles.set = \"hard\"\nengines = [\"board\"]\n";
        let error = |engines: &str, job: &str| match Data::parse(engines, job) {
            Ok(_) => "none".to_owned(),
            Err(error) => error.to_string(),
        };
        assert_eq!(error(engines, job), "none");
        for (from, to, expected) in [
            ("board\"]", "borad\"]", "job `a`, key `engines`: benches/engines.toml has no engine"),
            ("board\"]", "x\"]", "job `a`, key `engines`: `x` has no command `run.solve`"),
            ("solve", "rate", "job `a`, key `engines`: `board` has no command `run.rate`"),
            ("puzzles.set = \"hard\"", "", "job `a`, key `puzzles`: every task"),
            ("title", "tilte", "TOML parse error at line 3"),
        ] {
            let error = error(engines, &job.replace(from, to));
            assert!(error.starts_with(&format!("benches/jobs.toml: {expected}")), "{error}");
        }
        assert!(error(engines, &job.repeat(2)).contains("another job has this name"));
        let error = error(&engines.replace("ours", "our"), job);
        assert!(error.contains("line 3") && error.contains("unknown field `our`"), "{error}");
    }

    #[test]
    fn the_files_of_the_project_agree() {
        let data = Data::read(crate::tools::workspace()).expect("no mistake");
        let names = ["board", "sudoku", "tdoku"].map(|name| data.engines[name].name());
        assert_eq!(names, ["**`board`**", "crate `sudoku` 0.8", "tdoku"]);
        assert!(data.job("nothing").is_err());
    }
}
