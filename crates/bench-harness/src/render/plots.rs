//! The plots of the HTML page, as SVG.
//!
//! Plots are narrow, so their text is readable on a phone. The page's style colors text and lines
//! for a light or a dark page. The colors of strategies have a medium lightness, which contrasts
//! with both.

use maud::{Markup, html};

use super::axis::Axis;
use crate::data::budget::REFERENCES;
use crate::data::measured::Measured;
use crate::data::statistics::quantile;
use crate::data::units::{count, time};

/// The colors of strategies, in their order.
const COLORS: [&str; 12] = [
    "#4e79a7", "#e07b1a", "#3f9b57", "#d64f53", "#9a6fc0", "#1f9ea8", "#c05a9b", "#9a7b1f",
    "#7d8792", "#6a6fd8", "#9c634f", "#6f932c",
];

/// The width of a plot, in SVG units.
const WIDTH: f64 = 480.0;
/// The right end of plots, which leaves space for the last tick's label.
const RIGHT: f64 = WIDTH - 30.0;
/// The height of a strategy's lane.
const LANE: f64 = 28.0;
/// The height of an axis below a plot.
const BELOW: f64 = 48.0;
/// The maximum number of a row's puzzles that are drawn, taken evenly from the sorted ones.
const DOTS: usize = 48;

impl Axis {
    /// Draws the axis below a plot between these heights, with a grid line at each tick.
    fn below(&self, (top, bottom): (f64, f64), description: &str) -> Markup {
        let (start, end) = self.ends;
        html! {
            @for (at, name) in self.marks() {
                line.grid x1=(at) y1=(top) x2=(at) y2=(bottom) {}
                text.middle x=(at) y=(bottom + 18.0) { (name) }
            }
            line.axis x1=(start) y1=(bottom) x2=(end) y2=(bottom) {}
            text.middle x=(start.midpoint(end)) y=(bottom + 40.0) { (description) }
        }
    }
}

/// Draws a lane for each row over one axis. The number of a row's strategy selects its color.
fn lanes(
    rows: &[(usize, &Measured)],
    (scale, description): (&Axis, &str),
    lines: &[(f64, &str, &str)],
    mark: impl Fn(&Measured, f64) -> Markup,
) -> Markup {
    let top = if lines.is_empty() { 6.0 } else { 22.0 };
    let (left, bottom) = (scale.ends.0, top + LANE * rows.len() as f64);
    let height = bottom + BELOW;
    html! { svg viewBox=(format!("0 0 {WIDTH} {height}")) {
        (scale.below((top, bottom), description))
        line.axis x1=(left) y1=(bottom) x2=(left) y2=(top) {}
        @for (value, name, side) in lines {
            @let at = scale.at(*value);
            line.axis x1=(at) y1=(top) x2=(at) y2=(bottom) {}
            text class={ "small " (side) } x=(at) y=(top - 6.0) { (name) }
        }
        @for (lane, (number, row)) in rows.iter().enumerate() {
            @let centre = top + LANE * (lane as f64 + 0.5);
            text.end x=(left - 8.0) y=(centre + 5.0) { (row.strategy) }
            @let color = COLORS[number % COLORS.len()];
            g fill=(color) stroke=(color) { (mark(row, centre)) }
        }
    } }
}

/// The ends of the axis of lanes. The names of strategies are to their left.
const LANE_ENDS: (f64, f64) = (132.0, RIGHT);

/// Plots the times of a table's puzzles, for each strategy.
pub(super) fn times(rows: &[(usize, &Measured)]) -> Markup {
    let times = rows.iter().flat_map(|(_, row)| row.sorted_times()).map(|time| time as f64);
    // A table's times are in nanoseconds, the references in milliseconds.
    let references = REFERENCES.map(|(name, ms)| (ms * 1e6, name));
    let all = times.chain(references.map(|(time, _)| time));
    let scale = Axis::of_powers(all, LANE_ENDS, time);
    let mark = |row: &Measured, centre: f64| {
        let sorted = row.sorted_times();
        let at = |part| scale.at(quantile(&sorted, part).unwrap_or(0) as f64);
        let drawn = sorted.len().min(DOTS);
        // The golden ratio spreads the dots evenly over the lane's height.
        let away = |dot: usize| ((dot as f64 * 0.618_034).fract() - 0.5) * 0.56 * LANE;
        let (low, middle, high) = (at(0.1), at(0.5), at(0.9));
        html! {
            @if drawn > 0 {
                rect.range x=(low) y=(centre - 8.0) width=(high - low) height="16" {}
                line.stroke x1=(middle) y1=(centre - 10.0) x2=(middle) y2=(centre + 10.0) {}
                @for dot in 0..drawn {
                    @let part = (dot as f64 + 0.5) / drawn as f64;
                    circle.dot cx=(at(part)) cy=(format!("{:.1}", centre + away(dot))) r="2" {}
                }
                // The slowest puzzle decides at the judge, so it is always drawn.
                circle.dot cx=(at(1.0)) cy=(centre) r="2" {}
            }
        }
    };
    // The three labels are close to each other, so each is aligned differently.
    let [first, second, third] = references;
    let lines =
        [(first.0, first.1, "end"), (second.0, second.1, "middle"), (third.0, third.1, "start")];
    lanes(rows, (&scale, "time of a puzzle"), &lines, mark)
}

/// Plots the puzzles per second of each strategy.
pub(super) fn rates(rows: &[(usize, &Measured)]) -> Markup {
    let rates = rows.iter().filter_map(|(_, row)| row.rate());
    let scale = Axis::of_powers(rates, LANE_ENDS, count);
    let (left, right) = scale.ends;
    let mark = |row: &Measured, centre: f64| {
        html! {
            @if let Some(rate) = row.rate() {
                @let at = scale.at(rate);
                // The number is to the right of the dot if it fits, and otherwise above the bar.
                @let is_far = at > left.midpoint(right);
                line.bar x1=(left) y1=(centre) x2=(at) y2=(centre) {}
                circle cx=(at) cy=(centre) r="5" {}
                @if is_far {
                    text.end stroke="none" x=(at - 8.0) y=(centre - 5.0) { (count(rate)) }
                } @else {
                    text stroke="none" x=(at + 9.0) y=(centre + 5.0) { (count(rate)) }
                }
            }
        }
    };
    lanes(rows, (&scale, "puzzles per second"), &[], mark)
}
