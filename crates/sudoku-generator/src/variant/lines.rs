//! Lines, pairs of cells and diagonals with a rule that a grid obeys.

use std::ops::RangeInclusive;

use rand::Rng;
use sudoku_core::{Cell, Grid};
use sudoku_variants::Rule;
use sudoku_variants::sudoku_rules::RuleValue;

use crate::draw::{shuffle, uniform_below};
use crate::unavoidable::{BITS, CellBits};

/// The number of lines of a kind.
const LINES: usize = 10;

/// The number of random walks in search of the lines of a kind.
const WALKS: usize = 20_000;

/// The minimum number of cells of a diagonal whose sum is a rule.
const SHORTEST_DIAGONAL: usize = 3;

/// The places that lines take.
#[derive(Clone, Copy, Default)]
pub(super) struct Used {
    cells: CellBits,
    /// The points between four cells that a diagonal step passes. Its number is eight times the row
    /// plus the column of the cell above and to the left of it.
    corners: u64,
}

impl Used {
    /// Returns these places and a cell, or `None` if it is used.
    fn and_cell(mut self, cell: Cell) -> Option<Self> {
        let free = self.cells & BITS[cell.index()] == 0;
        self.cells |= BITS[cell.index()];
        free.then_some(self)
    }

    /// Returns these places and a step between cells, or `None` if another step crosses it.
    fn and_step(mut self, from: Cell, to: Cell) -> Option<Self> {
        if from.row() == to.row() || from.column() == to.column() {
            return Some(self);
        }
        let corner = 8 * from.row().min(to.row()) + from.column().min(to.column());
        let free = self.corners >> corner & 1 == 0;
        self.corners |= 1 << corner;
        free.then_some(self)
    }
}

/// A kind of line.
pub(super) struct Line {
    /// The name of the kind of rule.
    kind: &'static str,
    value: Option<i32>,
    /// The numbers of cells.
    lengths: RangeInclusive<u64>,
    /// True if each cell shares a side with the next one.
    is_straight: bool,
    /// True if the first cell is a circle.
    has_circle: bool,
}

impl Line {
    /// Returns a line without a value, which may run diagonally.
    pub(super) const fn new(kind: &'static str, lengths: RangeInclusive<u64>) -> Self {
        Self { kind, value: None, lengths, is_straight: false, has_circle: false }
    }

    /// Returns a pair of cells that share a side.
    pub(super) const fn pair(kind: &'static str) -> Self {
        Self { is_straight: true, ..Self::new(kind, 2..=2) }
    }

    pub(super) const fn with_value(mut self, value: i32) -> Self {
        self.value = Some(value);
        self
    }

    /// Returns the same line, whose first cell is a circle.
    pub(super) const fn with_circle(mut self) -> Self {
        self.has_circle = true;
        self
    }

    /// Draws lines by random walks through cells that are not used. The lines do not cross. A walk
    /// whose cells obey the rule becomes a line.
    pub(super) fn draw<R: Rng + ?Sized>(
        &self,
        grid: &Grid,
        used: &mut Used,
        rng: &mut R,
    ) -> Vec<Rule> {
        let mut found = Vec::new();
        for _ in 0..WALKS {
            if found.len() == LINES {
                break;
            }
            let Some((path, with_path)) = self.walk(*used, rng) else { continue };
            if let Some(rule) = self.rule(path)
                && rule.find_violation(grid.as_board()).is_none()
            {
                *used = with_path;
                found.push(rule);
            }
        }
        found
    }

    fn rule(&self, path: Vec<Cell>) -> Option<Rule> {
        let mut cells = path;
        let others = if self.has_circle { cells.split_off(1) } else { Vec::new() };
        let value = self.value.map_or(RuleValue::None, RuleValue::Number);
        Rule::new(self.kind.parse().ok()?, value, cells, others).ok()
    }

    /// Walks through different cells, none of which is used. Returns the cells and the used places
    /// with the walk, or `None` if a step fails.
    fn walk<R: Rng + ?Sized>(&self, mut used: Used, rng: &mut R) -> Option<(Vec<Cell>, Used)> {
        let (min, max) = (*self.lengths.start(), *self.lengths.end());
        let length = min + uniform_below(rng, max - min + 1);
        let mut cell = Cell::new(uniform_below(rng, 81) as usize)?;
        let mut path: Vec<Cell> = Vec::new();
        loop {
            used = used.and_cell(cell)?;
            path.push(cell);
            if path.len() as u64 == length {
                return Some((path, used));
            }
            let steps = if self.is_straight { STRAIGHT } else { ALL };
            let step = steps[uniform_below(rng, steps.len() as u64) as usize % steps.len()];
            let next = moved(cell, step)?;
            used = used.and_step(cell, next)?;
            cell = next;
        }
    }
}

/// The numbers of rows down and of columns to the right.
type Step = (isize, isize);

const STRAIGHT: &[Step] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: &[Step] = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ALL: &[Step] = &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Returns the cell after a step, or `None` outside of the board.
fn moved(cell: Cell, (down, right): Step) -> Option<Cell> {
    let to = |place: usize, step: isize| place.checked_add_signed(step);
    Cell::at(to(cell.row(), down)?, to(cell.column(), right)?)
}

/// Draws sums of whole diagonals, each from a cell at the edge.
pub(super) fn draw_diagonals<R: Rng + ?Sized>(grid: &Grid, rng: &mut R) -> Vec<Rule> {
    let mut diagonals = Vec::new();
    for (start, &step) in Cell::all().flat_map(|cell| DIAGONAL.iter().map(move |it| (cell, it))) {
        let (down, right) = step;
        if moved(start, (-down, -right)).is_none() {
            let all = std::iter::successors(Some(start), |&cell| moved(cell, step));
            diagonals.push(all.collect::<Vec<Cell>>());
        }
    }
    diagonals.retain(|diagonal| diagonal.len() >= SHORTEST_DIAGONAL);
    shuffle(rng, &mut diagonals);
    let rule = |cells: Vec<Cell>| {
        let sum = cells.iter().map(|cell| i32::from(grid.as_bytes()[cell.index()])).sum();
        let kind = "little-killer".parse().ok()?;
        Rule::new(kind, RuleValue::Number(sum), cells, Vec::new()).ok()
    };
    diagonals.into_iter().take(LINES).filter_map(rule).collect()
}
