//! Candidates of one board as numbers from 0, without gaps.
//!
//! A board has 200 to 300 of the 729 candidates. So lists and bit sets that are indexed by these
//! numbers are short.

use super::{Candidate, TransitiveClosure};
use crate::state::{Cells, State, bits};

/// The numbered candidates, in the order of cells and then digits.
pub(crate) struct CandidateNumbers {
    list: Vec<Candidate>,
    numbers: [u16; Candidate::COUNT],
}

impl Default for CandidateNumbers {
    fn default() -> Self {
        Self { list: Vec::new(), numbers: [0; Candidate::COUNT] }
    }
}

impl CandidateNumbers {
    /// Numbers the board's candidates of these digits instead of those that it had.
    pub(crate) fn read(&mut self, state: &State, digits: u16) {
        self.list.clear();
        for cell in 0..81 {
            for digit in bits(state.sets[cell] & digits) {
                let own = Candidate::new(cell, digit);
                self.numbers[own.index()] = self.list.len() as u16;
                self.list.push(own);
            }
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the number of a candidate, which must have one.
    #[inline(always)]
    pub(crate) const fn of(&self, candidate: Candidate) -> u16 {
        self.numbers[candidate.index()]
    }

    /// Returns the candidate with this number.
    pub(crate) fn get(&self, number: usize) -> Candidate {
        self.list[number]
    }

    /// Enumerates the numbers and their candidates.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u16, Candidate)> {
        (0..).zip(self.list.iter().copied())
    }

    /// Returns, for each digit, the cells whose candidate leads to its own opposite in this
    /// closure, which has the same numbers.
    pub(crate) fn refuted(&self, closure: &TransitiveClosure) -> [Cells; 9] {
        let mut refuted = [0; 9];
        for (_, own) in self.iter().filter(|&(own, _)| closure.leads(own, own, false)) {
            let (cell, digit) = own.cell_and_digit();
            refuted[digit] |= 1 << cell;
        }
        refuted
    }
}
