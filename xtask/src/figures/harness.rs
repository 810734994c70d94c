//! The jobs that `bench-harness` measures: solving and proving, one by one and in batches.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::store::Row;
use crate::Failure;

/// The harness, pinned to one core.
pub(super) struct Harness {
    /// The built program.
    pub(super) program: PathBuf,
    /// The core's number, as `taskset` takes it.
    pub(super) core: String,
}

/// A measurement by the harness.
pub(super) struct HarnessJob<'a> {
    /// The job's name in the measurement file.
    pub(super) name: &'a str,
    /// The harness's arguments.
    pub(super) arguments: &'a [String],
    /// The programs of others, as `NAME=COMMAND`.
    pub(super) external: &'a [String],
}

impl Harness {
    /// Runs a job; returns its rows and the harness's report on the machine.
    ///
    /// Fails if an answer is wrong, or if an engine does not finish every puzzle.
    pub(super) fn run(&self, job: &HarnessJob<'_>) -> Result<(Vec<Row>, Value), Failure> {
        let mut command = self.command();
        command.args(["--format", "json"]).args(job.arguments);
        command.args(job.external.iter().map(|external| format!("--external={external}")));
        let value = json_of(&mut command)?;
        let results = value["results"].as_array().ok_or("the harness reports no results")?;
        let rows = results.iter().map(|result| row(job.name, result));
        Ok((rows.collect::<Result<_, _>>()?, value["environment"].clone()))
    }

    /// Judges a program as an online judge does, a process for each puzzle of an embedded set.
    ///
    /// Its times are processor time, with the start of each process.
    pub(super) fn judge(
        &self,
        (name, set): (&str, &str),
        (engine, program): (&str, &str),
    ) -> Result<Row, Failure> {
        let mut command = self.command();
        command.args(["judge", "--format", "json", "--limit", "60s", "--set", set]);
        command.arg(format!("--program={engine}={program}"));
        let value = json_of(&mut command)?;
        let tests = value["programs"][0]["tests"].as_array().ok_or("no program was judged")?;
        let mut times = Vec::new();
        for test in tests {
            if test["verdict"] != "accepted" {
                return Err(format!("{engine} is not accepted on {}", test["puzzle"]).into());
            }
            times.push(test["cpu_ns"].as_f64().ok_or("this system does not report CPU time")?);
        }
        times.sort_by(f64::total_cmp);
        let middle = |at: usize| times.get(at).copied().unwrap_or_default();
        Ok(Row {
            job: name.to_owned(),
            engine: engine.to_owned(),
            mean_ns: times.iter().sum::<f64>() / times.len() as f64,
            median_ns: Some(middle((times.len() - 1) / 2).midpoint(middle(times.len() / 2))),
            worst_ns: times.last().copied(),
            puzzles: times.len(),
        })
    }

    fn command(&self) -> Command {
        let mut command = Command::new("taskset");
        command.args(["-c", &self.core]).arg(&self.program);
        command
    }
}

/// The words of a command that the harness splits as a shell does.
pub(super) fn quoted(program: &Path) -> String {
    format!("'{}'", program.display())
}

fn json_of(command: &mut Command) -> Result<Value, Failure> {
    let output = command.output().map_err(|error| format!("taskset: {error}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let text = String::from_utf8_lossy(&output.stdout);
        return Err(format!("{command:?}: {}\n{errors}\n{text}", output.status).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn row(job: &str, result: &Value) -> Result<Row, Failure> {
    let engine = result["strategy"].as_str().ok_or("a result without a strategy")?;
    let number = |name: &str| result[name].as_u64();
    let puzzles = number("puzzles").unwrap_or_default();
    if number("finished") != Some(puzzles) || number("wrong") != Some(0) {
        return Err(format!("{job}: {engine} did not answer all {puzzles} puzzles").into());
    }
    let mean_ns =
        result["mean_ns"].as_f64().ok_or_else(|| format!("{job}: {engine} has no time"))?;
    Ok(Row {
        job: job.to_owned(),
        engine: engine.to_owned(),
        mean_ns,
        median_ns: result["median_ns"].as_f64(),
        worst_ns: result["worst_ns"].as_f64(),
        puzzles: usize::try_from(puzzles)?,
    })
}
