//! Every step of hard puzzles, proved.

use std::fs;
use std::path::Path;

use sudoku_core::{Board, Limits};
use sudoku_explain::check;
use sudoku_logic::{Profile, Rule, State, Step, Worth};

use super::args::Args;
use crate::Failure;

/// How many puzzles of the file are taken unless fewer are asked for: each takes about a second.
const PUZZLES: usize = 40;

/// Of every how many of these puzzles everything is proved that there is on the board of the
/// first step that rests on chains inside of chains.
const EVERY: usize = 20;

/// What is proved, and how much of it is not.
#[derive(Default)]
struct Count {
    steps: usize,
    deep: usize,
    unproved: usize,
}

impl Count {
    fn add(&mut self, state: &State, step: &Step, args: &Args) {
        self.steps += 1;
        if let Err(reason) = check(state, step) {
            self.unproved += 1;
            if self.unproved <= args.show {
                println!("  {} {}: {reason}\n  {state}", step.name, step.effect);
            }
        }
    }
}

/// Proves the steps of puzzles that are spread over a file, and says whether any is not proved.
pub(super) fn prove(path: &Path, profile: &Profile, args: &Args) -> Result<bool, Failure> {
    let text = fs::read_to_string(path)?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let puzzles = args.puzzles.min(PUZZLES);
    let deep = profile.only(|entry| matches!(entry.rule, Rule::ByLength(least) if least >= 9.5));
    let mut count = Count::default();
    let spread = lines.iter().step_by((lines.len() / puzzles.max(1)).max(1));
    for (number, line) in spread.take(puzzles).enumerate() {
        let puzzle: Board = line.parse()?;
        let mut path = profile.path(&State::from(&puzzle), &Limits::ALL);
        let mut is_due = number.is_multiple_of(EVERY);
        loop {
            let state = *path.state();
            let Some(rated) = path.next() else { break };
            count.add(&state, &rated.step, args);
            if matches!(rated.worth, Worth::Rating(rating) if rating >= 9.5) {
                count.deep += 1;
                if is_due {
                    is_due = false;
                    for rated in deep.all_steps(&state, &Limits::ALL).unwrap_or_default() {
                        count.add(&state, &rated.step, args);
                        count.deep += 1;
                    }
                }
            }
        }
    }
    let Count { steps, deep, unproved } = count;
    println!(
        "{} on {}: {steps} steps, {deep} of them from 9.5 on, {unproved} not proved",
        path.file_name().unwrap_or_default().to_string_lossy(),
        profile.title(),
    );
    Ok(unproved > 0)
}
