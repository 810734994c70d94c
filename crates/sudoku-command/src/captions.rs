//! The captions of rules at the bottom of a page. All lengths are in millimeters.

use std::collections::BTreeSet;

use sudoku_rules::Caption;

use crate::helvetica;

/// The maximum size of the font.
const SIZE: f64 = 3.4;
/// The distance of two baselines, relative to the size of the font.
const LINE: f64 = 1.4;
/// The space above the captions.
const ABOVE: f64 = 4.0;
/// The maximum height, relative to the space for puzzles and captions.
const MOST: f64 = 0.4;

/// The captions of the rules of some puzzles, in lines.
pub(crate) struct Captions {
    /// The size of the font.
    pub(crate) size: f64,
    lines: Vec<String>,
    /// The height with the space above, or 0 without captions.
    pub(crate) height: f64,
}

impl Captions {
    /// Arranges captions in a space of this width, which they share with puzzles. If the captions
    /// would be too high, the font is smaller.
    pub(crate) fn new(captions: &BTreeSet<Caption>, width: f64, height: f64) -> Self {
        let mut size = SIZE;
        loop {
            let wrapped = |caption| helvetica::wrapped(&format!("• {caption}"), size, width, false);
            let lines: Vec<String> = captions.iter().flat_map(wrapped).collect();
            let all = match lines.len() {
                0 => 0.0,
                count => ABOVE + LINE * size * count as f64,
            };
            if all <= MOST * height || size < 0.5 {
                return Self { size, lines, height: all };
            }
            size *= 0.9;
        }
    }

    /// Returns each line with the height of its baseline above the bottom of the captions.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (f64, &str)> {
        let above =
            (1..=self.lines.len()).rev().map(|place| LINE * self.size * (place as f64 - 0.75));
        above.zip(self.lines.iter().map(String::as_str))
    }
}
