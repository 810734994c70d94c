//! The measurement file behind the figures of the documents.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::tools::Failure;

/// The measured times, and the machine that they come from.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Figures {
    /// The machine, the build and the date.
    pub(crate) environment: BTreeMap<String, String>,
    /// True if the run was short or the machine was busy.
    pub(crate) provisional: bool,
    /// The times, in the order in which they were measured.
    pub(crate) rows: Vec<Row>,
}

/// The time that one engine takes for one job.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Row {
    /// The engine, such as `tdoku`.
    pub(crate) engine: String,
    /// The job, such as `one/17-clue`.
    pub(crate) job: String,
    /// The mean time of a puzzle in nanoseconds.
    pub(crate) mean_ns: f64,
    /// The median time of a puzzle, if the engine has a time for each.
    pub(crate) median_ns: Option<f64>,
    /// The number of puzzles.
    pub(crate) puzzles: usize,
    /// The longest time of a puzzle, if the engine has a time for each.
    pub(crate) worst_ns: Option<f64>,
}

impl Figures {
    /// Reads a measurement file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let error = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|cause| error(&cause))?;
        Ok(serde_json::from_str(&text).map_err(|cause| error(&cause))?)
    }

    /// Returns the text of a measurement file, with a row on each line so that changes can be read.
    pub(crate) fn to_json(&self) -> String {
        let tenths = |ns: f64| (ns * 10.0).round() / 10.0;
        let row = |row: &Row| {
            let (median_ns, worst_ns) = (row.median_ns.map(tenths), row.worst_ns.map(tenths));
            json!(Row { mean_ns: tenths(row.mean_ns), median_ns, worst_ns, ..row.clone() })
                .to_string()
        };
        format!(
            "{{\n\"environment\": {},\n\"provisional\": {},\n\"rows\": [\n{}\n]\n}}\n",
            json!(self.environment),
            self.provisional,
            self.rows.iter().map(row).collect::<Vec<_>>().join(",\n")
        )
    }

    /// Returns a fact about the machine or the build, or an empty text.
    pub(crate) fn fact(&self, name: &str) -> &str {
        self.environment.get(name).map_or("", String::as_str)
    }

    /// Returns the rows of a job, the fastest first.
    pub(crate) fn job(&self, job: &str) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| row.job == job).collect();
        rows.sort_by(|one, other| one.mean_ns.total_cmp(&other.mean_ns));
        rows
    }
}

/// Returns the median, by sorting.
pub(crate) fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    let last = times.len().saturating_sub(1);
    times[last / 2].midpoint(times[last.div_ceil(2)])
}

#[cfg(test)]
impl Row {
    pub(crate) fn of(job: &str, engine: &str, mean_ns: f64) -> Self {
        let [job, engine] = [job, engine].map(str::to_owned);
        Self { job, engine, mean_ns, median_ns: None, worst_ns: None, puzzles: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_file_is_read_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("figures.json");
        let slow = Row { worst_ns: Some(2.5), ..Row::of("one/17-clue", "tdoku", 4000.04) };
        let figures = Figures {
            environment: [("cpu".to_owned(), "a \"fast\" one".to_owned())].into(),
            provisional: true,
            rows: vec![slow, Row::of("one/17-clue", "board", 300.0)],
        };
        fs::write(&path, figures.to_json()).expect("written");
        let read = Figures::read(&path).expect("read");
        assert!(read.fact("cpu") == "a \"fast\" one" && read.provisional);
        let job = read.job("one/17-clue");
        let engines: Vec<_> = job.iter().map(|row| (row.engine.as_str(), row.mean_ns)).collect();
        assert_eq!(engines, [("board", 300.0), ("tdoku", 4000.0)]);
        assert_eq!(job[1].worst_ns, Some(2.5));
        assert_eq!(read.to_json(), figures.to_json());
    }

    #[test]
    fn the_median_of_an_even_number_is_between_the_middle_values() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
