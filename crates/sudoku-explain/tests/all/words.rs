//! Tests the words for rare kinds of chain starts and ends.

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, Limits};
use sudoku_explain::{Depth, Explanation, Language};
use sudoku_logic::{
    Branch, ChainKind, ChainNode, Effect, Evidence, HODOKU_2_3, Implication, LinkReason, State,
    Step, StepName,
};

fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

fn digit(value: u8) -> Digit {
    Digit::new(value).unwrap()
}

/// Explains a step that eliminates 1 from a cell, on a board with these candidates.
fn told(known: &[(&str, &str)], name: StepName, at: &str, evidence: Evidence) -> String {
    let mut sets = [DigitSet::ALL; 81];
    for (name, candidates) in known {
        sets[cell(name).index()] = candidates.parse().unwrap();
    }
    let effect = Effect::eliminate([(cell(at), DigitSet::only(digit(1)))]);
    let step = Step { name, effect, evidence };
    Explanation::new(&State::from(&Candidates::new(sets)), &step).unwrap().text(Depth::Proof)
}

#[test]
fn two_ends_that_exclude_each_other_are_both_named() {
    let link = |name, value, is_on, parents: &[usize]| {
        let cause = if parents.is_empty() { LinkReason::Assumption } else { LinkReason::Cell };
        let (cell, digit) = (cell(name), digit(value));
        Implication { cell, digit, is_on, cause, parents: parents.to_vec() }
    };
    let branches = ["r1c1", "r1c5"].map(|name| Branch {
        links: vec![
            link("r1c9", 1, true, &[]),
            link(name, 1, false, &[0]),
            link(name, 2, true, &[1]),
        ],
    });
    let kind = ChainKind::Contradiction;
    let evidence = Evidence::Chains { kind, complexity: 5, branches: branches.into() };
    let text = told(&[("r1c1", "12"), ("r1c5", "12")], StepName::NISHIO_CHAINS, "r1c9", evidence);
    assert!(text.contains("That is impossible: r1c1=2 and r1c5=2 ("), "{text}");
    assert!(
        text.starts_with("Nishio forcing chains: r1c9=1 leads to a contradiction. So"),
        "{text}"
    );
}

#[test]
fn a_choice_with_one_option_is_not_a_contradiction() {
    let node =
        |name, is_on| ChainNode { cells: vec![cell(name)], digit: digit(1), is_on, set: None };
    let evidence =
        Evidence::Forcing { chains: vec![vec![node("r1c1", true), node("r1c5", false)]] };
    let text = told(&[("r1c1", "1")], StepName::FORCING_CHAIN_VERITY, "r1c5", evidence);
    assert!(
        text.starts_with("Forcing chain verity: r1c1=1 leads to r1c5<>1. So r1c5<>1."),
        "{text}"
    );
}

#[test]
fn a_drawing_has_a_legend_in_each_language() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let state = State::from(&puzzle.parse::<Board>().unwrap());
    let step = HODOKU_2_3.hint(&state, &Limits::ALL).unwrap().step;
    let explanation = Explanation::new(&state, &step).unwrap();
    for (language, meaning) in
        [(Language::English, "! placed"), (Language::Korean, "결정되는 숫자")]
    {
        let drawing = explanation.clone().in_language(language).drawing().terminal(false);
        assert!(drawing.lines().last().unwrap().contains(meaning), "{drawing}");
    }
}
