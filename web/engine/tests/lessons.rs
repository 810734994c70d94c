//! The lessons: techniques with their meanings, examples, exercises and grades.

use serde_json::{Value, json};
use sudoku_web::Engine;

fn reply(request: &Value) -> Value {
    serde_json::from_str(&Engine::new().call(&request.to_string())).expect("a reply is JSON")
}

/// Returns the answer to a request that the engine accepts.
fn ask(request: Value) -> Value {
    let reply = reply(&request);
    assert!(reply.get("ok").is_some(), "{request}: {reply}");
    reply["ok"].clone()
}

fn lesson(technique: &str, number: u64) -> Value {
    ask(json!({ "op": "lesson", "technique": technique, "number": number }))
}

/// Returns the grade of changes on the board of an example.
fn grade(technique: &str, example: &Value, remove: &Value, place: &Value) -> Value {
    let (puzzle, givens) = (&example["puzzle"], &example["givens"]);
    ask(json!({ "op": "grade", "technique": technique, "puzzle": puzzle, "givens": givens,
        "candidates": example["candidates"], "remove": remove, "place": place }))
}

#[test]
fn each_technique_of_a_scale_is_listed_once_with_its_meaning_in_each_language() {
    for (scale, level) in [("se", false), ("sukaku", false), ("hodoku", true)] {
        for language in ["en", "ko"] {
            let list = ask(json!({ "op": "techniques", "scale": scale, "language": language }));
            let list = list["techniques"].as_array().unwrap();
            let mut names: Vec<&str> = list.iter().map(|it| it["name"].as_str().unwrap()).collect();
            for technique in list {
                assert!(technique["meaning"].as_str().unwrap().ends_with('.'), "{technique}");
                assert_eq!(technique["level"].is_string(), level, "{technique}");
                assert!(technique["score"].as_f64().unwrap() > 0.0, "{technique}");
            }
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{scale}");
            assert_eq!(
                names.contains(&"mutant-jellyfish"),
                level,
                "the list includes techniques that are off by default"
            );
            assert!(names.contains(&"x-wing") && !names.contains(&"brute-force"), "{names:?}");
        }
    }
}

#[test]
fn an_example_is_the_board_before_a_step_and_images_of_it_are_exercises() {
    let first = lesson("X-Wing", 0);
    assert_eq!((&first["name"], &first["title"]), (&json!("x-wing"), &json!("X-Wing")));
    let prepared = first["prepared"].as_u64().unwrap();
    assert!(prepared > 1, "{first}");
    let mut boards = Vec::new();
    for number in 0..prepared + 4 {
        let example = lesson("x-wing", number)["example"].clone();
        assert_eq!(example["step"]["technique"], "X-Wing");
        assert!(example["step"]["explanation"]["proof"].as_array().unwrap().len() > 1);
        assert_eq!(example["candidates"], example["step"]["explanation"]["candidates"]);
        let asked = json!({ "op": "lesson", "technique": "x-wing", "puzzle": example["givens"] });
        assert_eq!(ask(asked)["example"], example);
        boards.push(example["givens"].clone());
    }
    boards.sort_by_key(Value::to_string);
    boards.dedup();
    assert_eq!(boards.len() as u64, prepared + 4);
    // The first image of this puzzle has no such step, so the puzzle itself is used.
    assert!(lesson("grouped-continuous-nice-loop", 3)["example"].is_object());
    let easy = json!({ "op": "lesson", "technique": "x-wing", "puzzle":
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" });
    assert_eq!(ask(easy)["example"], json!(null), "singles solve this puzzle");
    let korean = ask(json!({ "op": "lesson", "technique": "x-wing", "language": "ko" }));
    assert_ne!(korean["meaning"], first["meaning"]);
}

#[test]
fn the_lesson_of_a_technique_that_is_off_by_default_names_the_field_to_request_it() {
    let lesson = lesson("death-blossom", 0);
    assert_eq!(lesson["scale"], "hodoku");
    assert_eq!(lesson["with"], json!(["death-blossom"]));
    for technique in ["fish", "x-wings", ""] {
        let reply = reply(&json!({ "op": "lesson", "technique": technique }));
        assert!(reply["error"]["words"].as_str().unwrap().contains("no technique"), "{reply}");
    }
}

#[test]
fn candidates_that_the_technique_removes_are_right() {
    let example = lesson("x-wing", 0)["example"].clone();
    let all = example["step"]["eliminations"].clone();
    let whole = grade("x-wing", &example, &all, &json!([]));
    assert_eq!((&whole["verdict"], &whole["rest"]), (&json!("right"), &json!([])), "{whole}");
    assert_eq!(whole["step"], example["step"]);
    let one = grade("x-wing", &example, &json!([all[0]]), &json!([]));
    assert_eq!(one["verdict"], "right");
    assert_eq!(one["rest"].as_array().unwrap().len() + 1, all.as_array().unwrap().len());
    // The changes agree with the solution, but no pair proves them.
    let other = grade("naked-pair", &example, &json!([all[0]]), &json!([]));
    assert_eq!((&other["verdict"], &other["bad"]), (&json!("unproved"), &json!([all[0]])));
    assert_eq!(other["step"], json!(null));
}

#[test]
fn a_grade_needs_a_change() {
    let example = lesson("x-wing", 0)["example"].clone();
    let (puzzle, givens) = (&example["puzzle"], &example["givens"]);
    let request =
        json!({ "op": "grade", "technique": "x-wing", "puzzle": puzzle, "givens": givens });
    assert!(reply(&request)["error"]["words"].as_str().unwrap().contains("no change"));
}

#[test]
fn changes_against_the_solution_are_wrong() {
    let example = lesson("x-wing", 0)["example"].clone();
    let solution = ask(json!({ "op": "check", "puzzle": example["givens"] }))["solution"].clone();
    let blank = example["puzzle"].as_str().unwrap().find('.').unwrap();
    let digit = solution.as_str().unwrap().as_bytes()[blank] - b'0';
    let other = digit % 9 + 1;
    for (remove, place) in
        [(json!([[blank, digit]]), json!([])), (json!([]), json!([[blank, other]]))]
    {
        let reply = grade("x-wing", &example, &remove, &place);
        assert_eq!(reply["verdict"], "wrong");
        let wrong = if place == json!([]) { &remove } else { &place };
        assert_eq!(&reply["bad"], wrong);
    }
}

#[test]
fn a_placement_is_right_and_so_are_the_candidates_that_it_removes() {
    let example = lesson("naked-single", 0)["example"].clone();
    let placed = example["step"]["placements"].clone();
    let right = grade("naked-single", &example, &json!([]), &placed);
    assert_eq!((&right["verdict"], &right["rest"]), (&json!("right"), &json!([])));
    let cell = placed[0][0].as_u64().unwrap();
    let other = placed[0][1].as_u64().unwrap() % 9 + 1;
    let implied = grade("naked-single", &example, &json!([[cell, other]]), &json!([]));
    assert_eq!((&implied["verdict"], &implied["rest"]), (&json!("right"), &placed));
    for remove in [json!("r1c1"), json!([[81, 1]]), json!([[0, 10]]), json!([[0]])] {
        let reply = reply(&json!({ "op": "grade", "technique": "naked-single",
            "puzzle": example["givens"], "remove": remove }));
        assert!(reply["error"]["words"].as_str().unwrap().contains("pairs"), "{reply}");
    }
}

#[test]
fn a_puzzle_is_made_with_only_singles_around_a_technique() {
    let made = ask(json!({ "op": "generate", "scale": "se", "needs": ["pointing"],
        "before": ["singles"], "after": ["singles"], "attempts": 10_000 }));
    let path = ask(json!({ "op": "path", "puzzle": made["puzzle"], "scale": "se" }));
    let steps = path["steps"].as_array().unwrap();
    let mut others: Vec<&str> = steps.iter().map(|it| it["technique"].as_str().unwrap()).collect();
    others.retain(|name| !name.ends_with(" single") && *name != "last cell");
    others.dedup();
    assert_eq!(others, ["pointing"]);
}

#[test]
fn a_verdict_on_unproved_changes_says_whether_all_steps_were_compared() {
    // The second technique has thousands of steps on its board.
    for (technique, exact) in [("x-wing", true), ("finned-mutant-leviathan", false)] {
        let example = lesson(technique, 0)["example"].clone();
        let solved = ask(json!({ "op": "check", "puzzle": example["givens"] }))["solution"].clone();
        let (solution, puzzle) = (solved.as_str().unwrap(), example["puzzle"].as_str().unwrap());
        let blanks = (0..81).filter(|&cell| puzzle.as_bytes()[cell] == b'.');
        let wrong: Vec<(usize, u8)> = blanks
            .flat_map(|cell| (1..=9).map(move |digit| (cell, digit)))
            .filter(|&(cell, digit)| solution.as_bytes()[cell] != b'0' + digit)
            .collect();
        let reply = grade(technique, &example, &json!(wrong), &json!([]));
        assert_eq!((&reply["verdict"], &reply["exact"]), (&json!("unproved"), &json!(exact)));
        assert!(reply["bad"].as_array().is_some_and(|bad| !bad.is_empty()));
    }
}
