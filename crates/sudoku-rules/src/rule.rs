//! One rule: a kind with its arguments.

use core::fmt;
use core::ops::RangeInclusive;

use sudoku_core::{Board, Cell};
use thiserror::Error;

use crate::arguments::{Arguments, RuleValue};
use crate::entry::{ValueForm, Violation};
use crate::kinds::{self, RuleKind, UnknownKind};
use crate::primitive::Primitive;

/// A rule of a puzzle, such as a cage with its sum and its cells.
///
/// As text, a rule is one line: the name of its [kind](RuleKind), its value, and its cells. A few
/// kinds have a second list of cells after ` / `.
///
/// ```
/// use sudoku_core::Board;
/// use sudoku_rules::Rule;
///
/// let rule: Rule = "cage 10 r1c1 r1c2 r1c3".parse()?;
/// let board: Board = format!("127{}", ".".repeat(78)).parse().unwrap();
/// assert_eq!(rule.find_violation(&board), None);
/// let board: Board = format!("128{}", ".".repeat(78)).parse().unwrap();
/// let violation = rule.find_violation(&board).unwrap();
/// assert_eq!(violation.to_string(), "r1c1, r1c2, r1c3 add up to 11, not 10");
/// # Ok::<(), sudoku_rules::RuleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    kind: RuleKind,
    arguments: Arguments,
}

/// The reason why a rule is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleError {
    /// The line does not begin with the name of a kind.
    #[error(transparent)]
    UnknownKind(#[from] UnknownKind),
    /// The value is missing or of another form.
    #[error("`{}` is not the value of a rule `{kind}`; expected {expected}", found.escape_default())]
    Value {
        /// The kind.
        kind: RuleKind,
        /// The expected value in words.
        expected: String,
        /// The word in its place, at most its first 40 characters.
        found: String,
    },
    /// A word is not a cell.
    #[error("`{}` is not a cell; cells have the names r1c1 to r9c9", found.escape_default())]
    Cell {
        /// The word, at most its first 40 characters.
        found: String,
    },
    /// The rule has too many or too few cells.
    #[error(
        "`{kind}` has {}; expected {}; write `{}`",
        cells_of(*found, *second),
        range(allowed),
        kind.syntax()
    )]
    CellCount {
        /// The kind.
        kind: RuleKind,
        /// The number of cells.
        found: usize,
        /// The allowed numbers of cells.
        allowed: RangeInclusive<usize>,
        /// True for the cells after the separator.
        second: bool,
    },
    /// A cell occurs twice.
    #[error(
        "`{kind}` has the cell {cell} twice; only the rule `sum` counts a repeated cell repeatedly"
    )]
    RepeatedCell {
        /// The kind.
        kind: RuleKind,
        /// The cell.
        cell: Cell,
    },
    /// The cells cannot have the sum.
    #[error(
        "the sum {found} is impossible for {} of a rule `{kind}`; expected {}",
        cells_of(*cells, false),
        range(&(*min..=*max))
    )]
    ImpossibleSum {
        /// The kind.
        kind: RuleKind,
        /// The sum.
        found: i32,
        /// The number of cells.
        cells: usize,
        /// The smallest possible sum.
        min: i32,
        /// The largest possible sum.
        max: i32,
    },
}

fn cells_of(count: usize, second: bool) -> String {
    let (ending, place) =
        (if count == 1 { "" } else { "s" }, if second { " after `/`" } else { "" });
    format!("{count} cell{ending}{place}")
}

fn range(allowed: &RangeInclusive<impl fmt::Display + PartialEq>) -> String {
    let (min, max) = (allowed.start(), allowed.end());
    if min == max { min.to_string() } else { format!("{min} to {max}") }
}

impl Rule {
    /// Makes a rule of this kind. Most kinds have no second list of cells, so `others` is empty.
    ///
    /// # Errors
    /// Fails if the kind does not take this value or these cells, or if the cells cannot have the
    /// sum.
    pub fn new(
        kind: RuleKind,
        value: RuleValue,
        cells: Vec<Cell>,
        others: Vec<Cell>,
    ) -> Result<Self, RuleError> {
        let form = &kind.0.form;
        let wanted = if form.is_paired { cells.len()..=cells.len() } else { form.others.clone() };
        for (list, allowed, second) in [(&cells, &form.cells, false), (&others, &wanted, true)] {
            if !allowed.contains(&list.len()) {
                let (found, allowed) = (list.len(), allowed.clone());
                return Err(RuleError::CellCount { kind, found, allowed, second });
            }
        }
        let all: Vec<Cell> = cells.iter().chain(&others).copied().collect();
        let repeated = (1..all.len()).find(|&place| all[..place].contains(&all[place]));
        if let Some(place) = repeated.filter(|_| !form.repeats) {
            return Err(RuleError::RepeatedCell { kind, cell: all[place] });
        }
        check_value(kind, &value, cells.len())?;
        Ok(Self { kind, arguments: Arguments { value, cells, others } })
    }

    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> RuleKind {
        self.kind
    }

    /// Returns the value, such as the sum of a cage.
    #[must_use]
    pub const fn value(&self) -> &RuleValue {
        &self.arguments.value
    }

    /// Returns the cells in their order. A rule about the whole board lists no cells.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.arguments.cells
    }

    /// Returns the second list of cells, such as those of an arrow without its circle.
    #[must_use]
    pub fn others(&self) -> &[Cell] {
        &self.arguments.others
    }

    /// Returns cells whose digits break the rule, or `None` if the digits so far obey it.
    ///
    /// The check uses the definition of the rule only. So it is the reference for solvers. A rule
    /// that needs all of its cells, such as a sum, is checked when none of them is blank.
    #[must_use]
    pub fn find_violation(&self, board: &Board) -> Option<Violation> {
        kinds::find_violation(&self.kind.0.meaning, &self.arguments, board)
    }

    /// Returns the rule in terms of primitives.
    #[must_use]
    pub fn primitives(&self) -> Vec<Primitive> {
        kinds::primitives(&self.kind.0.meaning, &self.arguments)
    }
}

/// Checks that the kind takes the value.
fn check_value(kind: RuleKind, value: &RuleValue, cells: usize) -> Result<(), RuleError> {
    let count = cells as i32;
    match (kind.0.form.value, value) {
        (ValueForm::None | ValueForm::OptionalSum, RuleValue::None)
        | (ValueForm::Relation, RuleValue::Relation(_)) => Ok(()),
        (ValueForm::Number(min, max), RuleValue::Number(number))
            if (min..=max).contains(number) =>
        {
            Ok(())
        }
        (ValueForm::Sum, &RuleValue::Number(number)) => {
            check_sum(kind, number, cells, (count, 9 * count))
        }
        (ValueForm::OptionalSum, &RuleValue::Number(number)) => {
            check_sum(kind, number, cells, (count * (count + 1) / 2, count * (19 - count) / 2))
        }
        (ValueForm::Set, RuleValue::Digits(digits))
            if !digits.is_empty() && digits.windows(2).all(|pair| pair[0] < pair[1]) =>
        {
            Ok(())
        }
        (ValueForm::Digits, RuleValue::Digits(digits)) if (1..=cells).contains(&digits.len()) => {
            Ok(())
        }
        (form, value) => Err(RuleError::Value {
            kind,
            expected: expected(form),
            found: value.to_string().chars().take(40).collect(),
        }),
    }
}

fn check_sum(
    kind: RuleKind,
    found: i32,
    cells: usize,
    (min, max): (i32, i32),
) -> Result<(), RuleError> {
    if (min..=max).contains(&found) {
        return Ok(());
    }
    Err(RuleError::ImpossibleSum { kind, found, cells, min, max })
}

/// Returns the expected value in words.
pub(crate) fn expected(form: ValueForm) -> String {
    match form {
        ValueForm::None => "no value".to_owned(),
        ValueForm::Number(min, max) => format!("a number from {min} to {max}"),
        ValueForm::OptionalSum | ValueForm::Sum => "a sum".to_owned(),
        ValueForm::Set => "different digits in ascending order, such as 135".to_owned(),
        ValueForm::Digits => "digits, at most as many as cells".to_owned(),
        ValueForm::Relation => "81 characters `0` and `1`".to_owned(),
    }
}

/// Prints the rule as a line of text.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Arguments { value, cells, others } = &self.arguments;
        write!(f, "{}", self.kind)?;
        if *value != RuleValue::None {
            write!(f, " {value}")?;
        }
        cells.iter().try_for_each(|cell| write!(f, " {cell}"))?;
        if !others.is_empty() {
            f.write_str(" /")?;
        }
        others.iter().try_for_each(|cell| write!(f, " {cell}"))
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({self})")
    }
}
