//! The engines of a run: their needs, their builds and their commands.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::data::{Data, Engine, Job, Puzzles};
use crate::tools::{Failure, cargo, run};

/// The options of a measurement.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The path that an engine of benches/engines.toml needs (repeatable)
    #[arg(long = "path", value_name = "NAME=PATH", value_parser = named_path)]
    pub(crate) paths: Vec<(String, PathBuf)>,

    /// A folder with lists of puzzles: 17_clue.txt and hardest_11plus.txt, for example
    #[arg(long, value_name = "DIR", value_parser = folder)]
    pub(crate) data: Option<PathBuf>,

    /// Measure only this job of benches/jobs.toml (repeatable)
    #[arg(long, value_name = "JOB")]
    pub(crate) only: Vec<String>,

    /// Use few puzzles and one turn for each program
    #[arg(long)]
    pub(crate) short: bool,

    /// Write the results into docs/img/figures.json, the plot and the tables of the documents
    #[arg(long, conflicts_with = "only")]
    pub(crate) write: bool,

    /// The name of the processor, if the system reports less than its generation
    #[arg(long, value_name = "TEXT")]
    pub(crate) machine: Option<String>,

    /// The core that everything is pinned to
    #[arg(long, value_name = "N", default_value = "1")]
    core: String,
}

fn named_path(text: &str) -> Result<(String, PathBuf), String> {
    let (name, path) = text.split_once('=').ok_or("expected NAME=PATH")?;
    let path = fs::canonicalize(path).map_err(|error| format!("{path}: {error}"))?;
    Ok((name.to_owned(), path))
}

fn folder(text: &str) -> Result<PathBuf, String> {
    let path = Some(PathBuf::from(text)).filter(|path| path.is_dir());
    path.ok_or_else(|| "expected a folder with lists of puzzles, such as 17_clue.txt".to_owned())
}

/// The file with puzzles for a command, in the folder of the bench.
pub(crate) const INPUT: &str = "input.txt";

/// The number of puzzles of each list in a short run.
const SHORT: usize = 1000;

/// The programs and engines to measure.
pub(crate) struct Bench<'a> {
    pub(crate) args: &'a Args,
    pub(crate) data: &'a Data,
    pub(crate) harness: PathBuf,
    /// The program `sudoku`.
    command: PathBuf,
    /// The folder for inputs and outputs.
    pub(crate) folder: PathBuf,
    /// The words before a command that pin it to one core, if the system has `taskset`.
    pub(crate) pin: Vec<String>,
    /// The engines that can run, with the values of the names in their commands.
    pub(crate) ready: BTreeMap<&'a str, Vec<Value>>,
}

/// A name in commands, with its value.
pub(crate) type Value = (&'static str, String);

impl<'a> Bench<'a> {
    /// Builds the programs of the jobs. Returns the reasons why engines are left out, too.
    pub(crate) fn new(
        args: &'a Args,
        root: &Path,
        data: &'a Data,
        jobs: &[&Job],
    ) -> Result<(Self, Vec<String>), Failure> {
        let pin = ["taskset", "-c", &args.core].map(str::to_owned);
        let pin = if is_program("taskset") { pin.into() } else { Vec::new() };
        if let [taskset, pinned @ ..] = &pin[..]
            && !Command::new(taskset).args(pinned).arg("true").output()?.status.success()
        {
            return Err(format!(
                "--core {}: expected the number of a core that this process may use, from 0; \
                 `taskset -pc $$` prints them",
                args.core
            )
            .into());
        }
        let packages = ["-p", "bench-harness", "-p", "sudoku-command"];
        run(cargo(root).args(["build", "--quiet", "--locked"]).args(packages))?;
        let engines = root.join("target/external-engines");
        run(&mut adapters(root, &engines))?;
        let folder = root.join("target/peers");
        fs::create_dir_all(&folder)?;
        let built = root.join("target/debug");
        let mut bench = Self {
            args,
            data,
            harness: built.join("bench-harness"),
            command: built.join("sudoku"),
            folder,
            pin,
            ready: BTreeMap::new(),
        };
        let common = [
            ("adapters", engines.join("release").display().to_string()),
            ("scripts", root.join("external-engines").display().to_string()),
            ("sudoku", bench.command.display().to_string()),
        ];
        let mut left_out = Vec::new();
        let is_wanted = |name: &&String| jobs.iter().any(|job| job.engines.contains(name));
        for (name, engine) in data.engines.iter().filter(|(name, _)| is_wanted(name)) {
            if let Some(why) = bench.lacks(name, engine) {
                left_out.push(format!("{name} ({}, {}): {why}", engine.license, engine.url));
                continue;
            }
            let own = bench.build(name, engine)?;
            bench.ready.insert(name, own.into_iter().chain(common.clone()).collect());
        }
        Ok((bench, left_out))
    }

    /// Returns the reason why an engine cannot run.
    fn lacks(&self, name: &str, engine: &Engine) -> Option<String> {
        let is_known = self.args.paths.iter().any(|(known, _)| known == name);
        let missing = engine.programs.iter().find(|program| !is_program(program));
        let install = missing.map(|program| format!("install the program `{program}`"));
        let meaning = engine.path.as_ref().filter(|_| !is_known);
        install.or_else(|| Some(format!("add --path {name}=PATH, {}", meaning?)))
    }

    /// Builds an engine and returns the values of the names in its commands.
    fn build(&self, name: &str, engine: &Engine) -> Result<Vec<Value>, Failure> {
        let Some((_, path)) = self.args.paths.iter().find(|(known, _)| known == name) else {
            return Ok(Vec::new());
        };
        let target = self.folder.join(name);
        fs::create_dir_all(&target)?;
        let head = ["rev-parse", "--short", "HEAD"];
        let commit = Command::new("git").arg("-C").arg(path).args(head).output();
        let commit = commit.ok().filter(|output| output.status.success());
        let commit = commit.and_then(|output| String::from_utf8(output.stdout).ok());
        let values = vec![
            ("commit", commit.as_deref().unwrap_or("unknown").trim().to_owned()),
            ("path", path.display().to_string()),
            ("target", target.display().to_string()),
        ];
        let quoted = |(key, text): &Value| (*key, shell_words::quote(text).into_owned());
        let in_quotes: Vec<Value> = values.iter().map(quoted).collect();
        for command in &engine.build {
            let script = filled(command, &in_quotes);
            let output = Command::new("bash").args(["-c", &script]).current_dir(path).output()?;
            if !output.status.success() {
                let errors = String::from_utf8_lossy(&output.stderr);
                return Err(format!("{name}: {script}: {}\n{errors}", output.status).into());
            }
        }
        Ok(values)
    }

    /// Returns the command of an engine for a task, with these and its own values.
    pub(crate) fn words(
        &self,
        name: &str,
        task: &str,
        more: &[(&'static str, &str)],
    ) -> Option<Vec<String>> {
        let run = self.data.engines.get(name)?.run.get(task)?;
        let mut values = self.ready.get(name)?.clone();
        values.extend(more.iter().map(|(key, value)| (*key, (*value).to_owned())));
        Some(words(run, &values))
    }

    /// Returns the puzzles of a job that are not an embedded set.
    pub(crate) fn lines(&self, job: &Job) -> Result<Vec<String>, Failure> {
        let text = match (&job.puzzles, &self.args.data) {
            (Some(Puzzles::File(file)), Some(folder)) => {
                let path = folder.join(file);
                fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?
            }
            (Some(Puzzles::Generated(count) | Puzzles::Thinned(count)), _) => {
                self.sudoku(&["generate", "--seed", "1", "--count", &count.to_string()])?
            }
            _ => return Ok(Vec::new()),
        };
        let puzzles = text.lines().filter(|line| !line.starts_with('#'));
        let lines = puzzles.filter_map(|line| line.get(..81)).enumerate();
        let is_thinned = matches!(job.puzzles, Some(Puzzles::Thinned(_)));
        let lines =
            lines.map(
                |(index, line)| {
                    if is_thinned { without_one_clue(line, index) } else { line.to_owned() }
                },
            );
        Ok(lines.take(if self.args.short { SHORT } else { usize::MAX }).collect())
    }

    /// Writes puzzles into a file for a command.
    pub(crate) fn write(&self, lines: &[String]) -> Result<PathBuf, Failure> {
        let path = self.folder.join(INPUT);
        fs::write(&path, lines.iter().map(|line| format!("{line}\n")).collect::<String>())?;
        Ok(path)
    }

    /// Returns the output of the command `sudoku` with these arguments.
    pub(crate) fn sudoku(&self, arguments: &[&str]) -> Result<String, Failure> {
        let mut command = Command::new(&self.command);
        let output = command.current_dir(&self.folder).args(arguments).arg("--quiet").output()?;
        if output.status.success() {
            return Ok(String::from_utf8(output.stdout)?);
        }
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)).into())
    }
}

/// Returns a puzzle without one of its clues, which depends on the index of the puzzle.
fn without_one_clue(puzzle: &str, index: usize) -> String {
    let clues: Vec<usize> =
        puzzle.match_indices(|c| matches!(c, '1'..='9')).map(|it| it.0).collect();
    let mut puzzle = puzzle.to_owned();
    if let Some(&clue) = clues.get(index % clues.len().max(1)) {
        puzzle.replace_range(clue..=clue, ".");
    }
    puzzle
}

/// Returns the words of a command with the values of its names.
pub(crate) fn words(command: &str, values: &[Value]) -> Vec<String> {
    command.split_whitespace().map(|word| filled(word, values)).collect()
}

/// Returns a text with the values of its names.
pub(crate) fn filled(text: &str, values: &[Value]) -> String {
    let fill =
        |text: String, (name, value): &(&str, String)| text.replace(&format!("{{{name}}}"), value);
    values.iter().fold(text.to_owned(), fill)
}

/// Returns true if a program is in one of the folders of `PATH`.
fn is_program(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Returns the command that builds the folder `external-engines`.
pub(crate) fn adapters(root: &Path, target: &Path) -> Command {
    // Cargo reads the settings of the adapters only in their folder.
    let mut build = cargo(&root.join("external-engines"));
    build.args(["build", "--quiet", "--release", "--target-dir"]).arg(target);
    build
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_before_their_names_get_values() {
        let values = [("path", "/a b".to_owned()), ("count", "3".to_owned())];
        assert_eq!(words("{path}/x --n={count} {other}", &values), ["/a b/x", "--n=3", "{other}"]);
    }

    #[test]
    fn thinned_puzzles_lose_one_clue() {
        let lose = |index| without_one_clue(".1.2", index);
        assert_eq!([0, 1, 2].map(lose), ["...2", ".1..", "...2"]);
        assert_eq!(without_one_clue("....", 3), "....");
    }

    #[test]
    fn a_path_belongs_to_a_name() {
        assert!(named_path("tdoku=/").is_ok_and(|(name, path)| name == "tdoku" && path.exists()));
        assert!(named_path("tdoku").is_err() && named_path("tdoku=/no such path").is_err());
    }
}
