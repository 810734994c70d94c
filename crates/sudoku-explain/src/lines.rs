//! The numbered lines of a proof in words.

use crate::proof::Proof;
use crate::token::{Token, TokenKind};
use crate::words::{Language, because_lines};

/// A line of a proof with its number and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofLine {
    /// The number of the line: `3`, or `3.1` for the first line of the proof inside line 3.
    pub number: String,
    /// The words of the line.
    pub tokens: Vec<Token>,
    /// The nesting depth below an assumption or inside another line.
    pub level: usize,
}

/// Returns the lines of a proof and of its inner proofs, in reading order.
pub(crate) fn numbered(proof: &Proof, language: Language) -> Vec<ProofLine> {
    let mut lines = Vec::new();
    add_numbered(proof, language, "", 0, &mut lines);
    lines
}

fn add_numbered(
    proof: &Proof,
    language: Language,
    prefix: &str,
    level: usize,
    lines: &mut Vec<ProofLine>,
) {
    for (at, line) in proof.lines.iter().enumerate() {
        let number = format!("{prefix}{}", at + 1);
        lines.push(ProofLine {
            tokens: line_tokens(proof, language, at, prefix),
            number: number.clone(),
            level: level + line.level,
        });
        if let Some(inner) = &line.inner {
            let prefix = format!("{number}.");
            add_numbered(inner, language, &prefix, level + line.level + 1, lines);
        }
    }
}

/// Returns the words of a line. The numbers of the lines that it follows from are added, unless
/// that is only the previous line and the line has no inner proof.
pub(crate) fn line_tokens(
    proof: &Proof,
    language: Language,
    at: usize,
    prefix: &str,
) -> Vec<Token> {
    let line = &proof.lines[at];
    let mut tokens = language.sentence(&line.phrase);
    let is_next = matches!(*line.from, [before] if before + 1 == at);
    let is_plain = line.from.is_empty() || (is_next && line.inner.is_none());
    if !is_plain {
        // The final period goes after the line numbers.
        if let Some(last) = tokens.last_mut()
            && let Some(end) = last.text.chars().next_back().filter(|&end| matches!(end, '.' | ':'))
        {
            last.text.pop();
            tokens.extend(because_lines(&line.from, prefix));
            tokens.push(Token { text: end.to_string(), kind: TokenKind::Text });
        }
    }
    tokens
}
