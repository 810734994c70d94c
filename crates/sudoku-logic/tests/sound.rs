//! Checks every effect of every step against the solution.
#![allow(clippy::unwrap_used)]

use sudoku_core::{Cell, Grid, Limits};
use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
use sudoku_logic::{
    Evidence, Implication, RatedStep, RatingScale, SE_1_2_1, SUKAKU_1_18, ScoreRule, State, Step,
    StepScore,
};
use sudoku_mrv::{Mrv, Solver};

/// Returns the number of test puzzles: more if `PROPTEST_CASES` is set, as `cargo xtask deep` does.
fn cases() -> u64 {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    asked.map_or(40, |cases: u64| 40 + cases / 16)
}

/// Returns a minimal puzzle and its solution.
fn puzzle(number: u64) -> (State, Grid) {
    let request = PuzzleRequest::new().with_minimality(Minimality::Strict);
    let board = request.generate(&Mrv, &mut seeded_rng(1414, number)).unwrap().board;
    (State::from(&board), Mrv.first_solution(&board).unwrap())
}

/// Returns the scale without nested chains, which are slow.
fn without_nesting(scale: &RatingScale) -> RatingScale {
    let is_nested = |rule: &ScoreRule| matches!(rule, ScoreRule::ByLength(base) if *base >= 9.0);
    let entries = scale.entries().iter().filter(|entry| !is_nested(&entry.rule)).copied();
    RatingScale::new("without nesting", entries.collect())
}

fn check(state: &State, solution: &Grid, rated: &RatedStep) {
    let RatedStep { step, score } = rated;
    let board = solution.as_board();
    assert!(matches!(*score, StepScore::Rating(rating) if rating >= 1.0), "{step:?}");
    let effect = &step.effect;
    assert!(effect.placement.is_some() || !effect.eliminations.is_empty(), "{step:?}");
    if let Some((cell, digit)) = effect.placement {
        assert_eq!(board.get(cell), Some(digit), "{step:?}\n{state}");
    }
    for &(cell, digits) in &effect.eliminations {
        assert!(!digits.contains(board.get(cell).unwrap()), "{step:?}\n{state}");
        assert!(digits.iter().all(|digit| state.has(cell, digit)), "{step:?}\n{state}");
    }
    let cells: Vec<Cell> = effect.eliminations.iter().map(|&(cell, _)| cell).collect();
    assert!(cells.is_sorted() && cells.windows(2).all(|pair| pair[0] < pair[1]), "{step:?}");
    can_be_read(step);
}

/// Checks that each link of a chain follows from earlier links, and that all chains end in the
/// conclusion.
fn can_be_read(step: &Step) {
    let Evidence::Chains { branches, .. } = &step.evidence else { return };
    let mut ends: Vec<&Implication> = Vec::new();
    for branch in branches {
        for (place, link) in branch.links.iter().enumerate() {
            assert!(link.parents.iter().all(|&parent| parent < place), "{step:?}");
            assert_eq!(link.parents.is_empty(), place == 0, "{step:?}");
        }
        ends.extend(branch.links.last());
    }
    assert!(!ends.is_empty());
    for end in &ends {
        assert_eq!((end.cell, end.digit), (ends[0].cell, ends[0].digit), "{step:?}");
    }
}

#[test]
fn all_steps_of_all_states_are_sound() {
    let sukaku = without_nesting(&SUKAKU_1_18);
    let classic = without_nesting(&SE_1_2_1);
    let (mut states, mut steps) = (0, 0);
    for number in 0..cases() {
        let (start, solution) = puzzle(number);
        let scale = if number % 2 == 0 { &sukaku } else { &classic };
        let limits = Limits::ALL;
        let mut path = scale.path(&start, &limits);
        loop {
            let state = *path.state();
            // Chains of every state would take too long, so all chains of every ninth state are
            // checked.
            if states % 9 == 0 {
                for rated in scale.all_steps(&state, &limits).unwrap_or_default() {
                    check(&state, &solution, &rated);
                    steps += 1;
                }
            }
            let Some(rated) = path.next() else { break };
            check(&state, &solution, &rated);
            states += 1;
        }
    }
    assert!(states as u64 > 40 * cases() && steps as u64 > 500 * cases(), "{states} {steps}");
}

#[test]
fn nested_chains_are_sound() {
    let mut found = 0;
    for number in 0..cases() {
        let (start, solution) = puzzle(number);
        let is_single =
            |rated: &RatedStep| matches!(rated.score, StepScore::Rating(rating) if rating < 5.0);
        let limits = Limits::ALL;
        let mut path = SUKAKU_1_18.path(&start, &limits);
        // The first state that needs more than the easy techniques.
        let mut state = *path.state();
        while path.by_ref().next().is_some_and(|rated| is_single(&rated)) {
            state = *path.state();
        }
        if state.is_solved() || found >= 4 {
            continue;
        }
        found += 1;
        for entry in SUKAKU_1_18.entries() {
            if matches!(entry.rule, ScoreRule::ByLength(base) if (9.0..10.0).contains(&base)) {
                let scale = RatingScale::new("one", vec![*entry]);
                if let Ok(rated) = scale.hint(&state, &limits) {
                    check(&state, &solution, &rated);
                }
            }
        }
    }
    assert!(found > 2);
}
