//! Basic fish: a digit whose places in N lines lie in N crossing lines.
//!
//! Two lines make an X-Wing, three a Swordfish, four a Jellyfish. The lines that need the digit are
//! the base, and the crossing lines are the cover.
//!
//! ```text
//!         c1 c2 c3   c4 c5 c6   c7 c8 c9
//!   r2    .  5  .    .  .  .    .  5  .      base: rows 2 and 6, with places in c2 and c8 only
//!   r4    .  5* .    .  .  .    .  .  .      cover: columns 2 and 8, which lose their other
//!   r6    .  5  .    .  .  .    .  5  .             places (*)
//!   r9    .  .  .    .  .  .    .  5* .
//! ```

use std::ops::ControlFlow;

use super::bit_counts::parts_of;
use crate::finders::{ByDigit, Search, StepSink, Technique};
use crate::state::{
    COLUMNS, Cells, HOUSE_SETS, ROWS, SetSize, State, bits, cell_at, cells_of, digit_at, digit_set,
    house_at,
};
use crate::step::{Effect, Evidence, Step, StepName};
use crate::step_name::TechniqueGroup;

impl StepName {
    /// A digit of two lines in two crossing lines.
    pub const X_WING: Self = Self::new("X-Wing", TechniqueGroup::Fish);
    /// A digit of three lines in three crossing lines.
    pub const SWORDFISH: Self = Self::new("Swordfish", TechniqueGroup::Fish);
    /// A digit of four lines in four crossing lines.
    pub const JELLYFISH: Self = Self::new("Jellyfish", TechniqueGroup::Fish);
}

/// Basic fish: N lines whose places of a digit lie in N crossing lines, each line with two or more
/// places.
///
/// A digit is skipped if so many of its cells are filled that the complementary fish would be
/// smaller. Columns come before rows as the base; for each choice of lines the digits are tried in
/// order.
#[derive(Clone, Copy, Debug)]
pub struct Fish {
    /// The number of lines, 2 to 4. Other sizes find nothing.
    pub size: u8,
}

impl Technique for Fish {
    fn names(&self) -> &'static [StepName] {
        match self.size {
            2 => &[StepName::X_WING],
            3 => &[StepName::SWORDFISH],
            _ => &[StepName::JELLYFISH],
        }
    }

    fn find(&self, Search { state, scratch, sink, .. }: Search<'_>) -> ControlFlow<()> {
        if !matches!(self.size, 2..=4) {
            return ControlFlow::Continue(());
        }
        let size = u32::from(self.size);
        let mut failed = scratch.cache.failed.of(ByDigit::BasicFish(self.size.into()), state);
        let digits = failed.changed_digits();
        let mut found = 0;
        for (base, cover) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
            // The lines of each digit that may be part of a fish.
            let mut small = [0u16; 9];
            for digit in bits(digits) {
                if u32::from(state.placed[digit]) + 2 * size <= 9 {
                    for line in 0..9 {
                        let count = state.places[digit][base + line].size();
                        small[digit] |= u16::from((2..=size).contains(&count)) << line;
                    }
                }
            }
            small.iter_mut().filter(|lines| lines.size() < size).for_each(|few| *few = 0);
            if small == [0; 9] {
                continue;
            }
            // The lines that a fish of any digit may have.
            let some = small.iter().fold(0, |some, lines| some | lines);
            for chosen in parts_of(some, size) {
                for digit in (0..9).filter(|&digit| chosen & !small[digit] == 0) {
                    let places =
                        bits(chosen).fold(0, |all, line| all | state.places[digit][base + line]);
                    if places.size() == size {
                        let base = Lines { first: base, numbers: chosen };
                        let cover = Lines { first: cover, numbers: places };
                        found |= self.report(state, digit, base, cover, sink)?;
                    }
                }
            }
        }
        failed.note_all(digits & !found);
        ControlFlow::Continue(())
    }
}

/// Lines of one kind: the first house of the kind, and the numbers of the lines as a set.
#[derive(Clone, Copy)]
struct Lines {
    first: usize,
    numbers: u16,
}

impl Lines {
    fn houses(self) -> impl Iterator<Item = usize> {
        bits(self.numbers).map(move |number| self.first + number)
    }
}

impl Fish {
    /// Reports the steps, and returns the digits in which there are any.
    fn report(
        &self,
        state: &State,
        digit: usize,
        base: Lines,
        cover: Lines,
        sink: &mut dyn StepSink,
    ) -> ControlFlow<(), u16> {
        let union = |lines: Lines| -> Cells {
            lines.houses().fold(0, |all, house| all | HOUSE_SETS[house])
        };
        let removed = state.cells[digit] & union(cover) & !union(base);
        if removed == 0 {
            return ControlFlow::Continue(0);
        }
        let houses = |lines: Lines| lines.houses().map(house_at).collect();
        sink.take(Step {
            name: match self.size {
                2 => StepName::X_WING,
                3 => StepName::SWORDFISH,
                _ => StepName::JELLYFISH,
            },
            effect: Effect::eliminate(
                cells_of(removed).map(|cell| (cell_at(cell), digit_set(1 << digit))),
            ),
            evidence: Evidence::Fish {
                digit: digit_at(digit),
                base: houses(base),
                cover: houses(cover),
                fins: Vec::new(),
            },
        })?;
        ControlFlow::Continue(1 << digit)
    }
}
