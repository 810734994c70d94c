//! `cargo xtask figures`: every figure of the documents, measured in one run on one core.
//!
//! The programs of others are not part of this project: the options name them, except the Rust
//! crates that the folder `external-engines` builds. All of them run as programs of their own.

mod checks;
mod harness;
mod plot;
mod programs;
mod store;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use sudoku_generator::PatternSymmetry;
use sudoku_registry::find;

use self::harness::{Harness, HarnessJob, quoted};
pub(crate) use self::plot::speed;
use self::programs::{Bench, Program, ProgramJob};
pub(crate) use self::store::Figures;
pub(crate) use self::tables::block;
use crate::{Failure, cargo, run};

/// The measurement file, from the workspace's folder.
pub(crate) const FILE: &str = "docs/img/figures.json";

/// Measures this project and other programs in one run on one core, and writes the figures into
/// docs/img/figures.json, the plot and the tables of the documents.
///
/// It takes about five minutes on an idle machine. Every answer is checked. It needs Linux with
/// taskset and bash, a C++ program for Baekjoon 2580, and the programs that the options name.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder with the lists 17_clue.txt and hardest_11plus.txt
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// The shared library of tdoku; docs/guides/external-engines.md says how to build it
    #[arg(long, value_name = "LIBRARY")]
    tdoku: PathBuf,

    /// The commit of tdoku, for the tables
    #[arg(long, value_name = "TEXT", default_value = "")]
    tdoku_version: String,

    /// The C++ program of the blog post, or another one that reads and writes as Baekjoon 2580 asks
    #[arg(long, value_name = "PROGRAM")]
    cpp: PathBuf,

    /// The program `sukaku-forge-rate`
    #[arg(long, value_name = "PROGRAM")]
    sukaku_forge: PathBuf,

    /// The class path of Sudoku Explainer 1.2.1
    #[arg(long, value_name = "PATH")]
    sudoku_explainer: PathBuf,

    /// The class path of HoDoKu
    #[arg(long, value_name = "PATH")]
    hodoku: PathBuf,

    /// The program `qqwing`
    #[arg(long, value_name = "PROGRAM", default_value = "qqwing")]
    qqwing: String,

    /// The name of the processor, if the system reports less than its generation
    #[arg(long, value_name = "TEXT")]
    machine: Option<String>,

    /// The core that everything is pinned to
    #[arg(long, value_name = "N", default_value = "1")]
    core: String,

    /// Give each program one turn, and mark the figures as provisional
    #[arg(long)]
    quick: bool,
}

/// The load above which the machine counts as busy.
const BUSY: f64 = 0.5;

/// The puzzles of each job that is measured as whole programs: this project's, and the number for
/// programs that take longer.
const MANY: usize = 100_000;
const SOME: usize = 10_000;
const FEW: usize = 300;

/// The number of puzzles that a rater rates first: programs for a virtual machine are slow until
/// they are compiled.
const WARM_UP: usize = 100;

/// Builds the programs, measures them, and checks every answer.
pub(crate) fn measure(args: &Args, root: &Path) -> Result<Figures, Failure> {
    let programs = Built::new(args, root)?;
    // The load of the build above falls within two minutes.
    let mut load = load()?;
    for _ in 0..18 {
        if args.quick || load <= BUSY {
            break;
        }
        thread::sleep(Duration::from_secs(10));
        load = self::load()?;
    }
    if load > BUSY {
        eprintln!("the machine is busy (load {load:.2}), so the figures will be provisional");
    }
    let mut figures = Figures { is_provisional: args.quick || load > BUSY, ..Figures::default() };
    let harness = Harness { program: programs.harness.clone(), core: args.core.clone() };
    measure_solving(args, &programs, &harness, &mut figures)?;
    measure_programs(args, &programs, &mut figures)?;
    Ok(figures)
}

/// The programs to measure.
struct Built {
    harness: PathBuf,
    command: PathBuf,
    /// The folder of the programs in `external-engines`.
    engines: PathBuf,
    /// The folder for inputs and outputs.
    folder: PathBuf,
}

impl Built {
    fn new(args: &Args, root: &Path) -> Result<Self, Failure> {
        let needed = [&args.data, &args.tdoku, &args.cpp, &args.sukaku_forge];
        for path in needed.into_iter().chain([&args.sudoku_explainer, &args.hodoku]) {
            if !path.exists() {
                return Err(format!("{} does not exist", path.display()).into());
            }
        }
        let packages = ["-p", "bench-harness", "-p", "sudoku-command"];
        run(cargo(root).args(["build", "--quiet", "--locked"]).args(packages))?;
        let engines = root.join("target/external-engines");
        // Cargo reads the adapter's own settings only in its folder.
        let mut build = cargo(&root.join("external-engines"));
        run(build.args(["build", "--quiet", "--release", "--target-dir"]).arg(&engines))?;
        let folder = root.join("target/figures");
        fs::create_dir_all(&folder)?;
        let built = crate::target(root).join("debug");
        Ok(Self {
            harness: built.join("bench-harness"),
            command: built.join("sudoku"),
            engines: engines.join("release"),
            folder,
        })
    }

    fn engine(&self, name: &str) -> String {
        quoted(&self.engines.join(name))
    }
}

/// Measures the jobs of the harness.
fn measure_solving(
    args: &Args,
    built: &Built,
    harness: &Harness,
    figures: &mut Figures,
) -> Result<(), Failure> {
    let sudoku = format!("sudoku={}", built.engine("engine-sudoku"));
    let rustoku = format!("rustoku={}", built.engine("engine-rustoku"));
    let version =
        if args.tdoku_version.is_empty() { "of unknown version" } else { &args.tdoku_version };
    let library = quoted(&fs::canonicalize(&args.tdoku)?);
    let tdoku = format!("tdoku={} {library} '{version}'", built.engine("engine-tdoku"));
    let [easy, hardest] = ["17_clue.txt", "hardest_11plus.txt"].map(|name| args.data.join(name));
    let [easy, hardest] = [&easy, &hardest].map(|path| path.display().to_string());
    let fast = [sudoku.clone(), tdoku.clone()];
    // The name, the options, the strategies and the other programs of each job.
    type Job<'a> = (&'a str, Vec<&'a str>, Vec<&'a str>, &'a [String]);
    let jobs: [Job<'_>; 6] = [
        (
            "one/17-clue",
            vec!["--text", "--file", &easy],
            vec!["board", "mrv"],
            &[sudoku, tdoku, rustoku],
        ),
        ("one/hardest", vec!["--text", "--file", &hardest], vec!["board"], &fast),
        ("batch/17-clue", vec!["--text", "--batch", "--file", &easy], vec!["batch"], &fast),
        ("batch/hardest", vec!["--text", "--batch", "--file", &hardest], vec!["batch"], &fast),
        ("one/sparse", vec!["--set", "sparse"], vec!["scan", "bitmask", "mrv", "board"], &[]),
        ("one/hard", vec!["--set", "hard"], vec!["scan", "bitmask", "mrv", "board"], &[]),
    ];
    for (name, options, strategies, external) in jobs {
        let started = Instant::now();
        let mut arguments: Vec<String> =
            ["--mode", "unique", "--time-limit", "60s"].map(str::to_owned).into();
        arguments.extend(options.into_iter().map(str::to_owned));
        arguments.extend(strategies.iter().map(|strategy| format!("--strategy={strategy}")));
        let (rows, environment) =
            harness.run(&HarnessJob { name, arguments: &arguments, external })?;
        figures.rows.extend(rows);
        if figures.environment.is_empty() {
            figures.environment = environment_of(&environment, args);
        }
        println!("{name}: {:.0} s", started.elapsed().as_secs_f64());
    }
    let program = quoted(&fs::canonicalize(&args.cpp)?);
    for set in ["sparse", "hard"] {
        figures.rows.push(harness.judge((&format!("one/{set}"), set), ("cpp", &program))?);
    }
    Ok(())
}

/// Measures the jobs of whole programs.
fn measure_programs(args: &Args, built: &Built, figures: &mut Figures) -> Result<(), Failure> {
    let solver = find("board").ok_or("there is no strategy `board`")?.solver;
    let bench = |rounds: usize| Bench {
        folder: built.folder.clone(),
        core: args.core.clone(),
        rounds: if args.quick { 1 } else { rounds },
    };
    let mut measure = |job: &ProgramJob, rounds| -> Result<Vec<Vec<String>>, Failure> {
        let started = Instant::now();
        let (rows, answers) = bench(rounds).run(job)?;
        figures.rows.extend(rows);
        println!("{}: {:.0} s", job.name, started.elapsed().as_secs_f64());
        Ok(answers)
    };

    for job in generation_jobs(args, built) {
        let answers = measure(&job, 5)?;
        let symmetry = match job.name {
            "generate" => PatternSymmetry::None,
            _ => PatternSymmetry::HalfTurn,
        };
        for (program, lines) in job.programs.iter().zip(&answers) {
            checks::minimal_puzzles(solver, symmetry, (program.engine, lines))?;
        }
    }

    let mut job = canonical_job(args, built)?;
    let answers = measure(&job, 3)?;
    checks::same_classes(&answers[0], &answers[1])?;
    // A canonical form is the same after a symmetry.
    job.lines = transformed(&built.command, &job.lines, &built.folder)?;
    let (_, again) = bench(1).run(&job)?;
    for (program, (before, after)) in job.programs.iter().zip(answers.iter().zip(&again)) {
        checks::same_forms(program.engine, before, after)?;
    }

    let lines = made_puzzles(built)?;
    for (name, scale, others) in rating_jobs(args)? {
        let mut programs = vec![Program {
            engine: "sudoku-logic",
            puzzles: FEW,
            command: words(
                &built.command,
                &format!("rate --scale {scale} --threads 1 --quiet {{input}}"),
            ),
        }];
        programs.extend(others);
        let job = ProgramJob { name, programs, lines: lines.clone(), first: WARM_UP };
        let answers = measure(&job, 3)?;
        for (program, theirs) in job.programs.iter().zip(&answers).skip(1) {
            checks::same_ratings((program.engine, theirs), &answers[0])?;
        }
    }
    Ok(())
}

/// The words of a command, with a program whose path may have spaces.
fn words(program: &Path, arguments: &str) -> Vec<String> {
    let arguments = arguments.split_whitespace().map(str::to_owned);
    [program.display().to_string()].into_iter().chain(arguments).collect()
}

fn generation_jobs(args: &Args, built: &Built) -> [ProgramJob; 2] {
    let tasks = built.engines.join("tasks-sudoku");
    // A name is looked up; a path is relative to the caller's folder.
    let qqwing_program =
        fs::canonicalize(&args.qqwing).unwrap_or_else(|_| args.qqwing.clone().into());
    let job = |name, ours: &str, symmetry: &str, qqwing: &str| ProgramJob {
        name,
        programs: vec![
            Program {
                engine: "sudoku-generator",
                puzzles: MANY,
                command: words(
                    &built.command,
                    &format!("generate --quiet --threads 1 --seed 1 --count {{count}}{ours}"),
                ),
            },
            Program {
                engine: "sudoku",
                puzzles: SOME,
                command: words(&tasks, &format!("generate {{count}} {symmetry}")),
            },
            Program {
                engine: "qqwing",
                puzzles: FEW,
                command: words(
                    &qqwing_program,
                    &format!("--generate {{count}} --one-line --symmetry {qqwing}"),
                ),
            },
        ],
        lines: Vec::new(),
        first: 1,
    };
    [
        job("generate", "", "none", "none"),
        job("generate/half-turn", " --symmetry half-turn", "half-turn", "rotate180"),
    ]
}

fn canonical_job(args: &Args, built: &Built) -> Result<ProgramJob, Failure> {
    let text = fs::read_to_string(args.data.join("17_clue.txt"))?;
    let lines: Vec<String> = text
        .lines()
        .filter_map(|line| line.get(..81).filter(|_| !line.starts_with('#')))
        .map(str::to_owned)
        .collect();
    // Several times, so that the time is long enough to be measured.
    let lines = [lines.as_slice(); 4].concat();
    Ok(ProgramJob {
        name: "canonical",
        programs: vec![
            Program {
                engine: "sudoku-canonical",
                puzzles: lines.len(),
                command: words(&built.command, "canonical --threads 1 --quiet {input}"),
            },
            Program {
                engine: "sudoku",
                puzzles: lines.len(),
                command: words(&built.engines.join("tasks-sudoku"), "canonical"),
            },
        ],
        lines,
        first: 1,
    })
}

/// Applies random symmetries to puzzles.
fn transformed(command: &Path, lines: &[String], folder: &Path) -> Result<Vec<String>, Failure> {
    let (from, to) = (folder.join("plain.txt"), folder.join("transformed.txt"));
    fs::write(&from, lines.iter().map(|line| format!("{line}\n")).collect::<String>())?;
    let mut transform = std::process::Command::new(command);
    transform.args(["transform", "--random", "1", "--quiet", "--output"]).arg(&to);
    run(transform.arg(from))?;
    Ok(fs::read_to_string(to)?.lines().map(str::to_owned).collect())
}

/// Makes the random minimal puzzles that are rated.
fn made_puzzles(built: &Built) -> Result<Vec<String>, Failure> {
    let path = built.folder.join("rated.txt");
    let mut generate = std::process::Command::new(&built.command);
    generate.args(["generate", "--quiet", "--seed", "1", "--count", &FEW.to_string(), "--output"]);
    run(generate.arg(&path))?;
    Ok(fs::read_to_string(path)?.lines().map(str::to_owned).collect())
}

/// A scale, its title, and the programs of others that rate on it.
type RatingJob = (&'static str, &'static str, Vec<Program>);

/// Returns the rating jobs.
fn rating_jobs(args: &Args) -> Result<[RatingJob; 2], Failure> {
    let java = |classes: &Path, rest: &str| -> Result<Vec<String>, Failure> {
        // HoDoKu reads its settings from the temporary folder: none are there.
        let options = "-XX:+UseSerialGC -Djava.io.tmpdir=. -Djava.util.prefs.userRoot=. -cp";
        let mut command = words(Path::new("java"), options);
        command.push(fs::canonicalize(classes)?.display().to_string());
        command.extend(rest.split_whitespace().map(str::to_owned));
        Ok(command)
    };
    let program = |engine, command| Program { engine, puzzles: FEW, command };
    let forge = fs::canonicalize(&args.sukaku_forge)?;
    let serate = "diuf.sudoku.test.serate --format=%r/%p/%d --input={input}";
    Ok([
        (
            "rate/se",
            "se",
            vec![
                program("sukaku-forge", words(&forge, "--allow-uniqueness")),
                program("sudoku-explainer", java(&args.sudoku_explainer, serate)?),
            ],
        ),
        (
            "rate/hodoku",
            "hodoku",
            vec![program("hodoku", java(&args.hodoku, "sudoku.Main /bs {input} /o {output}")?)],
        ),
    ])
}

/// The facts about the machine that the documents give.
fn environment_of(reported: &Value, args: &Args) -> Vec<(String, String)> {
    let text = |name: &str| reported[name].as_str().unwrap_or_default().to_owned();
    let has = |feature: &str| {
        reported["features"].as_array().is_some_and(|all| all.iter().any(|it| it == feature))
    };
    let instructions = match (has("avx512vbmi"), has("avx2")) {
        (true, _) => "AVX-512",
        (_, true) => "AVX2",
        _ => "",
    };
    let date = text("date");
    vec![
        ("machine".to_owned(), args.machine.clone().unwrap_or_else(|| text("cpu"))),
        ("instructions".to_owned(), instructions.to_owned()),
        ("compiler".to_owned(), text("compiler")),
        ("commit".to_owned(), text("commit")),
        ("date".to_owned(), date.get(..10).unwrap_or(&date).to_owned()),
        ("tdoku".to_owned(), args.tdoku_version.clone()),
    ]
}

/// Returns the mean number of processes that wanted to run in the last minute.
fn load() -> Result<f64, Failure> {
    let text = fs::read_to_string("/proc/loadavg")?;
    Ok(text.split(' ').next().unwrap_or_default().parse()?)
}
