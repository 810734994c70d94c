//! Kraken fish: fins that do not see the eliminated candidate but lead to its elimination by
//! chains.
//!
//! Either a fin of the fish holds the digit, or each cover house has it at one of the places of the
//! fish. A candidate that is eliminated in each of these cases is eliminated. In type 1 the
//! candidate is in a cover house outside the fish. Then the chain from each place of the fish in
//! that house is a single link, because the place sees the candidate. In type 2 it is any candidate
//! to which the fins and the places of a cover house all lead.
//!
//! ```text
//!         c2       c7       c9
//!   r2    5        5        5fin    X-Wing in rows 2 and 6 with the fin r2c9
//!   r6    5        5
//!   r8    x                         x does not see the fin, but a chain leads from the fin to x:
//!                                   5r2c9 on → … → 5r8c2 off
//!   If the fin is not 5, the X-Wing eliminates x. If the fin is 5, the chain eliminates x.
//! ```

use std::ops::ControlFlow;

use super::forcing::Trees;
use super::proofs::Span;
use super::tree::Reach;
use super::{TableLinks, TableLiteral, Through};
use crate::finders::hodoku::fish::HousePlaces;
use crate::finders::hodoku::sink::{HodokuSink, Removals, View, cell_list, common_peers};
use crate::state::{BOXES, COLUMNS, Cells, HOUSE_SETS, SetSize, cells_of, digit_at, house_at};
use crate::step::{Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A fish whose fins all lead to the same elimination by chains.
    pub const KRAKEN_FISH_ONE: Self = Self::new("Kraken fish type 1", TechniqueGroup::Fish);
    /// A fish each of whose fins and places in a cover house leads to the same conclusion by
    /// chains.
    pub const KRAKEN_FISH_TWO: Self = Self::new("Kraken fish type 2", TechniqueGroup::Fish);
}

/// The sizes of fish in HoDoKu's default settings for this technique.
const SIZES: std::ops::RangeInclusive<usize> = 2..=4;
/// The maximum number of fins in HoDoKu's default settings for this technique. Places in two base
/// houses are not fins here.
const MOST_FINS: u32 = 2;

/// Finds the proof with the fewest nodes for each eliminated candidate.
pub(crate) fn kraken(view: View<'_>, is_second: bool, sink: &mut HodokuSink) -> ControlFlow<()> {
    let links = TableLinks::new(view, Through::Groups);
    let trees = Trees::new(&links);
    let reaches = trees.reaches()?;
    let found = Vec::new();
    let mut search = KrakenSearch { links: &links, trees, reaches: &reaches, is_second, found };
    for digit in 0..9 {
        for rows_first in [true, false] {
            search.look_for(digit, rows_first)?;
        }
    }
    let KrakenSearch { mut trees, found, .. } = search;
    for KrakenFinding { target, digit, base, cover, fins, held, starts, .. } in found {
        let (cell, gone) = links.candidate(target);
        let removals = Removals::of(gone, 1 << cell);
        let chain = |&start: &TableLiteral| {
            links.shown_chain(start, &trees.chain(Span { start, end: target }))
        };
        let evidence = Evidence::Kraken {
            digit: digit_at(digit),
            base: base.into_iter().map(house_at).collect(),
            cover: cover.into_iter().map(house_at).collect(),
            fins: cell_list(fins),
            house: house_at(held),
            chains: starts.iter().map(chain).collect(),
        };
        let name = if is_second { StepName::KRAKEN_FISH_TWO } else { StepName::KRAKEN_FISH_ONE };
        sink.take(Step { name, effect: removals.effect(), evidence }, removals)?;
    }
    ControlFlow::Continue(())
}

/// The proof of an elimination.
struct KrakenFinding {
    /// The candidate that is eliminated.
    target: TableLiteral,
    /// The number of nodes of the chains.
    length: usize,
    digit: usize,
    base: Vec<usize>,
    cover: Vec<usize>,
    fins: Cells,
    /// The cover house whose places start chains.
    held: usize,
    /// The nodes that start chains.
    starts: Vec<TableLiteral>,
}

/// A fish and the assumptions from which chains lead to one conclusion.
struct KrakenCase<'a> {
    base: &'a Houses,
    cover: &'a Houses,
    held: usize,
    fins: Cells,
    starts: &'a [TableLiteral],
}

struct KrakenSearch<'a> {
    links: &'a TableLinks<'a>,
    trees: Trees<'a>,
    reaches: &'a [Reach],
    is_second: bool,
    /// The results, ordered by eliminated candidate.
    found: Vec<KrakenFinding>,
}

/// The houses of a base or a cover under construction, with their places.
#[derive(Clone, Default)]
struct Houses {
    units: Vec<usize>,
    cells: Cells,
}

impl Houses {
    fn with(&self, (unit, cells): HousePlaces) -> Self {
        let mut units = self.units.clone();
        units.push(unit);
        Self { units, cells: self.cells | cells }
    }
}

impl KrakenSearch<'_> {
    /// Searches the fish of a digit whose base has rows or columns, and boxes.
    fn look_for(&mut self, digit: usize, rows_first: bool) -> ControlFlow<()> {
        let all = self.links.view.state.cells[digit];
        let units = |is_base: bool| -> Vec<HousePlaces> {
            let is_there =
                |unit: &usize| *unit >= BOXES || ((*unit < COLUMNS) == rows_first) == is_base;
            let units = (0..27).filter(is_there).map(|unit| (unit, all & HOUSE_SETS[unit]));
            units.filter(|&(_, cells)| cells != 0).collect()
        };
        let (base, cover) = (units(true), units(false));
        for size in SIZES {
            self.add_base(digit, size, &base, &Houses::default(), &cover)?;
        }
        ControlFlow::Continue(())
    }

    fn add_base(
        &mut self,
        digit: usize,
        size: usize,
        rest: &[HousePlaces],
        base: &Houses,
        covers: &[HousePlaces],
    ) -> ControlFlow<()> {
        if base.units.len() == size {
            self.links.view.poll()?;
            let is_free = |&(unit, cells): &HousePlaces| {
                cells & base.cells != 0 && !base.units.contains(&unit)
            };
            let covers: Vec<HousePlaces> = covers.iter().copied().filter(is_free).collect();
            self.add_cover(digit, base, &covers, &Houses::default());
            return ControlFlow::Continue(());
        }
        for (index, &unit) in rest.iter().enumerate() {
            if unit.1 & base.cells == 0 {
                self.add_base(digit, size, &rest[index + 1..], &base.with(unit), covers)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn add_cover(&mut self, digit: usize, base: &Houses, rest: &[HousePlaces], cover: &Houses) {
        let bare = base.cells & !cover.cells;
        let missing = base.units.len() - cover.units.len();
        if missing == 0 {
            if bare != 0 {
                self.check(digit, base, cover, bare);
            }
            return;
        }
        for (index, &unit) in rest.iter().enumerate() {
            let left = rest[index..].iter().map(|(_, cells)| (cells & bare).size()).max();
            if bare.size() > MOST_FINS + missing as u32 * left.unwrap_or(0) {
                return;
            }
            self.add_cover(digit, base, &rest[index + 1..], &cover.with(unit));
        }
    }

    /// Compares the consequences of the fins and of the places in each cover house.
    fn check(&mut self, digit: usize, base: &Houses, cover: &Houses, fins: Cells) {
        if fins.size() > MOST_FINS {
            return;
        }
        let outside = cover.cells & !base.cells;
        // Cells that see all fins are eliminated without a chain.
        let plain = outside & common_peers(fins);
        for &held in &cover.units {
            let beside = HOUSE_SETS[held] & outside;
            let cases = fins | base.cells & HOUSE_SETS[held];
            let starts: Vec<TableLiteral> =
                cells_of(cases).map(|cell| self.links.node(cell, digit, true)).collect();
            for gone in 0..9 {
                let reached =
                    |all: Cells, start: &TableLiteral| all & self.reaches[start.index()].off[gone];
                let mut cells = starts.iter().fold(self.links.view.state.cells[gone], reached);
                if gone == digit {
                    let wanted = if self.is_second { !beside } else { beside };
                    cells &= wanted & !plain & !cases;
                } else if !self.is_second {
                    cells = 0;
                }
                for cell in cells_of(cells) {
                    let target = self.links.node(cell, gone, false);
                    let case = KrakenCase { base, cover, held, fins, starts: &starts };
                    self.keep(target, digit, &case);
                }
            }
        }
    }

    /// Records a proof, unless one with the same effect is as short.
    fn keep(&mut self, target: TableLiteral, digit: usize, case: &KrakenCase<'_>) {
        let &KrakenCase { base, cover, held, fins, starts } = case;
        let mut chain = |&start: &TableLiteral| self.trees.chain(Span { start, end: target });
        let length = starts.iter().map(|start| chain(start).len()).sum();
        let place = self.found.binary_search_by_key(&target, |known| known.target);
        if place.is_ok_and(|at| self.found[at].length <= length) {
            return;
        }
        let (base, cover, starts) = (base.units.clone(), cover.units.clone(), starts.to_vec());
        let found = KrakenFinding { target, length, digit, base, cover, fins, held, starts };
        match place {
            Ok(at) => self.found[at] = found,
            Err(at) => self.found.insert(at, found),
        }
    }
}
