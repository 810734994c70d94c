//! Tests of the axis of plots.

use bench_harness::render::plots::Axis;

#[test]
fn an_axis_begins_and_ends_at_powers_of_ten() {
    let scale = |values: &[f64], end| Axis::of_powers(values.iter().copied(), (0.0, end));
    let range = |values: &[f64]| scale(values, 1.0).range;
    assert_eq!(range(&[120.0, 90_000.0]), (2.0, 5.0));
    assert_eq!(range(&[100.0, 1000.0]), (2.0, 3.0));
    assert_eq!(range(&[100.0]), (2.0, 3.0));
    let wide = scale(&[10.0, 1e6], 500.0);
    assert_eq!([10.0, 1e6, 1000.0].map(|value| wide.at(value)), [0.0, 500.0, 200.0]);
    let marks = wide.marks();
    assert_eq!((marks.len(), &marks[2]), (6, &(200.0, "1 µs".to_owned())));
    // At less than half the width, only every second power of ten has a label.
    let marks: Vec<_> = scale(&[10.0, 1e6], 200.0).marks().into_iter().map(|it| it.1).collect();
    assert_eq!(marks, ["100 ns", "10 µs", "1 ms"]);
}
