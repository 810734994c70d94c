//! What searches found nothing in, so that they need not look again.
//!
//! A path asks the same techniques step after step, and most find nothing. One that looks at one
//! digit at a time finds nothing again as long as the digit has the same places, and one that looks
//! for patterns of cells finds them only where a cell has lost candidates.

use crate::state::{Cells, State};

/// A search that looks at one digit at a time and reads nothing but its places.
///
/// There is one for each of these with each number of lines or links, up to seven.
#[derive(Clone, Copy)]
pub(crate) enum ByDigit {
    /// So many strong links in a row.
    StrongLinks(usize),
    /// A contradiction that a candidate of the digit leads to within the digit.
    Nishio,
    /// HoDoKu's fish of this kind and of so many houses; it has six kinds.
    Fish(usize, usize),
    /// Locked candidates, or the singles that follow from them.
    Locked { is_direct: bool },
    /// Basic fish of so many lines.
    BasicFish(usize),
    /// HoDoKu's locked candidates of boxes, or of lines.
    HodokuLocked { is_pointing: bool },
}

impl ByDigit {
    const fn place(self) -> usize {
        match self {
            Self::Nishio => 0,
            Self::StrongLinks(count) => count,
            Self::BasicFish(size) => 3 + size,
            Self::Fish(kind, size) => 8 + kind * 8 + size,
            Self::Locked { is_direct } => 8 + is_direct as usize,
            Self::HodokuLocked { is_pointing } => 16 + is_pointing as usize,
        }
    }
}

/// A search of the whole board.
#[derive(Clone, Copy)]
pub(crate) enum ByBoard {
    /// HoDoKu's rectangles of blank cells, of all names.
    UniqueRectangles,
    /// Those with placed digits.
    AvoidableRectangles,
    /// Aligned exclusions of so many cells, 2 or 3.
    Aligned(u8),
    /// Wings of letters of so many cells, 4 to 7.
    AlphabetWings(u8),
    /// Naked subsets of so many cells, 2 to 4.
    NakedSubset(u8),
    /// The same as HoDoKu looks for them.
    HodokuNaked(u8),
    /// HoDoKu's naked subsets of so many cells of a box and a line, 2 or 3.
    LockedSubset(u8),
    /// Hidden subsets of so many digits, 2 to 4.
    HiddenSubset(u8),
    /// The singles that follow from them.
    DirectHiddenSubset(u8),
    /// Hidden subsets as HoDoKu looks for them.
    HodokuHidden(u8),
    /// Sue de Coq.
    SueDeCoq,
    /// Rings of cells that unique loops are made from, as the classic program searches them.
    UniqueLoops,
    /// The same, as its successor does.
    CorrectedUniqueLoops,
}

impl ByBoard {
    const fn place(self) -> usize {
        match self {
            Self::UniqueRectangles => 0,
            Self::AvoidableRectangles => 1,
            Self::Aligned(size) => size as usize,
            Self::AlphabetWings(size) => size as usize,
            Self::NakedSubset(size) => 6 + size as usize,
            Self::LockedSubset(size) => 9 + size as usize,
            Self::HiddenSubset(size) => 11 + size as usize,
            Self::DirectHiddenSubset(size) => 14 + size as usize,
            Self::SueDeCoq => 18,
            Self::HodokuNaked(size) => 17 + size as usize,
            Self::HodokuHidden(size) => 20 + size as usize,
            Self::UniqueLoops => 25,
            Self::CorrectedUniqueLoops => 26,
        }
    }
}

/// What was searched without a result.
#[derive(Default)]
pub(crate) struct Barren {
    /// Of each search, for each digit, the places that it had when nothing was found.
    digits: Vec<[Cells; 9]>,
    /// Of each search the candidates that the board had.
    boards: [Option<Box<[u16; 81]>>; 27],
    /// Whether nothing is kept, because each board is another.
    is_idle: bool,
}

impl Barren {
    /// Keeps nothing.
    pub(crate) fn idle() -> Self {
        Self { is_idle: true, ..Self::default() }
    }

    /// The candidates of a board on which the search found nothing, if this one has no others.
    pub(crate) fn before(&self, search: ByBoard, state: &State) -> Option<&[u16; 81]> {
        let before = self.boards[search.place()].as_deref()?;
        let has_others = before.iter().zip(&state.sets).any(|(before, now)| now & !before != 0);
        (!has_others).then_some(before)
    }

    /// The cells that lost candidates since the search found nothing; all if it is not known.
    pub(crate) fn changed(&self, search: ByBoard, state: &State) -> Cells {
        let Some(before) = self.before(search, state) else { return Cells::MAX };
        let differs = |&at: &usize| before[at] != state.sets[at];
        (0..81).filter(differs).fold(0, |changed, at| changed | 1 << at)
    }

    /// Notes that the search finds nothing on this board.
    pub(crate) fn note_board(&mut self, search: ByBoard, state: &State) {
        if self.is_idle {
            return;
        }
        **self.boards[search.place()].get_or_insert_with(|| Box::new([0; 81])) = state.sets;
    }

    /// What is known of a search on this board.
    pub(crate) fn of<'a>(&'a mut self, search: ByDigit, state: &'a State) -> BarrenDigits<'a> {
        let place = search.place();
        if self.digits.len() <= place && !self.is_idle {
            // Without places, nothing is found.
            self.digits.resize(place + 1, [0; 9]);
        }
        BarrenDigits { places: self.digits.get_mut(place), cells: &state.cells }
    }
}

/// In which digits a search found nothing.
pub(crate) struct BarrenDigits<'a> {
    /// Where nothing was found, if that is kept.
    places: Option<&'a mut [Cells; 9]>,
    cells: &'a [Cells; 9],
}

impl BarrenDigits<'_> {
    /// The digits, 0 to 8, in which the search may find something.
    pub(crate) fn worth_a_look(&self) -> impl Iterator<Item = usize> + use<> {
        crate::state::bits(self.new_digits())
    }

    /// The same as a set.
    pub(crate) fn new_digits(&self) -> u16 {
        let barren = self.places.as_deref().copied().unwrap_or_default();
        let is_new = |value: &usize| barren[*value] != self.cells[*value];
        (0..9).filter(is_new).fold(0, |set, value| set | 1 << value)
    }

    /// Notes that nothing is in these digits.
    pub(crate) fn note_all(&mut self, values: u16) {
        crate::state::bits(values).for_each(|value| self.note(value));
    }

    /// Notes that nothing is in this digit.
    pub(crate) fn note(&mut self, value: usize) {
        if let Some(places) = &mut self.places {
            places[value] = self.cells[value];
        }
    }
}
