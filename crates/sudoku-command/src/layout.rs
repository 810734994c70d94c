//! The arrangement of puzzles on a page. All lengths are in millimeters.

/// The space between two columns, and the minimum space between two rows.
const GAP: f64 = 8.0;
/// The maximum height of a label with the space around it.
const LABEL: f64 = 6.0;

/// The width and the height of A4 paper.
pub(crate) const A4: (f64, f64) = (210.0, 297.0);
/// The maximum number of answers on a page of about the size of A4.
pub(crate) const ANSWERS: usize = 12;

/// A rectangle of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    /// The distance from the left edge of the page.
    pub(crate) left: f64,
    /// The distance from the top edge of the page.
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A grid of places for puzzles of one size, each with a label above it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    area: Area,
    columns: usize,
    rows: usize,
    /// The width of a puzzle.
    pub(crate) side: f64,
    /// The height of a label with the space around it.
    pub(crate) label: f64,
}

impl Layout {
    /// Returns the grid with the largest puzzles for this number of them.
    pub(crate) fn new(area: Area, puzzles: usize) -> Self {
        let puzzles = puzzles.max(1);
        let layout = |columns: usize| {
            let rows = puzzles.div_ceil(columns);
            let (width, height) = (area.width / columns as f64, area.height / rows as f64);
            // Gaps and labels shrink on a crowded page, so that the puzzles keep most of it.
            let gap = GAP.min(width / 6.0);
            let label = LABEL.min(height / 6.0);
            let outer = gap * (columns - 1) as f64 / columns as f64;
            let below = gap * (rows - 1) as f64 / rows as f64;
            let side = (width - outer).min(height - below - label);
            Self { area, columns, rows, side, label }
        };
        let layouts = (1..=puzzles.min(64)).map(layout);
        layouts.max_by(|one, two| one.side.total_cmp(&two.side)).unwrap_or_else(|| layout(1))
    }

    /// Returns the distances of the puzzle at this place from the left and the top edge of the
    /// page.
    pub(crate) fn place(&self, at: usize) -> (f64, f64) {
        let Self { area, columns, rows, side, label } = *self;
        let (column, row) = ((at % columns) as f64, (at / columns) as f64);
        // The space that is left over is shared equally.
        let spread = |length: f64, size: f64, count: usize, at: f64| {
            let rest = length - size * count as f64;
            let between = if count > 1 { (rest / (count - 1) as f64).min(2.0 * GAP) } else { 0.0 };
            (rest - between * (count - 1) as f64) / 2.0 + (size + between) * at
        };
        let x = area.left + spread(area.width, side, columns, column);
        let y = area.top + spread(area.height, side + label, rows, row) + label;
        (x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_inside_the_area_and_do_not_touch() {
        for (width, height) in [(180.0, 267.0), (127.0, 181.0), (186.0, 40.0)] {
            let area = Area { left: 12.0, top: 15.0, width, height };
            for puzzles in 1..200 {
                let layout = Layout::new(area, puzzles);
                assert!(layout.side > 0.0, "{layout:?}");
                let places: Vec<_> = (0..puzzles).map(|at| layout.place(at)).collect();
                for (at, &(x, y)) in places.iter().enumerate() {
                    let top = y - layout.label;
                    assert!(x > 11.999 && top > 14.999, "{puzzles}: {x} {y}");
                    assert!(x + layout.side < 12.001 + width, "{puzzles}: {x}");
                    assert!(y + layout.side < 15.001 + height, "{puzzles}: {y}");
                    for &(other_x, other_y) in &places[..at] {
                        let apart = |one: f64, other: f64, size: f64| {
                            (one - other).abs() > layout.side + size - 0.001
                        };
                        let is_apart = apart(x, other_x, 0.1) || apart(y, other_y, layout.label);
                        assert!(is_apart, "{puzzles}: {x} {y}");
                    }
                }
            }
        }
    }
}
