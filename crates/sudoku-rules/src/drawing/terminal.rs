//! Drawings of puzzles as characters, for terminals.
//!
//! Shapes become [Braille patterns](https://en.wikipedia.org/wiki/Braille_Patterns) of 2×4 dots.
//! The lines of the board are box-drawing characters, which join in more fonts.

use sudoku_core::{Board, Cell, Digit};

use super::Drawing;
use super::geometry::middle;
use super::shape::{Figure, Ink, Layer, Point, Shape};
use crate::rules::Rules;

/// A character of a drawing, which is one column wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character.
    pub char: char,
    /// The part of the drawing to which it belongs.
    pub part: GlyphPart,
}

/// The parts of a drawing as characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GlyphPart {
    /// The lines of the board, and the space around everything.
    Frame,
    /// A shape of a rule. A white text is on a black disc.
    Shape(Ink),
    /// The digit of a cell.
    Digit(Cell),
    /// A candidate of a blank cell.
    Candidate,
}

/// The number of columns and lines from a cell to the next one, with a line of the board.
const CELL: [usize; 2] = [8, 4];
/// The number of columns and lines on each side of a board with shapes outside.
const OUTSIDE: [usize; 2] = [3, 2];
/// The number of dots from a cell to the next one.
const STEP: f32 = 16.0;
/// The unit of radii in dots. Circles are smaller than other shapes, so that they fit in the part
/// of a cell beside the lines of the board.
const RADIUS: f32 = 14.0;
/// The minimum radius of a circle in dots.
const MIN_RADIUS: f32 = 2.5;
/// The first Braille pattern. It has no dots.
const BRAILLE: u32 = 0x2800;
/// The bits of the dots of a Braille pattern, by line and column.
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// The characters of a board: the lines at its top, in cells, between cells, between boxes and at
/// its bottom, and the columns in the same order. No drawing of a classic puzzle has `┊`, so none
/// of these rows is read as one of a classic puzzle.
const LINES: [&str; 5] = ["┏━┯┳┓", "┃ ┊┃┃", "┠─┼╂┨", "┣━┿╋┫", "┗━┷┻┛"];

/// Returns the position of a column or line of the board among those of [`LINES`].
const fn place_in_lines(at: usize, step: usize, has_boxes: bool) -> usize {
    match at {
        0 => 0,
        _ if at == 9 * step => 4,
        _ if !at.is_multiple_of(step) => 1,
        _ if has_boxes && at.is_multiple_of(3 * step) => 3,
        _ => 2,
    }
}

/// Returns the dots from the start of the board to a place on it, in the direction of a row or
/// column. The lines of the board have `line` dots, and the part of a cell beside them has the
/// others.
fn dots(at: f32, line: f32) -> f32 {
    /// Half of the width of a line of the board.
    const HALF: f32 = 0.035;
    let cell = (at + HALF).floor();
    let rest = at - cell;
    // Lines and cells have an even number of dots. Their middle is near the middle of one of these
    // dots, so that a thin line there is one dot wide.
    let (start, end) = (line + 0.1, STEP - 0.85);
    let half = line / 2.0 - 0.375;
    STEP * cell
        + match rest < HALF {
            true => half + rest / HALF * (start - half),
            false => start + (rest - HALF) / (1.0 - 2.0 * HALF) * (end - start),
        }
}

/// Returns true if a dot is at most half a width away from a line between two points, and not in
/// the gap of its dashes.
fn is_on(dot: Point, from: Point, to: Point, half: f32, dashes: Option<[f32; 2]>) -> bool {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y).max(f32::MIN_POSITIVE);
    let at = ((dot.x - from.x) * x + (dot.y - from.y) * y) / length;
    let near = at.clamp(0.0, length) / length;
    let distance = (dot.x - from.x - near * x).hypot(dot.y - from.y - near * y);
    distance <= half
        && dashes.is_none_or(|dashes| {
            // Dashes of the true length would be as short as dots.
            let [dash, gap] = dashes.map(|length| 2.0 * STEP * length);
            (at + 0.5).floor().rem_euclid((dash + gap).round()) < dash.round().max(1.0)
        })
}

/// Returns true if a dot is inside of a polygon, by the [even–odd
/// rule](https://en.wikipedia.org/wiki/Even%E2%80%93odd_rule).
fn is_inside(dot: Point, corners: &[Point]) -> bool {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let is_crossed = |(a, b): &(&Point, &Point)| {
        (a.y > dot.y) != (b.y > dot.y) && dot.x < a.x + (dot.y - a.y) / (b.y - a.y) * (b.x - a.x)
    };
    !sides.filter(is_crossed).count().is_multiple_of(2)
}

/// Returns the Braille pattern with these dots, or a space.
fn pattern(dots: u32) -> char {
    // Some fonts show circles in place of the blank pattern.
    char::from_u32(BRAILLE + dots).filter(|_| dots > 0).unwrap_or(' ')
}

/// A drawing in progress.
struct Canvas {
    lines: Vec<Vec<Glyph>>,
    /// The number of columns and lines before the board.
    before: [usize; 2],
}

impl Canvas {
    fn new(margin: f32) -> Self {
        let before = if margin > 0.0 { OUTSIDE } else { [0; 2] };
        let [width, height] = [0, 1].map(|axis| 9 * CELL[axis] + 1 + 2 * before[axis]);
        let blank = Glyph { char: ' ', part: GlyphPart::Frame };
        Self { lines: vec![vec![blank; width]; height], before }
    }

    /// Returns the place of a point of the board in dots.
    fn point(&self, at: Point) -> Point {
        let [column, line] = self.before.map(|count| count as f32);
        Point { x: 2.0 * column + dots(at.x, 2.0), y: 4.0 * line + dots(at.y, 4.0) }
    }

    fn points(&self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|&at| self.point(at)).collect()
    }

    /// Returns the glyph of a place, if the place is on the canvas.
    fn at(&mut self, column: usize, line: usize) -> Option<&mut Glyph> {
        self.lines.get_mut(line)?.get_mut(column)
    }

    fn put(&mut self, column: usize, line: usize, char: char, part: GlyphPart) {
        if let Some(glyph) = self.at(column, line) {
            *glyph = Glyph { char, part };
        }
    }

    /// Sets a dot, or clears it if the ink is white.
    fn set_dot(&mut self, x: usize, y: usize, ink: Ink) {
        let (bit, is_middle) = (DOTS[y % 4][x % 2], (y % 4, x % 2) == (2, 1));
        let Some(glyph) = self.at(x / 2, y / 4) else { return };
        let dots = u32::from(glyph.char).checked_sub(BRAILLE).filter(|&dots| dots <= 0xff);
        match dots {
            _ if ink != Ink::White => {
                let char = pattern(dots.unwrap_or(0) | bit);
                *glyph = Glyph { char, part: GlyphPart::Shape(ink) };
            }
            Some(dots) => glyph.char = pattern(dots & !bit),
            // Other characters stay until their middle is covered.
            None if is_middle => glyph.char = ' ',
            None => {}
        }
    }

    /// Sets the covered dots, which are at most `reach` away from the rectangle around the points.
    /// Fewer dots of pale areas are set.
    fn fill(
        &mut self,
        points: &[Point],
        reach: f32,
        ink: Ink,
        is_area: bool,
        is_covered: impl Fn(Point) -> bool,
    ) {
        let range = |place: fn(&Point) -> f32| {
            let places = points.iter().map(place);
            let (min, max) = (places.clone().fold(f32::MAX, f32::min), places.fold(0.0, f32::max));
            // The conversion turns numbers below zero into zero.
            (min - reach) as usize..=(max + reach) as usize
        };
        let columns = range(|at| at.x);
        for y in range(|at| at.y) {
            for x in columns.clone() {
                let is_set = match ink {
                    Ink::PaleGray if is_area => y % 2 == 0 && (x + y) % 4 == 0,
                    Ink::LightGray if is_area => (x + y) % 2 == 0,
                    _ => true,
                };
                if is_set && is_covered(Point { x: x as f32 + 0.5, y: y as f32 + 0.5 }) {
                    self.set_dot(x, y, ink);
                }
            }
        }
    }

    /// Draws a shape over the earlier ones.
    fn draw(&mut self, shape: &Shape) {
        let half = |width: f32| (width * STEP / 2.0).max(0.5);
        match &shape.figure {
            Figure::Area { corners, ink } => {
                let corners = self.points(corners);
                self.fill(&corners, 0.0, *ink, true, |dot| is_inside(dot, &corners));
            }
            Figure::Line { paths, ink, width, dashes } => {
                for pair in paths.iter().flat_map(|path| path.windows(2)) {
                    let (ends, half) = (self.points(pair), half(*width));
                    let is_covered = |dot| is_on(dot, ends[0], ends[1], half, *dashes);
                    self.fill(&ends, half, *ink, false, is_covered);
                }
            }
            Figure::Circle { center, radius, fill, border } => {
                let (center, radius) = (self.point(*center), (radius * RADIUS).max(MIN_RADIUS));
                let distance = |dot: Point| (dot.x - center.x).hypot(dot.y - center.y);
                if let Some(ink) = fill {
                    self.fill(&[center], radius, *ink, true, |dot| distance(dot) <= radius);
                }
                if let Some((ink, width)) = border {
                    let half = half(*width);
                    let is_covered = |dot| (distance(dot) - radius).abs() <= half;
                    self.fill(&[center], radius + half, *ink, false, is_covered);
                }
            }
            Figure::Text { center, ink, text, .. } => {
                let Point { x, y } = self.point(*center);
                let first = (x / 2.0 + 0.125 - text.chars().count() as f32 / 2.0).round() as usize;
                for (letter, column) in text.chars().zip(first..) {
                    self.put(column, (y / 4.0) as usize, letter, GlyphPart::Shape(*ink));
                }
            }
        }
    }

    fn draw_board(&mut self, has_boxes: bool) {
        let [before, above] = self.before;
        let [width, height] = CELL;
        for line in 0..=9 * height {
            let letters = LINES[place_in_lines(line, height, has_boxes)];
            for column in 0..=9 * width {
                let place = place_in_lines(column, width, has_boxes);
                if let Some(letter) = letters.chars().nth(place).filter(|&letter| letter != ' ') {
                    self.put(before + column, above + line, letter, GlyphPart::Frame);
                }
            }
        }
    }

    /// Draws the digits of a board, and the candidates of its blank cells if they are wanted.
    fn draw_digits(&mut self, board: &Board, has_candidates: bool) {
        let letter = |digit: Digit| char::from(b'0' + digit.get());
        for cell in Cell::all() {
            let Point { x, y } = self.point(middle(cell));
            let (column, line) = ((x / 2.0) as usize, (y / 4.0) as usize);
            if let Some(digit) = board.get(cell) {
                self.put(column, line, letter(digit), GlyphPart::Digit(cell));
            } else if has_candidates {
                for digit in board.candidates(cell) {
                    let place = usize::from(digit.get() - 1);
                    let (column, line) = (column + place % 3, line - 1 + place / 3);
                    self.put(column, line, letter(digit), GlyphPart::Candidate);
                }
            }
        }
    }
}

impl Rules {
    /// Returns a drawing of the puzzle for a terminal, as lines of characters. It shows the digits
    /// of `board`, which are the clues or a solution, and on request the candidates that these
    /// leave.
    ///
    /// The drawing has 73 columns and 37 lines, or 79 columns and 41 lines if shapes are outside of
    /// the board. No line ends with a space.
    ///
    /// ```
    /// use sudoku_rules::Rules;
    ///
    /// let rules: Rules = "cage 10 r1c1 r1c2".parse()?;
    /// let lines = rules.to_glyphs(&rules.board, false);
    /// let text: String = lines[1].iter().map(|glyph| glyph.char).collect();
    /// assert!(text.starts_with("┃10"));
    /// # Ok::<(), sudoku_rules::RulesError>(())
    /// ```
    #[must_use]
    pub fn to_glyphs(&self, board: &Board, has_candidates: bool) -> Vec<Vec<Glyph>> {
        let Drawing { shapes, margin, has_boxes } = self.drawing();
        let mut canvas = Canvas::new(margin);
        // Lines through cells hide those of the board, or they would have gaps.
        let (under, over): (Vec<_>, Vec<_>) =
            shapes.iter().partition(|shape| shape.layer < Layer::Line);
        under.into_iter().for_each(|shape| canvas.draw(shape));
        canvas.draw_board(has_boxes);
        // Otherwise the arrow of one sum could hide the next sum.
        let (texts, others): (Vec<_>, Vec<_>) =
            over.into_iter().partition(|shape| matches!(shape.figure, Figure::Text { .. }));
        others.into_iter().chain(texts).for_each(|shape| canvas.draw(shape));
        canvas.draw_digits(board, has_candidates);
        for line in &mut canvas.lines {
            line.truncate(line.iter().rposition(|glyph| glyph.char != ' ').map_or(0, |at| at + 1));
        }
        canvas.lines
    }
}
