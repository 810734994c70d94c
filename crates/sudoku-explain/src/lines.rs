//! The lines of a proof in words and with numbers.

use crate::proof::{Phrase, Proof};
use crate::token::{Token, TokenKind};
use crate::words;

/// A line with its number and its words.
pub(crate) struct Numbered {
    /// `3`, or `3.1` for the first line of the proof inside of line 3.
    pub(crate) number: String,
    pub(crate) tokens: Vec<Token>,
    /// How far it stands below others.
    pub(crate) level: usize,
}

/// The lines of a proof and of the proofs inside of it, in the order in which they are read.
pub(crate) fn numbered(proof: &Proof) -> Vec<Numbered> {
    let mut lines = Vec::new();
    add_numbered(proof, "", 0, &mut lines);
    lines
}

fn add_numbered(proof: &Proof, prefix: &str, level: usize, lines: &mut Vec<Numbered>) {
    for (at, line) in proof.lines.iter().enumerate() {
        let number = format!("{prefix}{}", at + 1);
        lines.push(Numbered {
            tokens: line_tokens(proof, at, prefix),
            number: number.clone(),
            level: level + line.level,
        });
        if let Some(inner) = &line.inner {
            add_numbered(inner, &format!("{number}."), level + line.level + 1, lines);
        }
    }
}

/// The words of a line, with the lines that it follows from if that is not just the one before.
pub(crate) fn line_tokens(proof: &Proof, at: usize, prefix: &str) -> Vec<Token> {
    let line = &proof.lines[at];
    let mut tokens = words::sentence(&line.phrase);
    let is_plain = line.from.is_empty()
        || (line.from.len() == 1
            && line.from[0] + 1 == at
            && !matches!(line.phrase, Phrase::Suppose(_)));
    if !is_plain {
        // The point stands behind the lines.
        if let Some(last) = tokens.last_mut()
            && let Some(end @ ('.' | ':')) = last.text.pop()
        {
            tokens.extend(words::because_lines(&line.from, prefix));
            tokens.push(Token { text: end.to_string(), kind: TokenKind::Text });
        }
    }
    tokens
}
