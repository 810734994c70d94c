//! Fish of all kinds: basic, Franken and mutant, with fins and without.
//!
//! A digit needs a place in each base house. If N cover houses contain all these places of N base
//! houses, the cover houses have no other place for it. Places outside the cover houses are fins;
//! then only cells that see all fins lose the digit. A place in two base houses is a fin too (an
//! inner one). A place in two cover houses is eliminated even if it is in the base.
//!
//! ```text
//!         c2       c7   c8
//!   r1    .        5*   .        base: rows 2 and 6; cover: columns 2 and 7; fin: r2c8
//!   r2    5        5    5fin
//!   r3    .        5*   .        finned X-Wing: only cover cells that see the fin lose 5 (*)
//!   r6    5        5    .
//! ```

use std::ops::ControlFlow;

use super::fish_names::{FINNED, FINNED_FRANKEN, FINNED_MUTANT, FRANKEN, MUTANT, PLAIN, SASHIMI};
use super::sink::{HodokuSink, Options, Removals, View, cell_list, common_peers, report};
use crate::finders::{ByDigit, FailedSearches};
use crate::state::{
    BOXES, COLUMNS, Cells, HOUSE_SETS, PEERS, SetSize, bits, cells_of, digit_at, house_at,
};
use crate::step::{Effect, Evidence, Step, StepName};

/// The kinds of houses of a fish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Rows in columns, or columns in rows.
    Basic,
    /// Rows and columns as in `Basic`, with boxes on either side.
    Franken,
    /// Any houses.
    Mutant,
}

/// The presence of fins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fins {
    /// The fish has no fins.
    Without,
    /// The fish has fins.
    With,
}

/// The input of a search for fish.
#[derive(Clone, Copy)]
pub(crate) struct FishSearch<'a> {
    pub(crate) view: View<'a>,
    pub(crate) size: usize,
    pub(crate) shape: Shape,
    pub(crate) fins: Fins,
}

/// A house and the digit's places in it.
pub(crate) type HousePlaces = (usize, Cells);

impl FishSearch<'_> {
    /// Finds the fish of each digit, first with rows in the base, then with columns.
    pub(crate) fn find(
        &self,
        failed: &mut FailedSearches,
        sink: &mut HodokuSink,
    ) -> ControlFlow<()> {
        let by_digit: fn(usize) -> ByDigit = match (self.shape, self.fins) {
            (Shape::Basic, Fins::Without) => ByDigit::HodokuFish,
            (Shape::Basic, Fins::With) => ByDigit::FinnedFish,
            (Shape::Franken, Fins::Without) => ByDigit::FrankenFish,
            (Shape::Franken, Fins::With) => ByDigit::FinnedFrankenFish,
            (Shape::Mutant, Fins::Without) => ByDigit::MutantFish,
            (Shape::Mutant, Fins::With) => ByDigit::FinnedMutantFish,
        };
        let mut failed = failed.of(by_digit(self.size), self.view.state);
        let is_removable = |&digit: &usize| self.view.removable[digit] != 0;
        for digit in failed.each_changed_digit().filter(is_removable) {
            sink.has_met_any = false;
            let orders: &[bool] =
                if self.shape == Shape::Mutant { &[true] } else { &[true, false] };
            for &rows_first in orders {
                self.find_digit(digit, rows_first, sink)?;
            }
            // Fish with other names count too, because they are searched for next.
            if !sink.has_met_any {
                failed.note(digit);
            }
        }
        ControlFlow::Continue(())
    }

    fn find_digit(&self, digit: usize, rows_first: bool, sink: &mut HodokuSink) -> ControlFlow<()> {
        let all = self.view.state.cells[digit];
        let (mut base, mut cover) = (Vec::new(), Vec::new());
        let last = if self.shape == Shape::Basic { BOXES } else { 27 };
        for unit in 0..last {
            let cells = all & HOUSE_SETS[unit];
            if cells == 0 {
                continue;
            }
            let is_both = unit >= BOXES || self.shape == Shape::Mutant;
            let is_base = (unit < COLUMNS) == rows_first;
            // HoDoKu skips larger base houses when it wants only one fish.
            let is_small = !sink.first_only || cells.size() as usize <= self.size;
            if (is_both || is_base) && (self.fins != Fins::Without || is_small) {
                base.push((unit, cells));
            }
            if is_both || !is_base {
                cover.push((unit, cells));
            }
        }
        if base.len() < self.size || cover.len() < self.size {
            return ControlFlow::Continue(());
        }
        let mut fish = FishBase { search: self, digit, covers: &cover, base: Vec::new() };
        fish.add_base(&base, 0, 0, sink)
    }
}

/// The sets of lines that pass through the same boxes.
const THREES: [u16; 3] = [0b111, 0b111_000, 0b111_000_000];

/// A fish under construction: the base houses so far.
struct FishBase<'a> {
    search: &'a FishSearch<'a>,
    digit: usize,
    covers: &'a [HousePlaces],
    base: Vec<HousePlaces>,
}

/// A base with its covers so far.
#[derive(Clone, Copy)]
struct Cover {
    /// The base's places, and those in two base houses.
    base: Cells,
    inner: Cells,
    /// The places in cover houses, and those in two of them.
    cells: Cells,
    twice: Cells,
    /// The highest number of places of the base in one cover house.
    most: u32,
}

impl FishBase<'_> {
    const fn options(&self) -> &Options {
        self.search.view.options
    }

    fn add_base(
        &mut self,
        rest: &[HousePlaces],
        cells: Cells,
        inner: Cells,
        sink: &mut HodokuSink,
    ) -> ControlFlow<()> {
        for (index, &(unit, places)) in rest.iter().enumerate() {
            if self.base.len() + rest.len() - index < self.search.size {
                break;
            }
            let twice = cells & places;
            // Places that were inner fins already count twice.
            let inner_count = inner.size() + twice.size();
            let is_finless = self.search.fins == Fins::Without || self.search.shape == Shape::Basic;
            if twice != 0 && (is_finless || inner_count > self.options().inner_fins) {
                continue;
            }
            self.base.push((unit, places));
            if self.has_too_many_lines() {
                self.base.pop();
                continue;
            }
            if self.base.len() == self.search.size {
                if self.may_take_any(cells | places, inner | twice) && self.is_promising() {
                    self.cover(cells | places, inner | twice, sink)?;
                }
            } else {
                self.add_base(&rest[index + 1..], cells | places, inner | twice, sink)?;
            }
            self.base.pop();
        }
        ControlFlow::Continue(())
    }

    /// Returns true if a basic fish would leave places in lines that are too far apart for its
    /// fins.
    ///
    /// Eliminated cells see the fins within a box, so the fins are in three adjacent lines.
    fn has_too_many_lines(&self) -> bool {
        if self.search.shape != Shape::Basic {
            return false;
        }
        let places = &self.search.view.state.places[self.digit];
        let lines = self.base.iter().fold(0, |lines, &(unit, _)| lines | places[unit]);
        let beside = THREES.map(|three| (lines & three).size());
        let free = match self.search.fins {
            Fins::Without => 0,
            Fins::With => beside.into_iter().max().unwrap_or(0),
        };
        (lines.size() - free) as usize > self.search.size
    }

    /// Returns true if a candidate that can be eliminated sees all fins, assuming that the covers
    /// contain as much as possible.
    fn may_take_any(&self, base: Cells, inner: Cells) -> bool {
        let most = self.covers.iter().map(|&(_, cells)| (cells & base).size()).max();
        let held = most.unwrap_or(0) * self.search.size as u32;
        cells_of(self.search.view.removable[self.digit]).any(|cell| {
            let unseen = !PEERS[cell];
            let is_finless = self.search.fins == Fins::Without;
            let sure = if is_finless { base } else { base & unseen };
            inner & unseen == 0 && sure.size() <= held
        })
    }

    /// Returns true if the base of a basic fish with fins may have covers that eliminate something.
    ///
    /// An eliminated cell sees all fins, but is in a cover house and in no base house. So a box
    /// contains it and all fins, and the places outside that box must be covered.
    fn is_promising(&self) -> bool {
        let FishSearch { size, shape, fins, .. } = *self.search;
        if shape != Shape::Basic || fins == Fins::Without {
            return true;
        }
        let places = &self.search.view.state.places[self.digit];
        let first = self.base[0].0 / 9 * 9;
        let lines = self.base.iter().fold(0u16, |lines, &(unit, _)| lines | 1 << (unit - first));
        let join = |lines: u16| bits(lines).fold(0, |all, line| all | places[first + line]);
        THREES.into_iter().filter(|three| lines & three != 0).any(|beside| {
            let (inside, outside) = (join(lines & beside), join(lines & !beside));
            let others = join(beside & !lines);
            THREES.into_iter().any(|within| {
                let sure = outside | inside & !within;
                let covers = sure.size() as usize;
                let victims = others & within;
                let fins = inside & within & !sure;
                covers <= size
                    && fins != 0
                    && if covers == size { victims & sure } else { victims } != 0
            })
        })
    }

    fn cover(&self, base: Cells, inner: Cells, sink: &mut HodokuSink) -> ControlFlow<()> {
        self.search.view.poll()?;
        let mut covers = [(0, 0); 27];
        let mut count = 0;
        let is_used = |unit: usize| self.base.iter().any(|&(other, _)| other == unit);
        for &(unit, cells) in self.covers.iter().filter(|&&(_, cells)| cells & base != 0) {
            if !is_used(unit) {
                covers[count] = (unit, cells);
                count += 1;
            }
        }
        let mut left = [0; 28];
        for at in (0..count).rev() {
            left[at] = left[at + 1] | covers[at].1;
        }
        let most = covers[..count].iter().map(|&(_, cells)| (cells & base).size()).max();
        let cover = Cover { base, inner, cells: 0, twice: 0, most: most.unwrap_or(0) };
        self.add_cover(
            &covers[..count],
            &left[..count],
            cover,
            &mut Vec::with_capacity(self.search.size),
            sink,
        )
    }

    /// Adds one of the remaining covers. For each cover, the places that it and the later ones
    /// contain are known.
    fn add_cover(
        &self,
        rest: &[HousePlaces],
        left: &[Cells],
        cover: Cover,
        chosen: &mut Vec<usize>,
        sink: &mut HodokuSink,
    ) -> ControlFlow<()> {
        let fins = if self.search.fins == Fins::Without { 0 } else { self.options().fins };
        for (index, &(unit, places)) in rest.iter().enumerate() {
            let is_enough = chosen.len() + rest.len() - index >= self.search.size;
            if !is_enough || self.is_hopeless(&cover, left[index], fins) {
                break;
            }
            let next = Cover {
                twice: cover.twice | cover.cells & places,
                cells: cover.cells | places,
                ..cover
            };
            let missing = (self.search.size - chosen.len() - 1) as u32;
            let bare = next.base & !next.cells;
            if bare.size() > fins + missing * next.most {
                continue;
            }
            // Eliminated cells see the fins; the remaining covers must contain the other places.
            let removable = self.search.view.removable[self.digit];
            let may_go = |cell: usize| (bare & !PEERS[cell]).size() <= missing * next.most;
            if !cells_of(removable).any(may_go) {
                continue;
            }
            chosen.push(unit);
            if missing == 0 {
                self.check(next, chosen, sink)?;
            } else {
                let (rest, left) = (&rest[index + 1..], &left[index + 1..]);
                self.add_cover(rest, left, next, chosen, sink)?;
            }
            chosen.pop();
        }
        ControlFlow::Continue(())
    }

    /// Returns true if the places without a remaining cover are too many for fins, or if no
    /// candidate that can be eliminated sees them all.
    fn is_hopeless(&self, cover: &Cover, left: Cells, fins: u32) -> bool {
        let held = cover.cells | left;
        let bare = cover.base & !held;
        if bare == 0 {
            return false;
        }
        let sure = bare | cover.inner;
        // A place of the base is eliminated only if it is in two cover houses.
        let is_basic = self.search.shape == Shape::Basic;
        let victims = if is_basic { held & !cover.base } else { held };
        sure.size() > fins || common_peers(sure) & victims == 0
    }

    fn check(&self, cover: Cover, chosen: &[usize], sink: &mut HodokuSink) -> ControlFlow<()> {
        let fins = cover.base & !cover.cells | cover.inner;
        let outside = cover.cells & !cover.base;
        let is_wanted = match self.search.fins {
            Fins::Without => fins == 0,
            Fins::With => fins != 0,
        };
        if !is_wanted || fins.size() > self.options().fins {
            return ControlFlow::Continue(());
        }
        let seen = common_peers(fins);
        if (outside | cover.twice) & seen == 0 {
            return ControlFlow::Continue(());
        }
        let mut removals = Removals::of(self.digit, outside & seen);
        removals.add_cells(cover.twice & seen, self.digit);
        report(sink, self.name(fins, chosen), &removals, || Evidence::Fish {
            digit: digit_at(self.digit),
            base: self.base.iter().map(|&(unit, _)| house_at(unit)).collect(),
            cover: chosen.iter().map(|&unit| house_at(unit)).collect(),
            fins: cell_list(fins),
        })
    }

    /// Returns the name of a fish with these houses.
    fn name(&self, fins: Cells, covers: &[usize]) -> StepName {
        let kinds = |units: &mut dyn Iterator<Item = usize>| {
            units.fold([false; 3], |mut kinds, unit| {
                kinds[unit / 9] = true;
                kinds
            })
        };
        let base = kinds(&mut self.base.iter().map(|&(unit, _)| unit));
        let cover = kinds(&mut covers.iter().copied());
        let is_plain = |side: [bool; 3], line: usize| side[line] && !side[1 - line] && !side[2];
        let is_mixed = |side: [bool; 3], line: usize| side[line] && !side[1 - line];
        let either = |is: &dyn Fn([bool; 3], usize) -> bool| {
            (is(base, 0) && is(cover, 1)) || (is(base, 1) && is(cover, 0))
        };
        let names = if either(&is_plain) {
            let is_thin = |&(_, cells): &HousePlaces| (cells & !fins).size() <= 1;
            if self.base.iter().any(is_thin) {
                SASHIMI
            } else if fins != 0 {
                FINNED
            } else {
                PLAIN
            }
        } else {
            match (either(&is_mixed), fins != 0) {
                (true, false) => FRANKEN,
                (true, true) => FINNED_FRANKEN,
                (false, false) => MUTANT,
                (false, true) => FINNED_MUTANT,
            }
        };
        names[self.search.size - 2]
    }
}

/// Joins two fish on the same base with different eliminations to one step each.
pub(crate) fn siamese(steps: &[Step]) -> Vec<Step> {
    let mut found = Vec::new();
    for (index, one) in steps.iter().enumerate() {
        for two in &steps[index + 1..] {
            let (
                Evidence::Fish { digit, base, .. },
                Evidence::Fish { digit: digit2, base: base2, .. },
            ) = (&one.evidence, &two.evidence)
            else {
                continue;
            };
            let first = |step: &Step| {
                let cells = step.effect.eliminations.iter();
                cells.map(|&(cell, _)| cell).min()
            };
            let is_pair = digit == digit2
                && base == base2
                && kind(one.name) == kind(two.name)
                && first(one) != first(two);
            if is_pair {
                let parts = [one, two].into_iter();
                let parts = parts.flat_map(|step| step.effect.eliminations.clone());
                found.push(Step {
                    name: one.name,
                    effect: Effect::eliminate(parts),
                    evidence: Evidence::Several { parts: vec![one.clone(), two.clone()] },
                });
            }
        }
    }
    found
}

/// Returns the names of this kind of fish; a sashimi fish is a finned one.
fn kind(name: StepName) -> &'static [StepName; 6] {
    if SASHIMI.contains(&name) {
        return &FINNED;
    }
    let kinds = [&FINNED, &FRANKEN, &FINNED_FRANKEN, &MUTANT, &FINNED_MUTANT];
    kinds.into_iter().find(|names| names.contains(&name)).unwrap_or(&PLAIN)
}
