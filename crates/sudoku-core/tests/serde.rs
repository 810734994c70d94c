//! Boards, grids and search reports as serde data.
#![allow(clippy::unwrap_used)] // A test fails by panicking.
#![cfg(feature = "serde")]

use serde_json::{from_str, json, to_string, to_value};
use sudoku_core::{Board, Ending, Grid, Outcome, Report};

const LINE: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn boards_and_grids_have_the_line_format() {
    let line = LINE;
    let json = format!("\"{line}\"");
    let board: Board = from_str(&json).unwrap();
    let grid: Grid = from_str(&json).unwrap();
    assert_eq!((board.to_string(), grid.as_board()), (line.to_owned(), &board));
    assert_eq!(to_string(&board).unwrap(), json);
    assert_eq!(to_string(&grid).unwrap(), json);
    let empty = to_string(&Board::EMPTY).unwrap();
    assert_eq!(from_str::<Board>(&empty).unwrap(), Board::EMPTY);
    let error = from_str::<Grid>(&empty).unwrap_err();
    assert!(error.to_string().starts_with("r1c1: 0 is not a digit"), "{error}");
    let error = from_str::<Board>("\"123\"").unwrap_err();
    assert!(error.to_string().contains("78 cells missing"), "{error}");
    let error = from_str::<Board>("81").unwrap_err();
    assert!(error.to_string().contains("expected a board as text"), "{error}");
}

#[test]
fn endings_are_their_words() {
    for ending in Ending::ALL {
        let json = format!("\"{ending}\"");
        assert_eq!(to_string(ending).unwrap(), json);
        assert_eq!(from_str::<Ending>(&json).unwrap(), *ending);
    }
    let error = from_str::<Ending>("\"tired\"").unwrap_err();
    assert!(error.to_string().contains("`exhausted`, `solution limit`"), "{error}");
}

/// The fields of an `answer` in the measurement files of `bench-harness`, in their order.
#[test]
fn an_outcome_is_its_report_with_the_solution_beside() {
    let report = Report::new(Ending::Exhausted).with_solutions(1).with_nodes(29).with_guesses(3);
    let outcome =
        Outcome { report, first: Some(LINE.parse::<Board>().unwrap().to_grid().unwrap()) };
    let json = format!(
        "{{\"solutions\":1,\"ending\":\"exhausted\",\"nodes\":29,\"placements\":null,\
         \"guesses\":3,\"solution\":\"{LINE}\"}}"
    );
    assert_eq!(to_string(&outcome).unwrap(), json);
    assert_eq!(from_str::<Outcome>(&json).unwrap(), outcome);

    let none = Outcome::default();
    let json = json!({
        "solutions": 0, "ending": "stopped", "nodes": 0,
        "placements": null, "guesses": null, "solution": null,
    });
    assert_eq!(to_value(none).unwrap(), json);
    // A missing counter means that nothing was counted.
    let short = r#"{"solutions": 0, "ending": "stopped", "nodes": 0}"#;
    assert_eq!(from_str::<Outcome>(short).unwrap(), none);
    assert_eq!(from_str::<Report>(short).unwrap(), none.report);
    assert!(from_str::<Report>(r#"{"solutions": 0, "nodes": 0}"#).is_err());
}
