//! Wings named by letters, such as WXYZ-Wings: cells that all see each other, with one digit more
//! than cells, and a cell with two candidates.
//!
//! If the cells lose one of their digits, they hold all the others. If the cell with two candidates
//! sees all places of one of its digits among them, one of the two loses that digit. So its other
//! digit is in the cells or in that cell. If it sees all places of both digits, every digit of the
//! cells is confined to its places there.
//!
//! ```text
//!         c1     c2     c3       c4 c5 c6   c7   c8     c9
//!   r1   {1 3}  {1 2}   4*       .  .  .    .   {3 4}   .       cells r1c1 r1c2 r2c3:
//!   r2    .      .     {1 2 4}   .  .  .    4*   4*     4*      digits 1 2 3 4; pair: r1c8
//!
//!   r1c8 sees the only 3 of the cells. If r1c8 is 3, the cells hold 1, 2 and 4.
//!   So r1c8 or r2c3 is 4, and cells that see both lose 4 (*).
//! ```

use std::ops::ControlFlow;

use crate::finders::{ByBoard, Search, Technique};
use crate::state::{Cells, PEERS, SetSize, State, bits, cell_at, cells_of, digit_at, digit_set};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;
use crate::tim_sort::sort_by;

impl StepName {
    /// Three cells of four digits, and a cell of two.
    pub const WXYZ_WING: Self = Self::new("WXYZ-Wing", TechniqueGroup::Wings);
    /// Four cells of five digits, and a cell of two.
    pub const VWXYZ_WING: Self = Self::new("VWXYZ-Wing", TechniqueGroup::Wings);
    /// Five cells of six digits, and a cell of two.
    pub const UVWXYZ_WING: Self = Self::new("UVWXYZ-Wing", TechniqueGroup::Wings);
    /// Six cells of seven digits, and a cell of two.
    pub const TUVWXYZ_WING: Self = Self::new("TUVWXYZ-Wing", TechniqueGroup::Wings);
}

/// Wings of a given size, ordered by the number of eliminations (most first).
#[derive(Clone, Copy, Debug)]
pub struct AlphabetWings {
    /// The number of cells, 4 to 7, including the one with two candidates. Other sizes find
    /// nothing.
    pub size: u8,
}

struct LetterWingFinding {
    eliminations: u32,
    shape: String,
    step: Step,
}

impl Technique for AlphabetWings {
    fn names(&self) -> &'static [StepName] {
        match self.size {
            4 => &[StepName::WXYZ_WING],
            5 => &[StepName::VWXYZ_WING],
            6 => &[StepName::UVWXYZ_WING],
            _ => &[StepName::TUVWXYZ_WING],
        }
    }

    fn is_lowest_rating_first(&self) -> bool {
        true
    }

    fn find(&self, search: Search<'_>) -> ControlFlow<()> {
        let Search { state, scratch, sink, .. } = search;
        if !matches!(self.size, 4..=7) {
            return ControlFlow::Continue(());
        }
        let size = u32::from(self.size);
        let of_sizes = |sizes: std::ops::RangeInclusive<u32>| -> Cells {
            let has_size = |&cell: &usize| sizes.contains(&state.sets[cell].size());
            (0..81).filter(has_size).fold(0, |cells, cell| cells | 1 << cell)
        };
        let failed = &mut scratch.cache.failed;
        let mut search = Growth {
            state,
            size,
            changed: failed.changed(ByBoard::AlphabetWings(self.size), state),
            pairs: of_sizes(2..=2),
            cells: Vec::with_capacity(7),
            found: Vec::new(),
        };
        if search.pairs != 0 {
            search.grow(of_sizes(2..=size), 0, 0);
        }
        let mut found = search.found;
        if found.is_empty() {
            failed.note_board(ByBoard::AlphabetWings(self.size), state);
        }
        sort_by(&mut found, |one, other| {
            (other.eliminations.cmp(&one.eliminations)).then_with(|| other.shape.cmp(&one.shape))
        });
        found.into_iter().try_for_each(|found| sink.take(found.step))
    }
}

struct Growth<'a> {
    state: &'a State,
    size: u32,
    /// The changed cells; every new wing contains at least one of them.
    changed: Cells,
    pairs: Cells,
    cells: Vec<usize>,
    found: Vec<LetterWingFinding>,
}

impl Growth<'_> {
    /// Adds cells to the set, in ascending order, that see all of it and have few enough digits.
    fn grow(&mut self, open: Cells, union: u16, within: Cells) {
        // The number of cells left to add.
        let missing = self.size - 1 - self.cells.len() as u32;
        if (within | open | self.pairs) & self.changed == 0 || open.size() < missing {
            return;
        }
        let is_full = union.size() == self.size;
        let barred = if is_full { 0x1ff & !union } else { 0 };
        let beyond = bits(barred).fold(0, |cells, digit| cells | self.state.cells[digit]);
        for cell in cells_of(open & !beyond) {
            let grown = union | self.state.sets[cell];
            let is_last = missing == 1;
            if grown.size() > self.size || (is_last && grown.size() < self.size) {
                continue;
            }
            self.cells.push(cell);
            if is_last {
                self.pair_up(grown, within | 1 << cell);
            } else {
                self.grow(open & PEERS[cell] & (Cells::MAX << cell), grown, within | 1 << cell);
            }
            self.cells.pop();
        }
    }

    /// Returns the cells of the set that have the digit.
    fn places(&self, digit: usize) -> Cells {
        let has = |&&cell: &&usize| self.state.sets[cell] >> digit & 1 == 1;
        self.cells.iter().filter(has).fold(0, |cells, &cell| cells | 1 << cell)
    }

    /// Returns the cells that see all places of the digit in the set.
    fn seen(&self, digit: usize) -> Cells {
        cells_of(self.places(digit)).fold(Cells::MAX, |seen, cell| seen & PEERS[cell])
    }

    fn pair_up(&mut self, union: u16, within: Cells) {
        let pairs = if within & self.changed == 0 { self.changed } else { Cells::MAX };
        let pairs = pairs & self.pairs & !within;
        if pairs == 0 {
            return;
        }
        let near = self.cells.iter().fold(0, |near, &cell| near | PEERS[cell]);
        for pair in cells_of(pairs & near) {
            let set = self.state.sets[pair];
            if set & !union != 0 {
                continue;
            }
            let low = set.trailing_zeros() as usize;
            let high = (set & (set - 1)).trailing_zeros() as usize;
            let is_bound = |digit| self.seen(digit) >> pair & 1 == 1;
            match (is_bound(low), is_bound(high)) {
                (false, false) => {}
                (true, false) => self.report(union, pair, high, None),
                (false, true) => self.report(union, pair, low, None),
                (true, true) => self.report(union, pair, high, Some(low)),
            }
        }
    }

    /// Reports that the digit is in the pair or in the set. If `other` is given, also reports that
    /// each digit of the set is confined to its places there.
    fn report(&mut self, union: u16, pair: usize, digit: usize, other: Option<usize>) {
        let within = self.cells.iter().fold(1 << pair, |cells: Cells, &cell| cells | 1 << cell);
        let removed = |digit: usize, seen: Cells| self.state.cells[digit] & seen & !within;
        let mut parts: Vec<(usize, Cells)> = Vec::new();
        let of_value = removed(digit, self.seen(digit) & PEERS[pair]);
        parts.push((digit, of_value));
        let mut is_double = other.is_some();
        if let Some(other) = other {
            let of_other = removed(other, self.seen(other) & PEERS[pair]);
            parts.push((other, of_other));
            let rest = union & !(1 << digit | 1 << other);
            let before = parts.len();
            parts.extend(bits(rest).map(|digit| (digit, removed(digit, self.seen(digit)))));
            let is_weak = parts[before..].iter().any(|&(_, cells)| cells != 0);
            is_double = is_weak || (of_value != 0 && of_other != 0);
        }
        let eliminations = parts.iter().map(|(_, cells)| cells.size()).sum();
        if eliminations == 0 {
            return;
        }
        let sizes = || self.cells.iter().map(|&cell| self.state.sets[cell].size());
        let (largest, sum) = (sizes().max().unwrap_or(0), sizes().sum::<u32>());
        let doubled = if is_double { 2 } else { 1 };
        let effect = parts.iter().flat_map(|&(digit, cells)| {
            cells_of(cells).map(move |cell| (cell_at(cell), digit_set(1 << digit)))
        });
        let step = Step {
            name: match self.size {
                4 => StepName::WXYZ_WING,
                5 => StepName::VWXYZ_WING,
                6 => StepName::UVWXYZ_WING,
                _ => StepName::TUVWXYZ_WING,
            },
            effect: Effect::eliminate(effect),
            evidence: Evidence::LetterWing {
                cells: self.cells.iter().map(|&cell| cell_at(cell)).collect(),
                pair: cell_at(pair),
                digit: digit_at(digit),
                is_double,
                largest: largest as usize,
            },
        };
        self.found.push(LetterWingFinding {
            eliminations,
            shape: format!("{doubled}{largest}{sum}"),
            step,
        });
    }
}
