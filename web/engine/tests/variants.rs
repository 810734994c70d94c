//! Puzzles with rules through the interface of the module.

use serde_json::{Value, json};
use sudoku_rules::Rules;
use sudoku_text::{FileFormat, f_puzzles_link};
use sudoku_web::Engine;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// Rules that the solution obeys.
const RULES: &str = "cage 12 r1c1 r1c2 r1c3; thermometer r1c2 r1c3 r1c4 r1c5 r1c6";

fn reply(request: &Value) -> Value {
    serde_json::from_str(&Engine::new().call(&request.to_string())).expect("a reply is JSON")
}

/// Returns the engine's answer.
fn ask(request: &Value) -> Value {
    let reply = reply(request);
    assert!(reply.get("error").is_none(), "{request}: {reply}");
    reply["ok"].clone()
}

/// Returns the message of the engine's error.
fn words(request: &Value) -> String {
    let reply = reply(request);
    reply["error"]["words"].as_str().unwrap_or_else(|| panic!("{request}: {reply}")).to_owned()
}

fn read(text: &str) -> Value {
    ask(&json!({ "op": "variant_read", "text": text }))
}

#[test]
fn a_variant_is_read_from_rules_a_link_and_json() {
    let rules: Rules = format!("board {PUZZLE}; {RULES}").parse().unwrap();
    let json = rules.to_f_puzzles().unwrap();
    let link = f_puzzles_link(&json);
    let texts = [rules.to_string(), rules.to_line(), json.clone(), link.clone()];
    for text in texts.into_iter().chain([format!("{link}\n{link}\n")]) {
        let found = read(&text);
        let line: Rules =
            format!("board {PUZZLE}; {}", found["rules"].as_str().unwrap()).parse().unwrap();
        assert_eq!(line.to_f_puzzles(), Ok(json.clone()), "{text}");
        assert_eq!(found["puzzle"], json!(PUZZLE), "{text}");
    }
    assert_eq!(read(RULES), json!({ "puzzle": ".".repeat(81), "rules": RULES }));
}

#[test]
fn other_texts_have_no_rules() {
    let link = FileFormat::FPuzzles.display(&PUZZLE.parse().unwrap()).to_string();
    for text in [PUZZLE, "", "no puzzle", &link, "{\"grid\":1}"] {
        assert_eq!(read(text)["rules"], json!(""), "{text}");
    }
}

#[test]
fn a_variant_that_cannot_be_played_is_refused_with_its_reason() {
    let wrong = json!({ "op": "variant_read", "text": "anti-knight\n  cage 99 r1c1 r1c2" });
    assert!(words(&wrong).starts_with("line 2, column 3: the sum 99 is impossible"));
    assert_eq!(reply(&wrong)["error"]["line"], json!(2));
    let many = "palindrome r1c1 r9c9; ".repeat(20_000);
    for (text, part) in [
        ("cage 3 r1c1 r1c2; magic r5c5", "unknown rule `magic`"),
        ("no-boxes; house r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", "without boxes"),
        (many.as_str(), "too many rules"),
    ] {
        let words = words(&json!({ "op": "variant_read", "text": text }));
        assert!(words.contains(part), "{words}");
    }
    let json =
        format!("{{\"size\":9,\"grid\":{},\"nabner\":[{{}}]}}", json!(vec![vec![json!({}); 9]; 9]));
    assert!(words(&json!({ "op": "variant_read", "text": json })).contains("`nabner`"));
}

#[test]
fn a_variant_is_solved() {
    let check = |puzzle: &str, rules: &str| {
        ask(&json!({ "op": "variant_check", "puzzle": puzzle, "rules": rules }))
    };
    let found = check(PUZZLE, RULES);
    assert_eq!((&found["solutions"], &found["solution"]), (&json!(1), &json!(SOLUTION)));
    assert_eq!((&found["exact"], &found["differ"]), (&json!(true), &json!([])));
    // Without the clues of the last rows, the puzzle has several solutions.
    let open = format!("{}{}", &PUZZLE[..27], ".".repeat(54));
    let found = check(&open, RULES);
    assert_eq!((&found["solutions"], &found["broken"]), (&json!(2), &Value::Null));
    assert!(!found["differ"].as_array().unwrap().is_empty());
    let found = check(SOLUTION, "cage 13 r1c1 r1c2 r1c3");
    assert_eq!(found["solutions"], json!(0));
    assert_eq!(found["broken"]["cells"], json!([0, 1, 2]));
    // A search that ends at the limit has no answer.
    let hard = json!({
        "op": "variant_check", "puzzle": ".".repeat(81), "rules": "anti-knight", "nodes": 2,
    });
    let found = ask(&hard);
    assert_eq!((&found["solutions"], &found["exact"]), (&json!(0), &json!(false)));
}

#[test]
fn a_broken_rule_is_named_with_its_cells() {
    let puzzle = format!("531{}", &PUZZLE[3..]);
    let broken = |language: &str| {
        ask(&json!({
            "op": "variant_broken", "puzzle": puzzle, "rules": RULES, "language": language,
        }))["broken"]
            .clone()
    };
    let english = broken("en");
    assert_eq!(
        english[0],
        json!({
            "cells": [0, 1, 2],
            "words": "r1c1, r1c2, r1c3 add up to 9, not 12 (cage 12 r1c1 r1c2 r1c3)",
        })
    );
    assert_eq!(english.as_array().unwrap().len(), 2);
    assert_eq!(english[1]["cells"], json!([1, 2]));
    let korean = broken("ko");
    assert!(korean[0]["words"].as_str().unwrap().ends_with("(cage 12 r1c1 r1c2 r1c3)"));
    assert_ne!(korean[0]["words"], english[0]["words"]);
    let right = json!({ "op": "variant_broken", "puzzle": SOLUTION, "rules": RULES });
    assert_eq!(ask(&right)["broken"], json!([]));
}

#[test]
fn a_hint_has_its_reasons() {
    let hint = |puzzle: &str, rules: &str| {
        ask(&json!({ "op": "variant_hint", "puzzle": puzzle, "rules": rules }))["hint"].clone()
    };
    let found = hint(&".".repeat(81), "cage 4 r1c1 r1c2; digits 1 r4c1");
    assert_eq!((&found["cell"], &found["digit"]), (&json!("r4c1"), &json!(1)));
    assert!(found["steps"].as_array().unwrap().last().unwrap()["text"].is_string());
    assert_eq!(hint(&".".repeat(81), "anti-king"), Value::Null);
}

#[test]
fn each_rule_has_a_meaning() {
    let meanings = |language: &str| {
        let puzzle = ".".repeat(81);
        let request = json!({
            "op": "variant_meanings", "puzzle": puzzle, "rules": RULES, "language": language,
        });
        ask(&request)["meanings"].clone()
    };
    assert_eq!(
        meanings("en"),
        json!([
            "The digits of the cage differ and have its sum",
            "The digits increase from the bulb"
        ])
    );
    assert_eq!(meanings("ko").as_array().unwrap().len(), 2);
}

#[test]
fn requests_without_puzzle_or_rules_are_refused() {
    for op in ["variant_broken", "variant_check", "variant_hint", "variant_meanings"] {
        assert!(words(&json!({ "op": op, "puzzle": PUZZLE })).contains("`rules` is missing"));
        assert!(words(&json!({ "op": op, "rules": RULES })).contains("`puzzle` is missing"));
        let request = json!({ "op": op, "puzzle": PUZZLE, "rules": "cage r1" });
        assert!(words(&request).starts_with("line 1, column"));
        let request = json!({ "op": op, "puzzle": PUZZLE, "rules": RULES, "language": "xx" });
        assert!(words(&request).contains("xx"));
    }
    assert!(words(&json!({ "op": "variant_read" })).contains("`text` is missing"));
}
