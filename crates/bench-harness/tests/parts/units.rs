//! Tests of the numbers for people.

use bench_harness::data::units::{against, count, time};

#[test]
fn three_digits_and_a_unit() {
    let times = [0.0, 7.0, 312.4, 999.4, 999.5, 1234.0, 80e6, 99_960.0, 1.2345e9, 7.2e12];
    assert_eq!(
        times.map(time),
        [
            "0 ns", "7 ns", "312 ns", "999 ns", "1.00 µs", "1.23 µs", "80 ms", "100 µs", "1.23 s",
            "7200 s"
        ]
    );
    assert_eq!([14.0, 4208.0, 69_175_316.0, 0.5].map(count), ["14", "4.21k", "69.2M", "0.50"]);
}

#[test]
fn a_ratio_of_times_has_a_direction() {
    let ratios = [0.5, 0.0001, 1.0, 3.65, 14_650.0];
    let texts = ["2× as fast", "10k× as fast", "1× as fast", "3.65× as long", "14.7k× as long"];
    assert_eq!(ratios.map(against), texts);
}
