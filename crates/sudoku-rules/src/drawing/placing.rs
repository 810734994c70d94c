//! Places for signs that would hide each other.

use super::shape::{Figure, Layer, Point, Shape};

/// The space between two signs.
const GAP: f32 = 0.02;

/// A rectangle with sides along the axes.
#[derive(Clone, Copy)]
struct Frame {
    min: Point,
    max: Point,
}

impl Frame {
    /// Returns the rectangle around a shape.
    fn of(shape: &Shape) -> Option<Self> {
        let around = |at: Point, x: f32, y: f32| Self {
            min: Point { x: at.x - x, y: at.y - y },
            max: Point { x: at.x + x, y: at.y + y },
        };
        match &shape.figure {
            Figure::Area { corners, .. } => Self::around(corners.iter()),
            Figure::Line { paths, .. } => Self::around(paths.iter().flatten()),
            Figure::Circle { center, radius, .. } => Some(around(*center, *radius, *radius)),
            // Half of the width of a digit in Helvetica, and of its height.
            Figure::Text { center, size, text, .. } => {
                Some(around(*center, 0.28 * size * text.chars().count() as f32, 0.36 * size))
            }
        }
    }

    fn around<'a>(points: impl Iterator<Item = &'a Point>) -> Option<Self> {
        points.map(|&at| Self { min: at, max: at }).reduce(Self::with)
    }

    /// Returns the rectangle around both.
    fn with(self, other: Self) -> Self {
        let min = Point { x: self.min.x.min(other.min.x), y: self.min.y.min(other.min.y) };
        let max = Point { x: self.max.x.max(other.max.x), y: self.max.y.max(other.max.y) };
        Self { min, max }
    }

    /// Returns true if the rectangles share more than a margin.
    fn overlaps(&self, other: &Self) -> bool {
        let share = |min: f32, max: f32| max - min > 2.0 * GAP;
        share(self.min.x.max(other.min.x), self.max.x.min(other.max.x))
            && share(self.min.y.max(other.min.y), self.max.y.min(other.max.y))
    }

    fn moved(&self, by: Point) -> Self {
        let moved = |at: Point| Point { x: at.x + by.x, y: at.y + by.y };
        Self { min: moved(self.min), max: moved(self.max) }
    }

    /// Returns the ways to move the rectangle, the best first. A sign on the side of a cell moves
    /// along this side, and another sign moves to the right or down.
    fn ways(&self) -> [Point; 6] {
        let (width, height) = (self.max.x - self.min.x + GAP, self.max.y - self.min.y + GAP);
        let is_whole = |sum: f32| (sum / 2.0 - (sum / 2.0).round()).abs() < 0.05;
        let [is_on_column, is_on_row] =
            [self.min.x + self.max.x, self.min.y + self.max.y].map(is_whole);
        let ways = match (is_on_column, is_on_row) {
            (true, false) => {
                [(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (1.0, 1.0), (-1.0, 1.0)]
            }
            (false, true) => {
                [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (1.0, 1.0), (1.0, -1.0)]
            }
            _ => [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 0.0), (0.0, 2.0), (1.0, 2.0)],
        };
        ways.map(|(x, y)| Point { x: x * width, y: y * height })
    }
}

/// Moves the signs of these rules that others would hide, if there is space. Equal signs are drawn
/// once.
pub(super) fn spread(rules: Vec<Vec<Shape>>) -> Vec<Shape> {
    let mut all: Vec<Shape> = Vec::new();
    let (mut placed, mut drawn): (Vec<Frame>, Vec<Vec<Shape>>) = Default::default();
    for rule in rules {
        let (signs, others): (Vec<_>, Vec<_>) =
            rule.into_iter().partition(|shape| shape.layer == Layer::Sign);
        all.extend(others);
        // A sign is a white disc or rectangle, and the text or the lines on it.
        let mut own: Vec<(Frame, Vec<Shape>)> = Vec::new();
        for shape in signs {
            let Some(frame) = Frame::of(&shape) else { continue };
            let is_on_top = matches!(shape.figure, Figure::Text { .. } | Figure::Line { .. });
            match own.last_mut().filter(|(last, _)| is_on_top && last.overlaps(&frame)) {
                Some((last, parts)) => {
                    *last = last.with(frame);
                    parts.push(shape);
                }
                None => own.push((frame, vec![shape])),
            }
        }
        for (frame, mut parts) in own {
            let is_free = |frame: &Frame| !placed.iter().any(|other| other.overlaps(frame));
            if drawn.contains(&parts) {
                continue;
            }
            drawn.push(parts.clone());
            let mut ways = frame.ways().into_iter();
            let way =
                if is_free(&frame) { None } else { ways.find(|way| is_free(&frame.moved(*way))) };
            let way = way.unwrap_or(Point { x: 0.0, y: 0.0 });
            parts.iter_mut().for_each(|shape| shape.move_by(way));
            all.extend(parts);
            placed.push(frame.moved(way));
        }
    }
    all
}

impl Shape {
    fn move_by(&mut self, by: Point) {
        let moved = |at: &mut Point| *at = Point { x: at.x + by.x, y: at.y + by.y };
        match &mut self.figure {
            Figure::Area { corners, .. } => corners.iter_mut().for_each(moved),
            Figure::Line { paths, .. } => paths.iter_mut().flatten().for_each(moved),
            Figure::Circle { center, .. } | Figure::Text { center, .. } => moved(center),
        }
    }
}
