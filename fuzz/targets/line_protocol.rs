//! Both sides of the line protocol: answers of an external engine, and requests of the harness.

#![no_main]

use std::sync::LazyLock;
use std::time::Duration;

use bench_harness::engine::external::read_answer;
use bench_harness::engine::serve::serve;
use bench_harness::engine::watchdog::Watchdog;
use libfuzzer_sys::fuzz_target;
use sudoku_mrv::Mrv;

static WATCHDOG: LazyLock<Watchdog> = LazyLock::new(|| {
    let ignored = |label: &str, _| panic!("{label} ignored the stop flag");
    Watchdog::start(Duration::from_secs(60), ignored).expect("a thread starts")
});

fuzz_target!(|input: &[u8]| {
    for line in input.split(|&byte| byte == b'\n') {
        if let Some(outcome) = read_answer(line, 2) {
            let guesses = outcome.report.guesses.map_or("-".to_owned(), |it| it.to_string());
            let grid = outcome.first.map_or("-".to_owned(), |grid| grid.to_string());
            let again = format!("{} {guesses} {grid}", outcome.report.solutions);
            assert_eq!(read_answer(again.as_bytes(), 2), Some(outcome), "{again}");
        }
    }
    let mut output = Vec::new();
    if serve(&Mrv, false, &WATCHDOG, input, &mut output).is_ok() {
        assert!(output.starts_with(b"sudoku-peer 1\n") && output.ends_with(b"\n"));
    }
});
