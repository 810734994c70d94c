//! `cargo xtask ci`: all checks that a change must pass.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::Instant;

use crate::tools::{Build, build_command, build_example};
use crate::{Failure, cargo, run};
use Lane::{Data, Documents, Engine, Page, Safety};

/// Runs every check that a change must pass, or single steps
#[derive(clap::Args)]
pub(crate) struct CiArgs {
    /// Steps to run [default: all]
    #[arg(value_name = "STEP", value_parser = clap::builder::PossibleValuesParser::new(steps().map(|step| step.name)))]
    steps: Vec<String>,

    /// Run the steps of this lane: the public workflow runs the lanes side by side
    #[arg(long, conflicts_with = "steps")]
    lane: Option<Lane>,
}

/// The steps for one part of the project.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Lane {
    Engine,
    Safety,
    Documents,
    Data,
    Page,
}

struct Step {
    name: &'static str,
    lane: Lane,
    action: Action,
}

/// The action of a step.
enum Action {
    /// Commands of Cargo.
    Cargo(&'static [&'static str]),
    Task(fn(&Path) -> Result<(), Failure>),
}

const fn cargo_step(name: &'static str, lane: Lane, commands: &'static [&'static str]) -> Step {
    Step { name, lane, action: Action::Cargo(commands) }
}

const fn task(name: &'static str, lane: Lane, task: fn(&Path) -> Result<(), Failure>) -> Step {
    Step { name, lane, action: Action::Task(task) }
}

/// The first steps of a whole run, which use all processors.
const FIRST: &[Step] = &[
    cargo_step("format", Engine, &["fmt --all --check"]),
    task("tidy", Documents, crate::tidy::run),
    cargo_step(
        "lints",
        Engine,
        &["clippy --workspace --all-targets --all-features --locked -- -D warnings"],
    ),
    task("docs", Documents, |root| {
        let doc = ["doc", "--workspace", "--no-deps", "--all-features", "--locked"];
        run(cargo(root).args(doc).env("RUSTDOCFLAGS", "-D warnings"))
    }),
    cargo_step("tests", Engine, &["test --workspace --locked"]),
    cargo_step(
        "features",
        Engine,
        &[
            "test -p sudoku-core --all-features --locked",
            "test -p sudoku-generator --doc --locked",
            // Two modules of the page are built with a few features only.
            "clippy -p sudoku-text -p sudoku-web --no-default-features --features \
             sudoku-web/first --locked -- -D warnings",
            "clippy -p sudoku-web --no-default-features --features variants --locked -- -D \
             warnings",
        ],
    ),
];

/// The next steps, which run at the same time as those of `BESIDE`.
const NEXT: &[Step] = &[
    task("kernels", Engine, crate::kernels::run),
    task("corpus", Documents, |root| {
        run(Command::new(build_example(root, "corpus")?).current_dir(root))
    }),
    cargo_step("benches", Engine, &["test --workspace --benches --locked"]),
    task("page", Page, crate::page::run),
    task("web", Page, crate::web::check),
    task("browser", Page, |root| crate::browser::run(root, None)),
    task("python", Data, crate::python::run),
    task("spark", Data, |root| crate::spark::run(&crate::spark::SparkArgs::SHORT, root)),
    task("new-strategy", Engine, trial_strategy),
    // The step `harness` measures this build.
    cargo_step("harness-build", Engine, &["build --locked -p bench-harness"]),
];

/// The steps that run at the same time as those of `NEXT`. Most of their builds are in target
/// folders of their own, so they rarely wait for Cargo's lock.
const BESIDE: &[Step] = &[
    task("aarch64", Safety, |root| crate::aarch64::run(root, false)),
    task("sanitize", Safety, crate::sanitize::run),
    // So short a time finds only gross errors; `cargo xtask fuzz` runs longer.
    task("fuzz", Safety, |root| crate::fuzz::run(root, &crate::fuzz::WITHOUT_HARNESS, 10)),
    task("own-strategy", Engine, crate::own_strategy::check),
    task("site", Documents, |root| crate::docs::build(root, false)),
    task("external-engines", Engine, |root| {
        let harness = build_command(root, "bench-harness", Build::Test)?;
        crate::tools::peers(root, &["check".as_ref(), harness.as_os_str()])
    }),
];

/// The steps that measure time. Nothing else runs at the same time.
const TIMED: &[Step] =
    &[task("gate", Engine, |root| crate::gate::run(root, 1)), task("harness", Engine, main_job)];

/// Returns every step.
fn steps() -> impl Iterator<Item = &'static Step> {
    [FIRST, NEXT, BESIDE, TIMED].into_iter().flatten()
}

pub(crate) fn run_all(args: &CiArgs, root: &Path) -> Result<(), Failure> {
    let is_wanted = |step: &&Step| {
        args.lane == Some(step.lane) || args.steps.iter().any(|name| name == step.name)
    };
    let wanted: Vec<&Step> = steps().filter(is_wanted).collect();
    if wanted.is_empty() || wanted.iter().any(|step| step.name == "python") {
        // Python's packages are downloaded while Rust is built. The step `python` waits for them
        // and reports errors; if another step fails, nothing waits.
        let root = root.to_owned();
        thread::spawn(move || crate::python::environment(&root).is_ok());
    }
    let mut summary = Vec::new();
    if wanted.is_empty() {
        run_steps(FIRST, root, &mut summary)?;
        let beside = Beside::start(root)?;
        run_steps(NEXT, root, &mut summary)?;
        beside.end()?;
        run_steps(TIMED, root, &mut summary)?;
    } else {
        run_steps(wanted, root, &mut summary)?;
    }
    println!("\nAll steps passed:\n{}", summary.join("\n"));
    Ok(())
}

/// Runs steps one after the other, and adds the time of each to the summary.
fn run_steps(
    steps: impl IntoIterator<Item = &'static Step>,
    root: &Path,
    summary: &mut Vec<String>,
) -> Result<(), Failure> {
    for Step { name, action, .. } in steps {
        println!("\n== {name} ==");
        let start = Instant::now();
        let result = match action {
            Action::Task(task) => task(root),
            Action::Cargo(commands) => {
                commands.iter().try_for_each(|it| run(cargo(root).args(it.split(' '))))
            }
        };
        result.map_err(|error| format!("step `{name}`: {error}"))?;
        summary.push(format!("{:>6.1} s  {name}", start.elapsed().as_secs_f64()));
    }
    Ok(())
}

/// A process that runs the steps of `BESIDE`.
struct Beside {
    program: Child,
    /// The file with its output.
    log: PathBuf,
}

impl Beside {
    fn start(root: &Path) -> Result<Self, Failure> {
        let folder = root.join("target/ci");
        fs::create_dir_all(&folder)?;
        let log = folder.join("beside.log");
        let printed = File::create(&log)?;
        let mut program = Command::new(std::env::current_exe()?);
        program.arg("ci").args(BESIDE.iter().map(|step| step.name));
        program.stdout(printed.try_clone()?).stderr(printed);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        Ok(Self { program: program.spawn()?, log })
    }

    /// Waits for the process, prints its output, and fails if it failed.
    fn end(mut self) -> Result<(), Failure> {
        let status = self.program.wait()?;
        println!("{}", String::from_utf8_lossy(&fs::read(&self.log)?));
        if status.success() {
            Ok(())
        } else {
            Err(format!("a step that ran at the same time failed: {status}").into())
        }
    }
}

impl Drop for Beside {
    /// Ends the process with all that it started, if another step failed.
    fn drop(&mut self) {
        let group = format!("-{}", self.program.id());
        if matches!(self.program.try_wait(), Ok(None)) {
            let _ = Command::new("kill").args(["-TERM", "--", &group]).status();
            let _ = self.program.kill();
            let _ = self.program.wait();
        }
    }
}

/// Runs the main job of the harness with the time budget. It has to end within a minute.
fn main_job(root: &Path) -> Result<(), Failure> {
    run(cargo(root).args(["build", "--locked", "-p", "bench-harness"]))?;
    let start = Instant::now();
    run(cargo(root).args(["run", "--locked", "-p", "bench-harness", "--", "--check-budget"]))?;
    let seconds = start.elapsed().as_secs();
    if seconds > 60 { Err(format!("the main job took {seconds} s").into()) } else { Ok(()) }
}

/// Checks `cargo new-strategy` in a copy of the workspace: the new crate keeps the rules, and the
/// harness has the strategy.
fn trial_strategy(root: &Path) -> Result<(), Failure> {
    let copy = root.join("target/ci/new-strategy");
    crate::copy_workspace(root, &copy)?;
    for command in [
        "new-strategy a-trial",
        "fmt --all --check",
        "clippy --offline -p sudoku-a-trial --all-targets -- -D warnings",
        "test --offline -p sudoku-a-trial -p sudoku-registry",
        "run --profile test -p bench-harness -- --set judge --strategy a-trial --strategy mrv",
    ] {
        let mut step = cargo(&copy);
        step.args(command.split(' ')).env("CARGO_TARGET_DIR", root.join("target"));
        // Cargo builds all crates of the copy. At level 1, this takes half of the time.
        run(step.env("CARGO_PROFILE_TEST_OPT_LEVEL", "1"))?;
    }
    Ok(fs::remove_dir_all(copy)?)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::Lane;

    #[test]
    fn the_public_workflow_runs_every_lane() {
        let lanes = Lane::value_variants().iter().filter_map(Lane::to_possible_value);
        let names: Vec<_> = lanes.map(|lane| lane.get_name().to_owned()).collect();
        let workflow = include_str!("../../.github/workflows/ci.yml");
        let line = format!("lane: [{}]", names.join(", "));
        assert!(workflow.contains(&line), "{line} is not in the workflow");
    }
}
