//! Rectangles that would have two solutions: uniqueness tests, hidden and avoidable rectangles.
//!
//! All kinds come from one search, cell by cell, that checks each rectangle once. For each kind,
//! the first match of the search is its step. They are valid only for puzzles with one solution.
//!
//! ```text
//!         c1      c4
//!   r1   {1 2}   {1 2 7}      uniqueness test 2: one of r1c4 and r2c4 is 7,
//!   r2   {1 2}   {1 2 7}      so the others of column 4 and of box 2 lose 7
//! ```

use std::ops::ControlFlow;

use super::sink::{ALL_CELLS, HodokuSink, Removals, View, cell_list, common_peers, report};
use crate::state::{BOXES, COLUMNS, Cells, HOUSE_CELLS, HOUSE_SETS, IN_HOUSES, PEERS, SetSize};
use crate::state::{bits, cell_at, cells_of, digit_set};
use crate::step::{Evidence, StepName, Support};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A rectangle of two digits with more candidates in one cell.
    pub const UNIQUENESS_TEST_1: Self = Self::new("uniqueness test 1", TechniqueGroup::Uniqueness);
    /// A rectangle of two digits with the same third in two cells of a house.
    pub const UNIQUENESS_TEST_2: Self = Self::new("uniqueness test 2", TechniqueGroup::Uniqueness);
    /// A rectangle of two digits whose other candidates form a naked subset.
    pub const UNIQUENESS_TEST_3: Self = Self::new("uniqueness test 3", TechniqueGroup::Uniqueness);
    /// A rectangle of two digits, one of which is confined to two of its cells.
    pub const UNIQUENESS_TEST_4: Self = Self::new("uniqueness test 4", TechniqueGroup::Uniqueness);
    /// A rectangle of two digits with the same third in two opposite cells, or in three.
    pub const UNIQUENESS_TEST_5: Self = Self::new("uniqueness test 5", TechniqueGroup::Uniqueness);
    /// A rectangle of two digits, one of which is confined to its cells in four lines.
    pub const UNIQUENESS_TEST_6: Self = Self::new("uniqueness test 6", TechniqueGroup::Uniqueness);
    /// A rectangle of two digits, one of which is confined to it in a row and a column.
    pub const HIDDEN_RECTANGLE: Self = Self::new("hidden rectangle", TechniqueGroup::Uniqueness);
    /// A rectangle of placed digits that must not be completed.
    pub const AVOIDABLE_RECTANGLE_1: Self =
        Self::new("avoidable rectangle type 1", TechniqueGroup::Uniqueness);
    /// A rectangle of placed digits and two blank cells that share a digit, which must not be
    /// completed.
    pub const AVOIDABLE_RECTANGLE_2: Self =
        Self::new("avoidable rectangle type 2", TechniqueGroup::Uniqueness);
}

/// Finds rectangles of blank cells.
pub(crate) fn unique(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    let state = view.state;
    let allowed = allowed_cells(view);
    let mut seen = Vec::new();
    for first in (0..81).filter(|&cell| state.sets[cell].size() == 2) {
        let pair = state.sets[first];
        let low = pair.trailing_zeros() as usize;
        let high = (pair & (pair - 1)).trailing_zeros() as usize;
        let may_hold = |cell: usize, digit: usize| allowed[digit] >> cell & 1 == 1;
        let holds_both = |cell: usize| state.sets[cell] & pair == pair;
        corners(first, |[second, third, fourth]| {
            let is_open = if view.options.incomplete_rectangles {
                // Only the lower digit of the third cell is checked: with the fourth cell it may
                // hold the higher one too, unless that was missing at the start.
                state.values[second] == 0
                    && may_hold(second, low)
                    && may_hold(second, high)
                    && may_hold(third, low)
                    && (may_hold(third, high) || state.marked >> third & 1 == 0)
                    && may_hold(fourth, low)
                    && may_hold(fourth, high)
            } else {
                [second, third, fourth].into_iter().all(holds_both)
            };
            if !is_open || !is_new(&mut seen, [first, second, third, fourth]) {
                return ControlFlow::Continue(());
            }
            let cells = [first, second, third, fourth];
            Rectangle::new(view, cells, pair).tests(view, sink)
        })?;
    }
    ControlFlow::Continue(())
}

/// Finds rectangles with placed digits that are not clues.
pub(crate) fn avoidable(view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
    let state = view.state;
    let mut seen = Vec::new();
    let may_change = ALL_CELLS & !state.givens & !state.marked;
    let is_placed = |cell: usize| state.values[cell] != 0 && may_change >> cell & 1 == 1;
    for first in (0..81).filter(|&cell| is_placed(cell)) {
        let low = usize::from(state.values[first]) - 1;
        corners(first, |[second, third, fourth]| {
            if !is_placed(second) {
                return ControlFlow::Continue(());
            }
            let high = usize::from(state.values[second]) - 1;
            let is_digit = |cell: usize, digit: usize| {
                is_placed(cell) && usize::from(state.values[cell]) == digit + 1
            };
            let is_open = |cell: usize, digit: usize| {
                let set = state.sets[cell];
                may_change >> cell & 1 == 1 && set >> digit & 1 == 1 && set.size() == 2
            };
            let fits = (is_digit(third, high) && is_open(fourth, low))
                || (is_digit(fourth, low) && is_open(third, high))
                || (is_open(third, high) && is_open(fourth, low));
            if !fits || !is_new(&mut seen, [first, second, third, fourth]) {
                return ControlFlow::Continue(());
            }
            let all = [first, second, third, fourth];
            let blank = all.into_iter().filter(|&cell| state.values[cell] == 0);
            let evidence = || Evidence::Loop {
                cells: all.map(cell_at).into(),
                digits: digit_set(1 << low | 1 << high),
                extra: blank.map(cell_at).collect(),
                support: None,
            };
            let mut removals = Removals::default();
            if state.values[third] != 0 {
                removals.add(fourth, low);
            } else if state.values[fourth] != 0 {
                removals.add(third, high);
            } else {
                let other = (state.sets[third] & !(1 << high)).trailing_zeros() as usize;
                let gone = if state.sets[fourth] >> other & 1 == 1 {
                    state.cells[other] & PEERS[third] & PEERS[fourth]
                } else {
                    0
                };
                let removals = Removals::of(other, gone);
                return report(sink, StepName::AVOIDABLE_RECTANGLE_2, &removals, evidence);
            }
            report(sink, StepName::AVOIDABLE_RECTANGLE_1, &removals, evidence)
        })?;
    }
    ControlFlow::Continue(())
}

/// Enumerates the rectangles in two boxes with this corner: the corner next to it in its box, and
/// the two in the other box, the first of which is in line with the given one.
fn corners(first: usize, mut look: impl FnMut([usize; 3]) -> ControlFlow<()>) -> ControlFlow<()> {
    let [row, column, block] = IN_HOUSES[first].map(|(house, _)| usize::from(house));
    for second in HOUSE_CELLS[block].map(usize::from) {
        let is_row = usize::from(IN_HOUSES[second][0].0) == row;
        let is_column = usize::from(IN_HOUSES[second][1].0) == column;
        if is_row == is_column {
            continue;
        }
        let across = usize::from(is_row);
        let lines = [first, second].map(|cell| usize::from(IN_HOUSES[cell][across].0));
        for place in 0..9 {
            let [third, fourth] = lines.map(|line| usize::from(HOUSE_CELLS[line][place]));
            if usize::from(IN_HOUSES[third][2].0) != block {
                look([second, third, fourth])?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns true if the rectangle is new. It is identified by a number that a few rectangles share.
fn is_new(seen: &mut Vec<usize>, mut cells: [usize; 4]) -> bool {
    const MOST: usize = 400;
    cells.sort_unstable();
    let number = cells.iter().fold(0, |number, cell| number * 10 + cell);
    let is_new = !seen.contains(&number);
    if is_new && seen.len() < MOST {
        seen.push(number);
    }
    is_new
}

/// Returns the blank cells for each digit that see no cell with it, whether it is a candidate or
/// not. A cell with missing candidates at the start is included only if the digit is a candidate.
fn allowed_cells(view: View<'_>) -> [Cells; 9] {
    let values = &view.state.values;
    let blank = (0..81).filter(|&cell| values[cell] == 0).fold(0, |all, cell| all | 1 << cell);
    let mut allowed = [blank; 9];
    for cell in (0..81).filter(|&cell| values[cell] != 0) {
        allowed[usize::from(values[cell]) - 1] &= !PEERS[cell];
    }
    for (allowed, cells) in allowed.iter_mut().zip(&view.state.cells) {
        *allowed &= cells | !view.state.marked;
    }
    allowed
}

fn set_of(cells: &[usize]) -> Cells {
    cells.iter().fold(0, |all, &cell| all | 1 << cell)
}

/// Four cells and two digits.
struct Rectangle {
    cells: Cells,
    /// The digits.
    pair: u16,
    /// The cells without other candidates, and those with.
    plain: Cells,
    rich: Cells,
}

impl Rectangle {
    fn new(view: View<'_>, cells: [usize; 4], pair: u16) -> Self {
        let is_plain = |&&cell: &&usize| view.state.sets[cell] & !pair == 0;
        let plain = cells.iter().filter(is_plain).fold(0, |all, &cell| all | 1 << cell);
        let cells = set_of(&cells);
        Self { cells, pair, plain, rich: cells & !plain }
    }

    fn report(
        &self,
        name: StepName,
        removals: &Removals,
        sink: &mut HodokuSink,
    ) -> ControlFlow<()> {
        report(sink, name, removals, || self.evidence(None))
    }

    fn evidence(&self, support: Option<Support>) -> Evidence {
        Evidence::Loop {
            cells: cell_list(self.cells),
            digits: digit_set(self.pair),
            extra: cell_list(self.rich),
            support,
        }
    }

    /// Runs the tests in order.
    fn tests(&self, view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
        let count = self.plain.size();
        let rich: Vec<usize> = cells_of(self.rich).collect();
        if count == 3 {
            let mut removals = Removals::default();
            removals.add_digits(rich[0], view.state.sets[rich[0]] & self.pair);
            self.report(StepName::UNIQUENESS_TEST_1, &removals, sink)?;
        }
        if count == 1 || count == 2 {
            self.same_extra(view, &rich, sink)?;
        }
        if count == 2 {
            let [one, two] = [rich[0], rich[1]];
            for kind in 0..3 {
                let house = usize::from(IN_HOUSES[one][kind].0);
                if usize::from(IN_HOUSES[two][kind].0) == house {
                    self.subset(view, house, sink)?;
                }
            }
            self.bound(view, [one, two], sink)?;
        }
        if count == 1 || count == 2 {
            self.hidden(view, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Runs tests 2 and 5: one extra digit in two or three cells.
    fn same_extra(&self, view: View<'_>, rich: &[usize], sink: &mut HodokuSink) -> ControlFlow<()> {
        let sets = &view.state.sets;
        let extra = rich.iter().fold(0, |all, &cell| all | sets[cell] & !self.pair);
        if !extra.is_power_of_two() {
            return ControlFlow::Continue(());
        }
        let digit = extra.trailing_zeros() as usize;
        let gone = view.state.cells[digit] & common_peers(self.rich);
        let is_line = (0..2).any(|kind| IN_HOUSES[rich[0]][kind].0 == IN_HOUSES[rich[1]][kind].0);
        let name = if rich.len() == 3 || !is_line {
            StepName::UNIQUENESS_TEST_5
        } else {
            StepName::UNIQUENESS_TEST_2
        };
        self.report(name, &Removals::of(digit, gone), sink)
    }

    /// Runs test 3: the extra digits form a naked subset with other cells of a house.
    fn subset(&self, view: View<'_>, house: usize, sink: &mut HodokuSink) -> ControlFlow<()> {
        let sets = &view.state.sets;
        let helps = |&cell: &usize| {
            sets[cell] != 0 && sets[cell] & self.pair == 0 && self.cells >> cell & 1 == 0
        };
        let mut helpers: Vec<usize> =
            HOUSE_CELLS[house].iter().map(|&cell| usize::from(cell)).filter(helps).collect();
        helpers.sort_unstable();
        let extra = cells_of(self.rich).fold(0, |all, cell| all | sets[cell] & !self.pair);
        self.extend_subset(view, house, &helpers, extra, self.rich, sink)
    }

    fn extend_subset(
        &self,
        view: View<'_>,
        house: usize,
        helpers: &[usize],
        extra: u16,
        cells: Cells,
        sink: &mut HodokuSink,
    ) -> ControlFlow<()> {
        for (index, &helper) in helpers.iter().enumerate() {
            let extra = extra | view.state.sets[helper];
            let cells = cells | 1 << helper;
            let is_inside = |house: usize| cells & !HOUSE_SETS[house] == 0;
            // A subset that is in a line too was found with the line.
            let is_known = house >= BOXES && (0..BOXES).any(is_inside);
            if !is_known && extra.size() + 1 == cells.size() {
                let mut removals = Removals::default();
                let mut clear = |house: usize| {
                    for cell in cells_of(HOUSE_SETS[house] & !cells) {
                        removals.add_digits(cell, view.state.sets[cell] & extra);
                    }
                };
                clear(house);
                let block = (BOXES..27).find(|&block| is_inside(block));
                if let (true, Some(block)) = (house < BOXES, block) {
                    // The box extends a step, but gives none alone.
                    if bits(extra).any(|v| view.state.cells[v] & HOUSE_SETS[house] & !cells != 0) {
                        clear(block);
                    }
                }
                report(sink, StepName::UNIQUENESS_TEST_3, &removals, || {
                    self.evidence(Some(Support {
                        house: crate::state::house_at(house),
                        cells: cell_list(cells & !self.rich),
                        digits: digit_set(extra),
                        is_hidden: false,
                    }))
                })?;
            }
            self.extend_subset(view, house, &helpers[index + 1..], extra, cells, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Runs tests 4 and 6: one of the digits has no place outside the two rich cells in their
    /// houses.
    fn bound(
        &self,
        view: View<'_>,
        [one, two]: [usize; 2],
        sink: &mut HodokuSink,
    ) -> ControlFlow<()> {
        let cells = &view.state.cells;
        let mut pair = bits(self.pair);
        let (Some(low), Some(high)) = (pair.next(), pair.next()) else {
            return ControlFlow::Continue(());
        };
        let lines = |cell: usize| [0, 1].map(|kind| usize::from(IN_HOUSES[cell][kind].0));
        let is_line = lines(one).iter().zip(lines(two)).any(|(&a, b)| a == b);
        let (name, elsewhere, order) = if is_line {
            // The other digit is eliminated.
            (StepName::UNIQUENESS_TEST_4, PEERS[one] & PEERS[two], [(low, high), (high, low)])
        } else {
            let houses = lines(one).into_iter().chain(lines(two));
            let all = houses.fold(0, |all, house| all | HOUSE_SETS[house]);
            (StepName::UNIQUENESS_TEST_6, all & !self.cells, [(low, low), (high, high)])
        };
        let gone = order.into_iter().find(|&(bound, _)| cells[bound] & elsewhere == 0);
        let Some((_, gone)) = gone else { return ControlFlow::Continue(()) };
        self.report(name, &Removals::of(gone, cells[gone] & self.rich), sink)
    }

    /// Finds hidden rectangles: a digit has no other place in the two lines through the opposite
    /// corner.
    fn hidden(&self, view: View<'_>, sink: &mut HodokuSink) -> ControlFlow<()> {
        let plain: Vec<usize> = cells_of(self.plain).collect();
        let line = |cell: usize, kind: usize| usize::from(IN_HOUSES[cell][kind].0);
        if plain.len() == 2 && (0..2).any(|kind| line(plain[0], kind) == line(plain[1], kind)) {
            return ControlFlow::Continue(());
        }
        for corner in plain {
            let across = |kind: usize| {
                let mut lines = cells_of(self.rich).map(|cell| line(cell, kind));
                lines.find(|&other| other != line(corner, kind)).unwrap_or(line(corner, kind))
            };
            let [row, column] = [across(0), across(1)];
            let crossing = usize::from(HOUSE_CELLS[row][column - COLUMNS]);
            for digit in bits(self.pair) {
                let other = (self.pair & !(1 << digit)).trailing_zeros() as usize;
                let lines = HOUSE_SETS[row] | HOUSE_SETS[column];
                if view.state.cells[digit] & lines & !self.cells == 0 {
                    let gone = view.state.cells[other] & (1 << crossing);
                    self.report(StepName::HIDDEN_RECTANGLE, &Removals::of(other, gone), sink)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
