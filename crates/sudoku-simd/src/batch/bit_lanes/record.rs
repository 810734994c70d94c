//! Conversion of boards between records and lanes.
//!
//! In the lanes, a board is one bit in each of 729 planes. A record holds these bits one after the
//! other. The conversion transposes 64 planes at a time, in all four columns of words at once.

use sudoku_core::Candidates;

use super::choose::BitChoices;
use super::pass::Planes;
use super::plane::{LANES, LaneSet, Plane};
use crate::digits::SolvedCells;

/// The number of words in a record: 729 candidates, and bits for other data of a board.
pub(crate) const RECORD: usize = 12;

/// The candidates of one board: digit `d` in cell `c` is bit 81·d + c, both counted from 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitRecord(pub(crate) [u64; RECORD]);

impl BitRecord {
    /// Returns the candidates of a board.
    #[inline(always)]
    pub(crate) fn read<V: Plane>(proof: V::Proof, digits: &[u8; 81]) -> Self {
        let cells = V::read(proof, digits);
        Self::with_cells(|digit| cells[0] | cells[digit + 1])
    }

    /// Makes the record of candidates. Not inlined into the engine, because it would occupy
    /// registers.
    #[cold]
    #[inline(never)]
    pub(crate) fn of(candidates: &Candidates) -> Self {
        let mut cells = [0_u128; 9];
        for (group, sets) in candidates.sets().chunks(8).enumerate() {
            // Byte c has the first eight digits of cell c. After the transposition, byte d has the
            // cells of digit d.
            let (mut eight, mut ninth) = (0, 0);
            for (cell, bits) in sets.iter().map(|set| u64::from(set.bits())).enumerate() {
                eight |= (bits & 255) << (8 * cell);
                ninth |= (bits >> 8) << cell;
            }
            for (digit, byte) in transpose(eight).to_le_bytes().into_iter().enumerate() {
                cells[digit] |= u128::from(byte) << (8 * group);
            }
            cells[8] |= u128::from(ninth) << (8 * group);
        }
        Self::with_cells(|digit| cells[digit])
    }

    /// Makes the record in which each digit has these cells.
    #[inline(always)]
    fn with_cells(of_digit: impl Fn(usize) -> u128) -> Self {
        let mut record = Self([0; RECORD]);
        for digit in 0..9 {
            let (word, bits) = spread(digit, of_digit(digit));
            for at in 0..3 {
                if let Some(word) = record.0.get_mut(word + at) {
                    *word |= bits[at];
                }
            }
        }
        record
    }

    /// Returns the digits of a board whose cells have one candidate each.
    #[inline(always)]
    pub(crate) fn write<V: Plane>(&self, proof: V::Proof) -> SolvedCells {
        let mut cells = [0; 9];
        for digit in 0..9 {
            cells[digit] = self.cells(digit);
        }
        V::write(proof, &cells)
    }

    /// Returns true if every cell has at most one candidate besides the solution's digit.
    #[inline(always)]
    pub(crate) fn is_pair_with(&self, solution: &Self) -> bool {
        let (mut once, mut twice) = (0, 0);
        for digit in 0..9 {
            let others = self.cells(digit) & !solution.cells(digit);
            twice |= once & others;
            once |= others;
        }
        twice == 0
    }

    /// Returns the cells of the digit.
    #[inline(always)]
    fn cells(&self, digit: usize) -> u128 {
        let (word, bit) = (81 * digit / 64, 81 * digit % 64);
        let low = u128::from(self.0[word]) | u128::from(self.0[word + 1]) << 64;
        // The second shift is in two steps, so that none is by 128.
        let high = u128::from(self.0.get(word + 2).copied().unwrap_or(0)) << 1 << (127 - bit);
        (low >> bit | high) & ((1 << 81) - 1)
    }

    /// Returns the bits after the candidates.
    #[inline(always)]
    pub(crate) fn rest(&self) -> u64 {
        self.0[RECORD - 1] >> REST
    }
}

/// Transposes the matrix of 8 × 8 bits in which byte r is row r: see Hacker's Delight, section 7-3.
fn transpose(matrix: u64) -> u64 {
    let masks = [0x00aa_00aa_00aa_00aa, 0x0000_cccc_0000_cccc, 0x0000_0000_f0f0_f0f0];
    masks.into_iter().zip([7, 14, 28]).fold(matrix, |matrix, (mask, shift)| {
        let moved = (matrix ^ matrix >> shift) & mask;
        matrix ^ moved ^ moved << shift
    })
}

/// Returns the index of the first word of a record that has cells of a digit, and the bits of these
/// cells from there on.
#[inline(always)]
fn spread(digit: usize, cells: u128) -> (usize, [u64; 3]) {
    let (word, bit) = (81 * (digit % 9) / 64, 81 * (digit % 9) % 64);
    let low = cells << bit;
    // The shift is in two steps, so that none is by 128.
    let high = cells >> 1 >> (127 - bit);
    (word, [low as u64, (low >> 64) as u64, high as u64])
}

/// The first bit of the last word that is not a candidate.
pub(crate) const REST: usize = 729 - 64 * (RECORD - 1);

/// The records of all lanes. The record of lane 64·w + l is in word `w` of row `l`.
pub(crate) struct TransposedRecords(Box<[[LaneSet; RECORD]; 64]>);

impl TransposedRecords {
    pub(crate) fn new() -> Self {
        Self(Box::new([[LaneSet::ZERO; RECORD]; 64]))
    }

    /// Returns the record of a lane.
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> BitRecord {
        let row = &self.0[lane % 64];
        let mut record = BitRecord([0; RECORD]);
        for word in 0..RECORD {
            record.0[word] = row[word].0[lane / 64 % (LANES / 64)];
        }
        record
    }

    /// Stores a record for the lane.
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, record: &BitRecord) {
        let row = &mut self.0[lane % 64];
        for word in 0..RECORD {
            row[word].0[lane / 64 % (LANES / 64)] = record.0[word];
        }
    }

    /// Removes a digit from cells of the lane's board.
    #[inline(always)]
    pub(crate) fn take(&mut self, lane: usize, digit: usize, cells: u128) {
        let row = &mut self.0[lane % 64];
        let (word, bits) = spread(digit, cells);
        for at in 0..3 {
            if let Some(words) = row.get_mut(word + at) {
                words.0[lane / 64 % (LANES / 64)] &= !bits[at];
            }
        }
    }

    /// Transposes the blocks of 8 × 8 bits of a word. This is the last step of a transposition and
    /// the first step of its inverse.
    #[inline(always)]
    fn transpose_within_bytes<V: Plane>(&mut self, proof: V::Proof, number: usize) {
        for first in 0..8 {
            let mut eight = [V::splat(proof, 0); 8];
            for at in 0..8 {
                eight[at] = V::load(proof, &self.0[8 * first + at][number]);
            }
            transpose_eight::<V, 4, 2, 1>(
                &mut eight,
                [
                    V::splat(proof, 0x0f0f_0f0f_0f0f_0f0f),
                    V::splat(proof, 0x3333_3333_3333_3333),
                    V::splat(proof, 0x5555_5555_5555_5555),
                ],
            );
            for at in 0..8 {
                self.0[8 * first + at][number] = eight[at].store();
            }
        }
    }

    /// Copies all boards out of the lanes, with their choices if `choose` is true.
    #[inline(always)]
    pub(crate) fn save<V: Plane>(&mut self, proof: V::Proof, planes: &Planes<V>, choose: bool) {
        let choices =
            if choose { BitChoices::make(proof, planes) } else { BitChoices::none(proof) };
        let zero = V::splat(proof, 0);
        for number in 0..RECORD {
            for first in 0..8 {
                let mut eight = [zero; 8];
                for at in 0..8 {
                    let place = 64 * number + first + 8 * at;
                    eight[at] = if place < 729 {
                        let [box_, digit, cell] = PLACES[place];
                        planes.candidates[usize::from(box_)][usize::from(digit)][usize::from(cell)]
                    } else {
                        choices.plane(place - 729).unwrap_or(zero)
                    };
                }
                transpose_eight::<V, 32, 16, 8>(&mut eight, wide_masks(proof));
                for at in 0..8 {
                    self.0[first + 8 * at][number] = eight[at].store();
                }
            }
            self.transpose_within_bytes::<V>(proof, number);
        }
    }

    /// Copies the records of some lanes into these lanes. The records have no meaning afterwards.
    #[inline(always)]
    pub(crate) fn restore<V: Plane>(
        &mut self,
        proof: V::Proof,
        lanes: &LaneSet,
        planes: &mut Planes<V>,
    ) {
        let lanes = V::load(proof, lanes);
        let zero = V::splat(proof, 0);
        for number in 0..RECORD {
            self.transpose_within_bytes::<V>(proof, number);
            for first in 0..8 {
                let mut eight = [zero; 8];
                for at in 0..8 {
                    eight[at] = V::load(proof, &self.0[first + 8 * at][number]);
                }
                transpose_eight::<V, 32, 16, 8>(&mut eight, wide_masks(proof));
                for at in 0..8 {
                    if let Some(&[box_, digit, cell]) = PLACES.get(64 * number + first + 8 * at) {
                        let plane = &mut planes.candidates[usize::from(box_)][usize::from(digit)]
                            [usize::from(cell)];
                        *plane = lanes.select(eight[at], *plane);
                    }
                }
            }
        }
    }
}

/// The box, the digit, and the cell in the box of each bit of a record.
static PLACES: [[u8; 3]; 729] = {
    let mut places = [[0; 3]; 729];
    let mut at = 0;
    while at < 729 {
        let (digit, row, column) = (at / 81, at % 81 / 9, at % 9);
        let (box_, cell) = (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
        places[at] = [box_ as u8, digit as u8, cell as u8];
        at += 1;
    }
    places
};

#[inline(always)]
fn wide_masks<V: Plane>(proof: V::Proof) -> [V; 3] {
    [
        V::splat(proof, 0x0000_0000_ffff_ffff),
        V::splat(proof, 0x0000_ffff_0000_ffff),
        V::splat(proof, 0x00ff_00ff_00ff_00ff),
    ]
}

#[inline(always)]
fn transpose_eight<V: Plane, const A: i32, const B: i32, const C: i32>(
    x: &mut [V; 8],
    masks: [V; 3],
) {
    for at in 0..4 {
        (x[at], x[at + 4]) = V::exchange::<A>(x[at], x[at + 4], masks[0]);
    }
    for &at in &[0, 1, 4, 5] {
        (x[at], x[at + 2]) = V::exchange::<B>(x[at], x[at + 2], masks[1]);
    }
    for &at in &[0, 2, 4, 6] {
        (x[at], x[at + 1]) = V::exchange::<C>(x[at], x[at + 1], masks[2]);
    }
}
