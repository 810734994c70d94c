//! Measures the time for the next step on the boards of solution paths, and prints its
//! distribution and the slowest boards.
//!
//! The boards are those before each step below 9.0 on the classic solution paths of the puzzles in
//! a file, one per line. A board that takes long is measured again and again, because other work
//! may have delayed it, and the shortest time counts.
//!
//! `cargo run --release -p sudoku-logic --example hints -- FILE [se|sukaku|hodoku]`

#![allow(clippy::print_stdout, reason = "an example talks to its user")]

use std::time::{Duration, Instant};

use sudoku_core::{Board, Limits};
use sudoku_logic::{RatedStep, RatingScale, SE_1_2_1, State};

/// The boards with steps below this rating are measured.
const MOST: f64 = 9.0;

/// A board that takes longer is measured again.
const LONG: Duration = Duration::from_millis(1);

/// The number of times that a board is measured again.
const AGAIN: usize = 8;

/// The number of slow boards that are printed.
const SHOWN: usize = 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: hints FILE [se|sukaku|hodoku]")?;
    let scale = arguments.next().unwrap_or_else(|| "se".into());
    let scale = RatingScale::by_name(&scale).ok_or("the scales are se, sukaku and hodoku")?;
    let mut times = Vec::new();
    for line in std::fs::read_to_string(file)?.lines().filter_map(|line| line.get(..81)) {
        let Ok(puzzle) = line.parse::<Board>() else { continue };
        let mut path = SE_1_2_1.path(&State::from(&puzzle), &Limits::ALL);
        let mut is_first = true;
        loop {
            let state = *path.state();
            let Some(step) = path.next() else { break };
            if step.score.number() < MOST {
                times.push((time(scale, &state), is_first, state));
            }
            is_first = false;
        }
    }
    times.sort_unstable_by_key(|&(time, ..)| time);
    for (name, first_only) in [("all boards", false), ("the first board of each puzzle", true)] {
        let times: Vec<Duration> =
            times.iter().filter(|it| it.1 || !first_only).map(|it| it.0).collect();
        let total: Duration = times.iter().sum();
        let slow = times.iter().filter(|&&time| time > LONG).count();
        println!("{name}: {}, {total:.2?} in all, {slow} take more than {LONG:?}", times.len());
        for share in [0.5, 0.99, 0.999, 0.9999, 1.0] {
            let at = (times.len() as f64 * share) as usize;
            if let Some(time) = times.get(at.min(times.len().saturating_sub(1))) {
                println!("  {:>7.2}% take at most {time:.1?}", share * 100.0);
            }
        }
    }
    for (time, _, state) in times.iter().rev().take(SHOWN) {
        match scale.hint(state, &Limits::ALL) {
            Ok(RatedStep { step, .. }) => {
                println!("{time:.1?} {} {} {state}", step.name, step.effect);
            }
            Err(reason) => println!("{time:.1?} {reason} {state}"),
        }
    }
    Ok(())
}

/// Returns the time for the next step on the board.
fn time(scale: &RatingScale, state: &State) -> Duration {
    let once = || {
        let start = Instant::now();
        // A board without a step takes time too.
        let _ = scale.hint(state, &Limits::ALL);
        start.elapsed()
    };
    let first = once();
    let again = if first > LONG { AGAIN } else { 0 };
    (0..again).fold(first, |shortest, _| shortest.min(once()))
}
