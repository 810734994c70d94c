//! Every step of hard puzzles, proved.

use std::fs;
use std::path::Path;

use sudoku_core::{Board, Limits};
use sudoku_explain::check;
use sudoku_logic::{Profile, State, Worth};

use super::args::Args;
use crate::Failure;

/// How many puzzles of the file are taken unless fewer are asked for: each takes a second or two.
const PUZZLES: usize = 40;

/// Proves the steps of puzzles that are spread over a file, and says whether any is not proved.
pub(super) fn prove(path: &Path, profile: &Profile, args: &Args) -> Result<bool, Failure> {
    let text = fs::read_to_string(path)?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let puzzles = args.puzzles.min(PUZZLES);
    let spread = lines.iter().step_by((lines.len() / puzzles.max(1)).max(1));
    let (mut steps, mut deep, mut unproved) = (0, 0, 0);
    for line in spread.take(puzzles) {
        let puzzle: Board = line.parse()?;
        let mut path = profile.path(&State::from(&puzzle), &Limits::ALL);
        loop {
            let state = *path.state();
            let Some(rated) = path.next() else { break };
            steps += 1;
            deep += usize::from(matches!(rated.worth, Worth::Rating(rating) if rating >= 9.5));
            if let Err(reason) = check(&state, &rated.step) {
                unproved += 1;
                if unproved <= args.show {
                    println!("  {} {}: {reason}\n  {state}", rated.step.name, rated.step.effect);
                }
            }
        }
    }
    println!(
        "{} on {}: {steps} steps of {puzzles} puzzles, {deep} of them from 9.5 on, {unproved} not \
         proved",
        path.file_name().unwrap_or_default().to_string_lossy(),
        profile.title(),
    );
    Ok(unproved > 0)
}
