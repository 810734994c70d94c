//! The text form of rules.

use core::fmt;
use core::str::FromStr;

use sudoku_core::{Cell, Digit, ReadError};
use thiserror::Error;

use crate::arguments::RuleValue;
use crate::entry::ValueForm;
use crate::kinds::RuleKind;
use crate::rule::{Rule, RuleError, expected};
use crate::rules::Rules;

/// The word that begins the line with the clues.
const BOARD: &str = "board";

/// The sign that separates the two lists of cells.
const SEPARATOR: &str = "/";

/// The sign that may separate cells, besides spaces.
const COMMA: char = ',';

/// The sign that separates rules on the same line.
const PART_END: char = ';';

/// An error in a text of rules, with its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RulesError {
    /// The line, from 1.
    pub line: usize,
    /// The byte of the line, from 1.
    pub column: usize,
    /// The problem.
    pub problem: RulesProblem,
}

/// The problem of a line of rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesProblem {
    /// The rule is refused.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The clues after `board` are not a board.
    #[error("the clues are not a board of {} characters: {}", Cell::COUNT, .0.kind)]
    Board(ReadError),
    /// The text has clues already.
    #[error("a second line `board`; a text is one puzzle, so give each puzzle a file of its own")]
    SecondBoard,
}

/// Reads a rule from a line of text.
impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(line: &str) -> Result<Self, RuleError> {
        read_rule(line).map_err(|(_, error)| error)
    }
}

impl Rules {
    /// Reads rules from text, one rule on each line, and reports every error.
    ///
    /// Blank lines and lines that begin with `#` are skipped. A line `board` has the clues as 81
    /// characters, with dots or zeros for blanks. A semicolon ends a rule like the end of its line.
    /// The rules without an error are returned together with the errors.
    ///
    /// ```
    /// use sudoku_rules::Rules;
    ///
    /// let (rules, errors) = Rules::read("diagonal-down\ncage 46 r1c1 r1c2\nmagic r5c5\n");
    /// assert_eq!(rules.rules.len(), 1);
    /// assert_eq!(errors.len(), 2);
    /// assert!(errors[1].to_string().starts_with("line 3, column 1: unknown rule `magic`"));
    /// ```
    #[must_use]
    pub fn read(text: &str) -> (Self, Vec<RulesError>) {
        let (mut rules, mut errors) = (Self::default(), Vec::new());
        let mut has_board = false;
        // Some old programs end lines with a carriage return alone.
        let end = if text.contains('\n') { '\n' } else { '\r' };
        let lines = (1..).zip(text.split(end));
        let lines = lines.filter(|(_, line)| !line.trim_start().starts_with('#'));
        let parts =
            lines.flat_map(|(number, line)| line.split(PART_END).map(move |it| (number, line, it)));
        for (number, line, part) in parts {
            let words = part.trim();
            if words.is_empty() {
                continue;
            }
            let start = words.as_ptr() as usize - line.as_ptr() as usize;
            let is_end = |rest: &&str| rest.is_empty() || rest.starts_with(char::is_whitespace);
            let result = match words.strip_prefix(BOARD).filter(is_end) {
                Some(_) if has_board => Err((0, RulesProblem::SecondBoard)),
                Some(clues) => {
                    has_board = true;
                    let error = |error: ReadError| (BOARD.len() + error.column - 1, error.into());
                    sudoku_core::Board::from_text(clues)
                        .map(|board| rules.board = board)
                        .map_err(error)
                }
                None => read_rule(words)
                    .map(|rule| rules.rules.push(rule))
                    .map_err(|(at, error)| (at, error.into())),
            };
            errors.extend(result.err().map(|(at, problem)| RulesError {
                line: number,
                column: start + at + 1,
                problem,
            }));
        }
        (rules, errors)
    }

    /// Returns the text form on one line, with semicolons between the rules.
    ///
    /// ```
    /// use sudoku_rules::Rules;
    ///
    /// let rules: Rules = "anti-knight\nless r1c1 r1c2\n".parse()?;
    /// assert_eq!(rules.to_line(), "anti-knight; less r1c1 r1c2");
    /// assert_eq!(rules.to_line().parse(), Ok(rules));
    /// # Ok::<(), sudoku_rules::RulesError>(())
    /// ```
    #[must_use]
    pub fn to_line(&self) -> String {
        self.to_string().trim_end().replace('\n', "; ")
    }
}

impl From<ReadError> for RulesProblem {
    fn from(error: ReadError) -> Self {
        Self::Board(error)
    }
}

/// Reads rules from text and fails on the first error.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let (rules, errors) = Self::read(text);
        errors.into_iter().next().map_or(Ok(rules), Err)
    }
}

/// Prints the rules as text, each on a line, after the clues if there are any.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.board != sudoku_core::Board::EMPTY {
            writeln!(f, "{BOARD} {}", self.board)?;
        }
        self.rules.iter().try_for_each(|rule| writeln!(f, "{rule}"))
    }
}

/// Reads a rule. An error has the number of bytes before it.
fn read_rule(line: &str) -> Result<Rule, (usize, RuleError)> {
    let at = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let mut words = line.split_ascii_whitespace().peekable();
    let name = words.next().unwrap_or("");
    let start = if name.is_empty() { 0 } else { at(name) };
    let kind: RuleKind = name.parse().map_err(|error| (start, RuleError::UnknownKind(error)))?;
    let form = kind.0.form.value;
    let has_value = match form {
        ValueForm::None => false,
        ValueForm::OptionalSum => words.peek().is_some_and(|&word| {
            word.split(COMMA).any(|cell| !cell.is_empty() && cell.parse::<Cell>().is_err())
        }),
        _ => true,
    };
    let value = if has_value {
        let word = words.next().unwrap_or("");
        let error = || RuleError::Value {
            kind,
            expected: expected(form),
            found: word.chars().take(40).collect(),
        };
        let place = if word.is_empty() { line.len() } else { at(word) };
        read_value(form, word).ok_or_else(|| (place, error()))?
    } else {
        RuleValue::None
    };
    let mut lists = [Vec::new(), Vec::new()];
    let mut second = 0;
    for word in words.flat_map(|word| word.split(COMMA)).filter(|word| !word.is_empty()) {
        if word == SEPARATOR && second == 0 {
            second = 1;
            continue;
        }
        let error = || RuleError::Cell { found: word.chars().take(40).collect() };
        lists[second].push(word.parse().map_err(|_| (at(word), error()))?);
    }
    let [cells, others] = lists;
    Rule::new(kind, value, cells, others).map_err(|error| (start, error))
}

fn read_value(form: ValueForm, word: &str) -> Option<RuleValue> {
    match form {
        ValueForm::None => None,
        ValueForm::Number(..) | ValueForm::OptionalSum | ValueForm::Sum => {
            word.parse().ok().map(RuleValue::Number)
        }
        ValueForm::Set | ValueForm::Digits => {
            let digits: Option<Vec<Digit>> =
                word.chars().map(|digit| Digit::try_from(digit).ok()).collect();
            digits.filter(|digits| !digits.is_empty()).map(RuleValue::Digits)
        }
        ValueForm::Relation => word.parse().ok().map(RuleValue::Relation),
    }
}
