//! Steps on their way out: what a finder notes, and the steps that are made from it.

use std::ops::ControlFlow;

use sudoku_core::Limits;

use crate::state::{Cells, SetSize, State, bits, cell, cells_of, digit, digits};
use crate::step::{CellGroup, ChainNode, Effect, Evidence, Step, StepName};

/// What finders read.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) state: &'a State,
    pub(super) options: &'a Options,
    /// The stop flag counts.
    pub(super) limits: &'a Limits<'a>,
    /// Of each digit what may go by looking at that digit alone.
    pub(super) loose: &'a [Cells; 9],
}

impl View<'_> {
    /// The digits that may lose places by looking at one digit alone.
    pub(super) fn loose_digits(&self) -> impl Iterator<Item = usize> + use<> {
        let is_loose = |&value: &usize| self.loose[value] != 0;
        bits((0..9).filter(is_loose).fold(0, |set, value| set | 1 << value))
    }

    /// Breaks if the search is to stop: where searches may take long, they ask now and then.
    pub(super) fn poll(&self) -> ControlFlow<()> {
        if self.limits.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// How many places the digit has in the house.
    pub(super) fn count(&self, house: usize, digit: usize) -> u32 {
        self.state.places[digit][house].size()
    }
}

/// What is searched for beyond, or short of, what the program is set up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HodokuOptions {
    /// Empty rectangles in a box with two places of the digit.
    pub small_empty_rectangles: bool,
    /// Rectangles whose cells with more candidates lack one of the two digits.
    pub incomplete_rectangles: bool,
    /// Two patterns with a common part as one step: kites, empty rectangles, fish.
    pub duals: bool,
    /// Almost locked sets as nodes of chains.
    pub sets_in_chains: bool,
    /// Almost locked sets that share cells.
    pub overlapping_sets: bool,
    /// Chains of almost locked sets towards earlier sets, too.
    pub sets_in_both_directions: bool,
    /// The most sets that are joined in a chain.
    pub longest_set_chain: usize,
    /// Of several steps with the same effect only the shortest.
    pub one_for_each_effect: bool,
    /// The most fins of a fish.
    pub fins: u32,
    /// The most fins that are in two base houses.
    pub inner_fins: u32,
}

pub(super) use HodokuOptions as Options;

impl HodokuOptions {
    /// As the program is set up at first.
    pub const DEFAULT: Self = Self {
        small_empty_rectangles: false,
        incomplete_rectangles: true,
        duals: false,
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

/// Candidates that a step takes away, each once, as `digit * 81 + cell`.
///
/// They stand in the order in which the program takes them away: that decides which single it
/// notices first.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Removals(Vec<u16>);

impl Removals {
    pub(super) fn of(digit: usize, cells: Cells) -> Self {
        Self(cells_of(cells).map(|cell| (digit * 81 + cell) as u16).collect())
    }

    pub(super) fn add(&mut self, cell: usize, digit: usize) {
        let entry = (digit * 81 + cell) as u16;
        if !self.0.contains(&entry) {
            self.0.push(entry);
        }
    }

    /// Puts them in the order of digits, and for each digit of cells.
    pub(super) fn sort(&mut self) {
        self.0.sort_unstable();
    }

    pub(super) fn add_cells(&mut self, cells: Cells, digit: usize) {
        cells_of(cells).for_each(|cell| self.add(cell, digit));
    }

    pub(super) fn add_digits(&mut self, cell: usize, set: u16) {
        bits(set).for_each(|digit| self.add(cell, digit));
    }

    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cells and digits.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        self.0.iter().map(|&entry| (usize::from(entry % 81), usize::from(entry / 81)))
    }

    /// The number by which steps with equally many eliminations are ranked: the cells count more
    /// the later they stand.
    pub(super) fn rank(&self) -> i32 {
        let weights = (0..).map(|place| 1 + 80 * place);
        self.iter().zip(weights).map(|((cell, digit), w)| cell as i32 * w + digit as i32 + 1).sum()
    }

    pub(super) fn effect(&self) -> Effect {
        Effect::eliminate(self.iter().map(|(at, value)| (cell(at), digits(1 << value))))
    }
}

/// Takes the steps that a finder finds.
pub(super) struct Sink {
    /// Whether one is enough.
    pub(super) first_only: bool,
    /// The only name that is wanted, if not all are.
    pub(super) wanted: Option<StepName>,
    /// Whether a step of any name was there to be taken.
    pub(super) has_met_any: bool,
    pub(super) found: Vec<(Step, Removals)>,
}

impl Sink {
    /// Takes a step, and breaks if it wants no more.
    pub(super) fn take(&mut self, step: Step, removals: Removals) -> ControlFlow<()> {
        if self.wanted.is_some_and(|wanted| wanted != step.name) {
            return ControlFlow::Continue(());
        }
        self.found.push((step, removals));
        if self.first_only { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Hands a step that takes candidates away to the sink; one that takes none is no step.
pub(super) fn report(
    sink: &mut Sink,
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

/// The node of a chain that says whether the digit is in the cell.
pub(super) fn node(at: usize, value: usize, is_on: bool) -> ChainNode {
    ChainNode { cells: vec![cell(at)], digit: digit(value), is_on, set: None }
}

/// The cells of a set, in order.
pub(super) fn cell_list(cells: Cells) -> Vec<sudoku_core::Cell> {
    cells_of(cells).map(cell).collect()
}

/// Cells and their digits.
pub(super) fn group(cells: Cells, set: u16) -> CellGroup {
    CellGroup { cells: cell_list(cells), digits: digits(set) }
}

/// The cells that see all of these.
pub(super) fn common_peers(cells: Cells) -> Cells {
    cells_of(cells).fold(ALL_CELLS, |all, cell| all & crate::state::PEERS[cell])
}

/// Every cell of the board.
pub(super) const ALL_CELLS: Cells = (1 << 81) - 1;
