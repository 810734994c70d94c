//! `cargo xtask logic`: compares the ratings and steps of `sudoku-logic` with those of other
//! programs.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use sudoku_core::{Board, Limits};
use sudoku_logic::{HODOKU_2_3, NoStepError, RatedStep, RatingScale, SE_1_2_1, SUKAKU_1_18, State};

use crate::Failure;

mod args;
mod hodoku;
mod proofs;
mod reglib;
mod sound;

pub(crate) use args::Args;
use args::LogicCommand;

/// The files of ratings, each with its scales and the column of the ER on each scale.
const RATINGS: [(&str, &[(&RatingScale, usize)]); 5] = [
    ("ratings.csv", &[(&SUKAKU_1_18, 1)]),
    ("se121_ratings.csv", &[(&SE_1_2_1, 1)]),
    ("se_hard.csv", &[(&SUKAKU_1_18, 1), (&SE_1_2_1, 4)]),
    ("se_11plus.csv", &[(&SUKAKU_1_18, 1)]),
    ("se_published.csv", &[(&SE_1_2_1, 1)]),
];

/// Published ratings that differ from those of the program: the puzzle, the published rating, and
/// the rating of Sudoku Explainer 1.2.1. See docs/understand/ratings.md.
const CORRECTIONS: [(&str, &str, &str); 1] = [(
    "........1.....2.......3..45.16.23...27.8.61..3.871.6...32.68..718..7....6.7......",
    "11.9/11.8/3.4",
    "11.8/11.8/3.4",
)];

/// The files of puzzles whose steps are proved, with the number of puzzles and the scales. The
/// hardest puzzles take a second or two each.
const PROVED: [(&str, usize, &[&RatingScale]); 2] = [
    ("hardest_11plus.txt", 40, &[&SUKAKU_1_18, &SE_1_2_1, &HODOKU_2_3]),
    ("top1465.txt", usize::MAX, &[&HODOKU_2_3]),
];

/// The maximum memory for rating any puzzle, in megabytes.
const MOST_MEMORY: u64 = 50;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Some(LogicCommand::Trace { puzzle, scale, states }) => {
            let scale = RatingScale::by_name(scale)
                .ok_or_else(|| format!("there is no scale {scale}: use se, sukaku or hodoku"))?;
            return trace(puzzle, scale, *states);
        }
        Some(LogicCommand::Sound { states, seed }) => return sound::run(*states, *seed, args.show),
        None => {}
    }
    let data = args.data.as_deref().ok_or("pass the folder of the files with --data")?;
    let mut differs = false;
    for (name, scales) in RATINGS.into_iter().filter(|(name, _)| name.contains(&args.file)) {
        let path = data.join(name);
        if path.exists() {
            for &(scale, column) in scales {
                let expected = |fields: &[&str]| er_ep_ed(fields, column);
                differs |= compare_ratings(&path, scale, expected, args)?;
            }
        }
    }
    let path = data.join("ratings.csv");
    if path.exists() && "hodoku ratings.csv".contains(&args.file) {
        let expected = |fields: &[&str]| Some(fields.last_chunk::<2>()?.join(" "));
        differs |= compare_ratings(&path, &HODOKU_2_3, expected, args)?;
    }
    let memory = peak_memory();
    if let Some(memory) = memory {
        println!("peak memory of ratings: {memory} MB");
    }
    let path = data.join("se_traces.txt");
    if path.exists() && "se_traces.txt".contains(&args.file) {
        differs |= compare_traces(&path, &SUKAKU_1_18, |_| true, is_equal, args)?;
    }
    let path = data.join("hodoku_traces.txt");
    if path.exists() && "hodoku_traces.txt".contains(&args.file) {
        // The lines after a forcing chain list its chains.
        let is_step = |line: &str| line.contains(':') || line.contains("=>");
        differs |= compare_traces(&path, &HODOKU_2_3, is_step, hodoku::is_equal, args)?;
    }
    let path = data.join("reglib-1.4.txt");
    if path.exists() && "reglib-1.4.txt".contains(&args.file) {
        differs |= reglib::compare(&path, args)?;
    }
    for (name, most, scales) in PROVED {
        let path = data.join(name);
        if path.exists() && format!("proofs {name}").contains(&args.file) {
            for scale in scales {
                differs |= proofs::prove(&path, scale, most, args)?;
            }
        }
    }
    if differs {
        return Err("some ratings or steps differ".into());
    }
    match memory {
        Some(memory) if memory > MOST_MEMORY => {
            Err(format!("ratings took {memory} MB of memory, and {MOST_MEMORY} are allowed").into())
        }
        _ => Ok(()),
    }
}

/// Returns the peak memory of this process in megabytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim()
        .strip_suffix(" kB")?
        .parse::<u64>()
        .ok()
        .map(|peak| (peak * 1024).div_ceil(1_000_000))
}

fn trace(puzzle: &str, scale: &RatingScale, states: bool) -> Result<(), Failure> {
    let board: Board = puzzle.parse()?;
    let limits = Limits::ALL;
    let mut path = scale.path(&State::from(&board), &limits);
    let mut number = 0;
    loop {
        let before = *path.state();
        let Some(rated) = path.next() else { break };
        number += 1;
        if states {
            println!("  {before}");
        }
        println!("{number} | {} | {} | {}", rated.score, rated.step.name, rated.step.effect);
    }
    let end = path.end();
    println!("{end}: {}", path.rating());
    if end != NoStepError::Solved {
        println!("  {}", path.state());
    }
    Ok(())
}

/// Compares a file's ratings with those of the scale. `expected` returns the rating of a row.
/// Returns true if they differ.
fn compare_ratings(
    path: &Path,
    scale: &RatingScale,
    expected: impl Fn(&[&str]) -> Option<String>,
    args: &Args,
) -> Result<bool, Failure> {
    let text = fs::read_to_string(path)?;
    let rows = text.lines().filter(|line| !line.starts_with(['#', 'p']) && !line.is_empty());
    let (mut equal, mut took, mut shown) = (0, Vec::new(), 0);
    for row in rows.take(args.puzzles) {
        let fields: Vec<&str> = row.split(',').collect();
        let expected = expected(&fields).ok_or("a row without ratings")?;
        let state = State::from(&fields[0].parse::<Board>()?);
        let start = Instant::now();
        let rated = scale.rate(&state, &Limits::ALL);
        took.push(start.elapsed());
        let found = rated.map_or_else(|error| error.to_string(), |rating| rating.to_string());
        equal += usize::from(found == expected);
        if found != expected && shown < args.show {
            shown += 1;
            println!("  {} expected {expected}, found {found}", fields[0]);
        }
    }
    let all = took.len();
    let sum: Duration = took.iter().sum();
    took.sort_unstable();
    println!(
        "{} on {}: {equal} of {all} equal; mean {:.1?}, median {:.1?}, longest {:.1?}",
        path.file_name().unwrap_or_default().to_string_lossy(),
        scale.title(),
        sum / u32::try_from(all.max(1))?,
        took.get(all / 2).copied().unwrap_or_default(),
        took.last().copied().unwrap_or_default(),
    );
    Ok(equal < all)
}

/// Returns the rating on a scale of Sudoku Explainer in a row: ER, EP and ED from this column on.
fn er_ep_ed(fields: &[&str], column: usize) -> Option<String> {
    let published = fields.get(column..column + 3)?.join("/");
    let is_this = |it: &&(&str, &str, &str)| it.0 == fields[0] && it.1 == published;
    let Some((puzzle, _, program)) = CORRECTIONS.iter().find(is_this) else {
        return Some(published);
    };
    println!("  {puzzle}: published {published}, the program rates {program}");
    Some((*program).to_owned())
}

/// Compares a file's steps with those of the scale, and prints the first difference of each puzzle.
/// `is_step` selects the lines that are steps, and `is_equal` compares one. Returns true if any
/// differ.
fn compare_traces(
    path: &Path,
    scale: &RatingScale,
    is_step: impl Fn(&str) -> bool,
    is_equal: impl Fn(&str, &RatedStep) -> bool,
    args: &Args,
) -> Result<bool, Failure> {
    let text = fs::read_to_string(path)?;
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines().skip(1) {
        match (line.strip_prefix("# "), blocks.last_mut()) {
            (Some(head), _) => blocks.push((head, Vec::new())),
            (None, Some((_, steps))) if is_step(line) => steps.push(line),
            _ => {}
        }
    }
    let (mut equal, mut all, mut steps, mut shown) = (0, 0, 0, 0);
    for (head, expected) in blocks.into_iter().take(args.puzzles) {
        let puzzle = head.split(' ').next().unwrap_or_default();
        let limits = Limits::ALL;
        let mut found = scale.path(&State::from(&puzzle.parse::<Board>()?), &limits);
        all += 1;
        let difference = expected.iter().find_map(|line| {
            let before = *found.state();
            let rated = found.next();
            if rated.as_ref().is_some_and(|rated| is_equal(line, rated)) {
                steps += 1;
                return None;
            }
            let shown = rated.map_or_else(
                || "no step".to_owned(),
                |RatedStep { step, score }| {
                    format!("{score} | {} | {} | {:?}", step.name, step.effect, step.evidence)
                },
            );
            Some(format!("  {line}\n  found {shown}\n  {before}"))
        });
        match difference {
            Some(difference) if shown < args.show => {
                shown += 1;
                println!("  {head}\n{difference}");
            }
            Some(_) => {}
            None => equal += usize::from(found.next().is_none()),
        }
    }
    println!("{}: {equal} of {all} puzzles equal in every step, {steps} steps", path.display());
    Ok(equal < all)
}

/// Returns true if a line of se_traces.txt has the score and the effect of a step.
fn is_equal(line: &str, RatedStep { step, score }: &RatedStep) -> bool {
    let fields: Vec<&str> = line.split(" | ").collect();
    fields.get(1) == Some(&&*score.to_string()) && fields.get(3) == Some(&&*step.effect.to_string())
}
