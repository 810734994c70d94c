//! The axes of plots and charts.

/// The space for the label of a tick in a plot.
pub(super) const ROOM: f64 = 52.0;

/// An axis: the map from values to positions.
pub(super) struct Axis {
    /// The smallest and the largest value, or their logarithms to base 10.
    pub range: (f64, f64),
    /// True for a logarithmic axis.
    pub is_logarithmic: bool,
    /// The positions of the two ends in the picture.
    pub ends: (f64, f64),
    /// The space for the label of a tick.
    pub room: f64,
    /// The function that formats the label of a tick.
    pub name: fn(f64) -> String,
}

impl Axis {
    /// Creates a logarithmic axis that covers all values, from one power of ten to another.
    pub(super) fn of_powers(
        values: impl Iterator<Item = f64>,
        ends: (f64, f64),
        name: fn(f64) -> String,
    ) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.map(|value| value.max(1e-9)) {
            (low, high) = (low.min(value), high.max(value));
        }
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        let start = (low.log10() + 1e-9).floor();
        let range = (start, (high.log10() - 1e-9).ceil().max(start + 1.0));
        Self { range, is_logarithmic: true, ends, room: ROOM, name }
    }

    /// Returns the position of a value.
    pub(super) fn at(&self, value: f64) -> f64 {
        let value = if self.is_logarithmic { value.max(1e-9).log10() } else { value };
        let ((low, high), (start, end)) = (self.range, self.ends);
        let at = start + (end - start) * (value - low) / (high - low);
        (at * 10.0).round() / 10.0
    }

    /// Returns the positions and labels of the ticks: as many as fit, at whole powers of ten.
    pub(super) fn marks(&self) -> Vec<(f64, String)> {
        let ((low, high), (start, end)) = (self.range, self.ends);
        let has_room = |step: &f64| step * (end - start).abs() >= self.room * (high - low);
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(has_room).unwrap_or(20.0);
        let marks = ((low / step).ceil() as i32)..=((high / step).floor() as i32);
        let value = |mark| {
            let value = f64::from(mark) * step;
            if self.is_logarithmic { 10f64.powf(value) } else { value }
        };
        marks.map(value).map(|value| (self.at(value), (self.name)(value))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::units::count;

    #[test]
    fn a_scale_goes_from_power_to_power() {
        let scale =
            |values: &[f64], end| Axis::of_powers(values.iter().copied(), (0.0, end), count);
        let range = |values: &[f64]| scale(values, 1.0).range;
        assert_eq!(range(&[120.0, 90_000.0]), (2.0, 5.0));
        assert_eq!(range(&[100.0, 1000.0]), (2.0, 3.0));
        assert_eq!(range(&[100.0]), (2.0, 3.0));
        assert_eq!(range(&[]), (0.0, 1.0));
        let scale = scale(&[10.0, 1e6], 500.0);
        assert_eq!([10.0, 1e6, 1000.0].map(|value| scale.at(value)), [0.0, 500.0, 200.0]);
        let marks = scale.marks();
        assert_eq!((marks.len(), &marks[2]), (6, &(200.0, "1k".to_owned())));
    }
}
