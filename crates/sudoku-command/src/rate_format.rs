//! The option `--format` of `sudoku rate`: the format strings of serate.

use std::str::FromStr;

use sudoku_logic::{Rating, StepName};
use thiserror::Error;

use crate::rated::Rated;

/// A format string, in parts.
#[derive(Clone, Debug)]
pub(crate) struct RateFormat(Vec<Part>);

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Code(Code),
}

/// The meaning of a code.
#[derive(Clone, Copy, Debug)]
enum Code {
    Puzzle,
    Digits,
    Line,
    Comment,
    /// ER, EP or ED, by its index.
    Rating(usize),
    /// The technique of ER, EP or ED.
    Technique(usize),
    LineEnd,
    Percent,
}

/// The codes. The letters are those of serate, and `%c` is an addition.
const CODES: [(char, Code); 12] = [
    ('g', Code::Puzzle),
    ('i', Code::Digits),
    ('n', Code::Line),
    ('c', Code::Comment),
    ('r', Code::Rating(0)),
    ('p', Code::Rating(1)),
    ('d', Code::Rating(2)),
    ('R', Code::Technique(0)),
    ('P', Code::Technique(1)),
    ('D', Code::Technique(2)),
    ('l', Code::LineEnd),
    ('%', Code::Percent),
];

/// The error for an unknown code.
#[derive(Debug, Error)]
#[error("column {column}: unknown code `%{code}`; expected one of {}", all())]
pub(crate) struct UnknownCodeError {
    /// The character of the format, from 1.
    column: usize,
    code: String,
}

fn all() -> String {
    CODES.map(|(letter, _)| format!("%{letter}")).join(" ")
}

impl FromStr for RateFormat {
    type Err = UnknownCodeError;

    fn from_str(format: &str) -> Result<Self, UnknownCodeError> {
        let (mut parts, mut text) = (Vec::new(), String::new());
        let mut characters = format.chars().enumerate();
        while let Some((at, character)) = characters.next() {
            if character != '%' {
                text.push(character);
                continue;
            }
            let letter = characters.next().map(|(_, letter)| letter);
            let known = CODES.iter().find(|(known, _)| Some(*known) == letter);
            let &(_, code) = known.ok_or_else(|| UnknownCodeError {
                column: at + 1,
                code: letter.map(String::from).unwrap_or_default(),
            })?;
            parts.extend([Part::Text(std::mem::take(&mut text)), Part::Code(code)]);
        }
        parts.push(Part::Text(text));
        Ok(Self(parts))
    }
}

impl RateFormat {
    /// Returns the text for a rated puzzle, with a line end.
    pub(crate) fn text(
        &self,
        puzzle: &str,
        line: usize,
        comment: Option<&str>,
        rated: &Rated,
    ) -> String {
        let tenths = match rated.rating {
            Rating::Explainer(rating) => rating.tenths().map(|it| it.to_string()),
            _ => Default::default(),
        };
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Code(Code::Puzzle) => puzzle.to_owned(),
            Part::Code(Code::Digits) => puzzle.replace('.', "0"),
            Part::Code(Code::Line) => line.to_string(),
            Part::Code(Code::Comment) => comment.unwrap_or_default().to_owned(),
            Part::Code(Code::Rating(at)) => tenths[*at].clone(),
            Part::Code(Code::Technique(at)) => {
                rated.names[*at].map_or_else(String::new, |name: StepName| name.to_string())
            }
            Part::Code(Code::LineEnd) => "\n".to_owned(),
            Part::Code(Code::Percent) => "%".to_owned(),
        };
        self.0.iter().map(part).collect::<String>() + "\n"
    }
}
