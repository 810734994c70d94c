//! Compares each operation with the Rust API, and sends invalid requests to all of them.

use std::collections::HashSet;

use serde_json::{Value, json};
use sudoku_core::{Board, Candidates, Cell, Limits};
use sudoku_engines::counting::Solutions;
use sudoku_engines::{AutoSolver, canonical, count_up_to, solutions, solve};
use sudoku_explain::{Language, StepData};
use sudoku_generator::{
    Minimality, PatternSymmetry, PuzzleId, PuzzleRequest, TechniqueDifficulty, seeded_rng,
    uniform_below_u128,
};
use sudoku_logic::{HODOKU_2_3, Rating, RatingScale, SE_1_2_1, State, StepName};
use sudoku_text::FileFormat;
use sudoku_web::{Engine, ListTask};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn reply(request: &Value) -> Value {
    serde_json::from_str(&Engine::new().call(&request.to_string())).expect("a reply is JSON")
}

/// Returns the engine's answer.
fn ask(request: Value) -> Value {
    let reply = reply(&request);
    assert!(reply.get("error").is_none(), "{request}: {reply}");
    reply["ok"].clone()
}

/// Returns the engine's error message.
fn complaint(request: Value) -> Value {
    let reply = reply(&request);
    assert!(reply.get("ok").is_none(), "{request}: {reply}");
    assert!(reply["error"]["words"].as_str().is_some_and(|words| !words.is_empty()));
    reply["error"].clone()
}

fn board(text: &str) -> Board {
    text.parse().expect("it is a board")
}

#[test]
fn a_puzzle_is_checked() {
    let checked = ask(json!({ "op": "check", "puzzle": PUZZLE }));
    assert_eq!((&checked["solutions"], &checked["solution"]), (&json!(1), &json!(SOLUTION)));
    assert_eq!(checked["contradictions"], json!([]));
    let is_redundant = |cell: &usize| {
        let without = format!("{}.{}", &PUZZLE[..*cell], &PUZZLE[cell + 1..]);
        &PUZZLE[*cell..=*cell] != "." && count_up_to(&board(&without), 2) == 1
    };
    let redundant: Vec<usize> = (0..81).filter(is_redundant).collect();
    assert_eq!(checked["redundant"], json!(redundant));
    assert_eq!(checked["minimal"], json!(redundant.is_empty()));

    // The added clue can be removed, and so can the clues that it makes redundant.
    let more = format!("{}4{}", &PUZZLE[..2], &PUZZLE[3..]);
    let checked = ask(json!({ "op": "check", "puzzle": more }));
    assert!(checked["redundant"].as_array().unwrap().contains(&json!(2)));
    assert_eq!(checked["minimal"], false);

    let several = format!("..{}", &PUZZLE[2..]);
    let checked = ask(json!({ "op": "check", "puzzle": several }));
    assert_eq!(checked["solutions"], 2);
    let [first, second] = [&checked["solution"], &checked["second"]].map(|it| it.as_str().unwrap());
    let differ: Vec<usize> =
        (0..81).filter(|&cell| first.as_bytes()[cell] != second.as_bytes()[cell]).collect();
    assert_eq!(checked["differ"], json!(differ));
    assert!(!differ.is_empty() && board(second).extends(&board(&several)));

    let contradicting = format!("55{}", &PUZZLE[2..]);
    let checked = ask(json!({ "op": "check", "puzzle": contradicting }));
    assert_eq!(checked["solutions"], 0);
    let found = &checked["contradictions"];
    assert!(
        found.as_array().unwrap().contains(&json!({ "digit": 5, "house": 0, "cells": [0, 1] }))
    );
    assert_eq!(found.as_array().unwrap().len(), 2, "the row and the box: {found}");

    let impossible = format!("12345678{0}9{0}", ".".repeat(36));
    let checked = ask(json!({ "op": "check", "puzzle": impossible }));
    assert_eq!(checked["contradictions"], json!([]));
    assert_eq!(checked["conflicting"], json!([0, 1, 2, 3, 4, 5, 6, 7, 44]));
}

#[test]
fn candidates_without_a_solution_have_none() {
    let mut marks = Candidates::from(&Board::EMPTY);
    let all = marks.to_string();
    let checked = ask(json!({ "op": "check", "puzzle": ".".repeat(81), "candidates": all }));
    assert_eq!(checked["solutions"], 2);
    // The first row has no place for a 1.
    for cell in Cell::all().filter(|cell| cell.row() == 0) {
        marks.eliminate(cell, "1".parse().map(sudoku_core::DigitSet::only).unwrap());
    }
    let request =
        |op: &str| json!({ "op": op, "puzzle": ".".repeat(81), "candidates": marks.to_string() });
    assert_eq!(ask(request("check"))["solutions"], 0);
    assert_eq!(ask(request("count")), json!({ "count": "0", "exact": true, "terms": null }));
    assert_eq!(ask(request("enumerate"))["solutions"], json!([]));
    let possible = ask(request("marks"));
    assert_eq!(
        (&possible["possible"], &possible["whole"]),
        (&json!(".".repeat(729)), &json!(true))
    );
    assert_eq!(ask(request("hint"))["end"]["ending"], "contradiction");
}

#[test]
fn solutions_are_counted_and_listed() {
    let several = format!("{}{}", ".".repeat(24), &PUZZLE[24..]);
    let count = count_up_to(&board(&several), 1_000_000);
    assert!(count > 20);
    let exact = ask(json!({ "op": "count", "puzzle": several }));
    assert_eq!(exact, json!({ "count": count.to_string(), "exact": true, "terms": null }));
    let limited = ask(json!({ "op": "count", "puzzle": several, "limit": 10 }));
    assert_eq!((&limited["count"], &limited["exact"]), (&json!("10"), &json!(false)));
    let empty = ask(json!({ "op": "count", "puzzle": ".".repeat(81) }));
    assert_eq!(empty["count"], "6670903752021072936960");

    let part = ask(json!({ "op": "enumerate", "puzzle": several, "skip": 3, "number": 5 }));
    let expected: Vec<String> =
        solutions(&board(&several)).skip(3).take(5).map(|it| it.to_string()).collect();
    assert_eq!(part["solutions"], json!(expected));

    // The possible marks are exact, although only ten solutions are counted.
    let marks = ask(json!({ "op": "marks", "puzzle": several, "limit": 10 }));
    let mut possible = vec!['.'; 729];
    for grid in solutions(&board(&several)) {
        for (cell, &digit) in grid.as_bytes().iter().enumerate() {
            possible[cell * 9 + usize::from(digit) - 1] = char::from(b'0' + digit);
        }
    }
    assert_eq!(marks["possible"], json!(possible.iter().collect::<String>()));
    assert_eq!((&marks["solutions"], &marks["whole"]), (&json!(10), &json!(true)));
}

#[test]
fn sampled_and_numbered_solutions_equal_those_of_the_command() {
    let several = format!("{}{}", ".".repeat(24), &PUZZLE[24..]);
    let sparse = format!("{}{}", &PUZZLE[..9], ".".repeat(72));
    // One engine answers all requests, so it has data of one puzzle at a request for another.
    let mut engine = Engine::new();
    let mut ask = |request: Value| -> Value {
        let reply: Value = serde_json::from_str(&engine.call(&request.to_string())).unwrap();
        assert!(reply.get("error").is_none(), "{request}: {reply}");
        reply["ok"].clone()
    };
    for puzzle in [&several, &sparse, &several, &".".repeat(81), PUZZLE, SOLUTION] {
        let expected = Solutions::of(&board(puzzle));
        let (len, text) = (expected.len(), expected.len().to_string());
        for (seed, number) in [(1, 1), (7, 5), (u64::MAX, 2)] {
            let mut rng = seeded_rng(seed, 1);
            let below = &mut |end| uniform_below_u128(&mut rng, end);
            let grids: Vec<_> =
                (0..number).map(|_| expected.sample(below).unwrap().to_string()).collect();
            let drawn = ask(json!({
                "op": "sample", "puzzle": puzzle, "seed": seed.to_string(), "number": number,
            }));
            assert_eq!(drawn, json!({ "solutions": grids, "count": text }));
        }
        let unsaid = ask(json!({ "op": "sample", "puzzle": puzzle }));
        assert_eq!(unsaid, ask(json!({ "op": "sample", "puzzle": puzzle, "seed": 1 })));
        for number in [1, len / 2 + 1, len] {
            let grid = expected.get(number - 1).unwrap().to_string();
            let found = ask(json!({ "op": "nth", "puzzle": puzzle, "number": number.to_string() }));
            assert_eq!(found, json!({ "solution": grid, "count": text }));
        }
    }
    let first = ask(json!({ "op": "nth", "puzzle": PUZZLE, "number": 1 }));
    assert_eq!(first["solution"], SOLUTION);
    // The sample contains each of the few solutions.
    let unclear = SOLUTION.char_indices();
    let unclear: String =
        unclear.map(|(at, digit)| if [3, 4, 30, 31].contains(&at) { '.' } else { digit }).collect();
    let drawn = ask(json!({ "op": "sample", "puzzle": unclear, "number": 100 }));
    let drawn = drawn["solutions"].as_array().unwrap().iter();
    let both = drawn.map(|grid| grid.as_str().unwrap()).collect::<HashSet<_>>();
    assert_eq!(both.len(), 2);

    // Marks that exclude no candidate are ignored.
    let all = Candidates::from(&board(&several)).to_string();
    for op in ["sample", "nth"] {
        let plain = json!({ "op": op, "puzzle": several, "number": 3 });
        let mut marked = plain.clone();
        marked["candidates"] = json!(all);
        assert_eq!(ask(marked), ask(plain));
    }
}

#[test]
fn a_solution_number_that_is_too_high_is_refused_with_the_number_of_solutions() {
    let words = |puzzle: &str, number: &str| {
        complaint(json!({ "op": "nth", "puzzle": puzzle, "number": number }))
    };
    let empty = ".".repeat(81);
    let expected = "there is no solution 6670903752021072936961: the puzzle has \
        6670903752021072936960 solutions";
    let refused = words(&empty, "6670903752021072936961");
    let said = |refused: &Value| (refused["words"].clone(), refused["count"].clone());
    assert_eq!(said(&refused), (json!(expected), json!("6670903752021072936960")));
    let refused = words(PUZZLE, "2");
    let expected = "there is no solution 2: the puzzle has 1 solution";
    assert_eq!(said(&refused), (json!(expected), json!("1")));
    let none = format!("55{}", &PUZZLE[2..]);
    let refused = words(&none, "1");
    let expected = "there is no solution 1: the puzzle has none";
    assert_eq!(said(&refused), (json!(expected), json!("0")));
    let drawn = ask(json!({ "op": "sample", "puzzle": none, "number": 3 }));
    assert_eq!(drawn, json!({ "solutions": [], "count": "0" }));

    let most = u128::MAX.to_string();
    assert_eq!(words(PUZZLE, &most)["count"], "1");
    for number in ["0", "-1", "1.5", "", "x", "340282366920938463463374607431768211456"] {
        assert!(words(PUZZLE, number)["words"].as_str().unwrap().starts_with("`number` has to be"));
    }
    let unsaid = complaint(json!({ "op": "nth", "puzzle": PUZZLE }));
    assert_eq!(unsaid["words"], "`number` is missing");
    complaint(json!({ "op": "sample", "puzzle": PUZZLE, "number": 0 }));
    complaint(json!({ "op": "sample", "puzzle": PUZZLE, "seed": -1 }));

    let mut marks = Candidates::from(&board(PUZZLE));
    let left = marks.get(Cell::new(2).unwrap()).iter().next().unwrap();
    marks.eliminate(Cell::new(2).unwrap(), sudoku_core::DigitSet::only(left));
    for op in ["nth", "sample"] {
        let marked = json!({
            "op": op, "puzzle": PUZZLE, "number": 1, "candidates": marks.to_string(),
        });
        let expected =
            "solutions are drawn and numbered of clues, and these marks say more than clues";
        assert_eq!(complaint(marked)["words"], expected);
    }
}

#[test]
fn the_canonical_form_is_that_of_the_crate() {
    let expected = canonical::canonical(&board(PUZZLE));
    let found = ask(json!({ "op": "canonical", "puzzle": PUZZLE }));
    assert_eq!(found["canonical"], json!(expected.form.to_string()));
    assert_eq!(found["automorphisms"], json!(expected.automorphisms));
}

#[test]
fn text_is_read_and_written() {
    for form in FileFormat::ALL {
        let written = ask(json!({ "op": "write", "puzzle": PUZZLE, "format": form.name() }));
        let read = ask(json!({ "op": "read", "text": written["text"] }));
        assert_eq!(read["puzzles"][0]["puzzle"], PUZZLE, "{form}: {read}");
        assert_eq!(read["complaints"], json!([]), "{form}");
    }
    let svg = ask(json!({ "op": "write", "puzzle": PUZZLE, "format": "svg" }));
    assert!(svg["text"].as_str().unwrap().starts_with("<svg"));
    assert!(
        complaint(json!({ "op": "write", "puzzle": PUZZLE, "format": "clay" }))["words"]
            .as_str()
            .unwrap()
            .contains("clay")
    );

    // Marks that exclude a candidate are kept.
    let mut marks = Candidates::from(&board(PUZZLE));
    let left = marks.get(Cell::new(2).unwrap()).iter().next().unwrap();
    marks.eliminate(Cell::new(2).unwrap(), sudoku_core::DigitSet::only(left));
    let request = json!({ "op": "write", "puzzle": PUZZLE, "candidates": marks.to_string(), "format": "sukaku" });
    let written = ask(request);
    let read = ask(json!({ "op": "read", "text": written["text"] }));
    assert_eq!(read["puzzles"][0]["candidates"], json!(marks.to_string()));

    let broken = format!("{PUZZLE}\n{}\n{PUZZLE}7\n", &PUZZLE[1..]);
    let read = ask(json!({ "op": "read", "text": broken }));
    assert_eq!(read["puzzles"].as_array().unwrap().len(), 1);
    assert_eq!(read["complaints"][0]["line"], 2);
    assert_eq!(
        (&read["complaints"][1]["line"], &read["complaints"][1]["column"]),
        (&json!(3), &json!(82))
    );
    let many = ask(json!({ "op": "read", "text": format!("{PUZZLE}\n").repeat(1001) }));
    assert_eq!((many["puzzles"].as_array().unwrap().len(), &many["more"]), (1000, &json!(true)));
    assert_eq!(ask(json!({ "op": "read", "text": "" }))["puzzles"], json!([]));
}

#[test]
fn the_same_seed_gives_the_same_puzzle_as_the_crate() {
    let request = PuzzleRequest::new()
        .with_symmetry(PatternSymmetry::HalfTurn)
        .with_minimality(Minimality::Any)
        .with_clues(24..=30);
    let expected = request.generate(&AutoSolver::new(), &mut seeded_rng(7, 3)).unwrap();
    let made = ask(json!({
        "op": "generate", "seed": "7", "number": 3, "symmetry": "half-turn", "clues": [24, 30],
    }));
    assert_eq!(made["puzzle"], json!(expected.board.to_string()));
    assert_eq!(made["solution"], json!(expected.solution.to_string()));
    assert_eq!(made["id"], json!(request.id_of(&expected, 7, 3).unwrap().to_string()));
    let again = ask(json!({ "op": "generate", "id": made["id"] }));
    assert_eq!(again["puzzle"], made["puzzle"]);
    assert!(complaint(json!({ "op": "generate", "id": "nothing" }))["words"].is_string());
    assert!(complaint(json!({ "op": "generate", "clues": [3, 5] }))["words"].is_string());
    assert!(complaint(json!({ "op": "generate", "difficulty": [3, 5] }))["words"].is_string());
}

#[test]
fn a_rare_puzzle_is_made_in_portions() {
    let scale = TechniqueDifficulty::new(&SE_1_2_1).needing(&[StepName::NAKED_PAIR]);
    let request = PuzzleRequest::new().with_difficulty(&scale, 30..=34);
    let expected = request.generate(&AutoSolver::new(), &mut seeded_rng(5, 0)).unwrap();
    let id = request.id_of(&expected, 5, 0).unwrap();
    assert!(expected.attempts > 10, "it is rare enough: {}", expected.attempts);

    let fields = json!({
        "op": "generate", "seed": 5, "scale": "se", "difficulty": [3.0, 3.4],
        "needs": ["naked pair"],
    });
    let with = |attempts: u32, next: &Value| {
        let mut request = fields.clone();
        request["attempts"] = json!(attempts);
        request["next"] = next.clone();
        request.to_string()
    };
    // One engine continues; the other one has to repeat the earlier attempts.
    let (mut one, mut next, mut calls) = (Engine::new(), Value::Null, 0);
    let made = loop {
        let request = with(7, &next);
        let [kept, fresh] = [&mut one, &mut Engine::new()].map(|engine| engine.call(&request));
        assert_eq!(kept, fresh);
        let reply: Value = serde_json::from_str(&kept).unwrap();
        calls += 1;
        if reply["ok"]["puzzle"].is_string() {
            break reply["ok"].clone();
        }
        next = reply["ok"]["next"].clone();
        assert_eq!(next, json!(7 * calls));
    };
    assert_eq!(made["puzzle"], json!(expected.board.to_string()));
    assert_eq!(made["attempts"], json!(expected.attempts));
    assert_eq!(made["id"], json!(id.to_string()));
    let tenths: f64 = made["rating"].as_str().unwrap().parse().unwrap();
    assert_eq!((tenths * 10.0).round() as u64, expected.difficulty.unwrap());

    // Recreate by ID, in portions smaller than its attempt number, and in one portion.
    let mut engine = Engine::new();
    let mut next = Value::Null;
    let again = loop {
        let request =
            json!({ "op": "generate", "id": id.to_string(), "attempts": 4, "next": next });
        let reply: Value = serde_json::from_str(&engine.call(&request.to_string())).unwrap();
        if reply["ok"]["puzzle"].is_string() {
            break reply["ok"].clone();
        }
        next = reply["ok"]["next"].clone();
        assert!(next.is_number(), "{reply}");
    };
    assert_eq!(again["puzzle"], made["puzzle"]);
    assert_eq!(again["id"], made["id"]);
    let parsed: PuzzleId = made["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(parsed.generate(&AutoSolver::new()).unwrap().board, expected.board);
}

#[test]
fn steps_and_ratings_equal_those_of_the_crate() {
    let state = State::from(&board(PUZZLE));
    for scale in RatingScale::all() {
        let expected = scale.rate(&state, &Limits::ALL).unwrap();
        let rated = ask(json!({ "op": "rate", "puzzle": PUZZLE, "scale": scale.name() }));
        match expected {
            Rating::Explainer(rating) => {
                let number = ["er", "ep", "ed"].map(|field| rated["rating"][field].to_string());
                assert_eq!(number, rating.tenths().map(|tenths| tenths.to_string()));
            }
            Rating::Hodoku(rating) => {
                assert_eq!(rated["rating"]["score"], rating.score);
                assert_eq!(rated["rating"]["level"], rating.level.name());
            }
            _ => unreachable!(),
        }
        assert_eq!(rated["end"]["ending"], "solved");

        let path = ask(json!({ "op": "path", "puzzle": PUZZLE, "scale": scale.name() }));
        let mut expected = scale.path(&state, &Limits::ALL);
        let mut number = 0;
        loop {
            let before = *expected.state();
            let Some(rated) = expected.next() else { break };
            let data = StepData::new(&before, &rated, scale.name(), Language::default());
            assert_eq!(path["steps"][number], serde_json::to_value(&data).unwrap());
            number += 1;
        }
        assert_eq!(path["steps"].as_array().unwrap().len(), number);
        assert_eq!(rated["steps"], json!(number));

        let hint = ask(json!({ "op": "hint", "puzzle": PUZZLE, "scale": scale.name() }));
        assert_eq!(hint["steps"], json!([path["steps"][0]]));
        let all = ask(json!({ "op": "all_steps", "puzzle": PUZZLE, "scale": scale.name() }));
        let expected = scale.all_steps(&state, &Limits::ALL.with_nodes(100)).unwrap();
        assert_eq!(all["steps"].as_array().unwrap().len(), expected.len());
    }
    let kites = "..1.37...4.7..29...2........726..3..8..2....95.3..8.6.....4.8..........765......4";
    let kites = json!({
        "op": "path", "puzzle": kites, "scale": "hodoku", "with": ["single-digit"],
    });
    assert!(ask(kites).to_string().contains("dual 2-string kite"));
    let solved = ask(json!({ "op": "hint", "puzzle": SOLUTION }));
    assert_eq!(solved["end"]["ending"], "solved");
    let several = ask(json!({ "op": "rate", "puzzle": ".".repeat(81) }));
    assert_eq!(several["end"]["ending"], "several solutions");
    assert_eq!(several["rating"], Value::Null);
}

#[test]
fn steps_are_named_and_explained_in_the_requested_language() {
    let is_korean =
        |text: &Value| text.as_str().unwrap().contains(|it| ('가'..='힣').contains(&it));
    for (code, expected) in [("en", false), ("ko", true)] {
        let hint = ask(json!({ "op": "hint", "puzzle": PUZZLE, "language": code }));
        let step = &hint["steps"][0];
        assert_eq!(step["technique"], "hidden single");
        let about = ask(json!({ "op": "about", "language": code }));
        assert_eq!(step["title"], about["technique_titles"]["hidden single"]);
        let line = &step["explanation"]["proof"][0]["words"]["text"];
        for words in [&step["title"], &step["explanation"]["meaning"], line] {
            assert_eq!(is_korean(words), expected, "{words}");
        }
    }
    let error = complaint(json!({ "op": "hint", "puzzle": PUZZLE, "language": "fr" }));
    assert_eq!(error["words"], "unknown language `fr`; the languages are: en, ko");
}

#[test]
fn mistakes_on_a_board_are_reported_instead_of_a_hint() {
    // The first blank, r1c3, is a 4.
    let wrong = format!("{}1{}", &PUZZLE[..2], &PUZZLE[3..]);
    let mut marks = Candidates::from(&board(PUZZLE));
    let fourth = Cell::new(3).unwrap();
    let right = solve(&board(PUZZLE)).unwrap().as_board().get(fourth).unwrap();
    marks.eliminate(fourth, sudoku_core::DigitSet::only(right));
    let fields = json!({
        "op": "hint", "puzzle": wrong, "givens": PUZZLE, "candidates": marks.to_string(),
    });
    let wrong_entries = json!([
        { "cell": 2, "digit": 1, "value": true },
        { "cell": 3, "digit": right.get(), "value": false },
    ]);
    for op in ["hint", "path", "all_steps"] {
        let mut request = fields.clone();
        request["op"] = json!(op);
        let found = ask(request);
        assert_eq!((&found["wrong"], &found["steps"]), (&wrong_entries, &json!([])));
    }
    let mut request = fields.clone();
    request["op"] = json!("wrong_marks");
    assert_eq!(ask(request), json!({ "wrong": wrong_entries }));
    let mut request = fields;
    request["givens"] = json!(SOLUTION);
    assert!(complaint(request)["words"].as_str().unwrap().contains("givens"));
    // A blank cell without marks counts as unmarked, not as wrong.
    let request = json!({ "op": "hint", "puzzle": PUZZLE, "candidates": ".".repeat(729) });
    assert_eq!(ask(request), ask(json!({ "op": "hint", "puzzle": PUZZLE })));
}

#[test]
fn lists_have_a_line_for_each_line() {
    let empty = ".".repeat(81);
    let lines =
        format!("{PUZZLE}\nrubbish\n{empty}\r\n\n55{}\n{PUZZLE} and a comment\n", &PUZZLE[2..]);
    let mut engine = Engine::new();
    let solved = engine.list(ListTask::Solve, &lines);
    let solved: Vec<&str> = solved.lines().collect();
    assert_eq!(solved.len(), 6);
    assert_eq!(solved[0], format!("{SOLUTION},1,0"));
    assert_eq!((solved[1], solved[3]), ("", ""));
    assert!(solved[2].contains(",2,") && solved[2].len() > 81);
    assert!(solved[4].starts_with(",0,"));
    assert_eq!(solved[5], solved[0]);
    let expected = HODOKU_2_3.rate(&State::from(&board(PUZZLE)), &Limits::ALL).unwrap();
    let rated = engine.list(ListTask::RateHodoku, &lines);
    let expected = expected.to_string().replace(' ', ",");
    assert_eq!(rated, format!("{expected}\n\n-\n\n-\n{expected}\n"));
    assert_eq!(engine.list(ListTask::RateSe, PUZZLE), "1.2,1.2,1.2\n");
}

#[test]
fn invalid_requests_are_refused_with_a_message() {
    let mut engine = Engine::new();
    for request in ["", "{", "[]", "7", "null", "{}", r#"{"op": 7}"#, r#"{"op": "dig"}"#, "\u{0}"] {
        let reply: Value = serde_json::from_str(&engine.call(request)).unwrap();
        assert!(reply["error"]["words"].is_string(), "{request}: {reply}");
    }
    let ops = [
        "all_steps",
        "canonical",
        "check",
        "count",
        "enumerate",
        "hint",
        "marks",
        "path",
        "rate",
        "run",
        "sample",
        "trace",
        "write",
        "wrong_marks",
    ];
    for op in ops {
        complaint(json!({ "op": op }));
        complaint(json!({ "op": op, "puzzle": 7 }));
        complaint(json!({ "op": op, "puzzle": null }));
        let short = complaint(json!({ "op": op, "puzzle": &PUZZLE[..80], "strategy": "mrv" }));
        assert_eq!(
            (&short["line"], &short["column"], &short["cell"]),
            (&json!(1), &json!(81), &json!(80))
        );
    }
    complaint(json!({ "op": "hint", "puzzle": PUZZLE, "scale": "moon" }));
    complaint(json!({ "op": "hint", "puzzle": PUZZLE, "candidates": "1" }));
    complaint(json!({ "op": "count", "puzzle": PUZZLE, "limit": -1 }));
    complaint(json!({ "op": "enumerate", "puzzle": PUZZLE, "number": 0 }));
    complaint(json!({ "op": "run", "puzzle": PUZZLE, "strategy": "board-avx9" }));
    complaint(json!({ "op": "trace", "puzzle": PUZZLE, "strategy": "auto" }));
    complaint(json!({ "op": "generate", "needs": "X-Wing" }));
    complaint(json!({ "op": "generate", "scale": "se", "needs": ["moon"] }));
    complaint(json!({ "op": "generate", "scale": "hodoku", "with": ["X-Wing"] }));
    complaint(json!({ "op": "hint", "puzzle": PUZZLE, "scale": "se", "with": ["whale"] }));
    complaint(json!({ "op": "generate", "scale": "se", "difficulty": [1] }));
    // The nesting is deeper than in any valid request.
    complaint(
        serde_json::from_str(&format!("{{\"op\": {}{}}}", "[".repeat(100), "]".repeat(100)))
            .unwrap(),
    );
    let deep = engine.call(&"[".repeat(100_000));
    assert!(deep.contains("error"));
}

#[test]
fn requests_that_cannot_be_met_exactly_are_refused() {
    let generate = json!({ "op": "generate", "seed": 1, "number": 0, "attempts": 1 });
    let with = |more: Value| {
        let mut request = generate.clone();
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    complaint(with(json!({ "scale": "guesses", "needs": ["X-Wing"] })));
    complaint(with(json!({ "scale": "se", "level": ["Easy", "Hard"] })));
    complaint(with(json!({ "scale": "hodoku", "level": ["Hard", "Easy"] })));
    complaint(with(json!({ "scale": "se", "difficulty": [7.2, 7.1] })));
    complaint(with(json!({ "scale": "se", "difficulty": [-1.0, 7.1] })));
    // The engine would have to repeat all earlier attempts.
    complaint(with(json!({ "next": 1_000_001 })));
    complaint(with(json!({ "next": 99_999_999_999_u64 })));
    let far = json!({ "op": "enumerate", "puzzle": PUZZLE, "skip": 10_000_001, "number": 1 });
    complaint(far);
}

#[test]
fn the_strategies_scales_and_symmetries_of_about_can_be_requested() {
    let about = ask(json!({ "op": "about" }));
    for strategy in about["strategies"].as_array().unwrap() {
        let run = ask(json!({ "op": "run", "puzzle": PUZZLE, "strategy": strategy, "times": 2 }));
        assert_eq!(
            (&run["solution"], &run["solutions"]),
            (&json!(SOLUTION), &json!(1)),
            "{strategy}"
        );
    }
    assert_eq!(about["traced"], json!(["scan", "bitmask", "mrv"]));
    assert_eq!(about["scales"], json!(["se", "sukaku", "hodoku"]));
    for scale in about["scales"].as_array().unwrap() {
        let names = about["techniques"][scale.as_str().unwrap()].as_array().unwrap();
        assert!(names.contains(&json!("naked single")), "{scale}");
    }
    for symmetry in about["symmetries"].as_array().unwrap() {
        ask(json!({ "op": "generate", "symmetry": symmetry }));
    }
}
