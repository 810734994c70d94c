//! Boards, candidates and search reports as serde data.
#![cfg(feature = "serde")]

use serde_json::{from_str, from_value, json, to_string, to_value};
use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, Ending, Grid, House, Outcome, Report};

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
fn endings_are_stored_as_words() {
    for ending in Ending::ALL {
        let json = format!("\"{ending}\"");
        assert_eq!(to_string(ending).unwrap(), json);
        assert_eq!(from_str::<Ending>(&json).unwrap(), *ending);
    }
    let error = from_str::<Ending>("\"tired\"").unwrap_err();
    assert!(error.to_string().contains("`exhausted`, `solution limit`"), "{error}");
}

#[test]
fn cells_houses_and_sets_are_stored_as_text_and_digits_as_numbers() {
    for cell in Cell::all() {
        assert_eq!(to_value(cell).unwrap(), json!(cell.to_string()));
        assert_eq!(from_value::<Cell>(json!(cell.to_string())).unwrap(), cell);
    }
    for house in House::all() {
        assert_eq!(to_value(house).unwrap(), json!(house.to_string()));
        assert_eq!(from_value::<House>(json!(house.to_string())).unwrap(), house);
    }
    for bits in 0..=0x1ff {
        let set = DigitSet::from_bits(bits).unwrap();
        assert_eq!(to_value(set).unwrap(), json!(set.to_string()));
        assert_eq!(from_value::<DigitSet>(json!(set.to_string())).unwrap(), set);
    }
    for digit in Digit::all() {
        assert_eq!(to_value(digit).unwrap(), json!(digit.get()));
        assert_eq!(from_value::<Digit>(json!(digit.get())).unwrap(), digit);
    }
    for bad in [json!(0), json!(10), json!("5"), json!(-1)] {
        assert!(from_value::<Digit>(bad.clone()).is_err(), "{bad}");
    }
    for (bad, expected) in [
        (from_value::<Cell>(json!("r0c1")).unwrap_err(), "not a cell"),
        (from_value::<Cell>(json!(0)).unwrap_err(), "expected a cell such as r4c7"),
        (from_value::<House>(json!("row 0")).unwrap_err(), "not a house"),
        (from_value::<House>(json!(0)).unwrap_err(), "expected a house such as row 4"),
        (from_value::<DigitSet>(json!("190")).unwrap_err(), "not a digit"),
        (from_value::<DigitSet>(json!(0)).unwrap_err(), "expected a set of digits such as 159"),
    ] {
        assert!(bad.to_string().contains(expected), "{bad}");
    }
}

/// A saved game keeps its clues, its placed digits and the candidates that the player excluded.
#[test]
fn candidates_keep_everything() {
    let cell: Cell = "r1c1".parse().unwrap();
    let board: Board = format!(".2{}", ".".repeat(79)).parse().unwrap();
    let mut marks = Candidates::from(&board);
    marks.eliminate("r1c3".parse().unwrap(), "19".parse().unwrap());
    marks.place(cell, Digit::new(5).unwrap());
    let data = to_value(&marks).unwrap();
    assert_eq!(data["givens"], board.to_string());
    assert_eq!(data["values"], format!("52{}", ".".repeat(79)));
    let first = &data["candidates"].as_array().unwrap()[..3];
    assert_eq!(first, [json!("5"), json!("2"), json!("34678")]);
    let read: Candidates = from_value(data.clone()).unwrap();
    assert!(read == marks && read.is_given("r1c2".parse().unwrap()) && !read.is_given(cell));

    let mut short = data.clone();
    short["candidates"] = json!(["1"]);
    let error = from_value::<Candidates>(short).unwrap_err();
    let message = "invalid length 1, expected the candidates of 81 cells";
    assert_eq!(error.to_string(), message);
    let mut contradiction = data;
    contradiction["values"] = json!(Board::EMPTY);
    let error = from_value::<Candidates>(contradiction).unwrap_err();
    assert_eq!(error.to_string(), "`values` must hold every digit of `givens`");
}

/// The fields of an `answer` in the measurement files of `bench-harness`, in their order.
#[test]
fn an_outcome_is_stored_as_its_report_with_the_solution() {
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
