//! Tests of the watchdog: it keeps deadlines, and stops no search that is in time.

use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use bench_harness::engine::watchdog::{GRACE, Watchdog};

fn watchdog() -> Watchdog {
    Watchdog::start(GRACE, |label, _| panic!("{label}")).expect("a thread can be started")
}

fn wait_for(watchdog: &Watchdog) -> Duration {
    let start = Instant::now();
    while !watchdog.flag().load(Ordering::Relaxed) {
        assert!(start.elapsed() < Duration::from_secs(20), "the flag is never raised");
        std::thread::yield_now();
    }
    start.elapsed()
}

#[test]
fn the_flag_is_raised_at_the_deadline_and_lowered_by_disarming() {
    let watchdog = watchdog();
    for limit in [30, 1, 20].map(Duration::from_millis) {
        watchdog.arm(limit);
        assert!(wait_for(&watchdog) + Duration::from_millis(1) >= limit);
        assert!(watchdog.disarm());
        assert!(!watchdog.flag().load(Ordering::Relaxed));
        assert!(!watchdog.disarm());
    }
}

#[test]
fn a_shorter_limit_after_a_longer_one_is_kept() {
    let watchdog = watchdog();
    watchdog.arm(Duration::from_secs(3600));
    std::thread::sleep(Duration::from_millis(5));
    assert!(!watchdog.disarm());
    watchdog.arm(Duration::from_millis(5));
    wait_for(&watchdog);
}

#[test]
fn many_short_searches_are_never_stopped() {
    let watchdog = watchdog();
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(100) {
        watchdog.arm(Duration::from_secs(60));
        assert!(!watchdog.disarm());
    }
}

#[test]
fn a_limit_beyond_the_range_of_the_clock_never_ends_a_search() {
    let watchdog = watchdog();
    watchdog.arm(Duration::MAX);
    std::thread::sleep(Duration::from_millis(5));
    assert!(!watchdog.disarm());
}

#[test]
fn a_search_that_ignores_the_flag_is_named() {
    let (sender, receiver) = mpsc::channel();
    let watchdog = Watchdog::start(Duration::from_millis(10), move |label, at| {
        sender.send(format!("{label}, {at}")).expect("the test waits for it");
    })
    .expect("a thread can be started");
    watchdog.label("stubborn on judge".to_owned());
    watchdog.at(3);
    watchdog.arm(Duration::from_millis(1));
    let named = receiver.recv_timeout(Duration::from_secs(20));
    assert_eq!(named.as_deref(), Ok("stubborn on judge, 3"));
}
