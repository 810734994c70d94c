//! Tests of the JSON of f-puzzles.
#![cfg(feature = "f-puzzles")]
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use sudoku_rules::{FPuzzlesError, Rules};

/// Returns an object with a blank grid and these fields.
fn object(fields: &str) -> String {
    let row = format!("[{}]", ["{}"; 9].join(","));
    format!("{{\"size\":9,\"grid\":[{}],{fields}}}", [&row[..]; 9].join(","))
}

/// Returns an object with a sum along a diagonal.
fn little_killer(cell: &str, value: &str) -> String {
    let sum = format!("{{\"cell\":\"{cell}\",\"direction\":\"DR\",\"value\":{value}}}");
    object(&format!("\"littlekillersum\":[{sum}]"))
}

#[test]
fn every_field_is_read() {
    let cases = [
        ("\"diagonal+\":true", "diagonal-up"),
        ("\"diagonal-\":true,\"cage\":[{\"value\":\"A title\"}],\"author\":\"A\"", "diagonal-down"),
        ("\"antiknight\":true,\"antiking\":false", "anti-knight"),
        ("\"nonconsecutive\":true,\"negative\":[]", "non-consecutive"),
        ("\"disjointgroups\":true", "disjoint-groups"),
        ("\"killercage\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"10\"}]", "cage 10 r1c1 r1c2"),
        ("\"killercage\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"\"}]", "cage r1c1 r1c2"),
        ("\"thermometer\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}]", "thermometer r1c1 r1c2"),
        ("\"whispers\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}]", "whisper 5 r1c1 r1c2"),
        (
            "\"difference\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"\"}]",
            "difference 1 r1c1 r1c2",
        ),
        ("\"ratio\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"3\"}]", "ratio 3 r1c1 r1c2"),
        ("\"xv\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"X\"}]", "xv 10 r1c1 r1c2"),
        ("\"odd\":[{\"cell\":\"R1C1\"}]", "odd r1c1"),
        ("\"arrow\":[{\"cells\":[\"R1C1\"],\"lines\":[[\"R1C1\",\"R2C2\"]]}]", "arrow r1c1 / r2c2"),
        (
            "\"littlekillersum\":[{\"cell\":\"R0C1\",\"direction\":\"DR\",\"value\":\"50\"}]",
            "little-killer 50 r1c2 r2c3 r3c4 r4c5 r5c6 r6c7 r7c8 r8c9",
        ),
        (
            "\"quadruple\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"values\":[1,2]}]",
            "quadruple 12 r1c1 r1c2",
        ),
        ("\"clone\":[{\"cells\":[\"R1C1\"],\"cloneCells\":[\"R5C5\"]}]", "clone r1c1 / r5c5"),
        ("\"extraregion\":[{\"cells\":[\"R1C1\",\"R5C5\"]}]", "differ r1c1 r5c5"),
    ];
    for (fields, line) in cases {
        let rules = Rules::from_f_puzzles(&object(fields)).unwrap();
        assert_eq!(rules.to_string().trim_end(), line, "{fields}");
    }
}

#[test]
fn written_objects_are_read_back() {
    let text = format!("board 5{}1\n", ".".repeat(79))
        + "digits 135 r2c2\ndiagonal-up\nanti-knight\ncage 12 r1c1 r1c2\ncage r9c1 r9c2\n\
           thermometer r1c1 r2c1 r3c1\nrenban r5c5 r5c6\nwhisper 4 r6c1 r7c1\n\
           palindrome r8c8 r8c9\nbetween r1c7 r1c8 r1c9\nratio 2 r3c3 r3c4\nminimum r9c9\n\
           little-killer 12 r1c3 r2c2 r3c1\narrow r4c4 / r5c4 r6c4\nxv 5 r7c7 r7c8\n\
           quadruple 125 r1c1 r1c2 r2c1 r2c2\nclone r1c1 r1c2 / r8c1 r8c2\ndiffer r1c1 r9c9\n";
    let rules: Rules = text.parse().unwrap();
    let read = Rules::from_f_puzzles(&rules.to_f_puzzles().unwrap()).unwrap();
    let sorted = |rules: &Rules| {
        let mut lines: Vec<String> = rules.to_string().lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&read), sorted(&rules));
}

#[test]
fn several_sets_of_digits_for_a_cell_are_written_as_one() {
    let rules: Rules = "digits 123 r1c1 r1c2\ndigits 234 r1c1".parse().unwrap();
    let read = Rules::from_f_puzzles(&rules.to_f_puzzles().unwrap()).unwrap();
    assert_eq!(read.to_string(), "digits 23 r1c1\ndigits 123 r1c2\n");
}

#[test]
fn houses_are_written_as_extra_regions() {
    let rules: Rules = "windoku".parse().unwrap();
    let read = Rules::from_f_puzzles(&rules.to_f_puzzles().unwrap()).unwrap();
    assert_eq!(read.rules.len(), 4);
    assert!(read.rules.iter().all(|rule| rule.kind().name() == "house"));
}

#[test]
fn regions_become_houses() {
    let grid: Vec<String> = (0..9)
        .map(|row| {
            // Each row is a region.
            let cell = format!("{{\"region\":{row}}}");
            format!("[{}]", [&cell[..]; 9].join(","))
        })
        .collect();
    let text = format!("{{\"size\":9,\"grid\":[{}]}}", grid.join(","));
    let rules = Rules::from_f_puzzles(&text).unwrap();
    assert_eq!(rules.rules.len(), 10);
    assert!(!rules.has_boxes());
    let none =
        Rules::from_f_puzzles(&object("\"a\":1").replace("{}", "{\"region\":null}")).unwrap();
    assert_eq!(none.to_string(), "no-boxes\n");
    let text = object("\"a\":1").replace("{}", "{\"region\":\"1\"}");
    assert_eq!(Rules::from_f_puzzles(&text), Err(FPuzzlesError::Malformed("region".to_owned())));
    // The numbers of the boxes do not matter.
    let boxes = (0..81).map(|at| format!("{{\"region\":{}}}", 20 - at / 27 * 3 - at % 9 / 3));
    let rows: Vec<String> =
        boxes.collect::<Vec<_>>().chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    let text = format!("{{\"grid\":[{}]}}", rows.join(","));
    assert_eq!(Rules::from_f_puzzles(&text), Ok(Rules::default()));
}

#[test]
fn regions_are_written_into_the_grid() {
    let house = |first: usize, step: usize| {
        let cells = (0..9).map(|at| first + at * step);
        let names: Vec<String> =
            cells.map(|at| format!("r{}c{}", at / 9 + 1, at % 9 + 1)).collect();
        format!("house {}\n", names.join(" "))
    };
    // The third house overlaps the others.
    for houses in ["".to_owned(), house(0, 1) + &house(72, 1), house(0, 1) + &house(0, 9)] {
        let rules: Rules = format!("no-boxes\n{houses}").parse().unwrap();
        let json = rules.to_f_puzzles().unwrap();
        let read = Rules::from_f_puzzles(&json).unwrap();
        assert_eq!(read, rules, "{json}");
    }
}

#[test]
fn without_given_digits_all_digits_are_clues() {
    for (given, first) in [("", "75"), ("\"given\":true,", ".5")] {
        let cells = format!("[{{\"value\":7}},{{{given}\"value\":\"5\"}},");
        let text = object("\"a\":1").replacen("[{},{},", &cells, 1);
        let board = format!("{first}{}", ".".repeat(79));
        assert_eq!(Rules::from_f_puzzles(&text).unwrap().board.to_string(), board);
    }
}

#[test]
fn unsupported_and_broken_puzzles_are_refused_by_name() {
    let cell = |text: &str| object("\"a\":1").replacen("{},{}", &format!("{{}},{text}"), 1);
    let cases = [
        (object("\"sandwichsum\":[{\"cell\":\"R0C1\",\"value\":\"5\"}]"), "`sandwichsum`"),
        (object("\"negative\":[\"xv\"]"), "`negative`"),
        (object("\"line\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}]"), "`line`"),
        (object("\"odd\":[{\"cell\":\"R1C0\"}]"), "field `odd`"),
        (object("\"killercage\":[{\"cells\":[\"R1C1\",\"R1C1\"],\"value\":3}]"), "r1c1 twice"),
        (object("\"killercage\":7"), "field `killercage`"),
        (object("\"cage\":[1]"), "field `cage`"),
        (cell("7"), "field `grid`"),
        (cell("{\"value\":7,\"given\":\"true\"}"), "field `grid`"),
        (cell("{\"value\":7,\"given\":1}"), "field `grid`"),
        (object("\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"5+\"}]"), "`killercage`"),
        (object("\"ratio\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":[]}]"), "field `ratio`"),
        (little_killer("R0C1", "\"ten\""), "field `littlekillersum`"),
        (little_killer("R-9223372036854775808C1", "5"), "field `littlekillersum`"),
        (little_killer("R9223372036854775807C1", "5"), "field `littlekillersum`"),
        (object(&format!("\"{}\":true", "\\n".repeat(1000))), "`\\n\\n"),
        (
            object("\"arrow\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"lines\":[[\"R1C1\",\"R2C2\"]]}]"),
            "circle of several cells",
        ),
        ("{\"grid\":[[{}]]}".to_owned(), "9×9"),
        ("{\"size\":9}".to_owned(), "field `grid`"),
        ("hello".to_owned(), "not a puzzle"),
        ("[".repeat(10_000_000), "not a puzzle"),
        (format!("{{\"grid\":[{}", "{},".repeat(3_000_000)), "not a puzzle"),
    ];
    for (text, part) in cases {
        let error = Rules::from_f_puzzles(&text).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        assert!(error.len() < 200, "{error}");
    }
    let contrary = "digits 12 r1c1\ndigits 34 r1c1";
    for line in ["sum 3 r1c1", "less r1c1 r1c2", "xv 7 r1c1 r1c2", contrary] {
        let rules: Rules = line.parse().unwrap();
        assert!(matches!(rules.to_f_puzzles(), Err(FPuzzlesError::NotWritable(_))), "{line}");
    }
}

/// A value of a wrong type would otherwise lose its rule, and the answer would be wrong.
#[test]
fn a_field_of_a_wrong_type_is_refused_by_its_name() {
    const FLAGS: &[&str] =
        &["diagonal+", "diagonal-", "antiknight", "antiking", "nonconsecutive", "disjointgroups"];
    const LISTS: &[&str] = &[
        "thermometer",
        "palindrome",
        "renban",
        "whispers",
        "betweenline",
        "killercage",
        "difference",
        "ratio",
        "odd",
        "even",
        "minimum",
        "maximum",
        "xv",
        "quadruple",
        "clone",
        "arrow",
        "littlekillersum",
        "extraregion",
        "negative",
        "sandwichsum",
        "foglight",
        "lockout",
        "cage",
    ];
    let cases = [
        (FLAGS, vec!["\"true\"", "1", "0", "[1]", "{}", "{\"a\":1}"]),
        (LISTS, vec!["\"xv\"", "7", "0", "true", "{}", "{\"a\":1}"]),
        (&["size"], vec!["8", "\"9\"", "0", "9.5", "true", "[9]", "{}"]),
    ];
    for (fields, values) in cases {
        for field in fields {
            let text = |value: &str| {
                object("\"a\":{}").replace("\"size\":9", &format!("\"{field}\":{value}"))
            };
            for value in &values {
                let error = FPuzzlesError::Malformed((*field).to_owned());
                let read = Rules::from_f_puzzles(&text(value));
                assert_eq!(read, Err(error), "{field} {value}");
            }
            for empty in ["null", "false", "[]", "\"\""] {
                let read = Rules::from_f_puzzles(&text(empty));
                assert_eq!(read, Ok(Rules::default()), "{field} {empty}");
            }
        }
    }
}
