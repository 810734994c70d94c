//! The shapes of drawings.

/// A point on a board. The unit is the side of a cell. The board reaches from (0, 0), its top left
/// corner, to (9, 9).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The distance from the left side of the board.
    pub x: f32,
    /// The distance from the top of the board.
    pub y: f32,
}

/// A color. Without colors, the grays and the patterns of the lines tell the rules apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ink {
    /// The color of outlines and signs.
    Black,
    /// The color of thin lines.
    DarkGray,
    /// The color of thick lines.
    Gray,
    /// The color of discs and squares in cells.
    LightGray,
    /// The color of shaded cells.
    PaleGray,
    /// The color of whisper lines.
    Green,
    /// The color of renban lines.
    Purple,
    /// The color of the paper.
    White,
}

impl Ink {
    /// Returns the shares of red, green and blue, from 0 to 255.
    #[must_use]
    pub const fn rgb(self) -> [u8; 3] {
        match self {
            Self::Black => [0; 3],
            Self::DarkGray => [0x70; 3],
            Self::Gray => [0xc4; 3],
            Self::LightGray => [0xd6; 3],
            Self::PaleGray => [0xec; 3],
            Self::Green => [0x6c, 0xc0, 0x70],
            Self::Purple => [0xa0, 0x7d, 0xe0],
            Self::White => [0xff; 3],
        }
    }
}

/// The place of a shape among the others. The lines of the board are between [`Line`](Self::Line)
/// and [`Outline`](Self::Outline), and the digits are on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Shaded cells.
    Area,
    /// Discs and squares in cells.
    Disc,
    /// Lines through cells.
    Line,
    /// Lines around cells.
    Outline,
    /// Signs on the sides of cells, and texts.
    Sign,
}

impl Layer {
    /// Returns true if the lines of the board are drawn over the shape.
    #[must_use]
    pub fn is_under_board(self) -> bool {
        self < Self::Outline
    }
}

/// A shape of a rule.
///
/// Its `Display` is an element of SVG.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The layer.
    pub layer: Layer,
    /// The form.
    pub figure: Figure,
}

/// The form of a shape. The unit of all lengths is the side of a cell.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Figure {
    /// A filled polygon.
    Area {
        /// The corners in their order.
        corners: Vec<Point>,
        /// The color.
        ink: Ink,
    },
    /// Lines, with round corners.
    Line {
        /// The points of each line in their order.
        paths: Vec<Vec<Point>>,
        /// The color.
        ink: Ink,
        /// The width of the lines.
        width: f32,
        /// The length of each dash and of each gap, if the lines are dashed. A dash of length 0 is
        /// a dot.
        dashes: Option<[f32; 2]>,
    },
    /// A circle.
    Circle {
        /// The center.
        center: Point,
        /// The radius.
        radius: f32,
        /// The color inside, if it is filled.
        fill: Option<Ink>,
        /// The color of the line around it and the width of this line, if there is one.
        border: Option<(Ink, f32)>,
    },
    /// A text in Helvetica or a similar font, centered in both directions. It has only letters of
    /// the encoding Windows-1252, and none that is special in XML.
    Text {
        /// The center.
        center: Point,
        /// The size of the font.
        size: f32,
        /// The color.
        ink: Ink,
        /// The text.
        text: String,
    },
}

impl Figure {
    /// The distance of the baseline of a text below its center, relative to the size of the font.
    pub const BASELINE: f32 = 0.36;

    /// Returns true if the ends of lines are round. Those of dashes are flat, unless they are dots.
    #[must_use]
    pub fn has_round_ends(&self) -> bool {
        !matches!(self, Self::Line { dashes: Some([dash, _]), .. } if *dash > 0.0)
    }
}
