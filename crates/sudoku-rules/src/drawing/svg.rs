//! Shapes as SVG.

use core::fmt::{self, Display, Formatter};

use sudoku_core::{Board, Cell};

use super::Drawing;
use super::geometry::{middle, text};
use super::shape::{Figure, Ink, Point, Shape};
use crate::rules::Rules;

/// A length with at most three decimals.
struct Length(f32);

impl Display for Length {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // The addition turns -0 into 0.
        write!(f, "{}", (self.0 * 1000.0).round() / 1000.0 + 0.0)
    }
}

impl Display for Ink {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb();
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Writes the points with a letter before each.
fn path(f: &mut Formatter<'_>, points: &[Point]) -> fmt::Result {
    points.iter().enumerate().try_for_each(|(at, point)| {
        let letter = if at == 0 { 'M' } else { 'L' };
        write!(f, "{letter}{} {}", Length(point.x), Length(point.y))
    })
}

/// Writes the shape as one element of SVG. The unit is the side of a cell.
impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.figure {
            Figure::Area { corners, ink } => {
                f.write_str("<path d=\"")?;
                path(f, corners)?;
                write!(f, "z\" fill=\"{ink}\"/>")
            }
            Figure::Line { paths, ink, width, dashes } => {
                f.write_str("<path d=\"")?;
                paths.iter().try_for_each(|points| path(f, points))?;
                write!(f, "\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\"", Length(*width))?;
                if let Some([dash, gap]) = dashes {
                    write!(f, " stroke-dasharray=\"{} {}\"", Length(*dash), Length(*gap))?;
                }
                f.write_str(match self.figure.has_round_ends() {
                    true => " stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                    false => "/>",
                })
            }
            Figure::Circle { center, radius, fill, border } => {
                let (x, y, radius) = (Length(center.x), Length(center.y), Length(*radius));
                write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"")?;
                match fill {
                    Some(ink) => write!(f, "{ink}\"")?,
                    None => f.write_str("none\"")?,
                }
                if let Some((ink, width)) = border {
                    write!(f, " stroke=\"{ink}\" stroke-width=\"{}\"", Length(*width))?;
                }
                f.write_str("/>")
            }
            Figure::Text { center, size, ink, text } => {
                let baseline = Length(center.y + size * Figure::BASELINE);
                let (x, size) = (Length(center.x), Length(*size));
                write!(
                    f,
                    "<text x=\"{x}\" y=\"{baseline}\" fill=\"{ink}\" \
                     style=\"font-size:{size}px;text-anchor:middle\">{text}</text>"
                )
            }
        }
    }
}

/// The width of the picture of a puzzle in pixels.
const WIDTH: f32 = 400.0;

impl Rules {
    /// Returns a picture of the puzzle with its rules and clues, as a document of SVG.
    ///
    /// ```
    /// use sudoku_rules::Rules;
    ///
    /// let rules: Rules = "cage 10 r1c1 r1c2".parse()?;
    /// let picture = rules.to_svg();
    /// assert!(picture.starts_with("<svg ") && picture.contains(">10</text>"));
    /// # Ok::<(), sudoku_rules::RulesError>(())
    /// ```
    #[must_use]
    pub fn to_svg(&self) -> String {
        let Drawing { shapes, margin, has_boxes } = self.drawing();
        let (under, over): (Vec<&Shape>, Vec<&Shape>) =
            shapes.iter().partition(|shape| shape.layer.is_under_board());
        let joined = |shapes: &[&Shape]| shapes.iter().map(ToString::to_string).collect::<String>();
        // Space for half of the thick lines at the edges.
        let edge = margin + 0.05;
        let side = 9.0 + 2.0 * edge;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{WIDTH}\" \
             viewBox=\"{min} {min} {side} {side}\" font-family=\"Helvetica,Arial,sans-serif\">\
             <rect x=\"{min}\" y=\"{min}\" width=\"{side}\" height=\"{side}\" fill=\"#ffffff\"/>\
             {under}{board}{over}{digits}</svg>",
            min = -edge,
            under = joined(&under),
            board = lines(has_boxes),
            over = joined(&over),
            digits = digits(&self.board),
        )
    }
}

/// Returns the lines of a board.
fn lines(has_boxes: bool) -> String {
    let step = if has_boxes { 3 } else { 9 };
    let lines = |is_thick: bool, width: f32| {
        let places = (0..=9).filter(|at| (at % step == 0) == is_thick);
        let path: String = places.map(|at| format!("M{at} 0v9M0 {at}h9")).collect();
        format!(
            "<path d=\"{path}\" stroke=\"#000000\" stroke-width=\"{width}\" stroke-linecap=\"square\"/>"
        )
    };
    lines(false, 0.025) + &lines(true, 0.09)
}

fn digits(board: &Board) -> String {
    let digit = |cell: Cell| {
        let digit = board.get(cell)?.to_string();
        Some(text(middle(cell), 0.7, Ink::Black, &digit).to_string())
    };
    Cell::all().filter_map(digit).collect()
}
