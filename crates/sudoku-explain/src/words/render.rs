//! Rendering of messages by the templates of a language.

use std::borrow::Cow;

use sudoku_core::{Digit, House, HouseKind};

use super::file::LanguageFile;
use super::template::{Path, Piece};
use crate::message::{Message, Value};
use crate::token::{Sentence, Token, TokenKind};

/// The texts of a list before its first item, between two items, and before its last item.
type Joints<'a> = [&'a str; 3];

impl LanguageFile {
    /// Returns the words of a message. A placeholder without a value is written as it is.
    pub(super) fn render(&self, message: &Message) -> Vec<Token> {
        self.sentence(message).into_tokens()
    }

    fn sentence(&self, message: &Message) -> Sentence {
        let mut sentence = Sentence::default();
        self.write(&mut sentence, message);
        sentence
    }

    fn write(&self, sentence: &mut Sentence, message: &Message) {
        let Some(template) = self.template(message.section, &message.key) else {
            return sentence.text(&format!("{{{}}}", message.key));
        };
        for piece in &template.pieces {
            match piece {
                Piece::Text(text) => sentence.text(text),
                Piece::Sound { consonant, vowel } => {
                    let is_consonant = ends_in_consonant(sentence.last());
                    sentence.text(if is_consonant { consonant } else { vowel });
                }
                Piece::Plural { path, one, more } => match value(message, path) {
                    Some(value) => sentence.text(if value.count() == 1 { one } else { more }),
                    None => sentence.text(&format!("{{{path}}}")),
                },
                Piece::Value { path, style, is_capital: false } => {
                    self.write_value(sentence, message, path, style);
                }
                Piece::Value { path, style, is_capital: true } => {
                    let mut words = Sentence::default();
                    self.write_value(&mut words, message, path, style);
                    sentence.append(words.capitalized());
                }
            }
        }
    }

    fn write_value(&self, words: &mut Sentence, message: &Message, path: &Path, style: &str) {
        let value = value(message, path);
        if value.and_then(|value| self.write_in_style(words, &value, style)).is_none() {
            let separator = if style.is_empty() { "" } else { ":" };
            words.text(&format!("{{{path}{separator}{style}}}"));
        }
    }

    /// Writes a value in a style. Returns nothing if the language has no such style.
    fn write_in_style(&self, words: &mut Sentence, value: &Value, style: &str) -> Option<()> {
        match (value, style) {
            (_, "count") => words.text(&value.count().to_string()),
            (_, "word") => {
                let count = value.count().to_string();
                words.text(self.word("numbers", &count).unwrap_or(&count));
            }
            (Value::Count(count), "") => words.text(&count.to_string()),
            (Value::Text(text), "") => words.text(text),
            (Value::Technique(name), "") => words.text(self.technique(*name)),
            (Value::Cells(cells), "") => words.cells(cells),
            (Value::Digits(digits), "") => words.digits(*digits, digits.to_string()),
            (Value::Digits(digits), "set") => {
                words.text("{");
                words.digits(*digits, digits.to_string());
                words.text("}");
            }
            (Value::Claims(claims), "chain") => words.chain(claims, false),
            (Value::Claims(claims), "ring") => words.chain(claims, true),
            (Value::Count(_) | Value::Text(_) | Value::Technique(_), _) => return None,
            _ => self.write_list(words, value, self.joints(style)?),
        }
        Some(())
    }

    fn write_list(&self, words: &mut Sentence, value: &Value, joints: Joints<'_>) {
        match value {
            Value::Cells(cells) => words.list(cells, joints, |words, cell| words.cells(&[*cell])),
            // All digits are one token.
            Value::Digits(digits) => {
                let each: Vec<Digit> = digits.iter().collect();
                let mut list = Sentence::default();
                list.list(&each, joints, |list, digit| list.text(&digit.to_string()));
                words.digits(*digits, list.into_text());
            }
            Value::Houses(houses) => words.list(houses, joints, |words, house| {
                words.house(*house, self.house(*house));
            }),
            Value::Claims(claims) => words.list(claims, joints, Sentence::claim),
            Value::Letters(letters) => {
                words.list(letters, joints, |words, letter| words.text(&letter.to_string()));
            }
            Value::Messages(messages) => {
                words.list(messages, joints, |words, message| self.write(words, message));
            }
            Value::Count(_) | Value::Technique(_) | Value::Text(_) => {}
        }
    }

    fn house(&self, house: House) -> String {
        let key = match house.kind() {
            HouseKind::Row => "Row",
            HouseKind::Column => "Column",
            HouseKind::Box => "Box",
        };
        let number = Value::Count(house.number() + 1);
        self.sentence(&Message::new("houses", key).with("number", number)).into_text()
    }

    /// Returns the texts of a list pattern such as `{1}, {2} or {3}`.
    pub(super) fn joints(&self, style: &str) -> Option<Joints<'_>> {
        let name = if style.is_empty() { "list" } else { style };
        match self.template("lists", name)?.pieces.as_slice() {
            [_, Piece::Text(between), _, Piece::Text(last), _] => Some(["", between, last]),
            [Piece::Text(before), _, Piece::Text(between), _, Piece::Text(last), _] => {
                Some([before, between, last])
            }
            _ => None,
        }
    }
}

/// Returns a value of a message, or a part of this value.
fn value<'a>(message: &'a Message, path: &Path) -> Option<Cow<'a, Value>> {
    let (_, value) = message.values.iter().find(|(name, _)| *name == path.name)?;
    let Some(field) = &path.field else { return Some(Cow::Borrowed(value)) };
    let Value::Claims(claims) = value else { return None };
    let (first, rest) = claims.split_first()?;
    Some(Cow::Owned(match field.as_str() {
        "first" => Value::Claims(vec![first.clone()]),
        "rest" => Value::Claims(rest.to_vec()),
        "cells" => Value::Cells(first.cells.clone()),
        "digit" => Value::Digits(first.digit.into()),
        _ => return None,
    }))
}

/// Returns true if the Korean reading of the words ends in a consonant. Cells end in the word for
/// column, 열. The digits are 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구.
fn ends_in_consonant(last: Option<&Token>) -> bool {
    let Some(token) = last else { return false };
    if matches!(token.kind, TokenKind::Cells { .. }) {
        return true;
    }
    match token.text.chars().next_back() {
        Some(end @ '가'..='힣') => !(u32::from(end) - u32::from('가')).is_multiple_of(28),
        Some(end) => matches!(end, '0' | '1' | '3' | '6' | '7' | '8' | 'L' | 'M' | 'N' | 'R'),
        None => false,
    }
}
