//! Tests of orders: each has every puzzle once, depends on the seed, and is uniformly random.

use bench_harness::data::order::shuffled;

#[test]
fn an_order_holds_every_number_once() {
    for count in [0, 1, 2, 9, 1000] {
        let mut order = shuffled(count, 1, 2);
        order.sort_unstable();
        assert!(order.iter().copied().eq(0..count as u32));
    }
}

#[test]
fn an_order_changes_only_with_the_generators_version() {
    assert_eq!(shuffled(10, 7, 1), [6, 4, 9, 7, 3, 8, 1, 2, 5, 0]);
}

#[test]
fn seed_and_number_matter() {
    let order = shuffled(50, 5, 5);
    assert_ne!(shuffled(50, 6, 5), order);
    assert_ne!(shuffled(50, 5, 6), order);
}

#[test]
fn places_are_uniform() {
    // Each of the 6 orders of three numbers is expected 1000 times. Five standard deviations are
    // about 145.
    let mut counts = std::collections::HashMap::new();
    for pass in 0..6000 {
        *counts.entry(shuffled(3, 0, pass)).or_insert(0i32) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (count - 1000).abs() < 145), "{counts:?}");
}
