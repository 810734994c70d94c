//! Kinds that add up digits.

use sudoku_core::{Board, Cell};

use crate::checks::{filled, named, same_digit};
use crate::entry::{Form, KindEntry, Meaning, ValueForm, Violation};
use crate::primitive::Primitive;

pub(crate) const SUMS: &[KindEntry] = &[
    KindEntry {
        name: "cage",
        about: "The cells hold different digits, with this sum if one is given",
        form: Form::line(1, 9).with(ValueForm::OptionalSum),
        meaning: Meaning::Other {
            find: |rule, board| {
                same_digit(&rule.cells, board)
                    .or_else(|| wrong_sum(rule.value.number()?, &rule.cells, &[], board))
            },
            primitives: |rule| {
                let total = rule.value.number();
                let sum = total.map(|total| sum(total, &rule.cells, &[]));
                sum.into_iter().chain([Primitive::Differ(rule.cells.clone())]).collect()
            },
        },
    },
    KindEntry {
        name: "little-killer",
        about: "The cells, usually a diagonal, have this sum; digits may repeat",
        form: Form::line(1, 9).with(ValueForm::Sum),
        meaning: PLAIN_SUM,
    },
    KindEntry {
        name: "arrow",
        about: "The cell before `/` holds the sum of the cells after it; digits may repeat",
        form: Form { others: 1..=9, ..Form::line(1, 1) },
        meaning: Meaning::Other {
            find: |rule, board| {
                let [circle, arm] = [&rule.cells, &rule.others].map(|cells| total(cells, board));
                (circle? != arm?).then(|| Violation {
                    cells: [&rule.cells[..], &rule.others].concat(),
                    reason: format!(
                        "{} holds {}, but the cells of the arrow add up to {}",
                        named(&rule.cells),
                        circle.unwrap_or(0),
                        arm.unwrap_or(0),
                    ),
                })
            },
            primitives: |rule| vec![sum(0, &rule.others, &rule.cells)],
        },
    },
    KindEntry {
        name: "sum",
        about: "The cells before `/` minus the cells after it have this sum; a cell that occurs \
                twice counts twice",
        form: Form { others: 0..=81, repeats: true, ..Form::line(1, 81) }
            .with(ValueForm::Number(-729, 729)),
        meaning: PLAIN_SUM,
    },
];

const PLAIN_SUM: Meaning = Meaning::Other {
    find: |rule, board| wrong_sum(rule.value.number()?, &rule.cells, &rule.others, board),
    primitives: |rule| {
        rule.value.number().map(|total| sum(total, &rule.cells, &rule.others)).into_iter().collect()
    },
};

fn sum(total: i32, plus: &[Cell], minus: &[Cell]) -> Primitive {
    Primitive::Sum { total, plus: plus.to_vec(), minus: minus.to_vec() }
}

/// Returns the sum of the digits, or `None` if a cell is blank.
fn total(cells: &[Cell], board: &Board) -> Option<i32> {
    filled(cells, board).map(|digits| digits.iter().map(|digit| i32::from(digit.get())).sum())
}

fn wrong_sum(wanted: i32, plus: &[Cell], minus: &[Cell], board: &Board) -> Option<Violation> {
    let found = total(plus, board)? - total(minus, board)?;
    (found != wanted).then(|| Violation {
        cells: [plus, minus].concat(),
        reason: if minus.is_empty() {
            format!("{} add up to {found}, not {wanted}", named(plus))
        } else {
            format!("{} minus {} are {found}, not {wanted}", named(plus), named(minus))
        },
    })
}
