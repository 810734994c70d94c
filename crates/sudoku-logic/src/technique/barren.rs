//! What searches found nothing in, so that they need not look again.
//!
//! A path asks the same techniques step after step, and most find nothing. One that looks at one
//! digit at a time finds nothing again as long as the digit has the same places.

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
}

impl ByDigit {
    const fn place(self) -> usize {
        match self {
            Self::Nishio => 0,
            Self::StrongLinks(count) => count,
            Self::Fish(kind, size) => 8 + kind * 8 + size,
        }
    }
}

/// A search for several techniques at once, each of which takes what is its own.
#[derive(Clone, Copy)]
pub(crate) enum ByBoard {
    /// HoDoKu's rectangles of blank cells.
    UniqueRectangles,
    /// Those with placed digits.
    AvoidableRectangles,
}

/// What was searched without a result.
#[derive(Default)]
pub(crate) struct Barren {
    /// Of each search, for each digit, the places that it had when nothing was found.
    digits: Vec<[Cells; 9]>,
    /// Of each search the candidates that the board had.
    boards: [Option<[u16; 81]>; 2],
}

impl Barren {
    /// Whether the search found nothing on this board.
    pub(crate) fn is_board(&self, search: ByBoard, state: &State) -> bool {
        self.boards[search as usize] == Some(state.sets)
    }

    /// Notes that the search finds nothing on this board.
    pub(crate) fn note_board(&mut self, search: ByBoard, state: &State) {
        self.boards[search as usize] = Some(state.sets);
    }

    /// What is known of a search on this board.
    pub(crate) fn of<'a>(&'a mut self, search: ByDigit, state: &'a State) -> BarrenDigits<'a> {
        let place = search.place();
        if self.digits.len() <= place {
            // Without places, nothing is found.
            self.digits.resize(place + 1, [0; 9]);
        }
        BarrenDigits { places: &mut self.digits[place], cells: &state.cells }
    }
}

/// In which digits a search found nothing.
pub(crate) struct BarrenDigits<'a> {
    places: &'a mut [Cells; 9],
    cells: &'a [Cells; 9],
}

impl BarrenDigits<'_> {
    /// The digits, 0 to 8, in which the search may find something.
    pub(crate) fn worth_a_look(&self) -> impl Iterator<Item = usize> + use<> {
        let is_new = |value: &usize| self.places[*value] != self.cells[*value];
        crate::state::bits((0..9).filter(is_new).fold(0, |set, value| set | 1 << value))
    }

    /// Notes that nothing is in this digit.
    pub(crate) fn note(&mut self, value: usize) {
        self.places[value] = self.cells[value];
    }
}
