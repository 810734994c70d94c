//! The jobs that `bench-harness` measures: solving and proving, one by one and in batches.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use crate::bench::{Bench, filled};
use crate::data::{Job, Puzzles, SOLVE};
use crate::figures::{Row, median};
use crate::tools::Failure;

impl Bench<'_> {
    /// Measures a job by the harness, which checks every answer.
    ///
    /// Fails if an answer is wrong, or if an engine does not finish every puzzle.
    pub(crate) fn solve(&self, job: &Job, engines: &[&str]) -> Result<Vec<Row>, Failure> {
        let mut command = self.harness();
        command.args(["--mode", "unique", "--time-limit", "60s"]);
        let set = match &job.puzzles {
            Some(Puzzles::Set(set)) => Some(set.as_str()),
            _ => None,
        };
        if let Some(set) = set {
            command.args(["--set", set]);
        } else {
            command.args(["--text", "--file"]).arg(self.write(&self.lines(job)?)?);
        }
        command.args(job.batch.then_some("--batch"));
        let mut judged = Vec::new();
        for &name in engines {
            if let Some(words) = self.words(name, SOLVE, &[]) {
                command.arg(format!("--external={name}={}", shell_words::join(words)));
            } else if let Some(words) = self.words(name, "judge", &[]) {
                judged.push((name, words));
            } else {
                command.arg(format!("--strategy={name}"));
            }
        }
        let value = json_of(&mut command)?;
        let results = value["results"].as_array().ok_or("the harness reports no results")?;
        let rows = results.iter().map(|result| row(&job.name, result));
        let mut rows: Vec<Row> = rows.collect::<Result<_, _>>()?;
        for (name, words) in judged {
            let set = set.ok_or_else(|| format!("{}: only a set can be judged", job.name))?;
            rows.push(self.judge((&job.name, set), (name, &shell_words::join(words)))?);
        }
        Ok(rows)
    }

    /// Returns the facts about the machine and the build that the documents give.
    pub(crate) fn environment(&self) -> Result<BTreeMap<String, String>, Failure> {
        let mut command = self.harness();
        command.args(["--set", "judge", "--strategy", "mrv", "--verify-only"]);
        let reported = json_of(&mut command)?["environment"].take();
        let text = |name: &str| reported[name].as_str().unwrap_or_default().to_owned();
        let instructions = match &*text("instruction_set") {
            "avx512" => "AVX-512",
            "avx2" => "AVX2",
            _ => "",
        };
        let facts = [
            ("machine", self.args.machine.clone().unwrap_or_else(|| text("cpu"))),
            ("instructions", instructions.to_owned()),
            ("compiler", text("compiler")),
            ("commit", text("commit")),
            ("date", text("date").chars().take(10).collect()),
        ];
        let mut facts: BTreeMap<_, _> = facts.map(|(name, value)| (name.to_owned(), value)).into();
        // The version of an engine is a fact if it is the commit of its checkout.
        for (name, values) in &self.ready {
            let version = filled(&self.data.engines[*name].version, values);
            if version != self.data.engines[*name].version {
                facts.insert((*name).to_owned(), version);
            }
        }
        Ok(facts)
    }

    /// Judges a program like an online judge, with a process for each puzzle of an embedded set.
    ///
    /// Its times are processor time, with the start of each process.
    fn judge(
        &self,
        (job, set): (&str, &str),
        (name, program): (&str, &str),
    ) -> Result<Row, Failure> {
        let mut command = self.pinned(&self.harness);
        command.args(["judge", "--format", "json", "--limit", "60s", "--set", set]);
        command.arg(format!("--program={name}={program}"));
        let value = json_of(&mut command)?;
        let tests = value["programs"][0]["tests"].as_array().ok_or("no program was judged")?;
        let mut times = Vec::new();
        for test in tests {
            if test["verdict"] != "accepted" {
                return Err(format!("{name} is not accepted on {}", test["puzzle"]).into());
            }
            times.push(test["cpu_ns"].as_f64().ok_or("this system does not report CPU time")?);
        }
        Ok(Row {
            job: job.to_owned(),
            engine: name.to_owned(),
            mean_ns: times.iter().sum::<f64>() / times.len() as f64,
            median_ns: Some(median(&mut times)),
            worst_ns: times.last().copied(),
            puzzles: times.len(),
        })
    }

    fn harness(&self) -> Command {
        let mut command = self.pinned(&self.harness);
        command.args(["--format", "json"]);
        command
    }

    /// Returns a command that runs on one core, if the system can do so.
    fn pinned(&self, program: &Path) -> Command {
        let mut words = self.pin.iter().map(AsRef::as_ref).chain([program.as_os_str()]);
        let mut command = Command::new(words.next().unwrap_or(program.as_os_str()));
        command.args(words).current_dir(&self.folder);
        command
    }
}

fn json_of(command: &mut Command) -> Result<Value, Failure> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let text = String::from_utf8_lossy(&output.stdout);
        return Err(format!("{command:?}: {}\n{errors}\n{text}", output.status).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A row of the harness.
#[derive(Deserialize)]
struct Measured {
    strategy: String,
    puzzles: usize,
    finished: usize,
    wrong: usize,
    mean_ns: f64,
    median_ns: Option<f64>,
    worst_ns: Option<f64>,
}

fn row(job: &str, result: &Value) -> Result<Row, Failure> {
    let it = Measured::deserialize(result).map_err(|error| format!("{job}: {error}"))?;
    let (engine, puzzles) = (it.strategy, it.puzzles);
    if it.finished != puzzles || it.wrong > 0 {
        return Err(format!("{job}: {engine} did not answer all {puzzles} puzzles").into());
    }
    let (mean_ns, median_ns, worst_ns) = (it.mean_ns, it.median_ns, it.worst_ns);
    Ok(Row { job: job.to_owned(), engine, mean_ns, median_ns, worst_ns, puzzles })
}
