//! Proves every step of hard puzzles.

use std::fs;
use std::path::Path;

use sudoku_core::{Board, Limits};
use sudoku_explain::check;
use sudoku_logic::{RatingScale, State, StepName, StepScore};

use super::args::Args;
use crate::Failure;

/// Proves the steps of at most `most` puzzles, spread evenly over a file. Returns true if a step
/// has no proof. Brute force has no proof and is counted separately.
pub(super) fn prove(
    path: &Path,
    scale: &RatingScale,
    most: usize,
    args: &Args,
) -> Result<bool, Failure> {
    let text = fs::read_to_string(path)?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let puzzles = args.puzzles.min(most).min(lines.len());
    let spread = lines.iter().step_by((lines.len() / puzzles.max(1)).max(1));
    let (mut steps, mut deep, mut guessed, mut unproved) = (0, 0, 0, 0);
    for line in spread.take(puzzles) {
        let puzzle: Board = line.parse()?;
        let mut path = scale.path(&State::from(&puzzle), &Limits::ALL);
        loop {
            let state = *path.state();
            let Some(rated) = path.next() else { break };
            if rated.step.name == StepName::BruteForce {
                guessed += 1;
                continue;
            }
            steps += 1;
            let is_deep = matches!(rated.score, StepScore::Rating(rating) if rating >= 9.5)
                || matches!(rated.score, StepScore::Score { score: 500.., .. });
            deep += usize::from(is_deep);
            if let Err(reason) = check(&state, &rated.step) {
                unproved += 1;
                if unproved <= args.show {
                    println!("  {} {}: {reason}\n  {state}", rated.step.name, rated.step.effect);
                }
            }
        }
    }
    println!(
        "{} on {}: {steps} steps of {puzzles} puzzles, {deep} of them rated at least 9.5 or scored \
         at least 500; {unproved} without a proof; {guessed} by brute force",
        path.file_name().unwrap_or_default().to_string_lossy(),
        scale.title(),
    );
    Ok(unproved > 0)
}
