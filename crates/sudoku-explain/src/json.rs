//! Explanations as JSON.

use serde_json::{Value, json};
use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::Effect;

use crate::claim::Claim;
use crate::lines::line_tokens;
use crate::marks::Marks;
use crate::notation;
use crate::proof::{Line, Proof};
use crate::token::{Token, TokenKind, plain};
use crate::words::Language;

/// The version of the object's layout. It increases when a field is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// Returns an object with the name of the technique.
pub(crate) fn named(proof: &Proof, language: Language) -> Value {
    let (technique, title) = (proof.name.name(), language.title(proof.name));
    json!({ "schema": SCHEMA, "technique": technique, "title": title })
}

/// Adds the place of the pattern and the effect.
pub(crate) fn add_place(object: &mut Value, proof: &Proof, language: Language) {
    object["candidates"] = json!(proof.state.to_string());
    object["place"] = in_words(&language.place(&proof.place));
    object["effect"] = done(&proof.effect);
    object["marks"] = marks(&proof.marks);
}

/// Adds the proof.
pub(crate) fn add_proof(object: &mut Value, proof: &Proof, language: Language) {
    object["meaning"] = json!(language.meaning(proof.name));
    object["proof"] = lines(proof, language);
}

fn lines(proof: &Proof, language: Language) -> Value {
    let line = |(at, line): (usize, &Line)| {
        let mut object = in_words(&line_tokens(proof, language, at, ""));
        object["line"] = json!(at + 1);
        object["level"] = json!(line.level);
        object["from"] = line.from.iter().map(|from| from + 1).collect();
        if let Some(proof) = &line.inner {
            object["inner"] = json!({
                "technique": proof.name.name(),
                "title": language.title(proof.name),
                "meaning": language.meaning(proof.name),
                "place": in_words(&language.place(&proof.place)),
                "effect": done(&proof.effect),
                "proof": lines(proof, language),
            });
        }
        object
    };
    proof.lines.iter().enumerate().map(line).collect()
}

fn in_words(tokens: &[Token]) -> Value {
    json!({ "text": plain(tokens), "tokens": tokens.iter().map(token).collect::<Value>() })
}

fn token(token: &Token) -> Value {
    let mut object = match &token.kind {
        TokenKind::Text => json!({ "kind": "text" }),
        TokenKind::Cells(cells) => json!({ "kind": "cells", "cells": names(cells) }),
        TokenKind::Digits(digits) => json!({ "kind": "digits", "digits": numbers(*digits) }),
        TokenKind::House(house) => json!({ "kind": "house", "house": name(*house) }),
        TokenKind::Claim(of) => json!({ "kind": "claim", "claim": claim(of) }),
        TokenKind::Line(line) => json!({ "kind": "line", "line": line }),
        TokenKind::Chain(claims) => {
            json!({ "kind": "chain", "claims": claims.iter().map(claim).collect::<Value>() })
        }
    };
    object["text"] = json!(token.text);
    object
}

fn names(cells: &[Cell]) -> Value {
    cells.iter().map(Cell::to_string).collect()
}

fn numbers(digits: DigitSet) -> Value {
    digits.iter().map(Digit::get).collect()
}

fn name(house: House) -> String {
    house.to_string()
}

fn claim(claim: &Claim) -> Value {
    json!({ "cells": names(&claim.cells), "digit": claim.digit.get(), "on": claim.is_on })
}

fn done(effect: &Effect) -> Value {
    let placement = effect.placement;
    let placement =
        placement.map(|(cell, digit)| json!({ "cell": cell.to_string(), "digit": digit.get() }));
    let gone = effect.eliminations.iter();
    let gone: Value = gone
        .map(|&(cell, digits)| json!({ "cell": cell.to_string(), "digits": numbers(digits) }))
        .collect();
    json!({ "text": notation::effect(effect), "placement": placement, "eliminations": gone })
}

fn marks(marks: &Marks) -> Value {
    let candidates = marks.candidates.iter().map(|&(cell, digit, role)| {
        json!({ "cell": cell.to_string(), "digit": digit.get(), "role": role.name() })
    });
    let links = marks.links.iter().map(|link| {
        json!({ "from": claim(&link.from), "to": claim(&link.to), "strong": link.is_strong })
    });
    json!({
        "houses": marks.houses.iter().map(|&house| name(house)).collect::<Value>(),
        "groups": marks.groups.iter().map(|cells| names(cells)).collect::<Value>(),
        "candidates": candidates.collect::<Value>(),
        "links": links.collect::<Value>(),
    })
}
