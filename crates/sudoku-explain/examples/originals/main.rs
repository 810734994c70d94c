//! Compares ratings and steps with files that the original programs made, and proves the steps of
//! hard puzzles.
//!
//! The files are not part of the project:
//!
//! - `ratings.csv`, `se121_ratings.csv`, `se_hard.csv`, `se_11plus.csv`, `se_published.csv`:
//!   puzzles with ER, EP and ED on one or two scales; `ratings.csv` also has HoDoKu's level and
//!   score
//! - `se_traces.txt`, `hodoku_traces.txt`: every step of some puzzles
//! - `reglib-1.4.txt`: HoDoKu's library of cases
//! - `hardest_11plus.txt`, `top1465.txt`: puzzles whose steps are proved
//!
//! ```sh
//! cargo run -p sudoku-explain --example originals -- DIR
//! ```
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod reglib;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use sudoku_core::{Board, Limits};
use sudoku_explain::check;
use sudoku_logic::{
    Effect, HODOKU_2_3, RatedStep, RatingScale, SE_1_2_1, SUKAKU_1_18, State, StepName,
};

/// The number of differences to print for each file.
const SHOWN: usize = 5;

/// The maximum memory for rating any puzzle, in megabytes.
const MOST_MEMORY: u64 = 50;

/// The published ratings that differ from those of the program: the puzzle, the published rating,
/// and the rating of Sudoku Explainer 1.2.1. See docs/understand/ratings.md.
const CORRECTIONS: [(&str, &str, &str); 1] = [(
    "........1.....2.......3..45.16.23...27.8.61..3.871.6...32.68..718..7....6.7......",
    "11.9/11.8/3.4",
    "11.8/11.8/3.4",
)];

/// Reads a file of the folder.
fn read(name: &str) -> String {
    let folder = std::env::args_os().nth(1).expect("the argument is the folder of the files");
    let path = PathBuf::from(folder).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Counts the cases of a file, and prints the first differences.
struct Comparison<'a> {
    name: &'a str,
    all: usize,
    equal: usize,
}

impl<'a> Comparison<'a> {
    fn new(name: &'a str) -> Self {
        Self { name, all: 0, equal: 0 }
    }

    fn add(&mut self, case: &str, found: Result<(), String>) {
        self.all += 1;
        match found {
            Ok(()) => self.equal += 1,
            Err(why) if self.all - self.equal <= SHOWN => println!("  {case}\n  {why}"),
            Err(_) => {}
        }
    }

    /// Prints the counts. Returns the number of differences.
    fn end(self) -> usize {
        let Self { name, all, equal } = self;
        println!("{name}: {equal} of {all} equal");
        all - equal
    }
}

fn main() -> ExitCode {
    let mut differences = 0;
    for (file, scale, column) in [
        ("ratings.csv", &SUKAKU_1_18, 1),
        ("se121_ratings.csv", &SE_1_2_1, 1),
        ("se_hard.csv", &SUKAKU_1_18, 1),
        ("se_hard.csv", &SE_1_2_1, 4),
        ("se_11plus.csv", &SUKAKU_1_18, 1),
        ("se_published.csv", &SE_1_2_1, 1),
    ] {
        differences += compare_ratings(file, scale, |fields| er_ep_ed(fields, column));
    }
    let level_and_score = |fields: &[&str]| fields.last_chunk::<2>().unwrap().join(" ");
    differences += compare_ratings("ratings.csv", &HODOKU_2_3, level_and_score);
    // The memory of ratings is measured before anything else runs.
    if let Some(memory) = peak_memory() {
        println!("peak memory of ratings: {memory} MB; {MOST_MEMORY} MB are allowed");
        differences += usize::from(memory > MOST_MEMORY);
    }
    differences += compare_traces("se_traces.txt", &SUKAKU_1_18, |_| true, is_equal);
    // The lines after a forcing chain list its chains.
    let is_step = |line: &str| line.contains(':') || line.contains("=>");
    differences += compare_traces("hodoku_traces.txt", &HODOKU_2_3, is_step, is_equal_in_hodoku);
    differences += reglib::compare("reglib-1.4.txt");
    // The hardest puzzles take a second or two each.
    for scale in RatingScale::all() {
        differences += prove("hardest_11plus.txt", scale, 40);
    }
    differences += prove("top1465.txt", &HODOKU_2_3, usize::MAX);
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the peak memory of this process in megabytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some((peak.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024).div_ceil(1_000_000))
}

/// Compares a file's ratings with those of the scale. `expected` returns the rating of a row.
fn compare_ratings(file: &str, scale: &RatingScale, expected: impl Fn(&[&str]) -> String) -> usize {
    let name = format!("{file} on {}", scale.title());
    let mut comparison = Comparison::new(&name);
    for row in read(file).lines().filter(|row| !row.is_empty() && !row.starts_with(['#', 'p'])) {
        let fields: Vec<&str> = row.split(',').collect();
        let rated = scale.rate(&state(fields[0]), &Limits::ALL);
        let found = rated.map_or_else(|error| error.to_string(), |rating| rating.to_string());
        let expected = expected(&fields);
        let is_equal = found == expected;
        let why = format!("expected {expected}, found {found}");
        comparison.add(row, if is_equal { Ok(()) } else { Err(why) });
    }
    comparison.end()
}

fn state(puzzle: &str) -> State {
    State::from(&puzzle.parse::<Board>().expect(puzzle))
}

/// Returns the rating on a scale of Sudoku Explainer in a row: ER, EP and ED from this column on.
fn er_ep_ed(fields: &[&str], column: usize) -> String {
    let published = fields[column..column + 3].join("/");
    let correction = CORRECTIONS.iter().find(|it| it.0 == fields[0] && it.1 == published);
    correction.map_or(published, |(_, _, program)| (*program).to_owned())
}

/// Compares a file's steps with those of the scale. `is_step` selects the lines that are steps, and
/// `is_equal` compares one.
fn compare_traces(
    file: &str,
    scale: &RatingScale,
    is_step: impl Fn(&str) -> bool,
    is_equal: impl Fn(&str, &RatedStep) -> bool,
) -> usize {
    let text = read(file);
    let mut comparison = Comparison::new(file);
    for block in text.split("\n# ").skip(1) {
        let (head, steps) = block.split_once('\n').unwrap();
        let limits = Limits::ALL;
        let mut path = scale.path(&state(head.split(' ').next().unwrap()), &limits);
        let difference = steps.lines().filter(|line| is_step(line)).find_map(|line| {
            let before = *path.state();
            let found = path.next();
            let is_equal = found.as_ref().is_some_and(|found| is_equal(line, found));
            (!is_equal).then(|| format!("{line}\n  found {found:?}\n  {before}"))
        });
        let more = path.next().map(|step| format!("one step more: {step:?}"));
        comparison.add(head, difference.or(more).map_or(Ok(()), Err));
    }
    comparison.end()
}

/// Returns true if a line of se_traces.txt has the score and the effect of a step.
fn is_equal(line: &str, RatedStep { step, score }: &RatedStep) -> bool {
    let fields: Vec<&str> = line.split(" | ").collect();
    fields.get(1) == Some(&&*score.to_string()) && fields.get(3) == Some(&&*step.effect.to_string())
}

/// Returns true if a line of hodoku_traces.txt has the name and the effect of a step, as in
/// `Naked Pair: 2,7 in r1c23 => r1c45<>7`.
fn is_equal_in_hodoku(line: &str, RatedStep { step, .. }: &RatedStep) -> bool {
    let name = line.split([':', '=']).next().unwrap_or_default();
    let name = name.split(" in ").next().unwrap_or_default();
    let effect = line.rsplit_once("=> ").or_else(|| line.rsplit_once(": "));
    name.trim().eq_ignore_ascii_case(hodokus_name(step.name))
        && effect.is_some_and(|(_, effect)| expanded(effect) == parts(&step.effect))
}

/// Splits an effect such as `r12c3,r4c56<>7, r1c1<>2` into cells and digits.
fn expanded(effect: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for clause in effect.split(", ") {
        let sign = if clause.contains("<>") { "<>" } else { "=" };
        let Some((cells, digit)) = clause.split_once(sign) else { continue };
        for cells in cells.split(',') {
            let Some((rows, columns)) = cells.trim_start_matches('r').split_once('c') else {
                continue;
            };
            for (row, column) in rows.chars().flat_map(|r| columns.chars().map(move |c| (r, c))) {
                parts.push(format!("r{row}c{column}{sign}{digit}"));
            }
        }
    }
    parts.sort_unstable();
    parts
}

fn parts(effect: &Effect) -> Vec<String> {
    let gone = effect.eliminations.iter();
    let gone = gone.flat_map(|&(cell, set)| set.into_iter().map(move |it| format!("{cell}<>{it}")));
    let placed = effect.placement.map(|(cell, digit)| format!("{cell}={digit}"));
    let mut parts: Vec<String> = placed.into_iter().chain(gone).collect();
    parts.sort_unstable();
    parts
}

/// Returns HoDoKu's name of a step, except for capitals.
fn hodokus_name(name: StepName) -> &'static str {
    match name {
        StepName::LAST_CELL => "full house",
        StepName::POINTING => "locked candidates type 1 (pointing)",
        StepName::CLAIMING => "locked candidates type 2 (claiming)",
        StepName::NAKED_QUAD => "naked quadruple",
        StepName::HIDDEN_QUAD => "hidden quadruple",
        StepName::BUG_PLUS_ONE => "bivalue universal grave + 1",
        StepName::TWO_STRING_KITE => "2-string kite",
        StepName::SUE_DE_COQ => "sue de coq",
        StepName::MULTI_COLORS_1 => "multi colors 1",
        StepName::MULTI_COLORS_2 => "multi colors 2",
        StepName::ALS_XZ => "almost locked set xz-rule",
        StepName::ALS_XY_WING => "almost locked set xy-wing",
        StepName::ALS_CHAIN => "almost locked set chain",
        other => other.name(),
    }
}

/// Proves the steps of at most `most` puzzles, spread evenly over a file. Returns the number of
/// steps without a proof. Brute force has no proof.
fn prove(file: &str, scale: &RatingScale, most: usize) -> usize {
    let text = read(file);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let name = format!("steps of {file} on {}", scale.title());
    let mut comparison = Comparison::new(&name);
    for line in lines.iter().step_by((lines.len() / most).max(1)).take(most) {
        let limits = Limits::ALL;
        let mut path = scale.path(&state(line), &limits);
        loop {
            let before = *path.state();
            let Some(RatedStep { step, .. }) = path.next() else { break };
            if step.name != StepName::BRUTE_FORCE {
                let proof = check(&before, &step).map_err(|why| format!("{why}\n  {before}"));
                comparison.add(&format!("{} {}", step.name, step.effect), proof);
            }
        }
    }
    comparison.end()
}
