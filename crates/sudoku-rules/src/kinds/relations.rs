//! Kinds that relate the digits of two cells, or restrict the digit of one.

use sudoku_core::Cell;

use crate::arguments::{Arguments, RuleValue};
use crate::entry::{Form, KindEntry, Meaning, ValueForm};

/// The largest number of cells of a line.
const LINE: usize = 81;

pub(crate) const RELATIONS: &[KindEntry] = &[
    KindEntry {
        name: "differ",
        about: "The cells hold different digits",
        form: Form::line(2, 9),
        meaning: Meaning::Pairs { pairs: all_pairs, holds: differ, words: "hold the same digit" },
    },
    KindEntry {
        name: "anti-knight",
        about: "Cells a knight's move apart hold different digits",
        form: Form::GLOBAL,
        meaning: Meaning::Pairs {
            pairs: |_| neighbors(&[(1, 2), (2, 1), (2, -1), (1, -2)]),
            holds: differ,
            words: "are a knight's move apart and hold the same digit",
        },
    },
    KindEntry {
        name: "anti-king",
        about: "Cells that touch, also diagonally, hold different digits",
        form: Form::GLOBAL,
        meaning: Meaning::Pairs {
            pairs: |_| neighbors(&[(0, 1), (1, 1), (1, 0), (1, -1)]),
            holds: differ,
            words: "touch and hold the same digit",
        },
    },
    KindEntry {
        name: "non-consecutive",
        about: "Cells that share an edge hold no consecutive digits",
        form: Form::GLOBAL,
        meaning: Meaning::Pairs {
            pairs: |_| neighbors(&[(0, 1), (1, 0)]),
            holds: |_, a, b| a.abs_diff(b) != 1,
            words: "share an edge and hold consecutive digits",
        },
    },
    KindEntry {
        name: "thermometer",
        about: "The digits increase from the first cell, the bulb, to the last",
        form: Form::line(2, 9),
        meaning: Meaning::Pairs {
            pairs: along,
            holds: |_, a, b| a < b,
            words: "do not increase along the thermometer",
        },
    },
    KindEntry {
        name: "less",
        about: "The first cell holds a smaller digit than the second",
        form: Form::line(2, 2),
        meaning: Meaning::Pairs { pairs: along, holds: |_, a, b| a < b, words: "do not increase" },
    },
    KindEntry {
        name: "minimum",
        about: "The cell holds a smaller digit than each cell with which it shares an edge",
        form: Form::line(1, 1),
        meaning: Meaning::Pairs {
            pairs: around,
            holds: |_, a, b| a < b,
            words: "do not have the smaller digit in the minimum",
        },
    },
    KindEntry {
        name: "maximum",
        about: "The cell holds a larger digit than each cell with which it shares an edge",
        form: Form::line(1, 1),
        meaning: Meaning::Pairs {
            pairs: around,
            holds: |_, a, b| a > b,
            words: "do not have the larger digit in the maximum",
        },
    },
    KindEntry {
        name: "difference",
        about: "The digits of two cells have this difference (1 for a white dot)",
        form: Form::line(2, 2).with(ValueForm::Number(0, 8)),
        meaning: Meaning::Pairs {
            pairs: along,
            holds: |value, a, b| value.number() == Some(a.abs_diff(b).into()),
            words: "do not have the difference",
        },
    },
    KindEntry {
        name: "ratio",
        about: "One of two digits is this multiple of the other (2 for a black dot)",
        form: Form::line(2, 2).with(ValueForm::Number(1, 9)),
        meaning: Meaning::Pairs {
            pairs: along,
            holds: |value, a, b| {
                let (low, high) = (i32::from(a.min(b)), i32::from(a.max(b)));
                value.number().is_some_and(|ratio| ratio * low == high)
            },
            words: "do not have the ratio",
        },
    },
    KindEntry {
        name: "xv",
        about: "The digits of two cells add up to this number (10 for an X, 5 for a V)",
        form: Form::line(2, 2).with(ValueForm::Number(2, 18)),
        meaning: Meaning::Pairs {
            pairs: along,
            holds: |value, a, b| value.number() == Some(i32::from(a + b)),
            words: "do not have the sum",
        },
    },
    KindEntry {
        name: "whisper",
        about: "Neighbors on the line differ by at least this number (5 on German whispers)",
        form: Form::line(2, LINE).with(ValueForm::Number(1, 8)),
        meaning: Meaning::Pairs {
            pairs: along,
            holds: |value, a, b| {
                value.number().is_some_and(|least| i32::from(a.abs_diff(b)) >= least)
            },
            words: "are too close for the whisper line",
        },
    },
    KindEntry {
        name: "palindrome",
        about: "The line has the same digits from both ends",
        form: Form::line(2, LINE),
        meaning: Meaning::Pairs {
            pairs: |rule| {
                let half = rule.cells.len() / 2;
                let ends = rule.cells.iter().zip(rule.cells.iter().rev());
                ends.take(half).map(|(&first, &last)| (first, last)).collect()
            },
            holds: |_, a, b| a == b,
            words: "hold different digits on the palindrome",
        },
    },
    KindEntry {
        name: "clone",
        about: "The cells before `/` hold the same digits as the cells after it, in the same order",
        form: Form { others: 1..=LINE, is_paired: true, ..Form::line(1, LINE) },
        meaning: Meaning::Pairs {
            pairs: |rule| rule.cells.iter().copied().zip(rule.others.iter().copied()).collect(),
            holds: |_, a, b| a == b,
            words: "are clones and hold different digits",
        },
    },
    KindEntry {
        name: "relation",
        about: "The digits of two cells are allowed by a table: 81 characters `0` and `1`, a row \
                of nine for each first digit",
        form: Form::line(2, 2).with(ValueForm::Relation),
        meaning: Meaning::Pairs {
            pairs: along,
            holds: |value, a, b| match value {
                RuleValue::Relation(relation) => {
                    let [a, b] = [a, b].map(sudoku_core::Digit::new);
                    a.zip(b).is_some_and(|(a, b)| relation.allows(a, b))
                }
                _ => false,
            },
            words: "are not allowed by the relation",
        },
    },
    KindEntry {
        name: "digits",
        about: "Each cell holds one of these digits",
        form: Form::line(1, LINE).with(ValueForm::Set),
        meaning: Meaning::Each {
            holds: |value, digit| value.digits().iter().any(|allowed| allowed.get() == digit),
            words: "is not one of the allowed digits",
        },
    },
    KindEntry {
        name: "odd",
        about: "Each cell holds an odd digit",
        form: Form::line(1, LINE),
        meaning: Meaning::Each { holds: |_, digit| digit % 2 == 1, words: "is not odd" },
    },
    KindEntry {
        name: "even",
        about: "Each cell holds an even digit",
        form: Form::line(1, LINE),
        meaning: Meaning::Each { holds: |_, digit| digit % 2 == 0, words: "is not even" },
    },
];

fn differ(_: &RuleValue, a: u8, b: u8) -> bool {
    a != b
}

/// Returns every two cells of the rule.
fn all_pairs(rule: &Arguments) -> Vec<(Cell, Cell)> {
    let after = |place: usize| rule.cells[place + 1..].iter();
    let pairs = rule.cells.iter().enumerate();
    pairs.flat_map(|(place, &first)| after(place).map(move |&second| (first, second))).collect()
}

/// Returns every two cells that follow each other on the line.
fn along(rule: &Arguments) -> Vec<(Cell, Cell)> {
    rule.cells.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Returns the cell of the rule with each cell that shares an edge with it.
fn around(rule: &Arguments) -> Vec<(Cell, Cell)> {
    let both_ways = |pair: (Cell, Cell)| [pair, (pair.1, pair.0)];
    let pairs = neighbors(&[(0, 1), (1, 0)]).into_iter().flat_map(both_ways);
    pairs.filter(|(first, _)| rule.cells.contains(first)).collect()
}

/// Returns every two cells of the board that are one of these steps apart.
fn neighbors(steps: &[(usize, isize)]) -> Vec<(Cell, Cell)> {
    let step = |cell: Cell, (down, right): (usize, isize)| {
        Some((cell, Cell::at(cell.row() + down, cell.column().checked_add_signed(right)?)?))
    };
    Cell::all().flat_map(|cell| steps.iter().filter_map(move |&by| step(cell, by))).collect()
}
