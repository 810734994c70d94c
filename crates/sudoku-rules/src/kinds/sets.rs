//! Kinds that concern the set of digits of several cells, and boards without boxes.

use sudoku_core::{Board, Digit, DigitSet};

use crate::arguments::Arguments;
use crate::checks::{filled, named, same_digit};
use crate::entry::{Form, KindEntry, Meaning, ValueForm, Violation};
use crate::primitive::Primitive;

pub(crate) const SETS: &[KindEntry] = &[
    KindEntry {
        name: "renban",
        about: "The cells hold different digits without a gap, in any order",
        form: Form::line(1, 9),
        meaning: Meaning::Other { find: gap, primitives: runs },
    },
    KindEntry {
        name: "between",
        about: "The inner cells of the line hold digits strictly between those of its two ends",
        form: Form::line(3, 81),
        meaning: Meaning::Other {
            find: outside,
            primitives: |rule| match rule.cells[..] {
                [first, ref inner @ .., last] => {
                    vec![Primitive::Between { ends: [first, last], inner: inner.to_vec() }]
                }
                _ => Vec::new(),
            },
        },
    },
    KindEntry {
        name: "quadruple",
        about: "The cells hold these digits; a digit that occurs twice is in two cells",
        form: Form::line(1, 9).with(ValueForm::Digits),
        meaning: Meaning::Other {
            find: missing,
            primitives: |rule| {
                let digits = rule.value.digits().to_vec();
                vec![Primitive::Contains { digits, cells: rule.cells.clone() }]
            },
        },
    },
    KindEntry {
        name: "no-boxes",
        about: "The nine boxes may hold a digit twice, as in a jigsaw",
        form: Form::GLOBAL,
        meaning: Meaning::Other { find: |_, _| None, primitives: |_| vec![Primitive::NoBoxes] },
    },
];

fn gap(rule: &Arguments, board: &Board) -> Option<Violation> {
    same_digit(&rule.cells, board).or_else(|| {
        let digits = filled(&rule.cells, board)?;
        let (low, high) = (digits.iter().min()?.get(), digits.iter().max()?.get());
        (usize::from(high - low) + 1 != digits.len()).then(|| Violation {
            cells: rule.cells.clone(),
            reason: format!("{} hold digits with a gap", named(&rule.cells)),
        })
    })
}

/// Returns the sets of as many consecutive digits as the rule has cells.
fn runs(rule: &Arguments) -> Vec<Primitive> {
    let length = rule.cells.len() as u8;
    let run = |low: u8| (low..low + length).filter_map(Digit::new).collect::<DigitSet>();
    let sets = (1..=10 - length).map(run).collect();
    vec![Primitive::Sets { cells: rule.cells.clone(), sets }]
}

fn outside(rule: &Arguments, board: &Board) -> Option<Violation> {
    let [first, ref inner @ .., last] = rule.cells[..] else { return None };
    let (a, b) = (board.get(first)?, board.get(last)?);
    let (low, high) = (a.min(b), a.max(b));
    let cell = inner
        .iter()
        .find(|&&cell| board.get(cell).is_some_and(|digit| digit <= low || digit >= high));
    cell.map(|&cell| Violation {
        cells: vec![first, cell, last],
        reason: format!("{cell} holds no digit between {a} in {first} and {b} in {last}"),
    })
}

fn missing(rule: &Arguments, board: &Board) -> Option<Violation> {
    let mut held = filled(&rule.cells, board)?;
    for &digit in rule.value.digits() {
        let Some(place) = held.iter().position(|&it| it == digit) else {
            let reason =
                format!("{} do not hold {digit} as often as they must", named(&rule.cells));
            return Some(Violation { cells: rule.cells.clone(), reason });
        };
        held.swap_remove(place);
    }
    None
}
