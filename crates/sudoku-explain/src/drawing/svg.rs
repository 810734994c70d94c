//! Drawing of a board as SVG.
//!
//! The layers from bottom to top are: paper, houses, lines, sets of cells, digits, links, marks.
//! Nothing depends on color alone: right candidates are on a disc, wrong ones in a dashed ring,
//! eliminated ones in a struck square. Strong links are solid, weak ones dashed. A link inside a
//! cell is a pill around both candidates. Base houses have a solid frame, cover houses a dashed one
//! and stripes. Each set has its own dashes and a letter. A placed digit is as large as a value.

use std::fmt::Write as _;

use sudoku_core::{Cell, Digit, House};
use sudoku_logic::State;

use crate::marks::{MarkedLink, Marks, Role};
use crate::notation::Letter;

/// The width of a cell.
const CELL: f64 = 64.0;
/// The margin for the numbers of rows and columns.
const EDGE: f64 = 28.0;
const BOARD: f64 = 9.0 * CELL;
/// The radius of the mark around a candidate.
const RING: f64 = 10.0;
/// The number of links above which they are drawn faint, as in a net, so that the digits below stay
/// readable.
const MOST_LINKS: usize = 20;

/// The style sheet for light and dark pages. Marks differ in shape as well as in color.
const STYLE: &str = "\
.paper{fill:#fff}.house{fill:#eef2f7}.set{fill:none;stroke:#4a5260;stroke-width:2}\
.set1{stroke-dasharray:7 3}.set2{stroke-dasharray:2 3}\
.base{fill:none;stroke:#0c47e9;stroke-width:3}.cover{fill:url(#stripes);stroke:#14181f;stroke-width:2;\
stroke-dasharray:8 5}.stripe{stroke:#8b93a1;stroke-width:1.5;opacity:.6}\
.thin{stroke:#8b93a1;stroke-width:1}.thick{stroke:#14181f;stroke-width:2.5}\
text{font-family:system-ui,sans-serif;text-anchor:middle}\
.name{font-size:13px;fill:#4a5260}.given{font-size:37px;font-weight:600;fill:#14181f}\
.entry{font-size:37px;fill:#0b4fb3}.mark{font-size:16px;fill:#4a5260}\
.link{fill:none;stroke:#14181f;stroke-width:2.2}.weak{stroke-dasharray:6 4}\
.faint{stroke-width:1.2;opacity:.5}.halo{fill:none;stroke:#fff;stroke-width:6}.head{fill:#14181f}\
.true{fill:#0c47e9}.on{fill:#fff;font-size:16px;font-weight:600}\
.false{fill:#fff1d6;stroke:#885b07;stroke-width:1.8;stroke-dasharray:3.5 2.5}\
.out{fill:#ffeef6;stroke:#c41f71;stroke-width:1.8}.strike{stroke:#c41f71;stroke-width:2}\
.placed{fill:none;stroke:#0c47e9;stroke-width:3}.value{font-size:37px;font-weight:700;fill:#0c47e9}\
@media(prefers-color-scheme:dark){.paper{fill:#14171c}.house{fill:#232a34}.set{stroke:#b4bcc9}\
.base{stroke:#7d9fff}.cover{stroke:#f1f3f6}.stripe{stroke:#6b7482}\
.thin{stroke:#6b7482}.thick{stroke:#f1f3f6}.name,.mark{fill:#b4bcc9}.given{fill:#f1f3f6}\
.entry{fill:#8ebdff}.link{stroke:#f1f3f6}.halo{stroke:#14171c}.head{fill:#f1f3f6}\
.true{fill:#7d9fff}.on{fill:#14171c}.false{fill:#43290f;stroke:#ff9a4d}\
.out{fill:#50203a;stroke:#ffb3d3}.strike{stroke:#ffb3d3}.placed{stroke:#7d9fff}.value{fill:#7d9fff}}";

type Point = (f64, f64);

pub(super) fn draw(state: &State, marks: &Marks, title: &str) -> String {
    let mut svg = String::new();
    // Writing into a string cannot fail.
    let _ = write(&mut svg, state, marks, title);
    svg
}

fn write(svg: &mut String, state: &State, marks: &Marks, title: &str) -> std::fmt::Result {
    let size = EDGE + BOARD + 8.0;
    write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img"><title>{}</title><style>{STYLE}</style><defs><marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 1 10 5 0 9z"/></marker><pattern id="stripes" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="stripe" d="M0 0V9"/></pattern></defs><rect class="paper" width="{size}" height="{size}"/>"#,
        escaped(title)
    )?;
    for &house in &marks.houses {
        let (x, y, width, height) = frame(house);
        write!(svg, r#"<rect class="house" x="{x}" y="{y}" width="{width}" height="{height}"/>"#)?;
    }
    grid(svg)?;
    if !marks.covers.is_empty() {
        frames(svg, "cover", &marks.covers)?;
        frames(svg, "base", &marks.houses)?;
    }
    for (number, cells) in marks.groups.iter().enumerate() {
        // Each set has its own inset, so that sets with the same cells look different.
        let inset = 2.5 + 3.0 * (number % 3) as f64;
        let class = ["set", "set set1", "set set2"][number % 3];
        for &cell in cells {
            let (x, y) = corner(cell);
            let side = CELL - 2.0 * inset;
            write!(
                svg,
                r#"<rect class="{class}" x="{}" y="{}" width="{side}" height="{side}" rx="8"/>"#,
                x + inset,
                y + inset
            )?;
        }
    }
    if marks.groups.len() > 1 {
        name_sets(svg, marks)?;
    }
    for cell in Cell::all() {
        if let Some(digit) = state.value(cell) {
            let (x, y) = corner(cell);
            let class = if state.is_given(cell) { "given" } else { "entry" };
            text(svg, class, (x + CELL / 2.0, y + CELL / 2.0), 13.0, &digit.to_string())?;
        }
    }
    let is_crowded = marks.links.len() > MOST_LINKS;
    for link in &marks.links {
        draw_link(svg, state, link, is_crowded)?;
    }
    for cell in Cell::all() {
        if draw_placed(svg, marks, cell)? {
            continue;
        }
        for digit in state.candidates(cell) {
            let mut marked = marks.candidates.iter();
            let role = marked.find(|&&(at, value, _)| (at, value) == (cell, digit));
            draw_mark(svg, center(cell, digit), digit, role.map(|&(_, _, role)| role))?;
        }
    }
    svg.write_str("</svg>\n")
}

/// Draws the numbers of rows and columns, and the lines.
fn grid(svg: &mut String) -> std::fmt::Result {
    for index in 0..9 {
        let middle = EDGE + (f64::from(index) + 0.5) * CELL;
        text(svg, "name", (middle, EDGE / 2.0), 4.5, &format!("c{}", index + 1))?;
        text(svg, "name", (EDGE / 2.0, middle), 4.5, &format!("r{}", index + 1))?;
    }
    let end = EDGE + BOARD;
    for class in ["thin", "thick"] {
        for index in (0..10).filter(|index| (index % 3 == 0) == (class == "thick")) {
            let at = EDGE + f64::from(index) * CELL;
            write!(svg, r#"<path class="{class}" d="M{at} {EDGE}V{end}M{EDGE} {at}H{end}"/>"#)?;
        }
    }
    Ok(())
}

/// Draws a frame inside the edge of each house.
fn frames(svg: &mut String, class: &str, houses: &[House]) -> std::fmt::Result {
    for &house in houses {
        let (x, y, width, height) = frame(house);
        let (x, y, width, height) = (x + 2.0, y + 2.0, width - 4.0, height - 4.0);
        write!(
            svg,
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>"#
        )?;
    }
    Ok(())
}

/// Draws the frame of the cell that the step fills. The digit is as large as a value, unless a link
/// ends in the cell. Returns true if it is.
fn draw_placed(svg: &mut String, marks: &Marks, cell: Cell) -> Result<bool, std::fmt::Error> {
    let is_placed = |&&(at, _, role): &&(Cell, Digit, Role)| at == cell && role == Role::Placed;
    let Some(&(_, digit, _)) = marks.candidates.iter().find(is_placed) else { return Ok(false) };
    let ((x, y), side) = (corner(cell), CELL - 8.0);
    let (left, top) = (x + 4.0, y + 4.0);
    write!(
        svg,
        r#"<rect class="placed" x="{left}" y="{top}" width="{side}" height="{side}" rx="8"/>"#
    )?;
    let is_linked =
        |link: &MarkedLink| link.from.cells.contains(&cell) || link.to.cells.contains(&cell);
    if marks.links.iter().any(is_linked) {
        return Ok(false);
    }
    text(svg, "value", (x + CELL / 2.0, y + CELL / 2.0), 13.0, &digit.to_string())?;
    Ok(true)
}

/// Draws the letter of each set at the edge of each of its cells.
fn name_sets(svg: &mut String, marks: &Marks) -> std::fmt::Result {
    for (number, cells) in marks.groups.iter().enumerate() {
        for &cell in cells {
            let (x, y) = corner(cell);
            let x = x + 13.0 + 13.0 * (number % 4) as f64;
            write!(svg, r#"<circle class="paper" cx="{x}" cy="{y}" r="7"/>"#)?;
            text(svg, "name", (x, y), 4.5, &Letter(number).to_string())?;
        }
    }
    Ok(())
}

fn draw_mark(
    svg: &mut String,
    (x, y): Point,
    digit: Digit,
    role: Option<Role>,
) -> std::fmt::Result {
    match role {
        Some(Role::True | Role::Placed) => {
            write!(svg, r#"<circle class="true" cx="{x}" cy="{y}" r="{RING}"/>"#)?;
        }
        Some(Role::False) => {
            write!(svg, r#"<circle class="false" cx="{x}" cy="{y}" r="{RING}"/>"#)?;
        }
        Some(Role::Out) => write!(
            svg,
            r#"<rect class="out" x="{}" y="{}" width="{}" height="{}"/>"#,
            x - 9.0,
            y - 9.5,
            18,
            19
        )?,
        None => {}
    }
    let is_on = matches!(role, Some(Role::True | Role::Placed));
    text(svg, if is_on { "on" } else { "mark" }, (x, y), 5.6, &digit.to_string())?;
    if role == Some(Role::Out) {
        let (left, right) = (x - 9.0, x + 9.0);
        let (top, bottom) = (y - 9.5, y + 9.5);
        write!(svg, r#"<path class="strike" d="M{left} {bottom} {right} {top}"/>"#)?;
    }
    Ok(())
}

fn draw_link(
    svg: &mut String,
    state: &State,
    link: &MarkedLink,
    is_crowded: bool,
) -> std::fmt::Result {
    let ends = link.from.cells.iter().flat_map(|&from| {
        link.to
            .cells
            .iter()
            .map(move |&to| (center(from, link.from.digit), center(to, link.to.digit)))
    });
    // Between groups, the link joins the two nearest cells.
    let nearest =
        ends.min_by(|one, other| distance(one.0, one.1).total_cmp(&distance(other.0, other.1)));
    if is_pill(state, link) {
        let Some((from, to)) = nearest else { return Ok(()) };
        return draw_pill(svg, from, to, link.is_strong);
    }
    let Some((from, to)) = nearest.filter(|&(from, to)| distance(from, to) > 2.0 * RING + 4.0)
    else {
        return Ok(());
    };
    let curve = curve(state, from, to);
    let class = if link.is_strong { "link" } else { "link weak" };
    let [a, b, c] = curve.map(|(x, y)| format!("{x:.1} {y:.1}"));
    let faint = if is_crowded { " faint" } else { "" };
    if !is_crowded {
        write!(svg, r#"<path class="halo" d="M{a}Q{b} {c}"/>"#)?;
    }
    write!(svg, r#"<path class="{class}{faint}" marker-end="url(#head)" d="M{a}Q{b} {c}"/>"#)
}

/// Returns true if the link joins two candidates of one cell that have no other candidate between
/// them.
fn is_pill(state: &State, link: &MarkedLink) -> bool {
    let ([from], [to]) = (&*link.from.cells, &*link.to.cells) else { return false };
    let (one, other) = (center(*from, link.from.digit), center(*to, link.to.digit));
    let between = ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0);
    let is_between = |digit: Digit| distance(center(*from, digit), between) < RING;
    from == to && !state.candidates(*from).iter().any(is_between)
}

/// Draws a link inside a cell as an outline around both candidates.
fn draw_pill(svg: &mut String, from: Point, to: Point, is_strong: bool) -> std::fmt::Result {
    let radius = RING + 2.0;
    let angle = (to.1 - from.1).atan2(to.0 - from.0).to_degrees();
    let class = if is_strong { "link" } else { "link weak" };
    write!(
        svg,
        r#"<rect class="{class}" x="{}" y="{}" width="{:.1}" height="{}" rx="{radius}" transform="translate({:.1} {:.1}) rotate({angle:.0})"/>"#,
        -radius,
        -radius,
        distance(from, to) + 2.0 * radius,
        2.0 * radius,
        from.0,
        from.1
    )
}

/// Returns a curve from mark to mark: the bow, out of several, that crosses the fewest digits.
fn curve(state: &State, from: Point, to: Point) -> [Point; 3] {
    const BOWS: [f64; 9] = [0.0, 0.08, -0.08, 0.16, -0.16, 0.26, -0.26, 0.38, -0.38];
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let bent = |bow: f64| {
        let middle = (from.0 + dx / 2.0 - dy * bow * 2.0, from.1 + dy / 2.0 + dx * bow * 2.0);
        [from, middle, to]
    };
    let digits = digits(state);
    let crossed = |bow: &f64| {
        let curve = bent(*bow);
        let points: Vec<Point> = (1..32).map(|step| on(curve, f64::from(step) / 32.0)).collect();
        let beyond = |&(x, y): &Point| {
            !(EDGE..EDGE + BOARD).contains(&x) || !(EDGE..EDGE + BOARD).contains(&y)
        };
        let is_crossed = |(at, reach): &&(Point, f64)| {
            let is_end = distance(*at, from) < 1.0 || distance(*at, to) < 1.0;
            !is_end && points.iter().any(|&point| distance(point, *at) < *reach)
        };
        digits.iter().filter(is_crossed).count() + 4 * points.iter().filter(|p| beyond(p)).count()
    };
    let best = BOWS.iter().min_by_key(|bow| crossed(bow)).copied().unwrap_or(0.0);
    let curve = bent(best);
    // Cut the curve to the part between the marks.
    let steps = || (0..=100).map(|step| f64::from(step) / 100.0);
    let start = steps().find(|&t| distance(on(curve, t), from) > RING + 1.0).unwrap_or(0.0);
    let end = steps().rev().find(|&t| distance(on(curve, t), to) > RING + 2.0).unwrap_or(1.0);
    let [a, b, c] = curve;
    let weigh = |one: f64, two: f64, three: f64| {
        (one * a.0 + two * b.0 + three * c.0, one * a.1 + two * b.1 + three * c.1)
    };
    let middle =
        weigh((1.0 - start) * (1.0 - end), (1.0 - start) * end + start * (1.0 - end), start * end);
    [on(curve, start), middle, on(curve, end)]
}

/// Returns the point of a quadratic Bézier curve at `t`, from 0 (start) to 1 (end).
fn on([a, b, c]: [Point; 3], t: f64) -> Point {
    let (one, two, three) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
    (one * a.0 + two * b.0 + three * c.0, one * a.1 + two * b.1 + three * c.1)
}

/// Returns the position and the radius of all digits.
fn digits(state: &State) -> Vec<(Point, f64)> {
    let mut all = Vec::new();
    for cell in Cell::all() {
        if state.value(cell).is_some() {
            let (x, y) = corner(cell);
            all.push(((x + CELL / 2.0, y + CELL / 2.0), 17.0));
        }
        all.extend(state.candidates(cell).iter().map(|digit| (center(cell, digit), 8.0)));
    }
    all
}

fn distance(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

fn corner(cell: Cell) -> Point {
    (EDGE + cell.column() as f64 * CELL, EDGE + cell.row() as f64 * CELL)
}

/// Returns the position of a candidate, arranged as on a telephone keypad.
fn center(cell: Cell, digit: Digit) -> Point {
    let (x, y) = corner(cell);
    let place = f64::from(digit.get() - 1);
    let third = (CELL - 4.0) / 3.0;
    let (row, column) = ((place / 3.0).floor(), place % 3.0);
    (x + 2.0 + (column + 0.5) * third, y + 2.0 + (row + 0.5) * third)
}

fn frame(house: House) -> (f64, f64, f64, f64) {
    let cells = house.cells();
    let ((x, y), (right, bottom)) = (corner(cells[0]), corner(cells[8]));
    (x, y, right - x + CELL, bottom - y + CELL)
}

/// Draws a text centered at the point; `down` is half of its height.
fn text(svg: &mut String, class: &str, (x, y): Point, down: f64, words: &str) -> std::fmt::Result {
    write!(svg, r#"<text class="{class}" x="{x:.1}" y="{:.1}">{words}</text>"#, y + down)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
