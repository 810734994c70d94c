//! A board that detects singles as soon as they arise and keeps them in two queues.
//!
//! HoDoKu takes singles in the order in which they arise. Each placement and each elimination may
//! leave a cell with one candidate, or a house with one place for a digit; the first one detected
//! is taken first. Stale entries stay in the queues and are skipped when they are reached. So two
//! boards with the same candidates may continue differently, and this board must do everything in
//! HoDoKu's order, starting with the first clue.

use sudoku_core::{Cell, Digit};

use crate::state::{HOUSE_CELLS, IN_HOUSES, PEERS_ASCENDING, State, bits};
use crate::step::Effect;

/// The candidates, the counts and the queues of singles.
#[derive(Clone, Copy)]
pub(crate) struct Track {
    /// The candidates of each cell, empty if the cell is filled.
    pub(crate) sets: [u16; 81],
    /// The digit of each cell, 1 to 9, or 0 if it is blank. Digits in arguments are 0 to 8.
    pub(crate) values: [u8; 81],
    /// The number of places of each digit in each house.
    ///
    /// A count may differ from the sets: the last candidate of a cell is removed without being
    /// counted. This occurs only in contradictions, which a search of implications may reach.
    pub(crate) counts: [[u8; 9]; 27],
    /// Cells with one candidate.
    pub(crate) naked: Queue,
    /// Digits with one place in a house.
    pub(crate) hidden: Queue,
}

impl Track {
    /// Reads a board as HoDoKu does: the digits cell by cell, then the missing candidates.
    pub(crate) fn new(state: &State) -> Self {
        let mut track = Self {
            sets: [0x1ff; 81],
            values: [0; 81],
            counts: [[9; 9]; 27],
            naked: Queue::EMPTY,
            hidden: Queue::EMPTY,
        };
        for cell in 0..81 {
            if state.values[cell] != 0 {
                track.place(cell, usize::from(state.values[cell]) - 1);
            }
        }
        for digit in 0..9 {
            for cell in 0..81 {
                if state.values[cell] == 0 && state.sets[cell] >> digit & 1 == 0 {
                    track.remove(cell, digit);
                }
            }
        }
        track
    }

    /// Applies a step: its eliminations in HoDoKu's order, then its placement.
    pub(crate) fn apply(&mut self, effect: &Effect, order: &[(Cell, Digit)]) {
        for &(cell, digit) in order {
            self.remove(cell.index(), usize::from(digit.get()) - 1);
        }
        if let Some((cell, digit)) = effect.placement {
            self.place(cell.index(), usize::from(digit.get()) - 1);
        }
    }

    /// Places a digit in a cell.
    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        if usize::from(self.values[cell]) == digit + 1 {
            return;
        }
        self.values[cell] = digit as u8 + 1;
        let set = std::mem::take(&mut self.sets[cell]);
        for peer in PEERS_ASCENDING[cell] {
            self.remove(usize::from(peer), digit);
        }
        for lost in bits(set) {
            for (house, _) in IN_HOUSES[cell] {
                let house = usize::from(house);
                self.counts[house][lost] = self.counts[house][lost].wrapping_sub(1);
                if self.counts[house][lost] == 1 && lost != digit {
                    self.notice_hidden(house, lost);
                }
            }
        }
    }

    /// Removes a candidate.
    pub(crate) fn remove(&mut self, cell: usize, digit: usize) {
        if self.sets[cell] >> digit & 1 == 0 {
            return;
        }
        self.sets[cell] &= !(1 << digit);
        if self.sets[cell] == 0 {
            return;
        }
        if self.sets[cell].is_power_of_two() {
            self.naked.push(cell, self.sets[cell].trailing_zeros() as usize);
        }
        for (house, _) in IN_HOUSES[cell] {
            let house = usize::from(house);
            self.counts[house][digit] = self.counts[house][digit].wrapping_sub(1);
            match self.counts[house][digit] {
                0 => self.hidden.forget(house, digit),
                1 => self.notice_hidden(house, digit),
                _ => {}
            }
        }
    }

    fn notice_hidden(&mut self, house: usize, digit: usize) {
        let place = HOUSE_CELLS[house].iter().find(|&&c| self.is_candidate(usize::from(c), digit));
        if let Some(&cell) = place {
            self.hidden.push(usize::from(cell), digit);
        }
    }

    pub(crate) const fn is_candidate(&self, cell: usize, digit: usize) -> bool {
        self.sets[cell] >> digit & 1 == 1
    }

    /// Returns the first cell with one candidate that is the last blank cell of a house, with its
    /// digit and the house.
    pub(crate) fn full_house(&self) -> Option<(usize, usize, usize)> {
        self.naked.iter().filter(|&(cell, _)| self.values[cell] == 0).find_map(|(cell, digit)| {
            let is_last = |house: &usize| {
                (0..9).all(|other| other == digit || self.counts[*house][other] == 0)
            };
            let house = IN_HOUSES[cell].map(|(house, _)| usize::from(house)).into_iter();
            house.into_iter().find(is_last).map(|house| (cell, digit, house))
        })
    }

    /// Removes and returns the next cell with one candidate, with its digit.
    pub(crate) fn next_naked(&mut self) -> Option<(usize, usize)> {
        while let Some((cell, digit)) = self.naked.pop() {
            if self.values[cell] == 0 {
                return Some((cell, digit));
            }
        }
        None
    }

    /// Removes and returns the next digit with one place in a house: the cell, the digit and the
    /// house.
    ///
    /// Returns `None` if the first entry whose cell is blank is stale, whatever follows it.
    pub(crate) fn next_hidden(&mut self) -> Option<(usize, usize, usize)> {
        while let Some((cell, digit)) = self.hidden.pop() {
            if self.values[cell] == 0 {
                return self.hidden_house(cell, digit).map(|house| (cell, digit, house));
            }
        }
        None
    }

    /// Returns the first of the cell's houses in which it is the only place of the digit.
    pub(crate) fn hidden_house(&self, cell: usize, digit: usize) -> Option<usize> {
        let houses = IN_HOUSES[cell].map(|(house, _)| usize::from(house));
        houses.into_iter().find(|&house| self.counts[house][digit] == 1)
    }
}

/// A queue of singles in the order of their detection.
#[derive(Clone, Copy)]
pub(crate) struct Queue {
    entries: [u16; Self::ROOM],
    start: u8,
    end: u8,
}

impl Queue {
    const ROOM: usize = 243;
    const EMPTY: Self = Self { entries: [0; Self::ROOM], start: 0, end: 0 };

    fn push(&mut self, cell: usize, digit: usize) {
        if usize::from(self.end) < Self::ROOM {
            self.entries[usize::from(self.end)] = (cell * 9 + digit) as u16;
            self.end += 1;
        }
    }

    fn pop(&mut self) -> Option<(usize, usize)> {
        let first = self.iter().next();
        if first.is_some() {
            self.start += 1;
            if self.start == self.end {
                (self.start, self.end) = (0, 0);
            }
        }
        first
    }

    /// Removes the first entry of this digit whose cell is in the house.
    fn forget(&mut self, house: usize, digit: usize) {
        let is_it = |&(cell, other): &(usize, usize)| {
            other == digit
                && IN_HOUSES[cell].iter().any(|&(of_cell, _)| usize::from(of_cell) == house)
        };
        let place = self.iter().position(|entry| is_it(&entry));
        if let Some(at) = place {
            let at = usize::from(self.start) + at;
            self.entries.copy_within(at + 1..usize::from(self.end), at);
            self.end -= 1;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize)> {
        let waiting = &self.entries[usize::from(self.start)..usize::from(self.end)];
        waiting.iter().map(|&entry| (usize::from(entry / 9), usize::from(entry % 9)))
    }
}
