//! The plots of the page, as SVG.
//!
//! They are drawn narrow, so that their text can still be read on a phone, and without a
//! background: the page's style gives text and background the colours of a light or a dark page.
//! The colours of strategies are of middling lightness and can be told from both.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::data::measured::Measured;
use crate::data::record::REFERENCES;
use crate::data::statistics::{median, quantile};
use crate::data::units::{count, time};

/// Why a plot could not be drawn.
pub type PlotError = DrawingAreaErrorKind<std::io::Error>;

/// The colours of strategies, in the order in which they come.
pub(super) const COLOURS: [(u8, u8, u8); 12] = [
    (0x4e, 0x79, 0xa7),
    (0xe0, 0x7b, 0x1a),
    (0x3f, 0x9b, 0x57),
    (0xd6, 0x4f, 0x53),
    (0x9a, 0x6f, 0xc0),
    (0x1f, 0x9e, 0xa8),
    (0xc0, 0x5a, 0x9b),
    (0x9a, 0x7b, 0x1f),
    (0x7d, 0x87, 0x92),
    (0x6a, 0x6f, 0xd8),
    (0x9c, 0x63, 0x4f),
    (0x6f, 0x93, 0x2c),
];

const GREY: RGBColor = RGBColor(0x80, 0x80, 0x80);

/// How wide a plot is, in the SVG's own units.
const WIDTH: u32 = 480;
/// How high the room of a strategy is, where each has its own.
const LANE: u32 = 28;
/// How large text is; a phone shows it at three quarters.
const FONT: u32 = 14;
/// How many of a row's puzzles are drawn at most, evenly taken from the sorted ones.
const DOTS: usize = 48;

fn colour(number: usize) -> RGBColor {
    let (red, green, blue) = COLOURS[number % COLOURS.len()];
    RGBColor(red, green, blue)
}

fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&BLACK)
}

/// A scale by powers of ten, with a mark at each power, or each few, and nothing in between.
#[derive(Clone)]
struct Decades {
    range: Range<f64>,
    name: fn(f64) -> String,
}

impl Decades {
    /// The scale on which all of these stand, from one power of ten to another.
    fn over(values: impl Iterator<Item = f64>, name: fn(f64) -> String) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.map(|value| value.max(1e-9)) {
            (low, high) = (low.min(value), high.max(value));
        }
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        let start = (low.log10() + 1e-9).floor();
        Self { range: start..(high.log10() - 1e-9).ceil().max(start + 1.0), name }
    }
}

impl Ranged for Decades {
    type FormatOption = plotters::coord::ranged1d::NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let Range { start, end } = self.range;
        let part = (value.max(1e-9).log10() - start) / (end - start);
        limit.0 + (f64::from(limit.1 - limit.0) * part).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let powers = (self.range.start as i32)..=(self.range.end as i32);
        let every = powers.clone().count().div_ceil(hint.max_num_points().max(1)).max(1);
        powers.step_by(every).map(|power| 10f64.powi(power)).collect()
    }

    fn range(&self) -> Range<f64> {
        10f64.powf(self.range.start)..10f64.powf(self.range.end)
    }
}

impl ValueFormatter<f64> for Decades {
    fn format_ext(&self, value: &f64) -> String {
        (self.name)(*value)
    }
}

/// A lane for each of these names, the first at the top; lanes are 1 high.
#[derive(Clone)]
struct Lanes<'n>(&'n [&'n str]);

impl Ranged for Lanes<'_> {
    type FormatOption = plotters::coord::ranged1d::NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let part = 1.0 - value / self.0.len() as f64;
        limit.0 + (f64::from(limit.1 - limit.0) * part).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        (0..self.0.len()).map(|lane| lane as f64 + 0.5).collect()
    }

    fn range(&self) -> Range<f64> {
        0.0..self.0.len() as f64
    }
}

impl ValueFormatter<f64> for Lanes<'_> {
    fn format_ext(&self, value: &f64) -> String {
        self.0.get(*value as usize).map_or(String::new(), |name| (*name).to_owned())
    }
}

fn draw(
    height: u32,
    plot: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), PlotError>,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        plot(&area)?;
        area.present()?;
    }
    Ok(svg)
}

/// Draws something for each row in a lane of its own, over one scale. With each row comes the
/// number of its strategy, for its colour.
fn lanes(
    rows: &[(usize, &Measured)],
    scale: Decades,
    description: &str,
    mark: impl Fn(usize) -> Vec<Dot>,
    lines: &[(f64, &str)],
) -> Result<String, PlotError> {
    let names: Vec<&str> = rows.iter().map(|(_, row)| &*row.strategy).collect();
    let lanes = names.len();
    draw(LANE * lanes as u32 + 74, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin_right(14)
            .margin_top(if lines.is_empty() { 6 } else { 22 })
            .x_label_area_size(46)
            .y_label_area_size(126)
            .build_cartesian_2d(scale.clone(), Lanes(&names))?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .x_labels(8)
            .y_labels(lanes)
            .max_light_lines(0)
            .bold_line_style(GREY.mix(0.3))
            .axis_style(GREY)
            .label_style(font(FONT))
            .axis_desc_style(font(FONT))
            .x_desc(description)
            .draw()?;
        let range = scale.range();
        for &(value, label) in lines.iter().filter(|(value, _)| range.contains(value)) {
            let line = [(value, 0.0), (value, lanes as f64)];
            chart.draw_series([PathElement::new(line.to_vec(), GREY.stroke_width(1))])?;
            // Three names in a decade and a half have room only one above the other.
            chart.draw_series([Text::new(
                label.to_owned(),
                (value, -0.12),
                font(11).pos(Pos::new(HPos::Center, VPos::Bottom)),
            )])?;
        }
        for lane in 0..lanes {
            for dot in mark(lane) {
                let colour = colour(rows[lane].0);
                let centre = lane as f64 + 0.5;
                match dot {
                    Dot::Point(value, away) => {
                        let at = (value, centre + away);
                        chart.draw_series([Circle::new(at, 2, colour.mix(0.45).filled())])?;
                    }
                    Dot::Box(low, middle, high) => {
                        let corners = [(low, centre - 0.3), (high, centre + 0.3)];
                        chart.draw_series([Rectangle::new(corners, colour.mix(0.25).filled())])?;
                        let median = [(middle, centre - 0.36), (middle, centre + 0.36)];
                        let style = colour.stroke_width(3);
                        chart.draw_series([PathElement::new(median.to_vec(), style)])?;
                    }
                    Dot::Bar(value) => {
                        let bar = [(range.start, centre), (value, centre)];
                        let style = colour.mix(0.5).stroke_width(3);
                        chart.draw_series([PathElement::new(bar.to_vec(), style)])?;
                        chart.draw_series([Circle::new((value, centre), 5, colour.filled())])?;
                        // Beside the dot where there is room, else above the bar.
                        let is_far =
                            value.log10() > range.start.log10().midpoint(range.end.log10());
                        let (away, side) =
                            if is_far { ((-8, -9), HPos::Right) } else { ((9, 0), HPos::Left) };
                        let style = font(FONT).pos(Pos::new(side, VPos::Center));
                        let label = Text::new(count(value), away, style);
                        chart.draw_series([EmptyElement::at((value, centre)) + label])?;
                    }
                }
            }
        }
        Ok(())
    })
}

/// Something in a lane.
enum Dot {
    /// A value, so far from the lane's middle.
    Point(f64, f64),
    /// The tenth, the middle and the ninetieth of a hundred.
    Box(f64, f64, f64),
    /// A value and the way to it.
    Bar(f64),
}

/// The times of a table's puzzles, for each strategy.
pub(super) fn times(rows: &[(usize, &Measured)]) -> Result<String, PlotError> {
    let sorted: Vec<Vec<u64>> = rows
        .iter()
        .map(|(_, row)| {
            let mut times: Vec<u64> = row.times().into_iter().flatten().collect();
            times.sort_unstable();
            times
        })
        .collect();
    let all = sorted.iter().flatten().map(|&time| time as f64);
    let scale = Decades::over(all.chain(REFERENCES.map(|(_, time)| time * 1e6)), time);
    let mark = |lane: usize| {
        let sorted = &sorted[lane];
        let at = |part| quantile(sorted, part).map(|time| time as f64);
        let drawn = sorted.len().min(DOTS);
        let points = (0..drawn).filter_map(|dot| {
            // Spread over the lane's height by the golden section, the same each time.
            let away = (dot as f64 * 0.618_034).fract() * 0.56 - 0.28;
            at((dot as f64 + 0.5) / drawn as f64).map(|time| Dot::Point(time, away))
        });
        let shape = at(0.1).zip(at(0.5)).zip(at(0.9));
        let shape = shape.map(|((low, middle), high)| Dot::Box(low, middle, high));
        // The slowest is what the judge sees.
        let worst = sorted.last().map(|&time| Dot::Point(time as f64, 0.0));
        shape.into_iter().chain(points).chain(worst).collect()
    };
    // A table's times are in nanoseconds, the references in milliseconds.
    let references = REFERENCES.map(|(name, time)| (time * 1e6, name));
    lanes(rows, scale, "time of a puzzle", mark, &references)
}

/// How many puzzles each strategy does in a second.
pub(super) fn rates(rows: &[(usize, &Measured)]) -> Result<String, PlotError> {
    let rates: Vec<Option<f64>> = rows
        .iter()
        .map(|(_, row)| row.mean().filter(|&mean| mean > 0.0).map(|mean| 1e9 / mean))
        .collect();
    let scale = Decades::over(rates.iter().copied().flatten(), count);
    let mark = |lane: usize| rates[lane].map(Dot::Bar).into_iter().collect();
    lanes(rows, scale, "puzzles per second", mark, &[])
}

/// The times of puzzles over their guesses, for each of the named strategies that counts them.
pub(super) fn times_by_guesses(rows: &[&Measured], names: &[&str]) -> Result<String, PlotError> {
    let mut series = vec![Vec::new(); names.len()];
    for row in rows {
        let Some(number) = names.iter().position(|name| *name == row.strategy) else { continue };
        let guesses = row.counters(|report| report.guesses);
        let both = guesses.zip(row.times()).filter_map(|(guesses, time)| Some((guesses?, time?)));
        let both: Vec<(u64, u64)> = both.collect();
        let every = both.len().div_ceil(DOTS).max(1);
        let point = |&(guesses, time): &(u64, u64)| ((guesses + 1) as f64, time as f64);
        series[number].extend(both.iter().step_by(every).map(point));
    }
    let across = Decades::over(series.iter().flatten().map(|point| point.0), count);
    times_over("guesses and one more", across, &series, 3, false)
}

/// The middle time of the puzzles by the number of clues removed, for each of the named strategies.
pub(super) fn times_by_clues_removed(
    rows: &[&Measured],
    names: &[&str],
) -> Result<String, PlotError> {
    const CELLS: usize = 81;
    let mut series: Vec<Vec<(f64, f64)>> = Vec::new();
    for name in names {
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); CELLS + 1];
        for row in rows.iter().filter(|row| row.strategy == *name) {
            for (puzzle, time) in row.list.puzzles.iter().zip(row.times()) {
                times[CELLS - puzzle.board.clue_count()].extend(time.map(|time| time as f64));
            }
        }
        let middle = |(removed, times): (usize, &Vec<f64>)| Some((removed as f64, median(times)?));
        series.push(times.iter().enumerate().filter_map(middle).collect());
    }
    let removed = || series.iter().flatten().map(|point| point.0);
    let (least, most) = (removed().fold(81.0, f64::min), removed().fold(0.0, f64::max));
    let across = RangedCoordf64::from((least - 1.0)..(most + 1.0).max(least + 1.0));
    times_over("clues removed from a full grid", across, &series, 2, true)
}

/// The points of each strategy: times over something else, joined by lines if they are.
fn times_over<X>(
    description: &str,
    across: X,
    series: &[Vec<(f64, f64)>],
    size: u32,
    are_joined: bool,
) -> Result<String, PlotError>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let up = Decades::over(series.iter().flatten().map(|point| point.1), time);
    draw(340, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(46)
            .y_label_area_size(70)
            .build_cartesian_2d(across, up)?;
        chart
            .configure_mesh()
            .x_labels(if are_joined { 10 } else { 8 })
            .y_labels(8)
            .max_light_lines(0)
            .bold_line_style(GREY.mix(0.3))
            .axis_style(GREY)
            .label_style(font(FONT))
            .axis_desc_style(font(FONT))
            .x_label_formatter(&|value| count(*value))
            .x_desc(description)
            .draw()?;
        for (strategy, points) in series.iter().enumerate() {
            let colour = colour(strategy);
            if are_joined {
                chart.draw_series([PathElement::new(points.clone(), colour.stroke_width(2))])?;
            }
            let fill = if are_joined { colour.filled() } else { colour.mix(0.5).filled() };
            chart.draw_series(points.iter().map(|&at| Circle::new(at, size, fill)))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_goes_from_power_to_power() {
        let range = |values: &[f64]| Decades::over(values.iter().copied(), time).range;
        assert_eq!(range(&[120.0, 90_000.0]), 2.0..5.0);
        assert_eq!(range(&[100.0, 1000.0]), 2.0..3.0);
        assert_eq!(range(&[100.0]), 2.0..3.0);
        assert_eq!(range(&[]), 0.0..1.0);
        let scale = Decades::over([10.0, 1e6].into_iter(), count);
        assert_eq!((scale.map(&10.0, (0, 500)), scale.map(&1e6, (0, 500))), (0, 500));
        assert_eq!(scale.map(&1000.0, (500, 0)), 300);
        assert_eq!(scale.format_ext(&1000.0), "1k");
    }
}
