//! Explanations as serde data.
//!
//! Cells are numbers from 0 to 80, row by row. Houses are numbers from 0 to 26: rows, columns and
//! boxes. Digits are numbers from 1 to 9.

use serde::Serialize;
use sudoku_core::{Cell, Digit, House};

use crate::claim::{ClaimData, numbers};
use crate::marks::{Mark, Marks, Role};
use crate::proof::{Line, Proof};
use crate::token::{Sentence, Token, TokenKind, plain};
use crate::words::Language;

/// The explanation of a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ExplanationData {
    /// The board before the step: 9 characters for each cell, a digit for each candidate.
    pub candidates: String,
    /// A sentence that defines the technique.
    pub meaning: String,
    /// The place of the pattern.
    pub place: Words,
    /// The marks for a drawing.
    pub marks: MarksData,
    /// The lines of the proof.
    pub proof: Vec<ProofLine>,
}

/// A line of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProofLine {
    /// The number of the line: `3`, or `3.1` for the first line of the proof inside line 3.
    pub number: String,
    /// The number of assumptions that the line is below, within its own proof.
    pub level: usize,
    /// The numbers of the lines that this line follows from.
    pub from: Vec<String>,
    /// The words of the line.
    pub words: Words,
    /// The proof of the step that this line rests on; empty unless the line rests on a step.
    pub inner: Vec<Self>,
}

/// A sentence or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Words {
    /// The text.
    pub text: String,
    /// The parts of the text, in order.
    pub tokens: Vec<Token>,
}

/// The marks of a step on a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MarksData {
    /// The houses that the step uses. If there are covers, they are the base houses.
    pub houses: Vec<u8>,
    /// The cover houses of a fish or of locked candidates.
    pub covers: Vec<u8>,
    /// The sets of cells that the step uses.
    pub groups: Vec<Vec<u8>>,
    /// The marked candidates, each once, as a cell, a digit and a role.
    pub candidates: Vec<(u8, u8, Role)>,
    /// The links between claims.
    pub links: Vec<LinkData>,
    /// The meaning of each mark that the drawing has.
    pub legend: Vec<LegendEntry>,
}

/// The meaning of a mark on a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LegendEntry {
    /// The mark.
    pub mark: Mark,
    /// The meaning.
    pub words: String,
}

/// A link between two claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LinkData {
    /// The claim at the start.
    pub from: ClaimData,
    /// The claim at the end.
    pub to: ClaimData,
    /// True if at least one of the two candidates is right (strong link), false if at most one is
    /// (weak link).
    pub strong: bool,
}

impl ExplanationData {
    pub(crate) fn new(proof: &Proof, language: Language) -> Self {
        Self {
            candidates: proof.state.to_string(),
            meaning: language.meaning(proof.name),
            place: language.tokens(&proof.place).into(),
            marks: MarksData::new(&proof.marks, language),
            proof: lines(proof, language, ""),
        }
    }
}

/// Returns the lines of a proof. The prefix is the number of the line that contains the proof.
fn lines(proof: &Proof, language: Language, prefix: &str) -> Vec<ProofLine> {
    let name = |at: usize| format!("{prefix}{}", at + 1);
    let line = |(at, line): (usize, &Line)| {
        let number = name(at);
        let from: Vec<String> = line.from.iter().copied().map(name).collect();
        let follows_previous = matches!(*line.from, [before] if before + 1 == at);
        let mut tokens = language.tokens(&line.phrase);
        if !(from.is_empty() || (follows_previous && line.inner.is_none())) {
            add_reasons(&mut tokens, &from);
        }
        let inner = line.inner.as_deref();
        let inner = inner.map(|proof| lines(proof, language, &format!("{number}.")));
        ProofLine {
            number,
            level: line.level,
            from,
            words: tokens.into(),
            inner: inner.unwrap_or_default(),
        }
    };
    proof.lines.iter().enumerate().map(line).collect()
}

/// Adds the numbers of the lines that a sentence follows from, before its final period.
fn add_reasons(tokens: &mut Vec<Token>, from: &[String]) {
    if let Some(last) = tokens.last_mut()
        && let Some(end) = last.text.chars().next_back().filter(|&end| matches!(end, '.' | ':'))
    {
        last.text.pop();
        let mut numbers = Sentence::default();
        numbers.text(" (");
        numbers.list(from, ["", ", ", ", "], |numbers, number| numbers.line(number));
        numbers.text(")");
        tokens.extend(numbers.into_tokens());
        tokens.push(Token { text: end.to_string(), kind: TokenKind::Text });
    }
}

impl From<Vec<Token>> for Words {
    fn from(tokens: Vec<Token>) -> Self {
        Self { text: plain(&tokens), tokens }
    }
}

impl MarksData {
    fn new(marks: &Marks, language: Language) -> Self {
        let candidate =
            |&(cell, digit, role): &(Cell, Digit, Role)| (cell.index() as u8, digit.get(), role);
        let links = marks.links.iter().map(|link| LinkData {
            from: (&link.from).into(),
            to: (&link.to).into(),
            strong: link.is_strong,
        });
        let entry = |mark| LegendEntry { mark, words: language.legend(mark, marks.kind) };
        let indices = |houses: &[House]| houses.iter().map(|house| house.index() as u8).collect();
        Self {
            houses: indices(&marks.houses),
            covers: indices(&marks.covers),
            groups: marks.groups.iter().map(|cells| numbers(cells)).collect(),
            candidates: marks.candidates.iter().map(candidate).collect(),
            links: links.collect(),
            legend: marks.used().into_iter().map(entry).collect(),
        }
    }
}
