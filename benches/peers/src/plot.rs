//! The speed plot of the README, as SVG.

use crate::data::Data;
use crate::figures::{Figures, Row};

const WIDTH: f64 = 760.0;
/// The left and right end of the axis.
const ENDS: (f64, f64) = (206.0, 700.0);
/// The height of a bar with its distance to the next.
const LANE: f64 = 26.0;
/// The powers of ten at the ends of the axis.
const POWERS: (i32, i32) = (1, 7);

const STYLE: &str = "\
text{font:13px -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1f2933}\
.heading{font-weight:600}.small{font-size:12px;fill:#52606d}.end{text-anchor:end}\
.middle{text-anchor:middle}.grid{stroke:#d9dee4}.ours{fill:#0b7285}.other{fill:#aab4bf}";

/// Draws puzzles per second on one core, on a logarithmic axis: the groups that jobs name in
/// `plot`, each with the first row of every engine, the fastest first. Returns `None` if no such
/// job was measured.
pub(crate) fn speed(data: &Data, figures: &Figures) -> Option<String> {
    let mut groups: Vec<(&str, Vec<&Row>)> = Vec::new();
    for (heading, job) in data.jobs.iter().filter_map(|job| Some((job.plot.as_deref()?, job))) {
        let rows = figures.job(&job.name);
        match groups.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, known)) => {
                for row in rows {
                    if known.iter().all(|known| known.engine != row.engine) {
                        known.push(row);
                    }
                }
            }
            None if rows.is_empty() => {}
            None => groups.push((heading, rows)),
        }
    }
    let mut body = String::new();
    let mut top = 14.0;
    for (heading, rows) in &mut groups {
        rows.sort_by(|one, other| one.mean_ns.total_cmp(&other.mean_ns));
        top += 24.0;
        body += &format!("<text class=\"heading\" x=\"16\" y=\"{}\">{heading}</text>\n", top - 8.0);
        let bottom = top + LANE * rows.len() as f64 + 4.0;
        body += &grid(top, bottom);
        for (lane, row) in rows.iter().enumerate() {
            body += &bar(data, row, top + LANE * lane as f64 + 4.0);
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
    (!groups.is_empty()).then(|| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title\">\n\
         <title id=\"title\">Puzzles per second on one core, this project and others</title>\n\
         <style>{STYLE}</style>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" rx=\"8\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    })
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

fn bar(data: &Data, row: &Row, top: f64) -> String {
    let ours = data.engines.get(&row.engine).is_some_and(|engine| engine.ours);
    let name = data.name(&row.engine).replace(['`', '*'], "");
    let name = if ours { format!("{name}, this project") } else { name };
    let value = 1e9 / row.mean_ns;
    let (end, middle) = (place(value), top + 13.5);
    let class = if ours { "ours" } else { "other" };
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
    fn a_group_has_each_engine_once_and_stays_on_its_axis() {
        let engines =
            "[board]\ntitle = \"`board`\"\nours = true\n[x]\ntitle = \"X\"\nrun.solve = \"x\"\n";
        let job = |name: &str| {
            format!(
                "[[job]]\nname = \"{name}\"\ntitle = \"A\"\ntask = \"solve\"\nplot = \"P\"\n\
                 puzzles.set = \"hard\"\nengines = [\"board\", \"x\"]\n"
            )
        };
        let data = Data::parse(engines, &(job("a") + &job("b"))).expect("no mistake");
        let mut figures = Figures::default();
        assert!(speed(&data, &figures).is_none());
        figures.rows =
            vec![Row::of("b", "board", 100.0), Row::of("b", "x", 20.0), Row::of("a", "x", 500.0)];
        let plot = speed(&data, &figures).expect("a plot");
        let [board, x] = [">board, this project<", ">X<"].map(|name| plot.find(name));
        assert!(board < x && plot.matches("<rect class=").count() == 2, "{plot}");
        assert!(plot.contains(">2M</text>"), "{plot}");
        assert_eq!((place(1.0), place(1e9)), ENDS);
    }

    #[test]
    fn rates_are_short() {
        let rates = [12.4, 940.0, 1234.0, 99_950.0, 2_030_000.0, 1e7].map(rate);
        assert_eq!(rates, ["12", "940", "1.2k", "100k", "2.0M", "10M"]);
    }
}
