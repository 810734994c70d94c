//! Every step of hard puzzles, proved.

use std::fs;
use std::path::Path;

use sudoku_core::{Board, Limits};
use sudoku_explain::check;
use sudoku_logic::{RatingScale, State, StepName, StepScore};

use super::args::Args;
use crate::Failure;

/// Proves the steps of so many puzzles that are spread over a file, or of fewer if fewer are asked
/// for, and says whether any is not proved. Brute force proves nothing, and is counted apart.
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
        "{} on {}: {steps} steps of {puzzles} puzzles, {deep} of them rated 9.5 or scored 500 and \
         more, {unproved} not proved; {guessed} by brute force",
        path.file_name().unwrap_or_default().to_string_lossy(),
        scale.title(),
    );
    Ok(unproved > 0)
}
