//! Tests that true steps are proved and forged ones are not.

use sudoku_core::{Cell, Digit, Grid};
use sudoku_explain::{StepVerdict, judge};
use sudoku_logic::{Evidence, HODOKU_2_3, SE_1_2_1, State, Step, StepName};

use crate::common::{cases, path, puzzle};

/// Returns steps of several puzzles, each with its board and the solution.
fn steps() -> Vec<(State, Step, Grid)> {
    let scales = [&SE_1_2_1, &HODOKU_2_3];
    let all = (0..cases()).flat_map(|number| scales.map(|scale| (number, scale)));
    let of_case = |(number, scale)| {
        let (state, solution) = puzzle(number);
        path(scale, &state).into_iter().map(move |(state, step)| (state, step, solution))
    };
    all.flat_map(of_case).collect()
}

#[test]
fn true_steps_are_proved() {
    for (state, step, solution) in steps() {
        let verdict = judge(&state, &step, &solution);
        let is_looked_up = step.name == StepName::BRUTE_FORCE;
        assert_eq!(verdict == StepVerdict::Proved, !is_looked_up, "{verdict:?}\n{step:?}\n{state}");
    }
}

/// Returns the candidates that a step removes or places.
fn effect(step: &Step) -> Vec<(Cell, Digit)> {
    let gone = step.effect.eliminations.iter();
    let gone = gone.flat_map(|&(cell, digits)| digits.iter().map(move |digit| (cell, digit)));
    gone.chain(step.effect.placement).collect()
}

#[test]
fn the_reason_of_another_step_proves_nothing() {
    let steps = steps();
    let mut forged = 0;
    for (at, (state, step, solution)) in steps.iter().enumerate() {
        for distance in 1..5 {
            let other = &steps[(at + distance) % steps.len()].1;
            // The evidence of a single is a house, which can also be right for another single.
            let kinds = [step, other].map(|step| std::mem::discriminant(&step.evidence));
            if kinds[0] == kinds[1] || effect(other).iter().any(|it| effect(step).contains(it)) {
                continue;
            }
            forged += 1;
            let claim = Step { evidence: other.evidence.clone(), ..step.clone() };
            let verdict = judge(state, &claim, solution);
            assert!(matches!(verdict, StepVerdict::Right(_)), "{verdict:?}\n{claim:?}\n{state}");
        }
    }
    assert!(forged > 500, "{forged}");
}

#[test]
fn the_name_of_another_technique_is_refused() {
    // Two names of the same pattern may differ in these words.
    let variants = ["direct ", "naked ", "locked ", "finned ", "sashimi "];
    let core = |name: StepName| {
        let name = variants.iter().fold(name.name().to_owned(), |name, it| name.replace(it, ""));
        if name == "last cell" { "hidden single".to_owned() } else { name }
    };
    let mut renamed = 0;
    for (state, step, solution) in steps() {
        let has_own_kind = matches!(
            step.evidence,
            Evidence::Single { .. }
                | Evidence::Locked { .. }
                | Evidence::Subset { .. }
                | Evidence::Fish { .. }
        );
        for &name in StepName::all().iter().filter(|_| has_own_kind) {
            let named = Step { name, ..step.clone() };
            if core(name) != core(step.name) {
                assert_ne!(judge(&state, &named, &solution), StepVerdict::Proved, "{named:?}");
                renamed += 1;
            }
        }
    }
    assert!(renamed > 10_000, "{renamed}");
}

#[test]
fn a_wrong_effect_is_wrong_with_any_reason() {
    for (state, step, solution) in steps() {
        let Some((cell, digit)) = step.effect.placement else { continue };
        for other in state.candidates(cell).iter().filter(|&other| other != digit) {
            let mut claim = step.clone();
            claim.effect.placement = Some((cell, other));
            assert!(matches!(judge(&state, &claim, &solution), StepVerdict::Wrong(_)));
        }
    }
}
