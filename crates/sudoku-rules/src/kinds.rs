//! The table of the kinds of rules.
//!
//! To add a kind, add an entry to one of the files in the folder `kinds`.

mod houses;
mod relations;
mod sets;
mod sums;

use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use sudoku_core::{Board, Digit};

use crate::arguments::Arguments;
use crate::checks::same_digit;
use crate::entry::{KindEntry, Meaning, ValueForm, Violation};
use crate::primitive::Primitive;
use crate::relation::Relation;

/// The tables of kinds, in the order in which they are listed.
const TABLES: [&[KindEntry]; 4] = [houses::HOUSES, relations::RELATIONS, sums::SUMS, sets::SETS];

/// A kind of rule, such as `cage`.
///
/// ```
/// use sudoku_rules::RuleKind;
///
/// let kind: RuleKind = "thermometer".parse()?;
/// assert_eq!(kind.syntax(), "thermometer CELLS");
/// assert!(RuleKind::all().any(|it| it == kind));
/// # Ok::<(), sudoku_rules::UnknownKind>(())
/// ```
#[derive(Clone, Copy)]
pub struct RuleKind(pub(crate) &'static KindEntry);

impl RuleKind {
    /// Returns every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLES.into_iter().flatten().map(Self)
    }

    /// Returns the name, which is the first word of a rule in text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns a description in one sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        self.0.about
    }

    /// Returns the line of text that a rule of this kind takes, with words in capitals for the
    /// arguments.
    #[must_use]
    pub fn syntax(self) -> String {
        let form = &self.0.form;
        let value = match form.value {
            ValueForm::None => "",
            ValueForm::Number(..) => " NUMBER",
            ValueForm::OptionalSum => " [SUM]",
            ValueForm::Sum => " SUM",
            ValueForm::Set | ValueForm::Digits => " DIGITS",
            ValueForm::Relation => " TABLE",
        };
        let cells = |max: usize| match max {
            0 => "",
            1 => " CELL",
            2 => " CELL CELL",
            _ => " CELLS",
        };
        let others = match (*form.others.start(), *form.others.end()) {
            (_, 0) => "",
            (0, _) => " [/ CELLS]",
            _ => " / CELLS",
        };
        format!("{}{value}{}{others}", self.0.name, cells(*form.cells.end()))
    }
}

impl PartialEq for RuleKind {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for RuleKind {}

impl Hash for RuleKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a word that is not the name of a kind of rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rule `{}`; {}", name.escape_default(), self.advice())]
pub struct UnknownKind {
    /// The word, at most its first 40 characters.
    pub name: String,
}

impl UnknownKind {
    /// Returns the names of the rules that were probably meant.
    #[must_use]
    pub fn suggestions(&self) -> Vec<&'static str> {
        let name = self.name.to_ascii_lowercase().replace('_', "-");
        let is_part = |kind: &str| kind.starts_with(&*name) || name.starts_with(kind);
        let is_other = |kind: &str| OTHER_NAMES.contains(&(&*name, kind));
        let all = RuleKind::all().map(RuleKind::name);
        all.filter(|kind| name.len() > 2 && is_part(kind) || is_other(kind)).collect()
    }

    /// Returns the question whether the suggestions were meant, or without suggestions the list of
    /// all rules.
    #[must_use]
    pub fn advice(&self) -> String {
        match &self.suggestions()[..] {
            [] => {
                let all: Vec<_> = RuleKind::all().map(RuleKind::name).collect();
                format!("known rules: {}", all.join(", "))
            }
            names => format!("did you mean `{}`?", names.join("` or `")),
        }
    }
}

/// Names of variants that differ from the names of their rules.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("killer", "cage"),
    ("kropki", "difference"),
    ("kropki", "ratio"),
    ("german-whispers", "whisper"),
    ("consecutive", "difference"),
    ("greater", "less"),
    ("jigsaw", "house"),
    ("argyle", "house"),
];

impl FromStr for RuleKind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        let unknown = || UnknownKind { name: name.chars().take(40).collect() };
        Self::all().find(|kind| kind.name() == name).ok_or_else(unknown)
    }
}

/// Returns the cells that break a rule of this meaning on the board, if there are any.
pub(crate) fn find_violation(
    meaning: &Meaning,
    rule: &Arguments,
    board: &Board,
) -> Option<Violation> {
    match meaning {
        Meaning::Houses(houses) => houses(rule).iter().find_map(|house| same_digit(house, board)),
        Meaning::Pairs { pairs, holds, words } => pairs(rule).into_iter().find_map(|(a, b)| {
            let (first, second) = (board.get(a)?, board.get(b)?);
            (!holds(&rule.value, first.get(), second.get())).then(|| Violation {
                cells: vec![a, b],
                reason: format!("{a} ({first}) and {b} ({second}) {words}{}", wanted(rule)),
            })
        }),
        Meaning::Each { holds, words } => rule.cells.iter().find_map(|&cell| {
            let digit = board.get(cell)?;
            (!holds(&rule.value, digit.get())).then(|| Violation {
                cells: vec![cell],
                reason: format!("{cell} ({digit}) {words}"),
            })
        }),
        Meaning::Other { find, .. } => find(rule, board),
    }
}

/// Returns the number of the rule after a space, for the end of a sentence.
fn wanted(rule: &Arguments) -> String {
    rule.value.number().map_or(String::new(), |number| format!(" {number}"))
}

/// Returns the primitives of a rule of this meaning.
pub(crate) fn primitives(meaning: &Meaning, rule: &Arguments) -> Vec<Primitive> {
    match meaning {
        Meaning::Houses(houses) => houses(rule).into_iter().map(Primitive::House).collect(),
        Meaning::Pairs { pairs, holds, .. } => {
            let relation = Relation::new(|a, b| holds(&rule.value, a, b));
            let differs = relation == Relation::new(|a, b| a != b);
            let primitive = |(first, second)| match differs {
                true => Primitive::Differ(vec![first, second]),
                false => Primitive::Relation { relation, first, second },
            };
            pairs(rule).into_iter().map(primitive).collect()
        }
        Meaning::Each { holds, .. } => {
            let digits = Digit::all().filter(|digit| holds(&rule.value, digit.get())).collect();
            rule.cells.iter().map(|&cell| Primitive::Digits { cell, digits }).collect()
        }
        Meaning::Other { primitives, .. } => primitives(rule),
    }
}
