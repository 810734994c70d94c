//! The plot of a table on the HTML page, as SVG.
//!
//! A plot is narrow, so its text is readable on a phone. The page's style colors text and lines for
//! a light or a dark page. The colors of strategies have a medium lightness, which contrasts
//! with both.

use maud::{Markup, html};

use crate::data::budget::REFERENCES;
use crate::data::measured::Measured;
use crate::data::statistics::quantile;
use crate::data::units::time;

const COLORS: [&str; 12] = [
    "#4e79a7", "#e07b1a", "#3f9b57", "#d64f53", "#9a6fc0", "#1f9ea8", "#c05a9b", "#9a7b1f",
    "#7d8792", "#6a6fd8", "#9c634f", "#6f932c",
];

/// The width of a plot, in SVG units.
const WIDTH: f64 = 480.0;
const LANE: f64 = 28.0;
/// The height of an axis below a plot.
const BELOW: f64 = 48.0;
/// The space for the label of a tick.
const LABEL: f64 = 52.0;
/// The maximum number of a row's puzzles that are drawn, taken evenly from the sorted ones.
const DOTS: usize = 48;

/// The ends of the axis. The names of strategies are to the left.
const ENDS: (f64, f64) = (132.0, WIDTH - 30.0);

/// The top of the first lane, below the names of the reference programs.
const TOP: f64 = 22.0;

/// Plots the times of a table's puzzles, with a lane for each row. The number of a row selects its
/// color.
pub(super) fn times(rows: &[(usize, &Measured)]) -> Markup {
    let times = rows.iter().flat_map(|(_, row)| row.sorted_times()).map(|time| time as f64);
    let (left, right) = ENDS;
    // A table's times are in nanoseconds, the references in milliseconds.
    let axis = Axis::of_powers(times.chain(REFERENCES.map(|(_, ms)| ms * 1e6)), ENDS);
    let bottom = TOP + LANE * rows.len() as f64;
    html! { svg viewBox=(format!("0 0 {WIDTH} {}", bottom + BELOW)) {
        @for (at, name) in axis.marks() {
            line.grid x1=(at) y1=(TOP) x2=(at) y2=(bottom) {}
            text.middle x=(at) y=(bottom + 18.0) { (name) }
        }
        line.axis x1=(left) y1=(bottom) x2=(right) y2=(bottom) {}
        text.middle x=(left.midpoint(right)) y=(bottom + 40.0) { "time of a puzzle" }
        line.axis x1=(left) y1=(bottom) x2=(left) y2=(TOP) {}
        // The three labels are close to each other, so each is aligned differently.
        @for ((name, ms), side) in REFERENCES.into_iter().zip(["end", "middle", "start"]) {
            @let at = axis.at(ms * 1e6);
            line.axis x1=(at) y1=(TOP) x2=(at) y2=(bottom) {}
            text class={ "small " (side) } x=(at) y=(TOP - 6.0) { (name) }
        }
        @for (lane, (number, row)) in rows.iter().enumerate() {
            @let center = TOP + LANE * (lane as f64 + 0.5);
            text.end x=(left - 8.0) y=(center + 5.0) { (row.strategy) }
            @let color = COLORS[number % COLORS.len()];
            g fill=(color) stroke=(color) { (puzzles(&row.sorted_times(), &axis, center)) }
        }
    } }
}

/// Draws the times of a row's puzzles: dots, the median, and the range from p10 to p90.
fn puzzles(sorted: &[u64], axis: &Axis, center: f64) -> Markup {
    let at = |part| axis.at(quantile(sorted, part).unwrap_or(0) as f64);
    let drawn = sorted.len().min(DOTS);
    // The golden ratio spreads the dots evenly over the lane's height.
    let away = |dot: usize| ((dot as f64 * 0.618_034).fract() - 0.5) * 0.56 * LANE;
    let (low, middle, high) = (at(0.1), at(0.5), at(0.9));
    html! {
        rect.range x=(low) y=(center - 8.0) width=(high - low) height="16" {}
        line.stroke x1=(middle) y1=(center - 10.0) x2=(middle) y2=(center + 10.0) {}
        @for dot in 0..drawn {
            @let part = (dot as f64 + 0.5) / drawn as f64;
            circle.dot cx=(at(part)) cy=(format!("{:.1}", center + away(dot))) r="2" {}
        }
        // The slowest puzzle decides at the judge, so it is always drawn.
        circle.dot cx=(at(1.0)) cy=(center) r="2" {}
    }
}

/// The logarithmic axis of times in nanoseconds.
pub struct Axis {
    /// The logarithms to base 10 of the smallest and the largest time.
    pub range: (f64, f64),
    /// The positions of the two ends in the picture.
    pub ends: (f64, f64),
}

impl Axis {
    /// Creates an axis that covers all times, from one power of ten to another.
    pub fn of_powers(times: impl Iterator<Item = f64>, ends: (f64, f64)) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for time in times.map(|time| time.max(1.0).log10()) {
            (low, high) = (low.min(time), high.max(time));
        }
        let low = (low + 1e-9).floor();
        Self { range: (low, (high - 1e-9).ceil().max(low + 1.0)), ends }
    }

    pub fn at(&self, time: f64) -> f64 {
        let ((low, high), (start, end)) = (self.range, self.ends);
        let at = start + (end - start) * (time.max(1.0).log10() - low) / (high - low);
        (at * 10.0).round() / 10.0
    }

    /// Returns the positions and labels of the ticks: as many as fit, at whole powers of ten.
    pub fn marks(&self) -> Vec<(f64, String)> {
        let ((low, high), (start, end)) = (self.range, self.ends);
        let has_room = |step: &i32| f64::from(*step) * (end - start) >= LABEL * (high - low);
        let step = [1, 2, 5, 10].into_iter().find(has_room).unwrap_or(20);
        let powers = (low as i32..=high as i32).filter(|power| power % step == 0);
        powers.map(|power| 10f64.powi(power)).map(|ns| (self.at(ns), time(ns))).collect()
    }
}
