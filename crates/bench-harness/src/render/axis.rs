//! The logarithmic axes of plots.

/// An axis: the map from values to positions.
pub struct Axis {
    /// The logarithms to base 10 of the smallest and the largest value.
    pub range: (f64, f64),
    /// The positions of the two ends in the picture.
    pub ends: (f64, f64),
    /// The space for the label of a tick.
    pub room: f64,
    /// The function that formats the label of a tick.
    pub name: fn(f64) -> String,
}

impl Axis {
    /// Creates an axis that covers all values, from one power of ten to another.
    pub fn of_powers(
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
        Self { range, ends, room: 52.0, name }
    }

    /// Returns the position of a value.
    pub fn at(&self, value: f64) -> f64 {
        let ((low, high), (start, end)) = (self.range, self.ends);
        let at = start + (end - start) * (value.max(1e-9).log10() - low) / (high - low);
        (at * 10.0).round() / 10.0
    }

    /// Returns the positions and labels of the ticks: as many as fit, at whole powers of ten.
    pub fn marks(&self) -> Vec<(f64, String)> {
        let ((low, high), (start, end)) = (self.range, self.ends);
        let has_room = |step: &i32| f64::from(*step) * (end - start) >= self.room * (high - low);
        let step = [1, 2, 5, 10].into_iter().find(has_room).unwrap_or(20);
        let powers = (low.ceil() as i32..=high.floor() as i32).filter(|power| power % step == 0);
        let mark = |value| (self.at(value), (self.name)(value));
        powers.map(|power| mark(10f64.powi(power))).collect()
    }
}
