//! Puzzles as SVG, to be printed: a puzzle is 90 units wide and high, ten for each cell.

use std::fmt::Write;

use sudoku_core::{Board, Cell};
use sudoku_rules::{Drawing, Shape};

/// The lines of a board: thin ones, and thick ones around the boxes.
pub(crate) const DEFINITIONS: &str = "<defs><g id=\"board\" fill=\"none\" stroke=\"#000\" stroke-linecap=\"square\">\
<path stroke-width=\".25\" d=\"M0 10h90M0 20h90M0 40h90M0 50h90M0 70h90M0 80h90M10 0v90M20 0v90M40 0v90M50 0v90M70 0v90M80 0v90\"/>\
<path stroke-width=\".9\" d=\"M0 0h90v90h-90zM0 30h90M0 60h90M30 0v90M60 0v90\"/></g></defs>\n\
<style>text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;font-size:7px;text-anchor:middle}\
.clue{font-weight:bold}.found{fill:#2a6496}.mark{font-size:2.6px;fill:#555}\
.title{font-size:7px;font-weight:bold}</style>\n";

/// Returns the puzzle as SVG, with the found digits if its solution is known, and with the
/// candidates of blank cells if they are wanted.
pub(crate) fn puzzle(puzzle: &Board, solution: Option<&Board>, candidates: bool) -> String {
    with_rules(puzzle, solution, candidates, &Drawing::default())
}

/// Returns a puzzle with rules as SVG, like [`puzzle`].
pub(crate) fn with_rules(
    puzzle: &Board,
    solution: Option<&Board>,
    candidates: bool,
    drawing: &Drawing,
) -> String {
    let Drawing { shapes, margin, has_boxes } = drawing;
    let mut text = String::new();
    // Writing to a string does not fail.
    if *margin > 0.0 {
        let (scale, by) = within(*margin);
        let _ = writeln!(text, "<g transform=\"translate({by:.3} {by:.3}) scale({scale:.4})\">");
    }
    let (under, over): (Vec<&Shape>, Vec<&Shape>) =
        shapes.iter().partition(|shape| shape.layer.is_under_board());
    let board = if *has_boxes { "<use href=\"#board\"/>\n" } else { BOARD_WITHOUT_BOXES };
    text += &group(&under);
    text += board;
    text += &group(&over);
    // Candidates are below the sums in the corners of cells.
    let (left, top, down) = if shapes.is_empty() { (2.0, 3.0, 3.0) } else { (2.2, 4.4, 2.4) };
    for cell in Cell::all() {
        let (x, y) = (10 * cell.column(), 10 * cell.row());
        let found = solution.and_then(|solution| solution.get(cell));
        let (class, digit) = match puzzle.get(cell) {
            Some(clue) => ("clue", Some(clue)),
            None => ("found", found),
        };
        if let Some(digit) = digit {
            let (x, y) = (x + 5, y as f32 + 7.5);
            let _ = writeln!(text, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{digit}</text>");
        } else if candidates {
            for digit in puzzle.candidates(cell) {
                let place = digit.get() - 1;
                let x = x as f32 + left + 3.0 * f32::from(place % 3);
                let y = y as f32 + top + down * f32::from(place / 3);
                let _ = writeln!(text, "<text class=\"mark\" x=\"{x}\" y=\"{y}\">{digit}</text>");
            }
        }
    }
    if *margin > 0.0 {
        text += "</g>\n";
    }
    text
}

/// The lines of a board without boxes.
const BOARD_WITHOUT_BOXES: &str = "<g fill=\"none\" stroke=\"#000\" stroke-linecap=\"square\">\
<path stroke-width=\".25\" d=\"M0 10h90M0 20h90M0 30h90M0 40h90M0 50h90M0 60h90M0 70h90M0 80h90M10 0v90M20 0v90M30 0v90M40 0v90M50 0v90M60 0v90M70 0v90M80 0v90\"/>\
<path stroke-width=\".9\" d=\"M0 0h90v90h-90z\"/></g>\n";

/// Returns the scale of a board with this margin in cells, and the width of the margin, so that
/// both together are 90 units wide.
pub(crate) fn within(margin: f32) -> (f32, f32) {
    let scale = 9.0 / (9.0 + 2.0 * margin);
    (scale, 10.0 * margin * scale)
}

/// Returns the shapes as a group.
fn group(shapes: &[&Shape]) -> String {
    if shapes.is_empty() {
        return String::new();
    }
    let shapes: String = shapes.iter().map(|shape| format!("{shape}\n")).collect();
    format!("<g transform=\"scale(10)\">\n{shapes}</g>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The height of digits in the fonts of the style, relative to the font size.
    const DIGIT_HEIGHT: f64 = 0.72;

    #[test]
    fn candidates_are_in_the_middle_of_their_cells() {
        let size = DEFINITIONS.split_once(".mark{font-size:").unwrap().1;
        let size: f64 = size.split_once("px").unwrap().0.parse().unwrap();
        let drawing = puzzle(&Board::EMPTY, None, true);
        let numbers = |name: &str| -> Vec<f64> {
            let parts = drawing.split(name).skip(1);
            parts.map(|rest| rest.split_once('"').unwrap().0.parse().unwrap()).collect()
        };
        let (xs, ys) = (numbers(" x=\""), numbers(" y=\""));
        assert_eq!((xs.len(), ys.len()), (729, 729));
        for (cell, (xs, ys)) in xs.chunks(9).zip(ys.chunks(9)).enumerate() {
            let (left, top) = (10.0 * (cell % 9) as f64, 10.0 * (cell / 9) as f64);
            // The text is centered horizontally, and its vertical position is that of the baseline.
            assert_eq!(xs[0] - left, left + 10.0 - xs[8], "{cell}");
            let above = ys[0] - DIGIT_HEIGHT * size - top;
            let below = top + 10.0 - ys[8];
            assert!(above > 0.5 && below > 0.5, "{cell}: {above} {below}");
            assert!((above - below).abs() < 0.2, "{cell}: {above} {below}");
        }
    }
}
