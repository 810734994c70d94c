//! The output of the searches: eliminations, and the steps that are made from them.

use std::ops::ControlFlow;

use sudoku_core::{Cell, Digit, Limits};

use crate::state::{Cells, SetSize, State, bits, cell_at, cells_of, digit_at, digit_set};
use crate::step::{CellGroup, ChainNode, Effect, Evidence, Step, StepName};
use crate::tim_sort::sort_by;

/// The input of the searches.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) state: &'a State,
    pub(crate) options: &'a Options,
    /// The limits, of which only the stop flag matters.
    pub(crate) limits: &'a Limits<'a>,
    /// The places of each digit that may be eliminated by looking at that digit alone. Zero if the
    /// row of the technique lacks `by_digit`.
    pub(crate) removable: &'a [Cells; 9],
}

impl View<'_> {
    /// Enumerates the digits that may lose places by looking at one digit alone.
    pub(crate) fn removable_digits(&self) -> impl Iterator<Item = usize> + use<> {
        let is_removable = |&digit: &usize| self.removable[digit] != 0;
        bits((0..9).filter(is_removable).fold(0, |set, digit| set | 1 << digit))
    }

    /// Breaks if the search must stop. Long searches call this from time to time.
    pub(crate) fn poll(&self) -> ControlFlow<()> {
        if self.limits.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns the number of places of the digit in the house.
    pub(crate) fn count(&self, house: usize, digit: usize) -> u32 {
        self.state.places[digit][house].size()
    }
}

/// Options that extend or restrict the searches compared with HoDoKu's default settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HodokuOptions {
    /// True to find empty rectangles in a box with two places of the digit.
    pub small_empty_rectangles: bool,
    /// True to find rectangles whose cells with more candidates lack one of the two digits.
    pub incomplete_rectangles: bool,
    /// True to also find pairs of fish with the same base: Siamese fish.
    pub siamese_fish: bool,
    /// True to use almost locked sets as nodes of chains.
    pub sets_in_chains: bool,
    /// True to allow almost locked sets that share cells.
    pub overlapping_sets: bool,
    /// True to extend chains of almost locked sets to earlier sets too.
    pub sets_in_both_directions: bool,
    /// The maximum number of sets in a chain.
    pub longest_set_chain: usize,
    /// True to keep only the shortest of several steps with the same effect.
    pub one_for_each_effect: bool,
    /// The maximum number of fins of a fish.
    pub fins: u32,
    /// The maximum number of fins in two base houses.
    pub inner_fins: u32,
}

pub(crate) use HodokuOptions as Options;

impl HodokuOptions {
    /// HoDoKu's default settings.
    pub const DEFAULT: Self = Self {
        small_empty_rectangles: false,
        incomplete_rectangles: true,
        siamese_fish: false,
        sets_in_chains: false,
        overlapping_sets: false,
        sets_in_both_directions: false,
        longest_set_chain: 50,
        one_for_each_effect: true,
        fins: 5,
        inner_fins: 2,
    };
}

impl Default for HodokuOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The eliminations of a step, each once, as `digit * 81 + cell`.
///
/// They are in HoDoKu's order of elimination, which determines the single that it detects first.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Removals(Vec<u16>);

impl Removals {
    pub(crate) fn of(digit: usize, cells: Cells) -> Self {
        Self(cells_of(cells).map(|cell| (digit * 81 + cell) as u16).collect())
    }

    pub(crate) fn add(&mut self, cell: usize, digit: usize) {
        let entry = (digit * 81 + cell) as u16;
        if !self.0.contains(&entry) {
            self.0.push(entry);
        }
    }

    /// Sorts the eliminations by digit, then by cell.
    pub(crate) fn sort(&mut self) {
        sort_by(&mut self.0, Ord::cmp);
    }

    pub(crate) fn add_cells(&mut self, cells: Cells, digit: usize) {
        cells_of(cells).for_each(|cell| self.add(cell, digit));
    }

    pub(crate) fn add_digits(&mut self, cell: usize, set: u16) {
        bits(set).for_each(|digit| self.add(cell, digit));
    }

    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Enumerates the cells and digits.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        self.0.iter().map(|&entry| (usize::from(entry % 81), usize::from(entry / 81)))
    }

    /// Returns the cells and digits as a path receives them.
    pub(crate) fn in_order(&self) -> Vec<(Cell, Digit)> {
        self.iter().map(|(cell, digit)| (cell_at(cell), digit_at(digit))).collect()
    }

    /// Returns the rank of steps with equally many eliminations: the later a cell, the more it
    /// counts.
    pub(crate) fn rank(&self) -> i32 {
        let weights = (0..).map(|place| 1 + 80 * place);
        self.iter().zip(weights).map(|((cell, digit), w)| cell as i32 * w + digit as i32 + 1).sum()
    }

    pub(crate) fn effect(&self) -> Effect {
        Effect::eliminate(self.iter().map(|(cell, digit)| (cell_at(cell), digit_set(1 << digit))))
    }
}

/// A collector of the steps of a search, each with its eliminations in HoDoKu's order. By default
/// it keeps all of them. `row.rs` passes them on to the
/// [`StepSink`](crate::finders::StepSink) of the caller.
#[derive(Default)]
pub(crate) struct HodokuSink {
    /// True if one step is enough.
    pub(crate) first_only: bool,
    /// The only wanted name, or `None` if all are wanted.
    pub(crate) wanted: Option<StepName>,
    /// True if a step of any name was found.
    pub(crate) has_met_any: bool,
    pub(crate) found: Vec<(Step, Removals)>,
}

impl HodokuSink {
    /// Receives a step; breaks if no more are wanted.
    ///
    /// It does not set `has_met_any`. Finders that record failed searches call [`report`] instead.
    pub(crate) fn take(&mut self, step: Step, removals: Removals) -> ControlFlow<()> {
        if self.wanted.is_some_and(|wanted| wanted != step.name) {
            return ControlFlow::Continue(());
        }
        self.found.push((step, removals));
        if self.first_only { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Passes a step with eliminations to the sink; a step without eliminations is dropped.
pub(crate) fn report(
    sink: &mut HodokuSink,
    name: StepName,
    removals: &Removals,
    evidence: impl FnOnce() -> Evidence,
) -> ControlFlow<()> {
    sink.has_met_any |= !removals.is_empty();
    if removals.is_empty() || sink.wanted.is_some_and(|wanted| wanted != name) {
        return ControlFlow::Continue(());
    }
    sink.take(Step { name, effect: removals.effect(), evidence: evidence() }, removals.clone())
}

/// Makes the node of a chain for a digit in a cell.
pub(crate) fn node(cell: usize, digit: usize, is_on: bool) -> ChainNode {
    ChainNode { cells: vec![cell_at(cell)], digit: digit_at(digit), is_on, set: None }
}

/// Returns the cells of a set, in order.
pub(crate) fn cell_list(cells: Cells) -> Vec<Cell> {
    cells_of(cells).map(cell_at).collect()
}

/// Makes a group of cells with their digits.
pub(crate) fn group(cells: Cells, set: u16) -> CellGroup {
    CellGroup { cells: cell_list(cells), digits: digit_set(set) }
}

/// Returns the cells that see all of these.
pub(crate) fn common_peers(cells: Cells) -> Cells {
    cells_of(cells).fold(ALL_CELLS, |all, cell| all & crate::state::PEERS[cell])
}

/// Every cell of the board.
pub(crate) const ALL_CELLS: Cells = (1 << 81) - 1;
