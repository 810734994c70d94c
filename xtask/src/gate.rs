//! `cargo xtask gate`: checks that `bench-harness gate` detects a strategy that is 10% slower, and
//! accepts an unchanged one.
//!
//! In a copy of the workspace, `mrv` repeats every tenth search: it is 10% slower, with the same
//! answers and counters, so only its times differ. The gate compares this build and an unchanged
//! build with the original, while all other processors are busy.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use crate::{Failure, cargo, run as run_command};

/// The code that replaces `mrv` in the slowed copy.
const SLOWED: &str = r#"
/// A strategy that repeats every tenth search.
struct Slowed(sudoku_mrv::Mrv);

static SEARCHES: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

impl<P> Solver<P> for Slowed
where
    sudoku_mrv::Mrv: Solver<P>,
{
    fn search(
        &self,
        puzzle: &P,
        limits: &sudoku_core::Limits<'_>,
        found: &mut dyn FnMut(&sudoku_core::Grid) -> std::ops::ControlFlow<()>,
    ) -> sudoku_core::Report {
        if SEARCHES.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 10 == 9 {
            let again = sudoku_core::Limits::solutions(2);
            std::hint::black_box(self.0.solve(std::hint::black_box(puzzle), &again));
        }
        self.0.search(puzzle, limits, found)
    }
}
"#;

/// The arguments of Cargo for a build.
const BUILD: [&str; 5] = ["build", "--quiet", "--locked", "-p", "bench-harness"];

/// The rows to compare.
const ROWS: [&str; 6] = ["--set", "easy", "--strategy", "mrv", "--strategy", "board"];

/// The folder of the builds.
fn folder(root: &Path) -> PathBuf {
    root.join("target/ci/gate")
}

/// Makes both builds. The unchanged one is the last, so that later steps find the harness built.
pub(crate) fn build(root: &Path) -> Result<(), Failure> {
    let folder = folder(root);
    fs::create_dir_all(&folder)?;
    let program =
        crate::target(root).join(format!("debug/bench-harness{}", std::env::consts::EXE_SUFFIX));
    build_slowed(root, &folder.join("copy"))?;
    fs::copy(&program, folder.join("slowed"))?;
    run_command(cargo(root).args(BUILD))?;
    fs::copy(program, folder.join("unchanged"))?;
    Ok(())
}

/// Compares the builds of `build`, each as often as `runs` says.
pub(crate) fn measure(root: &Path, runs: usize) -> Result<(), Failure> {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let others = thread::available_parallelism().map_or(1, |count| count.get().max(2) - 1);
        for _ in 0..others {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let tried = try_all(runs, &folder(root));
        done.store(true, Ordering::Relaxed);
        // A later run must not use these builds for other code.
        let _ = fs::remove_dir_all(folder(root));
        tried
    })
}

fn try_all(runs: usize, folder: &Path) -> Result<(), Failure> {
    let unchanged = folder.join("unchanged");
    if !unchanged.is_file() {
        return Err("the builds are missing: run the step `builds` first".into());
    }
    let mut wrong = 0;
    for (name, build, passes) in
        [("slowed by 10%", &folder.join("slowed"), false), ("unchanged", &unchanged, true)]
    {
        for run in 1..=runs {
            let start = Instant::now();
            let output =
                Command::new(build).args(["gate", "--base"]).arg(&unchanged).args(ROWS).output()?;
            let is_right = match output.status.code() {
                Some(0) => passes,
                Some(1) => !passes,
                _ => return Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
            };
            wrong += usize::from(!is_right);
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().find(|line| line.starts_with("| mrv")).unwrap_or_default();
            let verdict = if output.status.success() { "passes" } else { "fails" };
            println!(
                "{name}, run {run}: {verdict} in {:.1} s  {line}",
                start.elapsed().as_secs_f64()
            );
            if !is_right {
                println!("{text}");
            }
        }
    }
    if wrong == 0 { Ok(()) } else { Err(format!("the gate decided wrongly {wrong} times").into()) }
}

/// Builds the harness in a slowed copy of the workspace.
fn build_slowed(root: &Path, copy: &Path) -> Result<(), Failure> {
    crate::copy_workspace(root, copy)?;
    let path = copy.join("crates/sudoku-registry/src/lib.rs");
    let text = fs::read_to_string(&path)?;
    // The search that can be observed is not measured.
    let changed = text.replacen("&sudoku_mrv::Mrv)", "&Slowed(sudoku_mrv::Mrv))", 1);
    if changed == text {
        return Err("the registry does not name `&sudoku_mrv::Mrv`".into());
    }
    fs::write(path, changed + SLOWED)?;
    // The builds share the target folder, so their dependencies are built once.
    let target = crate::target(root);
    let built = run_command(cargo(copy).args(BUILD).env("CARGO_TARGET_DIR", target));
    // Cargo uses the libraries of the copy in later builds of the workspace, while their sources
    // exist.
    fs::remove_dir_all(copy)?;
    built
}
