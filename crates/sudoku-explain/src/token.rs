//! Parts of a sentence with the cells, digits, houses or claims that they name, so that a page can
//! highlight them.

use serde::Serialize;
use sudoku_core::{Cell, Digit, DigitSet, House};

use crate::claim::{Claim, ClaimData, numbers};
use crate::notation;

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Token {
    /// The text of the part.
    pub text: String,
    /// The objects that the part names.
    #[serde(flatten)]
    pub kind: TokenKind,
}

/// The objects that a part of a sentence names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[non_exhaustive]
pub enum TokenKind {
    /// Plain words.
    Text,
    /// Cells.
    Cells {
        /// The cells.
        cells: Vec<u8>,
    },
    /// Digits.
    Digits {
        /// The digits.
        digits: Vec<u8>,
    },
    /// A house.
    House {
        /// The house.
        house: u8,
    },
    /// A claim that a digit is in one of some cells, or in none.
    Claim {
        /// The claim.
        claim: ClaimData,
    },
    /// The number of a line of the proof.
    Line,
    /// A whole chain.
    Chain {
        /// The claims of the chain, in order.
        claims: Vec<ClaimData>,
    },
}

/// A builder of a sentence.
#[derive(Default)]
pub(crate) struct Sentence(Vec<Token>);

impl Sentence {
    pub(crate) fn into_tokens(self) -> Vec<Token> {
        self.0
    }

    pub(crate) fn into_text(self) -> String {
        plain(&self.0)
    }

    pub(crate) fn last(&self) -> Option<&Token> {
        self.0.last()
    }

    /// Capitalizes the first letter. Only ASCII is supported, because Unicode case tables are
    /// large.
    pub(crate) fn capitalized(mut self) -> Self {
        if let Some(first) = self.0.first_mut().and_then(|token| token.text.get_mut(..1)) {
            first.make_ascii_uppercase();
        }
        self
    }

    /// Appends a token. Words join the words before them.
    fn push(&mut self, text: String, kind: TokenKind) {
        match (&kind, self.0.last_mut()) {
            (TokenKind::Text, _) if text.is_empty() => {}
            (TokenKind::Text, Some(last)) if last.kind == TokenKind::Text => {
                last.text.push_str(&text);
            }
            _ => self.0.push(Token { text, kind }),
        }
    }

    pub(crate) fn append(&mut self, other: Self) {
        other.0.into_iter().for_each(|token| self.push(token.text, token.kind));
    }

    pub(crate) fn text(&mut self, words: &str) {
        self.push(words.to_owned(), TokenKind::Text);
    }

    pub(crate) fn cells(&mut self, cells: &[Cell]) {
        self.push(notation::cells(cells), TokenKind::Cells { cells: numbers(cells) });
    }

    pub(crate) fn digits(&mut self, digits: DigitSet, text: String) {
        self.push(text, TokenKind::Digits { digits: digits.iter().map(Digit::get).collect() });
    }

    pub(crate) fn house(&mut self, house: House, text: String) {
        self.push(text, TokenKind::House { house: house.index() as u8 });
    }

    pub(crate) fn claim(&mut self, claim: &Claim) {
        self.push(notation::claim(claim), TokenKind::Claim { claim: claim.into() });
    }

    pub(crate) fn chain(&mut self, claims: &[Claim], is_ring: bool) {
        let text = notation::chain(claims, is_ring);
        self.push(text, TokenKind::Chain { claims: claims.iter().map(Into::into).collect() });
    }

    pub(crate) fn line(&mut self, number: &str) {
        self.push(number.to_owned(), TokenKind::Line);
    }

    /// Appends the items of a list, with texts before the first, between two, and before the last.
    pub(crate) fn list<T>(
        &mut self,
        items: &[T],
        [before, between, last]: [&str; 3],
        mut each: impl FnMut(&mut Self, &T),
    ) {
        for (index, item) in items.iter().enumerate() {
            self.text(match index {
                0 => before,
                _ if index + 1 == items.len() => last,
                _ => between,
            });
            each(self, item);
        }
    }
}

/// Returns the text of the tokens.
#[must_use]
pub(crate) fn plain(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect()
}
