//! Compares HoDoKu's scale with files that HoDoKu made.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use sudoku_core::{Board, Limits};
use sudoku_logic::{Effect, HODOKU_2_3, State, Step, StepName};

use super::args::Args;
use crate::Failure;

/// Compares the levels and scores of ratings.csv. Returns true if they differ.
pub(super) fn compare_ratings(path: &Path, args: &Args) -> Result<bool, Failure> {
    let text = fs::read_to_string(path)?;
    let rows = text.lines().filter(|line| {
        line.starts_with(['.', '1', '2', '3', '4', '5', '6']) || line.starts_with(['7', '8', '9'])
    });
    let (mut equal, mut all, mut shown) = (0, 0, 0);
    let mut took = Vec::new();
    for row in rows.take(args.puzzles) {
        let fields: Vec<&str> = row.split(',').collect();
        let expected = fields.get(fields.len() - 2..).ok_or("a row without a score")?.join(" ");
        let state = State::from(&fields[0].parse::<Board>()?);
        let start = Instant::now();
        let rated = HODOKU_2_3.rate(&state, &Limits::ALL);
        took.push(start.elapsed());
        all += 1;
        let found = match rated {
            Ok(rating) => rating.to_string(),
            Err(error) => error.to_string(),
        };
        equal += usize::from(found == expected);
        if found != expected && shown < args.show {
            shown += 1;
            println!("  {} expected {expected}, found {found}", fields[0]);
        }
    }
    let sum: Duration = took.iter().sum();
    took.sort_unstable();
    println!(
        "{} on HoDoKu 2.3: {equal} of {all} equal; mean {:.1?}, median {:.1?}, longest {:.1?}",
        path.file_name().unwrap_or_default().to_string_lossy(),
        sum / u32::try_from(all.max(1))?,
        took.get(all / 2).copied().unwrap_or_default(),
        took.last().copied().unwrap_or_default(),
    );
    Ok(equal < all)
}

/// Compares the steps of hodoku_traces.txt, and prints the first difference of each puzzle. Returns
/// true if any differ.
pub(super) fn compare_traces(path: &Path, args: &Args) -> Result<bool, Failure> {
    let text = fs::read_to_string(path)?;
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("# "), blocks.last_mut()) {
            (Some(head), _) if head.starts_with("HoDoKu") => {}
            (Some(head), _) => blocks.push((head, Vec::new())),
            // The lines after a forcing chain list its chains.
            (None, Some((_, steps))) if line.contains(':') || line.contains("=>") => {
                steps.push(line);
            }
            (None, Some(_)) => {}
            (None, None) => {}
        }
    }
    let (mut equal, mut all, mut steps, mut shown) = (0, 0, 0, 0);
    for (head, expected) in blocks.into_iter().take(args.puzzles) {
        let puzzle = head.split(' ').next().unwrap_or_default();
        let state = State::from(&puzzle.parse::<Board>()?);
        let limits = Limits::ALL;
        let mut found = HODOKU_2_3.path(&state, &limits);
        all += 1;
        let difference = expected.iter().find_map(|line| {
            let before = *found.state();
            let step = found.next().map(|rated| rated.step);
            let is_equal = step.as_ref().is_some_and(|step| {
                let (name, effect) = read_step(line);
                name == their_name(step) && effect == their_effect(&step.effect)
            });
            steps += usize::from(is_equal);
            let shown = step.map_or_else(
                || "no step".into(),
                |step| format!("{} | {} | {:?}", step.name, step.effect, step.evidence),
            );
            (!is_equal).then(|| format!("  {line}\n  found {shown}\n  {before}"))
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

/// Returns the name of a step and its effect: each cell and digit, sorted.
fn read_step(line: &str) -> (&str, Vec<String>) {
    let name = line.split([':']).next().unwrap_or_default();
    let name = name.split(" in ").next().unwrap_or_default();
    let name = name.split(" =>").next().unwrap_or_default();
    let effect = match line.rsplit_once("=> ") {
        Some((_, effect)) => effect,
        None => line.rsplit_once(": ").map_or("", |(_, effect)| effect),
    };
    (name, expand(effect))
}

/// Splits an effect such as `r12c3,r4c56<>7, r1c1<>2` into cells and digits.
fn expand(effect: &str) -> Vec<String> {
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

fn their_effect(effect: &Effect) -> Vec<String> {
    let mut parts: Vec<String> = effect
        .eliminations
        .iter()
        .flat_map(|&(cell, set)| set.into_iter().map(move |digit| format!("{cell}<>{digit}")))
        .collect();
    parts.extend(effect.placement.map(|(cell, digit)| format!("{cell}={digit}")));
    parts.sort_unstable();
    parts
}

/// Returns HoDoKu's name of a step.
fn their_name(step: &Step) -> String {
    let name = match step.name {
        StepName::LastCell => "Full House",
        StepName::Pointing => "Locked Candidates Type 1 (Pointing)",
        StepName::Claiming => "Locked Candidates Type 2 (Claiming)",
        StepName::NakedQuad => "Naked Quadruple",
        StepName::HiddenQuad => "Hidden Quadruple",
        StepName::BugPlusOne => "Bivalue Universal Grave + 1",
        StepName::TwoStringKite => "2-String Kite",
        StepName::SueDeCoq => "Sue de Coq",
        StepName::MultiColors1 => "Multi Colors 1",
        StepName::MultiColors2 => "Multi Colors 2",
        StepName::AlsXz => "Almost Locked Set XZ-Rule",
        StepName::AlsXyWing => "Almost Locked Set XY-Wing",
        StepName::AlsChain => "Almost Locked Set Chain",
        other => {
            let words = other.name().split(' ').map(|word| {
                let mut letters = word.chars();
                let first = letters.next().map(|first| first.to_ascii_uppercase());
                first.into_iter().chain(letters).collect::<String>()
            });
            return words.collect::<Vec<_>>().join(" ");
        }
    };
    name.to_owned()
}
