//! Shapes as SVG.

use core::fmt::{self, Display, Formatter};

use super::shape::{Figure, Ink, Point, Shape};

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
