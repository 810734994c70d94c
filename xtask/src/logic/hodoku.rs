//! Reads the steps of files that HoDoKu made.

use sudoku_logic::{Effect, RatedStep, Step, StepName};

/// Returns true if a line of hodoku_traces.txt has the name and the effect of a step.
pub(super) fn is_equal(line: &str, rated: &RatedStep) -> bool {
    let (name, effect) = read_step(line);
    name == their_name(&rated.step) && effect == their_effect(&rated.step.effect)
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
