//! The conditions of `sudoku select`: their grammar, and their values for a puzzle.
//!
//! ```text
//! condition = all { "or" all }
//! all       = one { "and" one }
//! one       = "not" one | "(" condition ")" | "uses" "(" [scale ","] technique ")"
//!           | "minimal" | term operator value
//! operator  = "<" | "<=" | "=" | "!=" | ">=" | ">"
//! ```

use std::cmp::Ordering;
use std::str::FromStr;

use sudoku_logic::{HodokuLevel, NamedTechniques, RatingScale};
use sudoku_search::Measure;
use thiserror::Error;

use crate::scale::ScaleName;

/// The values of every puzzle, as text.
pub(crate) const VALUES: &str =
    "clues, minimal, backdoor, te_depth, and ratings such as se.er or hodoku.level";

/// A condition on a puzzle.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    Uses(ScaleName, NamedTechniques),
    Compare(Term, Operator, Value),
}

/// A property of a puzzle.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Clues,
    /// 1 for a minimal puzzle, otherwise 0.
    Minimal,
    /// A number of the rating on a scale, by its index. A level counts as its rank, from 1.
    Rating(ScaleName, usize),
    Measure(&'static Measure),
    /// The value in a column of the input. A number is a number unless the flag asks for text.
    Column {
        name: String,
        is_text: bool,
    },
}

/// A value of a term.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Number(f64),
    Text(String),
    Missing,
}

impl Term {
    fn column(name: &str) -> Self {
        Self::Column { name: name.to_owned(), is_text: false }
    }
}

impl Value {
    /// Returns the order of two values: numbers, then texts, then missing ones.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let rank = |value: &Self| match value {
            Self::Number(_) => 0,
            Self::Text(_) => 1,
            Self::Missing => 2,
        };
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            _ => rank(self).cmp(&rank(other)),
        }
    }
}

/// A comparison, by the orders for which it holds.
pub(crate) type Operator = &'static [Ordering];

const OPERATORS: [(&str, Operator); 6] = [
    ("<=", &[Ordering::Less, Ordering::Equal]),
    (">=", &[Ordering::Greater, Ordering::Equal]),
    ("!=", &[Ordering::Less, Ordering::Greater]),
    ("<", &[Ordering::Less]),
    (">", &[Ordering::Greater]),
    ("=", &[Ordering::Equal]),
];

/// The values of a puzzle. They are computed when a condition needs them.
pub(crate) trait Subject {
    /// Returns the value of a term, or the reason why it has none.
    fn value(&mut self, term: &Term) -> Result<Value, String>;

    /// Returns true if the solution on a scale has a step of one of these techniques.
    fn uses(&mut self, scale: ScaleName, techniques: &NamedTechniques) -> Result<bool, String>;
}

impl Condition {
    /// Returns true if the condition holds for the puzzle.
    pub(crate) fn holds(&self, puzzle: &mut impl Subject) -> Result<bool, String> {
        Ok(match self {
            Self::Not(condition) => !condition.holds(puzzle)?,
            Self::Uses(scale, techniques) => puzzle.uses(*scale, techniques)?,
            Self::Compare(term, operator, wanted) => {
                let value = puzzle.value(term)?;
                let is_comparable =
                    std::mem::discriminant(&value) == std::mem::discriminant(wanted);
                is_comparable && operator.contains(&value.order(wanted))
            }
            Self::All(all) | Self::Any(all) => {
                let end = matches!(self, Self::Any(_));
                for condition in all {
                    if condition.holds(puzzle)? == end {
                        return Ok(end);
                    }
                }
                !end
            }
        })
    }

    /// Calls a function for the name of each column in the condition.
    pub(crate) fn each_column(&self, take: &mut impl FnMut(&str)) {
        match self {
            Self::All(all) | Self::Any(all) => all.iter().for_each(|one| one.each_column(take)),
            Self::Not(condition) => condition.each_column(take),
            Self::Compare(Term::Column { name, .. }, ..) => take(name),
            Self::Compare(..) | Self::Uses(..) => {}
        }
    }

    /// Returns a number that increases with the time that the condition takes.
    fn cost(&self) -> u32 {
        match self {
            Self::All(all) | Self::Any(all) => all.iter().map(Self::cost).max().unwrap_or(0),
            Self::Not(condition) => condition.cost(),
            Self::Compare(Term::Clues | Term::Column { .. }, ..) => 0,
            Self::Compare(Term::Minimal, ..) => 1,
            Self::Compare(Term::Rating(..) | Term::Measure(_), ..) | Self::Uses(..) => 2,
        }
    }

    /// Joins conditions. The cheap ones are evaluated first.
    fn joined(mut all: Vec<Self>, join: fn(Vec<Self>) -> Self) -> Self {
        all.sort_by_key(Self::cost);
        if all.len() == 1 { all.remove(0) } else { join(all) }
    }
}

/// An error in a condition.
#[derive(Debug, Error)]
#[error("column {column}: expected {expected}")]
pub(crate) struct ConditionError {
    /// The character of the condition, from 1.
    column: usize,
    expected: String,
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let condition = parser.any()?;
        parser.blanks();
        match parser.rest() {
            "" => Ok(condition),
            _ => Err(parser.error("`and`, `or` or the end")),
        }
    }
}

/// The values by which puzzles are sorted, the most important first.
#[derive(Clone, Debug)]
pub(crate) struct SortOrder(Vec<SortKey>);

/// A value by which puzzles are sorted.
#[derive(Clone, Debug)]
struct SortKey {
    term: Term,
    is_descending: bool,
}

impl SortOrder {
    /// Returns the values by which puzzles are sorted.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.0.iter().map(|key| &key.term)
    }

    /// Returns the order of the values of two puzzles.
    pub(crate) fn order(&self, one: &[Value], other: &[Value]) -> Ordering {
        let orders = self.0.iter().zip(one.iter().zip(other)).map(|(key, (one, other))| {
            let order = one.order(other);
            // Missing values are last in both orders.
            let is_reversed = key.is_descending && ![one, other].contains(&&Value::Missing);
            if is_reversed { order.reverse() } else { order }
        });
        orders.fold(Ordering::Equal, Ordering::then)
    }
}

impl FromStr for SortOrder {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let mut keys = Vec::new();
        loop {
            let is_descending = parser.has("-");
            keys.push(SortKey { term: parser.term()?, is_descending });
            if !parser.has(",") {
                break;
            }
        }
        if parser.rest().is_empty() { Ok(Self(keys)) } else { Err(parser.error("`,` or the end")) }
    }
}

struct Parser<'a> {
    text: &'a str,
    /// The number of bytes passed.
    at: usize,
    /// The number of open parentheses and `not`s.
    depth: usize,
}

/// The maximum [`depth`](Parser::depth), which bounds the stack.
const DEEPEST: usize = 100;

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, expected: impl Into<String>) -> ConditionError {
        let column = self.text[..self.at].chars().count() + 1;
        ConditionError { column, expected: expected.into() }
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Passes a sign, if it comes next.
    fn has(&mut self, sign: &str) -> bool {
        self.blanks();
        let has_it = self.rest().starts_with(sign);
        self.at += if has_it { sign.len() } else { 0 };
        has_it
    }

    fn need(&mut self, sign: &str) -> Result<(), ConditionError> {
        if self.has(sign) { Ok(()) } else { Err(self.error(format!("`{sign}`"))) }
    }

    /// Returns the next word, which is not passed.
    fn next_word(&mut self) -> &'a str {
        self.blanks();
        let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '.' | '-');
        let rest = self.rest();
        &rest[..rest.find(|sign| !is_part(sign)).unwrap_or(rest.len())]
    }

    fn has_word(&mut self, word: &str) -> bool {
        let has_it = self.next_word() == word;
        self.at += if has_it { word.len() } else { 0 };
        has_it
    }

    fn any(&mut self) -> Result<Condition, ConditionError> {
        let mut all = vec![self.all()?];
        while self.has_word("or") {
            all.push(self.all()?);
        }
        Ok(Condition::joined(all, Condition::Any))
    }

    fn all(&mut self) -> Result<Condition, ConditionError> {
        let mut all = vec![self.one()?];
        while self.has_word("and") {
            all.push(self.one()?);
        }
        Ok(Condition::joined(all, Condition::All))
    }

    fn one(&mut self) -> Result<Condition, ConditionError> {
        if self.depth == DEEPEST {
            return Err(self.error(format!("at most {DEEPEST} levels of parentheses and `not`")));
        }
        self.depth += 1;
        let condition = self.nested();
        self.depth -= 1;
        condition
    }

    fn nested(&mut self) -> Result<Condition, ConditionError> {
        if self.has_word("not") {
            return Ok(Condition::Not(Box::new(self.one()?)));
        }
        if self.has("(") {
            let condition = self.any()?;
            self.need(")")?;
            return Ok(condition);
        }
        if self.has_word("uses") {
            return self.uses();
        }
        let term = self.term()?;
        self.blanks();
        let found = OPERATORS.iter().find(|(sign, _)| self.rest().starts_with(sign));
        let Some(&(sign, operator)) = found else {
            if matches!(term, Term::Minimal) {
                return Ok(Condition::Compare(term, &[Ordering::Equal], Value::Number(1.0)));
            }
            return Err(self.error("one of <= >= != < > ="));
        };
        self.at += sign.len();
        let value = self.value(&term)?;
        let term = match (term, &value) {
            // A text is compared with the text of the value, also if that is a number.
            (Term::Column { name, .. }, Value::Text(_)) => Term::Column { name, is_text: true },
            (term, _) => term,
        };
        Ok(Condition::Compare(term, operator, value))
    }

    fn uses(&mut self) -> Result<Condition, ConditionError> {
        self.need("(")?;
        let scale = RatingScale::by_name(self.next_word());
        if let Some(scale) = scale {
            self.at += scale.name().len();
            self.need(",")?;
        }
        self.blanks();
        let name = self.rest().split(')').next().unwrap_or_default();
        let is_known = |scale: &&RatingScale, named: &NamedTechniques| scale.knows(&named.steps);
        let scales = scale.map_or_else(|| RatingScale::all().to_vec(), |scale| vec![scale]);
        let found = NamedTechniques::by_name(name.trim()).and_then(|named| {
            let scale = scales.into_iter().find(|scale| is_known(scale, &named))?;
            Some(Condition::Uses(ScaleName(scale), named))
        });
        let missing = "a technique of the scale; `sudoku techniques` lists all";
        let condition = found.ok_or_else(|| self.error(missing))?;
        self.at += name.len();
        self.need(")")?;
        Ok(condition)
    }

    fn term(&mut self) -> Result<Term, ConditionError> {
        if self.has("`") {
            let name = self.rest().split('`').next().unwrap_or_default();
            self.at += name.len();
            self.need("`")?;
            return Ok(Term::column(name));
        }
        let word = self.next_word();
        let term = match word.split_once('.') {
            _ if word == "clues" => Term::Clues,
            _ if word == "minimal" => Term::Minimal,
            _ if let Some(measure) = Measure::by_name(word) => Term::Measure(measure),
            Some((name, number)) if let Some(scale) = RatingScale::by_name(name) => {
                let (scale, names) = (ScaleName(scale), ScaleName(scale).number_names());
                let place = names.iter().position(|name| *name == number);
                let allowed = || names.iter().map(|it| format!("{name}.{it}")).collect::<Vec<_>>();
                Term::Rating(scale, place.ok_or_else(|| self.error(allowed().join(" or ")))?)
            }
            _ if word.starts_with(|sign: char| sign.is_alphabetic() || sign == '_') => {
                Term::column(word)
            }
            _ => {
                return Err(self.error(
                    "`not`, `(`, `uses(technique)`, `clues`, `minimal`, `backdoor`, \
                     `te_depth`, a rating such as `se.er` or `hodoku.level`, or the name of a column",
                ));
            }
        };
        self.at += word.len();
        Ok(term)
    }

    fn value(&mut self, term: &Term) -> Result<Value, ConditionError> {
        self.blanks();
        let quote = ["\"", "'"].into_iter().find(|quote| self.rest().starts_with(quote));
        if let (Some(quote), Term::Column { .. }) = (quote, term) {
            self.at += 1;
            let text = self.rest().split(quote).next().unwrap_or_default();
            self.at += text.len();
            self.need(quote)?;
            return Ok(Value::Text(text.to_owned()));
        }
        let word = self.next_word();
        let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
        let value = match (term, number) {
            (Term::Rating(scale, 0), _) if scale.has_scores() => {
                let level = word.parse::<HodokuLevel>();
                level.map(rank).map_err(|_| {
                    let names = HodokuLevel::ALL.map(HodokuLevel::name);
                    self.error(format!("a level: {}", names.join(", ")))
                })?
            }
            (_, Some(number)) => Value::Number(number),
            (Term::Column { .. }, None) if !word.is_empty() => Value::Text(word.to_owned()),
            (Term::Column { .. }, None) => return Err(self.error("a number or a text")),
            _ => return Err(self.error("a number")),
        };
        self.at += word.len();
        Ok(value)
    }
}

/// Returns the value of a level.
pub(crate) fn rank(level: HodokuLevel) -> Value {
    Value::Number(f64::from(level as u8 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A puzzle of 24 clues, ER 7.2 and level Hard, which uses an X-wing. It counts its ratings.
    #[derive(Default)]
    struct Fake(u32);

    impl Subject for Fake {
        fn value(&mut self, term: &Term) -> Result<Value, String> {
            Ok(match term {
                Term::Clues => Value::Number(24.0),
                Term::Minimal => Value::Number(1.0),
                Term::Column { name, .. } if name == "id" => Value::Text("A7".to_owned()),
                Term::Column { name, is_text: true } if name == "n" => Value::Text("07".to_owned()),
                Term::Column { name, .. } if name == "n" => Value::Number(7.0),
                Term::Column { .. } => Value::Missing,
                Term::Measure(measure) => {
                    self.0 += 1;
                    Value::Number(if measure.name() == "backdoor" { 2.0 } else { 1.0 })
                }
                Term::Rating(scale, at) => {
                    self.0 += 1;
                    let explained = [7.2, 1.5, 1.2][*at];
                    if scale.has_scores() {
                        rank(HodokuLevel::Hard)
                    } else {
                        Value::Number(explained)
                    }
                }
            })
        }

        fn uses(&mut self, _: ScaleName, techniques: &NamedTechniques) -> Result<bool, String> {
            self.0 += 1;
            Ok(techniques.name == "x-wing")
        }
    }

    #[test]
    fn the_values_include_every_measure() {
        assert!(Measure::all().all(|measure| VALUES.contains(measure.name())));
    }

    #[test]
    fn conditions_have_the_expected_values() {
        for (condition, holds, rated) in [
            ("se.er >= 7.1 and clues <= 24 and uses(x-wing)", true, 2),
            ("se.er>=7.1 and clues<24", false, 0),
            ("clues = 24 or se.er > 9", true, 0),
            ("not minimal", false, 0),
            ("minimal and not (clues < 20 or clues > 30)", true, 0),
            ("hodoku.level >= hard and hodoku.level != Extreme", true, 2),
            ("uses(hodoku, swordfish)", false, 1),
            ("uses(2-string-kite) or sukaku.ep = 1.5", true, 2),
            ("backdoor = 2 and te_depth < 2 and clues = 24", true, 2),
            ("te_depth >= 2", false, 1),
            ("id = A7 and `id` != \"A8\"", true, 0),
            ("id < 5", false, 0),
            ("n = 7 and n = '07' and n != \"7\" and n != x", true, 0),
            ("n = '7' or n = x or other = 1 or other != 1", false, 0),
            ("clues < 20 and other = 1", false, 0),
        ] {
            let mut puzzle = Fake::default();
            let read: Condition = condition.parse().unwrap();
            assert_eq!(read.holds(&mut puzzle), Ok(holds), "{condition}");
            assert_eq!(puzzle.0, rated, "{condition}");
        }
    }

    #[test]
    fn a_name_with_a_comma_is_a_key() {
        let order: SortOrder = "-`a,b`, clues".parse().unwrap();
        let names = order.0.iter().map(|key| format!("{:?} {}", key.term, key.is_descending));
        let names: Vec<String> = names.collect();
        assert_eq!(names, [r#"Column { name: "a,b", is_text: false } true"#, "Clues false"]);
        let [one, other] = [1.0, 2.0].map(|it| [Value::Number(it), Value::Missing]);
        assert_eq!(order.order(&one, &other), Ordering::Greater);
        assert_eq!("clues id".parse::<SortOrder>().unwrap_err().column, 7);
    }

    #[test]
    fn an_error_has_its_column() {
        for (condition, message) in [
            ("", "column 1: expected `not`"),
            ("clues", "column 6: expected one of <= >="),
            ("clues < many", "column 9: expected a number"),
            ("se.rating > 3", "column 1: expected se.er or se.ep or se.ed"),
            ("clues < 20 & minimal", "column 12: expected `and`, `or` or the end"),
            ("(clues < 20", "column 12: expected `)`"),
            ("uses(guess)", "column 6: expected a technique"),
            ("uses(se, skyscraper)", "column 10: expected a technique"),
            ("hodoku.level = 3", "column 16: expected a level: Easy"),
        ] {
            let error = condition.parse::<Condition>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{condition}: {error}");
        }
    }
}
