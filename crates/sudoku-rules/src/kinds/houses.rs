//! Kinds that add houses: nine cells, each digit once.

use sudoku_core::Cell;

use crate::arguments::Arguments;
use crate::entry::{Form, KindEntry, Meaning};

pub(crate) const HOUSES: &[KindEntry] = &[
    KindEntry {
        name: "diagonal-down",
        about: "The diagonal from r1c1 to r9c9 holds each digit once",
        form: Form::GLOBAL,
        meaning: Meaning::Houses(|_| vec![house(|place| (place, place))]),
    },
    KindEntry {
        name: "diagonal-up",
        about: "The diagonal from r9c1 to r1c9 holds each digit once",
        form: Form::GLOBAL,
        meaning: Meaning::Houses(|_| vec![house(|place| (8 - place, place))]),
    },
    KindEntry {
        name: "windoku",
        about: "Four more boxes, with corners at r2c2, r2c6, r6c2 and r6c6, hold each digit once",
        form: Form::GLOBAL,
        meaning: Meaning::Houses(|_| {
            let corners = [(1, 1), (1, 5), (5, 1), (5, 5)];
            corners.map(|(row, column)| house(|at| (row + at / 3, column + at % 3))).to_vec()
        }),
    },
    KindEntry {
        name: "disjoint-groups",
        about: "The cells in the same position of the nine boxes hold each digit once",
        form: Form::GLOBAL,
        meaning: Meaning::Houses(|_| {
            let group = |at: usize| house(|box_| (box_ / 3 * 3 + at / 3, box_ % 3 * 3 + at % 3));
            (0..9).map(group).collect()
        }),
    },
    KindEntry {
        name: "asterisk",
        about: "The cells r2c5, r3c3, r3c7, r5c2, r5c5, r5c8, r7c3, r7c7 and r8c5 hold each digit \
                once",
        form: Form::GLOBAL,
        meaning: Meaning::Houses(|_| {
            let star = [(1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4)];
            vec![house(|at| star[at])]
        }),
    },
    KindEntry {
        name: "house",
        about: "Nine cells, such as a region of a jigsaw, hold each digit once",
        form: Form::line(9, 9),
        meaning: Meaning::Houses(|rule: &Arguments| {
            vec![core::array::from_fn(|at| rule.cells.get(at).copied().unwrap_or(Cell::FIRST))]
        }),
    },
];

/// Returns the house of the cells at these rows and columns, both from 0.
fn house(place: impl Fn(usize) -> (usize, usize)) -> [Cell; 9] {
    core::array::from_fn(|at| {
        let (row, column) = place(at);
        Cell::at(row, column).unwrap_or(Cell::FIRST)
    })
}
