//! A record of searches that found nothing, so that they need not be repeated.
//!
//! A path runs the same techniques step after step, and most find nothing. A search of one digit
//! finds nothing again as long as the digit has the same places. A search for patterns of cells
//! finds something only where a cell has lost candidates.

use crate::state::{Cells, State};

/// The number of records of one kind of search. Numbers of cells, digits, lines and links are below
/// it.
const SLOTS_PER_KIND: usize = 8;

/// Declares searches. Some have a number, such as a size.
///
/// The compiler numbers the kinds, and each kind has [`SLOTS_PER_KIND`] records, so searches never
/// share one.
macro_rules! searches {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$about:meta])* $kind:ident $(($number:ident: $type:ty))?,)+ }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) enum $name { $($(#[$about])* $kind $(($type))?,)+ }

        impl $name {
            /// Returns the index of the record.
            const fn slot(self) -> usize {
                enum Kind { $($kind,)+ }
                let (kind, number) = match self {
                    $(Self::$kind $(($number))? => (Kind::$kind, 0 $(+ $number as usize)?),)+
                };
                kind as usize * SLOTS_PER_KIND + number
            }
        }
    };
}

searches! {
    /// A search of one digit at a time that depends only on the digit's places.
    ByDigit {
        /// A contradiction within the digit that follows from one of its candidates.
        Nishio,
        /// Chains of this many strong links.
        StrongLinks(count: usize),
        /// Basic fish of this many lines.
        BasicFish(size: usize),
        /// Locked candidates, or the singles that follow from them.
        Locked(is_direct: bool),
        /// HoDoKu's locked candidates of boxes, or of lines.
        HodokuLocked(is_pointing: bool),
        /// HoDoKu's fish of this many houses: basic, Franken and mutant, without fins and with.
        HodokuFish(size: usize),
        FinnedFish(size: usize),
        FrankenFish(size: usize),
        FinnedFrankenFish(size: usize),
        MutantFish(size: usize),
        FinnedMutantFish(size: usize),
    }
}

searches! {
    /// A search of the whole board.
    ByBoard {
        /// HoDoKu's rectangles of blank cells, with all names.
        UniqueRectangles,
        /// HoDoKu's rectangles with placed digits.
        AvoidableRectangles,
        /// Aligned exclusions of this many cells, 2 or 3.
        Aligned(size: u8),
        /// Letter wings of this many cells, 4 to 7.
        AlphabetWings(size: u8),
        /// Naked subsets of this many cells, 2 to 4.
        NakedSubset(size: u8),
        /// Naked subsets in HoDoKu's search.
        HodokuNaked(size: u8),
        /// HoDoKu's naked subsets of this many cells of a box and a line, 2 or 3.
        LockedSubset(size: u8),
        /// Hidden subsets of this many digits, 2 to 4.
        HiddenSubset(size: u8),
        /// The singles that follow from hidden subsets.
        DirectHiddenSubset(size: u8),
        /// Hidden subsets in HoDoKu's search.
        HodokuHidden(size: u8),
        /// Sue de Coq.
        SueDeCoq,
        /// Rings of cells for unique loops, in the classic program's search.
        UniqueLoops,
        /// Rings of cells for unique loops, in its successor's search.
        CorrectedUniqueLoops,
    }
}

/// The searches without a result.
#[derive(Default)]
pub(crate) struct FailedSearches {
    /// The places of each digit when each search found nothing.
    digits: Vec<[Cells; 9]>,
    /// The candidates of the board when each search found nothing.
    boards: Vec<Option<Box<[u16; 81]>>>,
    /// True if nothing is recorded, because the boards are unrelated.
    is_idle: bool,
}

impl FailedSearches {
    /// Makes a record that stores nothing.
    pub(crate) fn idle() -> Self {
        Self { is_idle: true, ..Self::default() }
    }

    /// Returns the candidates of a board on which the search found nothing, if this board has no
    /// others.
    pub(crate) fn before(&self, search: ByBoard, state: &State) -> Option<&[u16; 81]> {
        let before = self.boards.get(search.slot())?.as_deref()?;
        let has_others = before.iter().zip(&state.sets).any(|(before, now)| now & !before != 0);
        (!has_others).then_some(before)
    }

    /// Returns the cells that lost candidates since the search found nothing, or all cells if this
    /// is unknown.
    pub(crate) fn changed(&self, search: ByBoard, state: &State) -> Cells {
        let Some(before) = self.before(search, state) else { return Cells::MAX };
        let differs = |&cell: &usize| before[cell] != state.sets[cell];
        (0..81).filter(differs).fold(0, |changed, cell| changed | 1 << cell)
    }

    /// Records that the search finds nothing on this board.
    pub(crate) fn note_board(&mut self, search: ByBoard, state: &State) {
        if self.is_idle {
            return;
        }
        let slot = search.slot();
        if self.boards.len() <= slot {
            self.boards.resize(slot + 1, None);
        }
        **self.boards[slot].get_or_insert_with(|| Box::new([0; 81])) = state.sets;
    }

    /// Returns the record of a search on this board.
    pub(crate) fn of<'a>(&'a mut self, search: ByDigit, state: &'a State) -> FailedDigits<'a> {
        let slot = search.slot();
        if self.digits.len() <= slot && !self.is_idle {
            // No places are recorded at first, so only digits that have no place count as searched.
            self.digits.resize(slot + 1, [0; 9]);
        }
        FailedDigits { places: self.digits.get_mut(slot), cells: &state.cells }
    }
}

/// The record of the digits in which a search found nothing.
pub(crate) struct FailedDigits<'a> {
    /// The places of each digit when nothing was found, if recorded.
    places: Option<&'a mut [Cells; 9]>,
    cells: &'a [Cells; 9],
}

impl FailedDigits<'_> {
    /// Enumerates the digits, 0 to 8, in which the search may find something.
    pub(crate) fn each_changed_digit(&self) -> impl Iterator<Item = usize> + use<> {
        crate::state::bits(self.changed_digits())
    }

    /// Returns the digits in which the search may find something, as a set.
    pub(crate) fn changed_digits(&self) -> u16 {
        let failed = self.places.as_deref().copied().unwrap_or_default();
        let is_new = |digit: &usize| failed[*digit] != self.cells[*digit];
        (0..9).filter(is_new).fold(0, |set, digit| set | 1 << digit)
    }

    /// Records that nothing was found in these digits.
    pub(crate) fn note_all(&mut self, digits: u16) {
        crate::state::bits(digits).for_each(|digit| self.note(digit));
    }

    /// Records that nothing was found in this digit.
    pub(crate) fn note(&mut self, digit: usize) {
        if let Some(places) = &mut self.places {
            places[digit] = self.cells[digit];
        }
    }
}
