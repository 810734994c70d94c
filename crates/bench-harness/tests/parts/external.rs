//! Tests of the parsers for external engines: commands and answers.

use bench_harness::engine::external::{external_command, read_answer};
use sudoku_core::Ending;

const GRID: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn commands_are_split_like_in_a_shell() {
    let engine = external_command("a-1=program 'two words' three=3").expect("a good one");
    assert_eq!(engine.name, "a-1");
    assert_eq!(engine.command, ["program", "two words", "three=3"]);
}

#[test]
fn invalid_commands_are_refused() {
    let name = "n".repeat(33);
    for text in ["", "program", "=program", "a b=program", "a=", "a= ", "a='open"] {
        assert!(external_command(text).is_err(), "{text}");
    }
    assert!(external_command(&format!("{name}=program")).is_err());
}

#[test]
fn answers_are_read() {
    let outcome = read_answer(format!("1 12 {GRID}").as_bytes(), 2).expect("a good answer");
    assert_eq!(outcome.report.solutions, 1);
    assert_eq!((outcome.report.ending, outcome.report.guesses), (Ending::Exhausted, Some(12)));
    assert_eq!(outcome.first.map(|grid| grid.to_string()).as_deref(), Some(GRID));
    let outcome = read_answer(format!("2 - {GRID}").as_bytes(), 2).expect("a good answer");
    assert_eq!((outcome.report.ending, outcome.report.guesses), (Ending::SolutionLimit, None));
    let none = read_answer(b"0 - -", 1).expect("a good answer");
    assert_eq!((none.report.solutions, none.first), (0, None));
}

#[test]
fn invalid_answers_are_refused() {
    let dotted = GRID.replace('9', ".");
    let lines = ["", "1", "1 -", "x - -", "-1 - -", "0  -", "0 - - ", "0 y -", "1 - 534"];
    for line in lines.map(str::to_owned).into_iter().chain([
        format!("1 - {GRID}5"),
        format!("1 - {dotted}"),
        format!("1 - {}", "z".repeat(81)),
    ]) {
        assert_eq!(read_answer(line.as_bytes(), 2), None, "{line}");
    }
}
