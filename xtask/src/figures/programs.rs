//! The jobs that are measured as whole programs, because the harness has no mode for them: making
//! puzzles, canonical forms and ratings.
//!
//! Each program runs pinned to one core, and the programs of a job take turns. Its time is
//! processor time from `bash`, less the time that the same program takes for the first puzzles, so
//! that no program pays for its start or its warm-up.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::store::Row;
use crate::Failure;

/// A program that does a job.
pub(super) struct Program {
    /// Its name in the measurement file.
    pub(super) engine: &'static str,
    /// The number of puzzles that it is measured with.
    pub(super) puzzles: usize,
    /// Its command. `{count}` is the number of puzzles, `{input}` the file with them and
    /// `{output}` the file for the answers; without these two, standard input and output are used.
    pub(super) command: Vec<String>,
}

/// A job of whole programs.
pub(super) struct ProgramJob {
    /// Its name in the measurement file.
    pub(super) name: &'static str,
    /// Its programs; the first is this project's.
    pub(super) programs: Vec<Program>,
    /// The puzzles, one on each line; empty if the job makes puzzles.
    pub(super) lines: Vec<String>,
    /// The number of first puzzles whose time is subtracted.
    pub(super) first: usize,
}

/// The folder and the core in which programs run.
pub(super) struct Bench {
    /// The folder of inputs and outputs.
    pub(super) folder: PathBuf,
    /// The core's number, as `taskset` takes it.
    pub(super) core: String,
    /// The number of turns that each program gets.
    pub(super) rounds: usize,
}

impl Bench {
    /// Runs a job; returns its rows, and the answers of each program in the same order.
    pub(super) fn run(&self, job: &ProgramJob) -> Result<(Vec<Row>, Vec<Vec<String>>), Failure> {
        let mut times = vec![(Vec::new(), Vec::new()); job.programs.len()];
        for _ in 0..self.rounds {
            for (program, (whole, start)) in job.programs.iter().zip(&mut times) {
                start.push(self.time(job, program, job.first)?);
                whole.push(self.time(job, program, program.puzzles)?);
            }
        }
        let mut rows = Vec::new();
        let mut answers = Vec::new();
        for (program, (whole, start)) in job.programs.iter().zip(&mut times) {
            let text = fs::read_to_string(self.folder.join(self.output(job, program)))?;
            answers.push(text.lines().map(str::to_owned).collect());
            rows.push(Row {
                job: job.name.to_owned(),
                engine: program.engine.to_owned(),
                mean_ns: (median(whole) - median(start)) * 1e9
                    / (program.puzzles - job.first) as f64,
                median_ns: None,
                worst_ns: None,
                puzzles: program.puzzles,
            });
        }
        Ok((rows, answers))
    }

    /// Returns the seconds of processor time that a program takes for a number of puzzles.
    fn time(&self, job: &ProgramJob, program: &Program, puzzles: usize) -> Result<f64, Failure> {
        let (input, output) = ("input.txt", self.output(job, program));
        let lines: String =
            job.lines.iter().take(puzzles).map(|line| format!("{line}\n")).collect();
        fs::write(self.folder.join(input), lines)?;
        let words = program.command.iter().map(|word| {
            word.replace("{count}", &puzzles.to_string())
                .replace("{input}", input)
                .replace("{output}", &output)
        });
        let writes_itself = program.command.iter().any(|word| word.contains("{output}"));
        let mut command = Command::new("bash");
        command.current_dir(&self.folder);
        // What `time` reports goes to a file of its own, apart from the program's messages.
        let script = r#"exec 3>&2; TIMEFORMAT='%3U %3S'; { time "$@" 2>&3; } 2>time.txt"#;
        command.args(["-c", script, "bash", "taskset", "-c", &self.core]).args(words);
        command.stdin(File::open(self.folder.join(input))?);
        if writes_itself {
            command.stdout(Stdio::null());
        } else {
            command.stdout(File::create(self.folder.join(&output))?);
        }
        let messages = self.folder.join("messages.txt");
        command.stderr(File::create(&messages)?);
        let status = command.status().map_err(|error| format!("bash: {error}"))?;
        if !status.success() {
            let messages = fs::read_to_string(messages).unwrap_or_default();
            return Err(format!("{}: {status}\n{messages}", program.command.join(" ")).into());
        }
        seconds(&self.folder.join("time.txt"))
    }

    fn output(&self, job: &ProgramJob, program: &Program) -> String {
        format!("{}-{}.txt", job.name.replace('/', "-"), program.engine)
    }
}

/// Reads user and system time as `bash` writes them, and adds them.
fn seconds(path: &Path) -> Result<f64, Failure> {
    let text = fs::read_to_string(path)?;
    let times: Vec<f64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    Ok(times.iter().sum())
}

/// Returns the median, by sorting.
fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    let last = times.len().saturating_sub(1);
    times[last / 2].midpoint(times[last.div_ceil(2)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_lies_between() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
