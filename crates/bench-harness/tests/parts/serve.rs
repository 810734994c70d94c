//! Tests of a strategy of this build as an external engine.

use bench_harness::engine::Engine;
use bench_harness::engine::serve::serve;
use bench_harness::engine::watchdog::{GRACE, Watchdog};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Returns the output for this input, after the greeting.
fn said(input: &str) -> Result<String, String> {
    let watchdog = Watchdog::start(GRACE, |label, _| panic!("{label}")).expect("a thread");
    let engine = Engine::from(sudoku_registry::find("mrv").expect("it is there"));
    let mut output = Vec::new();
    let served = serve(&engine, &watchdog, input.as_bytes(), &mut output);
    let output = String::from_utf8(output).expect("text");
    let (_, rest) = output.split_once("ready\n").expect("a greeting");
    served.map(|()| rest.to_owned()).map_err(|error| error.to_string())
}

#[test]
fn blocks_are_answered_until_the_input_ends() {
    let block = |manner| format!("block 2 {manner} 2 1\n{PUZZLE}\n{PUZZLE}\ngo\nanswers\n");
    let answers = said(&(block("single") + &block("batch"))).expect("good input");
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines.len(), 8, "{answers}");
    assert_eq!((lines[0], lines[2]), ("loaded", lines[3]));
    // `done` has the processor time of the thread, on systems that report it.
    let time = lines[1].strip_prefix("done").map(|time| time.trim_start().parse::<u64>().is_ok());
    assert_eq!(time, Some(cfg!(unix)), "{answers}");
    let limit = u64::MAX;
    let count = format!("block {limit} count 1 1\n{PUZZLE}\ngo\nanswers\n");
    let counted = said(&count).expect("good input");
    assert!(counted.lines().nth(2).is_some_and(|line| line.starts_with("1 ")), "{counted}");
    assert!(counted.trim_end().ends_with(" -"), "{counted}");
    assert!(lines[2].starts_with("1 ") && lines[2].ends_with(SOLUTION), "{answers}");
    assert_eq!(said(&format!("block 1 single 1 1\n{PUZZLE}\n")).as_deref(), Ok("loaded\n"));
}

#[test]
fn input_outside_of_the_protocol_is_refused() {
    for input in [
        "block".to_owned(),
        "block 3 single 1 1\n".to_owned(),
        "block 1 other 1 1\n".to_owned(),
        "block 2 count 1 1\n".to_owned(),
        format!("block {} single 1 1\n", u64::MAX),
        "block 1 single 1 1\n".to_owned(),
        "block 1 single 1 1\nless r1c1 r1c2\ngo\nanswers\n".to_owned(),
        format!("block 1 single 1 1\n{}\n", &PUZZLE[1..]),
        format!("block 1 single 1 1\n{PUZZLE}\nstop\n"),
    ] {
        assert!(said(&input).is_err_and(|error| error.contains("unexpected line")));
    }
}
