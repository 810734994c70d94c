//! Tests of the statistics with values computed by hand, and with random samples.

use bench_harness::data::statistics::*;
use sudoku_generator::{seeded_rng, uniform_below};

#[test]
fn medians() {
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[3.0]), Some(3.0));
    assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), Some(3.0));
}

#[test]
fn means() {
    assert_eq!(mean([].into_iter()), None);
    assert_eq!(mean([1, 2, 6].into_iter()), Some(3.0));
    assert_eq!(mean([u64::MAX; 3].into_iter()), Some(u64::MAX as f64));
}

#[test]
fn the_interval_of_a_median_is_that_of_the_sign_test() {
    // With 8 samples, the minimum and the maximum enclose the median except in 2 of 256 cases. With
    // 16 samples, the third value from each end does except in 2 * 137 of 65536 cases.
    let samples = |count: u32| (1..=count).map(f64::from).collect::<Vec<_>>();
    assert_eq!(median_interval(&samples(8), 0.99), Some((1.0, 8.0)));
    assert_eq!(median_interval(&samples(8), 0.995), None);
    assert_eq!(median_interval(&samples(16), 0.995), Some((3.0, 14.0)));
    assert_eq!(median_interval(&[], 0.5), None);
}

#[test]
fn geometric_means() {
    assert_eq!(geometric_mean([].into_iter()), None);
    assert!(geometric_mean([2.0, 8.0].into_iter()).is_some_and(|mean| (mean - 4.0).abs() < 1e-9));
}

#[test]
fn an_interval_contains_the_median_as_often_as_documented() {
    // The samples have a uniform distribution with the median 500. With 41 samples the interval
    // goes from the 15th to the 27th, which encloses the median in 94% of cases.
    let mut rng = seeded_rng(9, 9);
    let mut held = 0;
    for _ in 0..400 {
        let samples: Vec<f64> = (0..41).map(|_| uniform_below(&mut rng, 1001) as f64).collect();
        let (low, high) = median_interval(&samples, 0.9).expect("there are samples");
        held += i32::from((low..=high).contains(&500.0));
    }
    assert!((360..=395).contains(&held), "{held}");
}

#[test]
fn quantiles() {
    let values: Vec<u64> = (1..=10).collect();
    let at = |part| quantile(&values, part);
    assert_eq!([at(0.0), at(0.1), at(0.9), at(1.0)], [Some(1), Some(1), Some(9), Some(10)]);
    assert_eq!(quantile(&[7], 0.1), Some(7));
    assert_eq!(quantile(&[], 0.5), None);
}
