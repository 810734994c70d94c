//! Tests of the pace of the machine and its warnings.

use bench_harness::data::pace::{Pace, warnings};

fn paces(loops: impl IntoIterator<Item = u64>) -> Vec<Pace> {
    let pace = |loop_ns| Pace { loop_ns, ran_ns: None, waited_ns: None };
    loops.into_iter().map(pace).collect()
}

#[test]
fn a_clock_that_changes_gives_a_warning_and_an_interruption_gives_none() {
    let steady = paces((0..64).map(|at| if at % 5 == 0 { 90_000 } else { 15_000 }));
    assert_eq!(warnings(&steady), Vec::<String>::new());
    let slower = paces((0..64).map(|at| if at < 32 { 15_000 } else { 16_500 }));
    assert!(warnings(&slower)[0].contains("10% longer"), "{:?}", warnings(&slower));
}

#[test]
fn waiting_for_a_processor_gives_a_warning() {
    let busy = |waited: u64| {
        let pace = |at: u64| Pace {
            loop_ns: 15_000,
            ran_ns: Some(at * 1_000_000),
            waited_ns: Some(at * waited),
        };
        // The counters restart, as in a resumed measurement.
        let paces: Vec<_> = (0..9).chain(0..9).map(pace).collect();
        warnings(&paces)
    };
    assert_eq!(busy(1_000), Vec::<String>::new());
    assert!(busy(250_000)[0].contains("20% of the time"), "{:?}", busy(250_000));
}
