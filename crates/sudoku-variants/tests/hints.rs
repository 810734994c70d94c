//! Hints never contradict the solution.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // A test fails by panicking, and prints shares.

use sudoku_variants::{HintHouse, HintReason, Hints, Ruled, Single};

/// Follows the hints of each embedded puzzle, and prints how many puzzles they solve.
#[test]
fn every_step_of_every_hint_agrees_with_the_solution() {
    for set in sudoku_corpus::variant_sets() {
        let (mut solved, mut digits) = (0, 0);
        let puzzles = set.answers().unwrap();
        for known in &puzzles {
            let solution = known.solution.unwrap();
            let solution = solution.as_board();
            let mut hints = Hints::new(&Ruled::new(&known.puzzle.parse().unwrap()).unwrap());
            for hint in &mut hints {
                assert_eq!(solution.get(hint.cell), Some(hint.digit), "{}: {hint:?}", known.puzzle);
                for step in &hint.steps {
                    assert!(!step.eliminations.is_empty(), "{}: {step:?}", known.puzzle);
                    for (cell, gone) in &step.eliminations {
                        let digit = solution.get(*cell).unwrap();
                        assert!(!gone.contains(digit), "{}: {step:?}", known.puzzle);
                    }
                }
                digits += 1;
            }
            solved += usize::from(hints.board() == solution);
        }
        println!("{}: {solved} of {} puzzles, {digits} digits", set.name, puzzles.len());
        assert!(digits > 0, "{}", set.name);
    }
}

fn first(rules: &str) -> Option<sudoku_variants::VariantHint> {
    Hints::new(&Ruled::new(&rules.parse().unwrap()).unwrap()).next()
}

#[test]
fn hints_name_their_reasons_and_no_unnecessary_step() {
    // The cages cover row 1 except one cell. The hint does not need the cage in column 5.
    let row = "cage 6 r1c1 r1c2 r1c3; cage 15 r1c4 r1c5 r1c6; cage 3 r5c5 r6c5; \
               cage 15 r1c7 r1c8";
    let hint = first(row).unwrap();
    assert_eq!((hint.cell.to_string(), hint.digit.get(), hint.steps.len()), ("r1c9".into(), 9, 1));
    let HintReason::Houses { houses, sums, plus, minus, total, needed } = &hint.steps[0].reason
    else {
        panic!("{hint:?}")
    };
    assert_eq!(
        (houses[0].to_string(), plus, &minus[..], *total),
        ("row 1".into(), &vec![hint.cell], &[][..], 9)
    );
    assert!(needed.is_empty());
    let mut sums: Vec<_> = sums.iter().map(|sum| (sum.cells.len(), sum.total)).collect();
    sums.sort_unstable();
    assert_eq!(sums, [(2, 15), (3, 6), (3, 15)]);

    // The cage needs 1 and 2, so r1c3 has only 3.
    let hint = first("cage 3 r1c1 r1c2; digits 123 r1c3").unwrap();
    let reasons: Vec<_> = hint.steps.iter().map(|step| &step.reason).collect();
    assert!(reasons.iter().any(|it| matches!(it, HintReason::Needed { .. })), "{hint:?}");
    assert_eq!((hint.single, hint.digit.get()), (Single::Naked, 3));

    // A house of a rule has a hidden single.
    let board = format!("board 1{}.1{}; diagonal-down", ".".repeat(9), ".".repeat(69));
    assert_eq!(first(&board), None);
    assert_eq!(first("anti-knight"), None);
}

/// A reason of the 45 rule names its houses. The houses of rules have no name, so their sums are
/// another reason, which names the rule.
#[test]
fn the_45_rule_of_a_hint_names_its_houses() {
    let cages = "cage 15 r1c1 r2c2 r3c3; cage 15 r4c4 r5c5 r6c6; cage 7 r7c7 r8c8";
    let hint = first(&format!("{cages}; diagonal-down")).unwrap();
    assert_eq!((hint.cell.to_string(), hint.digit.get(), hint.steps.len()), ("r9c9".into(), 8, 1));
    let HintReason::HouseSums { house: HintHouse::Rule(rule), sums } = &hint.steps[0].reason else {
        panic!("{hint:?}")
    };
    assert_eq!((rule.to_string(), sums.len(), sums[0].total), ("diagonal-down".into(), 3, 7));
}

/// The 45 rule gives r1c1 and r1c2 the sum 3, so they need 1 and 2, and r2c1 loses both.
#[test]
fn digits_that_a_sum_of_the_45_rule_needs_have_this_reason() {
    let cells: String = (3..=9).map(|column| format!(" r1c{column}")).collect();
    let hint = first(&format!("cage 42{cells}; digits 123 r2c1")).unwrap();
    assert_eq!((hint.cell.to_string(), hint.digit.get()), ("r2c1".into(), 3));
    let needed = hint.steps.iter().find_map(|step| match &step.reason {
        HintReason::Houses { plus, needed, .. } => Some((plus.len(), needed.to_string())),
        _ => None,
    });
    assert_eq!(needed, Some((2, "12".into())), "{hint:?}");
}

#[test]
fn hints_use_naked_and_hidden_subsets() {
    let subset = |rules: &str| {
        let hint = first(rules).unwrap();
        let found = hint.steps.iter().find_map(|step| match &step.reason {
            HintReason::Subset { digits, is_hidden, .. } => Some((digits.to_string(), *is_hidden)),
            _ => None,
        });
        (hint.cell.to_string(), hint.digit.get(), found)
    };
    let naked = subset("digits 12 r1c1 r5c1; digits 123 r9c1");
    assert_eq!(naked, ("r9c1".into(), 3, Some(("12".into(), false))));
    let others = "r1c2 r1c3 r1c4 r1c6 r1c7 r1c8 r1c9";
    let column = "r2c1 r3c1 r4c1 r5c1 r6c1 r7c1 r8c1";
    let hidden = subset(&format!("digits 3456789 {others}; digits 12456789 {column}"));
    assert_eq!(hidden, ("r9c1".into(), 3, Some(("12".into(), true))));
}
