//! The measurement file behind the figures of the documents.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::Failure;

/// The measured times, and the machine that they come from.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// The machine, the build and the date, as names and values.
    pub(crate) environment: Vec<(String, String)>,
    /// True if the run was short or the machine was busy.
    pub(crate) is_provisional: bool,
    /// The times, in the order in which they were measured.
    pub(crate) rows: Vec<Row>,
}

/// The time that one engine takes for one job.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The job, such as `one/17-clue`.
    pub(crate) job: String,
    /// The engine, such as `tdoku`.
    pub(crate) engine: String,
    /// The mean time of a puzzle in nanoseconds.
    pub(crate) mean_ns: f64,
    /// The median time of a puzzle, if the engine has a time for each.
    pub(crate) median_ns: Option<f64>,
    /// The longest time of a puzzle, if the engine has a time for each.
    pub(crate) worst_ns: Option<f64>,
    /// The number of puzzles.
    pub(crate) puzzles: usize,
}

impl Figures {
    /// Reads a measurement file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let value: Value = serde_json::from_str(&text)?;
        let invalid = || format!("{}: not a file of `cargo xtask figures`", path.display());
        let environment = value["environment"].as_object().ok_or_else(invalid)?;
        let rows = value["rows"].as_array().ok_or_else(invalid)?;
        Ok(Self {
            environment: environment
                .iter()
                .map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned()))
                .collect(),
            is_provisional: value["provisional"].as_bool().ok_or_else(invalid)?,
            rows: rows.iter().map(Row::from_json).collect::<Option<_>>().ok_or_else(invalid)?,
        })
    }

    /// Writes a measurement file, with a row on each line so that changes can be read.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        let environment: Value =
            self.environment.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let rows: Vec<String> = self.rows.iter().map(|row| row.to_json().to_string()).collect();
        let text = format!(
            "{{\n\"environment\": {environment},\n\"provisional\": {},\n\"rows\": [\n{}\n]\n}}\n",
            self.is_provisional,
            rows.join(",\n")
        );
        Ok(fs::write(path, text)?)
    }

    /// Returns a fact about the machine or the build, or an empty text.
    pub(crate) fn fact(&self, name: &str) -> &str {
        self.environment.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Returns the row of an engine for a job.
    pub(crate) fn row(&self, job: &str, engine: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.job == job && row.engine == engine)
    }

    /// Returns the rows of a job, the fastest first.
    pub(crate) fn job(&self, job: &str) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| row.job == job).collect();
        rows.sort_by(|one, other| one.mean_ns.total_cmp(&other.mean_ns));
        rows
    }
}

impl Row {
    fn from_json(value: &Value) -> Option<Self> {
        Some(Self {
            job: value["job"].as_str()?.to_owned(),
            engine: value["engine"].as_str()?.to_owned(),
            mean_ns: value["mean_ns"].as_f64()?,
            median_ns: value["median_ns"].as_f64(),
            worst_ns: value["worst_ns"].as_f64(),
            puzzles: usize::try_from(value["puzzles"].as_u64()?).ok()?,
        })
    }

    fn to_json(&self) -> Value {
        let tenths = |ns: f64| (ns * 10.0).round() / 10.0;
        json!({
            "job": self.job,
            "engine": self.engine,
            "mean_ns": tenths(self.mean_ns),
            "median_ns": self.median_ns.map(tenths),
            "worst_ns": self.worst_ns.map(tenths),
            "puzzles": self.puzzles,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("figures.json");
        let row = |engine: &str, mean_ns| Row {
            job: "one/17-clue".to_owned(),
            engine: engine.to_owned(),
            mean_ns,
            median_ns: None,
            worst_ns: Some(2.5),
            puzzles: 3,
        };
        let figures = Figures {
            environment: vec![("cpu".to_owned(), "a \"fast\" one".to_owned())],
            is_provisional: true,
            rows: vec![row("tdoku", 4000.04), row("board", 300.0)],
        };
        figures.write(&path).expect("written");
        let read = Figures::read(&path).expect("read");
        assert_eq!(read.fact("cpu"), "a \"fast\" one");
        assert!(read.is_provisional);
        let job = read.job("one/17-clue");
        let engines: Vec<_> = job.iter().map(|row| (row.engine.as_str(), row.mean_ns)).collect();
        assert_eq!(engines, [("board", 300.0), ("tdoku", 4000.0)]);
        assert_eq!(read.row("one/17-clue", "tdoku").and_then(|row| row.worst_ns), Some(2.5));
    }
}
