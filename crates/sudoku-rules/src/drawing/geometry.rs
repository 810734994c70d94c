//! The parts of drawings.

use std::collections::BTreeSet;

use sudoku_core::Cell;

use super::shape::{Figure, Ink, Layer, Point, Shape};

/// The width of a thin line.
pub(super) const THIN: f32 = 0.03;
/// The radius of a circle in a cell.
pub(super) const CIRCLE: f32 = 0.4;
/// The radius of a dot between two cells.
pub(super) const DOT: f32 = 0.14;
/// The size of a sum.
pub(super) const SMALL: f32 = 0.26;
/// The size of a sign between two cells.
pub(super) const SIGN: f32 = 0.3;

pub(super) const fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

/// Returns the middle of a cell.
pub(super) fn middle(cell: Cell) -> Point {
    point(cell.column() as f32 + 0.5, cell.row() as f32 + 0.5)
}

/// Returns the middles of the cells.
pub(super) fn middles(cells: &[Cell]) -> Vec<Point> {
    cells.iter().copied().map(middle).collect()
}

/// Returns the center of the cells.
pub(super) fn center(cells: &[Cell]) -> Point {
    let sum = middles(cells).into_iter().fold(point(0.0, 0.0), |a, b| point(a.x + b.x, a.y + b.y));
    let count = cells.len() as f32;
    point(sum.x / count, sum.y / count)
}

/// Returns the direction from one point to another, as a vector of length 1.
fn direction(from: Point, to: Point) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y).max(f32::MIN_POSITIVE);
    point(x / length, y / length)
}

/// Returns the point at a distance from a point, in the direction of another one.
pub(super) fn towards(from: Point, to: Point, distance: f32) -> Point {
    let Point { x, y } = direction(from, to);
    point(from.x + distance * x, from.y + distance * y)
}

/// Returns true if the cells share a side.
pub(super) fn is_adjacent(first: Cell, second: Cell) -> bool {
    first.row().abs_diff(second.row()) + first.column().abs_diff(second.column()) == 1
}

pub(super) fn area(layer: Layer, corners: Vec<Point>, ink: Ink) -> Shape {
    Shape { layer, figure: Figure::Area { corners, ink } }
}

/// Returns a rectangle with this center.
pub(super) fn rectangle(layer: Layer, at: Point, width: f32, height: f32, ink: Ink) -> Shape {
    let corner = |x: f32, y: f32| point(at.x + x * width / 2.0, at.y + y * height / 2.0);
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    area(layer, corners.map(|(x, y)| corner(x, y)).to_vec(), ink)
}

/// Returns a square for each cell.
pub(super) fn shade(cells: &[Cell]) -> Vec<Shape> {
    let square = |at| rectangle(Layer::Area, at, 1.0, 1.0, Ink::PaleGray);
    middles(cells).into_iter().map(square).collect()
}

/// Returns a line through cells, under the lines of the board.
pub(super) fn line(points: Vec<Point>, ink: Ink, width: f32) -> Shape {
    lines(Layer::Line, vec![points], ink, width, None)
}

pub(super) const fn lines(
    layer: Layer,
    paths: Vec<Vec<Point>>,
    ink: Ink,
    width: f32,
    dashes: Option<[f32; 2]>,
) -> Shape {
    Shape { layer, figure: Figure::Line { paths, ink, width, dashes } }
}

pub(super) const fn circle(
    layer: Layer,
    center: Point,
    radius: f32,
    fill: Option<Ink>,
    border: Option<(Ink, f32)>,
) -> Shape {
    Shape { layer, figure: Figure::Circle { center, radius, fill, border } }
}

/// Returns the circle around the digit of the cell with this middle.
pub(super) const fn ring(at: Point) -> Shape {
    circle(Layer::Line, at, CIRCLE, None, Some((Ink::DarkGray, 0.04)))
}

pub(super) fn text(center: Point, size: f32, ink: Ink, text: &str) -> Shape {
    Shape { layer: Layer::Sign, figure: Figure::Text { center, size, ink, text: text.to_owned() } }
}

/// Returns a text on a white rectangle, which covers lines behind the text.
pub(super) fn label(at: Point, size: f32, words: &str) -> Vec<Shape> {
    // The width of a digit in Helvetica, and some space.
    let width = size * 0.56 * words.chars().count() as f32 + 0.02;
    let paper = rectangle(Layer::Sign, at, width, 0.8 * size, Ink::White);
    vec![paper, text(at, size, Ink::Black, words)]
}

/// Returns a text in the top left corner of the first cell in reading order.
pub(super) fn corner(cells: &[Cell], words: &str) -> Vec<Shape> {
    let Some(first) = cells.iter().min().filter(|_| !words.is_empty()) else { return Vec::new() };
    let half = SMALL * 0.28 * words.chars().count() as f32;
    let at = middle(*first);
    label(point(at.x - 0.43 + half, at.y - 0.36), SMALL, words)
}

/// Returns a small text at the bottom of a cell.
pub(super) fn bottom(cell: Cell, words: &str) -> Shape {
    let at = middle(cell);
    text(point(at.x, at.y + 0.38), 0.17, Ink::Black, words)
}

/// Returns the two sides of the head of an arrow that ends at a point.
pub(super) fn head(from: Point, to: Point, size: f32) -> Vec<Point> {
    let Point { x, y } = direction(from, to);
    let side =
        |way: f32| point(to.x - size * (x - way * 0.8 * y), to.y - size * (y + way * 0.8 * x));
    vec![side(1.0), to, side(-1.0)]
}

/// Returns a thin line between two cells, unless they share a side.
pub(super) fn link(cells: &[Cell]) -> Vec<Shape> {
    match cells {
        [first, second] if !is_adjacent(*first, *second) => {
            vec![line(middles(cells), Ink::DarkGray, THIN)]
        }
        _ => Vec::new(),
    }
}

/// Returns the line around cells, at a distance inside their sides.
pub(super) fn outline(cells: &[Cell], inset: f32, width: f32, dashes: Option<[f32; 2]>) -> Shape {
    let cells: BTreeSet<(i32, i32)> =
        cells.iter().map(|cell| (cell.row() as i32, cell.column() as i32)).collect();
    let mut paths = Vec::new();
    for &(row, column) in &cells {
        // The way from the cell to its neighbor on each side.
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            if cells.contains(&(row + down, column + right)) {
                continue;
            }
            let end = |way: i32| {
                // The way along the side.
                let (along_down, along_right) = (way * right.abs(), way * down.abs());
                let (next_row, next_column) = (row + along_down, column + along_right);
                let is_next = cells.contains(&(next_row, next_column));
                let is_inner = cells.contains(&(next_row + down, next_column + right));
                // At a corner that points inwards, the line continues into the next cell.
                let reach = match (is_next, is_inner) {
                    (false, _) => 0.5 - inset,
                    (true, true) => 0.5 + inset,
                    (true, false) => 0.5,
                };
                let out = 0.5 - inset;
                let place = |start: i32, out_way: i32, along: i32| {
                    start as f32 + 0.5 + out * out_way as f32 + reach * along as f32
                };
                point(place(column, right, along_right), place(row, down, along_down))
            };
            paths.push(vec![end(-1), end(1)]);
        }
    }
    lines(Layer::Outline, paths, Ink::Black, width, dashes)
}
