//! Tests that techniques report the possible names of their steps.

use sudoku_core::{Board, Limits};
use sudoku_logic::{FirstStep, RatingScale, Scratch, Search, State};

#[test]
fn steps_have_the_names_that_their_techniques_report() {
    let lines = include_str!("../recorded.csv").lines().filter(|line| !line.starts_with('#'));
    for line in lines.step_by(4) {
        let board: Board = line[..81].parse().unwrap();
        for scale in RatingScale::all() {
            let mut path = scale.path(&State::from(&board), &Limits::ALL);
            loop {
                let state = *path.state();
                let Some(step) = path.next() else { break };
                let (limits, mut scratch) = (Limits::ALL, Scratch::default());
                let found = scale.entries().iter().find_map(|entry| {
                    let mut first = FirstStep::default();
                    let search = Search {
                        state: &state,
                        limits: &limits,
                        scratch: &mut scratch,
                        sink: &mut first,
                    };
                    let _ = entry.technique.find(search);
                    Some((entry, first.0?))
                });
                // Brute force is found only if no other technique applies.
                let Some((entry, found)) = found else { continue };
                assert!(entry.technique.names().contains(&found.name), "{}", found.name);
                let names = || scale.entries().iter().flat_map(|entry| entry.technique.names());
                assert!(names().any(|&name| name == step.step.name), "{}", step.step.name);
            }
        }
    }
}
