//! Drawings of rules as shapes, and their captions.

mod geometry;
mod kinds;
mod placing;
mod shape;
mod svg;
mod terminal;

use core::fmt;
use std::collections::BTreeSet;

use crate::primitive::Primitive;
use crate::rule::Rule;
use crate::rules::Rules;

pub use self::shape::{Figure, Ink, Layer, Point, Shape};
pub use self::terminal::{Glyph, GlyphPart};

/// The drawing of all rules of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The shapes in the order in which they are drawn.
    pub shapes: Vec<Shape>,
    /// The width of the space around the board that the shapes need, such as for sums of
    /// diagonals. The unit is the side of a cell.
    pub margin: f32,
    /// True if the board shows its nine boxes.
    pub has_boxes: bool,
}

/// The drawing of a puzzle without rules.
impl Default for Drawing {
    fn default() -> Self {
        Self { shapes: Vec::new(), margin: 0.0, has_boxes: true }
    }
}

/// The width of the space around a board with shapes outside.
const MARGIN: f32 = 0.5;

/// The explanation of a kind of rule and its drawing to players, in one to three sentences.
///
/// Its `Display` is this text, which has only letters of the encoding Windows-1252. Captions are
/// sorted by their kinds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Caption {
    place: usize,
    text: String,
}

impl fmt::Display for Caption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Rule {
    /// Returns the shapes that draw the rule. A rule about the whole board, such as `anti-knight`,
    /// may have none.
    ///
    /// The shapes are inside the board, except the sums of diagonals, which are at most half a cell
    /// outside.
    ///
    /// ```
    /// use sudoku_rules::{Figure, Rule};
    ///
    /// let rule: Rule = "cage 10 r1c1 r1c2".parse()?;
    /// let is_sum = |figure: &Figure| matches!(figure, Figure::Text { text, .. } if text == "10");
    /// assert!(rule.shapes().iter().any(|shape| is_sum(&shape.figure)));
    /// # Ok::<(), sudoku_rules::RuleError>(())
    /// ```
    #[must_use]
    pub fn shapes(&self) -> Vec<Shape> {
        kinds::shapes(self)
    }

    /// Returns the explanation of the drawing to players, in English.
    #[must_use]
    pub fn caption(&self) -> Caption {
        let (place, text) = kinds::caption(self);
        Caption { place, text }
    }
}

impl Rules {
    /// Returns the drawing of all rules. A sign that another one would hide is moved, if there is
    /// space, such as a second dot between two cells.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        let has_boxes = self.has_boxes();
        let is_region =
            |rule: &Rule| !has_boxes && matches!(rule.primitives()[..], [Primitive::House(_)]);
        let shapes = |rule: &Rule| match is_region(rule) && !rule.cells().is_empty() {
            true => kinds::region(rule.cells()),
            false => rule.shapes(),
        };
        let mut shapes = placing::spread(self.rules.iter().map(shapes).collect());
        shapes.sort_by_key(|shape| shape.layer);
        let is_outside = |&Point { x, y }: &Point| x < 0.0 || y < 0.0 || x > 9.0 || y > 9.0;
        let has_outside = shapes.iter().any(|shape| match &shape.figure {
            Figure::Text { center, .. } => is_outside(center),
            _ => false,
        });
        Drawing { shapes, margin: if has_outside { MARGIN } else { 0.0 }, has_boxes }
    }

    /// Returns the explanations of the rules to players, in English and in the order of the
    /// [kinds](crate::RuleKind::all). Rules with equal explanations share one.
    ///
    /// ```
    /// use sudoku_rules::Rules;
    ///
    /// let rules: Rules = "cage 10 r1c1 r1c2\ncage 3 r2c1 r2c2\nanti-knight".parse()?;
    /// let captions = rules.captions();
    /// let texts: Vec<String> = captions.iter().map(ToString::to_string).collect();
    /// assert_eq!(texts[0], "Cells a knight's move apart hold different digits.");
    /// assert_eq!(texts.len(), 2);
    /// # Ok::<(), sudoku_rules::RulesError>(())
    /// ```
    #[must_use]
    pub fn captions(&self) -> BTreeSet<Caption> {
        self.rules.iter().map(Rule::caption).collect()
    }
}
