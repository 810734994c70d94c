//! Parts of a sentence with the cells, digits, houses or claims that they name, so that a page can
//! highlight them.

use serde::Serialize;
use sudoku_core::{Cell, Digit, DigitSet, House};

use crate::claim::{Claim, ClaimData, numbers};
use crate::notation::{self, letter};

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    pub(crate) fn new(words: &str) -> Self {
        Self::default().text(words)
    }

    pub(crate) fn into_tokens(self) -> Vec<Token> {
        self.0
    }

    fn push(mut self, text: String, kind: TokenKind) -> Self {
        match (&kind, self.0.last_mut()) {
            (TokenKind::Text, _) if text.is_empty() => {}
            (TokenKind::Text, Some(last)) if last.kind == TokenKind::Text => {
                last.text.push_str(&text);
            }
            _ => self.0.push(Token { text, kind }),
        }
        self
    }

    pub(crate) fn text(self, words: &str) -> Self {
        self.push(words.to_owned(), TokenKind::Text)
    }

    pub(crate) fn cell(self, cell: Cell) -> Self {
        self.cells(&[cell])
    }

    pub(crate) fn cells(self, cells: &[Cell]) -> Self {
        self.push(notation::cells(cells), TokenKind::Cells { cells: numbers(cells) })
    }

    pub(crate) fn digits(self, digits: DigitSet, text: String) -> Self {
        let digits = digits.iter().map(Digit::get).collect();
        self.push(text, TokenKind::Digits { digits })
    }

    pub(crate) fn digit(self, digit: Digit) -> Self {
        self.digits(DigitSet::only(digit), digit.to_string())
    }

    /// Appends the digits, with a word before the last: `3, 4 and 7`.
    pub(crate) fn each_digit(self, digits: DigitSet, last: &str) -> Self {
        let list: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
        let text = match list.split_last() {
            Some((end, rest)) if !rest.is_empty() => format!("{}{last}{end}", rest.join(", ")),
            _ => list.concat(),
        };
        self.digits(digits, text)
    }

    /// Appends a set of cells with its digits: `r1c2 {79}`.
    pub(crate) fn set(self, (cells, digits): &(Vec<Cell>, DigitSet)) -> Self {
        self.cells(cells).text(" {").digits(*digits, digits.to_string()).text("}")
    }

    /// Appends sets with their letters and digits: `A r1c2 {79}`.
    pub(crate) fn named_sets(self, sets: &[(Vec<Cell>, DigitSet)]) -> Self {
        let mut index = 0;
        self.list(sets, ", ", |sentence, set| {
            index += 1;
            sentence.text(&format!("{} ", letter(index - 1))).set(set)
        })
    }

    /// Appends the letters of sets.
    pub(crate) fn letters(self, sets: &[usize], last: &str) -> Self {
        self.list(sets, last, |sentence, &set| sentence.text(&letter(set)))
    }

    /// Appends the claims that the cells hold these digits.
    pub(crate) fn assignment(self, chosen: &[(Cell, Digit)], last: &str) -> Self {
        self.list(chosen, last, |sentence, &(cell, digit)| sentence.claim(&Claim::on(cell, digit)))
    }

    pub(crate) fn house(self, house: House, text: String) -> Self {
        self.push(text, TokenKind::House { house: house.index() as u8 })
    }

    pub(crate) fn claim(self, claim: &Claim) -> Self {
        self.push(notation::claim(claim), TokenKind::Claim { claim: claim.into() })
    }

    pub(crate) fn claims(self, claims: &[Claim], last: &str) -> Self {
        self.list(claims, last, Self::claim)
    }

    pub(crate) fn line(self, number: String) -> Self {
        self.push(number, TokenKind::Line)
    }

    pub(crate) fn chain(self, claims: &[Claim], is_ring: bool) -> Self {
        let text = notation::chain(claims, is_ring);
        self.push(text, TokenKind::Chain { claims: claims.iter().map(Into::into).collect() })
    }

    /// Appends the items of a list, with a comma between them and `last` before the last.
    pub(crate) fn list<T>(
        mut self,
        things: &[T],
        last: &str,
        mut each: impl FnMut(Self, &T) -> Self,
    ) -> Self {
        for (index, thing) in things.iter().enumerate() {
            self = match index {
                0 => self,
                _ if index + 1 == things.len() => self.text(last),
                _ => self.text(", "),
            };
            self = each(self, thing);
        }
        self
    }
}

/// Returns the text of the tokens.
#[must_use]
pub(crate) fn plain(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect()
}
