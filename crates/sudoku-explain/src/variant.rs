//! Hints for puzzles with rules, in words and as data.

use serde::Serialize;
use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::Effect;
use sudoku_rules::Rule;
use sudoku_variants::{HintHouse, HintReason, HintStep, KnownSum, Single, VariantHint};

use crate::message::{Field, Message, ToMessage, messages};
use crate::notation;
use crate::words::{Language, demand};

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
        NeededBySum(cells: Vec<Cell>, digits: DigitSet),
        NakedSubset(house: House, cells: Vec<Cell>, digits: DigitSet),
        NakedSubsetByRule(rule: String, cells: Vec<Cell>, digits: DigitSet),
        HiddenSubset(house: House, cells: Vec<Cell>, digits: DigitSet),
        HiddenSubsetByRule(rule: String, cells: Vec<Cell>, digits: DigitSet),
        Sums(house: House, sums: String),
        SumsByRule(rule: String, sums: String),
        Innies(
            houses: Vec<House>,
            all: usize,
            sums: String,
            total: usize,
            cells: Vec<Cell>,
            sum: usize,
        ),
        Outies(
            houses: Vec<House>,
            all: usize,
            sums: String,
            total: usize,
            cells: Vec<Cell>,
            sum: usize,
        ),
        Both(
            houses: Vec<House>,
            all: usize,
            sums: String,
            total: usize,
            cells: Vec<Cell>,
            others: Vec<Cell>,
            sum: usize,
        ),
    }
}

/// A hint for a puzzle with rules, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct VariantStepData {
    /// The kind of the reason: `rule`, `combinations`, `needed`, `locked`, `subset`, `houses`,
    /// `sums`, `hidden` or `naked`.
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
    let step = |kind, rule: Option<&Rule>, phrases: &[Phrase], effect: &Effect| VariantStepData {
        kind,
        rule: rule.map(Rule::to_string),
        effect: notation::effect(effect),
        text: phrases
            .iter()
            .map(|phrase| language.variant(phrase))
            .chain([language.so(effect)])
            .collect::<Vec<_>>()
            .join(" "),
    };
    let mut steps = Vec::new();
    for HintStep { reason, eliminations } in &hint.steps {
        let effect = Effect { placement: None, eliminations: eliminations.clone() };
        let (kind, rule, phrases) = of_reason(reason);
        steps.push(step(kind, rule, &phrases, &effect));
    }
    steps.push(step(kind, rule, &[phrase], &Effect::place(hint.cell, hint.digit)));
    VariantHintData { cell: hint.cell.to_string(), digit: hint.digit.get(), steps }
}

/// Returns the kind of a reason, its rule, and its phrases.
fn of_reason(reason: &HintReason) -> (&'static str, Option<&Rule>, Vec<Phrase>) {
    let (kind, rule, phrase) = match reason {
        HintReason::Rule(rule) => {
            ("rule", Some(rule), Phrase::Rule(vec![demand(rule.kind())], rule.to_string()))
        }
        HintReason::Combinations { rule, sets } => {
            let sets: Vec<String> = sets.iter().map(DigitSet::to_string).collect();
            ("combinations", Some(rule), Phrase::Combinations(rule.to_string(), sets.join(", ")))
        }
        HintReason::Needed { rule, digits } => {
            ("needed", Some(rule), Phrase::Needed(rule.to_string(), *digits))
        }
        HintReason::Locked { house, digit, cells } => {
            let (digit, cells) = (*digit, cells.clone());
            let (rule, phrase) = match house {
                HintHouse::Classic(house) => (None, Phrase::Locked(*house, digit, cells)),
                HintHouse::Rule(rule) => {
                    (Some(rule), Phrase::LockedByRule(rule.to_string(), digit, cells))
                }
            };
            ("locked", rule, phrase)
        }
        HintReason::Subset { house, cells, digits, is_hidden } => {
            let (cells, digits) = (cells.clone(), *digits);
            let (rule, phrase) = match (house, is_hidden) {
                (HintHouse::Classic(house), false) => {
                    (None, Phrase::NakedSubset(*house, cells, digits))
                }
                (HintHouse::Classic(house), true) => {
                    (None, Phrase::HiddenSubset(*house, cells, digits))
                }
                (HintHouse::Rule(rule), false) => {
                    (Some(rule), Phrase::NakedSubsetByRule(rule.to_string(), cells, digits))
                }
                (HintHouse::Rule(rule), true) => {
                    (Some(rule), Phrase::HiddenSubsetByRule(rule.to_string(), cells, digits))
                }
            };
            ("subset", rule, phrase)
        }
        HintReason::HouseSums { house: HintHouse::Classic(house), sums } => {
            ("sums", None, Phrase::Sums(*house, known(sums)))
        }
        HintReason::HouseSums { house: HintHouse::Rule(rule), sums } => {
            ("sums", Some(rule), Phrase::SumsByRule(rule.to_string(), known(sums)))
        }
        HintReason::Houses { houses, sums, plus, minus, total, needed } => {
            let sum = of_houses(houses, sums, plus, minus, *total);
            if needed.is_empty() {
                ("houses", None, sum)
            } else {
                let needed = Phrase::NeededBySum(plus.clone(), *needed);
                return ("needed", None, vec![sum, needed]);
            }
        }
    };
    (kind, rule, vec![phrase])
}

/// Writes known sums: `r1c12 = 5, r1c345 = 17`.
fn known(sums: &[KnownSum]) -> String {
    let sum = |it: &KnownSum| format!("{} = {}", notation::cells(&it.cells), it.total);
    sums.iter().map(sum).collect::<Vec<_>>().join(", ")
}

/// Returns the phrase of the 45 rule. The subtracted cells are outside of the houses, or the only
/// cells are.
fn of_houses(
    houses: &[House],
    sums: &[KnownSum],
    plus: &[Cell],
    minus: &[Cell],
    difference: i32,
) -> Phrase {
    let all = 45 * houses.len();
    let is_inside = |cell: &Cell| houses.iter().any(|house| house.cells().contains(cell));
    let are_inside = plus.first().is_none_or(is_inside);
    let total = sums.iter().map(|sum| sum.total).sum::<i32>().unsigned_abs() as usize;
    let sum = difference.unsigned_abs() as usize;
    let (houses, sums) = (houses.to_vec(), known(sums));
    let (cells, others) = (plus.to_vec(), minus.to_vec());
    match (are_inside, minus.is_empty()) {
        (true, true) => Phrase::Innies(houses, all, sums, total, cells, sum),
        (false, _) => Phrase::Outies(houses, all, sums, total, cells, sum),
        (true, false) if difference >= 0 => {
            Phrase::Both(houses, all, sums, total, cells, others, sum)
        }
        (true, false) => Phrase::Both(houses, all, sums, total, others, cells, sum),
    }
}

#[cfg(test)]
pub(crate) fn samples() -> Vec<Message> {
    let phrases = Phrase::samples();
    let phrases = phrases.iter().map(Phrase::message);
    phrases.chain(sudoku_rules::RuleKind::all().map(demand)).collect()
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
        let [a, b, c, d, outside] = [0, 1, 2, 3, 9].map(|cell| Cell::new(cell).unwrap());
        let row = [House::all().next().unwrap()];
        let cages = |total| [KnownSum { cells: vec![c, d], total }];
        let text = |sum, plus: &[Cell], minus: &[Cell], difference| {
            Language::English.variant(&of_houses(&row, &cages(sum), plus, minus, difference))
        };
        assert_eq!(
            text(38, &[a, b], &[], 7),
            "The digits of row 1 add up to 45, and the known sums in it (r1c34 = 38) add up to \
             38, so r1c12 have the sum 7."
        );
        assert_eq!(
            text(50, &[outside], &[], 5),
            "The known sums that cover row 1 (r1c34 = 50) add up to 50, and the digits of this \
             house add up to 45, so r2c1 has the sum 5."
        );
        for (difference, expected) in [(3, "r1c1 minus r2c1 is 3"), (-3, "r2c1 minus r1c1 is 3")] {
            let text = text(45 - difference, &[a], &[outside], difference);
            assert!(text.ends_with(&format!("{expected}.")), "{text}");
        }
    }
}
