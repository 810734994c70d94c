//! Patterns of one digit: skyscrapers, two-string kites and empty rectangles.
//!
//! ```text
//!   two-string kite                      empty rectangle
//!         c2 c3   c7                       c1 c2 c3   c7
//!   r1    5  .    5                   r2   5  .  5    5     box 1: places in row 2 and column 2
//!   r2    .  5    .                   r3   .  5  .    .     column 7: two places
//!   r8    .  5    x                   r8   .  x  .    5
//!
//!   row 1 and column 3 have two          If x is 5, box 1 has its 5 in row 2, so column 7 has
//!   places each, and box 1 joins         it in row 8: two in row 8. So x is not 5.
//!   them: r1c7 or r8c3 is 5
//! ```

use std::ops::ControlFlow;

use super::sink::{HodokuSink, Removals, View, cell_list, node, report};
use crate::state::{
    BOXES, COLUMNS, Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, SetSize, digit_at,
};
use crate::step::{ChainNode, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// Two kites that are joined in the same two cells.
    pub const DUAL_TWO_STRING_KITE: Self =
        Self::new("dual 2-string kite", TechniqueGroup::SingleDigit);
    /// A box whose places of a digit lie in one row and one column, and a strong link.
    pub const EMPTY_RECTANGLE: Self = Self::new("empty rectangle", TechniqueGroup::SingleDigit);
    /// Two empty rectangles in the same box.
    pub const DUAL_EMPTY_RECTANGLE: Self =
        Self::new("dual empty rectangle", TechniqueGroup::SingleDigit);
}

/// Finds skyscrapers: two lines with two places each, with one place of each in the same crossing
/// line.
pub(crate) fn skyscrapers(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    for (first, kind) in [(0, 1), (COLUMNS, 0)] {
        for digit in view.removable_digits() {
            let pairs = pairs(view, first..first + 9, digit);
            for (index, one) in pairs.iter().enumerate() {
                for two in &pairs[index + 1..] {
                    let crossing = |cell: usize| IN_HOUSES[cell][kind].0;
                    let meets = [0, 1].map(|end| crossing(one[end]) == crossing(two[end]));
                    let free = match meets {
                        [true, false] => 1,
                        [false, true] => 0,
                        _ => continue,
                    };
                    let gone = view.state.cells[digit] & PEERS[one[free]] & PEERS[two[free]];
                    let path = [one[free], one[1 - free], two[1 - free], two[free]];
                    report(sink, StepName::SKYSCRAPER, &Removals::of(digit, gone), || {
                        chain(digit, path)
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds two-string kites: a row and a column with two places each, with one place of each in the
/// same box.
pub(crate) fn two_string_kites(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    let box_of = |cell: usize| IN_HOUSES[cell][2].0;
    for digit in view.removable_digits() {
        let mut rows = pairs(view, 0..COLUMNS, digit);
        let mut columns = pairs(view, COLUMNS..BOXES, digit);
        for row in &mut rows {
            for column in &mut columns {
                let met = [(0, 0), (0, 1), (1, 0), (1, 1)]
                    .into_iter()
                    .find(|&(left, right)| box_of(row[left]) == box_of(column[right]));
                let Some((left, right)) = met else { continue };
                // The pairs stay reversed, which determines the ends that are tried next time.
                row.rotate_left(left);
                column.rotate_left(right);
                if row.iter().any(|cell| column.contains(cell)) {
                    continue;
                }
                let line = usize::from(IN_HOUSES[column[1]][0].0);
                let at = usize::from(HOUSE_CELLS[line][row[1] % 9]);
                let gone = view.state.cells[digit] & (1 << at);
                let path = [row[1], row[0], column[0], column[1]];
                report(sink, StepName::TWO_STRING_KITE, &Removals::of(digit, gone), || {
                    chain(digit, path)
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds empty rectangles: boxes whose places lie in a row and a column, one of which meets a
/// strong link.
pub(crate) fn empty_rectangles(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    for digit in view.removable_digits() {
        let all = view.state.cells[digit];
        for block in 0..9 {
            if !(2..=5).contains(&view.count(BOXES + block, digit)) {
                continue;
            }
            let cells = all & HOUSE_SETS[BOXES + block];
            // The last line first, as the empty corner moves through the box.
            for (up, left) in (0..9).map(|place| (2 - place / 3, 2 - place % 3)) {
                let row = block / 3 * 3 + up;
                let column = COLUMNS + block % 3 * 3 + left;
                let in_row = cells & HOUSE_SETS[row];
                let in_column = cells & HOUSE_SETS[column];
                if cells & !in_row & !in_column != 0
                    || in_row & !in_column == 0
                    || in_column & !in_row == 0
                {
                    continue;
                }
                let is_small = in_row.size() < 2 && in_column.size() < 2;
                if is_small && !view.options.small_empty_rectangles {
                    continue;
                }
                let box_house = BOXES + block;
                let in_row = Arm { line: row, cells: in_row };
                let in_column = Arm { line: column, cells: in_column };
                hinges(view, digit, box_house, [in_row, in_column], sink)?;
                hinges(view, digit, box_house, [in_column, in_row], sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The places of the digit in a box that are in one line.
#[derive(Clone, Copy)]
struct Arm {
    line: usize,
    cells: Cells,
}

/// Finds the strong links that start on one line and end where the other line meets a place of the
/// digit.
fn hinges(
    view: View<'_>,
    digit: usize,
    block: usize,
    [here, there]: [Arm; 2],
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    let all = view.state.cells[digit];
    let crossing_kind = usize::from(here.line < COLUMNS);
    for cell in HOUSE_CELLS[here.line].map(usize::from) {
        if (all & !HOUSE_SETS[block]) >> cell & 1 == 0 {
            continue;
        }
        let link = all & HOUSE_SETS[usize::from(IN_HOUSES[cell][crossing_kind].0)];
        if link.size() != 2 {
            continue;
        }
        let end = (link & !(1 << cell)).trailing_zeros() as usize;
        let end_line = usize::from(IN_HOUSES[end][1 - crossing_kind].0);
        let gone = all & HOUSE_SETS[end_line] & HOUSE_SETS[there.line] & !HOUSE_SETS[block];
        report(sink, StepName::EMPTY_RECTANGLE, &Removals::of(digit, gone), || {
            let part = |cells: Cells, is_on| ChainNode {
                cells: cell_list(cells),
                digit: digit_at(digit),
                is_on,
                set: None,
            };
            // The corner of the box counts as part of the link's line.
            let nodes = vec![
                node(end, digit, false),
                node(cell, digit, true),
                part(here.cells, false),
                part(there.cells & !here.cells, true),
            ];
            Evidence::Alternating { nodes }
        })?;
    }
    ControlFlow::Continue(())
}

/// Finds pairs of two kites that share their box's cells, or of two empty rectangles of a box. Each
/// pair is one step. The kites may be of two digits.
pub(crate) fn duals(
    view: View<'_>,
    find: fn(View<'_>, &mut HodokuSink) -> ControlFlow<()>,
    sink: &mut HodokuSink,
) -> ControlFlow<()> {
    let mut single = HodokuSink::default();
    find(view, &mut single)?;
    for (index, (one, removals)) in single.found.iter().enumerate() {
        for (two, others) in &single.found[index + 1..] {
            let Some(name) = dual_name(one, two).filter(|_| one.effect != two.effect) else {
                continue;
            };
            let mut both = removals.clone();
            others.iter().for_each(|(cell, digit)| both.add(cell, digit));
            report(sink, name, &both, || Evidence::Several {
                parts: vec![one.clone(), two.clone()],
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the name of a pair, if two steps of one kind have a common part.
fn dual_name(one: &Step, two: &Step) -> Option<StepName> {
    let (Evidence::Alternating { nodes: a }, Evidence::Alternating { nodes: b }) =
        (&one.evidence, &two.evidence)
    else {
        return None;
    };
    if one.name == StepName::TWO_STRING_KITE {
        let inner = |nodes: &[ChainNode]| {
            let mut cells = [nodes[1].cells[0], nodes[2].cells[0]];
            cells.sort_unstable();
            cells
        };
        return (inner(a) == inner(b)).then_some(StepName::DUAL_TWO_STRING_KITE);
    }
    let whole = |nodes: &[ChainNode]| {
        let mut cells = [&nodes[2].cells[..], &nodes[3].cells[..]].concat();
        cells.sort_unstable();
        cells
    };
    let is_pair = a[0].digit == b[0].digit && whole(a) == whole(b);
    is_pair.then_some(StepName::DUAL_EMPTY_RECTANGLE)
}

/// Returns the places of the digit in the houses with exactly two.
fn pairs(view: View<'_>, houses: std::ops::Range<usize>, digit: usize) -> Vec<[usize; 2]> {
    let two = houses.filter(|&house| view.count(house, digit) == 2);
    two.map(|house| {
        let cells = view.state.cells[digit] & HOUSE_SETS[house];
        [cells.trailing_zeros() as usize, 127 - cells.leading_zeros() as usize]
    })
    .collect()
}

/// Returns the evidence of a chain of two strong links.
fn chain(digit: usize, path: [usize; 4]) -> Evidence {
    let signs = [false, true, false, true];
    let nodes = path.into_iter().zip(signs).map(|(cell, is_on)| node(cell, digit, is_on)).collect();
    Evidence::Alternating { nodes }
}
