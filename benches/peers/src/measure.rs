//! The run: the jobs in their order, their tables, and the check of answers without times.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::bench::{Args, Bench, adapters, words};
use crate::data::{Data, Engine, Job, Puzzles, SOLVE};
use crate::figures::Figures;
use crate::tools::{Failure, cargo, run};
use crate::{plot, tables};

/// The load above which the machine counts as busy.
const BUSY: f64 = 0.5;

/// Measures the jobs, prints their tables and writes the results into `target`.
pub(crate) fn measure(args: &Args, root: &Path) -> Result<(Data, Figures), Failure> {
    let data = Data::read(root)?;
    for (name, _) in &args.paths {
        let known = |(known, engine): (_, &Engine)| known == name && engine.path.is_some();
        if !data.engines.iter().any(known) {
            return Err(format!("no engine `{name}` of benches/engines.toml needs a path").into());
        }
    }
    let only = args.only.iter().map(|name| data.job(name));
    let mut jobs: Vec<&Job> = only.collect::<Result<_, _>>()?;
    if jobs.is_empty() {
        jobs.extend(&data.jobs);
    }
    let (bench, mut left_out) = Bench::new(args, root, &data, &jobs)?;
    let busy = is_busy(args);
    if busy {
        eprintln!("the machine is busy or its load is unknown, so the figures are provisional");
    }
    let environment = bench.environment()?;
    let mut figures = Figures { environment, provisional: args.short || busy, rows: Vec::new() };
    println!("{}", tables::machine(&figures, false));
    for job in jobs {
        let can_run = |name: &&String| bench.ready.contains_key(name.as_str());
        let engines: Vec<&str> = job.engines.iter().filter(can_run).map(String::as_str).collect();
        match &job.puzzles {
            Some(Puzzles::File(file)) if args.data.is_none() => {
                left_out.push(format!("job {}: add --data DIR, a folder with {file}", job.name));
                continue;
            }
            _ if engines.len() < 2 => {
                left_out.push(format!("job {}: no other engine can run", job.name));
                continue;
            }
            _ => {}
        }
        let rows = match job.task.as_str() {
            SOLVE => bench.solve(job, &engines),
            _ => bench.programs(job, &engines),
        };
        figures.rows.extend(rows.map_err(|error| format!("job {}: {error}", job.name))?);
        println!("{} ({})", job.title, job.name);
        for [_, engine, time, share] in tables::rows(&data, &figures, &job.name)? {
            println!("  {:<32} {time:>8} {share:>9}", engine.replace(['*', '`'], ""));
        }
        println!();
    }
    for why in left_out {
        println!("left out: {why}");
    }
    let [json, picture] = ["peers.json", "speed.svg"].map(|name| bench.folder.join(name));
    fs::write(&json, figures.to_json())?;
    println!("every answer was checked; the results are in {}", json.display());
    if let Some(svg) = plot::speed(&data, &figures) {
        fs::write(&picture, svg)?;
        println!("the plot is in {}", picture.display());
    }
    Ok((data, figures))
}

/// Builds the adapters, and lets this program of the harness check the answers of every engine that
/// needs nothing else.
pub(crate) fn check_answers(root: &Path, harness: &Path) -> Result<(), Failure> {
    run(cargo(&root.join("external-engines")).args(["fmt", "--check"]))?;
    let data = Data::read(root)?;
    // This step checks answers, not speed. With link-time optimization the build takes twice as
    // long.
    let target = root.join("target/ci/external-engines");
    let mut build = adapters(root, &target);
    build.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    run(&mut build)?;
    let values = [("adapters", target.join("release").display().to_string())];
    let mut check = Command::new(harness);
    check.args(["--set", "judge", "--set", "many"]);
    check.args(["--strategy", "mrv", "--verify-only"]);
    for (name, engine) in data.engines.iter().filter(|(_, engine)| engine.path.is_none()) {
        if let Some(run) = engine.run.get(SOLVE) {
            check.arg(format!("--external={name}={}", shell_words::join(words(run, &values))));
        }
    }
    run(&mut check)
}

/// Returns the mean number of processes that wanted to run in the last minute, if Linux reports it.
fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Returns true if other programs run. Figures for the documents wait until the load of the build
/// has fallen.
fn is_busy(args: &Args) -> bool {
    let is_idle = || load().is_some_and(|load| load <= BUSY);
    for _ in 0..if args.write && !args.short { 18 } else { 0 } {
        if is_idle() {
            return false;
        }
        thread::sleep(Duration::from_secs(10));
    }
    !is_idle()
}
