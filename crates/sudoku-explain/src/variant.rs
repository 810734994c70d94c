//! Hints for puzzles with rules, in words and as data.

use serde::Serialize;
use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::Effect;
use sudoku_rules::{Rule, RuleKind};
use sudoku_variants::{HintHouse, HintReason, HintStep, Single, VariantHint};

use crate::message::{Field, Message, ToMessage, messages};
use crate::notation;
use crate::words::Language;

messages! {
    /// The reason of a step, or of the digit at its end.
    enum Phrase in "variants" {
        Hidden(house: House, claim: (Cell, Digit)),
        HiddenByRule(rule: String, claim: (Cell, Digit)),
        Naked(claim: (Cell, Digit)),
        Locked(house: House, digit: Digit, cells: Vec<Cell>),
        LockedByRule(rule: String, digit: Digit, cells: Vec<Cell>),
        Rule(meaning: Vec<Message>, rule: String),
        Combinations(rule: String, sets: String),
        Needed(rule: String, digits: DigitSet),
        Innies(houses: Vec<House>, all: usize, cages: usize, cells: Vec<Cell>, sum: usize),
        Outies(houses: Vec<House>, all: usize, cages: usize, cells: Vec<Cell>, sum: usize),
        Both(
            houses: Vec<House>,
            all: usize,
            cages: usize,
            cells: Vec<Cell>,
            others: Vec<Cell>,
            sum: usize,
        ),
    }
}

/// A hint for a puzzle with rules, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct VariantHintData {
    /// The cell, such as `r1c2`.
    pub cell: String,
    /// The digit.
    pub digit: u8,
    /// The steps, in their order. The last one places the digit.
    pub steps: Vec<VariantStepData>,
}

/// A step of a hint for a puzzle with rules, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct VariantStepData {
    /// The kind of the reason: `rule`, `combinations`, `needed`, `locked`, `houses`,
    /// `hidden` or `naked`.
    pub kind: &'static str,
    /// The rule, if it gives the reason.
    pub rule: Option<String>,
    /// The effect, such as `r1c2<>5` or `r1c2=5`.
    pub effect: String,
    /// The reason and the effect in words.
    pub text: String,
}

/// Explains a hint for a puzzle with rules.
///
/// ```
/// use sudoku_explain::{Language, variant_hint};
/// use sudoku_variants::{Hints, Ruled, Rules};
///
/// let rules: Rules = "cage 4 r1c1 r1c2; digits 1 r4c1".parse()?;
/// let hint = Hints::new(&Ruled::new(&rules)?).nth(1).expect("a second hint");
/// let steps = variant_hint(&hint, Language::English).steps;
/// assert_eq!(
///     steps[0].text,
///     "The possible digit combinations of the cells: 13 (cage 4 r1c1 r1c2). \
///      So r1c1<>2456789 r1c2<>23456789."
/// );
/// assert_eq!(steps[1].text, "In r1c1, only 3 is left. So r1c1=3.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn variant_hint(hint: &VariantHint, language: Language) -> VariantHintData {
    let claim = (hint.cell, hint.digit);
    let (kind, rule, phrase) = match &hint.single {
        Single::Naked => ("naked", None, Phrase::Naked(claim)),
        Single::Hidden(HintHouse::Classic(house)) => {
            ("hidden", None, Phrase::Hidden(*house, claim))
        }
        Single::Hidden(HintHouse::Rule(rule)) => {
            ("hidden", Some(rule), Phrase::HiddenByRule(rule.to_string(), claim))
        }
    };
    let step = |kind, rule: Option<&Rule>, phrase: &Phrase, effect: &Effect| VariantStepData {
        kind,
        rule: rule.map(Rule::to_string),
        effect: notation::effect(effect),
        text: format!("{} {}", language.variant(phrase), language.so(effect)),
    };
    let mut steps = Vec::new();
    for HintStep { reason, eliminations } in &hint.steps {
        let effect = Effect { placement: None, eliminations: eliminations.clone() };
        let (kind, rule, phrase) = of_reason(reason);
        steps.push(step(kind, rule, &phrase, &effect));
    }
    steps.push(step(kind, rule, &phrase, &Effect::place(hint.cell, hint.digit)));
    VariantHintData { cell: hint.cell.to_string(), digit: hint.digit.get(), steps }
}

/// Returns the kind of a reason, its rule, and its phrase.
fn of_reason(reason: &HintReason) -> (&'static str, Option<&Rule>, Phrase) {
    match reason {
        HintReason::Rule(rule) => {
            ("rule", Some(rule), Phrase::Rule(vec![meaning(rule.kind())], rule.to_string()))
        }
        HintReason::Combinations { rule, sets } => {
            let sets: Vec<String> = sets.iter().map(DigitSet::to_string).collect();
            ("combinations", Some(rule), Phrase::Combinations(rule.to_string(), sets.join(", ")))
        }
        HintReason::Needed { rule, digits } => {
            ("needed", Some(rule), Phrase::Needed(rule.to_string(), *digits))
        }
        HintReason::Locked { house: HintHouse::Classic(house), digit, cells } => {
            ("locked", None, Phrase::Locked(*house, *digit, cells.clone()))
        }
        HintReason::Locked { house: HintHouse::Rule(rule), digit, cells } => {
            ("locked", Some(rule), Phrase::LockedByRule(rule.to_string(), *digit, cells.clone()))
        }
        HintReason::Houses { houses, plus, minus, total } => {
            ("houses", None, of_houses(houses, plus, minus, *total))
        }
    }
}

/// Returns the phrase of the 45 rule. The subtracted cells are outside of the houses, or the only
/// cells are.
fn of_houses(houses: &[House], plus: &[Cell], minus: &[Cell], total: i32) -> Phrase {
    let all = 45 * houses.len();
    let is_inside = |cell: &Cell| houses.iter().any(|house| house.cells().contains(cell));
    let are_inside = plus.first().is_none_or(is_inside);
    let sum = total.unsigned_abs() as usize;
    let (houses, cells, others) = (houses.to_vec(), plus.to_vec(), minus.to_vec());
    match (are_inside, minus.is_empty()) {
        (true, true) => Phrase::Innies(houses, all, all.saturating_sub(sum), cells, sum),
        (false, _) => Phrase::Outies(houses, all, all + sum, cells, sum),
        (true, false) if total >= 0 => {
            Phrase::Both(houses, all, all.saturating_sub(sum), cells, others, sum)
        }
        (true, false) => Phrase::Both(houses, all, all + sum, others, cells, sum),
    }
}

/// Returns the message with the demand of a kind of rule.
pub(crate) fn meaning(kind: RuleKind) -> Message {
    Message::new("rules", kind.name())
}

#[cfg(test)]
pub(crate) fn samples() -> Vec<Message> {
    let phrases = Phrase::samples();
    let phrases = phrases.iter().map(Phrase::message);
    phrases.chain(RuleKind::all().map(meaning)).collect()
}

#[cfg(test)]
mod tests {
    use sudoku_variants::{Hints, Ruled};

    use super::*;

    /// Every hint of the embedded puzzles has complete sentences in every language.
    #[test]
    fn every_hint_has_words_in_every_language() {
        for set in sudoku_corpus::variant_sets() {
            for known in set.answers().unwrap().iter().step_by(4) {
                let puzzle = Ruled::new(&known.puzzle.parse().unwrap()).unwrap();
                for hint in Hints::new(&puzzle).take(3) {
                    for &language in Language::ALL {
                        for step in variant_hint(&hint, language).steps {
                            assert!(step.text.ends_with('.'), "{}", step.text);
                            assert!(!step.text.contains(['{', '}']), "{}", step.text);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_45_rule_adds_and_subtracts() {
        let [a, b, outside] = [0, 1, 9].map(|cell| Cell::new(cell).unwrap());
        let row = [House::all().next().unwrap()];
        let text = |plus: &[Cell], minus: &[Cell], total| {
            Language::English.variant(&of_houses(&row, plus, minus, total))
        };
        assert_eq!(
            text(&[a, b], &[], 7),
            "The digits of row 1 add up to 45, and the known sums in it add up to 38, so r1c12 \
             have the sum 7."
        );
        assert_eq!(
            text(&[outside], &[], 5),
            "The known sums that cover row 1 add up to 50, and the digits of this house add up to \
             45, so r2c1 has the sum 5."
        );
        for (total, expected) in [(3, "r1c1 minus r2c1 is 3"), (-3, "r2c1 minus r1c1 is 3")] {
            let text = text(&[a], &[outside], total);
            assert!(text.ends_with(&format!("{expected}.")), "{text}");
        }
    }
}
