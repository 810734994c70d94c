//! Tests of the environment and the pace of this machine.

use std::time::Duration;

use bench_harness::measure::machine;

#[test]
fn the_loop_takes_time() {
    let pace = machine::pace();
    assert!(pace.loop_ns > 1000, "{pace:?}");
    assert_eq!(pace.ran_ns.is_some(), pace.waited_ns.is_some());
}

#[test]
fn nothing_is_left_empty() {
    let environment = machine::environment(7, Duration::from_millis(1500));
    assert!(!environment.cpu.is_empty());
    assert!(environment.compiler.starts_with("rustc "), "{}", environment.compiler);
    assert!(!environment.profile.is_empty() && !environment.commit.is_empty());
    assert_eq!((environment.seed, environment.time_limit_ms), (7, 1500.0));
    assert!(environment.date.starts_with("20") && environment.date.ends_with('Z'));
}

#[test]
fn a_build_with_assertions_is_marked() {
    let environment = machine::environment(0, Duration::from_secs(1));
    assert_eq!(environment.comparable, environment.warning().is_none());
    assert!(!(cfg!(debug_assertions) && environment.comparable));
}
