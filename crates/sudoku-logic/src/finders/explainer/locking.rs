//! Locked candidates: a digit whose places in one house all lie in another.
//!
//! *Pointing* starts from a box, *claiming* from a line. Other programs call
//! the pattern intersection removal.
//!
//! ```text
//!         c1 c2 c3   c4 c5 c6   c7 c8 c9
//!   r1    5  5  .    .  5* .    .  .  5*      box 1 has the digit 5 only in row 1,
//!   r2    .  .  .    .  .  .    .  .  .       so row 1 loses its other places (*)
//!   r3    .  .  .    .  .  .    .  .  .
//! ```

use std::ops::ControlFlow;

use crate::finders::{ByDigit, Search, StepSink, Technique};
use crate::state::{
    BOXES, COLUMNS, Cells, HOUSE_SETS, PARTS, ROWS, SetSize, State, bits, cell_at, cells_of,
    digit_at, digit_set, house_at,
};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A digit of a box that is confined to a line, and the single that follows.
    pub const DIRECT_POINTING: Self =
        Self::new("direct pointing", TechniqueGroup::LockedCandidates).placing();
    /// A digit of a line that is confined to a box, and the single that follows.
    pub const DIRECT_CLAIMING: Self =
        Self::new("direct claiming", TechniqueGroup::LockedCandidates).placing();
    /// A digit of a box that is confined to a line.
    pub const POINTING: Self = Self::new("pointing", TechniqueGroup::LockedCandidates);
    /// A digit of a line that is confined to a box.
    pub const CLAIMING: Self = Self::new("claiming", TechniqueGroup::LockedCandidates);
}

/// Locked candidates, or the singles that follow from them.
#[derive(Clone, Copy, Debug)]
pub struct LockedCandidates {
    /// True to accept a pattern only if it leaves a digit one place in a house; then the step
    /// places that digit and eliminates nothing.
    pub is_direct: bool,
    /// The order of the search.
    pub order: LockedOrder,
}

/// The order in which pairs of houses and digits are searched.
///
/// The pairs of kinds are always in the order box and column, box and row, column and box, row and
/// box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LockedOrder {
    /// Digit by digit within a pair of kinds, and for each digit the houses.
    DigitsFirst,
    /// House by house within a pair of kinds, and for each pair of houses the digits.
    HousesFirst,
}

const KINDS: [(usize, usize); 4] =
    [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)];

impl Technique for LockedCandidates {
    fn names(&self) -> &'static [StepName] {
        match self.is_direct {
            true => &[StepName::DIRECT_POINTING, StepName::DIRECT_CLAIMING],
            false => &[StepName::POINTING, StepName::CLAIMING],
        }
    }

    fn find(&self, Search { state, scratch, sink, .. }: Search<'_>) -> ControlFlow<()> {
        let kind = ByDigit::Locked(self.is_direct);
        let mut failed = scratch.cache.failed.of(kind, state);
        // A digit with unchanged places gives nothing new.
        let new = failed.changed_digits();
        let digits = bits(new).filter(|&digit| has_locked(state.cells[digit]));
        let digits = digits.fold(0, |digits, digit| digits | 1 << digit);
        let mut found = 0;
        for (base_kind, cover_kind) in KINDS {
            match self.order {
                LockedOrder::DigitsFirst => {
                    for digit in bits(digits) {
                        for base in base_kind..base_kind + 9 {
                            if let Some(cover) = cover_of(state, digit, base, cover_kind) {
                                found |= self.report(state, digit, base, cover, sink)?;
                            }
                        }
                    }
                }
                // At most one house of a kind covers a digit's places.
                LockedOrder::HousesFirst => {
                    for base in base_kind..base_kind + 9 {
                        let mut covers = [None; 9];
                        for digit in bits(digits) {
                            covers[digit] = cover_of(state, digit, base, cover_kind);
                        }
                        if covers.iter().all(Option::is_none) {
                            continue;
                        }
                        for cover in cover_kind..cover_kind + 9 {
                            for digit in (0..9).filter(|&digit| covers[digit] == Some(cover)) {
                                found |= self.report(state, digit, base, cover, sink)?;
                            }
                        }
                    }
                }
            }
        }
        failed.note_all(new & !found);
        ControlFlow::Continue(())
    }
}

/// Returns true if all of a box's cells are in one line that has others, or all of a line's in one
/// such box.
fn has_locked(cells: Cells) -> bool {
    let mut columns = [[0; 3]; 3];
    for band in 0..3 {
        let rows = [0, 1, 2].map(|row| (cells >> (27 * band + 9 * row)) as usize & 0x1ff);
        let parts = rows.map(|row| usize::from(PARTS[row]));
        if HAS_LOCKED[parts[0] | parts[1] << 3 | parts[2] << 6] {
            return true;
        }
        let all = rows[0] | rows[1] | rows[2];
        for (stack, columns) in columns.iter_mut().enumerate() {
            columns[band] = all >> (3 * stack) & 7;
        }
    }
    columns.iter().any(|parts| HAS_LOCKED[parts[0] | parts[1] << 3 | parts[2] << 6])
}

/// True for each set of intersections that has locked candidates: a line or a box has only one of
/// them, and the crossing house has another.
///
/// Three lines and three boxes have nine intersections; each line has three bits of the index.
static HAS_LOCKED: [bool; 512] = {
    let mut has_locked = [false; 512];
    let mut places = 0;
    while places < 512 {
        let mut place = 0;
        while place < 9 {
            let (line, of_box) = (0o7 << (place / 3 * 3), 0o111 << (place % 3));
            if places >> place & 1 == 1 {
                let (in_line, in_box) = ((places & line) as u32, (places & of_box) as u32);
                let is_locked = (in_line.count_ones() == 1) != (in_box.count_ones() == 1);
                has_locked[places] |= is_locked;
            }
            place += 1;
        }
        places += 1;
    }
    has_locked
};

/// Returns the house of this kind that contains all places of the digit in the base, if there are
/// two or more.
pub(super) fn cover_of(
    state: &State,
    digit: usize,
    base: usize,
    cover_kind: usize,
) -> Option<usize> {
    let places = state.places[digit][base];
    if places == 0 || places.is_power_of_two() {
        return None;
    }
    // Within a box the places are in rows of three, and within a line in boxes of three.
    let by_three = [0b111u16, 0b111_000, 0b111_000_000];
    let by_column = [0b001_001_001u16, 0b010_010_010, 0b100_100_100];
    let number = base % 9;
    let (groups, first, step) = match (base / 9 * 9, cover_kind) {
        (BOXES, ROWS) => (by_three, number / 3 * 3, 1),
        (BOXES, _) => (by_column, number % 3 * 3, 1),
        (ROWS, _) => (by_three, number / 3 * 3, 1),
        (_, _) => (by_three, number / 3, 3),
    };
    let group = groups.iter().position(|group| places & !group == 0)?;
    Some(cover_kind + first + group * step)
}

impl LockedCandidates {
    /// Reports the steps, and returns the digits in which there are any.
    fn report(
        &self,
        state: &State,
        digit: usize,
        base: usize,
        cover: usize,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<(), u16> {
        let (in_base, in_cover) = (HOUSE_SETS[base], HOUSE_SETS[cover]);
        let evidence = || Evidence::Locked {
            digit: digit_at(digit),
            cells: cells_of(state.cells[digit] & in_base).map(cell_at).collect(),
            base: house_at(base),
            cover: house_at(cover),
        };
        let is_pointing = base >= BOXES;
        if !self.is_direct {
            let removed: Cells = state.cells[digit] & in_cover & !in_base;
            if removed == 0 {
                return ControlFlow::Continue(0);
            }
            let parts = cells_of(removed).map(|cell| (cell_at(cell), digit_set(1 << digit)));
            sink.take(Step {
                name: if is_pointing { StepName::POINTING } else { StepName::CLAIMING },
                effect: Effect::eliminate(parts),
                evidence: evidence(),
            })?;
            return ControlFlow::Continue(1 << digit);
        }
        let mut found = 0;
        let kind = base / 9 * 9;
        for other in (kind..kind + 9).filter(|&other| other != base) {
            if HOUSE_SETS[other] & in_cover == 0 || state.places[digit][other].size() < 2 {
                continue;
            }
            let left = state.cells[digit] & HOUSE_SETS[other] & !in_cover;
            if left.is_power_of_two() {
                let cell = left.trailing_zeros() as usize;
                found |= 1 << digit;
                sink.take(Step {
                    name: if is_pointing {
                        StepName::DIRECT_POINTING
                    } else {
                        StepName::DIRECT_CLAIMING
                    },
                    effect: Effect::place(cell_at(cell), digit_at(digit)),
                    evidence: evidence(),
                })?;
            }
        }
        ControlFlow::Continue(found)
    }
}
