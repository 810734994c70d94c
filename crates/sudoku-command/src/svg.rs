//! Puzzles as SVG, to be printed: a puzzle is 90 units wide and high, ten for each cell.

use std::fmt::Write;

use sudoku_core::{Board, Cell};

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
    let mut text = String::from("<use href=\"#board\"/>\n");
    // Writing to a string does not fail.
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
                let x = x as f32 + 2.0 + 3.0 * f32::from(place % 3);
                let y = y as f32 + 3.0 + 3.0 * f32::from(place / 3);
                let _ = writeln!(text, "<text class=\"mark\" x=\"{x}\" y=\"{y}\">{digit}</text>");
            }
        }
    }
    text
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
