//! `cargo xtask ci`: all checks that a change must pass.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::Instant;

use crate::{Failure, cargo, run};

/// Runs every check that a change must pass, or single steps
#[derive(clap::Args)]
pub(crate) struct Args {
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
    run: fn(&Path) -> Result<(), Failure>,
}

/// The first steps of a whole run, which use all processors.
const FIRST: &[Step] = &[
    Step {
        name: "format",
        lane: Lane::Engine,
        run: |root| run(cargo(root).args(["fmt", "--all", "--check"])),
    },
    Step {
        name: "lints",
        lane: Lane::Engine,
        run: |root| {
            let clippy = ["clippy", "--workspace", "--all-targets", "--all-features", "--locked"];
            run(cargo(root).args(clippy).args(["--", "-D", "warnings"]))
        },
    },
    Step {
        name: "docs",
        lane: Lane::Documents,
        run: |root| {
            let doc = ["doc", "--workspace", "--no-deps", "--all-features", "--locked"];
            run(cargo(root).args(doc).env("RUSTDOCFLAGS", "-D warnings"))
        },
    },
    // All tests, and then those of optional features.
    Step {
        name: "tests",
        lane: Lane::Engine,
        run: |root| run(cargo(root).args(["test", "--workspace", "--locked"])),
    },
    Step {
        name: "features",
        lane: Lane::Engine,
        run: |root| {
            run(cargo(root).args(["test", "-p", "sudoku-core", "--all-features", "--locked"]))?;
            run(cargo(root).args(["test", "-p", "sudoku-generator", "--doc", "--locked"]))?;
            // The first module of the page is built without optional features.
            let first =
                ["clippy", "-p", "sudoku-text", "-p", "sudoku-web", "--no-default-features"];
            run(cargo(root).args(first).args(["--locked", "--", "-D", "warnings"]))
        },
    },
];

/// The next steps, which run at the same time as those of `BESIDE`.
const NEXT: &[Step] = &[
    Step { name: "tidy", lane: Lane::Documents, run: crate::tidy::run },
    Step { name: "kernels", lane: Lane::Engine, run: crate::kernels::run },
    Step {
        name: "corpus",
        lane: Lane::Documents,
        run: |root| crate::corpus::run(&crate::corpus::Args { check: true }, root),
    },
    Step {
        name: "benches",
        lane: Lane::Engine,
        run: |root| run(cargo(root).args(["test", "--workspace", "--benches", "--locked"])),
    },
    Step { name: "outside", lane: Lane::Engine, run: outside },
    Step { name: "new-strategy", lane: Lane::Engine, run: trial_strategy },
    Step { name: "own-strategy", lane: Lane::Engine, run: crate::own_strategy::check },
    Step { name: "external-engines", lane: Lane::Engine, run: crate::peers::check },
    Step { name: "page", lane: Lane::Page, run: crate::page::run },
    Step { name: "web", lane: Lane::Page, run: crate::web::check },
    Step { name: "site", lane: Lane::Documents, run: crate::docs::check },
    Step {
        name: "python",
        lane: Lane::Data,
        run: |root| crate::python::run(&crate::python::Args { large: false }, root),
    },
    Step {
        name: "spark",
        lane: Lane::Data,
        run: |root| crate::spark::run(&crate::spark::Args::SHORT, root),
    },
];

/// The steps that run at the same time as those of `NEXT`. Each has its own target folder, so it
/// does not wait for Cargo's lock.
const BESIDE: &[Step] = &[
    Step {
        name: "aarch64",
        lane: Lane::Safety,
        run: |root| crate::aarch64::run(&crate::aarch64::Args::SHORT, root),
    },
    Step { name: "sanitize", lane: Lane::Safety, run: crate::sanitize::run },
    Step {
        name: "fuzz",
        lane: Lane::Safety,
        run: |root| crate::fuzz::run(&crate::fuzz::Args::short(), root),
    },
];

/// The steps that measure time. Nothing else runs at the same time.
const TIMED: &[Step] = &[
    Step {
        name: "browser",
        lane: Lane::Page,
        run: |root| crate::browser::run(&crate::browser::Args::CI, root),
    },
    Step {
        name: "gate",
        lane: Lane::Engine,
        run: |root| crate::gate::run(&crate::gate::Args { runs: 1 }, root),
    },
    Step { name: "harness", lane: Lane::Engine, run: crate::harness::main_job },
];

/// Returns every step.
fn steps() -> impl Iterator<Item = &'static Step> {
    [FIRST, NEXT, BESIDE, TIMED].into_iter().flatten()
}

pub(crate) fn run_all(args: &Args, root: &Path) -> Result<(), Failure> {
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
    for Step { name, run, .. } in steps {
        println!("\n== {name} ==");
        let start = Instant::now();
        run(root).map_err(|error| format!("step `{name}`: {error}"))?;
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

/// Checks that a project outside the workspace can depend on one strategy crate by its path, and
/// gets only `sudoku-core` with it.
fn outside(root: &Path) -> Result<(), Failure> {
    for (strategy, solver) in [("sudoku-mrv", "Mrv"), ("sudoku-simd", "BoardSolver")] {
        solves_outside(root, strategy, solver)?;
    }
    Ok(())
}

fn solves_outside(root: &Path, strategy: &str, solver: &str) -> Result<(), Failure> {
    let project = root.join("target/ci/outside").join(strategy);
    fs::create_dir_all(project.join("src"))?;
    let path = root.join("crates").join(strategy);
    fs::write(
        project.join("Cargo.toml"),
        format!(
            "[package]\nname = \"outside\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{strategy} = {{ path = {path:?} }}\n\n[workspace]\n"
        ),
    )?;
    let library = strategy.replace('-', "_");
    fs::write(
        project.join("src/main.rs"),
        format!(
            "use {library}::{{Board, {solver}, Solver}};\n\n\
             fn main() -> Result<(), Box<dyn std::error::Error>> {{\n    \
                 let puzzle: Board = std::env::args().nth(1).unwrap_or_default().parse()?;\n    \
                 let solution = {solver}::default().first_solution(&puzzle).ok_or(\"none\")?;\n    \
                 println!(\"{{solution}}\");\n    \
                 Ok(())\n}}\n"
        ),
    )?;
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let output = cargo(&project).args(["run", "--quiet", "--offline", "--", puzzle]).output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() || printed.trim() != solution {
        let complaint = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{strategy} printed {printed:?}, {complaint}").into());
    }
    let tree = cargo(&project).args(["tree", "--offline", "--prefix", "none"]).output()?;
    let tree = String::from_utf8_lossy(&tree.stdout);
    println!("{tree}");
    let packages: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    if packages != ["outside", strategy, "sudoku-core"] {
        return Err(format!("{strategy} brings more than sudoku-core: {packages:?}").into());
    }
    Ok(())
}

/// Checks `cargo new-strategy` in a copy of the workspace: the new crate keeps the rules, and the
/// harness has the strategy.
fn trial_strategy(root: &Path) -> Result<(), Failure> {
    let copy = root.join("target/ci/new-strategy");
    crate::copy_workspace(root, &copy)?;
    let in_copy = |arguments: &[&str]| {
        let mut command = cargo(&copy);
        command.args(arguments).env("CARGO_TARGET_DIR", root.join("target"));
        command
    };
    run(&mut in_copy(&["new-strategy", "a-trial"]))?;
    run(&mut in_copy(&["fmt", "--all", "--check"]))?;
    let clippy =
        ["clippy", "--offline", "-p", "sudoku-a-trial", "--all-targets", "--", "-D", "warnings"];
    run(&mut in_copy(&clippy))?;
    run(&mut in_copy(&["test", "--offline", "-p", "sudoku-a-trial", "-p", "sudoku-registry"]))?;
    let compare = ["run", "--profile", "test", "-p", "bench-harness", "--", "--set", "judge"];
    let compare = [&compare[..], &["--strategy", "a-trial", "--strategy", "mrv"]].concat();
    run(&mut in_copy(&compare))?;
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
