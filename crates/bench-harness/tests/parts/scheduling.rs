//! Tests of the warning about a busy machine.

use bench_harness::data::scheduling::{Scheduling, warning};

#[test]
fn waiting_for_a_processor_gives_a_warning() {
    let busy = |waited: u64| {
        let report = |at: u64| Scheduling { ran_ns: at * 1_000_000, waited_ns: at * waited };
        // The times restart, as in a resumed measurement.
        let reports: Vec<_> = (0..9).chain(0..9).map(report).collect();
        warning(&reports)
    };
    assert_eq!(busy(1_000), None);
    let warning = busy(250_000).unwrap_or_default();
    assert!(warning.contains("20% of the time"), "{warning}");
}
