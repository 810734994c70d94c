//! The speed plot of the README, as SVG.

use super::store::{Figures, Row};
use super::tables::is_ours;
use crate::Failure;

const WIDTH: f64 = 760.0;
/// The left and right end of the axis.
const ENDS: (f64, f64) = (206.0, 700.0);
/// The height of a bar with its distance to the next.
const LANE: f64 = 26.0;
/// The powers of ten at the ends of the axis.
const POWERS: (i32, i32) = (1, 7);

/// A group of bars: its heading, its job, and its engines with their names.
struct Group {
    heading: &'static str,
    /// The engines, each with its name and the job that it is measured for.
    engines: &'static [(&'static str, &'static str, &'static str)],
}

const GROUPS: [Group; 2] = [
    Group {
        heading: "17-clue puzzles, each proved to have one solution",
        engines: &[
            ("batch", "batch, this project", "batch/17-clue"),
            ("board", "board, this project", "one/17-clue"),
            ("sudoku", "crate sudoku 0.8", "one/17-clue"),
            ("tdoku", "tdoku", "one/17-clue"),
            ("mrv", "mrv, this project", "one/17-clue"),
            ("rustoku", "rustoku 0.16", "one/17-clue"),
        ],
    },
    Group {
        heading: "92 puzzles of 17 to 22 clues that plain backtracking can finish",
        engines: &[
            ("board", "board, this project", "one/sparse"),
            ("mrv", "mrv, this project", "one/sparse"),
            ("bitmask", "bitmask, this project", "one/sparse"),
            ("scan", "scan, this project", "one/sparse"),
            ("cpp", "C++ program of a blog post", "one/sparse"),
        ],
    },
];

const STYLE: &str = "\
text{font:13px -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1f2933}\
.heading{font-weight:600}.small{font-size:12px;fill:#52606d}.end{text-anchor:end}\
.middle{text-anchor:middle}.grid{stroke:#d9dee4}.ours{fill:#0b7285}.other{fill:#aab4bf}";

/// Draws puzzles per second on one core, on a logarithmic axis.
pub(crate) fn speed(figures: &Figures) -> Result<String, Failure> {
    let mut body = String::new();
    let mut top = 14.0;
    for Group { heading, engines } in &GROUPS {
        top += 24.0;
        body += &format!("<text class=\"heading\" x=\"16\" y=\"{}\">{heading}</text>\n", top - 8.0);
        let bottom = top + LANE * engines.len() as f64 + 4.0;
        body += &grid(top, bottom);
        for (lane, (engine, name, job)) in engines.iter().enumerate() {
            let row = figures
                .row(job, engine)
                .ok_or_else(|| format!("{engine} was not measured for {job}"))?;
            body += &bar(row, name, top + LANE * lane as f64 + 4.0);
        }
        top = bottom + 22.0;
    }
    let axis = "puzzles per second on one core (logarithmic)";
    let middle = ENDS.0.midpoint(ENDS.1);
    body += &format!(
        "<text class=\"small middle\" x=\"{middle}\" y=\"{}\">{axis}</text>\n",
        top + 14.0
    );
    let height = top + 28.0;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title\">\n\
         <title id=\"title\">Puzzles per second on one core, this project and others</title>\n\
         <style>{STYLE}</style>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" rx=\"8\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    ))
}

/// Returns the place of a value on the axis.
fn place(value: f64) -> f64 {
    let (low, high) = (f64::from(POWERS.0), f64::from(POWERS.1));
    let share = ((value.log10() - low) / (high - low)).clamp(0.0, 1.0);
    ((ENDS.0 + (ENDS.1 - ENDS.0) * share) * 10.0).round() / 10.0
}

/// Draws the lines of the powers of ten with their names below.
fn grid(top: f64, bottom: f64) -> String {
    (POWERS.0..=POWERS.1)
        .map(|power| {
            let (value, x) = (10f64.powi(power), place(10f64.powi(power)));
            format!(
                "<line class=\"grid\" x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\"/>\
                 <text class=\"small middle\" x=\"{x}\" y=\"{}\">{}</text>\n",
                bottom + 15.0,
                rate(value)
            )
        })
        .collect()
}

fn bar(row: &Row, name: &str, top: f64) -> String {
    let value = 1e9 / row.mean_ns;
    let (end, middle) = (place(value), top + 13.5);
    let class = if is_ours(&row.engine) { "ours" } else { "other" };
    format!(
        "<text class=\"end\" x=\"{}\" y=\"{middle}\">{name}</text>\
         <rect class=\"{class}\" x=\"{}\" y=\"{top}\" width=\"{:.1}\" height=\"18\" rx=\"2\"/>\
         <text x=\"{}\" y=\"{middle}\">{}</text>\n",
        ENDS.0 - 8.0,
        ENDS.0,
        end - ENDS.0,
        end + 6.0,
        rate(value)
    )
}

/// Writes a rate with two digits and k or M.
fn rate(value: f64) -> String {
    let (value, unit) = match value {
        value if value < 999.5 => (value, ""),
        value if value < 999.5e3 => (value / 1e3, "k"),
        value => (value / 1e6, "M"),
    };
    let is_whole = value >= 9.95 || (value - value.round()).abs() < 1e-9;
    if is_whole { format!("{value:.0}{unit}") } else { format!("{value:.1}{unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plot_has_every_engine_and_stays_on_its_axis() {
        let mut figures = Figures::default();
        assert!(speed(&figures).is_err());
        for (engine, _, job) in GROUPS.iter().flat_map(|group| group.engines) {
            figures.rows.push(Row {
                job: (*job).to_owned(),
                engine: (*engine).to_owned(),
                mean_ns: 500.0,
                median_ns: None,
                worst_ns: None,
                puzzles: 1,
            });
        }
        let plot = speed(&figures).expect("a plot");
        assert_eq!(plot.matches("<rect class=\"ours\"").count(), 7);
        assert_eq!(plot.matches("<rect class=\"other\"").count(), 4);
        assert!(plot.contains(">2M</text>"), "{plot}");
        assert_eq!((place(1.0), place(1e9)), ENDS);
    }

    #[test]
    fn rates_are_short() {
        let rates = [12.4, 940.0, 1234.0, 99_950.0, 2_030_000.0, 1e7].map(rate);
        assert_eq!(rates, ["12", "940", "1.2k", "100k", "2.0M", "10M"]);
    }
}
