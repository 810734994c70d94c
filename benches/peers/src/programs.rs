//! The jobs that are measured as whole programs, because the harness has no mode for them: making
//! puzzles, canonical forms and ratings.
//!
//! Each program runs pinned to one core, and the programs of a job take turns. Its time is
//! processor time from `bash`, minus the time of the same program for the first puzzles. So the
//! times do not include the start and the warm-up.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use sudoku_generator::PatternSymmetry;
use sudoku_registry::find;

use crate::bench::{Bench, INPUT};
use crate::checks;
use crate::data::{Check, Job};
use crate::figures::{Row, median};
use crate::tools::Failure;

/// The number of turns that each program gets.
const TURNS: usize = 3;
/// The minimum number of seconds for which a program makes puzzles.
const ENOUGH: f64 = 0.5;
/// The number of puzzles that are put into canonical form, so that the time can be measured.
const FORMS: usize = 100_000;

/// The name of an engine with its answers, one on each line.
type Answers<'a> = (&'a str, Vec<String>);

impl Bench<'_> {
    /// Measures a job of whole programs, and checks the answers of each.
    pub(crate) fn programs(&self, job: &Job, engines: &[&str]) -> Result<Vec<Row>, Failure> {
        let mut lines = self.lines(job)?;
        if job.check == Some(Check::SameClasses) {
            let forms = if self.args.short { FORMS / 5 } else { FORMS };
            lines = lines.iter().cycle().take(forms).cloned().collect();
        }
        let (rows, answers) = self.take_turns(job, engines, &lines)?;
        let solver = find("board").ok_or("there is no strategy `board`")?.solver;
        let (first, others) = answers.split_first().ok_or("no program can do the job")?;
        match job.check {
            Some(Check::Minimal | Check::MinimalHalfTurn) | None => {
                let is_symmetric = job.check == Some(Check::MinimalHalfTurn);
                let symmetry =
                    if is_symmetric { PatternSymmetry::HalfTurn } else { PatternSymmetry::None };
                for (name, puzzles) in &answers {
                    checks::minimal_puzzles(solver, symmetry, (name, puzzles))?;
                }
            }
            Some(Check::SameRatings) => {
                for (name, theirs) in others {
                    checks::same_ratings((name, theirs), &first.1)?;
                }
            }
            Some(Check::SameClasses) => {
                for (_, theirs) in others {
                    checks::same_classes(&first.1, theirs)?;
                }
                // A canonical form is the same after a symmetry.
                self.write(&lines)?;
                let moved = self.sudoku(&["transform", "--random", "1", INPUT])?;
                let lines: Vec<String> = moved.lines().map(str::to_owned).collect();
                for (name, before) in &answers {
                    self.time((job, name), &lines, lines.len())?;
                    let ours = self.data.engines.get(*name).is_some_and(|engine| engine.ours);
                    checks::same_forms((name, ours), before, &self.answers(job, name)?)?;
                }
            }
        }
        Ok(rows)
    }

    /// Returns the rows of a job, and the answers in the order of the engines.
    fn take_turns<'e>(
        &self,
        job: &Job,
        engines: &[&'e str],
        lines: &[String],
    ) -> Result<(Vec<Row>, Vec<Answers<'e>>), Failure> {
        let counts = engines.iter().map(|name| self.count((job, name), lines));
        let counts: Vec<usize> = counts.collect::<Result<_, _>>()?;
        let mut times = vec![(Vec::new(), Vec::new()); engines.len()];
        for _ in 0..if self.args.short { 1 } else { TURNS } {
            for ((name, count), (whole, start)) in engines.iter().zip(&counts).zip(&mut times) {
                start.push(self.time((job, name), lines, job.warm_up)?);
                whole.push(self.time((job, name), lines, *count)?);
            }
        }
        let (mut rows, mut answers) = (Vec::new(), Vec::new());
        for ((&name, puzzles), (mut whole, mut start)) in engines.iter().zip(counts).zip(times) {
            answers.push((name, self.answers(job, name)?));
            let seconds = median(&mut whole) - median(&mut start);
            rows.push(Row {
                job: job.name.clone(),
                engine: name.to_owned(),
                mean_ns: seconds.max(0.0) * 1e9 / puzzles.saturating_sub(job.warm_up).max(1) as f64,
                median_ns: None,
                worst_ns: None,
                puzzles,
            });
        }
        Ok((rows, answers))
    }

    /// Returns the number of puzzles that a program is measured with.
    fn count(&self, of: (&Job, &str), lines: &[String]) -> Result<usize, Failure> {
        let mut count = if lines.is_empty() { 100 } else { lines.len() };
        let enough = if self.args.short { ENOUGH / 10.0 } else { ENOUGH };
        while lines.is_empty() && self.time(of, lines, count)? < enough && count < 1_000_000 {
            count *= 4;
        }
        Ok(count)
    }

    /// Returns the seconds of processor time that a program takes for a number of puzzles.
    fn time(
        &self,
        (job, name): (&Job, &str),
        lines: &[String],
        count: usize,
    ) -> Result<f64, Failure> {
        let (input, output) = (self.write(lines.get(..count).unwrap_or(lines))?, output(job, name));
        let count = count.to_string();
        let values = [("count", &*count), ("input", INPUT), ("output", &*output)];
        let words = self.words(name, &job.task, &values).ok_or("a program without a command")?;
        // The times go to a separate file, without the program's messages.
        let script = r#"exec 3>&2; TIMEFORMAT='%3U %3S'; { time "$@" 2>&3; } 2>time.txt"#;
        let mut command = Command::new("bash");
        command.current_dir(&self.folder).args(["-c", script, "bash"]).args(&self.pin);
        command.args(&words).stdin(File::open(input)?);
        if words.contains(&output) {
            command.stdout(Stdio::null());
        } else {
            command.stdout(File::create(self.folder.join(&output))?);
        }
        let messages = self.folder.join("messages.txt");
        command.stderr(File::create(&messages)?);
        let status = command.status().map_err(|error| format!("bash: {error}"))?;
        if !status.success() {
            let messages = fs::read_to_string(messages).unwrap_or_default();
            return Err(format!("{}: {status}\n{messages}", words.join(" ")).into());
        }
        let times = fs::read_to_string(self.folder.join("time.txt"))?;
        Ok(times.split_whitespace().map(str::parse::<f64>).sum::<Result<_, _>>()?)
    }

    fn answers(&self, job: &Job, name: &str) -> Result<Vec<String>, Failure> {
        let text = fs::read_to_string(self.folder.join(output(job, name)))?;
        Ok(text.lines().map(str::to_owned).collect())
    }
}

/// Returns the name of the file with the answers of a program.
fn output(job: &Job, name: &str) -> String {
    format!("{}-{name}.txt", job.name.replace('/', "-"))
}
